"""Proofs of life and death without a guess: pass-alive and safe chains, secure territory, and rulings on shapes."""
