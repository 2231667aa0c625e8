"""Dead stones that a user gives: a list, one row per game, from a CSV or Parquet file.

A list is small: a path and a digest, so that it travels to other processes; its rows are read where they are asked for.
What may not live here: options of commands, counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from goanalyze.core.position import Position
from goanalyze.life.choices import MarkedTerritory, StatusSource
from goanalyze.life.markup import marked_chains, marked_region
from goanalyze.life.statuses import Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.sgf.game_ids import text_id
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import read_rows
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.points import points_of

_ASKED: Final = "it needs a column dead, and game_id, or source with member and game_index"

Place = tuple[str, str, int]
"""Where a game stands: source, member, number in it from 0."""


class GivenRow(NamedTuple):
    """One row of a list.

    Attributes:
        stones: names or indices of points.
        where: the file and the line that says so; empty where no file does.
        line: of the CSV file, or row of the Parquet file, from 1.
        game: id of the game, or its place.
    """

    stones: tuple[str | int, ...]
    where: str = ""
    line: int = 0
    game: str | Place = ""

    @property
    def title(self) -> str:
        """The game, in words."""
        if isinstance(self.game, str):
            return f"game with the id {self.game!r}"
        source, member, index = self.game
        return f"game {index} of {source + ('/' + member) * bool(member)!r}"


@dataclass(frozen=True, slots=True)
class DeadList:
    r"""A file with the dead stones of some games.

    A column ``dead`` names points as GTP does (``A9 B9``), with blanks or commas between them; a stone stands for its
    chain, and nothing says that none is dead. ``game_id``, as in the table of games, says of which game; of its copies,
    too, unless the list has them. Or ``source``, ``member`` and ``game_index`` do; the last two may be left out.

    Attributes:
        path: of the file; CSV, or Parquet if it is named so.
        digest: of its bytes.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "dead.csv").write_text("source,dead\na.sgf,A9 B9\n")
        ...     len(DeadList.read(f"{folder}/dead.csv").rows)
        1
    """

    path: str
    digest: str

    @classmethod
    def read(cls, path: str | Path) -> DeadList:
        """Read a list, and refuse one that cannot be understood.

        Args:
            path: of the file.

        Raises:
            ValueError: there is no such file, a column is missing, or a row says nothing that can be.
        """
        digest, rows = _read(str(path))
        found = cls(str(path), digest)
        found._keep(rows)
        return found

    @classmethod
    def again(cls, told: Sequence[str] | None) -> DeadList | None:
        """Return the list that a dataset was made with; None for none, or where its file is gone or has changed.

        Args:
            told: its path and digest, as the dataset tells them.
        """
        try:
            return found if told and (found := cls.read(told[0])).digest == told[1] else None
        except ValueError:
            return None

    @property
    def rows(self) -> Mapping[str | Place, GivenRow]:
        """The rows, by game; raises `ValueError` where the file is no longer what it was."""
        if self not in _ROWS:
            digest, rows = _read(self.path)
            if digest != self.digest:
                raise ValueError(f"the dead stones in {self.path!r} changed during the run; give the command again")
            self._keep(rows)
        return _ROWS[self]

    def _keep(self, rows: Mapping[str | Place, GivenRow]) -> None:
        """Remember the rows in this process, in place of another list's."""
        _ROWS.clear()
        _ROWS[self] = rows

    def missing(self, lines: Iterable[int]) -> list[str]:
        """Return a sentence for each row whose game was not met.

        Args:
            lines: numbers of the rows whose games were met.
        """
        met = frozenset(lines)
        return [f"{row.where}: there is no {row.title} in what was checked"
                for row in self.rows.values() if row.line not in met]  # fmt: skip

    def __str__(self) -> str:
        return self.digest


_ROWS: Final[dict[DeadList, Mapping[str | Place, GivenRow]]] = {}
"""The rows of the list that this process has read last, which a run asks for with every chunk."""


def _read(path: str) -> tuple[str, dict[str | Place, GivenRow]]:
    """Return the digest of a file, and its rows by game."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"the dead stones in {path!r} cannot be read: {sentence(error)}") from None
    rows: dict[str | Place, GivenRow] = {}
    for line, where, told in read_rows(path, content):
        if "dead" not in told or not {"game_id", "source"} & told.keys():
            raise ValueError(f"{path!r} is no list of dead stones: {_ASKED}")
        row = GivenRow(_stones(told["dead"]), where, line, _game(told, where))
        if (before := rows.setdefault(row.game, row)) is not row:
            raise ValueError(f"{where}: the {row.title} was named before ({before.where})")
    return blake2b(content, digest_size=16).hexdigest(), rows


def _game(told: Mapping[str, Any], where: str) -> str | Place:
    if told.get("game_id"):
        return str(told["game_id"])
    if not told.get("source"):
        raise ValueError(f"{where}: it names no game; {_ASKED}")
    try:
        return str(told["source"]), str(told.get("member") or ""), int(told.get("game_index") or 0)
    except (TypeError, ValueError):
        raise ValueError(f"{where}: {told['game_index']!r} is no number of a game") from None


def _stones(told: object) -> tuple[str | int, ...]:
    if told is None:
        return ()
    if isinstance(told, str):
        return tuple(told.replace(",", " ").split())
    return tuple(told) if isinstance(told, list) else (str(told),)


Given: TypeAlias = Mapping[int, GivenRow]
"""The dead stones that a user gives for games of a chunk, by the number of the game."""


def given_for(records: Records, ids: Sequence[str], dead: DeadList) -> Given:
    """Look up the games of a chunk in a list, by id or place; raises `ValueError` where its file has changed."""
    rows, found = dead.rows, {}
    by_text = {text_id(name): row for name, row in rows.items() if isinstance(name, str)}
    for game, (name, index) in enumerate(zip(ids, records.game_index.tolist(), strict=True)):
        text = records.text_of(game)
        row = rows.get(name) or by_text.get(text_id(name)) or rows.get((text.source, text.member, index))
        if row:
            found[game] = row
    return found


def set_given(replays: Replays, statuses: Statuses, given: Given) -> None:
    """Write down the dead stones that a list gives, in place of all that is known of these games.

    A row that names no stone is not used, and `Statuses.given_errors` says why.

    Args:
        replays: a chunk.
        statuses: of the same, written.
        given: what is given.
    """
    for game, row in given.items():
        span = slice(*replays.board_start[game : game + 2].tolist())
        width, height = int(replays.width[game]), int(replays.height[game])
        try:
            position = Position(width, height, replays.boards[span])
            points = points_of(row.stones, width, height)
            dead, regions = marked_chains(position, points), marked_region(position, points)
        except ValueError as error:
            why = str(error) if width else "the record has no board"
            statuses.given_errors[game] = f"{row.where}: {why}" if row.where else why
            continue
        statuses.owner[span] = 0
        for marked, stones in ((statuses.dead, dead), (statuses.by_regions, regions)):
            marked[span] = np.isin(np.arange(width * height), list(stones))
        statuses.source[game], statuses.confidence[game] = StatusSource.GIVEN.index, 1.0
        statuses.as_marked[game] = MarkedTerritory.NO.index
        statuses.markup_errors.pop(game, None)
