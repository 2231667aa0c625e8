"""Records played out by the kernel, the fast twin of `goanalyze.board.replay`: flags of moves, cycles, verdicts."""
