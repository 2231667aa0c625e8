"""Records played out by the kernel, the fast twin of `goanalyze.board.history`: flags of moves, cycles, verdicts."""
