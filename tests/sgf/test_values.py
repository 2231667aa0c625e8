"""Sizes, handicaps, ranks and dates, the number reader, and laws of every value function."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goanalyze.detectors.records import code_of
from goanalyze.sgf.values.numbers import find_quantities, fold, is_quarter, quote, read_quantity
from goanalyze.sgf.values.ranks_dates import parse_date, parse_rank
from goanalyze.sgf.values.result import Result, parse_result
from goanalyze.sgf.values.size_komi_handicap import parse_handicap, parse_komi, parse_size


def winner_of(result: Result) -> str:
    """Return the winner's name as tables write it."""
    return result.winner.value if result.winner else "none"


if TYPE_CHECKING:
    from collections.abc import Callable

PARSERS = [parse_date, parse_handicap, parse_komi, parse_rank, parse_result, parse_size]

# Texts near the real ones reach further than arbitrary ones.
PIECES = st.sampled_from(
    [
        *"BWRJ+-.,:/()[]?*0123456789pdk½¾⅟²９半目子又三十百段级級급黑白흑백胜勝负승年月日x",
        *("分之", "中盘", "3.5", "375", "2018", "1e9", "pro", "dan", "win", "wins", "loses", "resigns"),
        *("draw", "void", "Jun", "May", "nan", "inf", "moves", "by"),
    ]
)
NEAR = st.lists(st.one_of(PIECES, st.just(" ")), max_size=12).map("".join)


@pytest.mark.parametrize("parse", PARSERS)
@given(text=st.one_of(st.text(st.characters(codec=None)), NEAR))
@example(text="\ud800")
@example(text="9" * 6000)
@example(text="²½⅟" * 50)
@example(text="十百" * 500)
@example(text="１" * 5000 + "分之1/0")
def test_no_text_raises(parse: Callable[[str], Any], text: str) -> None:
    """Any text gives a frozen value, the same each time, and a sentence or nothing about its oddity."""
    value = parse(text)
    assert not value.message or value.message.endswith(".")
    assert value == parse(text) == parse(f" {text}\n")
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.message = ""


@given(text=NEAR)
def test_numbers_given_are_in_range(text: str) -> None:
    """For any text, a returned value is one that the rest of the package can use."""
    size, komi, rank, result = parse_size(text), parse_komi(text), parse_rank(text), parse_result(text)
    assert (1 <= size.width <= 52 and 1 <= size.height <= 52) or (size.width == size.height == 0)
    assert komi.points is None or abs(komi.points) <= 400
    assert (komi.points is None) == (komi.unit.value == "none") == (code_of("KM", komi) == "GO403")
    assert (code_of("BR", rank) is None) or rank.number is None
    assert rank.number is None or -39 <= rank.number <= 19
    assert (result.by.value == "score") <= (result.margin is not None)
    if result.by.value == "score" and result.margin:
        assert (result.margin > 0) == (winner_of(result) == "black")


@pytest.mark.parametrize(
    ("text", "width", "height", "code"),
    [
        ("", 19, 19, None),
        ("19", 19, 19, None),
        (" 19 ", 19, 19, None),
        ("019", 19, 19, None),
        ("9:13", 9, 13, None),
        ("19:19", 19, 19, None),
        ("1", 1, 1, None),
        ("52", 52, 52, None),
        ("19x19", 19, 19, "GO409"),
        ("9 × 13", 9, 13, "GO409"),
        ("１３", 13, 13, "GO409"),
        ("19路", 19, 19, "GO409"),
        ("0", 0, 0, "GO409"),
        ("-9", 0, 0, "GO409"),
        ("53", 0, 0, "GO409"),
        ("19:0", 0, 0, "GO409"),
        ("19:", 19, 19, "GO409"),
        ("nineteen", 0, 0, "GO409"),
        ("19.5", 0, 0, "GO409"),
        ("1919191919", 0, 0, "GO409"),
    ],
)
def test_size(text: str, width: int, height: int, code: str | None) -> None:
    """Columns come before rows, an absent size is 19, and no board is 0 × 0."""
    size = parse_size(text)
    assert (size.width, size.height, code_of("SZ", size)) == (width, height, code)


