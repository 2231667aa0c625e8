"""Rules and komi of old games that do not name them: guesses, named as such, and only beyond doubt."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import records_of

import goanalyze as ga
from goanalyze.sgf.metadata import read_metadata
from goanalyze.sgf.values.rules import parse_rules

CORNERS = "AB[pd][dp]AW[dd][pp]"
OTHER_CORNERS = "AB[dd][pp]AW[pd][dp]"
WHITE_FIRST = ";W[cn];B[qn];W[nq];B[cf]"
BLACK_FIRST = ";B[cn];W[qn];B[nq];W[cf]"


def ruleset(header: str, moves: str = WHITE_FIRST, size: int = 19) -> tuple[str | None, str]:
    """Return ruleset and source of a record."""
    columns = read_metadata(records_of(f"(;GM[1]SZ[{size}]{header}{moves})")).columns
    return columns["ruleset"][0].as_py(), columns["ruleset_source"][0].as_py()


ANCIENT, JAPANESE, UNKNOWN = ("ancient-chinese", "period"), ("japanese", "period"), (None, "none")


@pytest.mark.parametrize(
    "stones", [CORNERS, OTHER_CORNERS, "AW[pp]AB[dp]AW[dd]AB[pd]", f";{CORNERS}", f"{CORNERS}PL[W]"]
)
@pytest.mark.parametrize("komi", ["", "KM[0]", "KM[]", "KM[0.00]"])
def test_corner_stones_and_a_first_move_of_white_are_old_chinese_games(stones: str, komi: str) -> None:
    """In either arrangement, in the root or behind it, in any order of properties."""
    assert ruleset(f"{komi}{stones}") == ANCIENT


@pytest.mark.parametrize(
    "date", ["1739", "1739-05-01", "1921", "清", "南宋", "清代", "清 乾隆四年", "Qing dynasty", "Kangxi"]
)
def test_corner_stones_with_an_old_date_need_no_first_move_of_white(date: str) -> None:
    """Time and setup determine the rules together."""
    assert ruleset(f"DT[{date}]{CORNERS}", BLACK_FIRST) == ANCIENT


@pytest.mark.parametrize(
    "header",
    [f"KM[7.5]{CORNERS}", f"KM[0.5]{CORNERS}", f"KM[what?]{CORNERS}", f"DT[1995-03-01]{CORNERS}", f"PC[Tokyo]{CORNERS}",
     f"PC[서울, 한국]{CORNERS}", f"HA[2]{CORNERS}", f"{CORNERS}AB[jj]", f"{CORNERS};AE[pd]", "AB[pd][dp]AW[dd]",
     "AB[pd][dd]AW[dp][pp]", "AB[pc][dp]AW[dd][pp]", "AB[pd][dp][dd][pp]", "", "KM[0]", "DT[1739]", "PC[China]"],
)  # fmt: skip
def test_what_leaves_a_doubt_leaves_the_ruleset_open(header: str) -> None:
    """Komi, a later date, another country, a handicap, other stones: nothing is guessed."""
    assert ruleset(header) == UNKNOWN


def test_corner_stones_are_those_of_19_by_19_before_the_first_move() -> None:
    """Neither on another board, nor set up in mid-game, nor with Black first on an unknown date."""
    assert ruleset(CORNERS, size=21) == ruleset(CORNERS, BLACK_FIRST) == ruleset(f";B[jj];{CORNERS}") == UNKNOWN


@pytest.mark.parametrize(
    "header",
    [
        "EV[还棋头]",
        "GN[座子棋]",
        "GC[古谱 有還棋頭]",
        "DT[康熙]",
        "DT[明]",
        "DT[Ming Dynasty]",
        "DT[1650]PC[中国 江南]",
        "DT[1739]EV[清代国手对局]",
        "DT[1899]PC[China]",
    ],
)
def test_words_or_place_and_date_tell_old_chinese_games(header: str) -> None:
    """Words for the group tax, a dynasty as the date, a Chinese place before 1900."""
    assert ruleset(header, BLACK_FIRST) == ANCIENT


@pytest.mark.parametrize(
    "header",
    [
        "EV[无还棋头]",
        "EV[没有座子]",
        "GC[不还棋头]",
        "DT[1990]EV[还棋头]",
        "DT[1905]PC[China]",
        "DT[2010]EV[乾隆杯]",
        "EV[清风杯]",
        "GC[" + "棋" * 80 + "座子]",
    ],
)
def test_words_that_deny_or_come_later_tell_nothing(header: str) -> None:
    """A negation, a modern date, a part of another name, a word in an essay."""
    assert ruleset(header, BLACK_FIRST) == UNKNOWN


@pytest.mark.parametrize(
    "header",
    [
        "EV[御城碁]",
        "GC[お城碁]",
        "EV[Castle Game]DT[1696-12-23]",
        "DT[1835]EV[O-shiro-go]",
        "DT[1846-07-21]PC[Inoue house, Edo, Japan]KM[0]",
        "DT[天保六年]PC[江戸]",
        "EV[御城碁]HA[2]AB[pd][dp]",
    ],
)
def test_castle_games_and_old_games_in_japan_count_territory(header: str) -> None:
    """A castle game, or a Japanese place with a date before 1900, also with handicap."""
    assert ruleset(header) == JAPANESE


@pytest.mark.parametrize(
    "header",
    ["EV[Castle Game]", "DT[2005]EV[御城碁祭り]", "PC[Japan]", "DT[1920]PC[Tokyo]", "DT[1846]", "EV[御城碁]KM[6.5]"],
)
def test_later_or_undated_games_in_japan_are_left_open(header: str) -> None:
    """Neither place nor date alone determines the rules."""
    assert ruleset(header) == UNKNOWN


@pytest.mark.parametrize("named", ["Japanese", "Chinese", "Old Chinese"])
def test_a_ruleset_that_is_named_is_never_replaced(named: str) -> None:
    """RU is the record's own word, with any setup and date."""
    assert ruleset(f"RU[{named}]DT[清]{CORNERS}") == (parse_rules(named).id, "recorded")
    assert ruleset(f"RU[house rules]DT[清]{CORNERS}") == UNKNOWN


