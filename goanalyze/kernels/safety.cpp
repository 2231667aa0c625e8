// Safe chains: pass-alive ones (Benson), and chains that are safe under alternating play (Müller).
#include "safety.hpp"

namespace {

/// Return true if a region always leaves a block a liberty, without replies.
bool is_vital(const SafetyProof &proof, i64 number, const AdjacentBlock &block) {
    return proof.proofs[number].role != Role::REPLIES && proof.regions[number].points() == block.touched;
}

/// Return true if the player may reply in a region.
bool can_reply(const SafetyProof &proof, i64 number) {
    return proof.regions[number].size <= proof.largest_region && proof.proofs[number].blocks <= MAX_REGION_BLOCKS;
}

/// Set the blocks around a region: adjacent chains or blocks, those united that have become one block.
void set_blocks(SafetyProof &proof, i64 number, Row<AdjacentBlock> from) {
    proof.proofs[number].blocks = 0;
    for (AdjacentBlock added : from) {
        added.block = find_root(proof.block, added.block);
        i64 index = 0;
        Row<AdjacentBlock> blocks = proof.blocks_of(number);
        while (index < blocks.size && blocks[index].block != added.block) {
            index++;
        }
        if (index < blocks.size) {
            blocks[index].touched |= added.touched;
        } else {
            proof.blocks[proof.regions[number].first_pair + proof.proofs[number].blocks++] = added;
        }
    }
}

/// Return true if a link has a liberty in a region in which the player may reply instead.
bool serves_small_region(const SafetyProof &proof, const ChainLink &link) {
    bool result = false;
    for (u16 point : link.points.row()) {
        i16 number = proof.region_at(point);
        result |= number >= 0 && proof.regions[number].chains > 0 && proof.regions[number].size <= SMALL_REGION;
    }
    return result;
}

/// Begin a proof: unite the chains that are safe already, and those with links. List the regions that are left.
///
/// With replies, links with a liberty in a small region are left to the search, unless safe chains need them.
void begin_proof(SafetyProof &proof, bool has_replies) {
    proof.safe_block = NO_BLOCK;
    for (u32 cell : proof.chains.row()) {
        proof.unions[cell] = u16(cell);
        if (proof.is_safe[cell]) {
            proof.safe_block = proof.safe_block ? proof.safe_block : u16(cell);
            proof.unions[cell] = proof.safe_block;
        }
    }
    for (RegionProof &region : proof.proofs.before(proof.region_count)) {
        region.blocks = 0;
    }
    for (const ChainLink &link : proof.links.before(proof.link_count)) {
        if (has_replies && !proof.is_safe[link.first] && serves_small_region(proof, link)) {
            continue;
        }
        unite(proof.unions, link.first, link.second);
        for (u16 point : link.points.row()) {
            if (i16 number = proof.region_at(point); has_replies && number >= 0) {
                proof.proofs[number].blocks = -1;
            }
        }
    }
    proof.safe_block = find_root(proof.unions, proof.safe_block);
    proof.live.size = 0;
    for (i64 number = 0; number < proof.region_count; number++) {
        if (proof.regions[number].chains > 0 && proof.proofs[number].blocks == 0) {
            proof.live.add(u64(number));
        }
    }
}

/// Begin with the blocks that links make, and no replies.
void reset_blocks(SafetyProof &proof) {
    for (u32 cell : proof.chains.row()) {
        proof.block[cell] = proof.unions[cell];
        proof.eyes[cell] = 0;
    }
    for (u32 number : proof.live.row()) {
        RegionProof &region = proof.proofs[number];
        region.role = Role::NO_REPLIES;
        region.has_failed = false;
        region.eyes = 0;
        set_blocks(proof, number, proof.pairs_of(proof.regions[number]));
    }
}

/// Count for each block the regions that always leave it a liberty.
void count_vital_regions(SafetyProof &proof) {
    for (u32 number : proof.live.row()) {
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            proof.vital_regions[block.block] = 0;
        }
    }
    for (u32 number : proof.live.row()) {
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            proof.vital_regions[block.block] += is_vital(proof, number, block);
        }
    }
}

/// Set the position in which replies in a region are searched for: its blocks, and the liberties they have elsewhere.
void set_position(SafetyProof &proof, i64 number) {
    const Region &region = proof.regions[number];
    ReplyPosition &position = proof.proofs[number].position;
    position.empty = region.empty;
    position.opponent = region.opponent;
    position.blocks = 0;
    Row<AdjacentBlock> blocks = proof.blocks_of(number);
    for (const AdjacentBlock &block : blocks) {
        i64 liberties = proof.vital_regions[block.block] - is_vital(proof, number, block);
        bool has_two = liberties >= 2 || block.block == proof.safe_block;
        u64 elsewhere = has_two ? ELSEWHERE : liberties == 1 ? lowest(ELSEWHERE) : 0;
        position.touched[position.blocks++] = block.touched | (blocks.size > 1 ? elsewhere : 0);
    }
}

/// Load the neighbors of each point of a region into the search.
void load_neighbors(SafetyProof &proof, i64 number) {
    Row<u16> cells = proof.cells_of(proof.regions[number]);
    for (i64 point = 0; point < cells.size; point++) {
        u64 neighbors = 0;
        for (i64 other = 0; other < cells.size; other++) {
            i64 distance = std::abs(i64(cells[point]) - i64(cells[other]));
            neighbors |= u64(distance == 1 || distance == i64(proof.stride)) << other;
        }
        proof.search.neighbors[point] = neighbors;
    }
}

