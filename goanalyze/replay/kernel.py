"""The replay kernel: plays out every game of a chunk once and flags what any ruleset may object to.

Its readable twin is `goanalyze.board.history`, which states each rule as the rule books do; tests hold the two
together. Method: chains as rings with pseudo-liberties on a board with a border; a Zobrist hash and two bit planes
follow the position; each distinct position of a game is kept once, with a mask of who moved to it and who was to move
next, and found by a hash table, so superko costs one look-up per move however often positions recur, and none where
more stones stand than ever before. A hit counts only if the stored bit planes are equal, so a hash collision cannot
invent a repetition.

No rulesets, no files, no tables here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.flags import (
    AFTER_END,
    AFTER_SECOND_STOP,
    BASIC_KO,
    FORCED,
    HANDICAP_PLACEMENT,
    NEW_ZEALAND,
    NSSK,
    OCCUPIED,
    OFF_BOARD_MOVE,
    OUT_OF_TURN,
    PASS_MOVE,
    PSK,
    RESUMED_OUT_OF_ORDER,
    SETUP_BEFORE,
    SSK,
    SUICIDE_ONE,
    SUICIDE_SEVERAL,
)
from goanalyze.replay.chunk import FACTS
from goanalyze.sgf.properties import (
    ADD_BLACK,
    ADD_EMPTY,
    KO_PROPERTY,
    PLAY_BLACK,
    PLAY_WHITE,
    TURN_BLACK,
    TURN_WHITE,
)
from goanalyze.vocabulary.cells_kernel import around
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.limits import MAX_BOARD, MAX_MOVES
from goanalyze.vocabulary.points import BLACK, EMPTY, OFF_BOARD, PASS, TT_PASS, WHITE

_BORDER = 3
_CELLS = (MAX_BOARD + 1) * (MAX_BOARD + 2)

# Mask of a stored position: who moved to it, who played to it, who was to move next.
_MOVED = 1  # << 0 for Black, << 1 for White
_PLAYED = 4
_NEXT = 16

(
    _MOVES,
    _PASSES,
    _BLACK_PRISONERS,
    _WHITE_PRISONERS,
    _ENDED_AT,
    _FIRST_PASS,
    _SETUP_BREAKS,
    _FIRST_SETUP_BREAK,
    _BLACK_SETUP,
    _WHITE_SETUP,
    _HANDICAP_MOVES,
    _NO_LIBERTY,
    _DROPPED,
    _FIRST_FAULT,
    _END_RUN,
    _SETUP_OFF_BOARD,
    _STOPS,
    _SECOND_STOP,
    _LAST_STOP,
) = range(len(FACTS))


class Positions(NamedTuple):
    """Scratch: the distinct positions of one game in the order in which they first stood, and how they are found."""

    newest: NDArray[np.int32]  # of each slot of the hash table: the last position that belongs there, −1 = none
    older: NDArray[np.int32]  # the position before that belongs in the same slot, −1 = none
    key: NDArray[np.uint64]
    mask: NDArray[np.uint8]
    last: NDArray[np.int32]  # move number of the latest occurrence
    last_next: NDArray[np.int32]  # [position, side to move − 1], −1 = never
    planes: NDArray[np.uint64]  # [position * words]


@part()
def _splitmix(seed):
    """Return a well-mixed 64-bit number (Steele, Lea, Flood 2014)."""
    value = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@part()
def _find(positions, hashed, plane, words, slots):
    """Return where this very position is kept, −1 if it never stood."""
    place = np.int64(positions.newest[hashed & np.uint64(slots - 1)])
    while place >= 0:
        if positions.key[np.uint64(place)] == hashed:
            base = np.uint64(place) * words
            same = True
            for word in range(words):
                if positions.planes[base + word] != plane[word]:
                    same = False
                    break
            if same:
                break
        place = np.int64(positions.older[np.uint64(place)])
    return place


@part(forceinline=True)
def _enter(positions, place, hashed, plane, words, slots):
    """Begin what is kept of a position that stands for the first time."""
    slot = hashed & np.uint64(slots - 1)
    positions.older[place] = positions.newest[slot]
    positions.newest[slot] = place
    positions.key[place] = hashed
    positions.mask[place] = 0
    positions.last_next[place, 0] = -1
    positions.last_next[place, 1] = -1
    base = place * words
    for word in range(words):
        positions.planes[base + word] = plane[word]


@part()
def _turn_bit(plane, color, cell, half):
    """Put a stone into the bit planes, or take it out."""
    plane[np.uint64(color - 1) * half + (cell >> np.uint64(6))] ^= np.uint64(1) << (cell & np.uint64(63))


@part()
def _is_stone(color):
    """Return 1 for a stone, 0 for an empty point and the border."""
    return (color == BLACK) | (color == WHITE)


@part()
def _remove_chain(board, head, ring, liberties, plane, zobrist, hashed, start, half, stride):
    """Take the chain through `start` off the board; return the number of its stones, and the hash without them."""
    color = board[start]
    chain = head[start]
    count = 0
    cell = start
    while True:
        board[cell] = EMPTY
        hashed ^= zobrist[color, cell]
        _turn_bit(plane, color, cell, half)
        for near in around(cell, stride):
            liberties[head[near]] += _is_stone(board[near]) & (head[near] != chain)
        count += 1
        cell = np.uint64(ring[cell])
        if cell == start:
            break
    return count, hashed


@part(forceinline=True)
def _play(board, head, ring, liberties, size, plane, zobrist, hashed, cell, color, half, stride):
    """Play a stone on an empty point.

    Returns:
        (stones of the opponent that it removes, stones of one's own, the hash of what is left).
    """
    other = BLACK + WHITE - color
    captured, removed = 0, 0
    # Place the stone.
    board[cell] = color
    hashed ^= zobrist[color, cell]
    _turn_bit(plane, color, cell, half)
    chain = cell
    head[cell] = cell
    ring[cell] = cell
    size[cell] = 1
    open_sides = 0
    # Without branches, as they would be guessed wrong: where no stone stands, a chain of before loses nothing.
    for near in around(cell, stride):
        open_sides += board[near] == EMPTY
        liberties[head[near]] -= _is_stone(board[near])
    liberties[cell] = open_sides
    # Join own chains, the smaller into the larger.
    for near in around(cell, stride):
        if (board[near] == color) & (head[near] != chain):
            keep, drop = np.uint64(head[near]), chain
            if size[keep] < size[drop]:
                keep, drop = drop, keep
            walk = drop
            while True:
                head[walk] = keep
                walk = np.uint64(ring[walk])
                if walk == drop:
                    break
            ring[keep], ring[drop] = ring[drop], ring[keep]
            size[keep] += size[drop]
            liberties[keep] += liberties[drop]
            chain = keep
    # Remove the opponent's chains without liberty, then the own one. Few plays take any: asked of all sides at once.
    is_any = False
    for near in around(cell, stride):
        is_any |= ((board[near] ^ other) | liberties[head[near]]) == 0
    if is_any:
        for near in around(cell, stride):
            if (board[near] == other) & (liberties[head[near]] == 0):
                taken, hashed = _remove_chain(board, head, ring, liberties, plane, zobrist, hashed, near, half, stride)
                captured += taken
    if liberties[chain] == 0:
        removed, hashed = _remove_chain(board, head, ring, liberties, plane, zobrist, hashed, cell, half, stride)
    return captured, removed, hashed


@part()
def _rebuild(board, head, ring, liberties, size, stack, plane, zobrist, half, stride, cells):
    """Work chains, pseudo-liberties, hash and planes out of the bare board.

    Returns:
        (hash, stones on the board, a cell of a chain without liberty or −1).
    """
    plane[:] = np.uint64(0)
    hashed = np.uint64(0)
    for cell in range(cells):
        head[cell] = 0  # the cell of no point
    lifeless, stones = -1, 0
    for first in range(cells):
        color = board[first]
        if color == EMPTY or color == _BORDER or head[first]:
            continue
        head[first] = first
        ring[first] = first
        stack[0] = first
        depth, count, open_sides = 1, 0, 0
        while depth:
            depth -= 1
            cell = np.uint64(stack[depth])
            count += 1
            hashed ^= zobrist[color, cell]
            _turn_bit(plane, color, cell, half)
            for near in around(cell, stride):
                if board[near] == EMPTY:
                    open_sides += 1
                elif board[near] == color and not head[near]:
                    head[near] = first
                    ring[near] = ring[first]
                    ring[first] = near
                    stack[depth] = near
                    depth += 1
        size[first] = count
        liberties[first] = open_sides
        stones += count
        if open_sides == 0 and lifeless < 0:
            lifeless = first
    return hashed, stones, lifeless


@part()
def _is_pass(x, y, width, height):
    """Return whether a move's letters are a pass: none, or ``tt`` on boards up to 19×19 (FF[3])."""
    return x == PASS or (x == TT_PASS and y == TT_PASS and width <= TT_PASS and height <= TT_PASS)


@part(forceinline=True)
def _point(x, y, width, height):
    """Return the point of a move, `PASS`, or `OFF_BOARD`."""
    if _is_pass(x, y, width, height):
        return PASS
    if x < 0 or x >= width or y >= height:
        return OFF_BOARD
    return y * width + x


@part(forceinline=True)
def _repeats(seen, color):
    """Return which superko rules a play breaks after which a position stands that did before, by its mask."""
    flags = PSK
    if seen & (_NEXT << (WHITE - color)):
        flags |= SSK
    if seen & (_MOVED << (color - 1)):
        flags |= NEW_ZEALAND
    if seen & (_PLAYED << (color - 1)):
        flags |= NSSK
    return flags


@part()
def _handicap_moves(kind, xy, first, last, width, height, handicap):
    """Count Black's opening plays that stand for handicap stones: HA = n ≥ 2, nothing set up before the last."""
    run = 0
    for event in range(first, last):
        if run == handicap:
            break
        move = kind[event] & ~KO_PROPERTY
        on_board = 0 <= xy[event, 0] < width and xy[event, 1] < height
        if ADD_BLACK <= move <= ADD_EMPTY:
            if on_board:
                return 0
        elif move == PLAY_BLACK and on_board:
            run += 1
        elif move == PLAY_BLACK or move == PLAY_WHITE:
            break
    return run if handicap >= 2 and run >= 2 else 0


@part()
def _set_up(board, kind, xy, width, height, stride):
    """Write one setup rectangle onto the bare board; return the number of points on and off the board."""
    color = kind - ADD_BLACK + BLACK
    if kind == ADD_EMPTY:
        color = EMPTY
    written = 0
    for row in range(xy[1], min(xy[3] + 1, height)):
        for column in range(xy[0], min(xy[2] + 1, width)):
            board[(row + 1) * stride + column] = color
            written += 1
    named = (np.int64(xy[3]) - xy[1] + 1) * (np.int64(xy[2]) - xy[0] + 1)
    return written, named - written


@part()
def _note_setup(fact, board, cells, stride, lifeless, is_start):
    """Write down what setup left: stones on the board before the first move, and a chain without liberty."""
    if lifeless >= 0 and fact[_NO_LIBERTY] < 0:
        fact[_NO_LIBERTY] = (lifeless // stride - 1) * (stride - 1) + lifeless % stride
    if is_start:
        for cell in range(cells):
            if board[cell] == BLACK:
                fact[_BLACK_SETUP] += 1
            elif board[cell] == WHITE:
                fact[_WHITE_SETUP] += 1


@part()
def _first_turn(handicap, black, white):
    """Return who moves first where no PL says so; 0 for either, as where a position is set up or stones are missing."""
    if handicap < 2 and black + white == 0:
        return BLACK
    return WHITE if handicap >= 2 and black >= handicap and white == 0 else 0


@part()
def _most_entries(events):
    """Return how many positions in time a game of so many events can have: setup may stand before each move."""
    return min(events, 2 * MAX_MOVES) + 2


@part()
def _slots_for(entries):
    """Return the size of a hash table for so many positions: a power of two, not smaller."""
    slots = 16
    while slots < entries:
        slots *= 2
    return slots


@njit(cache=True, nogil=True)
def replay_chunk(kind, xy, at, event_start, width, height, handicap, move_start, board_start, moves, facts, boards):
    """Replay every game of a chunk.

    Args:
        kind: uint8[events], as in `goanalyze.sgf.tokenizer_kernel.Tape`.
        xy: int8[events, 4], the same.
        at: int32[events], the same.
        event_start: int64[games + 1], the same.
        width: int16[games]; 0 where the size is unknown: the game is passed over.
        height: int16[games].
        handicap: int16[games], HA; 0 where absent.
        move_start: int64[games + 1], first row of each game in `moves`.
        board_start: int64[games + 1], first point of each game in `boards`.
        moves: `Moves`, written.
        facts: int32[games, len(FACTS)], written.
        boards: uint8[points], final positions, row-major, written.
    """
    games = len(width)
    most_positions, most_planes = 1, 1
    for game in range(games):
        count = _most_entries(event_start[game + 1] - event_start[game])
        words = 2 * (((width[game] + 1) * (height[game] + 2) + 63) >> 6)
        most_positions = max(most_positions, count)
        most_planes = max(most_planes, count * words)
    positions = Positions(
        np.empty(_slots_for(most_positions), dtype=np.int32),
        np.empty(most_positions, dtype=np.int32),
        np.empty(most_positions, dtype=np.uint64),
        np.empty(most_positions, dtype=np.uint8),
        np.empty(most_positions, dtype=np.int32),
        np.empty((most_positions, 2), dtype=np.int32),
        np.empty(most_planes, dtype=np.uint64),
    )
    zobrist = np.empty((3, _CELLS), dtype=np.uint64)
    for cell in range(_CELLS):
        zobrist[0, cell] = np.uint64(0)
        zobrist[1, cell] = _splitmix(2 * cell)
        zobrist[2, cell] = _splitmix(2 * cell + 1)
    board = np.empty(_CELLS, dtype=np.uint8)
    head = np.zeros(_CELLS, dtype=np.uint32)  # that of a point without a stone is looked at, and says nothing
    ring = np.empty(_CELLS, dtype=np.uint32)
    liberties = np.empty(_CELLS, dtype=np.int32)
    size = np.empty(_CELLS, dtype=np.int32)
    stack = np.empty(_CELLS, dtype=np.int32)
    plane = np.empty(2 * ((_CELLS + 63) >> 6), dtype=np.uint64)
    for game in range(games):
        facts[game] = 0
        facts[game, _NO_LIBERTY] = -1
        if width[game] == 0:
            continue
        _replay_game(
            kind, xy, at, event_start[game], event_start[game + 1], np.int64(width[game]), np.int64(height[game]),
            np.int64(handicap[game]), moves, move_start[game], facts[game], boards, board_start[game],
            positions, zobrist, board, head, ring, liberties, size, stack, plane,
        )  # fmt: skip


@part()
def _replay_game(
    kind, xy, at, first, last, width, height, handicap, moves, row, fact, boards, board_at,
    positions, zobrist, board, head, ring, liberties, size, stack, plane,
):  # fmt: skip
    """Replay one game; see `replay_chunk`. `row` is its first row in `moves`."""
    out_color, out_point, out_flags = moves.color, moves.point, moves.flags
    out_captured, out_self = moves.captured, moves.self_captured
    out_repeats, out_situation, out_at = moves.repeats, moves.situation, moves.at
    mask, latest, latest_next = positions.mask, positions.last, positions.last_next

    cells = (width + 1) * (height + 2)
    stride, half = np.uint64(width + 1), np.uint64((cells + 63) >> 6)
    words = half + half
    board[:cells] = _BORDER
    for y in range(height):
        for x in range(width):
            board[(y + 1) * (width + 1) + x] = EMPTY
    plane[:] = np.uint64(0)
    hashed = np.uint64(0)
    slots = _slots_for(_most_entries(last - first))
    positions.newest[:slots] = -1
    placements = _handicap_moves(kind, xy, first, last, width, height, handicap)
    fact[_HANDICAP_MOVES] = placements

    row, number = np.uint64(row), 0  # moves so far
    known = np.uint64(0)  # distinct positions so far
    stones, most = 0, -1  # on the board, and in any position so far
    nowhere = ~np.uint64(0)  # where no position is kept
    standing, before = nowhere, nowhere  # where the position on the board is kept, and the one before that
    turn = 0  # who is to move, 0 = either
    declared = False  # PL since the last move: it holds whatever is set up
    edited = False  # setup since the last move
    passes_in_row = 0
    unanswered = 0  # who passed last and waits for the opponent's pass
    entry_is_move = False

    for event in range(np.uint64(first), np.uint64(last)):
        what = np.int64(kind[event] & ~KO_PROPERTY)
        if what >= ADD_BLACK:
            if what == TURN_BLACK or what == TURN_WHITE:
                turn = what - TURN_BLACK + BLACK
                declared = True
                continue
            written, missed = _set_up(board, what, xy[event], width, height, width + 1)
            fact[_SETUP_OFF_BOARD] += missed
            if written:
                if number > 0 and not edited:
                    if not declared:
                        turn = 0
                    fact[_SETUP_BREAKS] += 1
                    if fact[_FIRST_SETUP_BREAK] == 0:
                        fact[_FIRST_SETUP_BREAK] = number
                edited = True
            continue
        if number == MAX_MOVES:
            fact[_DROPPED] += 1
            continue
        color = what
        other = BLACK + WHITE - color
        flags = 0
        if kind[event] & KO_PROPERTY:
            flags |= FORCED

        # The position before the first move, or after setup, enters history as the play of who is not to move; only
        # the empty board at the start is nobody's.
        if number == 0 or edited:
            if edited:
                hashed, stones, lifeless = _rebuild(
                    board, head, ring, liberties, size, stack, plane, zobrist, half, stride, cells
                )
                _note_setup(fact, board, cells, width + 1, lifeless, number == 0)
            if number == 0:
                if turn == 0:
                    turn = _first_turn(handicap, fact[_BLACK_SETUP], fact[_WHITE_SETUP])
            else:
                flags |= SETUP_BEFORE
            to_move = turn or color
            found = _find(positions, hashed, plane, words, slots)
            place = np.uint64(found)
            if found < 0:
                place, known, most = known, known + np.uint64(1), max(most, stones)
                _enter(positions, place, hashed, plane, words, slots)
            mask[place] |= _NEXT << (to_move - 1)
            if number > 0 or fact[_BLACK_SETUP] + fact[_WHITE_SETUP] > 0:
                mask[place] |= (_MOVED | _PLAYED) << (WHITE - to_move)
            latest[place] = number
            latest_next[place, to_move - 1] = number
            before, standing = standing, place
            entry_is_move = False
            edited = False

        number += 1
        if turn and turn != color and number > placements:
            flags |= OUT_OF_TURN
        if number <= placements:
            flags |= HANDICAP_PLACEMENT

        # Where does the move go?
        x, y = np.int64(xy[event, 0]), np.int64(xy[event, 1])
        point = _point(x, y, width, height)
        if fact[_ENDED_AT] and point != PASS:
            flags |= AFTER_END
            if fact[_STOPS] >= 2:
                flags |= AFTER_SECOND_STOP
            is_order_known = turn == 0 and not flags & SETUP_BEFORE  # else PL or setup says who goes on
            if passes_in_row >= 2 and is_order_known and color == out_color[row - np.uint64(1)]:
                flags |= RESUMED_OUT_OF_ORDER

        captured, removed = 0, 0
        if point == PASS:
            flags |= PASS_MOVE
            fact[_PASSES] += 1
            if fact[_FIRST_PASS] == 0:
                fact[_FIRST_PASS] = number
            if passes_in_row != 1 or unanswered != color:  # both sides must pass
                passes_in_row += 1
            if unanswered == other:
                fact[_STOPS] += 1
                fact[_LAST_STOP] = number
                if fact[_ENDED_AT] == 0:
                    fact[_ENDED_AT] = number
                if fact[_STOPS] == 2:
                    fact[_SECOND_STOP] = number
                unanswered = 0
            else:
                unanswered = color
        elif point == OFF_BOARD:
            flags |= OFF_BOARD_MOVE
            passes_in_row, unanswered = 0, 0
        else:
            passes_in_row, unanswered = 0, 0
            cell = np.uint64((y + 1) * (width + 1) + x)
            if board[cell] != EMPTY:
                flags |= OCCUPIED
                board[cell] = EMPTY
                hashed, stones, lifeless = _rebuild(
                    board, head, ring, liberties, size, stack, plane, zobrist, half, stride, cells
                )
            captured, removed, hashed = _play(
                board, head, ring, liberties, size, plane, zobrist, hashed, cell, color, half, stride
            )
            stones += 1 - captured - removed
            if removed:
                flags |= SUICIDE_ONE if removed == 1 else SUICIDE_SEVERAL
            if captured or removed:
                fact[_BLACK_PRISONERS] += captured if color == BLACK else removed
                fact[_WHITE_PRISONERS] += captured if color == WHITE else removed

        # Has the position stood before? One with more stones than any has not.
        repeats, situation = -1, -1
        found = _find(positions, hashed, plane, words, slots) if stones <= most else -1
        place = np.uint64(found)
        if found < 0:
            place, known, most = known, known + np.uint64(1), max(most, stones)
            _enter(positions, place, hashed, plane, words, slots)
        else:
            situation = latest_next[place, other - 1]
            if point >= 0 and number > placements:
                repeats = latest[place]
                flags |= _repeats(mask[place], color)
                if entry_is_move and before == place:
                    flags |= BASIC_KO
        moved = _MOVED | _PLAYED if point >= 0 else _MOVED
        mask[place] |= (moved << (color - 1)) | (_NEXT << (other - 1))
        latest[place] = number
        latest_next[place, other - 1] = number
        before, standing = standing, place
        entry_is_move = True
        declared = False
        turn = other if number >= placements else color
        if passes_in_row >= 2:
            turn = 0  # who resumes a stopped game, rules differ on (Japan: the opponent of who asks, art. 9.3)

        if fact[_FIRST_FAULT] == 0 and flags & (OCCUPIED | OFF_BOARD_MOVE | SUICIDE_ONE | SUICIDE_SEVERAL | BASIC_KO):
            fact[_FIRST_FAULT] = number
        out_color[row] = color
        out_point[row] = point
        out_flags[row] = flags
        out_captured[row] = captured
        out_self[row] = removed
        out_repeats[row] = repeats
        out_situation[row] = situation
        out_at[row] = at[event]
        row += np.uint64(1)

    if edited:  # setup at the end of the record, or a record of setup alone
        _, _, lifeless = _rebuild(board, head, ring, liberties, size, stack, plane, zobrist, half, stride, cells)
        _note_setup(fact, board, cells, width + 1, lifeless, number == 0)
    fact[_MOVES] = number
    fact[_END_RUN] = passes_in_row
    for y in range(height):
        for x in range(width):
            boards[board_at] = board[(y + 1) * (width + 1) + x]
            board_at += 1
