"""Synthetic archives of servers: headers that may be wrong, the real terms of play, and boards as in real games.

The shares are those of 10,530 even games of servers with a recorded count: dame left
open, area less territory, side to move. The columns of the tables games and counts are generated, texts read by the
package's own readers; a game is a row, so that a million of them are made in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze import find_ruleset
from goanalyze.compare.counted_games import find_groups
from goanalyze.conventions.convention import Convention, PlayedTerms, RestMode, ResultScale
from goanalyze.conventions.groups import COLUMNS, ORIGIN_COLUMNS, Headers, matches, origins
from goanalyze.conventions.learning import Group, effective
from goanalyze.rules import RULESETS, Compensation, Scoring
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.size_komi_handicap import parse_komi
from goanalyze.tables.schema import TABLES

DAME = {0: 12, 1: 3, 2: 5, 3: 6, 4: 7, 5: 8, 6: 8, 7: 8, 8: 7, 9: 7, 10: 6, 11: 5, 12: 4, 13: 3, 14: 3, 15: 2, 16: 2}
"""Points that nobody took, and how often, in percent."""
BEYOND = {-2: 1, -1: 5, 0: 44, 1: 44, 2: 5, 3: 1}
"""Area less territory of even games, in points for Black, and how often: 0 and 1 where nobody passed early."""
TEIRE = {-2: 2, -1: 13, 0: 70, 1: 13, 2: 2}
"""What the territory margin gains when the rest is played out, in points for Black, and how often, in percent."""
RESIGNED = "B+R"
MARGINS = "area_margin", "territory_margin", "territory_margin_strict", "territory_margin_plain"
"""Columns of the table counts."""


@dataclass(frozen=True)
class Server:
    """Games that a server treats alike.

    Attributes:
        games: the number of games.
        komi_raw, rules_raw, application, place, source, years, board, stones: contents of records; stones is HA and on
            the board.
        by, komi, compensation: the terms of play; the area or the territory is counted.
        rest: how records without passes at their end are counted; None where two passes end all of them.
        scale: the unit of the results: doubled for zi without a word, halved for points that are called zi.
        wrong: share of games that are counted wrong by 1 to 20 points.
        odd: share of games that were played with another komi.
        counted: share of games with a recorded count; the others were resigned.
        copies: share of games that the archive holds once more, under another name.
    """

    games: int = 200
    komi_raw: str = "6.5"
    rules_raw: str = "Japanese"
    application: str = "Server:1.0"
    place: str = ""
    source: str = "server.zip"
    years: tuple[int, int] = (2005, 2005)
    board: int = 19
    stones: int = 0
    by: Scoring = Scoring.TERRITORY
    komi: float = 6.5
    compensation: Compensation = Compensation.NOTHING
    scale: ResultScale = ResultScale.AS_READ
    rest: RestMode | None = None
    wrong: float = 0.0
    odd: float = 0.0
    counted: float = 1.0
    copies: float = 0.0


@dataclass(frozen=True)
class Archive:
    """Games of some servers.

    Attributes:
        games, counts: the tables, in the same order; columns that nothing here is about are null.
        server: int64[games], the number of the server of each.
    """

    games: pa.Table
    counts: pa.Table
    server: NDArray[np.int64]

    def take(self, rows: Sequence[int] | NDArray[np.int64]) -> Archive:
        """Return some of the games."""
        return Archive(self.games.take(rows), self.counts.take(rows), self.server[np.asarray(rows)])


def archive(servers: Sequence[Server], seed: int) -> Archive:
    """Draw the games of some servers, one after the other; the same seed gives the same games."""
    rng = np.random.default_rng(seed)
    drawn = [_drawn(server, number, rng) for number, server in enumerate(servers)]
    games, counts = (pa.concat_tables([tables[index] for tables in drawn]) for index in (0, 1))
    sizes = [tables[0].num_rows for tables in drawn]
    return Archive(games, counts, np.repeat(np.arange(len(servers)), sizes))


def _drawn(server: Server, number: int, rng: np.random.Generator) -> tuple[pa.Table, pa.Table]:
    """Return games and counts of a server."""
    many, points = server.games, server.board**2
    dame = rng.choice(list(DAME), many, p=np.array(list(DAME.values())) / sum(DAME.values()))
    beyond = rng.choice(list(BEYOND), many, p=np.array(list(BEYOND.values())) / sum(BEYOND.values()))
    beyond += max(server.stones - 1, 0)  # each handicap stone but the first is a move more
    black_last = beyond > server.stones - 1 if server.stones else beyond > 0
    area = 2 * np.rint(rng.normal(3, 10, many)).astype(np.int64) + (points - dame) % 2
    mover = np.where(black_last, -1, 1)  # the side that fills the first of an odd number of dame has a point more
    teire = rng.choice(list(TEIRE), many, p=np.array(list(TEIRE.values())) / sum(TEIRE.values()))
    ends = {
        RestMode.OPEN: (area, area - beyond),
        RestMode.PLAYED_OUT: (area + mover * (dame % 2), area - beyond + teire),
    }
    board = ends[server.rest or RestMode.OPEN][server.by is not Scoring.AREA]
    bonus = {Compensation.NOTHING: 0, Compensation.PER_STONE: server.stones}.get(server.compensation, server.stones - 1)
    other = rng.random(many) < server.odd
    komi = np.where(other, rng.choice([0.5, 3.5, 4.5, 8.5, -5.5], many), server.komi)
    result = board - komi - (bonus if server.stones > 1 else 0)
    wrong = (rng.random(many) < server.wrong) * rng.integers(1, 21, many) * rng.choice([-1, 1], many)
    texts = [_text(value, server.scale) for value in result.tolist()]
    texts = [text if kept else RESIGNED for text, kept in zip(texts, rng.random(many) < server.counted, strict=True)]
    years = rng.integers(server.years[0], server.years[1] + 1, many)
    ids = [f"{number}-{game}" for game in range(many)]
    again = np.concatenate([np.arange(many), np.flatnonzero(rng.random(many) < server.copies)])
    counted = {rest: (by_area + wrong, by_territory + wrong) for rest, (by_area, by_territory) in ends.items()}
    games = _games(server, ids, texts, years, 200 + black_last).take(again)
    counts = _counts(ids, counted, dame, server.rest and usual_rest(server)).take(again)
    names = pa.array(
        [f"{server.source}-{name}-{number}.sgf" for number, name in enumerate(games["game_id"].to_pylist())]
    )
    return games.set_column(games.schema.get_field_index("member"), "member", names), counts


def _text(margin: float, scale: ResultScale) -> str:
    """Return RE, as the server writes the margin: its unit is taken for another."""
    if margin == 0:
        return "0"
    number = f"{abs(margin) / scale.factor if scale is ResultScale.DOUBLED else abs(margin):g}"
    return f"{'B' if margin > 0 else 'W'}+{number}{'子' if scale is ResultScale.HALVED else ''}"


def _games(
    server: Server, ids: list[str], texts: list[str], years: NDArray[np.int64], moves: NDArray[np.int64]
) -> pa.Table:
    many = len(ids)
    komi, read = parse_komi(server.komi_raw), {text: parse_result(text) for text in set(texts)}
    results = [read[text] for text in texts]
    return _table(
        "games",
        many,
        {
            "game_id": ids,
            "canonical_id": ids,
            "source": [server.source] * many,
            "member": ids,
            "application": [server.application] * many,
            "place": [server.place] * many,
            "rules_raw": [server.rules_raw] * many,
            "komi_raw": [server.komi_raw] * many,
            "komi": [komi.points] * many,
            "komi_source": [komi.source.value] * many,
            "komi_unit": [komi.unit.value] * many,
            "handicap": [server.stones] * many,
            "handicap_stones": [server.stones if server.stones > 1 else 0] * many,
            "board_width": [server.board] * many,
            "board_height": [server.board] * many,
            "date": [np.datetime64(f"{year}-07-01").item() for year in years.tolist()],
            "result_raw": texts,
            "result_by": [result.by.value for result in results],
            "result_winner": [result.winner.value if result.winner else "none" for result in results],
            "result_margin": [result.points for result in results],
            "result_unit": [each.unit.value for each in results],
            "move_count": moves,
            "skipped_turns": [[]] * many,
        },
    )


def usual_rest(server: Server) -> RestMode:
    """Return the end of the record that is usual for the origin that a server's records name."""
    named = {"source": server.source, "member": "1.sgf", "place": server.place, "application": server.application}
    return RestMode.at(int(origins({name: pa.chunked_array([[named[name]]]) for name in ORIGIN_COLUMNS}).rest[0]))


