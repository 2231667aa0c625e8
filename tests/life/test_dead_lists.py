"""Dead stones that a user gives: a list for `check`, points or a list for `show`, points for `Game.outcome`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import goanalyze as ga
from goanalyze import DeadList
from goanalyze.cli import app

# Two walls, a white stone at A4 in Black's part: alone, it could be called dead or not.
SHAPE = "B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[ab];B[];W[]"
GAME = f"(;SZ[5]KM[0]RU[Japanese];{SHAPE})"
OTHER = f"(;SZ[5]KM[0]RU[Japanese]PB[other];{SHAPE})"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    (tmp_path / "two.sgf").write_text(GAME + OTHER)
    return tmp_path


def listed(archive: Path, *lines: str, name: str = "dead.csv") -> str:
    path = archive / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def judged(archive: Path, dead: str) -> pd.DataFrame:
    tables = ga.check(archive / "two.sgf", rulesets="japanese", dead=dead)
    return tables.outcomes.join(tables.counts[["black_dead", "white_dead"]])


def test_a_list_names_games_by_their_place(archive: Path) -> None:
    source = archive / "two.sgf"
    rows = judged(archive, listed(archive, "source,game_index,dead", f"{source},0,A4", f"{source},1,"))
    assert rows.status_source.tolist() == ["given", "given"]
    assert rows.status_confidence.tolist() == [1, 1]
    assert rows.white_dead.tolist() == [1, 0]
    assert rows.basis.tolist() == ["counted", "counted"]


def test_a_list_names_games_by_their_id(archive: Path) -> None:
    ids = ga.check(archive / "two.sgf").games.game_id.tolist()
    path = archive / "dead.parquet"
    pd.DataFrame({"game_id": ids, "dead": [["A4"], []]}).to_parquet(path)
    assert judged(archive, str(path)).white_dead.tolist() == [1, 0]


def test_an_id_is_that_of_a_copy_unless_the_list_has_it(tmp_path: Path) -> None:
    """Copies share the beginning of their ids: a row is about all of them that have none of their own."""
    for name in "abc":
        (tmp_path / f"{name}.sgf").write_text(GAME)
    ids = ga.check(tmp_path).games.game_id.tolist()
    path = tmp_path / "dead.csv"
    path.write_text(f"game_id,dead\n{ids[0]},A4\n{ids[1]},\n")
    assert ga.check(tmp_path, dead=str(path)).counts.white_dead.tolist()[:2] == [1, 0]
    path.write_text(f"game_id,dead\n{ids[0][:24]},A4\n")
    assert ga.check(tmp_path, dead=str(path)).counts.white_dead.tolist() == [1, 1, 1]


def test_games_that_a_list_does_not_name_are_judged_as_ever(archive: Path) -> None:
    rows = judged(archive, listed(archive, "source,game_index,dead", f"{archive / 'two.sgf'},1,A4"))
    assert rows.status_source.tolist()[1] == "given"
    assert rows.status_source.tolist()[0] != "given"


def test_a_list_stands_above_marks(archive: Path) -> None:
    (archive / "two.sgf").write_text(GAME[:-1] + "TW[ea])")
    assert ga.loads(GAME[:-1] + "TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])").count().white.dead == 1
    source = archive / "two.sgf"
    assert judged(archive, listed(archive, "source,dead", f"{source},")).white_dead.tolist() == [0]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["game_id,stones", "1,A4"], "Expected a column dead"),
        (["dead", "A4"], "game_id, or source"),
        (["source,dead", ",A4"], "line 2: the game is missing"),
        (["source,game_index,dead", "x.sgf,one,A4"], "line 2: 'one' is not a valid game_index"),
        (["source,dead", "x.sgf,A4", "y.sgf,A4,B4"], "line 3 has more fields than the first line"),
        (["source,dead", "x.sgf"], "line 2 has fewer fields than the first line"),
        (["source,dead", "x.sgf,A4", "x.sgf,A5"], "line 3: the game 0 of 'x.sgf' has a row already"),
    ],
)
def test_a_list_that_says_nothing_is_refused_with_its_line(archive: Path, lines: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        DeadList.read(listed(archive, *lines))


def test_a_list_is_read_once(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digest and rows are of the same bytes, for any change of the file in the meantime."""
    path = listed(archive, "source,dead", "x.sgf,A4")
    read = list[Path]()
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: [whole(self), read.append(self)][0])
    dead = DeadList.read(path)
    Path(path).unlink()
    assert [row.stones for row in dead.rows.values()] == [("A4",)]
    assert read == [Path(path)]


