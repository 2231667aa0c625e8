"""Games written in other formats and in SGF, for tests alone: readers are compared with independent writers.

The writers follow the facts that the docstrings of `goanalyze.sgf.formats` list, and share no code with the readers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hypothesis import strategies as st

STARS: Final = {
    0: "",
    2: "pd dp",
    4: "pd dp dd pp",
    5: "pd dp dd pp jj",
    6: "pd dp dd pp dj pj",
    7: "pd dp dd pp dj pj jj",
    8: "pd dp dd pp dj pj jd jp",
    9: "pd dp dd pp dj pj jd jp jj",
}
"""Fixed points of handicap stones, in SGF: of three stones they differ from server to server."""


@dataclass(frozen=True, slots=True)
class FormatGame:
    """A game to be written.

    Attributes:
        size: lines of the board.
        handicap: stones on fixed points; 0 on boards that are not 19×19.
        moves: points in SGF, empty for a pass; colours take turns.
        komi: in tenths of points.
        winner: B or W.
        margin: in tenths of points; 0 where ``how`` names another way to win.
        how: R by resignation, T on time; empty for points.
        names: of Black and White.
        ranks: of Black and White.
        date: year, month, day.
    """

    size: int
    handicap: int
    moves: tuple[str, ...]
    komi: int
    winner: str
    margin: int
    how: str
    names: tuple[str, str]
    ranks: tuple[str, str]
    date: tuple[int, int, int]

    @property
    def colors(self) -> list[str]:
        """Color of each move."""
        first = 1 if self.handicap else 0
        return ["BW"[(first + at) % 2] for at in range(len(self.moves))]


LETTERS: Final = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8)
HAN: Final = st.text("古力聂卫平常昊孔杰罗洗河马晓春俞斌", min_size=2, max_size=5)


@st.composite
def games(draw: st.DrawFn) -> FormatGame:
    """Draw a game: its moves need not be legal, since readers know no rules."""
    size = draw(st.sampled_from([19, 19, 13, 9]))
    points = [column + row for column in "abcdefghijklmnopqrs"[:size] for row in "abcdefghijklmnopqrs"[:size]]
    how = draw(st.sampled_from(["", "", "R", "T"]))
    month = draw(st.integers(1, 12))
    return FormatGame(
        size=size,
        handicap=draw(st.sampled_from(sorted(STARS))) if size == 19 else 0,
        moves=tuple(draw(st.lists(st.sampled_from([*points, ""]), max_size=12))),
        komi=draw(st.sampled_from([0, 5, 55, 65, 75, -55])),
        winner=draw(st.sampled_from("BW")),
        margin=0 if how else draw(st.integers(1, 700)) * 5,
        how=how,
        names=(draw(LETTERS | HAN), draw(LETTERS | HAN)),
        ranks=(draw(st.sampled_from(["3k", "1d", "9p"])), draw(st.sampled_from(["18k", "7d"]))),
        date=(draw(st.integers(1990, 2030)), month, draw(st.integers(1, 28))),
    )


def tenths(number: int) -> str:
    """Write tenths as a decimal number."""
    sign, whole, part = "-" * (number < 0), *divmod(abs(number), 10)
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def sgf(game: FormatGame) -> str:
    """Write a game in SGF."""
    stones = "".join(f"AB[{point}]" for point in STARS[game.handicap].split())
    moves = "".join(f";{color}[{point}]" for color, point in zip(game.colors, game.moves, strict=True))
    result = f"{game.winner}+{game.how or tenths(game.margin)}"
    year, month, day = game.date
    players = f"PB[{game.names[0]}]PW[{game.names[1]}]BR[{game.ranks[0]}]WR[{game.ranks[1]}]"
    terms = f"SZ[{game.size}]KM[{tenths(game.komi)}]HA[{game.handicap}]RE[{result}]"
    return f"(;{players}DT[{year}-{month:02}-{day:02}]{terms}{stones}{moves})"


def _xy(point: str) -> tuple[int, int]:
    return ord(point[0]) - ord("a"), ord(point[1]) - ord("a")


def gib(game: FormatGame) -> str:
    """Write a game in GIB."""
    kind = {"B": 0, "W": 1, "BR": 3, "WR": 4, "BT": 7, "WT": 8}[game.winner + game.how]
    (black, white), ranks, (year, month, day) = game.names, game.ranks, game.date
    lines = [
        r"\HS",
        rf"\[GAMEWHITENAME={white} ({ranks[1]})\]",
        rf"\[GAMEBLACKNAME={black}({ranks[0].upper()})\]",
        rf"\[GAMEINFOMAIN=GBKIND:3,GRLT:{kind},ZIPSU:{game.margin},DUM:0,GONGJE:{game.komi},LINE:{game.size}\]",
        rf"\[GAMEINFOSUB=GNAMEF:0,GDATE:{year}-{month:2}-{day:2}-17-29-25,GPLC:x,GCMT:\]",
        r"\HE",
        r"\GS",
        "2 1 0",
        f"{len(game.moves) + 1} 0 &4",
        f"INI 0 1 {game.handicap} &4 ",
    ]
    for number, (color, point) in enumerate(zip(game.colors, game.moves, strict=True), 2):
        x, y = _xy(point) if point else (0, 0)
        lines.append(f"STO 0 {number} {'.BW'.index(color)} {x} {y} " if point else f"SKI 0 {number} ")
    return "\n".join([*lines, r"\GE", ""])


def ngf(game: FormatGame) -> str:
    """Write a game in NGF, whose komi is a whole number."""
    side = {"B": "Black", "W": "White"}[game.winner]
    how = {"R": "resign", "T": "time"}.get(game.how) or tenths(game.margin)
    lines = [
        "Rated game",
        str(game.size),
        f"{game.names[1]}   {game.ranks[1]}",
        f"{game.names[0]}   {game.ranks[0]}",
        "www.cyberoro.com",
        str(game.handicap),
        "0",
        tenths(game.komi),
        "{:04}{:02}{:02} [09:37]".format(*game.date),
        "5",
        f"{side} wins by {how}!",
        str(len(game.moves)),
    ]
    for number, (color, point) in enumerate(zip(game.colors, game.moves, strict=True), 1):
        x, y = (chr(66 + at) for at in _xy(point)) if point else "AA"
        lines.append(f"PM{chr(65 + number // 26)}{chr(65 + number % 26)}{color}{x}{y}{y}{x}")
    return "\n".join([*lines, ""])


def ugf(game: FormatGame, coordinates: str = "IGS") -> str:
    """Write a game in UGF, with rows from below where `coordinates` is IGS; handicap stones are moves of number 0."""
    how = {"R": "C", "T": "T"}.get(game.how) or f"{game.margin / 10:.2f}"
    lines = [
        "[Header]",
        "Ver=UGF3,200",
        "Date={:04}/{:02}/{:02},22:09:00,2031/01/01,07:16:59".format(*game.date),
        "Rule=JPN",
        f"Size={game.size}",
        f"Hdcp={game.handicap},{game.komi / 10:.2f}",
        f"Winner={game.winner},{how}",
        f"CoordinateType={coordinates}",
        f"PlayerB={game.names[0]},{game.ranks[0]},,a@b",
        f"PlayerW={game.names[1]},{game.ranks[1]},,",
        "[Data]",
    ]

    def at(point: str) -> str:
        x, y = _xy(point) if point else (24, 0)
        return chr(65 + x) + chr(65 + (game.size - 1 - y if coordinates == "IGS" and point else y))

    lines += [f"{at(point)},B1,0,0" for point in STARS[game.handicap].split()]
    for number, (color, point) in enumerate(zip(game.colors, game.moves, strict=True), 1):
        lines.append(f"{at(point)},{color}1,{number},0")
    return "\n".join([*lines, ""])


def whole(game: FormatGame) -> FormatGame:
    """Return a game with a komi that NGF can hold."""
    return replace(game, komi=game.komi - game.komi % 10)


WRITERS: Final = {"gib": gib, "ngf": ngf, "ugf": ugf}
EXAMPLE: Final = FormatGame(
    19, 2, ("qq", "cc", "", "jj", "kk", "aa", "ss"), 0, "W", 125, "", ("Ito", "Kim"), ("3k", "7d"), (2020, 2, 3)
)
