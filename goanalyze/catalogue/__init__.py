"""Findings as values and the catalogue of their codes: severity, meaning, repair, example."""