def _counts(
    ids: list[str],
    margins: Mapping[RestMode, tuple[NDArray[np.int64], ...]],
    dame: NDArray[np.int64],
    rest: RestMode | None,
) -> pa.Table:
    many = len(ids)
    area, territory = margins[rest or RestMode.OPEN]
    others = {}
    if rest is not None:
        (other,) = (margins[mode] for mode in RestMode if mode is not rest)
        others = dict(zip([f"other_{name}" for name in MARGINS], [other[0], *(other[1:] * 3)], strict=True))
    return _table(
        "counts",
        many,
        {
            "game_id": ids,
            **dict(zip(MARGINS, [area, *[territory] * 3], strict=True)),
            **others,
            "area_minus_territory": area - territory,
            "dame": dame,
            "seki_points": [0] * many,
            "position": ["estimated"] * many,
            "status_source": ["estimated"] * many,
            "status_confidence": [1.0] * many,
            "rest": [rest and rest.value] * many,
        },
    )


def swap_counts(archive: Archive) -> Archive:
    """Return the same games with the other end of the record counted, as in a check that applies it."""
    counts = archive.counts
    swapped = {name: counts[f"other_{name}"] for name in MARGINS} | {f"other_{name}": counts[name] for name in MARGINS}
    other = dict(zip(RestMode.names(), reversed(RestMode.names()), strict=True))
    assert counts["rest"].null_count == 0
    return replace(
        archive, counts=with_columns(counts, **swapped, rest=[other[rest] for rest in counts["rest"].to_pylist()])
    )


