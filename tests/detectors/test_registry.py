"""A finding is stated once, with its detector: everything that names codes follows from it and from a sample record."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cached_property
from pathlib import Path

import pytest
from helpers.laws import over
from helpers.samples import sample_faults

from goanalyze import Severity
from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry
from goanalyze.detectors.registry import DETECTORS, Detector, Subject, detector
from goanalyze.pipeline import Chunk

ROOT = Path(__file__).parents[2]
MODULE = '''
"""A finding that no other module knows."""

from goanalyze.core import flags
from goanalyze.detectors.registry import finding_at
from goanalyze.detectors.registry import Subject, detector
from goanalyze.catalogue.catalogue import CatalogueEntry, Repair, RepairCondition, Severity


@detector(
    Subject.PLAY,
    CatalogueEntry("GO199", Severity.WARNING, "first move on the centre",
        "Black's first move is on the centre of the board. Nothing is changed.", ";B[ee] on 9×9",
        forbidden=(("", flags.OCCUPIED),),
        repair=Repair(RepairCondition.CLEAR, "the move is left out")),
)
def centre_findings(records, replays):
    """Yield the games that begin on the centre."""
    for game in range(len(records)):
        if replays.moves.point[replays.start[game]] == replays.width[game] * replays.height[game] // 2:
            yield finding_at(records, game, "GO199", "Black plays on the centre.", move_number=1, point="ee")
'''
RECORD = "(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]RE[B+R]DT[2026-11-21]C[This record shows GO199: E5];B[ee];W[gc])"
PROGRAM = """
import json, sys
from io import StringIO
from pathlib import Path
from rich.console import Console
folder = Path(sys.argv[1])
sys.path[:0] = [str(folder), sys.argv[2]]
import centre_detector
from goanalyze.render.sections import explanation
explanation.sample_folder = lambda: folder
import goanalyze as ga
from goanalyze.render.sections.explanation import catalogue_section, explanation
from goanalyze.render.terminal.printer import print_sections
from goanalyze.tables.schema import FINDINGS
from goanalyze.catalogue.catalogue import CATALOGUE
from make_documents import findings
from helpers.samples import sample_faults
rows = ga.check(folder / "go199-centre.sgf").findings
console = Console(file=StringIO(), width=200)
print_sections(console, [explanation(CATALOGUE["GO199"]), catalogue_section([*CATALOGUE.values()])])
explained, _, list_ = console.file.getvalue().partition("code ")
print(json.dumps({
    "explained": explained, "list": list_,
    "page": findings(),
    "codes": rows.code.tolist(), "severity": rows.severity.tolist(), "categories": rows.code.cat.categories.tolist(),
    "faults": sample_faults(CATALOGUE.values(), folder),
}))
"""


def test_a_detector_and_a_record_are_all_that_a_finding_takes(tmp_path: Path) -> None:
    """`explain`, the list and the page of codes, a check and the column of its table know a new finding."""
    (tmp_path / "centre_detector.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "go199-centre.sgf").write_text(RECORD, encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), str(ROOT / "data")]
    path = [str(ROOT), str(ROOT / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": ":".join(path)})
    assert done.returncode == 0, done.stderr
    known = json.loads(done.stdout.splitlines()[-1])
    explained = known["explained"]
    assert explained.startswith("\nGO199 first move on the centre  warning\nBlack's first move is on the centre")
    assert "Forbidden by all" in explained
    assert "export --repair if the meaning is clear: the move is left out." in explained
    assert f"  {tmp_path / 'go199-centre.sgf'}\n" in explained
    rows = [line.split(maxsplit=2) for line in known["list"].splitlines()]
    row = rows.index(["GO199", "warning", "first move on the centre"])
    assert (rows[row - 1][0] < "GO199", rows[row + 1][0]) == (True, "GO201")
    assert "| GO199 | warning | first move on the centre |" in known["page"]
    assert "| GO199 | first move on the centre | if the meaning is clear | the move is left out |" in known["page"]
    assert (known["codes"], known["severity"]) == (["GO199"], ["warning"])
    assert "GO199" in known["categories"]
    assert "GO199" not in " ".join(known["faults"])


def test_a_detector_without_a_sample_is_named_in_one_sentence(tmp_path: Path) -> None:
    """The law of the sample names a missing record; a reason in the entry replaces a record."""
    plain, excused = (
        CatalogueEntry(code, Severity.INFO, "title", "meaning", "example", unsampled=reason)
        for code, reason in (("GO198", ""), ("GO199", "it requires two files"))
    )
    missing = "GO198 has no record that shows it. Expected data/sample/findings/go198-*"
    assert sample_faults([plain, excused], tmp_path) == [missing]
    (tmp_path / "go198-small.sgf").touch()
    (tmp_path / "go199-small.sgf").touch()
    contradiction = "GO199 has a record, but its entry says that no single record shows it."
    assert sample_faults([plain, excused], tmp_path) == [contradiction]


def test_two_detectors_of_one_code_are_refused() -> None:
    """The second detector fails as its module is imported, in one sentence; nothing of it is registered."""
    before = list(DETECTORS), dict(CATALOGUE)
    entry = CatalogueEntry("GO201", Severity.INFO, "another title", "meaning", "example")
    message = r"^Two findings, 'ko retaken at once' and 'another title', have the code GO201\.$"
    with pytest.raises(ValueError, match=message):
        detector(Subject.PLAY, entry)(iter)
    assert (list(DETECTORS), dict(CATALOGUE)) == before


@over("each", DETECTORS)
def test_detectors_name_stages_of_a_chunk(each: Detector) -> None:
    """A parameter of a detector is a property of `Chunk`, or the records that a chunk is made of."""
    for stage in each.stages:
        assert stage == "records" or isinstance(getattr(Chunk, stage), (property, cached_property)), stage


@pytest.mark.parametrize("command", [["--help"], ["explain"], ["explain", "GO101"], ["explain", "GO205"]])
def test_text_loads_no_heavy_package(command: list[str]) -> None:
    """The texts of findings are read without the packages that detectors compute with."""
    heavy = {"numpy", "pyarrow", "pandas", "chardet", "sgfmill"}
    code = f"import sys; from goanalyze.cli import app; app({command!r}, standalone_mode=False)"
    code = f"{code}; print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""
