"""Fake engines, positions for queries, and invalid answers."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import numpy as np
from oracles.board import OracleBoard

from goanalyze import Position
from goanalyze.life.engines.engine import Engine
from goanalyze.life.engines.process import EngineAnswer

FAKE = Path(__file__).with_name("fake_engine.py")

SHORT = 0.5  # seconds for one position, where an engine is to fail by them
GENEROUS = 15.0  # no test may hang; nothing is measured

POSITION = Position.from_rows(["..X..", ".OX..", ".OX.O", "..X..", "..X.."])
OTHER = Position.from_rows(["..X....", ".OX....", ".OX.O..", "..X....", "..X....", "..X....", "..X...."])
DEAD = frozenset({6, 11})  # the fake engine's dead stones: White's chain on column B, not the stone on E


def fake(mode: str, *options: str, timeout: float = GENEROUS, start_timeout: float = GENEROUS) -> Engine:
    """Return a fake engine."""
    command = shlex.join([sys.executable, "-S", str(FAKE), mode, *options])
    spoken = "katago" if mode.startswith("katago") or "speak=katago" in options else None
    return Engine(command, timeout=timeout, start_timeout=start_timeout, protocol=spoken)


def assert_error(answer: EngineAnswer, *words: str) -> None:
    """Check that nothing was answered, and why."""
    assert all(word in answer.error for word in words), answer.error
    assert answer.error.isprintable()
    assert len(answer.error) < 600
    assert (answer.dead, answer.confidence) == (frozenset(), 0.0)


def gone(pid: int) -> bool:
    """Return True if a process has ended; init may take a moment to reap it."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def legal(seed: int) -> Position:
    """Draw a board on which every chain has a liberty."""
    rng = np.random.default_rng(seed)
    side = int(rng.integers(1, 20))
    board = OracleBoard(Position(side, side, rng.choice(3, side * side, p=[0.3, 0.35, 0.35]).astype(np.uint8)))
    for chain in board.chains():
        if not board.liberties(min(chain)):
            board.remove(chain)
    return board.position()
