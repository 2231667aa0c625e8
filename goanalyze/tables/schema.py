"""The schema: every table and column with its type and meaning. The README's data dictionary is made from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Final

import pyarrow as pa

from goanalyze.conventions.choices import HandicapKind, KomiMeaning, RestMode, ResultScale, Standing
from goanalyze.life.choices import Fate, How, StatusSource, Unproven, Walls
from goanalyze.replay.choices import CycleKind
from goanalyze.rules import AXES, RULESETS, Compensation
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
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.choices import RuleWinner, Winner


class FileStatus(Choice):
    """What became of an input file or archive member."""

    OK = "ok", "every game was read"
    PARTIAL = "partial", "something may be lost or altered (see code)"
    FAILED = "failed", "no game could be read"
    OTHER = "other", "the file is not a game record by name and content"


_CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        name: its name.
        type: Arrow type.
        meaning: what a value means.
        order: the values of a category in their usual order; others follow, as they come in the archive.
        is_ranked: whether they are more or less, from least to most, so that pandas compares them.
    """

    name: str
    type: pa.DataType
    meaning: str
    order: tuple[str, ...] = ()
    is_ranked: bool = False


@dataclass(frozen=True)
class Table:
    """A table: name, what one row is, columns in order."""

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
        whole = self.arrow
        chosen = whole.names if names is None else names
        return pa.Table.from_batches([], pa.schema([whole.field(name) for name in chosen], whole.metadata))


def _table(name: str, row: str, *columns: tuple[str, pa.DataType, str] | Column) -> Table:
    return Table(name, row, tuple(each if isinstance(each, Column) else Column(*each) for each in columns))


def _chosen(name: str, meaning: str, values: type[Choice], *more: str, ranked: bool = False) -> Column:
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
_SOURCE = ("source", _CATEGORY, "path of the file or archive as given; - for standard input")
_MEMBER = ("member", pa.string(), "name inside the archive; empty for a plain file")
_INDEX = ("game_index", pa.int32(), "number of the game within its file, from 0")

ENDINGS: Final = ("passes", *ResultBy.names(), "none")
"""How games end."""

_CYCLES: Final = (*(kind.value for kind in CycleKind if kind.index < CycleKind.TRIPLE_KO.index), "double ko",
                  CycleKind.TRIPLE_KO.value, "quadruple ko",
                  *(kind.value for kind in CycleKind if kind.index > CycleKind.MANIFOLD_KO.index))  # fmt: skip


def _code(meaning: str) -> Column:
    return Column("code", _CATEGORY, meaning, tuple(CATALOGUE))


def _severity(name: str, meaning: str) -> Column:
    return Column(name, _CATEGORY, meaning, tuple(reversed(Severity.names())), is_ranked=True)


def _ruleset(name: str, meaning: str) -> Column:
    return Column(name, _CATEGORY, meaning, tuple(RULESETS))


FILES: Final = _table(
    "files", "one input file or archive member",
    _SOURCE, _MEMBER,
    ("bytes", pa.int64(), "size, unpacked"),
    ("games", pa.int32(), "games found in it"),
    _chosen("format", "format of the record, null where nothing was recognised:", FileFormat),
    _chosen("status", "what became of it:", FileStatus),
    _code("finding about the file as a whole, if any"),
    ("message", pa.string(), "what that finding is about"),
    ("encoding", _CATEGORY, "charset of the text; of several games, perhaps further ones: gb18030 utf-8@1205"),
    _chosen("encoding_source", "how the charset is known:", CharsetSource),
)  # fmt: skip

