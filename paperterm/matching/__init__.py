"""Which paper is this: identity, derived titles, duplicates."""
