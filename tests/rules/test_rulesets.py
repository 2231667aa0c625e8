"""Rulesets as data, and the names that files use for them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from helpers.laws import over
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import find_ruleset
from goanalyze.errors import UnknownRulesetError
from goanalyze.rules import RULESETS, Axis, Komi
from goanalyze.rules.resolve import NAMES as PLAIN_NAMES
from goanalyze.util.choice import Choice

EXPECTED = """
id               repetition     no_result suicide   end                 last_pass dead_stones scoring   seki
basic            psk            never     any       two-passes          either    stay        area      none
basic-played-out psk            never     any       two-passes          either    captured    area      none
tromp-taylor     psk            never     any       two-passes          either    stay        area      none
japanese         basic-ko       agreement forbidden resumed-by-opponent either    in-territory territory eyes
korean           basic-ko       draw      forbidden resumed-by-opponent either    in-territory territory eyes
wagc             basic-ko       agreement forbidden resumed-by-opponent either    in-territory territory eyes
chinese          basic-ko       referee   forbidden resumed-by-either   either    chains      area      none
chinese-superko  psk            never     forbidden resumed             either    chains      area      none
wmsg             psk            never     forbidden resumed             either    chains      area      none
aga              ssk            never     forbidden resumed             white     chains      area      none
bga              nssk-basic-ko  never     forbidden resumed             white     chains      territory none
ffg              nssk-basic-ko  never     forbidden resumed             white     chains      area      none
ing              ing            never     several   verified            either    chains      area      none
ing-simplified   psk            never     any       resumed             either    chains      area      none
new-zealand      ssk-own-moves  never     several   resumed-by-either   either    chains      area      none
brainking        basic-ko       never     forbidden resumed-by-either   either    regions     territory none
ancient-chinese  basic-ko       referee   forbidden resumed-by-either   either    chains      stones    none
button           ssk-until-pass never     forbidden resumed             either    chains      area      none

id               placement compensation      ties  counting            komi    with_handicap beside
basic            free      nothing           draw  points              0       0
basic-played-out free      nothing           draw  points              0       0
tromp-taylor     free      nothing           draw  points              0       0
japanese         fixed     nothing           draw  fill-prisoners      6.5     0.5           both_lose prisoners
korean           fixed     nothing           draw  fill-prisoners      6.5     0.5           prisoners
wagc             even-only nothing           draw  fill-prisoners      6.5     -             prisoners
chinese          free      per-stone         draw  half                7.5     0
chinese-superko  free      per-stone         draw  points              7.5     0.5
wmsg             even-only nothing           draw  half                6.5     -             first_pass=of-game
aga              either    per-stone-but-one draw  area-or-pass-stones 7.5     0.5           pass_stones
bga              fixed     nothing           draw  area-or-pass-stones 19:7.5  0.5           prisoners pass_stones
ffg              fixed     per-stone-but-one draw  area-or-pass-stones 7.5     0.5           pass_stones
ing              free      nothing           black fill-in             8       0.5
ing-simplified   free      nothing           draw  points              8       0.5
new-zealand      passes    nothing           draw  points              7       0
brainking        free      nothing           draw  own-losses          19:5.5,13:4.5,9:3.5 even prisoners
ancient-chinese  free      per-stone         draw  points              0       0
button           either    per-stone-but-one draw  points              7       0             button

id               rulings
japanese         precedents
korean           precedents
wagc             precedents

id               life_and_death
japanese         confirmed
korean           local
wagc             confirmed

id               illegal_move
japanese         loses
korean           loses
wagc             loses
aga              pass
bga              pass
ffg              pass
ing              taken-back
button           pass

id               second_stop
wmsg             all-alive
aga              four-passes
bga              four-passes
ffg              four-passes
ing-simplified   all-alive
button           four-passes
"""
"""The axes as the rules texts give them, set down from a table of facts and not from the presets.

