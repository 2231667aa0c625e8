// Safe chains: pass-alive ones (Benson), and chains that are safe under alternating play (Müller).
#include "safety.hpp"

namespace {

/// Return the blocks around a region.
Row<AdjacentBlock> blocks_of(SafetyProof &proof, i64 number) {
    return proof.blocks.row().from(proof.list.regions[number].first_pair).before(proof.regions[number].blocks);
}

/// Return true if a region is an eye of a block without replies.
bool is_vital(SafetyProof &proof, i64 number, const AdjacentBlock &block) {
    return proof.regions[number].role != Role::REPLIES && proof.list.regions[number].points() == block.touched;
}

/// Return true if the player may reply in a region.
bool can_reply(const SafetyProof &proof, i64 number) {
    const RegionList &list = proof.list;
    return list.regions[number].size <= list.largest && proof.regions[number].blocks <= MAX_REGION_BLOCKS;
}

/// Unite the adjacent blocks of a region that have become one.
void unite_blocks(SafetyProof &proof, i64 number, Row<AdjacentBlock> from) {
    Row<AdjacentBlock> to = proof.blocks.row().from(proof.list.regions[number].first_pair);
    i64 count = 0;
    for (AdjacentBlock pair : from) {
        pair.block = find_root(proof.block, pair.block);
        i64 index = 0;
        while (index < count && to[index].block != pair.block) {
            index++;
        }
        if (index < count) {
            to[index].touched |= pair.touched;
        } else {
            to[count++] = pair;
        }
    }
    proof.regions[number].blocks = count;
}

/// Return true if a liberty of a link lies in a region that is small enough for a search.
bool serves_small_region(const ProofBoard &board, const RegionList &list, const ChainLink &link) {
    bool result = false;
    for (u16 point : link.points.row()) {
        i16 number = list.parts[board.first[point]].number;
        result |= number >= 0 && list.regions[number].chains > 0 && list.regions[number].size <= SMALL_REGION;
    }
    return result;
}

/// Begin a proof: unite chains that are safe already, and those that links unite. Drop the regions of these links.
///
/// With replies, a link in a small region is left to the search, unless safe chains need it.
void begin_proof(const ProofBoard &board, bool has_replies, SafetyProof &proof, const Grid<bool> &is_safe) {
    RegionList &list = proof.list;
    for (RegionProof &region : proof.regions.before(list.region_count)) {
        region = {Role::NO_REPLIES, 0, 0, {}, false};
    }
    proof.safe_block = NO_BLOCK;
    for (u32 cell : proof.list.chains.row()) {
        proof.unions[cell] = u16(cell);
        if (is_safe[cell]) {
            proof.safe_block = proof.safe_block ? proof.safe_block : u16(cell);
            proof.unions[cell] = proof.safe_block;
        }
    }
    for (const ChainLink &link : list.links.before(list.link_count)) {
        bool is_kept = !has_replies || is_safe[link.first] || !serves_small_region(board, list, link);
        if (!is_kept) {
            continue;
        }
        unite(proof.unions, link.first, link.second);
        for (u16 point : link.points.row()) {
            i16 number = list.parts[board.first[point]].number;
            if (has_replies && number >= 0) {
                proof.regions[number].role = Role::DROPPED;
            }
        }
    }
    proof.safe_block = find_root(proof.unions, proof.safe_block);
}

/// Begin with the blocks that links make, without the dropped regions.
void reset_blocks(SafetyProof &proof) {
    for (u32 cell : proof.list.chains.row()) {
        proof.block[cell] = proof.unions[cell];
        proof.eyes[cell] = 0;
        proof.is_alive[cell] = false;
    }
    for (i64 number = 0; number < proof.list.region_count; number++) {
        RegionProof &region = proof.regions[number];
        if (region.role != Role::DROPPED) {
            region = {Role::NO_REPLIES, 0, 0, {}, false};
            unite_blocks(proof, number, proof.list.pairs_of(proof.list.regions[number]));
        }
    }
}

/// Count for each block the regions without replies that always leave it a liberty.
void count_vital_regions(SafetyProof &proof) {
    for (i64 number = 0; number < proof.list.region_count; number++) {
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            proof.vital_regions[block.block] = 0;
        }
    }
    for (i64 number = 0; number < proof.list.region_count; number++) {
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            proof.vital_regions[block.block] += is_vital(proof, number, block);
        }
    }
}

