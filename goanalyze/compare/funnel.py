"""The funnel of a dataset: from files to games whose count is the recorded one, and what was lost on the way, and why.

Every stage keeps some of the files or games of the one before it, and what it does not keep is in exactly one of its
losses; so the numbers add up. Nothing is judged here: all of it stands in the tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from goanalyze.compare.games import Games, finding_games, games_by_id
from goanalyze.compare.outcome_matrix import OutcomeColumns
from goanalyze.score.choices import Basis, Explanation
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.vocabulary.arrow import names_in, numbers_of, offsets_of
from goanalyze.vocabulary.catalogue import CATALOGUE

Rows = NDArray[np.int64]

_NO_GAME: Final = ("GO003", "GO005")
_NO_BOARD: Final = ("GO409", "GO311")
_MARGIN_BASES: Final = ("counted", "no_result_possible", "estimated")
_JUDGED: Final = ("dead_known", "estimated")
_STOPPED: Final = (*_JUDGED, "too_open", "as_it_stands")
_MEANINGS: Final = {
    **{basis.value: basis.meaning.removeprefix("no margin: ") for basis in Basis},
    **{explanation.value: explanation.meaning for explanation in Explanation},
    **{code: finding.title for code, finding in CATALOGUE.items()},
    "ok": "read as it is",
    "no_board": "no board, and no finding says why",
    "forbidden": "a move is illegal, and no finding is reported at it",
    "resign": "resignation",
    "time": "lost on time",
    "forfeit": "lost by forfeit",
    "both_lose": "both players lose",
    "unknown": "the record stops without two passes and without a readable result",
    "void": "the game is recorded as void",
    "none": "no moves",
    "score": "a score is recorded, but two passes do not end the record, or its board is too empty",
    "draw": "a draw is recorded, but two passes do not end the record, or its board is too empty",
    "passes": "two passes end the record, but its board is too empty to be finished",
    "too_open": "the board looks unfinished: too open, or too few stones",
    "as_it_stands": "two passes end the record; dead stones unknown",
    "markup": "dead stones or territory marked by the players",
    "settled": "dead stones proven",
    "estimated": "dead stones estimated",
    "engine": "dead stones determined by an engine",
    "two passes": "two passes end the record",
    "count": "no two passes, but a score or a draw is recorded",
    "marks": "neither, but the territory is marked, or dead stones are determined in every game (--estimate all)",
    "not_audited": "the recorded score was not compared with the computed one",
}
_NO_COUNT: Final = {
    "resign": "the recorded result is a resignation",
    "time": "the recorded result is a loss on time",
    "forfeit": "the recorded result is a forfeit",
    "both_lose": "the recorded result is that both players lose",
    "void": "the recorded result is void",
    "unknown": "no readable result is recorded",
    "score": "a winner is recorded, but no margin",
    "draw": "a draw is recorded, but no margin",
    "none": "no result is recorded",
}


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the files or games of a stage, for one reason.

    Attributes:
        why: a finding code, a basis, how the game ended …: a name that stands in the tables.
        meaning: the same in words.
        rows: which, places in the table files or games, ascending.
    """

    why: str
    meaning: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class Stage:
    """What is left of the files or games, and what was lost since the stage before.

    Attributes:
        name: one word.
        title: what the files or games of this stage are.
        unit: files | games; the first stage of games begins anew, with all games of the files before it.
        rows: which are left, places in the table of that name, ascending.
        losses: those of the stage before that are not; largest first.
        parts: those that are left, by how that is known; empty where there is nothing to tell apart.
    """

    name: str
    title: str
    unit: Literal["files", "games"]
    rows: Rows
    losses: tuple[Group, ...] = ()
    parts: tuple[Group, ...] = ()


def funnel(tables: Mapping[str, TableOrParts] | DatasetColumns) -> tuple[Stage, ...]:
    """Follow the files and games of a dataset from stage to stage.

    Args:
        tables: `files`, `games`, `findings`, `counts`, `outcomes`, `rulesets` and `audit`.

    Raises:
        DatasetError: a table lacks a column, or tables do not belong together.

    Returns:
        The stages, in order. A game is asked under the ruleset that its record names; where it names none, or one that
        was not checked, under any of the dataset.
    """
    about = tables if isinstance(tables, DatasetColumns) else DatasetColumns(tables)
    games = Stage("games", "games in them", "games", np.arange(len(about.groups), dtype=np.int64))
    stages = [*_files(about.files), games, _with_board(about)]
    for step in (_legal, _stopped, _known, _counted, _recorded, _agreeing):
        stages.append(step(about, stages[-1].rows))
    return tuple(stages)


