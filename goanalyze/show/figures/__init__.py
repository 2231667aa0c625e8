"""The README's figures, each drawn from real data by one function that takes the project's folder and returns SVG.

What may live here: the drawing of these figures, and for those whose archive is not part of the project the making of
the small file of numbers that they are drawn from. What may not: computing that the rooms above offer, writing the
figures (`goanalyze.show.document` does).
"""
