"""The package is typed: a program that uses it as it is installed passes mypy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAM = """
from collections.abc import Iterator

import goanalyze as ga


def margins(path: str) -> Iterator[float]:
    for game in ga.read(path, encoding="gb18030"):
        outcome = game.outcome("japanese", komi=6.5, dead=["D4"], markup="dead")
        if outcome.margin is not None:
            yield outcome.margin
        for finding in game.replay().findings:
            print(finding.code.lower(), finding.severity.value.upper(), (finding.move_number or 0) + 1)


def worst(path: str) -> int:
    tables = ga.check(path, rulesets=["japanese", "aga"], jobs=2)
    codes: list[str] = tables.findings["code"].tolist()
    game = tables.game(0)
    position = ga.Position.from_rows([".X.", "XO.", "..."])
    point: int = ga.from_gtp("B2", 3, 3)
    print(len(codes), game.width + game.height, position.rows(), point + 1, ga.loads("(;SZ[9])").to_sgf())
    return len(ga.open("out").games)


def referee(moves: list[str], rules: str) -> str:
    board = ga.Board(9, rules=rules, handicap=2)
    try:
        taken = [point for move in moves for point in board.play(move).captured]
    except ga.IllegalMoveError as error:
        return error.finding.code.lower()
    why = board.why_illegal((4, 4), "black", "tromp-taylor")
    told = "" if why is None else f"{why.message}, after move {(why.repeats_move or 0) + 1}"
    legal: list[int] = [point for point in board.legal_moves if board.is_legal(point)]
    again = ga.Board.from_game(board.game(), 1)
    tree = ga.loads(board.to_sgf()).tree()
    nodes = [f"{node.comment} {node.move.point + 1}" for node in tree.main_line() if node.move is not None]
    row = board.game().info
    komi = 0.0 if row["komi"] is None else row["komi"] + 0.5
    number = len(taken) + len(legal) + board.hash
    return f"{told} {number} {again == board} {nodes} {komi} {board.score(dead=[]).result}"


def compared(path: str) -> str:
    comparison: ga.Comparison = ga.check(path).compare("japanese", "chinese", basis=ga.Basis.BEST)
    pair: ga.Pair = comparison.pair("japanese", "chinese")
    finding: ga.GameFinding = ga.loads("(;SZ[9])").replay().findings[0]
    return " ".join(comparison.answer().sentences) + str(pair.figures) + str(finding.to_dict()["point"])
"""


@pytest.mark.slow
def test_a_program_that_uses_the_package_passes_mypy(tmp_path: Path) -> None:
    """Strictly, and without any setting for the package; an untyped name would pass as everything and fail nothing.

    The package is one that pip installs, not the folder of its source.
    """
    place = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(place), str(ROOT)]
    subprocess.run(install, check=True)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    called = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)]
    wrong = PROGRAM.replace("outcome.margin is not None", "outcome.margins").replace("finding.code", "finding.codes")
    wrong = wrong.replace("ga.Board.from_game", "ga.Bord.from_game")
    env = os.environ | {"PYTHONPATH": str(place)}
    done = subprocess.run(called, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("Success: no issues found in 1 source file", 0)
    program.write_text(wrong, encoding="utf-8")
    done = subprocess.run(called, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.count("[attr-defined]") == 4
