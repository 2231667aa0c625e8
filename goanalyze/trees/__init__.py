"""Whole trees of games: texts to trees with everything that a record says, and trees to texts.

`reading` reads as the tokenizer does and says what it leaves out or sets right; `tree` is what it reads and how that is
written again, a sound record byte for byte; `full` is sgfmill's tree. What may not live here: boards, rules, judgement,
and the mending of what a record says (`goanalyze.repair`).
"""
