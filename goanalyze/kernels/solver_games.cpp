// Games on a proof graph where play may go on for ever.
#include "solver_games.hpp"

namespace {

constexpr i32 MAX_RESERVE = 256; // stones that an owner may lose in excess of those captured

/// The game in which the attacker must satisfy each demand again and again.
///
/// A demand is that the target is captured and a point is without a new stone. Without a point it is that the attacker
/// can pass.
struct ClearingGame {
    SearchGraph &graph;
    i64 doubtful; // side that wins nodes that are not expanded
    i64 nodes = graph.state.nodes;
    i64 depth = 0;               // number of nodes on the stack
    Buffer<bool> inside{nodes};  // nodes that the attacker may still win
    Buffer<i16> exits{nodes};    // number of moves of the attacker that stay inside
    Buffer<bool> reached{nodes}; // nodes from which the attacker can force the demand
    Buffer<i16> escapes{nodes};  // number of moves of the owner that avoid it

    /// Decide the nodes that are proven: for the attacker those inside, for the owner those outside.
    void run() {
        Fixed<u64, 65> demands;
        i64 count = 0;
        for (u64 rest = graph.question.clear; rest; rest &= rest - 1) {
            demands[count++] = lowest(rest);
        }
        if (doubtful == OWNER && graph.state.needs_time) {
            demands[count++] = 0;
        }
        for (i64 node = 0; node < nodes; node++) {
            exits[node] = graph.unrefuted[node];
            inside[node] = graph.is_open(node);
            if (inside[node] && !graph.is_expanded(node) && doubtful == OWNER) {
                leave(node);
            }
        }
        leave_forced();
        for (i64 next = 0, satisfied = 0; satisfied < count; next = (next + 1) % count) {
            satisfied = refuse(demands[next]) ? 0 : satisfied + 1;
        }
        for (i64 node = 0; node < nodes; node++) {
            if (graph.is_open(node) && graph.is_expanded(node) && inside[node] == (doubtful == OWNER)) {
                graph.decide(node, 1 - doubtful);
            }
        }
    }

    /// Remove the nodes where the owner can refuse a demand for ever. Return true if there are any.
    bool refuse(u64 point) {
        depth = 0;
        auto reach = [&](i64 node) { reached[node] = true; };
        for (i64 node = 0; node < nodes; node++) {
            escapes[node] = graph.unrefuted[node];
            reached[node] = inside[node] && satisfies(node, point);
            if (reached[node]) {
                graph.stack[depth++] = i32(node);
            }
        }
        graph.attract(ATTACKER, escapes, depth, [&](i64 node) { return inside[node] && !reached[node]; }, reach);
        depth = 0;
        for (i64 node = 0; node < nodes; node++) {
            if (inside[node] && !reached[node]) {
                leave(node);
            }
        }
        bool has_changed = depth > 0;
        leave_forced();
        return has_changed;
    }

    /// Remove a node and put it on the stack.
    void leave(i64 node) {
        inside[node] = false;
        graph.stack[depth++] = i32(node);
    }

    /// Remove the nodes from which the owner can force play to the nodes on the stack.
    void leave_forced() {
        auto can_leave = [&](i64 node) { return inside[node] && graph.is_expanded(node); };
        graph.attract(OWNER, exits, depth, can_leave, [&](i64 node) { inside[node] = false; });
    }

    /// Return true if a demand is satisfied at a node, as it may be where nothing is expanded.
    bool satisfies(i64 node, u64 point) const {
        if (!graph.is_expanded(node)) {
            return true;
        }
        const Situation &situation = graph.situations[node];
        return point ? situation.is_captured() && !situation.new_stones(point) : can_pass(node);
    }

    /// Return true if the attacker is to move and the pass leads to a node inside.
    bool can_pass(i64 node) const {
        for (i64 edge = graph.first_edge[node]; edge < graph.edges_end(node); edge++) {
            if (graph.label[edge] == PASS_LABEL) {
                return graph.to_move(node) == ATTACKER && inside[graph.child[edge]];
            }
        }
        return false;
    }
};

/// Return the stones of the attacker minus those of the owner.
i64 stone_difference(const SearchGraph &graph, i64 node) {
    const Stones &stones = graph.situations[node].stones;
    return count_points(stones.of[ATTACKER]) - count_points(stones.of[OWNER]);
}

/// Return the smallest reserve of stones that the owner needs at a node, given the reserves of the nodes after it.
i32 needed_reserve(const SearchGraph &graph, i64 node, Row<const i32> reserve) {
    bool is_owner = graph.to_move(node) == OWNER;
    i64 difference = stone_difference(graph, node);
    i32 best = is_owner ? MAX_RESERVE : 0;
    for (i64 edge = graph.first_edge[node]; edge < graph.edges_end(node); edge++) {
        i64 child = graph.child[edge];
        if (graph.value[child] != OWNER) {
            continue;
        }
        i64 played = graph.label[edge] < PASS_LABEL ? 1 : 0;
        i64 gain = difference - stone_difference(graph, child) + (is_owner ? -played : played);
        i32 needed = i32(min(MAX_RESERVE, max(0, reserve[child] - gain)));
        best = is_owner ? min(best, needed) : max(best, needed);
    }
    return best;
}

} // namespace

i64 decide_evasion(SearchGraph &graph) {
    i64 nodes = graph.state.nodes, before = graph.state.decided, depth = 0;
    Buffer<bool> reached(nodes);
    Buffer<i16> escapes(nodes);
    for (i64 node = 0; node < nodes; node++) {
        escapes[node] = graph.unrefuted[node];
        reached[node] = graph.is_open(node) && (!graph.is_expanded(node) || graph.is_captured(node));
        if (reached[node]) {
            graph.stack[depth++] = i32(node);
        }
    }
    auto can_join = [&](i64 node) { return graph.is_open(node) && !reached[node]; };
    graph.attract(ATTACKER, escapes, depth, can_join, [&](i64 node) { reached[node] = true; });
    for (i64 node = 0; node < nodes; node++) {
        if (graph.is_open(node) && !reached[node]) {
            graph.decide(node, OWNER);
        }
    }
    return graph.state.decided - before;
}

void decide_clearing(SearchGraph &graph) {
    ClearingGame{graph, ATTACKER}.run();
    ClearingGame{graph, OWNER}.run();
}

bool loses_by_cycles(const SearchGraph &graph, i64 root) {
    i64 nodes = graph.state.nodes, depth = 0;
    Buffer<i32> reserve(nodes);
    Buffer<bool> is_queued(nodes);
    auto queue = [&](i64 node) {
        if (graph.value[node] == OWNER && graph.is_expanded(node) && !is_queued[node]) {
            is_queued[node] = true;
            graph.stack[depth++] = i32(node);
        }
    };
    for (i64 node = 0; node < nodes; node++) {
        queue(node);
    }
    while (depth) {
        i64 node = graph.stack[--depth];
        is_queued[node] = false;
        i32 needed = needed_reserve(graph, node, reserve);
        if (needed <= reserve[node]) {
            continue;
        }
        reserve[node] = needed;
        for (i64 edge = graph.first_to[node]; edge >= 0; edge = graph.next_to[edge]) {
            queue(graph.parent[edge]);
        }
    }
    return reserve[root] == MAX_RESERVE;
}
