// The main line of a decided question.
#include "solver_graph.hpp"

namespace {

constexpr i64 MAX_LINE = 40; // moves before the capture of a chain that cannot escape

/// A possible next move of the line.
struct Candidate {
    i64 rank = -1; // the highest is played, the first of equals; -1 without a move
    i64 label, node;
    Stones stones; // after the move
};

/// Writes a main line. It follows the stones of the position, since nodes leave out those that make no difference.
struct LineWriter {
    const SearchGraph &graph;
    Table<i16> moves;
    PartRules rules; // of the whole region
    Stones stones;
    i64 count = 0;

    void add(i64 side, i64 label) {
        moves[count][0] = i16(side);
        moves[count++][1] = i16(label);
    }

    /// Play the move of a label. Return false if it is illegal in this position.
    bool play(i64 side, i64 label, Stones &after) const {
        after = stones;
        if (label >= PASS_LABEL) {
            if (label > PASS_LABEL && label != PART_LABEL) {
                after.marks &= graph.question.is_own_ko_only ? ~(u64(1) << (label - PASS_LABEL - 1)) : 0;
            }
            return true;
        }
        u64 point = u64(1) << label;
        if (point & stones.all()) {
            return false;
        }
        Play play = rules.play(stones, side, point);
        if (play.is_legal) {
            after = rules.after(stones, side, point, play);
        }
        return play.is_legal;
    }

    /// Return the best move at a node: the quickest win, or the longest resistance, plays before passes.
    Candidate best_move(i64 node, i64 winner) const {
        Candidate best;
        i64 side = graph.to_move(node);
        for (i64 edge = graph.first_edge[node]; edge >= 0 && edge < graph.edges_end(node); edge++) {
            i64 child = graph.child[edge], label = graph.label[edge];
            if (graph.value[child] != winner) {
                continue;
            }
            i64 rank = side == winner ? graph.state.decided - graph.decided[child]
                                      : graph.decided[child] + (label < PASS_LABEL ? graph.state.decided : 0);
            Stones after;
            if (rank > best.rank && play(side, label, after)) {
                best = {rank, label, child, after};
            }
        }
        return best;
    }

    /// Write the whole line. It ends before a position occurs twice.
    void run(i64 root) {
        i64 winner = graph.value[root], node = root;
        Buffer<bool> is_visited(graph.state.nodes);
        is_visited[root] = true;
        while (count < MAX_LINE) {
            Candidate best = best_move(node, winner);
            if (best.rank < 0) {
                break;
            }
            if (best.label != PART_LABEL) {
                add(graph.to_move(node), best.label);
            }
            node = best.node;
            stones = best.stones;
            if (is_visited[node]) {
                return;
            }
            is_visited[node] = true;
        }
        if (winner == ATTACKER) {
            capture_target(graph.to_move(node));
        }
    }

    bool has_target() const { return !(graph.question.target & ~stones.of[OWNER]); }

    /// Write the capture of a chain that cannot escape any more. The owner passes.
    void capture_target(i64 to_move) {
        if (to_move == OWNER && has_target()) {
            add(OWNER, PASS_LABEL);
        }
        while (has_target()) {
            Candidate best = best_capture();
            if (best.rank < 0) {
                return;
            }
            add(ATTACKER, best.label);
            stones = best.stones;
            if (stones.of[OWNER] & graph.question.target) {
                add(OWNER, PASS_LABEL);
            }
        }
    }

    /// Return the attacker's best play: a capture of the target, then points that safe stones touch, then liberties.
    Candidate best_capture() const {
        u64 target = graph.question.target;
        u64 touched = rules.adjacent(rules.safe_with_replies(stones, ATTACKER));
        touched |= rules.walls[ATTACKER];
        u64 liberties = rules.adjacent(target);
        Candidate best;
        for (u64 rest = rules.empty(stones); rest; rest &= rest - 1) {
            u64 point = lowest(rest);
            Stones after;
            if (!play(ATTACKER, number_of(point), after)) {
                continue;
            }
            i64 rank = (after.of[OWNER] & target ? 0 : 4) + (point & touched ? 2 : 0) + (point & liberties ? 1 : 0);
            if (rank > best.rank) {
                best = {rank, number_of(point), -1, after};
            }
        }
        return best;
    }
};

} // namespace

i64 find_main_line(const ProofGraph &graph, const SearchQuestion &question, Table<i16> moves) {
    SearchGraph decided(graph, question, 0);
    Situation first = decided.first_situation();
    LineWriter writer{decided, moves, decided.rules(first.part), first.stones};
    writer.run(decided.find(first));
    return writer.count;
}
