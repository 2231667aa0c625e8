"""Records: bytes of a file → charset → tokenizer → typed values → what a chunk of games says. No rules of Go here."""
