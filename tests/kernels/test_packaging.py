"""The build of the package: a wheel contains one library, an sdist all sources, and a failure is one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

import goanalyze
from goanalyze.kernels.sources import SOURCES, library_name

pytest.importorskip("hatchling", reason="the build backend is not installed")
pytest.importorskip("hatch_fancy_pypi_readme", reason="a part of the build backend is not installed")

ROOT = SOURCES.parents[1]
LIBRARIES = {".so", ".dylib", ".dll"}


def build_package(kind: str, root: Path, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the build backend as installers do. Its temporary files go to the folder `scratch`."""
    scratch = folder / "scratch"
    scratch.mkdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder / "dist")]
    return subprocess.run(
        command,
        cwd=root,
        env={**os.environ, "TMPDIR": str(scratch), **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of sources."""
    folder = tmp_path_factory.mktemp("sdist")
    done = build_package("sdist", ROOT, folder)
    assert done.returncode == 0, done.stderr
    return next((folder / "dist").iterdir())


@pytest.fixture(scope="module")
def sources(sdist: Path) -> Path:
    """The unpacked archive of sources, with libraries and compiled modules that do not belong to it."""
    with tarfile.open(sdist) as archive:
        archive.extractall(sdist.parent, filter="data")
    root = next(path for path in sdist.parent.iterdir() if path.is_dir())
    (root / ".gitignore").unlink()
    for litter in ("kernels/kernels.so", "kernels/kernels.dll", "kernels/kernels.dylib", "kernels/other.pyc"):
        (root / "goanalyze" / litter).write_bytes(b"litter")
    return root


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the archive of sources."""
    folder = tmp_path_factory.mktemp("wheel")
    done = build_package("wheel", sources, folder, GOANALYZE_TARGET="")
    assert done.returncode == 0, done.stderr
    assert not list((folder / "scratch").iterdir())
    return next((folder / "dist").iterdir())


def test_a_build_without_a_library_ends_with_one_sentence(tmp_path: Path) -> None:
    """If no library can be compiled, the build of a wheel ends with the cause and leaves no file."""
    done = build_package("wheel", ROOT, tmp_path, CXX="/nowhere/c++", GOANALYZE_TARGET="")
    assert done.returncode == 1
    sentence = (
        "goanalyze: The compiler /nowhere/c++ cannot be run: No such file or directory. Set CXX to a C++20 compiler."
    )
    assert done.stderr.splitlines() == [sentence]
    assert not list((tmp_path / "scratch").iterdir())
    assert not list((tmp_path / "dist").iterdir())


def test_an_sdist_contains_the_files_of_the_repository(sdist: Path) -> None:
    """An archive of sources contains every file of the repository but the script of CI, and no other file."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    expected = {name for name in listed.split("\0") if name and not name.startswith(".ci/") and (ROOT / name).exists()}
    with tarfile.open(sdist) as archive:
        names = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}
    assert names == expected | {"PKG-INFO"}


def test_the_metadata_name_no_package_index(sdist: Path) -> None:
    """The metadata of the package have no address, neither of a package index nor of a page that does not exist."""
    with tarfile.open(sdist) as archive:
        (name,) = [name for name in archive.getnames() if PurePosixPath(name).name == "PKG-INFO"]
        member = archive.extractfile(name)
        assert member
        head = member.read().decode().partition("\n\n")[0]
    assert f"Version: {goanalyze.__version__}" in head.splitlines()
    assert "://" not in head


@pytest.mark.slow
def test_a_wheel_contains_the_package_and_one_library(sdist: Path, sources: Path, wheel: Path) -> None:
    """A wheel of an sdist contains the package without documents, its sources and the library of its platform."""
    assert wheel.name.startswith("goanalyze-")
    assert "-py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")
    library = f"goanalyze/kernels/{library_name()}"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.read(library) == (sources / library).read_bytes() != b"litter"
    assert len(names) == len(set(names))
    assert [name for name in names if Path(name).suffix in LIBRARIES] == [library]
    with tarfile.open(sdist) as archive:
        files = [PurePosixPath(*PurePosixPath(member.name).parts[1:]) for member in archive if member.isfile()]
    package = {str(file) for file in files if file.is_relative_to("goanalyze")}
    documents = {name for name in package if name.startswith("goanalyze/docs/")}
    assert documents
    rest = {name for name in names if ".dist-info/" not in name and not name.startswith("goanalyze/sample/")}
    assert rest == package - documents - {"goanalyze/kernels/.clang-format"} | {library}


@pytest.mark.slow
def test_an_installed_wheel_checks_games(wheel: Path, tmp_path: Path) -> None:
    """A wheel that pip has installed has its version and its command, and checks games outside the repository."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target"]
    subprocess.run([*pip, str(tmp_path / "installed"), str(wheel)], check=True, capture_output=True)
    shutil.copytree(ROOT / "data" / "sample" / "gnugo", tmp_path / "games")
    command = [sys.executable, str(tmp_path / "installed" / "bin" / "goanalyze")]
    settings = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    for arguments, word in (
        (["--version"], goanalyze.__version__),
        (["explain", "GO201"], "GO201"),
        (["check", "games", "-o", "out", "--fail-on", "never"], "games"),
    ):
        done = subprocess.run(
            [*command, *arguments], cwd=tmp_path, env=settings, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert word in done.stdout
    where = [sys.executable, "-c", "import goanalyze; print(goanalyze.__file__)"]
    module = subprocess.run(where, cwd=tmp_path, env=settings, capture_output=True, text=True, check=True).stdout
    assert Path(module.strip()).is_relative_to(tmp_path / "installed")