def lost_on_the_way(stages: Sequence[Stage], rows: Rows) -> list[tuple[Stage, Rows]]:
    """Return which stages lose some games, and which of them; those that no stage loses are in the last."""
    lost = [(stage, [loss.rows for loss in stage.losses]) for stage in stages if stage.unit == "games"]
    found = [(stage, np.intersect1d(rows, np.concatenate(losses))) for stage, losses in lost if losses]
    return [(stage, games) for stage, games in found if len(games)]


def funnel_frame(tables: Mapping[str, TableOrParts]) -> pd.DataFrame:
    """Return the funnel as a data frame: one row per stage and reason for a loss.

    Columns: `stage`, `title`, `unit`, `number` (left at this stage, the same in all its rows), `lost`, `why`,
    `meaning`. A stage that loses nothing has one row, with `lost` 0. Within a unit the `number` of a stage and all it
    `lost` are the `number` of the stage before.
    """
    nothing = Group("", "", np.zeros(0, dtype=np.int64))
    rows = [
        (stage.name, stage.title, stage.unit, len(stage.rows), len(loss.rows), loss.why, loss.meaning)
        for stage in funnel(tables)
        for loss in stage.losses or (nothing,)
    ]
    return pd.DataFrame(rows, columns=["stage", "title", "unit", "number", "lost", "why", "meaning"])


