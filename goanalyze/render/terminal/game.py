"""A position in a terminal with findings and counts, and a confirmation of life and death."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from goanalyze.draw.counted_position import rich_counted
from goanalyze.draw.diagram import line_words, rich_diagram, rich_joined
from goanalyze.draw.game_html import player_names
from goanalyze.game.pictures import certainty_of, outcome_at
from goanalyze.life.choices import Fate, Unproven, Walls
from goanalyze.points import BLACK, PASS, WHITE, opponent
from goanalyze.render.sections.explanation import rulesets_text
from goanalyze.util.numbers import plural
from goanalyze.util.text import COLUMNS, clean

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.game.game import Game
    from goanalyze.life.article7.verdicts import Confirmation
    from goanalyze.rules import Ruleset


_SEVERITY_STYLES: Final = {"error": "bold red", "warning": "yellow", "info": "cyan"}
_LETTER: Final = "to the letter"  # in the sentence on a count by the letter of the rules


def game_text(game: Game, move: int, rulesets: Sequence[Ruleset] = (), *, is_verbose: bool = False) -> str:
    """Return the findings up to a move, worst first, the position after it, prisoners, and counts.

    Args:
        game: game with a board.
        move: number of the move; 0 for the starting position.
        rulesets: rulesets whose verdict on the move is printed, and whose count if the game ends or stops there.
        is_verbose: True to print the count by the letter of the rules where it differs.
    """
    return rich_game_text(game, move, rulesets, is_verbose=is_verbose).plain + "\n"


def rich_game_text(game: Game, move: int, rulesets: Sequence[Ruleset] = (), *, is_verbose: bool = False) -> Text:
    """Return the same text in colours, for a terminal."""
    text = rich_joined(*_parts(game, move, rulesets, is_verbose))
    text.no_wrap, text.overflow = True, "ignore"
    text.rstrip()
    return text


def title_lines(info: Mapping[str, object]) -> list[str]:
    """Return the players with board, komi, ruleset and result; then event, round, place and date if they are recorded.

    Example:
        >>> import goanalyze as ga
        >>> title_lines(ga.loads("(;SZ[9]PB[Ito]BR[3d]PW[Kim]KM[6.5]RU[aga]RE[B+2.5]EV[Final];B[ee])").info)
        ['Ito 3d – Kim, 9×9, komi 6.5, aga rules, B+2.5', 'Final']
    """
    black, white = player_names(info)
    facts = [f"{black} – {white}", f"{info['board_width']}×{info['board_height']}"]
    if info["komi"] is not None:
        facts.append(f"komi {info['komi']:g}")
    facts += [f"{info['handicap']} handicap stones"] * bool(info["handicap"])
    facts += [f"{info['ruleset']} rules"] * bool(info["ruleset"])
    facts.append(str(info["result_raw"] or "no result"))
    occasion = [str(info[name]) for name in ("event", "round", "place", "date_raw") if info[name]]
    return [clean(", ".join(line)) for line in (facts, occasion) if line]


def _parts(game: Game, move: int, rulesets: Sequence[Ruleset], is_verbose: bool) -> Iterator[tuple[str, str] | Text]:
    first, *others = title_lines(game.info)
    yield _wrapped(first), "bold"
    yield from ((_wrapped(line), "") for line in others)
    if branches := game.info["branches"]:
        yield _variations_text(game, branches), ""
    yield "", ""
    yield from _findings(game, move)
    replay = game.replay()
    prisoners = {BLACK: 0, WHITE: 0}
    for item in replay.moves[:move]:
        prisoners[item.color] += item.captured
        prisoners[opponent(item.color)] += item.self_captured
    name = replay.describe(move) if move else "start"
    captures = f"prisoners of Black {prisoners[BLACK]}, of White {prisoners[WHITE]}"
    yield f"{name}   (of {plural(len(replay.moves), 'move')}; {captures})", ""
    yield "", ""
    yield rich_diagram(replay.position(move), last=replay.moves[move - 1].point if move else PASS)
    yield "", ""
    for ruleset in rulesets:
        yield from _verdict(game, move, ruleset, is_verbose)


def _wrapped(text: str) -> str:
    """Fold a text between its words into lines of 80 columns."""
    return "\n".join(wrap(text, COLUMNS, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False))


def _variations_text(game: Game, number: int) -> str:
    if game.line:
        return f"line {game.line} of {number:,}, equal to an earlier line up to move {game.shared_moves}"
    return f"the main line; {plural(number, 'variation')}, see --line 1{f' to {number}' * (number > 1)}"


def _findings(game: Game, move: int) -> Iterator[tuple[str, str]]:
    rows = [row for row in game.replay().findings if row.move_number is None or row.move_number <= move]
    for row in sorted(rows, key=lambda row: (row.severity.index, row.move_number or 0)):
        where = f"move {row.move_number}: " if row.move_number is not None else ""
        forbidden = f" Forbidden by {rulesets_text(row.rulesets)}." if row.rulesets else ""
        text = f"{row.code} {row.severity.value}: {where}{clean(row.message)}{forbidden}"
        yield _wrapped(text), _SEVERITY_STYLES[row.severity.value]
    if rows:
        yield "", ""


def _verdict(game: Game, move: int, ruleset: Ruleset, is_verbose: bool) -> Iterator[tuple[str, str] | Text]:
    verdicts = game.replay().verdicts(ruleset)
    illegal = [number for number, verdict in enumerate(verdicts, 1) if verdict != "legal"]
    current = verdicts[move - 1] if move else "legal"
    subject = (
        "" if not move else "this move is legal; " if current == "legal" else f"this move is illegal ({current}); "
    )
    first = f", the first is move {illegal[0]}." if illegal else "."
    count = f"{len(illegal)} of {plural(len(verdicts), 'move')} illegal"
    yield _wrapped(f"Under {ruleset.id}: {subject}{count}{first}"), "red" if current != "legal" else ""
    outcome = outcome_at(game, move, ruleset)
    if outcome is None:
        yield "", ""
        return
    if move < len(verdicts):
        yield "Counted as the game was stopped here, before it continued; the markup belongs to its end.", ""
    yield "", ""
    if outcome.final_position is not None:
        yield rich_counted(outcome.final_position.position, outcome.final_position.territory().signs())
        yield certainty_of(outcome) + "\n", ""
    text = str(outcome)
    if not is_verbose:
        text = "\n".join(line for line in text.split("\n") if _LETTER not in line)
    yield text.rstrip(), ""
    yield "", ""


_FATE_STYLES: Final = {Fate.DEAD: "red", Fate.ALIVE: "green", Fate.UNKNOWN: ""}
_ANSWERS: Final = {True: "yes", False: "no", None: "undecided"}


def rich_confirmation_text(confirmation: Confirmation, claim: Sequence[str] | None = None) -> Text:
    """Return the verdicts as text of 80 columns, with colours for a terminal."""
    text = rich_joined(*_confirmation_parts(confirmation, claim))
    text.no_wrap, text.overflow = True, "ignore"
    return text


def _confirmation_parts(confirmation: Confirmation, claim: Sequence[str] | None) -> Iterator[tuple[str, str] | Text]:
    yield "Life and death, if the game stops here (Japanese rules, article 7)", "bold"
    yield "", ""
    if len(confirmation.chains) == 1:
        yield confirmation.chains[0].diagram(), ""
    else:
        yield confirmation.rich_diagram()
    yield "", ""
    for chain in confirmation.chains:
        if chain.fate is not Fate.UNKNOWN or len(confirmation.chains) == 1:
            yield _indented(str(chain)), _FATE_STYLES[chain.fate]
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
