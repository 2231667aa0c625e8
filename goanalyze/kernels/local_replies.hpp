// The search of replies within one region: do they keep the blocks around it together, and with how many eyes there?
//
// The opponent moves first. Two things need no search:
//
// * Blocks are together if they share pairs of points (miai): if the opponent plays on one, the player connects on the
//   other.
// * A part of the region is an eye if each point of it is adjacent to the blocks, or has a pair of points of its own
//   that are (`count_eyes`).
//
// Otherwise a few replies are searched, until a position needs no search. Points are bits of a mask (`masks.hpp`).
// `safety.hpp` states the proof that follows.
//
// A judgement without a search stays true. The player answers one point of a pair with the other, and does nothing
// else. So both points of a pair are empty or one is the player's. Those adjacent to a stone of the opponent may be the
// opponent's as well: then all are one chain, which leaves the board as a whole, by capture or suicide. Hence an empty
// point that touches no block still has an empty pair. While any point of an eye is empty, one that touches a block is
// empty; the stone that fills the last one would have no liberty. A chain of the opponent has its liberties in the
// region only, because blocks surround it.
#pragma once
#include "masks.hpp"

constexpr i64 MAX_REGION_POINTS = 62; // of a region with replies: a mask has two more bits, for `ELSEWHERE`
constexpr i64 MAX_REGION_BLOCKS = 16; // around a region that is searched
constexpr i64 MAX_DEPTH = 4;          // replies that are searched ahead
constexpr i64 MAX_EYES = 2;           // that are searched for

/// Two bits for liberties that a block always has in other regions. Neither side plays there.
constexpr u64 ELSEWHERE = u64(3) << MAX_REGION_POINTS;

/// A position in the region with the opponent to move, and the progress of the search in it.
struct ReplyLevel {
    u64 empty;    // points on which both sides may play
    u64 opponent; // the opponent's stones
    i64 block_count;
    Fixed<u64, MAX_REGION_BLOCKS + 1> touched; // by block: the points adjacent to it, and some of `ELSEWHERE`

    u64 moves;        // moves of the opponent that are not yet tried
    u64 move;         // the opponent's current move
    u64 suicide;      // stones that it removes
    u64 replies;      // replies that are not yet tried
    u64 deferred;     // replies that need a search of their own
    u64 last_reply;   // the reply that succeeded last, tried first
    u64 last_refuted; // the move that no reply answered last, tried first
};

/// A search in one region. Level 0 is the position on the board.
struct ReplySearch {
    Fixed<u64, 64> neighbors; // by point: the points of the region adjacent to it
    u64 reserved;             // points that serve a link elsewhere: neither side plays there, and nothing is searched
    Fixed<ReplyLevel, MAX_DEPTH + 1> levels;

    Fixed<u64, MAX_REGION_BLOCKS> united; // by united block: the points that it touches
    Fixed<u64, 64> partner;               // by point: the other point of its pair
};

/// Return the number of replies that are searched ahead in a region.
i64 search_depth(const ReplySearch &search);

/// Return true if the blocks have too few liberties to be kept together with some number of eyes.
bool has_too_few_liberties(const ReplyLevel &level, i64 eyes);

/// Return true if replies keep the blocks together with some number of eyes.
bool search_replies(ReplySearch &search, i64 eyes, i64 depth);
