"""A confirmation of life and death in a terminal: the verdicts on the board, sentences, and a single chain's line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.numbered_diagram import line_words
from goanalyze.life.choices import Fate, Unproven, Walls
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import COLUMNS

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.life.article7.verdicts import Confirmation

_STYLES: Final = {Fate.DEAD: "red", Fate.ALIVE: "green", Fate.UNKNOWN: ""}
_ANSWERS: Final = {True: "yes", False: "no", None: "undecided"}


def rich_confirmation_text(confirmation: Confirmation, claim: Sequence[str] | None = None) -> Text:
    """Return the verdicts as text of 80 columns, with colours for a terminal.

    Args:
        confirmation: the verdicts.
        claim: the stones that were said to be dead, as the user named them.
    """
    text = rich_joined(*_parts(confirmation, claim))
    text.no_wrap, text.overflow = True, "ignore"
    return text


def _parts(confirmation: Confirmation, claim: Sequence[str] | None) -> Iterator[tuple[str, str] | Text]:
    """Yield the parts of the text, from top to bottom."""
    yield "Life and death, if the game stops here (Japanese rules, article 7)", "bold"
    yield "", ""
    if len(confirmation.chains) == 1:
        yield confirmation.chains[0].diagram(), ""
    else:
        yield confirmation.rich_diagram()
    yield "", ""
    for chain in confirmation.chains:
        if chain.fate is not Fate.UNKNOWN or len(confirmation.chains) == 1:
            yield _indented(str(chain)), _STYLES[chain.fate]
            if chain.line and len(confirmation.chains) > 1:
                words = line_words(chain.line, confirmation.position.width, confirmation.position.height)
                yield _indented(f"  {words}"), ""
    if not confirmation.chains:
        yield str(confirmation), ""
    if len(confirmation.chains) > 1:
        yield from _undecided(confirmation)
    if confirmation.conflict is not None:
        yield _indented(str(confirmation.conflict)), "bold"
    if claim is not None:
        stones = f"{', '.join(claim)} {'is' if len(claim) == 1 else 'are'}" if claim else "nothing is"
        yield _indented(f"The claim that {stones} dead: {_ANSWERS[confirmation.agrees]}{_basis(confirmation)}."), "bold"


def _basis(confirmation: Confirmation) -> str:
    """Return the basis of an answer."""
    if confirmation.agrees is None:
        return ""
    assumed = any(chain.walls and chain.assumed is Walls.EYES for chain in confirmation.chains)
    return ", if the walls live that are estimated to" if assumed else ", proven"


def _undecided(confirmation: Confirmation) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each reason why chains are not decided, with the first stone of each."""
    for reason in Unproven:
        chains = [chain for chain in confirmation.chains if chain.fate is Fate.UNKNOWN and chain.reason is reason]
        if chains:
            names = " ".join(chain.first for chain in chains)
            yield _indented(f"{plural(len(chains), 'chain')} not decided: {reason.meaning} ({names})."), ""


def _indented(text: str) -> str:
    """Break a sentence into lines of 80 columns."""
    start = "  " * text.startswith("  ")
    return "\n".join(wrap(text.strip(), COLUMNS, initial_indent=start, subsequent_indent=f"{start}  "))