A table goes on in the next one; `beside` names what most rulesets have not: axes that are true, or differ from
"nothing". Group tax is 0 everywhere: stone scoring takes it by itself.
"""

DISAGREEMENTS = [
    ("new-zealand", "repetition", "a pass is a move"),
    ("new-zealand", "repetition", "situational superko but for the empty board"),
    ("bga", "repetition", "passes left out"),
    ("bga", "repetition", "programs map it to situational superko"),
    ("ffg", "repetition", "anomaly"),
    ("ffg", "repetition", "programs map it to situational superko"),
    ("aga", "repetition", "Benson reads it as natural situational"),
    ("aga", "repetition", "Wedd's list as positional"),
    ("chinese", "repetition", "art. 20.1: basic ko; art. 6"),
    ("chinese", "no_result", "no result, draw or replay"),
    ("chinese-superko", "repetition", "so reads the text, too, in theory"),
    ("ing", "repetition", "programs put positional superko in its place"),
    ("ing", "compensation", "OGS gives a point for each stone"),
    ("ing", "compensation", "KataGo none"),
    ("wmsg", "first_pass", "first pass of the game"),
    ("wmsg", "first_pass", "of the passes that end it"),
    ("brainking", "repetition", "read literally"),
    ("japanese", "seki", "read to the letter"),
    ("japanese", "repetition", "as programs play it"),
    ("bga", "komi", "has had 5.5 and 6.5, by date"),
    ("korean", "end", "hypothetical play is local, without passes for a ko"),
    ("new-zealand", "suicide", "the society's own text has a play take off all own stones without liberties"),
    ("japanese", "life_and_death", "holds only if that pass lifts every ban"),
    ("wagc", "life_and_death", "assumed"),
    ("wagc", "life_and_death", "know no pass for a ko"),
    ("korean", "life_and_death", "locally, without passes for a ko"),
    ("wagc", "rulings", "but for three points without capture, which it revises"),
    ("korean", "rulings", "assumed"),
    ("ffg", "end", "does not name the side that plays first"),
]
"""Where texts, programs and people differ: which axis says so, and in which words."""

NAMES = {
    "japanese": ["Japanese", "japanese", "JAPANESE", "Japanese Rules", "Japanese rules", "Japanese ruleset", "Japan",
                 "jp", "JPN", "J", "Nihon Kiin", "Nihon-Kiin", "日本", "日本ルール", "日本规则", "日本規則",
                 " Japanese ", "Japanese Rules.", "rules: Japanese"],
    "korean": ["Korean", "korean rules", "Korea", "KR", "한국", "韩国", "韓国", "한국룰", "韩国规则"],
    "chinese": ["Chinese", "chinese", "Chinese Rules", "cn", "CH", "China", "中国", "中國", "中国规则", "中国ルール"],
    "chinese-superko": ["chinese-superko", "Chinese superko", "Chinese (KGS)", "chinese-ogs"],
    "aga": ["AGA", "aga", "AGA Rules", "AGA (Area)", "AGA (Territory)", "American"],
    "bga": ["BGA", "British"],
    "ffg": ["FFG", "French", "French rules", "fr"],
    "ing": ["GOE", "Goe", "Ing", "ING", "Ing rules", "Ing Goe", "Ing SST", "应氏", "應氏", "应氏规则"],
    "ing-simplified": ["ing-simplified", "Simplified Ing", "Simplified Ing rules"],
    "new-zealand": ["NZ", "nz", "New Zealand", "New-Zealand", "new_zealand", "NewZealand", "NZ Rules"],
    "tromp-taylor": ["Tromp-Taylor", "Tromp/Taylor", "tromp taylor", "TrompTaylor", "TT", "Tromp–Taylor"],
    "wmsg": ["WMSG", "WMSG 2008", "World Mind Sports Games"],
    "ancient-chinese": ["ancient-chinese", "stone scoring", "Stone_Scoring", "ancient"],
    "button": ["Button Go", "button", "AGA button"],
    "wagc": ["WAGC"],
    "brainking": ["BrainKing", "brainking"],
    "basic": ["basic", "Basic rules"],
    "basic-played-out": ["basic-played-out", "Basic rules, played out"],
}  # fmt: skip

every_ruleset = pytest.mark.parametrize("id", RULESETS)


def expected() -> dict[str, dict[str, Any]]:
    """Read the table of facts: values of every axis by ruleset, komi as (even, handicap, sizes)."""
    found: dict[str, dict[str, Any]] = {}
    for block in EXPECTED.strip().split("\n\n"):
        head, *lines = block.splitlines()
        for line in lines:
            id_, *cells = line.split()
            row = found.setdefault(
                id_,
                {
                    "both_lose": False,
                    "prisoners": False,
                    "pass_stones": False,
                    "button": False,
                    "first_pass": "nothing",
                    "second_stop": "agreed",
                    "group_tax": 0,
                    "rulings": "none",
                    "illegal_move": "nothing",
                    "life_and_death": "played",
                },
            )
            named = dict(zip(head.split()[1:], cells, strict=False))
            for name in cells[len(named) - 1 :] if "beside" in named else ():
                axis, _, value = name.partition("=")
                row[axis] = value or True
            row.update((name, value) for name, value in named.items() if name != "beside")
    for row in found.values():
        komi, handicap = row.pop("komi"), row.pop("with_handicap")
        sizes = tuple((int(size), float(number)) for size, number in re.findall(r"(\d+):([\d.]+)", komi))
        named_handicap = {"-": None, "even": "even"}
        row["komi"] = Komi(
            None if sizes else float(komi),
            named_handicap[handicap] if handicap in named_handicap else float(handicap),
            sizes,
        )
    return found


def test_the_presets_are_the_worlds_rulesets() -> None:
    """Every ruleset of the table of facts is a preset under its own id, in the order of the table."""
    assert [id for id in RULESETS if id in expected()] == list(expected())
    assert all(id == ruleset.id for id, ruleset in RULESETS.items())


@pytest.mark.parametrize("id", expected())
def test_every_axis_is_what_the_rules_text_says(id: str) -> None:
    """All axes of a preset agree with the table of facts."""
    axes = {name: axis.value for name, axis in RULESETS[id].axes().items()}
    values = {name: value.value if isinstance(value, Choice) else value for name, value in axes.items()}
    assert values == expected()[id]


@pytest.mark.parametrize(("id", "axis", "words"), DISAGREEMENTS)
def test_a_disagreement_is_told_in_the_source_of_its_axis(id: str, axis: str, words: str) -> None:
    """If texts, programs and people differ, the axis says so."""
    assert words in RULESETS[id].axes()[axis].source


@every_ruleset
def test_every_axis_has_a_source(id: str) -> None:
    """Each choice of a ruleset is cited or called an assumption."""
    ruleset = RULESETS[id]
    for axis in ruleset.axes().values():
        assert isinstance(axis, Axis)
        assert len(axis.source.strip()) > 5


@every_ruleset
def test_a_ruleset_is_found_by_id_and_title(id: str) -> None:
    """Its id and its title name it, in any case and with blanks around."""
    for name in (id, RULESETS[id].title, id.upper(), f"  {id} ", id.replace("-", " ")):
        assert find_ruleset(name) is RULESETS[id]


@over("id, name", [(id, name) for id, names in NAMES.items() for name in names])
def test_a_ruleset_is_found_by_the_names_files_use(id: str, name: str) -> None:
    """Names as KGS, OGS, CGoban, Eastern servers and people write them."""
    assert find_ruleset(name).id == id


def test_every_alias_leads_to_a_ruleset() -> None:
    """No plain name points nowhere, and each can be found as it is written."""
    assert {name: find_ruleset(name).id for name in PLAIN_NAMES} == PLAIN_NAMES


@pytest.mark.parametrize(
    "name", ["", "  ", "rules", "Go", "chess", "Japanish", "house rules", "territory", "6.5", "日", "Jap anese Chinese"]
)
def test_an_unknown_name_raises_and_names_the_ids(name: str) -> None:
    """An unknown name of a ruleset is refused, and the message lists the ids."""
    with pytest.raises(UnknownRulesetError) as caught:
        find_ruleset(name)
    assert all(id in str(caught.value) for id in RULESETS)
    assert repr(name) in str(caught.value)
    assert isinstance(caught.value, ValueError)


@given(st.text(max_size=20))
def test_any_text_is_found_or_refused(name: str) -> None:
    """No text at all breaks the search: it names a preset or raises."""
    with suppress(UnknownRulesetError):
        assert find_ruleset(name).id in RULESETS


def test_a_ruleset_cannot_be_changed() -> None:
    """Presets are frozen values."""
    with pytest.raises(AttributeError):
        RULESETS["aga"].id = "other"  # type: ignore[misc]
