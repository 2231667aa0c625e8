"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import copy
import pickle

from goanalyze.vocabulary.late import late


def test_copies_and_pickles_are_expressions() -> None:
    """Found by a reader: either asked for names without end, before the expression had any."""
    one = late(r"([BW])[+]")
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        found = other.match("B+R")
        assert found is not None
        assert found.group(1) == "B"
