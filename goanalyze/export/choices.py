"""The closed vocabularies of exports."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class Copies(Choice):
    """What becomes of games that a dataset has more than once."""

    KEEP = "keep", "they are exported as other games are"
    DROP = "drop", "of each group only the best copy among those chosen"
    ONLY = "only", "just those that drop leaves out"


class Done(Choice):
    """How a file that was exported came about."""

    COPIED = "copied", "the bytes of the file or member, unpacked"
    MOVED = "moved", "the same, and the original is gone"
    CUT = "cut", "the bytes of one game, out of a file with several"
    REPAIRED = "repaired", "written anew by the repair"
    CUT_REPAIRED = "cut_repaired", "both: one game, written anew"
