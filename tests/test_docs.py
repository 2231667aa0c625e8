"""The documents against the code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from confirmation_page import document, examples
from make_documents import DOCS, FIGURES, ROOT, documents
from tutorial_output import PAGE as TUTORIAL
from tutorial_output import masked as without_times
from tutorial_output import with_outputs

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.cli import app
from goanalyze.rules import Seki, parse_rulesets
from goanalyze.tables.schema import TABLES

README = (ROOT / "README.md").read_text(encoding="utf-8")


DOCUMENTS = documents()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_is_made_from_the_code_is_up_to_date(path: Path) -> None:
    """Documents and figures are what the code says today; make them anew: python data/make_documents.py."""
    assert path.read_text(encoding="utf-8") == DOCUMENTS[path]


CONFIRMATION = (DOCS / "confirmation.md").read_text(encoding="utf-8")
EXAMPLES = examples()


def test_every_example_of_the_commentary_is_on_its_page() -> None:
    """Issue 15: examples 1 to 25 of the commentary in order, 7 in two parts; no board is passed over unsaid."""
    numbers = [str(number) for number in range(1, 26) if number != 7]
    assert [example.id for example in EXAMPLES if example.id[0].isdigit()] == [*numbers[:6], "7-1", "7-2", *numbers[6:]]
    assert CONFIRMATION.count("*No board is known.*") == sum(not example.board for example in EXAMPLES)


@pytest.mark.slow
def test_the_page_of_examples_is_up_to_date() -> None:
    """The same with the examples that take long, and with the rulings that have no board."""
    assert document() == CONFIRMATION


@pytest.mark.slow
def test_the_outputs_of_the_tutorial_are_real() -> None:
    """The tutorial has the outputs of its commands, but for times: python data/make_documents.py writes them."""
    text = TUTORIAL.read_text(encoding="utf-8")
    assert without_times(with_outputs(text)) == without_times(text)


def test_the_documents_show_what_is_made_for_them() -> None:
    """The README has the table of rulesets and the links; each figure stands in one of the documents."""
    assert "<!-- generated: rulesets -->" in README
    made = {f"goanalyze/docs/{name}.md" for name in ("confirmation", "columns", "findings", "statements")}
    assert made <= set(re.findall(r"\]\(([^)#]*)", README))
    pages = [ROOT / "README.md", ROOT / "data" / "README.md", ROOT / "tests" / "benchmarks" / "README.md"]
    shown = " ".join(page.read_text(encoding="utf-8") for page in pages)
    assert all(re.search(rf"!\[[^\]]+\]\([^)]*figures/{name}.svg\)", shown) for name in FIGURES)


def test_the_readme_is_read_to_its_end() -> None:
    """It has at most 250 lines, and its map names every room."""
    assert README.count("\n") <= 250
    rooms = {path.name for path in (ROOT / "goanalyze").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(re.findall(r"`(\w+)/`", README.split("## The house")[1])) & rooms


def test_every_column_has_a_meaning() -> None:
    """A column without a meaning is not public."""
    assert all(column.meaning for table in TABLES.values() for column in table.columns)


def test_codes_are_in_order_and_explained() -> None:
    """The catalogue runs by number, and each entry says what it means and gives an example."""
    assert list(CATALOGUE) == sorted(CATALOGUE)
    assert all(re.fullmatch(r"GO\d{3}", code) and entry.meaning and entry.example for code, entry in CATALOGUE.items())


@pytest.mark.parametrize(
    "command", ["check", "compare", "dups", "show", "report", "compact", "rules", "explain", "gtp", "perft"]
)
def test_every_command_is_in_the_readme_and_has_help(command: str) -> None:
    """A command that the README does not name cannot be found."""
    assert f"goanalyze {command}" in README
    done = CliRunner().invoke(app, [command, "--help"])
    assert (done.exit_code, "Usage:" in done.stdout) == (0, True)


def test_the_readmes_own_ruleset_is_one() -> None:
    """The TOML that the README shows is read, and says what is said there."""
    block = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert block
    (club,) = parse_rulesets(block[1])
    assert (club.id, club.seki.value, club.komi.value.points(9, 9)) == ("club", Seki.STRICT, 3.5)


def test_rooms_of_the_flow_picture_exist() -> None:
    """The picture of the way through names folders that are there."""
    picture = (ROOT / "data" / "figures" / "one-way-through.svg").read_text(encoding="utf-8")
    rooms = set(re.findall(r"goanalyze/(\w+)", picture))
    assert rooms >= {"sgf", "replay", "life", "score", "tables", "compare", "rules"}
    assert all((ROOT / "goanalyze" / room).is_dir() for room in rooms)


def masked(text: str) -> str:
    """Take out what differs from run to run: seconds; and white space at line ends."""
    text = re.sub(r", [\d.]+ s$", ", … s", text, flags=re.MULTILINE)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def test_the_output_shown_is_the_output_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README shows parts of what the first command prints in fact, but for the time taken."""
    shown = re.search(r"<!-- output: check -->\n```text\n(.*?)```", README, re.DOTALL)
    assert shown
    monkeypatch.setenv("COLUMNS", "80")
    command = [sys.executable, "-m", "goanalyze", "check", "data/sample", "-o", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    printed = masked(done.stdout.replace(shlex.quote(str(tmp_path / "out")), "out"))
    parts = [part.strip() for part in masked(shown[1]).split("\n…\n")]
    assert [part for part in parts if part not in printed] == []
