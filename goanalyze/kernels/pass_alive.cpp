// Blocks with two vital regions: pass-alive chains (Benson), chains that are safe by links, and by small eyes.
#include "pass_alive.hpp"

namespace {

constexpr i32 ENOUGH_EYES = CELLS; // in place of a number of eyes: one eye that suffices

/// Pair a region with the blocks that border it.
void pair_region(const ProofBoard &board, Division &division, Row<const i32> cells, EyeCount &count) {
    i32 region = cells[0];
    for (i64 number = 0; number < cells.size; number++) {
        u64 cell = u64(cells[number]);
        for (u64 neighbor : adjacent_in_order(cell, board.stride)) {
            if (division.chain[neighbor] == NONE) {
                continue;
            }
            i32 block = find_root(division.block, division.chain[neighbor]);
            if (count.last_region[block] != region) {
                count.last_region[block] = region;
                count.last_pair[block] = i32(count.pair_count);
                count.last_point[block] = NONE;
                count.pairs[count.pair_count++] = {region, block, 0, 0, false, false, false};
            }
            if (count.last_point[block] != i32(cell)) {
                RegionBlock &pair = count.pairs[count.last_pair[block]];
                count.last_point[block] = i32(cell);
                pair.touched_count++;
                pair.touched |= u8(number < SMALL_EYE ? 1 << number : 0);
            }
        }
    }
}

/// Count the eyes of each block.
void count_block_eyes(const Division &division, bool has_small_eyes, EyeCount &count) {
    Row<RegionBlock> pairs = count.pairs.before(count.pair_count);
    for (const RegionBlock &pair : pairs) {
        count.eyes[pair.block] = 0;
    }
    for (const RegionBlock &pair : pairs) {
        bool is_vital = pair.touched_count == division.vital_size[pair.region];
        bool is_eye = is_vital || (has_small_eyes && pair.has_small_eye);
        count.eyes[pair.block] += is_eye && !count.is_dropped[pair.region];
    }
    if (!has_small_eyes) {
        return;
    }
    for (const RegionBlock &pair : pairs) {
        if (!pair.can_need_one_eye || count.eyes[pair.block] != 1 || count.is_dropped[pair.region]) {
            continue;
        }
        for (const RegionBlock &helper : pairs) {
            i32 eyes = count.eyes[helper.block];
            if (helper.region == pair.region && helper.can_help_neighbors && 2 <= eyes && eyes < ENOUGH_EYES) {
                count.eyes[pair.block] = ENOUGH_EYES;
            }
        }
    }
}

/// Drop the blocks that have fewer than two eyes, and with them the regions that they border.
void drop_blocks(const Division &division, bool has_small_eyes, EyeCount &count) {
    Row<RegionBlock> pairs = count.pairs.before(count.pair_count);
    for (const RegionBlock &pair : pairs) {
        count.is_dropped[pair.block] = count.is_dropped[pair.region] = false;
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        count_block_eyes(division, has_small_eyes, count);
        for (const RegionBlock &pair : pairs) {
            if (count.eyes[pair.block] < 2) {
                is_changed |= !count.is_dropped[pair.block];
                count.is_dropped[pair.block] = count.is_dropped[pair.region] = true;
            }
        }
    }
}

} // namespace

void pair_regions_with_blocks(const ProofBoard &board, Division &division, bool has_replies, EyeCount &count) {
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        count.last_region[cell] = NONE;
        count.is_dropped[cell] = true; // blocks without a pair stay dropped
    }
    count.pair_count = 0;
    count.has_small_eyes = false;
    for (i64 start = 0; start < division.cell_count;) {
        Row<i32> cells = division.cells_from(start);
        start += cells.size;
        if (division.vital_size[cells[0]] == 0) {
            continue;
        }
        i64 first_pair = count.pair_count;
        pair_region(board, division, cells, count);
        Row<RegionBlock> pairs = count.pairs.before(count.pair_count).from(first_pair);
        // If one block alone touches all points, the region is vital to it anyway.
        bool is_open = pairs.size > 1 || (pairs.size == 1 && pairs[0].touched_count < cells.size);
        if (has_replies && is_open && cells.size <= SMALL_EYE) {
            count.has_small_eyes |= mark_small_eye(board, division, cells, pairs);
        }
    }
}

bool mark_safe_blocks(
    const ProofBoard &board, Division &division, bool has_small_eyes, EyeCount &count, Grid<bool> &is_safe
) {
    drop_blocks(division, has_small_eyes, count);
    bool has_new = false;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        i32 chain = division.chain[cell];
        if (chain != NONE && !count.is_dropped[find_root(division.block, chain)]) {
            has_new |= !is_safe[cell];
            is_safe[cell] = true;
        }
    }
    return has_new;
}
