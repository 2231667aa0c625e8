"""Compare our reading with sgfmill's over real archives, game by game: two readers, one text.

Run it by hand: ``PYTHONPATH=tests python tests/oracles/compare_sgfmill.py ARCHIVE...``. It compares
the events and info values of main lines; with ``--trees``, every value of every property of every node of whole trees.
It prints how many games agree and, for the rest, why not. A difference is explained only by a cause of `CAUSES`;
anything else is a bug in one of the two. `test_compare_sgfmill.py` runs it over the sample and a few archives.

sgfmill gets the same UTF-8 text. A file that it refuses as a whole is passed to it again game by game.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from oracles.trees import MainLine, TreeNode, main_lines, whole_trees

from goanalyze import GameTree
from goanalyze.archives.inputs import find_sources
from goanalyze.errors import TreeError
from goanalyze.sgf.charset import Text, texts
from goanalyze.sgf.properties import INFO, KO_PROPERTY, PLAY_WHITE, SYNTAX_CODES, TURN_BLACK, TURN_WHITE
from goanalyze.sgf.records import Records, read_records

__all__ = ["CAUSES", "Difference", "Report", "compare", "main"]

_BATCH = 500
_SHOWN: Final = 60  # letters
_NAMES = {1: "B", 2: "W", 3: "AB", 4: "AW", 5: "AE", 6: "PL", 7: "PL"}
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_UNREADABLE = (-2, -2)

CAUSES = {
    "no game": "neither reader finds a game in the file",
    "joined": "the game is the same but for a property given twice in a node, which sgfmill joins at its first place",
    "no opening": "GO301: sgfmill needs '(;'; given that, it reads the same",
    "not closed": "GO302: sgfmill needs ')'; given that, it reads the same",
    "variation": "sgfmill refuses the file for a fault in a variation; it reads the same main line without variations",
    "control": "control bytes between properties are blanks to the tokenizer; to sgfmill, too, once they are replaced",
    "GO303": "a ']' is missing: the tokenizer takes the two letters of a move, sgfmill all text up to the next ']'",
    "GO304": "text outside values: the tokenizer passes it over, sgfmill stops or takes it for names",
    "GO306": "names without capitals or with digits: to sgfmill they are no names",
    "GO309": "a name without a value: the tokenizer passes it over, sgfmill stops",
    "GO317": "a ']' in a text without its escape: to us it belongs to the text, to sgfmill it ends it",
    "GO320": "a pass in words: to sgfmill's reader here it is no point",
    "GO312": "a variation out of place: we keep it where it may stand, sgfmill refuses the file",
}
"""Why the two may differ; what fits none of these is ``unexplained``. Causes that begin with GO need that syntax code
at or before the place of the difference; the others are checked by reading again."""

_WHY_REFUSED: Final = ("GO303", "GO304", "GO309", "GO306", "GO317", "GO312")
_UNEXPLAINED = "unexplained"
_VALUE_OR_NODE: Final = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]?|;", re.DOTALL)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r"))

Event = tuple[str, bytes, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class OurGame:
    """One game as the tokenizer reads it: as `MainLine`, with points and offsets in addition to the raw values.

    Places are offsets into `raw`; those of `syntax` are of the first repair of each code.
    """

    raw: bytes
    info: dict[str, bytes]
    events: list[Event]
    places: list[int]
    info_places: dict[str, int]
    syntax: dict[str, int]


@dataclass(frozen=True, slots=True)
class OurTree:
    """One game as `GameTree` reads it.

    Attributes:
        raw: the game's text.
        nodes: every node, depth first.
        places: for each node in order of the text, where the next one begins in the file.
        syntax: the first change of each code, and where in the file it was made.
        tree: the tree itself.
    """

    raw: bytes
    nodes: list[TreeNode]
    places: list[int]
    syntax: dict[str, int]
    tree: GameTree


@dataclass(frozen=True, slots=True)
class Difference:
    """One game that the readers do not agree on."""

    source: str
    member: str
    game: int
    cause: str
    detail: str


@dataclass(slots=True)
class Report:
    """Sums of a comparison."""

    files: int = 0
    games: int = 0
    same: int = 0
    units: Counter[str] = field(default_factory=Counter)
    """What was compared in the games that are the same, as ``events``."""
    differences: list[Difference] = field(default_factory=list)

    def unexplained(self) -> list[Difference]:
        """Return the differences that no cause of `CAUSES` accounts for."""
        return [difference for difference in self.differences if difference.cause not in CAUSES]


class MainLines:
    """The way to compare events and info values of main lines."""

    def ours(self, records: Records, game: int) -> OurGame:
        """Return a game as the tokenizer reads it."""
        return _our_game(records, game)

    def theirs(self, data: bytes) -> list[MainLine]:
        """Return the games of a text as sgfmill reads them."""
        return main_lines(data)

    def difference(self, our: OurGame, their: MainLine) -> tuple[str, str] | None:
        """Return cause and detail of the first difference, or None."""
        return _compare_game(our, their)

    def units(self, our: OurGame) -> dict[str, int]:
        """Return the numbers of compared parts of a game."""
        return {"events": len(our.events), "info values": len(our.info)}

    def mended(self, our: OurGame) -> tuple[str, bytes]:
        """Return the main line as a text that sgfmill may read, and the cause if it does."""
        cause, data = _opened(our)
        depth = 0
        for place in _outside(data):
            if data[place] == ord(")"):
                data = data[:place]
                break
            depth += data[place] == ord("(")
        return cause or "variation", data + b")" * depth


class WholeTrees:
    """The way to compare every value of every property of every node."""

    def ours(self, records: Records, game: int) -> OurTree:
        """Return a game as `GameTree` reads it."""
        return _our_tree(records, game)

    def theirs(self, data: bytes) -> list[list[TreeNode]]:
        """Return the games of a text as sgfmill reads them."""
        return whole_trees(data)

    def difference(self, our: OurTree, their: list[TreeNode]) -> tuple[str, str] | None:
        """Return cause and detail of the first difference, or None."""
        if our.nodes == their:
            return None
        number = next(
            (n for n, (one, two) in enumerate(zip(our.nodes, their, strict=False)) if one != two),
            min(len(our.nodes), len(their)),
        )
        place = our.places[number] if number < len(our.places) else None
        mine, other = (nodes[number] if number < len(nodes) else None for nodes in (our.nodes, their))
        return _cause(our, place), f"node {number}: ours {_shown(mine, other)}, sgfmill {_shown(other, mine)}"

    def units(self, our: OurTree) -> dict[str, int]:
        """Return the numbers of compared parts of a game."""
        values = sum(len(each) for node in our.nodes for _, each in node.properties)
        return {"nodes": len(our.nodes), "values": values}

    def mended(self, our: OurTree) -> tuple[str, bytes]:
        """Return the game as a text that sgfmill may read, and the cause if it does."""
        cause, data = _opened(our)
        depth = 0
        for place in _outside(data):
            depth += (data[place] == ord("(")) - (data[place] == ord(")"))
        return cause or _UNEXPLAINED, data + b")" * depth


Way = MainLines | WholeTrees


def compare(paths: Iterable[str], way: Way | None = None, every: int = 1) -> Report:
    """Read every game of the paths twice and compare it.

    Args:
        paths: files, folders or archives of SGF.
        way: the comparison; by default of main lines.
        every: files from one that is read to the next.
    """
    report = Report()
    for source in find_sources(list(paths)):
        batch: list[Text] = []
        for text in islice(texts(source), 0, None, every):
            batch.append(text)
            if len(batch) == _BATCH:
                _compare_batch(batch, report, way)
                batch = []
        _compare_batch(batch, report, way)
    return report


def _compare_batch(batch: list[Text], report: Report, way: Way | None = None) -> None:
    way = way or MainLines()
    ours: dict[int, list[Any]] = defaultdict(list)
    for records in read_records(batch):
        for game in range(len(records)):
            file = int(records.tape.game_file[game])
            if int(records.game_index[game]) != len(ours[file]):
                raise AssertionError("games of a file out of order")
            ours[file].append(way.ours(records, game))
    for file, text in enumerate(batch):
        report.files += 1
        report.differences += _compare_file(text, ours[file], report, way)


def _our_tree(records: Records, game: int) -> OurTree:
    tree = GameTree.of(records, game)
    nodes: list[TreeNode] = []
    waiting = [(-1, tree.root)]
    while waiting:
        parent, node = waiting.pop()
        nodes.append(TreeNode(parent, tuple(node.properties.items())))
        waiting += [(len(nodes) - 1, child) for child in reversed(node.children)]
    syntax: dict[str, int] = {}
    for change in tree.changes:
        if change.code:
            place = 0 if change.offset is None else change.offset
            syntax[change.code] = min(place, syntax.get(change.code, place))
    raw = records.raw(game)
    if not syntax:
        return OurTree(raw, nodes, [], syntax, tree)
    begin = int(records.tape.game_span[game][0])
    marks = [found.start() for found in _VALUE_OR_NODE.finditer(raw) if found[0] == b";"]
    return OurTree(raw, nodes, [records.offset(game, begin + place) for place in marks[1:]], syntax, tree)


def _our_game(records: Records, game: int) -> OurGame:
    tape = records.tape
    first, last = tape.event_start[game : game + 2].tolist()
    begin, stop = tape.game_span[game].tolist()
    data = records.buffer[begin:stop].tobytes()
    spans = dict(zip(INFO, tape.info[game].tolist(), strict=True))
    events = []
    for kind, xy, at in zip(
        tape.kind[first:last].tolist(), tape.xy[first:last].tolist(), tape.at[first:last].tolist(), strict=True
    ):
        plain = kind & ~KO_PROPERTY
        raw = _value_at(data, at - begin)
        if plain <= PLAY_WHITE:
            points: tuple[tuple[int, int], ...] = ((xy[0], xy[1]),)
        elif plain < TURN_BLACK:
            points = _spread(*xy)
        else:
            points = ((plain, plain),)
        events.append((_NAMES[plain], raw, points))
    counts = dict(zip(SYNTAX_CODES, tape.syntax[game].tolist(), strict=True))
    return OurGame(
        data,
        {name: data[span[0] - begin : span[1] - begin] for name, span in spans.items() if span[0] >= 0},
        events,
        [at - begin for at in tape.at[first:last].tolist()],
        {name: span[0] - begin for name, span in spans.items() if span[0] >= 0},
        {code: place - begin for code, (place, count) in counts.items() if count},
    )


def _value_at(data: bytes, at: int) -> bytes:
    """Return the raw value whose bracket is at `at`: an independent reading, escapes left in."""
    place = at + 1
    while place < len(data) and data[place] != ord("]"):
        place += 2 if data[place] == ord("\\") else 1
    return data[at + 1 : place]


def _spread(x: int, y: int, x2: int, y2: int) -> tuple[tuple[int, int], ...]:
    return tuple((column, row) for row in range(y, y2 + 1) for column in range(x, x2 + 1))


def _point(value: bytes) -> tuple[int, int]:
    text = bytes(byte for byte in value if byte > 32)
    if not text:
        return -1, -1
    if len(text) != 2 or text[0] not in _LETTERS or text[1] not in _LETTERS:
        return _UNREADABLE
    return _LETTERS.index(text[:1]), _LETTERS.index(text[1:])


def _their_event(name: str, value: bytes) -> Event | None:
    """Turn sgfmill's raw value into the same form; None for a setup value that is not a point."""
    if name in ("B", "W"):
        return name, value, (_point(value),)
    if name == "PL":
        word = value.strip(bytes(range(33)))[:1].lower()
        turn = TURN_BLACK if word in (b"b", b"1") else TURN_WHITE if word in (b"w", b"2") else 0
        return (name, value, ((turn, turn),)) if turn else None
    first, colon, last = value.partition(b":")
    start = _point(first)
    end = _point(last) if colon else start
    if min(*start, *end) < 0:
        return None
    low = min(start[0], end[0]), min(start[1], end[1])
    high = max(start[0], end[0]), max(start[1], end[1])
    return name, value, _spread(*low, *high)


