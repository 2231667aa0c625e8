"""The import rule: a room imports only from rooms above it, and heavy packages stay in named rooms."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "goanalyze"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

# From the top of the house down; a room may import from those before it, and from itself.
ROOMS = ["points", "position", "limits", "findings", "arrow", "remote", "rules", "sgf", "replay", "life", "score",
         "tables", "compare", "duplicates", "batch", "game", "api", "show", "pandas", "cli", "__main__"]  # fmt: skip
# Uses that stand inside a function, so that they cost nothing unless asked for: values and frames draw themselves.
LAZY = {("game", "show"), ("position", "show"), ("score", "show"), ("tables", "show"), ("api", "show")}
HEAVY = {
    "numba": {"sgf", "replay", "life", "score", "duplicates"},
    "pyarrow": {"arrow", "remote", "sgf", "tables", "compare", "duplicates", "batch", "show", "api"},
    "pandas": {"tables", "compare", "pandas"},
    "rich": {"show", "cli"},
    "typer": {"cli"},
    "sgfmill": {"sgf"},
    "chardet": {"sgf"},
    "distributed": {"batch"},
    "filelock": {"batch"},
}


def room_of(path: Path) -> str:
    """Return the room a module stands in."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[tuple[str, bool]]:
    """Return (module, whether it is imported at module level) of every import in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {id(node) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef)
             for node in ast.walk(function)}  # fmt: skip
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(alias.name, id(node) not in inner) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add((node.module, id(node) not in inner))
    return found


@pytest.mark.parametrize("path", [p for p in MODULES if p.name != "__init__.py" or p.parent != PACKAGE], ids=str)
def test_a_room_imports_only_from_rooms_above_it(path: Path) -> None:
    """Data flows one way, so no module looks down."""
    room = room_of(path)
    used = {name.split(".")[1] for name, _ in imports_of(path) if name.startswith("goanalyze.")}
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *(below for above, below in LAZY if above == room)}
    assert used <= allowed


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_heavy_packages_stay_in_their_rooms(path: Path) -> None:
    """A package that is slow to load is used only where the house says so."""
    used = {name.split(".")[0] for name, _ in imports_of(path)} & set(HEAVY)
    assert {name for name in used if room_of(path) not in HEAVY[name]} == set()


def test_lazy_uses_stand_inside_functions() -> None:
    """What a room may use only on demand is not imported when the room is."""
    for above, below in LAZY:
        for path in MODULES:
            if room_of(path) == above:
                assert (f"goanalyze.{below}", True) not in {
                    (".".join(n.split(".")[:2]), top) for n, top in imports_of(path)
                }


@pytest.mark.parametrize("call", ["import goanalyze", "import goanalyze.cli"])
def test_importing_loads_no_heavy_package(call: str) -> None:
    """`goanalyze --help` answers at once because nothing heavy is loaded for it."""
    code = f"{call}; import sys; print(*({set(HEAVY) - {'typer', 'rich'}!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_library_loads_no_pandas_until_a_frame_is_asked_for() -> None:
    """`goanalyze show` and scripts that read games do without the 0.7 s; Arrow's datasets would bring it, too."""
    code = "import goanalyze.api, sys; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_public_names_are_those_of_the_contract() -> None:
    """What ``import goanalyze as ga`` offers changes only on purpose, and every name is there."""
    import goanalyze

    assert set(goanalyze.__all__) == {
        "BLACK", "WHITE", "Game", "Position", "Replay", "Tables", "__version__", "check", "count", "find_ruleset",
        "loads", "open", "outcome", "read",
    }  # fmt: skip
    assert all(getattr(goanalyze, name) is not None for name in goanalyze.__all__)
