"""The command line: arguments → one library call → exit code. Heavy packages load only when a command runs.

What several commands share stands in `options`; what may not live here is logic.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from goanalyze.cli.check import check
from goanalyze.cli.compare import compare
from goanalyze.cli.config import HELP
from goanalyze.cli.conventions import conventions
from goanalyze.cli.dataset import compact, dups, report
from goanalyze.cli.export import export
from goanalyze.cli.gtp import gtp
from goanalyze.cli.listing import list_findings
from goanalyze.cli.options import USAGE, Command, Commands, guarded, open_streams, printed
from goanalyze.cli.perft import perft
from goanalyze.cli.reference import explain, rules
from goanalyze.cli.show import show
from goanalyze.vocabulary.faults import sentence

app = typer.Typer(
    name="goanalyze",
    cls=Commands,
    help="Check archives of Go game records: replay every move, flag what any ruleset forbids, count, write tables.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
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


app.command(cls=Command, epilog=HELP)(guarded(check))
for _command in (compare, conventions, dups, export, show, report, compact, explain, rules, gtp, perft):
    app.command(cls=Command)(guarded(_command))
app.command("list", cls=Command)(guarded(list_findings))


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
    except (MemoryError, OSError) as error:  # before the command has begun
        sys.stderr.write(f"goanalyze: {sentence(error)}\n")
        sys.exit(USAGE)
