"""Confidence of counts: its range, its default without axis, boards that were not tried, and the rate of a group."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import goanalyze as ga
from goanalyze.conventions.convention import RestMode
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.estimate.finisher import finish
from goanalyze.score.count import count_positions
from goanalyze.score.count_confidence import (
    TOO_OPEN,
    UNTRIED,
    Facts,
    coefficients,
    count_confidence,
    features,
    own_rate,
    rest_facts,
)

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
OPEN, PLAYED_OUT = RestMode.OPEN.index, RestMode.PLAYED_OUT.index
COMPLETE = [
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
    "....XO...",
]
THREE_DAME = ["...X.O...", "...X.O...", "...X.O...", *COMPLETE[3:]]
OPEN_BORDER = [".........", "....XO...", *COMPLETE[2:8], "........."]


@dataclass
class Games:
    """Positions with living stones alone.

    Attributes:
        rows: rows of each board, X Black, O White.
        status: confidence of the dead stones.
        shares: probability of life of every stone.
    """

    rows: list[list[str]]
    status: float = 0.95
    shares: float = 1.0

    def facts(self) -> Facts:
        """Return the facts about the rest of the games."""
        boards = self.boards()
        dead, games = np.zeros(len(boards.stones), dtype=np.uint8), len(self.rows)
        turn, last = np.ones(games, dtype=np.uint8), np.full(games, -1, dtype=np.int32)
        finished = finish(boards, dead, turn, last)
        ends = (boards, dead, turn), (finished.boards, finished.dead, finished.to_move)
        before, after = (count_positions(*end) for end in ends)
        status, shares = np.full(games, self.status, np.float32), np.full(len(dead), self.shares, np.float32)
        return rest_facts(boards, dead, last, status, shares, (before, after), finished)

    def boards(self) -> Boards:
        """Return the positions as arrays."""
        stones = np.array([".XO".index(sign) for rows in self.rows for sign in "".join(rows)], dtype=np.uint8)
        width = np.array([len(rows[0]) if rows else 0 for rows in self.rows], dtype=np.int16)
        height = np.array([len(rows) for rows in self.rows], dtype=np.int16)
        return LabeledBoards.of(
            Boards(stones, np.concatenate(([0], np.cumsum(width.astype(np.int64) * height))), width, height)
        )

    def confidence(self, rest: int = PLAYED_OUT, rate: float = np.nan) -> np.ndarray:
        """Return the confidences by area and by territory, float32[2, games]."""
        games = len(self.rows)
        return np.array(count_confidence(self.facts(), np.full(games, rest, np.int8), np.full(games, rate)))


@pytest.mark.parametrize("rest", [OPEN, PLAYED_OUT])
@pytest.mark.parametrize("rate", [np.nan, own_rate(0, 0), own_rate(990, 1000)])
def test_it_is_a_probability(rest: int, rate: float) -> None:
    """Every confidence is above 0 and below 1, with and without a rate, and of 4 bytes."""
    confidence = Games([COMPLETE, THREE_DAME, OPEN_BORDER]).confidence(rest, rate)
    assert confidence.dtype == np.float32
    assert ((confidence > 0) & (confidence < 1)).all()


def test_without_rest_it_is_that_of_the_dead_stones() -> None:
    """If two passes end the record, the confidence of the count is that of the dead stones."""
    counts = ga.check(SAMPLE, markup="ignore").counts
    is_estimated = counts.status_confidence.notna()
    assert is_estimated.sum() > len(counts) / 2
    assert (counts.count_confidence == counts.status_confidence)[is_estimated].all()


def test_records_that_stop_early_have_less(tmp_path: Path) -> None:
    """Without its last moves and passes, a record has another confidence of the count than of the dead stones.

    Of a position with most of the board open, it is next to nothing.
    """
    text = next(SAMPLE.glob("019x019-japanese-*.sgf")).read_text(encoding="utf-8")
    header, *moves = text.split(";T")[0].replace(";B[]", "").replace(";W[]", "").rstrip().split("\n")
    nodes = "".join(moves).split(";")[1:]
    for number, stop in enumerate((len(nodes) - 3, 60)):
        (tmp_path / f"{number}.sgf").write_text(f"{header};{';'.join(nodes[:stop])})", encoding="utf-8")
    early, open_ = ga.check(tmp_path).counts[["status_confidence", "count_confidence"]].to_numpy()
    assert 0.3 < early[1] < early[0]
    assert open_[1] == np.float32(TOO_OPEN)


def test_an_open_rest_lowers_it() -> None:
    """An open border lowers it where the rest is played out; uncertain dead stones lower it everywhere."""
    complete, open_border = Games([COMPLETE, OPEN_BORDER]).confidence()[1]
    assert open_border < complete
    for rest in (OPEN, PLAYED_OUT):
        assert (Games([THREE_DAME], status=0.6).confidence(rest) < Games([THREE_DAME]).confidence(rest)).all()
        assert (Games([THREE_DAME], shares=0.5).confidence(rest) < Games([THREE_DAME]).confidence(rest)).all()


def test_the_rate_of_the_group_raises_it() -> None:
    """A group with more exact counts has a higher confidence; of few games the rate is near four in five."""
    rates = [own_rate(exact, 100) for exact in (40, 80, 98)]
    low, middle, high = (Games([THREE_DAME]).confidence(rate=rate)[1, 0] for rate in rates)
    assert low < middle < high
    assert own_rate(0, 0) == pytest.approx(np.log(4))
    assert own_rate(1, 1) < own_rate(100, 100)


def test_each_game_has_a_rate_of_its_own() -> None:
    """A game without rate has the same confidence together with games with one as alone."""
    facts, rest = Games([THREE_DAME, THREE_DAME]).facts(), np.full(2, PLAYED_OUT, np.int8)
    mixed = np.array(count_confidence(facts, rest, np.array([np.nan, own_rate(90, 100)])))
    assert (mixed[:, 0] == Games([THREE_DAME]).confidence()[:, 0]).all()
    assert (mixed[:, 1] == Games([THREE_DAME]).confidence(rate=own_rate(90, 100))[:, 0]).all()


def test_boards_that_were_not_tried_have_less() -> None:
    """Smaller and larger boards than those of the fit have at most `UNTRIED`, with any other facts."""
    smallest, largest = coefficients()["sides"]
    for width, height in ((smallest - 1, smallest), (largest, largest + 1), (largest + 1, largest + 1)):
        rows = ["." * (width // 2 - 1) + "XO" + "." * (width - width // 2 - 1)] * height
        assert (Games([rows], status=0.998).confidence(rate=own_rate(999, 1000)) <= np.float32(UNTRIED)).all()


def test_symmetries_leave_it_as_it_is() -> None:
    """Boards that are reflected, or whose colours are exchanged, have the same confidence."""
    for rows in (COMPLETE, THREE_DAME):
        mirrored = [row[::-1] for row in rows]
        swapped = [row.translate(str.maketrans("XO", "OX")) for row in rows]
        confidence = Games([rows, mirrored, rows[::-1], swapped]).confidence()
        assert np.allclose(confidence, confidence[:, :1])


def test_the_coefficients_are_those_of_the_features() -> None:
    """The file has a mean, a deviation and two coefficients for each feature, and names its date, half and games."""
    fit = coefficients()
    names = list(features(Games([COMPLETE]).facts(), np.zeros(1, np.int8), is_area=True))
    for part in (
        fit["mean"],
        fit["deviation"],
        *(fit[model]["coefficients"] for model in ("with rate", "without rate")),
    ):
        assert list(part) == names
    assert all(deviation > 0 for deviation in fit["deviation"].values())
    assert fit["with rate"]["rate"] > 0
    assert {"date", "script", "half", "games", "sides"} <= set(fit)


def test_games_without_board_and_no_games_have_an_answer() -> None:
    """A game without a board has a confidence among others, and a chunk without games has none."""
    alone, beside = Games([THREE_DAME]).confidence(), Games([[], THREE_DAME, []]).confidence()
    assert (beside[:, 1] == alone[:, 0]).all()
    assert Games([]).confidence().shape == (2, 0)


def test_facts_are_those_of_each_game() -> None:
    """Facts of games of one chunk are those of each game alone."""
    facts = Games([COMPLETE, THREE_DAME]).facts()
    for number, rows in enumerate((COMPLETE, THREE_DAME)):
        assert all(values[0] == facts[name][number] for name, values in Games([rows]).facts().items())
    assert (facts["moves"].tolist(), facts["dame"].tolist()) == ([0, 3], [0, 3])
