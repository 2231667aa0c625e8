"""Where a row's game came from, and the same game read again.

Its text is the one that was checked, or an error says that it is not. What may live here: rows, files and hashes of
text. What may not: boards.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, SupportsIndex, SupportsInt

import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.archives.address import Address, read_address
from goanalyze.archives.source_lookup import locate, reread_blobs
from goanalyze.errors import NotFoundError, OptionError, SourceError
from goanalyze.sgf.charset import Text, decode_as
from goanalyze.sgf.game_ids import text_id, text_ids
from goanalyze.sgf.records import Records, one_game, read_records
from goanalyze.tables.reading import TableOrParts, read, take
from goanalyze.vocabulary.row import Row
from goanalyze.vocabulary.toml import shown


class Decision(NamedTuple):
    """How a file was decoded: `encoding` and `encoding_source` of the files table."""

    encoding: str
    how: str


Decisions = Mapping[tuple[str, str], Sequence[Decision]]


class Origin(NamedTuple):
    """Where a game stood when it was checked: file, member, number in it from 0; and its id."""

    source: str
    member: str
    game_index: int
    game_id: str

    def __str__(self) -> str:
        return repr(str(Address(self.source, self.member, self.game_index)))


_COLUMNS: Final = Origin._fields


def origins(games: TableOrParts, rows: Sequence[int]) -> list[Origin]:
    """Return where the games of some rows of the games table came from.

    Raises:
        IndexError: there is no such row.
        DatasetError: the table cannot be read.
    """
    return [Origin(**row) for row in take(games, rows, _COLUMNS).to_pylist()]


def game_numbers(games: TableOrParts, ids: Collection[str]) -> dict[str, int]:
    """Return the numbers of games in a dataset, from 1, by their ids.

    Args:
        games: the table games.
        ids: ids of the games that are looked up.
    """
    numbers: dict[str, int] = {}
    if ids:
        column = read(games, ["game_id"]).column("game_id").cast(pa.string())
        rows = pc.indices_nonzero(pc.is_in(column, value_set=pa.array(sorted(ids), pa.string())))
        for game_id, row in zip(column.take(rows).to_pylist(), rows.to_pylist(), strict=True):
            numbers.setdefault(game_id, row + 1)
    return numbers


def origin_of(row: SupportsIndex | str | Row, games: TableOrParts) -> Origin:
    """Return where the game of a row came from.

    Args:
        row: a row's number in the games table; the game's address; or a row itself, of any table: a mapping or a pandas
            Series.
        games: the games table, see `goanalyze.tables.reading`.

    Raises:
        NotFoundError: the row does not exist, or has no game of these tables.
        OptionError: the value is not a row.
    """
    if isinstance(row, SupportsIndex):
        return origins(games, [operator.index(row)])[0]
    if isinstance(row, str):
        at = read_address(row)
        told = {"source": at.source, "member": at.member, "game_index": at.game or 0}
        found = read(games, _COLUMNS, [(name, "==", value) for name, value in told.items()]).slice(0, 1).to_pylist()
        if not found:
            raise NotFoundError(f"The game {row!r} is not found in these tables. Expected an address in games.")
        return Origin(**found[0])
    if not hasattr(row, "keys"):
        raise OptionError(f"{shown(row)} is not a valid row. Expected its number, an address, or a row of a table.")
    told = {name: row[name] for name in _COLUMNS if name in row.keys()}  # noqa: SIM118 - `in` a Series asks its index
    game_id = told.get("game_id")
    if "game_id" in told and not isinstance(game_id, str):
        raise NotFoundError("The row is about a file. Expected one about a game.")
    if len(told) == len(_COLUMNS):
        return _stated(told)
    if game_id is None:
        raise NotFoundError("The row has no game. Expected the column game_id, or the number of a row of games.")
    found = read(games, _COLUMNS, [("game_id", "==", game_id)]).slice(0, 1).to_pylist()
    if not found:
        raise NotFoundError(f"The game with the id {game_id!r} is not found in these tables. Expected one of games.")
    return Origin(**found[0])


def line_of(row: SupportsIndex | str | Row) -> int:
    """Return the number of the variation that a row is about, 0 for the main line, as of any row that names none."""
    if isinstance(row, str):
        return read_address(row).line
    line = None if isinstance(row, SupportsIndex) else row.get("line")
    return int(line) if isinstance(line, SupportsInt) and line == line else 0  # noqa: PLR0124 - not NaN


def _stated(told: Mapping[str, object]) -> Origin:
    """Return where a row says that its game stood."""
    source, member, number, game_id = (told[name] for name in _COLUMNS)
    try:
        index = int(number) if isinstance(number, SupportsInt) else -1  # pandas makes floats of a column with gaps
    except (TypeError, ValueError, OverflowError):  # null, NA, NaN, infinite, text
        index = -1
    if not isinstance(source, str) or not isinstance(member, str) or index < 0 or index != number:
        raise NotFoundError("The source of the row's game is missing. Expected source, member and game_index, or "
                            "game_id alone.")  # fmt: skip
    return Origin(source, member, index, str(game_id))


def read_origins(
    wanted: Sequence[Origin], files: TableOrParts, *, beside: Path | None = None, root: str | Path | None = None
) -> Iterator[tuple[int, Records | SourceError]]:
    """Read games again, each source once.

    Args:
        wanted: where they stood.
        files: the files table: it says how each file was decoded.
        beside: the dataset's folder: where to look for the sources, see `goanalyze.archives.source_lookup.locate`.
        root: another folder to look in.

    Yields:
        The number in `wanted`, and the game as a chunk of its own or why it cannot be had; in the order of reading.

    Raises:
        DatasetError: the files table cannot be read.
    """
    if not wanted:
        return
    decisions = _decisions(wanted, files)
    by_source: dict[str, dict[int, Origin]] = defaultdict(dict)
    for number, origin in enumerate(wanted):
        if decisions[origin.source, origin.member]:
            by_source[origin.source][number] = origin
        else:
            name = repr(Address(origin.source, origin.member).file)
            yield number, SourceError(f"{name} is not among the files of these tables; ask those that the row is from")
    for source, waiting in by_source.items():
        try:
            path = locate(source, beside, root)
        except SourceError as error:
            yield from ((number, error) for number in waiting)
        else:
            yield from _read_source(source, path, waiting, decisions)


def _read_source(
    source: str, path: str, waiting: dict[int, Origin], decisions: Decisions
) -> Iterator[tuple[int, Records | SourceError]]:
    """Read one file or archive until all games that wait are found; say of the others why they are not."""
    places: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, origin in waiting.items():
        places[origin.member][origin.game_index].append(number)
    faults: dict[str, str] = {}  # of each member met what is wrong with it, or nothing
    for text in _texts(source, {member: decisions[source, member] for member in places}, path):
        faults.setdefault(text.member, text.message if text.code and not text.data else "")
        for index, game in _games_of(text, places[text.member]):
            (hashed,) = text_ids(game)
            for number in places[text.member][index]:
                if number in waiting and text_id(waiting[number].game_id) == hashed:
                    del waiting[number]
                    yield number, game
        if not waiting:
            return
    yield from ((number, _missing(origin, faults)) for number, origin in waiting.items())


def _texts(source: str, members: Mapping[str, Sequence[Decision]], path: str) -> Iterator[Text]:
    """Yield the members asked for as UTF-8, decoded as they were; one that cannot be read has a code and no text.

    Files of one name may have been decoded in several ways; each gives a text.
    """
    for blob in reread_blobs(source, list(members), path):
        code, message = (blob.code, blob.message) if not blob.data else (None, "")
        for decision in () if code else members[blob.member]:
            try:
                yield decode_as(blob, *decision)
            except LookupError:
                code, message = "GO011", f"the charset {decision.encoding!r} is not known to this Python"
        if code:
            yield Text(source, blob.member, 0, b"", "", "none", code, message)


def _games_of(text: Text, indices: Container[int]) -> Iterator[tuple[int, Records]]:
    """Yield the games of a file that are asked for, by their number in it."""
    for records in read_records([text]):
        for game, index in enumerate(records.game_index.tolist()):
            if index in indices:
                yield index, one_game(records, game)


def _missing(origin: Origin, faults: Mapping[str, str]) -> SourceError:
    """Say why a game was not found: the file is damaged, has no such member, or holds something else now."""
    fault = faults.get(origin.member, faults.get(""))
    if fault:
        return SourceError(f"{Address(origin.source, origin.member).file!r} cannot be read any more: {fault}")
    if fault is None:
        return SourceError(f"{origin.source!r} has no member {origin.member!r} any more; run the check again")
    return SourceError(f"{origin} has changed since it was checked; run the check again")


def _decisions(wanted: Sequence[Origin], files: TableOrParts) -> Decisions:
    """Return how each file was decoded; a path given twice, or a member's name used twice, has several ways."""
    import pyarrow.compute as pc  # noqa: PLC0415 - takes 0.1 s, and only who reads games again needs it

    sources, members = ({origin[at] for origin in wanted} for at in (0, 1))
    condition = pc.field("member").isin(list(members)) & pc.field("source").cast("string").isin(list(sources))
    found: dict[tuple[str, str], dict[Decision, None]] = defaultdict(dict)
    for row in read(files, ["source", "member", "encoding", "encoding_source"], condition).to_pylist():
        if row["encoding"]:
            found[row["source"], row["member"]][Decision(row["encoding"], row["encoding_source"])] = None
    return defaultdict(tuple, {place: tuple(ways) for place, ways in found.items()})
