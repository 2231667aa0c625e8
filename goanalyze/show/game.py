"""One position of one game in a terminal: diagram, prisoners, verdict and findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goanalyze.findings import CATALOGUE
from goanalyze.points import BLACK, WHITE, from_sgf, opponent
from goanalyze.show.counted import counted_text
from goanalyze.show.diagram import diagram
from goanalyze.show.svg import board_svg
from goanalyze.show.text import clean

if TYPE_CHECKING:
    from goanalyze.game import Game
    from goanalyze.rules import Ruleset

__all__ = ["game_svg", "game_text"]


def _last_point(game: Game, move: int) -> int | None:
    point = game.replay().moves[move - 1].point if move else -1
    return point if point >= 0 else None


def _marks(game: Game, move: int) -> dict[int, str]:
    """Mark the points that findings of this move are about."""
    return {
        from_sgf(row.point, game.width, game.height): "cross"
        for row in game.replay().findings
        if row.move_number == move and row.point
    }


def game_svg(game: Game, move: int) -> str:
    """Draw the position after a move; the point of a finding is crossed."""
    replay = game.replay()
    return board_svg(replay.position(move), last=_last_point(game, move), marks=_marks(game, move),
                     title=f"{game!r}, move {move}")  # fmt: skip


def game_text(game: Game, move: int, ruleset: Ruleset | None = None) -> str:
    """Return the position after a move, what was captured, what the ruleset says, and the findings up to there.

    At the end of the game the ruleset's outcome follows, with its ledger.
    """
    replay = game.replay()
    lines = [clean(repr(game)), ""]
    taken = {BLACK: 0, WHITE: 0}
    for item in replay.moves[:move]:
        taken[item.color] += item.captured
        taken[opponent(item.color)] += item.self_captured
    what = replay.describe(move) if move else "start"
    lines += [f"{what}   (of {len(replay.moves)} moves; taken by Black {taken[BLACK]}, by White {taken[WHITE]})", "",
              diagram(replay.position(move), last=_last_point(game, move)), ""]  # fmt: skip
    if ruleset:
        verdicts = replay.verdicts(ruleset)
        illegal = [number for number, verdict in enumerate(verdicts, 1) if verdict != "legal"]
        here = verdicts[move - 1] if move else "legal"
        said = "" if not move else "this move is legal; " if here == "legal" else f"this move is illegal ({here}); "
        lines.append(f"Under {ruleset.id}: {said}"
                     f"{len(illegal)} of {len(verdicts)} moves illegal"
                     + (f", the first is move {illegal[0]}." if illegal else "."))  # fmt: skip
        if move == len(verdicts):
            lines += ["", counted_text(game), str(game.outcome(ruleset)), ""]
    for row in replay.findings:
        if row.move_number is None or row.move_number <= move:
            where = f"move {row.move_number}: " if row.move_number is not None else ""
            lines.append(f"{row.code} {CATALOGUE[row.code].severity}: {where}{clean(row.message)}")
            if row.rulesets:
                lines.append(f"      forbidden by {', '.join(row.rulesets)}")
    return "\n".join(lines).rstrip() + "\n"
