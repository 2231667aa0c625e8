"""Kernels that unite pairs into groups. ``parent`` is int32[games]: a game of the same group with a lesser number."""

from __future__ import annotations

from numba import njit

__all__ = ["flatten", "join"]


@njit(cache=True, nogil=True)
def _root(parent, game):
    while parent[game] != game:
        parent[game] = parent[parent[game]]
        game = parent[game]
    return game


@njit(cache=True, nogil=True)
def join(parent, pairs):
    """Join each pair; a parent never has a greater number than its child."""
    for pair in range(len(pairs)):
        one, other = _root(parent, pairs[pair, 0]), _root(parent, pairs[pair, 1])
        parent[max(one, other)] = min(one, other)


@njit(cache=True, nogil=True)
def flatten(parent):
    """Make every game's parent the root."""
    for game in range(len(parent)):
        parent[game] = parent[parent[game]]  # parents come first and are flat already
