// Safe chains: pass-alive ones (Benson), and chains that are safe under alternating play (Müller).
#pragma once
#include "local_replies.hpp"

constexpr u16 NO_BLOCK = 0;      // in place of a block: a cell of the border

/// The role of a region in a proof.
enum class Role : u8 {
    NO_REPLIES, // the player does not reply there; it is an eye of each block that touches all points
    REPLIES,    // replies hold the blocks around it together
    FROZEN,     // as the first, for ever: a block whose chains replies hold together counts on a liberty here
    DROPPED     // it proves nothing
};

constexpr i64 SMALL_REGION = 7; // points of the largest region in which replies take the place of links

/// A region in a proof.
struct RegionProof {
    Role role;
    i64 blocks;           // number of blocks around it
    i64 eyes;             // that replies make
    ReplyPosition position; // in which replies are searched for
    bool has_failed;      // replies do not hold the blocks around it together, as these are
};

/// Scratch for the safe chains of one colour.
struct SafetyProof {
    RegionList list;
    Fixed<RegionProof, CELLS> regions;
    Fixed<AdjacentBlock, 4 * CELLS> blocks; // around regions: in place of the pairs of `RegionList::pairs`
    Grid<u16> unions;                       // by chain: parent in the disjoint sets of chains that are one at first
    Grid<u16> block;                        // by chain: parent in the disjoint sets of chains that are one block
    Grid<u16> eyes;                         // by block
    Grid<u16> vital_regions;                // by block: the regions without replies that always leave it a liberty
    Grid<bool> is_alive;                    // by block
    u16 safe_block;                         // the block of all chains that are safe already, or `NO_BLOCK`
    ReplySearch search;
};

/// Mark the chains that are safe as `is_safe`, by first cell. Return true if there are new ones.
bool mark_safe_chains(const ProofBoard &board, bool has_replies, SafetyProof &proof, Grid<bool> &is_safe);

/// Return true if no territory follows from a region: a block needs it for both its eyes, or it needs replies.
bool is_contested(const ProofBoard &board, SafetyProof &proof, i64 number);
