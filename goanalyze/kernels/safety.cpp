// Blocks that are safe under alternating play: replies within regions keep them together and give them eyes.
#include "safety.hpp"

namespace {

/// List the regions that may serve.
void list_regions(
    const ProofBoard &board, Division &division, i64 largest_region, const Grid<bool> &is_safe, RegionList &list
) {
    list.region_count = list.pair_count = list.cell_count = 0;
    list.safe_block = NONE;
    for (u64 cell = board.first_cell; cell < board.end_cell && list.safe_block == NONE; cell++) {
        list.safe_block = is_safe[cell] ? division.chain[cell] : NONE;
    }
    for (i64 start = 0; start < division.cell_count;) {
        Row<i32> cells = division.cells_from(start);
        start += cells.size;
        if (division.region[cells[0]] != NONE && cells.size <= largest_region) {
            add_region(board, division, cells, is_safe, list);
        }
    }
}

/// Make each chain a block of its own, without the dropped regions.
void separate_blocks(RegionList &list) {
    for (LocalRegion &region : list.all_regions()) {
        bool is_dropped = region.eyes == DROPPED;
        if (!is_dropped) {
            region.eyes = NO_REPLIES;
            region.is_plain = region.is_frozen = region.has_failed = false;
            region.needs_marking = true;
        }
        for (RegionChain &pair : list.pairs_of(region)) {
            pair.block = is_dropped ? NONE : pair.chain;
            pair.is_vital = false;
        }
    }
}

/// Count for each block the regions without replies that always leave it a liberty.
void count_vital_regions(LocalProof &proof) {
    RegionList &list = proof.list;
    for (LocalRegion &region : list.all_regions()) {
        if (region.needs_marking && region.eyes != DROPPED) {
            mark_vital(list, region);
        }
        region.needs_marking = false;
    }
    for (const RegionChain &pair : list.all_pairs()) {
        if (pair.block != NONE) {
            proof.vital_regions[pair.block] = 0;
        }
    }
    for (const RegionChain &pair : list.all_pairs()) {
        if (pair.block != NONE) {
            proof.vital_regions[pair.block] += pair.is_vital;
        }
    }
}

/// Merge the blocks around the loaded region. Keep replies out of the regions that always leave one of them a liberty.
void merge_blocks(RegionList &list) {
    const AdjacentBlocks &around = list.around;
    i32 merged = around.blocks[0].block;
    for (RegionChain &pair : list.all_pairs()) {
        if (pair.block != NONE && around.find(pair.block) < around.count) {
            LocalRegion &region = list.regions[pair.region];
            region.is_frozen |= pair.is_vital;
            region.has_failed = false;
            region.needs_marking = true;
            pair.block = merged;
        }
    }
}

/// Merge the blocks around the first region in which replies keep them together with an eye. Return true if one does.
///
/// No eye is needed if one of the blocks is safe already. A region where this failed is tried again when the blocks
/// around it have changed.
bool merge_blocks_at_region(const Division &division, u64 stride, LocalProof &proof) {
    RegionList &list = proof.list;
    for (LocalRegion &region : list.all_regions()) {
        if (region.eyes != NO_REPLIES || region.is_frozen || region.has_failed) {
            continue;
        }
        region.has_failed = true;
        i64 blocks = load_blocks(list, region).count;
        if (blocks < 2 || blocks > MAX_REGION_BLOCKS) {
            continue;
        }
        i32 eyes = move_safe_block_first(list) ? 0 : 1;
        add_outside_liberties(list, region, proof.vital_regions);
        if (can_hold(division, stride, list, region, eyes)) {
            region.is_plain = region.is_eye_at_once;
            region.eyes = eyes;
            merge_blocks(list);
            return true;
        }
    }
    return false;
}

/// Count the eyes of the blocks in each region, one at most in a region where replies make one.
///
/// In a region without replies each block to which it is vital has an eye.
void count_first_eyes(const Division &division, u64 stride, LocalProof &proof) {
    RegionList &list = proof.list;
    for (const RegionChain &pair : list.all_pairs()) {
        if (pair.block != NONE) {
            proof.eyes[pair.block] = 0;
        }
    }
    for (LocalRegion &region : list.all_regions()) {
        Row<RegionChain> pairs = list.pairs_of(region);
        if (region.eyes == NO_REPLIES) {
            const AdjacentBlocks &around = load_blocks(list, region);
            if (around.count > 1) {
                for (const RegionChain &pair : pairs) {
                    proof.eyes[pair.block] += pair.is_vital;
                    region.is_plain |= pair.is_vital;
                }
                continue;
            }
            if (around.blocks[0].block == list.safe_block || !can_hold(division, stride, list, region, 1)) {
                continue;
            }
            region.eyes = 1;
            region.is_plain = region.is_eye_at_once;
        }
        if (region.eyes > 0) {
            proof.eyes[pairs[0].block] += region.eyes;
        }
    }
}

/// Count the eyes of the blocks. If a block has only one, search for a second in its region.
void count_eyes(const Division &division, u64 stride, LocalProof &proof) {
    count_first_eyes(division, stride, proof);
    RegionList &list = proof.list;
    for (LocalRegion &region : list.all_regions()) {
        if (region.eyes != 1) {
            continue;
        }
        i32 &eyes = proof.eyes[list.pairs_of(region)[0].block];
        if (eyes == 1 && can_hold_again(division, stride, list, region, 2)) {
            region.eyes = eyes = 2;
        }
    }
}

/// Drop the regions around blocks that have fewer than two eyes. Return true if there are any.
bool drop_blocks_without_eyes(LocalProof &proof) {
    RegionList &list = proof.list;
    bool has_dropped = false;
    for (const RegionChain &pair : list.all_pairs()) {
        if (pair.block != NONE && pair.block != list.safe_block && proof.eyes[pair.block] < 2) {
            list.regions[pair.region].eyes = DROPPED;
            has_dropped = true;
        }
    }
    return has_dropped;
}

/// Mark the points of regions that need a search, and of those that a block needs for both its eyes.
void mark_contested(LocalProof &proof, Grid<bool> &is_contested) {
    RegionList &list = proof.list;
    for (const LocalRegion &region : list.all_regions()) {
        if (region.eyes == DROPPED) {
            continue;
        }
        bool has_replies = region.eyes != NO_REPLIES;
        i32 eyes = has_replies ? region.eyes : i32(region.is_plain);
        i32 needed_elsewhere = region.is_plain ? 1 : 2;
        bool needs_region = has_replies && !region.is_plain;
        for (const RegionChain &pair : list.pairs_of(region)) {
            needs_region |= pair.block != list.safe_block && proof.eyes[pair.block] - eyes < needed_elsewhere;
        }
        if (needs_region) {
            for (i32 cell : list.cells_of(region)) {
                is_contested[cell] = true;
            }
        }
    }
}

/// Mark the stones of the blocks that are left as safe. Return true if there are new ones.
bool store_safe_stones(const ProofBoard &board, const Division &division, LocalProof &proof, Grid<bool> &is_safe) {
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        proof.is_safe[cell] = false;
    }
    for (const RegionChain &pair : proof.list.all_pairs()) {
        if (pair.block != NONE) {
            proof.is_safe[pair.chain] = true;
        }
    }
    bool has_new = false;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        i32 chain = division.chain[cell];
        if (chain != NONE && proof.is_safe[chain] && !is_safe[cell]) {
            is_safe[cell] = has_new = true;
        }
    }
    return has_new;
}

} // namespace

bool add_locally_safe_blocks(
    const ProofBoard &board,
    Division &division,
    i64 largest_region,
    Grid<bool> &is_safe,
    Grid<bool> &is_contested,
    LocalProof &proof
) {
    list_regions(board, division, largest_region, is_safe, proof.list);
    if (proof.list.region_count == 0) {
        return false;
    }
    do {
        separate_blocks(proof.list);
        do {
            count_vital_regions(proof);
        } while (merge_blocks_at_region(division, board.stride, proof));
        count_eyes(division, board.stride, proof);
    } while (drop_blocks_without_eyes(proof));
    mark_contested(proof, is_contested);
    return store_safe_stones(board, division, proof, is_safe);
}
