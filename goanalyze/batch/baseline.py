r"""A baseline: the findings of an earlier run that are known, in a text file that a version control can compare.

A line for each file, in the order of names, and behind it, after a tab, one for each of its findings::

    goanalyze baseline 1, by goanalyze 0.6.0
    2024/final.sgf
    2024.zip!teams/a.sgf
            GO101 B[dd]
            GO403 ×2
            GO201 W[fg] 5c1e22b0
            end

A line that ends with ``/`` names a folder or an archive, of which there are findings as a whole.

A finding is told from others by file, code, colour and point, and in a file of several games, for all but the first,
by the beginning of the game's id; of those that are alike in this, so many are known. Offsets, numbers of moves and
words of messages are no part of it: a record that is edited elsewhere, and a later version, keep what is known. A file
is named from the folder on that was given to the check, so that neither its place nor the working folder matters.

What may live here: that file, what is new beside it, and what is gone. Who reads the findings, and when, is decided
elsewhere.
"""

from __future__ import annotations

import gzip
import heapq
import os
import re
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from copy import copy
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final, cast

import numpy as np
import pyarrow as pa

from goanalyze import __version__
from goanalyze.archives.address import Address
from goanalyze.archives.patterns import Roots
from goanalyze.errors import OptionError
from goanalyze.vocabulary.atomic_files import atomic_write
from goanalyze.vocabulary.faults import blaming_surroundings, sentence
from goanalyze.vocabulary.toml import printable as on_one_line

BASELINE_VERSION: Final = 1
"""Raised when what tells findings apart changes, or how they are written."""

READ: Final = {
    "files": ("source", "member"),
    "findings": ("source", "member", "game_index", "game_id", "code", "color", "point"),
}
"""The tables and columns that a baseline is made of."""

_HEAD: Final = re.compile(r"goanalyze baseline (\d{1,9})\b")
_FINDING: Final = re.compile(r"\t(GO\d{3}[^\t\n]*?)(?: ×(\d{1,9}))?")
_END: Final = "\tend"
_ID: Final = 8  # hexadecimal digits of a game's id
_IN_MEMORY: Final = 200_000  # lines sorted at once
_AGAIN: Final = "write it again with --write-baseline"


class Names:
    """Names of files from the folder on that was given to the check.

    Args:
        given: what the user gave as input.

    Example:
        >>> names = Names(["games/", "more/b.zip"])
        >>> names.of("games/2024/a.sgf", ""), names.of("more/b.zip", "x.sgf")
        ('2024/a.sgf', 'b.zip!x.sgf')
    """

    def __init__(self, given: Iterable[str]) -> None:
        inputs = list(given)
        self._roots = Roots(inputs)
        self._inputs = frozenset(path.rstrip("/\\") for path in inputs)
        self.of = lru_cache(65_536)(self._of)

    def _of(self, source: str, member: str) -> str:
        return Address(self._roots.relative_path(source), member).file

    def entries(self, tables: Mapping[str, pa.Table]) -> Iterator[tuple[str, str]]:
        """Yield name and finding of each row of a files table, which has none of the latter, and a findings table."""
        if "files" in tables:
            sources, members = _columns(tables["files"], READ["files"])
            yield from ((self.of(source, member), "") for source, member in zip(sources, members, strict=True))
        if "findings" in tables:
            yield from self.findings(tables["findings"])

    def findings(self, table: pa.Table) -> Iterator[tuple[str, str]]:
        """Yield name and finding of each row of a findings table."""
        for source, member, game, id_, code, color, point in zip(*_columns(table, READ["findings"]), strict=True):
            told = f"{code} {color[0].upper()}[{point or ''}]" if color else code
            is_input = code == "GO005" and not member and source.rstrip("/\\") in self._inputs
            yield "" if is_input else self.of(source, member), f"{told} {id_[:_ID]}" if game else told


