"""Words that names and prose avoid.

`python tests/test_language.py goanalyze/life` prints the violations in a folder or file, without arguments all of them.

A comment `# language: <reason>` at the end of a line excepts the line (`//` in C++, `<!--` in Markdown).
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("README.md", "pyproject.toml", ".ci/run", ".ci/sanitize", "goanalyze", "data", "notebooks", "tests")
SUFFIXES = {".cpp", ".css", ".hpp", ".html", ".ipynb", ".js", ".json", ".md", ".py", ".svg", ".toml", ".txt"}
LISTS_THE_WORDS = {"tests/test_language.py", "goanalyze/docs/language.md"}

# words that names avoid (N1), with their replacements
NAMES = {
    "ask asks asked": "options, query, or the noun of the argument",
    "beside": "adjacent, neighbors",
    "found": "result, match, matches, or the plural noun: findings, points, groups",
    "given": "inputs, or the noun of the argument",
    "held": "owner, prisoners, cached",
    "made": "copy, board, built",
    "mended": "repaired, changes",
    "met": "candidates, matches",
    "place places": "index, row; offset; path, folder; address; point",
    "say says said": "value, text; print, format",
    "stands stood standing": "existing, current, repeated",
    "tell tells told teller": "message, lines, caption, reported; report, annotate; detector",
    "wanted": "selected, required",
    "who": "color, player, rulesets",
    "whose": "owner",
}
N1 = {word: text for words, text in NAMES.items() for word in words.split()}
N2 = re.compile(r"\w+ed|told|made|given|shown|drawn|chosen|undone|done|kept|met|found|held|said|written|left")
VERBS = "Return|Yield|Say|Tell|Give|Name|Write|Print|Show"
FIRST_LINE = {
    "D1": re.compile(rf"({VERBS}) (what|who|whose|which|how|where|whether|why|when)\b"),
    "D2": re.compile(r"(What|Who|Whose|How|Where|Which|Whether|Why)\b"),
}
D3 = re.compile(r"^\s+\w+: (\w+\[[^]]*\], )?(of |as |the same|likewise)", re.MULTILINE)
PATTERNS = {  # of prose; a blank matches any white space
    "P1": r"\b(is|are|was|were|be) (no|none|nobody)\b(?! (longer|more|less|fewer|later|earlier)\b)",
    "P2": r"\ballowed (is|are)\b|\bis not allowed\b",
    "P3": r"\b(told|tells?)\b",
    "P4": r"\b(stands?|stood)\b",
    "P5": r"\bbesides?\b",
    "P6": r"\b(nobody|whoever|whatever)\b",
    "P7": r"\bwho (moves?|moved|plays?|played|pass(es|ed)|wins?|won|is to move|made|marks?|fills?|takes?|begins?|"
    r"resumes?)\b|\bwhose (turn|each|it)\b",
    "P8": r"\bso (many|much)\b|\bas many\b|\bmanieth\b",
    "P9": r"\bwhat\b(?![^.!?]*\?)",
    "P10": r"\bwhat may (not )?live here\b|\blikewise\b",
    "H1": r"\bissues? \d+|\.\./shared|\brules article\b|design of the confirmation|"
    r"confirmation of life and death, section",  # of every text
}
PROSE = {rule: re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE) for rule, pattern in PATTERNS.items()}
HISTORY = {"H1": PROSE.pop("H1")}

REPLACEMENTS = {
    "N1": "",  # in NAMES
    "N2": "a noun that names the object, as FindingFilter",
    "D1": "the verb and the noun of the object: 'Return the …', 'Return True if …'",
    "D2": "a noun phrase; 'True if …' for a boolean",
    "D3": "a complete noun phrase with dtype[shape], unit, sign and default",
    "M1": "two sentences: 'X is not a valid Y. Expected …'",
    "P1": "is not a valid …, is missing, is not found, is unknown, does not",
    "P2": "'Expected …'",
    "P3": "report, state; distinguish",
    "P4": "is, are, contains, occurs; 'remains in force' for a rule",
    "P5": "adjacent to; next to; in addition to",
    "P6": "no player, neither side; the player, any player; any, regardless of",
    "P7": "Black, White, the player, the opponent, the owner, the side to move",
    "P8": "the number, 'n games'; the same number",
    "P9": "the noun of the object",
    "P10": "'Scope: …'; the whole entry again",
    "H1": "a description of the present; a document of the repository, or author, title, year and clause",
}

EXCEPTIONS = {  # rule, files and the part of a line that is excepted: reason
    ("N1", r"goanalyze/(board|core)/", r"\bdef place\("): "the verb for a stone",
    ("N1", r"goanalyze/", r"\bdef _?place_(free_)?(handicap|stones?)\("): "stones; place_free_handicap is GTP's name",
    ("N1", r"goanalyze/(sgf|tables)/", r"^ +place: "): "the column games.place (property PC)",
    ("N1", r"goanalyze/.*conventions", r"(?i)\b_?standing\b"): "a column of conventions",
    ("N1", r"goanalyze/", r"\bdef tell\(self\) -> int:"): "the method of io.RawIOBase",
    ("H1", r"tests/statements/.*\.toml", r"^says = .*"): "quotations",
    ("P9", r"goanalyze/docs/command-line\.md", r"\bwhat-if\b"): "a value of compare --results",
} | {  # values of tables, as "given", need no exception: a string without a blank is not prose
    (rule, r"goanalyze/docs/statements\.md", r"^\| [^|]+ \| [^|]+ \|"): "quotations" for rule in PROSE
}
EXCEPTED_LINE = re.compile(r"(#|//|<!--) language: \S.*$")
CPP = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'\\?.'|[A-Za-z_]\w*""", re.DOTALL)

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
Match = tuple[str, int, str]  # rule, line, text


