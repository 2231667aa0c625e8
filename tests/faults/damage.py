"""Damage a dataset in many ways: each reader reports that or gives unchanged values; the check heals it.

    python tests/faults/damage.py --times 500

Each time one thing is damaged in a dataset that was checked, searched for duplicates, and every second time compacted.
Then it is opened and all tables are read, each command reads or writes it, and the check is given again. Each
result is one of three: an error, in one sentence with exit code 2; healed, rows unchanged; harmless, output unchanged.
Anything else is an AssertionError: a traceback, or other values with exit code 0.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pyarrow.parquet as pq
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.check_runs import assert_same, count_arguments, mixed

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.errors import DatasetError, OutputError
from goanalyze.tables.dataset import compact_dataset
from goanalyze.tables.storage import Storage

SHARD_MB: Final = 0.006
LARGE: Final = 120_000  # bytes: puts some three parts together
READERS: Final = ("open", "compare", "conventions", "dups", "report", "compact")


class DatasetDamage:
    """A dataset and ways to damage it.

    Attributes:
        out: the dataset.
        foreign: another one, whole, of other games.
        draw: the random choices.
    """

    def __init__(self, out: Path, foreign: Path, draw: Random) -> None:
        self.out, self.foreign, self.draw = out, foreign, draw
        self.unreadable: str | None = None

    def files(self, pattern: str = "*/part-*.parquet") -> list[Path]:
        """Return files of the dataset, in order."""
        return sorted(self.out.glob(pattern))

    def any(self, pattern: str = "*/part-*.parquet") -> Path:
        """Return one of them."""
        return self.draw.choice(self.files(pattern))

    def of_all(self) -> Path:
        """Return a file of any kind, those that are one as likely as a table's parts together."""
        tables = [path for path in self.out.iterdir() if path.is_dir()]
        place = self.draw.choice([*tables, *self.files("_*"), *self.files("*.parquet")])
        return self.any(f"{place.name}/part-*.parquet") if place.is_dir() else place

    def changed(self, path: Path, change: Callable[[bytearray], object]) -> None:
        """Change the bytes of a file."""
        data = bytearray(path.read_bytes())
        change(data)
        path.write_bytes(data)

    @contextmanager
    def denied(self) -> Iterator[None]:
        """Let the file that is not to be read be so: of root, who runs tests, no permission would keep it."""
        opened = Storage.input

        def denied(store: Storage, name: str) -> Any:
            if name == self.unreadable:
                raise PermissionError(13, "Permission denied")
            return opened(store, name)

        with patch.object(Storage, "input", denied):
            yield


def _flip(it: DatasetDamage) -> None:
    def flip(data: bytearray) -> None:
        data[it.draw.randrange(len(data))] ^= 1 << it.draw.randrange(8)

    it.changed(it.of_all(), flip)


def _flip_footer(it: DatasetDamage) -> None:
    def flip(data: bytearray) -> None:
        footer = int.from_bytes(data[-8:-4], "little") + 60
        data[-it.draw.randrange(1, footer)] ^= 1 << it.draw.randrange(8)

    it.changed(it.any(), flip)


def _zero(it: DatasetDamage) -> None:
    def zero(data: bytearray) -> None:
        begin = it.draw.randrange(len(data))
        end = min(len(data), begin + it.draw.choice((1, 16, 512, 4096)))
        data[begin:end] = bytes(end - begin)

    it.changed(it.of_all(), zero)


def _cut(it: DatasetDamage) -> None:
    it.changed(it.of_all(), lambda data: data.__delitem__(slice(it.draw.randrange(len(data)), None)))


def _append(it: DatasetDamage) -> None:
    more = it.draw.choice((b"\0", b"\n", b"PAR1", it.draw.randbytes(100)))
    it.changed(it.of_all(), lambda data: data.extend(more))


def _insert(it: DatasetDamage) -> None:
    it.changed(it.of_all(), lambda data: data.insert(it.draw.randrange(len(data)), it.draw.randrange(256)))


def _empty(it: DatasetDamage) -> None:
    it.of_all().write_bytes(b"")


def _text(it: DatasetDamage) -> None:
    it.of_all().write_text("(;SZ[9];B[ee])", encoding="utf-8")


def _missing(it: DatasetDamage) -> None:
    it.of_all().unlink()


def _missing_shard(it: DatasetDamage) -> None:
    name = it.any("games/*").name
    for path in it.files(f"*/{name}"):
        path.unlink()


def _missing_table(it: DatasetDamage) -> None:
    shutil.rmtree(it.any().parent)


def _folder(it: DatasetDamage) -> None:
    path = it.of_all()
    path.unlink()
    path.mkdir()


