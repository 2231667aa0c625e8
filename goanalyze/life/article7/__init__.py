"""Confirmation of life and death by article 7 of the Japanese rules 1989: a search of regions within safe stones."""
