"""The selected files, read again, each source once, and compared with the tables; and the games cut out of them.

A file is unchanged if it has the same size and gives, decoded in the same way, the same games in the same order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple, TypeAlias

from goanalyze.archives.blobs import Blob
from goanalyze.archives.source_lookup import reread_blobs
from goanalyze.errors import SourceError
from goanalyze.export.selection import SelectedFile
from goanalyze.sgf.charset import Text, decode, decode_as
from goanalyze.sgf.game_ids import text_ids
from goanalyze.sgf.records import in_chunks, read_records

_UTF8_MARK: Final = b"\xef\xbb\xbf"
_CUT: Final = "the text between the games of the file is left out"
_Reasons: TypeAlias = dict[SelectedFile, str]
"""The reasons for files that are not confirmed, in the order of the dataset."""


class SourceFile(NamedTuple):
    """The bytes of a selected file, or of a game that was cut out of it.

    Attributes:
        selected: the file.
        path: path or URI at which its source was found.
        data: its bytes, unpacked.
        encoding: charset of the bytes, as the files table names it.
        game: number of the game; None for the whole file.
        change: difference from the bytes in the file; empty for the whole file.
    """

    selected: SelectedFile
    path: str
    data: bytes
    encoding: str
    game: int | None = None
    change: str = ""


class MissingFile(NamedTuple):
    """A file or game that is not exported, and the reason in one sentence."""

    address: str
    reason: str


def read_files(
    by_source: Iterable[tuple[str, list[SelectedFile]]], find_source: Callable[[str], str]
) -> Iterator[SourceFile | MissingFile]:
    """Read files again, some thousand at a time; yield the unchanged ones, or their selected games, then the others.

    Each source is opened once. `find_source` returns its path, or raises `SourceError` if it is missing.
    """
    reasons: _Reasons = {}
    for files in in_chunks(_candidates(by_source, find_source, reasons)):
        yield from _unchanged(files, reasons)
    for selected, reason in reasons.items():
        yield MissingFile(selected.address(), reason)


def _candidates(
    by_source: Iterable[tuple[str, list[SelectedFile]]], find_source: Callable[[str], str], reasons: _Reasons
) -> Iterator[SourceFile]:
    """Yield the files that have the name and size of a selected one; an archive may contain a name twice."""
    for source, files in by_source:
        by_member: dict[str, list[SelectedFile]] = defaultdict(list)
        for selected in files:
            by_member[selected.member].append(selected)
            reasons[selected] = f"{selected.address()} is not there any more; run the check again"
        try:
            path = find_source(source)
        except SourceError as error:
            reasons.update(dict.fromkeys(files, str(error)))
            continue
        for blob in reread_blobs(source, list(by_member), path):
            is_of_archive = blob.code is not None and not blob.member and "" not in by_member
            for selected in files if is_of_archive else by_member.get(blob.member, ()):
                if selected not in reasons:
                    continue
                if blob.code and not blob.data:
                    reasons[selected] = f"{selected.address()} cannot be read: {blob.message}"
                elif len(blob.data) != selected.size:
                    reasons[selected] = _changed(selected)
                else:
                    yield SourceFile(selected, path, blob.data, selected.encoding)


def _changed(selected: SelectedFile) -> str:
    return f"{selected.address()} has changed since it was checked; run the check again"


def _unchanged(files: Sequence[SourceFile], reasons: _Reasons) -> Iterator[SourceFile | MissingFile]:
    """Yield the files with the games of the tables, or the selected games of each, and remove their reasons."""
    texts = [_decoded(file) for file in files]
    games = _games(texts, [set() if file.selected.is_complete else file.selected.games for file in files])
    for file, text, (ids, spans) in zip(files, texts, games, strict=True):
        selected = file.selected
        if selected not in reasons:  # another file of that name is the selected one
            continue
        if tuple(ids) != selected.ids:
            reasons[selected] = f"{selected.address()} {text.message}" if text.message else _changed(selected)
            continue
        del reasons[selected]
        if selected.is_complete:
            yield file
        else:
            yield from _cut_games(file, text, spans)


def _decoded(file: SourceFile) -> Text:
    """Return a file as UTF-8, decoded as in the check; a file without a game may have no charset."""
    message = ""
    try:
        if file.encoding:
            return decode_as(Blob("", "", file.data), file.encoding, file.selected.encoding_source)
    except LookupError:
        message = f"has the charset {file.encoding!r}, which this Python does not know"
    return Text("", "", len(file.data), b"", "", "none", message=message)


class _Span(NamedTuple):
    """The text of a game in UTF-8, and its first and last offset in the file."""

    data: bytes
    begin: int
    end: int


def _games(texts: Sequence[Text], numbers: Sequence[AbstractSet[int]]) -> list[tuple[list[str], dict[int, _Span]]]:
    """Return the hashes of the games of each file, and the spans of those with some numbers."""
    games: list[tuple[list[str], dict[int, _Span]]] = [([], {}) for _ in texts]
    for records in read_records(texts):
        rows = zip(records.tape.game_file.tolist(), records.game_index.tolist(), text_ids(records), strict=True)
        for row, (file, number, text_id) in enumerate(rows):
            ids, spans = games[file]
            ids.append(text_id)
            if number in numbers[file]:
                begin, end = records.tape.game_span[row].tolist()
                spans[number] = _Span(records.raw(row), records.offset(row, begin), records.offset(row, end))
    return games


def _cut_games(file: SourceFile, text: Text, spans: dict[int, _Span]) -> Iterator[SourceFile | MissingFile]:
    """Yield the selected games of a file as files of their own, each the same game if it is read alone.

    The bytes are those of the file if their charset can be detected in them; otherwise they are in UTF-8.
    """
    selected = file.selected
    plain = {game: file.data[span.begin : span.end] for game, span in spans.items()}
    marked = {game: _UTF8_MARK + span.data for game, span in spans.items()}
    plain_ids, marked_ids = (_ids_alone(list(parts.values())) for parts in (plain, marked))
    in_utf8 = f"in UTF-8 with a byte-order mark: alone it would not be read as {text.encoding}; {_CUT}"
    for (game, span), plain_id, marked_id in zip(spans.items(), plain_ids, marked_ids, strict=True):
        if plain_id == [selected.ids[game]]:
            yield file._replace(data=plain[game], encoding=text.encoding_at(span.begin), game=game, change=_CUT)
        elif marked_id == [selected.ids[game]]:
            yield file._replace(data=marked[game], encoding="utf-8", game=game, change=in_utf8)
        else:
            yield MissingFile(
                selected.address(game),
                f"{selected.address(game)} cannot be cut out of its file so that it stays the same game; "
                f"export the whole file: {selected.address()}",
            )


def _ids_alone(files: Sequence[bytes]) -> list[list[str]]:
    """Return the hashes of the games of each file if it is read by itself."""
    texts = [decode(Blob("", "", data)) for data in files]
    return [ids for ids, _ in _games(texts, [set() for _ in texts])]
