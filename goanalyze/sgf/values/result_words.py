"""Words of results written in prose: English, Chinese, Japanese and Korean, in folded texts.

Each function looks for one thing in a text that `fold` has folded. Numbers, symbols such as ``B+R``
and the verdict on the whole text are the matter of `result`.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from goanalyze.sgf.values.numbers import find_quantities

__all__ = ["How", "Winner", "no_winner_of", "reason_of", "winner_of"]

Winner = Literal["black", "white", "draw", "none"]
How = Literal["resign", "time", "forfeit"]

_REASONS: Final[tuple[tuple[How, re.Pattern[str]], ...]] = (
    ("resign", re.compile(r"^r(?![a-z])|\bresign|中押|中盘|中盤|不计|不計|불계|认输|認輸|投了")),
    ("time", re.compile(r"^t(?![a-z])|\btime|时间|時間|超时|超時|시간")),
    # A player who left the server (Tygem: Offline) or was ruled out has forfeited the game.
    ("forfeit", re.compile(r"^f(?![a-z])|\bforfeit|offline|disconnect|illegal|反则|反則|弃权|棄權|不戦|기권|반칙")),
)

_DRAW: Final = re.compile(r"\b(?:draw|drawn|jigo|tie)\b|持碁|持棋|和棋|和局|平局|引き?分け?|ジゴ|무승부")
_VOID: Final = re.compile(
    r"\b(?:void|no result|annulled|suspended|adjourned|unfinished|abandoned)\b|[無无][勝胜][負负]|打ち?掛け?|未完"
)
_UNKNOWN: Final = re.compile(r"\?+|unknown|unclear|not known|不明|不详|不詳")

_COLOR: Final = re.compile(r"(?P<black>black|黑|黒|흑|\bb\b)|(?P<white>white|白|백|\bw\b)")
_WIN: Final = re.compile(r"\b(?:wins?|won|beats?)\b|勝|胜|승|赢|贏")
_LOSE: Final = re.compile(r"\b(?:resigns|resigned|loses?|lost)\b|負|负|认输|認輸|投了|패")
_LOSE_UNLESS_WIN: Final = re.compile(r"\b(?:forfeits|forfeited|timed? ?out)\b|超时|超時|時間切れ|기권")
_BARE_CLAIM: Final = re.compile(r"\b(?:by|on)\b|中押|中盘|中盤|불계")


def no_winner_of(folded: str) -> Literal["draw", "void", "unknown"] | None:
    """Tell which kind of game without a winner a text names, if any.

    Example:
        >>> no_winner_of("持碁"), no_winner_of("has adjourned."), no_winner_of("? "), no_winner_of("白勝")
        ('draw', 'void', 'unknown', None)
    """
    if _DRAW.search(folded):
        return "draw"
    if _VOID.search(folded):
        return "void"
    return "unknown" if _UNKNOWN.fullmatch(folded.strip()) else None


def reason_of(folded: str) -> How | None:
    """Tell how a game ended other than by counting, if the text says so.

    Example:
        >>> reason_of("r 3.5"), reason_of("白中押し勝ち"), reason_of("黑胜3目半")
        ('resign', 'resign', None)
    """
    return next((how for how, words in _REASONS if words.search(folded)), None)


def winner_of(folded: str) -> Winner:
    """Tell who won; ``none`` when the text names no winner, or both players as one.

    The text is cut before each name of a colour, and each piece is asked whether that colour won
    or lost. A text that only names one colour and a margin with its unit, or "by resignation", means a win.

    Example:
        >>> winner_of("black wins by 3 1/2"), winner_of("white resigns."), winner_of("黑3目半")
        ('black', 'black', 'black')
        >>> winner_of("black wins, white wins"), winner_of("black to play")
        ('none', 'none')
    """
    names = list(_COLOR.finditer(folded))
    ends = [name.start() for name in names] + [len(folded)]
    winners: set[Winner] = set()
    for name, end in zip(names, ends[1:], strict=True):
        own: Winner = "black" if name["black"] else "white"
        other: Winner = "white" if name["black"] else "black"
        piece = folded[name.end() : end]
        wins = bool(_WIN.search(piece))
        loses = bool(_LOSE.search(piece)) or (not wins and bool(_LOSE_UNLESS_WIN.search(piece)))
        winners |= ({own} if wins else set()) | ({other} if loses else set())
    if len(winners) == 1:
        return winners.pop()
    colors: set[Winner] = {"black" if name["black"] else "white" for name in names}
    measured = any(quantity.unit != "none" for quantity in find_quantities(folded))
    if not winners and len(colors) == 1 and (_BARE_CLAIM.search(folded) or measured):
        return colors.pop()
    return "none"
