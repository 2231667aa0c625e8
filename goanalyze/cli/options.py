"""What several commands share: options and arguments declared once, exit codes, messages."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from inspect import signature
from io import BufferedWriter, FileIO, TextIOWrapper
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn, ParamSpec, TextIO, TypeVar

import click

from goanalyze.batch.interrupts import Interrupts
from goanalyze.cli.completion import codes, completed, rulesets, values
from goanalyze.cli.parameters import Declaration, argument, option
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.faults import ResourceError, sentence
from goanalyze.vocabulary.text import plainer

if TYPE_CHECKING:
    from rich.console import Console

NOTHING, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: nothing found; findings; wrong usage or nothing readable; interrupted."""

_STDOUT: Final = 1
_PLAINER: Final = "goanalyze"  # what the console's charset lacks
_FILE_WIDTH: Final = 130  # columns where nobody says how many there are

P = ParamSpec("P")
T = TypeVar("T")


class Format(Choice):
    """How results are printed; each command has some of these."""

    TEXT = "text", "for people"
    CONCISE = "concise", "a line per finding, place: code message"
    CSV = "csv", "one table"
    XLSX = "xlsx", "a workbook"
    JSON = "json", "all as one"
    JSONL = "jsonl", "one object per finding"
    NUL = "nul", "files, each once, for xargs -0"
    SARIF = "sarif", "SARIF 2.1.0, for code hosts"
    JUNIT = "junit", "XML for CI servers"
    GITHUB = "github", "annotations of GitHub Actions"
    TOML = "toml", "to be edited"


class FailOn(Choice):
    """From which severity on findings make the exit code 1."""

    ERROR = "error", "errors"
    WARNING = "warning", "warnings and errors"
    NEVER = "never", "no finding"

    @property
    def severities(self) -> frozenset[str]:
        """Severities that do."""
        return frozenset({FailOn.ERROR: ("error",), FailOn.WARNING: ("error", "warning"), FailOn.NEVER: ()}[self])


Dataset = Annotated[str, argument(help="Folder that goanalyze check -o wrote.", metavar="OUT")]
Root = Annotated[
    str | None,
    option(metavar="FOLDER", help="Folder that holds the sources now, if they are not where they were."),
]
Encoding = Annotated[str | None, option(metavar="NAME", help="Charset of files that do not name theirs.")]


def one_of(vocabulary: type[Choice], text: str, *allowed: Choice, name: str = "") -> Declaration:
    """Declare an option that takes one value of a closed vocabulary; its help says what each value means.

    Args:
        vocabulary: closed vocabulary.
        text: beginning of the help.
        allowed: accepted values, by default all.
        name: name of the option, by default that of the parameter.
    """
    choices = allowed or tuple(vocabulary)

    def read(given: str | Choice) -> Choice:
        for choice in choices:
            if given in (choice, choice.value, choice.value.replace("_", "-")):
                return choice
        raise click.BadParameter(f"{given!r} is not one of {', '.join(names)}.")

    names = [choice.value.replace("_", "-") for choice in choices]
    meanings = "; ".join(f"{name}: {choice.meaning}" for name, choice in zip(names, choices, strict=True))
    return option(
        *([name] if name else []),
        type=read,
        metavar=f"[{'|'.join(names)}]",
        help=f"{text} ({meanings}).",
        shell_complete=completed(values(names)),
    )


def number(kind: type[int | float], least: float, text: str, metavar: str = "N") -> Declaration:
    """Return an option that takes a number, whole or not, from some least one on."""
    allowed = f"allowed are {'whole numbers' if kind is int else 'numbers'} from {least:g}"

    def read(given: str | float) -> float:
        with suppress(ValueError, OverflowError):
            if least <= (value := kind(given)) < inf:
                return value
        raise click.BadParameter(f"{given!r} is not allowed; {allowed}.")

    return option(type=read, metavar=metavar, help=text)


def of_codes(text: str) -> Declaration:
    """Return an option that takes codes of findings."""
    return option(metavar="CODES", help=text, shell_complete=completed(codes))


def of_rulesets(text: str) -> Declaration:
    """Return an option that takes rulesets."""
    return option(metavar="NAMES", help=text, shell_complete=completed(rulesets))


Limit = Annotated[int, number(int, 0, "List at most this many rows; 0 for all.")]


def output_format(*allowed: Format) -> Declaration:
    """Return the option ``--format`` of a command."""
    return one_of(Format, "How to print", *allowed, name="--format")


