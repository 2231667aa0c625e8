"""Faults, injected into this process: a profiler sees each call that Python code makes, and raises one before a call.

A fault comes once, or before each such call from some moment on. Arrow's file operations go through functions of
Python here, so that it can fail like all else.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

import pyarrow as pa
from pyarrow import fs

from goanalyze.__main__ import main as command
from goanalyze.archives import remote

NUMBERS: Final = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE, errno.ESTALE)
INTERRUPT: Final = "interrupt"
NO_THREAD: Final = "no thread"
KINDS: Final = (INTERRUPT, "memory", *(errno.errorcode[number] for number in NUMBERS), "connection lost", NO_THREAD)

# Python code whose calls may fail, in addition to the package's own: it reads, unpacks and writes for the package
_LIBRARIES: Final = {
    **dict.fromkeys(("tarfile", "gzip", "bz2", "lzma", "_compression", "zipfile"), "unpacking"),
    **dict.fromkeys(("tempfile", "shutil", "json", "pathlib", "genericpath", "posixpath", "filelock"), "files"),
    **dict.fromkeys(("numpy", "pyarrow"), "libraries"),
}
_REAL: Final = fs.LocalFileSystem()


class Site(NamedTuple):
    """A place where a fault may be injected: a function that begins, or calls one that is not written in Python."""

    stage: str
    is_main: bool  # thread
    code: CodeType
    called: str  # empty where the function itself begins

    @property
    def place(self) -> str:
        """Label of the call, for people and random choices: the same for any installation of Python and libraries."""
        inside = self.code.co_filename.rpartition("/goanalyze/")[2]
        path = inside if inside != self.code.co_filename else "/".join(Path(inside).parts[-2:])
        what = f"{path}:{self.code.co_firstlineno} {self.code.co_qualname}"
        return f"{what}{' → ' + self.called if self.called else ''}{'' if self.is_main else ' (other thread)'}"


class Fault(NamedTuple):
    """Kind, call and time of a fault: before the call with that number, or before each from then on."""

    kind: str
    site: Site
    number: int
    lasts: bool


def stage_of(code: CodeType, frame: FrameType) -> str:
    """Return the stage of a run that a function belongs to; empty for none that may fail."""
    if code is threading.Thread.start.__code__:
        return "threads"
    module = str(frame.f_globals.get("__name__", ""))
    room, *rest = module.split(".")
    if room == "goanalyze":
        is_outside = rest == ["__main__"] or code.co_name == "main"  # nothing has begun there, or all is over
        return "" if is_outside else rest[0] if rest else room
    if module == __name__:
        return {"_Disk": "disk", "_File": "disk", "Network": "network"}.get(code.co_qualname.partition(".")[0], "")
    return "" if code.co_name in {"__del__", "<module>"} else _LIBRARIES.get(room, "")


def _called(argument: object) -> str:
    return str(getattr(argument, "__qualname__", argument))


@contextmanager
def _profiled(function: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    threading.setprofile(function)
    sys.setprofile(function)
    try:
        yield
    finally:
        sys.setprofile(None)
        sys.settrace(None)
        threading.setprofile(None)  # type: ignore[arg-type]


@contextmanager
def counted(sites: Counter[Site]) -> Iterator[None]:
    """Count the calls at each site."""
    main, stages = threading.get_ident(), dict[tuple[str, CodeType], str]()  # equal codes may be in two files

    def see(frame: FrameType, event: str, argument: Any) -> None:
        if event not in {"call", "c_call"}:
            return
        code = frame.f_code
        key = code.co_filename, code
        if (stage := stages.get(key)) is None:
            stage = stages[key] = stage_of(code, frame)
        if stage:
            called = _called(argument) if event == "c_call" else ""
            sites[Site(stage, threading.get_ident() == main, code, called)] += 1

    with _profiled(see):
        yield


@contextmanager
def injected(fault: Fault, struck: list[str]) -> Iterator[None]:
    """Inject a fault; the list receives where it struck, once for each time."""
    site, main, seen = fault.site, threading.get_ident(), 0
    event_wanted = "c_call" if site.called else "call"
    over = False

    def see(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal seen
        if frame.f_code is not site.code or event != event_wanted or over:
            return
        if (threading.get_ident() == main) != site.is_main or (site.called and _called(argument) != site.called):
            return
        seen += 1
        if seen >= fault.number and (fault.lasts or not struck):
            struck.append(site.place)
            if fault.lasts:  # Python takes a profiler away that raises; the next call brings it back
                sys.settrace(again)
            strike(fault.kind, site.stage)

    def again(frame: FrameType, event: str, argument: Any) -> None:
        sys.settrace(None)
        if not over:
            sys.setprofile(see)

    with _profiled(see):
        try:
            yield
        finally:
            over = True


def strike(kind: str, stage: str) -> None:
    """Let it happen, in this thread."""
    if kind == INTERRUPT:
        os.kill(os.getpid(), signal.SIGINT)
    elif kind == NO_THREAD:
        raise RuntimeError("can't start new thread")
    elif kind == "memory":
        raise MemoryError
    elif kind == "connection lost" and stage == "network":  # in the words of Arrow, and without a number
        raise OSError(
            "When reading information for key 'a.zip' in bucket 'b': AWS Error NETWORK_CONNECTION during "
            "HeadObject operation: curlCode: 56, Failure when receiving data from the peer"
        )
    elif kind == "connection lost":
        raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
    else:
        number = getattr(errno, kind)
        raise OSError(number, os.strerror(number))


class _Disk(fs.FileSystemHandler):  # type: ignore[misc]
    """A folder on the disk, each of whose operations is a function of Python, so that it can fail."""

    def __init__(self) -> None:
        self._real = _REAL

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Disk)

    def __hash__(self) -> int:
        return 1

    def get_type_name(self) -> str:
        return "local"

    def normalize_path(self, path: str) -> str:
        return path

    def get_file_info(self, paths: list[str]) -> Any:
        return self._real.get_file_info(paths)

    def get_file_info_selector(self, selector: Any) -> Any:
        return self._real.get_file_info(selector)

    def create_dir(self, path: str, recursive: bool) -> None:
        self._real.create_dir(path, recursive=recursive)

    def delete_dir(self, path: str) -> None:
        self._real.delete_dir(path)

    def delete_dir_contents(self, path: str, missing_dir_ok: bool) -> None:
        self._real.delete_dir_contents(path, missing_dir_ok=missing_dir_ok)

    def delete_root_dir_contents(self) -> None:
        raise NotImplementedError

    def delete_file(self, path: str) -> None:
        self._real.delete_file(path)

    def move(self, src: str, dest: str) -> None:
        self._real.move(src, dest)

    def copy_file(self, src: str, dest: str) -> None:
        self._real.copy_file(src, dest)

    def open_input_stream(self, path: str) -> Any:
        return pa.PythonFile(_File(path, "r"), mode="r")

    def open_input_file(self, path: str) -> Any:
        return pa.PythonFile(_File(path, "r"), mode="r")

    def open_output_stream(self, path: str, metadata: object) -> Any:  # noqa: ARG002 - as Arrow calls it
        return pa.PythonFile(_File(path, "w"), mode="w")

    def open_append_stream(self, path: str, metadata: object) -> Any:
        raise NotImplementedError


class _File:
    """A file of such a folder."""

    def __init__(self, path: str, mode: str) -> None:
        self._file = open(path, mode + "b", buffering=0)
        self.closed = False

    def read(self, size: int = -1) -> bytes | None:
        return self._file.read(size)

    def write(self, data: bytes) -> int | None:
        return self._file.write(data)

    def seek(self, place: int, whence: int = 0) -> int:
        return self._file.seek(place, whence)

    def tell(self) -> int:
        return self._file.tell()

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self.closed = True
        self._file.close()


class Network:
    """The network layers between this program and a bucket."""

    def reach(self) -> None:
        """Get through, as each request and each piece of an answer must."""


class _Bucket(_Disk):
    """The same folder as a bucket: all access goes through the network."""

    _network = Network()

    def get_file_info(self, paths: list[str]) -> Any:
        self._network.reach()
        return super().get_file_info(paths)

    def get_file_info_selector(self, selector: Any) -> Any:
        self._network.reach()
        return super().get_file_info_selector(selector)

    def open_input_file(self, path: str) -> Any:
        self._network.reach()
        return pa.PythonFile(_Object(path, "r"), mode="r")


class _Object(_File):
    """An object of a bucket."""

    def read(self, size: int = -1) -> bytes | None:
        _Bucket._network.reach()
        return super().read(size)


def _pass_over(told: Any) -> None:
    """Print only interrupts that Python cannot raise: no system call fails where a generator is closed."""
    if isinstance(told.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(told)


class CallResult(NamedTuple):
    """End of a call of the command."""

    code: object
    told: str


def call(arguments: Sequence[str], during: AbstractContextManager[object] | None = None) -> CallResult:
    """Call the command in this process, as its own process would, within a context; its output goes to files.

    The bucket of ``s3://tmp/…`` is the folder ``/tmp``.
    """
    streams, argv = (sys.stdout, sys.stderr), sys.argv
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it would be ignored
    disk, connected, hook = fs.LocalFileSystem, remote._connect, sys.unraisablehook
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        sys.stdout, sys.stderr, sys.argv = out, err, ["goanalyze", *arguments]
        sys.unraisablehook = _pass_over
        fs.LocalFileSystem = lambda **_: fs.PyFileSystem(_Disk())
        remote._connect = lambda _, place, __: (fs.PyFileSystem(_Bucket()), f"/{place}")  # type: ignore[assignment]
        code: object = None
        try:
            with during or nullcontext():
                command()
        except SystemExit as ended:
            code = ended.code
        except BaseException as error:  # the process would end with a traceback
            code = f"{type(error).__name__}: {error}"
        finally:
            fs.LocalFileSystem, remote._connect, sys.unraisablehook = disk, connected, hook
            (sys.stdout, sys.stderr), sys.argv = streams, argv
            for number, handler in handlers.items():
                signal.signal(number, handler)
            gc.unfreeze()
        if code not in {0, 1}:  # its process would be over now, and locks go with it
            gc.collect()
        err.seek(0)
        return CallResult(code, err.read())
