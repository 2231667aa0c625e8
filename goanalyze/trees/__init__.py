"""Whole trees of games: texts to trees with everything that a record says, and trees to texts.

`reading` reads as the tokenizer does and says what it leaves out or sets right; `node` is what it reads, and `writing`
writes it again, a sound record byte for byte; `tree` is the whole of it for the library, `full` sgfmill's tree. What
may not live here: boards, rules, judgement, and the mending of what a record says (`goanalyze.repair`).
"""
