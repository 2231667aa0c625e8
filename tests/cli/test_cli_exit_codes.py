"""Exit codes, help and completion of all commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from helpers.laws import over

from goanalyze.cli import app

HEADER = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R]DT[2020-01-01]"
CONTEXT = click.Context(app)
COMMANDS: dict[str, Any] = {name: app.get_command(CONTEXT, name) for name in app.list_commands(CONTEXT)}
TYPED = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if option.param_type_name == "option" and re.fullmatch(r"\[.*|N|MB|SECONDS", option.metavar or "")
]


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a clean record, a faulty one, another file, and the dataset of the first two."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "clean.sgf").write_text(f"{HEADER};B[ee];W[cc])")
    (folder / "faulty.sgf").write_text(f"{HEADER};B[ee];W[ee])")
    (folder / "none.sgf").write_text("no game")
    (folder / "mine.toml").write_text("[mine]\nseki = 'strange'\n")
    assert call("check", folder / "clean.sgf", folder / "faulty.sgf", "-o", folder / "out").exit_code == 1
    return folder


@over(
    "arguments, code",
    [
        # 0, nothing at or above --fail-on; 1, findings
        ("check {}/clean.sgf", 0),
        ("check {}/faulty.sgf", 1),
        ("check {}/faulty.sgf --format json", 1),
        ("check {}/faulty.sgf --fail-on never", 0),
        ("check {}/faulty.sgf --ignore GO101", 0),
        ("list {}/out", 0),
        ("list {}/out --fail-on error", 1),
        ("list {}/out --fail-on error --ignore GO101", 0),
        ("compare {}/out", 0),
        ("conventions {}/out", 0),
        ("show {}/clean.sgf", 0),
        ("explain GO101", 0),
        ("rules japanese", 0),
        # 2, wrong usage or nothing readable: inputs
        ("check", 2),
        ("check {}/gone", 2),
        ("check {}/none.sgf", 2),
        ("check {}/none.sgf --format jsonl", 2),
        ("check {}/clean.sgf#7", 2),
        ("show {}/gone", 2),
        ("show {}/none.sgf", 2),
        ("show {}/clean.sgf#1", 2),
        ("show {}/clean.sgf@3", 2),
        ("show {}/clean.sgf --line 1", 2),
        # datasets
        ("list {}/gone", 2),
        ("compare {}/gone", 2),
        ("conventions {}/gone", 2),
        ("compact {}/gone", 2),
        ("compact {}", 2),
        ("export {}/gone --to {}/exported", 2),
        ("report {}/gone", 2),
        ("dups {}/gone", 2),
        # output paths
        ("check {}/clean.sgf -o {}/clean.sgf", 2),
        ("check {}/clean.sgf -o {}", 2),
        ("list {}/out -o {}/gone/x.csv", 2),
        ("list {}/out -o {}/out/x.csv", 2),
        ("report {}/out -o {}/out/x.html", 2),
        ("export {}/out --to {} --yes", 2),
        ("show {}/clean.sgf --svg {}/gone/x.svg", 2),
        # selections
        ("check {}/clean.sgf --select GO7x", 2),
        ("check {}/clean.sgf --rulesets none", 2),
        ("check {}/clean.sgf --rulesets {}/mine.toml", 2),
        ("check {}/clean.sgf --komi much", 2),
        ("check {}/clean.sgf --encoding none", 2),
        ("check {}/clean.sgf --conventions {}/gone.toml", 2),
        ("check {}/clean.sgf --dead {}/gone.csv", 2),
        ("list {}/out --select ,", 2),
        ("compare {}/out --rulesets none", 2),
        ("compare {}/out --pair japanese", 2),
        ("show {}/clean.sgf --ruleset none", 2),
        ("rules none", 2),
        ("rules {}/mine.toml", 2),
        ("explain GO999", 2),
    ],
)
def test_exit_codes_are_the_same_in_all_commands(place: Path, arguments: str, code: int) -> None:
    """Exit code 0: no finding is reported; 1: findings; 2: one sentence, never a traceback."""
    done = call(*(word.replace("{}", str(place)) for word in arguments.split()))
    told = done.stderr.splitlines()
    assert (done.exit_code, len(told)) == (code, int(code == 2 or not done.stdout))
    assert all(line.startswith("goanalyze: ") and str(place) not in line.split(": ")[0] for line in told)
    assert done.exception is None or isinstance(done.exception, SystemExit)


@over(
    "arguments, code",
    [
        ("list {}", 0),
        ("list {} --fail-on error", 1),
        ("compare {}", 0),
        ("conventions {}", 0),
        ("dups {}", 0),
        ("export {} --to {}-exported", 0),
        ("report {} -o {}-page.html", 0),
    ],
)
def test_records_in_the_place_of_a_dataset_are_checked(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, code: int
) -> None:
    """Exit codes are those of the command on their dataset; notes name unread inputs and the new dataset."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = call(*(word.replace("{}", str(place)) for word in arguments.split()))
    assert done.exit_code == code
    not_read, checked = done.stderr.splitlines()
    assert not_read.startswith(f"goanalyze: not read: {place / 'out'} (")
    made = re.escape(str(tmp_path / "goanalyze" / "datasets"))
    assert re.match(rf"goanalyze: (checked 2 games; kept in|2 games of an earlier check, from) {made}", checked)


