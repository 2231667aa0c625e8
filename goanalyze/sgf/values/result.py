"""The recorded result, property RE: winner, manner and margin, as far as the text itself goes.

Prose may be English, Chinese, Japanese or Korean; of other languages the usual phrases are read. Scope: no judgement on
whether the result is right (the count decides), nor on whether a margin of 3 or 3.5 is meant in points or in zi, which
needs the rules, the komi or a replay. `fit_result` uses board size and komi where the text alone cannot be right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from goanalyze.limits import MAX_BOARD
from goanalyze.rules.choices import Winner
from goanalyze.sgf.choices import ResultBy, Unit
from goanalyze.sgf.values.numbers import Quantity, find_quantities, fold, in_points, is_quarter, quote, too_long
from goanalyze.util.numbers import decimal_text

_LARGEST: Final = MAX_BOARD**2 + 400  # the largest board and the largest komi read; 8194 has been recorded
_SMALL: Final = 24.0  # a margin within the smallest board on which games are recorded, 5×5
_MOST_DIGITS: Final = 5  # of a number of moves

_FF4: Final = re.compile(r"([BW])\+(R|Resign|T|Time|F|Forfeit|[0-9]+(?:\.[0-9]+)?)?")
_CUT: Final = (
    r"moves? (?:beyond|after|from|past) (?:move )?[0-9]+[^,;.]*|(?:beyond|after) move [0-9]+[^,;.]*"
    r"|(?:move limit(?: of)?|max(?:imum)?\.? moves:?|手数限制) ?[0-9]+|[0-9]+[ -]moves? limit"
    r"|[0-9]+ ?手(?:以[下降后後]|之后)(?:略|不明|不详|不詳|省略)"
)
"""A phrase on the end of a game or of its record: one number each."""
_STOPS: Final = re.compile(_CUT)
_REMARK: Final = re.compile(rf"\([^()]*\)|\{{[^{{}}]*\}}|{_CUT}|(?:共|全)?(?<![0-9])[0-9]+ ?(?:手|수|moves?(?![a-z]))")
_LOOSE: Final = re.compile(r"(b|w|d|black|white|黑|黒|흑|白|백)(?: ?\+ ?(.*))?")
_CLAIM: Final = re.compile(r"(?<![a-z])([bw])(?:lack|hite)? ?\+")
_REASONS: Final = (
    (
        ResultBy.RESIGN,
        re.compile(
            r"^r(?:es)?(?![a-z])|\bresign|中押|中盘|中盤|不计|不計|불계|认输|認輸|投了|\babandon(?:n?(?:e|a|ent|an|on|o))?\b"
            r"|\baufgabe|\bgibt auf\b|\bopgave"
        ),
    ),
    (ResultBy.TIME, re.compile(r"^t(?![a-z])|\btime|时间|時間|超时|超時|시간|\btemps\b|\bzeit|\btiempo\b")),
    # A player who left the server (Tygem: Offline) or was ruled out has forfeited the game.
    (
        ResultBy.FORFEIT,
        re.compile(
            r"^f(?![a-z])|\bforfeit|offline|disconnect|illegal|反则|反則|弃权|棄權|不[戦战戰]|기권|반칙|\bdisqualif"
        ),
    ),
)

_DRAW: Final = re.compile(
    r"\b(?:draw|drawn|jigo|tie|remis|nulle?|empate)\b|持碁|持棋|和棋|和局|平局|引き?分け?|ジゴ|무승부|빅"
)
_BREAK: Final = (
    r"\b(?:suspended|adjourned|unfinished|abandoned|interrupted|not finished)\b|打ち?[掛挂]け?|未完|[对對]局停止|봉수"
)
_VOID: Final = re.compile(
    rf"\b(?:void|no result|annulled)\b|^n\.?r\.?$|[無无][勝胜][負负]|[無无][結结]果|무효|{_BREAK}"
)
_BROKEN_OFF: Final = re.compile(_BREAK)
_BOTH: Final = r"(?:b|black) ?(?:&|/|and) ?(?:w|white)|(?:w|white) ?(?:&|/|and) ?(?:b|black)"
_BOTH_ADDED: Final = r"b(?:\+| \+ )w|w(?:\+| \+ )b|black(?:\+| \+ )white|white(?:\+| \+ )black"
"""With a plus one verb at the end must be about both: "B+W lost on time" may mean that White did."""
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

_COLOR: Final = re.compile(
    r"(?P<black>black|黑|黒|흑|\bb\b|\b(?:noirs?|schwarz|negr[oa]s?|zwart|nero)\b)"
    r"|(?P<white>white|白|백|\bw\b|\b(?:blancs?|wei(?:ß|ss)|blanc[oa]s?|wit|bianco)\b)"
)
_WIN: Final = re.compile(r"\b(?:wins?|won|beats?|gagnent|gagne|gewinnt|ganan?|wint|vince)\b|勝|胜|승|赢|贏|이김|이겼")
_LOSE: Final = re.compile(
    r"\b(?:resigns|resigned|loses?|lost|abandonnent|abandonne|abandonan?|perd|pierden?|verliert|gibt auf)\b"
    r"|負|负|认输|認輸|投了|패"
)
_LOSE_UNLESS_WIN: Final = re.compile(r"\b(?:forfeits|forfeited|timed? ?out)\b|超时|超時|時間切れ|기권")
_LOSER: Final = re.compile(r"\b(?:lose|loses|lost)\b")
_BARE_CLAIM: Final = re.compile(r"\b(?:by|on|par|durch|por)\b|中押|中盘|中盤|불계")
_WINNER: Final = re.compile(r"^(?:the )?(?:winner(?: is)?|gagnant|sieger|ganador|胜者|勝者|승자)[ :=]{1,3}(.+)$")
_HALF: Final = re.compile(r"\b(?:a )?half(?: an?)?(?: (?:point|moku))?\b")
_SLACK: Final = 9.0  # points that compensation for handicap stones, or a komi that is not recorded, adds to a margin
_COUNT_SHARE: Final = 0.8  # of the points of a board: beyond, twice a number of zi is meant as a count


@dataclass(frozen=True, slots=True)
class Result:
    """A result: winner, if known; manner; margin, Black − White, in ``unit``; the sentence on the oddity of the text.

    A margin of 0 with a winner is a win by a rule for ties. ``move_limit`` is the number of moves at which the game, or
    the record of it, stops; a game without result that ``is_broken_off`` was not ended by it.
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
        """The margin in points, Black − White: one zi is two; None without a margin."""
        if self.margin is None:
            return None
        return 2 * self.margin if self.unit is Unit.ZI else self.margin


