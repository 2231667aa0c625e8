// The growth of a proof graph: finding and adding nodes, deciding them, and listing the moves of a node.
#include "solver_graph.hpp"
#include "hashing.hpp"

namespace {

/// A move of a node.
struct Move {
    Situation after;
    i64 label;
    i64 score; // the most promising move has the highest

    /// Return true if this move comes before another one.
    bool operator<(const Move &other) const { return score != other.score ? score > other.score : label < other.label; }
};

/// The moves of a situation.
struct MoveList {
    Fixed<Move, MAX_MOVES_OF_NODE> moves;
    i64 count = 0;

    void add(const Situation &after, i64 label, i64 score) { moves[count++] = {after, label, score}; }
};

/// Lists the moves of one situation.
struct MoveGenerator {
    const SearchQuestion &question;
    const RegionRules &rules;
    const Situation &before;
    MoveList &list;

    /// Add all plays, the pass, and the passes for a ko, the most promising first.
    void run() {
        u64 chain = before.is_captured() ? 0 : question.target;
        u64 empty = rules.empty(before.stones);
        u64 liberties = rules.adjacent(chain) & empty;
        for (u64 rest = empty; rest; rest &= rest - 1) {
            add_play(lowest(rest), liberties);
        }
        list.add(passed(), PASS_LABEL, -20);
        add_ko_passes();
        std::sort(list.moves.begin(), list.moves.begin() + list.count);
    }

    /// Return the situation after a pass.
    Situation passed() const {
        Situation after = before;
        after.flags ^= OWNER_TO_MOVE;
        return after;
    }

    /// Add the passes for a ko, which lift bans.
    void add_ko_passes() {
        Situation after = passed();
        u64 marks = before.stones.marks;
        if (!question.is_own_ko_only) {
            if (marks) {
                after.stones.marks = 0;
                list.add(after, PASS_LABEL + 1, 2);
            }
            return;
        }
        for (u64 rest = marks & before.stones.of[1 - before.to_move()]; rest; rest &= rest - 1) {
            after.stones.marks = marks & ~lowest(rest);
            list.add(after, PASS_LABEL + 1 + number_of(rest), 2);
        }
    }

    /// Add a play if it is legal. `liberties` are those of the target.
    void add_play(u64 point, u64 liberties) {
        i64 side = before.to_move();
        Play play = rules.play(before.stones, side, point);
        if (!play.is_legal) {
            return;
        }
        Situation after = passed();
        after.stones = rules.after(before.stones, side, point, play);
        after.old &= after.stones.of[OWNER];
        bool captures_target = side == ATTACKER && !before.is_captured() && (play.captured & question.target);
        if (captures_target) {
            after.flags |= TARGET_CAPTURED;
        }
        i64 score = captures_target ? 1000 : 0;
        if (play.captured) {
            score += 60 + 4 * min(count_points(play.captured), 10);
        }
        if (point & liberties) {
            score += 20;
        }
        if (rules.neighbors[number_of(point)] & before.stones.of[1 - side]) {
            score += 6;
        }
        if (point & question.clear) {
            score += 3;
        }
        if (!play.captured && !(play.chain & rules.walls[side])) {
            i64 own_liberties = count_points(rules.adjacent(play.chain) & rules.empty(after.stones));
            if (own_liberties == 1) {
                score -= play.chain != point ? 100 : 12;
            } else if (own_liberties == 2) {
                score += 1;
            }
        }
        list.add(after, number_of(point), score);
    }
};

} // namespace

SearchGraph::SearchGraph(const ProofGraph &graph, const SearchQuestion &query)
    : ProofGraph(graph), state(*reinterpret_cast<SearchState *>(graph.state.data)), question(query), rules(query) {
    // The members of `SearchState` are the numbers of the array, in their order.
    static_assert(sizeof(SearchState) == 19 * sizeof(i64)); // as the interface declares it
}

Situation SearchGraph::situation(i64 node) const {
    return {{{{stones[node][ATTACKER], stones[node][OWNER]}}, marks[node]}, old[node], flags[node]};
}

bool SearchGraph::add_root() {
    u64 old_stones = question.owner & question.clear & ~question.target;
    u8 first = question.is_owner_first ? OWNER_TO_MOVE : 0;
    return find({{{{question.attacker, question.owner}}, 0}, old_stones, first}) >= 0;
}

