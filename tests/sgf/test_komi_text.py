"""Komi texts: points, zi, hundredths of both, and invalid komi."""

from __future__ import annotations

import pytest

import goanalyze as ga
from goanalyze.detectors.records import code_of
from goanalyze.sgf.values.size_komi_handicap import parse_komi

PLAIN = [  # text, points
    ("6.5", 6.5),
    ("6.50", 6.5),
    (" 7.500000 ", 7.5),
    ("0", 0.0),
    ("0.00", 0.0),
    ("-0", 0.0),
    ("8", 8.0),
    ("-5.5", -5.5),
    ("-59.50", -59.5),
    ("-100.00", -100.0),
    ("+6.5", 6.5),
]

CONVERTED = [  # text, points, unit
    ("375", 7.5, "zi×100"),
    ("325", 6.5, "zi×100"),
    ("275", 5.5, "zi×100"),
    ("-275", -5.5, "zi×100"),
    ("450", 4.5, "points×100"),
    ("550", 5.5, "points×100"),
    ("650", 6.5, "points×100"),
    ("750", 7.5, "points×100"),
    ("800", 8.0, "points×100"),
    ("3.75", 7.5, "zi"),
    ("2.75", 5.5, "zi"),
    ("3 3/4", 7.5, "zi"),
    ("3¾", 7.5, "zi"),
    ("3又3/4子", 7.5, "zi"),
    ("三又四分之三子", 7.5, "zi"),
    ("4子", 8.0, "zi"),
]

LOOSE = [  # text, points
    ("6,5", 6.5),
    ("6.5 points", 6.5),
    ("6目半", 6.5),
    ("６．５", 6.5),
    ("6 1/2", 6.5),
    ("5½", 5.5),
    ("5집반", 5.5),
    ("−5.5", -5.5),
    ("5。5", 5.5),
    ("Komi: 6.5", 6.5),
    ("6.5 komi", 6.5),
    ("7.5 (Chinese)", 7.5),
    ("黑贴五目半", 5.5),
    ("五目半コミ出し", 5.5),
    ("逆コミ5目半", -5.5),
    ("白贴5目半", -5.5),
    ("덤 6집반", 6.5),
    ("공제 5호반", 5.5),
    ("none", 0.0),
    ("不贴目", 0.0),
]


@pytest.mark.parametrize(("text", "points"), PLAIN)
def test_a_plain_number_is_points(text: str, points: float) -> None:
    """A real number as FF[4] wants it is kept as points; 0 is never replaced by a likelier value."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi), komi.message) == (points, "points", None, "")
    assert str(komi.points) != "-0.0"


@pytest.mark.parametrize(("text", "points", "unit"), CONVERTED)
def test_a_conversion_is_always_reported(text: str, points: float, unit: str) -> None:
    """Zi and hundredths become points, exactly, with GO404."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi)) == (points, unit, "GO404")
    assert repr(text) in komi.message


@pytest.mark.parametrize(("text", "points"), LOOSE)
def test_a_number_written_loosely_is_read_and_reported(text: str, points: float) -> None:
    """A decimal comma, a unit or a fraction is understood; FF[4] wants a plain number, so GO404."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi)) == (points, "points", "GO404")


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("30.5", 30.5),
        ("44", 44.0),
        ("50", 50.0),
        ("75", 75.0),
        ("100.5", 100.5),
        ("-361", -361.0),
        ("125", 125.0),
        ("6.3", 6.3),
        ("0.02", 0.02),
    ],
)
def test_an_implausible_number_is_kept(text: str, points: float) -> None:
    """Up to 400 a number is kept as it is, with GO404."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi)) == (points, "points", "GO404")


