"""The method that determines the dead stones of a game, and its stated source."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

import goanalyze as ga
from goanalyze.errors import ResourceError

WALLS = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
"""5×5: Black on the second line, White on the fourth; A and E are territory, C is dame."""
FAKE = Path(__file__).parent / "fake_engine.py"


def checked(tmp_path: Path, text: str, **options: object) -> ga.Tables:
    """Check one record."""
    (tmp_path / "a.sgf").write_text(text)
    return ga.check(tmp_path / "a.sgf", **options)  # type: ignore[arg-type]


def source(tables: ga.Tables) -> str:
    """Return the status source of the only game."""
    (found,) = tables.counts.status_source.tolist()
    return str(found)


@pytest.mark.parametrize(
    ("head", "tail", "auto", "everything"),
    [
        ("RE[B+0.5]", ";B[];W[]", True, True),
        ("", ";B[];W[]", True, True),
        ("RE[B+0.5]", "", True, True),
        ("RE[B+R]", ";B[];W[]", False, True),
        ("RE[W+T]", "", False, True),
        ("RE[Void]", ";B[];W[]", False, True),
        ("", "", False, True),
    ],
)
def test_finished_games_are_judged(tmp_path: Path, head: str, tail: str, auto: bool, everything: bool) -> None:
    """Two passes or a recorded count, and no resignation, loss on time or void result; all games on request."""
    text = f"(;SZ[5]KM[0.5]{head}{WALLS}{tail})"
    for mode, judged in (("auto", auto), ("all", everything), ("never", False)):
        found = source(checked(tmp_path, text, estimate=mode))
        assert (found in {"settled", "estimated"}) == judged


def test_markup_goes_before_an_estimate(tmp_path: Path) -> None:
    """Marked positions are not estimated; markup that contradicts the board is not used, and the end estimated."""
    marked = f"(;SZ[5]KM[0.5]RE[W+0.5]{WALLS};B[];W[]TB[aa:ae]TW[ea:ee])"
    assert source(checked(tmp_path, marked)) == "markup"
    assert source(checked(tmp_path, marked.replace("TB[aa:ae]", "TB[ba:be]"))) in {"settled", "estimated"}
    assert source(checked(tmp_path, marked, markup="ignore")) in {"settled", "estimated"}


def test_an_estimate_is_never_called_a_fact(tmp_path: Path) -> None:
    """Source, confidence and basis say that the dead stones are estimated."""
    tables = checked(tmp_path, "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[gc];B[];W[])")
    row = tables.outcomes[tables.outcomes.ruleset == "japanese"].iloc[0]
    assert row.status_source == "estimated"
    assert 0 < row.status_confidence < 1
    assert row.basis in {"estimated", "not_countable"}


def test_a_position_with_much_open_is_not_countable(tmp_path: Path) -> None:
    """Four stones and two passes are not a finished game: no margin, GO503, and the audit says so.

    If no stones are removed, two passes suffice (Wikipedia, *Rules of Go*, rule 9).
    """
    tables = checked(tmp_path, "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[gc];B[];W[])")
    bases = tables.outcomes.groupby("basis", observed=True).ruleset.apply(set)
    assert set(bases.index) == {"counted", "not_countable"}
    assert bases["counted"] == {"basic", "tromp-taylor"}
    assert tables.outcomes.query("basis != 'counted'").margin.isna().all()
    assert "GO503" in set(tables.findings.code)
    assert tables.audit.agreement.tolist() == ["not_countable"]


def test_the_same_archive_is_judged_the_same_way() -> None:
    """An estimate does not depend on the other games of a chunk."""
    one = ga.check("data/sample/gnugo/009x009-japanese-0003.sgf", markup="ignore").counts
    many = ga.check("data/sample/gnugo", markup="ignore").counts
    here = many[many.game_id == one.game_id.iloc[0]]
    assert here.to_numpy().tolist() == one.to_numpy().tolist()


def test_estimates_of_the_sample_agree_with_its_markup() -> None:
    """GNU Go's own marks and the estimate give the same margins in nearly all of its games, and none is far off."""
    marked = ga.check("data/sample/gnugo").counts
    ignored = ga.check("data/sample/gnugo", markup="ignore").counts
    both = marked.merge(ignored, on="game_id", suffixes=("", "_estimated"))
    same = (both.area_margin == both.area_margin_estimated).mean()
    assert same >= 0.95


def test_an_engine_judges_in_place_of_the_estimate(tmp_path: Path) -> None:
    """`--engine` judges unsettled positions; its name for the source is engine."""
    text = "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[gc];B[];W[])"
    tables = checked(tmp_path, text, engine=shlex.join([sys.executable, str(FAKE), "gtp"]))
    assert source(tables) == "engine"


def test_an_engine_that_refuses_leaves_the_estimate_and_a_row(tmp_path: Path) -> None:
    """A position that an engine cannot judge does not end the run: GO506 has the reason, the estimate remains."""
    text = "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[gc];B[];W[])"
    tables = checked(tmp_path, text, engine=shlex.join([sys.executable, str(FAKE), "refuses"]))
    assert source(tables) == "estimated"
    assert "GO506" in set(tables.findings.code)


