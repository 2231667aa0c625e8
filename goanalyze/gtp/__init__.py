"""Go Text Protocol for programs that want a referee: a session of lines, and the commands on its game.

Scope: commands and their answers. The syntax, which the client of engines (`goanalyze.life.engines.gtp`) shares, is in
`goanalyze.life.engines.gtp_syntax`; boards are in `goanalyze.board`.
"""
