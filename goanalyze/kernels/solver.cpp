// The search of article 7: a proof graph grows until its question is decided or its memory is full.
//
// The graph grows where a proof for one side or the other looks cheapest, and more often for the side for which it
// looks cheaper. Nothing is proven by an order of moves or by a limit.
#include "solver_fixpoints.hpp"

namespace {

using enum SearchOutcome;

constexpr i64 MIN_CHOSEN = 32;      // a round expands up to 32 nodes of a small graph,
constexpr i64 ROUND_SHARE = 8;      // and up to an eighth of the nodes of a large one
constexpr i64 CHECK_EVERY = 20'000; // expansions between two looks at the root in one round
constexpr i64 EXPANSION_WORK = 100; // work of an expansion; that of a pass over the graph is its number of nodes

/// The search of one question, continued by each call.
struct Search {
    SearchGraph &graph;
    SearchState &state;
    i64 work; // that is left for this call

    /// Continue the search. Return UNFINISHED if the work is used up first.
    SearchOutcome run() {
        if (state.nodes == 0) {
            if (!graph.add_root()) {
                return NO_ROOM;
            }
            state.cost = {{1, 1}};
            state.phase = CHOOSING;
        }
        while (state.phase != CHOOSING || graph.is_open(ROOT)) {
            if (work <= 0) {
                return UNFINISHED;
            }
            switch (state.phase) {
            case CHOOSING:
                choose();
                break;
            case EXPANDING:
                expand();
                break;
            case EVADING:
                evade();
                break;
            default:
                clear();
            }
            if (state.phase == CHOOSING && graph.is_open(ROOT) && !state.has_room) {
                return NO_ROOM;
            }
        }
        if (graph.value[ROOT] == ATTACKER) {
            return CAPTURED;
        }
        bool lives_by_evasion = state.evasions && !graph.question.clear;
        return lives_by_evasion && loses_by_cycles(graph) ? LOSING_CYCLE : NOT_CAPTURED;
    }

    /// Begin a round: choose a side and the nodes to expand for its proof.
    void choose() {
        auto priority = [&](i64 side) { return double(state.spent[side]) * std::sqrt(double(state.cost[side])); };
        state.side = priority(OWNER) < priority(ATTACKER) ? OWNER : ATTACKER;
        state.nodes_before = state.nodes;
        choose_nodes(graph, state.side, max(MIN_CHOSEN, state.nodes / ROUND_SHARE));
        work -= state.nodes;
        state.next = 0;
        state.has_room = state.chosen_count > 0;
        state.phase = EXPANDING;
    }

    /// Expand chosen nodes. All are expanded, or up to the next check if the root is decided.
    void expand() {
        while (state.has_room && state.next < state.chosen_count) {
            if (work <= 0) {
                return;
            }
            state.has_room = graph.expand(graph.chosen[state.next++]);
            work -= EXPANSION_WORK;
            if (state.next % CHECK_EVERY == 0 && !graph.is_open(ROOT)) {
                break;
            }
        }
        state.spent[state.side] += state.nodes - state.nodes_before + 1;
        state.phase = EVADING;
    }

    /// Decide nodes by evasion, and begin the game of clearing if the graph has grown enough since the last one.
    void evade() {
        state.phase = CHOOSING;
        if (!graph.is_open(ROOT)) {
            return;
        }
        state.evasions += decide_evasion(graph);
        work -= state.nodes;
        bool has_grown = state.nodes_before > 2 * state.nodes_at_clearing || !state.has_room;
        if (graph.question.clear && has_grown && graph.is_open(ROOT)) {
            state.nodes_at_clearing = state.nodes_before;
            start_clearing(ATTACKER);
        }
    }

    /// Begin the game of clearing with a doubtful side.
    void start_clearing(i64 doubtful) {
        start_clearing_game(graph, doubtful);
        state.doubtful = doubtful;
        state.next_demand = 0;
        state.unchanged = 0;
        state.phase = CLEARING;
    }

    /// Test the next demand of the game of clearing, and end the game if none has changed anything.
    void clear() {
        u64 clear = graph.question.clear;
        i64 points = count_points(clear);
        // Where stones were removed that the attacker still has to capture, a proof must leave time for that.
        i64 demands = points + (state.doubtful == OWNER && state.owed ? 1 : 0);
        u64 point = 0;
        if (state.next_demand < points) {
            for (i64 skipped = 0; skipped < state.next_demand; skipped++) {
                clear &= clear - 1;
            }
            point = lowest(clear);
        }
        bool has_changed = prune_occupied(graph, point);
        work -= state.nodes;
        state.next_demand = (state.next_demand + 1) % demands;
        state.unchanged = has_changed ? 0 : state.unchanged + 1;
        if (state.unchanged < demands) {
            return;
        }
        end_clearing_game(graph, state.doubtful);
        if (state.doubtful == ATTACKER) {
            start_clearing(OWNER);
        } else {
            state.phase = CHOOSING;
        }
    }
};

} // namespace

i64 search_region(const ProofGraph &graph, const SearchQuestion &question, i64 work) {
    SearchGraph growing(graph, question);
    return i64(Search{growing, growing.state, work}.run());
}
