"""The closed vocabularies of exports."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class Copies(Choice):
    """Treatment of games that a dataset contains more than once."""

    KEEP = "keep", "they are exported as other games are"
    DROP = "drop", "of each group only the best copy among those chosen"
    ONLY = "only", "just those that drop leaves out"


class ExportAction(Choice):
    """The action that made an exported file."""

    COPIED = "copied", "the bytes of the file or member, unpacked"
    MOVED = "moved", "the same, and the original is gone"
    CUT = "cut", "the bytes of one game, out of a file with several"
    REPAIRED = "repaired", "written anew by the repair"
    CUT_REPAIRED = "cut_repaired", "both: one game, written anew"
