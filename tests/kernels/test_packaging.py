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


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    """The archive of sources."""
    done = build_package("sdist", ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    return next((tmp_path / "dist").iterdir())


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


@pytest.mark.slow
def test_a_wheel_contains_the_package_and_one_library(sdist: Path, tmp_path: Path) -> None:
    """A wheel of an sdist contains the package without documents, its sources and the library of its platform."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    root = next(tmp_path.glob("goanalyze-*"))
    package = {str(file.relative_to(root)) for file in (root / "goanalyze").rglob("*") if file.is_file()}
    (root / ".gitignore").unlink()
    for litter in ("kernels/kernels.so", "kernels/kernels.dll", "kernels/kernels.dylib", "kernels/other.pyc"):
        (root / "goanalyze" / litter).write_bytes(b"litter")
    folder = tmp_path / "wheel"
    folder.mkdir()
    done = build_package("wheel", root, folder, GOANALYZE_TARGET="")
    assert done.returncode == 0, done.stderr
    assert not list((folder / "scratch").iterdir())
    wheel = next((folder / "dist").iterdir())
    assert wheel.name.startswith("goanalyze-")
    assert "-py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")
    library = f"goanalyze/kernels/{library_name()}"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.read(library) == (root / library).read_bytes() != b"litter"
    assert len(names) == len(set(names))
    assert [name for name in names if Path(name).suffix in LIBRARIES] == [library]
    rest = {name for name in names if ".dist-info/" not in name and not name.startswith("goanalyze/sample/")}
    documents = {name for name in package if name.startswith("goanalyze/docs/")}
    assert documents
    assert rest == package - documents - {"goanalyze/kernels/.clang-format"} | {library}
    shutil.rmtree(root)
