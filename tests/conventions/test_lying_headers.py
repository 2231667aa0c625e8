"""Records of GNU Go with altered headers: a check recovers the terms of play, from the bytes on.

The games are those of ``data/sample/gnugo``, whose README states their terms; their territory is
marked, so that counting is exact.
"""

from __future__ import annotations

from pathlib import Path, PurePath

import pandas as pd
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records, altered."""
    folder = tmp_path_factory.mktemp("server")
    for kind, (said, instead) in LIES.items():
        for path in sorted(SAMPLE.glob(f"{kind}-*.sgf")):
            record = path.read_text(encoding="utf-8")
            (folder / path.name).write_text(record.replace(said, instead, 1) if said else record, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tables(server: Path) -> ga.Tables:
    """Return the tables of a check that follows the headers."""
    return ga.check(server, rulesets=("japanese", "chinese"))


@pytest.fixture(scope="module")
def applied(server: Path) -> ga.Tables:
    """Return the tables of a check that follows the terms of play."""
    return ga.check(server, rulesets=("japanese", "chinese"), conventions="apply")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> ga.Tables:
    """Return the tables of a check of the same games with unaltered headers."""
    folder = tmp_path_factory.mktemp("honest")
    for kind in LIES:
        for path in SAMPLE.glob(f"{kind}-*.sgf"):
            (folder / path.name).write_bytes(path.read_bytes())
    return ga.check(folder, rulesets=("japanese", "chinese"))


def test_what_was_played_is_found_and_what_the_header_says_is_refuted(tables: ga.Tables) -> None:
    """Komi 6.5 that is called 0, and area that is called Japanese, game for game; codes say which of both it is."""
    rows = tables.conventions
    told = {row.komi_raw: row for row in rows[rows.standing == "chosen"].itertuples()}
    assert sorted(told) == ["0", "7.5"]
    komi, counting = told["0"], told["7.5"]
    assert (komi.played_ruleset, komi.played_komi, komi.komi_meaning, komi.code) == ("japanese", 6.5, "usual", "GO412")
    assert (komi.games, komi.counted, komi.explained, komi.deciding == komi.deciding_for) == (54, 54, 54, True)
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


def by_name(frame: pd.DataFrame, tables: ga.Tables) -> pd.DataFrame:
    """Return rows of a table by the name of the file, so that two checks can be held together."""
    names = tables.games.set_index("game_id").source.map(lambda source: PurePath(source).name)
    return frame.assign(file=frame.game_id.map(names).astype("string")).sort_values(["file"], kind="stable")


def test_applied_the_games_are_what_they_were_before_their_headers_were_altered(
    applied: ga.Tables, honest: ga.Tables
) -> None:
    """Komi, ruleset and the margins under it are those of the honest records, and every recorded count is exact.

    Margins under other rulesets need not be: marks are read by the header, so that the evidence does not change.
    """
    games, before = by_name(applied.games, applied), by_name(honest.games, honest)
    lied = games.convention.notna().to_numpy()
    assert int(lied.sum()) == 54 + 27
    for name in ("komi", "ruleset"):
        assert games[name][lied].tolist() == before[name][lied].tolist()
    assert set(games[lied].komi_header) == {0.0, 7.5}
    assert set(games[lied].ruleset_header) == {"japanese"}
    files = set(games[lied].file)
    margins = []
    for each in (applied, honest):
        rows = by_name(each.outcomes, each)
        own = rows.file.map(lambda file: "chinese" if "chinese" in file else "japanese").astype("string")
        margins.append(rows[rows.file.isin(files) & (rows.ruleset.astype("string") == own)].margin.tolist())
    assert len(margins[0]) == 54 + 27
    assert margins[0] == margins[1]
    audit = by_name(applied.audit, applied)
    assert set(audit[audit.file.isin(files)].agreement) == {"exact"}


def test_applied_says_where_komi_and_ruleset_come_from(applied: ga.Tables) -> None:
    """`convention` only where it is another than the header's; elsewhere everything is as the record says."""
    games = applied.games
    komi, counting = games[games.komi_raw == "0"], games[(games.komi_raw == "7.5") & games.convention.notna()]
    assert (set(komi.komi_source), set(komi.ruleset_source)) == ({"convention"}, {"recorded"})
    assert (set(counting.komi_source), set(counting.ruleset_source)) == ({"recorded"}, {"convention"})
    others = games[games.convention.isna()]
    assert set(others.komi_source) == {"recorded"}
    assert others.komi.tolist() == others.komi_header.tolist()


def test_applied_nothing_else_is_learned(tables: ga.Tables, applied: ga.Tables) -> None:
    """Learning uses raw columns, so that a dataset with applied conventions gives the same result."""
    told = [each.conventions.drop(columns=["sources"]) for each in (tables, applied)]
    assert told[0].equals(told[1])
