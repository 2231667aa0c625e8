"""Whole trees of games: texts to trees with everything that a record says, and trees to texts.

`reading` reads as the tokenizer does and says what it leaves out or sets right; `node` is what it reads, and `writing`
writes it again, a sound record byte for byte; `tree` is the whole of it for the library, `making` makes one of moves
and setup, `full` is sgfmill's. What may not live here: boards, judgement, and the mending of what a record says
(`goanalyze.repair`).
"""
