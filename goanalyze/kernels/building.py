"""The build of the native library, by Hatchling's hook or by hand: ``python -m goanalyze.kernels.building``.

Any C++20 compiler can build it: the one in ``CXX``, the system's, or Zig's from the package index. The build of the
package asks for Zig only if the system lacks a compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

SOURCES: Final = Path(__file__).parent
ZIG: Final = "ziglang==0.17.*"
REBUILD: Final = "python -m goanalyze.kernels.building"
_FLAGS: Final = "-std=c++20 -O3 -fwrapv -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden -Wall -Wextra"
_SANITIZERS: Final = "-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
_WHEELS: Final = {  # platform tag of a wheel: target that Zig compiles for
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "macosx_11_0_arm64": "aarch64-macos",
    "macosx_11_0_x86_64": "x86_64-macos",
    "win_amd64": "x86_64-windows-gnu",
}


class BuildError(RuntimeError):
    """A library that cannot be built. The message gives the cause and the next step."""


def library_name(target: str = "") -> str:
    """Return the file name of the library on this system, or on the one that is named.

    Args:
        target: a target of Zig, as ``aarch64-macos``; this system if empty.

    Example:
        >>> library_name("aarch64-macos"), library_name("x86_64-windows-gnu")
        ('kernels.dylib', 'kernels.dll')
    """
    system = target or sys.platform
    return "kernels" + (".dylib" if "macos" in system or system == "darwin" else ".dll" if "win" in system else ".so")


def source_digest() -> str:
    """Return the SHA-256 digest, in hexadecimal, of all sources of the library."""
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*.[ch]pp")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def system_compiler() -> list[str] | None:
    """Return the command of a C++ compiler other than Zig, None if the system lacks one."""
    command = os.environ.get("CXX") or next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    return shlex.split(command) if command else None


def build(folder: Path = SOURCES, *, target: str = "", is_sanitized: bool = False) -> Path:
    """Compile the library.

    Args:
        folder: where the library is written.
        target: a target of Zig, as ``aarch64-macos``; this machine if empty.
        is_sanitized: True for a library with AddressSanitizer and UndefinedBehaviorSanitizer, for tests.

    Returns:
        The path of the library.

    Raises:
        BuildError: A compiler is missing or fails, or the folder is read-only.
    """
    compiler, machine = _compiler(target)
    flags = [*_FLAGS.split(), *machine, f'-DSOURCE_DIGEST="{source_digest()}"']
    extra = _SANITIZERS.split() if is_sanitized else []
    library = folder / library_name(target)
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = {source: f"{scratch}/{source.stem}.o" for source in sorted(SOURCES.glob("*.cpp"))}
        compile_one = [
            pool.submit(_run, [*compiler, *flags, *extra, "-c", str(source), "-o", compiled])
            for source, compiled in objects.items()
        ]
        for job in compile_one:
            job.result()
        linked = f"{scratch}/{library.name}"
        strip = [] if is_sanitized or "macos" in target or sys.platform == "darwin" else ["-s"]
        linker = [*compiler[:-1], "cc"] if "ziglang" in compiler else compiler  # nothing of Zig's C++ library is in use
        _run([*linker, *machine, *extra, "-shared", *strip, "-o", linked, *objects.values(), "-lm"])
        try:
            shutil.copyfile(linked, f"{library}.new")
            Path(f"{library}.new").replace(library)
        except OSError as error:
            raise BuildError(
                f"The kernels cannot be written to {folder}: {error.strerror}. Make it writable."
            ) from error
    return library


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


def _run(command: list[str]) -> None:
    """Run a compiler; an error has its first lines."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - a compiler
    except OSError as error:
        raise BuildError(
            f"The compiler {command[0]} cannot be run: {error.strerror}. Set CXX to a C++20 compiler."
        ) from error
    if done.returncode:
        lines = "\n".join((done.stderr or done.stdout).splitlines()[:20])
        raise BuildError(f"The compiler {command[0]} fails on the kernels. Set CXX to a C++20 compiler.\n{lines}")
    if done.stderr:
        sys.stderr.write(done.stderr)


def build_wheels(folder: Path) -> list[Path]:
    """Build a wheel for each platform, by Zig; return their paths.

    Args:
        folder: where the wheels are written.
    """
    root = SOURCES.parents[1]
    for platform, target in _WHEELS.items():
        settings = {**os.environ, "GOANALYZE_PLATFORM": platform, "GOANALYZE_TARGET": target}
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(folder), str(root)]
        subprocess.run(command, check=True, env=settings)  # noqa: S603 - pip
    return sorted(folder.glob("goanalyze-*.whl"))


try:
    from hatchling.builders.config import BuilderConfig
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # only the build of the package has it
    pass
else:

    class KernelBuildHook(BuildHookInterface[BuilderConfig]):
        """Hatchling's hook: it compiles the library and adds it to the wheel."""

        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            """Return Zig's package if the system lacks a compiler."""
            return [] if system_compiler() and not os.environ.get("GOANALYZE_TARGET") else [ZIG]

        def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
            """Compile the library: in place where the folder is writable, for tests and editable installs."""
            target = os.environ.get("GOANALYZE_TARGET", "")
            is_local = os.access(SOURCES, os.W_OK) and not target
            folder = SOURCES if is_local else Path(tempfile.mkdtemp())
            library = build(folder, target=target)
            build_data["force_include"][str(library)] = f"goanalyze/kernels/{library.name}"
            platform = os.environ.get("GOANALYZE_PLATFORM") or re.sub(r"[-.]", "_", sysconfig.get_platform())
            build_data["tag"], build_data["pure_python"] = f"py3-none-{platform}", False


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