class Violation(NamedTuple):
    """One violation: rule, file (in a notebook also the cell), line and offending text."""

    rule: str
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        replacement = REPLACEMENTS.get(self.rule) or replacement_of(self.text)
        return f"{self.rule} {self.file}:{self.line}: {' '.join(self.text.split())!r}. Replacement: {replacement}"


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case, split at underscores and capitals."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def replacement_of(name: str) -> str:
    """Return the replacement of the first word that a name should avoid, empty for a good name."""
    return next((N1[word] for word in words_of(name) if word in N1), "")


def bound_name(node: ast.AST) -> str:
    """Return the name that a node binds, empty for other nodes."""
    match node:
        case (
            ast.ClassDef(name=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.arg(arg=name)
            | ast.Name(id=name, ctx=ast.Store())
            | ast.Attribute(attr=name, ctx=ast.Store())
            | ast.alias(asname=str(name))
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
        ):
            return name
    return ""


def in_text(text: str, rules: dict[str, re.Pattern[str]]) -> Iterator[Match]:
    """Yield the matches of rules in a text."""
    for rule, pattern in rules.items():
        for match in pattern.finditer(text):
            yield rule, text.count("\n", 0, match.start()) + 1, match[0]


def in_comments(comments: dict[int, str], lines: int) -> Iterator[Match]:
    """Yield the matches in comments by line; those of consecutive lines are one text."""
    return in_text("\n".join(comments.get(line, ".") for line in range(1, lines + 1)), PROSE)


def python_comments(source: str) -> dict[int, str]:
    """Return the comments of a module by line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string.lstrip("#") for token in tokens if token.type == tokenize.COMMENT}


def in_first_line(line: int, text: str) -> Iterator[Match]:
    """Yield the matches in the first line of a docstring that begins at a line."""
    yield from ((rule, line, text.partition("\n")[0]) for rule in FIRST_LINE if FIRST_LINE[rule].match(text))


def in_documentation(source: str) -> Iterator[Match]:
    """Yield the matches in the docstrings and comments of a module of tests."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node, clean=False)):
            first = node.body[0].lineno
            yield from in_first_line(first, text)
            yield from ((rule, first + line - 1, match) for rule, line, match in in_text(text, PROSE))
    yield from in_comments(python_comments(source), source.count("\n") + 1)


def in_python(file: str, source: str) -> Iterator[Match]:
    """Yield the matches in a module: names, docstrings, errors, strings with a blank and comments."""
    if N2.fullmatch(Path(file).stem):
        yield "N2", 1, Path(file).stem
    lines, parts = source.split("\n"), set()
    for node in ast.walk(ast.parse(source)):  # an f-string comes before its parts
        if replacement_of(name := bound_name(node)):
            yield "N1", node.lineno, name
        if isinstance(node, ast.ClassDef) and len(words_of(name)) == 1 and N2.fullmatch(words_of(name)[0]):
            yield "N2", node.lineno, name
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node, clean=False)):
            line = node.body[0].lineno
            yield from in_first_line(line, text)
            yield from (("D3", line + text.count("\n", 0, entry.end()), entry[0]) for entry in D3.finditer(text))
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fail"):
            strings = (str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant))
            yield from (("M1", node.lineno, text) for text in [text for text in strings if "; " in text][:1])
        text = ""
        if isinstance(node, ast.JoinedStr):
            parts |= set(node.values)
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            text = node.value
        for rule, line, match in in_text(text, PROSE) if " " in text else ():
            # escapes and concatenation: a string's lines in the file are not always those of its value
            candidates = (min(node.lineno + line - 1, node.end_lineno), *range(node.lineno, node.end_lineno + 1))
            yield rule, next((n for n in candidates if match.split()[0] in lines[n - 1]), node.lineno), match
    yield from in_comments(python_comments(source), len(lines))


