"""Speaking to Go engines: one process, and the two protocols that tell what is dead.

Restarting an engine that has failed, and checking what it says, is the business of `goanalyze.life.engine`.
"""
