"""Findings about setup and handicap stones: GO151–GO154, GO308 of setup, GO405 of stones, GO004 of too many moves.

Findings about the points of handicap stones: GO155.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from goanalyze.catalogue.catalogue import CatalogueEntry, Repair, RepairCondition, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.core.handicap import HANDICAP, fixed_handicap, no_fixed_points
from goanalyze.detectors.registry import Subject, detector, finding_at
from goanalyze.detectors.syntax import property_at
from goanalyze.limits import MAX_MOVES
from goanalyze.points import WHITE, to_gtp, to_sgf
from goanalyze.rules import Placement, Ruleset, find_ruleset
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.replay.arrays import Replays
    from goanalyze.replay.replay import FirstSetups
    from goanalyze.sgf.metadata import Metadata
    from goanalyze.sgf.records import Records


_IMPLIED: Final = 0.98  # of records whose stones are missing, 174 of 177 are clean with the points of `_try_implied`


@detector(
    Subject.SETUP,
    CatalogueEntry("GO151", Severity.WARNING, "setup in mid-game",
        "Stones are added or removed between moves. The position is taken as edited; the side to move is not "
        "judged for the next move. Setup in the node of a move precedes the move, in any order of the properties.",
        ";B[dd];AW[pp];B[dp]"),
    CatalogueEntry("GO152", Severity.INFO, "handicap placed as moves",
        "No stones are set up, and Black's first moves before White's first are handicap stones, also if White passes "
        "between them. They are not out of turn. If HA is absent, 0 or another number, two to nine plays are read so, "
        "on different points, with one move of White after them: a doubt, which the message states. "
        "games.handicap_stones counts them.",
        "HA[2];B[dd];B[pp];W[dp]"),
    CatalogueEntry("GO153", Severity.WARNING, "setup leaves a chain without liberty",
        "A position was set up in which a chain has no liberty; no game can reach it. It stays on the board, as "
        "SGF says.",
        "AB[aa]AW[ab][ba]"),
    CatalogueEntry("GO154", Severity.WARNING, "handicap stones missing",
        "HA says n but the record has no such stones. If White plays first, and the record is clean with stones on the "
        "standard points, these are implied (games.handicap_source says so, the message names them); else the record "
        "is taken as written.",
        "HA[4] and White to play on an empty board",
        repair=Repair(RepairCondition.CLEAR, "the stones are set where they are implied, on the standard points")),
    reads_variations=True,
)  # fmt: skip
def setup_findings(records: Records, replays: Replays) -> Iterator[Finding]:
    """Yield the facts of the replay about the setup and the length of games that are odd."""
    start, fact = records.tape.game_span[:, 0], replays.fact
    for game, count in _nonzero(fact("dropped_moves")):
        message = f"More than {MAX_MOVES:,} moves; the {count:,} beyond are not replayed."
        yield finding_at(records, game, "GO004", message, int(start[game]), count=count)
    for game, count in _nonzero(fact("setup_breaks")):
        move = int(fact("first_setup_break")[game])
        offset = int(replays.moves.at[replays.start[game] + move - 1])
        message = f"Stones are set up after move {move}."
        yield finding_at(records, game, "GO151", message, offset, count=count, move_number=move)
    for game in (fact("no_liberty_point") >= 0).nonzero()[0].tolist():
        point, width = int(fact("no_liberty_point")[game]), int(replays.width[game])
        name = to_gtp(point, width, int(replays.height[game]))
        message = f"The chain at {name} is set up without a liberty."
        offset = _setup_offset(records, game, point)
        yield finding_at(records, game, "GO153", message, offset, point=to_sgf(point, width))
    for game, count in _nonzero(fact("setup_off_board")):
        offset = _off_board_offset(records, game)
        prop = property_at(records, game, offset)
        value = f"{prop.name}[{prop.value}]" if prop else "A value of setup"
        more = f" In all, {count:,} points of setup are off the board." if count > 1 else ""
        message = f"{value} sets up a point that is not on the board.{more}"
        yield finding_at(records, game, "GO308", message, offset, count=count)
    yield from _handicap(records, replays)


def _nonzero(values: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the games with a value that is not 0, and the value."""
    games = values.nonzero()[0]
    return list(zip(games.tolist(), values[games].tolist(), strict=True))


