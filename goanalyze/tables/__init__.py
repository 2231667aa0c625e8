"""Tabling: what was found, as tables with a schema, to Parquet and back.

Here live the schema (every table and column with type and meaning), the builders that fill it from a chunk, and
Parquet in and out. What may not live here: computing anything about Go.
"""
