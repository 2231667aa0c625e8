"""Kernels that stand compiled on disk, linked without numba: that takes 15 ms for a check's, and numba 0.3 s.

What numba keeps of a kernel can be read by numba alone. So its machine code is kept once more by itself, with what it
takes to call it: the names of the function for Python and of its environment, whose constants are such as the types of
arrays that it returns. Two modules of numba's that are written in C have what that code calls; LLVM links it.

That was tried on Linux with processors of Intel's kind; elsewhere numba loads what it keeps. It does so, too, for what
is not here, does not fit, or is damaged, and what it has loaded or compiled is kept here then.
"""

from __future__ import annotations

import builtins
import ctypes
import hashlib
import os
import pickle
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

_DAY: Final = 86_400.0  # seconds
_OFF: Final = "NUMBA_DISABLE_JIT"
_PLACE: Final = "NUMBA_CACHE_DIR"
_C_CONTIGUOUS, _F_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400  # of the flags of an array
_UNDEFINED: Final = 0  # section of a symbol that another library has
_PLAIN: Final = frozenset({bool, float})


def is_linking_tried() -> bool:
    """Return whether kernels are linked here: not where they are left in plain Python, nor where it was never tried."""
    return os.environ.get(_OFF, "0") in {"", "0"} and sys.platform == "linux" and os.uname().machine == "x86_64"


def cache_folder() -> Path:
    """Return where compiled kernels of all versions are kept: `NUMBA_CACHE_DIR`, or else the user's cache folder."""
    given = os.environ.get(_PLACE)
    if given:
        return Path(given, "goanalyze", "kernels").absolute()
    import platformdirs  # noqa: PLC0415 - for those who need it

    return platformdirs.user_cache_path("goanalyze", appauthor=False) / "kernels"


@cache
def usable(folder: Path) -> bool:
    """Return whether kernels can be kept in a folder, and note that it is in use."""
    if not folder.is_absolute():  # nobody knows where the user is at home
        return False
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
        if time.time() - folder.stat().st_mtime > _DAY:
            os.utime(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def folder_name(function: Callable[..., Any], stamps: list[bytes]) -> str:
    """Return the name of the folder for the kernels of a module of this content."""
    return f"{Path(function.__code__.co_filename).stem}-{hashlib.sha256(b''.join(stamps)).hexdigest()[:16]}"


def kind_of(value: Any) -> Any:
    """Return what machine code depends on in an argument, as numba tells types apart; None for what is not known."""
    kind = type(value)
    if kind is np.ndarray:
        flags = value.flags.num
        order = flags & _C_CONTIGUOUS or flags & _F_CONTIGUOUS
        return value.dtype, value.ndim, order, flags & (_ALIGNED | _WRITEABLE)
    if kind in _PLAIN:
        return kind
    if kind is int:
        return kind if value.bit_length() < 64 else None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        kinds = tuple(map(kind_of, value))
        return None if None in kinds else (kind, kinds)
    return kind if isinstance(value, np.number) and kind is not np.timedelta64 else None


class Place:
    """Where the machine code of a kernel is kept, of one version for each kinds of arguments.

    Args:
        function: the kernel in plain Python.
        stamps: what its source says, and those of what it may call.
    """

    def __init__(self, function: Callable[..., Any], stamps: list[bytes]) -> None:
        self._function, self._stamps = function, stamps

    def is_filled(self) -> bool:
        """Return whether anything is kept."""
        start = f"{self._function.__name__}-"
        return self._folder is not None and any(each.name.startswith(start) for each in self._folder.iterdir())

    def link(self, kinds: Any) -> Callable[..., Any] | None:
        """Return the kernel for some kinds of arguments, linked; None if that cannot be."""
        try:
            file = self._file(kinds)
            data = file.read_bytes() if file else b""
            code, digest = data[:-32], data[-32:]
            if not code or _digest(file, code) != digest:
                return None
            return _linked(self._function, *pickle.loads(code))  # noqa: S301 - from the user's own folder, as numba's
        except Exception:  # noqa: BLE001 - whatever another version of llvmlite or numba may lack
            return None

    def keep(self, kinds: Any, dispatcher: Any, args: tuple[Any, ...]) -> None:
        """Keep what numba has loaded or compiled for some arguments, if it keeps it, too, and there is room.

        Args:
            kinds: of the arguments.
            dispatcher: numba's, which was called.
            args: the arguments.
        """
        with suppress(Exception):  # it is of no other use than to be faster
            file = self._file(kinds)
            if file is None:
                return
            cache, result = dispatcher._cache, dispatcher.overloads[tuple(map(dispatcher.typeof_pyval, args))]  # noqa: SLF001
            index = cache._index_key(result.signature.args, result.target_context.codegen())  # noqa: SLF001
            (_, _, (code, _)), described, *_, setup, environments = cache._cache_file.load(index)  # noqa: SLF001
            if setup:  # numba would run something first
                return
            held = {each.env_name: list(each.consts) for each in environments}
            data = pickle.dumps((code, _needed(code), described.llvm_cpython_wrapper_name, described.env_name, held))
            with NamedTemporaryFile(dir=file.parent, delete=False) as made:
                try:
                    made.write(data + _digest(file, data))
                    made.close()
                    os.replace(made.name, file)  # noqa: PTH105 - at once, for whoever reads it now
                except OSError:  # as on a full disk, which each process would fill further
                    os.unlink(made.name)  # noqa: PTH108

    @cached_property
    def _folder(self) -> Path | None:
        try:
            around = _surroundings()
        except Exception:  # noqa: BLE001 - LLVM may not know the processor, or numba be where it is not looked for
            return None
        folder = cache_folder() / around / folder_name(self._function, self._stamps)
        return folder if around and usable(folder) else None

    def _file(self, kinds: Any) -> Path | None:
        name = f"{self._function.__name__}-{hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]}.linked"
        return self._folder and self._folder / name


def _digest(file: Path | None, code: bytes) -> bytes:
    """Return what tells that code is whole and of this file: that of another kernel would be run, too."""
    place = file.parts[-3:] if file else ()
    return hashlib.sha256(repr(place).encode() + code).digest()


@cache
def _surroundings() -> str:
    """Return a name for what machine code holds for; empty where none is linked here."""
    if not is_linking_tried():
        return ""
    import llvmlite.binding as llvm  # noqa: PLC0415 - as in `_linker`

    versions = sys.version, np.__version__, (_numba() / "_version.py").read_text(), llvm.llvm_version_info
    features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    set_by_user = sorted(pair for pair in os.environ.items() if pair[0].startswith("NUMBA_") and pair[0] != _PLACE)
    told = repr((versions, features, set_by_user, Path(__file__).read_bytes()))
    return f"linked-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def _numba() -> Path:
    """Return the folder of numba, which is not loaded for that."""
    found: Any = PathFinder.find_spec("numba")
    return Path(found.origin).parent


def _needed(code: bytes) -> list[str]:
    """Return the names of what machine code calls in others: the undefined symbols of an ELF file."""
    import llvmlite.binding as llvm  # noqa: PLC0415 - as in `_linker`

    sections = {section.name(): section.data() for section in llvm.ObjectFileRef.from_data(code).sections()}
    names = sections[b".strtab"]
    symbols = struct.iter_unpack("<IBBHQQ", sections[b".symtab"])
    starts = [start for start, _, _, section, _, _ in symbols if section == _UNDEFINED and start]
    return [names[start : names.index(0, start)].decode() for start in starts]


def _linked(
    function: Callable[..., Any], code: bytes, needed: list[str], name: str, own: str, held: dict[str, list[Any]]
) -> Callable[..., Any] | None:
    """Return a kernel, linked; None if anything that it calls is not there, for which LLVM would end the process.

    Args:
        function: the kernel in plain Python.
        code: its machine code, an object file.
        needed: what that calls.
        name: of the function in it that Python calls.
        own: name of the variable in it for the environment of that function.
        held: constants that the environments hold, of that function and of those that it calls, by their names.
    """
    llvm, machine, made = _linker()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine())  # finds also what Python itself has
    if not all(map(llvm.address_of_symbol, needed)):
        return None
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _unpickled.cache_clear()  # other code may have stood where this does
    environments = {name: made.Environment(function.__globals__) for name in held}
    for around, environment in environments.items():
        environment.consts[:] = held[around]
        ctypes.c_void_p.from_address(engine.get_global_value_address(around)).value = id(environment)
    address = engine.get_function_address(name)
    module = SimpleNamespace(__name__=function.__module__)  # of which nothing else is asked
    told = module, function.__name__, function.__doc__ or ""
    linked: Callable[..., Any] = made.make_function(*told, address, environments[own], (engine, environments))
    return linked


