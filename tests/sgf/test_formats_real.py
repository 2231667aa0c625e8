"""Eight real files in other formats are read as by eye."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.shared import shared
from sgf.format_files import text_of

import goanalyze as ga

REAL = ("utf8.gib", "gb2312.gib", "euc-kr.gib", "even.ngf", "handicap2.ngf", "gb2312.ngf", "amateur.ugf", "review.ugi")


@pytest.fixture(scope="module")
def real() -> Any:
    """Return the tables of the eight real files, each checked as the user would, by its row."""
    return ga.check([shared(f"formats/{name}") for name in REAL])


def test_real_files_as_by_eye(real: Any) -> None:
    """Moves, passes, komi, handicap, winner and names are those that a reader sees in the files."""
    games = real.games.assign(name=[Path(each).name for each in real.games.source]).set_index("name")
    assert games.move_count.to_dict() == {
        "utf8.gib": 118,
        "gb2312.gib": 268,
        "euc-kr.gib": 49,
        "even.ngf": 333,
        "handicap2.ngf": 189,
        "gb2312.ngf": 211,
        "amateur.ugf": 254,
        "review.ugi": 222,
    }
    assert games.pass_count[games.pass_count > 0].to_dict() == {"review.ugi": 3}
    assert games.handicap_stones[games.handicap_stones > 0].to_dict() == {
        "utf8.gib": 3,
        "gb2312.gib": 5,
        "handicap2.ngf": 2,
    }
    assert games.komi.dropna().to_dict() == {
        "gb2312.gib": 0,
        "euc-kr.gib": 6.5,
        "even.ngf": 7,
        "handicap2.ngf": 0,
        "gb2312.ngf": 6,
        "amateur.ugf": -5.5,
        "review.ugi": 6.5,
    }
    won = zip(games.result_winner, games.result_by, games.result_margin.fillna(0), strict=True)
    assert dict(zip(games.index, won, strict=True)) == {
        "utf8.gib": ("none", "unknown", 0),
        "gb2312.gib": ("white", "score", -11),
        "euc-kr.gib": ("black", "time", 0),
        "even.ngf": ("black", "score", 0.5),
        "handicap2.ngf": ("white", "resign", 0),
        "gb2312.ngf": ("black", "resign", 0),
        "amateur.ugf": ("black", "score", 7.5),
        "review.ugi": ("black", "score", 2.5),
    }
    assert games.loc["gb2312.gib", ["black_player", "white_player", "white_rank"]].tolist() == [
        "石下之臣",
        "harpmaster",
        3,
    ]
    assert games.loc["euc-kr.gib", ["event", "result_raw"]].tolist() == ["승강급 대국", "흑 시간승"]
    assert games.loc["gb2312.ngf", ["event", "date_raw"]].tolist() == ["韩国十段战", "2006-9-5"]
    assert (
        [str(day)[:7] for day in games.date.sort_values()]
        == """
        2006-09 2012-11 2015-08 2016-03 2017-03 2017-03 2019-03 2020-06
    """.split()
    )
    assert games.branches.to_dict()["review.ugi"] == 2


def test_real_positions_count_as_recorded(real: Any) -> None:
    """Every stone is where it was: all moves are legal, and games count to their results (NGF lacks a half of komi)."""
    assert not {"GO101", "GO102", "GO103", "GO105", "GO201", "GO307"} & set(real.findings.code)
    assert not {"GO313", "GO314", "GO315", "GO316"} & set(real.findings.code)
    names = [Path(each).name for each in real.games.set_index("game_id").source[real.audit.game_id]]
    assert dict(zip(names, real.audit.agreement, strict=True)) == {
        "gb2312.gib": "exact",
        "amateur.ugf": "exact",
        "review.ugi": "exact",
        "even.ngf": "winner",
    }


def test_review_of_a_real_game() -> None:
    """Remarks are at their moves, and variations at those of the review."""
    data = text_of(shared("formats/review.ugi").read_bytes()).data.decode()
    before = data[: data.index("Game-losing move")]
    assert len(re.findall(r";[BW]\[", before)) == 54
    assert data.count("(") - data.count("\\(") >= 5
