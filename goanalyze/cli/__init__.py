"""The command line: arguments → one library call → exit code. Heavy packages load only when a command runs.

Scope: commands and their arguments, without logic. `options` has those that several commands share.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final

import click

from goanalyze import __version__
from goanalyze.cli import completion
from goanalyze.cli.config import HELP
from goanalyze.cli.options import INTERRUPTED, exit_on, fail, flushed_output, guarded, open_streams
from goanalyze.cli.parameters import SETTINGS, command

_GROUPS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "Look": {
        "check": ("check", "Check archives: moves, counts, findings; write a dataset."),
        "list": ("list_findings", "List findings by code or by file."),
        "show": ("show", "Show one game with its findings and its count."),
        "explain": ("rules_commands", "Explain a code, or find codes by words."),
        "rules": ("rules_commands", "List rulesets, or explain one."),
    },
    "Compare": {
        "compare": ("compare", "Compare rulesets on the same games."),
        "conventions": ("dataset_commands", "Find games not played as their headers state."),
    },
    "Fix": {
        "dups": ("dataset_commands", "Find duplicate games."),
        "export": ("export", "Copy, sort or repair records; a log undoes it."),
    },
    "Share": {"report": ("dataset_commands", "Write one page of HTML with all results.")},
    "For programs": {
        "gtp": ("rules_commands", "Referee games over the Go Text Protocol."),
        "perft": ("rules_commands", "Count legal sequences of moves."),
        "compact": ("dataset_commands", "Merge the small files of a dataset."),
    },
}
"""Commands by group: the module that defines each, and one line for the help."""

_COMMANDS: Final = {name: row for commands in _GROUPS.values() for name, row in commands.items()}
_EXAMPLES: Final = (
    ("goanalyze check games.zip", "a summary in a few seconds"),
    ("goanalyze compare games.zip", "how often the winner depends on the rules"),
    ("goanalyze show game.sgf", "the final position, counted"),
)


class Commands(click.Group):
    """All commands; each is imported when it is needed, since all together take 0.03 s."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        del ctx
        return list(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by group, a line each, then examples."""
        del ctx
        width = max(map(len, _COMMANDS))
        for heading, commands in _GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", text) for name, (_, text) in commands.items()])
        with formatter.section("Examples"):
            formatter.write_dl(_EXAMPLES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, None for an unknown name."""
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            module = import_module(f"goanalyze.cli.{_COMMANDS[cmd_name][0]}")
            function = guarded(getattr(module, cmd_name if cmd_name != "list" else "list_findings"))
            self.add_command(command(cmd_name, function, HELP if cmd_name == "check" else None))
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; fail for an unknown name, with a suggestion."""
        if similar := get_close_matches(args[0], _COMMANDS) if args[0] not in _COMMANDS else []:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {', '.join(map(repr, similar))}?")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        """Parse the options of the program."""
        with _reported_interrupt():
            return super().make_context(*args, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _reported_interrupt():
            return super().invoke(ctx)


@contextmanager
def _reported_interrupt() -> Iterator[None]:
    """Print that the command was interrupted, with the text of the interrupt."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        click.echo(f"goanalyze: interrupted{interrupt}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _show_completion(context: click.Context, parameter: click.Parameter, is_set: bool) -> None:
    """Print the script of the current shell, or write it to the file that the shell reads."""
    if not is_set or context.resilient_parsing:
        return
    shell = completion.current_shell()
    text = completion.script(context.command, shell)
    if text is None:
        fail(f"{shell!r} is not a supported shell. Expected bash, zsh, fish or powershell in the variable SHELL.")
    if parameter.name == "show_completion":
        click.echo(text)
    else:
        with exit_on(OSError):
            click.echo(f"{shell} completion installed in {completion.install(shell, text)}")
        click.echo("Completion will take effect once you restart the terminal")
    context.exit()


@click.group(name="goanalyze", cls=Commands, no_args_is_help=True, context_settings=SETTINGS)
@click.version_option(__version__, prog_name="goanalyze", message="%(prog)s %(version)s", help="Print the version.")
@click.option(
    "--install-completion",
    is_flag=True,
    expose_value=False,
    callback=_show_completion,
    help="Install completion for the current shell.",
)
@click.option(
    "--show-completion",
    is_flag=True,
    expose_value=False,
    callback=_show_completion,
    help="Show completion for the current shell, to copy it or customize the installation.",
)
def app() -> None:
    """Check archives of Go game records: replay, count and compare every game under every ruleset."""


def main() -> None:
    """Run the command line."""
    try:
        open_streams()
        try:
            app()
        finally:
            with flushed_output():  # also --help, --version and wrong usage, outside of commands
                pass
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