def _table(name: str, rows: int, values: dict[str, object]) -> pa.Table:
    """Return a table of the schema, null where nothing is given."""
    (table_type,) = (table for table in TABLES.values() if table.name == name)
    unknown = values.keys() - {column.name for column in table_type.columns}
    assert not unknown, unknown
    columns = {}
    for column in table_type.columns:
        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        cells = values.get(column.name)
        columns[column.name] = (pa.nulls(rows, kind) if cells is None else pa.array(cells, kind)).cast(column.type)
    return pa.table(columns)


TERRITORY, AREA = Scoring.TERRITORY, Scoring.AREA
STORIES = {
    "komi 6.5 called 0": Server(komi_raw="0", komi=6.5),
    "no komi named, 5.5 played": Server(komi_raw="", komi=5.5),
    "komi in zi": Server(komi_raw="2.5", komi=5.0),
    "komi in zi that is points": Server(komi_raw="6.5子", komi=6.5),
    "komi of the other sign": Server(komi_raw="-5.5", komi=5.5),
    "a komi that the header does not hint at": Server(komi_raw="6.5", komi=4.5),
    "area called Japanese": Server(komi_raw="7.5", komi=7.5, by=AREA),
    "territory called Chinese": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese"),
    "area and 7.5 called Japanese and 0": Server(komi_raw="0", komi=7.5, by=AREA),
    "zi without a word": Server(komi_raw="7", komi=7.0, rules_raw="Chinese", by=AREA, scale=ResultScale.DOUBLED),
    "points called zi": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, scale=ResultScale.HALVED),
    "komi of handicap games": Server(komi_raw="6.5", komi=0.5, stones=3),
    "handicap for nothing": Server(komi_raw="0.5", komi=0.5, stones=4, rules_raw="Chinese", by=AREA),
    "handicap but one": Server(
        komi_raw="0.5", komi=0.5, stones=4, rules_raw="Chinese", by=AREA, compensation=Compensation.PER_STONE_BUT_ONE
    ),
    "a rest that is open": Server(rest=RestMode.OPEN),
    "a rest that is open, by area": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, rest=RestMode.OPEN),
    "a rest that Tygem's players play out": Server(place="TYGEM", rest=RestMode.PLAYED_OUT),
    "komi 6.5 called 0, and a rest that is open": Server(komi_raw="0", komi=6.5, rest=RestMode.OPEN),
    "area called Japanese, and a rest that Tom plays out": Server(
        komi_raw="7.5", komi=7.5, by=AREA, place="Tom", rest=RestMode.PLAYED_OUT
    ),
}
"""Headers that do not say what was played, by what they hide."""
HONEST = {
    "Japanese": Server(),
    "Chinese": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA),
    "Japanese, played out": Server(rest=RestMode.PLAYED_OUT),
    "Japanese of Tygem": Server(place="TYGEM", rest=RestMode.OPEN),
    "Chinese, played out": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, rest=RestMode.PLAYED_OUT),
    "Japanese with handicap": Server(komi_raw="0.5", komi=0.5, stones=3),
    "Chinese with handicap": Server(
        komi_raw="0.5", komi=0.5, stones=3, rules_raw="Chinese", by=AREA, compensation=Compensation.PER_STONE
    ),
}
"""Headers that say it."""