/// Return true if replies in a region hold the blocks around it together with some number of eyes.
bool can_hold_region(SafetyProof &proof, i64 number, i64 eyes) {
    const ReplyPosition &position = proof.proofs[number].position;
    if (!has_liberties(position, eyes)) {
        return false;
    }
    load_neighbors(proof, number);
    return can_hold(proof.search, position, eyes);
}

/// Merge the blocks around a region. Regions that always leave one of them a liberty stay without replies.
void merge_blocks(SafetyProof &proof, i64 merged) {
    for (u32 number : proof.live.row()) {
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            for (const AdjacentBlock &other : proof.blocks_of(merged)) {
                if (block.block == other.block) {
                    RegionProof &region = proof.proofs[number];
                    region.has_failed = false;
                    region.role = is_vital(proof, number, block) ? Role::FROZEN : region.role;
                }
            }
        }
    }
    proof.proofs[merged].role = Role::REPLIES;
    for (const AdjacentBlock &block : proof.blocks_of(merged)) {
        unite(proof.block, block.block, proof.blocks_of(merged)[0].block);
    }
    proof.safe_block = find_root(proof.block, proof.safe_block);
    for (u32 number : proof.live.row()) {
        set_blocks(proof, number, proof.blocks_of(number));
    }
}

/// Merge the blocks around the first region in which replies hold them together with an eye. Return true if one does.
///
/// No eye is needed if one of the blocks is safe already. A region where this failed is tried again when the blocks
/// around it have changed.
bool merge_blocks_at_region(SafetyProof &proof) {
    count_vital_regions(proof);
    for (u32 number : proof.live.row()) {
        RegionProof &region = proof.proofs[number];
        if (region.role != Role::NO_REPLIES || region.has_failed || region.blocks < 2 || !can_reply(proof, number)) {
            continue;
        }
        region.eyes = 1;
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            region.eyes = block.block == proof.safe_block ? 0 : region.eyes;
        }
        set_position(proof, number);
        if (can_hold_region(proof, number, region.eyes)) {
            merge_blocks(proof, number);
            return true;
        }
        region.has_failed = true;
    }
    return false;
}

/// Count the eyes of the blocks. A region without replies is an eye of each block to which it is vital.
void count_eyes(SafetyProof &proof, bool has_replies) {
    for (u32 number : proof.live.row()) {
        RegionProof &region = proof.proofs[number];
        Row<AdjacentBlock> blocks = proof.blocks_of(number);
        bool has_one_block = blocks.size == 1 && blocks[0].block != proof.safe_block;
        if (has_replies && has_one_block && region.role != Role::REPLIES && can_reply(proof, number)) {
            set_position(proof, number);
            region.eyes = 1;
            region.role = can_hold_region(proof, number, 1) ? Role::REPLIES : region.role;
        }
        for (const AdjacentBlock &block : blocks) {
            proof.eyes[block.block] += u16(region.role == Role::REPLIES ? region.eyes : is_vital(proof, number, block));
        }
    }
    for (u32 number : proof.live.row()) {
        RegionProof &region = proof.proofs[number];
        if (region.role == Role::REPLIES && region.eyes == 1) {
            u16 &eyes = proof.eyes[proof.blocks_of(number)[0].block];
            if (eyes == 1 && can_hold_region(proof, number, 2)) {
                region.eyes = eyes = 2;
            }
        }
    }
}

/// Drop the regions around blocks that have fewer than two eyes. Return true if there are any.
bool drop_regions(SafetyProof &proof) {
    Row<u32> all = proof.live.row();
    proof.live.size = 0;
    for (u32 number : all) {
        bool is_kept = true;
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            is_kept &= block.block == proof.safe_block || proof.eyes[block.block] >= 2;
        }
        if (is_kept) {
            proof.live.add(number);
        }
    }
    return i64(proof.live.size) < all.size;
}

} // namespace

bool mark_safe_chains(SafetyProof &proof, bool has_replies) {
    begin_proof(proof, has_replies);
    u16 safe_block = proof.safe_block;
    do {
        proof.safe_block = safe_block;
        reset_blocks(proof);
        while (has_replies && merge_blocks_at_region(proof)) {
        }
        count_eyes(proof, has_replies);
    } while (drop_regions(proof));
    Grid<u16> &is_alive = proof.vital_regions;
    for (u32 cell : proof.chains.row()) {
        is_alive[cell] = false;
    }
    for (u32 number : proof.live.row()) {
        for (const AdjacentBlock &block : proof.blocks_of(number)) {
            is_alive[block.block] = true;
        }
    }
    bool has_new = false;
    for (u32 cell : proof.chains.row()) {
        if (!proof.is_safe[cell] && is_alive[find_root(proof.block, u16(cell))]) {
            proof.is_safe[cell] = has_new = true;
        }
    }
    return has_new;
}

bool is_contested(SafetyProof &proof, i64 number) {
    const RegionProof &region = proof.proofs[number];
    bool has_replies = region.role == Role::REPLIES, is_eye = false;
    for (const AdjacentBlock &block : proof.blocks_of(number)) {
        is_eye |= block.touched == proof.regions[number].points();
    }
    bool is_plain = !has_replies || (is_eye && region.position.blocks == 1);
    for (const AdjacentBlock &block : proof.blocks_of(number)) {
        i64 eyes_elsewhere = proof.eyes[block.block] - (has_replies ? region.eyes : i64(is_eye));
        is_plain &= block.block == proof.safe_block || eyes_elsewhere >= (is_eye ? 1 : 2);
    }
    if (is_plain || !has_replies) {
        return !is_plain;
    }
    load_neighbors(proof, number);
    return !can_clear(proof.search, region.position, region.eyes);
}
