"""What is not the files' fault is never written down as theirs (issue 14, items 1 and 2, and its proof).

The short forms of ``python tests/faults/inject.py --times 2000`` and ``python tests/faults/surroundings.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from inject import WAYS, Proof, trials
from injector import KINDS, Fault


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    """Undisturbed runs of the plain way."""
    return Proof(tmp_path_factory.mktemp("proof"), {"plain": WAYS["plain"]})


# stage, beginning of the place, and what is called there
PLACES = [
    ("interrupt in a kernel", "replay/replays.py", "_replay", 2),
    ("interrupt", "tables/store.py", "Store.rename", 9),
    ("memory", "sgf/records.py", "make_records", 3),
    ("EIO", "archives/tarred.py", "_pieces", 2),
    ("ENOSPC", "injector.py", "_File.write", 5),
    ("connection lost", "archives/zipped.py", "_packed", 4),
]


@pytest.mark.parametrize(("kind", "file", "function", "number"), PLACES)
def test_a_fault_of_the_surroundings_is_never_a_finding(
    proof: Proof, tmp_path: Path, kind: str, file: str, function: str, number: int
) -> None:
    """Once the fault is gone the same command writes the undisturbed rows, and committed rows were theirs before."""
    sites = [site for site in proof.sites["plain"] if site.code.co_filename.endswith(file) and not site.called
             and site.code.co_qualname == function]  # fmt: skip
    outcome, wrong = proof.disturbed("plain", Fault(kind, sites[0], number, lasts=False), tmp_path / "out")
    assert not wrong
    assert outcome in {"interrupted", "told", "healed"}


@pytest.mark.slow
def test_faults_at_random_moments_at_every_stage(tmp_path: Path) -> None:
    """200 runs with a fault of each kind at each stage: none leaves a trace, and each is told, or mended in the run."""
    found = list(trials(tmp_path, 200, 14))
    assert not [str(trial) for trial in found if trial.wrong]
    struck = [trial for trial in found if trial.outcome != "not reached"]
    assert {trial.fault.kind for trial in struck} == set(KINDS)
    assert len({trial.fault.site.stage for trial in struck}) > 12
    assert len(struck) > 150
