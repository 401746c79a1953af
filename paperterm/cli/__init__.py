"""The command line: one verb a file, loaded when it is asked for."""
