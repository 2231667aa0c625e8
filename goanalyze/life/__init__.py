"""Life and death: which stones of a final position are dead, and how that is known.

`goanalyze.life.policy` takes the first source that applies: the user's list, territory markup, proof, then an estimate
or an engine. Each source is a package or module of its own. Every answer carries its source and a confidence.
"""
