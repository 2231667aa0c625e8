"""Boards for people: a position as a value, and a board that plays as the rule books state it. No kernels here."""
