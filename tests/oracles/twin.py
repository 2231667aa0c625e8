"""The kernels of `goanalyze.duplicates` once more, in plain Python: slow, and easy to read."""

from __future__ import annotations

from collections.abc import Sequence

Game = tuple[int, int, list[int]]  # width, height, points


def turned(point: int, view: int, width: int, height: int) -> int:
    """Return the image of a point in a view; passes and moves off the board do not change.

    Example:
        >>> turned(0, 6, 3, 2)  # the upper left corner, rotated right, on a board that is 2 wide then
        1
    """
    if point < 0:
        return point
    x, y = point % width, point // width
    if view & 1:
        x = width - 1 - x
    if view & 2:
        y = height - 1 - y
    return x * height + y if view & 4 else y * width + x


def views_of(game: Game) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the game in the eight views: width, height, points."""
    width, height, points = game
    return [
        (
            height if view & 4 else width,
            width if view & 4 else height,
            tuple(turned(point, view, width, height) for point in points),
        )
        for view in range(8)
    ]


def least_view(game: Game) -> tuple[int, int, tuple[int, ...]]:
    """Return the view that comes first: the same for every view of a game."""
    return min(views_of(game))


def plays(game: Game) -> Game:
    """Return the game without passes."""
    return game[0], game[1], [point for point in game[2] if point >= 0]


def beginning(game: Game, length: int) -> object:
    """Return the key of the first plays of a game, the same for all views; None for a shorter game."""
    width, height, points = plays(game)
    return least_view((width, height, points[:length])) if len(points) >= length else None


def runs(game: Game, length: int) -> set[object]:
    """Return the key of every run of consecutive plays, the same for all views."""
    width, height, points = plays(game)
    return {least_view((width, height, points[at : at + length])) for at in range(len(points) - length + 1)}


def signature(game: Game, moves: Sequence[int]) -> object:
    """Return the key of the points of some moves, the same for all views; None for a shorter game."""
    width, height, points = game
    if len(points) < max(moves):
        return None
    return least_view((width, height, [points[move - 1] for move in moves]))


def edits(a: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
    """Return the least edits that turn one sequence, or a beginning of it, into all of the other, and the rest.

    The table of edit distances; the rest is the end of the longer one.
    """
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i and j:
                changed = table[i - 1][j - 1] + (a[i - 1] != b[j - 1])
                table[i][j] = min(changed, table[i - 1][j] + 1, table[i][j - 1] + 1)
            else:
                table[i][j] = i + j
    ends = [(table[i][len(b)], len(a) - i) for i in range(len(a) + 1)]
    ends += [(table[len(a)][j], len(b) - j) for j in range(len(b) + 1)]
    return min(ends)
