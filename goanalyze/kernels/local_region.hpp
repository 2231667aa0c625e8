// Regions with replies: their points, the chains around them, and the last query about each.
//
// Regions that may serve are listed once (`add_region`), with the chains around each and the points that these touch.
// Later queries are composed of that (`load_blocks`), and answered by a search (`local_replies.hpp`). `safety.hpp`
// defines blocks, regions and replies, and states the proof.
#pragma once
#include "blocks.hpp"
#include "local_replies.hpp"

constexpr i64 MAX_AROUND = 4 * MAX_REGION_POINTS; // blocks around a region

/// Eyes that replies make in a region, if their number is not known.
enum EyesByReplies : i32 {
    NO_REPLIES = -1, // the player does not reply there
    DROPPED = -2     // the region proves nothing
};

/// A region and a chain adjacent to it.
struct RegionChain {
    i32 region;
    i32 chain;     // `safe_block` for all chains that are safe already
    i32 block;     // NONE if the region is dropped
    bool is_vital; // the region is vital to its block: it keeps a liberty there without replies; once for each block
    u64 touched;   // points of the region that the chain touches
};

/// A region with replies.
struct LocalRegion {
    i32 first_cell, last_cell; // in `RegionList::cells`, to before `last_cell`
    i32 first_pair, last_pair; // in `RegionList::pairs`, to before `last_pair`
    u64 empty;                 // points on which both sides may play
    u64 opponent;              // the opponent's stones
    u64 reserved;              // points that serve a link elsewhere

    i32 eyes;           // made by replies, or one of `EyesByReplies`
    bool is_plain;      // an eye that needs no search
    bool is_frozen;     // never with replies, since a united block has a liberty here without any
    bool has_failed;    // replies do not keep the blocks around it together as they are
    bool needs_marking; // the blocks around it have changed since `mark_vital`

    // The last query about it, and its results.
    i32 query_blocks;
    Fixed<u64, MAX_REGION_BLOCKS> query_touched;
    i32 most_success;    // most eyes with which replies succeed, or -1
    i32 fewest_failure;  // fewest eyes with which they fail, or `MAX_EYES` + 1
    bool is_eye_known;   // true if `is_eye_at_once` is decided
    bool is_eye_at_once; // an eye that needs no search, with the blocks together
};

/// A block around a region.
struct AdjacentBlock {
    i32 block;
    u64 touched; // points of the region that it touches, and some of `ELSEWHERE`
};

/// The blocks around a region.
struct AdjacentBlocks {
    i64 count;
    Fixed<AdjacentBlock, MAX_AROUND> blocks;

    Row<AdjacentBlock> all() { return blocks.before(count); }
    /// Return the index of a block, or `count`.
    i64 find(i32 block) const;
};

/// All regions with replies.
struct RegionList {
    i32 safe_block; // the block of all stones that are safe already, or NONE
    i32 region_count, pair_count, cell_count;
    Fixed<LocalRegion, CELLS> regions;
    Fixed<RegionChain, 4 * CELLS> pairs;
    Grid<i32> cells; // of all regions, one after the other, those of each in ascending order

    AdjacentBlocks around; // the blocks of the region that was loaded last
    Grid<u8> number;       // by cell: number of the point in its region
    ReplySearch search;

    Row<LocalRegion> all_regions() { return regions.before(region_count); }
    Row<RegionChain> all_pairs() { return pairs.before(pair_count); }
    Row<RegionChain> pairs_of(const LocalRegion &region) {
        return pairs.row().slice(region.first_pair, region.last_pair);
    }
    Row<i32> cells_of(const LocalRegion &region) { return cells.row().slice(region.first_cell, region.last_cell); }
};

/// List a region if it may serve.
void add_region(
    const ProofBoard &board, const Division &division, Row<const i32> cells, const Grid<bool> &is_safe, RegionList &list
);

/// Load the blocks around a region as they are now. Return them.
AdjacentBlocks &load_blocks(RegionList &list, const LocalRegion &region);

/// Mark the blocks to which a region is vital: they touch each point of it, and none of these is reserved.
///
/// These blocks keep a liberty there without replies. The opponent can fill all points but one, and a suicide there
/// only removes the opponent's own stones.
void mark_vital(RegionList &list, LocalRegion &region);

/// Move the safe block before the others around the loaded region. Return true if it is one of them.
bool move_safe_block_first(RegionList &list);

/// Give the blocks around the loaded region the liberties that they always have in other regions, two at most.
void add_outside_liberties(RegionList &list, const LocalRegion &region, const Grid<i32> &vital_regions);

/// Return true if replies keep the blocks around the loaded region together with some number of eyes.
bool can_hold(const Division &division, u64 stride, RegionList &list, LocalRegion &region, i32 eyes);

/// Return true if replies succeed with some number of eyes in the last query about a region.
bool can_hold_again(const Division &division, u64 stride, RegionList &list, LocalRegion &region, i32 eyes);
