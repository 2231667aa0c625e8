// Games on a proof graph where play may go on for ever: evasion, the clearing of points, and cycles at a loss.
//
// Nodes that are not expanded are won by the side against which something is proven.
#pragma once
#include "solver_graph.hpp"

/// Decide for the owner every node from which the owner can evade for ever all nodes that the attacker might win.
///
/// These are open nodes that are not expanded, and open nodes where the target is captured: a safety game. Returns the
/// number of nodes that were decided.
i64 decide_evasion(SearchGraph &graph);

/// Decide the nodes from which the attacker can clear each point of new stones again and again, and the others.
///
/// This is a generalised Büchi game, solved by its complement: as long as the owner can refuse a demand for ever from
/// some nodes, the owner wins these nodes, and those from which they can be forced.
/// Source: E. Grädel, W. Thomas, T. Wilke (ed.), Automata, logics, and infinite games, 2002, chapter 2.
void decide_clearing(SearchGraph &graph);

/// Return true if the owner, the winner of the root, keeps the chain only by cycles that cost more stones than they
/// gain.
///
/// This is an energy game. The smallest reserve of stones that pays for the losses on the way is found from below. If
/// the losses have no bound, no reserve suffices. Rule: `goanalyze.life.article7.confirm`; commentary of 1989,
/// example 23. Source: L. Brim and others, Faster algorithms for mean-payoff games, 2011.
bool loses_by_cycles(const SearchGraph &graph, i64 root);
