"""Games as the plain data of a viewer: the effects of moves, notes of findings, and counts under rulesets.

Pictures of a game: the position of a finding, a counted or estimated end, numbered moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.draw.counted_position import counted_svg as draw_counted
from goanalyze.draw.diagram import numbered_moves
from goanalyze.draw.game_html import player_names
from goanalyze.draw.svg import board_svg
from goanalyze.draw.viewer import Step, Steps, ViewerCount, ViewerGame, finding_notes, mark_kind, noted_svg
from goanalyze.errors import BoardError, NoSuchItemError
from goanalyze.points import PASS, from_sgf

if TYPE_CHECKING:
    from goanalyze.catalogue.finding import Finding
    from goanalyze.game.game import Game
    from goanalyze.game.replay import Move
    from goanalyze.rules import Ruleset
    from goanalyze.score.outcomes import Outcome
    from goanalyze.score.territory import FinalBoard
    from goanalyze.util.row import Row


_MOST_LINES: Final = 200  # of a viewer


def steps_of(events: Iterable[Play | Setup], size: tuple[int, int], most: int, title: str) -> Steps:
    """Return the changes that each move makes on the board; setup belongs to the move before it."""
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
    """
    lines = [game] if game.line or not (with_lines and game.info["branches"]) else game.lines()[:_MOST_LINES]
    replays = [line.replay() for line in lines]
    steps = [replay.steps() for replay in replays]
    notes = [
        finding_notes(replay.findings, moves, index)
        for index, (replay, moves) in enumerate(zip(replays, steps, strict=True))
    ]
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


_SHORTEST_CYCLE: Final = 3  # a ko taken back at once is plain without numbers


def _value(row: Finding | Row, name: str) -> Any:
    """Return a field of a finding, or of a row of the table findings; None for NaN and NA."""
    value = getattr(row, name, None) if isinstance(row, tuple) else row[name]
    is_missing = type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and math.isnan(value))
    return None if is_missing else value


def finding_svg(game: Game, row: Finding | Row) -> str:
    """Draw the position of a finding after its move, with its point marked.

    If the move recreates a position, the move that created it first is marked, and the moves of a cycle of more than
    two are numbered. A finding without a move is drawn on the final position.

    Args:
        game: the game of the finding.
        row: one of `Replay.findings`, or a row of the findings table: a mapping or a pandas Series.

    Raises:
        BoardError: the record has no board.
        NoSuchItemError: the game has no such move.
    """
    code, letters, rulesets = (_value(row, name) for name in ("code", "point", "rulesets"))
    numbers = (_value(row, name) for name in ("move_number", "repeats_move"))
    move, repeats = (None if number is None else int(number) for number in numbers)
    moves = game.replay().moves
    title = CATALOGUE[code].title
    point = from_sgf(letters, game.width, game.height) if letters else PASS
    last = moves[move - 1].point if move else PASS
    words = {"offence": title, "circle": title}
    marks: dict[int, str] = {}
    cycle: list[int] = []
    if move and repeats is not None:
        cycle, earlier = _cycle(moves, repeats, move)
        words["cycle"] = f"moves {repeats + 1} to {move}"
        words["repeated"] = f"move {repeats}: the position that is back"
        if earlier >= 0:
            marks[earlier] = "repeated"
        if earlier == point or not repeats:
            words["offence"] += f": as after move {repeats}" if repeats else ": as at the start"
    kind = mark_kind(code, is_forbidden=rulesets is not None and len(rulesets) > 0)
    if point in cycle and kind == "circle":
        words["cycle"] = f"{title}: {words['cycle']}"  # its number says where it is, and would hide the circle
    elif point >= 0:
        marks[point] = kind
    position = game.replay().position(move)
    heading = f"{game.title}{'' if move is None else f', move {move}'}: {title}"
    shown = PASS if last in marks or last in cycle else last
    return board_svg(position, last=shown, marks=marks, cycle=cycle, legend=words, title=heading)


def _cycle(moves: Sequence[Move], since: int, number: int) -> tuple[list[int], int]:
    """Return the points of the moves after a move up to another, if they are worth numbers, and where it was played."""
    points = [move.point for move in moves[since:number]]
    return points if len(points) >= _SHORTEST_CYCLE else [], moves[since - 1].point if since else PASS


def game_svg(game: Game, move: int, ruleset: Ruleset | None = None) -> str:
    """Draw the position after a move, with the marks of its findings; with a ruleset, an end or stop as counted."""
    replay = game.replay()
    outcome = None if ruleset is None else outcome_at(game, move, ruleset)
    if outcome is not None and outcome.final_position is not None:
        title = f"{game.title}, as counted"
        final = outcome.final_position
        return draw_counted(final.position, final.territory().signs(), certainty_of(outcome), title)
    return noted_svg(replay.steps(), replay.notes(), move, title=f"{game.title}, move {move}", legend=True)


def outcome_at(game: Game, move: int, ruleset: Ruleset) -> Outcome | None:
    """Return the outcome after a move at which play ends or stops, as if the record ended there; None after others."""
    replay = game.replay()
    if move == len(replay.moves):
        return game.outcome(ruleset)
    return game.up_to(move).outcome(ruleset) if move in replay.stops else None


def counted_svg(game: Game) -> str:
    """Draw the final position of a game as it was counted."""
    counted = game.territory()
    if counted is None or counted.position is None:
        raise BoardError("The end of this game is unknown. Expected a game that is counted.")
    return draw_counted(counted.position, counted.signs(), counted.certainty, f"{game.title}, as counted")


def ownership_svg(game: Game) -> str:
    """Draw the ownership of the points of an estimated final position: the larger a square, the surer."""
    owned = game.ownership()
    if owned is None:
        raise BoardError("The final position of this game was not estimated. Expected a game with an estimated end.")
    legend, title = {"shades": "ownership, estimated"}, f"{game.title}, ownership"
    return board_svg(game.replay().position(), shades=owned, legend=legend, title=title)


def numbered_svg(game: Game, first: int = 1, last: int | None = None) -> tuple[str, str]:
    """Draw consecutive moves as in books: each with its number on its point, without captures.

    Args:
        game: with a board.
        first: number of the first move that is drawn; earlier stones have no number.
        last: number of the last move that is drawn; by default the last of the game.

    Returns:
        The picture, and its caption, which names the moves without a point of their own: in ``12 at 5, 14 pass``
        move 12 is on the point of move 5. The caption is empty if all moves have one.

    Raises:
        BoardError: the record has no board.
        NoSuchItemError: one of the moves does not exist.
    """
    replay = game.replay()
    moves = replay.moves
    end = len(moves) if last is None else last
    if not 1 <= first <= end <= len(moves):
        raise NoSuchItemError(f"Moves {first} to {end} are not found. Expected moves from 1 to {len(moves)}.")
    start = replay.position(first - 1)
    played = ((move.color, move.point) for move in moves[first - 1 : end])
    stones, numbers, elsewhere = numbered_moves(start, played, first)
    title = f"{game.title}, moves {first} to {end}"
    labels = {point: str(number) for point, number in numbers.items()}
    picture = board_svg(type(start)(game.width, game.height, stones), labels=labels, title=title)
    return picture, ", ".join(f"{number} {where}" for number, where in elsewhere)
