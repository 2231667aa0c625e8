"""The documents: generated parts are current, links lead somewhere, examples are real, and the site can be built."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from confirmation_page import document, examples
from make_documents import DOCS, FIGURES, ROOT, documents
from tutorial_output import CHECK, check_output, with_check_output, with_outputs
from tutorial_output import PAGE as TUTORIAL
from tutorial_output import masked as without_times

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.cli import app
from goanalyze.rules import RULESETS, parse_rulesets
from goanalyze.tables.schema import TABLES

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted(DOCS.glob("*.md"))
FURTHER = [ROOT / name for name in ("README.md", "data/README.md", "tests/README.md", "tests/benchmarks/README.md")]
GENERATED = documents()
COMMANDS = app.list_commands(click.Context(app))
LINK = re.compile(r"\]\(([^)\s]*)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_a_generated_page_is_up_to_date(path: Path) -> None:
    """A generated page, part or figure is equal to its code's: python data/make_documents.py writes it."""
    assert path.read_text(encoding="utf-8") == GENERATED[path], "run python data/make_documents.py"


CONFIRMATION = (DOCS / "confirmation.md").read_text(encoding="utf-8")
EXAMPLES = examples()


def test_every_example_of_the_commentary_is_on_its_page() -> None:
    """Examples 1 to 25 of the commentary are in order, 7 in two parts; the page names those without a board."""
    numbers = [str(number) for number in range(1, 26) if number != 7]
    assert [example.id for example in EXAMPLES if example.id[0].isdigit()] == [*numbers[:6], "7-1", "7-2", *numbers[6:]]
    assert CONFIRMATION.count("*No board is known.*") == sum(not example.board for example in EXAMPLES)


@pytest.mark.slow
def test_the_page_of_examples_is_up_to_date() -> None:
    """The page is equal to its code's, with the examples that take long and the rulings without a board."""
    assert document() == CONFIRMATION


@pytest.mark.slow
def test_the_outputs_of_the_tutorial_are_real() -> None:
    """The tutorial has the outputs of its commands, but for times: python data/make_documents.py writes them."""
    text = TUTORIAL.read_text(encoding="utf-8")
    assert without_times(with_outputs(text)) == without_times(text)


