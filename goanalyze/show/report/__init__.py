"""The report: a dataset as one page of HTML that stands alone, for archive keepers to send around.

Here live what the page says, its charts, its lists of games and its style sheet and script (``assets``). What may not
live here: figures of its own, which are the compare room's, and boards, which ``show.svg`` and ``show.viewer`` draw.
Data flows one way: ``data`` reads, the sections (``overview``, ``findings``, ``matrices``, ``differences``,
``recorded``) tell, ``page`` puts together.
"""
