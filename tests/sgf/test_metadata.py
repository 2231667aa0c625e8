"""Metadata of a chunk: one raw text in, its value next to it, and notes on oddities."""

from __future__ import annotations

from datetime import date

import pytest
from helpers.reading import as_text, read_chunk

import goanalyze as ga
from goanalyze.detectors.records import metadata_findings
from goanalyze.replay.replay import replay_records
from goanalyze.sgf.metadata import Metadata, read_metadata
from goanalyze.sgf.other_games import find_problems
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
    "GO401": [("RE", [1, 2])],
    "GO402": [("RU", [2, 4])],
    "GO403": [("KM", [2, 4])],
    "GO404": [("KM", [1])],
    "GO405": [("HA", [2])],
    "GO406": [("DT", [2])],
    "GO407": [("WR", [2])],
    "GO409": [("SZ", [5])],
}


@pytest.fixture(scope="module")
def records() -> Records:
    """Return the chunk, tokenized."""
    return read_chunk(CHUNK)


@pytest.fixture(scope="module")
def metadata(records: Records) -> Metadata:
    """Return the metadata of the chunk."""
    return read_metadata(records)


@pytest.mark.parametrize("name", COLUMNS)
def test_column(metadata: Metadata, name: str) -> None:
    """Each column has one value per game: the raw text as written, the value typed, null without one."""
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
    chunk = read_chunk(text)
    assert list(metadata_findings(chunk, read_metadata(chunk))) == []


def test_values_do_not_depend_on_neighbours() -> None:
    """A game alone has the same values as in a chunk with others."""
    together = read_chunk(CHUNK)
    columns = read_metadata(together).columns
    for number, alone in enumerate(read_records([as_text(CHUNK)], most_games=1)):
        mine = {name: column.to_pylist() for name, column in read_metadata(alone).columns.items()}
        assert mine == {name: [column.to_pylist()[number]] for name, column in columns.items()}


OTHER_NAMES = """
(;SZ[9]TE[3rd Test Cup]RD[2021-01-20]KO[7.5]HD[2]PB[Ada]PW[Ben]RE[B+R];B[ee];W[cc])
(;SZ[9]TE[1]RD[never]KO[xxxx]HD[high];B[ee];W[cc])
(;SZ[9]EV[Open]TE[Cup]DT[2020]RD[2021-01-20]KM[6.5]KO[7.5]HA[0]HD[2];B[ee];W[cc])
(;SZ[9]KM[]KO[黒6目半];B[ee];W[cc])
(;SZ[9];B[ee]KO[7.5]TE[tesuji];W[cc]RD[2021-01-20]HD[3])
(;SZ[9]KO[50];B[ee];W[cc])
"""


def test_properties_of_other_programs_count_where_those_of_ff4_are_missing() -> None:
    """TE, RD, HD and KO of the header are event, date, handicap and komi if they read as such; raw texts are theirs."""
    records = read_chunk(OTHER_NAMES)
    columns = {name: column.to_pylist() for name, column in read_metadata(records).columns.items()}
    assert columns["event"] == ["3rd Test Cup", "", "Open", "", "", ""]
    assert columns["date"] == [date(2021, 1, 20), None, date(2020, 1, 1), None, None, None]
    assert columns["date_raw"] == ["2021-01-20", "", "2020", "", "", ""]
    assert columns["komi"] == [7.5, None, 6.5, 6.5, None, None]
    assert columns["komi_raw"] == ["7.5", "", "6.5", "黒6目半", "", ""]
    assert columns["handicap"] == [2, None, 0, None, None, None]
    assert columns["handicap_raw"] == ["2", "", "0", "", "", ""]
    assert records.handicap.tolist() == [2, 0, 0, 0, 0, 0]


def test_a_finding_names_the_property_of_its_value() -> None:
    """A komi in KO that is not a plain number is reported of KO, at its offset."""
    text = "(;SZ[9]KO[6,5]RD[3/4/95]PB[Ada]RU[Japanese]RE[B+R];B[ee])"
    records = read_chunk(text)
    findings = {finding.code: finding for finding in metadata_findings(records, read_metadata(records))}
    assert set(findings) == {"GO404", "GO406"}
    assert findings["GO404"].message == "KO '6,5' is not a plain number; it is read as 6.5 points."
    assert findings["GO404"].offset == text.index("6,5")
    assert findings["GO406"].message.startswith("RD '3/4/95' ")
    assert findings["GO406"].offset == text.index("3/4/95")


@pytest.mark.parametrize(
    ("header", "is_go", "komi", "codes"),
    [
        ("GM[5.5]", True, 5.5, {"GO404"}),
        ("GM[6,5]", True, 6.5, {"GO404"}),
        ("GM[5.5]KM[7.5]", True, 7.5, {"GO404"}),
        ("GM[Go]KM[7.5]", True, 7.5, set()),
        ("GM[囲碁]KM[7.5]", True, 7.5, set()),
        ("GM[1.0]KM[7.5]", True, 7.5, set()),
        ("GM[2]KM[7.5]", False, 7.5, {"GO311"}),
        ("GM[Chess]KM[7.5]", False, 7.5, {"GO311"}),
    ],
)
def test_a_komi_or_a_word_for_go_in_gm(header: str, is_go: bool, komi: float, codes: set[str]) -> None:
    """Games have whole numbers (SGF FF[4], GM): a komi in GM is that of a game of Go, with one note."""
    records = read_chunk(f"(;{header}SZ[9]RU[Japanese]PB[Ada]RE[B+R];B[ee])")
    metadata = read_metadata(records)
    assert records.is_go.tolist() == [is_go]
    assert metadata.columns["komi"].to_pylist() == [komi]
    assert [finding.code for finding in metadata_findings(records, metadata)] == sorted(codes)