@cache
def anchors_of(path: Path) -> set[str]:
    """Return the anchors of a page: its headings in lower case, without punctuation, with hyphens for blanks."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    titles = (LINK.sub("]", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*PAGES, *FURTHER], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_link_leads_to_a_file_and_heading(page: Path) -> None:
    """The target of a link exists, and so does the heading of its anchor."""
    missing = []
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if "://" not in link and (not target.exists() or (anchor and anchor not in anchors_of(target))):
            missing.append(link)
    assert missing == []


def test_every_page_is_in_the_index() -> None:
    """The index links every page, from which the site has its contents."""
    linked = set(LINK.findall((DOCS / "index.md").read_text(encoding="utf-8")))
    assert linked >= {page.name for page in PAGES} - {"index.md"}


def test_every_figure_is_on_a_page() -> None:
    """A figure is shown by a page, with a text for readers who do not see it."""
    shown = " ".join(page.read_text(encoding="utf-8") for page in [*FURTHER, *PAGES])
    assert all(re.search(rf"!\[[^\]]+\]\([^)]*figures/{name}.svg\)", shown) for name in FIGURES)


def test_the_readme_is_short() -> None:
    """The README has at most 150 lines, its example of Python 20, and its table of sources seven rows."""
    assert README.count("\n") <= 150
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert example.count("\n") <= 20
    (table,) = re.findall(r"^\| source .*\n\|.*\n((?:\|.*\n)+)", README, re.MULTILINE)
    assert table.count("\n") <= 7


def test_the_readme_states_the_number_of_rulesets() -> None:
    """The number of rulesets in the README is that of the presets."""
    assert f"under {len(RULESETS)} rulesets" in README


def test_the_architecture_names_every_package() -> None:
    """The table of packages names each package and module of goanalyze."""
    table = (DOCS / "development.md").read_text(encoding="utf-8").split("## Packages")[1].split("\n## ")[0]
    paths = [path for path in (ROOT / "goanalyze").iterdir() if not path.name.startswith("_")]
    names = {f"{path.name}/" for path in paths if (path / "__init__.py").exists()}
    names |= {path.name for path in paths if path.suffix == ".py"}
    assert names <= set(re.findall(r"`([\w./]+)`", table))


def test_every_column_has_a_meaning() -> None:
    """A column without a meaning is not public."""
    assert all(column.meaning for table in TABLES.values() for column in table.columns)


def test_codes_are_in_order_and_explained() -> None:
    """The catalogue is in the order of the codes, and each entry has a meaning and an example."""
    assert list(CATALOGUE) == sorted(CATALOGUE)
    assert all(re.fullmatch(r"GO\d{3}", code) and entry.meaning and entry.example for code, entry in CATALOGUE.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_in_the_guide_and_has_help(command: str) -> None:
    """The command-line guide has a section for each command, and an example of its use."""
    guide = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert f"\n### {command}\n" in guide
    help_text = CliRunner().invoke(app, [command, "--help"])
    assert (help_text.exit_code, "Usage:" in help_text.stdout) == (0, True)


def command_lines() -> list[tuple[str, str]]:
    """Return the commands of goanalyze in blocks of shell code, with the names of their pages."""
    return [
        (page.name, line)
        for page in [*PAGES, *FURTHER]
        for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        for line in re.findall(r"^goanalyze .*", block.replace("\\\n", " "), re.MULTILINE)
    ]


@pytest.mark.parametrize(("page", "line"), command_lines())
def test_a_command_line_of_a_page_can_be_parsed(page: str, line: str) -> None:
    """Commands, options and values in shell blocks exist; no file is looked up."""
    _, *arguments = shlex.split(line, comments=True)
    context = click.Context(app)
    if not arguments[0].startswith("-"):
        command = app.get_command(context, arguments[0])
        assert command is not None, page
        words = [word for word in arguments[1:] if not set(word) & set("|<>")]
        command.make_context(arguments[0], words, context)


def test_the_ruleset_of_the_documents_is_valid() -> None:
    """The definitions of rulesets on their page are read, and keep the axes of their base that they do not state."""
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / "rulesets.md").read_text(encoding="utf-8"), re.DOTALL)
    rulesets = [ruleset for block in blocks for ruleset in parse_rulesets(block)]
    assert rulesets
    assert all(ruleset.id not in RULESETS for ruleset in rulesets)


def test_packages_in_the_figure_of_the_architecture_exist() -> None:
    """The figure of the stages names folders of the package."""
    picture = (ROOT / "data" / "figures" / "one-way-through.svg").read_text(encoding="utf-8")
    packages = set(re.findall(r"goanalyze/(\w+)", picture))
    assert packages >= {"sgf", "replay", "life", "score", "tables", "compare", "rules"}
    assert all((ROOT / "goanalyze" / package).is_dir() for package in packages)


def test_the_output_in_the_readme_is_real() -> None:
    """The README has parts of the output of its first command, but for the time: make_documents.py writes them."""
    shown = CHECK.search(README)
    assert shown
    printed = check_output()
    parts = shown[2].strip().split("\n…\n")
    missing = [part for part in parts if without_times(part) not in without_times(printed)]
    assert missing == [], "The command prints:\n" + printed


def test_numbers_of_the_output_in_the_readme_are_replaced() -> None:
    """Outdated numbers of the output become the printed ones; an output with another time stays as it is."""
    line = re.search(r"^Warnings .*", README, re.MULTILINE)
    assert line
    outdated = README.replace(line[0], re.sub(r"\d+", "7", line[0]))
    assert (with_check_output(outdated), with_check_output(README)) == (README, README)


def test_the_reference_lists_every_public_name() -> None:
    """The page of the reference has each name that `goanalyze` describes, and no other."""
    names = re.findall(r"^   (\w+)$", (DOCS / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    tree = ast.parse((ROOT / "goanalyze" / "__init__.py").read_text(encoding="utf-8"))
    public = {alias.asname for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert sorted(names) == sorted(public - {None})


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Sphinx builds the site without a warning, with a page for each document and each public name."""
    if any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")):
        pytest.skip("the packages of the extra `docs` are not installed")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(site)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
    assert all((site / page.with_suffix(".html").name).exists() for page in PAGES)
    assert (site / "api" / "goanalyze.Board.html").exists()
    assert (site / "searchindex.js").exists()
