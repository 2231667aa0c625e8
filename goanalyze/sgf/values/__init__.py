"""Values of single properties: one raw text in, one typed value out.

Each function reads one property's text and nothing else, never raises, and returns a frozen value with one sentence on
what is odd about the text (``message``, empty when all is well). Which finding that is, and what several properties say
together, is decided by the callers.

==========  ==========  =====================================================================
module      properties  functions
==========  ==========  =====================================================================
`terms`     SZ, HA, KM  `terms.parse_size`, `terms.parse_handicap`, `terms.parse_komi`
`result`    RE          `result.parse_result`
`clock`     TM, OT, GC  `clock.parse_time`, `clock.parse_overtime`, `clock.is_rated`
`occasion`  BR, WR, DT  `occasion.parse_rank`, `occasion.parse_date`
==========  ==========  =====================================================================
"""
