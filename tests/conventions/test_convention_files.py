"""Conventions as TOML: written files are read back, and every error is one sentence.

Users and the program use the same form.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.conventions import toml_files
from goanalyze.conventions.convention import (
    Convention,
    Evidence,
    HandicapKind,
    Header,
    PlayedTerms,
    RestMode,
    ResultScale,
)
from goanalyze.conventions.toml_files import parse_conventions, read_conventions, to_toml
from goanalyze.errors import ConventionError
from goanalyze.rules import RULESETS, Compensation

PLAYED = '[a.played]\nruleset = "chinese"\n'

shares = st.floats(0, 1)
counts = st.integers(0, 10**7)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=9).map(lambda text: " ".join(text.split()))
ids = st.sampled_from((*RULESETS, "koPOSITIONALscoreAREAtaxNONEsui0", "koSIMPLEscoreTERRITORYtaxALLsui0"))
some_years = st.tuples(st.integers(1, 9999), st.integers(1, 9999)).map(sorted).map(tuple)
headers = st.builds(
    Header,
    sources=st.lists(words.filter(bool), max_size=3).map(tuple),
    application=st.none() | words,
    ruleset=st.none() | st.just("") | ids,
    komi=st.none() | words,
    handicap=st.none() | st.sampled_from(HandicapKind),
    board=st.none() | st.tuples(st.integers(1, 52), st.integers(1, 52)).map(lambda size: f"{size[0]}×{size[1]}"),
    years=st.none() | some_years | st.tuples(st.integers(1, 9999), st.none()) | st.tuples(st.none(), st.just(2003)),
)
playeds = st.builds(
    PlayedTerms,
    ruleset=st.none() | ids,
    komi=st.none() | st.integers(-1600, 1600).map(lambda quarters: quarters / 4),
    compensation=st.none() | st.sampled_from(Compensation),
    scale=st.sampled_from(ResultScale),
    rest=st.none() | st.sampled_from(RestMode),
)
evidences = st.builds(Evidence, *(counts,) * 3, shares, *(counts,) * 2, *(shares,) * 2)
conventions = st.lists(
    st.builds(Convention, st.from_regex(r"[a-z0-9_-]{1,9}", fullmatch=True), headers, playeds, st.none() | evidences),
    min_size=1,
    max_size=4,
    unique_by=(lambda each: each.name, lambda each: each.header),
).map(tuple)


@given(conventions)
def test_what_is_written_is_read_back(written: tuple[Convention, ...]) -> None:
    """The program writes its conventions in the form that users write."""
    assert parse_conventions(to_toml(written)) == written


def test_a_file_as_the_module_shows_it(tmp_path: Path) -> None:
    """The example in `goanalyze.conventions.toml_files` is read as described; a number is a year, x is ×."""
    text = "".join(
        line[4:] + "\n" for line in (toml_files.__doc__ or "").splitlines() if line.startswith("    ") or not line
    )
    (tmp_path / "fox.toml").write_text(text.replace("19×19", "19x19"), encoding="utf-8-sig")
    (fox,) = read_conventions(tmp_path / "fox.toml")
    assert fox == Convention(
        "fox-even",
        Header(("fox-9k.zip",), "foxwq", "chinese", "0", HandicapKind.NONE, "19×19", (2013, 2019)),
        PlayedTerms("japanese", 6.5, Compensation.NOTHING, rest=RestMode.PLAYED_OUT),
    )
    (one,) = parse_conventions("[a]\nyears = 2003\n" + PLAYED)
    assert one.header.years == (2003, 2003)


SENTENCES = {
    "": "a convention is missing. Expected a table such as [fox-even]",
    "a = 1": "a is outside of a convention. Expected it in a table such as [fox-even]",
    "[a]\nkomi = ": "line 2, at the end: it is not valid TOML",
    "[a]\n[a]": "line 2: [a] occurs twice. Expected one table of each name",
    "[A]\n[A.played]\nkomi = 1": "[A] this is not a valid name of a convention. Expected a-z, 0-9, - and _",
    "[a]\nsource = 'x.zip'": "[a] other terms than those of the records are missing. Expected one or more of ruleset, "
    'komi, compensation, result, rest in [a.played], or played = "header"',
    "[a.played]\nresult = 'as read'": "[a] other terms than those of the records are missing",
    "[a]\naplication = 'x'\n" + PLAYED: "[a] aplication is not a valid field (did you mean application?). Expected one "
    "of: source, application, ruleset, komi, handicap, board, years, played, evidence",
    "[a.played]\nrulset = 'chinese'": "[a] played: rulset is not a valid field (did you mean ruleset?). Expected one "
    "of: ruleset, ",
    "[a]\nplayed = 3": '[a] played: 3 is not valid. Expected a table of its own, or "header"',
    "[a.played]\nkomi = 'auction'": "[a] played: komi: 'auction' is not valid. Expected multiples of 0.25",
    "[a.played]\nkomi = 6.3": "[a] played: komi: 6.3 is not valid. Expected multiples of 0.25 from -400 to 400",
    "[a.played]\nkomi = true": "[a] played: komi: true is not valid",
    "[a.played]\nruleset = 'chines'": "[a] played: ruleset: 'chines' is not valid (did you mean chinese?). Expected "
    "the id of a preset: basic, ",
    "[a.played]\ncompensation = 2": "[a] played: compensation: 2 is not valid. Expected one of: nothing, per-stone, ",
    "[a.played]\nrest = 'played'": "[a] played: rest: 'played' is not valid (did you mean played out?). Expected one "
    "of: open, played out",
    "[a.played]\nrest = true": "[a] played: rest: true is not valid. Expected one of: open, played out",
    "[a.played]\ndame = 'open'": "[a] played: dame is not a valid field. Expected one of: ruleset, komi, ",
    "[a]\nkomi = 0\n" + PLAYED: '[a] komi: 0 is not valid. Expected KM as written, in quotes, such as "0" or "375"',
    "[a]\nhandicap = 'two'\n" + PLAYED: "[a] handicap: 'two' is not valid. Expected one of: none, one, more",
    "[a]\nboard = '19'\n" + PLAYED: "[a] board: '19' is not valid. Expected columns and rows, such as 19×19",
    "[a]\nyears = '2019-2013'\n" + PLAYED: "[a] years: '2019-2013' is not valid. Expected a year, such as 2013, or ",
    "[a]\nyears = 2013-01-01\n" + PLAYED: "[a] years: 2013-01-01 is not valid. Expected a year, such as 2013, or ",
    "[a]\nyears = '-'\n" + PLAYED: "[a] years: '-' is not valid",
    "[a]\nsource = []\n" + PLAYED: "[a] source: a list is not valid. Expected the name of an archive or folder",
    "[a]\napplication = 3\n" + PLAYED: "[a] application: 3 is not valid. Expected text in quotes",
    PLAYED + "[b.played]\nruleset = 'japanese'": "[a] and [b] cover the same games. Expected only one of them",
    PLAYED + "[a.evidence]\ngames = 3": "[a] evidence: missing are explained, header, chance, deciding, ",
    PLAYED + "[a.evidence]\nchance = 2": "[a] evidence: chance: 2 is not valid. Expected a number from 0 to 1",
    PLAYED + "[a.evidence]\ngames = -1": "[a] evidence: games: -1 is not valid. Expected a whole number from 0",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_what_is_wrong_is_one_sentence(text: str) -> None:
    """Unknown fields, contradictions and wrong values are one sentence with the file."""
    with pytest.raises(ConventionError) as told:
        parse_conventions(text, "fox.toml")
    assert str(told.value).startswith("fox.toml: ")
    assert SENTENCES[text] in str(told.value)
    assert "\n" not in str(told.value)


def test_no_komi_is_zero_without_a_sign() -> None:
    """Messages repeat a convention's komi, and never contain −0."""
    (convention,) = parse_conventions("[a.played]\nkomi = -0.0")
    assert str(convention.played.komi) == "0.0"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """The messages have the form of those about custom rulesets."""
    with pytest.raises(ConventionError, match=r"fox\.toml is not found\. Expected a TOML file$"):
        read_conventions(tmp_path / "fox.toml")
    with pytest.raises(ConventionError, match=r"is a folder\. Expected a TOML file$"):
        read_conventions(tmp_path)
