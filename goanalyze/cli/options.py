"""Options, arguments, exit codes and messages that several commands share."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import Signature, signature
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn, ParamSpec, TextIO, TypeVar

import click

from goanalyze.batch.interrupts import Interrupts
from goanalyze.cli.parameters import Callback, Declaration, argument, described, described_signature, option
from goanalyze.errors import ResourceError
from goanalyze.render.choices import OutputFormat
from goanalyze.util.choice import Choice
from goanalyze.util.described_options import ChoiceValue, DescribedOption, NumberValue
from goanalyze.util.faults import sentence
from goanalyze.util.text import plainer

if TYPE_CHECKING:
    from rich.console import Console

NOTHING, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: no findings; findings; wrong usage or no readable input; interrupted."""

_STDOUT: Final = 1
_PLAINER: Final = "goanalyze"  # error handler for letters that a charset lacks
_FILE_WIDTH: Final = 130  # columns of a file or pipe

P = ParamSpec("P")
T = TypeVar("T")


def one_of(vocabulary: type[Choice], text: str, *choices: Choice, name: str = "", group: str = "") -> Declaration:
    """Declare an option that takes one value of a closed vocabulary; its help explains each value."""
    kind = ChoiceValue(vocabulary, *choices)
    return described(DescribedOption(kind, text, group), *([name] if name else []))


def number(kind: type[int | float], least: float, text: str, metavar: str = "N", group: str = "") -> Declaration:
    """Declare an option that takes a number, integer or not, of at least `least`."""
    return described(DescribedOption(NumberValue(kind, least, metavar), text.removesuffix("."), group))


def of_codes(text: str, group: str = "") -> Declaration:
    """Declare an option that takes codes of findings."""
    return option(metavar="CODES", help=text, group=group)


def of_rulesets(text: str, group: str = "") -> Declaration:
    """Declare an option that takes rulesets."""
    return option(metavar="NAMES", help=text, group=group)


def output_format(*choices: OutputFormat, group: str = "") -> Declaration:
    """Declare the option ``--format`` of a command."""
    return one_of(OutputFormat, "Output format", *choices, name="--format", group=group)


Inputs = Annotated[
    tuple[str, ...],
    argument(
        help="A folder that goanalyze check -o has written; or files, folders and archives, which are checked first "
        "(once, and again where they change).",
        metavar="OUT|PATH",
        is_required=True,
    ),
]
Jobs = Annotated[int, number(int, 0, "Processes of the check of PATH; 0 for one per processor.")]
Root = Annotated[str | None, option(metavar="FOLDER", help="Folder that now contains the sources, if they were moved.")]
Encoding = Annotated[str | None, option(metavar="NAME", help="Charset of files that do not name theirs.")]
Limit = Annotated[int, number(int, 0, "Number of rows that are listed; 0 for all.")]


def fail(message: object) -> NoReturn:
    """Print an error in the call, and exit with code 2."""
    note(message)
    raise click.exceptions.Exit(USAGE)


def note(message: object) -> None:
    """Print a line on standard error."""
    click.echo(f"goanalyze: {message}", err=True)


@contextmanager
def exit_on(*errors: type[Exception]) -> Iterator[None]:
    """Turn errors that the user can correct into a sentence and exit code 2."""
    try:
        yield
    except errors as error:
        fail(error)


def write_text(path: Path, text: str) -> None:
    """Write a file that an option names; exit with code 2 and the reason if it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{str(path)!r} cannot be written: {sentence(error)}")


def check_root(root: str | None) -> None:
    """Check that the folder of ``--root`` exists."""
    if root is not None and not Path(root).is_dir():
        fail(f"The folder {root!r} is not found. Expected --root FOLDER with the folder that contains the sources.")


def check_is_outside(dataset: str, path: Path, option: str) -> None:
    """Check that an output file is outside the dataset, where it would be taken for damage."""
    if Path(dataset).resolve() in path.resolve().parents:
        fail(f"{str(path)!r} is inside the dataset, which contains only tables. Expected another folder in {option}.")


def command_with_options(options: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Return a decorator for a command whose options are the fields of a dataclass."""
    return _command_decorator(options, signature(options, eval_str=True))


