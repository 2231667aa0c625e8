"""The schema: every table and column with its type and meaning. The README's data dictionary is made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from goanalyze.life.choices import StatusSource
from goanalyze.rules import AXES
from goanalyze.score.basis import BASES
from goanalyze.score.explanations import AGREEMENTS, EXPLANATIONS

__all__ = ["OPTIONAL", "SCHEMA_VERSION", "TABLES", "Column", "Table"]

SCHEMA_VERSION: Final = 2
"""Raised when a column comes, goes, or changes its name, type or meaning: no dataset has parts of two kinds."""

_CATEGORY: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, slots=True)
class Column:
    """A column: name, Arrow type and what a value means."""

    name: str
    type: Any
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table: name, what one row is, columns in order."""

    name: str
    row: str
    columns: tuple[Column, ...]

    def arrow(self) -> Any:
        """Return the Arrow schema, with the meaning of each column and the schema version in its metadata."""
        fields = [pa.field(c.name, c.type, metadata={"meaning": c.meaning}) for c in self.columns]
        return pa.schema(fields, metadata={"goanalyze.schema": str(SCHEMA_VERSION), "row": self.row})


def _table(name: str, row: str, *columns: tuple[str, Any, str]) -> Table:
    return Table(name, row, tuple(Column(*column) for column in columns))


_GAME_ID = ("game_id", pa.string(), "96-bit BLAKE2b hash of the game's text in UTF-8, as hex; equal for equal text")
_SOURCE = ("source", _CATEGORY, "path of the file or archive as given; - for standard input")
_MEMBER = ("member", pa.string(), "name inside the archive; empty for a plain file")
_INDEX = ("game_index", pa.int32(), "number of the game within its file, from 0")

FILES: Final = _table(
    "files", "one input file or archive member",
    _SOURCE, _MEMBER,
    ("bytes", pa.int64(), "size, unpacked"),
    ("games", pa.int32(), "games found in it"),
    ("status", _CATEGORY, "ok; partial, something may be lost (see code); failed, no game could be read"),
    ("code", _CATEGORY, "finding about the file as a whole, if any"),
    ("message", pa.string(), "what that finding is about"),
    ("encoding", _CATEGORY, "charset the text was read in"),
    ("encoding_source", _CATEGORY,
     ("how the charset is known: CA, bom, ascii, utf-8 (strict; or damaged, with GO011), utf-16, utf-32, "
      "option (--encoding), pooled (guessed)")),
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
    ("date_raw", pa.string(), "DT as written"),
    ("date", pa.date32(), "first day that DT names; 1 for a month or day it leaves open"),
    ("date_precision", _CATEGORY, "day, month, year or none: what of the date is known"),
    ("event", pa.string(), "EV"),
    ("round", pa.string(), "RO"),
    ("place", pa.string(), "PC"),
    ("application", pa.string(), "AP, the program that wrote the record"),
    ("komi_raw", pa.string(), "KM as written"),
    ("komi", pa.float64(), "points added to White; multiple of 1/4 where the text is"),
    ("komi_unit", _CATEGORY, "unit KM was written in: points, zi, zi×100, points×100, none"),
    ("handicap_raw", pa.string(), "HA as written"),
    ("handicap", pa.int16(), "HA as a number"),
    ("handicap_stones", pa.int16(), "handicap stones on the board in fact: set up, placed as moves, or implied"),
    ("handicap_source", _CATEGORY,
     "setup (AB before the first move), moves (Black's first moves), implied (standard points, GO154), missing, none"),
    ("rules_raw", pa.string(), "RU as written"),
    ("ruleset", _CATEGORY, "id of the ruleset that RU names"),
    ("result_raw", pa.string(), "RE as written"),
    ("result_winner", _CATEGORY, "black, white, draw or none"),
    ("result_by", _CATEGORY, "score, resign, time, forfeit, draw, void or unknown"),
    ("result_margin", pa.float64(), "recorded margin, Black − White, in points"),
    ("result_unit", _CATEGORY, "unit RE was written in: points, zi (already doubled in result_margin), none"),
    ("move_count", pa.int32(), "plays and passes"),
    ("pass_count", pa.int32(), "passes"),
    ("ended_by", _CATEGORY,
     "passes (two at the end of the record); else result_by; none (no moves)"),
    ("finding_count", pa.int32(), "findings of this game"),
    ("worst_severity", _CATEGORY, "error, warning, info; null without findings"),
    ("moves", pa.list_(pa.int16()), "point index of each move, row-major from the upper left; −1 pass, −2 off board"),
    ("skipped_turns", pa.list_(pa.int32()),
     "numbers of the moves by the side that had just moved, White at first: with moves, the colour of every move"),
    ("setup", pa.list_(pa.int16()),
     "stones set up before the first move, row by row: point index of a black stone, −1 − index of a white one"),
    ("edited", pa.bool_(), "stones are set up or removed after the first move, which moves and setup do not tell"),
)  # fmt: skip

