"""Where handicap stones stand when their points are fixed."""

from __future__ import annotations


def fixed_handicap(width: int, height: int, stones: int) -> list[int]:
    """Return the standard points for 2 to 9 handicap stones on square boards from 7 up; else nothing.

    Servers and printed rules differ on which corner stays empty with three stones; here the upper left one does
    (Japanese custom and AGA), GTP leaves the lower right one.

    Example:
        >>> from goanalyze.vocabulary.points import to_gtp
        >>> [to_gtp(point, 19, 19) for point in fixed_handicap(19, 19, 3)]
        ['D4', 'Q16', 'Q4']
    """
    if width != height or width < 7 or not 2 <= stones <= 9 or (width % 2 == 0 and stones > 4):
        return []
    line = 2 if width < 13 else 3
    near, far, middle = line, width - 1 - line, width // 2
    places = [(far, near), (near, far), (far, far), (near, near)][:stones]
    if stones >= 6:
        places += [(middle, near), (middle, far)]
    if stones >= 8:
        places += [(near, middle), (far, middle)]
    if stones >= 5 and stones % 2:
        places.append((middle, middle))
    return [row * width + column for row, column in places]
