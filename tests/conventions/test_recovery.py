"""Made-up archives with known conventions: these are recovered, and undecided groups follow the header.

The rates by number of games and noise are printed by
``tests/benchmarks/bench_conventions.py``; the counts here are exact, of fixed seeds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from helpers.laws import part
from helpers.servers import (
    AREA,
    HONEST,
    STORIES,
    Archive,
    Server,
    apply_groups,
    archive,
    fate,
    groups_of,
    mirror,
    territory_only,
)

from goanalyze.conventions.convention import Standing

FOX, TOM = STORIES["komi 6.5 called 0"], STORIES["area called Japanese"]


def fates(made: Archive, servers: list[Server]) -> list[set[str]]:
    """Return the result for the games of each server."""
    conventions, number = apply_groups(made)
    return [
        {fate(server, conventions[each] if each >= 0 else None) for each in set(number[made.server == place].tolist())}
        for place, server in enumerate(servers)
    ]


def told(made: Archive) -> list[tuple[object, ...]]:
    """Return the results for the groups of an archive, without the header's komi."""
    return [
        (
            group.games,
            group.counted,
            group.standing,
            group.played.ruleset,
            group.played.scale,
            group.played.rest,
            [
                (each.explained, each.low, each.high, each.chance, each.deciding, each.deciding_for, each.standing)
                for each in group.tests[:1]
            ],
        )
        for group in groups_of(made)
    ]


@pytest.mark.law
@pytest.mark.parametrize("story", STORIES)
def test_a_convention_is_recovered_from_sixty_games_of_which_a_fifth_is_counted_wrong(story: str) -> None:
    """Altered komi, counting, unit and compensation are recovered under noise."""
    server = replace(STORIES[story], games=60, wrong=0.2, odd=0.03)
    assert [fates(archive([server], seed), [server]) for seed in range(part(30))] == [[{"right"}]] * part(30)


@pytest.mark.parametrize("header", HONEST)
def test_honest_headers_are_believed(header: str) -> None:
    """With any noise and any number of games, no other convention is chosen."""
    for seed, games in enumerate([1, 3, 10, 30, 100, 300]):
        for wrong in (0.0, 0.2, 0.6):
            server = replace(HONEST[header], games=games, wrong=wrong, odd=0.05)
            assert fates(archive([server], seed), [server]) == [{"right"}]


@pytest.mark.law
def test_wrong_conventions_are_as_rare_as_stated() -> None:
    """Headers that lie and that do not, 5 to 500 games, up to 0.6 counted wrong: 1,000 archives, none read wrong.

    So the rate is at most 0.3%, with 95% confidence (rule of three); the usual run tries 50 of them.
    """
    rng, found = np.random.default_rng(16), Counter[str]()
    stories = [*STORIES.values(), *HONEST.values()]
    for seed in range(part(1000, usual=50)):
        games = int(np.exp(rng.uniform(np.log(5), np.log(500))))
        server = replace(stories[rng.integers(len(stories))], games=games, wrong=rng.uniform(0, 0.6), odd=0.05)
        found.update(*fates(archive([server], seed), [server]))
    assert found["wrong"] == 0
    assert found["right"] > found["left"] > 0


@pytest.mark.parametrize("games", [1, 3, 7])
def test_few_games_decide_nothing(games: int) -> None:
    """Groups of few games are undecided, and no convention is applied."""
    made = archive([replace(FOX, games=games)], games)
    assert {group.standing for group in groups_of(made)} == {Standing.OPEN}
    assert apply_groups(made)[0] == ()


def test_copies_do_not_make_many_games_of_few() -> None:
    """Seven games that an archive holds fifty times are seven games."""
    few = archive([replace(FOX, games=7)], 1)
    many = few.take(np.repeat(np.arange(7), 50))
    assert [group.counted for group in groups_of(many)] == [7]
    assert apply_groups(many)[0] == ()


def test_copies_change_no_evidence() -> None:
    """Copies count once: some games of an archive change only the numbers of games."""
    made = archive([replace(FOX, games=80, wrong=0.2)], 2)
    more = made.take(np.concatenate([np.arange(80), np.arange(0, 80, 3), np.arange(5)]))
    assert [each[1:] for each in told(more)] == [each[1:] for each in told(made)]


def test_games_without_a_count_decide_nothing_and_get_the_convention_of_their_group() -> None:
    """Resigned games alone are undecided; together with counted ones they follow their convention."""
    resigned = replace(FOX, counted=0.0)
    assert [(group.counted, group.standing) for group in groups_of(archive([resigned], 3))] == [(0, Standing.OPEN)]
    both = [replace(FOX, games=40), resigned]
    assert fates(archive(both, 3), both) == [{"right"}, {"right"}]


def test_half_and_half_under_one_header_is_left_open() -> None:
    """Two servers that no header distinguishes have no convention."""
    servers = [replace(FOX, games=200, wrong=0.1), replace(FOX, games=200, komi=0.0, wrong=0.1)]
    for seed in range(5):
        made = archive(servers, seed)
        assert [group.standing for group in groups_of(made)] == [Standing.OPEN]
        assert apply_groups(made)[0] == ()


@pytest.mark.parametrize("share", [0.6, 0.7, 0.8])
def test_most_games_do_not_speak_for_those_of_a_second_server(share: float) -> None:
    """A rule that all other games also follow is not an error of counting, so that no convention is applied."""
    most, others = round(400 * share), round(400 * (1 - share))
    servers = [replace(FOX, games=most, wrong=0.1), replace(FOX, games=others, komi=7.5, wrong=0.1)]
    for seed in range(5):
        assert apply_groups(archive(servers, seed))[0] == ()


