// The search of article 7: a proof graph grows until its question is decided or its memory is full.
//
// The graph grows where a proof for one side or the other looks cheapest, and more often for the side for which it
// looks cheaper, as in proof-number search. Nothing is proven by an order of moves or by a limit.
// Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, 1994.
#include "solver_games.hpp"

namespace {

using enum SearchOutcome;

constexpr i64 MIN_CHOSEN = 32;      // a round expands up to 32 nodes of a small graph,
constexpr i64 ROUND_SHARE = 8;      // and up to an eighth of the nodes of a large one
constexpr i64 EXPANSION_WORK = 100; // work of an expansion; that of a pass over the graph is its number of nodes
constexpr i32 INFINITE_COST = 1 << 12;

/// Items by their cost.
struct CostQueue {
    Fixed<i32, INFINITE_COST> first; // item of each cost, -1 if empty
    Buffer<i32> next;                // of each item, the next one of the same cost

    explicit CostQueue(i64 size) : next(size) { first.fill(-1); }

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
void write_costs(const SearchGraph &graph, i64 side, Row<i32> cost) {
    i64 nodes = graph.state.nodes;
    Buffer<bool> is_queued(nodes);
    Buffer<i16> unfinished(nodes);
    CostQueue queue(nodes);
    cost.fill(INFINITE_COST);
    for (i64 node = 0; node < nodes; node++) {
        unfinished[node] = graph.unrefuted[node];
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
                    if (--unfinished[above] > 0) {
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

/// The search of one question.
struct Search {
    SearchGraph &graph;
    i64 root;
    i64 work; // that is left for this call
    SearchState &state = graph.state;

    /// Continue the search. Return UNFINISHED if the work is used up first.
    SearchOutcome run() {
        while (graph.is_open(root)) {
            if (work <= 0) {
                return UNFINISHED;
            }
            if (!grow() && graph.is_open(root)) {
                return NO_ROOM;
            }
        }
        if (graph.value[root] == ATTACKER) {
            return CAPTURED;
        }
        bool lives_by_evasion = state.evasions && !graph.question.clear;
        return lives_by_evasion && loses_by_cycles(graph, root) ? LOSING_CYCLE : NOT_CAPTURED;
    }

    /// Expand nodes for a proof of one side and draw the consequences. Return false if the memory is full.
    bool grow() {
        auto priority = [&](i64 side) { return double(state.spent[side]) * std::sqrt(double(state.cost[side] + 1)); };
        i64 side = priority(OWNER) < priority(ATTACKER) ? OWNER : ATTACKER;
        i64 nodes_before = state.nodes;
        Buffer<i32> chosen(max(MIN_CHOSEN, state.nodes / ROUND_SHARE));
        i64 count = choose(side, chosen);
        bool has_room = count > 0;
        for (i64 next = 0; next < count && has_room && graph.is_open(root); next++) {
            has_room = graph.expand(chosen[next]);
            work -= EXPANSION_WORK;
        }
        state.spent[side] += state.nodes - nodes_before + 1;
        if (!graph.is_open(root)) {
            return has_room;
        }
        state.evasions += decide_evasion(graph);
        work -= 2 * state.nodes;
        bool has_grown = nodes_before > 2 * state.nodes_at_clearing || !has_room;
        if (graph.question.clear && has_grown && graph.is_open(root)) {
            state.nodes_at_clearing = nodes_before;
            decide_clearing(graph);
            work -= 2 * count_points(graph.question.clear) * state.nodes;
        }
        return has_room;
    }

    /// Choose the nodes that are to be expanded next: all that the cheapest proof of a side would visit.
    ///
    /// Where the side has only moves that lead in cycles, the most promising moves are followed first. Returns the
    /// number of nodes.
    i64 choose(i64 side, Row<i32> chosen) {
        i64 count = 0, used = 0;
        Buffer<i32> cost(state.nodes), distance(state.nodes); // distance from the cheapest proof, -1 if visited
        write_costs(graph, side, cost);
        state.cost[side] = cost[root];
        Buffer<i32> item_node(state.edges + 1);
        CostQueue queue(state.edges + 1);
        distance.fill(INFINITE_COST);
        auto reach = [&](i64 node, i64 new_distance) {
            distance[node] = i32(new_distance);
            item_node[used] = i32(node);
            queue.push(new_distance, used++);
        };
        reach(root, 0);
        for (i64 current = 0; current < INFINITE_COST && !count; current++) {
            while (queue.first[current] >= 0 && count < chosen.size) {
                i64 node = item_node[queue.pop(current)];
                if (distance[node] != current) {
                    continue;
                }
                distance[node] = -1;
                if (!graph.is_expanded(node)) {
                    chosen[count++] = i32(node);
                    continue;
                }
                i64 rank = 0;
                for (i64 edge = graph.first_edge[node]; edge < graph.edges_end(node); edge++) {
                    i64 child = graph.child[edge], step = 0;
                    if (!graph.is_open(child)) {
                        continue;
                    }
                    rank++;
                    if (graph.to_move(node) == side) {
                        step = cost[node] >= INFINITE_COST ? rank : cost[child] - cost[node];
                    }
                    i64 new_distance = min(current + step, INFINITE_COST - 1);
                    if (new_distance < distance[child]) {
                        reach(child, new_distance);
                    }
                }
            }
        }
        return count;
    }
};

} // namespace

i64 search_region(const ProofGraph &graph, const SearchQuestion &question, i64 most_nodes, i64 work) {
    SearchGraph growing(graph, question, most_nodes);
    i64 root = growing.find(growing.first_situation());
    return i64(root < 0 ? NO_ROOM : Search{growing, root, work}.run());
}
