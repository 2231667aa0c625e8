"""Records made up in sixteen charsets, and how many of them are read wrong.

    python tests/benchmarks/bench_charsets.py [--seed N] [--files N] [--show N]

Each record has names, perhaps an event and a comment, with or without CA; it lies alone, in a folder of its charset or
in a folder of several. A reading is wrong if any character differs. Even seeds are for tuning, odd ones for reports.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import NamedTuple

from goanalyze.archives.inputs import find_sources
from goanalyze.sgf.charset import texts


class Language(NamedTuple):
    """Names, titles of events and comments of one language."""

    surnames: list[str]
    given_names: list[str]
    between: str
    events: list[str]
    comments: list[str]


def _languages() -> dict[str, Language]:
    """Read the names of all languages."""
    tables = tomllib.loads(Path(__file__).with_name("charset_names.toml").read_text("utf-8"))
    return {
        language: Language(
            table["surnames"].split(),
            table["given_names"].split(),
            table["between"],
            table["events"],
            table["comments"],
        )
        for language, table in tables.items()
    }


LANGUAGES = _languages()
CHARSETS = {  # codec: languages, names by which CA calls it
    "utf-8": (tuple(LANGUAGES), ("UTF-8", "utf8")),
    "gbk": (("chinese",), ("GBK", "GB18030", "gb2312", "cp936", "x-gbk")),
    "gb2312": (("chinese",), ("GB2312", "GB_2312-80", "EUC-CN")),
    "big5": (("taiwanese",), ("Big5", "cp950", "x-x-big5", "big-5")),
    "big5hkscs": (("hong_kong",), ("Big5-HKSCS", "Big5")),
    "cp932": (("japanese",), ("Shift_JIS", "SJIS", "windows-31j", "x-sjis", "cp932")),
    "euc_jp": (("japanese",), ("EUC-JP", "x-euc-jp")),
    "iso2022_jp": (("japanese",), ("ISO-2022-JP",)),
    "hz": (("chinese",), ("HZ-GB-2312", "HZ")),
    "cp949": (("korean",), ("EUC-KR", "ks_c_5601-1987", "cp949", "uhc", "x-euc-kr")),
    "koi8_r": (("russian",), ("KOI8-R", "koi8")),
    "cp1251": (("russian",), ("windows-1251", "cp1251", "win-1251")),
    "cp1252": (("french",), ("ISO-8859-1", "windows-1252", "latin1")),
    "cp1250": (("polish",), ("windows-1250", "cp1250")),
    "cp1254": (("turkish",), ("ISO-8859-9", "windows-1254", "latin5")),
    "tis_620": (("thai",), ("TIS-620", "windows-874", "iso-8859-11")),
}
MOVES = ";B[pd];W[dp];B[pp];W[dd];B[fc];W[cf];B[jd]"


class SyntheticRecord(NamedTuple):
    """A record: its folder, the charset, its kind, its text, and its bytes."""

    folder: str
    charset: str
    kind: str
    text: str
    data: bytes


def _record(random: Random, charset: str) -> tuple[str, str, bytes] | None:
    """Return the kind, text and bytes of a record; None if the charset lacks a character."""
    languages, names = CHARSETS[charset]
    language = LANGUAGES[random.choice(languages)]
    parts = random.choice(("names", "names", "event", "comment"))
    has_ca = random.random() < 0.4

    def name() -> str:
        pair = [random.choice(language.surnames), random.choice(language.given_names)]
        return language.between.join(pair if language.between == "" else pair[::-1])

    root = ["GM[1]", "FF[4]"] + [f"CA[{random.choice(names)}]"] * has_ca
    root += ["SZ[19]", f"PB[{name()}]", f"PW[{name()}]"]
    if parts != "names":
        root += [f"EV[{random.choice(language.events)}]", "RE[B+R]"]
    comment = f"C[{random.choice(language.comments)}]" if parts == "comment" else ""
    text = f"(;{''.join(root)}{MOVES}{comment})"
    try:
        data = text.replace("\\", "\\\\").encode(charset)
    except UnicodeEncodeError:
        return None
    if data.isascii() and text.isascii():
        return None
    return f"{parts}{' CA' if has_ca else ''}", text, data


def made_up(seed: int, files: int) -> list[SyntheticRecord]:
    """Return records of all charsets: alone, in folders of one charset, and in folders of several."""
    random, records = Random(seed), []
    folder = 0
    while len(records) < files:
        place = random.choice(("alone", "alone", "alone", "one", "several"))
        size = {"alone": 1, "one": random.choice((3, 12, 40)), "several": random.choice((6, 20))}[place]
        charsets = random.sample(list(CHARSETS), random.choice((2, 3)) if place == "several" else 1)
        if place == "alone" and random.random() < 0.5:
            charsets = [random.choice([each for each in CHARSETS if each != "utf-8"])]
        for _ in range(size):
            charset = random.choice(charsets)
            if drawn := _record(random, charset):
                kind, text, data = drawn
                records.append(SyntheticRecord(f"{folder:05}", charset, f"{place}: {kind}", text, data))
        folder += 1
    return records


def wrong_readings(records: list[SyntheticRecord]) -> list[tuple[SyntheticRecord, str, str]]:
    """Return the records that are read wrong, with the encoding and the text that they are read as."""
    wrong = []
    with tempfile.TemporaryDirectory() as root:
        folders: dict[str, dict[str, SyntheticRecord]] = defaultdict(dict)
        for number, record in enumerate(records):
            path = Path(root, record.folder, f"{number:05}.sgf")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(record.data)
            folders[record.folder][str(path)] = record
        for folder, by_path in folders.items():
            for source in find_sources([str(Path(root, folder))]):
                for text in texts(source):
                    record = by_path[text.source]
                    if text.data.decode() != record.text:
                        wrong.append((record, text.encoding, text.data.decode()))
    return wrong


def main() -> None:
    """Print the number of records that are decoded wrongly, by charset and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=8000)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--list", help="file that the numbers of the wrong records are written to")
    options = parser.parse_args()
    records = made_up(options.seed, options.files)
    wrong = wrong_readings(records)
    total = Counter(record.charset for record in records)
    by_charset = Counter(record.charset for record, _, _ in wrong)
    by_kind, kinds = Counter(record.kind for record, _, _ in wrong), Counter(record.kind for record in records)
    for charset in CHARSETS:
        read_as = Counter(encoding for record, encoding, _ in wrong if record.charset == charset).most_common(4)
        print(f"{charset:12}{by_charset[charset]:5} of {total[charset]:5}  {dict(read_as)}")
    for kind in sorted(kinds):
        print(f"{kind:24}{by_kind[kind]:5} of {kinds[kind]:5}")
    print(
        f"{len(wrong)} of {len(records)} records in {len({record.folder for record in records})} folders are read wrong"
    )
    for record, encoding, text in wrong[: options.show]:
        print(record.charset, "as", encoding, record.kind, record.folder, record.text[9:90], "→", text[9:90])
    if options.list:
        index = {id(record): number for number, record in enumerate(records)}
        lines = [f"{index[id(record)]} {record.charset} {encoding} {record.kind}\n" for record, encoding, _ in wrong]
        Path(options.list).write_text("".join(lines))


if __name__ == "__main__":
    main()
