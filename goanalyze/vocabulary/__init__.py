"""The words of the field: points, limits, codes of findings, safe text. No Go logic lives here."""
