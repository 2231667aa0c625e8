// Safe chains: pass-alive ones (Benson), and chains that are safe under alternating play (Müller).
//
// A *block* consists of chains that cannot be separated. (Müller 1997 calls a block a chain, and a chain a block.) A
// region is *vital* to a block if the block touches each of its points and one is empty. Blocks are safe if each has
// two vital regions that only such blocks border: each of these always leaves it a liberty, even if the player passes
// always. Benson considers only the empty points of a region. Here all points count, because suicide may be legal: a
// stone of the opponent on a point that no block touches could leave an eye for it there.
//
// Two mechanisms prove more. Both answer moves of the opponent.
//
// * Links. Chains that share two liberties are one block: if the opponent plays on one, the player plays on the other.
// * Replies. In a small region the player answers each move of the opponent there, and no other. Links have no liberty
//   in such a region. So regions do not disturb each other. After each reply
//   1. as long as the blocks around the region are not joined there, each has two liberties, in the region or in
//      others that always leave it one (vital ones without replies);
//   2. the number of their liberties in the region is at least that of the eyes that it counts for.
//   So replies hold the blocks together, as one block with up to two eyes there (`local_replies.hpp`).
//
// The opponent, to move, captures nothing. A chain that is its whole block has two liberties in its eyes. Any other has
// been separated from some of its block by no move yet: by a link, or by a region where 1 gives it two liberties.
//
// This is true under every ruleset. All that differs is granted to the opponent, and the player never needs it:
//
// * Suicide. The opponent may remove several stones. The suicide of one stone changes nothing and is a pass.
// * Ko and superko. The opponent may retake at once and repeat positions. Each reply is a stone where the player had
//   none since the position that is proven, and no such stone is ever captured. So the position after a reply is new:
//   no rule on repetition forbids it, and it does not retake a ko. (The moves before the position are unknown. A rule
//   that goes back to them could be made to forbid a reply.)
// * Threats elsewhere. A move there is answered there or needs no reply. No reply needs a second move in a row.
// * Passes. If no reply is needed, the player passes, which is always legal. If both pass, nothing is captured.
// * Cycles. A position is repeated only by suicides of the opponent while the player passes. The player loses nothing
//   then, and the result of a game without end does not concern life.
// * Counting. Nothing is counted. A block that is alive may be alive in seki (`is_contested`).
//
// Blocks are merged and dropped, with the regions around them, until nothing changes.
// `tests/life/test_safety_search.py` plays out all positions of small boards.
//
// Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
#pragma once
#include "local_replies.hpp"

constexpr u16 NO_BLOCK = 0;     // in place of a block: a cell of the border
constexpr i64 SMALL_REGION = 7; // points of the largest region in which replies take the place of links

/// The role of a region in a proof.
enum class Role : u8 {
    NO_REPLIES, // the player does not reply there
    REPLIES,    // replies hold the blocks around it together
    FROZEN      // as the first, for ever: blocks that replies hold together elsewhere count on a liberty here
};

/// A region in a proof.
struct RegionProof {
    Role role;
    bool has_failed;        // replies do not hold the blocks around it together, as these are
    i64 eyes;               // that replies make
    i64 blocks;             // number of blocks around it
    ReplyPosition position; // in which replies are searched for
};

/// The proof of one colour's safe chains.
struct SafetyProof : ProofBoard {
    Grid<bool> is_safe; // by chain of any colour

    CellList live;                          // numbers of the regions that are not dropped
    Fixed<RegionProof, CELLS> proofs;       // by region
    Fixed<AdjacentBlock, 4 * CELLS> blocks; // around regions: in the places of `pairs`
    Grid<u16> unions;                       // by chain: parent in the disjoint sets of chains that are one at first
    Grid<u16> block;                        // by chain: parent in the disjoint sets of chains that are one block
    u16 safe_block;                         // of all chains that are safe already, or `NO_BLOCK`
    Grid<u16> eyes;                         // by block
    Grid<u16> vital_regions;                // by block: regions without replies that always leave it a liberty
    ReplySearch search;

    Row<AdjacentBlock> blocks_of(i64 number) {
        return blocks.row().slice(regions[number].first_pair, regions[number].first_pair + proofs[number].blocks);
    }
};

/// Mark the chains that are safe, with replies or without. Return true if there are new ones.
bool mark_safe_chains(SafetyProof &proof, bool has_replies);

/// Return true if no territory follows from a region: stones of the opponent there may be in seki.
///
/// A block may need the region for both its eyes, or replies there, and still be able to clear it.
bool is_contested(SafetyProof &proof, i64 number);
