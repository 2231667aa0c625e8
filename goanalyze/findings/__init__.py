"""Findings: every detector of the program, arrays in, `Finding` values out.

``files`` looks at files as a whole, ``syntax`` at the text of records, ``metadata`` at game-info values, ``setup`` at
handicap and setup, ``moves`` at play and repetition, ``results`` at final positions, recorded results and outcomes.
`goanalyze.pipeline` puts them together, `goanalyze.tables.build` turns them into columns.

What is odd about bytes is noticed where they are read, and told by ``files`` and ``syntax``: GO001, GO002 and GO004 in
``archives/``, GO011–GO014 in ``sgf/charset``, GO301–GO310 in the tokenizer. GO6xx compare games and come from
``duplicates/``; GO9xx are of the program itself and come from ``batch/``. Nothing is replayed, scored or counted here.
"""