_DRAWN: Final = Result(Winner.DRAW, ResultBy.DRAW, 0.0, Unit.POINTS)


def parse_result(text: str) -> Result:
    """Read a recorded result.

    Does not guess: a winner is given only when the text names one and does not name the other too,
    and a number that no count gives (``0.02``, a server's code for the way a game ended) is not a
    margin. ``W+3`` is given in points, as FF[4] says, although some files mean zi.

    Returns:
        Result; with a message (GO401) when the text is missing, not understood, or understood though not
        written or not meant as FF[4] wants it. The message then states the reading.

    Rule: SGF FF[4], Game-info properties, RE. A fraction of ¼ or ¾ can only be zi (子).

    Example:
        >>> result = parse_result("黑胜2又3/4子")
        >>> result.winner.value, result.by.value, result.margin, result.unit.value, result.points
        ('black', 'score', 2.75, 'zi', 5.5)
        >>> parse_result("両負け").winner.value, parse_result("W+R (Moves beyond 260 not known)").move_limit
        ('both_lose', 260)
        >>> parse_result("B+0").message
        "RE 'B+0' is read as a win for Black by 0 points, as a rule for ties gives."
    """
    raw = text.strip()
    if not raw:
        return _unknown("Result is missing.")
    if message := too_long("RE", raw):
        return _unknown(message)
    strict = _read_ff4(raw)
    is_plain = strict is not None and strict.unit is not Unit.ZI and (strict.margin != 0 or strict is _DRAWN)
    if strict is not None and is_plain and not (strict.by is ResultBy.UNKNOWN and _has_number(raw)):
        return strict
    result, limit = strict or _read_loosely(fold(raw)), _move_limit(fold(raw))
    reading = result.message or f"is read as {_words(result)}"
    if result.by is ResultBy.UNKNOWN and result.winner and _has_number(raw):
        reading += "; no count gives its number as a margin"
    broken_off = result.by is ResultBy.VOID and bool(_BROKEN_OFF.search(fold(raw)))
    message = f"RE {quote(raw)} {reading}."
    return Result(result.winner, result.by, result.margin, result.unit, message, limit, broken_off)


