"""Repairs: the bytes of a file with game records to the same games as valid FF[4] in UTF-8, with a log of changes.

`goanalyze.sgf.tree` reads and writes the nodes; each module here makes one kind of repair. A value with an unclear
meaning stays, and so does its finding.

Scope: bytes in memory. Files are read and written elsewhere.
"""
