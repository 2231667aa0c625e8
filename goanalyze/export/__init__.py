"""Games of a dataset written out as files, with a log that undoes it: copied, moved, cut out of their files, repaired.

The sources are read again and compared with the tables first: nothing is exported under a verdict on other bytes.
Scope: selection, names, files that are complete or absent, the log. Findings come from the tables, repaired records
from `goanalyze.repair`; printing is elsewhere.
"""