def in_cpp(source: str) -> Iterator[Match]:
    """Yield the matches in C++: identifiers, strings with a blank and comments."""
    comments: dict[int, str] = {}
    line, end = 1, 0
    for token in CPP.finditer(source):
        line, end = line + source.count("\n", end, token.start()), token.start()
        if token[0].startswith(("//", "/*")):
            comments |= {line + number: text.lstrip("/* ") for number, text in enumerate(token[0].split("\n"))}
        elif token[0].startswith('"') and " " in token[0]:
            yield from ((rule, line, text) for rule, _, text in in_text(token[0], PROSE))
        elif token[0].isidentifier() and replacement_of(token[0]):
            yield "N1", line, token[0]
    yield from in_comments(comments, source.count("\n") + 1)


def matches_in(file: str, source: str) -> Iterator[Match]:
    """Yield the matches of all rules that apply to a file."""
    yield from in_text(source, HISTORY)
    suffix = Path(file).suffix
    if file.startswith("goanalyze/") and suffix == ".py":
        yield from in_python(file, source)
    elif file.startswith("goanalyze/") and suffix in {".cpp", ".hpp"}:
        yield from in_cpp(source)
    elif file.startswith("tests/") and suffix == ".py":
        yield from in_documentation(source)
    elif suffix.startswith((".md", ".ipynb")):
        yield from in_text(source, PROSE)


def violations_in(file: str, source: str) -> Iterator[Violation]:
    """Yield the violations in a file, a path below the project's folder, without exceptions."""
    if file.endswith(".ipynb"):
        for number, cell in enumerate(json.loads(source)["cells"], 1):
            yield from violations_in(f"{file}, cell {number}", "".join(cell["source"]))
        return
    lines = source.split("\n")
    excepted = [(rule, re.compile(part)) for rule, files, part in EXCEPTIONS if re.match(files, file)]
    for rule, line, text in matches_in(file, source):
        parts = (match[0] for name, part in excepted if name == rule for match in part.finditer(lines[line - 1]))
        if not EXCEPTED_LINE.search(lines[line - 1]) and not any(text in part for part in parts):
            yield Violation(rule, file, line, text)


@cache
def violations() -> list[Violation]:
    """Return all violations of the project."""
    result: list[Violation] = []
    for root in map(ROOT.joinpath, FOLDERS):
        for path in [root] if root.is_file() else sorted(root.rglob("*")):
            file = path.relative_to(ROOT).as_posix()
            if (path == root or path.suffix in SUFFIXES) and file not in LISTS_THE_WORDS:
                result += sorted(violations_in(file, path.read_text(encoding="utf-8", errors="replace")))
    return result


def test_names_and_prose_keep_the_rules() -> None:
    """No file of the project violates a rule."""
    report = [str(each) for each in violations()]
    assert not report, "\n".join(report)


