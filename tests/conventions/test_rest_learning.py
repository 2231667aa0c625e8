"""The end of the record, open or played out: its default by origin, and how it is learned for a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from helpers.laws import part
from helpers.servers import (
    AREA,
    MARGINS,
    Archive,
    Server,
    apply_groups,
    archive,
    fate,
    groups_of,
    swap_counts,
    with_columns,
)

from goanalyze.compare.counted_games import table_of
from goanalyze.conventions.convention import RestMode, Standing, codes
from goanalyze.conventions.evidence import RestEvidence, rest_of_server
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.groups import ORIGIN_COLUMNS, Origins, origins
from goanalyze.conventions.learning import effective
from goanalyze.conventions.toml_files import parse_conventions, to_toml

OPEN, PLAYED_OUT = RestMode
LYING = Server(komi_raw="0", komi=6.5, rest=OPEN, wrong=0.1)
"""A server whose records say nothing of their origin but the program, and whose rest is open."""


def learned(servers: Sequence[Server], seed: int = 1) -> list[set[tuple[RestMode | None, float | None]]]:
    """Return the rest and the komi of the convention that the games of each server get."""
    made = archive(servers, seed)
    conventions, number = apply_groups(made)
    played = [each.played for each in conventions]
    return [
        {(played[place].rest, played[place].komi) if place >= 0 else (None, None) for place in own.tolist()}
        for own in (number[made.server == server] for server in range(len(servers)))
    ]


def origins_of(place: str = "", application: str = "", member: str = "1.sgf", source: str = "a.zip") -> Origins:
    """Return the origin of one record."""
    named = {"source": source, "member": member, "place": place, "application": application}
    return origins({name: pa.chunked_array([[named[name] or None]], pa.string()) for name in ORIGIN_COLUMNS})


@pytest.mark.parametrize(
    "named",
    [
        {"place": "TYGEM"},
        {"place": "Tygem"},
        {"place": " tygem  Baduk"},
        {"place": "ＴＹＧＥＭ"},
        {"place": "타이젬 바둑"},
        {"place": "弈道TYGEM对弈"},
        {"place": "弈城围棋网"},
        {"place": "東洋囲碁"},
        {"application": "TygemBaduk:2.1"},
        {"member": "a/b.GIB"},
        {"member": "", "source": "a/b.gib"},
        {"member": "", "source": "a/b.gib.gz"},
        {"place": "Tom"},
        {"place": "TOM"},
        {"place": "TOM围棋"},
        {"place": "Tom Weiqi"},
        {"place": "weiqi.tom.com"},
        {"place": "TYGEM", "application": "foxwq"},
        {"place": "在TOM对弈"},
        {"application": "TOM围棋"},
    ],
)
def test_records_of_tygem_and_tom_are_open_unless_learned_otherwise(named: dict[str, str]) -> None:
    """Place, program or file format name the server, in any case, width and language."""
    assert origins_of(**named).rest.tolist() == [OPEN.index]


@pytest.mark.parametrize(
    "named",
    [
        {},
        {"place": "Fox"},
        {"place": "野狐围棋"},
        {"application": "foxwq"},
        {"application": "CGoban:3"},
        {"place": "Tomioka"},
        {"place": "Tom's house"},
        {"place": "Uncle Tom 围棋"},
        {"place": "custom围棋"},
        {"place": "phantom.com"},
        {"application": "Tom's editor"},
        {"application": "Tom"},
        {"member": "gib/1.sgf"},
        {"source": "a.gib.zip"},
        {"source": "tygem", "member": ""},
        {"member": "tom/1.sgf"},
    ],
)
def test_other_records_are_played_out_unless_learned_otherwise(named: dict[str, str]) -> None:
    """Other servers, similar names, and names of archives and folders are not such an origin."""
    assert origins_of(**named).rest.tolist() == [PLAYED_OUT.index]


def test_the_same_server_has_the_same_number_whatever_names_it() -> None:
    """Place before program, program before archive; an archive named as a program is not the program."""
    names = [
        ("a.zip", "TYGEM", "x"),
        ("b.zip", "tygem baduk", ""),
        ("c.zip", "", "Tygem:3"),
        ("a.zip", "", "x:1"),
        ("b.zip", "Kyoto", "x:2"),
        ("x", "", ""),
        ("x", "Kyoto", ""),
        ("a.zip", "", ""),
    ]
    columns = dict(zip(("source", "place", "application"), zip(*names, strict=True), strict=True))
    texts = {**columns, "member": ["1.sgf"] * len(names)}
    number = origins({name: pa.chunked_array([list(texts[name])]) for name in ORIGIN_COLUMNS}).number.tolist()
    assert [number.index(each) for each in number] == [0, 0, 0, 3, 3, 5, 5, 7]


def test_ties_few_games_and_chance_keep_the_usual_rest() -> None:
    """The other rest needs ten games that no passes end, and a sign test at 0.1."""
    for usual, other in ((OPEN, PLAYED_OUT), (PLAYED_OUT, OPEN)):
        assert rest_of_server(usual, RestEvidence(100, 0, 0)) is usual
        assert rest_of_server(usual, RestEvidence(100, 10, 5)) is usual
        assert rest_of_server(usual, RestEvidence(100, 3, 3)) is usual  # 1/8
        assert rest_of_server(usual, RestEvidence(100, 4, 4)) is other  # 1/16
        assert rest_of_server(usual, RestEvidence(10, 4, 4)) is other
        assert rest_of_server(usual, RestEvidence(9, 9, 9)) is usual
        assert rest_of_server(usual, RestEvidence(3000, 2000, 970)) is usual


@pytest.mark.parametrize("place", ["", "TYGEM"])
@pytest.mark.parametrize("rest", RestMode)
@pytest.mark.parametrize("by_area", [False, True])
def test_the_rest_of_a_server_is_found_beside_its_komi(place: str, rest: RestMode, by_area: bool) -> None:
    """With komi called 0, and every tenth game counted wrong; a rest that is usual is in no convention."""
    more = {"by": AREA, "komi": 7.5, "rules_raw": "Chinese"} if by_area else {}
    server = replace(LYING, place=place, rest=rest, **more)
    usual = OPEN if place else PLAYED_OUT
    expected = (None if rest is usual else rest, server.komi)
    assert [learned([server], seed) for seed in range(part(50))] == [[{expected}]] * part(50)


def test_small_groups_follow_the_large_ones_of_their_server() -> None:
    """Six games with another komi decide nothing but their rest; those of another program keep theirs."""
    large, small = replace(LYING, games=100), replace(LYING, games=6, komi_raw="650", komi=6.5)
    other = replace(small, application="Other:1", rest=PLAYED_OUT)
    assert learned([large, small, other]) == [{(OPEN, 6.5)}, {(OPEN, None)}, {(None, None)}]


def test_archives_of_one_server_decide_together() -> None:
    """Each with too few games to decide alone, and a komi of its own; without a program each archive is alone."""
    servers = [
        replace(LYING, games=9, komi_raw=f"{number}.5", komi=number + 0.5, source=f"{number}.zip")
        for number in range(8)
    ]
    assert learned(servers, 3) == [{(OPEN, None)}] * 8
    assert learned([replace(each, application="") for each in servers], 3) == [{(None, None)}] * 8
    assert (
        learned([replace(each, application="", place="Tom", rest=PLAYED_OUT) for each in servers], 3)
        == [{(PLAYED_OUT, None)}] * 8
    )


def test_two_servers_in_one_archive_have_each_its_own_rest() -> None:
    """A convention of one program does not apply to another, nor to Tygem's records written by the same."""
    played_out = replace(LYING, application="Other:1", rest=PLAYED_OUT)
    assert learned([LYING, played_out]) == [{(OPEN, 6.5)}, {(None, 6.5)}]
    tygem = replace(LYING, place="TYGEM")
    assert learned([LYING, tygem]) == [{(OPEN, 6.5)}] * 2


