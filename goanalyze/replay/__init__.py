"""Replays of records: flags of moves, handicap placements, cycles, violations of Ing's ko rule, verdicts."""
