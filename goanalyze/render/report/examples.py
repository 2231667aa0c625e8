"""Examples of findings: which are chosen, and how each is drawn.

Of each code those are chosen that are easiest to follow: known dead stones before estimated ones, then the shortest
cycle, the smallest board, the earliest move, the first in the dataset; never two of the same moves, and of different
archives as far as there are any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.draw.counted_position import counted_svg
from goanalyze.draw.viewer import ViewerGame, ViewerNote, viewer_markup
from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.html import bdi, copyable, esc
from goanalyze.render.report.lists import game_title, place_link, show_command
from goanalyze.vocabulary.arrow import numbers_of
from goanalyze.vocabulary.points import from_sgf
from goanalyze.vocabulary.text import cut_text

if TYPE_CHECKING:
    from goanalyze.game.game import Game

PER_CODE: Final = 3
MOST_BOARDS: Final = 120
_POSITIONS: Final = {"GO152": "begin", "GO154": "begin", "GO405": "begin", "GO410": "end", "GO503": "end"}
"""Findings about a position, not a move: where the viewer begins."""
_COUNTED: Final = ("GO501", "GO502", "GO504", "GO505")
"""Findings about a count: the final position is drawn as it was counted."""
_LOOKED_AT: Final = 400  # findings of a code that are looked at for examples of different games and archives
_MESSAGE: Final = 400
_NOTES: Final = 12
_FACTS: Final = ("code", "source", "member", "game_index", "line", "move_number", "point", "offset", "message")


def choose(archive: Archive, rows: Rows) -> Rows:
    """Return which findings of one code are shown, best first; `rows` are all of the code."""
    game = archive.finding_games[rows]
    place = np.maximum(game, 0)
    area = np.prod([_of_games(archive.games[f"board_{side}"], place) for side in ("width", "height")], axis=0)
    known = archive.among(archive.counts, "position", ["dead_known"])
    sure = known[place] if len(known) else np.zeros(len(place), dtype=np.bool_)
    cycle, move = (_filled(numbers_of(archive.findings[name]))[rows] for name in ("cycle_length", "move_number"))
    order = np.lexsort((rows, move, _filled(area), cycle, ~sure))[:_LOOKED_AT]
    return rows[_different(archive, rows, game, order)]


def _of_games(column: pa.ChunkedArray, games: Rows) -> NDArray[np.float64]:
    values = numbers_of(column)
    return values[games] if len(values) else np.full(len(games), np.nan)


def _filled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.isnan(values), 0.0, values)


def _different(archive: Archive, rows: Rows, game: Rows, order: Rows) -> list[int]:
    """Return the first few of an order: no two games with the same moves, other archives first."""
    same = dict(zip(order.tolist(), _identity(archive, game[order]), strict=True))
    source = dict(zip(order.tolist(), archive.findings["source"].take(pa.array(rows[order])).to_pylist(), strict=True))
    chosen: list[int] = []
    for new_source in (True, False):
        for at in order.tolist():
            if len(chosen) == PER_CODE:
                return chosen
            alike = any(same[at] == same[other] for other in chosen) if same[at] else at in chosen
            if not alike and at not in chosen and not (new_source and any(source[at] == source[o] for o in chosen)):
                chosen.append(at)
    return chosen


def _identity(archive: Archive, games: Rows) -> list[str | None]:
    """Return what is the same for games with the same moves, None for a finding about a file."""
    if not archive.size:
        return [None] * len(games)
    ids = archive.games["canonical_id"].take(pa.array(np.maximum(games, 0))).to_pylist()
    return [name if game >= 0 else None for name, game in zip(ids, games.tolist(), strict=True)]


def drawn_examples(archive: Archive, chosen: Mapping[str, Rows]) -> dict[str, str]:
    """Return the examples of each code, HTML: boards where it is about a move or position, else message and place."""
    facts = {code: archive.rows(archive.findings, _FACTS, rows) for code, rows in chosen.items()}
    wanted = _with_boards(archive, chosen, facts)
    again = dict(archive.read_games(sorted(set(wanted.values())))) if wanted else {}
    drawn = {}
    for code, rows in chosen.items():
        items = []
        for at, row in zip(rows.tolist(), facts[code], strict=True):
            game = wanted.get((code, at))
            items.append(_words(archive, row) if game is None else _figure(archive, row, game, again[game]))
        boards, said = "".join(item for item in items if item[1] == "f"), "".join(i for i in items if i[1] == "l")
        drawn[code] = (f'<div class="boards">{boards}</div>' if boards else "") + (f"<ul>{said}</ul>" if said else "")
    return drawn


def _with_boards(
    archive: Archive, chosen: Mapping[str, Rows], facts: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[tuple[str, int], int]:
    """Return the games of the findings that are to be drawn: the first of every code before the second of any."""
    width = numbers_of(archive.games["board_width"])
    candidates: list[tuple[int, int, str, int, int]] = []
    for code, rows in chosen.items():
        for rank, (at, row) in enumerate(zip(rows.tolist(), facts[code], strict=True)):
            game = int(archive.finding_games[at])
            about_board = row["move_number"] is not None or code in _POSITIONS or code in _COUNTED or row["point"]
            if game >= 0 and about_board and not np.isnan(width[game]):
                candidates.append((rank, len(candidates), code, at, game))
    return {(code, at): game for _, _, code, at, game in sorted(candidates)[:MOST_BOARDS]}


def _words(archive: Archive, row: Mapping[str, Any]) -> str:
    """Return a finding in words, as an item of a list."""
    offset = f" (byte {row['offset']:,})" if row["offset"] is not None else ""
    return f"<li>{_message(row)} <small>{place_link(archive, row)}{offset}</small></li>"


def _message(row: Mapping[str, Any]) -> str:
    return f"<bdi>{esc(cut_text(row['message'] or '', _MESSAGE))}</bdi>"


def _figure(archive: Archive, row: Mapping[str, Any], game: int, found: Game | LookupError) -> str:
    """Return a finding with its board, or why there is none."""
    line, where = row["line"], f"{game_title(archive, game)}; {place_link(archive, row)}"
    if isinstance(found, LookupError):
        missing = "It cannot be drawn, since the file is not what or where it was"
        picture = f'<p class="missing">{missing}: {bdi(found)} '
        picture += f"({copyable(f'goanalyze report {archive.place} --root FOLDER')})</p>"
    elif row["code"] in _COUNTED:
        picture = _counted(archive, found, row)
    else:
        picture = _viewer(found.lines()[line] if line else found, row)
    is_told = picture.startswith('<div class="go-viewer"') and row["move_number"] is not None  # beside the board
    message = "" if is_told else _message(row)
    small = "".join(f"<small>{text}</small>" for text in (where, show_command(row)) if text)
    return f'<figure class="example">{picture}<figcaption>{message}{small}</figcaption></figure>'


def _counted(archive: Archive, game: Game, row: Mapping[str, Any]) -> str:
    """Return the final position as the record's ruleset counts it, as players do if the record names none.

    It is drawn plain if it was not counted, or if the check judged it in another way than is possible now.
    """
    ours, markup = archive.facts.get("engine") is None, archive.facts.get("markup", "full")
    counted = None
    if ours and (ruleset := game.info["ruleset"]):
        final = game.outcome(ruleset, markup=markup).final_position
        counted = None if final is None else final.territory()
    elif ours:
        counted = game.territory(markup)
    if counted is None or counted.position is None:
        return _viewer(game, row)
    return counted_svg(counted.position, counted.signs(), counted.certainty, f"{game.title}, as counted")


def _viewer(game: Game, row: Mapping[str, Any]) -> str:
    """Return a viewer at the move of a finding."""
    replay = game.replay()
    steps = replay.steps()
    move = row["move_number"]
    if move is None:
        move = 0 if _POSITIONS.get(row["code"]) == "begin" else len(steps)
    notes = sorted(replay.notes(), key=lambda note: abs(note.move - move))[:_NOTES]
    about: list[ViewerNote] = []
    if row["move_number"] is None and row["point"]:
        about.append(ViewerNote(move, "", from_sgf(row["point"], game.width, game.height), "circle"))
    return viewer_markup(ViewerGame((steps,), (*notes, *about)), move)
