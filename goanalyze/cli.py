"""The command line: arguments → one library call → exit code. Heavy packages load only when a command runs."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

if TYPE_CHECKING:
    from goanalyze.batch.summary import Summary
    from goanalyze.sgf.sources import Source

__all__ = ["app", "main"]

_NOTHING, _FINDINGS, _USAGE, _INTERRUPTED = 0, 1, 2, 130
_FILE_WIDTH: Final = 130  # columns where nobody says how many there are
_COMPILE_PATIENCE: Final = 0.8  # seconds; loading compiled kernels takes 0.3, compiling them 20 and more

app = typer.Typer(
    name="goanalyze",
    help="Check archives of Go game records: replay every move, flag what any ruleset forbids, count, write tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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


class Markup(StrEnum):
    """What territory markup is good for."""

    full = "full"
    dead = "dead"
    ignore = "ignore"


def _fail(message: object) -> NoReturn:
    """Say in one sentence what is wrong with the call, and stop with exit code 2."""
    typer.echo(f"goanalyze: {message}", err=True)
    raise typer.Exit(_USAGE)


def _version(asked: bool) -> None:
    if asked:
        from goanalyze import __version__

        typer.echo(f"goanalyze {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version


@app.command()
def check(
    paths: Annotated[
        list[str],
        typer.Argument(help="Files, folders, .zip or .tar archives; - for standard input.", metavar="PATH..."),
    ],
    out: Annotated[str | None, typer.Option("-o", "--out", help="Folder for the dataset (Parquet).")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a dataset that stands in OUT.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Write the long table of moves, too.")] = False,
    markup: Annotated[
        Markup,
        typer.Option(help="Territory markup: its points are the territory; only its dead stones are taken; nothing."),
    ] = Markup.full,
    encoding: Annotated[str | None, typer.Option(help="Charset of files that do not say theirs.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    style: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
    select: Annotated[str | None, typer.Option(help="Only these codes, as GO2,GO101; tables keep all.")] = None,
    ignore: Annotated[str | None, typer.Option(help="Not these codes; tables keep all.")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="Exit with 1 from this severity on.")] = FailOn.error,
) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    codes = _codes(select, ignore)
    if encoding:
        _check_encoding(encoding)
    with _announced_compilation():
        from concurrent.futures.process import BrokenProcessPool

        from goanalyze.batch.check import Options, run
        from goanalyze.sgf.sources import InputError, find_sources
        from goanalyze.tables.parquet import OutputError

        try:
            sources = find_sources(paths, leave_out=out)
            sink = _sink(out, overwrite, style, codes)
        except (InputError, OutputError) as error:
            _fail(error)
    try:
        with _progress(sources) as progress:
            summary = run(sources, Options(markup.value, encoding, moves, jobs), sink, progress)
        _print(summary, style, codes, out)
        sys.stdout.flush()
    except KeyboardInterrupt:
        typer.echo("goanalyze: interrupted; the dataset is not whole", err=True)
        raise typer.Exit(_INTERRUPTED) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        _silence_output()
        raise typer.Exit(_FINDINGS) from None
    except BrokenProcessPool:
        _fail("a worker process died, out of memory perhaps; the dataset is not whole. Try again with --jobs 1")
    except OSError as error:
        _silence_output()
        _fail(f"the output could not be written: {error.strerror or error}")
    if not summary.games:
        _fail("nothing was readable: no game in what was given")
    raise typer.Exit(_exit_code(summary, codes, fail_on))


def _silence_output() -> None:
    """Send what is still to be printed nowhere: Python flushes it at the end, and would complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(summary: Summary, codes: list[str], fail_on: FailOn) -> int:
    worst = summary.worst(codes)
    bad = {"error": ("error",), "warning": ("error", "warning"), "never": ()}[fail_on.value]
    return _FINDINGS if worst in bad else _NOTHING


def _codes(select: str | None, ignore: str | None) -> list[str]:
    """Return the codes to be told of; prefixes such as GO2 stand for their group."""
    from goanalyze.findings import CATALOGUE

    def named(text: str) -> set[str]:
        found: set[str] = set()
        for part in text.replace(" ", ",").split(","):
            if part:
                prefix = "GO" + part.upper().removeprefix("GO")
                matching = {code for code in CATALOGUE if code.startswith(prefix)}
                if not matching:
                    _fail(f"{part!r} is no finding code and no beginning of one; see: goanalyze explain")
                found |= matching
        return found

    chosen = named(select) if select is not None else set(CATALOGUE)
    if not chosen:
        _fail("--select names no code; see: goanalyze explain")
    return sorted(chosen - named(ignore or ""))


