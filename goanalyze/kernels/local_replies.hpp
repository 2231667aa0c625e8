// The search of replies within one region: do they keep the blocks around it together, and with how many eyes there?
//
// The opponent moves first, anywhere in the region. The player replies in it or passes. The
// player holds the region if, whenever the opponent is to move,
//
// 1. as long as the blocks are not joined to one, each has two liberties, in the region or elsewhere;
// 2. the number of their liberties in the region is at least that of the eyes.
//
// The search is complete unless it has looked at too many positions. A position that is repeated counts as held: the
// opponent gains nothing by a cycle. A position is held without a search if the blocks are one, and enough parts of the
// region are vital to it. `safety.hpp` states the proof that follows.
#pragma once
#include "proof_board.hpp"

constexpr i64 MAX_REGION_BLOCKS = 16;      // around a region that is searched
constexpr i64 MAX_REPLY_POSITIONS = 4'000; // that a search may look at
constexpr i64 REPLY_TABLE_BITS = 13;       // of an index of the table: it has room for twice the number of positions

/// Two bits for liberties that a block always has in other regions. Neither side plays there.
constexpr u64 ELSEWHERE = u64(3) << MAX_REGION_POINTS;

/// A position in a region with the opponent to move.
struct ReplyPosition {
    u64 empty, opponent; // points
    i64 blocks;
    Fixed<u64, MAX_REGION_BLOCKS> touched; // by block: the points adjacent to it, and some of `ELSEWHERE`
};

/// The knowledge about the clearing of a position.
enum class Clearing : u8 { UNKNOWN, FAILS, SUCCEEDS };

/// A position in the table of a search.
struct ReplyEntry {
    u64 empty, opponent;
    u64 search;      // number of the search that wrote the entry
    u64 round;       // number of the round of it in which the position was visited last
    bool is_assumed; // it counted as held in this round when it was visited again
    bool is_failed;  // it is not held
    Clearing clearing;
};

/// A search in one region.
struct ReplySearch {
    Fixed<u64, 64> neighbors; // by point: the points of the region adjacent to it
    i64 eyes;                 // that the blocks must have
    i64 most_positions;       // that `can_hold` looks at, and then `can_clear`
    i64 positions;            // in the table
    i64 last_position;        // number at which the search ends
    u64 number, round;        // of the search and of its round
    bool has_stale;           // a position that counted as held in this round has failed
    u64 last_refuting;        // the move that had no reply last, tried first
    u64 last_reply;           // the reply that succeeded last, tried first
    Fixed<ReplyEntry, 1 << REPLY_TABLE_BITS> table;
};

/// Return true if the blocks have the liberties that they need with the opponent to move.
bool has_liberties(const ReplyPosition &position, i64 eyes);

/// Return true if replies keep the blocks together with some number of eyes.
bool can_hold(ReplySearch &search, const ReplyPosition &position, i64 eyes);

/// Return true if the player can also capture all stones of the opponent that are or will be in the region, one move at
/// a time, and holds it meanwhile.
bool can_clear(ReplySearch &search, const ReplyPosition &position, i64 eyes);
