// Blocks with two vital regions: pass-alive chains (Benson), chains that are safe by links, and by small eyes.
//
// A region is vital to a block if the block touches each of its points and one is empty. A block is safe if it has two
// vital regions that only safe blocks border. Benson considers only the empty points. Here all points count, because
// suicide may be legal: a stone of the opponent on a point that no block touches could leave an eye for it there.
//
// Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997 (blocks).
#pragma once
#include "small_eyes.hpp"

/// The blocks of a division and the regions that they border.
struct EyeCount {
    Fixed<RegionBlock, 4 * CELLS> pairs; // those of a region are together
    i64 pair_count;
    bool has_small_eyes;   // true if small eyes may prove more than vital regions
    Grid<i32> eyes;        // by block
    Grid<bool> is_dropped; // by region and block: true if it proves nothing any more

    Grid<i32> last_region; // by block: the last region that was paired with it
    Grid<i32> last_pair;   // by block: index of that pair
    Grid<i32> last_point;  // by block: the last point that was counted for it
};

/// Pair each region that may be vital with the blocks that border it.
///
/// With `has_replies`, small eyes are marked, too.
void pair_regions_with_blocks(const ProofBoard &board, Division &division, bool has_replies, EyeCount &count);

/// Mark the stones of blocks with two eyes as safe. Return true if there are new ones.
///
/// With `has_small_eyes`, small eyes count, too.
bool mark_safe_blocks(
    const ProofBoard &board, Division &division, bool has_small_eyes, EyeCount &count, Grid<bool> &is_safe
);
