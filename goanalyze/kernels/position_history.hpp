// The distinct positions of a game, and the way to find one again: superko costs one look-up per move.
//
// A hash table leads to the positions with equal hashes. A position counts as found only if its bit planes are equal,
// so that a collision of hashes cannot invent a repetition.
#pragma once
#include "replay_board.hpp"

constexpr u64 NO_POSITION = ~u64(0); // index of no position

/// Players of the moves that led to a position, and the sides that were to move in it.
struct Visitors {
    static constexpr u8 MOVED = 1, PLAYED = 4, TO_MOVE = 16; // << 0 for Black, << 1 for White

    /// Return the bit of a side.
    static u8 bit(u8 kind, u8 side) { return u8(kind << (side - BLACK)); }
};

/// A position of a game.
struct KnownPosition {
    u64 hash;
    i32 older;                // the position before it in the same slot of the hash table, -1 if none
    i32 latest;               // number of the latest move that led to it
    Fixed<i32, 2> latest_for; // the same with Black to move, with White to move, -1 if never
    u8 visitors;              // bits of `Visitors`
};

/// The positions of one game in the order of their first occurrence.
struct PositionHistory {
    Row<i32> newest;          // of each slot of the hash table, the last position in it, -1 if none
    Row<KnownPosition> known; // one per position
    Row<u64> planes;          // bit planes of the positions, `ReplayBoard::words` each
    u64 slots;                // of the hash table in this game: a power of two
    u64 count;                // positions so far
    i64 most_stones;          // on the board in any position so far, -1 before the first

    /// Forget all positions and prepare for a number of them.
    void clear(i64 most_positions) {
        slots = slots_for(most_positions);
        newest.before(slots).fill(-1);
        count = 0;
        most_stones = -1;
    }

    /// Return the size of a hash table: a power of two, not less than the number of positions.
    static u64 slots_for(i64 positions) {
        u64 size = 16;
        while (i64(size) < positions) {
            size *= 2;
        }
        return size;
    }

    /// Return the index of the position on the board, `NO_POSITION` if it has not occurred.
    ///
    /// A position with more stones than any before is new.
    u64 find(const ReplayBoard &board) const {
        if (board.stones > most_stones) {
            return NO_POSITION;
        }
        for (i64 index = newest[board.hash & (slots - 1)]; index >= 0; index = known[index].older) {
            if (known[index].hash == board.hash) {
                Row<u64> stored = planes.slice(u64(index) * board.words, u64(index + 1) * board.words);
                if (std::equal(stored.begin(), stored.end(), board.planes.before(board.words).begin())) {
                    return u64(index);
                }
            }
        }
        return NO_POSITION;
    }

    /// Add the position on the board and return its index.
    u64 add(const ReplayBoard &board) {
        u64 index = count++;
        i32 &slot = newest[board.hash & (slots - 1)];
        known[index] = {board.hash, slot, 0, {{-1, -1}}, 0};
        slot = i32(index);
        most_stones = max(most_stones, board.stones);
        Row<u64> stored = planes.slice(index * board.words, (index + 1) * board.words);
        Row<const u64> current = board.planes.before(board.words);
        std::copy(current.begin(), current.end(), stored.begin());
        return index;
    }
};
