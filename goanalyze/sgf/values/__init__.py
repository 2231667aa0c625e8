"""Values of single properties: one raw text in, one typed value out.

Each function reads one property's text and nothing else, never raises, and returns a frozen value
with a finding code (``code``, None when all is well) and one sentence about it (``message``). How
severe a finding is, and what several properties say together, is decided by the callers.

===========  ==========  ==================  =========================
module       properties  function            codes
===========  ==========  ==================  =========================
`size`       SZ          `parse_size`        GO409
`komi`       KM          `parse_komi`        GO403, GO404
`handicap`   HA          `parse_handicap`    GO405
`result`     RE          `parse_result`      GO401
`rank`       BR, WR      `parse_rank`        GO407
`date`       DT          `parse_date`        GO406
===========  ==========  ==================  =========================
"""

from goanalyze.sgf.values.date import Date, Precision, parse_date
from goanalyze.sgf.values.handicap import Handicap, parse_handicap
from goanalyze.sgf.values.komi import Komi, KomiUnit, parse_komi
from goanalyze.sgf.values.numbers import Unit
from goanalyze.sgf.values.rank import Rank, parse_rank
from goanalyze.sgf.values.result import By, Result, Winner, parse_result
from goanalyze.sgf.values.size import MAX_SIZE, Size, parse_size

__all__ = [
    "MAX_SIZE",
    "By",
    "Date",
    "Handicap",
    "Komi",
    "KomiUnit",
    "Precision",
    "Rank",
    "Result",
    "Size",
    "Unit",
    "Winner",
    "parse_date",
    "parse_handicap",
    "parse_komi",
    "parse_rank",
    "parse_result",
    "parse_size",
]
