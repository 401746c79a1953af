"""Pure text and spans for a row, a page, a chart: shared by the app and the command line."""
