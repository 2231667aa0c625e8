"""The schema: every table and column with its type and meaning, from which the data dictionary is generated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Final

import pyarrow as pa

from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.conventions.convention import HandicapKind, KomiMeaning, RestMode, ResultScale, Standing
from goanalyze.life.choices import Fate, How, StatusSource, Unproven, Walls
from goanalyze.replay.verdicts import CycleKind
from goanalyze.rules import AXES, RULESETS, Compensation
from goanalyze.rules.choices import RuleWinner, Winner
from goanalyze.score.choices import Agreement, Basis, Explanation, HandicapSource, Quality
from goanalyze.sgf.choices import (
    CharsetSource,
    DatePrecision,
    FileFormat,
    KomiSource,
    KomiUnit,
    Overtime,
    ResultBy,
    RulesetSource,
    Unit,
)
from goanalyze.util.choice import Choice


class FileStatus(Choice):
    """Result of reading an input file or archive member."""

    OK = "ok", "every game was read"
    PARTIAL = "partial", "something may be lost or altered (see code)"
    FAILED = "failed", "no game could be read"
    OTHER = "other", "the file is not a game record by name and content"


_CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: name of the column.
        type: Arrow type.
        meaning: meaning of a value.
        order: values of a category in their usual order; others follow in the order of the archive.
        is_ranked: True if the order is from least to most, so that pandas compares the values.
    """

    name: str
    type: pa.DataType
    meaning: str
    order: tuple[str, ...] = ()
    is_ranked: bool = False


