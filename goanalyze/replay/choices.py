"""The names of cycles, as tables write them, with their definitions."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class CycleKind(Choice):
    """The name of a cycle, and its definition."""

    NULL_MOVE = "null move", "one move that changes nothing: a pass, or a suicide of one stone"
    BASIC_KO = "basic ko", "a ko taken and retaken at once"
    SENDING_TWO = "sending two, returning one", "one side takes two stones in a round, the other side single ones"
    SENDING_THREE = "sending three, returning two", "plays take three stones and two, and one side takes more"
    UNBALANCED = "unbalanced", "one side takes more stones than the other in a round"
    ETERNAL_LIFE = "eternal life", "four moves without a pass, and each side takes two stones at once"
    TRIPLE_KO = "triple ko", "six moves without a pass, each of them takes in one of three kos"
    MANIFOLD_KO = "n-fold ko", "2n moves without a pass, each of them takes in one of n kos"
    OTHER = "round-robin or other", "no pass, and both sides take equally many stones, in some other way"
    KO_WITH_PASSES = "ko with passes", "a single ko taken and retaken, and both sides pass equally often"
    PASSES = (
        "double ko exchange or moonshine",
        "both sides pass equally often, and each play takes in one of two kos",
    )
    MANIFOLD_KO_WITH_PASSES = (
        "n-fold ko with passes",
        "both sides pass equally often, and each play takes in one of three kos or more",
    )
    OTHER_WITH_PASSES = "cycle with passes", "a side passes, and both sides take equally many stones in some other way"
    POSITIONAL = "positional", "the stones are back with the other side to move, so no round is complete"
