"""The library: what ``import goanalyze as ga`` offers. One call each to the rooms below; no logic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from goanalyze.batch.check import Options, run
from goanalyze.game import Chunk, Game
from goanalyze.life.judge import EstimateMode
from goanalyze.life.markup import MarkupMode
from goanalyze.points import points_of
from goanalyze.position import Position
from goanalyze.rules import KomiReading, Ruleset, read_komi, resolve_all
from goanalyze.score.count import Count
from goanalyze.score.count import count as count_position
from goanalyze.score.outcome import Outcome
from goanalyze.sgf.charset import Text, decode, texts
from goanalyze.sgf.records import in_chunks, read_records
from goanalyze.sgf.sources import Blob, find_sources
from goanalyze.tables.frames import to_frame
from goanalyze.tables.parquet import MemorySink, ParquetSink, read_dataset
from goanalyze.tables.schema import TABLES

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison
    from goanalyze.compare.outcomes import BasisReading

__all__ = ["Tables", "check", "count", "loads", "open_dataset", "outcome", "read"]

Paths = str | Path | Iterable[str | Path]


def _listed(paths: Paths) -> list[str]:
    return [str(paths)] if isinstance(paths, (str, Path)) else [str(path) for path in paths]


def read(paths: Paths, *, encoding: str | None = None) -> Iterator[Game]:
    """Yield every game of files, folders and archives.

    Files without a game yield nothing; `check` lists them.

    Args:
        paths: one path or several; ``-`` is standard input.
        encoding: charset of files that say nothing themselves; guessed if not given.

    Raises:
        InputError: a path does not exist.

    Example:
        >>> games = read("data/sample")
        >>> next(games).width
        9
    """
    for source in find_sources(_listed(paths)):
        for files in in_chunks(texts(source, encoding)):
            for records in read_records(files):
                yield from Chunk(records)


def loads(text: str | bytes) -> Game:
    """Return the first game of an SGF text.

    Raises:
        ValueError: there is no game in it.

    Example:
        >>> loads("(;SZ[9];B[ee])")
        <Game 9×9, ? – ?, no result, 1 moves, 3 findings>
    """
    if isinstance(text, str):  # already decoded, whatever CA says
        data = text.encode("utf-8", errors="replace")
        decoded = Text("text", "", len(data), data, "utf-8", "utf-8")
    else:
        decoded = decode(Blob("text", "", text), lambda _: ("cp1252", "pooled"))
    for records in read_records([decoded], most_games=1):
        return Game(Chunk(records), 0)
    raise ValueError("no SGF game tree in the text: it needs '(;' or a node with a property")


def count(
    position: Position,
    dead: Iterable[int | str] = (),
    *,
    prisoners: Mapping[int, int] | None = None,
    territory: Mapping[int, int] | None = None,
) -> Count:
    """Count a finished position; see `goanalyze.score.count.count`. Dead stones may be named as GTP does.

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
    markup: MarkupMode = "full",
) -> Outcome:
    """Give a game's outcome under a ruleset; see `goanalyze.game.Game.outcome`.

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
    return game.outcome(ruleset, komi=komi, dead=dead, markup=markup)


class Tables:
    """The tables of a checked archive, as pandas data frames.

    They are `files`, `games`, `findings`, `counts`, `outcomes`, `audit`, `rulesets` and, if asked for, `moves`.

    Each is made when first asked for. `arrow` gives the same without pandas.
    """

    def __init__(self, source: dict[str, Any]) -> None:
        self._source = source

    def arrow(self, name: str) -> Any:
        """Return one table as Arrow.

        Raises:
            KeyError: no such table; ``moves`` is there only when asked for.
        """
        if name == "audit" and name not in self._source:
            return TABLES[name].arrow().empty_table()  # a dataset in which no recorded count was audited
        table = self._source[name]
        if isinstance(table, Path):
            import pyarrow.parquet as pq  # noqa: PLC0415

            return pq.read_table(table)
        return table

    @cached_property
    def files(self) -> Any:
        """One row per input file or archive member."""
        return to_frame(self.arrow("files"))

    @cached_property
    def games(self) -> Any:
        """One row per game."""
        return to_frame(self.arrow("games"))

    @cached_property
    def findings(self) -> Any:
        """One row per event: something odd in a game or file."""
        return to_frame(self.arrow("findings"))

    @cached_property
    def counts(self) -> Any:
        """One row per game: the final position, counted."""
        return to_frame(self.arrow("counts"))

    @cached_property
    def outcomes(self) -> Any:
        """One row per game and ruleset: verdict and margin."""
        return to_frame(self.arrow("outcomes"))

    @cached_property
    def audit(self) -> Any:
        """One row per game with a recorded count: how it agrees with the counted one, and what explains it."""
        return to_frame(self.arrow("audit"))

    @cached_property
    def rulesets(self) -> Any:
        """One row per ruleset: every axis and its source."""
        return to_frame(self.arrow("rulesets"))

    @cached_property
    def moves(self) -> Any:
        """One row per play or pass, if asked for."""
        return to_frame(self.arrow("moves"))

    def compare(
        self,
        rulesets: Sequence[str] | None = None,
        *,
        basis: BasisReading = "counted",
        komi: Literal["recorded", "ruleset"] = "recorded",
    ) -> Comparison:
        """Hold every ruleset against every other over these games.

        Args:
            rulesets: ids of those to compare; all of the tables if not given.
            basis: which margins to compare, see `goanalyze.compare.comparison.compare`.
            komi: the first reading's, or each ruleset's own.

        Raises:
            ComparisonError: the tables have no outcomes for one of them.

        Example:
            >>> tables = check("data/sample/gnugo/009x009-chinese-0022.sgf")
            >>> pair = tables.compare(["japanese", "chinese"]).pairs.iloc[0]
            >>> pair.a, pair.b, float(pair["mean"])
            ('japanese', 'chinese', -1.0)
        """
        from goanalyze.compare.comparison import compare  # noqa: PLC0415 - only who compares loads it

        outcomes, games, known = (self._source[name] for name in ("outcomes", "games", "rulesets"))
        return compare(outcomes, games, known, only=rulesets, basis=basis, komi=komi)

    def to_parquet(self, out: str | Path, *, overwrite: bool = False) -> None:
        """Write the dataset.

        Raises:
            OutputError: the folder holds something already, or cannot be written.
        """
        sink = ParquetSink(out, overwrite=overwrite)
        sink.add({name: self.arrow(name) for name in self._source})
        sink.close({"games": len(self.arrow("games")), "files": len(self.arrow("files"))})

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {len(self.arrow(name)):,}" for name in self._source)
        return f"<Tables {sizes}>"


def check(
    paths: Paths,
    *,
    markup: MarkupMode = "full",
    encoding: str | None = None,
    moves: bool = False,
    jobs: int = 1,
    rulesets: str | Iterable[str | Ruleset] = "all",
    komi: KomiReading = "recorded",
    estimate: EstimateMode = "auto",
    engine: str | None = None,
) -> Tables:
    """Check files, folders and archives, and keep the tables in memory.

    For archives of hundreds of thousands of games write a dataset (``goanalyze check -o``) and `open_dataset` it.

    Args:
        paths: one path or several.
        markup: what territory markup is good for: ``full`` | ``dead`` | ``ignore``.
        encoding: charset of files that say nothing themselves.
        moves: build the long table of moves, too.
        jobs: processes.
        rulesets: ids, names, TOML files or `Ruleset` objects; ``all`` presets.
        komi: of the first reading of each outcome: recorded, each ruleset's own, or a number.
        estimate: which final positions are settled or estimated where there is no markup: ``auto``, those of finished
            games; ``never``; ``all``.
        engine: command of a Go engine to be asked instead of estimating, as ``gnugo --mode gtp``.

    Raises:
        InputError: a path does not exist.
        UnknownRulesetError, RulesetError: a ruleset is not known, or cannot be.
        ValueError: a mode, or an engine's command, that cannot be.

    Example:
        >>> tables = check("data/sample/findings")
        >>> bool((tables.findings.code == "GO201").any())
        True
    """
    sink = MemorySink()
    run(
        find_sources(_listed(paths)),
        Options(markup, encoding, moves, jobs, resolve_all(rulesets), read_komi(komi), estimate, engine),
        sink,
    )
    return Tables(sink.tables())


def open_dataset(out: str | Path) -> Tables:
    """Open a dataset that ``goanalyze check -o`` wrote.

    Raises:
        DatasetError: there is none, or it is not whole.
    """
    return Tables(dict(read_dataset(out)))
