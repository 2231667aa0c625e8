"""Text for terminals: the printer of sections, positions, lists of findings for programs. Nothing is computed here."""
