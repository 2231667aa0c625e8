"""Commands that the program prints are there to be copied: a shell takes each path in them for one word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.wrong_headers import GAMES, server

from goanalyze.cli import app


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose name is several words to a shell, with games whose headers lie, and their dataset."""
    folder = tmp_path_factory.mktemp("place") / "my $HOME; games"
    folder.mkdir()
    server(folder / "games", GAMES)
    assert said("check", folder / "games", "-o", folder / "out")
    return folder


def said(*arguments: object) -> str:
    """Return all that a command prints, on a terminal so wide that no line is cut."""
    done = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "commands"),
    [
        ("check {}/games -o {}/out -v", {"compare", "conventions", "report"}),
        ("check {}/games", {"show"}),
        ("conventions {}/out", {"conventions", "check"}),
        ("conventions {}/out --toml {}/found.toml", {"check"}),
        ("list {}/out --select GO6", {"dups"}),
        ("export {}/out --to {}/to --yes", {"export"}),
    ],
)
def test_a_path_in_a_command_is_one_word(place: Path, arguments: str, commands: set[str]) -> None:
    """The printed next commands can be copied into a shell, with any names of folders."""
    text = said(*(word.replace("{}", str(place)) for word in arguments.split()))
    before = r"goanalyze (\w+) (?:[^\s']+ )*"
    path = re.escape(str(place))
    assert set(re.findall(f"{before}'{path}[^']*'", text)) >= commands
    assert not re.search(before + path, text)
