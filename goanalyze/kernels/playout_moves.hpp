// The plays of a playout: never into an own eye, seldom a self-atari.
//
// The rule of eyes and self-atari is stated readably in `tests/oracles/playouts.py`.
#pragma once
#include "playout_board.hpp"

/// The outcome of a play.
enum Outcome : u8 { SUICIDE, LEGAL, CAPTURE };

// Probabilities of plays in per cent. Tuned on kgs-2003 and kgs-2006, where all have a flat optimum.
constexpr u32 NEVER = 0, ALWAYS = 100;
constexpr u32 THROW_IN = 30; // of a single stone in self-atari
constexpr u32 NAKADE = 60;   // of several, in a shape that leaves one eye
constexpr u32 LARGEST_NAKADE = 6;

/// Return true if a cell is an eye: only own stones are adjacent, and at most one diagonal is lost.
///
/// At an edge no diagonal may be lost. A stone of the opponent that is in atari does not count.
inline bool is_eye(const PlayoutBoard &board, u64 cell, u32 color) {
    u32 counts = board.around[cell].adjacent, opponent = BOTH_COLORS - color;
    if (counts & COUNT * (EMPTY_CELL + opponent)) {
        return false;
    }
    u32 lost = counts >= BORDER_CELL;
#pragma GCC unroll 4
    for (u64 diagonal : board.diagonals(cell)) {
        lost += board.content[diagonal] == opponent && !board.sole_liberty(board.head[diagonal]);
    }
    return lost < 2;
}

/// Return the outcome of a play on an empty cell.
[[gnu::always_inline]] inline Outcome outcome_of(const PlayoutBoard &board, u64 cell, u32 color) {
    u32 counts = board.around[cell].adjacent;
    u32 ended = 0; // adjacent stones whose chain has no other liberty
#pragma GCC unroll 4
    for (u64 neighbor : adjacent(cell, board.stride)) {
        u64 chain = board.head[neighbor];
        ended += board.content[neighbor] * (board.liberties[chain] == board.sides_of(cell, chain));
    }
    if (ended & COUNT * (BOTH_COLORS - color)) {
        return CAPTURE;
    }
    return (counts - ended) & COUNT * (EMPTY_CELL + color) ? LEGAL : SUICIDE;
}

/// Return true if the chain that a play makes has two liberties, not counting those from captures.
inline bool has_two_liberties(const PlayoutBoard &board, u64 cell, u32 color) {
    if ((board.around[cell].adjacent & COUNT) >= 2) {
        return true;
    }
    u64 liberty = NO_CELL; // the first that is known
    u32 most = 0;
#pragma GCC unroll 4
    for (u64 neighbor : adjacent(cell, board.stride)) {
        u32 content = board.content[neighbor], number = board.liberties_of(neighbor);
        liberty += content == EMPTY_CELL ? neighbor : NO_CELL;
        most = max(most, content == color ? number : 0);
    }
    if (most > 2 * SIDES) {
        return true;
    }
#pragma GCC unroll 4
    for (u64 neighbor : adjacent(cell, board.stride)) {
        if (board.content[neighbor] != color) {
            continue;
        }
        u64 chain = board.head[neighbor];
        u32 here = board.sides_of(cell, chain), number = board.liberties[chain] - here;
        if (number > SIDES) {
            return true;
        }
        if (number == 0) {
            continue;
        }
        u64 other = board.sole_liberty(chain, number, board.liberty_total[chain] - here * u32(cell));
        if (!other || other == cell || (liberty && other != liberty)) { // the mean of two can be the cell itself
            return true;
        }
        liberty = other;
    }
    return false;
}

/// The chains of a color that are adjacent to a cell, each once.
struct AdjacentChains {
    std::array<u64, 4> heads;
    u64 number;

    AdjacentChains(const PlayoutBoard &board, u64 cell, u32 color) : heads{}, number(0) {
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(cell, board.stride)) {
            u64 chain = board.head[neighbor];
            if (board.content[neighbor] == color && std::find(begin(), end(), chain) == end()) {
                heads[number++] = chain;
            }
        }
    }
    const u64 *begin() const { return heads.data(); }
    const u64 *end() const { return heads.data() + number; }
};