@over("command, option", TYPED)
def test_a_wrong_value_is_told_with_what_is_allowed(command: str, option: Any) -> None:
    """Errors quote the input and list the accepted values, without the words "Value error"."""
    done = call(command, option.opts[-1], "~")
    assert done.exit_code == 2
    told = " ".join(done.stderr.split())
    assert re.search(
        rf"Error: Invalid value for .*{option.opts[-1]}.*: '~' is not a valid (value|number). Expected \w", told
    )


def test_wrong_values_were_looked_for() -> None:
    """The law above is of every command that has such options."""
    assert len(TYPED) > 30
    assert {name for name, _ in TYPED} >= {"check", "compare", "conventions", "dups", "list", "show", "report", "rules"}


def test_an_unknown_command_is_answered_with_a_similar_one() -> None:
    """Names of all commands are suggested, although a command is imported only when it is called."""
    done = call("chekc")
    assert (done.exit_code, "Did you mean 'check'?" in done.stderr) == (2, True)


@over("command", [[], *([name] for name in COMMANDS)])
def test_help_is_there_by_both_names(command: list[str]) -> None:
    """-h prints help without names of Python types."""
    short, long = call(*command, "-h"), call(*command, "--help")
    assert (short.exit_code, short.stdout) == (0, long.stdout)
    assert short.stdout.startswith("Usage: ")
    assert not re.search(
        r"--.*<(str|int|float|list|path)\b", short.stdout
    )  # of options; of arguments it cannot be helped


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("goanalyze check --rulesets aga,chinese-", ["aga,chinese-superko"]),
        ("goanalyze list OUT --select GO2,GO21", ["GO2,GO211", "GO2,GO212"]),
        ("goanalyze compare OUT --format j", ["json"]),
        ("goanalyze check --fail-on n", ["never"]),
        ("goanalyze conv", ["conventions"]),
    ],
)
def test_a_shell_completes_values(words: str, values: list[str]) -> None:
    """Shell completion works without heavy imports, since it runs at each key."""
    found = CliRunner().invoke(
        app,
        prog_name="goanalyze",
        env={"_GOANALYZE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))},
    )
    assert found.stdout.split() == [f"plain,{value}" for value in values]


def test_powershell_completes_values() -> None:
    """PowerShell passes the line and the incomplete word, and takes one value per line."""
    words = {"COMP_WORDS": "goanalyze check --fail-on n", "COMP_WORD": "n"}
    done = CliRunner().invoke(app, prog_name="goanalyze", env={"_GOANALYZE_COMPLETE": "powershell_complete", **words})
    assert done.stdout.split() == ["never"]


@pytest.mark.parametrize(
    ("shell", "place", "start"),
    [
        ("/bin/bash", ".bash_completions/goanalyze.sh", ".bashrc"),
        ("/usr/bin/zsh", ".zfunc/_goanalyze", ".zshrc"),
        ("/usr/bin/fish", ".config/fish/completions/goanalyze.fish", ""),
    ],
)
def test_completion_is_installed_for_the_current_shell(tmp_path: Path, shell: str, place: str, start: str) -> None:
    """The script that is shown is written to the place where the shell reads it; a second time changes nothing."""
    if start:
        (tmp_path / start).write_text("alias ll='ls -l'\n")
    environment = {"SHELL": shell, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    shown = CliRunner().invoke(app, ["--show-completion"], env=environment)
    for _ in range(2):
        done = CliRunner().invoke(app, ["--install-completion"], env=environment)
        assert (done.exit_code, str(tmp_path / place) in done.stdout) == (0, True)
    assert "_GOANALYZE_COMPLETE" in shown.stdout
    assert (tmp_path / place).read_text().strip() == shown.stdout.strip()
    if start:
        lines = (tmp_path / start).read_text().splitlines()
        assert lines[0] == "alias ll='ls -l'"
        assert len(list(filter(None, lines))) == 2


def test_completion_for_an_unknown_shell_is_refused() -> None:
    """The message names the shell and the supported ones."""
    done = CliRunner().invoke(app, ["--show-completion"], env={"SHELL": "/bin/odd"})
    assert done.exit_code == 2
    assert done.stderr.startswith("goanalyze: 'odd' is not a supported shell. Expected bash, zsh")


def test_help_and_completion_load_nothing_heavy() -> None:
    """Completion does not load NumPy, whose import takes longer than all of help."""
    code = (
        "import sys; from goanalyze.cli import app; from goanalyze.cli.completion import codes, rulesets; "
        "assert rulesets('') and codes(''); app(['check', '-h'], standalone_mode=False); "
        "print(*({'numpy', 'pandas', 'pyarrow', 'rich', 'pydantic'} & set(sys.modules)), 'end')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "end"