@pytest.mark.parametrize("others", [2, 5])
def test_a_few_games_that_agree_are_no_second_server(others: int) -> None:
    """Groups of few games decide nothing, and neither do a few of sixty games with other terms."""
    servers = [replace(FOX, games=60), replace(FOX, games=others, komi=7.5)]
    for seed in range(5):
        (convention,), _ = apply_groups(archive(servers, seed))
        assert convention.played.komi == 6.5


@pytest.mark.parametrize("apart", ["application", "board", "years", "source", "komi_raw", "rules_raw", "stones"])
def test_servers_in_one_archive_are_told_apart_by_what_their_headers_say(apart: str) -> None:
    """Archives mixed from several servers are split by the headers that distinguish them."""
    other = {
        "application": "Other:2",
        "board": 13,
        "years": (2012, 2014),
        "source": "other.zip",
        "komi_raw": "6.5",
        "rules_raw": "Chinese",
        "stones": 2,
    }[apart]
    first = replace(FOX, games=150, wrong=0.2, years=(2005, 2011))
    honest = replace(first, komi=6.5 if apart == "komi_raw" else 0.0, rules_raw="Japanese")
    second = replace(honest, **{apart: other}, by=AREA if apart == "rules_raw" else first.by)
    for seed in range(5):
        assert fates(archive([first, second], seed), [first, second]) == [{"right"}, {"right"}]


@pytest.mark.parametrize("application", ["", "Server:1"])
def test_a_convention_reaches_no_archive_whose_path_ends_as_its_own(application: str) -> None:
    """Of fox.zip and old/fox.zip one has wrong headers; the other, with few games, follows its own."""
    lying = replace(FOX, games=40, application=application, source="fox.zip")
    few = replace(lying, games=12 if application else 8, komi=0.0, source="old/fox.zip")
    for servers in ([lying, few], [replace(lying, source="old/fox.zip"), replace(few, source="fox.zip")]):
        assert fates(archive(servers, 10), servers) == [{"right"}, {"right"}]


def test_nothing_is_found_that_cannot_be_written() -> None:
    """A komi that rulesets and convention files cannot have is not chosen, for any number of games."""
    assert apply_groups(archive([replace(FOX, komi=450.0)], 11))[0] == ()


def test_counting_is_left_open_where_area_and_territory_always_agree() -> None:
    """The header's counting remains, since nothing decides against it; komi is recovered."""
    made = territory_only(archive([replace(TOM, komi_raw="0", games=300)], 4), beyond=0)
    (convention,), _ = apply_groups(made)
    assert (convention.played.ruleset, convention.played.komi) == (None, 7.5)
    kept = territory_only(archive([replace(TOM, games=300)], 4), beyond=0)
    assert apply_groups(kept)[0] == ()


def test_ten_games_that_decide_are_enough_and_nine_are_not() -> None:
    """A convention is better than the header by chance once in a thousand at most: 2⁻¹⁰ is less, 2⁻⁹ is more."""
    made = archive([replace(TOM, games=200)], 9)
    differ = np.flatnonzero(made.counts["area_minus_territory"].to_numpy() != 0)
    agree = np.flatnonzero(made.counts["area_minus_territory"].to_numpy() == 0)
    assert len(apply_groups(made.take([*agree[:10], *differ[:9]]))[0]) == 0
    (convention,), _ = apply_groups(made.take([*agree[:10], *differ[:10]]))
    assert convention.played.ruleset == "chinese"


def test_of_two_stories_as_simple_neither_is_believed() -> None:
    """No ruleset named, komi 0: area with 7.5 is territory with 6.5 where these are always a point apart."""
    made = territory_only(archive([replace(TOM, komi_raw="0", rules_raw="", games=300)], 4), beyond=1)
    assert [group.standing for group in groups_of(made)] == [Standing.OPEN]
    assert apply_groups(made)[0] == ()


def test_a_ruleset_that_no_record_names_is_found() -> None:
    """Without RU both ways of counting are the header's; one is chosen where games decide, and none where not."""
    server = replace(FOX, rules_raw="", komi_raw="6.5", games=60, wrong=0.2)
    (convention,), _ = apply_groups(archive([server], 5))
    assert convention.played.ruleset == "japanese"
    assert apply_groups(territory_only(archive([server], 5), beyond=0))[0] == ()


@pytest.mark.parametrize("story", STORIES)
def test_the_order_of_games_changes_nothing(story: str) -> None:
    """Groups, evidence and the chosen conventions do not depend on the order of the archive."""
    made = archive([replace(STORIES[story], games=40, wrong=0.3), replace(FOX, games=30)], 6)
    order = np.random.default_rng(6).permutation(len(made.server))
    assert sorted(map(repr, groups_of(made.take(order)))) == sorted(map(repr, groups_of(made)))


@pytest.mark.parametrize("story", [name for name, server in STORIES.items() if not server.stones])
def test_swapping_colours_changes_nothing(story: str) -> None:
    """With colours swapped and komi of the other sign the same is explained; a usual komi is then none of the usual."""
    made = archive([replace(STORIES[story], games=80, wrong=0.2)], 7)
    assert told(mirror(made)) == told(made)


def test_contradictory_headers_say_nothing_together() -> None:
    """Records of one server that give the same komi as 0, −6.5 and 7 are separate groups."""
    servers = [
        replace(FOX, games=8, komi_raw=komi, rules_raw=rules)
        for komi in ("0", "-6.5", "7")
        for rules in ("Japanese", "Chinese", "")
    ]
    made = archive(servers, 8)
    assert {group.standing for group in groups_of(made)} == {Standing.OPEN}
    assert apply_groups(made)[0] == ()
