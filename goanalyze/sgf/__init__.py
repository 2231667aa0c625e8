"""Reading: paths in, records out.

Here live sources (files, folders, archives → bytes), the charset decision, the byte tokenizer, full trees and writing
(sgfmill), the typed values of metadata, and records: what a chunk of games says. What may not live here: rules of Go,
boards, tables.
"""
