"""The hand-written pages in goanalyze/docs against the project: paths, packages, axes, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_imports import ROOMS

from goanalyze.rules import AXES, parse_rulesets
from goanalyze.util.choice import Choice

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "goanalyze"
DOCS = PACKAGE / "docs"
HAND_WRITTEN = [  # pages that name files of the project
    *("conventions", "dataset", "dead-stones", "development", "glossary", "language", "large-archives"),
    *("life-and-death", "native-library", "python", "reading", "rulesets", "runs", "sources"),
]
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(
    r"\.?[\w-]+(/[\w.-]+)*(/|\.(py|pyi|md|toml|json|npz|cpp|hpp|sgf))"  # a file or folder by its ending
    r"|(tests|data|\.ci|goanalyze)/[\w./-]+"  # or by its home
)
_EXAMPLES = {"made.py", "club.toml", "mine.toml", "game.sgf", "goNNN-name.sgf", "goanalyze.toml", "report.html"}


def text_of(name: str) -> str:
    """Return the text of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def paths_in(text: str) -> list[str]:
    """Return the names in backticks that are paths of the project, without examples and files of a dataset."""
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    names = [name for name in _CODE.findall(plain) if _PATH.fullmatch(name)]
    return [name for name in names if Path(name).name not in _EXAMPLES and not name.startswith(("_", "out/", "games/"))]


@pytest.mark.parametrize("page", HAND_WRITTEN)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    """A path in backticks is a file or folder of the project, of the package, or of the tests."""
    bases = (ROOT, PACKAGE, ROOT / "tests")
    missing = [name for name in paths_in(text_of(page)) if not any((base / name).exists() for base in bases)]
    assert missing == []


def test_the_packages_of_the_page_on_development_are_in_the_order_of_imports() -> None:
    """The table of packages names every room of the import test, in its order."""
    table = text_of("development").split("## Packages")[1].split("##")[0]
    rows = [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `")]
    names = [name.rstrip("/").removesuffix(".py") for row in rows for name in _CODE.findall(row)]
    assert names == [room for room in ROOMS if room != "__main__"]


def test_every_axis_is_on_the_page_of_rulesets() -> None:
    """The table of axes has each axis with its values."""
    table = text_of("rulesets").split("## Axes")[1].split("##")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines() if row.startswith("| `")]
    assert [_CODE.findall(row[0]) for row in rows] == [[kind.name] for kind in AXES]
    for kind, row in zip(AXES, rows, strict=True):
        if issubclass(kind.value_type, Choice):
            assert _CODE.findall(row[2]) == [*kind.value_type.names()]


def test_the_ruleset_on_the_page_is_one() -> None:
    """The TOML of the page is read, with the values that it states."""
    block = re.search(r"```toml\n(.*?)```", text_of("rulesets"), re.DOTALL)
    assert block
    (club,) = parse_rulesets(block[1])
    assert (club.id, club.seki.value.value, club.komi.value.points(9, 9)) == ("club", "strict", 3.5)