def groups_of(archive: Archive) -> list[Group]:
    """Return the groups that are learned from an archive."""
    return find_groups(archive.games, archive.counts)


def apply_groups(archive: Archive) -> tuple[tuple[Convention, ...], NDArray[np.int32]]:
    """Return the conventions learned from an archive, and the number of each game's, −1 for none."""
    conventions = effective(groups_of(archive))
    return conventions, matches(conventions, Headers.of({name: archive.games[name] for name in COLUMNS}))


def fate(server: Server, convention: Convention | None) -> str:
    """Return the result for games of a server: right, wrong, or left to the header, which is not right."""
    declared = find_ruleset(server.rules_raw).id
    played = PlayedTerms() if convention is None else convention.played
    ruleset = RULESETS[played.ruleset or declared]
    komi = parse_komi(server.komi_raw).points if played.komi is None else played.komi
    bonus = played.compensation or ruleset.compensation.value
    same = ruleset.scoring.value is server.by and komi == server.komi and played.scale is server.scale
    same &= server.stones < 2 or bonus is server.compensation
    if server.rest not in (None, played.rest or usual_rest(server)):
        return "left" if played.is_header else "wrong"
    return "right" if same else "left" if replace(played, rest=None).is_header else "wrong"


def territory_only(archive: Archive, beyond: int) -> Archive:
    """Return an archive with results by area whose territory is area less a number of points in every game."""
    area = archive.counts["area_margin"].to_numpy()
    return replace(archive, counts=with_columns(archive.counts, territory_margin=area - beyond))


def mirror(archive: Archive) -> Archive:
    """Return the games with colours swapped, and with them the sign of komi; no handicap game is among them."""
    names = [*MARGINS, *(f"other_{name}" for name in MARGINS)]
    counts = with_columns(archive.counts, **{name: pc.negate(archive.counts[name]) for name in names})
    komi = [
        "" if not text else text[1:] if text[0] == "-" else f"-{text}" for text in archive.games["komi_raw"].to_pylist()
    ]
    games = with_columns(
        archive.games,
        komi_raw=komi,
        komi=[parse_komi(text).points for text in komi],
        result_margin=pc.negate(archive.games["result_margin"]),
        move_count=pc.add(archive.games["move_count"], 1),
    )
    return replace(archive, games=games, counts=counts)


def with_columns(table: pa.Table, **columns: Any) -> pa.Table:
    """Return a table with some columns replaced."""
    for name, values in columns.items():
        field = table.schema.field(name)
        cells = values.cast(field.type) if isinstance(values, pa.ChunkedArray) else pa.array(values, field.type)
        table = table.set_column(table.schema.get_field_index(name), field, cells)
    return table