BAD = [
    ("N1", "a.py", "def _wasTold(): pass"),
    ("N1", "a.py", "class TellTale: pass"),
    ("N1", "a.py", "lambda place: 0"),
    ("N1", "a.py", "self.who = 1"),
    ("N1", "a.py", "import x as given"),
    ("N1", "a.cpp", "int found{};"),
    ("N2", "judged.py", ""),
    ("N2", "a.py", "class _Judged: pass"),
    ("D1", "a.py", '"""Return how it ends."""'),
    ("D1", "a.py", "async def f():\n    'Say who it is.'"),
    ("D2", "a.py", 'class A:\n    """Whether it ends."""'),
    ("D3", "a.py", '"""A.\n\n    x: bool[n], the same."""'),
    ("M1", "a.py", "raise ValueError(f'{x}; good')"),
    ("M1", "a.py", "fail('bad; good; better')"),
    ("P1", "a.py", '"""It is\nno point."""'),
    ("P1", "a.cpp", "// it is\n// no point"),
    ("P2", "a.py", "x = 'allowed are 2'"),
    ("P3", "a.py", "x = f'{y} tells'"),
    ("P4", "a.py", "# A stone stands."),
    ("P5", "docs/a.md", "Besides:"),
    ("P6", "a.hpp", "/* all,\n * whatever */"),
    ("P7", "a.py", "# whose turn"),
    ("P8", "../notebooks/a.ipynb", "so many"),
    ("P9", "a.cpp", 'f("so what");'),
    ("P10", "a.py", "# Likewise."),
    ("H1", "a.toml", '"../shared"'),
    ("H1", "../tests/a.py", "# issue 1"),
    ("D1", "../tests/a.py", '"""Return how it ends."""'),
    ("P4", "../tests/a.py", "# A stone stands."),
    ("P9", "../tests/a.py", 'def f():\n    """Return it.\n\n    As what is drawn.\n    """'),
    ("P6", "../tests/a.md", "Whoever."),
]
GOOD = [
    ("a.py", "print(told, x.found, f(given=1), 'given')"),
    ("a.py", "class JudgedMoves: pass"),
    ("a.py", "x = 'Told'"),
    ("a.py", "# It is no longer so. What is next?"),
    ("a.py", "raise ValueError('a;b') from None"),
    ("a.cpp", '// found\nf("found");'),
    ("../tests/a.py", "told = f('It is told.')"),
    ("../data/a.py", "told = 1"),
    ("a.py", "told = 1  # language: a quote"),
    ("a.cpp", "f(told);  // language: a quote"),
    ("a.md", "It stands. <!-- language: a quote -->"),
    ("core/a.py", "def place(self, point): pass"),
    ("gtp/a.py", "def place_free_handicap(self): pass"),
    ("tables/a.py", "class A:\n    place: str"),
    ("conventions/a.py", "standing = Standing.OPEN"),
    ("a.py", "def tell(self) -> int: pass"),
    ("../tests/statements/a.toml", 'says = "issue 1"'),
    ("docs/statements.md", "| rule 1 | It stands. | |"),
    ("docs/command-line.md", "`what-if`"),
]
NOT_QUITE_EXCEPTED = [
    ("a.py", "told = 1  # language:"),
    ("a.py", "told = 1  # language: a quote\nwho = 1"),
    ("show/a.py", "standing = 1"),
    ("conventions/a.py", "standing = told = 1"),
    ("a.py", "def tell(text): pass"),
    ("core/a.py", "place = 1"),
    ("export/a.py", "class A:\n    place: str"),
    ("../tests/statements/a.toml", "#issue 1"),
    ("docs/statements.md", "| rule 1 | It is. | It stands. |"),
]


def file_of(name: str, text: str) -> tuple[str, str]:
    """Return the path and the source of a sample."""
    source = json.dumps({"cells": [{"source": [text]}]}) if name.endswith(".ipynb") else text
    return (name.removeprefix("../") if name.startswith("../") else f"goanalyze/{name}"), source


@pytest.mark.parametrize(("rule", "name", "text"), BAD)
def test_a_rule_finds_its_pattern(rule: str, name: str, text: str) -> None:
    """A sample that violates one rule is reported once, with the replacement."""
    (violation,) = violations_in(*file_of(name, text))
    assert violation.rule == rule
    assert str(violation).split("Replacement: ")[1]


@pytest.mark.parametrize(("name", "text"), GOOD)
def test_a_sample_within_the_rules_is_not_reported(name: str, text: str) -> None:
    """A sample that keeps the rules, or is excepted from one, is not reported."""
    assert list(violations_in(*file_of(name, text))) == []


@pytest.mark.parametrize(("name", "text"), NOT_QUITE_EXCEPTED)
def test_an_exception_is_narrow(name: str, text: str) -> None:
    """An exception needs its reason, and applies only to its files, its line and its words."""
    assert len(list(violations_in(*file_of(name, text)))) == 1


def test_every_rule_and_every_exception_has_a_sample() -> None:
    """The samples cover all rules and all exceptions."""
    assert {rule for rule, _, _ in BAD} == set(REPLACEMENTS)
    samples = [file_of(*sample) for sample in GOOD]
    for _, files, part in EXCEPTIONS:
        assert any(re.match(files, file) and re.search(part, text, re.MULTILINE) for file, text in samples)


def test_the_line_of_a_violation_is_that_of_its_text() -> None:
    """The line is right in strings of several lines and of several parts."""
    text = 'x = """a b\nwhat"""\ny = (\n    "a "\n    "what"\n)\n# what'
    assert sorted(each.line for each in violations_in("goanalyze/a.py", text)) == [2, 5, 7]


if __name__ == "__main__":
    sys.exit("\n".join(str(each) for each in violations() if each.file.startswith(tuple(sys.argv[1:]) or "")) or None)
