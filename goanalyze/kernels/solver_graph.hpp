// The proof graph of a search region: situations, the moves between them, and the side that wins each of them.
//
// A node that is decided for a side is won by it against any reply. A node that is not expanded counts against the side
// that needs it. No order of expansion can therefore lead to a wrong proof.
#pragma once
#include "constants.hpp"
#include "solver_rules.hpp"

constexpr u8 OPEN = 2;                               // value of a node that is decided for neither side
constexpr u8 OWNER_TO_MOVE = 1, TARGET_CAPTURED = 2; // flags of a node
constexpr i64 ROOT = 0;                              // the node of the question
constexpr i64 MAX_MOVES_OF_NODE = 128;

/// The part of a search that has to be done next.
enum SearchPhase : i64 { CHOOSING, EXPANDING, EVADING, CLEARING };

/// Counters of a graph and the progress of its search, as they are between two calls.
struct SearchState {
    i64 nodes;             // in the graph
    i64 edges;             // in the graph
    i64 decided;           // number of decided nodes
    i64 owed;              // number of nodes without stones that the attacker still has to capture, see `find`
    i64 phase;             // a `SearchPhase`
    Fixed<i64, 2> spent;   // nodes that were added to look for a proof for each side
    Fixed<i64, 2> cost;    // estimated cost of a proof for each side
    i64 side;              // for which a proof is looked for
    i64 nodes_before;      // number of nodes before this round
    i64 chosen_count;      // number of nodes that are to be expanded in this round
    i64 next;              // index of the next of them
    i64 has_room;          // 0 if nothing was chosen, or the memory is full
    i64 evasions;          // number of nodes that the owner wins by evading for ever
    i64 nodes_at_clearing; // number of nodes when the game of clearing was last solved
    i64 doubtful;          // in the game of clearing, the side that wins nodes that are not expanded
    i64 next_demand;       // in the game of clearing, index of the next demand
    i64 unchanged;         // in the game of clearing, number of demands since the last one that changed anything
};

/// A position with the side to move and the state of the question.
struct Situation {
    Stones stones;
    u64 old;  // stones of the owner that are not new
    u8 flags; // OWNER_TO_MOVE, TARGET_CAPTURED

    bool operator==(const Situation &) const = default;

    i64 to_move() const { return flags & OWNER_TO_MOVE; }
    bool is_captured() const { return flags & TARGET_CAPTURED; }
    u64 new_stones(u64 points) const { return stones.of[OWNER] & points & ~old; }
};

/// A proof graph with its counters and its question.
struct SearchGraph : ProofGraph {
    SearchState &state;
    const SearchQuestion &question;
    RegionRules rules;

    SearchGraph(const ProofGraph &graph, const SearchQuestion &query);

    bool is_open(i64 node) const { return value[node] == OPEN; }
    bool is_expanded(i64 node) const { return first_edge[node] >= 0; }
    bool is_captured(i64 node) const { return flags[node] & TARGET_CAPTURED; }
    i64 to_move(i64 node) const { return flags[node] & OWNER_TO_MOVE; }
    i64 edges_end(i64 node) const { return first_edge[node] + edge_count[node]; }

    /// Add the situation of the question. Return false if the memory is full.
    bool add_root();

    /// Add the moves of a node, unless it is decided or expanded. Return false if the memory is full.
    bool expand(i64 node);

    /// Decide a node for a side, and all nodes that follow from it.
    void decide(i64 node, i64 winner);

  private:
    Situation situation(i64 node) const;
    i64 find(Situation situation);
    i64 winner_without_search(const Situation &situation) const;
    void guess_costs(const Situation &situation, Row<u8> costs) const;
};