GAMES: Final = _table(
    "games", "one game",
    _GAME_ID,
    ("canonical_id", pa.string(), "64-bit hash of board size, setup and moves, the same under the 8 symmetries"),
    _SOURCE, _MEMBER, _INDEX,
    ("offset", pa.int64(), "byte of the file where the game begins"),
    ("board_width", pa.int16(), "columns; null where SZ is not understood or the game is not Go"),
    ("board_height", pa.int16(), "rows"),
    ("black_player", pa.string(), "PB"),
    ("white_player", pa.string(), "PW"),
    ("black_rank_raw", pa.string(), "BR as written"),
    ("black_rank", pa.int8(), "rank as a number that orders: 30k = -29, 1k = 0, 1d = 1, 9d = 9, 1p = 11, 9p = 19"),
    ("white_rank_raw", pa.string(), "WR as written"),
    ("white_rank", pa.int8(), "as black_rank"),
    ("date_raw", pa.string(), "DT as written, or RD in its place"),
    ("date", pa.date32(), "first day that DT names; 1 for a month or day it leaves open"),
    _chosen("date_precision", "day, month, year or none: what of the date is known", DatePrecision, ranked=True),
    ("event", pa.string(), "EV, or TE in its place"),
    ("round", pa.string(), "RO"),
    ("place", pa.string(), "PC"),
    ("application", pa.string(), "AP, the program that wrote the record"),
    ("komi_raw", pa.string(), "KM as written, or KO or GM in its place"),
    ("komi", pa.float64(),
     "points added to White; multiple of 1/4 where the text is; with check --conventions apply as it was played"),
    _chosen("komi_source", "where it comes from:", KomiSource),
    ("komi_header", pa.float64(), "what KM says, as komi without conventions"),
    _chosen("komi_unit", "unit KM was written in: points, zi, zi×100, points×100, none", KomiUnit),
    ("handicap_raw", pa.string(), "HA as written, or HD in its place"),
    ("handicap", pa.int16(), "HA as a number"),
    ("handicap_stones", pa.int16(), "handicap stones on the board in fact: set up, placed as moves, or implied"),
    _chosen("handicap_source", "how they came there:", HandicapSource),
    ("rules_raw", pa.string(), "RU as written"),
    _ruleset("ruleset", "id of the ruleset that RU names; with check --conventions apply of the one it was counted by"),
    _chosen("ruleset_source", "where it comes from:", RulesetSource),
    _ruleset("ruleset_header", "id of the ruleset that RU names"),
    ("convention", _CATEGORY, "name of the convention by which the game was played; null: as its record says"),
    ("result_raw", pa.string(), "RE as written"),
    _chosen("result_winner", "black, white, draw, both_lose or none", Winner, "none"),
    _chosen("result_by", "score, resign, time, forfeit, draw, both_lose, void or unknown", ResultBy, "none"),
    ("result_margin", pa.float64(), "recorded margin, Black − White, in points"),
    _chosen("result_unit", "unit RE was written in: points, zi (already doubled in result_margin), none", Unit),
    ("move_limit", pa.int32(), "moves at which game or record stop, as RE says: 'moves beyond 260 not known', …"),
    ("time_limit_raw", pa.string(), "TM as written"),
    ("time_limit", pa.float64(), "main time in seconds; null where none is told or it is not understood"),
    ("overtime_raw", pa.string(), "OT as written; empty also where TM has the overtime"),
    _chosen("overtime", "what follows the main time:", Overtime),
    ("overtime_number", pa.int32(), "its periods, or stones in a period; null where not told"),
    ("overtime_seconds", pa.float64(), "seconds of a period, or that a move adds; null where not told"),
    ("rated", pa.bool_(),
     "whether the game was rated, as GC, EV, GN, PC or RU say; false for BrainKing's handicap games; null: not told"),
    ("move_count", pa.int32(), "plays and passes"),
    ("pass_count", pa.int32(), "passes"),
    Column("ended_by", _CATEGORY, "passes (two at the end of the record); else result_by; none (no moves)", ENDINGS),
    ("finding_count", pa.int32(), "findings of this game, of its main line"),
    _severity("worst_severity", "error, warning, info; null without findings"),
    ("moves", pa.list_(pa.int16()), "point index of each move, row-major from the upper left; −1 pass, −2 off board"),
    ("skipped_turns", pa.list_(pa.int32()),
     "numbers of the moves by the side that had just moved, White at first: with moves, the colour of every move"),
    ("setup", pa.list_(pa.int16()),
     "stones set up before the first move, row by row: point index of a black stone, −1 − index of a white one"),
    ("edited", pa.bool_(), "stones are set up or removed after the first move, which moves and setup do not tell"),
    ("branches", pa.int32(), "variations beside the main line, which is what all other columns are of"),
)  # fmt: skip

