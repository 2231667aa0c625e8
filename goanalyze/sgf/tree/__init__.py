"""Game trees: SGF text to nodes with every property, and nodes to SGF text.

`parser` reads text as the tokenizer does and logs each correction. `node` is one node; `writer` writes nodes, a sound
record byte for byte. `tree` is the public `GameTree`, `builder` makes one from moves and setup, and `sgfmill_tree`
returns the tree of sgfmill.

Scope: text and nodes. Boards, verdicts and repairs are in other packages.
"""
