"""Completion by shells: values of options, found without any heavy package, and the scripts that ask for them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

_VARIABLE: Final = "_GOANALYZE_COMPLETE"
_SCRIPTS: Final = {
    "bash": ".bash_completions/goanalyze.sh",
    "zsh": ".zfunc/_goanalyze",
    "fish": ".config/fish/completions/goanalyze.fish",
}
"""Files in the home folder, by shell."""


def codes(incomplete: str) -> list[str]:
    """Complete codes of findings, several with commas between them."""
    from goanalyze.catalogue.catalogue import CATALOGUE

    return _last(incomplete, CATALOGUE)


def rulesets(incomplete: str) -> list[str]:
    """Complete ids of rulesets, several with commas between them."""
    from goanalyze.rules import RULESETS

    return _last(incomplete, RULESETS)


def values(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a function that completes one of some values."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def completed(complete: Callable[[str], list[str]]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return the function that click asks for the completions of a value."""
    return lambda _context, _parameter, incomplete: complete(incomplete)


def _last(incomplete: str, names: Iterable[str]) -> list[str]:
    before, comma, begin = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(begin)]


@add_completion_class
class PowerShell(ShellComplete):
    """Completion by PowerShell."""

    name = "powershell"
    source_template = """\
$scriptblock = {
    param($wordToComplete, $commandAst, $cursorPosition)
    $Env:%(complete_var)s = "powershell_complete"
    $Env:COMP_WORDS = $commandAst.ToString()
    $Env:COMP_WORD = $wordToComplete
    %(prog_name)s | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
    $Env:%(complete_var)s = ""
}
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock $scriptblock
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the incomplete one, and that one."""
        words, incomplete = split_arg_string(os.environ["COMP_WORDS"]), os.environ["COMP_WORD"]
        return (words[1:-1] if incomplete else words[1:]), incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Return a completion as the script expects it."""
        return str(item.value)


def current_shell() -> str:
    """Return the name of the user's shell, ``powershell`` on Windows."""
    default = "powershell" if os.name == "nt" else ""
    name = Path(os.environ.get("SHELL", default)).stem
    return "powershell" if name == "pwsh" else name


def script(program: click.Command, shell: str) -> str | None:
    """Return the script by which a shell completes the program; None for an unknown shell."""
    kind = get_completion_class(shell)
    return kind(program, {}, "goanalyze", _VARIABLE).source() if kind else None


def install(shell: str, text: str) -> Path:
    """Write the script to the file that the shell reads; return the path."""
    if shell == "powershell":
        command = [shutil.which("pwsh") or "powershell", "-NoProfile", "-Command", "echo $profile"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
        profile = Path(done.stdout.strip())
        _append(profile, text)
        return profile
    file = Path.home() / _SCRIPTS[shell]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    if shell == "bash":
        _append(Path.home() / ".bashrc", f"source '{file}'")
    elif shell == "zsh":
        _append(Path.home() / ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
    return file


def _append(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or text not in file.read_text(encoding="utf-8", errors="replace"):
        with file.open("a", encoding="utf-8") as stream:
            stream.write(f"\n{text}\n")
