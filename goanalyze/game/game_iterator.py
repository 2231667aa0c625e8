"""Games of files, folders and archives, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goanalyze.archives.inputs import find_sources
from goanalyze.game.game import Game
from goanalyze.pipeline import Chunk, Options
from goanalyze.sgf.charset import texts
from goanalyze.sgf.records import in_chunks, read_records
from goanalyze.vocabulary.limits import CHUNK_GAMES


def games_in(paths: Sequence[str], options: Options, most_games: int = CHUNK_GAMES) -> Iterator[Game]:
    """Yield every game of some paths; files without a game yield nothing.

    Args:
        paths: files, folders and archives for `goanalyze.archives.inputs.find_sources`.
        options: choices of the reader and the stages.
        most_games: largest number of games that are read at a time.

    Raises:
        InputError: a path does not exist.
        ResourceError: a failure that is not a file's fault prevents reading.
    """
    for source in find_sources(list(paths)):
        for files in in_chunks(texts(source, options.encoding)):
            for records in read_records(files, most_games=most_games):
                chunk = Chunk(records, options)
                yield from (Game(chunk, index) for index in range(len(chunk)))
