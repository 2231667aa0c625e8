"""The command line: arguments → one library call → exit code. Heavy packages load only when a command runs.

What several commands share stands in `options`; what may not live here is logic.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command

from goanalyze.cli.config import HELP
from goanalyze.cli.options import INTERRUPTED, Command, Plain, guarded, open_streams, printed

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


class _Made(Mapping[str, Any]):
    """The commands, each loaded and made when it is first asked for."""

    def __init__(self) -> None:
        """Begin with none."""
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return a command; help asks for each more than once."""
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    @staticmethod
    def _make(name: str) -> Any:
        """Make a command."""
        module = import_module(f"goanalyze.cli.{_MODULES[name]}")
        alone = typer.Typer(add_completion=False, **_OPTIONS)
        function = guarded(getattr(module, name if name != "list" else "list_findings"))
        alone.command(name, cls=Command, epilog=HELP if name == "check" else None)(function)
        return get_command(alone)

    def __iter__(self) -> Iterator[str]:
        """Name them, in the order of the help."""
        return iter(_MODULES)

    def __len__(self) -> int:
        """Count them."""
        return len(_MODULES)


class Commands(Plain, TyperGroup):
    """All commands; only the one that is called is loaded: 0.03 s for the others."""

    def __init__(self, **given: Any) -> None:
        """Have them all."""
        super().__init__(**given)
        self.commands = _Made()  # type: ignore[assignment]  # none is ever added

    def main(self, *args: Any, **given: Any) -> Any:
        """Run a command line; say that it was interrupted, where typer says nothing."""
        try:
            return super().main(*args, **given)
        except SystemExit as ended:
            if ended.code == INTERRUPTED:
                typer.echo(f"goanalyze: interrupted{_interrupt(ended)}", err=True)
            raise


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


def _interrupt(ended: SystemExit) -> KeyboardInterrupt:
    """Return the interrupt that typer made an exit of: it may say what becomes of the work."""
    error: BaseException | None = ended
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error or KeyboardInterrupt()


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