/// Return the number of stones of the chain that a play makes.
inline u32 size_after(const PlayoutBoard &board, u64 cell, u32 color) {
    u32 size = 1;
    for (u64 chain : AdjacentChains(board, cell, color)) {
        size += board.size[chain];
    }
    return size;
}

/// Return true if the chain of a play, of a known size, has a shape whose capture leaves one eye.
///
/// Such shapes are: up to three stones, a square or a pyramid of four, a bulky or crossed five, a rabbity six.
inline bool is_nakade(const PlayoutBoard &board, u64 cell, u32 color, u32 size) {
    if (size <= 3) {
        return true;
    }
    if (size > LARGEST_NAKADE) {
        return false;
    }
    int ends = 0, most = 0; // ends of the lines between stones; the most lines at a stone
    auto add_stone = [&](u64 stone) {
        int lines = 0;
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(stone, board.stride)) {
            lines += board.content[neighbor] == color || neighbor == cell;
        }
        ends += lines;
        most = max(most, lines);
    };
    add_stone(cell);
    for (u64 chain : AdjacentChains(board, cell, color)) {
        u64 stone = chain;
        do {
            add_stone(stone);
            stone = board.next[stone];
        } while (stone != chain);
    }
    int lines = ends / 2;
    if (size == 4) {
        return most == 3 || lines == 4;
    }
    if (size == 5) {
        return most == 4 || lines == 5;
    }
    return most == 4 && lines == 6;
}

/// Return the probability in per cent of a play that needs more than the contents around it.
///
/// It is not inlined: its values would take the registers of the loop that tries one cell after the other.
[[gnu::noinline]] inline u32 careful_probability(const PlayoutBoard &board, u64 cell, u32 color, u32 min_liberties) {
    if (is_eye(board, cell, color)) {
        return NEVER;
    }
    if (min_liberties <= SIDES) {
        Outcome outcome = outcome_of(board, cell, color);
        if (outcome != LEGAL) {
            return outcome == CAPTURE ? ALWAYS : NEVER;
        }
    }
    if (has_two_liberties(board, cell, color)) {
        return ALWAYS;
    }
    u32 size = size_after(board, cell, color);
    if (size == 1) {
        return THROW_IN;
    }
    return is_nakade(board, cell, color, size) ? NAKADE : NEVER;
}

/// Return the probability in per cent that a player plays on an empty cell.
///
/// It is 0 in an own eye and for suicide, and low for a self-atari, which gains only by its shape.
[[gnu::always_inline]] inline u32 play_probability(const PlayoutBoard &board, u64 cell, u32 color) {
    u32 counts = board.around[cell].adjacent;
    // Most cells are eyes of either side. This test has one branch, since several would be unpredictable.
    u32 opponent = BOTH_COLORS - color;
    u32 fewest = board.min_liberties(cell);
    u32 is_lost = (board.around[cell].diagonal & COUNT * opponent) >= (2 - (counts >= BORDER_CELL)) * opponent;
    u32 is_open = (counts & COUNT * (EMPTY_CELL + opponent)) | is_lost;
    u32 is_legal = (counts & COUNT * (EMPTY_CELL + color)) | (fewest <= SIDES);
    if (u64(is_open) * is_legal == 0) {
        return NEVER;
    }
    return (counts & COUNT) >= 2 ? ALWAYS : careful_probability(board, cell, color, fewest);
}

/// Return a play that rescues a chain in atari, or NO_CELL.
inline u64 rescue_play(const PlayoutBoard &board, u64 chain, u32 color) {
    u64 liberty = board.sole_liberty(chain);
    if (!liberty) {
        return NO_CELL;
    }
    u64 stone = chain;
    do { // capture an attacker
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(stone, board.stride)) {
            if (board.has_few_liberties(neighbor, BOTH_COLORS - color, SIDES)) {
                u64 cell = board.sole_liberty(board.head[neighbor]);
                if (cell && cell != board.ko) {
                    return cell;
                }
            }
        }
        stone = board.next[stone];
    } while (stone != chain);
    return liberty != board.ko && has_two_liberties(board, liberty, color) ? liberty : NO_CELL;
}
