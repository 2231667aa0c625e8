"""The command ``goanalyze check``, and the same check for commands that take archives."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from goanalyze.check_options import GROUPS, CommandArguments, read_execution, read_settings
from goanalyze.cli.config import inputs_of_config, use_config
from goanalyze.cli.finding_output import FindingPrinter
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    check_is_outside,
    command_with_descriptions,
    console,
    exit_on,
    fail,
    note,
)
from goanalyze.render.choices import LIST_FORMATS, OutputFormat
from goanalyze.render.progress import shown_run_progress

if TYPE_CHECKING:
    import pyarrow as pa

    from goanalyze.batch.execution import Execution
    from goanalyze.batch.finding_filter import FindingFilter
    from goanalyze.batch.run import Receive
    from goanalyze.batch.summary import Summary
    from goanalyze.batch.workers import Processes
    from goanalyze.check_run import CheckRun

_UNMATCHED_SHOWN: Final = 5
_MOVES_OF_A_COPY: Final = 20  # games with fewer may be equal by chance
_UNCHECKED_SHOWN: Final = 20


@command_with_descriptions(
    CommandArguments, GROUPS, {"paths": inputs_of_config, "no_config": None, "config": use_config}
)
def check(options: CommandArguments) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    if not options["paths"]:
        fail("The inputs are missing. Expected files, folders or archives, or inputs in a goanalyze.toml.")
    if options["config"]:
        note(f"with the options of {options['config']}")
    execution = _execution(options)
    with _early_workers(options, execution) as workers:
        _check(options, workers)


def _check(options: CommandArguments, workers: Processes | None) -> NoReturn:
    """Check the inputs, print the results, and exit."""
    from goanalyze.errors import OptionError

    codes, style = _codes(options), options["format"]
    run = _check_run(options)
    findings = _finding_filter(options, codes)
    printer = FindingPrinter(style, codes, options["fail_on"]) if style in LIST_FORMATS else None
    summary = _run(run, workers, _receiver(findings, printer))
    if findings:
        with exit_on(OptionError):
            findings.end(summary)
    if printer:
        printer.end()
    if summary.files or not summary.undone or style is not OutputFormat.TEXT:
        _print(summary, options, codes)
    _print_first(_UNMATCHED_SHOWN, run.unmatched(summary), "more rows of the list match no game")
    if summary.undone:
        _print_unchecked(summary, options)
    _print_first(_UNMATCHED_SHOWN, run.unused_conventions(summary), "more conventions match no game")
    if not summary.games:
        _refuse_dataset(options["paths"])
        fail("nothing was readable: the inputs do not contain a game")
    is_failure = summary.worst(codes, only_new=True) in options["fail_on"].severities
    raise click.exceptions.Exit(FINDINGS if is_failure else NOTHING)


def check_into(out: str, inputs: Sequence[str], jobs: int) -> Summary:
    """Check inputs into a dataset, with the usual options; print progress, but no summary."""
    options = CommandArguments(paths=tuple(inputs), out=out, jobs=jobs, overwrite=False, write_baseline=None)
    with _early_workers(options, _execution(options)) as workers:
        summary = _run(_check_run(options), workers, None)
    if summary.undone:
        _print_unchecked(summary, options)
    if not summary.games:
        fail("nothing was readable: the inputs do not contain a game")
    return summary


def _codes(options: CommandArguments) -> list[str]:
    """Return the codes of the findings that are reported."""
    from goanalyze.catalogue.catalogue import codes as select_codes
    from goanalyze.errors import OptionError

    with exit_on(OptionError):
        return select_codes(options["select"], options["ignore"])


def _execution(options: CommandArguments) -> Execution:
    """Return the processes, limits and executor of the run; exit with code 2 and a sentence if they are not valid."""
    from goanalyze.errors import OptionError

    with exit_on(OptionError):
        return read_execution(options, CommandArguments)


def _check_run(options: CommandArguments) -> CheckRun:
    """Return the run of the check; exit with code 2 and a sentence if an option is not valid."""
    from goanalyze.check_run import CheckRun
    from goanalyze.errors import ResourceError

    with exit_on(ValueError, ResourceError):
        return CheckRun(options["paths"], read_settings(options, CommandArguments))


def _finding_filter(options: CommandArguments, codes: list[str]) -> FindingFilter | None:
    """Return the filter of reported findings, which also writes a baseline; None if neither is required.

    If one file is both read and written as a baseline and does not exist, there is nothing to compare with.
    """
    from goanalyze.archives.patterns import compile_pattern
    from goanalyze.batch.finding_filter import Baseline, BaselineWriter, FindingFilter, PathIgnores
    from goanalyze.catalogue.catalogue import named
    from goanalyze.errors import OptionError

    known, write, ignored = options["baseline"], options["write_baseline"], dict[str, set[str]]()
    if write and options["out"]:
        check_is_outside(str(options["out"]), Path(write), "--write-baseline")
    if known == write and not Path(known or "").exists():
        known = None
    with exit_on(OptionError):
        for text in options["per_path_ignore"]:
            pattern, mark, selected = text.rpartition("=")
            if not mark:
                fail(f"--per-path-ignore: {text!r} does not name codes. Expected PATTERN=CODES, as 'old/**=GO3,GO401'.")
            compile_pattern(pattern)
            ignored.setdefault(pattern, set()).update(named(selected))
        if not (known or write or ignored):
            return None
        return FindingFilter(
            options["paths"],
            codes,
            Baseline(known) if known else None,
            BaselineWriter(write) if write else None,
            PathIgnores(options["paths"], ignored) if ignored else None,
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


def _run(run: CheckRun, workers: Processes | None, receive: Receive | None) -> Summary:
    """Run the check; exit with code 2 and a sentence if it cannot be completed."""
    from goanalyze.batch.finding_filter import READ
    from goanalyze.errors import DatasetExistsError, ExecutorError, InputError, OutputError

    retry = "; finished parts are reused: repeat the command to continue" if run.settings.out else ""
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(shown_run_progress())
            with exit_on(InputError, OutputError, ValueError):
                stack.enter_context(run)
            if run.skipped:
                note(run.skipped_text())
            gc.freeze()  # modules stay loaded; searching them for garbage takes 7% of a run
            summary = run.execute(receive, frozenset(READ), progress, workers)
        for sentence in run.changes():
            note(sentence)
    except (ExecutorError, DatasetExistsError) as error:
        fail(error)
    except OutputError as error:
        fail(f"{str(error).removesuffix('.')}{retry}")
    except KeyboardInterrupt:
        raise KeyboardInterrupt(retry or "; nothing was written") from None  # language: the end of a line
    return summary


@contextmanager
def _early_workers(options: CommandArguments, execution: Execution) -> Iterator[Processes | None]:
    """Yield worker processes, started while the run is planned, if the check is certainly large enough for several."""
    from goanalyze.archives.sources import kind_of

    files = list(filter(os.path.isfile, options["paths"]))  # folders are unknown at this stage
    archives = [path for path in files if kind_of(path) is not None]
    if _has_parts(options, execution) or not execution.is_large(archives, len(files) - len(archives)):
        yield None
        return
    from goanalyze.batch.workers import Processes

    with Processes(execution.workers, execution.memory_limit) as workers:
        workers.start()
        yield workers


def _has_parts(options: CommandArguments, execution: Execution) -> bool:
    """Return True if the folder of the dataset contains files, which may be reused."""
    out = options["out"]
    with suppress(OSError, ValueError):
        return bool(out and execution.resume and not options["overwrite"] and any(Path(out).iterdir()))
    return False


def _print_unchecked(summary: Summary, options: CommandArguments) -> NoReturn:
    """Print the inputs that were not checked, with reasons, and exit with code 2."""
    _print_first(_UNCHECKED_SHOWN, summary.not_checked(), "more not checked")
    if options["write_baseline"]:
        note("no baseline is written, since it would lack the unchecked files")
    rest = "The rest is done" + (" and kept" if options["out"] else "") if summary.files else "Nothing was checked"
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


def _print(summary: Summary, options: CommandArguments, codes: list[str]) -> None:
    from goanalyze.render.sections import check_summary

    style = options["format"]
    if style is OutputFormat.TEXT:
        from goanalyze.render.terminal.printer import print_blocks, print_sections

        out = None if summary.undone or options["out"] is None else str(options["out"])
        # a baseline that this run has written cannot be compared with
        baseline = options["baseline"] if options["baseline"] != options["write_baseline"] else None
        has_copies = out is not None and _has_copies(out)
        commands = check_summary.next_commands(
            summary, codes, out, options["paths"], baseline or "", has_copies=has_copies
        )
        screen = console()
        print_blocks(screen, check_summary.summary_section(summary, codes, out, len(commands)).blocks)
        if options["verbose"]:
            print_sections(screen, check_summary.detail_sections(summary, codes, out))
            screen.print()
        print_blocks(screen, check_summary.next_section(commands).blocks)
    elif style is OutputFormat.JSON:
        from goanalyze.util.text import json_text

        click.echo(json_text(check_summary.summary_data(summary, codes), indent=1))
