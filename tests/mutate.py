"""Mutation of random lines, by hand: ``PYTHONPATH=. python tests/mutate.py --count 50 --seed 1``.

Each mutant changes one operator, number or truth value of a line in the code that reads, replays and scores records, in
Python or C++. The tests of its subject run until the first failure; a mutant that survives them meets the whole suite.
Run it in a clone of its own: the files are changed in place and restored.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SUBJECTS = {
    "rules": (["goanalyze/rules/*.py"], "rules statements replay score gtp"),
    "replay": (
        ["goanalyze/replay/*.py", "goanalyze/core/*.py", "goanalyze/kernels/replay*.?pp"],
        "replay board core statements detectors",
    ),
    "score": (
        [
            "goanalyze/score/*.py",
            "goanalyze/kernels/count.cpp",
            "goanalyze/kernels/territory.cpp",
            "goanalyze/kernels/dame_filling.cpp",
        ],
        "score statements replay life",
    ),
    "reading": (
        [
            "goanalyze/sgf/*.py",
            "goanalyze/sgf/values/*.py",
            "goanalyze/kernels/tokenizer.cpp",
            "goanalyze/kernels/nodes.cpp",
            "goanalyze/kernels/spans.cpp",
        ],
        "sgf detectors repair archives",
    ),
}
_SWAPS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.And: "or",
    ast.Or: "and",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.FloorDiv: "*",
    ast.Mod: "*",
}
_OPERATORS = re.compile(r"not in|is not|<=|>=|==|!=|//|\band\b|\bor\b|\bin\b|\bis\b|[-+*<>&|%]")
_CPP = re.compile(r" (<=|>=|==|!=|&&|\|\||<|>|\+|-) |(?<=[ (])(\d+)(?=[;,) ])|\b(true|false)\b")
_CPP_SWAPS = {
    "<=": "<",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "<": "<=",
    ">": ">=",
    "+": "-",
    "-": "+",
    "true": "false",
    "false": "true",
}


class Mutant(NamedTuple):
    """A changed line.

    Attributes:
        subject: key of `SUBJECTS`.
        path: file, relative to the project.
        line: number of the line, from 1.
        begin: column of the change, in characters, from 0.
        end: column behind it.
        text: replacement.
    """

    subject: str
    path: str
    line: int
    begin: int
    end: int
    text: str


def python_mutants(subject: str, path: Path) -> list[Mutant]:
    """Return the mutants of a Python file; docstrings, annotations, imports and type checks have none."""
    source = path.read_text(encoding="utf-8")
    lines, result, name = source.splitlines(), [], path.relative_to(ROOT).as_posix()

    def between(left: ast.expr, right: ast.expr, text: str) -> None:
        row, end = (left.end_lineno or 0) - 1, left.end_col_offset or 0
        begin = len(lines[row].encode()[:end].decode())
        stop = right.col_offset if right.lineno == row + 1 else len(lines[row].encode())
        gap = lines[row][begin : len(lines[row].encode()[:stop].decode())]
        if match := _OPERATORS.search(gap):
            result.append(Mutant(subject, name, row + 1, begin + match.start(), begin + match.end(), text))

    def walk(node: ast.AST) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            return
        if isinstance(node, ast.Compare):
            for operator, left, right in zip(node.ops, [node.left, *node.comparators], node.comparators, strict=False):
                between(left, right, _SWAPS[type(operator)])
        elif isinstance(node, ast.BinOp) and type(node.op) in _SWAPS:
            between(node.left, node.right, _SWAPS[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                between(left, right, _SWAPS[type(node.op)])
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            row = node.lineno - 1
            begin = len(lines[row].encode()[: node.col_offset].decode())
            end = len(lines[row].encode()[: node.end_col_offset].decode())
            text = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            result.append(Mutant(subject, name, node.lineno, begin, end, text))
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    walk(child)

    walk(ast.parse(source))
    return result


def cpp_mutants(subject: str, path: Path) -> list[Mutant]:
    """Return the mutants of a C++ file; comments, preprocessor lines and templates have none."""
    result, name = [], path.relative_to(ROOT).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("//")[0]
        if code.lstrip().startswith(("#", "*", "/*")) or "template" in code or "static_assert" in code:
            continue
        for match in _CPP.finditer(code):
            group = next(index for index in (1, 2, 3) if match[index])
            text = str(int(match[2]) + 1) if group == 2 else _CPP_SWAPS[match[group]]
            result.append(Mutant(subject, name, number, match.start(group), match.end(group), text))
    return result


def drawn(count: int, seed: int) -> list[Mutant]:
    """Return mutants of distinct lines, drawn evenly from all lines of the subjects that can be changed."""
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for subject, (patterns, _) in SUBJECTS.items():
        for path in sorted(file for pattern in patterns for file in ROOT.glob(pattern)):
            for mutant in (python_mutants if path.suffix == ".py" else cpp_mutants)(subject, path):
                by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    source = random.Random(seed)
    return [source.choice(by_line[key]) for key in source.sample(sorted(by_line), count)]


def is_caught(mutant: Mutant) -> str:
    """Return the test that fails, the word build if the library cannot be built, or an empty text."""
    if mutant.path.endswith("pp"):
        build = [sys.executable, "-m", "goanalyze.kernels.building"]
        if subprocess.run(build, cwd=ROOT, capture_output=True, check=False).returncode:
            return "build"
    folders = [f"tests/{name}" for name in SUBJECTS[mutant.subject][1].split()]
    for paths in (folders, []):
        command = [sys.executable, "-m", "pytest", "-x", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
        done = subprocess.run([*command, *paths], cwd=ROOT, capture_output=True, text=True, check=False, timeout=1_800)
        if done.returncode:
            return next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "a crash")
    return ""


def main() -> None:
    """Print each mutant with the test that catches it, then the number of those that are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="number of mutants")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    options = parser.parse_args()
    caught = 0
    for mutant in drawn(options.count, options.seed):
        path = ROOT / mutant.path
        source = path.read_bytes().decode()
        lines = source.splitlines(keepends=True)
        before = lines[mutant.line - 1]
        lines[mutant.line - 1] = before[: mutant.begin] + mutant.text + before[mutant.end :]
        print(f"{mutant.path}:{mutant.line} {before.strip()}  →  {lines[mutant.line - 1].strip()}", flush=True)
        if options.list:
            continue
        began = time.monotonic()
        try:
            path.write_bytes("".join(lines).encode())
            test = is_caught(mutant)
        finally:
            path.write_bytes(source.encode())
            if mutant.path.endswith("pp"):
                subprocess.run(
                    [sys.executable, "-m", "goanalyze.kernels.building"], cwd=ROOT, capture_output=True, check=True
                )
        caught += bool(test)
        print(f"    {test or 'SURVIVED'} ({time.monotonic() - began:.0f} s)", flush=True)
    if not options.list:
        print(f"{caught} of {options.count} caught")


if __name__ == "__main__":
    main()