FINDINGS: Final = _table(
    "findings", "one event: something odd in a game or file",
    ("game_id", pa.string(), "as in games; null for a finding about a file"),
    _SOURCE, _MEMBER, _INDEX,
    ("code", _CATEGORY, "see the catalogue of codes"),
    ("severity", _CATEGORY, "error, warning or info"),
    ("move_number", pa.int32(), "plays and passes counted from 1; null when it is about no move"),
    ("color", _CATEGORY, "who moved: black or white"),
    ("point", pa.string(), "SGF letters; empty for a pass"),
    ("offset", pa.int64(),
     "byte of the file where it stands: of a move or setup its '[', of another value its first byte, else the name"),
    ("rulesets", pa.list_(pa.string()), "ids of the rulesets that forbid the move, whatever their reason"),
    ("repetition", _CATEGORY, "superko rules that forbid it: PSK, SSK, NSSK"),
    ("repeats_move", pa.int32(), "number of the earlier move with the same position; 0 the start"),
    ("cycle_length", pa.int32(), "moves from that one to this one"),
    ("cycle_kind", _CATEGORY, "what the cycle is called: triple ko, eternal life, …; null when there is none"),
    ("prisoner_balance", pa.int32(), "Black − White, stones taken in one round of the cycle; null when there is none"),
    ("count", pa.int32(), "how often: rounds of a cycle, or occurrences of the same thing"),
    ("message", pa.string(), "one sentence"),
)  # fmt: skip


def _both(name: str, kind: Any, meaning: str) -> list[tuple[str, Any, str]]:
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
    ("first_pass", _CATEGORY, "who made the first pass of the game, black or white; null for none"),
    ("final_pass", _CATEGORY, "who made the first of the passes that end the record; null where it ends otherwise"),
    ("dame", pa.int16(), "empty points that are nobody's"),
    ("seki_points", pa.int16(), "territory of groups that touch dame and have less than two eyes, both colours"),
    ("deducted_points", pa.int16(), "territory to be filled once the dame are (teire, false eyes), both colours"),
    ("area_margin", pa.int32(), "area, Black − White"),
    ("territory_margin", pa.int32(),
     "territory + prisoners + dead enemy stones, Black − White, without seki_points and deducted_points"),
    ("territory_margin_strict", pa.int32(), "the same without any territory of groups that touch dame"),
    ("territory_margin_plain", pa.int32(), "the same with all territory"),
    ("stone_margin", pa.int32(), "area margin less two points per group: stone scoring on the filled board"),
    ("area_minus_territory", pa.int32(), "area_margin − territory_margin"),
    ("area_minus_stone", pa.int32(), "area_margin − stone_margin"),
    ("position", _CATEGORY,
     ("what the counts are of: no_position; unfinished, nobody stopped the game; too_open, estimated but it looks "
      "unfinished; as_it_stands, the bare board after two passes; estimated; dead_known")),
    ("status_source", _CATEGORY,
     "how life and death are known: " + "; ".join(f"{source.value}, {source.meaning}" for source in StatusSource)),
    ("status_confidence", pa.float32(), "0–1; null where status_source is none: then the count is of the bare board"),
)  # fmt: skip

MOVES: Final = _table(
    "moves", "one play or pass (written with --moves)",
    ("game_id", _CATEGORY, "as in games"),
    ("move_number", pa.int32(), "plays and passes counted from 1"),
    ("color", _CATEGORY, "black or white"),
    ("point", _CATEGORY, "SGF letters; empty for a pass; null off the board"),
    ("captured", pa.int16(), "enemy stones taken"),
    ("self_captured", pa.int16(), "own stones removed by suicide"),
    ("flags", pa.uint16(), "facts about the move, bits as in goanalyze.replay.flags"),
    ("repeats_move", pa.int32(), "number of the latest earlier move with the same position; null if none"),
)  # fmt: skip