def test_a_list_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'nowhere\.csv' cannot be read: No such file"):
        DeadList.read("nowhere.csv")


@pytest.mark.parametrize(
    ("stones", "said"), [("A1", "A1 is not a valid dead stone"), ("Z9", "'Z9' is not a valid point")]
)
def test_a_row_that_names_no_stone_is_a_finding_with_its_line(archive: Path, stones: str, said: str) -> None:
    source = archive / "two.sgf"
    dead = listed(archive, "source,game_index,dead", f"{source},1,{stones}")
    tables = ga.check(source, rulesets="japanese", dead=dead)
    (found,) = tables.findings[tables.findings.code == "GO411"].to_dict("records")
    assert found["game_index"] == 1
    assert "dead.csv, line 2" in found["message"]
    assert said in found["message"]
    assert tables.counts.status_source.tolist()[1] != "given"


def test_a_row_about_no_game_is_told_at_the_end(archive: Path) -> None:
    source = archive / "two.sgf"
    dead = listed(archive, "source,game_index,dead", f"{source},0,A4", f"{source},7,A4")
    out = archive / "out"
    for _ in range(2):  # the second run reuses the first one's parts
        ran = CliRunner().invoke(app, ["check", str(source), "-o", str(out), "--dead", dead, "--jobs", "1"])
        assert f"dead.csv, line 3: the game 7 of {str(source)!r} is not in the inputs" in ran.stderr
        assert "line 2" not in ran.stderr
    with pytest.warns(UserWarning, match="line 3: the game 7"):
        ga.check(source, dead=dead)


def test_another_list_is_another_run(archive: Path) -> None:
    source, out = archive / "two.sgf", archive / "out"
    for stones, dead in (("A4", 1), ("", 0)):
        path = listed(archive, "source,game_index,dead", f"{source},0,{stones}", f"{source},1,")
        CliRunner().invoke(app, ["check", str(source), "-o", str(out), "--dead", path, "--jobs", "1"])
        tables = ga.open(out)
        assert tables.counts.white_dead.tolist() == [dead, 0]
        assert tables.game(0).count().white.dead == dead  # read again, it is judged alike


# BrainKing's rules, marking: one stone represents all of its colour in the region that the opponent encloses. A5 and A3
# are two chains; both lie in the left part.
TWO_STONES = GAME[:-1].replace("W[ab];B[];W[])", "") + ";B[];W[aa];B[];W[])"


def test_one_stone_stands_for_its_region_under_brainkings_rules(archive: Path) -> None:
    (archive / "two.sgf").write_text(TWO_STONES.replace("W[ab]", "W[ac]"))
    source = archive / "two.sgf"
    dead = listed(archive, "source,dead", f"{source},A5")
    margins = ga.check(source, dead=dead).outcomes.set_index("ruleset").margin
    game = ga.loads(source.read_text())
    assert (
        margins["brainking"]
        == game.outcome("brainking", dead=["A5"]).margin
        == game.outcome("brainking", dead=["A5", "A3"]).margin
    )
    assert margins["japanese"] == game.outcome("japanese", dead=["A5"]).margin != margins["brainking"]
    shown = {
        ruleset: CliRunner().invoke(app, ["show", str(source), "--ruleset", ruleset, "--dead", "A5"]).stdout
        for ruleset in ("brainking", "chinese")
    }
    assert shown["brainking"].count(" ø ") == 2
    assert shown["chinese"].count(" ø ") == 0