@pytest.mark.parametrize("text", ["1e400", "-1e400", "9" * 5000, "1001", "65000", "9" * 400 + " points"])
def test_a_number_beyond_any_board_is_no_komi(text: str) -> None:
    """Too large, or infinite when computed: no points, and GO403."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi)) == (None, "none", "GO403")


@pytest.mark.parametrize(
    "text", ["", " ", "nan", "inf", "six and a half", "6.5.5", "n", "3/0", "--5", "6 5", "0x1F", "1_0"]
)
def test_what_is_no_number_has_no_points(text: str) -> None:
    """A missing or unreadable komi is `None`, with GO403."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, code_of("KM", komi)) == (None, "none", "GO403")


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("auction komi 7.5", 7.5),
        ("bids: Black 7, White 6.5", 7.0),
        ("Auction: 5, 6, 8.5", 8.5),
        ("bids: -3, -2.5", -2.5),
        ("竞叫 7.5", 7.5),
        ("コミ入札 6目半", 6.5),
    ],
)
def test_the_highest_bid_is_the_komi(text: str, points: float) -> None:
    """The highest bidder takes Black and gives the bid (Sensei's Library, Auction Komi)."""
    komi = parse_komi(text)
    assert (komi.points, komi.unit.value, komi.source.value, code_of("KM", komi)) == (
        points,
        "points",
        "auction",
        "GO404",
    )


def test_an_auction_without_bids_has_no_komi() -> None:
    """Nothing is said, nothing is made up."""
    komi = parse_komi("auction")
    assert (komi.points, komi.source.value, code_of("KM", komi)) == (None, "none", "GO403")


def test_another_text_may_say_that_the_players_bid() -> None:
    """The komi is KM's, with its source."""
    source = [
        ga.loads(f"(;SZ[9]{text};B[ee])").info["komi_source"]
        for text in ("KM[6.5]RU[Japanese, auction komi]", "KM[6.5]GC[komi bidding]", "KM[6.5]", "EV[komi auction]")
    ]
    assert source == ["auction", "auction", "recorded", "none"]


BIDS = [  # game comment, the highest bid
    ("Komi auction: Black bid 9.5, White bid 7.5.", 9.5),
    ("Komi auction: White bid 7.5, Black bid 9.5.", 9.5),
    ("Round 3 of 2010. Komi bids: 7, 6.5 and 8", 8.0),
    ("Auction komi; the winning bid was 7.5 points.", 7.5),
    ("Komi by auction, 30 minutes each. White bid -2.5 against Black's -3", -2.5),
    ("竞叫: 黑 7.5, 白 6.5", 7.5),
]


@pytest.mark.parametrize(("comment", "bid"), BIDS)
def test_the_game_comment_names_the_bids(comment: str, bid: float) -> None:
    """Wikipedia, *Rules of Go*, compensation: komi may be auctioned; without KM it is the text's highest bid."""
    game = ga.loads(f"(;SZ[9]GC[{comment}];B[ee])")
    assert (game.info["komi"], game.info["komi_source"], game.info["komi_raw"]) == (bid, "auction", "")
    told = {row.code: row.message for row in game.replay().findings}
    assert told["GO404"] == f"Komi is missing; the highest bid in GC is read, {bid:g} points."
    assert "GO403" not in told


def test_km_stands_beside_other_bids() -> None:
    """SGF FF[4], KM is the komi; a text of the record with another highest bid is reported, the same is not."""
    other, same = (
        ga.loads(f"(;SZ[9]KM[{komi}]GC[Komi auction: Black bid 9.5, White bid 7.5.];B[ee])") for komi in ("6.5", "9.5")
    )
    assert (other.info["komi"], other.info["komi_source"]) == (6.5, "auction")
    assert (same.info["komi"], same.info["komi_source"]) == (9.5, "auction")
    told = [row.message for row in other.replay().findings if row.code == "GO404"]
    assert told == ["KM counts, 6.5 points, though the highest bid in GC is 9.5."]
    assert "GO404" not in {row.code for row in same.replay().findings}


@pytest.mark.parametrize(
    "comment",
    [
        "Komi auction in round 3",
        "Auction komi, 2 games, 30 min",
        "Komi auction 2010-05-03",
        "Komi auction. 3 moves later",
        "Black bid for time on move 30",
        "Auction komi; Lee, 9 dan",
    ],
)
def test_other_numbers_are_no_bids(comment: str) -> None:
    """A comment has rounds, dates and ranks: only the number after a word for bidding is a bid."""
    assert ga.loads(f"(;SZ[9]GC[{comment}];B[ee])").info["komi_source"] == "none"
