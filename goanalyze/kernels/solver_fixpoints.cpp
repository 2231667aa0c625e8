// Fixpoints over a proof graph: evasion, the game of clearing, cycles at a loss, and the costs of proofs.
#include "solver_fixpoints.hpp"

namespace {

constexpr i32 INFINITE_COST = 1 << 12;
constexpr i32 MAX_RESERVE = 128; // stones that an owner may lose in excess of those captured

/// Items by their cost.
struct CostQueue {
    Fixed<i32, INFINITE_COST> first; // item of each cost, -1 if empty
    Row<i32> next;                   // of each item, the next one of the same cost

    explicit CostQueue(Row<i32> memory) : next(memory) { first.fill(-1); }

    void push(i64 cost, i64 item) {
        next[item] = first[cost];
        first[cost] = i32(item);
    }

    /// Remove an item of a cost and return it. There must be one.
    i64 pop(i64 cost) {
        i64 item = first[cost];
        first[cost] = next[item];
        return item;
    }
};

/// Write the cost of a proof for a side at each node: that of its cheapest move, or of its dearest move plus one for
/// each other move.
///
/// Costs never fall on the way up, so nodes are finished in the order of their costs. Nodes that only lead in cycles
/// cost most. Source: D. E. Knuth, A generalization of Dijkstra's algorithm, 1977.
void write_costs(SearchGraph &graph, i64 side, Row<i32> cost) {
    i64 nodes = graph.state.nodes;
    Buffer<bool> is_queued(nodes);
    CostQueue queue(graph.stack);
    cost.fill(INFINITE_COST);
    for (i64 node = 0; node < nodes; node++) {
        graph.remaining[node] = graph.unrefuted[node];
        if (graph.is_open(node) && !graph.is_expanded(node)) {
            queue.push(graph.guess[node][side], node);
            is_queued[node] = true;
        }
    }
    for (i64 current = 0; current < INFINITE_COST; current++) {
        while (queue.first[current] >= 0) {
            i64 node = queue.pop(current);
            cost[node] = i32(current);
            for (i64 edge = graph.first_to[node]; edge >= 0; edge = graph.next_to[edge]) {
                i64 above = graph.parent[edge];
                if (!graph.is_open(above) || !graph.is_expanded(above) || is_queued[above]) {
                    continue;
                }
                i64 sum = current;
                if (graph.to_move(above) != side) {
                    if (--graph.remaining[above] > 0) {
                        continue;
                    }
                    sum = min(INFINITE_COST - 1, current + graph.unrefuted[above] - 1);
                }
                queue.push(sum, above);
                is_queued[above] = true;
            }
        }
    }
}

/// Set `remaining` to 0 where the attacker can force play to the nodes on the stack, by way of nodes inside.
///
/// Before, `remaining` is the number of moves that do not lose for the side to move, and 0 for the nodes on the stack.
void mark_forced(SearchGraph &graph, i64 depth) {
    while (depth) {
        i64 edge = graph.first_to[graph.stack[--depth]];
        for (; edge >= 0; edge = graph.next_to[edge]) {
            i64 above = graph.parent[edge];
            i32 &remaining = graph.remaining[above];
            if (graph.inside[above] && remaining > 0) {
                remaining = graph.to_move(above) == OWNER ? remaining - 1 : 0;
                if (remaining == 0) {
                    graph.stack[depth++] = i32(above);
                }
            }
        }
    }
}

/// Remove from `inside` the nodes from which the owner can force play to the nodes on the stack.
void remove_forced(SearchGraph &graph, i64 depth) {
    while (depth) {
        i64 edge = graph.first_to[graph.stack[--depth]];
        for (; edge >= 0; edge = graph.next_to[edge]) {
            i64 above = graph.parent[edge];
            if (!graph.inside[above] || !graph.is_expanded(above)) {
                continue;
            }
            if (graph.to_move(above) == OWNER || --graph.inside_edges[above] == 0) {
                graph.inside[above] = false;
                graph.stack[depth++] = i32(above);
            }
        }
    }
}

/// Return true if the attacker is to move and the pass leads to a node inside.
bool can_pass(const SearchGraph &graph, i64 node) {
    if (graph.to_move(node) == OWNER) {
        return false;
    }
    for (i64 edge = graph.first_edge[node]; edge < graph.edges_end(node); edge++) {
        if (graph.label[edge] == PASS_LABEL) {
            return graph.inside[graph.child[edge]];
        }
    }
    return false;
}

/// Return true if a demand of the game of clearing is satisfied at a node, as it may be where nothing is expanded.
bool satisfies(const SearchGraph &graph, i64 node, u64 point) {
    if (!graph.is_expanded(node)) {
        return true;
    }
    if (!point) {
        return can_pass(graph, node);
    }
    return graph.is_captured(node) && !(graph.stones[node][OWNER] & ~graph.old[node] & point);
}

/// Return the stones of the attacker minus those of the owner.
i64 stone_difference(const SearchGraph &graph, i64 node) {
    return count_points(graph.stones[node][ATTACKER]) - count_points(graph.stones[node][OWNER]);
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

void choose_nodes(SearchGraph &graph, i64 side, i64 most) {
    i64 count = 0, used = 0;
    Buffer<i32> cost(graph.state.nodes);
    write_costs(graph, side, cost);
    graph.state.cost[side] = cost[ROOT];
    Buffer<i32> item_node(graph.state.edges + 1), next_item(graph.state.edges + 1);
    CostQueue queue(next_item);
    Row<i32> distance = graph.remaining.before(graph.state.nodes); // from the cheapest proof; -1 if visited
    distance.fill(INFINITE_COST);
    auto reach = [&](i64 node, i64 new_distance) {
        distance[node] = i32(new_distance);
        item_node[used] = i32(node);
        queue.push(new_distance, used++);
    };
    reach(ROOT, 0);
    for (i64 current = 0; current < INFINITE_COST && !count; current++) {
        while (queue.first[current] >= 0 && count < most) {
            i64 node = item_node[queue.pop(current)];
            if (distance[node] != current) {
                continue;
            }
            distance[node] = -1;
            if (!graph.is_expanded(node)) {
                graph.chosen[count++] = i32(node);
                continue;
            }
            bool is_own_move = graph.to_move(node) == side;
            i64 rank = 0;
            for (i64 edge = graph.first_edge[node]; edge < graph.edges_end(node); edge++) {
                i64 child = graph.child[edge];
                if (!graph.is_open(child)) {
                    continue;
                }
                rank++;
                i64 step = 0;
                if (is_own_move) {
                    step = cost[node] >= INFINITE_COST ? rank : cost[child] - cost[node];
                }
                i64 new_distance = min(current + step, INFINITE_COST - 1);
                if (new_distance < distance[child]) {
                    reach(child, new_distance);
                }
            }
        }
    }
    graph.state.chosen_count = count;
}

i64 decide_evasion(SearchGraph &graph) {
    i64 nodes = graph.state.nodes, before = graph.state.decided, depth = 0;
    for (i64 node = 0; node < nodes; node++) {
        graph.remaining[node] = graph.unrefuted[node];
        graph.inside[node] = graph.is_open(node);
        if (graph.is_open(node) && (!graph.is_expanded(node) || graph.is_captured(node))) {
            graph.remaining[node] = 0;
            graph.stack[depth++] = i32(node);
        }
    }
    mark_forced(graph, depth);
    for (i64 node = 0; node < nodes; node++) {
        if (graph.is_open(node) && graph.remaining[node] > 0) {
            graph.decide(node, OWNER);
        }
    }
    return graph.state.decided - before;
}

void start_clearing_game(SearchGraph &graph, i64 doubtful) {
    i64 depth = 0;
    for (i64 node = 0; node < graph.state.nodes; node++) {
        bool is_open = graph.is_open(node);
        bool is_lost = is_open && !graph.is_expanded(node) && doubtful == OWNER;
        graph.inside[node] = is_open && !is_lost;
        graph.inside_edges[node] = graph.unrefuted[node];
        if (is_lost) {
            graph.stack[depth++] = i32(node);
        }
    }
    remove_forced(graph, depth);
}

bool prune_occupied(SearchGraph &graph, u64 point) {
    i64 nodes = graph.state.nodes, depth = 0;
    for (i64 node = 0; node < nodes; node++) {
        if (!graph.inside[node]) {
            continue;
        }
        bool is_satisfied = satisfies(graph, node, point);
        graph.remaining[node] = is_satisfied ? 0 : graph.unrefuted[node];
        if (is_satisfied) {
            graph.stack[depth++] = i32(node);
        }
    }
    mark_forced(graph, depth);
    depth = 0;
    for (i64 node = 0; node < nodes; node++) {
        if (graph.inside[node] && graph.remaining[node] > 0) {
            graph.inside[node] = false;
            graph.stack[depth++] = i32(node);
        }
    }
    remove_forced(graph, depth);
    return depth > 0;
}

void end_clearing_game(SearchGraph &graph, i64 doubtful) {
    for (i64 node = 0; node < graph.state.nodes; node++) {
        if (graph.is_open(node) && graph.is_expanded(node) && graph.inside[node] == (doubtful == OWNER)) {
            graph.decide(node, 1 - doubtful);
        }
    }
}

bool loses_by_cycles(SearchGraph &graph) {
    i64 nodes = graph.state.nodes, depth = 0;
    Buffer<i32> reserve(nodes);
    Buffer<bool> is_queued(nodes);
    for (i64 node = 0; node < nodes; node++) {
        if (graph.value[node] == OWNER && graph.is_expanded(node)) {
            graph.stack[depth++] = i32(node);
            is_queued[node] = true;
        }
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
            i64 above = graph.parent[edge];
            if (graph.value[above] == OWNER && graph.is_expanded(above) && !is_queued[above]) {
                is_queued[above] = true;
                graph.stack[depth++] = i32(above);
            }
        }
    }
    return reserve[ROOT] == MAX_RESERVE;
}
