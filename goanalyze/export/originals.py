"""The files that games stand in, read again, each source once, and held against the tables; games cut out of them.

A file is what was checked if it has as many bytes and gives, decoded in the same way, the same games in the same order.
What may live here: bytes in memory. What may not: names and files of the export.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from goanalyze.archives.blobs import Blob
from goanalyze.archives.reread import blobs_again
from goanalyze.errors import SourceError
from goanalyze.export.chosen import Wanted
from goanalyze.sgf.charset import Text, decode, decode_as
from goanalyze.sgf.game_ids import text_ids
from goanalyze.sgf.records import read_records
from goanalyze.vocabulary.limits import CHUNK_BYTES, CHUNK_GAMES

_UTF8_MARK: Final = b"\xef\xbb\xbf"
_SEVERAL: Final = "what stands between the games of the file is left out"


class Cut(NamedTuple):
    """A game cut out of its file: its number, its bytes, their charset, and what was changed."""

    game: int
    data: bytes
    encoding: str
    change: str


@dataclass(slots=True)
class Original:
    """A file that is what was checked.

    Attributes:
        wanted: what is exported of it.
        path: where it was found.
        data: its bytes, unpacked.
        cuts: where not all games are exported, those that are.
    """

    wanted: Wanted
    path: str
    data: bytes
    cuts: list[Cut] = field(default_factory=list)


class Missing(NamedTuple):
    """A file that is not exported, or a game of it; and why, in one sentence."""

    wanted: Wanted
    why: str
    game: int | None = None


def originals(
    by_source: Iterable[tuple[str, list[Wanted]]], found_at: Callable[[str], str]
) -> Iterator[Original | Missing]:
    """Read files again, some thousand at a time; archives are opened once.

    Args:
        by_source: the files wanted, source by source.
        found_at: returns where a source is now; raises `SourceError` where it is not.
    """
    waiting: list[_Met] = []
    left: dict[Wanted, str] = {}  # files that were not met as they were, and what was met in their place
    size = games = 0
    for source, files in by_source:
        for met in _read(source, files, found_at, left):
            waiting.append(met)
            size, games = size + len(met.blob.data), games + len(met.wanted.ids)
            if size >= CHUNK_BYTES or games >= CHUNK_GAMES or len(waiting) >= CHUNK_GAMES:
                yield from _compared(waiting, left)
                waiting, size, games = [], 0, 0
        yield from _gone(left, {met.wanted for met in waiting})
    yield from _compared(waiting, left)
    yield from _gone(left, set())


class _Met(NamedTuple):
    """Bytes that may be those of a file that is wanted, and where they were found."""

    wanted: Wanted
    path: str
    blob: Blob


def _gone(left: dict[Wanted, str], pending: set[Wanted]) -> Iterator[Missing]:
    """Yield, and forget, the files that were not met, and that no bytes wait for."""
    for wanted in [wanted for wanted in left if wanted not in pending]:
        yield Missing(wanted, left.pop(wanted))


def _read(
    source: str, files: Sequence[Wanted], found_at: Callable[[str], str], left: dict[Wanted, str]
) -> Iterator[_Met]:
    """Yield the bytes of files; of what cannot be had the reason is noted."""
    by_member: dict[str, list[Wanted]] = defaultdict(list)
    for wanted in files:
        by_member[wanted.member].append(wanted)
        left[wanted] = f"{wanted.address()} is not there any more; run the check again"
    try:
        path = found_at(source)
    except SourceError as error:
        left.update(dict.fromkeys(files, str(error)))
        return
    for blob in blobs_again(source, list(by_member), path):
        is_archive = blob.code is not None and not blob.member and "" not in by_member
        for wanted in files if is_archive else by_member.get(blob.member, ()):
            if wanted not in left:  # another file of that name was it
                continue
            if blob.code and not blob.data:
                left[wanted] = f"{wanted.address()} cannot be read: {blob.message}"
            elif len(blob.data) != wanted.size:
                left[wanted] = _changed(wanted)
            else:
                yield _Met(wanted, path, blob)


def _changed(wanted: Wanted) -> str:
    return f"{wanted.address()} has changed since it was checked; run the check again"


def _compared(waiting: Sequence[_Met], left: dict[Wanted, str]) -> Iterator[Original | Missing]:
    """Yield the files that give the games of the tables, and forget them; note of the others that they have changed."""
    texts = [_decoded(met, left) for met in waiting]
    games = _games(texts, [set() if met.wanted.is_whole else met.wanted.games for met in waiting])
    for (wanted, path, blob), text, (ids, spans) in zip(waiting, texts, games, strict=True):
        if wanted not in left:
            continue
        if tuple(ids) != wanted.ids:
            left[wanted] = _changed(wanted)
            continue
        del left[wanted]
        if wanted.is_whole:
            yield Original(wanted, path, blob.data)
            continue
        cuts = list(_cuts(wanted, blob.data, text, spans))
        for game in sorted(wanted.games - {cut.game for cut in cuts}):
            yield Missing(wanted, f"{wanted.address(game)} cannot be cut out of its file so that it stays the same "
                          f"game; export the whole file: {wanted.address()}", game)  # fmt: skip
        yield Original(wanted, path, blob.data, cuts)


def _decoded(met: _Met, left: dict[Wanted, str]) -> Text:
    """Return a file as UTF-8, decoded as it was; a file without a game may have no charset."""
    wanted, _, blob = met
    try:
        if wanted.encoding:
            return decode_as(blob, wanted.encoding, wanted.encoding_source)
    except LookupError:
        left[wanted] = f"the charset {wanted.encoding!r} of {wanted.address()} is not known to this Python"
    return Text(blob.source, blob.member, len(blob.data), b"", "", "none")


class _Span(NamedTuple):
    """A game's text in UTF-8, and where it stands in the file as it is."""

    data: bytes
    begin: int
    end: int


