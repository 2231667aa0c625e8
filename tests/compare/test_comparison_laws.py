"""Comparisons equal a plain twin on made-up outcomes, and keep their laws."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import combinations, permutations
from textwrap import wrap
from typing import Any

import numpy as np
import pytest
from helpers.laws import law
from helpers.synthetic import GROUPINGS, Cell, FakeDataset, Row, datasets, table_of
from hypothesis import given
from hypothesis import strategies as st
from oracles.comparison import STAYING, evidence, figures, is_usable, seen, seen_before_komi

from goanalyze import Comparison, Dispute, Evidence, IllegalReason, PairFigure
from goanalyze.compare.comparison import compare
from goanalyze.errors import DatasetError
from goanalyze.util.numbers import percent, signed
from goanalyze.util.statistics import wilson

SELECTIONS = st.tuples(
    st.sampled_from(["best", "counted", "confirmed", "estimated", "all"]), st.sampled_from(["recorded", "ruleset"])
)


def made_comparison(made: FakeDataset, basis: str = "best", komi: str = "recorded") -> Comparison:
    """Compare all rulesets, in chunks that have dictionaries of their own."""
    return compare(made.tables(chunks=3), "all", basis=basis, komi=komi)


def common_rows(comparison: Comparison, made: FakeDataset) -> list[Row]:
    """Return the games of `common`."""
    return [made.rows[row] for row in comparison.common.rows]


@given(datasets(), SELECTIONS)
@law(150)
def test_pairs_equal_the_plain_twin(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Every figure is the one counted game by game; legality is of all games."""
    comparison = made_comparison(made, *selection)
    common, whole = comparison.common, list(made.rows)
    places = [made.names.index(name) for name in common.rulesets]
    assert [row for row in made.rows if all(seen(made, row, at, *selection) for at in places)] == common_rows(
        comparison, made
    )
    pairs = comparison.pairs()
    assert list(zip(pairs["a"], pairs["b"], strict=True)) == list(combinations(common.rulesets, 2))
    for row in pairs.to_dict("records"):
        a, b = (made.names.index(row[side]) for side in "ab")
        twin = figures(made, common_rows(comparison, made), a, b, *selection)
        twin |= {name: figures(made, whole, a, b, *selection)[name] for name in ("legal_only_a", "legal_only_b")}
        assert {name: row[name] for name in twin} == pytest.approx(twin, nan_ok=True)
        assert {*row} == {"a", "b", *twin}


