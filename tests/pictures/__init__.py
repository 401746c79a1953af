"""The pictures in README.md."""
