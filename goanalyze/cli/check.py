"""The command ``goanalyze check``, and the same check for commands that take archives."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from goanalyze.cli.check_options import CheckOptions
from goanalyze.cli.finding_output import LIST_FORMATS, FindingPrinter
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    OutputFormat,
    check_is_outside,
    command_with_options,
    console,
    exit_on,
    fail,
    note,
)
from goanalyze.cli.progress import show_run_progress

if TYPE_CHECKING:
    import pyarrow as pa

    from goanalyze.batch.execution import Execution
    from goanalyze.batch.run import Receive
    from goanalyze.batch.summary import Summary
    from goanalyze.batch.told import Told as FindingFilter
    from goanalyze.batch.workers import Processes
    from goanalyze.conventions.choices import ConventionMode
    from goanalyze.conventions.convention import Convention
    from goanalyze.pipeline import Options
    from goanalyze.rules import KomiReading, Ruleset
    from goanalyze.tables.dataset import DatasetWriter

_UNMATCHED_SHOWN: Final = 5
_MOVES_OF_A_COPY: Final = 20  # games with fewer may be equal by chance
_UNCHECKED_SHOWN: Final = 20
_SKIPPED_SHOWN: Final = 3


@command_with_options(CheckOptions)
def check(options: CheckOptions) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    if not options.paths:
        fail("The inputs are missing. Expected files, folders or archives, or inputs in a goanalyze.toml.")
    if options.config:
        note(f"with the options of {options.config}")
    execution = _execution(options)
    with _early_workers(options, execution) as workers:
        _check(options, execution, workers)


def _check(options: CheckOptions, execution: Execution, workers: Processes | None) -> NoReturn:
    """Check the inputs, print the results, and exit."""
    from goanalyze.batch.rounds import about_nothing
    from goanalyze.errors import OptionError

    codes = _codes(options)
    mode, conventions = _conventions(options.conventions)
    settings = _settings(options, conventions)
    findings = _finding_filter(options, codes)
    printer = FindingPrinter(options.style, codes, options.fail_on) if options.style in LIST_FORMATS else None
    summary = _run(options, settings, mode, execution, workers, _receiver(findings, printer))
    if findings:
        with exit_on(OptionError):
            findings.end(summary)
    if printer:
        printer.end()
    if summary.files or not summary.undone or options.style is not OutputFormat.TEXT:
        _print(summary, options, codes)
    if settings.dead:
        unmatched = settings.dead.unmatched_rows(summary.given)
        _print_first(_UNMATCHED_SHOWN, unmatched, "more rows of the list match no game")
    if summary.undone:
        _print_unchecked(summary, options)
    _print_first(_UNMATCHED_SHOWN, about_nothing(conventions, summary.played), "more conventions match no game")
    if not summary.games:
        _refuse_dataset(options.paths)
        fail("nothing was readable: the inputs do not contain a game")
    is_failure = summary.worst(codes, only_new=True) in options.fail_on.severities
    raise click.exceptions.Exit(FINDINGS if is_failure else NOTHING)


def check_into(out: str, inputs: Sequence[str], jobs: int) -> Summary:
    """Check inputs into a dataset, with the usual options; print progress, but no summary.

    Args:
        out: folder of the dataset; parts of an earlier check of the same files are reused.
        inputs: files, folders and archives.
        jobs: number of processes; 0 for one per processor.
    """
    options = CheckOptions(paths=tuple(inputs), out=out, jobs=jobs)
    execution = _execution(options)
    with _early_workers(options, execution) as workers:
        mode, conventions = _conventions(options.conventions)
        summary = _run(options, _settings(options, conventions), mode, execution, workers, None)
    if summary.undone:
        _print_unchecked(summary, options)
    if not summary.games:
        fail("nothing was readable: the inputs do not contain a game")
    return summary


def _codes(options: CheckOptions) -> list[str]:
    """Return the codes of the findings that are reported."""
    from goanalyze.errors import OptionError
    from goanalyze.vocabulary.selection import codes as select_codes

    with exit_on(OptionError):
        return select_codes(options.select, options.ignore)


def _settings(options: CheckOptions, conventions: tuple[Convention, ...]) -> Options:
    """Return the options on which the rows of the tables depend."""
    from goanalyze.errors import ResourceError
    from goanalyze.life.dead_lists import DeadList
    from goanalyze.pipeline import Options
    from goanalyze.rules import DeadStones

    rulesets, dead = _rulesets(options.rulesets), options.dead
    if dead and all(ruleset.dead_stones.value is DeadStones.STAY for ruleset in rulesets):
        ids = ", ".join(ruleset.id for ruleset in rulesets)
        fail(f"--dead {dead} has no effect: no dead stones are removed under {ids} rules.")
    with exit_on(ValueError, ResourceError):
        return Options(
            markup=options.markup.value,
            encoding=options.encoding,
            moves=options.moves,
            rulesets=rulesets,
            komi=_komi(options.komi),
            estimate=options.estimate.value,
            engine=options.engine,
            dead=None if dead is None else DeadList.read(dead),
            variations=options.variations,
            confirm=options.confirm.value,
            conventions=conventions,
        )


def _execution(options: CheckOptions) -> Execution:
    """Return the processes, limits and executor of the run."""
    from goanalyze.batch.execution import Execution
    from goanalyze.errors import ResourceError

    with exit_on(ValueError, ResourceError):
        if options.engine and not options.scheduler:  # with a scheduler, other machines run the engine
            from goanalyze.pipeline import engine_of

            engine_of(options.engine).require()
        return Execution(
            jobs=options.jobs,
            executor=options.executor.value,
            scheduler=options.scheduler,
            resume=options.resume,
            shard_bytes=int(options.shard * 2**20),
            time_limit=options.time_limit,
            memory_limit=options.memory_limit * 2**20,
        )


def _finding_filter(options: CheckOptions, codes: list[str]) -> FindingFilter | None:
    """Return the filter of reported findings, which also writes a baseline; None if neither is required.

    If one file is both read and written as a baseline and does not exist, there is nothing to compare with.
    """
    from goanalyze.archives.patterns import pattern_of
    from goanalyze.batch.baseline import Baseline, Writer
    from goanalyze.batch.told import Ignored
    from goanalyze.batch.told import Told as FindingFilter
    from goanalyze.errors import OptionError
    from goanalyze.vocabulary.selection import named

    known, write, ignored = options.baseline, options.write_baseline, dict[str, set[str]]()
    if write and options.out:
        check_is_outside(options.out, Path(write), "--write-baseline")
    if known == write and not Path(known or "").exists():
        known = None
    with exit_on(OptionError):
        for text in options.per_path_ignore:
            pattern, mark, selected = text.rpartition("=")
            if not mark:
                fail(f"--per-path-ignore: {text!r} does not name codes. Expected PATTERN=CODES, as 'old/**=GO3,GO401'.")
            pattern_of(pattern)
            ignored.setdefault(pattern, set()).update(named(selected))
        if not (known or write or ignored):
            return None
        return FindingFilter(
            options.paths,
            codes,
            Baseline(known) if known else None,
            Writer(write) if write else None,
            Ignored(options.paths, ignored) if ignored else None,
        )


def _receiver(findings: FindingFilter | None, printer: FindingPrinter | None) -> Receive | None:
    """Return the function that receives the tables of the run in order; None if they are not needed."""
    if not findings:
        return printer.receive if printer else None

    def receive(tables: Mapping[str, pa.Table]) -> None:
        tables = findings.receive(tables)
        if printer:
            printer.receive(tables)

    return receive


def _run(
    options: CheckOptions,
    settings: Options,
    mode: ConventionMode,
    execution: Execution,
    workers: Processes | None,
    receive: Receive | None,
) -> Summary:
    """Run the check; end the command with a sentence if the check cannot be completed."""
    from goanalyze.archives.inputs import find_sources
    from goanalyze.archives.patterns import Patterns
    from goanalyze.batch.baseline import READ
    from goanalyze.batch.rounds import run_as
    from goanalyze.errors import DatasetExistsError, ExecutorError, InputError, OutputError
    from goanalyze.tables.dataset import DatasetWriter

    paths, out = options.paths, options.out
    retry = "; finished parts are reused: repeat the command to continue" if out else ""
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(show_run_progress())
            skipped: list[str] = []
            with exit_on(InputError, OutputError, ValueError):
                patterns = Patterns(options.include, options.exclude)
                sources = find_sources(paths, leave_out=out, patterns=patterns, skipped=skipped)
                dataset = DatasetWriter(out, inputs=paths, overwrite=options.overwrite) if out else None
            if skipped:
                note(_skipped_text(skipped))
            if dataset:
                stack.enter_context(dataset)
            gc.freeze()  # modules stay loaded; searching them for garbage takes 7% of a run
            summary, _ = run_as(
                mode,
                sources,
                settings,
                commit=dataset,
                receive=receive,
                wanted=frozenset(READ),
                execution=execution,
                progress=progress,
                workers=workers,
            )
        if dataset:
            _print_changes(dataset)
    except (ExecutorError, DatasetExistsError) as error:
        fail(error)
    except OutputError as error:
        fail(f"{error}{retry}")
    except KeyboardInterrupt:
        raise KeyboardInterrupt(retry or "; nothing was written") from None  # language: the end of a line
    return summary


@contextmanager
def _early_workers(options: CheckOptions, execution: Execution) -> Iterator[Processes | None]:
    """Yield worker processes, started while the run is planned, if the check is certainly large enough for several."""
    from goanalyze.archives.sources import kind_of

    files = list(filter(os.path.isfile, options.paths))  # folders are unknown at this stage
    archives = [path for path in files if kind_of(path) is not None]
    if _has_parts(options) or not execution.is_large(archives, len(files) - len(archives)):
        yield None
        return
    from goanalyze.batch.workers import Processes

    with Processes(execution.workers, execution.memory_limit) as workers:
        workers.start()
        yield workers


def _has_parts(options: CheckOptions) -> bool:
    """Return True if the folder of the dataset contains files, which may be reused."""
    with suppress(OSError, ValueError):
        return bool(options.out and options.resume and not options.overwrite and any(Path(options.out).iterdir()))
    return False


def _skipped_text(folders: Sequence[str]) -> str:
    """Return a sentence on the folders that are not read."""
    names = ", ".join(folders[:_SKIPPED_SHOWN])
    rest = f" and {len(folders) - _SKIPPED_SHOWN:,} more" if len(folders) > _SKIPPED_SHOWN else ""
    return f"not read: {names}{rest} (environments, caches and outputs of goanalyze; name one to read it)"


def _print_changes(dataset: DatasetWriter) -> None:
    """Print the parts and tables of the existing dataset that were dropped or checked again."""
    if damaged := dataset.damaged:
        parts = f"the part {damaged[0]} was" if len(damaged) == 1 else f"{len(damaged):,} parts, as {damaged[0]}, were"
        note(f"{parts} missing, damaged or of an early version; the games were checked again")
    for table in dataset.outdated:
        note(f"the table {table} belonged to other games, or was damaged, and is removed; see: goanalyze dups")


def _komi(text: str) -> KomiReading:
    """Return the komi of the margins."""
    from goanalyze.errors import RulesetError
    from goanalyze.rules import read_komi

    value: object = text
    with suppress(ValueError):
        value = float(text)
    try:
        return read_komi(value)
    except RulesetError as error:
        fail(f"--{error}")


def _conventions(text: str) -> tuple[ConventionMode, tuple[Convention, ...]]:
    """Return the treatment of conventions that differ from headers, and the conventions of a file."""
    from goanalyze.conventions.toml_files import resolve_conventions
    from goanalyze.errors import ConventionError

    with exit_on(ConventionError):
        return resolve_conventions(text)


def _rulesets(text: str) -> tuple[Ruleset, ...]:
    from goanalyze.errors import RulesetError, UnknownRulesetError
    from goanalyze.rules import resolve_all

    with exit_on(UnknownRulesetError, RulesetError):
        return resolve_all(text) or fail("--rulesets does not name a ruleset. See: goanalyze rules")


def _print_unchecked(summary: Summary, options: CheckOptions) -> NoReturn:
    """Print the inputs that were not checked, with reasons, and exit with code 2."""
    _print_first(_UNCHECKED_SHOWN, summary.not_checked(), "more not checked")
    if options.write_baseline:
        note("no baseline is written, since it would lack the unchecked files")
    rest = "The rest is done" + (" and kept" if options.out else "") if summary.files else "Nothing was checked"
    fail(f"{rest}. After the problem is solved, the same command checks the missing files.")


def _print_first(most: int, sentences: Sequence[str], more: str) -> None:
    """Print the first sentences, and the number of the others with a phrase."""
    for sentence in sentences[:most]:
        note(sentence)
    if (rest := len(sentences) - most) > 0:
        note(f"{rest:,} {more}")


def _refuse_dataset(paths: Sequence[str]) -> None:
    """Fail if an input is a dataset, which contains tables and no records."""
    from goanalyze.archives.address import quoted
    from goanalyze.archives.remote import is_remote
    from goanalyze.tables.dataset import is_dataset

    for path in paths:
        if not is_remote(path) and is_dataset(path):
            fail(f"{path!r} is a dataset. Expected records. The findings of the dataset: goanalyze list {quoted(path)}")


def _has_copies(out: str) -> bool:
    """Return True if two games of a dataset have the same moves, however the board is turned; False if it is remote."""
    from goanalyze.archives.remote import is_remote

    if is_remote(out):
        return False
    from goanalyze.errors import DatasetError, OutputError
    from goanalyze.tables.dataset import read_dataset
    from goanalyze.tables.reading import batches

    known: set[str] = set()
    with exit_on(DatasetError, OutputError):
        games = read_dataset(out)["games"]
        for batch in batches(games, ["canonical_id", "move_count"]):
            columns = batch.to_pydict()
            for name, moves in zip(columns["canonical_id"], columns["move_count"], strict=True):
                if moves is not None and moves >= _MOVES_OF_A_COPY:
                    if name in known:
                        return True
                    known.add(name)
    return False


def _print(summary: Summary, options: CheckOptions, codes: list[str]) -> None:
    from goanalyze.render.sections import check_summary

    if options.style is OutputFormat.TEXT:
        from goanalyze.render.terminal.printer import print_blocks, print_sections

        out = options.out if not summary.undone else None
        # a baseline that this run has written cannot be compared with
        baseline = options.baseline if options.baseline != options.write_baseline else None
        has_copies = out is not None and _has_copies(out)
        commands = check_summary.next_commands(
            summary, codes, out, options.paths, baseline or "", has_copies=has_copies
        )
        screen = console()
        print_blocks(screen, check_summary.summary_section(summary, codes, out, len(commands)).blocks)
        if options.verbose:
            print_sections(screen, check_summary.detail_sections(summary, codes, out))
            screen.print()
        print_blocks(screen, check_summary.next_section(commands).blocks)
    elif options.style is OutputFormat.JSON:
        from goanalyze.vocabulary.text import json_text

        click.echo(json_text(check_summary.summary_data(summary, codes), indent=1))
