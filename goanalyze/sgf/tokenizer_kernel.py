"""The byte tokenizer: SGF text of many files to one flat tape, in a single pass.

`scan` follows the main line (the first variation everywhere), keeps where each known game-info value
stands, and writes plays, setup and territory markup as events; of the other variations it counts how
many there are. `scan_tree` reads one game with all of them, a row of the tape for each run of nodes
between parentheses. It is tolerant: what it repairs it counts under a syntax code with the first place.
It knows property names (`vocabulary`) but no rule of Go, no charset and no metadata. Its readable
counterpart is sgfmill (`goanalyze.trees.full`).

One file on purpose, like the replay kernel: numba's cache on disk does not notice a change in another file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.properties import (
    ACTION_KO,
    ACTION_TERRITORY_BLACK,
    ACTION_TERRITORY_WHITE,
    ACTION_TURN,
    ADD_BLACK,
    ADD_EMPTY,
    INFO,
    INFO_BASE,
    KO_PROPERTY,
    PLAY_BLACK,
    PLAY_WHITE,
    SYNTAX_CODES,
    TURN_BLACK,
    TURN_WHITE,
)
from goanalyze.vocabulary.kernels import njit, part

PASS_XY = -1
UNREADABLE_XY = -2

_OPEN, _CLOSE, _ESCAPE = ord("["), ord("]"), ord("\\")
_BEGIN, _END, _NODE = ord("("), ord(")"), ord(";")
_COLON = ord(":")
_B, _W = ord("B"), ord("W")

_ROOTS = 128  # variations with root properties; few programs write any
_WINDOW = 2**18  # a game is some 2 kB; what has not closed in this many never will

_PLAIN = 0xFF ^ KO_PROPERTY  # a kind of event without that flag; in a byte, so that plain Python reads it as numba does

# Columns of `Tape.syntax`, in the order of SYNTAX_CODES.
_NO_OPENING, _UNCLOSED_TREE, _UNCLOSED_VALUE, _JUNK, _DUPLICATE = 0, 1, 2, 3, 4
_OLD_NAMES, _BAD_MOVE, _BAD_POINT, _NO_VALUE, _JUNK_BEFORE, _MISPLACED = 5, 6, 7, 8, 9, 10

# Registers of a scan: counters that the functions below share.
_EVENTS, _MARKS, _NODE_NUMBER, _NODE_KO, _NODE_PLAY, _MARK_BASE, _MARK_NODE, _TURN_NODE = range(8)
_IS_FILLED, _ROWS, _ENDS = range(8, 11)
_REGISTERS = 11


class Tape(NamedTuple):
    """What the tokenizer writes; n games, e events, m marks. Offsets are offsets into the buffer.

    Where `scan_tree` has written it, a row is not a game but a run of its nodes.

    Attributes:
        game_file: int32[n], number of the file that the game stands in.
        game_span: int32[n, 2], first byte and one past the last.
        info: int32[n, len(INFO), 2], span of each value between its brackets; −1, −1 where absent.
        syntax: int32[n, len(SYNTAX_CODES), 2], first place and count of each repair.
        branches: int32[n], variations beside the main line, counted by their ends.
        event_start: int64[n + 1]; the events of game g are ``event_start[g]:event_start[g + 1]``.
        kind: uint8[e], PLAY_*, ADD_*, TURN_*; KO_PROPERTY may be added to a play.
        xy: int8[e, 4], column, row and, for setup, the opposite corner of a rectangle; PASS_XY, UNREADABLE_XY.
        at: int32[e], where the value's bracket stands.
        mark_start: int64[n + 1].
        mark_kind: uint8[m], TERRITORY_BLACK or TERRITORY_WHITE, of the last node that has any after the last play.
        mark_xy: int8[m, 4].
    """

    game_file: NDArray[np.int32]
    game_span: NDArray[np.int32]
    info: NDArray[np.int32]
    syntax: NDArray[np.int32]
    branches: NDArray[np.int32]
    event_start: NDArray[np.int64]
    kind: NDArray[np.uint8]
    xy: NDArray[np.int8]
    at: NDArray[np.int32]
    mark_start: NDArray[np.int64]
    mark_kind: NDArray[np.uint8]
    mark_xy: NDArray[np.int8]


def new_tape(games: int, size: int) -> Tape:
    """Make room for at most `games` games from `size` bytes, and a row after them for what is not kept.

    A play takes at least three bytes (``B[]`` minus what several values share: ``[]`` is two).
    """
    events = size // 2 + 1
    return Tape(
        game_file=np.empty(games + 1, dtype=np.int32),
        game_span=np.empty((games + 1, 2), dtype=np.int32),
        info=np.empty((games + 1, len(INFO), 2), dtype=np.int32),
        syntax=np.empty((games + 1, len(SYNTAX_CODES), 2), dtype=np.int32),
        branches=np.zeros(games + 1, dtype=np.int32),
        event_start=np.zeros(games + 2, dtype=np.int64),
        kind=np.empty(events, dtype=np.uint8),
        xy=np.empty((events, 4), dtype=np.int8),
        at=np.empty(events, dtype=np.int32),
        mark_start=np.zeros(games + 2, dtype=np.int64),
        mark_kind=np.empty(events, dtype=np.uint8),
        mark_xy=np.empty((events, 4), dtype=np.int8),
    )


class Tree(NamedTuple):
    """Which run of nodes of a game follows which, where `scan_tree` has written each to a row of the tape; s rows.

    Attributes:
        parent: int32[s], the row that a row goes on from, an earlier one; −1 for the first.
        depth: int32[s], in how many parentheses it stands.
        is_marked: bool[s], whether it says anything of territory: then markup of earlier rows counts no more.
        end: int32[lines], the rows at which the lines end, in the order of the text.
    """

    parent: NDArray[np.int32]
    depth: NDArray[np.int32]
    is_marked: NDArray[np.bool_]
    end: NDArray[np.int32]


def new_tree(rows: int, lines: int) -> Tree:
    """Make room for at most so many rows and lines; for none, if just the main line is wanted."""
    parent, depth = np.empty(rows, dtype=np.int32), np.empty(rows, dtype=np.int32)
    return Tree(parent, depth, np.zeros(rows, dtype=np.bool_), np.empty(lines, dtype=np.int32))


@part()
def _is_space(byte: int) -> bool:
    return byte <= 32


@part()
def _skip_space(buffer, place, stop):
    """Return the next place that holds no blank."""
    while place < stop and _is_space(buffer[place]):
        place += 1
    return place


@part()
def _is_name(byte: int) -> bool:
    """Letters and digits: digits are not in FF[4], but some programs write ``5A``."""
    return 65 <= byte <= 90 or 97 <= byte <= 122 or 48 <= byte <= 57


@part()
def _coordinate(byte: int) -> int:
    """Return 0–51 for a–z, A–Z, and −1 for any other byte."""
    if 97 <= byte <= 122:
        return byte - 97
    if 65 <= byte <= 90:
        return byte - 39
    return -1


@part()
def _note(tape, game, column, place):
    """Count a repair and keep the place of the first."""
    if tape.syntax[game, column, 1] == 0:
        tape.syntax[game, column, 0] = place
    tape.syntax[game, column, 1] += 1


@part()
def _is_blank_or_mark(byte: int) -> bool:
    """Return whether a byte is a blank or belongs to the byte-order mark of UTF-8."""
    return byte <= 32 or byte == 0xEF or byte == 0xBB or byte == 0xBF


@part()
def _only_space(buffer, first, last):
    """Return whether nothing but blanks and byte-order marks stands in the span."""
    while first < last and _is_blank_or_mark(buffer[first]):
        first += 1
    return first >= last


@part()
def _value_end(buffer, at, stop):
    """Return where the value opened at `at` closes, or `stop`. A backslash protects the next byte."""
    place = at + 1
    while place < stop:
        byte = buffer[place]
        if byte == _CLOSE:
            return place
        place += 2 if byte == _ESCAPE else 1
    return stop


@part()
def _read_xy(buffer, first, last):
    """Read the letters of one point from ``buffer[first:last]``; blanks around them are passed over."""
    while first < last and _is_space(buffer[first]):
        first += 1
    while last > first and _is_space(buffer[last - 1]):
        last -= 1
    if first == last:
        return PASS_XY, PASS_XY
    if last - first != 2:
        return UNREADABLE_XY, UNREADABLE_XY
    column, row = _coordinate(buffer[first]), _coordinate(buffer[first + 1])
    if column < 0 or row < 0:
        return UNREADABLE_XY, UNREADABLE_XY
    return column, row


@part()
def _move_end(buffer, at, stop):
    """Return where the play opened at `at` closes, as `_value_end`.

    Where its bracket was forgotten, as in ``B[pd;W[dp]``, it ends after two letters that a node or tree mark follows.
    This is looked at first: text full of forgotten brackets must not be searched to its end for each of them.
    """
    if at + 3 < stop and _coordinate(buffer[at + 1]) >= 0 and _coordinate(buffer[at + 2]) >= 0:
        place = at + 3
        place = _skip_space(buffer, place, stop)
        if place < stop and (buffer[place] == _NODE or buffer[place] == _BEGIN or buffer[place] == _END):
            return at + 3
    return _value_end(buffer, at, stop)


@part()
def _forget_marks(register):
    """Drop territory markup of earlier nodes: only that of the last node with plays or marks is of the final board."""
    if register[_MARK_NODE] != register[_NODE_NUMBER]:
        register[_MARKS] = register[_MARK_BASE]


@part()
def _read_move(buffer, at, end, color, tape, game, register):
    """Write the play whose value opens at `at`."""
    if end - at == 3 and 97 <= buffer[at + 1] <= 122 and 97 <= buffer[at + 2] <= 122:
        column, row = np.int64(buffer[at + 1]) - 97, np.int64(buffer[at + 2]) - 97
    else:
        column, row = _read_xy(buffer, at + 1, end)
        if column == UNREADABLE_XY:
            _note(tape, game, _BAD_MOVE, at)
    event = register[_EVENTS]
    tape.kind[event] = color | register[_NODE_KO]
    tape.xy[event, 0] = column
    tape.xy[event, 1] = row
    tape.at[event] = at
    register[_NODE_PLAY] = event
    register[_EVENTS] = event + 1
    _forget_marks(register)


@part()
def _read_rectangle(buffer, at, end, xy, row_out):
    """Read a point or a compressed rectangle ``aa:cc`` (FF[4]); return whether it was readable."""
    colon = at + 1
    while colon < end and buffer[colon] != _COLON:
        colon += 1
    column, row = _read_xy(buffer, at + 1, colon)
    column2, row2 = column, row
    if colon < end:
        column2, row2 = _read_xy(buffer, colon + 1, end)
    if column < 0 or column2 < 0:
        return False
    xy[row_out, 0] = min(column, column2)
    xy[row_out, 1] = min(row, row2)
    xy[row_out, 2] = max(column, column2)
    xy[row_out, 3] = max(row, row2)
    return True


@part()
def _read_turn(buffer, at, end):
    """Read PL: B, W, black, white, 1, 2 (FF[1]–[4]); 0 where it says something else."""
    place = at + 1
    while place < end and _is_space(buffer[place]):
        place += 1
    if place < end:
        byte = buffer[place] | 32
        if byte == ord("b") or buffer[place] == ord("1"):
            return TURN_BLACK
        if byte == ord("w") or buffer[place] == ord("2"):
            return TURN_WHITE
    return 0


@part()
def _read_value(buffer, at, end, action, is_first, node_of, tape, game, register):
    """Act on one value of a known property."""
    if action <= PLAY_WHITE:
        before = register[_NODE_PLAY]
        if is_first and (before < 0 or tape.kind[before] & _PLAIN != action):
            _read_move(buffer, at, end, action, tape, game, register)
        else:
            _note(tape, game, _DUPLICATE, at)
    elif action >= INFO_BASE:
        slot = action - INFO_BASE
        if tape.info[game, slot, 0] < 0:
            tape.info[game, slot, 0] = at + 1
            tape.info[game, slot, 1] = end
            node_of[slot] = register[_NODE_NUMBER]
        elif node_of[slot] == register[_NODE_NUMBER]:
            _note(tape, game, _DUPLICATE, at)
    elif ADD_BLACK <= action <= ADD_EMPTY:
        event = register[_EVENTS]
        if _read_rectangle(buffer, at, end, tape.xy, event):
            tape.kind[event] = action
            tape.at[event] = at
            register[_EVENTS] = event + 1
            _forget_marks(register)
        else:
            _note(tape, game, _BAD_POINT, at)
    elif action == ACTION_TERRITORY_BLACK or action == ACTION_TERRITORY_WHITE:
        _forget_marks(register)
        register[_MARK_NODE] = register[_NODE_NUMBER]
        mark = register[_MARKS]
        if _read_rectangle(buffer, at, end, tape.mark_xy, mark):
            tape.mark_kind[mark] = action - ACTION_TERRITORY_BLACK + 1
            register[_MARKS] = mark + 1
        elif end > at + 1:  # an empty list, TB[], is allowed and says "none"
            _note(tape, game, _BAD_POINT, at)
    elif action == ACTION_TURN:
        turn = _read_turn(buffer, at, end)
        if not is_first or register[_TURN_NODE] == register[_NODE_NUMBER]:
            _note(tape, game, _DUPLICATE, at)
        elif turn:
            register[_TURN_NODE] = register[_NODE_NUMBER]
            event = register[_EVENTS]
            tape.kind[event] = turn
            tape.xy[event, 0] = PASS_XY
            tape.xy[event, 1] = PASS_XY
            tape.at[event] = at
            register[_EVENTS] = event + 1
        else:
            _note(tape, game, _BAD_POINT, at)
    elif action == ACTION_KO:
        register[_NODE_KO] = KO_PROPERTY
        if register[_NODE_PLAY] >= 0:
            tape.kind[register[_NODE_PLAY]] |= KO_PROPERTY


@part()
def _read_name(buffer, place, stop, table):
    """Read a property name; return its action, the place after it, and whether it is written as FF[4] wants.

    Lower-case letters are dropped (FF[1]–[3]: ``AddBlack`` is AB); a name without capitals is taken as if written in
    capitals.
    """
    first = place
    capitals = 0
    one, two = 0, 0
    while place < stop and _is_name(buffer[place]):
        byte = buffer[place]
        if 65 <= byte <= 90:
            if capitals == 0:
                one = byte - 65
            elif capitals == 1:
                two = byte - 64
            capitals += 1
        place += 1
    length = place - first
    plain = capitals == length
    if capitals == 0 and length <= 2 and buffer[first] >= 97 and buffer[place - 1] >= 97:
        capitals = length
        one = buffer[first] - 97
        two = buffer[place - 1] - 96 if length == 2 else 0
    if capitals == 0 or capitals > 2:
        return 0, place, plain
    return np.int64(table[one * 27 + two]), place, plain


@part()
def _first_node(buffer, place, stop):
    """Return the place inside the first node of the tree that opens at `place`; 0 where no node follows."""
    place = _skip_space(buffer, place + 1, stop)
    return place + 1 if place < stop and buffer[place] == _NODE else 0


@part()
def _begins_game(buffer, place, stop):
    """Return whether ``(;`` stands at `place`, blanks between allowed, and what follows can be a node.

    That is a property name before a ``[``, another node, or the tree's branches or end. Two bytes alone would be found
    in any picture or archive.
    """
    place = _first_node(buffer, place, stop)
    if place == 0:
        return False
    for _ in range(2):
        place = _skip_space(buffer, place, stop)
        if place < stop and (buffer[place] == _NODE or buffer[place] == _BEGIN or buffer[place] == _END):
            return True
        while place < stop and _is_name(buffer[place]):
            place += 1
    place = _skip_space(buffer, place, stop)
    return place == stop or buffer[place] == _OPEN


@part()
def _begins_root(buffer, place, stop):
    """Return whether a tree begins at `place` with a property that only a root has: GM, FF or SZ."""
    place = _first_node(buffer, place, stop)
    if place == 0:
        return False
    place = _skip_space(buffer, place, stop)
    if place + 2 >= stop or buffer[place + 2] != _OPEN:
        return False
    one, two = buffer[place], buffer[place + 1]
    return (
        (one == ord("G") and two == ord("M"))
        or (one == ord("F") and two == ord("F"))
        or (one == ord("S") and two == ord("Z"))
    )


@part()
def _closes(buffer, place, stop, depth):
    """Return whether `depth` open parentheses close again within the next `_WINDOW` bytes and `_ROOTS` roots.

    It is asked at each root inside a game. Without the limit of roots, a text of nothing but openings would be searched
    through its next `_WINDOW` bytes for each.
    """
    stop = min(stop, place + _WINDOW)
    roots = 0
    while place < stop:
        byte = buffer[place]
        if byte == _OPEN:
            place = _value_end(buffer, place, stop)
        elif byte == _BEGIN:
            depth += 1
            roots += _begins_root(buffer, place, stop)
            if roots > _ROOTS:
                return False
        elif byte == _END:
            depth -= 1
            if depth == 0:
                return True
        place += 1
    return False


@part()
def _find_tree(buffer, place, stop):
    """Return the place of the next ``(`` that begins a game; `stop` if there is none."""
    while place < stop:
        if buffer[place] == _BEGIN and _begins_game(buffer, place, stop):
            return place
        place += 1
    return stop


@part()
def _is_plain_play(buffer, place, stop):
    """Return whether ``;B[xy]`` or ``;W[xy]``, x and y from a–z, stands at `place`."""
    return (
        place + 5 < stop
        and (buffer[place + 1] == _B or buffer[place + 1] == _W)
        and buffer[place + 2] == _OPEN
        and 97 <= buffer[place + 3] <= 122
        and 97 <= buffer[place + 4] <= 122
        and buffer[place + 5] == _CLOSE
    )


@part()
def _read_sequence(buffer, place, stop, table, node_of, tape, row, register):
    """Read nodes up to the next parenthesis; return its place, or `stop`.

    A node begins with them whether or not its ``;`` is there, as in ``(W[dd])``. `_IS_FILLED` says whether there was
    any.
    """
    register[_NODE_NUMBER] += 1
    register[_NODE_KO] = 0
    register[_NODE_PLAY] = -1
    register[_IS_FILLED] = 0
    kind, xy, at = tape.kind, tape.xy, tape.at
    while place < stop:
        byte = buffer[place]
        if _is_space(byte):
            place += 1
        elif byte == _NODE and _is_plain_play(buffer, place, stop):
            # Nearly every node of an archive is exactly `;B[dd]`: read it here, without a call that carries the tape.
            event = register[_EVENTS]
            kind[event] = PLAY_BLACK if buffer[place + 1] == _B else PLAY_WHITE
            xy[event, 0] = np.int64(buffer[place + 3]) - 97
            xy[event, 1] = np.int64(buffer[place + 4]) - 97
            at[event] = place + 2
            register[_EVENTS] = event + 1
            register[_NODE_NUMBER] += 1
            register[_NODE_KO] = 0
            register[_NODE_PLAY] = event
            register[_MARKS] = register[_MARK_BASE]  # a plain play is alone in its node so far
            register[_IS_FILLED] = 1
            place += 6
        elif byte == _NODE:
            register[_NODE_NUMBER] += 1
            register[_NODE_KO] = 0
            register[_NODE_PLAY] = -1
            register[_IS_FILLED] = 1
            place += 1
        elif byte == _BEGIN or byte == _END:
            return place
        elif _is_name(byte):
            name_at = place
            register[_IS_FILLED] = 1
            action, place, plain = _read_name(buffer, place, stop, table)
            if not plain:
                _note(tape, row, _OLD_NAMES, name_at)
            place = _skip_space(buffer, place, stop)
            if place >= stop or buffer[place] != _OPEN:
                _note(tape, row, _NO_VALUE, name_at)
                continue
            is_first = True
            while place < stop and buffer[place] == _OPEN:
                is_play = 0 < action <= PLAY_WHITE
                end = _move_end(buffer, place, stop) if is_play else _value_end(buffer, place, stop)
                is_closed = end < stop and buffer[end] == _CLOSE
                if not is_closed:
                    _note(tape, row, _UNCLOSED_VALUE, place)
                # `;B[` or `;B[d` where the text ends is a cut record, and no pass
                if action and not (is_play and end == stop and _only_space(buffer, place + 2, stop)):
                    _read_value(buffer, place, end, action, is_first, node_of, tape, row, register)
                place = end + 1 if is_closed else end
                is_first = False
                place = _skip_space(buffer, place, stop)
        elif byte == _OPEN:  # a value without a name, or a further one of a play that was read as a plain one
            play = register[_NODE_PLAY]
            is_more = play >= 0 and at[play] + 4 <= place and _only_space(buffer, at[play] + 4, place)
            while place < stop and buffer[place] == _OPEN:
                _note(tape, row, _DUPLICATE if is_more else _JUNK, place)
                place = _value_end(buffer, place, stop) + 1
                place = _skip_space(buffer, place, stop)
        else:
            _note(tape, row, _JUNK, place)
            place += 1
    return stop


@part()
def _next_sign(buffer, place, stop):
    """Return the place of the next parenthesis or node behind a variation, or `stop`; other text is passed over."""
    while place < stop:
        byte = buffer[place]
        if byte == _BEGIN or byte == _END or byte == _NODE:
            return place
        place = _value_end(buffer, place, stop) + 1 if byte == _OPEN else place + 1
    return stop


@part()
def _begin_row(tape, row, register):
    """Clear a row of the tape; what is written next belongs to it."""
    tape.event_start[row] = register[_EVENTS]
    tape.mark_start[row] = register[_MARKS]
    tape.info[row] = -1
    tape.syntax[row] = 0
    register[_MARK_BASE] = register[_MARKS]
    register[_MARK_NODE] = -1


@part()
def _add_row(tape, tree, row, rows, depth, register):
    """Begin a row of the tree that goes on from `row`."""
    tree.parent[rows], tree.depth[rows], tree.is_marked[rows] = row, depth, False
    _begin_row(tape, rows, register)


@part()
def _read_tree(buffer, place, stop, table, node_of, tape, game, register, tree):
    """Read one game from `place`, inside its first parenthesis; return the place after it.

    Parentheses are followed one by one, so depth costs nothing. The main line is written to row `game`, and what is
    read of other variations to the row after it, again and again; where `tree` has room, each run of nodes has a row of
    its own, as long as there is room. Parentheses with nothing in them are no variation. A node behind a variation
    begins one more, so that nothing is lost. `_ENDS` counts the variations by their ends, `_ROWS` the rows.
    """
    room = len(tree.parent)
    register[_NODE_NUMBER], register[_TURN_NODE] = 0, -1
    row, rows, depth, ends = game, game + 1, 1, 0
    empty, opened = 0, place  # parentheses opened last with nothing in them so far, and the place of the last of them
    is_behind, was_behind = False, False  # whether a variation has just ended here; the same before the empty ones
    is_main, events, marks = True, register[_EVENTS], register[_MARKS]
    while depth:
        if is_behind:
            place = _next_sign(buffer, place, stop)
        else:
            place = _read_sequence(buffer, place, stop, table, node_of, tape, row, register)
            if room:
                tree.is_marked[row] |= register[_MARK_NODE] >= 0
            if register[_IS_FILLED]:
                if empty > 1:
                    _note(tape, game, _MISPLACED, opened)
                empty = 0
        if place == stop:
            break
        sign = buffer[place]
        if sign == _END:
            depth -= 1
            if empty:
                empty -= 1
                is_behind = was_behind and empty == 0
                if room:
                    rows, row = rows - 1, tree.parent[row]
                    register[_MARK_BASE] = tape.mark_start[row]
                _note(tape, row, _JUNK, place)
            else:
                if not is_behind:
                    if ends < len(tree.end):
                        tree.end[ends] = row
                    if is_main:
                        is_main, events, marks = False, register[_EVENTS], register[_MARKS]
                    ends += 1
                is_behind = True
                while room and depth and tree.depth[row] > depth:
                    row = tree.parent[row]
            place += 1
            continue
        if sign == _NODE:
            _note(tape, game, _MISPLACED, place)
        elif _begins_root(buffer, place, stop) and not _closes(buffer, place, stop, depth):
            break  # the next game: a parenthesis is missing before it
        else:
            if empty == 0:
                was_behind = is_behind
            depth += 1
            empty += 1
            opened = place
            place += 1
        is_behind = False
        if room == 0 and not is_main:
            row = game + 1
            register[_EVENTS], register[_MARKS] = events, marks
            _begin_row(tape, row, register)
        elif 0 < room == rows:
            depth = 0  # no more of it is read
        elif room:
            _add_row(tape, tree, row, rows, depth, register)
            row, rows = rows, rows + 1
    if depth:
        _note(tape, game, _UNCLOSED_TREE, place)
        for _ in range(empty if room else 0):
            rows, row = rows - 1, tree.parent[row]
        if not (was_behind if empty else is_behind):
            if ends < len(tree.end):
                tree.end[ends] = row
            ends += 1
    if room == 0 and not is_main:
        register[_EVENTS], register[_MARKS] = events, marks
    register[_ENDS], register[_ROWS] = ends, rows
    return place


@part()
def _find_headless(buffer, place, stop):
    """Return where a file begins with a game whose ``(;`` is damaged, or `stop`.

    Only blanks may stand before its ``;`` or ``(``, and a property name and ``[`` must follow: elsewhere in a text that
    is no SGF such signs mean nothing.
    """
    while place < stop and _is_blank_or_mark(buffer[place]):
        place += 1
    if place == stop or (buffer[place] != _NODE and buffer[place] != _BEGIN):
        return stop
    after = place + 1
    after = _skip_space(buffer, after, stop)
    name = after
    while after < stop and 65 <= buffer[after] <= 90:
        after += 1
    return place if 0 < after - name <= 2 and after < stop and buffer[after] == _OPEN else stop


@njit(cache=True, nogil=True)
def scan(buffer, file_start, table, tape, first_file, first_place, no_tree):
    """Tokenize the main lines of files until the tape has no row left for another game.

    Args:
        buffer: uint8[bytes], the text of all files one after the other, ASCII-compatible (UTF-8).
        file_start: int64[files + 1], where each file begins.
        table: uint8[26 * 27] from `vocabulary.identifier_table`.
        tape: a fresh `Tape`; written from row 0.
        first_file: the file to begin with.
        first_place: the place in it (buffer offset) to begin with.
        no_tree: a `Tree` without room.

    Returns:
        (games, next_file, next_place). When next_file equals the number of files, all is read; otherwise the tape is
        full and the scan goes on from there with a new tape.
    """
    register = np.zeros(_REGISTERS, dtype=np.int64)
    node_of = np.zeros(len(INFO), dtype=np.int64)
    capacity = len(tape.game_file) - 1
    files = len(file_start) - 1
    game = 0
    for file in range(first_file, files):
        place = first_place if file == first_file else file_start[file]
        stop = file_start[file + 1]
        found_any = place > file_start[file]
        while place < stop:
            headless = False
            begin = stop
            if not found_any:
                begin = _find_headless(buffer, place, stop)
                headless = begin < stop
            if begin == stop:
                begin = _find_tree(buffer, place, stop)
            if begin == stop:
                break
            if game == capacity:
                return game, file, place
            found_any = True
            tape.game_file[game], tape.game_span[game, 0] = file, begin
            _begin_row(tape, game, register)
            if not _only_space(buffer, place, begin):
                _note(tape, game, _JUNK_BEFORE, place)
            if headless:
                _note(tape, game, _NO_OPENING, begin)
                inside = begin if buffer[begin] == _NODE else begin + 1
            else:
                inside = begin + 1
            place = _read_tree(buffer, inside, stop, table, node_of, tape, game, register, no_tree)
            tape.game_span[game, 1] = place
            tape.branches[game] = register[_ENDS] - 1
            game += 1
            tape.event_start[game] = register[_EVENTS]
            tape.mark_start[game] = register[_MARKS]
    return game, files, file_start[files]


@njit(cache=True, nogil=True)
def scan_tree(buffer, place, stop, table, tape, tree):
    """Tokenize one game with all its variations, each run of nodes between parentheses to a row of its own.

    Args:
        buffer: as for `scan`.
        place: where the game begins (`Tape.game_span`).
        stop: where its file ends.
        table: as for `scan`.
        tape: a fresh `Tape` with a row for each of the tree's; of a row, info, syntax, events and marks are written.
            Faults in the order of parentheses are noted in the first row.
        tree: a fresh `Tree`; what it has no room for is not read.

    Returns:
        (rows, lines) that were written.
    """
    register = np.zeros(_REGISTERS, dtype=np.int64)
    node_of = np.zeros(len(INFO), dtype=np.int64)
    tree.parent[0], tree.depth[0] = -1, 1
    _begin_row(tape, 0, register)
    inside = place if buffer[place] == _NODE else place + 1
    _read_tree(buffer, inside, stop, table, node_of, tape, 0, register, tree)
    rows = register[_ROWS]
    tape.event_start[rows] = register[_EVENTS]
    tape.mark_start[rows] = register[_MARKS]
    return rows, min(register[_ENDS], len(tree.end))