/// Return the node of a situation. A new one is decided at once if possible. Return -1 if the memory is full.
///
/// Stones that make no difference any more are removed, so that situations that differ only there share a node. The
/// attacker still has to capture some of them, which costs moves that the attacker must have time for.
i64 SearchGraph::find(Situation situation) {
    u64 irrelevant = rules.irrelevant_points(situation.stones);
    if (irrelevant) {
        u64 target = situation.is_captured() ? 0 : question.target;
        if (irrelevant & (target | situation.new_stones(question.clear))) {
            state.owed++;
        }
        if (irrelevant & question.target) {
            situation.flags |= TARGET_CAPTURED;
        }
        situation.stones.remove(irrelevant);
        situation.old &= ~irrelevant;
    }
    u64 hash = mix(mix(0, situation.stones.of[ATTACKER]), situation.stones.of[OWNER]);
    hash = mix(mix(hash, situation.stones.marks), situation.old);
    u64 slot = mix(hash, situation.flags), last_slot = u64(table.size - 1);
    for (slot &= last_slot; table[slot] >= 0; slot = (slot + 1) & last_slot) {
        if (this->situation(table[slot]) == situation) {
            return table[slot];
        }
    }
    i64 node = state.nodes;
    if (node >= flags.size) {
        return -1;
    }
    state.nodes++;
    table[slot] = i32(node);
    stones[node][ATTACKER] = situation.stones.of[ATTACKER];
    stones[node][OWNER] = situation.stones.of[OWNER];
    marks[node] = situation.stones.marks;
    old[node] = situation.old;
    flags[node] = situation.flags;
    value[node] = OPEN;
    first_edge[node] = -1;
    first_to[node] = -1;
    edge_count[node] = 0;
    i64 winner = winner_without_search(situation);
    if (winner != OPEN) {
        decide(node, winner);
    } else {
        guess_costs(situation, guess[node]);
    }
    return node;
}

/// Return the side that wins a situation without further search, or OPEN.
i64 SearchGraph::winner_without_search(const Situation &situation) const {
    const Stones &on_board = situation.stones;
    if (!situation.is_captured()) {
        if (question.target & rules.safe_with_replies(on_board, OWNER)) {
            return OWNER;
        }
        return rules.can_be_cleared(on_board, question.target | question.clear) ? ATTACKER : OPEN;
    }
    if (!question.clear) {
        return ATTACKER;
    }
    u64 new_stones = situation.new_stones(question.clear);
    if (new_stones && (new_stones & rules.safe_with_replies(on_board, OWNER))) {
        return OWNER;
    }
    return rules.can_be_cleared(on_board, question.clear) ? ATTACKER : OPEN;
}

/// Estimate the costs of proofs by the liberties of the target, or by the room for new stones after its capture.
void SearchGraph::guess_costs(const Situation &situation, Row<u8> costs) const {
    const Stones &on_board = situation.stones;
    u64 attacker = on_board.of[ATTACKER];
    if (situation.is_captured()) {
        u64 touched = rules.adjacent(attacker) | rules.walls[ATTACKER];
        i64 room = count_points(question.clear & ~attacker & ~touched);
        room += count_points(situation.new_stones(question.clear));
        costs[ATTACKER] = u8(1 + room);
        costs[OWNER] = u8(1 + max(0, 8 - room));
        return;
    }
    u64 chain = rules.connected(lowest(question.target), on_board.of[OWNER]);
    i64 liberties = count_points(rules.adjacent(chain) & ~attacker);
    if (situation.to_move() == ATTACKER) {
        liberties--;
    }
    costs[ATTACKER] = u8(1 + 2 * liberties + (question.clear ? 3 : 0));
    costs[OWNER] = u8(1 + max(0, 6 - 2 * liberties));
}

void SearchGraph::decide(i64 node, i64 winner) {
    i64 depth = 0;
    auto set = [&](i64 decided_node) {
        value[decided_node] = u8(winner);
        decided[decided_node] = i32(state.decided++);
        stack[depth++] = i32(decided_node);
    };
    set(node);
    while (depth) {
        for (i64 edge = first_to[stack[--depth]]; edge >= 0;) {
            i64 above = parent[edge];
            edge = next_to[edge];
            if (is_open(above)) {
                bool can_choose = to_move(above) == winner;
                if (can_choose || --unrefuted[above] == 0) {
                    set(above);
                }
            }
        }
    }
}

bool SearchGraph::expand(i64 node) {
    if (!is_open(node) || is_expanded(node)) {
        return true;
    }
    if (state.edges + MAX_MOVES_OF_NODE > child.size) {
        return false;
    }
    MoveList list;
    Situation before = situation(node);
    MoveGenerator{question, rules, before, list}.run();
    first_edge[node] = i32(state.edges);
    edge_count[node] = 0;
    unrefuted[node] = i16(list.count);
    i64 side = to_move(node);
    for (const Move &move : list.moves.before(list.count)) {
        i64 after = find(move.after);
        if (after < 0) { // some moves are missing, so the opponent cannot win the node by refuting all
            first_edge[node] = -1;
            unrefuted[node] = MAX_MOVES_OF_NODE;
            return false;
        }
        i64 edge = state.edges++;
        edge_count[node]++;
        child[edge] = i32(after);
        parent[edge] = i32(node);
        label[edge] = u8(move.label);
        next_to[edge] = first_to[after];
        first_to[after] = i32(edge);
        i64 winner = value[after];
        if (winner != OPEN && is_open(node) && (winner == side || --unrefuted[node] == 0)) {
            decide(node, winner);
        }
    }
    return true;
}
