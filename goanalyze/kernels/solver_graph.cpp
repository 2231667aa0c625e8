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

/// Lists the moves of one situation.
struct MoveList {
    const SearchQuestion &question;
    const Situation &before;
    PartRules rules;
    Fixed<Move, MAX_MOVES_OF_NODE> moves;
    i64 count = 0;

    void add(const Situation &after, i64 label, i64 score) { moves[count++] = {after, label, score}; }

    /// Add all moves, the most promising first.
    void run() {
        if (before.to_move() == OWNER && add_parts()) {
            return;
        }
        u64 chain = before.is_captured() ? 0 : question.target;
        u64 empty = rules.empty(before.stones);
        u64 liberties = rules.adjacent(chain) & empty;
        for (u64 rest = empty; rest; rest &= rest - 1) {
            add_play(lowest(rest), liberties);
        }
        add_passes();
        std::sort(moves.begin(), moves.begin() + count);
    }

    /// Add a choice of the part where play continues. Return false if there is one part only.
    ///
    /// Stones that are never captured separate the parts. The attacker wins them all if each move of the owner is
    /// answered in its part. The owner wins one of them even if all moves elsewhere are passes.
    bool add_parts() {
        rules.for_each_component(before.part.points, before.part.points, [&](u64 points) {
            Situation after = before;
            restrict(after, points);
            if (!(points & question.target)) {
                after.flags |= TARGET_CAPTURED;
            }
            add(after, PART_LABEL, 0);
        });
        if (count > 1) {
            return true;
        }
        count = 0;
        return false;
    }

    /// Add the pass and the passes for a ko, which lift bans.
    void add_passes() {
        Situation after = before;
        after.flags ^= OWNER_TO_MOVE;
        add(after, PASS_LABEL, -20);
        u64 marks = before.stones.marks;
        if (!question.is_own_ko_only) {
            if (marks) {
                after.stones.marks = 0;
                add(after, PASS_LABEL + 1, 2);
            }
            return;
        }
        for (u64 rest = marks & before.stones.of[1 - before.to_move()]; rest; rest &= rest - 1) {
            after.stones.marks = marks & ~lowest(rest);
            add(after, PASS_LABEL + 1 + number_of(rest), 2);
        }
    }

    /// Add a play if it is legal. `liberties` are those of the target.
    void add_play(u64 point, u64 liberties) {
        i64 side = before.to_move();
        Play play = rules.play(before.stones, side, point);
        if (!play.is_legal) {
            return;
        }
        Situation after = before;
        after.flags ^= OWNER_TO_MOVE;
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
        add(after, number_of(point), score);
    }

    /// Restrict a situation to some points.
    static void restrict(Situation &situation, u64 points) {
        situation.stones.remove(~points);
        situation.old &= points;
        situation.part = {points, {{situation.part.walls[ATTACKER] & points, situation.part.walls[OWNER] & points}}};
    }
};

u64 hash_of(const Situation &situation) {
    u64 hash = mix(mix(0, situation.stones.of[ATTACKER]), situation.stones.of[OWNER]);
    hash = mix(mix(hash, situation.stones.marks), situation.old);
    hash = mix(mix(hash, situation.part.points), situation.part.walls[ATTACKER]);
    return mix(mix(hash, situation.part.walls[OWNER]), situation.flags);
}

} // namespace

SearchGraph::SearchGraph(const ProofGraph &graph, const SearchQuestion &query, i64 limit)
    : ProofGraph(graph), question(query), most_nodes(min(limit, value.size)),
      state(*reinterpret_cast<SearchState *>(graph.state.data)),
      situations{reinterpret_cast<Situation *>(masks.data), masks.size}, stack(value.size) {
    // The members of both structs are the numbers of the arrays, in their order, as the interface declares them.
    static_assert(sizeof(SearchState) == 10 * sizeof(i64) && sizeof(Situation) == 8 * sizeof(u64));
}

Situation SearchGraph::first_situation() const {
    u64 old_stones = question.owner & question.clear & ~question.target;
    u64 first = question.is_owner_first ? OWNER_TO_MOVE : 0;
    Part region = {question.points, {{question.attacker_walls, question.owner_walls}}};
    return {{{{question.attacker, question.owner}}, 0}, old_stones, region, first};
}

