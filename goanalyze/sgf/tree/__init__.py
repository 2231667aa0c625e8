"""Game trees: SGF text to nodes with every property, and nodes to SGF text.

`span_reader` reads text as the tokenizer does and logs each correction. `node` is one node; `writer` writes nodes, a
sound record byte for byte. `tree` is the public `GameTree`, and makes one from moves and setup.

Scope: text and nodes. Boards, verdicts and repairs are in other packages.
"""
