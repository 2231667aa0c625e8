"""The sections of all commands in ``goanalyze/docs/command-line.md``, from the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from goanalyze.cli import app
from goanalyze.cli.parameters import Argument

_CHOICES = re.compile(r" \(([\w-]+: [^()]*(?:\([^()]*\)[^()]*)*)\)(\.?)$")
_CHOICE = re.compile(r"(?:^|; )([\w-]+): ")
_DEFAULT = re.compile(r"\s+\[(?:default: ([^\]]+)|required)\]$")


def commands() -> str:
    """Return a section for each command: its usage, purpose, arguments and options."""
    context = click.Context(app, info_name="goanalyze")
    return "\n\n".join("\n\n".join(_section(context, name)) for name in app.list_commands(context))


def _section(context: click.Context, name: str) -> Iterator[str]:
    """Yield the paragraphs of a command."""
    command = app.get_command(context, name)
    assert command is not None
    inner = click.Context(command, info_name=name, parent=context, **command.context_settings)
    usage = " ".join(command.collect_usage_pieces(inner))
    yield f"### {name}"
    yield f"```text\ngoanalyze {name} {usage}\n```"
    yield from ((command.help or "").strip().split("\n\n"))
    groups: dict[str, list[str]] = {}
    for parameter in command.get_params(inner):
        is_argument = isinstance(parameter, Argument)
        row = parameter.help_row() if isinstance(parameter, Argument) else parameter.get_help_record(inner)
        if row and "--help" not in parameter.opts:
            group = "argument" if is_argument else getattr(parameter, "group", "")
            term = row[0].partition(" [")[0]  # the meaning lists the choices
            groups.setdefault(group, []).append(f"| `{_escaped(term)}` | {_meaning(row[1])} |")
    general = groups.pop("", [])
    for heading, rows in [*groups.items(), ("other option" if len(groups) > 1 else "option", general)]:
        if rows:
            yield "\n".join([f"| {heading} | meaning |", "|---|---|", *rows])


def _meaning(text: str) -> str:
    """Return a help text with its choices on lines of their own, and its default as the last sentence.

    Example:
        >>> _meaning("Use of markup (full: all; dead: only dead stones).  [default: full]")
        'Use of markup. Default: `full`. <br>`full`: all <br>`dead`: only dead stones'
        >>> _meaning("Folder, as old/**.")
        'Folder, as old/**.'
    """
    default = _DEFAULT.search(text)
    text = text[: default.start()] if default else text
    choices = _CHOICES.search(text)
    if choices:
        text = f"{text[: choices.start()]}."
    if default:
        value = default[1]
        text += f" Default: `{value}`." if value else " Required."
    lines = [_escaped(text.replace('Default: `""`.', "").strip())]
    if choices:
        parts = _CHOICE.split(choices[1])[1:]
        lines += [f"`{name}`: {_escaped(meaning)}" for name, meaning in zip(parts[::2], parts[1::2], strict=True)]
    return " <br>".join(lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
