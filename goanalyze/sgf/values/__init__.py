"""Values of single properties: one raw text in, one typed value out.

Each function reads one property's raw text (``""`` for an absent or empty property) and nothing else, never raises, and
returns a frozen value with one sentence on the oddity of the text (``message``, empty without one). An argument `name`
is the property of the text, for the message. The callers decide on the finding and on the meaning of several
properties together; `result.fit_result` and `size_komi_handicap.at_auction` do the latter for a result and a komi.

====================  ==========  ================================================
module                properties  functions
====================  ==========  ================================================
`size_komi_handicap`  SZ, HA, KM  `parse_size`, `parse_handicap`, `parse_komi`
`rules`               RU, GM      `parse_rules`, `is_go`, `komi_in_game`
`result`              RE          `parse_result`, `fit_result`, `margin_fits`
`clock`               TM, OT, GC  `parse_time`, `parse_overtime`, `is_rated`
`ranks_dates`         BR, WR, DT  `parse_rank`, `parse_date`
====================  ==========  ================================================
"""