@given(datasets(), SELECTIONS)
@law(80)
def test_a_pair_is_its_row_in_both_directions(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Side by side a pair is of the games in common, else of those that both count; b − a mirrors a − b."""
    comparison = made_comparison(made, *selection)
    for a, b in combinations(made.names, 2):
        one, other = comparison.pair(a, b).figures, comparison.pair(b, a).figures
        is_common = {a, b} <= set(comparison.common.rulesets)
        rows = common_rows(comparison, made) if is_common else list(made.rows)
        twin = figures(made, rows, made.names.index(a), made.names.index(b), *selection)
        assert (one["games"], one["over_1_low"]) == pytest.approx((twin["games"], twin["over_1_low"]))
        assert one["mean"] == pytest.approx(-other["mean"], nan_ok=True)
        assert one["min"] == pytest.approx(-other["max"], nan_ok=True)
        assert (one["legal_only_a"], one["black_to_white"]) == (other["legal_only_b"], other["white_to_black"])


@given(datasets(), SELECTIONS)
@law(60)
def test_a_square_has_the_figures_of_the_pairs(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Above the diagonal the figures of the pairs, below it those of the pairs in the other direction."""
    comparison = made_comparison(made, *selection)
    for name in ("games", "mean", "min", "max", "legal_only_a", "white_to_black", "winner_changes", "over_1_high"):
        square = comparison.matrix(name)
        for a, b in permutations(comparison.common.rulesets, 2):
            assert square.loc[a, b] == pytest.approx(comparison.pair(a, b).figures[name], nan_ok=True)


@given(datasets(), SELECTIONS)
@law(80)
def test_evidence_equals_the_plain_twin(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Each game has the evidence that its facts say, and nothing estimated is known."""
    comparison = made_comparison(made, *selection)
    places = [made.names.index(name) for name in comparison.common.rulesets]
    twin = [evidence(made, row, places) for row in made.rows]
    assert [Evidence.at(code).value for code in comparison.evidence_codes.tolist()] == twin
    frame = comparison.evidence().set_index("evidence")
    assert frame["games"].to_dict() == {name: twin.count(name) for name in Evidence.names()}
    assert frame["compared"].sum() == len(comparison.common)
    assert frame["compared"].to_dict() == {
        name: sum(twin[row] == name for row in comparison.common.rows) for name in Evidence.names()
    }
    assert frame["winner_changes"].sum() == len(comparison.dispute_rows("winner"))
    for name in Evidence.names():
        assert [twin[row] for row in comparison.evidence_rows(name)] == [name] * twin.count(name)
    if selection[0] == "best":
        assert not frame["compared"][["contradicted", "none"]].any()


@given(datasets(), SELECTIONS)
@law(60)
def test_rows_are_as_many_as_the_figure(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Every figure of a pair that counts games has that number of rows, ascending, in both directions."""
    comparison = made_comparison(made, *selection)
    for a, b in permutations(comparison.rulesets, 2):
        pair = comparison.pair(a, b)
        for figure in PairFigure.names():
            rows = comparison.pair_rows(a, b, figure)
            assert len(rows) == pair.figures[figure]
            assert (np.diff(rows) > 0).all()
        difference, histogram = comparison.differences(a, b), pair.histogram()
        assert difference.index.tolist() == comparison.pair_rows(a, b, "games").tolist()
        counted = histogram[histogram["games"] > 0]
        assert dict(zip(counted["difference"], counted["games"], strict=True)) == Counter(difference)
        assert len(set(np.diff(histogram["difference"]))) <= 1


@given(datasets(), SELECTIONS, st.sampled_from(GROUPINGS))
@law(80)
def test_groups_add_up(made: FakeDataset, selection: tuple[str, str], column: str) -> None:
    """By any grouping, the games of all groups are the games of the pair."""
    comparison = made_comparison(made, *selection)
    parts = comparison.by(column)
    assert not parts.duplicated([column, "a", "b"]).any()
    for row in comparison.pairs().to_dict("records"):
        own = parts[(parts["a"] == row["a"]) & (parts["b"] == row["b"])]
        for name in ("games", "same_margin", "winner_changes", "over_1", "legal_only_a", "legal_only_b"):
            assert own[name].sum() == row[name]


@given(datasets(), SELECTIONS)
@law(60)
def test_classes_part_the_rulesets(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Every ruleset side by side is in one class, and two are in the same one if they agree in all games compared."""
    comparison = made_comparison(made, *selection)
    classes = comparison.classes()
    assert sorted(name for members in classes for name in members) == sorted(comparison.common.rulesets)
    home = {name: number for number, members in enumerate(classes) for name in members}
    for row in comparison.pairs().to_dict("records"):
        agrees = row["games"] and row["same_margin"] == row["games"] and not row["winner_changes"]
        assert (home[row["a"]] == home[row["b"]]) == bool(agrees)


@given(datasets(), SELECTIONS)
@law(60)
def test_rulesets_that_leave_dead_stones_are_apart(made: FakeDataset, selection: tuple[str, str]) -> None:
    """Side by side with two others they never are; every ruleset is in one comparison, on games of its own."""
    comparison = made_comparison(made, *selection)
    others = [name for name in made.names if name not in STAYING]
    if len(others) > 1:
        assert not set(comparison.common.rulesets) & set(STAYING)
    parts = (comparison, *comparison.others)
    assert sorted(name for part in parts for name in part.common.rulesets) == sorted(made.names)
    for part in parts:
        if selection[0] != "all" and set(part.common.rulesets) & set(STAYING):
            assert not any(made.rows[row].facts["dead"] for row in part.common.rows)


@given(datasets(), st.sampled_from(["counted", "all", "best"]))
@law(80)
def test_the_komi_curve_falls_and_adds_up(made: FakeDataset, basis: str) -> None:
    """At each komi the games in common add up, as counting says; and with more komi Black never wins more."""
    comparison = made_comparison(made, basis)
    games = comparison.komi_games(handicap=True)
    curve, rows = games.curve(), [made.rows[row] for row in games.rows]
    assert (curve["black"] + curve["draws"] + curve["white"] == curve["games"]).all()
    assert (curve["games"] == len(rows)).all()
    for name in games.rulesets:
        at, own = made.names.index(name), curve[curve["ruleset"] == name]
        assert (np.diff(own["black"]) <= 0).all()
        assert (np.diff(own["white"]) >= 0).all()
        before = [seen_before_komi(row, at) for row in rows if is_usable(made, row, at, basis)]
        assert len(before) == len(rows)
        for komi in (0.0, 1.5, 6.5):
            ties = made.rows[0].cells[at].ties if rows else "draw"
            winners = Counter(Cell(ties=ties).winner(points - komi) for points in before if points is not None)
            counted = own[own["komi"] == komi].iloc[0]
            assert [counted[name] for name in ("black", "draws", "white")] == [
                winners[name] for name in ("black", "draw", "white")
            ]


@given(datasets(), SELECTIONS, st.sampled_from(Dispute.names()))
@law(100)
def test_lists_have_the_games_that_the_numbers_count(made: FakeDataset, selection: tuple[str, str], what: str) -> None:
    """A list has the games of its number, each with two verdicts or more, its evidence and an address."""
    comparison = made_comparison(made, *selection)
    for a, b in combinations(made.names, 2):
        pair, listed = comparison.pair(a, b).figures, comparison.games(what, a, b)
        number = {
            "winner": pair["winner_changes"],
            "margin": pair["over_1"],
            "legal": pair["legal_only_a"] + pair["legal_only_b"],
        }
        assert what == "no_result" or len(listed) == number[what]
        if what == "margin":
            assert ((listed[a] - listed[b]).abs().diff().dropna() <= 0).all()
    listed = comparison.games(what)
    rows = listed["number"].to_numpy(dtype=int) - 1
    assert rows.tolist() == comparison.dispute_rows(what).tolist()
    assert all(text.count("; ") >= (0 if what == "no_result" else 1) for text in listed["verdict"])
    codes = comparison.evidence_codes[rows].tolist()
    assert listed["evidence"].tolist() == [Evidence.at(code).value for code in codes]
    assert len(comparison.games(what, limit=1)) == min(len(listed), 1)


NUMBER = re.compile(r"(?<![\w-])[−+>]?\d[\d,]*(?:\.\d+)?(?:e-\d+)?%?")


def numbers_of_frames(comparison: Comparison) -> set[str]:
    """Return all numbers of the frames and lists of games of a comparison, as an answer writes them."""
    answer, frames = comparison.answer(), (comparison.evidence(), comparison.pairs(), comparison.claims())
    values = [value for frame in frames for name in frame.select_dtypes("number") for value in frame[name].dropna()]
    decided = frames[0]["compared"].sum() - answer.without_komi
    disputed = comparison.games("winner")["number"].to_numpy(dtype=int) - 1
    of_some = [len(comparison.games(subject)) for subject in (*Dispute.names(), *IllegalReason.names())]
    parts = [games for _, games in (*answer.reasons, *answer.trouble)] + [
        len(each.common) for each in comparison.others
    ]
    counts = [*values, *of_some, *parts, decided, answer.without_komi, answer.resumed, comparison.game_count, 10_000]
    counts += [len(comparison.rulesets), len(comparison.common.rulesets), len(comparison.common)]
    counts += [frames[0]["games"][1:3].sum(), np.count_nonzero(~comparison._games.even[disputed])]
    shares = [*values, answer.winner_change_low, answer.winner_change_high, len(disputed) / max(decided, 1)]
    shares = [part for share in shares if 0 <= share <= 1 for part in (share, 1 - share)]
    rates = [f"{share * 1e4:,.{digits}f}" for share in shares for digits in (0, 1)]
    return {*(f"{count:,.0f}" for count in counts), *map(percent, shares), *rates, *(signed(at, 2) for at in values)}


@given(datasets(), SELECTIONS)
@law(80)
def test_the_answer_has_the_numbers_of_the_frames(made: FakeDataset, selection: tuple[str, str]) -> None:
    """The answer has ten lines of at most 80 columns for any games; its numbers are those of the frames."""
    comparison = made_comparison(made, *selection)
    answer = comparison.answer()
    assert answer.sentences
    assert all(sentence.endswith(".") and "nan" not in sentence for sentence in answer.sentences)
    assert sum(len(wrap(text, 80, break_on_hyphens=False)) for text in str(answer).split("\n")) <= 10
    assert set(NUMBER.findall(" ".join(answer.sentences))) <= numbers_of_frames(comparison)
    if answer.compared:
        frame = comparison.evidence().set_index("evidence")["compared"]
        assert [answer.known, answer.confirmed, answer.estimated] == frame[["known", "confirmed", "estimated"]].tolist()
        assert answer.compared == len(comparison.common)
        assert answer.winner_changes == len(comparison.dispute_rows("winner"))
        assert answer.winner_games + answer.without_komi == answer.compared
        assert 0 <= answer.winner_change_low <= answer.winner_change_high <= 1
    assert len({example.number for example in answer.examples}) == len(answer.examples) <= 3


@given(st.integers(0, 60), st.integers(0, 60))
def test_wilson_holds_the_share(number: int, more: int) -> None:
    """The interval lies within 0 and 1, holds the share, and narrows with more games."""
    low, high = wilson(number, number + more)
    assert 0 <= low <= high <= 1
    if number + more:
        assert low <= number / (number + more) <= high
        wider = wilson(10 * number, 10 * (number + more))
        assert wider[1] - wider[0] <= high - low


def test_only_some_rulesets_in_the_order_of_the_dataset() -> None:
    """Rulesets may be named by alias, or in one text; their order is that of the dataset."""
    tables = table_of({"japanese": [1.5], "chinese": [2.5], "new-zealand": [2.5]}).tables()
    assert compare(tables, "NZ", "Japanese rules").rulesets == ("japanese", "new-zealand")
    assert compare(tables, "new-zealand,japanese").rulesets == ("japanese", "new-zealand")


def test_the_default_is_the_rulesets_in_use() -> None:
    """The usual ones, the user's own, and those that one record of twenty names; all of them with `all`."""
    margins: dict[str, list[float | None]] = {
        name: [1.5] * 20 for name in ("basic", "tromp-taylor", "japanese", "chinese", "wmsg", "mine")
    }
    facts: list[dict[str, Any]] = [{"ruleset": "tromp-taylor"}, *({} for _ in range(19))]
    tables = table_of(margins, facts).tables()
    assert compare(tables).rulesets == ("tromp-taylor", "japanese", "chinese", "mine")
    assert compare(tables, "all").rulesets == tuple(margins)
    only = table_of({"basic": [1.5], "wmsg": [1.5]}).tables()
    assert compare(only).rulesets == ("basic", "wmsg")


def test_wrong_requests_are_refused_in_a_sentence() -> None:
    """Unknown rulesets, figures and columns, and tables that do not fit, are errors with a sentence."""
    made = table_of({"japanese": [1.5, None], "chinese": [2.5, 3.5]})
    tables = made.tables()
    with pytest.raises(DatasetError, match="'aga'"):
        compare(tables, "japanese", "aga")
    comparison = compare(tables)
    for wrong in (
        lambda: comparison.matrix("beauty"),
        lambda: comparison.by("weather"),
        lambda: comparison.pair("japanese", "aga"),
        lambda: comparison.games("foo"),
        lambda: comparison.pair_rows("japanese", "chinese", "mean"),
        lambda: comparison.evidence_rows("foo"),
        lambda: comparison.by("handicap", "japanese"),
        lambda: compare(tables, basis="foo"),
        lambda: comparison.other_komi(board_size="20×20"),
        lambda: comparison.pair("japanese", "JP"),
        lambda: comparison.other_komi(komi=[math.nan]),
    ):
        with pytest.raises(ValueError, match=r"beauty|weather|aga|foo|mean|pair|20×20|nan|same ruleset"):
            wrong()
    outcomes, games = tables["outcomes"], tables["games"]
    for changed in (
        {"outcomes": outcomes.slice(0, 3)},
        {"games": games.slice(0, 1)},
        {"outcomes": outcomes.take([1, 0, 2, 3])},
    ):
        with pytest.raises(DatasetError, match="do not belong together"):
            compare({**tables, **changed})


def test_fair_komi_names_every_komi_that_is_as_good() -> None:
    """Of margins 5 and 9 before komi, 5.5 to 8.5 part the wins, and at 5 and 9 one is a draw."""
    made = table_of({"aga": [5 - 6.5, 9 - 6.5]})
    row = compare(made.tables()).fair_komi().iloc[0].to_dict()
    assert row == {
        "ruleset": "aga",
        "komi_from": 5.5,
        "komi_to": 8.5,
        "black_share": 0.5,
        "draws": 0,
        "games": 2,
        "known": 2,
    }


def test_a_known_position_without_komi_is_known() -> None:
    """Marks and proofs say which stones are dead, an estimate guesses; some rulesets remove no dead stones."""
    own = {"margin": None, "komi": None, "own_margin": 2.5}
    names = ("tromp-taylor", "japanese", "korean", "chinese", "aga", "basic-played-out", "ing")
    statuses = ("none", "ruled", "none", "markup", "ruled", "estimated", "engine")
    made = FakeDataset(names, (Row(tuple(Cell(basis="no_komi", status=status, **own) for status in statuses)),))
    for basis, expected in (("counted", [1, 1, 0, 1, 0, 0, 0]), ("estimated", [1, 1, 0, 1, 1, 1, 1])):
        comparison = compare(made.tables(), "all", komi="ruleset", basis=basis)
        assert comparison.has_margin.sum(axis=0).tolist() == expected


def test_games_without_komi_have_differences_and_no_winner() -> None:
    """One komi for both rulesets does not matter to a difference; a winner needs one."""
    cells = (Cell(None, "no_komi", komi=None, own_margin=2.0), Cell(None, "no_komi", komi=None, own_margin=0.0))
    comparison = compare(
        FakeDataset(("japanese", "chinese"), (Row(cells, {"komi": None}), Row((Cell(1.5), Cell(1.5))))).tables()
    )
    figures_of_pair = comparison.pair("japanese", "chinese").figures
    assert figures_of_pair[["games", "winner_games", "winner_changes", "max"]].tolist() == [2, 1, 0, 2.0]
    assert comparison.games("margin")["verdict"].tolist() == ["B+9.5 before komi Japanese; B+7.5 before komi Chinese"]
    assert comparison.answer().without_komi == 1


def test_an_estimate_without_komi_is_never_known() -> None:
    """A game without komi whose dead stones are estimated is estimated, also where its margins are compared."""
    cells = (Cell(None, "no_komi", komi=None, own_margin=2.0, status="estimated"),) * 2
    comparison = compare(FakeDataset(("japanese", "chinese"), (Row(cells, {"komi": None}),)).tables())
    assert comparison.evidence_rows("known").tolist() == []
    assert comparison.evidence_rows("estimated").tolist() == comparison.common.rows.tolist() == [0]
    counted = compare(comparison._tables, basis="counted")
    assert len(counted.common) == counted.fair_komi(handicap=True)["games"].max() == 0


def test_an_odd_komi_leaves_equal_margins_equal() -> None:
    """A komi that binary fractions do not hold makes no difference between rulesets."""
    made = table_of({"japanese": [1 - 6.7, 0.3], "aga": [7 - 6.7 - 6, 0.1 + 0.2]})
    assert compare(made.tables()).pairs()["same_margin"].tolist() == [2]


def test_komi_of_each_ruleset_does_not_disturb_the_claims() -> None:
    """A check with each ruleset's komi still gives claims at one komi, that of the record."""
    cells = (Cell(1.5, komi=6.5, own_komi=6.5, own_margin=1.5), Cell(0.5, komi=7.5, own_komi=7.5, own_margin=0.5))
    comparison = compare(FakeDataset(("japanese", "chinese"), (Row(cells),)).tables())
    assert comparison.checked_komi == "ruleset"
    assert comparison.pairs()["mean"].tolist() == [1.0]
    assert comparison.claims()["largest"].tolist()[:1] == [0.0]


def test_a_bare_board_is_confirmed_by_the_recorded_margin() -> None:
    """A count of the bare board is compared by default if it gives the recorded margin."""
    bare = (Cell(1.5, "as_it_stands", status="none"), Cell(0.5, "as_it_stands", status="none"))
    rows = (Row(bare, {"agreement": "exact"}), Row(bare, {"agreement": "no"}), Row(bare), Row((Cell(2.5), Cell(2.5))))
    tables = FakeDataset(("japanese", "chinese"), rows).tables()
    games = {basis: len(compare(tables, basis=basis).common) for basis in ("counted", "confirmed", "best", "all")}
    assert games == {"counted": 1, "confirmed": 2, "best": 2, "all": 4}


def test_empty_datasets_are_answered_in_a_sentence() -> None:
    """No game, no finished game, one ruleset: the answer says why."""
    for margins, words in (
        ({"japanese": [], "chinese": []}, "no games"),
        ({"japanese": [None], "chinese": [None]}, "1 resigned, lost on time or broken off"),
        ({"japanese": [1.5]}, "needs two rulesets"),
    ):
        comparison = compare(table_of(margins).tables())  # type: ignore[arg-type]
        assert words in str(comparison.answer())
        assert words in repr(comparison).replace("\n           ", " ")
        assert not comparison.pairs()["games"].any()
        for frame in (comparison.evidence(), comparison.claims(), comparison.illegal_moves(), comparison.games()):
            assert all(not isinstance(value, (dict, list, np.ndarray)) for value in frame.to_numpy().ravel())
