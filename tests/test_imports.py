"""The import rule: a room imports only from rooms above it, and heavy packages stay in named rooms."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "goanalyze"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent.name != "docs")

# From the lowest floor up; a room may import from those before it, and from itself.
ROOMS = """
    errors limits kernels util points catalogue draw core rules archives sgf conventions replay life score detectors
    repair pipeline tables game board gtp compare duplicates export batch render check_options check_run api
    accessor cli __main__
""".split()
HEAVY = {
    "pyarrow": {
        "util",
        "archives",
        "sgf",
        "conventions",
        "tables",
        "compare",
        "duplicates",
        "export",
        "batch",
        "render",
        "api",
    },
    "pandas": {"tables", "compare", "accessor", "api"},
    "rich": {"draw", "render", "cli"},
    "click": {"cli"},
    "sgfmill": {"sgf"},
    "chardet": {"sgf"},
    "distributed": {"batch"},
    "filelock": {"tables"},
}


def room_of(path: Path) -> str:
    """Return the package of a module."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def import_nodes(path: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Return every import in a file, each with True if it is for types alone."""
    result = []
    left: list[tuple[ast.AST, bool]] = [
        (node, isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)) for node in tree_of(path).body
    ]
    while left:
        node, is_for_types = left.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            result.append((node, is_for_types))
        elif not isinstance(node, (ast.expr, ast.Assign, ast.Return, ast.Expr)):  # which hold no statements
            left += [(child, is_for_types) for child in ast.iter_child_nodes(node)]
    return result


def imports_of(path: Path, *, for_types: bool = True) -> set[str]:
    """Return the module of every import in a file."""
    nodes = [node for node, is_for_types in import_nodes(path) if for_types or not is_for_types]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_a_room_imports_only_from_lower_floors() -> None:
    """Data flows one way: no module imports upwards, not even inside a function or for types alone."""
    upwards = set()
    for path in MODULES:
        if path.parent == PACKAGE and path.name == "__init__.py":
            continue
        for_types = path.name != "errors.py"  # whose attributes have types of higher packages
        used = {name.split(".")[1] for name in imports_of(path, for_types=for_types) if name.startswith("goanalyze.")}
        allowed = set(ROOMS[: ROOMS.index(room_of(path)) + 1])
        upwards |= {(path.relative_to(PACKAGE).as_posix(), room) for room in used - allowed}
    assert upwards == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Modules can be ordered so that each imports only from earlier ones, also inside functions."""
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in MODULES}
    needed = {name: (imports_of(path, for_types=False) & names.keys()) - {name} for name, path in names.items()}
    assert set(TopologicalSorter(needed).static_order()) == set(names)  # a circle is an exception that names it


def test_no_module_asks_the_public_package_for_a_function() -> None:
    """The public package is above all others: modules take only its version, a module, and names of types."""
    strange = set()
    for path in MODULES:
        nodes = [node for node, is_for_types in import_nodes(path) if not is_for_types]
        froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "goanalyze"]
        names = {alias.name for node in froms for alias in node.names}
        strange |= {(path.name, name) for name in names - {"__version__", "limits"}}
    assert strange == set()


def test_heavy_packages_stay_in_their_rooms() -> None:
    """A package that is slow to load is used only where the house says so."""
    strange = []
    for path in MODULES:
        used = {name.split(".")[0] for name in imports_of(path, for_types=False)} & set(HEAVY)
        strange += [(path.name, name) for name in used if room_of(path) not in HEAVY[name]]
    assert strange == []


@pytest.mark.parametrize("call", ["import goanalyze", "import goanalyze.cli"])
def test_importing_loads_no_heavy_package(call: str) -> None:
    """`goanalyze --help` answers at once because nothing heavy is loaded for it."""
    code = f"{call}; import sys; print(*({set(HEAVY) - {'click', 'rich'}!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_library_loads_no_pandas_until_a_frame_is_asked_for() -> None:
    """`goanalyze show` and scripts that read games do without the 0.7 s; Arrow's datasets would bring it, too."""
    code = "import goanalyze.api, sys; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_check_loads_no_pandas(tmp_path: Path) -> None:
    """Learning conventions makes no check slower, which loading pandas would.

    Nor does it load NumPy's masked arrays, or the drawing modules.
    """
    unused = {"pandas", "numpy.ma", "goanalyze.draw.svg"}
    record = next((PACKAGE.parent / "data/sample/gnugo").glob("*.sgf"))
    command = ["check", str(record), "-o", str(tmp_path / "out"), "--jobs", "1"]
    check = f"from goanalyze.cli import app; app({command!r}, standalone_mode=False)"
    code = f"import sys; {check}; print({unused!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["set()"], done.stderr
