"""Progress of a run (`batch/progress.py`)."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from goanalyze import RunProgress
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.plan import plan
from goanalyze.batch.progress import ShardMeter, ShardProgress, sizes_of
from goanalyze.batch.run import Output, Run
from goanalyze.batch.summary import Summary
from goanalyze.pipeline import Options
from goanalyze.render.progress import run_progress_text
from goanalyze.tables.dataset import DatasetWriter

GAMES = sorted((Path(__file__).parents[2] / "data" / "sample" / "gnugo").glob("009*.sgf"))[:60]
OPTIONS = Options(estimate="never")
SHARD = 8_000


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the same games loose, in a zip, and in a packed tar that nothing is known of beforehand."""
    folder = tmp_path_factory.mktemp("archives")
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
        for path in GAMES:
            zipped.write(path, path.name)
    with tarfile.open(folder / "b.tar.gz", "w:gz") as packed:
        for path in GAMES:
            info = tarfile.TarInfo(path.name)
            info.size = path.stat().st_size
            packed.addfile(info, io.BytesIO(path.read_bytes()))
    for path in GAMES:
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def told(folder: Path, out: Path | None = None, **how: object) -> list[RunProgress]:
    """Return all progress reports of a run."""
    heard: list[RunProgress] = []
    execution = Execution(shard_bytes=SHARD, **how)  # type: ignore[arg-type]
    sources = find_sources([str(folder)])
    if out is None:
        Run(sources, OPTIONS, execution, progress=heard.append).run()
    else:
        with DatasetWriter(str(out)) as commit:
            Run(sources, OPTIONS, execution, Output(commit), progress=heard.append).run()
    return heard


def test_the_total_is_what_lies_on_the_disk(archives: Path) -> None:
    """Bytes of the sources, known up front; of archives the packed ones (brief). The parts of one add up to it."""
    shards = plan(find_sources([str(archives)]), OPTIONS, SHARD)
    assert len(shards) > 5
    assert round(sum(sizes_of(shards))) == sum(path.stat().st_size for path in archives.iterdir())


@pytest.mark.parametrize("how", [{"jobs": 1}, {"jobs": 2, "executor": "processes"}])
def test_a_run_tells_the_total_at_once_and_comes_to_it(archives: Path, how: dict[str, object]) -> None:
    """The first report has the total in bytes. The amount done never falls, rises in between, and ends at the total."""
    heard = told(archives, **how)
    assert heard[0].total == sum(path.stat().st_size for path in archives.iterdir())
    assert heard[0].bytes == 0
    done = [each.bytes for each in heard]
    assert done == sorted(done)
    assert len(set(done)) > 8
    assert (round(done[-1]), heard[-1].games) == (heard[0].total, 3 * len(GAMES))


def test_what_an_earlier_run_did_is_no_work_of_this_one(archives: Path, tmp_path: Path) -> None:
    """Kept shards count as done at once, and neither for the rate nor for the time left (brief)."""
    told(archives, tmp_path / "out")
    last = told(archives, tmp_path / "out")[-1]
    assert (last.kept_games, last.seconds) == (last.games, 0)
    assert last.kept_bytes == last.bytes == pytest.approx(last.total)
    assert run_progress_text(last, 2).endswith("180 games, 180 of them from an earlier run, nearly done")


def test_an_archive_in_one_shard_moves_before_its_end() -> None:
    """A chunk with slow positions is reported in between, so that progress of one small archive is visible."""
    (shard,) = plan(find_sources([str(GAMES[0].parent)]), OPTIONS, 2**30)
    heard: list[ShardProgress] = []
    meter = ShardMeter(shard, heard.append)
    size = sum(extent.bytes for extent in shard.extents)
    meter.add_chunk(size / 2)
    meter.begin(2)
    meter.add_share(0.5)
    meter.end(Summary(bytes=7, games=2))
    assert heard[0] == (0, 0, 0)
    assert 0 < heard[1].share < heard[2].share == 0.5
    assert (heard[1].games, heard[2][1:]) == (1, (7, 2))


def test_of_a_stream_nobody_knows_the_length() -> None:
    """The size of a stream is unknown and reported so; no share and no remaining time are shown."""
    assert run_progress_text(RunProgress(1e6, None, 100, 0, 0, 0, 2.0)) == (
        "1.00 MB of a stream of unknown length, 100 games, 50 games/s"
    )
