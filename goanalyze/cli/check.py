"""The command ``goanalyze check``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goanalyze.cli.shared import (
    FINDINGS,
    INTERRUPTED,
    NOTHING,
    console,
    fail,
    prepared,
    silence_output,
)

if TYPE_CHECKING:
    from goanalyze.batch.summary import Summary
    from goanalyze.rules import KomiReading, Ruleset

__all__ = ["check"]


class Format(StrEnum):
    """How findings are printed."""

    text = "text"
    json = "json"
    jsonl = "jsonl"
    github = "github"


class FailOn(StrEnum):
    """From which severity on findings make the exit code 1."""

    error = "error"
    warning = "warning"
    never = "never"


class Estimate(StrEnum):
    """Which final positions are settled or estimated."""

    auto = "auto"
    never = "never"
    all = "all"


class Executor(StrEnum):
    """Who does the work."""

    auto = "auto"
    serial = "serial"
    processes = "processes"
    dask = "dask"


class Markup(StrEnum):
    """What territory markup is good for."""

    full = "full"
    dead = "dead"
    ignore = "ignore"


def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, .zip, .tar or .7z archives, s3:// or gs:// places; - for standard input.",
            metavar="PATH...",
        ),
    ],
    out: Annotated[str | None, typer.Option("-o", "--out", help="Folder for the dataset (Parquet).")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a dataset that stands in OUT.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Write the long table of moves, too.")] = False,
    markup: Annotated[
        Markup,
        typer.Option(help="Territory markup: its points are the territory; only its dead stones are taken; nothing."),
    ] = Markup.full,
    rulesets: Annotated[
        str, typer.Option(help="Whose verdicts and outcomes: names and TOML files, as japanese,aga,mine.toml; or all.")
    ] = "all",
    komi: Annotated[
        str, typer.Option(help="Komi of the first reading: recorded, ruleset (each its own), or a number.")
    ] = "recorded",
    estimate: Annotated[
        Estimate, typer.Option(help="Settle or estimate dead stones: of finished games, of none, of all.")
    ] = Estimate.auto,
    engine: Annotated[
        str | None,
        typer.Option(metavar="CMD", help="Ask this Go engine about dead stones instead, as 'gnugo --mode gtp'."),
    ] = None,
    encoding: Annotated[str | None, typer.Option(help="Charset of files that do not say theirs.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    executor: Annotated[
        Executor, typer.Option(help="Who does the work: this process, local processes, or a Dask cluster.")
    ] = Executor.auto,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786; without one: a local one."),
    ] = None,
    resume: Annotated[
        bool, typer.Option(help="Keep what an earlier run into OUT has done with the same files and options.")
    ] = True,
    time_limit: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Time that one file may take.")] = 60,
    memory_limit: Annotated[
        int, typer.Option(min=0, metavar="MB", help="Memory that one process may take; 0 for no limit.")
    ] = 0,
    shard: Annotated[float, typer.Option(min=0.001, metavar="MB", help="Unpacked records in one piece of work.")] = 8,
    style: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
    select: Annotated[str | None, typer.Option(help="Only these codes, as GO2,GO101; tables keep all.")] = None,
    ignore: Annotated[str | None, typer.Option(help="Not these codes; tables keep all.")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="Exit with 1 from this severity on.")] = FailOn.error,
) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    codes = _codes(select, ignore)
    reading, chosen = _komi(komi), _rulesets(rulesets)
    if encoding:
        _check_encoding(encoding)
    if engine is not None:
        _check_engine(engine)
    options = {"markup": markup.value, "encoding": encoding, "moves": moves, "rulesets": chosen, "komi": reading,
               "estimate": estimate.value, "engine": engine}  # fmt: skip
    how = {"jobs": jobs, "executor": executor.value, "scheduler": scheduler, "resume": resume,
           "shard_bytes": int(shard * 2**20), "time_limit": time_limit,
           "memory_limit": memory_limit * 2**20}  # fmt: skip
    summary = _checked(paths, out, overwrite, options, how, style, codes)
    if not summary.games:
        fail("nothing was readable: no game in what was given")
    raise typer.Exit(_exit_code(summary, codes, fail_on))


def _checked(
    paths: list[str], out: str | None, overwrite: bool, options: dict[str, Any], how: dict[str, Any], style: Format,
    codes: list[str],
) -> Summary:  # fmt: skip
    """Run the check and print what was asked for; whatever ends it is a sentence."""
    again = "; what is done is kept: give the same command again to go on" if out else ""
    with ExitStack() as stack:
        from goanalyze.archives.sources import InputError, find_sources
        from goanalyze.batch.commit import Commit, RefusedError
        from goanalyze.batch.execution import Execution
        from goanalyze.batch.run import run
        from goanalyze.batch.worker import ExecutorError
        from goanalyze.pipeline import Options
        from goanalyze.tables.store import OutputError

        try:
            execution = Execution(**how)
            sources = find_sources(paths, leave_out=out)
            commit = stack.enter_context(Commit(out, given=paths, overwrite=overwrite)) if out else None
        except (InputError, OutputError, ValueError) as error:
            fail(error)
        receive, wanted = _lines(style, codes)
        try:
            with _progress() as progress:
                summary = run(sources, Options(**options), commit=commit, receive=receive, wanted=wanted,
                              execution=execution, progress=progress, prepare=prepared)  # fmt: skip
            _print(summary, style, codes, out)
            sys.stdout.flush()
        except (ExecutorError, RefusedError) as error:
            fail(error)
        except OutputError as error:
            fail(f"{error}{again}")
        except KeyboardInterrupt:
            typer.echo(f"goanalyze: interrupted{again or '; nothing was written'}", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # whoever read the output has seen enough
            silence_output()
            raise typer.Exit(FINDINGS) from None
        except OSError as error:
            silence_output()
            fail(f"the output could not be written: {error.strerror or error}{again}")
    return summary


def _exit_code(summary: Summary, codes: list[str], fail_on: FailOn) -> int:
    worst = summary.worst(codes)
    bad = {"error": ("error",), "warning": ("error", "warning"), "never": ()}[fail_on.value]
    return FINDINGS if worst in bad else NOTHING


def _codes(select: str | None, ignore: str | None) -> list[str]:
    """Return the codes to be told of; prefixes such as GO2 stand for their group."""
    from goanalyze.vocabulary.catalogue import CATALOGUE

    def named(text: str) -> set[str]:
        found: set[str] = set()
        for part in text.replace(" ", ",").split(","):
            if part:
                prefix = "GO" + part.upper().removeprefix("GO")
                matching = {code for code in CATALOGUE if code.startswith(prefix)}
                if not matching:
                    fail(f"{part!r} is no finding code and no beginning of one; see: goanalyze explain")
                found |= matching
        return found

    chosen = named(select) if select is not None else set(CATALOGUE)
    if not chosen:
        fail("--select names no code; see: goanalyze explain")
    return sorted(chosen - named(ignore or ""))


def _komi(text: str) -> KomiReading:
    """Return which komi outcomes are reckoned with first."""
    from goanalyze.rules import RulesetError, read_komi

    try:
        given: object = float(text)
    except ValueError:
        given = text
    try:
        return read_komi(given)
    except RulesetError as error:
        fail(f"--{error}")


def _rulesets(text: str) -> tuple[Ruleset, ...]:
    from goanalyze.rules import RulesetError, UnknownRulesetError, resolve_all

    try:
        chosen = resolve_all(text)
    except (UnknownRulesetError, RulesetError) as error:
        fail(error)
    return chosen or fail("--rulesets names none; see: goanalyze rules")


def _check_engine(command: str) -> None:
    from goanalyze.life.engine import Engine

    try:
        Engine(command).close()
    except ValueError as error:
        fail(error)


def _check_encoding(name: str) -> None:
    from goanalyze.sgf.charset import given_charset

    try:
        given_charset(name)
    except LookupError:
        fail(f"{name!r} is no charset that SGF is written in; try utf-8, gb18030, big5, cp932, cp949")


def _lines(style: Format, codes: list[str]) -> tuple[Any, frozenset[str]]:
    """Return what writes each finding as a line, for a format that does so, and which tables it wants."""
    from goanalyze.show.lines import github_lines, json_lines

    lines = {Format.jsonl: json_lines, Format.github: github_lines}.get(style)
    if lines is None:
        return None, frozenset()

    def receive(tables: Mapping[str, Any]) -> None:
        if "findings" in tables:
            sys.stdout.writelines(f"{line}\n" for line in lines(tables["findings"], codes))
            sys.stdout.flush()

    return receive, frozenset({"findings"})


def _print(summary: Summary, style: Format, codes: list[str], out: str | None) -> None:
    from goanalyze.show.summary import print_summary, summary_data

    if style is Format.text:
        print_summary(console(), summary, codes, out)
    elif style is Format.json:
        from goanalyze.vocabulary.text import json_text

        typer.echo(json_text(summary_data(summary, codes), indent=1))


@contextmanager
def _progress() -> Iterator[Any]:
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

        def tell(summary: Summary, total: int | None) -> None:
            rate = f"{(summary.games - summary.kept) / summary.seconds:,.0f}" if summary.seconds else "–"
            bar.update(task, completed=summary.files, total=total, rate=rate)

        yield tell
