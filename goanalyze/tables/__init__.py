"""Tables of the results of a check, with a schema, in Parquet datasets, data frames and spreadsheets.

Scope: the schema (every table and column with type and meaning), the builders that fill it from a chunk, and Parquet
in and out. No computation about Go.
"""
