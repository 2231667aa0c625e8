"""The build of the native library: any compiler will do, and a build that fails says why in one sentence."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goanalyze.kernels import building
from goanalyze.kernels.building import BuildError, build
from goanalyze.kernels.library import Kernels, kernels
from goanalyze.kernels.sources import SOURCES, library_name, source_digest


@pytest.fixture
def without_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without a C++ compiler."""
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


def test_the_library_is_of_these_sources() -> None:
    """The library that the tests load was built from the sources in its folder."""
    assert Kernels(SOURCES / library_name()).digest == source_digest() == kernels.digest


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("/nowhere/c++", r"^The compiler /nowhere/c\+\+ cannot be run: .*\. Set CXX to a C\+\+20 compiler\.$"),
        ("false", r"^The compiler false fails on the kernels\. Set CXX to a C\+\+20 compiler\.$"),
    ],
)
def test_a_compiler_that_fails_is_named(
    command: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A compiler that is missing or fails is named, with the setting to change."""
    monkeypatch.setenv("CXX", command)
    with pytest.raises(BuildError, match=message):
        build(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("without_compilers")
def test_no_compiler_at_all_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without any compiler the message names those that can be installed."""
    monkeypatch.setattr(building, "find_spec", lambda _: None)
    with pytest.raises(BuildError, match=r"^A C\+\+20 compiler is missing\. Install g\+\+ or clang\+\+, or Zig's "):
        build(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A read-only package folder is one sentence with its name."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):  # as root
        folder.rmdir()
        folder.write_bytes(b"")
    with pytest.raises(BuildError, match=rf"^The kernels cannot be written to {folder}: .*\. Make it writable\.$"):
        build(folder)


@pytest.mark.slow
@pytest.mark.usefixtures("without_compilers")
def test_zig_builds_the_library_where_there_is_no_compiler(tmp_path: Path) -> None:
    """On a machine without a compiler the library is built by Zig's."""
    pytest.importorskip("ziglang", reason="Zig's compiler is not installed")
    assert Kernels(build(tmp_path)).digest == source_digest()


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["clang++", "g++"])
def test_each_compiler_builds_the_library(compiler: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each compiler of the system builds the library, without a warning."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    monkeypatch.setenv("CXX", f"{compiler} -Werror")
    assert Kernels(build(tmp_path)).digest == source_digest()


@pytest.mark.slow
def test_a_library_for_another_platform_is_built_by_zig(tmp_path: Path) -> None:
    """Zig compiles the library for platforms other than this one."""
    pytest.importorskip("ziglang", reason="Zig's compiler is not installed")
    library = build(tmp_path, target="aarch64-macos").read_bytes()
    assert library.startswith(b"\xcf\xfa\xed\xfe")  # Mach-O, 64 bits
    assert b"@rpath/kernels.dylib" in library
    assert b"alignment.o" not in library  # a path of the build


def test_the_command_builds_in_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command for developers prints the path of the library, and puts the compiled file there."""
    library, compiler = SOURCES / library_name(), tmp_path / "compiler.py"
    shutil.copy(library, tmp_path / "linked")
    compiler.write_text("import shutil, sys\nshutil.copy(sys.argv[1], sys.argv[sys.argv.index('-o') + 1])\n")
    monkeypatch.setenv("CXX", shlex.join([sys.executable, "-IS", str(compiler), str(tmp_path / "linked")]))
    before = library.stat().st_mtime_ns
    done = subprocess.run(
        [sys.executable, "-m", "goanalyze.kernels.building"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{library}\n"
    assert library.stat().st_mtime_ns > before
    assert Kernels(library).digest == source_digest()


def test_sources_are_formatted() -> None:
    """The sources are as clang-format writes them."""
    command = shutil.which("clang-format", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if command is None:
        pytest.skip("clang-format is not installed")
    sources = sorted(map(str, SOURCES.glob("*.[ch]pp")))
    done = subprocess.run([command, "--dry-run", "--Werror", *sources], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