@pytest.mark.parametrize(
    ("text", "stones", "code"),
    [
        ("", None, None),
        ("0", 0, None),
        ("1", 1, None),
        (" 2", 2, None),
        ("09", 9, None),
        ("41", 41, None),
        ("42", 42, "GO405"),
        ("2.0", 2, None),
        ("三子", 3, None),
        ("让2子", 2, None),
        ("张三受二子", 2, None),
        ("三子局", 3, None),
        ("吴二三二.三", 3, None),
        ("4 stones", 4, None),
        ("3 stone handicap", 3, None),
        ("two", 2, None),
        ("Ｈ２", 2, None),
        ("2점", 2, None),
        ("先", 0, None),
        ("张三受先", 0, None),
        ("先相先", 0, None),
        ("吴先二先.先", 0, None),
        ("互先", 0, None),
        ("정선", 0, None),
        ("호선", 0, None),
        ("even", 0, None),
        ("-", None, None),
        ("先二先", None, "GO405"),
        ("二三二", None, "GO405"),
        ("some", None, "GO405"),
        ("7.5", None, "GO405"),
        ("-2", None, "GO405"),
        ("n", None, "GO405"),
        ("2,3", None, "GO405"),
        ("400", None, "GO405"),
    ],
)
def test_handicap(text: str, stones: int | None, code: str | None) -> None:
    """A number of stones is read in digits and in words; a series of handicaps does not name that of one game."""
    handicap = parse_handicap(text)
    assert (handicap.stones, code_of("HA", handicap)) == (stones, code)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("30k", -29),
        ("1k", 0),
        ("1d", 1),
        ("9d", 9),
        ("10d", 10),
        ("1p", 11),
        ("9p", 19),
        ("9P", 19),
        ("12k ", -11),
        ("5d?", 5),
        ("5d*", 5),
        ("13k?", -12),
        ("15k+", -14),
        ("32k", -31),
        ("9 dan", 9),
        ("6 Dan", 6),
        ("2 kyu", -1),
        ("9段", 9),
        ("９段", 9),
        ("九段", 9),
        ("初段", 1),
        ("3级", -2),
        ("3級", -2),
        ("3급", -2),
        ("十八级", -17),
        ("4단", 4),
        ("业余5段", 5),
        ("P9段", 19),
        ("P1", 11),
        ("P9p", 19),
        ("9 Dan Professional", 19),
        ("职业九段", 19),
        ("9p, Kisei", 19),
        ("15k* IGS", -14),
        ("4th Dan", 4),
        ("2. Kyu", -1),
        ("2ème dan", 2),
        ("sandan", 3),
        ("二级", -1),
        ("아마5단", 5),
        ("アマ五段", 5),
        ("5d ama", 5),
        ("프로 구단", 19),
        ("9-dan pro", 19),
        ("九段,天元", 9),
        ("天元九段", 9),
        ("Female Honinbo & 9p", 19),
        ("9p.", 19),
        ("1850 (5d)", 5),
    ],
)
def test_rank_on_the_scale(text: str, number: int) -> None:
    """A rank is a place on the scale 30k = −29 … 1k = 0, 1d = 1 …, 1p = 11 … 9p = 19."""
    rank = parse_rank(text)
    assert (rank.number, code_of("BR", rank)) == (number, None)


@pytest.mark.parametrize(
    "text",
    (
        "| |NR|NR |-|?|NR?|十段|十段,天元|名人|小棋圣|Meijin, Oza, Judan|Honinbo|국수|1850|1850 Elo|EGF 2300|2715?|"
        "1500*|Elo: 1850|ama|Ama.|insei|? pro"
    ).split("|"),
)
def test_no_rank_is_no_finding(text: str) -> None:
    """An unknown rank, a title, a rating and the status of a player have no number and no finding."""
    assert parse_rank(text) == parse_rank("")
    assert parse_rank(text).number is None