FINDINGS: Final = _table(
    "findings", "one event: something odd in a game or file",
    ("game_id", pa.string(), "as in games; null for a finding about a file"),
    _SOURCE, _MEMBER, _INDEX,
    ("line", pa.int32(),
     "0 the main line; with --variations also the others of the game, in the order of the text; null as game_index"),
    _code("see the catalogue of codes"),
    _severity("severity", "error, warning or info"),
    ("move_number", pa.int32(), "plays and passes counted from 1, the first of move_numbers; null for no move"),
    ("move_numbers", pa.list_(pa.int32()),
     "all the moves it is about: of a cycle those that are forbidden or complete a round; every play after the end"),
    _chosen("color", "who moved: black or white", Winner),
    ("point", pa.string(), "SGF letters; empty for a pass"),
    ("offset", pa.int64(),
     "byte of the file where it stands: of a move or setup its '[', of another value its first byte, else the name"),
    ("rulesets", pa.list_(pa.string()), "ids of the rulesets that forbid each of move_numbers by the rule it is about"),
    ("repetition", _CATEGORY, "superko rules that forbid it: PSK, SSK, NSSK"),
    ("repeats_move", pa.int32(), "number of the earlier move with the same position; 0 the start"),
    ("cycle_length", pa.int32(), "moves from that one to this one"),
    Column("cycle_kind", _CATEGORY, "what the cycle is called: triple ko, eternal life, …; null when there is none",
           _CYCLES),
    ("prisoner_balance", pa.int32(), "Black − White, stones taken in one round of the cycle; null when there is none"),
    ("count", pa.int32(), "how often: rounds of a cycle, or occurrences of the same thing"),
    ("message", pa.string(), "one sentence"),
)  # fmt: skip


def _both(name: str, kind: pa.DataType, meaning: str) -> list[tuple[str, pa.DataType, str]]:
    return [(f"{color}_{name}", kind, meaning.format(own=color.capitalize())) for color in ("black", "white")]


COUNTS: Final = _table(
    "counts", "the final position of one game, ruleset-neutral, before komi; null where there is no board",
    _GAME_ID,
    *_both("stones", pa.int16(), "{own}'s living stones on the board"),
    *_both("territory", pa.int16(), "{own}'s points: empty, or under dead enemy stones; eyes in seki included"),
    *_both("area", pa.int16(), "{own}'s stones + territory"),
    *_both("prisoners", pa.int32(), "enemy stones {own} took during play; the enemy's suicides included"),
    *_both("dead", pa.int16(), "{own}'s stones on the board judged dead"),
    *_both("groups", pa.int16(), "{own}'s living groups not in seki; chains that share territory are one"),
    ("seki_groups", pa.int16(), "groups in seki, both colours: they touch dame and have less than two eyes"),
    *_both("passes", pa.int32(), "{own}'s passes, without those that stand for placing handicap stones"),
    _chosen("first_pass", "who made the first pass of the game, black or white; null for none", Winner),
    _chosen("final_pass", "who made the first of the passes that end the record; null where it ends otherwise", Winner),
    ("dame", pa.int16(), "empty points that are nobody's"),
    ("seki_points", pa.int16(), "territory of groups that touch dame and have less than two eyes, both colours"),
    ("deducted_points", pa.int16(),
     "territory to be filled once the dame are (teire, false eyes), both colours; 0 where the rest is open"),
    ("area_margin", pa.int32(), "area, Black − White"),
    ("territory_margin", pa.int32(),
     "territory + prisoners + dead enemy stones, Black − White, less seki_points and deducted_points; as Japan counts"),
    ("territory_margin_strict", pa.int32(),
     "the same to the letter: no territory of groups that touch dame, no dead stones taken from there"),
    ("territory_margin_plain", pa.int32(), "the same with all territory"),
    ("stone_margin", pa.int32(), "area margin less two points per group: stone scoring on the filled board"),
    *((f"other_{name}", pa.int32(), f"{name}, were the rest of the game taken the other way; null where rest is")
      for name in ("area_margin", "territory_margin", "territory_margin_strict", "territory_margin_plain")),
    ("area_minus_territory", pa.int32(), "area_margin − territory_margin"),
    ("area_minus_stone", pa.int32(), "area_margin − stone_margin"),
    _chosen("position", "what the counts are of:", Quality, ranked=True),
    _chosen("status_source", "how life and death are known:", StatusSource),
    ("status_confidence", pa.float32(),
     "0–1; null where status_source is none: then the count is of the bare board; of the estimate where it is confirmed"
     ),
    ("count_confidence", pa.float32(),
     "0–1, how likely the margins by area and by territory are both right; null without a status_source"),
    _chosen("rest", "how moves that the record leaves out count; null where passes end it, or nothing is estimated:",
            RestMode),
    ("rest_moves", pa.int16(), "moves and passes by which the rest was played out; null where it is open or none"),
    ("confirmed_chains", pa.int16(),
     "chains in doubt that article 7 decides; the count is the estimate's; null where --confirm did not ask"),
    ("unconfirmed_chains", pa.int16(), "chains in doubt that it was asked about, and left open; null likewise"),
)  # fmt: skip

