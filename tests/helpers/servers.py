"""Archives of servers made up: headers that may lie, what was really played, and boards as real games leave them.

The shares are those of the 10,530 even games with a recorded count in ../shared/archives/dev (version 0.4.0): dame left
open, area less territory, who is to move. What is made are columns of the tables games and counts, texts read by the
package's own readers; a game is a row, so that a million of them are made in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.played import find_groups
from goanalyze.conventions.choices import DameFill, ResultScale
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.groups import COLUMNS, Headers, matches
from goanalyze.conventions.learn import Group, effective
from goanalyze.rules import RULESETS, Compensation, Scoring, find_ruleset
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.size_komi_handicap import parse_komi
from goanalyze.tables.schema import TABLES

DAME = {0: 12, 1: 3, 2: 5, 3: 6, 4: 7, 5: 8, 6: 8, 7: 8, 8: 7, 9: 7, 10: 6, 11: 5, 12: 4, 13: 3, 14: 3, 15: 2, 16: 2}
"""Points that nobody took, and how often, in percent."""
BEYOND = {-2: 1, -1: 5, 0: 44, 1: 44, 2: 5, 3: 1}
"""Area less territory of even games, in points for Black, and how often: 0 and 1 where nobody passed early."""
RESIGNED = "B+R"


@dataclass(frozen=True)
class Server:
    """Games that a server treats alike.

    Attributes:
        games: so many.
        komi_raw, rules_raw, application, source, years, board, stones: what records say; stones is HA and on the board.
        by, komi, compensation, dame: what was played; the area or the territory is counted.
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
    source: str = "server.zip"
    years: tuple[int, int] = (2005, 2005)
    board: int = 19
    stones: int = 0
    by: Scoring = Scoring.TERRITORY
    komi: float = 6.5
    compensation: Compensation = Compensation.NOTHING
    scale: ResultScale = ResultScale.AS_READ
    dame: DameFill = DameFill.OPEN
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
    made = [_drawn(server, number, rng) for number, server in enumerate(servers)]
    games, counts = (pa.concat_tables([tables[place] for tables in made]) for place in (0, 1))
    sizes = [tables[0].num_rows for tables in made]
    return Archive(games, counts, np.repeat(np.arange(len(servers)), sizes))


def _drawn(server: Server, number: int, rng: np.random.Generator) -> tuple[pa.Table, pa.Table]:
    """Return games and counts of a server."""
    many, points = server.games, server.board**2
    dame = rng.choice(list(DAME), many, p=np.array(list(DAME.values())) / sum(DAME.values()))
    beyond = rng.choice(list(BEYOND), many, p=np.array(list(BEYOND.values())) / sum(BEYOND.values()))
    beyond += max(server.stones - 1, 0)  # each handicap stone but the first is a move more
    black_last = beyond > server.stones - 1 if server.stones else beyond > 0
    area = 2 * np.rint(rng.normal(3, 10, many)).astype(np.int64) + (points - dame) % 2
    mover = np.where(black_last, -1, 1)  # who fills the first of an odd number of dame has a point more, the other none
    filled = {DameFill.OPEN: 0, DameFill.MOVER: mover, DameFill.OTHER: -mover}[server.dame] * (dame % 2)
    board = area + filled if server.by is Scoring.AREA else area - beyond
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
    counted = area + wrong, area - beyond + wrong
    games = _games(server, ids, texts, years, 200 + black_last).take(again)
    counts = _counts(ids, counted, dame).take(again)
    names = pa.array([f"{server.source}-{name}-{place}.sgf" for place, name in enumerate(games["game_id"].to_pylist())])
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
    return _table("games", many, {
        "game_id": ids, "canonical_id": ids, "source": [server.source] * many, "member": ids,
        "application": [server.application] * many, "rules_raw": [server.rules_raw] * many,
        "komi_raw": [server.komi_raw] * many, "komi": [komi.points] * many, "komi_source": [komi.source.value] * many,
        "komi_unit": [komi.unit.value] * many, "handicap": [server.stones] * many,
        "handicap_stones": [server.stones if server.stones > 1 else 0] * many,
        "board_width": [server.board] * many, "board_height": [server.board] * many,
        "date": [np.datetime64(f"{year}-07-01").item() for year in years.tolist()],
        "result_raw": texts, "result_by": [result.by.value for result in results],
        "result_winner": [result.winner.value if result.winner else "none" for result in results],
        "result_margin": [result.points for result in results], "result_unit": [each.unit.value for each in results],
        "move_count": moves, "skipped_turns": [[]] * many,
    })  # fmt: skip


def _counts(ids: list[str], margins: tuple[NDArray[np.int64], ...], dame: NDArray[np.int64]) -> pa.Table:
    area, territory = margins
    return _table("counts", len(ids), {
        "game_id": ids, "area_margin": area, "territory_margin": territory, "territory_margin_strict": territory,
        "territory_margin_plain": territory, "area_minus_territory": area - territory, "dame": dame,
        "seki_points": [0] * len(ids),
        "position": ["estimated"] * len(ids), "status_source": ["estimated"] * len(ids),
        "status_confidence": [1.0] * len(ids),
    })  # fmt: skip


