"""Speaking to Go engines: one process, and the two protocols that tell what is dead.

What may not live here: judging (`goanalyze.life.engine`), and restarting what has failed.
"""