def needs_terms(result: Result) -> bool:
    """Return True if board size and komi can refute the reading of a result, or are part of it."""
    if result.by is not ResultBy.SCORE or result.margin is None:
        return False
    return result.unit is Unit.ZI or result.margin == 0 or abs(result.margin) > _SMALL


def fit_result(
    result: Result, text: str, points: int, komi: float | None, *, prisoners: int | None = None, has_codes: bool = False
) -> Result:
    """Return a result as board and komi let it be read.

    A number of zi beyond any margin is the winner's count: 黑185子胜 on 361 points is 2 × 185 − 361 less the komi. A
    margin of more points than the board and the komi allow is not a margin. Nor is one of 0 at a komi with a half
    point, or by a server that writes it for games without a count.

    Args:
        result: reading of the text by `parse_result`.
        text: raw RE.
        points: points of the board.
        komi: in points; None without one.
        prisoners: stones that may be prisoners, if the ruleset counts territory; they add to a margin, and zi are not
            a unit of it.
        has_codes: True if the record is of a server that writes a margin of 0 for games without a count.

    Example:
        >>> texts = "黑185子胜", "白胜177子", "W+1000", "B+0"
        >>> [fit_result(parse_result(text), text, 361, 7.5).points for text in texts]
        [1.5, -0.5, None, None]
        >>> fit_result(parse_result("黑185子胜"), "黑185子胜", 361, 7.5).message
        "RE '黑185子胜' is read as a win for Black by 1.5 points: 185 zi (子) are Black's count of the 361 points."
    """
    if result.margin is None or result.points is None or result.by is not ResultBy.SCORE:
        return result
    subject, winner = f"RE {quote(text.strip())}", "Black" if result.winner is Winner.BLACK else "White"
    if result.margin == 0:
        if has_codes:
            return _without_margin(result, f"{subject} has a margin of 0, which its server writes without a count")
        if komi is None or float(komi).is_integer():
            return result
        return _without_margin(result, f"{subject} has a margin of 0, which komi {komi:g} does not allow")
    for_black = result.winner is Winner.BLACK
    zi = abs(result.margin) if result.unit is Unit.ZI and (result.margin * 2).is_integer() else 0.0
    if prisoners is None and komi is not None and 0 < zi <= points:
        margin = 2 * zi - points - (komi if for_black else -komi)
        if margin > 0:
            message = (
                f"{subject} is read as a win for {winner} by {in_points(margin)}: {decimal_text(zi)} zi (子) are "
                f"{winner}'s count of the {points} points."
            )
            return replace(result, margin=margin / (2 if for_black else -2), message=message)
        if margin < 0 and 2 * zi > _COUNT_SHARE * points and not _WIN.search(fold(text)):
            opponent = Winner.WHITE if for_black else Winner.BLACK
            message = (
                f"{subject} is read as a win for {opponent.value.capitalize()} by {in_points(-margin)}: "
                f"{decimal_text(zi)} zi (子) are {winner}'s count of the {points} points."
            )
            return replace(result, winner=opponent, margin=margin / (2 if for_black else -2), message=message)
    most = points + (prisoners or 0) + _SLACK + (_SLACK if komi is None else -komi if for_black else komi)
    if abs(result.points) > most:
        size = f"the {points} points of the board" + ("" if komi is None else f" and komi {komi:g}")
        excess = f"{subject} has a margin of {in_points(abs(result.points))}, more than {size} allow"
        return _without_margin(result, excess)
    if 2 * zi > _COUNT_SHARE * points:
        return _without_margin(result, f"{subject} is neither a margin nor a count by which {winner} wins")
    return result