/// Set the position in which replies in a region are searched for: its blocks and the liberties they have elsewhere.
void set_position(SafetyProof &proof, i64 number) {
    const Region &region = proof.list.regions[number];
    Row<AdjacentBlock> blocks = blocks_of(proof, number);
    ReplyPosition &position = proof.regions[number].position;
    position.empty = region.empty;
    position.opponent = region.opponent;
    position.blocks = blocks.size;
    for (i64 index = 0; index < blocks.size; index++) {
        position.touched[index] = blocks[index].touched;
        if (blocks.size > 1) {
            i64 liberties = proof.vital_regions[blocks[index].block] - is_vital(proof, number, blocks[index]);
            bool has_two = liberties >= 2 || blocks[index].block == proof.safe_block;
            position.touched[index] |= has_two ? ELSEWHERE : liberties == 1 ? lowest(ELSEWHERE) : 0;
        }
    }
}

/// Load the neighbors of each point of a region into the search.
void load_neighbors(const ProofBoard &board, SafetyProof &proof, i64 number) {
    Row<u16> cells = proof.list.cells_of(proof.list.regions[number]);
    for (i64 point = 0; point < cells.size; point++) {
        u64 neighbors = 0;
        for (i64 other = 0; other < cells.size; other++) {
            i64 distance = std::abs(i64(cells[point]) - i64(cells[other]));
            neighbors |= u64(distance == 1 || distance == i64(board.stride)) << other;
        }
        proof.search.neighbors[point] = neighbors;
    }
}

/// Return true if replies in a region hold the blocks around it together with some number of eyes.
bool can_hold_region(const ProofBoard &board, SafetyProof &proof, i64 number, i64 eyes) {
    const ReplyPosition &position = proof.regions[number].position;
    if (!has_liberties(position, eyes)) {
        return false;
    }
    load_neighbors(board, proof, number);
    return can_hold(proof.search, position, eyes);
}

/// Merge the blocks around a region. Regions that always leave one of them a liberty stay without replies.
void merge_blocks(SafetyProof &proof, i64 merged) {
    for (i64 number = 0; number < proof.list.region_count; number++) {
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            for (const AdjacentBlock &other : blocks_of(proof, merged)) {
                if (block.block == other.block) {
                    RegionProof &region = proof.regions[number];
                    region.has_failed = false;
                    region.role = is_vital(proof, number, block) ? Role::FROZEN : region.role;
                }
            }
        }
    }
    proof.regions[merged].role = Role::REPLIES;
    for (const AdjacentBlock &block : blocks_of(proof, merged)) {
        unite(proof.block, block.block, blocks_of(proof, merged)[0].block);
    }
    for (i64 number = 0; number < proof.list.region_count; number++) {
        unite_blocks(proof, number, blocks_of(proof, number));
    }
    proof.safe_block = find_root(proof.block, proof.safe_block);
}

/// Merge the blocks around the first region in which replies hold them together with an eye. Return true if one does.
///
/// No eye is needed if one of the blocks is safe already. A region where this failed is tried again when the blocks
/// around it have changed.
bool merge_blocks_at_region(const ProofBoard &board, SafetyProof &proof) {
    count_vital_regions(proof);
    for (i64 number = 0; number < proof.list.region_count; number++) {
        RegionProof &region = proof.regions[number];
        if (region.role != Role::NO_REPLIES || region.has_failed || !can_reply(proof, number) || region.blocks < 2) {
            continue;
        }
        bool is_safe = false;
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            is_safe |= block.block == proof.safe_block;
        }
        region.has_failed = true;
        set_position(proof, number);
        if (can_hold_region(board, proof, number, is_safe ? 0 : 1)) {
            merge_blocks(proof, number);
            region.eyes = is_safe ? 0 : 1;
            return true;
        }
    }
    return false;
}

