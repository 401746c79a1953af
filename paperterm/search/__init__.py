"""Query language, BM25 index, finder, highlighting."""