@cache
def _linker() -> tuple[Any, Callable[[], Any], Any]:
    """Return LLVM, what makes a target for it, and the module of numba's that makes functions, all set up.

    LLVM gets the names of what kernels call, as numba would give them to it.
    """
    import llvmlite.binding as llvm  # noqa: PLC0415 - 0.03 s, for what calls a kernel

    helpers, made, memory = map(_part_of_numba, ("_helperlib", "_dynfunc", "core.runtime._nrt_python"))
    memory.memsys_use_cpython_allocator()
    symbols = {**helpers.c_helpers}  # of mathematics
    symbols |= {f"numba_{name}": address for each in (helpers, made) for name, address in each.c_helpers.items()}
    symbols |= {name if name[0] == "_" else f"NRT_{name}": place for name, place in memory.c_helpers.items()}
    errors = [each for each in vars(builtins).values() if isinstance(each, type) and issubclass(each, BaseException)]
    symbols["numba_unpickle"] = ctypes.cast(_unpickle, ctypes.c_void_p).value
    symbols |= {f"PyExc_{each.__name__}": id(each) for each in errors} | {"_Py_NoneStruct": id(None)}
    for name, address in symbols.items():
        llvm.add_symbol(name, address)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return llvm, lambda: target.create_target_machine(reloc="static", codemodel="jitdefault"), made


@cache
def _unpickled(place: int, size: int, _: int) -> Any:
    """Return what stands pickled in machine code, as the class of arrays; numba's own function would load numba.

    That code cannot be told of an error, and would crash: `goanalyze.batch.interrupts` raises none in here. What is
    remembered is returned without Python's looking for signals, which come as a kernel ends.
    """
    return pickle.loads(ctypes.string_at(place, size))  # noqa: S301 - part of code that is run


_unpickle: Final = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(_unpickled)


def _part_of_numba(name: str) -> Any:
    """Load a module of numba's that is written in C, and nothing else of it; numba finds it loaded later on."""
    full = f"numba.{name}"
    if full in sys.modules:
        return sys.modules[full]
    (file,) = _numba().glob(f"{name.replace('.', '/')}.*.so")
    spec = spec_from_file_location(full, file)
    module = module_from_spec(spec)  # type: ignore[arg-type]  # there is one
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module
