"""The command ``goanalyze check``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from goanalyze.batch.choices import ExecutorChoice
from goanalyze.cli.kernels import prepare_kernels
from goanalyze.cli.listing import LISTED, Printed
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    Encoding,
    FailOn,
    Format,
    console,
    fail,
    failing_on,
    one_of,
    output_format,
    outside,
)
from goanalyze.conventions.choices import ConventionMode
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode

if TYPE_CHECKING:
    from goanalyze.batch.commit import Commit
    from goanalyze.batch.execution import Execution
    from goanalyze.batch.run import Progress, Receive
    from goanalyze.batch.summary import Summary
    from goanalyze.batch.told import Told
    from goanalyze.conventions.convention import Convention
    from goanalyze.pipeline import Options
    from goanalyze.rules import KomiReading, Ruleset

_MISSING_TOLD: Final = 5
_UNDONE_TOLD: Final = 20


def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, archives (zip, tar, 7z, RAR, LZH, CAB, ISO), s3:// or gs:// addresses; - for stdin.",
            metavar="PATH...",
        ),
    ],
    out: Annotated[str | None, typer.Option("-o", "--out", help="Folder for the dataset (Parquet).")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the dataset in OUT, whatever it is of.")
    ] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Also write the long table of moves.")] = False,
    markup: Annotated[MarkupMode, one_of(MarkupMode, "Use of territory markup")] = MarkupMode.FULL,
    variations: Annotated[
        bool, typer.Option("--variations", help="Check every variation of a record, not only the main line.")
    ] = False,
    rulesets: Annotated[
        str, typer.Option(help="Rulesets to apply: names and TOML files, as japanese,aga,mine.toml; or all.")
    ] = "all",
    komi: Annotated[
        str,
        typer.Option(
            help="Komi used for margins: recorded, ruleset (each ruleset's own), period (that of Japanese "
            "professional games in the game's year), or a number."
        ),
    ] = "recorded",
    estimate: Annotated[
        EstimateMode, one_of(EstimateMode, "Final positions whose dead stones are settled or estimated")
    ] = EstimateMode.AUTO,
    confirm: Annotated[
        ConfirmMode, one_of(ConfirmMode, "Chains that the estimate is not sure of, confirmed by article 7 of Japan")
    ] = ConfirmMode.NEVER,
    engine: Annotated[
        str | None,
        typer.Option(metavar="CMD", help="Ask this Go engine about dead stones instead, as 'gnugo --mode gtp'."),
    ] = None,
    dead: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="List of dead stones, CSV or Parquet: game_id (or source, member, game_index), and dead, as 'A9 B9'.",
        ),
    ] = None,
    conventions: Annotated[
        str,
        typer.Option(
            metavar="off|report|apply|FILE",
            help="Games that were not played as their headers say: off, nothing is looked for; report, they are found "
            "and told; apply, komi, ruleset and points for handicap stones are also those found; or those of a TOML "
            "file, see goanalyze conventions --toml.",
        ),
    ] = "report",
    encoding: Encoding = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    executor: Annotated[ExecutorChoice, one_of(ExecutorChoice, "Who does the work")] = ExecutorChoice.AUTO,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786; without one, a local cluster."),
    ] = None,
    resume: Annotated[
        bool, typer.Option(help="Keep what an earlier run into OUT has done with the same files and options.")
    ] = True,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.1, metavar="SECONDS", help="Time that one file may take in a worker process.  [default: 60]"
        ),
    ] = None,
    memory_limit: Annotated[
        int, typer.Option(min=0, metavar="MB", help="Memory that one worker process may take; 0 for no limit.")
    ] = 0,
    shard: Annotated[float, typer.Option(min=0.001, metavar="MB", help="Unpacked records in one piece of work.")] = 8,
    style: Annotated[Format, output_format(Format.TEXT, Format.JSON, *LISTED)] = Format.TEXT,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Print all of the summary: every code with an example, tables.")
    ] = False,
    select: Annotated[str | None, typer.Option(help="Report only these codes, as GO2,GO101; tables keep all.")] = None,
    ignore: Annotated[str | None, typer.Option(help="Do not report these codes; tables keep all.")] = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Only findings that this baseline does not have are told and count."),
    ] = None,
    write_baseline: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a baseline: all findings of this run, to be known later.")
    ] = None,
    fail_on: Annotated[FailOn, one_of(FailOn, "Exit with 1 if there are")] = FailOn.ERROR,
) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    from goanalyze.batch.baseline import BaselineError
    from goanalyze.batch.execution import Execution
    from goanalyze.batch.rounds import about_nothing
    from goanalyze.life.given import DeadList
    from goanalyze.pipeline import Options, engine_of
    from goanalyze.rules import DeadStones
    from goanalyze.vocabulary.faults import SurroundingsError
    from goanalyze.vocabulary.selection import SelectionError
    from goanalyze.vocabulary.selection import codes as selected

    chosen = _rulesets(rulesets)
    with failing_on(SelectionError):
        codes = selected(select, ignore)
    mode, given = _conventions(conventions)
    if dead and all(ruleset.dead_stones.value is DeadStones.STAY for ruleset in chosen):
        ids = ", ".join(ruleset.id for ruleset in chosen)
        fail(f"--dead {dead} is of no use: no dead stones are taken off under {ids} rules")
    with failing_on(ValueError, SurroundingsError):
        options = Options(
            markup=markup.value,
            encoding=encoding,
            moves=moves,
            rulesets=chosen,
            komi=_komi(komi),
            estimate=estimate.value,
            engine=engine,
            dead=None if dead is None else DeadList.read(dead),
            variations=variations,
            confirm=confirm.value,
            conventions=given,
        )
        execution = Execution(
            jobs=jobs,
            executor=executor.value,
            scheduler=scheduler,
            resume=resume,
            shard_bytes=int(shard * 2**20),
            time_limit=time_limit,
            memory_limit=memory_limit * 2**20,
        )
        if engine and not scheduler:  # else it is another machine that needs it
            engine_of(engine).find()
    told = _told(paths, out, baseline, write_baseline)
    listed = Printed(style, codes, fail_on) if style in LISTED else None
    summary = _checked(paths, out, overwrite, options, mode, execution, _receiver(told, listed))
    if told:
        with failing_on(BaselineError):
            told.end(summary)
    if listed:
        listed.end()
    if summary.files or not summary.undone or style is not Format.TEXT:
        _print(summary, style, codes, out if not summary.undone else None, paths, verbose=verbose)
    if options.dead:
        _tell_first(_MISSING_TOLD, options.dead.missing(summary.given), "more of its rows are about no game")
    if summary.undone:
        _tell_undone(summary, out)
    _tell_first(_MISSING_TOLD, about_nothing(given, summary.played), "more conventions are about none of these games")
    if not summary.games:
        fail("nothing was readable: no game in what was given")
    raise typer.Exit(FINDINGS if summary.worst(codes) in fail_on.severities else NOTHING)


def _told(paths: list[str], out: str | None, baseline: str | None, write: str | None) -> Told | None:
    """Return what tells findings beside a baseline, or writes one; None where neither is asked for.

    The first time that both are asked for of the same file there is nothing to compare with.
    """
    from goanalyze.batch.baseline import Baseline, BaselineError, Writer
    from goanalyze.batch.told import Told

    if not baseline and not write:
        return None
    if write and out:
        outside(out, Path(write), "--write-baseline")
    with failing_on(BaselineError):
        is_first = baseline == write and not Path(baseline or "").exists()
        known = Baseline(baseline) if baseline and not is_first else None
        return Told(paths, known, Writer(write) if write else None)


def _receiver(told: Told | None, listed: Printed | None) -> Receive | None:
    """Return what takes the tables of the run, in its order; None if nothing does."""
    if not told:
        return listed.receive if listed else None

    def receive(tables: Mapping[str, Any]) -> None:
        tables = told.receive(tables)
        if listed:
            listed.receive(tables)

    return receive


def _checked(
    paths: list[str], out: str | None, overwrite: bool, options: Options, mode: ConventionMode, execution: Execution,
    receive: Receive | None,
) -> Summary:  # fmt: skip
    """Run the check; whatever ends it is a sentence."""
    from goanalyze.archives.sources import InputError, find_sources
    from goanalyze.batch.baseline import READ
    from goanalyze.batch.commit import Commit, RefusedError
    from goanalyze.batch.rounds import run_as
    from goanalyze.batch.worker import ExecutorError
    from goanalyze.tables.store import OutputError

    again = "; what is done is kept: give the same command again to go on" if out else ""
    with failing_on(InputError, OutputError, ValueError):
        sources = find_sources(paths, leave_out=out)
        dataset = Commit(out, given=paths, overwrite=overwrite) if out else None
    try:
        with dataset or nullcontext(), _progress() as progress:
            summary, _ = run_as(
                mode,
                sources,
                options,
                commit=dataset,
                receive=receive,
                wanted=frozenset(READ),
                execution=execution,
                progress=progress,
                prepare=partial(prepare_kernels, confirm="chains" in options.optional_tables),
            )
        if dataset:
            _tell_changes(dataset)
    except (ExecutorError, RefusedError) as error:
        fail(error)
    except OutputError as error:
        fail(f"{error}{again}")
    except KeyboardInterrupt:
        raise KeyboardInterrupt(again or "; nothing was written") from None
    return summary


def _tell_changes(dataset: Commit) -> None:
    """Say what of the dataset that stood there is gone or was done anew, unasked."""
    if damaged := dataset.damaged:
        which = f"the part {damaged[0]} was" if len(damaged) == 1 else f"{len(damaged):,} parts, as {damaged[0]}, were"
        typer.echo(f"goanalyze: {which} missing, damaged or of an early version; the games were checked anew", err=True)
    for table in dataset.outdated:
        typer.echo(f"goanalyze: the table {table} was of other games, or damaged, and is gone; goanalyze dups writes "
                   "it again", err=True)  # fmt: skip


def _komi(text: str) -> KomiReading:
    """Return the komi that margins are worked out with."""
    from goanalyze.rules import RulesetError, read_komi

    try:
        given: object = float(text)
    except ValueError:
        given = text
    try:
        return read_komi(given)
    except RulesetError as error:
        fail(f"--{error}")


def _conventions(text: str) -> tuple[ConventionMode, tuple[Convention, ...]]:
    """Return what is done about headers that do not say what was played, and the conventions of a file."""
    from goanalyze.conventions.files import ConventionError, resolve_conventions

    with failing_on(ConventionError):
        return resolve_conventions(text)


def _tell_undone(summary: Summary, out: str | None) -> NoReturn:
    """Say what was not checked, and why, and stop with exit code 2."""
    _tell_first(_UNDONE_TOLD, summary.not_checked(), "more not checked")
    rest = "the rest is done" + (" and kept" if out else "") if summary.files else "nothing was checked"
    fail(f"{rest}; when that is mended, the same command checks what is missing")


def _tell_first(most: int, sentences: Sequence[str], more: str) -> None:
    """Say so many sentences, and of how many more what is to be said."""
    for sentence in sentences[:most]:
        typer.echo(f"goanalyze: {sentence}", err=True)
    if (rest := len(sentences) - most) > 0:
        typer.echo(f"goanalyze: {rest:,} {more}", err=True)


def _rulesets(text: str) -> tuple[Ruleset, ...]:
    from goanalyze.rules import RulesetError, UnknownRulesetError, resolve_all

    with failing_on(UnknownRulesetError, RulesetError):
        return resolve_all(text) or fail("--rulesets names none; see: goanalyze rules")


def _print(
    summary: Summary, style: Format, codes: list[str], out: str | None, paths: Sequence[str], *, verbose: bool
) -> None:
    from goanalyze.show.details import print_details
    from goanalyze.show.summary import next_commands, print_next, print_summary, summary_data

    if style is Format.TEXT:
        to, commands = console(), next_commands(summary, codes, out, paths)
        print_summary(to, summary, codes, out, commands)
        if verbose:
            print_details(to, summary, codes, out)
        print_next(to, commands)
    elif style is Format.JSON:
        from goanalyze.vocabulary.text import json_text

        typer.echo(json_text(summary_data(summary, codes), indent=1))


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """Show a bar with rate and time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.completed:,} files"),
        BarColumn(),
        TextColumn("{task.fields[rate]} games/s"),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("check", total=None, rate="–")

        def update(summary: Summary, total: int | None) -> None:
            rate = f"{(summary.games - summary.kept) / summary.seconds:,.0f}" if summary.seconds else "–"
            bar.update(task, completed=summary.files, total=total, rate=rate)

        yield update