MOVES: Final = _table(
    "moves", "one play or pass (written with --moves)",
    ("game_id", _CATEGORY, "as in games"),
    ("move_number", pa.int32(), "plays and passes counted from 1"),
    _chosen("color", "black or white", Winner),
    ("point", _CATEGORY, "SGF letters; empty for a pass; null off the board"),
    ("captured", pa.int16(), "enemy stones taken"),
    ("self_captured", pa.int16(), "own stones removed by suicide"),
    ("flags", pa.uint32(), "facts about the move, bits as in goanalyze.core.flags"),
    ("repeats_move", pa.int32(), "number of the latest earlier move with the same position; null if none"),
)  # fmt: skip

CHAINS: Final = _table(
    "chains", "one chain in doubt at the end of a game, and what article 7 of the Japanese rules makes of it "
    "(written with --confirm safe or eyes)",
    _GAME_ID,
    ("first", pa.string(), "SGF letters of its first point, row by row"),
    _chosen("color", "black or white", Winner),
    ("stones", pa.int16(), "its stones"),
    ("estimate_dead", pa.bool_(), "the estimate, or the engine in its place, calls it dead"),
    ("share", pa.float32(), "how likely it lives by the estimate, 0–1"),
    _chosen("confirmed", "what is proven:", Fate),
    _chosen("how", "why it is alive or dead:", How),
    _chosen("walls", "which chains shut its region in:", Walls),
    _chosen("reason", "why it is not decided:", Unproven),
    ("region_points", pa.int16(), "points of the region around it that was searched; 0 where none was found"),
    ("region_empty", pa.int16(), "those of them that are empty"),
    ("states", pa.int64(), "positions that were looked at"),
    ("marked_dead", pa.bool_(), "the players marked it as dead; null where their marks are not used"),
    ("unsettled", pa.bool_(), "it is dead, but alive if its owner plays first; null where it is not dead"),
)  # fmt: skip

OUTCOMES: Final = _table(
    "outcomes", "one game under one ruleset; the rulesets of a game stand in succession, games in the order of games",
    ("game_id", _CATEGORY, "as in games"),
    _ruleset("ruleset", "id, as in rulesets"),
    ("legal", pa.bool_(), "every move is legal under this ruleset; null where there is no board"),
    ("illegal_count", pa.int32(), "moves that it forbids"),
    ("first_illegal_move", pa.int32(), "number of the first of them; null for none"),
    _chosen("basis", "what the margin rests on, or why there is none:", Basis),
    ("komi", pa.float64(), "points for White reckoned with in margin: games.komi, or what --komi says"),
    ("handicap_bonus", pa.float64(),
     "points for White for handicap stones, beside komi: the ruleset's own, or those of games.convention"),
    ("margin", pa.float64(),
     ("Black − White with komi and handicap_bonus, in points; basis says why it is null, under each ruleset in other "
      "games: a mean by ruleset compares different games, goanalyze compare the same")),
    _chosen("winner",
            "by the count: black, white, draw; who wins ties is the ruleset's matter; null without margin; both_lose "
            "where the record says so and the ruleset knows it, margin or not", Winner),
    _chosen("winner_by_rule", "who wins where a rule decides and not the count; null where the count does:",
            RuleWinner),
    ("rule_move", pa.int32(),
     "number of the move that decides by rule: the illegal one, or that which first completes the cycle; else null"),
    ("margin_strict", pa.float64(), "margin with seki to the letter; null where the ruleset excludes nothing in seki"),
    ("ruleset_komi", pa.float64(), "the komi that the ruleset sets for this board and handicap; null for none"),
    ("margin_ruleset_komi", pa.float64(), "margin with ruleset_komi in place of komi"),
    _chosen("winner_ruleset_komi", "winner with ruleset_komi in place of komi", Winner),
    ("approximate", pa.bool_(), "groups were counted (stone scoring, group tax) with seki on the board"),
    ("no_result_possible", pa.bool_(),
     "the board came back after more than two moves; the ruleset lets both agree on no result, or the referee rule"),
    _chosen("agrees_with_record",
            "margin against a recorded count: exact; winner, only the winner; no; unknown, nothing to compare",
            Agreement, "unknown"),
    _chosen("status_source", "as in counts; confirmed only where the ruleset judges by article 7", StatusSource),
    ("status_confidence", pa.float32(), "as in counts; of the proof where status_source is confirmed"),
    ("count_confidence", pa.float32(), "0–1, how likely margin is right, komi apart; null without a status_source"),
)  # fmt: skip

