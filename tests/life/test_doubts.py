"""Chains in doubt that a check confirms: their selection, and the effects of a verdict.

The estimate's dead set is changed only by a verdict. Rules: goanalyze/docs/confirmation.md. The results of the
search are prescribed here, but for the last test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import BLACK, WHITE, ChainStatus, Confirmation, Game, Position, Walls, to_gtp, to_sgf
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life import policy
from goanalyze.life.article7 import confirm as confirm_module
from goanalyze.life.choices import Fate, How, StatusSource, Unproven
from goanalyze.life.estimate import estimate as estimate_module
from goanalyze.life.estimate.calibration import PROVEN_CONFIDENCE
from goanalyze.life.estimate.estimate import Estimates, Judgments, estimate, run_cascade
from goanalyze.life.estimate.playouts import determine_chain_statuses
from goanalyze.life.statuses import StatusPolicy
from goanalyze.pipeline import Chunk, Options
from goanalyze.points import points_of
from goanalyze.rules import RULESETS
from goanalyze.score.choices import Basis
from goanalyze.tables.build import chunk_tables

CORNER: Final = (".XX.O....", "....OOOOO", "XX..OXXXX", "....OX.X.", "OOOOOXXXX", ".O.OXX...")
"""Two black chains, B6 and A4, in a corner that a living white chain shuts in."""
ALONE: Final = (".XX.O....", "....OOOOO", "....OXXXX", "....OX.X.", "OOOOOXXXX", ".O.OXX...")
"""B6 alone in it."""
BOTH: Final = {"B6": 0.3, "A4": 0.2}
"""Shares of CORNER's chains: in doubt, and dead by the estimate."""
BY_ARTICLE_7: Final = ("japanese", "wagc")

Verdicts = Mapping[str, tuple[Fate, bool | None]]
ALIVE: Final = (Fate.ALIVE, False)
DEAD: Final = (Fate.DEAD, False)
UNSETTLED: Final = (Fate.DEAD, True)
OPEN: Final = (Fate.DEAD, None)


