"""KataGo's rules strings, such as `koPOSITIONALscoreAREAtaxNONEsui1`: one part for each rule of the program.

A string is read as KataGo reads it. The parts have any order, and the last of several holds. An absent part has the
value of Tromp–Taylor; an absent `tax` is `SEKI` in territory scoring. The keys of JSON objects and of configuration
files name the same parts, as in `{"ko": "SIMPLE", "scoring": "AREA"}`.

- A string that KataGo has a name for is the preset of that name.
- Any other string is a ruleset of its own. Its id is the string in KataGo's order without defaults and komi.
- `fpok` is newer than the other parts. Without it the preset decides whether dead stones are removed. In a ruleset of
  its own they then stay, as KataGo counts them. It changes nothing in territory scoring: KataGo plays disputes out.
- `komi` belongs to the game, see `komi_of_rules`. Only a ruleset that a user names by such a string takes its komi.

Sources: KataGo, *Supported Go Rules (Version 2)*; *GTP Extensions*, `kata-get-rules`; *cpp/game/rules.cpp*, 2024.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from goanalyze.rules.choices import Compensation, DeadStones, IllegalMove, NoResult, Repetition, Scoring, Seki, Suicide
from goanalyze.rules.komi import Komi
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import Axis, Ruleset
from goanalyze.util.row import Fields

_SOURCE: Final = "KataGo, Supported Go Rules (Version 2)"
_STRING: Final = "KataGo's rules string; an absent part has the value of Tromp–Taylor"

_NUMBER: Final = r"[-+]?\d+(?:\.\d+)?"
_PARTS: Final = {
    "ko": ("korule|ko", "positional|situational|simple|spight"),
    "score": ("scoringrule|scoring|score", "area|territory"),
    "tax": ("taxrule|tax", "none|seki|all"),
    "sui": ("multistonesuicidelegal|suicide|sui", "0|1|true|false"),
    "button": ("hasbutton|button", "0|1|true|false"),
    "whb": ("whitehandicapbonus|whb", "0|n-1|n"),
    "fpok": ("friendlypassok|fpok", "0|1|true|false"),
    "komi": ("komi", _NUMBER),
}
"""The names and values of each part in strings, JSON objects and configuration files, in KataGo's order."""
_PART: Final = re.compile(
    "|".join(rf"(?:{keys})[\s:=\"']*(?P<{part}>{values})" for part, (keys, values) in _PARTS.items()), re.IGNORECASE
)
_BETWEEN: Final = re.compile(r"[\s,;:|/{}\"'.]+")
_SPELLINGS: Final = {"TRUE": "1", "FALSE": "0"}
_DEFAULTS: Final = {"ko": "POSITIONAL", "score": "AREA", "tax": "", "sui": "1", "button": "0", "whb": "0", "fpok": ""}
_OMITTED: Final = frozenset({("button", "0"), ("whb", "0"), ("fpok", "")})
"""Parts that KataGo does not write."""

_NAMED: Final = {
    "koSIMPLEscoreTERRITORYtaxSEKIsui0": "japanese",
    "koSIMPLEscoreAREAtaxNONEsui0whbN": "chinese",
    "koPOSITIONALscoreAREAtaxNONEsui0whbN": "chinese-superko",
    "koSITUATIONALscoreAREAtaxNONEsui0whbN-1": "aga",
    "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1": "button",
    "koSITUATIONALscoreAREAtaxNONEsui1": "new-zealand",
    "koSIMPLEscoreAREAtaxALLsui0": "ancient-chinese",
    "koPOSITIONALscoreAREAtaxNONEsui1": "tromp-taylor",
}
"""The strings that KataGo has names for, without `fpok`."""

_REPETITION: Final = {
    "SIMPLE": Repetition.BASIC_KO,
    "POSITIONAL": Repetition.POSITIONAL,
    "SITUATIONAL": Repetition.SITUATIONAL,
    "SPIGHT": Repetition.SITUATIONAL_UNTIL_PASS,
}
_COMPENSATION: Final = {"0": Compensation.NOTHING, "N": Compensation.PER_STONE, "N-1": Compensation.PER_STONE_BUT_ONE}
_SPIGHT: Final = "'koSPIGHT', superko that every pass lifts, is applied as superko that the first pass lifts"


