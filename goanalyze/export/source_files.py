"""The selected files, read again, each source once, and compared with the tables; and the games cut out of them.

A file is unchanged if it has the same size and gives, decoded in the same way, the same games in the same order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from goanalyze.archives.blobs import Blob
from goanalyze.errors import SourceError
from goanalyze.export.selection import SelectedFile
from goanalyze.sgf.charset import Text, decode
from goanalyze.sgf.records import in_chunks
from goanalyze.tables.reading import RereadFile, games_of, reread_files

_UTF8_MARK: Final = b"\xef\xbb\xbf"
_CUT: Final = "the text between the games of the file is left out"


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
    reasons: dict[SelectedFile, str] = {}  # of files that are not confirmed, in the order of the dataset
    for candidates in in_chunks(_candidates(by_source, find_source, reasons)):
        yield from _unchanged(candidates, reasons)
    for selected, reason in reasons.items():
        yield MissingFile(selected.address(), reason)


class _Candidate(NamedTuple):
    """A file with the name and size of a selected one."""

    selected: SelectedFile
    path: str
    file: RereadFile

    @property
    def data(self) -> bytes:
        return self.file.data


def _candidates(
    by_source: Iterable[tuple[str, list[SelectedFile]]],
    find_source: Callable[[str], str],
    reasons: dict[SelectedFile, str],
) -> Iterator[_Candidate]:
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
        decodings = {name: {selected.decoding for selected in several} for name, several in by_member.items()}
        for file in reread_files(source, path, decodings):
            for selected in by_member.get(file.blob.member, files):  # a failure of the archive is one of all files
                if selected not in reasons or file.decoding not in (None, selected.decoding):
                    continue
                if file.decoding is None:
                    reasons[selected] = f"{selected.address()} cannot be read: {file.fault}"
                elif len(file.data) != selected.size:
                    reasons[selected] = _changed(selected)
                else:
                    yield _Candidate(selected, path, file)


def _changed(selected: SelectedFile) -> str:
    return f"{selected.address()} has changed since it was checked; run the check again"


def _unchanged(
    candidates: Sequence[_Candidate], reasons: dict[SelectedFile, str]
) -> Iterator[SourceFile | MissingFile]:
    """Yield the files with the games of the tables, or the selected games of each, and remove their reasons."""
    numbers = [set() if selected.is_complete else selected.games for selected, _, _ in candidates]
    games = _games([file.text for _, _, file in candidates], numbers)
    for (selected, path, file), (ids, spans) in zip(candidates, games, strict=True):
        if selected not in reasons:  # another file of that name is the selected one
            continue
        if tuple(ids) != selected.ids:
            fault = f"{selected.address()} cannot be read: {file.fault}" if file.fault else ""
            reasons[selected] = fault or _changed(selected)
            continue
        del reasons[selected]
        unchanged = SourceFile(selected, path, file.data, selected.decoding.encoding)
        if selected.is_complete:
            yield unchanged
        else:
            yield from _cut_games(unchanged, file.text, spans)


class _Span(NamedTuple):
    """The text of a game in UTF-8, and its first and last offset in the file."""

    data: bytes
    begin: int
    end: int


def _games(texts: Sequence[Text], numbers: Sequence[AbstractSet[int]]) -> list[tuple[list[str], dict[int, _Span]]]:
    """Return the hashes of the games of each file, and the spans of those with some numbers."""
    games: list[tuple[list[str], dict[int, _Span]]] = [([], {}) for _ in texts]
    for file, records, row, text_id in games_of(texts):
        ids, spans = games[file]
        ids.append(text_id)
        number = int(records.game_index[row])
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
