"""Execution of a run: the number of processors and the choice of the executor."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import goanalyze.batch.execution as carrying
from goanalyze.batch.execution import Execution, processors


def written(root: Path, files: dict[str, str]) -> Path:
    """Write the files that state the limits of a container."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "share"),
    [
        ({"cpu.max": "150000 100000\n"}, 1.5),
        ({"cpu.max": "max 100000\n"}, math.inf),
        ({"cpu.max": "nonsense\n"}, math.inf),
        ({"cpu/cpu.cfs_quota_us": "50000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 0.5),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, math.inf),
        ({"cpu/cpu.cfs_quota_us": "1\n", "cpu/cpu.cfs_period_us": "0\n"}, math.inf),
        ({}, math.inf),
    ],
    ids=str,
)
def test_the_share_of_a_container(tmp_path: Path, files: dict[str, str], share: float) -> None:
    """Limits are read from both versions of control groups. An unreadable value sets no limit."""
    assert carrying._share(written(tmp_path, files)) == share


def test_jobs_are_no_more_than_a_container_has_processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container with a share of less than one processor has one job, one without a limit all that it may run on."""
    monkeypatch.setattr(carrying, "_CGROUPS", tmp_path)
    everything = processors()
    assert Execution(jobs=0).workers == everything >= 1
    written(tmp_path, {"cpu.max": "20000 100000"})
    assert Execution(jobs=0).workers == 1
    assert Execution(jobs=3).workers == 3


@pytest.mark.parametrize(
    ("settings", "shards", "executor"),
    [
        ({"jobs": 2}, 5, "processes"),
        ({"jobs": 2}, 1, "serial"),
        ({"jobs": 1}, 5, "serial"),
        ({"jobs": 1, "memory_limit": 10**9}, 1, "processes"),
        ({"jobs": 1, "time_limit": 5}, 1, "processes"),
        ({"jobs": 1, "time_limit": 5}, 0, "serial"),
        ({"jobs": 1, "time_limit": 60}, 1, "processes"),
    ],
    ids=str,
)
def test_a_limit_is_kept_to(settings: dict[str, object], shards: int, executor: str) -> None:
    """A limit of time or memory needs a process that may be ended, also with one job."""
    assert Execution(**settings).executor_for(shards, 2**30).value == executor  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "size", "count"),
    [
        ({"jobs": 4}, 2**30, 4),
        ({"jobs": 4}, 2 * carrying._PROCESS_BYTES, 2),
        ({"jobs": 4}, 2 * carrying._PROCESS_BYTES - 1, 1),
        ({"jobs": 4}, 0, 1),
        ({"jobs": 4, "executor": "processes"}, 0, 4),
        ({"jobs": 9}, 2**30, 5),
    ],
    ids=str,
)
def test_processes_follow_from_the_work(settings: dict[str, object], size: int, count: int) -> None:
    """Each of several processes has enough bytes of records to pay for its start, unless processes are requested."""
    execution = Execution(**settings)  # type: ignore[arg-type]
    assert execution.processes_for(5, size) == count
    assert (execution.executor_for(5, size).value == "serial") == (count == 1)
    assert execution.processes_for(5, size, is_slow=True) == min(execution.workers, 5)


def test_a_limit_that_cannot_be_kept_is_refused() -> None:
    """The process that does the work itself could not be ended."""
    with pytest.raises(ValueError, match="needs a worker process, so it cannot be serial"):
        Execution(executor="serial", time_limit=5)