@pytest.mark.parametrize(
    "text", ["P", "0d", "11d", "41k", "5", "9窜", "5days", "5d!", "5-7d", "一品", "KBS Cup", "Expectant Official"]
)
def test_what_is_no_rank_is_reported(text: str) -> None:
    """Ranks outside the scale and other words give no number and GO407, which names the property."""
    rank = parse_rank(text)
    assert (rank.number, code_of("BR", rank)) == (None, "GO407")
    assert repr(text) in rank.message


@pytest.mark.parametrize(
    ("text", "iso", "precision"),
    [
        ("1996-12-27", "1996-12-27", "day"),
        ("1996-12-27,28", "1996-12-27", "day"),
        ("1999-06,07-15", "1999-06-01", "month"),
        ("2004", "2004-01-01", "year"),
        ("2001-02", "2001-02-01", "month"),
        ("2000-02-29", "2000-02-29", "day"),
        ("2002-01-01,2002-01-02", "2002-01-01", "day"),
        ("2019-02-28,2020-02-29,2021-01-10,11,12,02-03", "2019-02-28", "day"),
    ],
)
def test_dates_of_ff4_are_in_order(text: str, iso: str, precision: str) -> None:
    """A date as FF[4] writes it gives its first day and no code."""
    date = parse_date(text)
    assert (date.iso, date.precision.value, code_of("DT", date)) == (iso, precision, None)


@pytest.mark.parametrize(
    ("text", "iso", "precision"),
    [
        ("2017.06.22", "2017-06-22", "day"),
        ("2017.06.22 00:27", "2017-06-22", "day"),
        ("2018/07/06", "2018-07-06", "day"),
        ("2001/10/10 15:38:55 UT", "2001-10-10", "day"),
        ("20180706", "2018-07-06", "day"),
        ("20180706123000", "2018-07-06", "day"),
        ("2018-07-06 12:30:00", "2018-07-06", "day"),
        ("2017-04-04T09:59:32.868979037+00:00", "2017-04-04", "day"),
        ("2012-3-1", "2012-03-01", "day"),
        ("Jun 3, 2001", "2001-06-03", "day"),
        ("3 Jun 2001", "2001-06-03", "day"),
        ("3rd of June, 2001", "2001-06-03", "day"),
        ("2001 Jun 3", "2001-06-03", "day"),
        ("Sun Jun  3 12:30:00 2001", "2001-06-03", "day"),
        ("June 2001", "2001-06-01", "month"),
        ("May 16-18, 1842", "1842-05-16", "day"),
        ("16-18 May 1842", "1842-05-16", "day"),
        ("1846-09-11 to 15", "1846-09-11", "day"),
        ("2009年12月10日", "2009-12-10", "day"),
        ("二〇〇九年十二月十日", "2009-12-10", "day"),
        ("1600 approx. (Keicho era, 1596-1615)", "1600-01-01", "year"),
        ("9-09-2000", "2000-09-09", "day"),
        ("25/12/2001", "2001-12-25", "day"),
        ("12/25/2001", "2001-12-25", "day"),
        ("03/04/2001", "2001-01-01", "year"),
        ("2001-02-30", "2001-02-01", "month"),
        ("2001-02-00", "2001-02-01", "month"),
        ("2001-13-05", "2001-01-01", "year"),
        ("circa 1850", "1850-01-01", "year"),
        ("13/5/95", "1995-05-13", "day"),
        ("5/13/95", "1995-05-13", "day"),
        ("3/4/95", "1995-01-01", "year"),
        ("82-1-13", "1982-01-13", "day"),
        ("80-5-1", "1980-05-01", "day"),
        ("13/5/'05", "2005-05-13", "day"),
        ("13.5.1995", "1995-05-13", "day"),
        ("13-14/5/1995", "1995-05-13", "day"),
        ("05/1995", "1995-05-01", "month"),
        ("1995年5月13日", "1995-05-13", "day"),
        ("平成7年5月13日", "1995-05-13", "day"),
        ("平成元年1月8日", "1989-01-08", "day"),
        ("昭和二十年八月五日", "1945-08-05", "day"),
        ("明治5年3月1日", "1872-01-01", "year"),
        ("S55.3.2", "1980-03-02", "day"),
        ("平成20年", "2008-01-01", "year"),
        ("民國84年5月13日", "1995-05-13", "day"),
        ("1995년 5월 13일", "1995-05-13", "day"),
        ("May 13th, 1995", "1995-05-13", "day"),
        ("12th and 13th march 94", "1994-03-12", "day"),
        ("13 mai 1995", "1995-05-13", "day"),
        ("3. Oktober 1995", "1995-10-03", "day"),
        ("le 3 août 2001", "2001-08-03", "day"),
        ("published at 2001-05-13", "2001-05-13", "day"),
        ("1999 04 12", "1999-04-12", "day"),
        ("Mayor's cup 1995", "1995-01-01", "year"),
    ],
)
def test_other_dates_are_read_as_far_as_they_are_certain(text: str, iso: str, precision: str) -> None:
    """Any other writing is GO406, and never more precise than the text permits."""
    date = parse_date(text)
    assert (date.iso, date.precision.value, code_of("DT", date)) == (iso, precision, "GO406")
    assert repr(text) in date.message


