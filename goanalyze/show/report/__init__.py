"""The report: a dataset as one page of HTML that stands alone, for archive keepers to send around.

Data flows one way: ``data`` reads; the sections (``overview``, ``findings``, ``matrices``, ``differences``, ``komi``,
``results``, ``conventions``, ``recorded``) say what was found; ``page`` puts them together with ``assets``. Boards are
drawn by ``draw``.
"""
