"""Bad inputs: a numbered list of 128, each tried. A test belongs to the rows that its name or id says (`row83`)."""
