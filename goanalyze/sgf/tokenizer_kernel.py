"""The byte tokenizer: SGF text of many files to one flat tape, in a single pass.

It follows the main line (the first variation everywhere), keeps where each known game-info value
stands, and writes plays, setup and territory markup as events. It is tolerant: what it repairs it
counts under a syntax code with the first place. It knows property names (`vocabulary`) but no rule
of Go, no charset and no metadata. Its readable counterpart is sgfmill (`goanalyze.sgf.tree`).

One file on purpose, like the replay kernel: numba's cache on disk does not notice a change in another file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
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
_OLD_NAMES, _BAD_MOVE, _BAD_POINT, _NO_VALUE, _JUNK_BEFORE = 5, 6, 7, 8, 9

# Registers of a scan: counters that the functions below share.
_EVENTS, _MARKS, _NODE_NUMBER, _NODE_KO, _NODE_PLAY, _MARK_BASE, _MARK_NODE, _TURN_NODE = range(8)
_REGISTERS = 8


class Tape(NamedTuple):
    """What the tokenizer writes; n games, e events, m marks. Offsets are offsets into the buffer.

    Attributes:
        game_file: int32[n], number of the file that the game stands in.
        game_span: int32[n, 2], first byte and one past the last.
        info: int32[n, len(INFO), 2], span of each value between its brackets; −1, −1 where absent.
        syntax: int32[n, len(SYNTAX_CODES), 2], first place and count of each repair.
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
    event_start: NDArray[np.int64]
    kind: NDArray[np.uint8]
    xy: NDArray[np.int8]
    at: NDArray[np.int32]
    mark_start: NDArray[np.int64]
    mark_kind: NDArray[np.uint8]
    mark_xy: NDArray[np.int8]


def new_tape(games: int, size: int) -> Tape:
    """Make room for at most `games` games from `size` bytes.

    A play takes at least three bytes (``B[]`` minus what several values share: ``[]`` is two).
    """
    events = size // 2 + 1
    return Tape(
        game_file=np.empty(games, dtype=np.int32),
        game_span=np.empty((games, 2), dtype=np.int32),
        info=np.empty((games, len(INFO), 2), dtype=np.int32),
        syntax=np.empty((games, len(SYNTAX_CODES), 2), dtype=np.int32),
        event_start=np.zeros(games + 1, dtype=np.int64),
        kind=np.empty(events, dtype=np.uint8),
        xy=np.empty((events, 4), dtype=np.int8),
        at=np.empty(events, dtype=np.int32),
        mark_start=np.zeros(games + 1, dtype=np.int64),
        mark_kind=np.empty(events, dtype=np.uint8),
        mark_xy=np.empty((events, 4), dtype=np.int8),
    )


@njit(cache=True, nogil=True)
def _is_space(byte: int) -> bool:
    return byte <= 32


@njit(cache=True, nogil=True)
def _skip_space(buffer, place, stop):
    """Return the next place that holds no blank."""
    while place < stop and _is_space(buffer[place]):
        place += 1
    return place


@njit(cache=True, nogil=True)
def _is_name(byte: int) -> bool:
    """Letters and digits: digits are not in FF[4], but some programs write ``5A``."""
    return 65 <= byte <= 90 or 97 <= byte <= 122 or 48 <= byte <= 57


@njit(cache=True, nogil=True)
def _coordinate(byte: int) -> int:
    """Return 0–51 for a–z, A–Z, and −1 for any other byte."""
    if 97 <= byte <= 122:
        return byte - 97
    if 65 <= byte <= 90:
        return byte - 39
    return -1


@njit(cache=True, nogil=True)
def _note(tape, game, column, place):
    """Count a repair and keep the place of the first."""
    if tape.syntax[game, column, 1] == 0:
        tape.syntax[game, column, 0] = place
    tape.syntax[game, column, 1] += 1


@njit(cache=True, nogil=True)
def _is_blank_or_mark(byte: int) -> bool:
    """Return whether a byte is a blank or belongs to the byte-order mark of UTF-8."""
    return byte <= 32 or byte == 0xEF or byte == 0xBB or byte == 0xBF


@njit(cache=True, nogil=True)
def _only_space(buffer, first, last):
    """Return whether nothing but blanks and byte-order marks stands in the span."""
    while first < last and _is_blank_or_mark(buffer[first]):
        first += 1
    return first >= last


@njit(cache=True, nogil=True)
def _value_end(buffer, at, stop):
    """Return where the value opened at `at` closes, or `stop`. A backslash protects the next byte."""
    place = at + 1
    while place < stop:
        byte = buffer[place]
        if byte == _CLOSE:
            return place
        place += 2 if byte == _ESCAPE else 1
    return stop


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _forget_marks(register):
    """Drop territory markup of earlier nodes: only that of the last node with plays or marks is of the final board."""
    if register[_MARK_NODE] != register[_NODE_NUMBER]:
        register[_MARKS] = register[_MARK_BASE]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _first_node(buffer, place, stop):
    """Return the place inside the first node of the tree that opens at `place`; 0 where no node follows."""
    place = _skip_space(buffer, place + 1, stop)
    return place + 1 if place < stop and buffer[place] == _NODE else 0


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _find_tree(buffer, place, stop):
    """Return the place of the next ``(`` that begins a game; `stop` if there is none."""
    while place < stop:
        if buffer[place] == _BEGIN and _begins_game(buffer, place, stop):
            return place
        place += 1
    return stop