def command_with_descriptions(
    arguments: type[T], groups: Sequence[str], callbacks: Mapping[str, Callback | None]
) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Return a decorator for a command whose options are described, see `described_signature`."""
    return _command_decorator(arguments, described_signature(arguments, groups, callbacks))


def _command_decorator(options: type[T], parameters: Signature) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    def decorate(command: Callable[[T], None]) -> Callable[..., None]:
        @wraps(command)
        def run(**values: object) -> None:
            command(options(**values))

        run.__signature__ = parameters  # type: ignore[attr-defined]
        return run

    return decorate


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Return a command that exits with code 2 and a sentence if resources fail, or the output cannot be written."""

    @wraps(command)
    def run(*args: P.args, **named: P.kwargs) -> None:
        try:
            with flushed_output(), Interrupts():
                command(*args, **named)
        except (ResourceError, MemoryError) as error:
            fail(sentence(error))

    return run


@contextmanager
def flushed_output() -> Iterator[None]:
    """Write all output at the end; exit with code 2 and the reason if it cannot be written."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout.fileno())
        fail(f"the output could not be written: {sentence(error)}")


def open_streams() -> None:
    """Replace closed standard streams, and streams that may be closed while a command runs.

    A stream that was closed before the start is empty, or discards its text; else a file of the dataset would take its
    number.
    """
    codecs.register_error(_PLAINER, plainer)
    sys.stdin = sys.stdin or _null_stream(0, "r")
    sys.stdout = _output_stream(sys.stdout or _null_stream(1, "w"))
    sys.stderr = _output_stream(sys.stderr or _null_stream(2, "w"), is_unbuffered=True)


def _null_stream(number: int, mode: Literal["r", "w"]) -> TextIO:
    """Return a stream for a file number that is not open; it is empty, or discards its text."""
    _silence(number)
    return open(number, mode, encoding="utf-8", closefd=False)


def _output_stream(stream: TextIO, *, is_unbuffered: bool = False) -> TextIO:
    """Return a stream that replaces letters missing from its charset, and that survives a closed pipe."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    if os.name == "nt" and stream.isatty():  # a console of Windows takes letters, not bytes
        stream.reconfigure(errors=_PLAINER)
        return stream
    file = BufferedWriter(_OutputFile(stream.fileno(), "w", closefd=False))
    return TextIOWrapper(file, stream.encoding, _PLAINER, line_buffering=is_unbuffered or stream.isatty())


def is_read() -> bool:
    """Return True unless a write has shown that the reader of standard output is gone."""
    file = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return not (isinstance(file, _OutputFile) and file.is_closed_by_reader)


class _OutputFile(FileIO):
    """Standard output or error; text after its reader has closed the pipe is discarded.

    The command continues: it may be writing a dataset, and its exit code does not depend on readers.

    Attributes:
        is_closed_by_reader: True if the reader has closed the pipe.
    """

    is_closed_by_reader = False

    def write(self, data: Any) -> int:
        """Write or discard bytes."""
        try:
            return super().write(data)
        except (OSError, MemoryError) as error:
            if self.fileno() == _STDOUT and not isinstance(error, BrokenPipeError):
                raise  # standard error still works
            self.is_closed_by_reader = True
            _silence(self.fileno())
            return len(data)


def _silence(number: int) -> None:
    """Discard further text for a file number: Python flushes streams at the end, and would raise again."""
    null = os.open(os.devnull, os.O_RDWR)
    if null != number:
        os.dup2(null, number)
        os.close(null)


def console() -> Console:
    """Return a console for standard output, as wide as the terminal, or of a fixed width in a file."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _FILE_WIDTH
    return Console(width=width)