def check(folder: Path, text: str) -> ga.Tables:
    """Check one record."""
    (folder / "old.sgf").write_text(f"(;CA[UTF-8]SZ[19]PB[a]PW[b]RE[W+R]{text})", encoding="utf-8")
    return ga.check(folder, rulesets="japanese")


def test_a_guess_is_named_as_one_and_needs_no_komi(tmp_path: Path) -> None:
    """GO402 has ruleset and reason; komi is 0 by the rules of the time; the setup gives no finding."""
    tables = check(tmp_path, f"DT[1739]{CORNERS}{WHITE_FIRST}")
    assert tables.findings.code.tolist() == ["GO402"]
    assert "ancient-chinese is a guess: corner stones of both colours are set up" in tables.findings.message[0]
    row = tables.games.iloc[0]
    assert (row.komi, row.komi_source, row.ruleset_source, row.handicap_stones) == (0, "period", "period", 0)
    assert (row.rules_raw, row.komi_raw) == ("", "")
    assert tables.arrow("games", ["ruleset_header", "komi_header"]).to_pylist() == [
        {"ruleset_header": None, "komi_header": None}
    ]


@pytest.mark.parametrize("komi", ["", "KM[]", "KM[0]", "KM[6.5]", "KM[six]"])
def test_rules_without_komi_need_no_km(tmp_path: Path, komi: str) -> None:
    """RU[Old Chinese] without KM has komi 0; a KM that is there is read, or reported, as ever."""
    tables = check(tmp_path, f"RU[Old Chinese]{komi}{CORNERS}{WHITE_FIRST}")
    expected = {"KM[6.5]": 6.5, "KM[six]": None}.get(komi, 0)
    assert tables.arrow("games", ["komi"])["komi"].to_pylist() == [expected]
    assert ("GO403" in set(tables.findings.code)) == (expected is None)


def test_nobody_loses_by_rules_that_are_a_guess(tmp_path: Path) -> None:
    """A winner by rule (GO508) is one of rules that the record names."""
    moves = ";B[cn];W[qn];B[nq];W[cn]"
    for header, codes in (("RU[Japanese]", {"GO101", "GO508"}), ("PC[Japan]DT[1800]", {"GO101", "GO402"})):
        assert set(check(tmp_path, f"KM[0]{header}{moves}").findings.code) == codes
