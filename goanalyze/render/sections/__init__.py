"""Sections made from what the program computes: the same objects are printed as text and as HTML."""