def test_records_of_origins_with_different_ends_in_one_group_keep_the_usual_ones() -> None:
    """A header cannot distinguish them, so neither takes the rest of the other."""
    one, other = replace(LYING, rest=PLAYED_OUT), replace(LYING, place="TYGEM")
    assert learned([one, other]) == [{(None, 6.5)}] * 2
    made = archive([one, replace(other, rest=PLAYED_OUT)], 1)
    assert {each.played.rest for each in apply_groups(made)[0]} == {PLAYED_OUT}


def test_komi_is_not_judged_by_a_wrong_rest() -> None:
    """In a group where the other rest is always a point more, it fits with a point more of komi; its server decides."""
    alone = replace(LYING, games=15, wrong=0.0, komi_raw="", source="small.zip")
    made = archive([LYING, alone], 5)
    played_out = pc.add(made.counts["other_territory_margin"], 1)
    shifted = pc.if_else(pa.array(made.server == 1), played_out, made.counts["territory_margin"])
    made = replace(made, counts=with_columns(made.counts, **dict.fromkeys(MARGINS[1:], shifted)))
    conventions, number = apply_groups(made)
    assert {(conventions[each].played.rest, conventions[each].played.komi) for each in number.tolist()} == {(OPEN, 6.5)}
    (group,) = groups_of(made.take(np.flatnonzero(made.server == 1)))
    assert (group.played.rest, group.played.komi) == (None, 7.5)


