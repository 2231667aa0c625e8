"""Conventions: the terms that the games of a server were played by, where their headers state others.

Scope: the meanings of a header (the registry that the audit uses, too), the games of a convention, the terms they were
played by, how these are learned from counted games, and conventions as TOML files.
"""
