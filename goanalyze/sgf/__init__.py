"""Records: bytes of a file → charset → other formats to SGF → tokenizer → typed values → games of a chunk.

Scope: text and its values, without rules of Go.
"""
