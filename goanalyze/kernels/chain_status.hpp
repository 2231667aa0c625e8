// The statuses of the chains of one position from the ownership of their points.
#pragma once
#include "positions.hpp"

/// The thresholds of statuses.
struct StatusThresholds {
    f64 dead_below;   // share of its own points below which a chain is dead
    f64 certain_from; // probability from which a status is certain
};

/// The points of one position in arrays over the points of a chunk. Those of skipped games remain as they are.
struct StatusRows {
    Row<f32> shares;
    Row<u8> dead, owners, certain_owner;
};

/// The statuses of the chains of a position. Chains go by their first cell.
struct StatusBoard {
    i32 flipped; // chains with another status than their share says

    /// Determine the statuses from Black's share of each point.
    void judge(const LabeledGrid &position, Row<const f32> ownership, const StatusThresholds &limits);

    /// Return the probability that all statuses are right, if shares are probabilities and chains independent.
    f32 joint_probability() const;

    /// Return true if the stone of a cell is dead.
    bool is_dead(u64 cell) const { return dead[board->first[cell]]; }

    /// Write the statuses of all points.
    void write(const StatusRows &rows) const;

  private:
    const LabeledGrid *board;
    StatusThresholds thresholds;
    Grid<f64> total; // of each chain or region: sum of Black's shares
    Grid<f64> share; // of each chain: share of its points that its side owns
    Grid<bool> dead; // by first cell; false for regions
    Grid<bool> is_flipped;
    Grid<u8> kind_of_chain;
    Grid<u8> kind; // of each cell, for a search
    Grid<u64> queue;
    Grid<u8> owner, certain_owner;

    struct Area;
    void find_shares(Row<const f32> ownership);
    void write_kinds();
    Area follow_area(u64 first_cell);
    void find_owners();
    u64 find_contradiction(bool should_revive);
    void make_consistent();
};