def _games(texts: Sequence[Text], wanted: Sequence[set[int]]) -> list[tuple[list[str], dict[int, _Span]]]:
    """Return of each file the hashes of its games, and the text and place of those wanted."""
    found: list[tuple[list[str], dict[int, _Span]]] = [([], {}) for _ in texts]
    for records in read_records(texts):
        places = zip(records.tape.game_file.tolist(), records.game_index.tolist(), text_ids(records), strict=True)
        for row, (file, index, hashed) in enumerate(places):
            ids, spans = found[file]
            ids.append(hashed)
            if index in wanted[file]:
                begin, end = records.tape.game_span[row].tolist()
                spans[index] = _Span(records.raw(row), records.offset(row, begin), records.offset(row, end))
    return found


def _cuts(wanted: Wanted, data: bytes, text: Text, spans: dict[int, _Span]) -> Iterator[Cut]:
    """Yield games as files of their own, each the same game when it is read alone.

    The bytes are those of the file, if they say by themselves what charset they are in; else they are in UTF-8.
    """
    games = sorted(spans)
    plain = [data[spans[game].begin : spans[game].end] for game in games]
    marked = [_UTF8_MARK + spans[game].data for game in games]
    told = f"in UTF-8 with a byte-order mark: alone it would not be read as {text.encoding}; {_SEVERAL}"
    alike, marked_alike = _alone(plain), _alone(marked)
    for at, game in enumerate(games):
        if alike[at] == [wanted.ids[game]]:
            yield Cut(game, plain[at], text.encoding_at(spans[game].begin), _SEVERAL)
        elif marked_alike[at] == [wanted.ids[game]]:
            yield Cut(game, marked[at], "utf-8", told)


def _alone(files: Sequence[bytes]) -> list[list[str]]:
    """Return the hashes of the games that each file gives when it is read by itself."""
    texts = [decode(Blob("", "", data)) for data in files]
    return [ids for ids, _ in _games(texts, [set() for _ in texts])]
