"""The terminal app. Only this package knows Textual; `commands` does not need it either."""
