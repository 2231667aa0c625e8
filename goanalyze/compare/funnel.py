"""The funnel of a dataset: the way from files to games whose count is the recorded one, with the losses of each stage.

Each stage keeps some of the files or games of the stage before, and each of the others is in one of its losses, so the
numbers add up. All facts are columns of the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.compare.evidence import GameEvidence, game_evidence
from goanalyze.compare.games import Games, finding_games, games_by_id
from goanalyze.compare.outcome_matrix import OutcomeMatrix
from goanalyze.life.choices import StatusSource
from goanalyze.score.choices import Agreement, Basis, Explanation, Quality
from goanalyze.sgf.choices import ResultBy
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.util.arrow import names_in, numbers_of, offsets_of
from goanalyze.util.choice import Choice

Rows = NDArray[np.int64]
Names = NDArray[np.generic]

_NO_GAME: Final = ("GO003", "GO005")
_NO_BOARD: Final = ("GO409", "GO311")
_WITH_MARGIN: Final = (Basis.COUNTED, Basis.NO_RESULT_POSSIBLE, Basis.ESTIMATED)
_JUDGED: Final = (Quality.DEAD_KNOWN, Quality.ESTIMATED)
_STOPPED: Final = (*_JUDGED, Quality.TOO_OPEN, Quality.DEAD_UNKNOWN)
_RECORDED: Final = (ResultBy.SCORE, ResultBy.DRAW)


@dataclass(frozen=True, slots=True)
class LossGroup:
    """Files or games of a stage that have one reason for it.

    Attributes:
        reason: a value of a table: finding code, basis, explanation, ending.
        meaning: its meaning in words.
        rows: int64[n], rows of the table files or games, ascending.
    """

    reason: str
    meaning: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the funnel: the files or games that it keeps, and its losses.

    Attributes:
        name: one word.
        title: noun phrase for the files or games of this stage.
        unit: files | games; the first stage of games has all games of the files before it.
        rows: int64[n], rows of the table of that name that the stage keeps, ascending.
        losses: files or games of the stage before that this one loses, largest group first.
        parts: those that it keeps by their evidence; empty if there is one kind of evidence only.
    """

    name: str
    title: str
    unit: Literal["files", "games"]
    rows: Rows
    losses: tuple[LossGroup, ...] = ()
    parts: tuple[LossGroup, ...] = ()