def _special(it: DatasetDamage) -> None:
    path = it.of_all()
    path.unlink()
    it.draw.choice((os.mkfifo, lambda at: at.symlink_to("/dev/zero"), lambda at: at.symlink_to("gone")))(path)


def _foreign(it: DatasetDamage) -> None:
    path = it.of_all()
    name = path.relative_to(it.out)
    others = sorted(it.foreign.glob(f"{name.parent}/*.parquet" if name.suffix == ".parquet" else str(name)))
    shutil.copy(it.draw.choice(others), path)


def _foreign_beside(it: DatasetDamage) -> None:
    path = it.draw.choice(sorted(it.foreign.glob("*/part-*.parquet")))
    shutil.copy(path, it.out / path.relative_to(it.foreign))


def _swapped(it: DatasetDamage) -> None:
    one = it.any()
    others = {*it.files(f"{one.parent.name}/*"), *it.files(f"*/{one.name}")} - {one}
    other = it.draw.choice(sorted(others) or it.files("games/*"))
    held = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(held)


def _twice(it: DatasetDamage) -> None:
    path = it.any()
    shutil.copy(path, path.with_name("part-000999-0123456789abcdef.parquet"))


def _older(it: DatasetDamage) -> None:
    """Write a part as another program, or an earlier version of this one, would: with one column less, or the same."""
    path = it.any()
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(table.column_names[-1:]) if it.draw.random() < 0.5 else table, path)


def _schema(it: DatasetDamage) -> None:
    path = it.out / "_SUCCESS.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**facts, "schema": it.draw.choice((0, 2, 99, "3", None))}), encoding="utf-8")


def _fact(it: DatasetDamage) -> None:
    path = it.out / "_SUCCESS.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    facts[it.draw.choice(sorted(facts))] = it.draw.choice((0, "never", None, [], {}))
    path.write_text(json.dumps(facts), encoding="utf-8")


def _lines(it: DatasetDamage) -> None:
    path = it.out / "_manifest.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = it.draw.randrange(len(lines))
    change = it.draw.choice(
        (
            lambda: lines.pop(at),
            lambda: lines.append(lines[at]),
            lines.reverse,
            lambda: lines.insert(at, "{}\n"),
            lines.clear,
        )
    )
    change()
    path.write_text("".join(lines), encoding="utf-8")


def _beside(it: DatasetDamage) -> None:
    place = it.out / it.draw.choice(("", "games", "counts"))
    name = it.draw.choice(("notes.txt", "part-1.parquet", ".hidden"))
    (place / name).write_text("mine", encoding="utf-8")


def _holder(it: DatasetDamage) -> None:
    (it.out / it.draw.choice((".holder", ".lock"))).write_bytes(it.draw.choice((b"", b"\xff", b"[]", b'{"shard": 7}')))


def _unreadable(it: DatasetDamage) -> None:
    it.unreadable = str(it.of_all().relative_to(it.out))


KINDS: Final = {
    function.__name__.strip("_"): function
    for function in (
        _flip,
        _flip,
        _flip_footer,
        _zero,
        _cut,
        _append,
        _insert,
        _empty,
        _text,
        _missing,
        _missing_shard,
        _missing_table,
        _folder,
        _special,
        _foreign,
        _foreign_beside,
        _swapped,
        _twice,
        _older,
        _schema,
        _fact,
        _lines,
        _beside,
        _holder,
        _unreadable,
    )
}


