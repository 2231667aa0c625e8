"""The report: a dataset as one page of HTML that stands alone, for archive keepers to send around.

Data flows one way: ``data`` reads; ``opening`` has title and tiles; the sections (``findings``, ``legality``,
``duplicates``, ``recorded``, ``conventions``, ``overview``, ``matrices``, ``differences``, ``komi``, ``results``) say
what was found; ``page`` puts them together with ``assets``. Boards are drawn by ``draw``. A few rows of each table are
open, as `html.long_table` has them, the rest is folded by `html.fold`: a page is short, whatever its dataset holds.
"""
