"""Counting: a position and what is dead in it → area, territory, stones, exactly.

Here live the readable count and the kernel, its fast twin. What may not live here: deciding what is dead (`life`),
komi and rulesets' bonuses.
"""