/// Count the eyes of the blocks. A region without replies is an eye of each block to which it is vital.
void count_eyes(const ProofBoard &board, bool has_replies, SafetyProof &proof) {
    for (i64 number = 0; number < proof.list.region_count; number++) {
        RegionProof &region = proof.regions[number];
        Row<AdjacentBlock> blocks = blocks_of(proof, number);
        bool has_one_block = blocks.size == 1 && blocks[0].block != proof.safe_block;
        if (has_replies && has_one_block && region.role != Role::REPLIES && can_reply(proof, number)) {
            set_position(proof, number);
            if (can_hold_region(board, proof, number, 1)) {
                region.role = Role::REPLIES;
                region.eyes = 1;
            }
        }
        for (const AdjacentBlock &block : blocks) {
            proof.eyes[block.block] += u16(region.role == Role::REPLIES ? region.eyes : is_vital(proof, number, block));
        }
    }
    for (i64 number = 0; has_replies && number < proof.list.region_count; number++) {
        RegionProof &region = proof.regions[number];
        if (region.role == Role::REPLIES && region.eyes == 1) {
            u16 &eyes = proof.eyes[blocks_of(proof, number)[0].block];
            if (eyes == 1 && can_hold_region(board, proof, number, 2)) {
                region.eyes = eyes = 2;
            }
        }
    }
}

/// Drop the blocks that have fewer than two eyes, and the regions around them. Return true if there are any.
bool drop_blocks(SafetyProof &proof) {
    bool has_dropped = false;
    for (i64 number = 0; number < proof.list.region_count; number++) {
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            if (block.block != proof.safe_block && proof.eyes[block.block] < 2) {
                proof.regions[number].role = Role::DROPPED;
                has_dropped = true;
            }
        }
        if (proof.regions[number].role == Role::DROPPED) {
            proof.regions[number].blocks = 0;
        }
    }
    return has_dropped;
}

} // namespace

bool mark_safe_chains(const ProofBoard &board, bool has_replies, SafetyProof &proof, Grid<bool> &is_safe) {
    begin_proof(board, has_replies, proof, is_safe);
    u16 safe_block = proof.safe_block;
    do {
        proof.safe_block = safe_block;
        reset_blocks(proof);
        while (has_replies && merge_blocks_at_region(board, proof)) {
        }
        count_eyes(board, has_replies, proof);
    } while (drop_blocks(proof));
    for (i64 number = 0; number < proof.list.region_count; number++) {
        for (const AdjacentBlock &block : blocks_of(proof, number)) {
            proof.is_alive[block.block] = true;
        }
    }
    bool has_new = false;
    for (u32 cell : proof.list.chains.row()) {
        if (!is_safe[cell] && proof.is_alive[find_root(proof.block, u16(cell))]) {
            is_safe[cell] = has_new = true;
        }
    }
    return has_new;
}

bool is_contested(const ProofBoard &board, SafetyProof &proof, i64 number) {
    const RegionProof &region = proof.regions[number];
    bool is_eye = false;
    for (const AdjacentBlock &block : blocks_of(proof, number)) {
        is_eye |= block.touched == proof.list.regions[number].points();
    }
    bool is_plain = region.role != Role::REPLIES || (is_eye && region.position.blocks == 1);
    for (const AdjacentBlock &block : blocks_of(proof, number)) {
        i64 eyes = region.role == Role::REPLIES ? region.eyes : i64(is_eye);
        is_plain &= block.block == proof.safe_block || proof.eyes[block.block] - eyes >= (is_eye ? 1 : 2);
    }
    if (is_plain) {
        return false;
    }
    load_neighbors(board, proof, number);
    return region.role != Role::REPLIES || !can_clear(proof.search, region.position, region.eyes);
}
