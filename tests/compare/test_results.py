"""Black's share of wins over all results, each kind apart, against a plain oracle."""

from __future__ import annotations

import math
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.laws import law
from helpers.synthetic import Cell, FakeDataset, Row, datasets, table_of
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Comparison
from goanalyze.compare.choices import ResultKind
from goanalyze.compare.comparison import compare
from goanalyze.rules import RULESETS
from goanalyze.util.statistics import wilson

AT = (-4.0, 0.0, 6.5, 7.0)
WON = {"black": 1.0, "draw": 0.5, "white": 0.0}
Key = tuple[str, str, str, float | None]


def result(made: FakeDataset, row: Row, place: int, basis: str) -> tuple[str, float | None]:
    """Return the kind of a game's result, and the margin before komi: the plain oracle of `game_results`."""
    cell, facts = row.cells[place], row.facts
    known = made.is_known(row, place)
    before = None
    if cell.margin is not None and cell.komi is not None:
        before = cell.margin + cell.komi
    elif cell.own_margin is not None and cell.own_komi is not None:
        before = cell.own_margin + cell.own_komi
    is_used = basis == "all" or (known and not is_left_out(made, row, place))
    if before is not None and is_used:
        return "counted" if known else "guessed", before
    if facts.get("result_margin") is not None and facts["komi"] is not None:
        return "recorded", facts["result_margin"] + facts["komi"]
    if facts.get("result_winner") not in WON:
        return "none", None
    return (facts["result_by"] if facts["result_by"] in ("resign", "time", "forfeit") else "winner"), None


def is_left_out(made: FakeDataset, row: Row, place: int) -> bool:
    """Return True if only the basis ``all`` has a margin: dead stones stay, or passes change the territory."""
    ruleset = RULESETS.get(made.names[place])
    stays = ruleset is not None and ruleset.dead_stones.value.value == "stay"
    final_passes = 2 if row.facts["ended_by"] == "passes" else 0
    return (stays and row.facts["dead"] > 0) or ("japanese" in made.names and row.facts["pass_count"] > final_passes)


def groups(row: Row) -> tuple[str, str]:
    """Return board size and decade of a game, as groups are named."""
    width, day = row.facts["board_width"], row.facts["date"]
    return f"{width}×19" if width else "unknown", f"{day.year // 10}0s" if day else "unknown"


def told(made: FakeDataset, basis: str, at: tuple[float, ...] | None) -> dict[Key, list[float]]:
    """Return Black's share of each game by group, kind and komi, NaN without a winner; `at` None: recorded komi."""
    place = made.names.index("japanese") if "japanese" in made.names else made.names.index("chinese")
    parts: dict[Key, list[float]] = defaultdict(list)
    for row in made.rows:
        if (row.facts["handicap_stones"] or 0) >= 2:
            continue
        kind, before = result(made, row, place, basis)
        recorded = WON.get(row.facts.get("result_winner", ""), math.nan)
        if at is None:
            kind = "none" if math.isnan(recorded) else kind
            games = [(row.facts["komi"], recorded)]
        elif before is None:
            games = [(komi, recorded) for komi in at]
        else:
            ties = row.cells[place].ties if kind in ("counted", "guessed") else "draw"
            games = [(komi, WON[str(Cell(ties=ties).winner(before - komi))]) for komi in at]
        for komi, part in games:
            for each in (kind, *(["all"] if kind != "none" else [])):
                parts[*groups(row), each, komi].append(part)
    return parts


def of(made: FakeDataset, basis: str) -> Comparison:
    """Compare a made-up dataset."""
    return compare(made.tables(), "all", basis=basis)


@given(datasets(), st.sampled_from(["counted", "all"]), st.booleans())
@law(200)
def test_results_equal_the_plain_twin(made: FakeDataset, basis: str, played: bool) -> None:
    """Game by game, every row has its games, Black's wins and draws, and nothing else is there."""
    comparison = of(made, basis)
    frame = comparison.results(AT, as_played=played)
    found = {}
    for row in frame.to_dict("records"):
        komi = None if math.isnan(row["komi"]) else row["komi"]
        found[row["board_size"], row["decade"], row["kind"], komi] = row["games"], row["black_wins"], row["draws"]
    twin = told(made, basis, None if played else AT)
    assert found == {key: (len(parts), parts.count(1), parts.count(0.5)) for key, parts in twin.items()}


