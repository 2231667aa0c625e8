"""Dead stones that a user names: a list with a row for each game, from a CSV or Parquet file.

A list is a path and a digest, so that it travels to other processes. Each process reads the rows when it needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from goanalyze.core.position import Position
from goanalyze.errors import OptionError
from goanalyze.life.choices import RulingStatus, StatusSource
from goanalyze.life.markup import marked_chains, marked_region
from goanalyze.life.statuses import Statuses
from goanalyze.points import points_of
from goanalyze.replay.arrays import Replays
from goanalyze.sgf.records import Records, text_id
from goanalyze.util.arguments import read_integer, read_items, read_path
from goanalyze.util.arrow import read_rows
from goanalyze.util.faults import sentence
from goanalyze.util.row import FieldMapping

_EXPECTED: Final = "Expected a column dead, and game_id, or source with member and game_index."

GameKey: TypeAlias = str | tuple[str, str, int]
"""A game of a list: its id; or source, member and number in it from 0."""


class DeadListRow(NamedTuple):
    """A row of a list of dead stones.

    Attributes:
        stones: names or indices of points.
        address: file and line of the row; empty without a file.
        line: line of the CSV file, or row of the Parquet file, from 1.
        game: the game.
    """

    stones: tuple[str | int, ...]
    address: str = ""
    line: int = 0
    game: GameKey = ""

    @property
    def title(self) -> str:
        """Description of the game."""
        if isinstance(self.game, str):
            return f"game with the id {self.game!r}"
        source, member, index = self.game
        return f"game {index} of {source + ('/' + member) * bool(member)!r}"


@dataclass(frozen=True, slots=True)
class DeadList:
    r"""A file with the dead stones of some games.

    The column ``dead`` names points as GTP does (``A9 B9``), with blanks or commas between them. A stone names its
    chain; an empty value says that no stone is dead. The game is in the column ``game_id``, as in the table of games;
    such a row is also for the copies of that game without a row of their own. Or it is in ``source``, ``member`` and
    ``game_index``, of which the last two are optional.

    Attributes:
        path: path of the file, which is Parquet if it is named so, else CSV.
        digest: digest of its bytes.

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
        """Read a list.

        Args:
            path: path of the file.

        Raises:
            OptionError: the file or a column is missing, or a row is not valid.
        """
        file = read_path("dead", path)
        digest, rows = _read(file)
        result = cls(file, digest)
        result._cache(rows)
        return result

    @classmethod
    def reload(cls, recorded: Sequence[str] | None) -> DeadList | None:
        """Return the list of a recorded path and digest; None without these, or if the file is missing or another.

        Raises:
            OptionError: `recorded` is not a path and a digest.
        """
        if recorded is not None and not (isinstance(recorded, Sequence) and len(recorded) > 1):
            raise OptionError(f"{recorded!r} is not a valid record of a list. Expected its path and digest.")
        try:
            return reread if recorded and (reread := cls.read(recorded[0])).digest == recorded[1] else None
        except OptionError:
            return None

    @property
    def rows(self) -> Mapping[GameKey, DeadListRow]:
        """The rows by game; `OptionError` if the file has changed."""
        if self not in _ROWS:
            digest, rows = _read(self.path)
            if digest != self.digest:
                raise OptionError(f"{self.path!r} changed during the run. Run the command again with this list.")
            self._cache(rows)
        return _ROWS[self]

    def _cache(self, rows: Mapping[GameKey, DeadListRow]) -> None:
        """Keep the rows in this process, in place of those of another list."""
        _ROWS.clear()
        _ROWS[self] = rows

    def unmatched_rows(self, lines: Iterable[int]) -> list[str]:
        """Return a sentence for each row whose game was not found; `lines` are those of the other rows."""
        matched = frozenset(map(partial(read_integer, "lines"), read_items("lines", lines, "numbers of lines")))
        return [
            f"{row.address}: the {row.title} is not in the inputs"
            for row in self.rows.values()
            if row.line not in matched
        ]


_ROWS: Final[dict[DeadList, Mapping[GameKey, DeadListRow]]] = {}
"""The rows of the last list of this process, which every chunk of a run needs."""


def _read(path: str) -> tuple[str, dict[GameKey, DeadListRow]]:
    """Return the digest of a file, and its rows by game."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"The list of dead stones {path!r} cannot be read: {sentence(error)}") from None
    rows: dict[GameKey, DeadListRow] = {}
    for line, address, values in read_rows(path, content):
        if "dead" not in values or not {"game_id", "source"} & values.keys():
            raise OptionError(f"{path!r} is not a valid list of dead stones. {_EXPECTED}")
        row = DeadListRow(_stones(values["dead"]), address, line, _game(values, address))
        if (first := rows.setdefault(row.game, row)) is not row:
            raise OptionError(f"{address}: the {row.title} has a row already ({first.address}).")
    return blake2b(content, digest_size=16).hexdigest(), rows


def _game(values: FieldMapping, address: str) -> GameKey:
    if values.get("game_id"):
        return str(values["game_id"])
    if not values.get("source"):
        raise OptionError(f"{address}: the game is missing. {_EXPECTED}")
    try:
        return str(values["source"]), str(values.get("member") or ""), int(values.get("game_index") or 0)
    except (TypeError, ValueError):
        raise OptionError(
            f"{address}: {values['game_index']!r} is not a valid game_index. Expected 0, 1, 2 …"
        ) from None


def _stones(value: object) -> tuple[str | int, ...]:
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    return () if value is None else tuple(value) if isinstance(value, list) else (str(value),)


def rows_for_games(records: Records, ids: Sequence[str], dead_list: DeadList) -> dict[int, DeadListRow]:
    """Return the rows of a list for games of a chunk, by number of the game; `OptionError` if its file has changed."""
    rows, by_game = dead_list.rows, {}
    by_text = {text_id(key): row for key, row in rows.items() if isinstance(key, str)}
    for game, (game_id, index) in enumerate(zip(ids, records.game_index.tolist(), strict=True)):
        text = records.text_of(game)
        row = rows.get(game_id) or by_text.get(text_id(game_id)) or rows.get((text.source, text.member, index))
        if row:
            by_game[game] = row
    return by_game


def apply_dead_list(replays: Replays, statuses: Statuses, rows: Mapping[int, DeadListRow]) -> None:
    """Set the statuses of the games that have a row; a row with a point without a stone is an error of `statuses`."""
    base = statuses.base
    for game, row in rows.items():
        span = slice(*replays.board_start[game : game + 2].tolist())
        width, height = int(replays.width[game]), int(replays.height[game])
        try:
            position = Position(width, height, replays.boards[span])
            points = points_of(row.stones, width, height)
            base.dead[span] = marked_chains(position, points)
            statuses.regions.status[span] = RulingStatus.DEAD.index * marked_region(position, points)
        except ValueError as error:
            reason = str(error).removesuffix(".") if width else "the record has no board"
            statuses.dead_list_errors[game] = f"{row.address}: {reason}" if row.address else reason
            continue
        base.source[game], base.confidence[game] = StatusSource.USER_LIST.index, 1
