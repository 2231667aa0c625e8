"""One position of one game in a terminal: diagram, prisoners, verdict and findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from goanalyze.draw.counted_position import rich_counted
from goanalyze.draw.diagram import rich_diagram, rich_joined
from goanalyze.game.pictures import outcome_at
from goanalyze.game.viewer_steps import certainty_of
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, opponent
from goanalyze.vocabulary.text import clean

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.game.game import Game
    from goanalyze.rules import Ruleset

_STYLES: Final = {"error": "red", "warning": "yellow", "info": "cyan"}


def game_text(game: Game, move: int, ruleset: Ruleset | None = None) -> str:
    """Return the position after a move, what was captured, what the ruleset says, and the findings up to there.

    At the end of the game, and where two passes stopped it before, the ruleset's outcome follows, with its ledger.
    """
    return rich_game_text(game, move, ruleset).plain + "\n"


def rich_game_text(game: Game, move: int, ruleset: Ruleset | None = None) -> Text:
    """Return the same in colours, for a terminal."""
    text = rich_joined(*_parts(game, move, ruleset))
    text.no_wrap, text.overflow = True, "ignore"
    text.rstrip()
    return text


def _parts(game: Game, move: int, ruleset: Ruleset | None) -> Iterator[tuple[str, str] | Text]:
    """Yield what is shown, from top to bottom."""
    replay = game.replay()
    taken = {BLACK: 0, WHITE: 0}
    for item in replay.moves[:move]:
        taken[item.color] += item.captured
        taken[opponent(item.color)] += item.self_captured
    what = replay.describe(move) if move else "start"
    yield clean(repr(game)), "bold"
    if branches := game.info["branches"]:
        yield _branches(game, branches), ""
    yield "", ""
    captured = f"taken by Black {taken[BLACK]}, by White {taken[WHITE]}"
    yield f"{what}   (of {plural(len(replay.moves), 'move')}; {captured})", ""
    yield "", ""
    yield rich_diagram(replay.position(move), last=replay.moves[move - 1].point if move else PASS)
    yield "", ""
    if ruleset:
        yield from _ruling(game, move, ruleset)
    for row in replay.findings:
        if row.move_number is None or row.move_number <= move:
            where = f"move {row.move_number}: " if row.move_number is not None else ""
            severity = CATALOGUE[row.code].severity.value
            yield f"{row.code} {severity}: {where}{clean(row.message)}", _STYLES[severity]
            if row.rulesets:
                yield f"      forbidden by {', '.join(row.rulesets)}", ""


def _branches(game: Game, number: int) -> str:
    """Say which line of the game this is, and which others there are."""
    if game.line:
        return f"line {game.line} of {number:,}, as an earlier line up to move {game.shared_moves}"
    return f"the main line; {plural(number, 'variation')} beside it, see --line 1{f' to {number}' * (number > 1)}"


def _ruling(game: Game, move: int, ruleset: Ruleset) -> Iterator[tuple[str, str] | Text]:
    """Yield what a ruleset says of the move, and of the game's end if this is it."""
    verdicts = game.replay().verdicts(ruleset)
    illegal = [number for number, verdict in enumerate(verdicts, 1) if verdict != "legal"]
    here = verdicts[move - 1] if move else "legal"
    said = "" if not move else "this move is legal; " if here == "legal" else f"this move is illegal ({here}); "
    first = f", the first is move {illegal[0]}." if illegal else "."
    count = f"{len(illegal)} of {plural(len(verdicts), 'move')} illegal"
    yield f"Under {ruleset.id}: {said}{count}{first}", "red" if here != "legal" else ""
    told = outcome_at(game, move, ruleset)
    if told is None:
        return
    if move < len(verdicts):
        yield "Counted as the game was stopped here, before it went on; what is marked belongs to its end.", ""
    yield "", ""
    if told.final_position is not None:
        yield rich_counted(told.final_position.position, told.final_position.territory().signs())
        yield certainty_of(told) + "\n", ""
    else:
        yield "", ""
    yield str(told), ""
    yield "", ""
