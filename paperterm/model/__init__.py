"""Frozen data that every room shares, and the gates for text from outside."""