def fail(message: object) -> NoReturn:
    """Say in one sentence what is wrong with the call, and stop with exit code 2."""
    click.echo(f"goanalyze: {message}", err=True)
    raise click.exceptions.Exit(USAGE)


@contextmanager
def failing_on(*errors: type[Exception]) -> Iterator[None]:
    """Turn errors that the user can mend into a sentence and exit code 2."""
    try:
        yield
    except errors as error:
        fail(error)


def write_text(path: Path, text: str) -> None:
    """Write a file that was asked for, or say in one sentence why it cannot be written, and stop with exit code 2."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{str(path)!r} cannot be written: {sentence(error)}")


def check_root(root: str | None) -> None:
    """See that there is the folder that ``--root`` names."""
    if root is not None and not Path(root).is_dir():
        fail(f"there is no folder {root!r}; --root names the folder that holds the sources")


def outside(dataset: str, path: Path, option: str) -> None:
    """See that a file that was asked for would not stand inside the dataset: there, it would be taken for damage."""
    if Path(dataset).resolve() in path.resolve().parents:
        fail(
            f"{str(path)!r} would stand inside the dataset, where only its tables may; name another place with {option}"
        )


def taking(asked: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Return what makes a command of a function: the fields of the dataclass that it takes are the options."""

    def made(command: Callable[[T], None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: object) -> None:
            command(asked(**given))

        run.__signature__ = signature(asked, eval_str=True)  # type: ignore[attr-defined]
        return run

    return made


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Return a command that ends in the same way as all others when it cannot go on, or cannot print."""

    @wraps(command)
    def run(*args: P.args, **named: P.kwargs) -> None:
        try:
            with printed(), Interrupts():
                command(*args, **named)
        except (ResourceError, MemoryError) as error:
            fail(sentence(error))

    return run


@contextmanager
def printed() -> Iterator[None]:
    """See that all is printed in the end; where it cannot be, say so and stop with exit code 2."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout.fileno())
        fail(f"the output could not be written: {sentence(error)}")


def open_streams() -> None:
    """Make standard input, output and error such that one that is closed, now or later, ends no command.

    One that was closed before the start is empty, or goes nowhere; else a file of the dataset would be in its place.
    """
    codecs.register_error(_PLAINER, plainer)  # a letter that the terminal's charset lacks is no reason to stop
    sys.stdin = sys.stdin or _null_stream(0, "r")
    sys.stdout = _output_stream(sys.stdout or _null_stream(1, "w"))
    sys.stderr = _output_stream(sys.stderr or _null_stream(2, "w"), is_unbuffered=True)


def _null_stream(number: int, mode: Literal["r", "w"]) -> TextIO:
    """Return a stream for a file number that is not open; it is empty, or discards what is written."""
    _silence(number)
    return open(number, mode, encoding="utf-8", closefd=False)


def _output_stream(stream: TextIO, *, is_unbuffered: bool = False) -> TextIO:
    """Return a stream that replaces letters missing from its charset, and that survives a closed pipe.

    Args:
        stream: standard output or standard error.
        is_unbuffered: True if each line is written at once, also to a file or a pipe.
    """
    if not isinstance(stream, TextIOWrapper):
        return stream
    if os.name == "nt" and stream.isatty():  # it takes letters, not bytes
        stream.reconfigure(errors=_PLAINER)
        return stream
    file = BufferedWriter(_OutputFile(stream.fileno(), "w", closefd=False))
    return TextIOWrapper(file, stream.encoding, _PLAINER, line_buffering=is_unbuffered or stream.isatty())


def is_read() -> bool:
    """Return whether somebody still reads standard output, as far as what was written has shown."""
    file = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return not (isinstance(file, _OutputFile) and file.is_left)


class _OutputFile(FileIO):
    """Standard output or error: once its reader has seen enough and closed the pipe, the rest goes nowhere.

    The command goes on: it may be writing a dataset, and its exit code is its own.

    Attributes:
        is_left: whether the reader has.
    """

    is_left = False

    def write(self, data: Any) -> int:
        """Write bytes, or forget them."""
        try:
            return super().write(data)
        except (OSError, MemoryError) as error:
            if self.fileno() == _STDOUT and not isinstance(error, BrokenPipeError):
                raise  # can be told, unlike what keeps from telling
            self.is_left = True
            _silence(self.fileno())
            return len(data)


def _silence(number: int) -> None:
    """Send what is still to be written there nowhere: Python flushes it at the end, and would complain once more."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


def console() -> Console:
    """Return a console for standard output, as wide as the terminal, or of a fixed width in a file."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_WIDTH
    return Console(width=width)
