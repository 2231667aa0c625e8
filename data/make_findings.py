"""Make the sample records that cannot be edited as text: archives, and records in other charsets than UTF-8.

Run ``python data/make_findings.py``; it needs nothing but Python. The other records of ``data/sample/findings`` are
written by hand. A second run makes the same files (the two packed archives as far as zlib packs alike).
"""

from __future__ import annotations

import argparse
import codecs
import io
import zipfile
from pathlib import Path

MOVES = (
    ";B[ee];W[ec];B[dc];W[db];B[cc];W[fd];B[fe];W[ge];B[gf];W[hf]",
    ";B[cg];W[gc];B[gg];W[cc];B[ef];W[ed];B[eb];W[dd];B[fc]",
    ";B[ed];W[ef];B[cf];W[gd];B[gc];W[fc];B[fd];W[hd];B[fb]",
)
TOO_MANY = 60_000  # passes, over the limit of 50,000 moves
TOO_WELL = 280_000  # passes, over the 1 MiB above which the packing ratio is limited
CHINESE = (
    "PB[王小明]BR[3段]PW[李大力]WR[初段]EV[城市围棋友谊赛第二轮]PC[河边文化宫]",
    "本局由业余棋手对弈,黑棋从右边开始进攻,白棋在左上角做活以后中腹落了后手。",
)
CHINESE_TOO = (
    "PB[张东]PW[赵小梅]EV[春季围棋联赛决赛]PC[学校图书馆]",
    "黑棋开局占领中央,白棋没有找到好的打入机会,最后黑棋中盘胜利。",
)
CUT_NAME = "城市围棋友谊赛代表队王小明"
# In Shift-JIS, the second byte of 表, ソ and 能 is that of a backslash, that of 曾 and ゾ that of a bracket.
JAPANESE = "PB[表 健一]PW[曾田 ゆり]EV[能ソフト杯]PC[ゾウの広場]"


def record(comment: str, moves: str = MOVES[0], charset: str = "", names: str = "PB[Ada]PW[Ben]") -> str:
    """Write a record on 9×9 that is clean but for what its comment says."""
    ca = f"CA[{charset}]" if charset else ""
    return f"(;FF[4]GM[1]{ca}SZ[9]KM[6.5]RU[Japanese]\n{names}DT[2026-11-21]RE[B+R]\nC[{comment}]\n{moves})\n"


def packed(members: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Pack members into a zip archive, without the time of day."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in members.items():
            info = zipfile.ZipInfo(name)
            info.create_system = 3
            archive.writestr(info, text.encode(), method, 9)
    return buffer.getvalue()


def archives() -> dict[str, bytes]:
    """Make the archives that cannot be read in whole."""
    neighbors = packed(
        {
            "first.sgf": record("A neighbour of the damaged member; it is read."),
            "damaged.sgf": record("This record shows GO002: one byte of it was changed after packing.", MOVES[1]),
            "third.sgf": record("Another neighbour of the damaged member; it is read.", MOVES[2]),
        },
        zipfile.ZIP_STORED,
    )
    passes = ";B[];W[]"
    many = record("This record shows GO004: it has 60,000 moves, all of them passes.", passes * (TOO_MANY // 2))
    well = record("This record shows GO004: it unpacks to a thousand times its size.", passes * (TOO_WELL // 2))
    fine = record("A neighbour of the member that packs too well; it is read.")
    return {
        "go001-no-zip.zip": b"This file shows GO001: it is named like a zip archive, but it is a sentence.\n",
        "go002-damaged-member.zip": neighbors.replace(b"was changed", b"was chanGed"),
        "go004-packs-too-well.zip": packed({"large.sgf": well, "small.sgf": fine}),
        "go004-too-many-moves.zip": packed({"passes.sgf": many}),
    }


def charsets() -> dict[str, bytes]:
    """Make the records whose bytes are the point."""
    cut = f"PB[{CUT_NAME}".encode()[:-1]
    name_cut = record("This record shows GO011: Black's name was cut in the middle of a character.", charset="UTF-8")
    gbk = record(f"This record shows GO013: it is in GBK and does not say so. {CHINESE[1]}", MOVES[1], names=CHINESE[0])
    called = record(
        f"This record shows GO012: it is in GBK, but CA says UTF-8. {CHINESE_TOO[1]}", MOVES[2], "UTF-8", CHINESE_TOO[0]
    )
    bom = record("A byte-order mark stands before the game. It is no text.", names="PB[Renée]PW[Zoë]")
    wide = record("A record in UTF-16, known by its byte-order mark.", names="PB[Renée]PW[Zoë]")
    japanese = record(
        "A record in Shift-JIS, where half a character can look like a bracket.", MOVES[1], "Shift_JIS", JAPANESE
    )
    escaped = record(
        "This record shows GO015: a program that works on bytes has escaped half a character.",
        MOVES[2],
        "Shift_JIS",
        JAPANESE,
    )
    several = [
        record("The first of two games in one file, in GBK.", MOVES[1], "GBK", CHINESE[0]),
        record("The second of two games in one file, in Shift-JIS.", MOVES[2], "Shift_JIS", JAPANESE),
    ]
    return {
        "go011-name-cut.sgf": name_cut.encode().replace(b"PB[Ada", cut),
        "go012-gbk-called-utf8.sgf": called.encode("gbk"),
        "go013-gbk-names.sgf": gbk.encode("gbk"),
        "go015-escaped-by-byte.sgf": escaped_by_byte(escaped),
        "good-shift-jis.sgf": japanese.encode("cp932"),
        "good-two-charsets.sgf": several[0].encode("gbk") + several[1].encode("cp932"),
        "good-utf16.sgf": codecs.BOM_UTF16_LE + wide.encode("utf-16-le"),
        "good-utf8-bom.sgf": codecs.BOM_UTF8 + bom.encode(),
    }


def escaped_by_byte(text: str) -> bytes:
    """Encode a record in Shift_JIS as a program does that escapes backslashes and brackets byte by byte."""
    characters = (character.encode("cp932") for character in text)
    return b"".join(
        each.replace(b"\\", b"\\\\").replace(b"]", b"\\]") if len(each) == 2 else each for each in characters
    )


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(description="Make the sample records that cannot be edited as text.")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent / "sample" / "findings", help="folder to fill"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    files = archives() | charsets()
    for name, data in files.items():
        (options.out / name).write_bytes(data)
    print(f"{len(files)} files written to {options.out}")


if __name__ == "__main__":
    main()
