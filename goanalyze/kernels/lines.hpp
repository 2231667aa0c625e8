// The paths from the root of a game to its runs of nodes.
#pragma once
#include "interface.hpp"

/// Measure the path to each of the first runs of a tree.
void measure_paths(const Tape &tape, const Spans &spans, const Tree &tree, const Paths &paths, i64 runs);
