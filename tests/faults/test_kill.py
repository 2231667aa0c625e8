"""SIGKILL at random moments: the short form of ``python tests/faults/kill.py --times 20``."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.check_runs import executed_by
from kill import trials

pytestmark = pytest.mark.slow


def test_a_killed_run_is_resumed_row_for_row(tmp_path: Path) -> None:
    """Killed with all its processes, or the parent alone, and given again, a run writes the undisturbed dataset."""
    found = list(trials(tmp_path, 3, 7, *executed_by(2), games=60, here=True))
    assert any(trial.died for trial in found)
    assert not any(trial.orphans for trial in found)