def test_an_engine_that_is_not_there_is_told_before_a_file_is_read(tmp_path: Path) -> None:
    """A failure of the engine's program is not blamed on files."""
    with pytest.raises(ResourceError, match=r"engine '/nowhere/gnugo' was not found; install it"):
        ga.check(tmp_path / "no-such-file.sgf", engine="/nowhere/gnugo --mode gtp")


@pytest.mark.parametrize("size", ["1", "2", "3", "52", "52:3"])
def test_odd_boards_are_judged(tmp_path: Path, size: str) -> None:
    """Tiny, huge and long boards, with nothing on them but a stone and two passes."""
    tables = checked(tmp_path, f"(;SZ[{size}]KM[0]RE[0];B[aa];W[];B[])")
    assert np.isin(source(tables), ["settled", "estimated"]).all()


@pytest.mark.parametrize(
    "options",
    [
        {"estimate": "foo"},
        {"estimate": None},
        {"markup": "foo"},
        {"engine": 3},
        {"engine": ""},
        {"engine": "'unclosed"},
    ],
)
def test_what_is_not_allowed_is_refused_before_a_file_is_read(tmp_path: Path, options: dict[str, object]) -> None:
    """A wrong mode or engine is one sentence, no archive full of internal errors."""
    with pytest.raises(ValueError, match=r"allowed|engine|Expected"):
        checked(tmp_path, "(;SZ[5];B[cc])", **options)


def test_a_position_that_no_game_can_reach_is_not_estimated(tmp_path: Path) -> None:
    """A chain set up without a liberty leaves the end of the game unknown."""
    assert source(checked(tmp_path, "(;SZ[5]KM[0]RE[B+1]AB[aa]AW[ab][ba];B[cc];W[];B[])")) == "none"


def test_setup_alone_is_judged_where_a_count_is_recorded(tmp_path: Path) -> None:
    """A position with a result is a finished game, even without moves."""
    text = "(;SZ[5]KM[0.5]RE[W+0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de])"
    assert source(checked(tmp_path, text)) in {"settled", "estimated"}


def test_an_unsure_estimate_accuses_nobody(tmp_path: Path) -> None:
    """Below a confidence of 0.9 a differing winner is GO502, and the message names the estimate."""
    tables = checked(tmp_path, "(;SZ[2]KM[0]RE[B+4]RU[AGA];B[aa];W[bb];B[];W[])")
    told = tables.findings[tables.findings.code.isin(["GO501", "GO502"])]
    assert "GO501" not in set(told.code)
    assert all("estimated" in message and "confidence" in message for message in told.message)


def test_a_bare_board_of_a_broken_off_game_has_no_margin(tmp_path: Path) -> None:
    """One stone, two passes and a resignation are not a count, except where two passes suffice."""
    tables = checked(tmp_path, "(;SZ[9]KM[6.5]RE[B+R]RU[Japanese];B[ee];W[];B[])")
    assert set(tables.outcomes.query("ruleset not in ('basic', 'tromp-taylor')").basis) == {"not_counted"}


def test_what_is_not_countable_is_not_drawn() -> None:
    """A position that looks unfinished has no counted points to show."""
    assert ga.loads("(;SZ[19]KM[6.5]RE[B+3.5]RU[Japanese];B[dd];W[pp];B[pd])").territory() is None


@pytest.mark.parametrize("mode", ["auto", "all", "never"])
@pytest.mark.parametrize("size", [1, 2, 9, 19])
def test_a_board_without_stones_has_none_to_estimate(tmp_path: Path, size: int, mode: str) -> None:
    """Wikipedia, *Rules of Go*, scoring: an empty board touches no colour, so it has no owner: 0-0 everywhere.

    Button Go gives half a point to the first player to pass.
    """
    tables = checked(tmp_path, f"(;SZ[{size}]KM[0];B[];W[])", estimate=mode)
    assert source(tables) == "settled"
    assert tables.counts.status_confidence.tolist() == [1]
    assert set(tables.outcomes.basis) == {"counted"}
    margins = tables.outcomes.set_index("ruleset").margin
    assert margins.pop("button") == 0.5
    assert set(margins) == {0}


def test_a_game_that_leaves_no_stone_is_settled_too(tmp_path: Path) -> None:
    """It stopped, and nothing is left on the board; one without moves did not stop, and is not counted."""
    ended = checked(tmp_path, "(;SZ[9]KM[6.5]RE[W+6.5];B[ee];W[gg];AE[ee][gg];B[];W[])")
    assert source(ended) == "settled"
    assert set(ended.outcomes.set_index("ruleset").margin[["chinese", "japanese", "aga"]]) == {-6.5}
    assert source(checked(tmp_path, "(;SZ[9]KM[6.5]RE[W+6.5])")) == "none"
    assert source(checked(tmp_path, "(;SZ[9]KM[6.5];B[])")) == "none"
