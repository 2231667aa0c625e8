"""Drawing positions: as text (``diagram``) and as a picture (``svg``).

What may live here: turning values the other rooms have found into something to look at. What may
not: computing them (captures, life and death, counting), reading or writing files, and libraries
of drawing; ``rich`` is imported only inside the function that needs it.
"""