def told(made: Archive) -> list[object]:
    """Return all that is learned of an archive."""
    return list(map(repr, groups_of(made)))


@pytest.mark.parametrize("place", ["", "Tom"])
def test_what_a_check_applies_changes_nothing_of_what_is_learned(place: str) -> None:
    """Both margins are in the table, whichever of them is the count."""
    made = archive([replace(LYING, place=place), replace(LYING, games=30, rest=PLAYED_OUT, stones=2)], 6)
    assert told(swap_counts(made)) == told(made)


def test_the_order_of_games_changes_nothing() -> None:
    """Pools do not depend on the order of the games."""
    made = archive([LYING, replace(LYING, games=8, komi_raw="7"), replace(LYING, place="Tom", games=40)], 7)
    order = np.random.default_rng(7).permutation(len(made.server))
    assert sorted(told(made.take(order))) == sorted(told(made))


def test_games_that_passes_end_have_no_say() -> None:
    """Without an open rest there is neither evidence nor a rest."""
    (group,) = groups_of(archive([replace(LYING, rest=None)], 8))
    assert (group.rest_evidence, group.played.rest) == (None, None)
    assert {each.hypothesis.rest for each in group.tests} == {None}


def test_a_convention_of_the_rest_alone_is_one() -> None:
    """The rest is learned, reported by GO412, compared with the header's usual one, and read from table and TOML."""
    (group,) = groups_of(archive([replace(LYING, komi_raw="6.5")], 9))
    assert group.standing is Standing.CHOSEN
    assert (group.played.rest, replace(group.played, rest=None).is_header) == (OPEN, True)
    assert codes(group.header, group.played) == ("GO412",)
    best, header, *_ = group.tests
    assert (best.hypothesis.changes, best.hypothesis.rest, best.hypothesis.is_header) == (0, OPEN, False)
    assert header.hypothesis == replace(best.hypothesis, rest=None)
    assert header.explained < best.explained
    assert header.standing is Standing.REFUTED
    assert group.rest_evidence == RestEvidence(200, best.deciding, best.deciding_for)
    (convention,) = effective([group])
    assert convention.evidence is not None
    assert (convention.evidence.explained, convention.evidence.header) == (best.explained, header.explained)
    assert parse_conventions(to_toml([convention])) == (convention,)
    table = table_of([group])
    assert groups_from_rows(table.to_pylist()) == [group]
    assert table["code"].to_pylist() == ["GO412"] + [None] * (table.num_rows - 1)


def test_the_usual_rest_is_told_quietly() -> None:
    """No convention, no code: one row more, of the header with the other rest."""
    (group,) = groups_of(archive([Server(rest=PLAYED_OUT)], 10))
    assert (group.standing, group.played.is_header) == (Standing.HEADER, True)
    assert effective([group]) == ()
    assert [each.hypothesis.rest for each in group.tests if not each.hypothesis.changes] == [None, OPEN]
    assert not any(table_of([group])["code"].to_pylist())


def test_an_undecided_group_with_a_rest_is_read_back_from_the_table() -> None:
    """True if the convention was tried on the game."""
    servers = [LYING, replace(LYING, games=5, komi_raw="7"), replace(LYING, games=30, komi_raw="8", odd=1.0)]
    groups = groups_of(archive(servers, 11))
    assert {(group.standing, group.played.rest) for group in groups} == {(Standing.CHOSEN, OPEN), (Standing.OPEN, OPEN)}
    assert groups_from_rows(table_of(groups).to_pylist()) == groups
    assert len(effective(groups)) == 3


@pytest.mark.law
def test_a_wrong_rest_is_rare() -> None:
    """With 10 to 300 games, up to 0.6 of them counted wrong, at either origin."""
    rng, found = np.random.default_rng(37), list[str]()
    for seed in range(part(600)):
        games = int(np.exp(rng.uniform(np.log(10), np.log(300))))
        server = replace(
            LYING,
            games=games,
            wrong=rng.uniform(0, 0.6),
            rest=RestMode.at(int(rng.integers(2))),
            place=("", "Tom")[rng.integers(2)],
        )
        made = archive([server], seed)
        conventions, number = apply_groups(made)
        found += {fate(server, conventions[each] if each >= 0 else None) for each in set(number.tolist())}
    assert found.count("wrong") <= part(600) // 50
    assert found.count("right") > len(found) / 2