def _compare_file(text: Text, ours: list[Any], report: Report, way: Way) -> Iterator[Difference]:
    def difference(game: int, cause: str, detail: str) -> Difference:
        return Difference(text.source, text.member, game, cause, detail)

    report.games += len(ours)
    theirs: list[Any]
    try:
        theirs = list(way.theirs(text.data))
    except TreeError as error:
        if not ours:
            yield difference(-1, "no game", str(error))
            return
        theirs = []
        for number, game in enumerate(ours):
            try:
                theirs.append(way.theirs(game.raw)[0])
            except TreeError as refusal:
                theirs.append(None)
                yield difference(number, _why_refused(game, way), f"{refusal} {sorted(game.syntax)}")
    if len(theirs) != len(ours) and any("GO301" in game.syntax for game in ours):
        # sgfmill takes the variations of a game without its '(;' for games; look at each game alone
        for number, game in enumerate(ours):
            if not _is_read_alone(game, way):
                yield difference(number, _why_refused(game, way), f"sgfmill finds {len(theirs)} games")
                continue
            report.same += 1
            report.units.update(way.units(game))
        return
    if len(theirs) != len(ours):
        yield difference(-1, _UNEXPLAINED, f"games: ours {len(ours)}, sgfmill {len(theirs)}")
        return
    for number, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        if their is None:
            continue
        found = way.difference(our, their)
        if found is None:
            report.same += 1
            report.units.update(way.units(our))
        else:
            yield difference(number, *found)


