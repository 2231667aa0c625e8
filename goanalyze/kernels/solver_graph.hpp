// The proof graph of a search region: situations, the moves between them, and the side that wins each of them.
//
// A node that is decided for a side is won by it against any reply. A node that is not expanded counts against the side
// that needs it. No order of expansion can therefore lead to a wrong proof.
#pragma once
#include "constants.hpp"
#include "solver_rules.hpp"

constexpr u8 OPEN = 2;                                // value of a node that is decided for neither side
constexpr u64 OWNER_TO_MOVE = 1, TARGET_CAPTURED = 2; // flags of a situation
constexpr i64 MAX_MOVES_OF_NODE = 128;
constexpr i64 PART_LABEL = 255; // label of the owner's choice of a part where play goes on

/// Counters of a graph, and the progress of its search.
struct SearchState {
    i64 nodes;             // in the graph
    i64 edges;             // in the graph
    i64 decided;           // number of decided nodes
    i64 needs_time;        // 1 if the attacker has moves to make that no node shows, see `SearchGraph::find`
    Fixed<i64, 2> spent;   // nodes that were added to look for a proof for each side
    Fixed<i64, 2> cost;    // estimated cost of a proof for each side
    i64 evasions;          // number of nodes that the owner wins by evading for ever
    i64 nodes_at_clearing; // number of nodes when the game of clearing was last solved
};

/// A position with the side to move and the state of the question.
struct Situation {
    Stones stones;
    u64 old; // stones of the owner that are not new
    Part part;
    u64 flags; // OWNER_TO_MOVE, TARGET_CAPTURED

    bool operator==(const Situation &) const = default;

    i64 to_move() const { return flags & OWNER_TO_MOVE; }
    bool is_captured() const { return flags & TARGET_CAPTURED; }
    u64 new_stones(u64 points) const { return stones.of[OWNER] & points & ~old; }
};

/// A proof graph with its counters and its question.
struct SearchGraph : ProofGraph {
    const SearchQuestion &question;
    i64 most_nodes;
    SearchState &state;
    Row<Situation> situations;
    Buffer<i32> stack; // nodes whose consequences are to be drawn

    SearchGraph(const ProofGraph &graph, const SearchQuestion &query, i64 limit);

    bool is_open(i64 node) const { return value[node] == OPEN; }
    bool is_expanded(i64 node) const { return first_edge[node] >= 0; }
    bool is_captured(i64 node) const { return situations[node].is_captured(); }
    i64 to_move(i64 node) const { return situations[node].to_move(); }
    i64 edges_end(i64 node) const { return first_edge[node] + edge_count[node]; }
    PartRules rules(const Part &part) const { return {part, question.neighbors}; }

    /// Return the situation of the question.
    Situation first_situation() const;

    /// Return the node of a situation. A new one is decided at once if possible. Return -1 if the memory is full.
    ///
    /// Facts without influence are removed, so that situations that differ only in these share a node.
    i64 find(const Situation &situation);

    /// Add the moves of a node, unless it is decided or expanded. Return false if the memory is full.
    bool expand(i64 node);

    /// Decide a node for a side, and all nodes that follow from it.
    void decide(i64 node, i64 winner);

    /// Add the nodes from which a side can force play into a set of nodes: the attractor of the set.
    ///
    /// The stack has the nodes of the set. `escapes` is the number of moves of the other side that do not lead into it.
    /// Source: E. Grädel, W. Thomas, T. Wilke (ed.), Automata, logics, and infinite games, 2002, chapter 2.
    template <class CanJoin, class Join>
    void attract(i64 side, Row<i16> escapes, i64 depth, CanJoin can_join, Join join) const {
        while (depth) {
            i64 edge = first_to[stack[--depth]];
            for (; edge >= 0; edge = next_to[edge]) {
                i64 above = parent[edge];
                if (can_join(above) && (to_move(above) == side || --escapes[above] == 0)) {
                    join(above);
                    stack[depth++] = i32(above);
                }
            }
        }
    }

  private:
    Situation reduced(Situation situation);
    void assess(i64 node);
};