def _check_encoding(name: str) -> None:
    from goanalyze.sgf.charset import given_charset

    try:
        given_charset(name)
    except LookupError:
        _fail(f"{name!r} is no charset that SGF is written in; try utf-8, gb18030, big5, cp932, cp949")


def _sink(out: str | None, overwrite: bool, style: Format, codes: list[str]) -> Any:
    """Return where tables go: the dataset if asked for, and the lines of a format that prints each finding."""
    from goanalyze.batch.sinks import Discard, LineSink
    from goanalyze.show.lines import github_lines, json_lines
    from goanalyze.tables.parquet import ParquetSink

    sink = ParquetSink(out, overwrite=overwrite) if out else Discard()
    if style is Format.jsonl:
        return LineSink(sink, lambda table: json_lines(table, codes), sys.stdout)
    if style is Format.github:
        return LineSink(sink, lambda table: github_lines(table, codes), sys.stdout)
    return sink


def _print(summary: Summary, style: Format, codes: list[str], out: str | None) -> None:
    from goanalyze.show.summary import print_summary, summary_data

    if style is Format.text:
        from rich.console import Console

        width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_WIDTH
        print_summary(Console(width=width), summary, codes, out)
    elif style is Format.json:
        import json

        typer.echo(json.dumps(summary_data(summary, codes), ensure_ascii=False, indent=1))


@contextmanager
def _announced_compilation() -> Iterator[None]:
    """Say so when the kernels have to be compiled: once after installing, and it takes a while."""
    timer = threading.Timer(
        _COMPILE_PATIENCE,
        lambda: typer.echo("goanalyze: compiling the kernels for this machine, once; about half a minute …", err=True),
    )
    timer.daemon = True
    timer.start()
    try:
        from goanalyze.batch.warm import warm_up

        try:
            warm_up()
        except RuntimeError as error:  # numba finds no place for what it compiles
            _fail(f"{error}; set NUMBA_CACHE_DIR to a folder that can be written")
        gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
        yield
    finally:
        timer.cancel()


@contextmanager
def _progress(sources: list[Source]) -> Iterator[Any]:
    """Show a bar with rate and time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    counts = [source.count() for source in sources]
    total = sum(count for count in counts if count) if None not in counts else None
    columns = (
        TextColumn("{task.completed:,} files"),
        BarColumn(),
        TextColumn("{task.fields[rate]} games/s"),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("check", total=total, rate="–")

        def tell(summary: Summary) -> None:
            rate = f"{summary.games / summary.seconds:,.0f}" if summary.seconds else "–"
            bar.update(task, completed=summary.files, rate=rate)

        yield tell


@app.command()
def show(
    file: Annotated[str, typer.Argument(help="A record, a folder or an archive.", metavar="FILE")],
    game: Annotated[int, typer.Option(min=0, help="Which game, counted from 0 over the whole input.")] = 0,
    move: Annotated[int | None, typer.Option(min=0, help="The position after this move; else the last.")] = None,
    ruleset: Annotated[str | None, typer.Option(help="Also say what this ruleset makes of the move.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the board as SVG to this file.")] = None,
) -> None:
    """Show one position with its findings."""
    with _announced_compilation():
        from itertools import islice

        from goanalyze.api import read
        from goanalyze.rules import UnknownRulesetError, find_ruleset
        from goanalyze.sgf.sources import InputError
        from goanalyze.show.game import game_svg, game_text

    try:
        name = find_ruleset(ruleset).id if ruleset else None
        found = next(islice(read(file), game, None), None)
    except (InputError, UnknownRulesetError) as error:
        _fail(error)
    if found is None:
        _fail(f"there is no game {game} in {file!r}; games are counted from 0")
    if not found.width:
        _fail(f"game {game} of {file!r} has no board: its size is unknown, or it is not Go")
    total = len(found.replay().moves)
    number = total if move is None else move
    if number > total:
        _fail(f"there is no move {number} in game {game} of {file!r}: it has {total} moves")
    typer.echo(game_text(found, number, name), nl=False)
    if svg:
        try:
            svg.write_text(game_svg(found, number), encoding="utf-8")
        except OSError as error:
            _fail(f"{str(svg)!r} cannot be written: {error.strerror}")


@app.command()
def explain(
    code: Annotated[
        str | None, typer.Argument(help="A code, as GO201 or 201; all of them if not given.", metavar="[CODE]")
    ] = None,
) -> None:
    """Tell what a finding means, which rulesets object, and give an example."""
    from goanalyze.findings import UnknownCodeError, find_code
    from goanalyze.show.explain import catalogue_text
    from goanalyze.show.explain import explain as explain_finding

    try:
        typer.echo(explain_finding(find_code(code)) if code else catalogue_text(), nl=False)
    except UnknownCodeError as error:
        _fail(error)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a name that the terminal's charset lacks is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    app()