class DatasetColumns:
    """The columns of a dataset, each read once when it is required."""

    def __init__(self, tables: Mapping[str, TableOrParts]) -> None:
        self.tables = tables
        self.files, self.games, self.findings, self.counts, self.audit = (
            Columns(tables[name]) for name in ("files", "games", "findings", "counts", "audit")
        )
        self.groups = Games(self.games)

    @cached_property
    def evidence(self) -> GameEvidence:
        """The evidence of each game."""
        return game_evidence(self.games, self.counts, self.audit)

    @cached_property
    def outcomes(self) -> OutcomeMatrix:
        """The outcomes."""
        return OutcomeMatrix(self.tables["outcomes"], self.tables["rulesets"], None, self.evidence)

    @cached_property
    def finding_games(self) -> Rows:
        """The row of the game of each finding, −1 for a finding about a file."""
        return finding_games(self.findings, self.games)

    @cached_property
    def audited(self) -> Rows:
        """The row of the audit of each game, −1 without one."""
        return games_by_id(self.audit, self.games)

    @cached_property
    def own(self) -> Rows:
        """The index of the ruleset that each record names, −1 if it names none that was checked."""
        return self.groups.codes("ruleset", self.outcomes.everything).astype(np.int64)

    def under_own(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return the value of each game's own ruleset of values [games, rulesets]; the first one's without one."""
        values_of_own: NDArray[np.generic] = values[np.arange(len(self.own)), np.maximum(self.own, 0)]
        return values_of_own

    def holds(self, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return True if a flag [games, rulesets] is set under the game's own ruleset; under any one without one."""
        return np.where(self.own >= 0, self.under_own(flags), flags.any(axis=1))


class _Split(NamedTuple):
    """Facts of a stage on every file or game, arrays: kept, reason of a loss, evidence of those that are kept."""

    kept: NDArray[np.bool_]
    reasons: Names
    evidence: Names | None = None


class _Declaration(NamedTuple):
    """A stage: name, unit, title, the function that splits the rows, and the meanings of reasons and evidence."""

    name: str
    unit: Literal["files", "games"]
    title: str
    split: Callable[[DatasetColumns], _Split] | None
    reasons: Mapping[str, str]
    evidence: Mapping[str, str]


def funnel(tables: Mapping[str, TableOrParts] | DatasetColumns) -> tuple[Stage, ...]:
    """Return the stages of a dataset, in order.

    A game is judged under the ruleset that its record names; if it names none that was checked, under any of the
    dataset.

    Raises:
        DatasetError: a table lacks a column, or tables do not belong together.
    """
    columns = tables if isinstance(tables, DatasetColumns) else DatasetColumns(tables)
    totals = {"files": len(columns.files["status"]), "games": len(columns.groups)}
    stages = list[Stage]()
    for name, unit, title, split, reasons, evidence in _STAGES:
        if split is None:
            stages.append(Stage(name, title, unit, np.arange(totals[unit], dtype=np.int64)))
            continue
        facts, rows = split(columns), stages[-1].rows
        kept, lost = rows[facts.kept[rows]], rows[~facts.kept[rows]]
        parts = () if facts.evidence is None else _groups(kept, facts.evidence, evidence)
        stages.append(Stage(name, title, unit, kept, _groups(lost, facts.reasons, reasons), parts))
    return tuple(stages)


def funnel_frame(tables: Mapping[str, TableOrParts]) -> pd.DataFrame:
    """Return the funnel as a frame: one row per stage and reason of a loss.

    Columns: `stage`, `title`, `unit`, `number` (kept at this stage, equal in all its rows), `lost`, `reason`,
    `meaning`. A stage without losses has one row, with `lost` 0. Within a unit, the `number` of a stage and all that it
    `lost` are the `number` of the stage before.
    """
    nothing = LossGroup("", "", np.zeros(0, dtype=np.int64))
    rows = [
        (stage.name, stage.title, stage.unit, len(stage.rows), len(loss.rows), loss.reason, loss.meaning)
        for stage in funnel(tables)
        for loss in stage.losses or (nothing,)
    ]
    return pd.DataFrame(rows, columns=["stage", "title", "unit", "number", "lost", "reason", "meaning"])


def _groups(rows: Rows, names: Names, meanings: Mapping[str, str]) -> tuple[LossGroup, ...]:
    if not len(rows):
        return ()
    values, number = np.unique(names[rows].astype(str), return_inverse=True)
    groups = [
        LossGroup(str(name), meanings.get(str(name), str(name)), rows[number == index])
        for index, name in enumerate(values)
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group.rows), group.reason)))


def _texts(column: pa.ChunkedArray) -> Names:
    """Return a column of names as an array of text, empty for null."""
    names = names_in(column)
    return np.append(np.array(names, dtype=object), "")[offsets_of(column, names).astype(np.int64)]


def _is_among(column: pa.ChunkedArray, choices: Sequence[Choice]) -> NDArray[np.bool_]:
    among: NDArray[np.bool_] = offsets_of(column, [choice.value for choice in choices]) >= 0
    return among


def _readable(columns: DatasetColumns) -> _Split:
    status, code = _texts(columns.files["status"]), _texts(columns.files["code"])
    return _Split(~np.isin(status, ("failed", "other")) | np.isin(code, _NO_GAME), code)


def _with_games(columns: DatasetColumns) -> _Split:
    status, code = _texts(columns.files["status"]), _texts(columns.files["code"])
    return _Split(~np.isin(status, ("failed", "other")), code, np.where(status == "partial", code, "ok"))


def _with_board(columns: DatasetColumns) -> _Split:
    reasons = np.full(len(columns.groups), "no_board", dtype=object)
    for code in _NO_BOARD:
        rows = columns.finding_games[_texts(columns.findings["code"]) == code]
        reasons[rows[rows >= 0]] = code
    return _Split(~np.isnan(numbers_of(columns.games["board_width"])), reasons)


def _legal(columns: DatasetColumns) -> _Split:
    """Split games by legality; the reason is the lowest code of the findings at the first forbidden move."""
    kept = columns.holds(columns.outcomes.flags("legal") == 1)
    first = columns.under_own(columns.outcomes.numbers("first_illegal_move"))
    findings, game = columns.findings, columns.finding_games
    move = numbers_of(findings["move_number"])
    rows = np.flatnonzero((game >= 0) & (numbers_of(findings["line"]) == 0) & ~np.isnan(move))
    rows = rows[~kept[game[rows]] & (move[rows] == first[game[rows]])]
    is_forbidding = np.asarray(pc.list_value_length(findings["rulesets"]).fill_null(0).to_numpy())[rows] > 0
    rows, code = rows[is_forbidding], _texts(findings["code"])
    reasons = np.full(len(kept), "forbidden", dtype=object)
    for row in sorted(rows.tolist(), key=lambda row: str(code[row]), reverse=True):  # the lowest is the last
        reasons[game[row]] = code[row]
    return _Split(kept, reasons)


