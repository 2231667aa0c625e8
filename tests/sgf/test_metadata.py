"""Metadata of a chunk: one raw text in, its value beside it, and notes on what is odd."""

from __future__ import annotations

from datetime import date

import pytest
from helpers.reading import as_text

from goanalyze.findings.records import metadata_findings
from goanalyze.replay.replays import replay_records
from goanalyze.sgf.metadata import Metadata, read_metadata
from goanalyze.sgf.records import Records, read_records

CHUNK = """
(;GM[1]SZ[19]PB[古力]PW[Lee \\] Sedol]BR[9段]WR[9p]DT[2006-09-07]KM[6.5]RU[Japanese]RE[W+0.5]
  EV[Samsung]RO[2]PC[Seoul]AP[CGoban:3])
(;SZ[9]PB[a]PW[b]BR[5k]WR[3d?]DT[2001-03]KM[375]HA[0]RU[Chinese]RE[黑胜2又3/4子])
(;SZ[13:9]PB[古力]BR[]WR[strong]DT[yesterday]KM[six]HA[x]RU[house rules]RE[perhaps])
(;)
(;GM[6]SZ[9]PB[x]RE[B+R];B[aa];W[bb])
(;SZ[0]BR[9段]DT[1999]HA[5]RU[AGA (Area)]KM[6.5]RE[B+R];B[aa])
"""

COLUMNS = {
    "black_player": ["古力", "a", "古力", "", "x", ""],
    "white_player": ["Lee ] Sedol", "b", "", "", "", ""],
    "event": ["Samsung", "", "", "", "", ""],
    "round": ["2", "", "", "", "", ""],
    "place": ["Seoul", "", "", "", "", ""],
    "application": ["CGoban:3", "", "", "", "", ""],
    "black_rank": [9, -4, None, None, None, 9],
    "white_rank": [19, 3, None, None, None, None],
    "white_rank_raw": ["9p", "3d?", "strong", "", "", ""],
    "black_rank_raw": ["9段", "5k", "", "", "", "9段"],
    "date_raw": ["2006-09-07", "2001-03", "yesterday", "", "", "1999"],
    "date": [date(2006, 9, 7), date(2001, 3, 1), None, None, None, date(1999, 1, 1)],
    "date_precision": ["day", "month", "none", "none", "none", "year"],
    "komi_raw": ["6.5", "375", "six", "", "", "6.5"],
    "komi": [6.5, 7.5, None, None, None, 6.5],
    "komi_unit": ["points", "zi×100", "none", "none", "none", "points"],
    "handicap_raw": ["", "0", "x", "", "", "5"],
    "handicap": [None, 0, None, None, None, 5],
    "rules_raw": ["Japanese", "Chinese", "house rules", "", "", "AGA (Area)"],
    "ruleset": ["japanese", "chinese", None, None, None, "aga"],
    "result_raw": ["W+0.5", "黑胜2又3/4子", "perhaps", "", "B+R", "B+R"],
    "result_winner": ["white", "black", "none", "none", "black", "black"],
    "result_by": ["score", "score", "unknown", "unknown", "resign", "resign"],
    "result_margin": [-0.5, 5.5, None, None, None, None],
    "result_unit": ["points", "zi", "none", "none", "none", "none"],
}

# code → (property, games)
NOTES = {
    "GO311": [("GM", [4])],
    "GO401": [("RE", [1, 2, 3])],
    "GO402": [("RU", [2, 3, 4])],
    "GO403": [("KM", [2, 3, 4])],
    "GO404": [("KM", [1])],
    "GO405": [("HA", [2])],
    "GO406": [("DT", [2])],
    "GO407": [("WR", [2])],
    "GO409": [("SZ", [5])],
}


@pytest.fixture(scope="module")
def records() -> Records:
    """Return the chunk, tokenized."""
    (chunk,) = read_records([as_text(CHUNK)])
    return chunk


@pytest.fixture(scope="module")
def metadata(records: Records) -> Metadata:
    """Return the metadata of the chunk."""
    return read_metadata(records)


@pytest.mark.parametrize("name", COLUMNS)
def test_column(metadata: Metadata, name: str) -> None:
    """Each column has one value per game: the raw text as written, the value typed, null where there is none."""
    assert metadata.columns[name].to_pylist() == COLUMNS[name]


def test_every_column_is_as_long_as_the_chunk(records: Records, metadata: Metadata) -> None:
    """No column is longer or shorter than the chunk has games."""
    assert {len(column) for column in metadata.columns.values()} == {len(records)}


def test_each_oddity_is_found_once_per_game(records: Records, metadata: Metadata) -> None:
    """Of each property, with a sentence that quotes the text it is about where there is one."""
    found: dict[str, list[int]] = {}
    for finding in metadata_findings(records, metadata):
        found.setdefault(finding.code, []).append(finding.game)
        assert finding.message.endswith(".")
    assert {code: sorted(games) for code, games in found.items()} == {
        code: sorted(game for _, games in places for game in games) for code, places in NOTES.items()
    }
    messages = {finding.code: finding.message for finding in reversed([*metadata_findings(records, metadata)])}
    assert "house rules" in messages["GO402"]
    assert "six" in messages["GO403"]
    assert "375" in messages["GO404"]
    assert messages["GO311"] == "GM is '6', not 1 (Go)."


def test_another_game_is_listed_and_not_replayed(records: Records, metadata: Metadata) -> None:
    """GM[6] keeps its row and its metadata; its moves are not played."""
    replays = replay_records(records)
    assert replays.fact("moves").tolist()[4] == 0
    assert int(replays.start[5] - replays.start[4]) == 0
    assert metadata.columns["black_player"].to_pylist()[4] == "x"


def test_a_chunk_without_oddities_has_no_notes() -> None:
    """A record as SGF writes it is passed without a word."""
    text = "(;GM[1]SZ[19]BR[9d]WR[1k]DT[2006-09-07]KM[6.5]HA[2]RU[Japanese]RE[W+0.5])"
    (chunk,) = read_records([as_text(text)])
    assert list(metadata_findings(chunk, read_metadata(chunk))) == []


def test_values_do_not_depend_on_neighbours() -> None:
    """A game alone has the same values as in a chunk with others."""
    (together,) = read_records([as_text(CHUNK)])
    columns = read_metadata(together).columns
    for number, alone in enumerate(read_records([as_text(CHUNK)], most_games=1)):
        mine = {name: column.to_pylist() for name, column in read_metadata(alone).columns.items()}
        assert mine == {name: [column.to_pylist()[number]] for name, column in columns.items()}