def _compare_game(our: OurGame, their: MainLine) -> tuple[str, str] | None:
    """Return cause and detail of the first difference, or None."""
    expected = [event for event in (_their_event(name, value) for name, value in their.events) if event]
    if our.events != expected:
        pairs = list(zip(our.events, expected, strict=False))
        number = next((n for n, (one, two) in enumerate(pairs) if one != two), len(pairs))
        if _joined(our) == expected and our.info == their.info:
            return "joined", f"{len(our.events)} events"
        place = our.places[number] if number < len(our.places) else None
        mine = our.events[number] if number < len(our.events) else None
        other = expected[number] if number < len(expected) else None
        return _cause(our, place), f"event {number}: tokenizer {_short(mine)}, sgfmill {_short(other)}"
    if our.info != their.info:
        name = next(name for name in INFO if our.info.get(name) != their.info.get(name))
        place = our.info_places.get(name)
        return _cause(our, place), f"{name}: tokenizer {our.info.get(name)!r}, sgfmill {their.info.get(name)!r}"
    return None


def _short(event: Event | None) -> str:
    return "nothing" if event is None else f"{event[0]}[{event[1][:30].decode('utf-8', 'replace')}]"


def _shown(node: TreeNode | None, other: TreeNode | None) -> str:
    """Return the properties that one of two nodes has and the other lacks."""
    if node is None:
        return "nothing"
    parent = "" if other is None or node.parent == other.parent else f"behind node {node.parent} "
    shared = set(other.properties) if other is not None else set()
    names = [f"{name}[{']['.join(values)}]" for name, values in node.properties if (name, values) not in shared]
    held = "".join(names)
    return parent + (repr(held if len(held) <= _SHOWN else held[:_SHOWN] + "…") if held else "the same in its order")


