"""The library: what ``import goanalyze as ga`` offers. One call each to the rooms below; no logic."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from goanalyze.archives.inputs import find_sources
from goanalyze.archives.reread import SourceError
from goanalyze.batch.execution import Execution
from goanalyze.batch.rounds import about_nothing, run_as
from goanalyze.conventions.choices import ConventionMode
from goanalyze.conventions.toml_files import parse_conventions, read_conventions, resolve_conventions, to_toml
from goanalyze.core.position import Position
from goanalyze.draw.short_repr import ShortRepr
from goanalyze.export.choices import Copies
from goanalyze.game.game import Game
from goanalyze.game.game_iterator import games_in
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode
from goanalyze.life.given import DeadList
from goanalyze.pipeline import Chunk, Options, engine_of
from goanalyze.rules import KomiReading, Ruleset, parse_rulesets, read_komi, resolve_all
from goanalyze.score.count import Count
from goanalyze.score.count import count as count_position
from goanalyze.score.outcomes import Outcome
from goanalyze.sgf.tree.first_game import first_game
from goanalyze.tables.dataset import DatasetError, MemorySink, read_dataset, read_success, write_dataset
from goanalyze.tables.provenance import line_of, origin_of, origins, read_origins
from goanalyze.tables.reading import TableOrParts, Where, as_dataset, row_count
from goanalyze.tables.reading import read as read_table
from goanalyze.tables.schema import TABLES
from goanalyze.tables.store import Store
from goanalyze.vocabulary.catalogue import Severity
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.faults import ResourceError
from goanalyze.vocabulary.points import points_of
from goanalyze.vocabulary.row import Row

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.dataset

    from goanalyze.archives.address import Address
    from goanalyze.compare.choices import Basis, Winners
    from goanalyze.compare.comparison import Comparison
    from goanalyze.duplicates.find import Duplicates
    from goanalyze.export.diff import FileRepair
    from goanalyze.export.run import Exported
    from goanalyze.tables.frame import Frame

_TOLD: Final = ("markup", "komi", "estimate", "variations", "confirm")
"""What a dataset tells of how its games were checked."""
_ASKED_FOR: Final = {
    "moves": ("moves=True", "--moves"),
    "chains": ("confirm='safe'", "--confirm safe"),
    "conventions": ("conventions='report'", "--conventions report"),
}
_ASK: Final = ".games and the other frames, .game(0), .compare(), .funnel(), .report()"
Paths = str | Path | Iterable[str | Path]


def _listed(paths: Paths) -> list[str]:
    return [str(paths)] if isinstance(paths, (str, Path)) else [str(path) for path in paths]


def read(
    paths: Paths,
    *,
    encoding: str | None = None,
    markup: str | MarkupMode = MarkupMode.FULL,
    dead: str | Path | DeadList | None = None,
    conventions: str | Path | None = None,
) -> Iterator[Game]:
    """Yield every game of files, folders and archives.

    Files without a game yield nothing; `check` lists them.

    Args:
        paths: one path or several; ``-`` is standard input.
        encoding: charset of files that say nothing themselves; guessed if not given.
        markup: use of territory markup, as in `check`.
        dead: list of dead stones, as in `check`.
        conventions: TOML file of conventions that are applied, see `goanalyze.conventions.toml_files`.

    Raises:
        InputError: a path does not exist.
        ConventionError: the conventions cannot be read; a `ValueError`.
        ValueError: an unknown charset or use of markup, or a list that cannot be read.
        ResourceError: something that is not a file's fault keeps it from being read.

    Example:
        >>> games = read("data/sample")
        >>> next(games).width
        9
    """
    given = () if conventions is None else read_conventions(conventions)
    mode = MarkupMode.read("markup", markup).value
    options = Options(encoding=encoding, markup=mode, dead=_dead_list(dead), conventions=given)
    yield from games_in(_listed(paths), options)


def _dead_list(dead: str | Path | DeadList | None) -> DeadList | None:
    return dead if dead is None or isinstance(dead, DeadList) else DeadList.read(dead)


def loads(text: str | bytes) -> Game:
    """Return the first game of an SGF text, or of a record in GIB, NGF, UGF or UGI.

    Args:
        text: as text, whatever its CA says; or as bytes, whose charset is found as for a file.

    Raises:
        TreeError: there is no game in it; a `ValueError`.

    Example:
        >>> loads("(;SZ[9];B[ee])")
        <Game 9×9, ? – ?, no result, 1 move, 0 findings>
    """
    return Game(Chunk(first_game(text)), 0)


def count(
    position: Position,
    dead: Iterable[int | str] = (),
    *,
    prisoners: Mapping[int, int] | None = None,
    territory: Mapping[int, int] | None = None,
) -> Count:
    """Count a finished position by area, territory and stones; see `goanalyze.score.count.count`.

    Args:
        position: the board; it stays as it is.
        dead: dead stones, by index or as GTP names points; one stands for its chain.
        prisoners: enemy stones that each colour took; 0 where absent.
        territory: the owner of each point that the players marked, if they did; it is then the territory.

    Raises:
        ValueError: `dead` names an empty point, or no point; or `territory` a living stone.

    Example:
        >>> position = Position.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
        >>> count(position, dead=["E1"]).area_margin
        1
    """
    points = points_of(dead, position.width, position.height)
    return count_position(position, points, prisoners=prisoners, territory=territory)


def outcome(
    game: Game,
    ruleset: str | Ruleset,
    *,
    komi: KomiReading = "recorded",
    dead: Iterable[int | str] | None = None,
    markup: str | MarkupMode | None = None,
    at: int | None = None,
) -> Outcome:
    """Give a game's outcome under a ruleset.

    Args:
        game: the game.
        ruleset: an id or name, a TOML file, or a `Ruleset`; so, and what it raises, as in `Game.outcome`.
        komi: the recorded one, that of the ruleset or period, or a number.
        dead: points of dead stones, in place of the markup.
        markup: what territory markup is good for.
        at: number of a move: the outcome if the record ended there.

    Example:
        >>> game = loads("(;SZ[3]KM[0];B[bb];W[];B[])")
        >>> print(outcome(game, "new-zealand", komi="ruleset", dead=[]))
        New Zealand: B+2
        <BLANKLINE>
        new-zealand, by area                  Black   White
          living stones                           1       0
          points they surround                    8       0
          komi                                            7
                                            ───────────────
                                                  9       7  B+2
    """
    return game.outcome(ruleset, komi=komi, dead=dead, markup=markup, move=at)


def _frame(name: str) -> cached_property[Frame]:
    """Return a table of `Tables` as a pandas data frame, made when first asked for and then kept."""

    def made(tables: Tables) -> Frame:
        from goanalyze.tables.frame import to_frame  # loads pandas

        return to_frame(tables.arrow(name), name, tables)

    made.__doc__ = f"One row per {TABLES[name].row}."
    return cached_property(made)


class Tables:
    """The tables of a checked archive, as pandas data frames.

    They are `files`, `games`, `findings`, `counts`, `outcomes`, `audit`, `rulesets` and, if asked for, `moves` and
    `chains`; `duplicates` is searched for when it is asked for, if ``goanalyze dups`` has not written it.

    Each is made when first asked for; `arrow` gives the same, or a part of it, without pandas, and `dataset` reads
    nothing until it is asked to.

    Args:
        source: for each table an Arrow table, or the parts of a dataset that hold it.
        folder: of the dataset, if it is on disk.
        options: how the games were checked; what the dataset says if not given.

    Example:
        >>> tables = check("data/sample/gnugo")
        >>> tables.outcomes.query("ruleset == 'japanese'").winner.value_counts().to_dict()
        {'black': 116, 'white': 112, 'draw': 0}
        >>> tables.game(0).width
        9
    """

    def __init__(
        self,
        source: Mapping[str, TableOrParts],
        folder: str | Path | None = None,
        options: Options | None = None,
    ) -> None:
        self._source = dict(source)
        self.folder = None if folder is None else Path(folder)
        self._given = options

    @cached_property
    def _options(self) -> Options:
        """How the games were checked, so that a game that is read again has the same findings; no engine is asked."""
        if self._given is not None or self.folder is None:
            return replace(self._given or Options(), engine=None)
        facts = read_success(Store(self.folder))[0]
        told: dict[str, Any] = {name: facts[name] for name in _TOLD if name in facts}
        if conventions := facts.get("conventions"):
            told["conventions"] = parse_conventions(conventions)
        definitions = self.arrow("rulesets", ["definition"])["definition"].to_pylist()
        rulesets = tuple(rules for text in definitions for rules in parse_rulesets(text, own=False))
        dead = DeadList.again(facts.get("dead"))
        return Options(rulesets=rulesets or Options().rulesets, dead=dead, **told)

    def _place(self, name: str) -> TableOrParts:
        """Return where a table is.

        Raises:
            DatasetError: there is no such table.
        """
        if name in self._source:
            return self._source[name]
        if name == "duplicates":  # what a search finds is no part of what `to_parquet` writes
            return self._searched.table
        if name == "conventions" and self.folder is None:
            return self._played
        if name not in TABLES:
            raise DatasetError(f"there is no table {name!r}; the tables are {', '.join(TABLES)}")
        if name in _ASKED_FOR:
            argument, option = _ASKED_FOR[name]
            raise DatasetError(f"the table {name!r} is there only if asked for: check(…, {argument}), or "
                               f"goanalyze check PATH -o OUT {option}")  # fmt: skip
        raise DatasetError(f"the dataset {str(self.folder)!r} has no table {name!r}; run the check again")

    def dataset(self, name: str) -> pa.dataset.Dataset:
        """Return one table as a `pyarrow.dataset.Dataset`, which reads rows only as far as it is asked for them.

        Args:
            name: of the table.

        Raises:
            DatasetError: there is no such table, or it is damaged.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> tables.dataset("counts").count_rows()
            1
        """
        return as_dataset(self._place(name))

    def arrow(self, name: str, columns: Sequence[str] | None = None, filter: Where | None = None) -> pa.Table:  # noqa: A002 - Arrow's name
        """Return one table as Arrow, or some columns and rows of it; of what is on disk, only these are read.

        Args:
            name: of the table.
            columns: their names; all if not given.
            filter: which rows: ``[("margin", ">", 0), …]``, or a `pyarrow.compute.Expression`.

        Raises:
            DatasetError: there is no such table or column, or a file is damaged; ``moves`` is there only when asked
                for.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> tables.arrow("outcomes", ["margin"], [("ruleset", "==", "japanese")]).to_pylist()
            [{'margin': -3.0}]
        """
        return read_table(self._place(name), columns, filter)

    def game(self, row: SupportsIndex | str | Row, *, root: str | Path | None = None) -> Game:
        """Read the game of a row again, from where it came.

        Args:
            row: a row's number in `games`, from 0; the game's address, as ``a.zip!b.sgf#2``; or a row of any table with
                the column ``game_id``, as ``tables.findings.iloc[0]``. Of a variation, this line is returned.
            root: a folder that holds the sources now. Without it they are looked for by the paths given to the check:
                relative ones in the working folder, then in the folder that holds the dataset and those around it.

        Raises:
            SourceError: the source is gone, or is no longer what was checked; a `LookupError`.
            LookupError: the row names no game.
            IndexError: there is no row of that number.

        Example:
            >>> tables = check("data/sample/gnugo")
            >>> tables.game(tables.games.move_count.argmax())
            <Game 19×19, GNU Go 3.8 level 0 – GNU Go 3.8 level 2, komi 6.5, W+54.5, 273 moves, 0 findings>
        """
        origin = origin_of(row, self._place("games"))
        ((_, found),) = read_origins([origin], self._place("files"), beside=self.folder, root=root)
        if isinstance(found, SourceError):
            raise found
        game, line = Game(Chunk(found, self._options), 0), line_of(row)
        return game.lines()[line] if line else game

    def read_games(
        self, rows: Sequence[int], *, root: str | Path | None = None
    ) -> Iterator[tuple[int, Game | SourceError]]:
        """Read the games of many rows again, each source opened once.

        Args:
            rows: numbers of rows of `games`, from 0.
            root: as in `game`.

        Yields:
            A row's number, and its game or why it cannot be had; source by source, in the order of reading.

        Raises:
            IndexError: there is no row of one of these numbers.

        Example:
            >>> tables = check("data/sample/gnugo")
            >>> [(row, game.width) for row, game in tables.read_games([0, 227])]
            [(0, 9), (227, 19)]
        """
        wanted = origins(self._place("games"), rows)
        for number, found in read_origins(wanted, self._place("files"), beside=self.folder, root=root):
            yield rows[number], found if isinstance(found, SourceError) else Game(Chunk(found, self._options), 0)

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
    def _played(self) -> pa.Table:
        """The table conventions, of tables in memory."""
        from goanalyze.compare.dataset_evidence import find_groups, table_of

        return table_of(find_groups(self._place("games"), self._place("counts")))

    def find_duplicates(self) -> Duplicates:
        """Find the games that are there more than once: exact copies, rotated, with colours swapped, cut off, damaged.

        Returns:
            `goanalyze.duplicates.find.Duplicates`: the table and a few figures. A million games take a minute and a
            gigabyte of memory.

        Raises:
            DatasetError: a table is missing or damaged.

        Example:
            >>> tables = check(["data/sample/gnugo/009x009-chinese-0022.sgf", "data/sample/gnugo"])
            >>> tables.find_duplicates().table.select(["code", "confidence", "keep"]).to_pylist()[-1]
            {'code': 'GO601', 'confidence': 'certain', 'keep': False}
        """
        from goanalyze.duplicates.find import find_duplicates

        return find_duplicates(self._place("games"), self._source.get("counts"), self._source.get("findings"))

    _searched = cached_property(find_duplicates)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the data frames: they can be made again."""
        return {"_source": self._source, "folder": self.folder, "_given": self._given}

    def compare(
        self,
        rulesets: Sequence[str] | None = None,
        *,
        basis: str | Basis = "counted",
        komi: str | KomiChoice = KomiChoice.RECORDED,
        winners: str | Winners = "board",
    ) -> Comparison:
        """Hold every ruleset against every other over these games.

        Args:
            rulesets: ids of those to compare; all of the tables if not given.
            basis: which margins to compare, see `goanalyze.compare.comparison.compare`.
            komi: ``recorded``, the komi used for `margin`; or the ``ruleset``'s own.
            winners: who counts as the winner: by the ``board``, or by ``rule`` where one decides.

        Raises:
            DatasetError: a table is missing, or has no outcomes for one of them.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> pair = tables.compare(["japanese", "chinese"]).pairs.iloc[0]
            >>> pair.a, pair.b, float(pair["mean"])
            ('japanese', 'chinese', -1.0)
        """
        from goanalyze.compare.comparison import compare

        outcomes, games, known = (self._place(name) for name in ("outcomes", "games", "rulesets"))
        conventions = partial(self._place, "conventions")
        return compare(
            outcomes, games, known, only=rulesets, basis=basis, komi=komi, winners=winners, conventions=conventions
        )

    def funnel(self) -> pd.DataFrame:
        """Follow files and games from stage to stage: read, replayed, ended, counted, as recorded; and what was lost.

        Returns:
            A data frame, one row per stage and reason for a loss: `stage`, `title`, `unit` (files or games), `number`
            left, `lost`, `why` (a finding code, a basis, how the game ended …), `meaning`. Within a unit the `number`
            of a stage and all that it `lost` are the `number` of the stage before.

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
            path: path of the page; by default ``report.html`` in the folder of the dataset, or in the working folder for
                tables in memory. A report of the same dataset is replaced, any other file is kept.
            title: title of the page; made from the archive and its games if empty.
            link_sources: True if the page links the files of the games, which only works beside them.
            root: a folder that holds the sources now, see `game`.
            limit: largest number of games that the page lists, 0 for all; figures do not depend on it.

        Returns:
            The path of the page.

        Raises:
            ReportError: the page cannot be written, or another file has its name.
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

        page = Path(path) if path is not None else Path(self.folder or "") / REPORT
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
        """Write games out as files, each as it was when it was checked; a log in the folder tells all, and undoes it.

        Args:
            to: the folder; the folders of the sources are kept in it, and archives are folders.
            select: codes of findings, as ``GO2,GO101``: games with one of them are exported. Without `select`,
                `ignore`, `severity` and `clean`, findings do not matter.
            ignore: codes that are left out of them.
            severity: the mildest that counts: ``error``, ``warning`` or ``info``.
            clean: export the games without such findings, and not those with one.
            addresses: only the files, games, folders and archives at these addresses.
            dups: games that are there more than once: ``keep``; ``drop`` all but the best one of those chosen; ``only``
                what that leaves out.
            move: move loose files of which all games are chosen.
            repair: write what `goanalyze.repair` makes of each file.
            drop_illegal: leave out moves that every ruleset forbids.
            append_trailing: append nodes behind the end of a game tree to its main line.
            annotate: list the changes in the comment of each game.
            root: a folder that holds the sources now, see `game`.
            dry_run: write nothing.
            limit: lines of the log that are returned, at most.
            on_progress: is called as it begins, with what grows until it is returned.
            on_repair: called with each file that the repair changes, a `goanalyze.export.diff.FileRepair`.

        Returns:
            `goanalyze.export.run.Exported`: what was written, and what was not and why.

        Raises:
            ExportError: nothing is chosen, the folder cannot be, or cannot be written; a `ValueError`.
            SelectionError: something names no code; a `ValueError`.
            DatasetError: a table is missing or damaged.

        Example:
            >>> tables = check("data/sample/findings")
            >>> exported = tables.export("ko", select="GO201", dry_run=True)
            >>> exported.games, exported.entries[0].file
            (3, 'go201-ko-back-and-forth.sgf')
        """
        from goanalyze.export.chosen import Choosing
        from goanalyze.export.export import export
        from goanalyze.export.run import How

        mildest = None if severity is None else Severity.read("severity", severity)
        choosing = Choosing(select, ignore, mildest, clean, tuple(addresses), Copies.read("dups", dups))
        how = How(move, repair, drop_illegal, append_trailing, annotate, dry_run)
        return export(
            self._place,
            to,
            choosing,
            how,
            dataset=self.folder,
            root=root,
            most=limit,
            on_progress=on_progress,
            on_repair=on_repair,
        )

    def to_parquet(self, out: str | Path, *, overwrite: bool = False) -> None:
        """Write the dataset.

        Args:
            out: the folder.
            overwrite: replace a dataset that is there.

        Raises:
            OutputError: the folder holds something already, or cannot be written.
            DatasetError: a table is damaged.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> with TemporaryDirectory() as folder:
            ...     check("data/sample/gnugo/009x009-chinese-0022.sgf").to_parquet(f"{folder}/out")
            ...     len(open_dataset(f"{folder}/out").games)
            1
        """
        facts: dict[str, object] = {name: row_count(self._place(name)) for name in ("games", "files")}
        facts |= {name: getattr(self._options, name) for name in _TOLD}
        if conventions := self._options.conventions:
            facts["conventions"] = to_toml(conventions)
        names = [*self._source, *(["conventions"] if self.folder is None else [])]
        write_dataset(out, {name: self.arrow(name) for name in names}, facts, overwrite=overwrite)

    def _overview(self) -> ShortRepr:
        units = {name: re.split("[,;(]", TABLES[name].row)[0].strip() for name in TABLES if name in self._source}
        rows = [(name, self._rows(name), unit) for name, unit in units.items()]
        where = [] if self.folder is None else [("folder", "", str(self.folder))]
        return ShortRepr(f"Tables{' in memory' * (not where)}: rows, and what each is", [*rows, *where], _ASK)

    def __repr__(self) -> str:
        return self._overview().text()

    def _repr_html_(self) -> str:
        return self._overview().html()

    def _rows(self, name: str) -> str:
        try:
            return f"{row_count(self._place(name)):,}"
        except DatasetError:
            return "(damaged)"


class NotCheckedError(ResourceError):
    """Something that is not their fault kept some files from being checked; the message names them and says what.

    Attributes:
        tables: of all that was checked.
    """

    def __init__(self, message: str, tables: Tables) -> None:
        super().__init__(message)
        self.tables = tables


def check(
    paths: Paths,
    *,
    markup: str | MarkupMode = MarkupMode.FULL,
    encoding: str | None = None,
    moves: bool = False,
    jobs: int = 1,
    rulesets: str | Iterable[str | Ruleset] = "all",
    komi: KomiReading = "recorded",
    estimate: str | EstimateMode = EstimateMode.AUTO,
    engine: str | None = None,
    dead: str | Path | DeadList | None = None,
    variations: bool = False,
    confirm: str | ConfirmMode = ConfirmMode.NEVER,
    conventions: str | Path | ConventionMode = ConventionMode.REPORT,
) -> Tables:
    """Check files, folders and archives, and keep the tables in memory.

    For archives of hundreds of thousands of games write a dataset (``goanalyze check -o``) and `open_dataset` it.

    Args:
        paths: one path or several.
        markup: what territory markup is good for: ``full`` | ``dead`` | ``ignore``.
        encoding: charset of files that say nothing themselves.
        moves: build the long table of moves, too.
        jobs: processes; 0 for one per processor.
        rulesets: ids, names, TOML files or `Ruleset` objects; ``all`` presets.
        komi: of the first reading of each outcome: ``recorded``; ``ruleset``, each ruleset's own; ``period``, that of
            Japanese professional games in the game's year; or a number.
        estimate: which final positions are settled or estimated where there is no markup: ``auto``, those of finished
            games; ``never``; ``all``.
        engine: command of a Go engine to be asked instead of estimating, as ``gnugo --mode gtp``.
        dead: list of dead stones of some games, CSV or Parquet, see `goanalyze.life.given.DeadList`; rows about no game
            are warned of.
        variations: look at every variation, too: findings of lines beside the main one come to the findings.
        confirm: whether chains that the estimate is not sure of are confirmed by article 7 of the Japanese rules, and
            listed in `chains`: ``never``; ``safe``, with proven walls; ``eyes``, also with such as surely live.
        conventions: what is done about headers that do not say what was played: ``off`` and ``report``, every game is
            taken as its header has it, and the table `conventions`, when it is asked for, says which were not played
            so; ``apply``, komi, ruleset and points for handicap stones are those found; or a TOML file of conventions,
            which are applied. One that is about no game is warned of.

    Raises:
        InputError: a path does not exist.
        UnknownRulesetError, RulesetError: a ruleset is not known, or cannot be.
        ConventionError: conventions cannot be read; a `ValueError`.
        ValueError: a mode, or an engine's command, that cannot be.
        ResourceError: the engine is not there.
        NotCheckedError: something that is not the files' fault kept some of them from being checked.

    Example:
        >>> tables = check("data/sample/findings")
        >>> bool((tables.findings.code == "GO201").any())
        True
    """
    modes = MarkupMode.read("markup", markup).value, EstimateMode.read("estimate", estimate).value
    mode, given = resolve_conventions(conventions)
    options = Options(
        modes[0], encoding, moves, resolve_all(rulesets), read_komi(komi), modes[1], engine, _dead_list(dead),
        variations, ConfirmMode.read("confirm", confirm).value, given,
    )  # fmt: skip
    if engine is not None:
        engine_of(engine).find()
    sink = MemorySink(options.optional_tables)
    try:
        sources, execution = find_sources(_listed(paths)), Execution(jobs)
        summary, options = run_as(mode, sources, options, receive=sink.add, execution=execution)
    finally:
        if engine is not None:
            engine_of(engine).close()
    if summary.undone:
        raise NotCheckedError("; ".join(summary.not_checked()), Tables(sink.tables(), options=options))
    missing = options.dead.missing(summary.given) if options.dead else []
    for sentence in (*missing, *about_nothing(given, summary.played)):
        warnings.warn(sentence, stacklevel=2)
    return Tables(sink.tables(), options=options)


def open_dataset(out: str | Path) -> Tables:
    """Open a dataset that ``goanalyze check -o`` wrote; tables are read when they are first asked for.

    Args:
        out: the dataset's folder.

    Raises:
        DatasetError: there is none, or it is not whole.

    Example:
        >>> open_dataset("data")
        Traceback (most recent call last):
        goanalyze.tables.dataset.DatasetError: ...
    """
    return Tables(read_dataset(out), folder=Path(out).absolute())
