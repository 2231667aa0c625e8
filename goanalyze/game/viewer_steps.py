"""Games as the plain data of a viewer: the effects of moves, notes of findings, and counts under rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.draw.game_html import player_names
from goanalyze.draw.viewer import Step, Steps, ViewerCount, ViewerGame, finding_notes

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.rules import Ruleset
    from goanalyze.score.outcomes import Outcome
    from goanalyze.score.territory import FinalBoard

_MOST_LINES: Final = 200  # of a viewer


def steps_of(events: Iterable[Play | Setup], size: tuple[int, int], most: int, title: str) -> Steps:
    """Return the changes that each move makes on the board; setup belongs to the move before it.

    Args:
        events: moves and setup, in order.
        size: columns and rows.
        most: largest number of moves; later ones are left out.
        title: caption of the viewer.
    """
    board = ChainBoard(*size)
    start, steps = board.position(), list[Step]()
    for event in events:
        if isinstance(event, Setup):
            changed = tuple((point, color) for point, color in event.stones if board.colors[point] != color)
            board.edit(changed)
            if steps:
                steps[-1] = steps[-1]._replace(setup=(*steps[-1].setup, *changed))
            else:
                start = board.position()
        elif len(steps) == most:
            break
        else:
            removed = frozenset().union(*board.place(event.color, event.point)) if event.point >= 0 else ()
            steps.append(Step(event.color, event.point, tuple(sorted(removed))))
    return Steps(start, tuple(steps), title)


def viewer_game(game: Game, rulesets: Sequence[str | Ruleset] = (), *, with_lines: bool = True) -> ViewerGame:
    """Return the content of a viewer.

    Args:
        game: a game with a board.
        rulesets: rulesets of the counts; none without counts.
        with_lines: True if the variations of the record can be chosen; always the game alone if it is a variation.

    Raises:
        UnknownRulesetError: a ruleset is unknown.
        BoardError: the record has no board.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[5]KM[0]RU[Chinese];B[cc](;W[];B[])(;W[cb]))")
        >>> view = viewer_game(game, ["chinese", "aga"])
        >>> [len(line) for line in view.lines], [(count.rulesets, count.result) for count in view.counts]
        ([3, 2], [('chinese, aga', 'B+25')])
    """
    lines = [game] if game.line or not (with_lines and game.info["branches"]) else game.lines()[:_MOST_LINES]
    replays = [line.replay() for line in lines]
    steps = [replay.steps() for replay in replays]
    notes = [finding_notes(replay.findings, moves, index)
             for index, (replay, moves) in enumerate(zip(replays, steps, strict=True))]  # fmt: skip
    return ViewerGame(
        lines=tuple(steps),
        notes=tuple(note for some in notes for note in some),
        counts=counts_of(game.outcome(ruleset) for ruleset in rulesets),
        players=player_names(game.info),
    )


def counts_of(outcomes: Iterable[Outcome]) -> tuple[ViewerCount, ...]:
    """Return the counts of outcomes whose rulesets count a position; rulesets with the same count share one."""
    groups: dict[ViewerCount, list[str]] = {}
    for outcome in outcomes:
        if outcome.final_position is not None:
            groups.setdefault(_count(outcome, outcome.final_position), []).append(outcome.ruleset.id)
    return tuple(count._replace(rulesets=", ".join(names)) for count, names in groups.items())


def _count(outcome: Outcome, final: FinalBoard) -> ViewerCount:
    """Return an outcome as a count of the viewer, without the name of its ruleset."""
    signs, stones, ledger = final.territory().signs(), final.position.stones.tolist(), outcome.ledger
    prefix = f"{outcome.ruleset.id}, "
    return ViewerCount(
        rulesets="",
        result=f"no margin ({outcome.basis.replace('_', ' ')})" if outcome.result == "?" else outcome.result,
        certainty=certainty_of(outcome),
        stones="".join(".XO"[stone] for stone in stones),
        signs="".join(signs.get(point, ".") for point in range(len(stones))),
        ledger=(ledger.title.removeprefix(prefix), tuple(ledger.rows()), ledger.total()) if ledger else None,
    )


def certainty_of(outcome: Outcome) -> str:
    """Return the basis of the counted board of an outcome, or the sentences on its confidence if it is estimated.

    Example:
        >>> import goanalyze as ga
        >>> game = next(ga.read("data/sample/gnugo"))
        >>> certainty_of(game.outcome("chinese"))
        'counted'
    """
    sentences = [reason for reason in outcome.reasons if "with a confidence of" in reason]
    if not sentences and outcome.final_position is not None:
        sentences = [outcome.final_position.certainty]
    basis = "counted" if outcome.margin is None and outcome.is_board_counted else outcome.basis
    return " ".join(sentences) or basis.replace("_", " ")
