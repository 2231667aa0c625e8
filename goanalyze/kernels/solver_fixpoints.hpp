// Conclusions from a proof graph as far as it is known, and the nodes whose expansion is worth most.
//
// Play may go on for ever. The owner of a chain wins if the attacker can be evaded for ever, the attacker wins the
// clearing of points that can be cleared again and again.
#pragma once
#include "solver_graph.hpp"

/// Choose the nodes that are to be expanded next: all that the cheapest proof of a side would visit.
///
/// It writes `chosen`, `chosen_count` and the cost of that proof. Where the side has only moves that lead in cycles,
/// the most promising moves are followed first.
void choose_nodes(SearchGraph &graph, i64 side, i64 most);

/// Decide for the owner every node from which the owner can evade for ever all nodes that the attacker might win.
///
/// These are open nodes that are not expanded, and open nodes where the target is captured. Returns the number of nodes
/// that were decided.
i64 decide_evasion(SearchGraph &graph);

/// Start the game in which the attacker must clear every point of new stones again and again.
///
/// This is a generalised Büchi game. While there is a demand that the owner can refuse for ever (`prune_occupied`) from
/// some of the nodes `inside`, the owner wins these nodes, and the nodes from which they can be forced. The attacker
/// wins the rest. Nodes that are not expanded are won by the doubtful side, so that the other side's wins are proven.
void start_clearing_game(SearchGraph &graph, i64 doubtful);

/// Remove from `inside` the nodes where the owner can refuse a demand for ever. Return true if there are any.
///
/// The demand is a point without a new stone and the capture of the target. The demand without a point is time: the
/// attacker can pass.
bool prune_occupied(SearchGraph &graph, u64 point);

/// Decide the nodes that the game has proven: for the attacker those inside, for the owner those outside.
void end_clearing_game(SearchGraph &graph, i64 doubtful);

/// Return true if the owner, the winner of the root, keeps the chain only by cycles that cost more stones than they
/// gain.
///
/// This is an energy game. The smallest reserve of stones that pays for the losses on the way is found from below. If
/// the losses have no bound, no reserve suffices. Rule: `goanalyze.life.article7.confirm`; commentary of 1989,
/// example 23.
bool loses_by_cycles(SearchGraph &graph);
