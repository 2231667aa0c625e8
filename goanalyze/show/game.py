"""One position of one game in a terminal: diagram, prisoners, verdict and findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze.draw.counted import counted_legend
from goanalyze.draw.diagram import diagram, rich_diagram, rich_joined
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, opponent
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.board.position import Position
    from goanalyze.game import Game
    from goanalyze.rules import Ruleset

_STYLES: Final = {"error": "red", "warning": "yellow", "info": "cyan"}


class _Board(NamedTuple):
    """A diagram that is still to be drawn, in colour or without."""

    position: Position
    last: int | None = None
    marks: dict[int, str] | None = None

    def plain(self) -> str:
        return diagram(self.position, last=self.last, marks=self.marks)

    def colored(self) -> Text:
        return rich_diagram(self.position, last=self.last, marks=self.marks)


class _Line(NamedTuple):
    """A line of text, and how it looks in colour."""

    text: str
    style: str = ""

    def plain(self) -> str:
        return self.text

    def colored(self) -> Text:
        return rich_joined((self.text, self.style))


def game_text(game: Game, move: int, ruleset: Ruleset | None = None) -> str:
    """Return the position after a move, what was captured, what the ruleset says, and the findings up to there.

    At the end of the game the ruleset's outcome follows, with its ledger.
    """
    return "\n".join(part.plain() for part in _parts(game, move, ruleset)).rstrip() + "\n"


def rich_game_text(game: Game, move: int, ruleset: Ruleset | None = None) -> Text:
    """Return the same in colours, for a terminal."""
    text = rich_joined(*(part.colored() for part in _parts(game, move, ruleset)))
    text.no_wrap, text.overflow = True, "ignore"
    text.rstrip()
    return text


def _last_point(game: Game, move: int) -> int | None:
    point = game.replay().moves[move - 1].point if move else PASS
    return point if point >= 0 else None


def _parts(game: Game, move: int, ruleset: Ruleset | None) -> Iterator[_Line | _Board]:
    """Yield what is shown, from top to bottom."""
    replay = game.replay()
    taken = {BLACK: 0, WHITE: 0}
    for item in replay.moves[:move]:
        taken[item.color] += item.captured
        taken[opponent(item.color)] += item.self_captured
    what = replay.describe(move) if move else "start"
    yield _Line(clean(repr(game)), "bold")
    yield _Line("")
    yield _Line(
        f"{what}   (of {plural(len(replay.moves), 'move')}; taken by Black {taken[BLACK]}, by White {taken[WHITE]})"
    )
    yield _Line("")
    yield _Board(replay.position(move), _last_point(game, move))
    yield _Line("")
    if ruleset:
        yield from _ruling(game, move, ruleset)
    for row in replay.findings:
        if row.move_number is None or row.move_number <= move:
            where = f"move {row.move_number}: " if row.move_number is not None else ""
            severity = CATALOGUE[row.code].severity.value
            yield _Line(f"{row.code} {severity}: {where}{clean(row.message)}", _STYLES[severity])
            if row.rulesets:
                yield _Line(f"      forbidden by {', '.join(row.rulesets)}")


def _ruling(game: Game, move: int, ruleset: Ruleset) -> Iterator[_Line | _Board]:
    """Yield what a ruleset says of the move, and of the game's end if this is it."""
    verdicts = game.replay().verdicts(ruleset)
    illegal = [number for number, verdict in enumerate(verdicts, 1) if verdict != "legal"]
    here = verdicts[move - 1] if move else "legal"
    said = "" if not move else "this move is legal; " if here == "legal" else f"this move is illegal ({here}); "
    first = f", the first is move {illegal[0]}." if illegal else "."
    count = f"{len(illegal)} of {plural(len(verdicts), 'move')} illegal"
    yield _Line(f"Under {ruleset.id}: {said}{count}{first}", "red" if here != "legal" else "")
    if move != len(verdicts):
        return
    yield _Line("")
    counted = game.counted()
    if counted is not None and counted.position is not None:
        signs = counted.signs()
        yield _Board(counted.position, marks=signs)
        yield _Line(f"{counted_legend(signs)}\n")
    else:
        yield _Line("")
    yield _Line(str(game.outcome(ruleset)))
    yield _Line("")
