"""Records: bytes of a file → charset → other formats to SGF → tokenizer → typed values → what a chunk of games says.

No rules of Go here.
"""
