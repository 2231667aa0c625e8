"""Filters of reported findings: codes that are ignored on some paths, and findings of a baseline. Tables keep all.

A baseline has the known findings of an earlier run, in a text file that version control can compare. Files are sorted
by name, one per line; each is followed by its findings, indented by a tab::

    goanalyze baseline 1, by goanalyze 0.6.0
    2024/final.sgf
    2024.zip!teams/a.sgf
            GO101 B[dd]
            GO403 ×2
            GO201 W[fg] 5c1e22b0
            end

A line that ends with ``/`` names a folder or an archive that has findings as a whole.

A finding is distinguished by file, code, colour and point, and in a later game of a file by the beginning of the game's
id; equal findings are counted. Offsets, move numbers and messages are not part of it, so that findings stay known in a
record that is edited elsewhere, and in a later version. A file is named relative to the folder that was the input, so
that its path and the working folder do not matter.
"""

from __future__ import annotations

import gzip
import heapq
import os
import re
import tempfile
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from copy import copy
from functools import lru_cache
from hashlib import blake2b
from itertools import compress, groupby
from pathlib import Path
from typing import IO, Final, cast

import numpy as np
import pyarrow as pa

from goanalyze import __version__
from goanalyze.archives.address import Address
from goanalyze.archives.patterns import Roots, compile_pattern
from goanalyze.batch.summary import Since, Summary, summarize
from goanalyze.catalogue.finding import Finding
from goanalyze.errors import OptionError
from goanalyze.util.atomic_files import atomic_write
from goanalyze.util.faults import raising_resource_failures, sentence
from goanalyze.util.row import FieldMapping
from goanalyze.util.toml import printable as on_one_line

_FIELDS: Final = ("code", "message", "source", "member", "game_index", "offset", "move_number", "color", "point")


class PathIgnores:
    """Codes that are not reported on some paths."""

    def __init__(self, inputs: Iterable[str], codes: Mapping[str, Collection[str]]) -> None:
        self._rules = [(compile_pattern(pattern), frozenset(names)) for pattern, names in codes.items()]
        self._all = frozenset().union(*codes.values())
        self._path = lru_cache(4096)(Roots(inputs).pattern_path)

    def reported_mask(self, findings: pa.Table) -> list[bool]:
        """Return True for each row of a findings table that is reported."""
        columns = [findings[name].to_pylist() for name in ("code", "source", "member")]
        return [self._is_reported(*row) for row in zip(*columns, strict=True)]

    def is_reported(self, finding: Finding) -> bool:
        """Return True if a finding is reported."""
        return self._is_reported(finding.code, finding.source, finding.member)

    def _is_reported(self, code: str, source: str, member: str) -> bool:
        if code not in self._all:
            return True
        path = self._path(source, member)
        return not any(code in codes and pattern.fullmatch(path) for pattern, codes in self._rules)


