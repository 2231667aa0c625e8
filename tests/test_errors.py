"""The exceptions of the library: wrong input of any kind to anything public raises a `GoAnalyzeError`, nothing else."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import pickle
import re
import tempfile
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest
from helpers.surface import Public, signatures

import goanalyze
import goanalyze as ga
import goanalyze.accessor
from goanalyze import errors

RECORD: Final = "(;SZ[9]KM[6.5]RU[Japanese]C[text]AB[aa]AW[ii];B[ee];W[ce](;B[gc];W[];B[])(;B[cc];W[gg]))"
COUNTED: Final = "(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])"
NO_BOARD: Final = "(;SZ[99];B[ee];W[aa])"
SAMPLE: Final = "data/sample/findings/go201-ko-retaken.sgf"
ROOT: Final = Path.cwd()
OTHERS: Final = {"Frame.to_csv", "Frame.to_excel", "Row.keys", "Row.__getitem__", "Row.get"}
"""Methods of pandas, whose arguments and exceptions are its own, and those of a protocol."""


class Faulty:
    """A value of no type that any function takes."""


WRONG: Final = (
    None,
    b"bytes",
    "no such value",
    "",
    "\0",
    "\ud800",
    True,
    -1,
    -(10**9),
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    1j,
    Faulty(),
    Faulty,
    [],
    [None],
    [[]],
    ["no such value"],
    (1, 2, 3),
    {},
    {"a": None},
    {1: "x"},
    range(3),
    Path("no-such-folder/file"),
    Path("folder"),
    Path("broken"),
    ga.Basis.BEST,
)


@cache
def tables() -> ga.Tables:
    """Return tables with all that is optional."""
    return ga.check(ROOT / SAMPLE, moves=True, confirm="safe", variations=True)


@cache
def comparison() -> ga.Comparison:
    """Return rulesets compared over a game."""
    sample = ROOT / "data/sample/gnugo/009x009-chinese-0022.sgf"
    return ga.check(sample).compare("japanese", "chinese", "aga")


@cache
def dead_list() -> str:
    """Return the path of a list of dead stones."""
    path = Path(tempfile.mkdtemp(), "dead.csv")
    path.write_text("source,dead\na.sgf,A9 B9\n", encoding="utf-8")
    return str(path)


def game() -> ga.Game:
    """Return a game with two lines."""
    return ga.loads(RECORD)


def board() -> ga.Board:
    """Return a board with a move."""
    board = ga.Board(9)
    board.play("E5")
    return board


def position() -> ga.Position:
    """Return a position with chains to confirm."""
    return ga.Position.from_rows([".OX.", "OXX.", "XX..", "...."])


def finding() -> ga.GameFinding:
    """Return a finding with its board."""
    return ga.loads("(;SZ[5];B[bb];W[bb])").replay().findings[0]


SUBJECTS: Final[Mapping[str, Callable[[], Any]]] = {
    "Board": board,
    "Comparison": comparison,
    "Confirmation": lambda: position().confirm(),
    "DeadList": lambda: ga.DeadList.read(dead_list()),
    "FigureData": lambda: comparison().figure("margins", "japanese", "chinese"),
    "Frame": lambda: tables().games,
    "Game": game,
    "GameTree": lambda: game().tree(),
    "LegalMoves": lambda: board().legal_moves,
    "Node": lambda: game().tree().root,
    "Pair": lambda: comparison().pair("japanese", "chinese"),
    "Plot": lambda: comparison().plot("margins", "japanese", "chinese"),
    "Position": position,
    "Properties": lambda: game().tree().root.properties,
    "Replay": lambda: game().replay(),
    "Tables": tables,
    "Territory": lambda: ga.loads(COUNTED).territory(),
    "GoAccessor": lambda: tables().games.go,
}
"""An object of each class whose methods take arguments."""

VALID: Final[Mapping[str, Any]] = {
    "Address.of.row": {"source": "a.sgf"},
    "Address.shortest.game": None,
    "Address.shortest.line": None,
    "Address.shortest.move": None,
    "Comparison.by.grouping": "board_size",
    "Comparison.dispute_rows.subject": "winner",
    "Comparison.evidence_rows.evidence": "markup",
    "Comparison.game_frame.rows": lambda: comparison().dispute_rows(),
    "Comparison.game_frame.subject": "winner",
    "DeadList.read.path": dead_list,
    "DeadList.reload.recorded": None,
    "DeadList.unmatched_rows.lines": [],
    "Frame.of.table": "games",
    "Game.from_moves.moves": ["E5"],
    "Game.up_to.move": 1,
    "GameFinding.of.board": game,
    "GameFinding.of.finding": finding,
    "GameTree.__init__.root": lambda: ga.GameTree.new().root,
    "GameTree.find.name": "B",
    "GameTree.from_sgf.text": RECORD,
    "GameTree.of.game": 0,
    "GameTree.of.records": lambda: game()._chunk.records,
    "Node.find_property.name": b"C",
    "Node.points.name": "AB",
    "Node.set_points.name": "AB",
    "Node.set_points.points": ["A1"],
    "Node.set_raw.name": b"C",
    "Node.set_text.name": "C",
    "Node.split.raw_properties": [],
    "Node.text.name": "C",
    "Pair.by.grouping": "board_size",
    "Position.to_arrays.copies": 1,
    "Properties.__getitem__.name": "SZ",
    "Properties.__init__.node": lambda: game().tree().root,
    "Replay.describe.number": 1,
    "Tables.arrow.name": "games",
    "Tables.dataset.name": "games",
    "Tables.game.row": 0,
    "Tables.read_games.rows": [0],
    "Territory.points.kind": ga.PointKind.TERRITORY,
    "GoAccessor.board.i": 0,
    "GoAccessor.sample.code": "GO201",
    "find_ruleset.name": "aga",
    "from_gtp.text": "A1",
    "from_sgf.text": "aa",
    "loads.text": RECORD,
    "open.out": "folder",
    "a": "japanese",
    "b": "chinese",
    "color": "white",
    "dead": [],
    "game": game,
    "height": 9,
    "index": 0,
    "member": "",
    "move": "A1",
    "paths": ROOT / SAMPLE,
    "plain": pd.DataFrame(),
    "point": 1,
    "position": position,
    "raw": [b""],
    "rows": ["...", ".X.", "..."],
    "rules": "aga",
    "ruleset": "japanese",
    "side": 1,
    "source": "a.sgf",
    "tables": tables,
    "text": "W A1",
    "what": "x",
    "width": 9,
}
"""A valid argument for each parameter without a default; of a function, or of all with a parameter of this name."""


def valid(public: Public, name: str) -> Any:
    """Return a valid argument; of a vocabulary, its first name."""
    if name == "given":
        return next(iter(public.owner)).value  # type: ignore[call-overload, union-attr]
    value = VALID.get(f"{public.name}.{name}", VALID.get(name))
    return value() if isinstance(value, types.FunctionType) or hasattr(value, "cache_info") else value


def bound(public: Public) -> tuple[Callable[..., Any], list[inspect.Parameter]]:
    """Return a public function, a method of an object of its class, or a class; and its parameters."""
    function, parameters = public.target, list(inspect.signature(public.target).parameters.values())
    if public.owner is None:
        return function, parameters
    if public.name.endswith(".__init__"):
        return public.owner, parameters[1:]
    subject = public.owner if parameters[0].name == "cls" else SUBJECTS[public.name.partition(".")[0]]()
    return types.MethodType(function, subject), parameters[1:]


def call(public: Public, name: str, wrong: object) -> None:
    """Call a function with one wrong argument, and use up the iterator that it returns."""
    function, parameters = bound(public)
    arguments, options = [], {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        is_required = parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL
        if parameter.name != name and not is_required:
            continue
        value = wrong if parameter.name == name else valid(public, parameter.name)
        if parameter.default is parameter.empty and parameter.kind is not parameter.KEYWORD_ONLY:
            arguments.append(value)
        else:
            options[parameter.name] = value
    use_up(function(*arguments, **options))


def use_up(result: object) -> None:
    """Take the first values of an iterator."""
    if isinstance(result, Iterator):
        list(islice(result, 50))


def escape(call: Callable[..., object], *arguments: object) -> str | None:
    """Return the exception of a call if it is not a `GoAnalyzeError`, else None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(*arguments)
    except ga.GoAnalyzeError as error:
        return None if str(error) else f"{type(error).__name__} without a message"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a folder and with a file that is nothing: not a record, TOML, CSV or Parquet."""
    tables(), comparison()
    (tmp_path / "folder").mkdir()
    (tmp_path / "broken").write_bytes(b"[a\n\x00\xff,\n1,2,3\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CALLED: Final = [
    public
    for public in signatures()
    if public.arguments and public.name not in OTHERS and not (public.owner and issubclass(public.owner, Exception))
]


COSTLY: Final = {"Game.html", "Tables.report", "check"}
"""Functions that take long if an argument is valid."""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("public", "values"),
    [pytest.param(each, WRONG[:: 4 if each.name in COSTLY else 1], id=each.name) for each in CALLED]
    + [
        pytest.param(each, WRONG, id=f"{each.name}-all", marks=pytest.mark.slow)
        for each in CALLED
        if each.name in COSTLY
    ],
)
def test_a_wrong_argument_raises_an_exception_of_the_tree(public: Public, values: tuple[object, ...]) -> None:
    """Any value of one argument, the others being valid; many values are valid for some argument."""
    escaped = {
        f"{name}={wrong!r}: {message}"
        for name in public.arguments
        for wrong in values
        if (message := escape(call, public, name, wrong))
    }
    assert escaped == set()


@pytest.mark.parametrize("value", [ga.Position.empty(3), ga.find_ruleset("aga"), ga.Board(3).rules.komi.value])
def test_a_wrong_field_raises_an_exception_of_the_tree(value: Any) -> None:
    """Values of data classes that users make check each field."""
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    escaped = {
        f"{name}={wrong!r}: {message}"
        for name in fields
        for wrong in WRONG
        if (message := escape(lambda fields: type(value)(**fields), fields | {name: wrong}))
    }
    assert escaped == set()


@pytest.mark.parametrize("owner", ["Game", "Replay", "GameTree", "Node"])
@pytest.mark.parametrize("text", [NO_BOARD, "(;GM[2]SZ[8];B[ee])", "(;)", "(;B[ee"])
def test_a_record_without_a_board_raises_an_exception_of_the_tree(owner: str, text: str) -> None:
    """Any function, with valid arguments and an invalid record."""
    game = ga.loads(text)
    subjects: dict[str, Any] = {
        "Game": game,
        "Replay": game.replay(),
        "GameTree": game.tree(),
        "Node": game.tree().root,
    }
    escaped = set()
    for public in signatures():
        if public.name.startswith(f"{owner}.") and next(iter(inspect.signature(public.target).parameters)) == "self":
            parameters = list(inspect.signature(public.target).parameters.values())[1:]
            arguments = [valid(public, each.name) for each in parameters if each.default is each.empty]
            method = types.MethodType(public.target, subjects[owner])
            if message := escape(lambda method=method, arguments=arguments: use_up(method(*arguments))):
                escaped.add(f"{public.name}: {message}")
    assert escaped == set()


@pytest.mark.parametrize("name", ["missing", "folder", "broken"])
@pytest.mark.parametrize("ending", ["", ".toml", ".csv", ".parquet", ".zip", ".tar.gz", ".7z", ".sgf"])
def test_a_broken_file_raises_an_exception_of_the_tree(folder: Path, name: str, ending: str) -> None:
    """A file that is missing, a folder or broken, wherever a path is an argument."""
    path = f"{name}{ending}"
    if ending and name == "folder":
        (folder / path).mkdir()
    elif ending and name == "broken":
        (folder / path).write_bytes((folder / "broken").read_bytes())
    calls: list[Callable[[], object]] = [
        lambda: ga.check(path),
        lambda: list(ga.read(path)),
        lambda: ga.open(path),
        lambda: ga.DeadList.read(path),
        lambda: ga.check(ROOT / SAMPLE, dead=path),
        lambda: ga.check(ROOT / SAMPLE, rulesets=path),
        lambda: ga.check(ROOT / SAMPLE, rulesets=Path(path)),
        lambda: ga.check(ROOT / SAMPLE, conventions=path),
        lambda: ga.check(ROOT / SAMPLE, engine=path),
        lambda: ga.Board(9, rules=path),
        lambda: tables().to_parquet(path),
        lambda: tables().report(path),
        lambda: tables().export(path),
        lambda: SUBJECTS["Plot"]().save(path),
        lambda: tables().game(0, root=path),
    ]
    assert [message for each in calls if (message := escape(each))] == []


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("change", ["remove", "empty", "cut", "flip", "folder"])
def test_a_damaged_dataset_raises_an_exception_of_the_tree(change: str) -> None:
    """Each file of a dataset is damaged in turn; then all of it is read."""
    escaped = set()
    tables().to_parquet("dataset")
    names = [path.relative_to("dataset") for path in Path("dataset").rglob("*") if path.is_file()]
    for name in names:
        tables().to_parquet("dataset", overwrite=True)
        path = next(iter(Path("dataset").glob(str(name.parent / "*" if name.suffix == ".parquet" else name))))
        damage(path, change)
        if message := escape(read_all):
            escaped.add(f"{name}: {message}")
        if change == "folder":
            path.rmdir()
    assert escaped == set()


def damage(path: Path, change: str) -> None:
    """Damage a file."""
    data = path.read_bytes()
    path.unlink()
    if change == "folder":
        path.mkdir()
    elif change != "remove":
        half = len(data) // 2
        flipped = data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :] if data else b"?"
        path.write_bytes({"empty": b"", "cut": data[:half], "flip": flipped}[change])


def read_all() -> None:
    """Read all of a dataset."""
    opened = ga.open("dataset")
    for name in ("files", "games", "findings", "counts", "outcomes", "audit", "rulesets", "moves", "duplicates"):
        opened.arrow(name)
    opened.compare().answer()
    opened.funnel()
    opened.game(0)


def test_exceptions_of_the_tree_are_public() -> None:
    """`goanalyze.errors` has one root, and each of its classes is a name of the library with a docstring."""
    classes = {
        name: cls for name, cls in vars(errors).items() if inspect.isclass(cls) and cls.__module__ == errors.__name__
    }
    assert {name for name, cls in classes.items() if not issubclass(cls, ga.GoAnalyzeError)} == set()
    assert {name for name, cls in classes.items() if getattr(ga, name, None) is not cls} == set()
    assert {name for name, cls in classes.items() if not cls.__doc__} == set()


def test_every_other_exception_of_the_package_is_caught_in_it() -> None:
    """A class outside of the tree is of one package, or of the build, which catch it by its name."""
    outside, caught = set(), set()
    for file in Path(goanalyze.__file__).parent.rglob("*.py"):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and node.type:
                caught |= set(re.findall(r"\w+", ast.unparse(node.type)))
            elif isinstance(node, ast.ClassDef) and re.search(
                r"Error|Exception", " ".join(map(ast.unparse, node.bases))
            ):
                cls = getattr(importlib.import_module(name), node.name)
                outside |= set() if issubclass(cls, ga.GoAnalyzeError) else {node.name}
    assert outside - caught == set()


def test_documented_exceptions_are_public() -> None:
    """Each exception in a public `Raises:` section is one of the tree."""
    unknown = set()
    for public in signatures():
        section = (public.target.__doc__ or "").partition("Raises:")[2].partition("\n\n")[0]
        names = re.findall(r"^ +((?:\w+Error, )*\w+Error):", section, re.MULTILINE)
        unknown |= {f"{public.name}: {name}" for text in names for name in text.split(", ") if not hasattr(ga, name)}
    assert unknown == set()


@pytest.mark.parametrize("cls", [getattr(ga, name) for name in dir(ga) if name.endswith("Error")])
def test_exceptions_can_be_pickled(cls: type[ga.GoAnalyzeError]) -> None:
    """Worker processes send them, with message and attributes."""
    count = len(inspect.signature(cls).parameters) if "__init__" in vars(cls) else 1
    error = cls("Something is not valid.", *[None] * (count - 1))
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (cls, "Something is not valid.", vars(error))
