"""Comparing equals a plain twin on made-up outcomes, and keeps its laws."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from helpers.laws import law
from helpers.synthetic import GROUPINGS, Cell, Made, Row, datasets, table_of
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.compare.comparison import Comparison, compare
from goanalyze.tables.dataset import DatasetError
from goanalyze.vocabulary.statistics import wilson

READINGS = st.tuples(st.sampled_from(["counted", "all"]), st.sampled_from(["recorded", "ruleset"]))


def seen(made: Made, row: Row, place: int, basis: str, komi: str) -> tuple[float, str] | None:
    """Return margin and winner of a cell as a reading has them: the plain twin of `Outcomes.margins`."""
    cell = row.cells[place]
    margin = cell.margin if komi == "recorded" else cell.own_margin
    if margin is None or (basis == "counted" and not made.is_known(row, place)):
        return None
    return margin, str(cell.winner(margin))


def figures(made: Made, rows: list[Row], a: int, b: int, basis: str, komi: str) -> dict[str, Any]:
    """Work out the figures of a pair, one game after the other."""
    both = []
    for row in rows:
        sides = [seen(made, row, side, basis, komi) for side in (a, b)]
        if None not in sides:
            both.append(sides)
    differences = [one[0] - other[0] for one, other in both]
    mean = sum(differences) / len(both) if both else math.nan
    legal = Counter((row.cells[a].legal, row.cells[b].legal) for row in rows)
    return {
        "games": len(both),
        "same_margin": differences.count(0),
        "winner_changes": sum(one[1] != other[1] for one, other in both),
        "black_to_white": sum((one[1], other[1]) == ("black", "white") for one, other in both),
        "white_to_black": sum((one[1], other[1]) == ("white", "black") for one, other in both),
        "mean": mean,
        "sd": math.sqrt(sum((d - mean) ** 2 for d in differences) / len(both)) if both else math.nan,
        "min": min(differences, default=math.nan),
        "max": max(differences, default=math.nan),
        "over_1": sum(abs(d) > 1 for d in differences),
        "legal_only_a": legal[True, False],
        "legal_only_b": legal[False, True],
    }


def made_comparison(made: Made, basis: str, komi: str) -> Comparison:
    """Compare, with chunks that have dictionaries of their own."""
    return compare(made.outcomes(chunks=3), made.games(), made.rulesets(), basis=basis, komi=komi)


@given(datasets(), READINGS)
@law(150)
def test_pairs_equal_the_plain_twin(made: Made, reading: tuple[str, str]) -> None:
    """Every figure is what counting game by game gives: side by side of the games in common, else of those of the pair.

    Issue 16, "Comparisons on the same games". Legality is of all games.
    """
    comparison = made_comparison(made, *reading)
    common, whole = comparison.common, list(made.rows)
    places = [made.names.index(name) for name in common.rulesets]
    assert [row for row in made.rows if all(seen(made, row, at, *reading) for at in places)] == [
        made.rows[row] for row in common.rows
    ]
    side_by_side = comparison.pairs.to_dict("records")
    assert [(row["a"], row["b"]) for row in side_by_side] == list(combinations(common.rulesets, 2))
    pairs = [(row, [made.rows[at] for at in common.rows]) for row in side_by_side]
    pairs += [(comparison.pair(a, b), whole) for a, b in combinations(made.names, 2)]
    for row, rows in pairs:
        a, b = (made.names.index(row[side]) for side in "ab")
        twin = figures(made, rows, a, b, *reading)
        twin |= {name: figures(made, whole, a, b, *reading)[name] for name in ("legal_only_a", "legal_only_b")}
        assert {name: row[name] for name in twin} == pytest.approx(twin, nan_ok=True)
        share = twin["winner_changes"] / twin["games"] if twin["games"] else math.nan
        assert row["winner_change_share"] == pytest.approx(share, nan_ok=True)


@given(datasets(), READINGS, st.sampled_from(GROUPINGS))
@law(80)
def test_groups_add_up(made: Made, reading: tuple[str, str], column: str) -> None:
    """Broken down by anything, the games of all groups are the games of the pair."""
    comparison = made_comparison(made, *reading)
    parts = comparison.by(column)
    assert not parts.duplicated([column, "a", "b"]).any()
    for row in comparison.pairs.to_dict("records"):
        own = parts[(parts["a"] == row["a"]) & (parts["b"] == row["b"])]
        for name in ("games", "same_margin", "winner_changes", "over_1", "legal_only_a", "legal_only_b"):
            assert own[name].sum() == row[name]


@given(datasets(), READINGS)
@law(80)
def test_turning_a_pair_round_mirrors_it(made: Made, reading: tuple[str, str]) -> None:
    """With a and b exchanged differences change their sign, and what is legal under one only its side."""
    comparison = made_comparison(made, *reading)
    for a, b in combinations(made.names, 2):
        one, other = comparison.pair(a, b), comparison.pair(b, a)
        assert one["mean"] == pytest.approx(-other["mean"], nan_ok=True)
        assert one["min"] == pytest.approx(-other["max"], nan_ok=True)
        assert (one["legal_only_a"], one["black_to_white"]) == (other["legal_only_b"], other["white_to_black"])
        forth, back = comparison.histogram(a, b), comparison.histogram(b, a)
        assert (forth["difference"].to_numpy() == -back["difference"].to_numpy()[::-1]).all()
        assert (forth["games"].to_numpy() == back["games"].to_numpy()[::-1]).all()
        assert forth["games"].sum() == one["games"]
    whats = ("games", "mean", "min", "max", "legal_only_a", "white_to_black", "winner_changes")
    squares = {what: comparison.matrix(what) for what in whats}
    for row in comparison.pairs.to_dict("records"):
        a, b = row["a"], row["b"]
        for what, square in squares.items():
            assert square.loc[a, b] == pytest.approx(row[what], nan_ok=True)
        back = comparison.differences(b, a)[comparison.common.rows]
        turned = {"mean": back.mean(), "min": back.min(), "max": back.max()} if len(back) else {}
        turned |= {"games": row["games"], "winner_changes": row["winner_changes"]}
        turned |= {"legal_only_a": row["legal_only_b"], "white_to_black": row["black_to_white"]}
        for what, value in turned.items():
            assert squares[what].loc[b, a] == pytest.approx(value)


@given(datasets(), READINGS)
@law(80)
def test_classes_part_the_rulesets(made: Made, reading: tuple[str, str]) -> None:
    """Every ruleset is in one class, and two are in the same one where they agree in all games compared.

    Outcomes are compared side by side, on the games in common, legality is of every ruleset (issue 16).
    """
    comparison = made_comparison(made, *reading)
    same, changes, games = (comparison.matrix(name) for name in ("same_margin", "winner_changes", "games"))
    legal = comparison.matrix("legal_only_a")
    for what, names, agree in (
        ("outcome", comparison.common.rulesets,
         lambda a, b: games.loc[a, b] and same.loc[a, b] == games.loc[a, b] and not changes.loc[a, b]),
        ("legal", made.names, lambda a, b: not legal.loc[a, b] and not legal.loc[b, a]),
    ):  # fmt: skip
        classes = comparison.classes(what)
        assert sorted(name for members in classes for name in members) == sorted(names)
        home = {name: place for place, members in enumerate(classes) for name in members}
        for a, b in combinations(names, 2):
            assert (home[a] == home[b]) == bool(agree(a, b))


@given(datasets(), st.sampled_from(["counted", "all"]))
@law(80)
def test_the_komi_curve_falls_and_adds_up(made: Made, basis: str) -> None:
    """At each komi the games in common add up, as counting says; and with more komi Black never wins more."""
    comparison = made_comparison(made, basis, "recorded")
    other = comparison.other_komi(handicap=True)[0]
    curve, rows = other.curve(), [made.rows[row] for row in other.common.rows]
    assert (curve["black"] + curve["draws"] + curve["white"] == curve["games"]).all()
    for name in other.common.rulesets:
        at, own = made.names.index(name), curve[curve["ruleset"] == name]
        assert (np.diff(own["black"]) <= 0).all()
        assert (np.diff(own["white"]) >= 0).all()
        before = [sight[0] + cell.komi for row in rows for cell in [row.cells[at]]
                  if (sight := seen(made, row, at, basis, "recorded")) and cell.komi is not None]  # fmt: skip
        before += [sight[0] + cell.own_komi for row in rows for cell in [row.cells[at]]
                   if cell.margin is None and cell.own_komi is not None
                   and (sight := seen(made, row, at, basis, "ruleset"))]  # fmt: skip
        assert len(before) == len(rows)
        for komi in (0.0, 1.5, 6.5):
            winners = Counter(Cell(ties=made.rows[0].cells[at].ties).winner(points - komi) for points in before)
            there = own[own["komi"] == komi].iloc[0]
            assert [there[name] for name in ("black", "draws", "white")] == [
                winners[name] for name in ("black", "draw", "white")
            ]


@given(datasets(), READINGS, st.sampled_from(["winner", "margin", "legal", "no_result"]))
@law(100)
def test_lists_have_the_games_that_the_numbers_count(made: Made, reading: tuple[str, str], what: str) -> None:
    """A list of games is as long as its number says, and each game in it does differ."""
    comparison = made_comparison(made, *reading)
    if len(made.names) > 1:
        a, b = made.names[:2]
        listed, pair = comparison.games(a, b, what), comparison.pair(a, b)
        number = {"winner": pair["winner_changes"], "margin": pair["over_1"],
                  "legal": pair["legal_only_a"] + pair["legal_only_b"]}  # fmt: skip
        assert what == "no_result" or len(listed) == number[what]
        if what == "margin":
            assert (listed["difference"].abs().diff().dropna() <= 0).all()
    disputed = comparison.disputed(what)
    by_source = comparison.disputed_by("source", what)
    assert len(disputed) == comparison.disputed_count(what) == by_source["games"].sum()
    with_board = sum(row.cells[0].legal is not None for row in made.rows)
    common = len(comparison.common) if len(comparison.common.rulesets) > 1 else 0
    assert by_source["of"].sum() in ((common, 0) if what in ("winner", "margin") else (with_board,))
    sayings = 1 if what == "no_result" else 2
    assert all(len(verdicts) >= sayings for verdicts in disputed["verdicts"])
    assert all(identity.startswith("game") for identity in disputed["game_id"])


@given(datasets(), READINGS)
@law(60)
def test_bases_and_legality_count_every_game(made: Made, reading: tuple[str, str]) -> None:
    """Each ruleset has every game once in the table of bases and once in that of legality."""
    comparison = made_comparison(made, *reading)
    for at, name in enumerate(made.names):
        found = {basis: count for basis, count in comparison.bases[name].to_dict().items() if count}
        assert found == Counter(row.cells[at].basis for row in made.rows)
    columns = comparison.legality[["legal", "illegal", "no_board"]]
    assert (columns.sum(axis=1) == len(made.rows)).all()


@given(st.integers(0, 60), st.integers(0, 60))
def test_wilson_holds_the_share(found: int, more: int) -> None:
    """The interval lies within 0 and 1, holds the share, and narrows with more games."""
    low, high = wilson(found, found + more)
    assert 0 <= low <= high <= 1
    if found + more:
        assert low <= found / (found + more) <= high
        wider = wilson(10 * found, 10 * (found + more))
        assert wider[1] - wider[0] <= high - low


def test_only_some_rulesets_in_the_order_of_the_dataset() -> None:
    """Rulesets may be named by alias; their order is that of the dataset."""
    made = table_of({"japanese": [1.5], "chinese": [2.5], "new-zealand": [2.5]})
    assert compare(made.tables(), only=["NZ", "Japanese rules"]).rulesets == ("japanese", "new-zealand")


def test_what_cannot_be_compared_is_said() -> None:
    """Unknown rulesets, figures and columns, and tables that do not fit, are errors with a sentence."""
    made = table_of({"japanese": [1.5, None], "chinese": [2.5, 3.5]})
    outcomes, games, rulesets = made.tables()
    with pytest.raises(DatasetError, match=r"'aga': not among the rulesets .* japanese, chinese; .*--rulesets"):
        compare(outcomes, games, rulesets, only=["japanese", "aga"])
    comparison = compare(outcomes, games, rulesets)
    for wrong in (lambda: comparison.matrix("beauty"), lambda: comparison.by("weather"),
                  lambda: comparison.pair("japanese", "aga")):  # fmt: skip
        with pytest.raises(ValueError, match=r"beauty|weather|aga"):
            wrong()
    for tables in ((outcomes.slice(0, 3), games, rulesets), (outcomes, games.slice(0, 1), rulesets),
                   (outcomes.take([1, 0, 2, 3]), games, rulesets)):  # fmt: skip
        with pytest.raises(DatasetError, match="do not belong together"):
            compare(*tables)


def test_fair_komi_names_every_komi_that_is_as_good() -> None:
    """Of margins 5 and 9 before komi, 5.5 to 8.5 part the wins, and at 5 and 9 one is a draw."""
    made = table_of({"aga": [5 - 6.5, 9 - 6.5]})
    row = compare(made.tables()).fair_komi().iloc[0].to_dict()
    assert row == {"ruleset": "aga", "komi_from": 5.5, "komi_to": 8.5, "black_share": 0.5, "draws": 0, "games": 2}


def test_a_known_position_without_komi_is_known() -> None:
    """Marks and proofs say what is dead, an estimate does not; a ruleset that removes no dead stones need not ask."""
    own = {"margin": None, "komi": None, "own_margin": 2.5}
    names = ("tromp-taylor", "japanese", "korean", "chinese", "aga", "basic-played-out", "ing")
    statuses = ("none", "ruled", "none", "markup", "ruled", "estimated", "engine")
    made = Made(names, (Row(tuple(Cell(basis="no_komi", status=status, **own) for status in statuses)),))
    comparison = compare(made.tables(), komi="ruleset")
    assert [len(comparison.counted_rows(name)) for name in names] == [1, 1, 0, 1, 0, 0, 0]
    with_estimates = compare(made.tables(), komi="ruleset", basis="estimated")
    assert [len(with_estimates.counted_rows(name)) for name in names] == [1, 1, 0, 1, 1, 1, 1]
    assert compare(made.tables(), komi="ruleset", basis="all").matrix("games").to_numpy().all()


def test_only_what_is_compared_is_disputed() -> None:
    """A bare board has no say among counted ones, and one margin alone is no game that could be disputed."""
    bare = Cell(-9.5, "as_it_stands")
    made = Made(("japanese", "korean", "chinese"), (Row((Cell(1.5), Cell(1.5), bare)), Row((Cell(1.5), bare, bare))))
    assert compare(made.tables()).disputed_count("winner") == 0
    assert compare(made.tables(), basis="all").disputed_count("winner") == 2
    two = compare(made.tables(), only=["korean", "chinese"])
    assert two.claims().trouble.set_index(["what", "among"]).loc[("winner", "all"), "of"].tolist() == [0, 0]


def test_an_odd_komi_leaves_equal_margins_equal() -> None:
    """A komi that binary fractions do not hold makes no difference between rulesets."""
    made = table_of({"japanese": [1 - 6.7, 0.3], "aga": [7 - 6.7 - 6, 0.1 + 0.2]})
    assert compare(made.tables()).pairs["same_margin"].tolist() == [2]


def test_komi_of_each_ruleset_does_not_disturb_the_claims() -> None:
    """A check told to take each ruleset's komi still gives claims at one komi, that of the record."""
    cells = (Cell(1.5, komi=6.5, own_komi=6.5, own_margin=1.5), Cell(0.5, komi=7.5, own_komi=7.5, own_margin=0.5))
    comparison = compare(Made(("japanese", "chinese"), (Row(cells),)).tables())
    assert comparison.checked_komi == "ruleset"
    assert comparison.pairs["mean"].tolist() == [1.0]
    assert comparison.claims().score["largest"].tolist()[:1] == [0.0]