class DatasetColumns:
    """The columns of a dataset, each read when first asked for and then kept.

    Args:
        tables: as for `funnel`.

    Attributes:
        files, games, findings, counts, audit: the tables.
        groups: the games, to be grouped.
    """

    def __init__(self, tables: Mapping[str, TableOrParts]) -> None:
        self.tables = tables
        self.files, self.games, self.findings, self.counts, self.audit = (
            Columns(tables[name]) for name in ("files", "games", "findings", "counts", "audit")
        )
        self.groups = Games(tables["games"])

    @cached_property
    def outcomes(self) -> OutcomeColumns:
        """The outcomes."""
        return OutcomeColumns(self.tables["outcomes"], self.tables["rulesets"], None, self.groups.declared)

    @cached_property
    def finding_games(self) -> Rows:
        """For each finding the row of its game, −1 for a finding about a file."""
        return finding_games(self.findings, self.games)

    @cached_property
    def audited(self) -> Rows:
        """For each game its row of the audit, −1 for none."""
        return games_by_id(self.audit, self.games)

    @cached_property
    def own(self) -> Rows:
        """For each game the place of the ruleset that its record names, −1 for none that was checked."""
        return self.groups.declared(self.outcomes.everything).astype(np.int64)

    def under_own(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return of values [games, rulesets] that of each game's own ruleset; of the first where there is none."""
        picked: NDArray[Any] = values[np.arange(len(self.own)), np.maximum(self.own, 0)]
        return picked


def _files(files: Columns) -> list[Stage]:
    status, code = _texts(files["status"]), _texts(files["code"])
    failed = np.isin(status, ("failed", "other"))
    unread = failed & ~np.isin(code, _NO_GAME)
    everything = np.arange(len(status))
    readable, with_games = np.flatnonzero(~unread), np.flatnonzero(~failed)
    partial = np.where(status == "partial", code, "ok")
    without = _groups(np.flatnonzero(failed & ~unread), code)
    return [
        Stage("files", "files and members of archives", "files", everything),
        Stage("readable", "files that can be read", "files", readable, _groups(everything[unread], code)),
        Stage("with_games", "files with a game", "files", with_games, without, _groups(with_games, partial)),
    ]


def _with_board(about: DatasetColumns) -> Stage:
    there = ~np.isnan(numbers_of(about.games["board_width"]))
    lost = np.flatnonzero(~there)
    why = np.full(len(there), "no_board", dtype=object)
    for code in _NO_BOARD:
        found = about.finding_games[_texts(about.findings["code"]) == code]
        why[found[found >= 0]] = code
    return Stage("board", "games with a board", "games", np.flatnonzero(there), _groups(lost, why))


def _legal(about: DatasetColumns, rows: Rows) -> Stage:
    """Keep the games whose moves are all legal, and name the others by the finding at the first forbidden move."""
    legal = about.outcomes.flags("legal") == 1
    kept = np.where(about.own >= 0, about.under_own(legal), legal.any(axis=1))
    why = np.full(len(about.own), "forbidden", dtype=object)
    first = about.under_own(about.outcomes.numbers("first_illegal_move"))
    for row, code in _codes_at(about, rows[~kept[rows]], first):
        why[row] = code
    title = "games with every move legal under the ruleset named, or under any"
    return _stage("legal", title, rows, kept, why)


def _codes_at(about: DatasetColumns, games: Rows, first: NDArray[np.float64]) -> list[tuple[int, str]]:
    """Return for some games the code of a finding at a move; of several the lowest."""
    move = numbers_of(about.findings["move_number"])
    is_main = numbers_of(about.findings["line"]) == 0
    found = np.flatnonzero(np.isin(about.finding_games, games) & is_main & ~np.isnan(move))
    found = found[move[found] == first[about.finding_games[found]]]
    forbidding = np.asarray(pc.list_value_length(about.findings["rulesets"]).fill_null(0).to_numpy())[found] > 0
    code = _texts(about.findings["code"])
    pairs = [(int(about.finding_games[at]), str(code[at])) for at in found[forbidding]]
    return sorted(pairs, reverse=True)  # the lowest comes last and stays


def _stopped(about: DatasetColumns, rows: Rows) -> Stage:
    kept = np.isin(_texts(about.counts["position"]), _STOPPED)
    ended = _texts(about.games["ended_by"])
    how = np.where(ended == "passes", "two passes", np.where(np.isin(ended, ("score", "draw")), "count", "marks"))
    return _stage("finished", "games played to the end", rows, kept, ended, how)


def _known(about: DatasetColumns, rows: Rows) -> Stage:
    position, source = (_texts(about.counts[name]) for name in ("position", "status_source"))
    title = "games whose dead stones are known or estimated"
    return _stage("judged", title, rows, np.isin(position, _JUDGED), position, source)


def _counted(about: DatasetColumns, rows: Rows) -> Stage:
    names = about.outcomes.names_in("basis")
    place = about.outcomes.places("basis", names).astype(np.int64)
    fits = np.array([*(name in _MARGIN_BASES for name in names), False], dtype=np.bool_)  # −1, the last: no basis
    usable = fits[place]
    usable &= ~np.isnan(about.outcomes.numbers("margin"))
    kept = np.where(about.own >= 0, about.under_own(usable), usable.any(axis=1))
    best = np.where(about.own >= 0, np.maximum(about.own, 0), usable.argmax(axis=1))  # any that gives a margin
    basis = np.append(np.array(names, dtype=object), "unknown")[place[np.arange(len(best)), best]]
    return _stage("counted", "games counted under the ruleset named, or under any", rows, kept, basis, basis)


def _recorded(about: DatasetColumns, rows: Rows) -> Stage:
    by = _texts(about.games["result_by"])
    kept = np.isin(by, ("score", "draw")) & ~np.isnan(numbers_of(about.games["result_margin"]))
    return _stage("recorded", "games with a recorded count", rows, kept, by, meanings=_NO_COUNT)


def _agreeing(about: DatasetColumns, rows: Rows) -> Stage:
    agreement, why = (np.append(_texts(about.audit[name]), "")[about.audited] for name in ("agreement", "explanation"))
    why = np.where(agreement == "", "not_audited", np.where(why == "", agreement, why))
    source = _texts(about.counts["status_source"])
    return _stage("agrees", "games whose count is the recorded one", rows, agreement == "exact", why, source)


def _stage(
    name: str,
    title: str,
    rows: Rows,
    kept: NDArray[np.bool_],
    why: NDArray[Any],
    how: NDArray[Any] | None = None,
    *,
    meanings: Mapping[str, str] = _MEANINGS,
) -> Stage:
    """Keep some of the games of the stage before.

    Args:
        name: of the stage.
        title: of the stage.
        rows: games of the stage before.
        kept: for every game whether it is kept.
        why: for every game why it is lost, if it is.
        how: for every game how it is known; None where there is nothing to tell apart.
        meanings: of the names in `why`.
    """
    left, lost = rows[kept[rows]], rows[~kept[rows]]
    return Stage(name, title, "games", left, _groups(lost, why, meanings), () if how is None else _groups(left, how))


def _texts(column: pa.ChunkedArray) -> NDArray[Any]:
    """Return a column of names as an array of text, empty for null."""
    names = names_in(column)
    return np.append(np.array(names, dtype=object), "")[offsets_of(column, names).astype(np.int64)]


def _groups(rows: Rows, why: NDArray[Any], meanings: Mapping[str, str] = _MEANINGS) -> tuple[Group, ...]:
    """Divide rows by what `why` says of each row of the table, the largest group first."""
    if not len(rows):
        return ()
    names, number = np.unique(why[rows].astype(str), return_inverse=True)
    groups = [Group(str(name), meanings.get(str(name), ""), rows[number == at]) for at, name in enumerate(names)]
    return tuple(sorted(groups, key=lambda group: (-len(group.rows), group.why)))
