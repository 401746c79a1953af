"""The screen of papers and the dialogs over it."""
