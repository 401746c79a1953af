"""Papers and annotations on disk."""
