"""Groups of games: names, limits and order."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from helpers.servers import Server, archive, groups_of
from helpers.synthetic import GROUPINGS, FakeDataset, datasets, table_of
from hypothesis import given

from goanalyze import Grouping
from goanalyze.compare.comparison import compare
from goanalyze.compare.counted_games import table_of as table_of_groups
from goanalyze.compare.games import Games
from goanalyze.errors import DatasetError
from goanalyze.tables.reading import Columns


def names_of(facts: list[dict[str, Any]], grouping: Grouping) -> list[str]:
    """Return the name of the group of each game."""
    number, names = Games(Columns(table_of({"japanese": [1.5] * len(facts)}, facts).games())).grouped(grouping)
    return [names[place] for place in number]


def order_of(facts: list[dict[str, Any]], grouping: Grouping) -> list[str]:
    """Return the names of the groups that have games, in order."""
    games = Games(Columns(table_of({"japanese": [1.5] * len(facts)}, facts).games()))
    return [name for name, _ in games.groups(grouping)]


def test_groups_have_names_in_order() -> None:
    """Sizes, stones, komi, passes, dates and ranks ascend, unknown last; the others have the largest first."""
    facts: list[dict[str, Any]] = [
        {"source": "z.zip", "board_width": 9, "board_height": 9, "komi": None, "handicap_stones": 1},
        {
            "source": "plain/b.sgf",
            "member": "",
            "komi": -3.5,
            "handicap_stones": 12,
            "ruleset": "aga",
            "date": date(2003, 5, 6),
            "black_rank": 13,
            "white_rank": 15,
            "event": "Meijin",
        },
        {
            "source": "plain/c.sgf",
            "member": "",
            "board_width": None,
            "board_height": None,
            "pass_count": 11,
            "date": date(1999, 12, 31),
            "black_rank": 5,
            "white_rank": 0,
            "event": "Honinbo",
        },
        {
            "source": "d.sgf",
            "member": "",
            "board_width": 13,
            "handicap_stones": None,
            "komi": 6.5,
            "ruleset": "aga",
            "date": date(2001, 1, 1),
            "event": " Meijin ",
        },
    ]
    comparison = compare(table_of({"japanese": [1.5] * 4, "chinese": [1.5] * 4}, facts).tables(), "all")
    names = {column: comparison.by(column)[column].tolist() for column in GROUPINGS}
    assert names == {
        "board_size": ["unknown", "9×9", "13×19", "19×19"],
        "handicap": ["none", "10 or more"],
        "komi": ["-3.5", "6.5", "none"],
        "passes": ["2", "5 or more"],
        "ending": ["passes"],
        "declared": ["aga", "none"],
        "source": ["plain", "z.zip", "."],
        "year": ["1999", "2001", "2003", "unknown"],
        "decade": ["1990s", "2000s", "unknown"],
        "rank": ["10k–1k", "pro", "unknown"],
        "rank_difference": ["White by 2", "Black by 4–6", "unknown"],
        "event": ["Meijin", "Honinbo", "none"],
    }


@pytest.mark.parametrize(
    ("rank", "group"),
    [
        (-29, "30k–21k"),
        (-20, "30k–21k"),
        (-19, "20k–11k"),
        (-10, "20k–11k"),
        (-9, "10k–1k"),
        (0, "10k–1k"),
        (1, "1d–4d"),
        (4, "1d–4d"),
        (5, "5d–9d"),
        (9, "5d–9d"),
        (11, "pro"),
        (19, "pro"),
        (None, "unknown"),
    ],
)
def test_a_game_is_of_its_weaker_player(rank: int | None, group: str) -> None:
    """Numbers are those of games.black_rank in the README's data dictionary: 30k = -29, 1k = 0, 1d = 1, 1p = 11."""
    facts = [{"black_rank": rank, "white_rank": 19}, {"black_rank": 19, "white_rank": rank}]
    assert names_of(facts, Grouping.RANK) == [group, group]


@pytest.mark.parametrize(
    ("difference", "group"), [(1, "1"), (2, "2"), (3, "3"), (4, "4–6"), (6, "4–6"), (7, "7+"), (20, "7+")]
)
def test_differences_of_rank_say_who_is_stronger(difference: int, group: str) -> None:
    """Turned round, the other player is; players of one rank are equal."""
    facts = [
        {"black_rank": -9 + difference, "white_rank": -9},
        {"black_rank": -9, "white_rank": -9 + difference},
        {"black_rank": difference, "white_rank": difference},
    ]
    assert names_of(facts, Grouping.RANK_DIFFERENCE) == [f"Black by {group}", f"White by {group}", "equal"]
    assert order_of(facts, Grouping.RANK_DIFFERENCE) == [f"White by {group}", "equal", f"Black by {group}"]


def test_rare_events_are_together() -> None:
    """The 20 largest events have their own rows, by size; the others and games without event follow."""
    events = [f"Cup {number}" for number in range(25) for _ in range(30 - number)] + ["", None, "other"]
    assert order_of([{"event": event} for event in events], Grouping.EVENT) == [
        *(f"Cup {number}" for number in range(20)),
        "other",
        "none",
    ]
    assert names_of([{"event": event} for event in ("", None, " ")], Grouping.EVENT) == ["none"] * 3


def test_games_are_grouped_by_what_was_played() -> None:
    """Games of a server whose headers lie are under the name of its convention, others under "header", most first.

    On the server Fox, records have komi 0 where 6.5 was played.
    """
    made = archive(
        [Server(games=300, source="fox.zip", komi_raw="0", komi=6.5), Server(games=400, source="kgs.zip")], 1
    )
    conventions = table_of_groups(groups_of(made))
    groups = dict(Games(Columns(made.games), lambda: conventions).groups(Grouping.CONVENTION))
    assert {name: len(rows) for name, rows in groups.items()} == {"header": 400, "server-japanese-0-none": 300}
    assert (made.server[groups["header"]] == 1).all()


def test_conventions_that_were_applied_are_the_groups() -> None:
    """If the check applied a convention, the game has its name, regardless of learned conventions."""
    facts = [{"convention": "mine"}, {}, {}]
    assert names_of(facts, Grouping.CONVENTION) == ["mine", "header", "header"]
    assert order_of(facts, Grouping.CONVENTION) == ["header", "mine"]


def test_without_conventions_nothing_is_grouped_by_them() -> None:
    """The message says how to have them."""
    with pytest.raises(DatasetError, match=r"(?i)The table conventions is missing.* run the check again"):
        compare(table_of({"japanese": [1.5], "chinese": [1.5]}).tables(), "all").by("convention")


@given(datasets())
def test_each_game_is_in_one_group(made: FakeDataset) -> None:
    """For any grouping, each game is in one group, the groups are in ascending order, and none is empty."""
    games = Games(Columns(made.games()))
    for grouping in map(Grouping, GROUPINGS):
        groups = [rows.tolist() for _, rows in games.groups(grouping)]
        assert sorted(row for rows in groups for row in rows) == list(range(len(made.rows)))
        assert all(rows and rows == sorted(rows) for rows in groups)