/// Return a situation without all that makes no difference.
///
/// Stones that are never captured become walls, if they need no eye where play goes on. Lifeless points that they
/// enclose, and parts where nothing is at stake, leave the play. The attacker may still have to capture stones there,
/// which costs moves that the attacker must have time for.
Situation SearchGraph::reduced(Situation situation) {
    PartRules here = rules(situation.part);
    Stones &stones = situation.stones;
    u64 target = situation.is_captured() ? 0 : question.target;
    u64 at_stake = target | situation.new_stones(question.clear);
    u64 lasting = here.pass_alive(stones, ATTACKER, here.points), lifeless = here.lifeless_points(lasting);
    for (u64 joined = here.joined_to_wall(stones, ATTACKER); lasting != joined;) {
        Stones remaining = stones;
        remaining.remove(lifeless);
        u64 still_lasting = lasting & here.pass_alive(remaining, ATTACKER, lifeless);
        if (still_lasting == lasting) {
            break;
        }
        lasting = still_lasting;
        lifeless = here.lifeless_points(lasting);
    }
    if (lifeless & at_stake) {
        state.needs_time = 1;
    }
    if (lifeless & target) {
        situation.flags |= TARGET_CAPTURED;
        target = 0;
    }
    u64 owner_lasting = here.joined_to_wall(stones, OWNER);
    if (owner_lasting & at_stake) { // which decides the situation
        owner_lasting = 0;
    }
    u64 points = here.points & ~(lasting | lifeless | owner_lasting), kept = 0;
    here.for_each_component(target | question.clear, points, [&](u64 part) { kept |= part; });
    stones.remove(~kept);
    situation.old &= kept;
    situation.part = {
        kept,
        {{(here.walls[ATTACKER] | here.adjacent(lasting)) & kept,
          (here.walls[OWNER] | here.adjacent(owner_lasting)) & kept}}
    };
    return situation;
}

i64 SearchGraph::find(const Situation &situation) {
    Situation key = reduced(situation);
    u64 slot = hash_of(key), last_slot = u64(table.size - 1);
    for (slot &= last_slot; table[slot] > 0; slot = (slot + 1) & last_slot) {
        i64 node = table[slot] - 1;
        if (situations[node] == key) {
            return node;
        }
    }
    i64 node = state.nodes;
    if (node >= most_nodes) {
        return -1;
    }
    state.nodes++;
    table[slot] = i32(node + 1);
    situations[node] = key;
    value[node] = OPEN;
    first_edge[node] = -1;
    first_to[node] = -1;
    edge_count[node] = 0;
    assess(node);
    return node;
}

/// Decide a new node at once if possible, or else estimate the costs of proofs.
///
/// The costs are estimated by the liberties of the target, or after its capture by the room for new stones and by the
/// attacker's stones that are not safe.
void SearchGraph::assess(i64 node) {
    const Situation &situation = situations[node];
    PartRules here = rules(situation.part);
    u64 target = situation.is_captured() ? 0 : question.target;
    u64 new_stones = situation.new_stones(question.clear);
    if ((target | new_stones) && ((target | new_stones) & here.safe_with_replies(situation.stones, OWNER))) {
        return decide(node, OWNER);
    }
    u64 safe = here.safe_with_replies(situation.stones, ATTACKER);
    if (!((target | question.clear) & here.points & ~safe & ~here.lifeless_points(safe))) {
        return decide(node, ATTACKER);
    }
    u64 attacker = situation.stones.of[ATTACKER];
    if (situation.is_captured()) {
        u64 touched = here.adjacent(attacker) | here.walls[ATTACKER];
        i64 room = count_points(question.clear & here.points & ~attacker & ~touched);
        room += count_points(new_stones) + count_points(attacker & question.attacker & ~safe) / 2;
        guess[node][ATTACKER] = u8(1 + room);
        guess[node][OWNER] = u8(1 + max(0, 8 - room));
        return;
    }
    u64 chain = here.connected(lowest(target), situation.stones.of[OWNER]);
    i64 liberties = count_points(here.adjacent(chain) & ~attacker);
    if (situation.to_move() == ATTACKER) {
        liberties--;
    }
    guess[node][ATTACKER] = u8(1 + 2 * liberties + (question.clear ? 3 : 0));
    guess[node][OWNER] = u8(1 + max(0, 6 - 2 * liberties));
}

void SearchGraph::decide(i64 node, i64 winner) {
    auto set = [&](i64 decided_node) {
        value[decided_node] = u8(winner);
        decided[decided_node] = i32(state.decided++);
    };
    set(node);
    stack[0] = i32(node);
    attract(winner, unrefuted, 1, [&](i64 above) { return is_open(above); }, set);
}

bool SearchGraph::expand(i64 node) {
    if (!is_open(node) || is_expanded(node)) {
        return true;
    }
    Situation before = situations[node];
    MoveList list{question, before, rules(before.part), {}};
    list.run();
    if (state.nodes + list.count > most_nodes || state.edges + list.count > child.size) {
        return false;
    }
    if (list.moves[0].label == PART_LABEL) {
        state.needs_time = 1;
    }
    i64 side = to_move(node);
    first_edge[node] = i32(state.edges);
    unrefuted[node] = i16(list.count);
    for (const Move &move : list.moves.before(list.count)) {
        i64 after = find(move.after), edge = state.edges++;
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
