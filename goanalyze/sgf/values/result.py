"""The recorded result, property RE: who won, how, and by how much, as far as the text itself says.

Prose may be English, Chinese, Japanese or Korean. Not here: whether the result is right (the count tells), and whether
a margin of 3 or 3.5 is meant in points or in zi, which needs the rules, the komi or a replay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import ResultBy, Unit
from goanalyze.sgf.values.numbers import Quantity, find_quantities, fold, in_points, is_quarter, quote, too_long
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.limits import MAX_BOARD
from goanalyze.vocabulary.numbers import decimal_text

_LARGEST: Final = MAX_BOARD**2 + 400  # the largest board and the largest komi read; 8194 has been recorded
_MOST_DIGITS: Final = 5  # of a number of moves

_FF4: Final = re.compile(r"([BW])\+(R|Resign|T|Time|F|Forfeit|[0-9]+(?:\.[0-9]+)?)?")
_CUT: Final = (
    r"moves? (?:beyond|after|from|past) (?:move )?[0-9]+[^,;.]*|(?:beyond|after) move [0-9]+[^,;.]*"
    r"|(?:move limit(?: of)?|max(?:imum)?\.? moves:?|手数限制) ?[0-9]+|[0-9]+[ -]moves? limit"
    r"|[0-9]+ ?手(?:以[下降后後]|之后)(?:略|不明|不详|不詳|省略)"
)
"""What says where a game or its record stops: one number each."""
_STOPS: Final = re.compile(_CUT)
_REMARK: Final = re.compile(rf"\([^()]*\)|\{{[^{{}}]*\}}|{_CUT}|(?<![0-9])[0-9]+ ?(?:手|수|moves?(?![a-z]))")
_LOOSE: Final = re.compile(r"(b|w|d|black|white|黑|黒|흑|白|백)(?: ?\+ ?(.*))?")
_CLAIM: Final = re.compile(r"(?<![a-z])([bw])(?:lack|hite)? ?\+")
_REASONS: Final = (
    (ResultBy.RESIGN, re.compile(r"^r(?![a-z])|\bresign|中押|中盘|中盤|不计|不計|불계|认输|認輸|投了")),
    (ResultBy.TIME, re.compile(r"^t(?![a-z])|\btime|时间|時間|超时|超時|시간")),
    # A player who left the server (Tygem: Offline) or was ruled out has forfeited the game.
    (
        ResultBy.FORFEIT,
        re.compile(r"^f(?![a-z])|\bforfeit|offline|disconnect|illegal|反则|反則|弃权|棄權|不戦|기권|반칙"),
    ),
)

_DRAW: Final = re.compile(r"\b(?:draw|drawn|jigo|tie)\b|持碁|持棋|和棋|和局|平局|引き?分け?|ジゴ|무승부")
_VOID: Final = re.compile(
    r"\b(?:void|no result|annulled|suspended|adjourned|unfinished|abandoned)\b|^n\.?r\.?$"
    r"|[無无][勝胜][負负]|[無无][結结]果|打ち?掛け?|未完"
)
_BROKEN_OFF: Final = re.compile(r"\b(?:suspended|adjourned|unfinished|abandoned)\b|打ち?掛け?|未完")
_BOTH: Final = r"(?:b|black) ?(?:&|/|and) ?(?:w|white)|(?:w|white) ?(?:&|/|and) ?(?:b|black)"
_BOTH_ADDED: Final = r"b(?:\+| \+ )w|w(?:\+| \+ )b|black(?:\+| \+ )white|white(?:\+| \+ )black"
"""With a plus one verb at the end must speak of both: "B+W lost on time" may mean that White did."""
_BOTH_LOSE: Final = re.compile(
    r"^bl$|\bboth\b[^,;.]*\b(?:lose|loses|lost|loss|forfeits?|forfeited|timed? ?out)\b"
    r"|\b(?:double|mutual)[ -](?:loss|forfeit)\b"
    rf"|\b(?:{_BOTH}) (?:players |have )?(?:(?:lose|loses|lost|forfeit|forfeited)\b|timed? ?out\b)"
    rf"|^(?:{_BOTH_ADDED}) (?:lose\b|(?:loses|lost)$)"
    r"|(?:[双雙](?:方|者)?|両(?:者|方|対局者)?|^2者?)(?:都|皆|均|全|判|とも|の)*(?:败|敗|负|負)"
    r"|(?:쌍방|양쪽|양자|둘 ?다)(?: ?모두)? ?패|\bambos (?:jugadores )?pierden\b"
)
_CYCLE: Final = re.compile(r"\b(?:triple|quadruple) ko\b|[34](?:劫|コウ)|長生|长生|\beternal life\b|삼패|장생")
_UNKNOWN: Final = re.compile(r"\?+|unknown|unclear|not known|不明|不详|不詳")

_COLOR: Final = re.compile(r"(?P<black>black|黑|黒|흑|\bb\b)|(?P<white>white|白|백|\bw\b)")
_WIN: Final = re.compile(r"\b(?:wins?|won|beats?)\b|勝|胜|승|赢|贏")
_LOSE: Final = re.compile(r"\b(?:resigns|resigned|loses?|lost)\b|負|负|认输|認輸|投了|패")
_LOSE_UNLESS_WIN: Final = re.compile(r"\b(?:forfeits|forfeited|timed? ?out)\b|超时|超時|時間切れ|기권")
_LOSER: Final = re.compile(r"\b(?:lose|loses|lost)\b")
_BARE_CLAIM: Final = re.compile(r"\b(?:by|on)\b|中押|中盘|中盤|불계")


@dataclass(frozen=True, slots=True)
class Result:
    """A result: winner, if known; how it was won; margin, Black − White, in ``unit``; what is odd about the text.

    ``move_limit`` is the number of moves at which the game, or the record of it, is said to stop; a game without result
    that ``is_broken_off`` was not ended by it.
    """

    winner: Winner | None
    by: ResultBy
    margin: float | None = None
    unit: Unit = Unit.NONE
    message: str = ""
    move_limit: int | None = None
    is_broken_off: bool = False

    @property
    def points(self) -> float | None:
        """The margin in points, Black − White: one zi is two; None when there is no margin."""
        if self.margin is None:
            return None
        return 2 * self.margin if self.unit is Unit.ZI else self.margin


_DRAWN: Final = Result(Winner.DRAW, ResultBy.DRAW, 0.0, Unit.POINTS)


def parse_result(text: str) -> Result:
    """Read a recorded result.

    Does not guess: a winner is given only when the text names one and does not name the other too,
    and a number that no count gives (``0.02``, a server's code for the way a game ended) is no
    margin. ``W+3`` is given in points, as FF[4] says, although some files mean zi.

    Args:
        text: raw RE; ``""`` when the property is absent or empty.

    Returns:
        Result; with a message (GO401) when the text is missing, not understood, or understood though not
        written or not meant as FF[4] wants it. The message then says how it was read.

    Rule: SGF FF[4], Game-info properties, RE. A fraction of ¼ or ¾ can only be zi (子).

    Example:
        >>> result = parse_result("黑胜2又3/4子")
        >>> result.winner.value, result.by.value, result.margin, result.unit.value, result.points
        ('black', 'score', 2.75, 'zi', 5.5)
        >>> parse_result("両負け").winner.value, parse_result("W+R (Moves beyond 260 not known)").move_limit
        ('both_lose', 260)
    """
    raw = text.strip()
    if not raw:
        return _unknown("Result is missing.")
    if said := too_long("Result", raw):
        return _unknown(said)
    strict = _read_ff4(raw)
    if strict is not None and strict.unit is not Unit.ZI and not (strict.by is ResultBy.UNKNOWN and _has_number(raw)):
        return strict
    result, limit = strict or _read_loosely(fold(raw)), _move_limit(fold(raw))
    said = result.message or f"is read as {_words(result)}"
    if result.by is ResultBy.UNKNOWN and result.winner and _has_number(raw):
        said += "; its number is no margin that a count gives"
    broken_off = result.by is ResultBy.VOID and bool(_BROKEN_OFF.search(fold(raw)))
    said = f"Result {quote(raw)} {said}."
    return Result(result.winner, result.by, result.margin, result.unit, said, limit, broken_off)


def _move_limit(folded: str) -> int | None:
    """Return the number of moves beyond which a text says that there are none, or that they are not known."""
    match = _STOPS.search(folded)
    number = "".join(re.findall(r"[0-9]", match[0])) if match else ""
    return int(number) if 0 < len(number) <= _MOST_DIGITS else None


def _read_ff4(raw: str) -> Result | None:
    """Read the forms FF[4] allows, letter by letter; None for any other text."""
    if raw in {"0", "Draw"}:
        return _DRAWN
    if raw in {"Void", "?"}:
        return Result(None, ResultBy.VOID if raw == "Void" else ResultBy.UNKNOWN)
    match = _FF4.fullmatch(raw)
    if match is None:
        return None
    return _won(Winner.BLACK if match[1] == "B" else Winner.WHITE, (match[2] or "").lower())


def _read_loosely(folded: str) -> Result:
    """Read any other text, without its remarks in brackets and its counts of moves.

    Symbols come first (``b + 3``), because a reason behind them may hold any word; then texts
    that name no winner; then prose.
    """
    body = _REMARK.sub(" ", folded).strip()
    if _BOTH_LOSE.search(body):
        return Result(Winner.BOTH_LOSE, reason_of(body) or ResultBy.BOTH_LOSE)
    if len(set(_CLAIM.findall(body))) > 1:
        return _unknown("names two winners")
    if match := _LOOSE.fullmatch(body):
        won_by = Winner.BLACK if match[1][0] in "b黑黒흑" else Winner.WHITE
        if _LOSER.search(body) and winner_of(body) is not won_by:
            return _unknown("names a winner, and who loses is not the other")
        return _won(Winner.DRAW if match[1] == "d" else won_by, match[2] or "")
    if kind := ResultBy.DRAW if body == "0" else no_winner_of(body):
        return _DRAWN if kind is ResultBy.DRAW else Result(None, kind)
    winner = winner_of(body)
    if winner is None and _CYCLE.search(body):
        return Result(None, ResultBy.VOID)
    return _won(winner, body)


def _unknown(message: str) -> Result:
    return Result(None, ResultBy.UNKNOWN, message=message)


def _won(winner: Winner | None, rest: str) -> Result:
    """Add to a winner the manner and the margin that the rest of the text tells."""
    if winner is None:
        return _unknown("is not understood: it names no single winner")
    if winner is Winner.DRAW:  # "D+J": declared by a judge, so nothing was counted
        return Result(winner, ResultBy.DRAW) if rest else _DRAWN
    if how := reason_of(rest):
        return Result(winner, how)
    quantity = _margin(rest)
    if quantity is None:
        return Result(winner, ResultBy.UNKNOWN)
    unit = Unit.ZI if quantity.unit is Unit.ZI or is_quarter(quantity.value) else Unit.POINTS
    return Result(winner, ResultBy.SCORE, quantity.value if winner is Winner.BLACK else -quantity.value, unit)


def _margin(rest: str) -> Quantity | None:
    """Find the one number that is a margin: positive, a multiple of a quarter, not larger than any board."""
    found = find_quantities(rest)
    chosen = [quantity for quantity in found if quantity.unit is not Unit.NONE] or found
    if len(chosen) != 1 or rest[: chosen[0].start].endswith("-"):
        return None
    value = chosen[0].value
    return chosen[0] if 0 < value <= _LARGEST and (value * 4).is_integer() else None


def _has_number(raw: str) -> bool:
    return re.search(r"[0-9]", _REMARK.sub(" ", fold(raw))) is not None


def _words(result: Result) -> str:
    """Say in words how a text was read."""
    if result.winner is Winner.DRAW:
        return "a draw"
    if result.winner is Winner.BOTH_LOSE:
        how = "" if result.by is ResultBy.BOTH_LOSE else f", {result.by.meaning}"
        return f"a loss for both players{how}"
    if result.winner is None:
        return "no result" if result.by is ResultBy.VOID else "a result not known"
    won = f"a win for {result.winner.value.capitalize()}"
    if result.margin is None or result.points is None:
        return f"{won}, margin not told" if result.by is ResultBy.UNKNOWN else f"{won} {result.by.meaning}"
    if result.unit is Unit.ZI:
        return f"{won} by {decimal_text(abs(result.margin))} zi (子), {in_points(abs(result.points))}"
    return f"{won} by {in_points(abs(result.points))}"


def no_winner_of(folded: str) -> ResultBy | None:
    """Tell which kind of game without a winner a folded text names, if any.

    Example:
        >>> no_winner_of("持碁").value, no_winner_of("has adjourned.").value, no_winner_of("白勝")
        ('draw', 'void', None)
    """
    if _DRAW.search(folded):
        return ResultBy.DRAW
    if _VOID.search(folded):
        return ResultBy.VOID
    return ResultBy.UNKNOWN if _UNKNOWN.fullmatch(folded.strip()) else None


def reason_of(folded: str) -> ResultBy | None:
    """Tell how a game ended other than by counting, if the folded text says so.

    Example:
        >>> reason_of("r 3.5").value, reason_of("白中押し勝ち").value, reason_of("黑胜3目半")
        ('resign', 'resign', None)
    """
    return next((how for how, words in _REASONS if words.search(folded)), None)


def winner_of(folded: str) -> Winner | None:
    """Tell who won; None when the folded text names no winner, or both players as one.

    The text is cut before each name of a colour, and each piece is asked whether that colour won
    or lost. A text that only names one colour and a margin with its unit, or "by resignation", means a win.

    Example:
        >>> winner_of("black wins by 3 1/2").value, winner_of("white resigns.").value, winner_of("黑3目半").value
        ('black', 'black', 'black')
        >>> winner_of("black wins, white wins"), winner_of("black to play")
        (None, None)
    """
    names = list(_COLOR.finditer(folded))
    ends = [name.start() for name in names] + [len(folded)]
    winners: set[Winner] = set()
    for name, end in zip(names, ends[1:], strict=True):
        own, other = (Winner.BLACK, Winner.WHITE) if name["black"] else (Winner.WHITE, Winner.BLACK)
        piece = folded[name.end() : end]
        wins = bool(_WIN.search(piece))
        loses = bool(_LOSE.search(piece)) or (not wins and bool(_LOSE_UNLESS_WIN.search(piece)))
        winners |= ({own} if wins else set()) | ({other} if loses else set())
    if len(winners) == 1:
        return winners.pop()
    colors = {Winner.BLACK if name["black"] else Winner.WHITE for name in names}
    measured = any(quantity.unit is not Unit.NONE for quantity in find_quantities(folded))
    if not winners and len(colors) == 1 and (_BARE_CLAIM.search(folded) or measured):
        return colors.pop()
    return None