@pytest.mark.parametrize(
    ("program", "raw", "komi", "unit"),
    [
        ("foxwq", "50", 0.5, "points×100"),
        ("foxwq", "75", 1.5, "zi×100"),
        ("foxwq", "150", 1.5, "points×100"),
        ("foxwq", "375", 7.5, "zi×100"),
        ("foxwq", "44", 44.0, "points"),
        ("foxwq", "0", 0.0, "points"),
        ("foxwq", "6.5", 6.5, "points"),
        ("CGoban:3", "50", 50.0, "points"),
    ],
)
def test_the_fox_server_writes_hundredths(program: str, raw: str, komi: float, unit: str) -> None:
    """In records of the Fox server a komi of less than 200 hundredths is one, too; it is reported."""
    records = read_chunk(f"(;SZ[19]AP[{program}]KM[{raw}];B[ee])")
    metadata = read_metadata(records)
    assert metadata.columns["komi"].to_pylist() == [komi]
    assert metadata.columns["komi_unit"].to_pylist() == [unit]
    codes = {finding.code for finding in metadata_findings(records, metadata)}
    assert ("GO404" in codes) == (raw not in ("0", "6.5"))


@pytest.mark.parametrize(
    ("header", "by", "margin"),
    [
        ("AP[GNU Go:3.8]KM[0]RE[B+0.0]", "unknown", None),
        ("AP[foxwq]KM[0]RE[W+0.0]", "unknown", None),
        ("KM[6.5]RE[B+0.0]", "unknown", None),
        ("KM[8]RU[Ing]RE[B+0]", "score", 0.0),
        ("RE[W+0]", "score", 0.0),
        ("KM[7.5]RU[Chinese]RE[黑185子胜]", "score", 1.5),
        ("KM[7.5]RU[Japanese]RE[黑185子胜]", "unknown", None),
        ("KM[7.5]RE[白胜177子]", "score", -0.5),
        ("RE[黑185子胜]", "unknown", None),
        ("RE[W+1000]", "unknown", None),
    ],
)
def test_a_result_is_read_with_board_and_komi(header: str, by: str, margin: float | None) -> None:
    """A margin of 0 of the Fox server, or at a komi with a half point, is not a count; nor is one beyond the board."""
    records = read_chunk(f"(;SZ[19]{header};B[ee])")
    metadata = read_metadata(records)
    assert metadata.columns["result_by"].to_pylist() == [by]
    assert metadata.columns["result_margin"].to_pylist() == [margin]
    assert "GO401" in {finding.code for finding in metadata_findings(records, metadata)}


def _moves(count: int) -> str:
    """Return the given number of plays on a board of 19×19."""
    letters = "abcdefghijklmnopqrs"
    return "".join(f";{'BW'[move % 2]}[{letters[move % 19]}{letters[2 * (move // 19)]}]" for move in range(count))


@pytest.mark.parametrize(
    ("record", "is_problem"),
    [
        ("(;SZ[9]AB[aa][bb]AW[cc];B[ee])", True),
        ("(;GM[1]SZ[9]PB[Black]PW[White]GN[Problem 7]AB[aa][bb];B[ee])", True),
        ("(;SZ[9]AB[aa]AW[bb])", True),
        ("(;SZ[9]PB[Ada]AB[aa]AW[bb];B[ee])", False),
        ("(;SZ[9]RE[B+R]AB[aa]AW[bb];B[ee])", False),
        ("(;SZ[9]HA[2]AB[aa][bb];W[ee])", False),
        ("(;SZ[9];B[ee];W[cc])", True),
        ("(;SZ[9];B[ee];AB[aa]AW[bb])", True),
        (f"(;SZ[19]{_moves(30)})", True),
        (f"(;SZ[19]{_moves(31)})", False),
        (f"(;SZ[19]AB[ss]{_moves(31)})", False),
        (f"(;SZ[19]AB[ss]AW[rr]{_moves(31)})", True),
        ("(;SZ[9]PB[Ada];B[ee];W[cc])", False),
        ("(;SZ[9]RE[Void];B[ee];W[cc])", False),
    ],
)
def test_a_problem_needs_no_result_ruleset_or_komi(record: str, is_problem: bool) -> None:
    """A problem or a sequence has no players and no result: without RE, RU and KM no finding is reported."""
    records = read_chunk(record)
    assert find_problems(records).tolist() == [is_problem]
    codes = {finding.code for finding in metadata_findings(records, read_metadata(records))}
    assert ("GO402" not in codes) == is_problem
    assert not codes & {"GO401", "GO402", "GO403"} or not is_problem


def test_an_empty_value_is_no_finding_of_its_own() -> None:
    """A property without text is as good as absent."""
    records = read_chunk("(;SZ[]BR[]WR[ ]DT[]HA[]KM[6.5]RU[Japanese]RE[B+R]TM[]OT[];B[ee])")
    assert list(metadata_findings(records, read_metadata(records))) == []


def test_handicap_stones_are_compared_with_hd() -> None:
    """A handicap in HD is that of the game: the finding about its stones names the property, at its offset."""
    text = "(;SZ[9]HD[3]PB[Ada]AB[cc][gg];W[ee];B[cg])"
    findings = [row for row in ga.loads(text).replay().findings if row.code == "GO405"]
    assert [(row.message, row.offset) for row in findings] == [
        ("HD is 3, and 2 black stones are set up.", text.index("3"))
    ]
