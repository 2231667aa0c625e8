"""Findings: every detector of the program, arrays in, `Finding` values out.

``records`` looks at files, the text of records and game-info values, ``setup`` at handicap and setup, ``moves`` at play
and repetition, ``results`` at final positions, recorded results and outcomes. `goanalyze.pipeline` puts them together.

What is odd about bytes is noticed where they are read: GO001, GO002 and GO004 in ``archives/``, GO011–GO015 in
``sgf/charset``, GO301–GO310 in the tokenizer. GO6xx compare games and come from ``duplicates/``; GO9xx are of the
program itself and come from ``batch/``. Nothing is replayed, scored or counted here.
"""
