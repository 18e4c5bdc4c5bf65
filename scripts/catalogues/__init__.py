"""The texts that people read in the window, and their translations."""