class Baseline:
    """The files and findings that are known; each is known so often.

    Asked for findings in their order, it takes the first for those that are known.

    Args:
        path: of the file.

    Raises:
        OptionError: it cannot be read, is none, is damaged, or is of another version.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        keys, counts, codes = array("Q"), array("Q"), array("H")
        for name, finding, count in _read(path):
            keys.append(_key(name, finding))
            counts.append(count)
            codes.append(int(finding[2:5] or 0))  # 0 for a file
        self._keys, first, where = np.unique(np.array(keys, np.uint64), return_index=True, return_inverse=True)
        self._codes = np.array(codes, np.uint16)[first]
        self._left = np.bincount(where, np.array(counts, np.float64), len(first)).astype(np.int64)

    def fresh(self) -> Baseline:
        """Return the same as if nobody had asked: this one must not have been asked either."""
        twin = copy(self)
        twin._left = self._left.copy()  # noqa: SLF001 - its own
        return twin

    def new(self, entries: Sequence[tuple[str, str]]) -> list[bool]:
        """Say of each entry, see `Names.entries`, whether it is beyond what is known."""
        keys = np.fromiter((_key(*entry) for entry in entries), np.uint64, len(entries))
        at = np.searchsorted(self._keys, keys)
        found = at < len(self._keys)
        found[found] = self._keys[at[found]] == keys[found]
        new = [True] * len(entries)
        for number in np.flatnonzero(found).tolist():
            place = at[number]
            if self._left[place]:
                self._left[place] -= 1
                new[number] = False
        return new

    def gone(self) -> tuple[Counter[str], int]:
        """Return how many findings, by code, and how many files are known that nobody has asked for."""
        sums = np.bincount(self._codes, self._left)
        codes = np.flatnonzero(sums).tolist()
        return Counter({f"GO{code:03}": int(sums[code]) for code in codes if code}), int(sums[0]) if len(sums) else 0


class Writer:
    """Writes a baseline; what comes in any order is sorted, much of it on disk.

    Args:
        path: of the file.

    Raises:
        OptionError: nothing can be written there.
    """

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._runs = ExitStack()
        self._sorted: list[IO[str]] = []
        self._lines: list[str] = []
        if self._path.is_dir() or not self._path.absolute().parent.is_dir():
            why = "it is a folder" if self._path.is_dir() else "the folder that it is to be in does not exist"
            raise OptionError(f"{on_one_line(path)}: no baseline can be written there: {why}")
        if self._path.is_file() and self._path.stat().st_size and not _is_baseline(self._path):
            raise OptionError(f"{on_one_line(path)}: it is there already, and is no baseline; name another file")

    def add(self, entries: Iterable[tuple[str, str]]) -> None:
        """Take entries, see `Names.entries`.

        Raises:
            ResourceError: the disk for temporary files fails.
        """
        self._lines += [f"{name}\t{finding}\n" for name, finding in entries]
        if len(self._lines) > _IN_MEMORY:
            with blaming_surroundings(f"the baseline cannot be sorted in {tempfile.gettempdir()}"):
                run = self._runs.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))
                run.writelines(sorted(self._lines))
                run.flush()
            self._sorted.append(run)
            self._lines = []

    def commit(self) -> None:
        """Write all of it under another name, and give it its own.

        Raises:
            OptionError: it cannot be written; what stood there stands there still.
        """
        target = Path(os.path.realpath(self._path))
        try:
            with self._runs, atomic_write(target) as unfinished:
                for run in self._sorted:
                    run.seek(0)
                with _opened(unfinished, "w", is_packed=target.name.endswith(".gz")) as file:
                    file.write(f"goanalyze baseline {BASELINE_VERSION}, by goanalyze {__version__}\n")
                    current = None  # name of the last line without a finding
                    for line, alike in groupby(heapq.merge(sorted(self._lines), *self._sorted)):
                        name, _, finding = line.rstrip("\n").partition("\t")
                        count = sum(1 for _ in alike)
                        if finding:
                            if name != current:
                                file.write(f"{name}/\n")
                            file.write(f"\t{finding}{f' ×{count}' if count > 1 else ''}\n")
                        else:
                            file.writelines([f"{name}\n"] * count)
                        current = name
                    file.write(f"{_END}\n")
        except OSError as error:
            what = on_one_line(self._path)
            raise OptionError(f"{what}: the baseline cannot be written: {sentence(error)}") from None


def _is_baseline(path: Path) -> bool:
    with suppress(OSError, ValueError, EOFError), _opened(path, "r", is_packed=path.name.endswith(".gz")) as lines:
        return _HEAD.match(lines.readline(200)) is not None
    return False


def _read(path: str | os.PathLike[str]) -> Iterator[tuple[str, str, int]]:
    """Yield name, finding and number of each line of a baseline; a line that names a file has no finding."""
    file = on_one_line(path)
    try:
        with _opened(Path(path), "r", is_packed=os.fspath(path).endswith(".gz")) as lines:
            head = _HEAD.match(lines.readline(200))
            if not head:
                raise OptionError(f"{file}: it is no baseline, which goanalyze check --write-baseline writes")
            if int(head[1]) != BASELINE_VERSION:
                of = f"it is a baseline of schema {head[1]}, and this version reads {BASELINE_VERSION}"
                raise OptionError(f"{file}: {of}; {_AGAIN}")
            name: str | None = None
            line = ""
            for number, text in enumerate(lines, 2):
                line = text.rstrip("\n")
                match = _FINDING.fullmatch(line)
                if line == _END:
                    break
                if match and name is not None:
                    yield name, match[1], int(match[2] or 1)
                elif line.endswith("/") and not line.startswith("\t"):
                    name = line[:-1]
                elif line and not line.startswith("\t"):
                    yield (name := line), "", 1
                else:
                    raise OptionError(f"{file}: line {number} is damaged; {_AGAIN}")
            if line != _END or lines.readline():
                raise OptionError(f"{file}: its end is {'damaged' if line == _END else 'missing'}; {_AGAIN}")
    except FileNotFoundError:
        raise OptionError(f"{file}: there is no such baseline; --write-baseline writes one") from None
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile):
        raise OptionError(f"{file}: it is no baseline, or damaged; {_AGAIN}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError(f"{file}: the baseline cannot be read: {sentence(error)}") from None


def _opened(path: Path, mode: str, *, is_packed: bool) -> IO[str]:
    encoding = "utf-8" if mode == "w" else "utf-8-sig"  # what an editor has put before it
    newline = "\n" if mode == "w" else None  # what git makes of it on Windows
    if is_packed:
        return cast("IO[str]", gzip.open(path, f"{mode}t", encoding=encoding, newline=newline))
    return path.open(mode, encoding=encoding, newline=newline)


def _key(name: str, finding: str) -> int:
    return int.from_bytes(blake2b(f"{name}\t{finding}".encode(), digest_size=8).digest(), "little")


def _columns(table: pa.Table, names: Sequence[str]) -> list[list[Any]]:
    return [table[name].to_pylist() for name in names]