def _setup_rows(records: Records, game: int) -> NDArray[np.int64]:
    """Return the events of a game that are setup of stones or of empty points."""
    from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY

    first, stop = records.tape.event_start[game : game + 2].tolist()
    kinds = records.tape.kind[first:stop]
    rows: NDArray[np.int64] = first + ((kinds >= ADD_BLACK) & (kinds <= ADD_EMPTY)).nonzero()[0]
    return rows


def _setup_offset(records: Records, game: int, point: int) -> int:
    """Return the offset of the value that first sets up a stone on a point, or of the first setup at all."""
    import numpy as np

    from goanalyze.sgf.properties import ADD_BLACK, ADD_WHITE

    tape, rows = records.tape, _setup_rows(records, game)
    row, column = divmod(point, int(records.width[game]))
    left, top, right, bottom = tape.xy[rows].T
    has_point = (left <= column) & (column <= right) & (top <= row) & (row <= bottom)
    matches = rows[has_point & np.isin(tape.kind[rows], (ADD_BLACK, ADD_WHITE))]
    return int(tape.at[matches[0] if len(matches) else rows[0]])


def _off_board_offset(records: Records, game: int) -> int:
    """Return the offset of the first value of setup that reaches beyond the board."""
    tape, rows = records.tape, _setup_rows(records, game)
    beyond = (tape.xy[rows, 2] >= records.width[game]) | (tape.xy[rows, 3] >= records.height[game])
    return int(tape.at[rows[beyond.argmax()]])


def _handicap(records: Records, replays: Replays) -> Iterator[Finding]:
    """Yield the games whose handicap is placed by moves, missing, implied, or another number than HA."""
    import numpy as np

    from goanalyze.replay.handicap_moves import placed_stones
    from goanalyze.sgf.header_values import read_header

    handicap, black, white = records.handicap, replays.fact("black_setup"), replays.fact("white_setup")
    placed, implied = replays.fact("handicap_moves"), replays.implied
    named = (replays.width > 0) & (handicap >= HANDICAP)
    missing = named & (placed == 0) & ((black == 0) | implied)
    unnamed = (replays.width > 0) & (handicap < HANDICAP) & (black >= HANDICAP) & (white == 0)
    unnamed &= _begins_with_white(replays)
    present = placed_stones(replays)
    differs = named & ~missing & (np.where(placed > 0, present, black) != handicap)
    header = read_header(records, "HA")
    for game in np.flatnonzero((placed > 0) | missing | unnamed | differs).tolist():
        stones, count, offset = int(handicap[game]), int(placed[game]), header.offset(records, game)
        recorded, name = header.texts[header.where[game]].strip(), header.names[header.where[game]]
        if count:
            first_move = int(replays.moves.at[replays.start[game]])
            message = _placed_by_moves(
                count, stones, name, recorded, is_passing=bool(replays.placing_moves[game] > count)
            )
            yield finding_at(records, game, "GO152", message, offset if offset >= 0 else first_move)
        if missing[game]:
            width, height = int(replays.width[game]), int(replays.height[game])
            message = f"{name} is {stones}, and no handicap stones are set up or placed."
            if not fixed_handicap(width, height, stones):
                message = f"{message} {no_fixed_points(width, height, stones)}, so that none are implied."
            if implied[game]:
                points = ", ".join(to_gtp(point, width, height) for point in sorted(replays.implied_points[game]))
                message = (
                    f"{message} The standard points {points} are implied: White plays first, and the record is "
                    f"clean with stones on them (confidence {_IMPLIED})."
                )
            yield finding_at(records, game, "GO154", message, offset)
        if unnamed[game]:
            message = f"{name} names no handicap, and {black[game]} black stones are set up before White's first move."
            yield finding_at(records, game, "GO405", message, offset)
        if differs[game]:
            stones_present = _stones_present(int(present[game]), int(black[game]), int(white[game]))
            yield finding_at(records, game, "GO405", f"{name} is {stones}, and {stones_present}.", offset)


def _stones_present(placed: int, black: int, white: int) -> str:
    """Return words for the stones before White's first move: placed by moves, or set up."""
    if placed:
        return f"{plural(placed, 'handicap stone')} {'is' if placed == 1 else 'are'} placed by moves"
    if white:
        return f"{plural(black, 'black stone')} and {plural(white, 'white stone')} are set up"
    return f"{plural(black, 'black stone')} {'is' if black == 1 else 'are'} set up"