class FindingFilter:
    """A filter of the findings of a run, which also writes a baseline."""

    def __init__(
        self,
        inputs: Iterable[str],
        codes: Collection[str],
        baseline: Baseline | None = None,
        writer: BaselineWriter | None = None,
        ignores: PathIgnores | None = None,
    ) -> None:
        self._keys, self._codes = BaselineKeys(inputs), frozenset(codes)
        self._baseline, self._since = baseline, Since()
        self._writer = writer
        self._ignores, self._reported = ignores, Summary()

    def receive(self, tables: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        """Return tables of the run with the reported findings only; tables are received in the order of the run."""
        if self._writer:
            self._writer.add(self._keys.entries(tables))
        if self._baseline and "files" in tables:
            self._since.new_files += sum(self._baseline.new_mask([*self._keys.entries({"files": tables["files"]})]))
        if "findings" not in tables:
            return tables
        findings = tables["findings"]
        new = self._baseline.new_mask([*self._keys.findings(findings)]) if self._baseline else None
        if self._ignores:
            reported = self._ignores.reported_mask(findings)
            findings = findings.filter(pa.array(reported, pa.bool_()))
            self._reported.add(_summary(findings))
            new = None if new is None else [*compress(new, reported)]
        if new is not None:
            findings = findings.filter(pa.array(new, pa.bool_()))
            summary = _summary(findings)
            self._since.new.update(summary.codes)
            self._since.examples = summary.examples | self._since.examples
        return {**tables, "findings": findings}

    def end(self, summary: Summary) -> None:
        """Write the baseline, and add to the summary the changes since the known one and the reported findings.

        After an incomplete run, no baseline is written, and missing findings are not counted as gone.
        """
        if self._writer and not summary.undone:
            self._writer.commit()
        if self._baseline:
            if not summary.undone:
                self._since.gone, self._since.gone_files = self._baseline.gone()
            for counts in (self._since.new, self._since.gone):
                for code in counts.keys() - self._codes:
                    del counts[code]
            summary.since = self._since
        if self._ignores:
            for name in ("codes", "games_with", "files_with", "examples"):
                setattr(summary, name, getattr(self._reported, name))
            summary.unread = [finding for finding in summary.unread if self._ignores.is_reported(finding)]


def _summary(findings: pa.Table) -> Summary:
    return summarize([_finding(row) for row in findings.select([*_FIELDS, "line"]).to_pylist()])


def _finding(row: FieldMapping) -> Finding:
    return Finding(**{name: row[name] for name in _FIELDS}, line=row["line"] or 0)


BASELINE_VERSION: Final = 1
"""Version of the keys of findings and of their format."""

READ: Final = {
    "files": ("source", "member"),
    "findings": ("source", "member", "game_index", "game_id", "code", "color", "point"),
}
"""Tables and columns from which a baseline is built."""

_HEAD: Final = re.compile(r"goanalyze baseline (\d{1,9})\b")
_FINDING: Final = re.compile(r"\t(GO\d{3}[^\t\n]*?)(?: ×(\d{1,9}))?")
_END: Final = "\tend"
_ID: Final = 8  # hexadecimal digits of a game's id
_IN_MEMORY: Final = 200_000  # lines sorted at once
_EXPECTED: Final = "Expected a file by goanalyze check --write-baseline."
_AGAIN: Final = "Write it again with --write-baseline."


class BaselineKeys:
    """Keys of files and findings; a file is named relative to the folder that was the input of the check.

    Example:
        >>> keys = BaselineKeys(["games/", "more/b.zip"])
        >>> keys.file("games/2024/a.sgf", ""), keys.file("more/b.zip", "x.sgf")
        ('2024/a.sgf', 'b.zip!x.sgf')
    """

    def __init__(self, inputs: Iterable[str]) -> None:
        paths = list(inputs)
        self._roots = Roots(paths)
        self._inputs = frozenset(path.rstrip("/\\") for path in paths)
        self.file = lru_cache(65_536)(self._file)

    def _file(self, source: str, member: str) -> str:
        return Address(self._roots.relative_path(source), member).file

    def entries(self, tables: Mapping[str, pa.Table]) -> Iterator[tuple[str, str]]:
        """Yield file and finding of each row of a files table, with an empty finding, and of a findings table."""
        if "files" in tables:
            sources, members = _columns(tables["files"], READ["files"])
            yield from ((self.file(source, member), "") for source, member in zip(sources, members, strict=True))
        if "findings" in tables:
            yield from self.findings(tables["findings"])

    def findings(self, table: pa.Table) -> Iterator[tuple[str, str]]:
        """Yield file and finding of each row of a findings table."""
        for source, member, game, id_, code, color, point in zip(*_columns(table, READ["findings"]), strict=True):
            finding = f"{code} {color[0].upper()}[{point or ''}]" if color else code
            is_input = code == "GO005" and not member and source.rstrip("/\\") in self._inputs
            yield "" if is_input else self.file(source, member), f"{finding} {id_[:_ID]}" if game else finding


class Baseline:
    """The known files and findings with their counts; of equal entries, the first are known."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        keys, counts, codes = array("Q"), array("Q"), array("H")
        for name, finding, count in _read(path):
            keys.append(_key(name, finding))
            counts.append(count)
            codes.append(int(finding[2:5] or 0))  # 0 for a file
        self._keys, first, rows = np.unique(np.array(keys, np.uint64), return_index=True, return_inverse=True)
        self._codes = np.array(codes, np.uint16)[first]
        self._remaining = np.bincount(rows, np.array(counts, np.float64), len(first)).astype(np.int64)

    def fresh(self) -> Baseline:
        """Return a copy in which all entries are known; this one is unused so far."""
        twin = copy(self)
        twin._remaining = self._remaining.copy()
        return twin

    def filter_new(self, keys: BaselineKeys, findings: pa.Table) -> pa.Table:
        """Return the rows of a findings table that are not known; tables are passed in the order of the dataset."""
        return findings.filter(pa.array(self.new_mask([*keys.findings(findings)]), pa.bool_()))

    def new_mask(self, entries: Sequence[tuple[str, str]]) -> list[bool]:
        """Return True for each entry of `BaselineKeys.entries` that is not known."""
        keys = np.fromiter((_key(*entry) for entry in entries), np.uint64, len(entries))
        rows = np.searchsorted(self._keys, keys)
        is_known = rows < len(self._keys)
        is_known[is_known] = self._keys[rows[is_known]] == keys[is_known]
        new = [True] * len(entries)
        for number in np.flatnonzero(is_known).tolist():
            if self._remaining[rows[number]]:
                self._remaining[rows[number]] -= 1
                new[number] = False
        return new

    def gone(self) -> tuple[Counter[str], int]:
        """Return the numbers of known findings, by code, and of known files that were not among the entries."""
        sums = np.bincount(self._codes, self._remaining)
        codes = np.flatnonzero(sums).tolist()
        return Counter({f"GO{code:03}": int(sums[code]) for code in codes if code}), int(sums[0]) if len(sums) else 0


class BaselineWriter:
    """A writer of a baseline, which sorts the entries, on disk if they are many."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._runs = ExitStack()
        self._sorted: list[IO[str]] = []
        self._lines: list[str] = []
        if self._path.is_dir() or not self._path.absolute().parent.is_dir():
            reason = "it is a folder" if self._path.is_dir() else "its folder does not exist"
            raise OptionError(f"{on_one_line(path)}: the baseline cannot be written: {reason}")
        if self._path.is_file() and self._path.stat().st_size and not _is_baseline(self._path):
            raise OptionError(f"{on_one_line(path)} exists and is not a baseline. Expected the name of another file.")

    def add(self, entries: Iterable[tuple[str, str]]) -> None:
        """Add entries of `BaselineKeys.entries`."""
        self._lines += [f"{name}\t{finding}\n" for name, finding in entries]
        if len(self._lines) > _IN_MEMORY:
            with raising_resource_failures(f"the baseline cannot be sorted in {tempfile.gettempdir()}"):
                run = self._runs.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))
                run.writelines(sorted(self._lines))
                run.flush()
            self._sorted.append(run)
            self._lines = []

    def commit(self) -> None:
        """Write the file as a whole."""
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
            raise OptionError(f"{on_one_line(self._path)}: the baseline cannot be written: {sentence(error)}") from None


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
                raise OptionError(f"{file} is not a valid baseline. {_EXPECTED}")
            if int(head[1]) != BASELINE_VERSION:
                raise OptionError(f"{file} is a baseline of schema {head[1]}. Expected {BASELINE_VERSION}. {_AGAIN}")
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
                    raise OptionError(f"{file}: line {number} is damaged. {_AGAIN}")
            if line != _END or lines.readline():
                raise OptionError(f"{file}: its end is {'damaged' if line == _END else 'missing'}. {_AGAIN}")
    except FileNotFoundError:
        raise OptionError(f"{file}: the baseline is missing. {_EXPECTED}") from None
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile):
        raise OptionError(f"{file} is not a valid baseline, or damaged. {_AGAIN}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError(f"{file}: the baseline cannot be read: {sentence(error)}") from None


def _opened(path: Path, mode: str, *, is_packed: bool) -> IO[str]:
    encoding = "utf-8" if mode == "w" else "utf-8-sig"  # editors write a mark
    newline = "\n" if mode == "w" else None  # git on Windows changes line ends
    if is_packed:
        return cast("IO[str]", gzip.open(path, f"{mode}t", encoding=encoding, newline=newline))
    return path.open(mode, encoding=encoding, newline=newline)


def _key(name: str, finding: str) -> int:
    return int.from_bytes(blake2b(f"{name}\t{finding}".encode(), digest_size=8).digest(), "little")


def _columns(table: pa.Table, names: Sequence[str]) -> list[list[object]]:
    return [table[name].to_pylist() for name in names]
