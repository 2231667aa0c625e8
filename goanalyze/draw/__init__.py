"""Drawings from plain arrays: boards as text and pictures, ledgers, charts and the viewer of a game.

Scope: no game, count, file or table of a dataset is known here.
"""