@njit(cache=True, nogil=True)
def _skip_variations(buffer, place, stop, depth, tape, game):
    """Pass over everything after the main line's end; return the place after the game's last parenthesis.

    A node after a variation belongs to nothing, and is noted.
    """
    behind = True
    while place < stop:
        byte = buffer[place]
        if byte == _OPEN:
            place = _value_end(buffer, place, stop)
        elif byte == _NODE and behind:
            _note(tape, game, _JUNK, place)
            behind = False
        elif byte == _BEGIN:
            behind = False
            if _begins_root(buffer, place, stop) and not _closes(buffer, place, stop, depth):
                break  # the next game: a parenthesis is missing before it
            depth += 1
        elif byte == _END:
            depth -= 1
            behind = True
            if depth == 0:
                return place + 1
        place += 1
    place = min(place, stop)
    _note(tape, game, _UNCLOSED_TREE, place)
    return place


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _read_game(buffer, place, stop, depth, table, node_of, tape, game, register):
    """Read one game tree from `place`, inside `depth` open parentheses; return the place after it."""
    register[_NODE_NUMBER] = 0
    register[_NODE_KO] = 0
    register[_NODE_PLAY] = -1
    register[_MARK_BASE] = register[_MARKS]
    register[_MARK_NODE] = -1
    register[_TURN_NODE] = -1
    empty = 0  # parentheses opened last, with nothing in them so far: if they close again, they were no variation
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
            empty = 0
            place += 6
        elif byte == _NODE:
            register[_NODE_NUMBER] += 1
            register[_NODE_KO] = 0
            register[_NODE_PLAY] = -1
            empty = 0
            place += 1
        elif byte == _BEGIN:
            if register[_NODE_NUMBER] and _begins_root(buffer, place, stop) and not _closes(buffer, place, stop, depth):
                break
            depth += 1
            empty += 1
            place += 1
        elif byte == _END and empty:
            _note(tape, game, _JUNK, place)
            depth -= 1
            empty -= 1
            place += 1
        elif byte == _END:
            depth -= 1
            if depth <= 0:
                return place + 1
            return _skip_variations(buffer, place + 1, stop, depth, tape, game)
        elif _is_name(byte):
            name_at = place
            empty = 0
            action, place, plain = _read_name(buffer, place, stop, table)
            if not plain:
                _note(tape, game, _OLD_NAMES, name_at)
            place = _skip_space(buffer, place, stop)
            if place >= stop or buffer[place] != _OPEN:
                _note(tape, game, _NO_VALUE, name_at)
                continue
            is_first = True
            while place < stop and buffer[place] == _OPEN:
                is_play = 0 < action <= PLAY_WHITE
                end = _move_end(buffer, place, stop) if is_play else _value_end(buffer, place, stop)
                is_closed = end < stop and buffer[end] == _CLOSE
                if not is_closed:
                    _note(tape, game, _UNCLOSED_VALUE, place)
                # `;B[` or `;B[d` where the text ends is a cut record, and no pass
                if action and not (is_play and end == stop and _only_space(buffer, place + 2, stop)):
                    _read_value(buffer, place, end, action, is_first, node_of, tape, game, register)
                place = end + 1 if is_closed else end
                is_first = False
                place = _skip_space(buffer, place, stop)
        elif byte == _OPEN:  # a value without a name, or a further one of a play that was read as a plain one
            play = register[_NODE_PLAY]
            is_more = play >= 0 and at[play] + 4 <= place and _only_space(buffer, at[play] + 4, place)
            while place < stop and buffer[place] == _OPEN:
                _note(tape, game, _DUPLICATE if is_more else _JUNK, place)
                place = _value_end(buffer, place, stop) + 1
                place = _skip_space(buffer, place, stop)
        else:
            _note(tape, game, _JUNK, place)
            place += 1
    place = min(place, stop)
    _note(tape, game, _UNCLOSED_TREE, place)
    return place


@njit(cache=True, nogil=True)
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
def _begin_game(tape, game, file, place, register):
    """Clear the row of a game."""
    tape.game_file[game] = file
    tape.game_span[game, 0] = place
    tape.event_start[game] = register[_EVENTS]
    tape.mark_start[game] = register[_MARKS]
    tape.info[game] = -1
    tape.syntax[game] = 0


@njit(cache=True, nogil=True)
def scan(buffer, file_start, table, tape, first_file, first_place):
    """Tokenize files until the tape has no row left for another game.

    Args:
        buffer: uint8[bytes], the text of all files one after the other, ASCII-compatible (UTF-8).
        file_start: int64[files + 1], where each file begins.
        table: uint8[26 * 27] from `vocabulary.identifier_table`.
        tape: a fresh `Tape`; written from row 0.
        first_file: the file to begin with.
        first_place: the place in it (buffer offset) to begin with.

    Returns:
        (games, next_file, next_place). When next_file equals the number of files, all is read; otherwise the tape is
        full and the scan goes on from there with a new tape.
    """
    register = np.zeros(_REGISTERS, dtype=np.int64)
    node_of = np.zeros(len(INFO), dtype=np.int64)
    capacity = len(tape.game_file)
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
            _begin_game(tape, game, file, begin, register)
            if not _only_space(buffer, place, begin):
                _note(tape, game, _JUNK_BEFORE, place)
            if headless:
                _note(tape, game, _NO_OPENING, begin)
                inside = begin if buffer[begin] == _NODE else begin + 1
            else:
                inside = begin + 1
            place = _read_game(buffer, inside, stop, 1, table, node_of, tape, game, register)
            tape.game_span[game, 1] = place
            game += 1
            tape.event_start[game] = register[_EVENTS]
            tape.mark_start[game] = register[_MARKS]
    return game, files, file_start[files]
