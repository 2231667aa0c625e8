"""The notebooks as they are committed: without outputs, with one cell to change, and named in the README.

nbmake collects the notebooks and proves that they run on the sample.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    """Return the cells of a kind: code | markdown."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_notebooks_are_numbered_in_the_order_to_read_them() -> None:
    """01 to 07, none missing, each with a name of its subject."""
    assert [path.name[:3] for path in NOTEBOOKS] == [f"{number:02}_" for number in range(1, 8)]
    assert all(re.fullmatch(r"\d\d(_[a-z]+)+\.ipynb", path.name) for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_is_committed(path: Path) -> None:
    """Outputs and execution counts belong to the reader; only the source is committed."""
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_machine_is_named(path: Path) -> None:
    """Of the metadata only the kernel's name is kept, so that saving on another machine changes nothing."""
    metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
    assert metadata == {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_one_cell_says_which_archive(path: Path) -> None:
    """A reader's own archive needs a change of one cell; it is tagged, and the text before it says so."""
    (parameters,) = (cell for cell in cells(path, "code") if "parameters" in cell["metadata"].get("tags", ()))
    assigned = re.findall(r'^archive = "(.*?)"', "".join(parameters["source"]), re.MULTILINE)
    assert [(ROOT / "notebooks" / path).exists() for path in assigned] == [True]
    assert "The next cell is the only one to change" in "".join(cells(path, "markdown")[0]["source"])
    lines = [line for cell in cells(path, "code") for line in cell["source"] if re.match(r"archive\s*=", line)]
    assert len(lines) == 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_are_short(path: Path) -> None:
    """A cell does one thing that a reader sees at one look."""
    assert max(len(cell["source"]) for cell in cells(path, "code")) <= 13


@pytest.mark.parametrize("record", ["(;SZ[9])", "no record at all"], ids=["no moves", "no game"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_on_next_to_nothing(path: Path, record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of one record without moves, or without a game, leaves cells empty, and none fails."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.use("Agg")
    monkeypatch.chdir(ROOT / "notebooks")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sgf").write_text(record)
    names: dict[str, Any] = {"display": lambda _: None}
    for number, cell in enumerate(cells(path, "code")):
        source = "".join(cell["source"])
        exec(compile(source, f"{path.stem}, cell {number}", "exec"), names)
        if "parameters" in cell["metadata"].get("tags", ()):
            names["archive"] = str(tmp_path / "in")
    plt.close("all")
    assert names["archive"] == str(tmp_path / "in"), "the cells ran on the archive that stands in them"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_readme_leads_to_it(path: Path) -> None:
    """A notebook that the README does not link is not found."""
    assert f"](notebooks/{path.name})" in (ROOT / "README.md").read_text(encoding="utf-8")