class RulesString(NamedTuple):
    """A rules string of KataGo.

    Attributes:
        parts: value of each part but komi, by its name in KataGo's order; that of `fpok` is empty if it is absent.
        komi: komi in points for White, None if the string has none.
        unknown: texts between the parts.
    """

    parts: tuple[tuple[str, str], ...]
    komi: float | None
    unknown: tuple[str, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset without regard to komi: a preset, or a ruleset with the normalised string as its id."""
        return _ruleset(self.parts)

    @property
    def ruleset_with_komi(self) -> Ruleset:
        """The ruleset with the komi of the string, which its id then names."""
        ruleset = self.ruleset
        if self.komi is None:
            return ruleset
        name = f"{_text(self.parts)}komi{self.komi:g}"
        return replace(ruleset, id=name, title=name, komi=Axis(Komi(self.komi), _STRING))

    @property
    def is_silent_on_dead_stones(self) -> bool:
        """True if the string scores area and does not say whether dead stones are removed."""
        values = dict(self.parts)
        return values["score"] == "AREA" and not values["fpok"]

    @property
    def not_applied(self) -> tuple[str, ...]:
        """The parts that the ruleset does not have as written, each as a clause."""
        spight = (_SPIGHT,) if dict(self.parts)["ko"] == "SPIGHT" else ()
        return (*(f"{text!r} is unknown and is not applied" for text in self.unknown), *spight)


def parse_rules_string(text: str) -> RulesString | None:
    """Return the parts of KataGo's rules string or JSON object, None if the text is neither.

    A rules string begins with a part, and has a ko rule or a scoring rule. Its parts are the most of it.
    """
    text = unicodedata.normalize("NFKC", text).strip(" \t\r\n{\"'")
    matches = list(_PART.finditer(text))
    values = {match.lastgroup or "": match[match.lastgroup or 0].upper() for match in matches}
    gaps = [0, *(index for match in matches for index in match.span()), len(text)]
    unknown = [
        word
        for start, end in zip(gaps[::2], gaps[1::2], strict=True)
        for word in _BETWEEN.split(text[start:end])
        if word
    ]
    is_rules = not {"ko", "score"}.isdisjoint(values) and gaps[1] == 0
    if not is_rules or sum(map(len, unknown)) > sum(len(match[0]) for match in matches):
        return None
    komi = float(values.pop("komi", "nan"))
    values = _DEFAULTS | {part: _SPELLINGS.get(value, value) for part, value in values.items()}
    values["tax"] = values["tax"] or ("SEKI" if values["score"] == "TERRITORY" else "NONE")
    return RulesString(tuple(values.items()), komi if Komi.is_number(komi) else None, tuple(unknown))


def komi_of_rules(text: str) -> float | None:
    """Return the komi in KataGo's rules string, in points for White; None if it has none."""
    string = parse_rules_string(text)
    return string.komi if string else None


def _text(parts: tuple[tuple[str, str], ...]) -> str:
    """Return a rules string as KataGo writes it."""
    return "".join(f"{part}{value}" for part, value in parts if (part, value) not in _OMITTED)


@cache  # of a few hundred
def _ruleset(parts: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return the ruleset of a rules string without komi."""
    values = dict(parts)
    is_area, removal = values["score"] == "AREA", values.pop("fpok")
    name = _text(tuple(values.items()))
    preset = RULESETS.get(_NAMED.get(name, ""))
    if preset and (not is_area or removal in ("", _removal(preset))):
        return preset
    if is_area and (removal == "1" or (removal == "0" and preset)):
        name += f"fpok{removal}"
    base = RULESETS["japanese" if not is_area else "chinese-superko" if removal == "1" else "tromp-taylor"]
    is_simple, taxes_groups, has_button = values["ko"] == "SIMPLE", values["tax"] == "ALL", values["button"] == "1"
    axes: Fields = {
        "repetition": _REPETITION[values["ko"]],
        "scoring": Scoring.AREA if is_area else Scoring.TERRITORY,
        "seki": Seki.COUNTED if values["tax"] == "NONE" else Seki.EYES,
        "group_tax": 2 * taxes_groups,
        "suicide": Suicide.SEVERAL if values["sui"] == "1" else Suicide.FORBIDDEN,
        "button": has_button,
        "compensation": _COMPENSATION[values["whb"]],
    }
    of_program = {
        "no_result": NoResult.DRAW if is_simple else NoResult.NEVER,
        "illegal_move": IllegalMove.NOTHING,
        "both_lose": False,
        "komi": Komi(6.5 if not is_area else 7.0 if has_button else 7.5),
    }
    changes = {axis: Axis(value, _STRING) for axis, value in axes.items()}
    changes |= {axis: Axis(value, _SOURCE) for axis, value in of_program.items()}
    return replace(base, id=name, title=name, **changes)


def _removal(ruleset: Ruleset) -> str:
    """Return the value of `fpok` that a ruleset has."""
    return "0" if ruleset.dead_stones.value is DeadStones.STAY else "1"
