"""Conventions: what the games of a server were really played by, where their headers say something else.

Here live what a header may mean (the registry that the audit draws on, too), what tells the games of a convention from
others, what was played in them, how it is learned from counted games, and conventions as TOML files. What may not live
here: reading of records, boards, tables on disk.
"""
