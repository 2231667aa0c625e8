// Blocks that are safe under alternating play: replies within regions keep them together and give them eyes.
//
// A region is a part of the board without stones of the player. In it the player answers each move of the opponent in
// it, and no other. So regions do not disturb each other. After each reply
//
// 1. two blocks around a region that are not yet one have two liberties each: in it, or in regions without replies (a
//    region each of whose points touches a block always leaves it one: Benson's argument);
// 2. a region with one eye leaves its block a liberty, and one with two eyes leaves it two.
//
// So the opponent, to move, captures nothing: a chain has two liberties by 1 unless it is its whole block, which has
// them by 2 in its eyes.
//
// This is true under every ruleset. All that differs is granted to the opponent, and the player never needs it:
//
// * Suicide. The opponent may remove several stones, which is impossible where suicide is illegal. The suicide of one
//   stone changes nothing and is a pass. A search contains these moves (`local_replies.hpp`). A judgement without a
//   search does not depend on them: a point that touches no block counts alike with and without a stone on it.
// * Ko and superko. The opponent may retake at once and repeat positions. Each reply is a stone where the player had
//   none since the position that is proven, and no such stone is ever captured. So the position after a reply is new:
//   no rule on repetition forbids it, and it does not retake a ko. (The moves before the position are unknown. A rule
//   that goes back to them could be made to forbid a reply.)
// * Threats elsewhere. A move there is answered there or needs no reply. The region stays as it was, with the opponent
//   to move. No reply needs a second move in a row.
// * Passes. If no reply is needed, the player passes, which is always legal. If both pass, nothing is captured.
// * Cycles. A position is repeated only by suicides of the opponent while the player passes. The player loses nothing
//   then, and the result of a game without end does not concern life.
// * Counting. Nothing is counted. A block that is alive may be alive in seki. So nothing is said of a region that a
//   block needs for both its eyes, or that needs a search (`mark_contested`).
//
// Blocks are merged and dropped, with the regions around them, until nothing changes. Points that serve a link in
// another region may become either side's at any time. A block does not count them as liberties, nothing is captured by
// them, and their region is not searched. 3 in 1,000 chains of KGS 2003 need more: a new division of the board without
// the dropped blocks, or blocks that are merged without an eye together.
//
// `tests/life/test_settled_search.py` plays out all positions of small boards.
//
// Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
#pragma once
#include "local_region.hpp"

/// Scratch for the blocks that replies make safe.
struct LocalProof {
    RegionList list;
    Grid<i32> vital_regions; // by block: the regions without replies that always leave it a liberty
    Grid<i32> eyes;          // by block
    Grid<bool> is_safe;      // by chain
};

/// Mark the stones of blocks that replies make safe. Return true if there are new ones.
///
/// Regions with up to `largest_region` points have replies. `is_contested` marks the points of regions from which no
/// territory follows.
bool add_locally_safe_blocks(
    const ProofBoard &board,
    Division &division,
    i64 largest_region,
    Grid<bool> &is_safe,
    Grid<bool> &is_contested,
    LocalProof &proof
);
