"""The library: functions and the class `Tables` of ``import goanalyze as ga``. Each calls the packages below."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, SupportsIndex, Unpack

from goanalyze.archives.address import Address
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.progress import RunProgress
from goanalyze.catalogue.catalogue import Severity
from goanalyze.check_options import CheckArguments, read_settings
from goanalyze.check_run import CheckRun
from goanalyze.conventions.toml_files import read_conventions
from goanalyze.draw.text_tables import ShortRepr
from goanalyze.errors import DatasetError, NotCheckedError, OptionError, SourceError
from goanalyze.export.selection import Copies
from goanalyze.game.game import Game, games_in
from goanalyze.life.choices import MarkupMode
from goanalyze.life.dead_lists import DeadList
from goanalyze.pipeline import Chunk, Options
from goanalyze.render.progress import shown_progress
from goanalyze.rules.choices import KomiChoice
from goanalyze.sgf.records import first_game
from goanalyze.tables.dataset import MemorySink, read_dataset, read_facts, write_dataset
from goanalyze.tables.provenance import line_of, origin_of, origins, read_origins
from goanalyze.tables.reading import TableOrParts, Where, as_dataset, row_count
from goanalyze.tables.reading import read as read_table
from goanalyze.tables.schema import TABLES
from goanalyze.util.arguments import read_function, read_integer, read_items, read_path, read_string
from goanalyze.util.described_options import read_values, with_described_options
from goanalyze.util.row import Row

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.dataset

    from goanalyze.compare.choices import Basis, Winners
    from goanalyze.compare.comparison import Comparison
    from goanalyze.export.export import Exported
    from goanalyze.repair.repair import FileRepair
    from goanalyze.tables.frame import Frame

_OPTIONAL: Final = {
    "moves": ("moves=True", "--moves"),
    "chains": ("confirm='safe'", "--confirm safe"),
    "conventions": ("conventions='report'", "--conventions report"),
}
"""Argument and option of the check that writes an optional table."""
_HINTS: Final = ".games and the other frames, .game(0), .compare(), .funnel(), .report()"
Paths = str | Path | Iterable[str | Path]


def _listed(paths: Paths) -> list[str]:
    items = [paths] if isinstance(paths, (str, Path)) else read_items("paths", paths, "paths of files and folders")
    return [read_path("paths", path) for path in items]


def _check_root(root: object) -> None:
    if root is not None:
        read_path("root", root)


def read(
    paths: Paths,
    *,
    encoding: str | None = None,
    markup: str | MarkupMode = MarkupMode.FULL,
    dead: str | Path | DeadList | None = None,
    conventions: str | Path | None = None,
) -> Iterator[Game]:
    """Yield every game of files, folders and archives; `check` lists the files without a game, too.

    Args:
        paths: one path or several; ``-`` is standard input.
        encoding: charset of files without CA; guessed by default.
        markup: treatment of territory markup, see `check`.
        dead: list of dead stones, see `check`.
        conventions: TOML file of conventions to be applied, see `goanalyze.conventions.toml_files`.

    Raises:
        InputError: a path does not exist.
        OptionError, ConventionError: an option is not valid.
        ResourceError: the machine fails to read a file.

    Example:
        >>> next(read("data/sample")).width
        9
    """
    terms = () if conventions is None else read_conventions(conventions)
    values = {"encoding": encoding, "markup": markup, "dead": dead}
    yield from games_in(_listed(paths), Options(**read_values(CheckArguments, values, values), conventions=terms))


def loads(text: str | bytes) -> Game:
    """Return the first game of a text in SGF or another known format.

    Args:
        text: a string, regardless of its CA; or bytes, whose charset is detected as that of a file.

    Raises:
        TreeError: the text has no game.

    Example:
        >>> loads("(;SZ[9];B[ee])")
        <Game 9×9, ? – ?, no result, 1 move, 0 findings>
    """
    return Game(Chunk(first_game(text)), 0)


def _frame(name: str) -> cached_property[Frame]:
    """Return the property of `Tables` that is a table as a pandas data frame."""

    def frame(tables: Tables) -> Frame:
        from goanalyze.tables.frame import to_frame  # loads pandas

        return to_frame(tables.arrow(name), name, tables)

    frame.__doc__ = f"One row per {TABLES[name].row}."
    return cached_property(frame)


class Tables:
    """The tables of a checked archive, as pandas data frames.

    The frames are `files`, `games`, `findings`, `counts`, `outcomes`, `audit`, `rulesets`, `conventions` and
    `duplicates`, and, if the check wrote them, `moves` and `chains`. Each is made at its first use; duplicates of a
    million games take a minute and a gigabyte of memory. `arrow` returns a
    table or a part of it without pandas; `dataset` reads rows when they are needed.

    Args:
        source: an Arrow table or the parts of a dataset, by name of the table.
        folder: folder of the dataset, or its address in an object store; None for tables in memory.
        options: options of the check; by default those that the dataset records.

    Example:
        >>> tables = check("data/sample/gnugo")
        >>> tables.outcomes.query("ruleset == 'japanese'").winner.value_counts().to_dict()
        {'black': 116, 'white': 112, 'draw': 0}
        >>> tables.game(0).width
        9
    """

    def __init__(
        self, source: Mapping[str, TableOrParts], folder: str | Path | None = None, options: Options | None = None
    ) -> None:
        self._source = dict(source)
        self.folder = folder if folder is None or is_remote(str(folder)) else Path(folder)
        self._check_options = options

    @property
    def _local_folder(self) -> Path | None:
        """Folder of the dataset on this machine; None for remote datasets and tables in memory."""
        return self.folder if isinstance(self.folder, Path) else None

    @cached_property
    def _options(self) -> Options:
        """Options of the check without its engine, so that a game that is read again has the same findings."""
        return replace(self._recorded_options, engine=None)

    @cached_property
    def _recorded_options(self) -> Options:
        if self._check_options is not None or self.folder is None:
            return self._check_options or Options()
        facts = read_facts(self.folder)["options"]
        return Options.from_facts(facts, self.arrow("rulesets", ["definition"])["definition"].to_pylist())

    def _table(self, name: str) -> TableOrParts:
        if not isinstance(name, str) or name in self._source:
            return self._source[read_string("name", name)]
        if name == "duplicates":
            return self._copies
        if name == "conventions" and self.folder is None:
            return self._learned
        if name not in TABLES:
            raise DatasetError(f"{name!r} is not a valid table. Expected one of {', '.join(TABLES)}.")
        if name in _OPTIONAL:
            argument, option = _OPTIONAL[name]
            raise DatasetError(
                f"The table {name!r} is missing, since it is optional. Expected check(…, {argument}) or "
                f"goanalyze check PATH -o OUT {option}."
            )
        raise DatasetError(
            f"The dataset {shown(str(self.folder))!r} has no table {name!r}. Expected a dataset of this "
            "version: run the check again."
        )

    def dataset(self, name: str) -> pa.dataset.Dataset:
        """Return a table as a `pyarrow.dataset.Dataset`, which reads rows when they are needed.

        Args:
            name: name of the table.

        Raises:
            DatasetError: the table is missing or damaged.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> tables.dataset("counts").count_rows()
            1
        """
        return as_dataset(self._table(name))

    def arrow(self, name: str, columns: Sequence[str] | None = None, filter: Where | None = None) -> pa.Table:
        """Return a table as Arrow, or some columns and rows of it; only these are read from disk.

        Args:
            name: name of the table.
            columns: names of the columns; by default all.
            filter: conditions on rows: ``[("margin", ">", 0), …]``, or a `pyarrow.compute.Expression`.

        Raises:
            DatasetError: the table or a column is missing, or a file is damaged.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> tables.arrow("outcomes", ["margin"], [("ruleset", "==", "japanese")]).to_pylist()
            [{'margin': -3.0}]
        """
        return read_table(self._table(name), columns, filter)

    def game(self, row: SupportsIndex | str | Row, *, root: str | Path | None = None) -> Game:
        """Read the game of a row again from its source.

        Args:
            row: number of a row of `games`, from 0; the address of the game, as ``a.zip!b.sgf#2``; or a row of any
                table with the column ``game_id``, as ``tables.findings.iloc[0]``, also of a variation.
            root: folder that contains the sources. By default they are searched by the paths of the check: relative
                paths in the working folder, then in the folder of the dataset and those above it.

        Raises:
            SourceError: the source is missing or has changed.
            NoSuchItemError: the row does not exist, or has no game.
            OptionError: the value is not a row.

        Example:
            >>> tables = check("data/sample/gnugo")
            >>> tables.game(tables.games.move_count.argmax())
            <Game 19×19, GNU Go 3.8 level 0 – GNU Go 3.8 level 2, komi 6.5, W+54.5, 273 moves, 0 findings>
        """
        _check_root(root)
        origin = origin_of(row, self._table("games"))
        ((_, record),) = read_origins([origin], self._table("files"), dataset=self._local_folder, root=root)
        if isinstance(record, SourceError):
            raise record
        game, line = Game(Chunk(record, self._options), 0), line_of(row)
        return game.lines()[line] if line else game

    def read_games(
        self, rows: Sequence[int], *, root: str | Path | None = None
    ) -> Iterator[tuple[int, Game | SourceError]]:
        """Read the games of several rows again, each source once.

        Args:
            rows: numbers of rows of `games`, from 0.
            root: folder that contains the sources, see `game`.

        Yields:
            The number of a row, and its game or the reason why it cannot be read; in the order of the sources.

        Raises:
            NoSuchItemError: a row does not exist.

        Example:
            >>> tables = check("data/sample/gnugo")
            >>> [(row, game.width) for row, game in tables.read_games([0, 227])]
            [(0, 9), (227, 19)]
        """
        rows = [read_integer("rows", row) for row in read_items("rows", rows, "numbers of rows of games")]
        _check_root(root)
        selected = origins(self._table("games"), rows)
        for index, record in read_origins(selected, self._table("files"), dataset=self._local_folder, root=root):
            game = record if isinstance(record, SourceError) else Game(Chunk(record, self._options), 0)
            yield rows[index], game

    files = _frame("files")
    games = _frame("games")
    findings = _frame("findings")
    counts = _frame("counts")
    outcomes = _frame("outcomes")
    audit = _frame("audit")
    rulesets = _frame("rulesets")
    moves = _frame("moves")
    chains = _frame("chains")
    conventions = _frame("conventions")
    duplicates = _frame("duplicates")

    @cached_property
    def _learned(self) -> pa.Table:
        from goanalyze.compare.counted_games import find_groups, table_of

        return table_of(find_groups(self._table("games"), self._table("counts")))

    @cached_property
    def _copies(self) -> pa.Table:
        """The table duplicates of a dataset without one, and of tables in memory."""
        from goanalyze.duplicates.find import find_duplicates

        return find_duplicates(self._table("games"), self._source.get("counts"), self._source.get("findings")).table

    def __getstate__(self) -> dict[str, object]:
        """Return the state without data frames, which can be made again."""
        return {"_source": self._source, "folder": self.folder, "_check_options": self._check_options}

    def compare(
        self,
        *rulesets: str,
        basis: str | Basis = "best",
        komi: str | KomiChoice = KomiChoice.RECORDED,
        winners: str | Winners = "board",
    ) -> Comparison:
        """Compare rulesets over the games of the tables.

        Args:
            rulesets: ids or names of rulesets, or ``all``; by default those in use, see
                `goanalyze.compare.comparison.compare`.
            basis: evidence of the margins, see `goanalyze.compare.choices.Basis`.
            komi: ``recorded``, one komi under all rulesets; or ``ruleset``, the komi of each.
            winners: the winner by the ``board``, or by ``rule`` if a rule decides.

        Raises:
            DatasetError: a table is missing, or has no outcomes under one of the rulesets.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> pair = tables.compare("japanese", "chinese").pair("japanese", "chinese")
            >>> pair.a, pair.b, float(pair.figures["mean"])
            ('japanese', 'chinese', -1.0)
        """
        from goanalyze.compare.comparison import COMPARED_TABLES, compare

        tables = {**self._source, **{name: self._table(name) for name in COMPARED_TABLES}}
        conventions = partial(self._table, "conventions")
        return compare(tables, *rulesets, basis=basis, komi=komi, winners=winners, conventions=conventions)

    def funnel(self) -> pd.DataFrame:
        """Return the number of files and games at each stage: read, replayed, ended, counted, as recorded.

        Returns:
            One row per stage and reason of a loss: `stage`, `title`, `unit` (files or games), `number` remaining,
            `lost`, `reason` (a finding code, a basis, the end of the game …), `meaning`. Within a unit the `number` of
            a stage and all its `lost` add up to the `number` of the stage before.

        Raises:
            DatasetError: a table is missing or damaged.

        Example:
            >>> funnel = check("data/sample/gnugo").funnel()
            >>> funnel.groupby("stage", sort=False).number.first().tail(3).to_dict()
            {'counted': 228, 'recorded': 228, 'agrees': 228}
        """
        from goanalyze.compare.funnel import funnel_frame

        return funnel_frame(self._source)

    def report(
        self,
        path: str | Path | None = None,
        *,
        title: str = "",
        link_sources: bool = False,
        root: str | Path | None = None,
        limit: int = 100_000,
    ) -> Path:
        """Write a report: one self-contained page of HTML with every figure, boards and lists of games.

        Args:
            path: path of the page; by default ``report.html`` in the folder of the dataset, or in the working folder
                for tables in memory. A report of the same dataset is replaced, any other file is kept.
            title: title of the page; made from the archive and its games if empty.
            link_sources: True if the page links the files of the games, which works only next to them.
            root: a folder that holds the sources now, see `game`.
            limit: largest number of games that the page lists, 0 for all; figures do not depend on it.

        Returns:
            The path of the page.

        Raises:
            OutputError: the page cannot be written, or another file has its name.
            DatasetError: a table is missing or damaged.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> with TemporaryDirectory() as folder:
            ...     page = check("data/sample/gnugo/009x009-chinese-0022.sgf").report(f"{folder}/report.html")
            ...     page.read_text(encoding="utf-8")[:15]
            '<!doctype html>'
        """
        from goanalyze.render.dataset_facts import DatasetFacts
        from goanalyze.render.report.page import PageOptions, write_report
        from goanalyze.tables.dataset import REPORT

        read_string("title", title)
        read_integer("limit", limit, 0)
        _check_root(root)
        page = Path(read_path("path", path)) if path is not None else (self._local_folder or Path()) / REPORT
        read_games = partial(self.read_games, root=root)
        facts = DatasetFacts(self._source, read_games, folder=self.folder, page=page, root=root)
        write_report(facts, page, PageOptions(title, limit, link_sources))
        return page

    def export(
        self,
        to: str | Path,
        *,
        select: str | None = None,
        ignore: str | None = None,
        severity: str | Severity | None = None,
        clean: bool = False,
        addresses: Iterable[str | Address] = (),
        dups: str | Copies = Copies.KEEP,
        move: bool = False,
        repair: bool = False,
        drop_illegal: bool = False,
        append_trailing: bool = False,
        annotate: bool = False,
        root: str | Path | None = None,
        dry_run: bool = False,
        limit: int = 10,
        on_progress: Callable[[Exported], None] | None = None,
        on_repair: Callable[[FileRepair], None] | None = None,
    ) -> Exported:
        """Write games to files, as they were when they were checked; a log in the folder lists and undoes it.

        Args:
            to: the folder; folders of the sources are kept in it, and archives become folders.
            select: codes of findings, as ``GO2,GO101``: games with one of them are exported. Without `select`,
                `ignore`, `severity` and `clean` findings do not matter.
            ignore: codes that are left out.
            severity: mildest severity that is exported: ``error``, ``warning`` or ``info``.
            clean: True to export the games without such findings instead.
            addresses: addresses of files, games, folders and archives; by default all.
            dups: treatment of duplicates: ``keep``; ``drop``, only the best copy; ``only``, all other copies.
            move: True to move loose files of which all games are selected.
            repair: True to repair the files, see `goanalyze.repair`.
            drop_illegal: True to leave out moves that every ruleset forbids.
            append_trailing: True to append nodes after the end of a game tree to its main line.
            annotate: True to list the changes in the comment of each game.
            root: folder that contains the sources, see `game`.
            dry_run: True to write nothing.
            limit: largest number of log entries that are returned.
            on_progress: function that is called once at the start, with the result that grows until it is returned.
            on_repair: function that is called with each file that the repair changes.

        Returns:
            The files that were written, and those that were not, with reasons.

        Raises:
            ExportError: nothing is selected, or the folder is not valid or cannot be written.
            OptionError: a code is not valid.
            DatasetError: a table is missing or damaged.

        Example:
            >>> tables = check("data/sample/findings")
            >>> exported = tables.export("ko", select="GO201", dry_run=True)
            >>> exported.games, exported.entries[0].file
            (3, 'go201-ko-back-and-forth.sgf')
        """
        from goanalyze.export.export import ExportOptions, export
        from goanalyze.export.selection import SelectionCriteria

        read_path("to", to)
        read_integer("limit", limit, 0)
        _check_root(root)
        read_function("on_progress", on_progress)
        read_function("on_repair", on_repair)
        selected = read_items("addresses", [addresses] if isinstance(addresses, str) else addresses, "addresses")
        for address in selected:
            if not isinstance(address, (str, Address)):
                raise OptionError(f"{address!r} is not a valid address. Expected a str or a ga.Address.")
        mildest = None if severity is None else Severity.read("severity", severity)
        criteria = SelectionCriteria(select, ignore, mildest, clean, tuple(selected), Copies.read("dups", dups))
        options = ExportOptions(move, repair, drop_illegal, append_trailing, annotate, dry_run, limit)
        return export(
            self._table,
            to,
            criteria,
            options,
            dataset=self._local_folder,
            root=root,
            on_progress=on_progress,
            on_repair=on_repair,
        )

    def to_parquet(self, out: str | Path, *, overwrite: bool = False) -> None:
        """Write the tables as a dataset.

        Args:
            out: the folder.
            overwrite: True to replace a dataset.

        Raises:
            OutputError: the folder is not empty, or cannot be written.
            DatasetError: a table is damaged.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> with TemporaryDirectory() as folder:
            ...     check("data/sample/gnugo/009x009-chinese-0022.sgf").to_parquet(f"{folder}/out")
            ...     len(open_dataset(f"{folder}/out").games)
            1
        """
        facts: dict[str, object] = {name: row_count(self._table(name)) for name in ("games", "files")}
        facts["options"] = self._recorded_options.facts()
        read_path("out", out)
        names = [*self._source, *(["conventions"] if self.folder is None else [])]
        write_dataset(out, {name: self.arrow(name) for name in names}, facts, overwrite=overwrite)

    def _short_repr(self) -> ShortRepr:
        units = {name: re.split("[,;(]", TABLES[name].row)[0].strip() for name in TABLES if name in self._source}
        rows = [(name, self._row_count(name), unit) for name, unit in units.items()]
        folder = [] if self.folder is None else [("folder", "", shown(str(self.folder)))]
        return ShortRepr(f"Tables{' in memory' * (not folder)}: rows, and their unit", [*rows, *folder], _HINTS)

    def __repr__(self) -> str:
        return self._short_repr().text()

    def _repr_html_(self) -> str:
        return self._short_repr().html()

    def _row_count(self, name: str) -> str:
        try:
            return f"{row_count(self._table(name)):,}"
        except DatasetError:
            return "(damaged)"


@with_described_options(CheckArguments)
def check(
    paths: Paths, *, progress: bool | Callable[[RunProgress], None] | None = None, **options: Unpack[CheckArguments]
) -> Tables:
    """Check files, folders and archives as ``goanalyze check`` does, in memory or into a dataset.

    With `out` the tables are written as the dataset that the command writes, and the same call or the command continues
    a run that was interrupted or left files unchecked. Without it they stay in memory. Environments of Python, packages
    of Node.js, datasets and exports inside a path are not read. Processes import the program that starts them: a script
    must call `check` below ``if __name__ == "__main__":``.

    Args:
        paths: one path or several: files, folders, archives, or addresses at ``s3://`` and ``gs://``.
        progress: True to show it, None for notebooks only; or a function, called in any thread but once at a time.
        **options

    Returns:
        The tables; those of the dataset if there is one.

    Raises:
        InputError: a path does not exist.
        OptionError, RulesetError, UnknownRulesetError, ConventionError: an option is not valid.
        OutputError, DatasetExistsError, DatasetInUseError: the folder cannot be written, or contains other files, a
            dataset of other sources, or one that another run writes.
        ResourceError, ExecutorError: the engine is missing; or processes do not start, or the scheduler is silent.
        NotCheckedError: a failure of the machine left files unchecked.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> tables = check("data/sample/findings")
        >>> with TemporaryDirectory() as folder:
        ...     dataset = check("data/sample/findings", out=f"{folder}/out", rulesets="japanese", estimate="never")
        ...     len(dataset.outcomes) < len(tables.outcomes)
        True
    """
    if not isinstance(progress, bool):
        read_function("progress", progress)
    run = CheckRun(_listed(paths), read_settings(options))
    out = run.settings.out
    sink = MemorySink(run.options.optional_tables) if out is None else None
    with shown_progress(progress) as on_progress, run:
        summary = run.execute(sink.add if sink else None, progress=on_progress)
    if summary.undone:
        unchecked = ". ".join(summary.not_checked())
        if sink is None:
            raise NotCheckedError(
                f"{unchecked}. The rest is kept in {shown(str(out))!r}, and the same call continues.", None
            )
        raise NotCheckedError(unchecked, Tables(sink.tables(), options=run.options))
    for sentence in (*run.changes(), *run.unmatched(summary), *run.unused_conventions(summary)):
        warnings.warn(sentence, stacklevel=2)
    return Tables(sink.tables(), options=run.options) if sink else open_dataset(str(out))


def open_dataset(out: str | Path) -> Tables:
    """Open a dataset that ``goanalyze check -o`` wrote; tables are read at their first use.

    Args:
        out: folder of the dataset, or its ``s3://`` or ``gs://`` address.

    Raises:
        DatasetError: the dataset is missing, incomplete or of another version.

    Example:
        >>> open_dataset("data")
        Traceback (most recent call last):
        goanalyze.errors.DatasetError: ...
    """
    read_path("out", out)
    return Tables(read_dataset(out), folder=out if is_remote(str(out)) else Path(out).absolute())
