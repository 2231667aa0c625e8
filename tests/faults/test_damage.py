"""Damaged datasets: short forms of ``python tests/faults/damage.py``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from damage import KINDS, Trials, trials


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """A small dataset."""
    return Trials(tmp_path_factory.mktemp("damage"), 4)


@pytest.mark.parametrize(
    "kind",
    [
        "flip",
        "missing_shard",
        "foreign",
        "folder",
        *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("flip_footer", "zero", "swapped")),
    ],
)
def test_damage_is_told_or_healed(at: Trials, kind: str) -> None:
    """A reader reports each damage; the check reports it, too, or writes the dataset of a fresh run."""
    assert at.damaged(kind, Random(1), ("open",))["open: told"] == 1


def test_what_is_made_anew_is_told_in_a_line(at: Trials) -> None:
    """The check names the damaged part once, and so does each who would read it."""
    at.restore("small")
    part = min((at.out / "games").iterdir())
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    for who in ("open", "compare", "compact"):
        code, told = at.read(who)
        assert (code, part.name in told, "check again" in told) == (2, True, True), (who, told)
    told = at.told("check", at.source, "-o", at.out, *at.how).splitlines()
    assert told[0] == (
        f"goanalyze: the part games/{part.name} was missing, damaged or of an early version; the games "
        "were checked again"
    )
    assert not at.told("check", at.source, "-o", at.out, *at.how)


@pytest.mark.slow
def test_every_kind_of_damage_is_told_or_healed(tmp_path: Path) -> None:
    """Each kind, read by the library and a command."""
    found = Counter[str]()
    for _, said in trials(tmp_path, len(KINDS), 5, games=6, readers=2):
        found += said
    assert found["open: told"] > len(KINDS) / 2
    assert found["check: healed"] > len(KINDS) / 4
