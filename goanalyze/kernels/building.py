"""The build of the native library, for the package's build (`hook`) or by hand: ``python -m …kernels.building``.

Any C++20 compiler can build it: the one in ``CXX``, the system's, or Zig's from the package index. The build of the
package asks for Zig only if the system lacks a compiler. Zig's cache is temporary unless ``ZIG_GLOBAL_CACHE_DIR``
names a folder.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from goanalyze.kernels.sources import REBUILD, SOURCES, library_name, source_digest

ZIG: Final = "ziglang==0.17.*"
_WARNINGS: Final = "-Wall -Wextra -Wconversion -Wshadow"
_FLAGS: Final = f"-std=c++20 -O3 -fwrapv -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden {_WARNINGS}"
_SANITIZERS: Final = "-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
_WHEELS: Final = {  # platform tag of a wheel: target that Zig compiles for
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
}


class BuildError(RuntimeError):
    """A library that cannot be built. The message gives the cause and the next step."""


def system_compiler() -> list[str] | None:
    """Return the command of a C++20 compiler other than Zig, None if the system lacks one."""
    if command := os.environ.get("CXX"):
        return shlex.split(command)
    return next(([path] for path in map(shutil.which, ("c++", "g++", "clang++")) if path and _has_cpp20(path)), None)


def _has_cpp20(compiler: str) -> bool:
    """Return True if a compiler knows C++20 and has its headers. Old ones fail, and macOS has a placeholder."""
    command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    sample = "#include <bit>\nstatic_assert(std::has_single_bit(1u));"
    try:
        return not subprocess.run(command, input=sample, capture_output=True, text=True, check=False).returncode
    except OSError:
        return False


def build(folder: Path = SOURCES, *, target: str = "", is_sanitized: bool = False) -> Path:
    """Compile the library.

    Args:
        folder: where the library is written.
        target: a target of Zig, as ``aarch64-macos``; this machine if empty.
        is_sanitized: True for a library with AddressSanitizer and UndefinedBehaviorSanitizer, for tests.

    Returns:
        The path of the library.
    """
    compiler, machine = _compiler(target)
    flags = [*_FLAGS.split(), *machine, f"-ffile-prefix-map={SOURCES}/=", f'-DSOURCE_DIGEST="{source_digest()}"']
    extra = _SANITIZERS.split() if is_sanitized else []
    library = folder / library_name(target)
    try:
        with tempfile.TemporaryFile(dir=folder):  # an error before the work, not after it
            pass
    except OSError as error:
        raise _write_error(folder, error) from error
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        settings = {"ZIG_GLOBAL_CACHE_DIR": f"{scratch}/zig", **os.environ}
        objects = {source: f"{scratch}/{source.stem}.o" for source in sorted(SOURCES.glob("*.cpp"))}
        compile_one = [
            pool.submit(_run, [*compiler, *flags, *extra, "-c", str(source), "-o", compiled], settings)
            for source, compiled in objects.items()
        ]
        for job in compile_one:
            job.result()
        linked = f"{scratch}/{library.name}"
        link_flags = [] if is_sanitized or (sys.platform == "darwin" and not target) else ["-s"]
        if library.suffix == ".dylib":
            link_flags.append(f"-Wl,-install_name,@rpath/{library.name}")  # without the path of this build
        linker = [*compiler[:-1], "cc"] if "ziglang" in compiler else compiler  # nothing of Zig's C++ library is in use
        _run([*linker, *machine, *extra, "-shared", *link_flags, "-o", linked, *objects.values(), "-lm"], settings)
        try:
            shutil.copyfile(linked, f"{library}.new")
            Path(f"{library}.new").replace(library)
        except OSError as error:
            raise _write_error(folder, error) from error
    return library


def _write_error(folder: Path, error: OSError) -> BuildError:
    return BuildError(f"The kernels cannot be written to {folder}: {error.strerror}. Make it writable.")


def _compiler(target: str) -> tuple[list[str], list[str]]:
    """Return the compiler's command and the flags that name the machine."""
    system = None if target else system_compiler()
    if system:
        return system, []
    if find_spec("ziglang") is None:
        raise BuildError(
            "A C++20 compiler is missing. Install g++ or clang++, or Zig's compiler: "
            f"{sys.executable} -m pip install '{ZIG}'"
        )
    return [sys.executable, "-m", "ziglang", "c++"], ["-target", target] if target else ["-mcpu=baseline"]


def _run(command: list[str], settings: dict[str, str]) -> None:
    """Run a compiler with environment variables; an error has its first lines."""
    try:
        done = subprocess.run(command, env=settings, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise BuildError(
            f"The compiler {command[0]} cannot be run: {error.strerror}. Set CXX to a C++20 compiler."
        ) from error
    if done.returncode:
        name = "of Zig" if "ziglang" in command else command[0]
        lines = "\n".join((done.stderr or done.stdout).splitlines()[:20])
        raise BuildError(f"The compiler {name} fails on the kernels. Set CXX to a C++20 compiler.\n{lines}".rstrip())
    if done.stderr:
        sys.stderr.write(done.stderr)


def build_wheels(folder: Path) -> list[Path]:
    """Build a wheel for each platform, by Zig; return their paths."""
    root = SOURCES.parents[1]
    for platform, target in _WHEELS.items():
        settings = {**os.environ, "GOANALYZE_PLATFORM": platform, "GOANALYZE_TARGET": target}
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(folder), str(root)]
        if subprocess.run(command, check=False, env=settings).returncode:
            raise BuildError(f"The wheel for {platform} cannot be built. The messages of pip give the cause.")
    return sorted(folder.glob("goanalyze-*.whl"))


def main() -> None:
    """Build the library, or wheels, as the command line says."""
    parser = argparse.ArgumentParser(prog=REBUILD, description="Build the native library of goanalyze.")
    parser.add_argument("--sanitize", action="store_true", help="with AddressSanitizer and UBSan, for tests")
    parser.add_argument("--wheels", metavar="DIR", type=Path, help="write a wheel for each platform to DIR instead")
    options = parser.parse_args()
    try:
        built = build_wheels(options.wheels) if options.wheels else [build(is_sanitized=options.sanitize)]
    except BuildError as error:
        sys.exit(f"goanalyze: {error}")
    sys.stdout.writelines(f"{path}\n" for path in built)


if __name__ == "__main__":
    main()
