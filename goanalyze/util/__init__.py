"""General tools: text, numbers, TOML, files, Arrow arrays, descriptions of options. Scope: nothing about Go."""
