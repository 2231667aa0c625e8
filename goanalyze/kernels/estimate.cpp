// The cascade of estimates: statuses of a position from playouts and networks together.
//
// 1. The small network judges boards of the side that it was measured on, and fills in the points of certain chains.
//    The rest is played out a few times. If it is sure enough, and the playouts call the same stones dead, that counts.
// 2. Otherwise more playouts follow, and the larger network judges the board and the playouts together.
//
// `goanalyze/life/estimate/estimate.py` explains why.
#include "chain_status.hpp"
#include "network.hpp"
#include "playouts.hpp"

namespace {

constexpr f64 MOST_SURE = 0.99; // joint probability that counts at most: from there on one playout is enough

/// The work arrays of the cascade.
struct Cascade {
    NetworkScratch network;
    StatusBoard status;
    Playouts playouts;
    Fixed<f32, MAX_BOARD * MAX_BOARD> black, remaining; // by point: Black's share, and the share in which stones stay
    Fixed<u8, MAX_BOARD * MAX_BOARD> certain, claims;   // by point: colors
};

/// One position of a chunk, with its part of all arrays over points.
struct CascadePosition {
    const LabeledBoards &boards;
    const EstimateInputs &inputs;
    const EstimateOptions &options;
    const Judgments &judgments;
    Cascade &work;
    i64 game;
    u64 base, end;

    Row<const u8> stones() const { return boards.stones.slice(base, end); }
    template <class T> Row<T> own(Row<T> values) const { return values.slice(base, end); }
    StatusThresholds thresholds() const { return {options.dead_below, options.certain_from}; }

    /// Run a network, and determine the statuses by its probabilities. Proofs remain in force.
    void judge_by_network(const NetworkWeights &network) const {
        NetworkScratch &scratch = work.network;
        Planes &planes = scratch.planes;
        planes.write(
            {inputs.to_move, judgments.ownership, judgments.stays, inputs.proofs, inputs.owners},
            network.enter.size / TAPS, scratch.x
        );
        run_network(network, scratch);
        Row<f32> death = own(judgments.death_probability);
        planes.for_points([&](u64 point, u64 cell) {
            u8 proof = inputs.proofs[base + point];
            death[point] = planes.color[cell] == EMPTY ? 0 : scratch.probability[planes.part[cell]];
            death[point] = proof == ALIVE ? 0 : proof == DEAD ? 1 : death[point];
            work.black[point] = planes.color[cell] == WHITE ? death[point] : 1 - death[point];
        });
        work.status.judge(planes, work.black.before(stones().size), thresholds());
        judgments.flipped[game] = work.status.flipped;
        judgments.joint_probability[game] = work.status.joint_probability();
        work.status.write(
            {own(judgments.shares), own(judgments.dead), own(judgments.owners), own(judgments.certain_owner)}
        );
    }

    /// Read the certain points of the position for playouts.
    void read_playouts() const {
        Row<u8> certain = work.certain.before(stones().size);
        for (u64 point = 0; point < end - base; point++) {
            u8 owner = inputs.owners[base + point];
            certain[point] = owner ? owner : judgments.certain_owner[base + point];
        }
        work.playouts.read(boards.width[game], boards.height[game], stones(), certain);
    }

    /// Determine the dead stones by the playouts alone. Return true if they are those of the network.
    bool judge_by_playouts() const {
        work.status.judge(work.network.planes, own(judgments.ownership), thresholds());
        bool is_same = true;
        for (u64 point = base; point < end; point++) {
            judgments.dead_in_playouts[point] = work.status.is_dead(work.network.planes.cell_of[point - base]);
            is_same &= judgments.dead_in_playouts[point] == judgments.dead[point];
        }
        return is_same;
    }

    /// Return the lead in playouts that is enough, by how likely the network is right.
    i64 enough() const {
        f64 sure = min(max(f64(judgments.joint_probability[game]), options.decided_from), MOST_SURE);
        return max(i64(std::ceil(options.enough_log_odds - std::log(sure / (1 - sure)))), 1);
    }