@dataclass(frozen=True)
class Table:
    """A table: name, meaning of a row, columns in order."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @cached_property
    def arrow(self) -> pa.Schema:
        """The Arrow schema, with the meaning of each column and the schema version in its metadata."""
        fields = [pa.field(c.name, c.type, metadata={"meaning": c.meaning}) for c in self.columns]
        return pa.schema(fields, metadata={"goanalyze.schema": SCHEMA_VERSION, "row": self.row})

    def empty(self, names: Sequence[str] | None = None) -> pa.Table:
        """Return the table without rows, or some of its columns; `pa.Schema.empty_table` would load pandas."""
        schema = self.arrow
        fields = [schema.field(name) for name in (schema.names if names is None else names)]
        return pa.Table.from_batches([], pa.schema(fields, schema.metadata))


def _table(name: str, row: str, *columns: tuple[str, pa.DataType, str] | Column) -> Table:
    return Table(name, row, tuple(each if isinstance(each, Column) else Column(*each) for each in columns))


def _vocabulary(name: str, meaning: str, values: type[Choice], *more: str, ranked: bool = False) -> Column:
    """Return a column of a closed vocabulary, and `more` values after it; the vocabulary is listed after a colon."""
    if meaning.endswith(":"):
        meaning += " " + "; ".join(f"{value.value}, {value.meaning}" for value in values)
    return Column(name, _CATEGORY, meaning, (*values.names(), *more), ranked)


_GAME_ID = (
    "game_id",
    pa.string(),
    (
        "key of the game, which joins all tables row by row: as hex a 96-bit BLAKE2b hash of its text in UTF-8, equal "
        "for copies, then a 48-bit one of source, member and game_index"
    ),
)
_SOURCE = ("source", _CATEGORY, "path of the file or archive as in the command; - for standard input")
_MEMBER = ("member", pa.string(), "name inside the archive; empty for a plain file")
_INDEX = ("game_index", pa.int32(), "number of the game within its file, from 0")

ENDINGS: Final = ("passes", *ResultBy.names(), "none")
"""Endings of games."""

_CYCLES: Final = (
    *(kind.value for kind in CycleKind if kind.index < CycleKind.TRIPLE_KO.index),
    "double ko",
    CycleKind.TRIPLE_KO.value,
    "quadruple ko",
    *(kind.value for kind in CycleKind if kind.index > CycleKind.MANIFOLD_KO.index),
)


def _code(meaning: str) -> Column:
    return Column("code", _CATEGORY, meaning, tuple(CATALOGUE))


def _severity(name: str, meaning: str) -> Column:
    return Column(name, _CATEGORY, meaning, tuple(reversed(Severity.names())), is_ranked=True)


def _ruleset(name: str, meaning: str) -> Column:
    return Column(name, _CATEGORY, meaning, tuple(RULESETS))


FILES: Final = _table(
    "files",
    "one input file or archive member",
    _SOURCE,
    _MEMBER,
    ("bytes", pa.int64(), "size, unpacked"),
    ("games", pa.int32(), "games in it"),
    _vocabulary("format", "format of the record, null for an unknown one:", FileFormat),
    _vocabulary("status", "result of reading it:", FileStatus),
    _code("finding about the file as a whole; null for none"),
    ("message", pa.string(), "message of that finding"),
    ("encoding", _CATEGORY, "charset of the text; further ones from a byte on: gb18030 utf-8@1205"),
    _vocabulary("encoding_source", "source of the charset:", CharsetSource),
)

GAMES: Final = _table(
    "games",
    "one game",
    _GAME_ID,
    ("canonical_id", pa.string(), "64-bit hash of board size, setup and moves, the same under the 8 symmetries"),
    _SOURCE,
    _MEMBER,
    _INDEX,
    ("offset", pa.int64(), "byte of the file where the game begins"),
    ("board_width", pa.int16(), "columns; null if SZ is not valid or the game is not Go"),
    ("board_height", pa.int16(), "rows"),
    ("black_player", pa.string(), "PB"),
    ("white_player", pa.string(), "PW"),
    ("black_rank_raw", pa.string(), "BR as written"),
    ("black_rank", pa.int8(), "rank as a number that orders: 30k = -29, 1k = 0, 1d = 1, 9d = 9, 1p = 11, 9p = 19"),
    ("white_rank_raw", pa.string(), "WR as written"),
    ("white_rank", pa.int8(), "as black_rank"),
    ("date_raw", pa.string(), "DT as written, or RD in its place"),
    ("date", pa.date32(), "first day that DT names; 1 for a missing month or day"),
    _vocabulary("date_precision", "known part of the date: day, month, year or none", DatePrecision, ranked=True),
    ("event", pa.string(), "EV, or TE in its place"),
    ("round", pa.string(), "RO"),
    ("place", pa.string(), "PC"),
    ("application", pa.string(), "AP, the program that wrote the record"),
    ("komi_raw", pa.string(), "KM as written, or KO or GM in its place"),
    (
        "komi",
        pa.float64(),
        (
            "points added to White, a multiple of 1/4 if the text is; with check --conventions apply as the game was "
            "played"
        ),
    ),
    _vocabulary("komi_source", "source of komi:", KomiSource),
    ("komi_header", pa.float64(), "komi of KM, as komi without conventions"),
    _vocabulary("komi_unit", "unit of KM: points, zi, zi×100, points×100, none", KomiUnit),
    ("handicap_raw", pa.string(), "HA as written, or HD in its place"),
    ("handicap", pa.int16(), "HA as a number"),
    ("handicap_stones", pa.int16(), "handicap stones on the board: set up, placed as moves, or implied"),
    _vocabulary("handicap_source", "source of handicap_stones:", HandicapSource),
    ("rules_raw", pa.string(), "RU as written"),
    _ruleset("ruleset", "id of the ruleset of RU; with check --conventions apply of the one that counted the game"),
    _vocabulary("ruleset_source", "source of ruleset:", RulesetSource),
    _ruleset("ruleset_header", "id of the ruleset that RU names"),
    ("convention", _CATEGORY, "name of the convention of the game; null for none, as the record has it"),
    ("result_raw", pa.string(), "RE as written"),
    _vocabulary("result_winner", "black, white, draw, both_lose or none", Winner, "none"),
    _vocabulary("result_by", "score, resign, time, forfeit, draw, both_lose, void or unknown", ResultBy, "none"),
    ("result_margin", pa.float64(), "recorded margin, Black − White, in points"),
    _vocabulary("result_unit", "unit of RE: points, zi (already doubled in result_margin), none", Unit),
    ("move_limit", pa.int32(), "move at which game or record stop by RE, as in 'moves beyond 260 not known'"),
    ("time_limit_raw", pa.string(), "TM as written"),
    ("time_limit", pa.float64(), "main time in seconds; null if it is missing or not valid"),
    ("overtime_raw", pa.string(), "OT as written; empty also if TM has the overtime"),
    _vocabulary("overtime", "kind of time after the main time:", Overtime),
    ("overtime_number", pa.int32(), "periods of overtime, or stones in a period; null if missing"),
    ("overtime_seconds", pa.float64(), "seconds of a period, or that a move adds; null if missing"),
    (
        "rated",
        pa.bool_(),
        "true for a rated game by GC, EV, GN, PC or RU; false for BrainKing's handicap games; null if unknown",
    ),
    ("move_count", pa.int32(), "plays and passes"),
    ("pass_count", pa.int32(), "passes"),
    Column("ended_by", _CATEGORY, "passes (two at the end of the record); else result_by; none (no moves)", ENDINGS),
    ("finding_count", pa.int32(), "findings of this game, of its main line"),
    _severity("worst_severity", "error, warning, info; null without findings"),
    ("moves", pa.list_(pa.int16()), "point index of each move, row-major from the upper left; −1 pass, −2 off board"),
    (
        "skipped_turns",
        pa.list_(pa.int32()),
        "numbers of moves by the side that had just moved, White at first; with moves, the colour of every move",
    ),
    (
        "setup",
        pa.list_(pa.int16()),
        "stones set up before the first move, row by row: point index of a black stone, −1 − index of a white one",
    ),
    ("edited", pa.bool_(), "stones are set up or removed after the first move, which is not in moves and setup"),
    ("branches", pa.int32(), "variations in addition to the main line, to which all other columns refer"),
)

FINDINGS: Final = _table(
    "findings",
    "one oddity of a game or file",
    ("game_id", pa.string(), "as in games; null for a finding about a file"),
    _SOURCE,
    _MEMBER,
    _INDEX,
    (
        "line",
        pa.int32(),
        "0 the main line; with --variations also the others of the game, in the order of the text; null as game_index",
    ),
    _code("see the catalogue of codes"),
    _severity("severity", "error, warning or info"),
    ("move_number", pa.int32(), "plays and passes counted from 1, the first of move_numbers; null for no move"),
    (
        "move_numbers",
        pa.list_(pa.int32()),
        "all moves of the finding: of a cycle those that are forbidden or complete a round; every play after the end",
    ),
    _vocabulary("color", "player of the move: black or white", Winner),
    ("point", pa.string(), "SGF letters; empty for a pass"),
    (
        "offset",
        pa.int64(),
        "byte of the file: for a move or setup its '[', for another value its first byte, else the name",
    ),
    (
        "rulesets",
        pa.list_(pa.string()),
        "ids of the rulesets that forbid each of move_numbers by the rule of the finding",
    ),
    ("repetition", _CATEGORY, "superko rules that forbid it: PSK, SSK, NSSK"),
    ("repeats_move", pa.int32(), "number of the earlier move with the same position; 0 for the start"),
    ("cycle_length", pa.int32(), "moves from that one to this one"),
    Column("cycle_kind", _CATEGORY, "name of the cycle: triple ko, eternal life, …; null for none", _CYCLES),
    ("prisoner_balance", pa.int32(), "Black − White, stones captured in one round of the cycle; null for none"),
    ("count", pa.int32(), "rounds of a cycle, or occurrences of the same oddity"),
    ("message", pa.string(), "one sentence"),
)


def _both(name: str, kind: pa.DataType, meaning: str) -> list[tuple[str, pa.DataType, str]]:
    return [(f"{color}_{name}", kind, meaning.format(own=color.capitalize())) for color in ("black", "white")]


COUNTS: Final = _table(
    "counts", "the final position of one game, without rulesets and komi; null without a board",
    _GAME_ID,
    *_both("stones", pa.int16(), "{own}'s living stones on the board"),
    *_both("territory", pa.int16(), "{own}'s points: empty, or under dead opposing stones; eyes in seki included"),
    *_both("area", pa.int16(), "{own}'s stones + territory"),
    *_both("prisoners", pa.int32(), "opposing stones that {own} captured in play; suicides of the opponent included"),
    *_both("dead", pa.int16(), "{own}'s dead stones on the board"),
    *_both("groups", pa.int16(), "{own}'s living groups not in seki; chains that share territory are one"),
    ("seki_groups", pa.int16(), "groups in seki, both colours: adjacent to dame, with less than two eyes"),
    *_both("passes", pa.int32(), "{own}'s passes, without those in place of handicap stones"),
    _vocabulary("first_pass", "player of the first pass of the game, black or white; null for none", Winner),
    _vocabulary("final_pass", "player of the first of the passes that end the record; null for another end", Winner),
    ("dame", pa.int16(), "empty points without an owner"),
    ("seki_points", pa.int16(), "territory of groups adjacent to dame with less than two eyes, both colours"),
    ("deducted_points", pa.int16(),
     "territory to be filled after the dame (teire, false eyes), both colours; 0 if the rest is open"),
    ("area_margin", pa.int32(), "area, Black − White"),
    ("territory_margin", pa.int32(),
     "territory + prisoners + dead opposing stones, Black − White, less seki_points and deducted_points; as in Japan"),
    ("territory_margin_strict", pa.int32(),
     "territory_margin to the letter: without territory and dead stones of groups adjacent to dame"),
    ("territory_margin_plain", pa.int32(), "territory_margin with all territory"),
    ("stone_margin", pa.int32(), "area margin less two points per group: stone scoring on the filled board"),
    *((f"other_{name}", pa.int32(), f"{name} with the other treatment of the rest; null if rest is null")
      for name in ("area_margin", "territory_margin", "territory_margin_strict", "territory_margin_plain")),
    ("area_minus_territory", pa.int32(), "area_margin − territory_margin"),
    ("area_minus_stone", pa.int32(), "area_margin − stone_margin"),
    _vocabulary("position", "kind of the position that is counted:", Quality, ranked=True),
    _vocabulary("status_source", "source of life and death:", StatusSource),
    ("status_confidence", pa.float32(),
     "0–1, that of the estimate if it is confirmed; null for the status_source none: the board is counted as it is"
     ),
    ("count_confidence", pa.float32(),
     "0–1, probability that the margins by area and by territory are both right; null without a status_source"),
    _vocabulary("rest", "treatment of the moves that the record lacks; null if passes end it, or nothing is estimated:",
            RestMode),
    ("rest_moves", pa.int16(), "moves and passes that play out the rest; null if it is open or missing"),
    ("confirmed_chains", pa.int16(),
     "chains in doubt that article 7 decides; the count is that of the estimate; null without --confirm"),
    ("unconfirmed_chains", pa.int16(), "chains in doubt that article 7 does not decide; null without --confirm"),
)  # fmt: skip

MOVES: Final = _table(
    "moves",
    "one play or pass (written with --moves)",
    ("game_id", _CATEGORY, "as in games"),
    ("move_number", pa.int32(), "plays and passes counted from 1"),
    _vocabulary("color", "black or white", Winner),
    ("point", _CATEGORY, "SGF letters; empty for a pass; null off the board"),
    ("captured", pa.int16(), "opposing stones captured"),
    ("self_captured", pa.int16(), "own stones removed by suicide"),
    ("flags", pa.uint32(), "facts about the move, bits as in goanalyze.core.flags"),
    ("repeats_move", pa.int32(), "number of the latest earlier move with the same position; null for none"),
)

CHAINS: Final = _table(
    "chains",
    "one chain in doubt at the end of a game, and its status by article 7 of the Japanese rules "
    "(written with --confirm safe or eyes)",
    _GAME_ID,
    ("first", pa.string(), "SGF letters of its first point, row by row"),
    _vocabulary("color", "black or white", Winner),
    ("stones", pa.int16(), "number of its stones"),
    ("estimate_dead", pa.bool_(), "true if the chain is dead by the estimate, or by the engine"),
    ("share", pa.float32(), "probability that the chain is alive by the estimate, 0–1"),
    _vocabulary("confirmed", "proven status:", Fate),
    _vocabulary("how", "reason of the status:", How),
    _vocabulary("walls", "chains that enclose its region:", Walls),
    _vocabulary("reason", "reason why it is not decided:", Unproven),
    ("region_points", pa.int16(), "points of the region that was searched; 0 without a region"),
    ("region_empty", pa.int16(), "empty points of the region"),
    ("states", pa.int64(), "positions that were searched"),
    ("marked_dead", pa.bool_(), "true if the players marked it as dead; null if their marks are not used"),
    ("unsettled", pa.bool_(), "true if it is dead, but alive if its owner plays first; null if it is not dead"),
)

OUTCOMES: Final = _table(
    "outcomes", "one game under one ruleset; the rulesets of a game are in succession, games in the order of games",
    ("game_id", _CATEGORY, "as in games"),
    _ruleset("ruleset", "id, as in rulesets"),
    ("legal", pa.bool_(), "true if every move is legal under this ruleset; null without a board"),
    ("illegal_count", pa.int32(), "moves that the ruleset forbids"),
    ("first_illegal_move", pa.int32(), "number of the first of them; null for none"),
    _vocabulary("basis", "basis of the margin, or the reason why it is missing:", Basis),
    ("komi", pa.float64(), "points for White in margin: games.komi, or those of --komi"),
    ("handicap_bonus", pa.float64(),
     "points for White for handicap stones, in addition to komi: those of the ruleset or of games.convention"),
    ("margin", pa.float64(),
     ("Black − White with komi and handicap_bonus, in points; basis has the reason for null. Rulesets have a margin in "
      "different games, so compare means with goanalyze compare")),
    _vocabulary("winner",
            "by the count: black, white, draw; ties are decided by the ruleset; null without margin; both_lose if the "
            "record and the ruleset have it, regardless of margin", Winner),
    _vocabulary("winner_by_rule", "winner by a rule in place of the count; null if the count decides:",
            RuleWinner),
    ("rule_move", pa.int32(),
     "number of the move that decides by rule: the illegal one, or the first that completes the cycle; null for none"),
    ("margin_strict", pa.float64(), "margin with seki to the letter; null if the ruleset excludes nothing in seki"),
    ("ruleset_komi", pa.float64(), "komi of the ruleset for this board and handicap; null for none"),
    ("margin_ruleset_komi", pa.float64(), "margin with ruleset_komi in place of komi"),
    _vocabulary("winner_ruleset_komi", "winner with ruleset_komi in place of komi", Winner),
    ("approximate", pa.bool_(), "true if groups were counted (stone scoring, group tax) with seki on the board"),
    ("no_result_possible", pa.bool_(),
     "true if a cycle of more than two moves lets the players agree on no result, or the referee decide"),
    _vocabulary("agrees_with_record",
            "agreement of margin with a recorded count: exact; winner, only the winner; no; unknown, without a count",
            Agreement, "unknown"),
    _vocabulary("status_source", "as in counts; confirmed only if the ruleset judges by article 7", StatusSource),
    ("status_confidence", pa.float32(), "as in counts; that of the proof if status_source is confirmed"),
    ("count_confidence", pa.float32(),
     "0–1, probability that margin is right, except for komi; null without a status_source"),
)  # fmt: skip

AUDIT: Final = _table(
    "audit",
    "one game with a recorded count whose final position is known or estimated",
    _GAME_ID,
    _ruleset("ruleset", "id of the ruleset of the record; null for none"),
    ("recorded_margin", pa.float64(), "recorded margin, Black − White, in points"),
    ("margin", pa.float64(), "counted margin under that ruleset; without one, under fits_ruleset"),
    _vocabulary(
        "agreement",
        "agreement of count and record; not_countable, the final position seems unfinished:",
        Agreement,
        "not_countable",
    ),
    _vocabulary("explanation", "cause of the recorded margin:", Explanation),
    ("explained", pa.bool_(), "true if the recorded margin follows, with or without the explanation"),
    ("evidence", pa.string(), "one sentence"),
    _ruleset("fits_ruleset", "id of the ruleset under which the recorded margin follows"),
    ("fits_komi", pa.float64(), "komi under which it follows"),
    ("flips", pa.list_(pa.string()), "first point (SGF letters) of each chain whose status was changed to explain it"),
    (
        "flips_unique",
        pa.bool_(),
        "true if no other change of the same number of chains explains it; null without a change",
    ),
    _vocabulary("status_source", "as in outcomes, under the ruleset of the record", StatusSource),
    ("status_confidence", pa.float32(), "as in outcomes, under that ruleset"),
    ("count_confidence", pa.float32(), "as in outcomes, under that ruleset"),
)

RULESETS_TABLE: Final = _table(
    "rulesets",
    "one ruleset of the outcomes, axis by axis; a single file",
    ("id", pa.string(), "name in tables and commands"),
    ("title", pa.string(), "usual name"),
    *(
        column
        for axis in AXES
        for column in (
            (axis.name, pa.string(), axis.question),
            (f"{axis.name}_source", pa.string(), "its source, or assumed"),
        )
    ),
    ("definition", pa.string(), "the whole ruleset as TOML; goanalyze check --rulesets FILE.toml reads it"),
)

CONVENTIONS: Final = _table(
    "conventions",
    "one group of games with similar headers, and the first hypothesis about the terms that they were "
    "played by; a single file (not written with --conventions off)",
    ("group", pa.int32(), "number of the group, from 0"),
    ("name", pa.string(), "name of its convention, as in TOML files"),
    (
        "sources",
        pa.list_(pa.string()),
        "archives, or folders of plain files, by the last parts of their paths that distinguish them; empty for any",
    ),
    ("application", pa.string(), "program that wrote the records, without its version; empty for none, null for any"),
    _ruleset("ruleset", "id of the ruleset of RU; empty for none, null for any"),
    ("komi_raw", pa.string(), "KM as written; empty for none, null for any"),
    _vocabulary("handicap", "handicap stones of the records; null for any:", HandicapKind),
    ("board", pa.string(), "columns and rows, as 19×19; null for any"),
    ("first_year", pa.int16(), "first year of the games; null for no limit"),
    ("last_year", pa.int16(), "last year of the games; null for no limit"),
    ("games", pa.int32(), "games of the group"),
    ("counted", pa.int32(), "games of the group with a count and a recorded margin, without copies"),
    (
        "rest_games",
        pa.int32(),
        "counted games of the same server, in all groups, that do not end in passes; null for none, or several servers",
    ),
    ("rest_deciding", pa.int32(), "games of rest_games whose recorded margin follows with only one rest"),
    (
        "rest_deciding_for",
        pa.int32(),
        "games of rest_deciding that follow with the rest that is not usual for their origin",
    ),
    _ruleset("played_ruleset", "id of a ruleset of the hypothesis; null in a group that was not tested"),
    ("played_komi", pa.float64(), "komi in points"),
    _vocabulary("komi_meaning", "meaning of the komi of the header:", KomiMeaning),
    _vocabulary("compensation", "points of White for handicap stones in addition to komi:", Compensation),
    _vocabulary("result_scale", "unit of the recorded margin:", ResultScale),
    _vocabulary(
        "rest", "count of records that do not end in passes; null for the usual one of their origin:", RestMode
    ),
    ("changes", pa.int8(), "number of terms that differ from the header; 0 for none"),
    ("explained", pa.int32(), "counted games whose recorded margin follows"),
    ("share", pa.float64(), "explained / counted, 0–1"),
    ("low", pa.float64(), "lower end of the 95% interval of share (Wilson)"),
    ("high", pa.float64(), "upper end of that interval"),
    (
        "chance",
        pa.float64(),
        "share that another komi would explain, as an average of those up to ten points away in steps of one",
    ),
    ("deciding", pa.int32(), "counted games that either the hypothesis or its best rival explains"),
    ("deciding_for", pa.int32(), "games of deciding that the hypothesis explains"),
    _vocabulary("standing", "result of the test:", Standing),
    _code("finding of the group, in its first row: GO412, komi or rest differ from header and origin; else GO413"),
)

DUPLICATES: Final = _table(
    "duplicates", "one copy in a group of copies of one game, its best copy included, or one pair of games that may be "
    "the same (written by goanalyze dups)",
    ("group", pa.int32(), "number of the group, from 0, in the order of games; null for a pair that is only possible"),
    _code("relation of the copy to the best one, GO601–GO608; null for the best copy itself"),
    Column("confidence", _CATEGORY, "certain, likely or possible, see the criteria in goanalyze.duplicates.confidence",
           ("possible", "likely", "certain"), is_ranked=True),
    _GAME_ID, _SOURCE, _MEMBER, _INDEX,
    *((f"best_{name}", kind, f"{name} of the group's best copy, or of the other game of a pair")
      for name, kind, _ in (_GAME_ID, _SOURCE, _MEMBER, _INDEX)),
    ("view", _CATEGORY, "rotation or reflection of the board from the copy to the best copy"),
    ("swapped", pa.bool_(), "true if colours are swapped, too"),
    ("differing_moves", pa.int32(),
     "moves that differ, are missing or added, without a cut end; null for hints with too many of them"),
    ("first_difference", pa.int32(), "number of the first move that differs, a cut end included; null for none"),
    ("missing_moves", pa.int32(), "moves that the copy lacks at its end; negative for those that the best copy lacks"),
    ("keep", pa.bool_(), "true for the best copy of its group; null for a pair, of which both are kept"),
    ("best_because", _CATEGORY,
     ("first advantage of the best copy: fewer errors in common moves, more plays, a result, names and date, "
      "life and death marked, fewer findings, name")),
    ("contradicts", pa.bool_(),
     "GO609: another winner, or margin at the same komi, than the best copy with one; null for none, and for pairs"),
    ("differs", pa.list_(pa.string()), "columns of games in which it differs from the best copy"),
    ("own_values", pa.list_(pa.string()), "its values in these columns as text, empty for none"),
    ("best_values", pa.list_(pa.string()), "those of the best copy"),
    ("across", pa.bool_(), "true if it is from another archive, or for plain files another folder, than the best copy"),
)  # fmt: skip

OPTIONAL: Final = frozenset({"moves", "chains", "conventions", "duplicates"})
"""Tables that a dataset has only by an option or command."""

TABLES: Final[dict[str, Table]] = {
    table.name: table
    for table in (
        FILES,
        GAMES,
        FINDINGS,
        COUNTS,
        OUTCOMES,
        AUDIT,
        RULESETS_TABLE,
        CONVENTIONS,
        MOVES,
        CHAINS,
        DUPLICATES,
    )
}

COLUMNS: Final[dict[str, Column]] = {
    column.name: column for table in TABLES.values() for column in table.columns if column.order
}
"""Columns of closed vocabularies; one name has one order in every table."""

_PART_FORM: Final = 1
"""The form of a part except its columns; raised when parts of an older form cannot be read."""


def schema_version(tables: Iterable[Table]) -> str:
    """Return the version of some tables, in hex: a digest of their names and of all columns.

    A column is its name, type and meaning, so that no dataset is misread. The usual order of values does not count:
    older datasets remain valid with new values, such as an added preset.
    """
    rows = [(table.name, column.name, str(column.type), column.meaning) for table in tables for column in table.columns]
    return blake2b(repr((_PART_FORM, rows)).encode(), digest_size=4).hexdigest()


SCHEMA_VERSION: Final = schema_version(TABLES.values())
"""The version of the tables of this program; datasets of another version are refused, and parts are written again."""