def _finished(columns: DatasetColumns) -> _Split:
    ended = _texts(columns.games["ended_by"])
    by_result = np.where(np.isin(ended, [choice.value for choice in _RECORDED]), "result", "judged")
    return _Split(
        _is_among(columns.counts["position"], _STOPPED), ended, np.where(ended == "passes", "passes", by_result)
    )


def _judged(columns: DatasetColumns) -> _Split:
    position = columns.counts["position"]
    return _Split(_is_among(position, _JUDGED), _texts(position), _texts(columns.counts["status_source"]))


def _counted(columns: DatasetColumns) -> _Split:
    outcomes, bases = columns.outcomes, Basis.names()
    basis = outcomes.codes("basis", bases)
    usable = np.isin(basis, [choice.index for choice in _WITH_MARGIN]) & ~np.isnan(outcomes.numbers("margin"))
    best = np.where(columns.own >= 0, np.maximum(columns.own, 0), usable.argmax(axis=1))
    reasons = np.array([*bases, "unknown"], dtype=object)[basis[np.arange(len(best)), best]]
    return _Split(columns.holds(usable), reasons, reasons)


def _recorded(columns: DatasetColumns) -> _Split:
    by = columns.games["result_by"]
    kept = _is_among(by, _RECORDED) & ~np.isnan(numbers_of(columns.games["result_margin"]))
    return _Split(kept, np.where(_texts(by) == "", ResultBy.UNKNOWN.value, _texts(by)))


def _agreeing(columns: DatasetColumns) -> _Split:
    agreement, reason = (
        np.append(_texts(columns.audit[name]), "")[columns.audited] for name in ("agreement", "explanation")
    )
    reasons = np.where(agreement == "", "not_audited", np.where(reason == "", agreement, reason))
    return _Split(agreement == Agreement.EXACT.value, reasons, _texts(columns.counts["status_source"]))


def _meanings(vocabulary: type[Choice], phrase: str = "{}") -> dict[str, str]:
    return {choice.value: phrase.format(choice.meaning.removeprefix("no margin: ")) for choice in vocabulary}


_UNFINISHED: Final = "two passes or a recorded score, and the board looks unfinished: too open, or too few stones"
_CODES: Final = {code: entry.title for code, entry in CATALOGUE.items()}
_SOURCES: Final = _meanings(StatusSource, "dead stones: {}")
_STAGES: Final = (
    _Declaration("files", "files", "files and members of archives", None, {}, {}),
    _Declaration("readable", "files", "files that can be read", _readable, _CODES, {}),
    _Declaration("with_games", "files", "files with a game", _with_games, _CODES, {**_CODES, "ok": "read as it is"}),
    _Declaration("games", "games", "games in them", None, {}, {}),
    _Declaration("board", "games", "games with a board", _with_board, {**_CODES, "no_board": "no board"}, {}),
    _Declaration(
        "legal",
        "games",
        "games with every move legal under the ruleset named, or under any",
        _legal,
        {**_CODES, "forbidden": "a move is illegal, and no finding is reported at it"},
        {},
    ),
    _Declaration(
        "finished",
        "games",
        "games played to the end",
        _finished,
        {
            **_meanings(ResultBy, "result: {}"),
            "none": "no moves",
            **dict.fromkeys(("passes", "score", "draw"), _UNFINISHED),
        },
        {
            "passes": "two passes end the record",
            "result": "a score or a draw is recorded, without two passes",
            "judged": "territory is marked, or dead stones are determined in every game (--estimate all)",
        },
    ),
    _Declaration(
        "judged", "games", "games whose dead stones are known or estimated", _judged, _meanings(Quality), _SOURCES
    ),
    _Declaration(
        "counted",
        "games",
        "games counted under the ruleset named, or under any",
        _counted,
        _meanings(Basis),
        _meanings(Basis),
    ),
    _Declaration(
        "recorded",
        "games",
        "games with a recorded count",
        _recorded,
        _meanings(ResultBy, "result without a margin: {}"),
        {},
    ),
    _Declaration(
        "agrees",
        "games",
        "games whose count is the recorded one",
        _agreeing,
        {
            **_meanings(Basis),
            **_meanings(Agreement),
            **_meanings(Explanation),
            "not_audited": "the recorded score was not compared with the computed one",
        },
        _SOURCES,
    ),
)