def _cause(our: OurGame | OurTree, place: int | None) -> str:
    """Return the nearest repair at or before the offset of the difference."""
    before = {code: at for code, at in our.syntax.items() if code in CAUSES and (place is None or at <= place)}
    return max(before, key=lambda code: before[code], default=_UNEXPLAINED)


def _outside(data: bytes) -> Iterator[int]:
    """Yield the offsets of the bytes outside values."""
    place = 0
    while place < len(data):
        yield place
        if data[place] == ord("["):
            place += len(_value_at(data, place)) + 1
        place += 1


def _joined(our: OurGame) -> list[Event]:
    """Return our events as sgfmill orders them: within a node by the first place of each name, plays and PL once."""
    marks = [place for place in _outside(our.raw) if our.raw[place] == ord(";")]
    nodes: dict[int, dict[str, list[Event]]] = {}
    for event, at in zip(our.events, our.places, strict=True):
        nodes.setdefault(bisect_left(marks, at), {}).setdefault(event[0], []).append(event)
    return [
        event
        for node in nodes.values()
        for name, events in node.items()
        for event in (events if name in ("AB", "AW", "AE") else events[:1])
    ]


def _opened(our: OurGame | OurTree) -> tuple[str, bytes]:
    """Return a game with its opening and without control bytes outside values, and the cause if that is a change."""
    text = bytearray(our.raw)
    for place in _outside(our.raw):
        if text[place] in _CONTROL:
            text[place] = ord(" ")
    data = bytes(text)
    cause = "control" if data != our.raw else ""
    if "GO301" in our.syntax:
        cause, data = "no opening", (b"(" if data.startswith(b";") else b"(;") + data.removeprefix(b"(")
    return ("not closed" if "GO302" in our.syntax else cause), data


