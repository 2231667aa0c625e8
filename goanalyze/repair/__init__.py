"""Repair: the bytes of a file with game records → the same games as valid FF[4] in UTF-8, and what was changed.

`goanalyze.sgf.tree` reads a file as the tokenizer does, with everything that it says, and writes it again; the modules
here change the tree, each in one regard. What a record says stays as it is where nobody can be sure what was meant:
then the finding stays, too. No file is opened and none is written here.
"""
