"""The command line: arguments → one library call → exit code. Heavy packages load only when a command runs.

What several commands share stands in `options`; what may not live here is logic.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command

from goanalyze.cli.config import HELP
from goanalyze.cli.options import INTERRUPTED, guarded, open_streams, printed

_OPTIONS: Final[dict[str, Any]] = {
    "context_settings": {"help_option_names": ["-h", "--help"]},
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}
_MODULES: Final = {
    "check": "check",
    "compare": "compare",
    "conventions": "conventions",
    "dups": "dataset",
    "export": "export",
    "show": "show",
    "report": "dataset",
    "compact": "dataset",
    "explain": "reference",
    "rules": "reference",
    "gtp": "gtp",
    "perft": "perft",
    "list": "listing",
}


class Commands(TyperGroup):
    """All commands; each is imported when it is needed, since all together take 0.03 s."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        del ctx
        return list(_MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, None for an unknown name."""
        if cmd_name in _MODULES and cmd_name not in self.commands:
            self.add_command(_load_command(cmd_name))
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name; fail for an unknown name, with a suggestion."""
        if args[0] not in _MODULES:
            for name in _MODULES:  # typer suggests names of imported commands
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **named: Any) -> Any:
        """Parse the options of the program."""
        with _reported_interrupt():
            return super().make_context(*args, **named)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with _reported_interrupt():
            return super().invoke(ctx)


def _load_command(name: str) -> Any:
    """Import a command."""
    module = import_module(f"goanalyze.cli.{_MODULES[name]}")
    single = typer.Typer(add_completion=False, **_OPTIONS)
    function = guarded(getattr(module, name if name != "list" else "list_findings"))
    single.command(name, epilog=HELP if name == "check" else None)(function)
    return get_command(single)


@contextmanager
def _reported_interrupt() -> Iterator[None]:
    """Print that the command was interrupted, with the text of the interrupt; typer would exit without a message."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        typer.echo(f"goanalyze: interrupted{interrupt}", err=True)
        raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    name="goanalyze",
    cls=Commands,
    help="Check archives of Go game records: replay every move, flag what any ruleset forbids, count, write tables.",
    no_args_is_help=True,
    **_OPTIONS,
)


def _version(asked: bool) -> None:
    if asked:
        from goanalyze import __version__

        typer.echo(f"goanalyze {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version


def main() -> None:
    """Run the command line."""
    try:
        open_streams()
        try:
            app()
        finally:
            with printed():  # also what stands in no command: --help, --version and wrong usage
                pass
    except typer.Exit as done:
        sys.exit(done.exit_code)
