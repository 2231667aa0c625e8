"""Games over Go Text Protocol: scores, statuses of stones, records loaded and printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtp_session import send
from oracles.board import OracleBoard

import goanalyze as ga
from goanalyze import find_ruleset, to_gtp
from goanalyze.gtp.commands import chains_by_status
from goanalyze.gtp.session import GtpSession
from goanalyze.score.territory import FinalBoard

SAMPLE = Path(__file__).parents[2] / "data/sample"
SETTLED = "(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[];W[])"


def test_a_settled_game_is_scored_and_every_stone_has_a_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Section 6.3.4: both chains have two eyes of two points, so that nothing is guessed: 4 points each, komi 0.5."""
    monkeypatch.chdir(tmp_path)  # the protocol has no quotes: a path with a blank is two arguments
    Path("game.sgf").write_text(SETTLED)
    remarks: list[str] = []
    session = GtpSession("japanese", remark=remarks.append)
    lines = "loadsgf game.sgf", "final_score", "final_status_list alive", "final_status_list dead"
    told = [session.answer(line) for line in (*lines, "final_status_list seki")]
    alive = "= B5 B4 A3 B3 B2 B1\nD5 D4 D3 E3 D2 D1\n\n"
    assert told == ["= \n\n", "= W+0.5\n\n", alive, "= \n\n", "= \n\n"]
    assert str(session.answer("goanalyze-basis")).startswith("= counted")
    assert remarks == []


def test_an_estimate_is_remarked_each_time() -> None:
    """Estimates are never mixed with facts."""
    game = ga.loads((SAMPLE / "gnugo/009x009-japanese-0001.sgf").read_bytes())
    remarks: list[str] = []
    session = GtpSession("japanese", 9, remark=remarks.append)
    for move in game.replay().moves:  # without the marks of its record
        session.answer(f"play {'.bw'[move.color]} {to_gtp(move.point, 9, 9) if move.point >= 0 else 'pass'}")
    assert [session.answer("final_score"), session.answer("final_score")] == ["= W+15.5\n\n"] * 2
    assert len(remarks) == 2
    assert all(remark.startswith("W+15.5 is uncertain: The dead stones are estimated") for remark in remarks)


def test_a_game_that_cannot_be_scored_is_remarked() -> None:
    """A remark has the reason for a missing score, next to the protocol's message."""
    remarks: list[str] = []
    session = GtpSession("japanese", 9, remark=remarks.append)
    for line in ("play b e5", "play w c7", "play b g3", "play w pass", "play b pass"):
        session.answer(line)
    assert session.answer("final_score") == "? cannot score\n\n"
    (remark,) = remarks
    assert remark.startswith("cannot score: not_countable: no margin: the dead stones were estimated")


@pytest.mark.parametrize(
    ("rows", "dead", "expected"),
    [
        (["XX.OO", "XX.OO"], (), {"alive": 0, "dead": 0, "seki": 2}),
        ([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"], (24,), {"alive": 2, "dead": 1, "seki": 0}),
    ],
)
def test_a_chain_has_one_status(rows: list[str], dead: tuple[int, ...], expected: dict[str, int]) -> None:
    """Section 6.3.4, final_status_list: two chains with two common liberties are in seki; dead chains are listed."""
    position = ga.Position.from_rows(rows)
    found = chains_by_status(OracleBoard(position), FinalBoard(position, dead))
    assert {status: len(chains) for status, chains in found.items()} == expected


def test_stones_left_on_the_board_are_alive_where_none_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tromp–Taylor counts the final position as it is, so that all of GNU Go's game is alive."""
    monkeypatch.chdir(SAMPLE / "gnugo")
    session = GtpSession("tromp-taylor")
    assert session.answer("loadsgf 009x009-chinese-0001.sgf") == "= \n\n"
    stones = str(session.answer("final_status_list alive"))[2:].split()
    assert len(stones) == int(
        ga.loads((SAMPLE / "gnugo/009x009-chinese-0001.sgf").read_bytes()).replay().position().stones.astype(bool).sum()
    )
    assert str(session.answer("final_status_list dead")) == "= \n\n"


@pytest.mark.parametrize("move", [None, 1, 5, 1000])
def test_a_record_is_loaded_up_to_a_move(monkeypatch: pytest.MonkeyPatch, move: int | None) -> None:
    """Section 6.3.5, loadsgf: up to the position before the move, or all of it; then undo goes back through it."""
    monkeypatch.chdir(SAMPLE / "gnugo")
    path = Path("009x009-japanese-0001.sgf")
    replay = ga.loads(path.read_bytes()).replay()
    number = len(replay.moves) if move is None else min(move - 1, len(replay.moves))
    session = GtpSession()
    assert session.answer(f"loadsgf {path}" + ("" if move is None else f" {move}")) == "= \n\n"
    assert (
        str(replay.position(number)).split()
        == str(session.answer("showboard")).split()[1:][: len(str(replay.position(number)).split())]
    )
    undone = 0
    while session.answer("undo") == "= \n\n":
        undone += 1
    assert undone == number


def test_the_record_that_is_printed_is_the_game() -> None:
    """GNU Go's printsgf; read again it is the same moves under the same komi, and no empty line is in it."""
    session = GtpSession("aga", 9)
    for line in ("komi 7.5", "fixed_handicap 2", "play w e5", "play b e6", "play w pass"):
        session.answer(line)
    answer = str(session.answer("printsgf"))
    assert answer.endswith("\n\n")
    assert "\n\n" not in answer[:-2]
    game = ga.loads(answer[2:])
    assert [(move.color, move.point) for move in game.replay().moves] == [(2, 40), (1, 31), (2, -1)]
    assert game.info["komi"] == 7.5
    assert game.info["handicap"] == 2
    assert find_ruleset(game.info["ruleset"]).id == "aga"


@pytest.mark.parametrize(
    ("recorded", "lines", "said"),
    [
        ("", ("komi 1.3",), "KM[1.3]"),
        ("", ("komi 1e30",), "KM[10000000000"),
        ("KM[6.6]", (), "KM[6.6]"),
        ("", ("goanalyze-rules chinese",), "KM[7.5]"),
        ("", ("goanalyze-rules chinese", "clear_board"), "KM[7.5]"),
        ("KM[5.5]", ("goanalyze-rules chinese", "clear_board"), "KM[5.5]"),
    ],
)
def test_the_komi_in_force_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: str, lines: tuple[str, ...], said: str
) -> None:
    """Section 6.3.2, komi: any is taken; of a record that names none the ruleset sets it, whichever is in force."""
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(f"(;SZ[5]{recorded};B[bc];W[cc])")
    told = send("loadsgf game.sgf", *lines, "printsgf")
    assert told[0] == "="
    assert said in told[-1]
