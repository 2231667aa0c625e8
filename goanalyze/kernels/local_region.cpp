// Regions with replies: their points, the chains around them, and the last query about each.
#include "local_region.hpp"

namespace {

/// Forget the results of the last query about a region.
void clear_results(LocalRegion &region) {
    region.most_success = -1;
    region.fewest_failure = MAX_EYES + 1;
    region.is_eye_known = region.is_eye_at_once = false;
}

/// Return the pair of the region that is being listed and a chain. It is added if it is missing.
RegionChain &find_pair(RegionList &list, const LocalRegion &region, i32 chain) {
    for (RegionChain &pair : list.all_pairs().from(region.first_pair)) {
        if (pair.chain == chain) {
            return pair;
        }
    }
    RegionChain &added = list.pairs[list.pair_count++];
    added = {list.region_count, chain, NONE, false, 0};
    return added;
}

/// Write a query to level 0 of the search.
void load_query(ReplySearch &search, const LocalRegion &region, Row<const u64> touched) {
    ReplyLevel &level = search.levels[0];
    level.empty = region.empty;
    level.opponent = region.opponent;
    search.reserved = region.reserved;
    level.block_count = touched.size;
    std::copy(touched.begin(), touched.end(), level.touched.before(touched.size).begin());
}

/// Write the neighbors of each point of a region to the search.
void load_neighbors(const Division &division, u64 stride, RegionList &list, const LocalRegion &region) {
    Row<i32> cells = list.cells_of(region);
    for (i64 number = 0; number < cells.size; number++) {
        list.number[cells[number]] = u8(number);
    }
    for (i64 number = 0; number < cells.size; number++) {
        u64 neighbors = 0;
        for (u64 neighbor : adjacent(u64(cells[number]), stride)) {
            if (division.region[neighbor] != NONE) {
                neighbors |= u64(1) << list.number[neighbor];
            }
        }
        list.search.neighbors[number] = neighbors;
    }
}

/// Remember a query. The results of the last one stay if it is the same.
void store_query(LocalRegion &region, Row<const u64> touched) {
    Row<u64> last = region.query_touched.before(region.query_blocks);
    if (!std::equal(last.begin(), last.end(), touched.begin(), touched.end())) {
        clear_results(region);
        region.query_blocks = i32(touched.size);
        std::copy(touched.begin(), touched.end(), region.query_touched.before(touched.size).begin());
    }
}

/// Return true if replies succeed in the query that is loaded.
bool answer_query(const Division &division, u64 stride, RegionList &list, LocalRegion &region, i32 eyes) {
    ReplySearch &search = list.search;
    const ReplyLevel &level = search.levels[0];
    if (has_too_few_liberties(level, eyes)) {
        return false;
    }
    store_query(region, level.touched.before(level.block_count));
    if (eyes <= region.most_success) {
        return true;
    }
    if (eyes >= region.fewest_failure) {
        return false;
    }
    load_neighbors(division, stride, list, region);
    if (!region.is_eye_known) {
        region.is_eye_at_once = search_replies(search, 1, 0);
        region.is_eye_known = true;
    }
    if ((eyes <= 1 && region.is_eye_at_once) || search_replies(search, eyes, search_depth(search))) {
        region.most_success = eyes;
        return true;
    }
    region.fewest_failure = eyes;
    return false;
}

} // namespace

i64 AdjacentBlocks::find(i32 block) const {
    i64 index = 0;
    while (index < count && blocks[index].block != block) {
        index++;
    }
    return index;
}

void add_region(
    const ProofBoard &board, const Division &division, Row<const i32> cells, const Grid<bool> &is_safe, RegionList &list
) {
    LocalRegion region{};
    region.first_cell = list.cell_count;
    region.last_cell = i32(list.cell_count + cells.size);
    region.first_pair = list.pair_count;
    Row<i32> sorted = list.cells_of(region);
    std::copy(cells.begin(), cells.end(), sorted.begin());
    sorted.sort();
    for (i32 cell : sorted) {
        if (board.is_excluded[cell]) {
            return;
        }
    }
    u64 point = 1;
    for (i32 member : sorted) {
        u64 cell = u64(member);
        bool touches_safe = false;
        for (u64 neighbor : adjacent_in_order(cell, board.stride)) {
            i32 chain = division.chain[neighbor];
            if (chain != NONE) {
                touches_safe |= is_safe[neighbor];
                find_pair(list, region, is_safe[neighbor] ? list.safe_block : chain).touched |= point;
            }
        }
        if (board.color[cell] != EMPTY) {
            region.opponent |= point;
        } else if (division.has_link[cell] && touches_safe) {
            region.reserved |= point;
        } else {
            region.empty |= point;
        }
        point <<= 1;
    }
    region.last_pair = list.pair_count;
    if (!(region.empty | region.reserved) || region.first_pair == region.last_pair) {
        list.pair_count = region.first_pair;
        return;
    }
    region.eyes = NO_REPLIES;
    clear_results(region);
    list.regions[list.region_count++] = region;
    list.cell_count = region.last_cell;
}

AdjacentBlocks &load_blocks(RegionList &list, const LocalRegion &region) {
    AdjacentBlocks &around = list.around;
    around.count = 0;
    for (const RegionChain &pair : list.pairs_of(region)) {
        i64 index = around.find(pair.block);
        if (index == around.count) {
            around.blocks[around.count++] = {pair.block, 0};
        }
        around.blocks[index].touched |= pair.touched;
    }
    return around;
}

void mark_vital(RegionList &list, LocalRegion &region) {
    AdjacentBlocks &around = load_blocks(list, region);
    u64 points = region.empty | region.opponent;
    bool can_be_vital = !region.reserved && region.eyes == NO_REPLIES;
    for (RegionChain &pair : list.pairs_of(region)) {
        u64 &touched = around.blocks[around.find(pair.block)].touched;
        pair.is_vital = can_be_vital && !(points & ~touched);
        if (pair.is_vital) {
            touched = 0; // each block has one mark
        }
    }
}

bool move_safe_block_first(RegionList &list) {
    i64 index = list.around.find(list.safe_block);
    if (index == list.around.count) {
        return false;
    }
    std::swap(list.around.blocks[0], list.around.blocks[index]);
    return true;
}

void add_outside_liberties(RegionList &list, const LocalRegion &region, const Grid<i32> &vital_regions) {
    for (AdjacentBlock &around : list.around.all()) {
        i32 liberties = vital_regions[around.block];
        for (const RegionChain &pair : list.pairs_of(region)) {
            liberties -= pair.block == around.block && pair.is_vital;
        }
        if (around.block == list.safe_block || liberties >= 2) {
            around.touched |= ELSEWHERE;
        } else if (liberties == 1) {
            around.touched |= lowest(ELSEWHERE);
        }
    }
}

bool can_hold(const Division &division, u64 stride, RegionList &list, LocalRegion &region, i32 eyes) {
    Fixed<u64, MAX_REGION_BLOCKS> touched;
    for (i64 index = 0; index < list.around.count; index++) {
        touched[index] = list.around.blocks[index].touched;
    }
    load_query(list.search, region, touched.before(list.around.count));
    return answer_query(division, stride, list, region, eyes);
}

bool can_hold_again(const Division &division, u64 stride, RegionList &list, LocalRegion &region, i32 eyes) {
    load_query(list.search, region, region.query_touched.before(region.query_blocks));
    return answer_query(division, stride, list, region, eyes);
}
