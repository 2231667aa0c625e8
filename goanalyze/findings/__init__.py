"""Findings: every detector of the program, arrays in, `Finding` values out.

``files`` looks at files as a whole, ``syntax`` at the text of records, ``metadata`` at game-info values, ``setup`` at
handicap and setup, ``moves`` at play and repetition, ``results`` at final positions, recorded results and outcomes.
`goanalyze.pipeline` puts them together. GO6xx compare games and come from ``duplicates/``; GO902 and GO903 are of
processes and come from ``batch/``. Nothing is replayed, judged or counted here.
"""
