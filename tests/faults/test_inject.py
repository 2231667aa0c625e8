"""Failures outside the files are never recorded as theirs.

The short forms of ``python tests/faults/inject.py --times 2000``, ``python tests/faults/interrupt.py`` and
``python tests/faults/surroundings.py``.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.check_runs import record
from inject import WAYS, Proof, trials
from injector import KINDS, Fault
from interrupt import trials as interrupts
from surroundings import killed_worker


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    """Undisturbed runs of the plain way."""
    return Proof(tmp_path_factory.mktemp("proof"), {"plain": WAYS["plain"]})


# stage, beginning of the function's name, and the called function
PLACES = [
    ("interrupt", "kernels/library.py", "Function.__call__", 2),
    ("memory", "sgf/records.py", "make_records", 3),
    ("ENOSPC", "injector.py", "_File.write", 5),
]
MORE_PLACES = [
    ("interrupt", "tables/storage.py", "Storage.rename", 9),
    ("EIO", "archives/tar_reader.py", "_pieces", 2),
    ("connection lost", "archives/zip_reader.py", "_go_to_data", 4),
]
SLOW_PLACES = [pytest.param(*place, marks=pytest.mark.slow) for place in MORE_PLACES]


@pytest.mark.parametrize(("kind", "file", "function", "number"), [*PLACES, *SLOW_PLACES])
def test_a_fault_of_the_surroundings_is_never_a_finding(
    proof: Proof, tmp_path: Path, kind: str, file: str, function: str, number: int
) -> None:
    """Once the fault is gone the same command writes the undisturbed rows, and committed rows were theirs before."""
    sites = [
        site
        for site in proof.sites["plain"]
        if site.code.co_filename.endswith(file) and not site.called and site.code.co_qualname == function
    ]
    outcome, wrong = proof.disturbed("plain", Fault(kind, sites[0], number, lasts=False), tmp_path / "out")
    assert not wrong
    assert outcome in {"interrupted", "told", "healed"}


@pytest.mark.parametrize(("lasts", "expected"), [pytest.param(False, "healed", marks=pytest.mark.slow), (True, "told")])
def test_a_dataset_is_given_back_or_that_is_told(proof: Proof, tmp_path: Path, lasts: bool, expected: str) -> None:
    """An owner of a whole dataset that failed earlier leaves no lock without a message."""
    ((site, calls),) = (
        (site, calls)
        for site, calls in proof.sites["plain"].items()
        if site.code.co_qualname == "_Disk.delete_file" and not site.called
    )
    fault = Fault("EIO", site, calls, lasts)
    assert proof.disturbed("plain", fault, tmp_path / "out") == (expected, [])


def test_a_dataset_is_given_back_whatever_keeps_from_tidying_it(proof: Proof, tmp_path: Path) -> None:
    """An error of another kind during the exit releases the lock, in a process that continues, too."""
    (site,) = (
        site
        for site in proof.sites["plain"]
        if site.code.co_qualname == "is_unfinished" and site.called.endswith("endswith")
    )
    assert proof.disturbed("plain", Fault("EACCES", site, 2, lasts=True), tmp_path / "out") == ("told", [])


@pytest.mark.slow
def test_no_memory_for_what_is_printed_ends_no_command(proof: Proof, tmp_path: Path) -> None:
    """Found at random: it ended with a traceback; the dataset is written all the same, as without a reader."""
    (site,) = (site for site in proof.sites["plain"] if site.code.co_qualname == "_OutputFile.write" and site.called)
    assert proof.disturbed("plain", Fault("memory", site, 1, lasts=True), tmp_path / "out") == ("healed", [])


# kind, end of the function's file, or of its files by version, function, its call, the handling, and the outcome of
# the run
FOUND = [
    # an interrupt that came while options were read ended the command without words
    ("interrupt", "cli/config.py", "inputs_of_config", "", False, "interrupted"),
    # the lock ended with the process; a process that goes on, as in a notebook, could not use the dataset
    ("interrupt", ("filelock/_api.py", "filelock/_core/_release.py"), ".release", "", False, "interrupted"),
    # errors in the first lines of the program are turned into sentences, too
    ("interrupt", "util/environment.py", "add", "", False, "interrupted"),
    ("memory", "util/environment.py", "add", "", True, "told"),
    # a thread that was not granted ended the run
    ("no thread", "threading.py", "Thread.start", "start_", True, "healed"),
]
_USUAL = (0, len(FOUND) - 1)


@pytest.mark.parametrize(
    ("kind", "file", "function", "called", "lasts", "outcome"),
    [pytest.param(*each, marks=[] if number in _USUAL else pytest.mark.slow) for number, each in enumerate(FOUND)],
)
def test_faults_that_were_found_at_random(
    proof: Proof,
    tmp_path: Path,
    kind: str,
    file: str | tuple[str, ...],
    function: str,
    called: str,
    lasts: bool,
    outcome: str,
) -> None:
    """Each of these faults is reported in one sentence, or repaired without the end of the run."""
    site = next(
        site
        for site in proof.sites["plain"]
        if site.code.co_filename.endswith(file)
        and site.code.co_qualname.endswith(function)
        and site.called.startswith(called)
        and bool(site.called) == bool(called)
    )
    assert proof.disturbed("plain", Fault(kind, site, 1, lasts), tmp_path / "out") == (outcome, [])


@pytest.mark.slow
def test_faults_at_random_moments_at_every_stage(tmp_path: Path) -> None:
    """36 runs with a fault of each kind at each stage: none leaves a trace, and each is reported or repaired."""
    found = list(trials(tmp_path, 36, 14))
    assert not [str(trial) for trial in found if trial.wrong]
    struck = [trial for trial in found if trial.outcome != "not reached"]
    assert {trial.fault.kind for trial in struck} == set(KINDS)
    assert len({trial.fault.site.stage for trial in struck}) > 9
    assert len(struck) > 27


@pytest.mark.slow
def test_interrupts_at_random_moments(tmp_path: Path) -> None:
    """SIGINT during or before the work on games of one file: always 130, and the next run writes the missing rows."""
    found = list(interrupts(tmp_path, 4, 1, 1, [record(number) for number in range(1500)]))
    assert not [str(trial) for trial in found if trial.wrong]
    assert any(trial.in_time for trial in found)


@pytest.mark.slow
def test_a_killed_worker_leaves_no_trace(proof: Proof, tmp_path: Path) -> None:
    """Workers of a run with two are killed at random moments, one or both."""
    found = [killed_worker(proof, random.Random(seed), tmp_path / f"out-{seed}") for seed in range(6)]
    assert not [trial for trial in found if trial.wrong]
    assert any(trial.outcome != "not reached" for trial in found)
