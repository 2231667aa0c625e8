"""Games of a dataset written out as files, with a log that undoes it: copied, moved, cut out of their files, repaired.

Bytes come from the sources, read again and held against the tables first: nothing is written under a verdict that is
about other bytes. What may live here: which games, under which names, and files that are there whole or not at all.
What may not: what is wrong with a record (the tables say that), how a record is mended (`goanalyze.repair`), printing.
"""
