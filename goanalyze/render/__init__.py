"""Presentation: sections as data, printed as text and as one HTML page."""
