"""Records of GNU Go whose headers were altered: what was played is found again by a check, from the bytes on.

The games are those of ``data/sample/gnugo``, which tells in its README what they were played by; their territory is
marked, so that counting is exact. Source: issue 16, "Conventions" and "Proof".
"""

from __future__ import annotations

from pathlib import Path

import pytest

import goanalyze as ga

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
LIES = {
    "009x009-japanese": ("KM[6.5]", "KM[0]"),
    "013x013-chinese": ("RU[Chinese]", "RU[Japanese]"),
    "009x009-chinese": ("", ""),
    "019x019-chinese": ("RE[", "RE[B+R]C["),
}
"""What is written in place of what, even games and handicap games alike; the last have no recorded count."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> ga.Tables:
    """The records, checked."""
    folder = tmp_path_factory.mktemp("server")
    for kind, (said, instead) in LIES.items():
        for path in sorted(SAMPLE.glob(f"{kind}-*.sgf")):
            record = path.read_text(encoding="utf-8")
            (folder / path.name).write_text(record.replace(said, instead, 1) if said else record, encoding="utf-8")
    return ga.check(folder, rulesets=("japanese", "chinese"))


def test_what_was_played_is_found_and_what_the_header_says_is_refuted(tables: ga.Tables) -> None:
    """Komi 6.5 that is called 0, and area that is called Japanese, game for game; codes say which of both it is."""
    rows = tables.conventions
    told = {row.komi_raw: row for row in rows[rows.standing == "chosen"].itertuples()}
    assert sorted(told) == ["0", "7.5"]
    komi, counting = told["0"], told["7.5"]
    assert (komi.played_ruleset, komi.played_komi, komi.komi_meaning, komi.code) == ("japanese", 6.5, "usual", "GO412")
    assert (komi.games, komi.counted, komi.explained, komi.deciding == komi.for_it) == (54, 54, 54, True)
    assert (counting.played_ruleset, counting.played_komi, counting.code) == ("chinese", 7.5, "GO413")
    assert (counting.games, counting.counted, counting.explained) == (27, 27, 27)
    headers = rows[(rows.komi_meaning == "header") & (rows.changes == 0) & rows.komi_raw.isin(told)]
    assert headers.set_index("komi_raw").standing.to_dict() == {"0": "refuted", "7.5": "refuted"}
    assert headers.set_index("komi_raw").explained["0"] == 0


def test_honest_records_keep_their_headers(tables: ga.Tables) -> None:
    """Of 54 even games by area with komi 7, as their headers say, every count is as recorded."""
    rows = tables.conventions
    (honest,) = rows[(rows.komi_raw == "7") & (rows.standing == "header")].itertuples()
    assert (honest.played_ruleset, honest.played_komi, honest.changes) == ("chinese", 7.0, 0)
    assert (honest.counted, honest.explained) == (54, 54)
    assert rows[rows.code.notna()].komi_raw.tolist() == ["0", "7.5"]


def test_handicap_games_and_games_without_a_count_are_left_open(tables: ga.Tables) -> None:
    """Fewer than ten counted games decide nothing."""
    rows = tables.conventions
    few = rows[rows.counted < 10]
    assert set(few.standing) == {"open"}
    assert {"0.5"} <= set(few.komi_raw)
    assert 0 in set(few.counted)