@given(datasets(), st.sampled_from(["counted", "all"]))
@law(80)
def test_shares_lie_within_their_intervals(made: FakeDataset, basis: str) -> None:
    """A draw is half a win; the interval is Wilson's (1927) of these wins; games without a winner are excluded."""
    for row in of(made, basis).results(AT, ()).to_dict("records"):
        if row["kind"] == "none":
            assert all(math.isnan(row[name]) for name in ("black_share", "low", "high"))
            continue
        assert row["black_share"] == (row["black_wins"] + row["draws"] / 2) / row["games"]
        assert (row["low"], row["high"]) == wilson(row["black_wins"] + row["draws"] / 2, row["games"])
        assert row["low"] <= row["black_share"] <= row["high"]


@given(datasets())
@law(80)
def test_more_komi_never_helps_black(made: FakeDataset) -> None:
    """If a margin is known, Black's share falls with komi; if only the winner is recorded, it is constant."""
    frame = of(made, "all").results(by=())
    for kind, own in frame[frame["kind"] != "none"].groupby("kind"):
        steps = np.diff(own["black_share"])
        assert (steps <= 0).all()
        assert kind in ("counted", "guessed", "recorded", "all") or not steps.any()


@given(datasets())
@law(40)
def test_each_game_is_of_one_kind(made: FakeDataset) -> None:
    """The kinds add up to all games, as they do to the even ones; handicap games come only where asked for."""
    comparison = of(made, "counted")
    even = sum((row.facts["handicap_stones"] or 0) < 2 for row in made.rows)
    for handicap, games in ((False, even), (True, len(made.rows))):
        for frame in (
            comparison.results([0.0], handicap=handicap),
            comparison.results(handicap=handicap, as_played=True),
        ):
            assert frame.loc[frame["kind"] != ResultKind.ALL.value, "games"].sum() == games


def test_an_archive_by_hand() -> None:
    """Four games of 1999 under Japanese rules, at a komi of 5.5 and of 7.5.

    One is counted, W+0.5 at 6.5, so 6 before komi; one has B+1 on record at 5.5, so 6.5 before komi; Black won one by
    resignation at any komi, and one without a komi on record.
    """
    year = {"date": date(1999, 5, 5)}
    facts: list[dict[str, Any]] = [
        {**year, "result_winner": "white", "result_by": "score", "result_margin": -0.5},
        {**year, "result_winner": "black", "result_by": "score", "result_margin": 1.0, "komi": 5.5},
        {**year, "result_winner": "black", "result_by": "resign"},
        {**year, "result_winner": "black", "result_by": "score", "result_margin": 3.0, "komi": None},
    ]
    comparison = compare(table_of({"japanese": [-0.5, None, None, None]}, facts).tables(), "all")
    frame = comparison.results([5.5, 7.5], ("decade",))
    assert frame[["decade", "kind", "komi", "games", "black_wins"]].to_numpy().tolist() == [
        ["1990s", "counted", 5.5, 1, 1],
        ["1990s", "counted", 7.5, 1, 0],
        ["1990s", "recorded", 5.5, 1, 1],
        ["1990s", "recorded", 7.5, 1, 0],
        ["1990s", "resign", 5.5, 1, 1],
        ["1990s", "resign", 7.5, 1, 1],
        ["1990s", "winner", 5.5, 1, 1],
        ["1990s", "winner", 7.5, 1, 1],
        ["1990s", "all", 5.5, 4, 4],
        ["1990s", "all", 7.5, 4, 2],
    ]
    played = comparison.results(by=(), as_played=True)
    assert played[["kind", "komi", "games", "black_wins"]].fillna(-1).to_numpy().tolist() == [
        ["counted", 6.5, 1, 0],
        ["recorded", 5.5, 1, 1],
        ["resign", 6.5, 1, 1],
        ["winner", -1, 1, 1],
        ["all", 5.5, 1, 1],
        ["all", 6.5, 2, 1],
        ["all", -1, 1, 1],
    ]


