"""Rulesets, for people: all of them in one table, or one with every axis, its meaning and its source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from goanalyze.render.terminal.terminal import Grid, alike, heading, say
from goanalyze.rules import AXES, Compensation, Placement, Ruleset, meaning, plain_value, value_text
from goanalyze.vocabulary.text import clean

_WIDE: Final = 110  # columns from which on meaning and source stand side by side
_COMPENSATION: Final = {Compensation.NOTHING: "0", Compensation.PER_STONE: "N", Compensation.PER_STONE_BUT_ONE: "N−1"}
_LEGEND: Final = {
    "komi": "komi: on 19×19 / with handicap",
    "handicap": "handicap: points that White gets for N stones, besides komi",
}
_SPARE: Final = ("title", "handicap", "seki", "ties")
"""Columns that a narrow terminal goes without, in this order."""


def rulesets_data(rulesets: Iterable[Ruleset]) -> list[dict[str, object]]:
    """Return rulesets as plain data, for JSON: id, title, and of every axis value, meaning and source."""
    return [
        {
            "id": ruleset.id,
            "title": ruleset.title,
            "axes": {
                name: {"value": plain_value(axis.value), "meaning": meaning(name, axis.value), "source": axis.source}
                for name, axis in ruleset.axes().items()
            },
        }
        for ruleset in rulesets
    ]


def print_rulesets(console: Console, rulesets: Sequence[Ruleset]) -> None:
    """Print rulesets side by side, a line each, and below what only some of them have."""
    rows = [_row(ruleset) for ruleset in rulesets]
    grid = Grid(*rows[0], numbers=0, spare=_SPARE)
    for row in rows:
        grid.row(*((text, "bold" if name == "id" else "") for name, text in row.items()))
    shown = grid.print(console)
    console.print()
    for text in (text for name, text in _LEGEND.items() if name in shown):
        say(console, Text(text, style="dim"))
    _print_special(console, rulesets)
    say(console, "\ngoanalyze rules NAME shows every axis of a ruleset with its meaning and source.")


def _row(ruleset: Ruleset) -> dict[str, str]:
    return {
        "id": clean(ruleset.id),
        "title": clean(ruleset.title),
        "repetition": value_text(ruleset.repetition.value),
        "suicide": value_text(ruleset.suicide.value),
        "scoring": value_text(ruleset.scoring.value),
        "seki": value_text(ruleset.seki.value),
        "komi": f"{_number(ruleset.komi.value.points(19, 19))} / {_number(ruleset.komi.value.points(19, 19, 2))}",
        "handicap": _handicap(ruleset),
        "ties": value_text(ruleset.ties.value),
    }


def _number(komi: float | None) -> str:
    return "–" if komi is None else f"{komi:g}"


def _handicap(ruleset: Ruleset) -> str:
    return "–" if ruleset.placement.value is Placement.EVEN_ONLY else _COMPENSATION[ruleset.compensation.value]


def special(ruleset: Ruleset) -> list[str]:
    """Return in a few words each what a ruleset has and most do not.

    Example:
        >>> from goanalyze.rules import find_ruleset
        >>> special(find_ruleset("wmsg"))
        ["Black −1 for White's first pass of the game", 'no handicap games']
    """
    notes = (kind.note(axis.value) for kind, axis in zip(AXES, ruleset.axes().values(), strict=True))
    return [note for note in notes if note]


def _print_special(console: Console, rulesets: Sequence[Ruleset]) -> None:
    having = alike((words, clean(ruleset.id)) for ruleset in rulesets for words in special(ruleset))
    if not having:
        return
    heading(console, "Only in some")
    grid = Grid("", "", numbers=0)
    for words, ids in having.items():
        grid.row(words, (", ".join(ids), "bold"))
    grid.print(console)


def print_ruleset(console: Console, ruleset: Ruleset) -> None:
    """Print one ruleset: every axis with its value, what that means, and where it is from."""
    title = Text(clean(ruleset.id), style="bold")
    if ruleset.title != ruleset.id:
        title.append(f"  {clean(ruleset.title)}", style="not bold")
    say(console, title)
    console.print()
    is_wide = console.width >= _WIDE
    grid = Grid("axis", "value", "meaning", "source", numbers=0) if is_wide else Grid("", "", numbers=0)
    for name, axis in ruleset.axes().items():
        value, says = Text(value_text(axis.value), style="bold"), Text(meaning(name, axis.value))
        source = Text(clean(axis.source), style="dim")
        # where there is no room, one stands below the other
        cells = (
            (value, says, source) if is_wide else (Text.assemble(value, ": ", says, "\n", ("source: ", "dim"), source),)
        )
        grid.row(name, *cells)
    grid.print(console)
