"""paperterm: read lists of papers in a terminal."""

__version__ = "0.1.0"