class Trials:
    """Datasets and the output of each command on them, undamaged.

    Args:
        folder: to work in.
        games: of each archive.
    """

    def __init__(self, folder: Path, games: int) -> None:
        self.folder, self.out = folder, folder / "out"
        self.source = mixed(folder / "in", games)
        other = folder / "other"
        other.mkdir()
        for number, path in enumerate(sorted((folder / "in" / "loose").glob("game-*"))):
            shutil.copy(path, other / f"{number}.sgf")
        self.run("check", other, "-o", folder / "foreign", *self.how)
        self.run("dups", folder / "foreign")
        self.checked = self.run("check", self.source, "-o", self.out, *self.how)
        self.run("dups", self.out)
        shutil.copytree(self.out, folder / "small")
        compact_dataset(str(self.out), LARGE)
        shutil.copytree(self.out, folder / "large")
        self._expected: dict[str, Any] = {}
        assert len(list((folder / "large" / "games").iterdir())) < len(list((folder / "small" / "games").iterdir()))

    how: Final = ("--shard", SHARD_MB, "--estimate", "never", "--executor", "serial", "--format", "jsonl")

    def run(self, *arguments: object) -> tuple[int, str]:
        """Run a command in this process; return its exit code and its output."""
        result = CliRunner().invoke(app, [*map(str, arguments)])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        said = result.stderr if result.exit_code == 2 else result.stdout
        assert result.exit_code != 2 or (said.startswith("goanalyze: ") and said.count("\n") == 1), said
        return result.exit_code, said

    def expected(self, who: str) -> Any:
        """Return the result of a reader on the undamaged dataset."""
        if who not in self._expected:
            self.restore("small")
            code, self._expected[who] = self.read(who)
            assert code == 0, who
        return self._expected[who]

    def restore(self, name: str) -> None:
        """Give the dataset back its undamaged parts, the small or the large ones."""
        shutil.rmtree(self.out)
        shutil.copytree(self.folder / name, self.out)

    def told(self, *arguments: object) -> str:
        """Run a command in this process; return its messages without its output."""
        return CliRunner().invoke(app, [*map(str, arguments)]).stderr

    def read(self, who: str) -> tuple[int, Any]:
        """Let one reader read the dataset; return an exit code and the result: text, or rows."""
        if who == "open":
            return self._opened()
        if who in ("compare", "conventions", "dups"):
            return self.run(who, self.out, "--format", "json")
        if who == "report":
            page = self.folder / "report.html"
            code, said = self.run(who, self.out, "-o", page)
            return code, said if code else page.read_bytes()
        try:
            compact_dataset(str(self.out), LARGE)
        except (DatasetError, OutputError) as error:
            return 2, str(error)
        return self._opened()

    def _opened(self) -> tuple[int, Any]:
        try:
            tables = ga.open(self.out)
            return 0, {name: tables.arrow(name).to_pylist() for name in tables._source} | {"whole": repr(tables)}
        except DatasetError as error:
            return 2, str(error)

    def damaged(self, kind: str, draw: Random, readers: tuple[str, ...]) -> Counter[str]:
        """Damage the dataset in one way; return the result of each reader.

        Raises:
            AssertionError: someone read other values, or the check left the dataset otherwise than it was.
        """
        place, seed, found = draw.choice(("small", "large")), draw.random(), Counter[str]()
        for who in (*readers, "check"):
            expected = None if who == "check" else self.expected(who)
            self.restore(place)
            it = DatasetDamage(self.out, self.folder / "foreign", Random(seed))
            KINDS[kind](it)
            found[f"{who}: {self._checked(it) if who == 'check' else self._said(who, it, expected)}"] += 1
        return found

    def _said(self, who: str, it: DatasetDamage, expected: Any) -> str:
        with it.denied():
            code, told = self.read(who)
        if code == 2:
            assert "\n" not in told.rstrip("\n"), told
            return "told"
        assert (code, told) == (0, expected), (who, code)
        return "harmless"

    def _checked(self, it: DatasetDamage) -> str:
        before = {path: path.lstat().st_ino for path in self.out.glob("*/part-*.parquet")}
        with it.denied():
            code, said = self.run("check", self.source, "-o", self.out, *self.how)
        if code == 2:
            return "told"
        assert (code, said) == self.checked, said
        assert_same(self.out, self.folder / "small")
        code, told = self._opened()
        assert code == 0, told
        return "harmless" if before == {p: p.stat().st_ino for p in self.out.glob("*/part-*.parquet")} else "healed"


def trials(folder: Path, times: int, seed: int, *, games: int, readers: int) -> Iterator[tuple[str, Counter[str]]]:
    """Damage a dataset again and again; yield the kind of damage and the results of the readers."""
    at, draw = Trials(folder, games), Random(seed)
    for number in range(times):
        kind = list(KINDS)[number % len(KINDS)]
        who = READERS if readers >= len(READERS) else ("open", *draw.sample(READERS[1:], readers - 1))
        yield kind, at.damaged(kind, draw, who)


def main() -> None:
    """Damage a dataset the given number of times, and print the results by kind."""
    options = count_arguments(__doc__, times=500, seed=14, games=6).parse_args()
    found: dict[str, Counter[str]] = {kind: Counter(times=0) for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        for kind, said in trials(Path(folder), options.times, options.seed, games=options.games, readers=len(READERS)):
            found[kind] += Counter(times=1) + said
    columns = [
        "times",
        *(f"{who}: {what}" for who in READERS for what in ("told", "harmless")),
        *(f"check: {what}" for what in ("told", "healed", "harmless")),
    ]
    rows = [("kind", *columns), *((kind, *(said[name] for name in columns)) for kind, said in found.items())]
    sys.stdout.writelines("\t".join(map(str, row)) + "\n" for row in rows)


if __name__ == "__main__":
    main()