def _without_margin(result: Result, message: str) -> Result:
    """Return the winner of a result alone."""
    winner = "Black" if result.winner is Winner.BLACK else "White"
    message = f"{message}; it is read as a win for {winner}, margin unknown."
    return replace(result, by=ResultBy.UNKNOWN, margin=None, unit=Unit.NONE, message=message)


def margin_fits(points: float, komi: float) -> bool:
    """Return True if a margin differs from a komi by a whole number, as that of every count does.

    Boards are counted in whole points, by area and by territory; only a button adds half a point.

    Example:
        >>> margin_fits(7, 5.5), margin_fits(-0.5, 6.5), margin_fits(1.5, 7.5)
        (False, True, True)
    """
    return (points + komi) % 1 == 0


def _move_limit(folded: str) -> int | None:
    """Return the number of moves after which a text has none, or calls them unknown."""
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
    body = _HALF.sub("0.5 points", _REMARK.sub(" ", folded).strip())
    if match := _WINNER.match(body):
        body = f"{match[1]} wins"
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
    """Add to a winner the manner and the margin in the rest of the text."""
    if winner is None:
        return _unknown("is not understood: it names no single winner")
    if winner is Winner.DRAW:  # "D+J": declared by a judge, so nothing was counted
        return Result(winner, ResultBy.DRAW) if rest else _DRAWN
    if by := reason_of(rest):
        return Result(winner, by)
    quantity = _margin(rest)
    if quantity is None:
        return Result(winner, ResultBy.UNKNOWN)
    unit = Unit.ZI if quantity.unit is Unit.ZI or is_quarter(quantity.value) else Unit.POINTS
    return Result(winner, ResultBy.SCORE, quantity.value if winner is Winner.BLACK else 0.0 - quantity.value, unit)


def _margin(rest: str) -> Quantity | None:
    """Return the one number that is a margin: not negative, a multiple of a quarter, not larger than any board."""
    quantities = find_quantities(rest)
    chosen = [quantity for quantity in quantities if quantity.unit is not Unit.NONE] or quantities
    if len(chosen) != 1 or rest[: chosen[0].start].endswith("-"):
        return None
    value = chosen[0].value
    return chosen[0] if 0 <= value <= _LARGEST and (value * 4).is_integer() else None


def _has_number(raw: str) -> bool:
    return re.search(r"[0-9]", _REMARK.sub(" ", fold(raw))) is not None


def _words(result: Result) -> str:
    """Return the reading of a text in words."""
    if result.winner is Winner.DRAW:
        return "a draw"
    if result.winner is Winner.BOTH_LOSE:
        manner = "" if result.by is ResultBy.BOTH_LOSE else f", {result.by.meaning}"
        return f"a loss for both players{manner}"
    if result.winner is None:
        return "no result" if result.by is ResultBy.VOID else "an unknown result"
    won = f"a win for {result.winner.value.capitalize()}"
    if result.margin is None or result.points is None:
        return f"{won}, margin unknown" if result.by is ResultBy.UNKNOWN else f"{won} {result.by.meaning}"
    if result.margin == 0:
        return f"{won} by 0 points, as a rule for ties gives"
    if result.unit is Unit.ZI:
        return f"{won} by {decimal_text(abs(result.margin))} zi (子), {in_points(abs(result.points))}"
    return f"{won} by {in_points(abs(result.points))}"


def no_winner_of(folded: str) -> ResultBy | None:
    """Return the kind of game without a winner that a folded text names, if any.

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
    """Return the end of a game other than by counting that a folded text names, if any.

    Example:
        >>> reason_of("r 3.5").value, reason_of("白中押し勝ち").value, reason_of("黑胜3目半")
        ('resign', 'resign', None)
    """
    return next((by for by, words in _REASONS if words.search(folded)), None)


def winner_of(folded: str) -> Winner | None:
    """Return the winner; None when the folded text names none, or both players as one.

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