@pytest.mark.parametrize(
    "text",
    ["196", "0850 onwards", "3000-01-01", "long ago", "Jun 3", "01/02/03", "13/5/05", "5 May 05", "S 55", "10.26"],
)
def test_a_date_without_a_usable_year_is_none(text: str) -> None:
    """Without a year from 1000 to 2100 the date is missing."""
    date = parse_date(text)
    assert (date.iso, date.precision.value, code_of("DT", date)) == (None, "none", "GO406")


def test_an_absent_date_is_no_finding() -> None:
    """Many files have no date."""
    assert (parse_date("").iso, code_of("DT", parse_date(""))) == (None, None)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("6.5", 6.5, "none"),
        ("6,5", 6.5, "none"),
        (".5", 0.5, "none"),
        ("3½", 3.5, "none"),
        ("3 and 1/2", 3.5, "none"),
        ("三目半", 3.5, "points"),
        ("半目", 0.5, "points"),
        ("2 zi", 2.0, "zi"),
        ("３又３／４子", 3.75, "zi"),
        ("- 2 pts", -2.0, "points"),
    ],
)
def test_a_quantity_is_read_with_its_unit(text: str, value: float, unit: str) -> None:
    """Digits of any width, fractions, halves and numerals name the same numbers."""
    quantity = read_quantity(fold(text))
    assert quantity is not None
    assert (quantity.value, quantity.unit.value) == (value, unit)


@given(value=st.integers(-4000, 4000))
def test_plain_quarters_come_back(value: int) -> None:
    """Every multiple of a quarter that is written plainly is read exactly."""
    quantity = read_quantity(str(value / 4))
    assert quantity is not None
    assert quantity.value == value / 4
    assert is_quarter(value / 4) == (value % 2 == 1)


def test_quotes_are_short_and_printable() -> None:
    """A message can be printed with any text of the file."""
    assert quote("\ud800\n" * 100).isprintable()
    assert len(quote("x" * 1000)) < 70


def test_numbers_of_other_kinds_are_passed_over() -> None:
    """Thousands, versions and fractions over zero are not numbers here."""
    found = find_quantities(fold("W 6.5 B 157.0, 1/4子 1,234 1.2.3 5/0 1/2/3 半目"))
    assert [quantity.value for quantity in found] == [6.5, 157.0, 0.25, 0.5]
