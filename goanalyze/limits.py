"""The limits of the program, with their reasons, and the check of the board sizes that kernels rely on.

An exceeded limit gives finding GO004 and never a crash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.errors import BoardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MAX_BOARD: Final = 52
"""Points along one side: SGF FF[4] has 52 letters."""

MAX_MOVES: Final = 50_000
"""Plays and passes of one game. Beyond this, a record is an attack or an accident: real games stay under 1,000."""

MAX_FILE_BYTES: Final = 256 * 2**20
"""One SGF file or archive member, unpacked. A game is about 1.5 kB, so this is well over 100,000 games."""

MAX_CONVERTED_BYTES: Final = 16 * 2**20
"""A file in another format than SGF, which contains one game of some 5 kB, or a few: such a file is read line by line
and takes forty times its size in memory."""

MAX_NESTED_BYTES: Final = 16 * 2**30
"""An archive in an archive, which is unpacked to a temporary file: ten million games, and less than a disk."""

MAX_ARCHIVE_BYTES: Final = 64 * 2**30
"""All of one archive, unpacked, unless it is larger itself: forty million games, twice the largest public collection.
An archive without compression, as a plain tar, has no limit."""

MAX_ARCHIVE_RATIO: Final = 500
"""Unpacked to packed bytes, above 1 MiB, of one member, and of all members of an archive together. Deflate reaches
1,032 on constant data; text stays under 30."""

MAX_TREE_DEPTH: Final = 2_000
"""Nesting of variations read as a full tree. The main line itself has no such limit: the tokenizer does not recurse."""

MAX_LINES: Final = 50_000
"""Lines of one game that are checked. Dictionaries of openings have some ten thousand, commented games hundreds."""

MAX_LINE_EVENTS: Final = 1_000_000
"""Moves, stones set up and parentheses along all lines of one game, each from its first move. Games with 150 lines have
some 50,000. A million take half a second, and a quarter of the time limit if all of the moves are illegal."""

LINE_EVENTS: Final = 2**18
"""Moves and stones set up of the lines that are handed from stage to stage at once, roughly: a third of a chunk's."""

MAX_VALUE: Final = 1_000
"""Characters of a komi, date, rank or other value that is interpreted; longer ones are kept as text. Real ones stay
under 100; some files hold an essay in RE, and a pattern may take time that grows with the square of the length."""

CHUNK_GAMES: Final = 4_000
"""Games handed from stage to stage at once: overhead per call is spread. With 2,000 a check without estimates takes
some 7% more time; 8,000 save little more, and take 30 MB more memory."""

CHUNK_BYTES: Final = 8 * 2**20
"""Bytes of SGF text handed to the tokenizer at once, except that a file is never split."""

SHARD_BYTES: Final = 8 * 2**20
"""Unpacked bytes of one shard, roughly: 5,000 games, the seconds of work that a killed run loses."""

SHARD_FILES: Final = 20_000
"""Files of one shard at most: they may be empty."""

TIME_LIMIT: Final = 60.0
"""Seconds for one file. The slowest of a hundred thousand real ones takes 0.6; the time of an engine is not counted."""

GC_THRESHOLD: Final = 100_000
"""Objects created between two garbage collections in a process of the command line: modules create few that do not
stay, and a collection takes 0.04 s of a start."""


def check_sides(width: NDArray[np.int16], height: NDArray[np.int16]) -> None:
    """Raise an error for boards that are larger than kernels support; games with sides of 0 are skipped.

    Raises:
        BoardError: a side is longer than `MAX_BOARD`, or negative.
    """
    for side in (width, height):
        if len(side) and not 0 <= side.min() <= side.max() <= MAX_BOARD:
            raise BoardError(
                f"{int(side.min())} to {int(side.max())} are not valid board sides. Expected 0 to {MAX_BOARD}."
            )
