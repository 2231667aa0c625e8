"""Sections made from computed things; each module makes the sections of one subject."""