def test_a_bare_board_is_confirmed_by_the_recorded_margin() -> None:
    """A count of the bare board joins in where it is the recorded one under the ruleset that the record names."""
    bare = {"basis": "as_it_stands", "status": "none"}
    rows = (
        Row((Cell(1.5, **bare, agrees="exact"), Cell(0.5, **bare)), {"ruleset": "japanese"}),
        Row((Cell(1.5, **bare, agrees="exact"), Cell(0.5, **bare)), {"ruleset": "chinese"}),
        Row((Cell(1.5, **bare, agrees="exact"), Cell(0.5, **bare)), {"ruleset": "aga"}),
        Row((Cell(2.5), Cell(2.5)), {"ruleset": "japanese"}),
    )
    made = Made(("japanese", "chinese"), rows)
    games = {basis: int(compare(made.tables(), basis=basis).pairs.games.iloc[0])  # type: ignore[arg-type]
             for basis in ("counted", "confirmed", "all")}  # fmt: skip
    assert games == {"counted": 1, "confirmed": 2, "all": 4}


@pytest.mark.parametrize(
    "call",
    [
        lambda tables: compare(*tables, basis="foo"),  # type: ignore[arg-type]
        lambda tables: compare(*tables, komi=6.5),  # type: ignore[arg-type]
        lambda tables: compare(*tables).games("japanese", "chinese", "foo"),  # type: ignore[arg-type]
        lambda tables: compare(*tables).disputed("foo"),  # type: ignore[arg-type]
        lambda tables: compare(*tables).classes("foo"),
        lambda tables: compare(*tables).by("foo"),
        lambda tables: compare(*tables).komi_curve(board_size="20×20"),
        lambda tables: compare(*tables).komi_curve(komi=[math.nan]),
    ],
)
def test_what_is_not_allowed_is_refused(call: Any) -> None:
    """One sentence that names what was given and what is allowed, never other figures."""
    with pytest.raises(ValueError, match="is not allowed; allowed are"):
        call(table_of({"japanese": [0.5], "chinese": [1.5]}).tables())


def test_half_a_pair_is_refused() -> None:
    """One ruleset is no pair."""
    with pytest.raises(ValueError, match="a pair is two rulesets"):
        compare(table_of({"japanese": [0.5], "chinese": [1.5]}).tables()).by("handicap", "japanese")


def test_rulesets_may_be_named_in_one_text() -> None:
    """Names with commas between them, as the command takes them."""
    tables = table_of({"japanese": [0.5], "chinese": [1.5], "aga": [1.5]}).tables()
    assert compare(*tables, only="japanese,aga").rulesets == ("japanese", "aga")
