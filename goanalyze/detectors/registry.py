"""Addresses of findings: file, member, game, line and offset, from a place in a chunk of records.

The registry of detectors: functions over stages of a chunk of games that yield findings, with their entries.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from goanalyze.catalogue.catalogue import CATALOGUE, CatalogueEntry
from goanalyze.catalogue.finding import Finding
from goanalyze.util.choice import Choice

if TYPE_CHECKING:
    from goanalyze.sgf.records import Records


def finding_at(
    records: Records,
    game: int,
    code: str,
    message: str,
    at: int = -1,
    *,
    count: int = 1,
    move_number: int | None = None,
    point: str | None = None,
) -> Finding:
    """Return a finding about a game of a chunk; `at` is an offset in its buffer or −1, the rest is as in `Finding`."""
    text = records.text_of(game)
    return Finding(
        code,
        message,
        text.source,
        text.member,
        game,
        int(records.game_index[game]),
        records.offset(game, at) if at >= 0 else None,
        move_number,
        point=point,
        count=count,
        line=int(records.line[game]),
        move_numbers=() if move_number is None else (move_number,),
    )


_Function = TypeVar("_Function", bound=Callable[..., Iterator[Finding]])


class Subject(Choice):
    """The subject of a detector. The findings of a game are in this order."""

    TEXT = "text", "text of the record"
    HEADER = "header", "values of properties"
    CONVENTION = "convention", "terms of play that the header does not have"
    SETUP = "setup", "stones before the first move, and setup between moves"
    DEAD_STONES = "dead-stones", "life and death in the final position"
    PLAY = "play", "moves"
    RESULT = "result", "recorded result"
    OUTCOME = "outcome", "results under several rulesets"


class Detector(NamedTuple):
    """A function that yields findings.

    Attributes:
        function: the function.
        subject: subject of its findings.
        stages: names of its parameters, which are stages of `goanalyze.pipeline.Chunk`.
        reads_variations: True if it is applied to the other variations of a game, too.
    """

    function: Callable[..., Iterator[Finding]]
    subject: Subject
    stages: tuple[str, ...]
    reads_variations: bool


DETECTORS: Final[list[Detector]] = []
"""All detectors by their subjects, those of one subject in the order of registration."""


def detector(
    subject: Subject, *entries: CatalogueEntry, reads_variations: bool = False
) -> Callable[[_Function], _Function]:
    """Register a function as the detector of findings, and their entries in the catalogue.

    The function is called with the stages of a chunk that its parameters name. Parameters with a default value are for
    other callers. Modules with detectors import heavy packages inside functions: text needs the entries alone.

    Args:
        subject: subject of the findings.
        entries: entries of the codes that are stated with this function.
        reads_variations: True if the function is applied to the other variations of a game, too.
    """

    def register(function: _Function) -> _Function:
        CATALOGUE.register(*entries)
        parameters: list[Any] = list(inspect.signature(function).parameters.values())
        stages = tuple(each.name for each in parameters if each.default is inspect.Parameter.empty)
        DETECTORS.append(Detector(function, subject, stages, reads_variations))
        DETECTORS.sort(key=lambda each: each.subject.index)
        return function

    return register
