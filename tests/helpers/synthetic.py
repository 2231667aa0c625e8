"""Outcomes made up for tests: rows as plain Python, and the three tables of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

from goanalyze import Grouping
from goanalyze.rules import RULESETS
from goanalyze.tables.dataset import write_dataset

KNOWN = ("counted", "no_result_possible")
BASES = (*KNOWN, "estimated", "as_it_stands", "not_counted", "no_passes", "no_komi", "something_new")
GROUPINGS = [name for name in Grouping.names() if name != "convention"]
"""What made-up games can be grouped by: there is no table conventions beside them."""
_CATEGORY = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True)
class Cell:
    """One game under one ruleset."""

    margin: float | None = None
    basis: str = "counted"
    legal: bool | None = True
    komi: float | None = 6.5
    own_komi: float | None = 7.5
    own_margin: float | None = None
    no_result: bool = False
    first_illegal: int | None = None
    status: str = "markup"
    agrees: str = "unknown"
    ties: str = "draw"

    def winner(self, margin: float | None) -> str | None:
        """Return the winner with a margin."""
        if margin is None:
            return None
        return "black" if margin > 0 else "white" if margin < 0 else self.ties


@dataclass(frozen=True)
class Row:
    """One game: its cells by ruleset, and columns of games that differ from the usual ones."""

    cells: tuple[Cell, ...]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class FakeDataset:
    """A made-up dataset."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]

    def outcomes(self, *, chunks: int = 1) -> pa.Table:
        """Return the table outcomes, in chunks that have dictionaries of their own."""
        size = -(-len(self.rows) // chunks) or 1
        parts = [self._outcomes(first, self.rows[first : first + size]) for first in range(0, len(self.rows), size)]
        return pa.concat_tables(parts) if parts else self._outcomes(0, ())

    def _outcomes(self, first: int, rows: tuple[Row, ...]) -> pa.Table:
        cells = [cell for row in rows for cell in row.cells]
        ids = [f"game{first + number}" for number, _ in enumerate(rows) for _ in self.names]
        return pa.table(
            {
                "game_id": pa.array(ids, pa.string()).cast(_CATEGORY),
                "ruleset": pa.array(list(self.names) * len(rows), pa.string()).cast(_CATEGORY),
                "legal": pa.array([cell.legal for cell in cells], pa.bool_()),
                "first_illegal_move": pa.array([cell.first_illegal for cell in cells], pa.int32()),
                "basis": pa.array([cell.basis for cell in cells], pa.string()).cast(_CATEGORY),
                "komi": pa.array([cell.komi for cell in cells], pa.float64()),
                "margin": pa.array([cell.margin for cell in cells], pa.float64()),
                "winner": pa.array([cell.winner(cell.margin) for cell in cells], pa.string()).cast(_CATEGORY),
                "ruleset_komi": pa.array([cell.own_komi for cell in cells], pa.float64()),
                "margin_ruleset_komi": pa.array([cell.own_margin for cell in cells], pa.float64()),
                "winner_ruleset_komi": pa.array([cell.winner(cell.own_margin) for cell in cells], pa.string()).cast(
                    _CATEGORY
                ),
                "no_result_possible": pa.array([cell.no_result for cell in cells], pa.bool_()),
                "agrees_with_record": pa.array([cell.agrees for cell in cells], pa.string()).cast(_CATEGORY),
                "status_source": pa.array([cell.status for cell in cells], pa.string()).cast(_CATEGORY),
            }
        )

    def games(self) -> pa.Table:
        """Return the table games."""
        usual = {
            "source": "a.zip",
            "member": "m",
            "game_index": 0,
            "black_player": "B",
            "white_player": "W",
            "result_raw": "B+R",
            "board_width": 19,
            "board_height": 19,
            "handicap_stones": 0,
            "komi": 6.5,
            "pass_count": 2,
            "ended_by": "passes",
            "ruleset": None,
            "result_winner": "none",
            "result_by": None,
            "result_margin": None,
            "date": None,
            "black_rank": None,
            "white_rank": None,
            "event": None,
            "komi_source": None,
            "convention": None,
            "date_raw": None,
        }
        kinds = {
            "source": _CATEGORY,
            "member": pa.string(),
            "game_index": pa.int32(),
            "black_player": pa.string(),
            "white_player": pa.string(),
            "result_raw": pa.string(),
            "board_width": pa.int16(),
            "board_height": pa.int16(),
            "handicap_stones": pa.int16(),
            "komi": pa.float64(),
            "pass_count": pa.int32(),
            "ended_by": _CATEGORY,
            "ruleset": _CATEGORY,
            "result_winner": _CATEGORY,
            "result_by": _CATEGORY,
            "result_margin": pa.float64(),
            "date": pa.date32(),
            "black_rank": pa.int8(),
            "white_rank": pa.int8(),
            "event": pa.string(),
            "komi_source": _CATEGORY,
            "convention": _CATEGORY,
            "date_raw": pa.string(),
        }
        rows = [{**usual, **row.facts} for row in self.rows]
        columns = {
            name: pa.array([row[name] for row in rows], pa.string()).cast(kind)
            if kind == _CATEGORY
            else pa.array([row[name] for row in rows], kind)
            for name, kind in kinds.items()
        }
        return pa.table({"game_id": pa.array([f"game{n}" for n, _ in enumerate(rows)], pa.string()), **columns})

    def rulesets(self) -> pa.Table:
        """Return the table rulesets, with the axes that comparing asks for."""
        ties = self.rows[0].cells if self.rows else [Cell()] * len(self.names)
        stay, rulings, scoring = (
            [getattr(RULESETS[name], axis).value.value if name in RULESETS else usual for name in self.names]
            for axis, usual in (("dead_stones", "chains"), ("rulings", "none"), ("scoring", "area"))
        )
        return pa.table(
            {
                "id": pa.array(self.names, pa.string()),
                "title": pa.array(self.names, pa.string()),
                "dead_stones": pa.array(stay, pa.string()),
                "rulings": pa.array(rulings, pa.string()),
                "scoring": pa.array(scoring, pa.string()),
                "ties": pa.array([cell.ties for cell in ties], pa.string()),
            }
        )

    def is_known(self, row: Row, index: int) -> bool:
        """Return True if the dead stones of a game are known under a ruleset: the plain twin of `known`."""
        cell, ruleset = row.cells[index], RULESETS.get(self.names[index])
        if cell.basis not in ("no_komi", "no_ruleset_komi"):
            return cell.basis in KNOWN
        if ruleset and ruleset.dead_stones.value.value == "stay":
            return True
        if cell.status == "ruled":
            return ruleset is not None and ruleset.rulings.value.value != "none"
        return cell.status in ("markup", "given", "settled", "confirmed")

    def counts(self) -> pa.Table:
        """Return the table counts, as far as comparing asks for it."""
        usual = {"dead": 0, "confidence": None, "count_status": "markup", "pass_count": 2}
        rows = [{**usual, **row.facts} for row in self.rows]
        whole, text = pa.int32(), pa.string()
        return pa.table(
            {
                "black_dead": pa.array([row["dead"] for row in rows], whole),
                "white_dead": pa.array([None if row["dead"] is None else 0 for row in rows], whole),
                "black_passes": pa.array([row["pass_count"] for row in rows], whole),
                "white_passes": pa.array([0] * len(rows), whole),
                "count_confidence": pa.array([row["confidence"] for row in rows], pa.float64()),
                "status_source": pa.array([row["count_status"] for row in rows], text).cast(_CATEGORY),
            }
        )

    def audit(self) -> pa.Table:
        """Return the table audit: the games with a fact `agreement`."""
        rows = [(f"game{number}", row.facts) for number, row in enumerate(self.rows) if row.facts.get("agreement")]
        return pa.table(
            {
                "game_id": pa.array([game for game, _ in rows], pa.string()),
                "agreement": pa.array([facts["agreement"] for _, facts in rows], pa.string()).cast(_CATEGORY),
                "explanation": pa.array([facts.get("explanation") for _, facts in rows], pa.string()).cast(_CATEGORY),
            }
        )

    def findings(self) -> pa.Table:
        """Return the table findings: for each game its fact `findings`, tuples (code, move, rulesets)."""
        rows = [
            (f"game{number}", *finding)
            for number, row in enumerate(self.rows)
            for finding in row.facts.get("findings", ())
        ]
        return pa.table(
            {
                "game_id": pa.array([row[0] for row in rows], pa.string()),
                "code": pa.array([row[1] for row in rows], pa.string()).cast(_CATEGORY),
                "line": pa.array([0] * len(rows), pa.int32()),
                "move_number": pa.array([row[2] for row in rows], pa.int32()),
                "rulesets": pa.array([list(row[3]) for row in rows], pa.list_(pa.string())),
            }
        )

    def tables(self, *, chunks: int = 1) -> dict[str, pa.Table]:
        """Return the tables that a comparison is made of."""
        return {
            "outcomes": self.outcomes(chunks=chunks),
            "games": self.games(),
            "rulesets": self.rulesets(),
            "counts": self.counts(),
            "audit": self.audit(),
            "findings": self.findings(),
        }

    def write(self, folder: Path) -> Path:
        """Write them as a dataset."""
        write_dataset(folder, self.tables(chunks=2), {})
        return folder


def table_of(margins: dict[str, list[float | None]], facts: list[dict[str, Any]] | None = None) -> FakeDataset:
    """Return a dataset of margins by ruleset, everything legal and counted."""
    names = tuple(margins)
    rows = [
        Row(tuple(Cell(margin, "counted" if margin is not None else "not_counted") for margin in row))
        for row in zip(*margins.values(), strict=True)
    ]
    if facts:
        rows = [replace(row, facts=fact) for row, fact in zip(rows, facts, strict=True)]
    return FakeDataset(names, tuple(rows))


_POINTS = st.one_of(st.integers(-12, 12).map(lambda n: n / 2), st.sampled_from([-44.0, 30.25, 0.0]))

_STATUS = st.sampled_from(["markup", "settled", "ruled", "confirmed", "estimated", "engine", "none"])
_RANK = st.sampled_from([None, -29, 0, 1, 9, 19])
_RESULT = st.sampled_from(
    [
        {},
        {"result_winner": "none", "result_by": "void"},
        {"result_winner": "both_lose", "result_by": "both_lose"},
        *(
            {"result_winner": winner, "result_by": by}
            for winner in ("black", "white")
            for by in ("resign", "time", "forfeit", "unknown")
        ),
        *({"result_winner": "draw", "result_by": "draw", "result_margin": margin} for margin in (0.0, None)),
        *(
            {"result_winner": "black" if margin > 0 else "white", "result_by": "score", "result_margin": margin}
            for margin in (-6.5, 0.5, 3.0)
        ),
    ]
)


@st.composite
def datasets(draw: st.DrawFn) -> FakeDataset:
    """Draw datasets of a few games under a few rulesets, with everything that can be missing."""
    names = draw(
        st.sampled_from(
            [
                ("japanese",),
                ("japanese", "chinese"),
                ("basic", "japanese", "chinese", "aga"),
                ("mine", "chinese", "tromp-taylor"),
            ]
        )
    )
    ties = {name: draw(st.sampled_from(["draw", "black", "white"])) for name in names}
    rows = []
    for _ in range(draw(st.integers(0, 9))):
        komi = draw(st.sampled_from([6.5, 0.0, 7.0, None]))
        board = draw(st.booleans())
        cells = []
        for name in names:
            basis = draw(st.sampled_from(BASES if board else ("no_position",)))
            has_board = basis in (*KNOWN, "estimated", "as_it_stands", "no_komi", "something_new")
            before = draw(_POINTS) if has_board else None
            own = draw(st.sampled_from([7.5, 6.5, None]))
            margin = None if before is None or komi is None or basis == "no_komi" else before - komi
            if margin is None and basis in KNOWN:
                basis = "no_komi"
            legal = draw(st.booleans()) if board else None
            cells.append(
                Cell(
                    margin,
                    basis,
                    legal,
                    None if basis == "no_komi" else komi,
                    own,
                    None if before is None or own is None else before - own,
                    draw(st.booleans()) and board,
                    7 if legal is False else None,
                    draw(_STATUS),
                    ties=ties[name],
                )
            )
        rows.append(
            Row(
                tuple(cells),
                {
                    "board_width": draw(st.sampled_from([19, 9])) if board else None,
                    "board_height": 19 if board else None,
                    "handicap_stones": draw(st.sampled_from([0, 2, 9, None])),
                    "komi": komi,
                    "pass_count": draw(st.sampled_from([2, 3, 8])),
                    "ended_by": draw(st.sampled_from(["passes", "resign"])),
                    "ruleset": draw(st.sampled_from(["japanese", None])),
                    "member": draw(st.sampled_from(["", "m"])),
                    "source": draw(st.sampled_from(["a.zip", "folder/b.sgf", "folder/c.sgf"])),
                    "date": draw(st.sampled_from([None, date(1999, 12, 31), date(2000, 1, 1), date(2003, 5, 6)])),
                    "black_rank": draw(_RANK),
                    "white_rank": draw(_RANK),
                    "event": draw(st.sampled_from([None, "", " Cup", "Cup", "none"])),
                    **draw(_RESULT),
                    "dead": draw(st.sampled_from([0, 3])),
                    "confidence": draw(st.sampled_from([None, 0.5, 0.96])),
                    "agreement": draw(st.sampled_from([None, "exact", "winner", "no", "not_countable"])),
                    "explanation": draw(st.sampled_from(["other ruleset", "stones", None])),
                },
            )
        )
    return FakeDataset(names, tuple(rows))