AUDIT: Final = _table(
    "audit", "one game with a recorded count whose final position is known or estimated",
    _GAME_ID,
    _ruleset("ruleset", "id of the ruleset that the record names; null for none"),
    ("recorded_margin", pa.float64(), "recorded margin, Black − White, in points"),
    ("margin", pa.float64(), "counted margin under that ruleset, or under the one that fits where none is named"),
    _chosen("agreement", "how count and record agree, or not_countable, the final position looks unfinished:",
            Agreement, "not_countable"),
    _chosen("explanation", "what gives the recorded margin:", Explanation),
    ("explained", pa.bool_(), "the recorded margin follows, at once or with the help of the explanation"),
    ("evidence", pa.string(), "one sentence"),
    _ruleset("fits_ruleset", "id of the ruleset under which the recorded margin follows"),
    ("fits_komi", pa.float64(), "the komi with which it does"),
    ("flips", pa.list_(pa.string()), "first point (SGF letters) of each chain whose status was changed to explain it"),
    ("flips_unique", pa.bool_(), "no other change of as few chains explains it; null where none was changed"),
    _chosen("status_source", "as in outcomes, under the ruleset that the record names", StatusSource),
    ("status_confidence", pa.float32(), "likewise"),
    ("count_confidence", pa.float32(), "as in outcomes, under that ruleset"),
)  # fmt: skip

RULESETS_TABLE: Final = _table(
    "rulesets", "one ruleset that the outcomes were worked out for, axis by axis; a single file",
    ("id", pa.string(), "name in tables and commands"),
    ("title", pa.string(), "name that people use"),
    *(column for axis in AXES for column in (
        (axis.name, pa.string(), axis.question),
        (f"{axis.name}_source", pa.string(), "where that stands, or assumed"))),
    ("definition", pa.string(), "the whole ruleset as TOML; goanalyze check --rulesets FILE.toml reads it"),
)  # fmt: skip

CONVENTIONS: Final = _table(
    "conventions", "one group of games whose headers are alike, and one hypothesis about what was played in them, that "
    "which stands first; a single file (not written with --conventions off)",
    ("group", pa.int32(), "number of the group, from 0"),
    ("name", pa.string(), "name of its convention, as in TOML files"),
    ("sources", pa.list_(pa.string()),
     "archives, or folders of plain files: as many last parts of their paths as tell them apart; empty for any"),
    ("application", pa.string(), "program that wrote the records, without its version; empty for none, null for any"),
    _ruleset("ruleset", "id of the ruleset that RU names; empty for none, null for any"),
    ("komi_raw", pa.string(), "KM as written; empty for none, null for any"),
    _chosen("handicap", "what the records say of handicap stones; null for any:", HandicapKind),
    ("board", pa.string(), "columns and rows, as 19×19; null for any"),
    ("first_year", pa.int16(), "of the games; null for no limit"),
    ("last_year", pa.int16(), "of the games, included; null for no limit"),
    ("games", pa.int32(), "games of the group"),
    ("counted", pa.int32(), "those of them whose count and recorded margin are known, copies left out"),
    ("rest_games", pa.int32(),
     "counted games of the same server, in all groups, that no passes end; null for none, or for several servers"),
    ("rest_deciding", pa.int32(), "those of them whose recorded margin follows with one rest and not with the other"),
    ("rest_deciding_for", pa.int32(), "those of these that follow with the one that is not usual for their origin"),
    _ruleset("played_ruleset", "id of a ruleset that counts so; null in a group on which nothing was tried"),
    ("played_komi", pa.float64(), "komi in points"),
    _chosen("komi_meaning", "what the komi of the header means then:", KomiMeaning),
    _chosen("compensation", "what White got for handicap stones beside komi:", Compensation),
    _chosen("result_scale", "what the number of a recorded margin is of:", ResultScale),
    _chosen("rest", "the count of records that no passes end; null for the usual one of their origin:", RestMode),
    ("changes", pa.int8(), "so much of the header is taken otherwise; 0: it is what the header says"),
    ("explained", pa.int32(), "counted games whose recorded margin follows"),
    ("share", pa.float64(), "explained / counted, 0–1"),
    ("low", pa.float64(), "of share, the lower end of the 95% interval (Wilson)"),
    ("high", pa.float64(), "its upper end"),
    ("chance", pa.float64(),
     "share that another komi would explain, on average of those up to ten points away in steps of one"),
    ("deciding", pa.int32(), "counted games that either it or its best rival explains, not both"),
    ("deciding_for", pa.int32(), "those of them that it explains"),
    _chosen("standing", "what became of the hypothesis:", Standing),
    _code("of the group, in its first row: GO412, komi or rest are not what header and origin say; else GO413"),
)  # fmt: skip