def _placed_by_moves(count: int, handicap: int, name: str, recorded: str, *, is_passing: bool) -> str:
    """Return the message about handicap stones that are moves, with a doubt if HA has another number or none."""
    if is_passing:
        return f"Black's first {count} plays are handicap stones, and White passes between them."
    if handicap >= HANDICAP:
        return f"Black's first {count} moves are handicap stones."
    value = f"{name} is {recorded}" if recorded else f"{name} is missing"
    doubt = ", unless a move of White is missing" if count == HANDICAP else ""
    times = "twice" if count == HANDICAP else f"{count} times"
    return (
        f"Black plays {times} before White's first move, and {value}. The stones are read as a handicap of "
        f"{count}{doubt}."
    )


def _begins_with_white(replays: Replays) -> NDArray[np.bool_]:
    """Return the games whose first move is White's."""
    import numpy as np

    begins = np.zeros(len(replays), dtype=np.bool_)
    played = np.flatnonzero(replays.fact("moves"))
    begins[played] = replays.moves.color[replays.start[:-1][played]] == WHITE
    return begins


@detector(
    Subject.PLAY,
    CatalogueEntry(
        "GO155",
        Severity.INFO,
        "handicap stones off the fixed points",
        "The handicap stones are not on the points of the rulesets that fix them, which the message names: in no "
        "rotation or reflection of the pattern, of three stones with any corner open. Elsewhere Black chooses the "
        "points. 9×9 has five fixed points, so more stones have none there.",
        "HA[2]AB[dd][dp]: two corners side by side",
    ),
)
def placement_findings(
    records: Records, replays: Replays, metadata: Metadata, rulesets: Sequence[Ruleset], setups: FirstSetups
) -> Iterator[Finding]:
    """Yield the games whose handicap stones are off the points that rulesets fix: GO155, naming these rulesets.

    The fixed points are a pattern, right in every view of the board: of three stones any corner may be open, since
    sources differ (the upper left in Japan and under AGA rules, the lower right over GTP). Numbers and boards without
    a pattern are passed over, such as six stones on 9×9, and games with white stones set up, which are positions.
    If the record names rules of its own that leave the points to Black, the message says so first.

    Rule: Wikipedia, *Rules of Go*, section Handicap: fixed points in Japan, free ones in China.
    """
    from goanalyze.replay.handicap_moves import placed_points
    from goanalyze.sgf.header_values import read_header

    fixed = tuple(ruleset.id for ruleset in rulesets if ruleset.placement.value is Placement.FIXED)
    candidates = (records.handicap >= HANDICAP) & (replays.width == replays.height) & (replays.width > 0)
    candidates &= ~replays.implied & (replays.fact("white_setup") == 0)
    header = read_header(records, "HA")
    own = metadata.columns["ruleset"]
    objecting = " and ".join(filter(None, (", ".join(fixed[:-1]), *fixed[-1:])))
    games = candidates.nonzero()[0].tolist() if fixed else []
    start, setup, _ = setups
    for game in games:
        size = int(replays.width[game])
        stones = placed_points(replays, game) or frozenset(setup[start[game] : start[game + 1]].tolist())
        views = _patterns(size, len(stones))
        if not views or len(stones) != records.handicap[game] or stones in views:
            continue
        placed, expected = (
            ", ".join(to_gtp(point, size, size) for point in points)
            for points in (sorted(stones), fixed_handicap(size, size, len(stones)))
        )
        message = (
            f"Handicap stones on {placed}{_allowed(own[game].as_py())}; the fixed points, in some view of the "
            f"board, are {expected} under {objecting} rules."
        )
        yield finding_at(records, game, "GO155", message, header.offset(records, game))


def _allowed(own: str | None) -> str:
    """Return words about a record's own rules that leave the points to Black, "" for other and unknown rules."""
    is_free = own is not None and find_ruleset(own).placement.value is not Placement.FIXED
    return f", which {own} rules, the record's own, allow" if is_free else ""


@lru_cache(maxsize=256)
def _patterns(size: int, stones: int) -> frozenset[frozenset[int]]:
    """Return the fixed pattern of a number of stones in every view of the board, empty without a pattern."""
    import numpy as np

    pattern = np.zeros((size, size), dtype=np.bool_)
    pattern.flat[fixed_handicap(size, size, stones)] = True
    if not pattern.any():
        return frozenset()
    views = [np.rot90(side, turns) for side in (pattern, pattern.T) for turns in range(4)]
    return frozenset(frozenset(np.flatnonzero(view).tolist()) for view in views)