def stopped(rows: Sequence[str], ending: str = ";B[];W[]", info: str = "KM[0]") -> str:
    """Return a record that sets a position up and ends."""
    width, height = len(rows[0]), len(rows)
    cells = [(y * width + x, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    black, white = ("".join(f"[{to_sgf(point, width)}]" for point, mark in cells if mark == side) for side in "XO")
    return f"(;SZ[{width}:{height}]{info}AB{black}AW{white}{ending})"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a check of one record with prescribed estimate and verdicts, by the first point of each chain."""

    def checked(
        text: str, shares: Mapping[str, float], verdicts: Verdicts, confirm: str = "safe", **options: Any
    ) -> Chunk:
        def guessed(boards: Boards, *args: Any, **how: Any) -> Estimates:
            found = estimate(boards, *args, **how)
            of_points, dead = found.shares.copy(), found.dead.copy()
            width, height = int(boards.width[0]), int(boards.height[0])
            board = OracleBoard(Position(width, height, boards.stones))
            for name, share in shares.items():
                chain = list(board.connected(points_of([name], width, height)[0]))
                of_points[chain], dead[chain] = share, share < 0.5
            return replace(found, shares=of_points, dead=dead)

        def searched(position: Position, stones: Sequence[int], walls: Walls, *_: Any) -> Confirmation:
            board = OracleBoard(position)
            chains = sorted({min(board.connected(stone)) for stone in stones})
            return Confirmation(position, tuple(status(board, first, walls) for first in chains))

        def status(board: OracleBoard, first: int, walls: Walls) -> ChainStatus:
            points, color = tuple(sorted(board.connected(first))), board.colors[first]
            name = to_gtp(first, board.width, board.height)
            fate, unsettled = verdicts.get(name, (Fate.UNKNOWN, False))
            how = {Fate.ALIVE: How.UNCAPTURABLE, Fate.DEAD: How.DEAD, Fate.UNKNOWN: How.UNKNOWN}[fate]
            why = Unproven.BUDGET if fate is Fate.UNKNOWN else Unproven.NONE
            return ChainStatus(
                board.position(),
                points,
                color,
                fate,
                how,
                region=points,
                assumed=walls,
                states=7,
                reason=why,
                line=((WHITE, points[0]), (BLACK, -1)),
                unsettled=unsettled,
            )

        for module in (policy, confirm_module):
            monkeypatch.setattr(module, "estimate", guessed)
        monkeypatch.setattr(confirm_module, "confirm_with_regions", searched)
        return Chunk(ga.loads(text)._chunk.records, Options(confirm=confirm, **options))

    return checked


def dead_in(chunk: Chunk, ruleset: str) -> set[str]:
    """Return the first points of the chains that are dead under a ruleset."""
    dead = chunk.statuses.under(StatusPolicy.of(RULESETS[ruleset])).dead
    position = position_of(chunk)
    return {
        to_gtp(min(chain), position.width, position.height)
        for chain in OracleBoard(position).chains()
        if dead[min(chain)]
    }


def source_of(chunk: Chunk) -> StatusSource:
    """Return the source of the statuses under rulesets that follow article 7."""
    return StatusSource.at(chunk.statuses.under(StatusPolicy(article_7=True)).source[0])


def position_of(chunk: Chunk) -> Position:
    """Return the final position of the one game of a chunk."""
    replays = chunk.replays
    return Position(int(replays.width[0]), int(replays.height[0]), replays.boards)


def margins(chunk: Chunk) -> dict[str, float]:
    """Return the margin of the one game under every ruleset."""
    return dict(zip(RULESETS, chunk.outcomes.margin[0].tolist(), strict=True))


def test_a_verdict_holds_where_article_7_does_and_nowhere_else(told: Any) -> None:
    """Japan and WAGC judge by article 7; the others keep the estimate, Korea too (axis life_and_death)."""
    before = told(stopped(ALONE), {"B6": 0.3}, {}, "never")
    after = told(stopped(ALONE), {"B6": 0.3}, {"B6": ALIVE})
    assert {name for name in RULESETS if dead_in(after, name) != {"B6"}} == set(BY_ARTICLE_7)
    assert dead_in(after, "japanese") == set()
    changed = {name for name in RULESETS if margins(before)[name] != margins(after)[name]}
    assert changed == set(BY_ARTICLE_7)


def test_the_count_beside_every_ruleset_stays(told: Any) -> None:
    """The table counts is of no ruleset, so it rests on the estimate (DICTIONARY, confirmed_chains)."""
    rows = [
        chunk_tables(told(stopped(ALONE), {"B6": 0.3}, {"B6": ALIVE}, mode))["counts"].to_pylist()[0]
        for mode in ("never", "safe")
    ]
    differing = {name for name in rows[0] if rows[0][name] != rows[1][name]}
    assert differing == {"confirmed_chains", "unconfirmed_chains", "status_source"}
    assert (rows[0]["confirmed_chains"], rows[1]["confirmed_chains"], rows[1]["unconfirmed_chains"]) == (None, 1, 0)


@pytest.mark.parametrize(
    ("mode", "verdict", "share", "dead"),
    [
        ("safe", ALIVE, 0.3, False),
        ("safe", DEAD, 0.6, True),
        ("safe", UNSETTLED, 0.6, True),
        ("safe", OPEN, 0.6, True),
        ("eyes", ALIVE, 0.3, False),
        ("eyes", DEAD, 0.6, True),
        ("eyes", UNSETTLED, 0.6, False),
        ("eyes", OPEN, 0.6, False),
    ],
)
def test_which_verdicts_change_the_estimate(
    told: Any, mode: str, verdict: tuple[Fate, bool | None], share: float, dead: bool
) -> None:
    """Section 4: with safe walls any; with eyes 'alive', or 'dead' that is not unsettled, which must be known."""
    chunk = told(stopped(ALONE), {"B6": share}, {"B6": verdict}, mode)
    assert (dead_in(chunk, "japanese") == {"B6"}) == dead


def test_no_verdict_no_change(told: Any) -> None:
    """An undecided chain keeps its estimate, and is counted as undecided."""
    chunk = told(stopped(CORNER), BOTH, {})
    assert dead_in(chunk, "japanese") == {"B6", "A4"}
    (row,) = chunk_tables(chunk)["counts"].to_pylist()
    assert (row["confirmed_chains"], row["unconfirmed_chains"], row["status_source"]) == (0, 2, "estimated")


def test_neighbours_follow_a_verdict(told: Any) -> None:
    """No dead stones share an area with living ones of their colour (`life.estimate`): A4 lives with B6."""
    chunk = told(stopped(CORNER), BOTH, {"B6": ALIVE})
    assert dead_in(chunk, "japanese") == set()
    assert source_of(chunk) is StatusSource.ESTIMATED


@pytest.mark.parametrize(("mode", "dead"), [("safe", {"A4"}), ("eyes", {"B6", "A4"})])
def test_a_chain_that_is_not_in_doubt_is_not_turned(told: Any, mode: str, dead: set[str]) -> None:
    """B6 alive would make A4 live, whose death the estimate is sure of.

    A proof of B6 is valid all the same; with estimated walls the game keeps its estimate.
    """
    chunk = told(stopped(CORNER), {"B6": 0.3, "A4": 0.04}, {"B6": ALIVE}, mode)
    assert dead_in(chunk, "japanese") == dead


@pytest.mark.parametrize(
    ("mode", "dead", "source"),
    [("safe", {"A4"}, StatusSource.CONFIRMED), ("eyes", {"B6", "A4"}, StatusSource.ESTIMATED)],
)
def test_verdicts_that_no_estimate_allows_need_proven_walls(
    told: Any, mode: str, dead: set[str], source: StatusSource
) -> None:
    """B6 alive and A4 dead in one area, as article 7 can rule: proofs are valid, others keep the estimate."""
    chunk = told(stopped(CORNER), BOTH, {"B6": ALIVE, "A4": DEAD}, mode)
    assert dead_in(chunk, "japanese") == dead
    assert source_of(chunk) is source
    assert chunk_tables(chunk)["chains"]["confirmed"].to_pylist() == ["alive", "dead"]


def test_an_outcome_names_verdicts_that_it_does_not_count(told: Any) -> None:
    """With an estimated wall, a dead chain that its owner can save keeps its estimate, and the outcome says so."""
    rows = ["...XOOO", "XXXXO.O", "OOOOOO.", "O.OOOOO"]
    chunk = told(stopped(rows), {"D4": 0.6}, {"D4": UNSETTLED}, "eyes")
    (reason,) = [line for line in Game(chunk, 0).outcome("japanese").reasons if "D4" in line]
    assert reason.startswith("Not counted, since a wall is only estimated: Black's 5 stones at D4 are dead")
    assert not [line for line in Game(chunk, 0).outcome("chinese").reasons if "D4" in line]


@pytest.mark.parametrize(
    ("mode", "verdicts", "source"),
    [
        ("safe", {"B6": DEAD, "A4": DEAD}, StatusSource.CONFIRMED),
        ("safe", {"B6": ALIVE, "A4": ALIVE}, StatusSource.CONFIRMED),
        ("safe", {"B6": DEAD}, StatusSource.ESTIMATED),
        ("eyes", {"B6": DEAD, "A4": DEAD}, StatusSource.ESTIMATED),
    ],
    ids=["all dead", "all alive", "one left", "eyes"],
)
def test_a_game_is_confirmed_if_every_chain_is_settled_or_decided(
    told: Any, mode: str, verdicts: Verdicts, source: StatusSource
) -> None:
    """Section 4: Source.CONFIRMED only if settled and confirmed(safe) cover every chain."""
    chunk = told(stopped(CORNER), BOTH, verdicts, mode)
    assert source_of(chunk) is source
    columns = dict(zip(RULESETS, chunk.outcomes.basis[0].tolist(), strict=True))
    counted = {name for name, basis in columns.items() if basis == Basis.COUNTED.index}
    assert counted >= set(BY_ARTICLE_7) if source is StatusSource.CONFIRMED else not counted & {*BY_ARTICLE_7}
    assert columns["chinese"] == columns["korean"] == Basis.ESTIMATED.index


def test_how_a_confirmed_game_is_known_depends_on_the_ruleset(told: Any) -> None:
    """Under rulesets that do not judge by article 7 it is an estimate, and as sure as that; so is its audit."""
    verdicts = {"B6": DEAD, "A4": DEAD}
    chunk = told(stopped(CORNER), BOTH, verdicts)
    guess = ("estimated", estimate(position_of(chunk).to_arrays()).confidence[0])
    proof = ("confirmed", np.float32(PROVEN_CONFIDENCE))
    rows = chunk_tables(chunk)["outcomes"].to_pylist()
    known = {row["ruleset"]: (row["status_source"], row["status_confidence"]) for row in rows}
    assert known == {name: proof if name in BY_ARTICLE_7 else guess for name in RULESETS}
    for named, how in (("Japanese", proof), ("Chinese", guess)):
        text = stopped(CORNER, info=f"KM[0]RU[{named}]RE[B+3]")
        (row,) = chunk_tables(told(text, BOTH, verdicts))["audit"].to_pylist()
        assert (row["status_source"], row["status_confidence"]) == how


def test_an_outcome_says_what_is_proven(told: Any) -> None:
    """A game's outcome names each chain that article 7 decides, under rulesets that judge by it."""
    chunk = told(stopped(CORNER), BOTH, {"B6": DEAD})
    said = {name: [line for line in Game(chunk, 0).outcome(name).reasons if "article 7" in line] for name in RULESETS}
    assert {name for name, lines in said.items() if lines} == set(BY_ARTICLE_7)
    assert said["japanese"][0].startswith("By article 7: Black's 2 stones at B6 are dead")


@pytest.mark.parametrize(
    ("ending", "info", "shares", "asked"),
    [
        (";B[];W[]", "", BOTH, ["A4", "B6"]),
        (";B[];W[]", "", {"B6": 0.96, "A4": 0.04}, []),
        (";B[];W[]", "", {"B6": 0.94, "A4": 0.06}, ["A4", "B6"]),
        ("", "RE[B+3]", BOTH, None),
        (";B[];W[]", "RE[B+R]", BOTH, None),
    ],
    ids=["in doubt", "sure", "less sure", "no passes", "resigned"],
)
def test_asked_are_chains_in_doubt_of_games_that_two_passes_end(
    told: Any, ending: str, info: str, shares: Mapping[str, float], asked: list[str] | None
) -> None:
    """Section 4, Batch: after two passes, confidence below 0.9. Where nothing is asked, the counts are null."""
    chunk = told(stopped(CORNER, ending, f"KM[0]{info}"), shares, {})
    tables = chunk_tables(chunk)
    names = sorted(to_gtp(each.status.points[0], 9, 6) for each in chunk.statuses.chains)
    assert names == (asked or [])
    assert tables["counts"]["unconfirmed_chains"].to_pylist() == [None if asked is None else len(asked)]


def test_a_row_of_chains_says_what_came_of_it(told: Any) -> None:
    """The table has exactly these columns, which the dictionary describes."""
    chunk = told(stopped(CORNER), BOTH, {"B6": UNSETTLED})
    first, second = chunk_tables(chunk)["chains"].to_pylist()
    assert first == {
        "game_id": chunk.ids[0],
        "first": "ba",
        "color": "black",
        "stones": 2,
        "estimate_dead": True,
        "share": pytest.approx(0.3),
        "confirmed": "dead",
        "how": "dead",
        "walls": "safe",
        "reason": "none",
        "region_points": 2,
        "region_empty": 0,
        "states": 7,
        "marked_dead": None,
        "unsettled": True,
    }
    assert (second["first"], second["confirmed"], second["reason"], second["unsettled"]) == (
        "ac",
        "unknown",
        "budget",
        None,
    )


MARKS: Final = "".join(f"[{x}{y}]" for x in "abcd" for y in "abcd" if f"{x}{y}" not in {"ba", "ca", "ac", "bc"})
"""The empty points of CORNER's corner."""
OUTSIDE: Final = "TW[fa][ga][ha][ia][af][cf]TB[gd][id][gf][hf][if]"
ALL_DEAD: Final = f";B[];W[]{OUTSIDE.replace('TW', f'TW{MARKS}[ba][ca][ac][bc]')}"
ALL_ALIVE: Final = f";B[];W[]{OUTSIDE.replace('TB', f'TB{MARKS}')}"


@pytest.mark.parametrize(
    ("ending", "verdict", "mode", "ruleset", "codes"),
    [
        (ALL_DEAD, ALIVE, "safe", "", ["GO511"]),
        (ALL_DEAD, DEAD, "safe", "", []),
        (ALL_ALIVE, DEAD, "safe", "", ["GO510"]),
        (ALL_ALIVE, UNSETTLED, "safe", "RU[Japanese]", ["GO510"]),
        (ALL_ALIVE, ALIVE, "safe", "", []),
        (ALL_ALIVE, DEAD, "safe", "RU[Chinese]", []),
        (ALL_ALIVE, DEAD, "safe", "RU[Korean]", []),
        (ALL_ALIVE, DEAD, "eyes", "", []),
        (ALL_ALIVE, DEAD, "never", "", []),
    ],
)
def test_marks_against_a_proof_are_findings(
    told: Any, ending: str, verdict: tuple[Fate, bool], mode: str, ruleset: str, codes: list[str]
) -> None:
    """Marks that contradict a proof give findings; with safe walls, those that article 7 permits do not."""
    chunk = told(stopped(CORNER, ending, f"KM[0]{ruleset}"), BOTH, {"B6": verdict}, mode)
    assert source_of(chunk) is StatusSource.MARKUP
    found = [each for each in chunk.findings if each.code in ("GO510", "GO511")]
    assert [each.code for each in found] == codes
    for each in found:
        assert each.point == "ba"
        assert "Black's 2 stones at B6" in each.message
        assert "region of 2 points" in each.message
        assert each.message.endswith("Main line: White 1 B6, Black 2 passes.")


def test_marks_stand_whatever_is_proven(told: Any) -> None:
    """The players' agreement is counted; a proof against it is reported (GO511), and the chain's row has both."""
    text = stopped(CORNER, ALL_DEAD)
    never, safe = (told(text, BOTH, {"B6": ALIVE}, mode) for mode in ("never", "safe"))
    assert margins(never) == margins(safe)
    rows = chunk_tables(safe)["chains"].to_pylist()
    assert [(row["first"], row["marked_dead"], row["confirmed"]) for row in rows] == [
        ("ba", True, "alive"),
        ("ac", True, "unknown"),
    ]


def test_who_estimates_nothing_has_nothing_to_confirm() -> None:
    """A sentence names the option to change, in the library as in the command."""
    with pytest.raises(
        ValueError, match=r"confirm: 'safe' is not valid without estimates, .* Expected estimate 'auto' or 'all'"
    ):
        Options(confirm="safe", estimate="never")
    with pytest.raises(ValueError, match=r"confirm: 'all' is not a valid value\. Expected never, safe, eyes"):
        Options(confirm="all")


def test_a_capturing_race_in_a_corner_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By article 7 White takes the nine stones with either side first, so that an estimate of life is not used.

    The search itself, from the record to the outcome.
    """

    def unsure(boards: LabeledBoards, *arguments: Any) -> Judgments:
        judgments = run_cascade(boards, *arguments)
        black = np.where(boards.stones == WHITE, 0.4, 0.6).astype(np.float32)
        return judgments._replace(**determine_chain_statuses(boards, black, 0.5)._asdict())

    monkeypatch.setattr(estimate_module, "run_cascade", unsure)
    rows = ["OX.OO....", ".XXOOOOOO", ".XXXOXXXX", ".XXXOX.X.", "OOOOOXXXX", ".O.OXX..."]
    records = ga.loads(stopped(rows))._chunk.records
    never, safe = (Chunk(records, Options(confirm=mode)) for mode in ("never", "safe"))
    assert (dead_in(never, "japanese"), dead_in(safe, "japanese")) == (set(), {"B6"})
    assert source_of(safe) is StatusSource.CONFIRMED
    assert margins(safe)["chinese"] == margins(never)["chinese"]
    taken = 2 * 9 + 4  # each stone that is taken counts twice, and A5, A4, A3 and C6 once
    assert margins(never)["japanese"] - margins(safe)["japanese"] == taken
