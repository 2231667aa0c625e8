"""Records played out by `kernels/replay.cpp`, the fast twin of `board.history`: flags of moves, cycles, verdicts."""
