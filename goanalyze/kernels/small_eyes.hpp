// Small eyes: regions of two or three points in which the player replies.
//
// The player captures the opponent's stones in a small eye as soon as they have one liberty left, and passes otherwise.
// A small eye has two or three points. At least two of them are empty, and all empty ones are liberties of the player.
//
// 1. A block with an eye elsewhere has an eye here if it touches an empty point; if three are empty, one other than the
//    middle. After each reply it has a liberty there, and no move of the opponent there captures it.
// 2. If the opponent has at most a stone in the middle of three, a block that touches both ends needs no other eye,
//    provided that another block has one and touches two points. The two blocks become connected, or share two
//    liberties.
//
// A stone between blocks none of which touches both ends may be in seki. Then the region is not an eye. Other stones
// there are dead: their capture costs no block its eye. Suicide of several stones does not occur, because a chain with
// one liberty left is captured. `tests/life/test_small_eyes.py` plays out all small eyes, with up to four blocks
// around.
//
// Rule: D. B. Benson, Life in the game of Go, 1976; Japanese rules of 1989, article 7.
#pragma once
#include "blocks.hpp"

constexpr i64 SMALL_EYE = 3; // points of the largest small eye

/// A region and a block that borders it.
struct RegionBlock {
    i32 region, block;
    i32 touched_count;       // points of the region that the block touches
    u8 touched;              // bit k: true if the block touches point k, of the first `SMALL_EYE`
    bool has_small_eye;      // the block has an eye here (1)
    bool can_need_one_eye;   // this eye suffices if another block helps (2)
    bool can_help_neighbors; // the block is one that helps (2)
};

/// Decide if a region is a small eye, for each block around it. Return true if it is one.
///
/// A region's first cell is followed by the cells that are adjacent to it.
bool mark_small_eye(const ProofBoard &board, const Division &division, Row<const i32> cells, Row<RegionBlock> pairs);
