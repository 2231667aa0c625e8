"""Private names of other packages, assignments to their attributes, and source text that is executed.

The walker reads syntax trees. It follows names from imports through assignments, annotations and base classes within
one module, so it sees everything that a reader can see in that module. It does not infer types across modules.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

PACKAGE: Final = Path(__file__).parents[1] / "goanalyze"
OWN: Final = "goanalyze"

EXCEPTIONS: Final[dict[tuple[str, str], str]] = {}
"""Reasons by file and finding."""

DOCUMENTED_NAMES: Final = frozenset(
    {
        *("_asdict", "_field_defaults", "_fields", "_make", "_replace"),  # collections.namedtuple
        *("_generate_next_value_", "_ignore_", "_missing_", "_name_", "_value_"),  # enum
        *("_anonymous_", "_fields_", "_pack_"),  # ctypes
        *("_repr_html_", "_repr_svg_"),  # IPython
        *("_constructor", "_constructor_sliced", "_metadata"),  # pandas, "Extending pandas"
        "os._exit",
    }
)
"""Names with an underscore that are public by the documentation of their package."""

DOCUMENTED_ASSIGNMENTS: Final = {
    "os.environ": "the documented way to set an environment variable",
    "sys.stderr": "documented: may be replaced by any object with a method write",
    "sys.stdin": "documented: may be replaced by any text file",
    "sys.stdout": "documented: may be replaced by any object with a method write",
    "sys.unraisablehook": "documented hook for errors that cannot be raised",
    "tempfile.tempdir": "documented variable for the folder of temporary files",
}
"""Attributes of the standard library that programs may assign, with reasons."""

TRANSPARENT: Final = frozenset(
    {"abc", "collections", "contextlib", "copy", "dataclasses", "functools", "itertools", "operator", "typing"}
)
"""Modules whose functions return objects of the caller, and whose classes do not name a type: they are not traced."""

SOURCE_TEXT: Final = frozenset({"compile", "eval", "exec"})


def is_private(name: str) -> bool:
    """Return True for a name with one leading underscore."""
    return name.startswith("_") and not name.startswith("__") and name != "_" and name not in DOCUMENTED_NAMES


BINDING: Final = (ast.arg, ast.Assign, ast.NamedExpr, ast.AnnAssign, ast.withitem, ast.For, ast.comprehension)
"""Nodes that bind names to values or annotate them."""


class Walker(ast.NodeVisitor):
    """A walker over the syntax tree of one module.

    Attributes:
        findings: list of str, one for each private name, assignment and execution of source text.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.findings: list[str] = []
        self._modules: dict[str, str] = {}  # imported names, and the dotted names that they mean
        self._scopes: dict[ast.AST, tuple[ast.AST, ...]] = {}  # functions and classes around a node, outermost first
        self._values: dict[tuple[ast.AST, str], str] = {}  # variables of a scope, and the dotted names of their origins
        self._bases: list[list[str]] = [[]]  # of the classes around a node
        self._enter(tree, (tree,))
        for node in self._scopes:
            self._import(node)
        binding = [node for node in self._scopes if isinstance(node, BINDING)]
        for _ in range(2):  # a variable may be used above the assignment that traces it
            for node in binding:
                self._trace(node)
        self.visit(tree)

    def _enter(self, node: ast.AST, scopes: tuple[ast.AST, ...]) -> None:
        """Note the scopes of a node and of all nodes below it."""
        self._scopes[node] = scopes
        is_scope = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef))
        for child in ast.iter_child_nodes(node):
            self._enter(child, (*scopes, node) if is_scope else scopes)

    def _import(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                self._modules[alias.asname or root(alias.name)] = alias.name if alias.asname else root(alias.name)
                self._import_name(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                self._modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                self._import_name(f"{node.module}.{alias.name}")

    def _import_name(self, name: str) -> None:
        if self._is_foreign(name) and name not in DOCUMENTED_NAMES and any(map(is_private, name.split("."))):
            self.findings.append(f"import {name}")

    def _trace(self, node: ast.AST) -> None:
        """Note the origin of a variable that is bound to a value or annotated by a class."""
        if isinstance(node, ast.arg):
            self._values[self._scopes[node][-1], node.arg] = self._origin(self._class_of(node.annotation))
        pairs: list[tuple[ast.AST | None, ast.AST | None]] = []
        if isinstance(node, ast.Assign):
            pairs += [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.NamedExpr):
            pairs.append((node.target, node.value))
        elif isinstance(node, ast.AnnAssign):
            pairs += [(node.target, node.value), (node.target, self._class_of(node.annotation))]
        elif isinstance(node, ast.withitem):
            pairs.append((node.optional_vars, node.context_expr))
        elif isinstance(node, (ast.For, ast.comprehension)):
            pairs.append((node.target, node.iter))
        for target, value in [*pairs]:
            if isinstance(target, (ast.Tuple, ast.List)):
                pairs += [(element, value) for element in target.elts]
        for target, value in pairs:
            if not isinstance(target, (ast.Name, ast.Attribute)):
                continue
            kind = ast.ClassDef if isinstance(target, ast.Attribute) else ast.AST
            scope = next((each for each in reversed(self._scopes[target]) if isinstance(each, kind)), None)
            origin, name = self._origin(value), text_of(target)
            if scope and origin:
                self._values[scope, name] = origin
            elif isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and isinstance(target, ast.Name):
                self._values.setdefault((scope, name), "")  # a variable hides an import of the same name

    @staticmethod
    def _class_of(annotation: ast.AST | None) -> ast.AST | None:
        """Return the class in an annotation, also of a union with None; None for generic types."""
        if isinstance(annotation, ast.BinOp):
            return Walker._class_of(annotation.left)
        return annotation if isinstance(annotation, (ast.Name, ast.Attribute)) else None

    def _dotted(self, node: ast.AST | None) -> str:
        """Return the full name of a module, or of an object that a module defines; empty for anything else."""
        if isinstance(node, ast.Name):
            return self._modules.get(node.id, "") if self._known(node) is None else ""
        if isinstance(node, ast.Attribute):
            return f"{parent}.{node.attr}" if (parent := self._dotted(node.value)) else ""
        return ""

    def _known(self, node: ast.AST) -> str | None:
        """Return the origin of a variable, empty for an unknown one; None for an expression that is not a variable."""
        text = text_of(node)
        scopes = reversed(self._scopes[node])
        return next((self._values[scope, text] for scope in scopes if (scope, text) in self._values), None)

    def _origin(self, node: ast.AST | None) -> str:
        """Return the dotted name of the foreign module or object that an expression comes from; empty if unknown."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            known = self._known(node)
            if known is not None:
                return known
        if isinstance(node, ast.Attribute):
            return f"{parent}.{node.attr}" if (parent := self._origin(node.value)) else ""
        if isinstance(node, ast.Name):
            name = self._modules.get(node.id, "")
            return name if self._is_foreign(name) and root(name) not in TRANSPARENT else ""
        if isinstance(node, ast.Call):
            return f"{name}()" if (name := self._origin(node.func)) else ""
        if isinstance(node, (ast.Subscript, ast.Await, ast.Starred)):
            return self._origin(node.value)
        if isinstance(node, ast.IfExp):
            return self._origin(node.body) or self._origin(node.orelse)
        return ""

    def _foreign(self, node: ast.AST) -> str:
        """Return the full name of a foreign module, or of an object that it defines; empty for anything else."""
        return name if self._is_foreign(name := self._dotted(node)) else ""

    @staticmethod
    def _is_foreign(name: str) -> bool:
        return bool(name) and root(name) not in {OWN, "__future__"}

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Look for overridden private members of foreign base classes."""
        bases = [name for base in node.bases if (name := self._foreign(base))]
        self._bases.append(bases)
        for each in node.body:
            names = [each.name] if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) else []
            if isinstance(each, (ast.Assign, ast.AnnAssign)):
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            self.findings += [f"override {found}" for name in names if (found := self._inherited(name))]
        self.generic_visit(node)
        self._bases.pop()

    def _inherited(self, name: str) -> str:
        """Return the dotted name of a private member that a foreign base class defines; empty without any."""
        if not is_private(name):
            return ""
        return next((f"{base}.{name}" for base in self._bases[-1] if hasattr(resolved(base), name)), "")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Look for private attributes of foreign objects, and for assignments to foreign attributes."""
        if is_private(node.attr):
            origin = self._origin(node.value) or self._foreign(node.value)
            is_self = isinstance(node.value, ast.Name) and node.value.id in {"cls", "self"}
            is_super = isinstance(node.value, ast.Call) and text_of(node.value.func) == "super"
            inherited = self._inherited(node.attr) if is_self or is_super else ""
            found = f"{origin}.{node.attr}" if origin else inherited
            if found and found not in DOCUMENTED_NAMES:
                self.findings.append(found)
        if not isinstance(node.ctx, ast.Load):
            self._assign(self._dotted(node))
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Look for assignments to items of foreign objects."""
        if not isinstance(node.ctx, ast.Load):
            self._assign(self._dotted(node.value))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Look for attributes that are read or assigned by name."""
        function = text_of(node.func)
        if function in {"delattr", "getattr", "setattr"} and len(node.args) > 1:
            owner, name = node.args[0], node.args[1]
            attribute = str(name.value) if isinstance(name, ast.Constant) else "*"  # any
            if function != "getattr":
                self._assign(f"{dotted}.{attribute}" if (dotted := self._dotted(owner)) else "")
            if is_private(attribute) and (origin := self._origin(owner) or self._foreign(owner)):
                self.findings.append(f"{origin}.{attribute}")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """Look for functions that execute source text."""
        if node.id in SOURCE_TEXT and node.id not in self._modules and isinstance(node.ctx, ast.Load):
            self.findings.append(node.id)

    def _assign(self, name: str) -> None:
        if self._is_foreign(name) and name not in DOCUMENTED_ASSIGNMENTS:
            self.findings.append(f"assign {name}")


def text_of(node: ast.AST) -> str:
    """Return the source text of an expression, of a dotted name faster than `ast.unparse` does."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{text_of(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ast.unparse(node)


def root(name: str) -> str:
    """Return the first part of a dotted name."""
    return name.partition(".")[0].removesuffix("()")


@cache
def resolved(name: str) -> object:
    """Return the object with a dotted name; None if its package is not installed."""
    module, _, attribute = name.rpartition(".")
    if not module:
        return getattr(builtins, name, None)
    try:
        return getattr(importlib.import_module(module), attribute, None)
    except ImportError:
        return getattr(resolved(module), attribute, None)


def findings_in(source: str) -> list[str]:
    """Return the findings in the source text of a module."""
    return Walker(ast.parse(source)).findings


def findings_of_package() -> Iterator[tuple[str, str]]:
    """Yield file and finding for every module of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for finding in findings_in(path.read_text(encoding="utf-8")):
            yield path.relative_to(PACKAGE).as_posix(), finding


def test_the_package_uses_no_private_names_of_others() -> None:
    """The package uses public names of other packages only, except for the listed ones, all of which are needed."""
    found = set(findings_of_package())
    assert sorted(found - EXCEPTIONS.keys()) == []
    assert sorted(EXCEPTIONS.keys() - found) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from pyarrow._compute import call_function", ["import pyarrow._compute.call_function"]),
        ("from threading import _register_atexit", ["import threading._register_atexit"]),
        ("import click._compat", ["import click._compat"]),
        ("import atexit\natexit._clear()", ["atexit._clear"]),
        ("import numpy as np\nnp.linalg._umath_linalg.solve", ["numpy.linalg._umath_linalg"]),
        ("import functools\nfunctools._make_key(1)", ["functools._make_key"]),
        ("from rich.console import Console\nconsole = Console()\nconsole._x.y", ["rich.console.Console()._x"]),
        (
            "import subprocess\nclass A:\n def f(self):\n  self.p = subprocess.Popen('x')\n  self.p._handle",
            ["subprocess.Popen()._handle"],
        ),
        ("import tarfile\ndef f(a: tarfile.TarFile | None): return a._mode", ["tarfile.TarFile._mode"]),
        ("import tarfile\nwith tarfile.open('x') as a: a._mode", ["tarfile.open()._mode"]),
        ("import tarfile\nfor a, b in tarfile.open('x'): b._mode", ["tarfile.open()._mode"]),
        ("import sys\ngetattr(sys, '_getframe')", ["sys._getframe"]),
        (
            "import tarfile\nclass A(tarfile.TarInfo):\n def _proc_member(self, a): pass",
            ["override tarfile.TarInfo._proc_member"],
        ),
        (
            "import tarfile\nclass A(tarfile.TarInfo):\n def f(self, a): super()._proc_member(a)",
            ["tarfile.TarInfo._proc_member"],
        ),
        ("import json\njson.dumps = None", ["assign json.dumps"]),
        ("from json import JSONEncoder\nJSONEncoder.default = None", ["assign json.JSONEncoder.default"]),
        ("import json\nsetattr(json, 'dumps', None)", ["assign json.dumps"]),
        ("import sys\nsetattr(sys, name, None)", ["assign sys.*"]),
        ("import json\ndel json.dumps", ["assign json.dumps"]),
        ("from xml.dom import registered\nregistered['x'] = 2", ["assign xml.dom.registered"]),
        ("exec('x = 1')", ["exec"]),
        ("client.submit(eval, 'x')", ["eval"]),
        ("compile('x', 'y', 'exec')", ["compile"]),
    ],
)
def test_each_kind_is_found(source: str, expected: list[str]) -> None:
    """The walker finds private imports, attributes and overrides, assignments, and execution of source text."""
    assert findings_in(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos._exit(1)",
        "from collections import namedtuple\nA = namedtuple('A', 'x')\nA(1)._replace(x=2)._asdict()",
        "import sys\nsys.unraisablehook = hook\nsys.stdout = sys.stderr",
        "import os\nos.environ['A'] = 'b'",
        "import re\nre.compile('x')",
        "from goanalyze.core import _thing\n_thing._other",
        "class A:\n def f(self, other): return self._x + other._x",
        "from copy import copy\ndef f(board):\n made = copy(board)\n made._grid = 1",
        "import tarfile\nclass A(tarfile.TarInfo):\n def _mine(self): return self._mine()",
        "import json\n__version__ = json.__version__",
        "from functools import cache\ndef f(cache): return cache._file",
        "from functools import cache\ndef f(a):\n cache = a.b\n return cache._file",
        "import pandas as pd\ndef f(a: pd.DataFrame): return a\ndef g(a): return a._own",
    ],
)
def test_public_and_own_names_are_not_found(source: str) -> None:
    """The walker accepts documented names with an underscore, documented assignments, and names of the package."""
    assert findings_in(source) == []


def test_documented_assignments_exist() -> None:
    """Each attribute in the list of documented assignments exists in the standard library."""
    for name in DOCUMENTED_ASSIGNMENTS:
        assert root(name) in sys.stdlib_module_names
        assert hasattr(importlib.import_module(root(name)), re.sub(r".*\.", "", name))
