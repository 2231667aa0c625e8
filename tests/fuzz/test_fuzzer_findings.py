"""Inputs that fuzzing found, each with its law: reading, offsets, values, memory, ledgers."""

from __future__ import annotations

import tracemalloc
from decimal import Decimal
from random import Random

import pytest
from fuzz_laws import charset_law, tokens_law
from fuzz_pipeline import check_files, pipeline_law, texts_of
from helpers.laws import over
from helpers.reading import read, read_one

import goanalyze as ga
from goanalyze import Ledger
from goanalyze.archives.blobs import Blob
from goanalyze.limits import MAX_VALUE
from goanalyze.pipeline import Options
from goanalyze.rules import RULESETS
from goanalyze.sgf.charset import decode, offsets_of
from goanalyze.sgf.charset_detection import Decision
from goanalyze.sgf.records import read_records
from goanalyze.sgf.values.ranks_dates import parse_date, parse_rank
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.rules import parse_rules
from goanalyze.sgf.values.size_komi_handicap import parse_handicap, parse_komi, parse_size
from goanalyze.util.numbers import decimal_text

PARSERS = (parse_komi, parse_result, parse_date, parse_rank, parse_handicap, parse_size, parse_rules)
WAYS = (
    "9",
    "9 ",
    " ",
    ".",
    "1/",
    "1,",
    "(",
    "((",
    "?",
    "B+",
    "black ",
    "mon jan ",
    "三",
    "百",
    "1又1/",
    "分之",
    "½",
    "-",
    "e9",
)


