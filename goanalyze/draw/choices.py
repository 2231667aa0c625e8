"""Closed vocabularies of pictures."""

from __future__ import annotations

from goanalyze.util.choice import Choice


class Theme(Choice):
    """Looks of a board."""

    WOOD = "wood", "wood"
    PLAIN = "plain", "white, for print"


class Mark(Choice):
    """Marks of a point. `OFFENCE` and `REPEATED` cannot be overlooked."""

    CROSS = "cross", "cross"
    SQUARE = "square", "square"
    TRIANGLE = "triangle", "triangle"
    CIRCLE = "circle", "circle"
    DOT = "dot", "dot"
    OFFENCE = "offence", "illegal move"
    REPEATED = "repeated", "repeated position"


class Overlay(Choice):
    """Drawings over the stones, in the order of the legend, with their names in it."""

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