def test_boards_of_one_size_are_counted_under_one_ruleset() -> None:
    """Another ruleset counts other margins, and another size has other games."""
    made = table_of({"japanese": [-0.5, 1.0], "chinese": [0.5, 1.0]}, [{}, {"board_width": 9, "board_height": 9}])
    comparison = compare(made.tables(), "all")
    for ruleset, wins in ((None, 0), ("japanese", 0), ("chinese", 1)):
        frame = comparison.results([6.5], (), ruleset=ruleset, board_size="19×19")
        assert frame[["kind", "games", "black_wins"]].to_numpy().tolist() == [["counted", 1, wins], ["all", 1, wins]]


def test_no_games_have_no_results() -> None:
    """The frame is empty, and has its columns."""
    frame = of(FakeDataset(("japanese", "chinese"), ()), "counted").results()
    assert frame.empty
    assert (
        frame.columns.tolist()
        == """
        board_size decade kind komi games black_wins draws black_share low high
    """.split()
    )


def test_refusals_name_the_argument() -> None:
    """Each message has the value that is not valid, and the valid ones."""
    comparison = of(table_of({"japanese": [0.5]}), "counted")
    for wrong, message in (
        (lambda: comparison.results(by=("komi",)), "'komi' is not a valid grouping of results"),
        (lambda: comparison.results(by=("weather",)), "by: 'weather' is not a valid value. Expected board_size"),
        (lambda: comparison.results([math.nan]), "komi: nan is not a valid number. Expected a finite number"),
        (
            lambda: comparison.results(board_size="7×7"),
            "'7×7' is not a board size of these games. Expected one of: 19×19",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()


def write_estimated(folder: Path) -> ga.Tables:
    """Return the tables of two games whose dead stones are estimated, one of them without komi."""
    moves = "".join(f";B[{black}{row}];W[{white}{row}]" for black, white in ("ef", "ch") for row in "abcdefghi")
    for name, komi in (("a", ""), ("b", "KM[0]")):
        (folder / f"{name}.sgf").write_text(f"(;SZ[9]{komi}PB[A]PW[B]RE[B+9]{moves})")
    tables = ga.check(folder, rulesets="japanese,chinese")
    assert set(tables.counts.status_source) == {"estimated"}
    return tables


def test_an_estimate_is_never_called_known(tmp_path: Path) -> None:
    """With komi and without one, a board whose dead stones are estimated is guessed, and not counted."""
    tables = write_estimated(tmp_path)
    kinds = {basis: set(tables.compare(basis=basis).results()["kind"]) for basis in ("counted", "estimated")}
    assert kinds["estimated"] == {"guessed", "all"}
    assert "counted" not in kinds["counted"]


def test_a_figure_of_estimates_has_no_badge_of_facts(tmp_path: Path) -> None:
    """The badge of figures on komi counts the games drawn, also where a missing komi leaves no margin."""
    comparison = write_estimated(tmp_path).compare(basis="estimated")
    games = comparison.komi_games()
    assert len(games.rows) == 2
    assert "known" not in games.badge
    assert games.curve()["known"].max() == games.fair()["known"].max() == 0
    assert "Dead stones: known" not in comparison.figure("komi").caption


@given(datasets())
@law(80)
def test_evidence_is_that_of_the_games_drawn(made: FakeDataset) -> None:
    """Of the games of the komi curves, those are known whose dead stones are known under each of the rulesets."""
    for basis in ("counted", "estimated", "best"):
        games = of(made, basis).komi_games(handicap=True)
        places = [made.names.index(name) for name in games.rulesets]
        known = sum(all(made.is_known(made.rows[row], place) for place in places) for row in games.rows)
        assert games.evidence.get("known", 0) == known
        assert sum(games.evidence.values()) == len(games.rows)
        assert basis != "counted" or known == len(games.rows)