DUPLICATES: Final = _table(
    "duplicates", "one copy in a group of copies of one game, its best copy included, or one pair of games that may be "
    "the same (written by goanalyze dups)",
    ("group", pa.int32(), "number of the group, from 0, in the order of games; null for a pair that is only possible"),
    _code("what the copy is to the best one, GO601–GO608; null for the best copy itself"),
    Column("confidence", _CATEGORY, "certain, likely or possible, see the criteria in goanalyze.duplicates.confidence",
           ("possible", "likely", "certain"), is_ranked=True),
    _GAME_ID, _SOURCE, _MEMBER, _INDEX,
    *((f"best_{name}", kind, f"{name} of the group's best copy, or of the other game of a pair")
      for name, kind, _ in (_GAME_ID, _SOURCE, _MEMBER, _INDEX)),
    ("view", _CATEGORY, "how to rotate or mirror the board so that the copy lies on the best copy"),
    ("swapped", pa.bool_(), "whether colours are swapped, too"),
    ("differing_moves", pa.int32(),
     "moves that are other, missing or added, a cut end left out; null for hints with too many to be followed"),
    ("first_difference", pa.int32(), "number of the first move that differs, a cut end included; null for none"),
    ("missing_moves", pa.int32(), "moves that the copy lacks at its end; negative: that the best copy lacks"),
    ("keep", pa.bool_(), "it is the best copy of its group; null for a pair, where both stay"),
    ("best_because", _CATEGORY,
     ("the first that makes the best copy better: fewer errors in common moves, more plays, a result, names and date, "
      "life and death marked, fewer findings, name")),
    ("contradicts", pa.bool_(),
     "GO609: another winner, or margin at the same komi, than the best copy with one; null for none, and for pairs"),
    ("differs", pa.list_(pa.string()), "columns of games in which it differs from the best copy"),
    ("own_values", pa.list_(pa.string()), "its values in these columns as text, empty for none"),
    ("best_values", pa.list_(pa.string()), "those of the best copy"),
    ("across", pa.bool_(), "it is from another archive, or for plain files another folder, than the best copy"),
)  # fmt: skip

OPTIONAL: Final = frozenset({"moves", "chains", "conventions", "duplicates"})
"""Tables that a dataset has only if they were asked for."""

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
"""The form of a part except its columns, such as its seal; raised when parts of an older form cannot be read."""


def schema_version(tables: Iterable[Table]) -> str:
    """Return the version of some tables, in hex: a digest of their names and of all columns.

    A column is its name, type and meaning, so that no dataset is read as something else than was written. The usual
    order of values does not count: new values, such as an added preset, leave older datasets as they are.

    Example:
        >>> games = _table("games", "one game", ("komi", pa.float64(), "points"))
        >>> zi = _table("games", "one game", ("komi", pa.float64(), "zi"))
        >>> schema_version([games]) == schema_version([games]), schema_version([games]) == schema_version([zi])
        (True, False)
    """
    rows = [(table.name, column.name, str(column.type), column.meaning) for table in tables for column in table.columns]
    return blake2b(repr((_PART_FORM, rows)).encode(), digest_size=4).hexdigest()


SCHEMA_VERSION: Final = schema_version(TABLES.values())
"""The version of the tables of this program; a dataset of another one is refused, and its parts are made anew."""
