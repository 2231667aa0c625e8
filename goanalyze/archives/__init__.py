"""Paths in, bytes of files and archive members out, here or far away. Nothing of SGF is known here."""
