"""Can a chain be taken, by plain depth-first search on a board of characters? Second opinion where no ko is fought.

A position that comes back on the way to itself counts as not taken (infinite play takes nothing); proofs with
such a repetition in their line are not stored for other lines. Nothing is shared with `goanalyze` nor with
`oracles.article_7`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Ko(Exception):
    """A ko can be taken, so that earlier moves matter."""


class TooLong(Exception):
    """More positions were looked at than were allowed."""


class Search:
    """Looks for a forced capture.

    Args:
        rows: X and O stones, a dot empty, B and W stones that are never taken, blanks off the board.
        target: row and column of a stone of the chain.
        most: how many positions may be looked at.
    """

    def __init__(self, rows: Sequence[str], target: tuple[int, int], most: int) -> None:
        """Frame the board with blanks."""
        self.width = max(map(len, rows)) + 1
        blank = " " * self.width
        self.start = blank + "".join(row.ljust(self.width) for row in rows) + blank
        self.target = self.width * (target[0] + 1) + target[1]
        self.owner = self.start[self.target]
        self.left = most
        self.taken: set[str] = set()
        self.kept: set[str] = set()

    def captured(self, first: str) -> bool:
        """Return True if the target is taken if `first`, X or O, moves first.

        Raises:
            Ko: a ko capture came up.
            TooLong: the search was too long.
        """
        return self._captured(self.start, first, {})[0]

    def _captured(self, board: str, turn: str, line: dict[str, int]) -> tuple[bool, int]:
        """Return True if the target is taken, and the first position in the line that this rests on."""
        depth, here = len(line), turn + board
        if board[self.target] != self.owner or here in self.taken:
            return True, depth
        if here in self.kept:
            return False, depth
        if here in line:
            return False, line[here]
        self.left -= 1
        if not self.left:
            raise TooLong
        wanted = turn != self.owner
        result, rests_on = not wanted, depth
        following = list(self._moves(board, turn))
        line[here] = depth
        for then in following:
            taken, on = self._captured(then, "XO"[turn == "X"], line)
            if taken == wanted:
                result, rests_on = taken, min(on, depth)
                break
            rests_on = min(rests_on, on)
        del line[here]
        if result:
            self.taken.add(here)
            return True, depth
        if rests_on == depth:
            self.kept.add(here)
        return False, rests_on

    def _moves(self, board: str, turn: str) -> Iterator[str]:
        """Yield the boards after each play, those that take something first, and after a pass."""
        other, quiet = "XO"[turn == "X"], [board]
        for at, mark in enumerate(board):
            if mark != ".":
                continue
            after = board[:at] + turn + board[at + 1 :]
            removed = 0
            for near in self._beside(at):
                if after[near] == other:
                    chain, liberties = self._chain(after, near)
                    if not liberties:
                        removed += len(chain)
                        for stone in chain:
                            after = after[:stone] + "." + after[stone + 1 :]
            chain, liberties = self._chain(after, at)
            if removed == 1 and len(chain) == 1 and liberties == 1:
                raise Ko
            if removed:
                yield after
            elif liberties:
                quiet.append(after)
        yield from quiet

    def _chain(self, board: str, at: int) -> tuple[set[int], int]:
        """Return the points of a chain and how many liberties it has: many if it is joined to stones never taken."""
        kin = {"X": "XB", "O": "OW"}[board[at]]
        chain, waiting, free = {at}, [at], set()
        while waiting:
            for near in self._beside(waiting.pop()):
                if board[near] == ".":
                    free.add(near)
                elif board[near] == kin[1]:
                    return chain, 1_000
                elif board[near] == kin[0] and near not in chain:
                    chain.add(near)
                    waiting.append(near)
        return chain, len(free)

    def _beside(self, at: int) -> tuple[int, int, int, int]:
        return at - self.width, at - 1, at + 1, at + self.width