def test_show_counts_with_the_stones_that_are_named(archive: Path) -> None:
    call = ["show", str(archive / "two.sgf"), "--ruleset", "japanese", "--dead"]
    assert "B+1" in CliRunner().invoke(app, [*call, "A4"]).stdout
    assert "B+1" not in CliRunner().invoke(app, [*call, "none"]).stdout
    dead = listed(archive, "source,dead", f"{archive / 'two.sgf'},A4")
    assert "B+1" in CliRunner().invoke(app, [*call, dead]).stdout
    refused = CliRunner().invoke(app, [*call, "A1"])
    assert refused.exit_code == 2
    assert "A1 is not a valid dead stone" in refused.stderr


# Japanese rules 1989, article 9: two passes stop the game; at a player's request it is resumed, and stops again.
RESUMED = "(;SZ[5]KM[0]RE[W+R];B[cc];W[];B[];W[bb];B[];W[])"


def test_an_earlier_stop_is_scored_as_it_stood() -> None:
    game = ga.loads(RESUMED)
    assert game.outcome("chinese", move=3, dead=[]).result == "B+25"
    assert game.outcome("chinese", move=6, dead=[]).margin == game.outcome("chinese", dead=[]).margin == 0
    assert game.outcome("chinese", move=1).margin is None  # no player has passed yet
    with pytest.raises(IndexError, match=r"Move 7 is not found\. Expected 0 to 6: the record has 6 moves"):
        game.outcome("chinese", move=7)
    with pytest.raises(
        ValueError, match=r"B4 is not a valid dead stone\. Expected a point with a stone \(after move 3\)"
    ):
        game.outcome("chinese", move=3, dead=["B4"])


@pytest.mark.parametrize("move", [2.0, True, np.True_, "2"])
def test_a_move_is_named_by_a_whole_number(move: Any) -> None:
    game = ga.loads(RESUMED)
    for ask in (lambda: game.outcome("chinese", move=move), lambda: game.up_to(move)):
        with pytest.raises(ga.OptionError, match=r"is not a valid number\. Expected a whole number"):
            ask()
    assert game.outcome("chinese", move=np.int64(3), dead=[]).result == "B+25"


def test_show_scores_an_earlier_stop(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(RESUMED)
    call = ["show", str(tmp_path / "game.sgf"), "--ruleset", "chinese", "--dead", "none", "--move"]
    assert "B+25" in CliRunner().invoke(app, [*call, "3"]).stdout
    assert "Counted as the game was stopped here" in CliRunner().invoke(app, [*call, "3"]).stdout
    assert "by area" not in CliRunner().invoke(app, [*call, "4"]).stdout


def test_implied_handicap_stones_stand_at_an_earlier_stop_too() -> None:
    """GO154: the record leaves its stones out, and plays on points adjacent to them."""
    game = ga.loads("(;SZ[9]HA[2]KM[0];W[ee];B[cc];W[gg];B[gc];W[cg];B[];W[];B[aa];W[ab];B[ba])")
    whole = game.replay().position(7).stones.tolist()
    assert game.up_to(7).replay().position().stones.tolist() == whole


def test_the_start_is_what_was_set_up() -> None:
    assert ga.loads("(;SZ[5]AB[aa][bb])").up_to(0).replay().position().rows()[0] == "X...."
    assert ga.loads("(;SZ[5]AB[aa];W[bb])").up_to(0).replay().position().rows()[:2] == ["X....", "....."]


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_rulesets_without_agreement_on_dead_stones_say_so(archive: Path, ruleset: str) -> None:
    """No stone is dead there until it is captured (Wikipedia, *Rules of Go*, rule 9)."""
    source = archive / "two.sgf"
    dead = listed(archive, "source,dead", f"{source},A4")
    refused = CliRunner().invoke(app, ["check", str(source), "--dead", dead, "--rulesets", ruleset])
    assert refused.exit_code == 2
    assert f"no dead stones are removed under {ruleset}" in refused.stderr
    shown = CliRunner().invoke(app, ["show", str(source), "--dead", dead, "--ruleset", ruleset]).stdout
    assert f"given ({dead}, line 2) count as alive: this ruleset takes none off." in shown
    reasons = ga.loads(GAME).outcome(ruleset, dead=["A4"]).reasons
    assert "The dead stones that were given count as alive: this ruleset takes none off." in reasons