# --- values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: parse.__name__)
@over("way", WAYS)
def test_a_million_characters_are_no_value(parse: object, way: str) -> None:
    """A value over the limit is not searched by any pattern: a million characters cost no more than their copy."""
    value = parse("x" + way * (10**6 // len(way)) + "x")  # type: ignore[operator]
    assert value.message.endswith(f"is longer than {MAX_VALUE:,} characters and not read.")


def test_values_up_to_the_limit_are_read() -> None:
    """A thousand characters are still read, blanks around them not counted."""
    assert parse_komi(" " * 2000 + "6." + "5" + "0" * (MAX_VALUE - 3)).points == 6.5
    assert parse_komi("6." + "5" + "0" * (MAX_VALUE - 2)).points is None


def test_long_values_are_kept_as_text() -> None:
    """A value that is too long to be parsed is unchanged in the table."""
    long = "9" * 300_000
    tables = ga.loads(f"(;SZ[9]KM[{long}]PB[{long}]RE[{long}];B[aa])")
    assert (tables.info["komi_raw"], tables.info["black_player"], tables.info["komi"]) == (long, long, None)


# --- reading -----------------------------------------------------------------------------------------------------

ROWS = [
    ("empty parentheses at the end", "(;B[aa]()", ["B[aa]"], {"GO304": (8, 1), "GO302": (9, 1)}),
    ("a node behind empty parentheses", "(;B[aa]();W[bb])", ["B[aa]", "W[bb]"], {"GO304": (8, 1)}),
    ("variations behind them", "(;B[aa]()(;W[bb])(;W[cc]))", ["B[aa]", "W[bb]"], {"GO304": (8, 1)}),
    ("empty ones in empty ones", "(;B[aa](());W[bb])", ["B[aa]", "W[bb]"], {"GO304": (9, 2)}),
    ("empty ones in a variation", "(;B[aa](;W[bb]())(;W[cc]))", ["B[aa]", "W[bb]"], {"GO304": (15, 1)}),
    ("a node behind a variation", "(;B[aa](;W[bb]);W[cc])", ["B[aa]", "W[bb]"], {"GO312": (15, 1)}),
    ("PL twice in a node", "(;PL[B]PL[W];B[aa];PL[W])", ["PL[B]", "B[aa]", "PL[W]"], {"GO305": (9, 1)}),
]


@pytest.mark.parametrize(("data", "events", "syntax"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_structure(data: str, events: list[str], syntax: dict[str, tuple[int, int]]) -> None:
    """Empty parentheses are not a variation, and text outside a game is reported."""
    found = read_one(data)
    assert (found.events, found.syntax) == (events, syntax)


@pytest.mark.parametrize("opening", ["(;GM[1]SZ[9]", "(;", "(", "(;B[aa]", "()", "(;GM[", "(;GM[1](;FF[4]"])
def test_nothing_but_openings(opening: str) -> None:
    """Texts whose games have no end are read in time that grows with their length, and alike in any chunks."""
    data = "(;B[aa]" + opening * 4_000
    games = read(data)[0]
    assert [game.events for game in read(data, most_games=7)[0]] == [game.events for game in games]
    assert games[0].events[:1] == ["B[aa]"]
    assert games[-1].syntax["GO302"]


@pytest.mark.parametrize(
    "data", [b"()", b"(())", b"(", b")", b"[]", b"((((;", b"\\", b"(\0;\0", b"\xff\xfe", b"\0" * 9]
)
def test_scraps(data: bytes) -> None:
    """Scraps of records go all the way through: each has a row, with a game or a reason."""
    pipeline_law([data, b"(;SZ[9];B[aa])", data])


# --- charsets and places -----------------------------------------------------------------------------------------

OFFSETS = [
    ("bytes that are no UTF-8", b"(;CA[UTF-8]PB[\xe5\x8f\xa4\xff\xfe\xe5\x8f]KM[x];B[aa])"),
    ("U+FFFD in the file itself", b"(;CA[UTF-8]PB[\xef\xbf\xbd\xff\xef\xbf\xbd]KM[x];B[aa])"),
    ("overlong UTF-8 and half a pair", b"(;CA[UTF-8]PB[\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80]KM[x];B[aa])"),
    ("bytes that are no GB 18030", b"(;CA[GB18030]PB[\xb9\xc5\xff\x81\x30]KM[x];B[aa])"),
    ("bytes that are no Shift-JIS", b"(;CA[Shift_JIS]PB[\x8c\xc3\x85\xff\xa0\xfd]KM[x];B[aa])"),
    ("needless escapes in ISO-2022", b"(;CA[ISO-2022-JP]PB[\x1b$B8E\x1b(J\x1b(B\x1b$B8E\x1b(B]KM[x];B[aa])"),
    ("an escape before everything", b"\x1b(B(;CA[ISO-2022-JP]PB[a]KM[x];B[aa])"),
    ("an escape without end", b"(;CA[ISO-2022-KR]PB[\x1b$)C\x0e0]\x0f\x1b$" + b"9" * 40 + b"]KM[x];B[aa])"),
    ("ISO-2022-KR without escapes", b"(;CA[ISO-2022-KR]PB[a\x0eb\x0f]KM[x];B[aa])"),
    ("UTF-16 with half a pair", "(;GM[1]PB[古".encode("utf-16-le") + b"\x00\xd8" + "]KM[x];B[aa])".encode("utf-16-le")),
]


@pytest.mark.parametrize("data", [row[1] for row in OFFSETS], ids=[row[0] for row in OFFSETS])
@pytest.mark.parametrize("copies", [1, 500])
def test_offsets_where_bytes_are_replaced(data: bytes, copies: int) -> None:
    """A place behind replaced bytes leads back to the very byte of the file, in small files and large."""
    text = charset_law(data * copies)
    mark = "KM[".encode(text.encoding) if text.encoding.startswith("utf-16") else b"KM["
    place, there = text.data.rindex(b"KM["), (data * copies).rindex(mark)
    assert offsets_of(text).origin(place) == there


def test_findings_behind_replaced_bytes_point_to_their_place() -> None:
    """Offsets of the findings table are of the file as it was."""
    data = b"(;CA[UTF-8]SZ[9]PB[\xff\xff\xff]KM[six];B[aa];W[zz])"
    (text,) = texts_of([data])
    rows = check_files([text], Options(moves=True))[0]["findings"].to_pylist()
    assert text.code == "GO011"
    offsets = {row["code"]: row["offset"] for row in rows}
    assert (offsets["GO403"], offsets["GO102"]) == (data.index(b"six"), data.index(b"[zz]"))


@pytest.mark.parametrize("codec", ["utf-32", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("ca", ["", "CA[UTF-32]", "CA[UTF-8]"])
def test_utf32(codec: str, ca: str) -> None:
    """UTF-32 is known by its mark, which begins like that of UTF-16, or by its NULs."""
    found = decode(Blob("a.sgf", "", f"(;{ca}PB[古力];B[aa])".encode(codec)), lambda _: Decision("cp1252"))
    assert found.data.decode().lstrip("\ufeff") == f"(;{ca}PB[古力];B[aa])"
    assert found.encoding_source == ("bom" if codec == "utf-32" else "utf-32")
    assert found.code == ("GO012" if ca == "CA[UTF-8]" else None)


def test_noise_costs_no_lists() -> None:
    """The charset of noise is decided in memory of a few times its size."""
    noise = b"(;CA[UTF-8]" + Random(1).randbytes(600_000)
    tracemalloc.start()
    decode(Blob("a.sgf", "", noise), lambda _: Decision("gb18030"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 * len(noise)


def test_offsets_are_dropped_with_their_chunk() -> None:
    """The chunk keeps the offsets of its texts, not the module: nothing of a text outlives its chunk."""
    text = decode(Blob("a.sgf", "", b"(;CA[GBK]PB[\xb9\xc5]KM[x])" * 500))
    (records,) = read_records([text])
    assert records.offset(499, int(records.tape.info[499].max())) < len(text.data)
    assert list(records._file_offsets) == [0]


# --- tables ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"(;GM[6];B[aa])", b"(;SZ[0];B[aa])", b"(;SZ[9])", b""])
def test_a_chunk_without_a_board_has_its_tables(data: bytes) -> None:
    """If no game of a chunk has a board, or a move, the table of moves is empty, with its schema."""
    pipeline_law([data])
    tables = check_files(texts_of([data]), Options(moves=True))[0]
    assert len(tables.get("moves", ())) == 0


def test_values_of_files_make_no_dictionaries() -> None:
    """A thousand different values in every property leave the tables' dictionaries as small as they were."""
    names = ("RU", "PB", "BR", "EV", "RE", "KM", "DT", "AP", "HA")
    data = "".join(f"(;SZ[9]{''.join(f'{name}[{name} {n}]' for name in names)};B[aa])" for n in range(1000))
    games = check_files(texts_of([data.encode()]), Options(moves=True))[0]["games"]
    assert len(set(games["rules_raw"].to_pylist())) == 1000
    sizes = {
        field.name: len(set(games[field.name].to_pylist()))
        for field in games.schema
        if str(field.type).startswith("dictionary")
    }
    assert max(sizes.values()) < 10, sizes


BOARD = "B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa:be]TW[ea:ee]"


@pytest.mark.parametrize("komi", ["6.1", "0.3", "7.123457", "6 1/3", "-0.7", "0.000001", "399.999999", "6.5"])
def test_ledgers_and_tables_agree_to_the_last_bit(komi: str) -> None:
    """Komi of any fraction give the ledger's margin in the table, and the figures shown add up."""
    data = f"(;SZ[5]KM[{komi}]HA[2]AB[ca][cb];{BOARD})".encode()
    rows = check_files(texts_of([data]), Options(moves=True))[0]["outcomes"].to_pylist()
    game = ga.loads(data)
    for row in rows:
        outcome = game.outcome(row["ruleset"])
        assert outcome.margin == row["margin"]
        if outcome.ledger is not None and outcome.margin is not None:
            assert outcome.ledger.margin == outcome.margin
            _shown_adds_up(outcome.ledger)
    assert {row["ruleset"] for row in rows} == set(RULESETS)


def _shown_adds_up(ledger: Ledger) -> None:
    """The figures as they are shown add up as shown."""
    shown = [
        sum(Decimal(decimal_text(number or 0)) for number in column)
        for column in zip(*((line.black, line.white) for line in ledger.lines), strict=True)
    ]
    assert shown == [Decimal(decimal_text(ledger.black)), Decimal(decimal_text(ledger.white))]
    assert shown[0] - shown[1] == Decimal(decimal_text(ledger.margin))


def test_seeds_that_once_failed() -> None:
    """Texts that broke a law before hold it now."""
    for data in (
        b"(;XX[\xec\xa7\x91];B[bk];;B[dn]W[np]B[bm];B[jf])",
        b"(;FF[4];B[aa](;W[bb])(;W[cc];)\n;B[dd])(;SZ[5];B[ee])",
        b"(;LB[cc]N[SZ[52]\x1b[2J??20AP[]RU[];B[])",
        b"(;SZ[2]PC[x];B[ab];PL[1]PL[w];W[ab])",
    ):
        tokens_law(data)
        pipeline_law([data])


BRACKETS = "(;C[Sofia [2d]: hi [cf] :]];B[aa]C[x[0] = y];W[bb])"


@pytest.mark.parametrize("most_games", [1, 2, 3])
def test_texts_with_brackets_are_read_alike_in_chunks_of_any_size(most_games: int) -> None:
    """A chunk that begins within a file reads brackets in the texts of its games as any other chunk does."""
    data = BRACKETS * 5
    assert read(data, most_games=most_games)[0] == read(data)[0]


@pytest.mark.parametrize("value", ["\x1b[31m\\]", "\u202edd", "a\x00b", "\ue5eb\U000f0000", "d\x85d", "\ufeff-"])
@pytest.mark.parametrize("prop", ["B", "AB", "TB", "PL", "KO[]B", "B[aa]B", "PB[x]PB"])
def test_messages_can_be_printed(prop: str, value: str) -> None:
    """A message that quotes a value escapes the characters of it that act on a terminal or have no picture."""
    pipeline_law([f"(;SZ[9];{prop}[{value}])".encode()])


@pytest.mark.parametrize(("behind", "content"), [("C[x])", "no moves"), (";B[cc])", "1 move, which the game lacks")])
def test_nodes_behind_the_tree_are_counted_by_their_moves(behind: str, content: str) -> None:
    """Nodes behind the end of a game tree are one finding, with the number of moves in them or with none."""
    rows = check_files(texts_of([f"(;SZ[9];B[aa];W[bb]){behind}".encode()]), Options())[0]["findings"].to_pylist()
    ((count, message),) = [(row["count"], row["message"]) for row in rows if row["code"] == "GO318"]
    assert (count, message.rpartition("They contain ")[2]) == (1, f"{content}.")