def _table(name: str, rows: int, values: dict[str, object]) -> pa.Table:
    """Return a table of the schema, null where nothing is given."""
    (wanted,) = (table for table in TABLES.values() if table.name == name)
    unknown = values.keys() - {column.name for column in wanted.columns}
    assert not unknown, unknown
    columns = {}
    for column in wanted.columns:
        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        given = values.get(column.name)
        columns[column.name] = (pa.nulls(rows, kind) if given is None else pa.array(given, kind)).cast(column.type)
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
    "zi without a word": Server(
        komi_raw="7", komi=7.0, rules_raw="Chinese", by=AREA, scale=ResultScale.DOUBLED
    ),
    "points called zi": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, scale=ResultScale.HALVED),
    "komi of handicap games": Server(komi_raw="6.5", komi=0.5, stones=3),
    "handicap for nothing": Server(
        komi_raw="0.5", komi=0.5, stones=4, rules_raw="Chinese", by=AREA
    ),
    "handicap but one": Server(
        komi_raw="0.5", komi=0.5, stones=4, rules_raw="Chinese", by=AREA, compensation=Compensation.PER_STONE_BUT_ONE
    ),
    "dame filled, the side to move first": Server(
        komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, dame=DameFill.MOVER
    ),
    "dame filled, the other side first": Server(
        komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA, dame=DameFill.OTHER
    ),
}  # fmt: skip
"""Headers that do not say what was played, by what they hide."""
HONEST = {
    "Japanese": Server(),
    "Chinese": Server(komi_raw="7.5", komi=7.5, rules_raw="Chinese", by=AREA),
    "Japanese with handicap": Server(komi_raw="0.5", komi=0.5, stones=3),
    "Chinese with handicap": Server(
        komi_raw="0.5", komi=0.5, stones=3, rules_raw="Chinese", by=AREA, compensation=Compensation.PER_STONE
    ),
}  # fmt: skip
"""Headers that say it."""


def groups_of(made: Archive) -> list[Group]:
    """Return the groups that are learned from an archive."""
    return find_groups(made.games, made.counts)


def applied(made: Archive) -> tuple[tuple[Convention, ...], NDArray[np.int32]]:
    """Return the conventions learned from an archive, and the number of each game's, −1 for none."""
    conventions = effective(groups_of(made))
    return conventions, matches(conventions, Headers.of({name: made.games[name] for name in COLUMNS}))


def fate(server: Server, convention: Convention | None) -> str:
    """Return what became of games of a server: right, wrong, or left as the header says, which is not right."""
    declared = find_ruleset(server.rules_raw).id
    komi = parse_komi(server.komi_raw).points
    ruleset, bonus, scale, dame = RULESETS[declared], None, ResultScale.AS_READ, DameFill.OPEN
    if convention is not None:
        played = convention.played
        ruleset = RULESETS[played.ruleset or declared]
        komi = komi if played.komi is None else played.komi
        bonus, scale, dame = played.compensation, played.scale, played.dame
    bonus = ruleset.compensation.value if bonus is None else bonus
    same = ruleset.scoring.value is server.by and komi == server.komi and scale is server.scale
    same &= server.stones < 2 or bonus is server.compensation
    same &= server.by is TERRITORY or dame is server.dame
    as_header = convention is None or convention.played.is_header
    return "right" if same else "left" if as_header else "wrong"


def lone(made: Archive, beyond: int) -> Archive:
    """Return an archive with results by area whose territory is area less a number of points in every game."""
    area = made.counts["area_margin"].to_numpy()
    return replace(made, counts=_with(made.counts, territory_margin=area - beyond))


def mirrored(made: Archive) -> Archive:
    """Return the games with colours swapped, and with them the sign of komi; no handicap game is among them."""
    names = "area_margin", "territory_margin", "territory_margin_strict", "territory_margin_plain"
    counts = _with(made.counts, **{name: -made.counts[name].to_numpy() for name in names})
    komi = [
        "" if not text else text[1:] if text[0] == "-" else f"-{text}" for text in made.games["komi_raw"].to_pylist()
    ]
    games = _with(
        made.games, komi_raw=komi, komi=[parse_komi(text).points for text in komi],
        result_margin=pc.negate(made.games["result_margin"]), move_count=pc.add(made.games["move_count"], 1),
    )  # fmt: skip
    return replace(made, games=games, counts=counts)


def _with(table: pa.Table, **columns: Any) -> pa.Table:
    """Return a table with some columns replaced."""
    for name, values in columns.items():
        field = table.schema.field(name)
        made = values.cast(field.type) if isinstance(values, pa.ChunkedArray) else pa.array(values, field.type)
        table = table.set_column(table.schema.get_field_index(name), field, made)
    return table