    /// Play out the position a few times. Return true if the playouts confirm the network, which is sure enough.
    bool is_confirmed(bool is_sure) const {
        Row<u8> claims = work.claims.before(stones().size);
        for (u64 point = 0; point < end - base; point++) {
            u8 color = boards.stones[base + point];
            bool is_claimed = is_sure && color != EMPTY;
            claims[point] = !is_claimed ? EMPTY : judgments.dead[base + point] ? opponent_of(color) : color;
        }
        read_playouts();
        if (!work.playouts.play(inputs.to_move[game], options.seed, options.few_playouts, claims, enough())) {
            work.playouts.write_shares(own(judgments.ownership), own(judgments.stays));
            return judge_by_playouts() && is_sure;
        }
        constexpr std::array<f32, 3> BLACK_SHARES = {0.5, 1, 0}; // by owner
        for (u64 point = base; point < end; point++) {
            judgments.dead_in_playouts[point] = judgments.dead[point];
            judgments.ownership[point] = BLACK_SHARES[judgments.owners[point]];
            judgments.stays[point] = !judgments.dead[point];
        }
        return true;
    }

    /// Run the first stage.
    void judge_at_first(const NetworkWeights &network) const {
        bool is_judged = boards.width[game] == options.network_side && boards.height[game] == options.network_side;
        work.network.planes.read(boards, game, inputs.to_move[game]);
        if (is_judged) {
            judge_by_network(network);
        }
        bool is_sure =
            is_judged && f64(judgments.joint_probability[game]) >= options.decided_from && judgments.flipped[game] == 0;
        judgments.is_open[game] = !is_confirmed(is_sure);
    }

    /// Run the second stage: the playouts of both are weighted by their number.
    void judge_at_length(const NetworkWeights &network) const {
        Row<f32> black = work.black.before(stones().size), remaining = work.remaining.before(stones().size);
        Row<u8> claims = work.claims.before(stones().size);
        f32 few = f32(options.few_playouts), more = f32(options.more_playouts);
        claims.fill(EMPTY);
        work.network.planes.read(boards, game, inputs.to_move[game]);
        read_playouts();
        work.playouts.play(inputs.to_move[game], options.seed + 1, options.more_playouts, claims, 0);
        work.playouts.write_shares(black, remaining);
        for (u64 point = 0; point < end - base; point++) {
            f32 &owned = judgments.ownership[base + point], &stays = judgments.stays[base + point];
            owned = (few * owned + more * black[point]) / (few + more);
            stays = (few * stays + more * remaining[point]) / (few + more);
        }
        judge_by_playouts();
        judge_by_network(network);
    }
};

/// Call a function with each position of a chunk.
template <class F>
void for_cascade_positions(
    const LabeledBoards &boards,
    const EstimateInputs &inputs,
    const EstimateOptions &options,
    const Judgments &judgments,
    F function
) {
    Owned<Cascade> work;
    work->network.vectors = widest_vectors();
    for_each_position(boards, [&](i64 game, u64 base) {
        function(CascadePosition{boards, inputs, options, judgments, *work, game, base, u64(boards.start[game + 1])});
    });
}

} // namespace

void judge_at_first(
    const LabeledBoards &boards,
    const EstimateInputs &inputs,
    const NetworkWeights &network,
    const EstimateOptions &options,
    const Judgments &judgments
) {
    for_cascade_positions(boards, inputs, options, judgments, [&](const CascadePosition &position) {
        position.judge_at_first(network);
    });
}

void judge_at_length(
    const LabeledBoards &boards,
    const EstimateInputs &inputs,
    const NetworkWeights &network,
    const EstimateOptions &options,
    const Judgments &judgments
) {
    for_cascade_positions(boards, inputs, options, judgments, [&](const CascadePosition &position) {
        if (judgments.is_open[position.game]) {
            position.judge_at_length(network);
        }
    });
}