OUTCOMES: Final = _table(
    "outcomes", "one game under one ruleset; the rulesets of a game stand in succession, games in the order of games",
    ("game_id", _CATEGORY, "as in games"),
    ("ruleset", _CATEGORY, "id, as in rulesets"),
    ("legal", pa.bool_(), "every move is legal under this ruleset; null where there is no board"),
    ("illegal_count", pa.int32(), "moves that it forbids"),
    ("first_illegal_move", pa.int32(), "number of the first of them; null for none"),
    ("basis", _CATEGORY,
     "what the margin rests on, or why there is none: " + "; ".join(f"{name}, {why}" for name, why in BASES.values())),
    ("komi", pa.float64(), "points for White reckoned with in margin: the recorded komi, or what --komi says"),
    ("handicap_bonus", pa.float64(), "points for White for handicap stones, beside komi"),
    ("margin", pa.float64(), "Black − White with komi and handicap_bonus, in points; basis says why it is null"),
    ("winner", _CATEGORY, "black, white, draw; who wins ties is the ruleset's matter; null without margin"),
    ("margin_strict", pa.float64(), "margin with seki to the letter; null where the ruleset excludes nothing in seki"),
    ("ruleset_komi", pa.float64(), "the komi that the ruleset sets for this board and handicap; null for none"),
    ("margin_ruleset_komi", pa.float64(), "margin with ruleset_komi in place of komi"),
    ("winner_ruleset_komi", _CATEGORY, "winner with ruleset_komi in place of komi"),
    ("approximate", pa.bool_(), "groups were counted (stone scoring, group tax) with seki on the board"),
    ("no_result_possible", pa.bool_(),
     "a long cycle happened, and the ruleset lets players claim no result, or the referee rule"),
    ("agrees_with_record", _CATEGORY,
     "margin against a recorded count: exact; winner, only the winner; no; unknown, nothing to compare"),
    ("status_source", _CATEGORY, "how life and death are known, as in counts"),
    ("status_confidence", pa.float32(), "as in counts"),
)  # fmt: skip

AUDIT: Final = _table(
    "audit", "one game with a recorded count whose final position is known or estimated",
    _GAME_ID,
    ("ruleset", _CATEGORY, "id of the ruleset that the record names; null for none"),
    ("recorded_margin", pa.float64(), "recorded margin, Black − White, in points"),
    ("margin", pa.float64(), "counted margin under that ruleset, or under the one that fits where none is named"),
    ("agreement", _CATEGORY,
     "; ".join(f"{name}, {text}" for name, text in AGREEMENTS.items())
     + "; not_countable, the final position looks unfinished"),
    ("explanation", _CATEGORY, "what gives the recorded margin: "
     + "; ".join(f"{name}, {text}" for name, text in EXPLANATIONS.items())),
    ("explained", pa.bool_(), "the recorded margin follows, at once or with the help of the explanation"),
    ("evidence", pa.string(), "one sentence"),
    ("fits_ruleset", _CATEGORY, "id of the ruleset under which the recorded margin follows"),
    ("fits_komi", pa.float64(), "the komi with which it does"),
    ("flips", pa.list_(pa.string()), "first point (SGF letters) of each chain whose status was changed to explain it"),
    ("flips_unique", pa.bool_(), "no other change of as few chains explains it; null where none was changed"),
    ("status_source", _CATEGORY, "how life and death are known, as in counts"),
    ("status_confidence", pa.float32(), "as in counts"),
)  # fmt: skip

RULESETS_TABLE: Final = _table(
    "rulesets", "one ruleset that the outcomes were worked out for, axis by axis; a single file",
    ("id", pa.string(), "name in tables and commands"),
    ("title", pa.string(), "name that people use"),
    *(column for axis in AXES for column in (
        (axis.name, pa.string(), axis.asks), (f"{axis.name}_source", pa.string(), "where that stands, or assumed"))),
    ("definition", pa.string(), "the whole ruleset as TOML; goanalyze check --rulesets FILE.toml reads it"),
)  # fmt: skip

DUPLICATES: Final = _table(
    "duplicates", "one copy in a group of copies of one game, its best copy included, or one pair of games that may be "
    "the same (written by goanalyze dups)",
    ("group", pa.int32(), "number of the group, from 0, in the order of games; null for a pair that is only possible"),
    ("code", _CATEGORY, "what the copy is to the best one, GO601–GO608; null for the best copy itself"),
    ("confidence", _CATEGORY, "certain, likely or possible, see the criteria in goanalyze.duplicates.confidence"),
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
    ("why", _CATEGORY,
     ("the first that makes the best copy better: fewer errors in common moves, more plays, a result, names and date, "
      "life and death marked, fewer findings, name")),
    ("contradicts", pa.bool_(),
     "GO609: another winner, or margin at the same komi, than the best copy with one; null for none, and for pairs"),
    ("differs", pa.list_(pa.string()), "columns of games in which it differs from the best copy"),
    ("own_values", pa.list_(pa.string()), "its values in these columns as text, empty for none"),
    ("best_values", pa.list_(pa.string()), "those of the best copy"),
    ("across", pa.bool_(), "it is from another archive, or for plain files another folder, than the best copy"),
)  # fmt: skip

OPTIONAL: Final = frozenset({"moves", "duplicates"})
"""Tables that a dataset has only if they were asked for."""

TABLES: Final[dict[str, Table]] = {
    table.name: table for table in (FILES, GAMES, FINDINGS, COUNTS, OUTCOMES, AUDIT, RULESETS_TABLE, MOVES, DUPLICATES)
}
