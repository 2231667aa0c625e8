"""Reading SGF."""
