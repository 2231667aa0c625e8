"""The closed vocabularies of pictures."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class Theme(Choice):
    """How a board looks."""

    WOOD = "wood", "wood"
    PLAIN = "plain", "white, for print"


class Mark(Choice):
    """What marks a point. `OFFENCE` and `REPEATED` cannot be overlooked."""

    CROSS = "cross", "cross"
    SQUARE = "square", "square"
    TRIANGLE = "triangle", "triangle"
    CIRCLE = "circle", "circle"
    DOT = "dot", "dot"
    OFFENCE = "offence", "illegal move"
    REPEATED = "repeated", "repeated position"


class Overlay(Choice):
    """What is drawn over the stones, in the order of the legend, and what the legend calls it."""

    LAST = "last", "last move"
    TERRITORY = "territory", "territory"
    FADED = "faded", "dead stones"
    SHADES = "shades", "ownership"
    REGION = "region", "region"
    OFFENCE = "offence", "illegal move"
    REPEATED = "repeated", "repeated position"
    CYCLE = "cycle", "moves of the cycle"
    CROSS = "cross", "cross"
    SQUARE = "square", "square"
    TRIANGLE = "triangle", "triangle"
    CIRCLE = "circle", "circle"
    DOT = "dot", "dot"