def _is_read_alone(our: OurGame | OurTree, way: Any) -> bool:
    """Return True if sgfmill finds one game in the text of a game, and reads it the same."""
    try:
        games = way.theirs(our.raw)
    except TreeError:
        return False
    return len(games) == 1 and way.difference(our, games[0]) is None


def _why_refused(our: OurGame | OurTree, way: Any) -> str:
    """Repair a game that sgfmill refuses, without touching the compared parts, and name the repairs."""
    cause, data = way.mended(our)
    try:
        found = way.difference(our, way.theirs(data)[0])
        if found is None or found[0] == "joined":
            return str(cause)
    except TreeError:
        pass
    if isinstance(our, OurTree) and not _is_written_alike(our):
        return _UNEXPLAINED
    return next((code for code in _WHY_REFUSED if code in our.syntax), _UNEXPLAINED)


def _is_written_alike(our: OurTree) -> bool:
    """Return True if sgfmill's reading of our tree's text equals our tree, for any record."""
    try:
        return whole_trees(our.tree.to_sgf().encode()) == [our.nodes]
    except TreeError:
        return False


def table(report: Report, examples: int = 3) -> str:
    """Return the report as text: sums, then one block for each cause."""
    units = " and ".join(f"{count:,} {name}" for name, count in report.units.items())
    agreed = f"{report.same:,} the same, with {units or 'nothing in them'}"
    lines = [f"{report.files:,} files, {report.games:,} games; {agreed}"]
    counts = Counter(difference.cause for difference in report.differences)
    for cause, count in counts.most_common():
        lines.append(f"{count:7,}  {cause}: {CAUSES.get(cause, 'UNEXPLAINED')}")
        shown = [difference for difference in report.differences if difference.cause == cause]
        lines += [f"           {d.member or d.source} #{d.game}: {d.detail}"[:200] for d in shown[:examples]]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Compare and print; return 1 where a difference is unexplained."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", help="files, folders or archives of SGF")
    parser.add_argument("--examples", type=int, default=3, help="differences shown for each cause")
    parser.add_argument("--trees", action="store_true", help="compare whole trees, not main lines")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="read each N-th file of a path only")
    options = parser.parse_args(arguments)
    way = WholeTrees() if options.trees else MainLines()
    begin = time.perf_counter()
    total = Report()
    for path in options.paths:
        report = compare([path], way, options.every)
        print(f"== {path}\n{table(report, options.examples)}", flush=True)
        for name in ("files", "games", "same"):
            setattr(total, name, getattr(total, name) + getattr(report, name))
        total.units += report.units
        total.differences += report.differences
    if len(options.paths) > 1:
        print(f"== all\n{table(total, options.examples)}")
    print(f"{time.perf_counter() - begin:.0f} s; {len(total.unexplained())} unexplained")
    return 1 if total.unexplained() else 0


if __name__ == "__main__":
    sys.exit(main())
