"""Rule cases: a diagram, moves, and the verdict of each kind of ruleset on the last one.

Positions are our own; the words of `source` name the rule that decides. X is Black, O White; Black's and White's moves
are written as GTP names points. `broken` names the repetition rules that the move breaks, regardless
of the ruleset; `forbidden` names the rulesets of the panel that forbid the move, and why; all others allow it.
"""

from __future__ import annotations

from typing import NamedTuple

PANEL = ("japanese", "chinese-superko", "aga", "bga", "button", "ing", "ing-simplified", "new-zealand", "tromp-taylor")
"""One ruleset for each way of judging repetition and suicide."""


class Case(NamedTuple):
    """One case; fields as in the module's words. `captured` and `lost` are stones of the enemy and own stones."""

    name: str
    source: str
    rows: tuple[str, ...]
    moves: str
    after: tuple[str, ...]
    captured: int = 0
    lost: int = 0
    broken: str = ""
    forbidden: dict[str, str] = {}  # noqa: RUF012 - never written to
    turn: int | None = None
    handicap: int = 0


def all_say(word: str) -> dict[str, str]:
    """Return the verdict of a move that every ruleset forbids."""
    return dict.fromkeys(PANEL, word)


SUPERKO = dict.fromkeys("chinese-superko aga bga button ing-simplified new-zealand tromp-taylor".split(), "superko")
"""Every rule against repeating the whole board objects; basic ko does not."""

PSK_ONLY = dict.fromkeys(["chinese-superko", "ing-simplified", "tromp-taylor"], "superko")
PSK_AND_SSK = PSK_ONLY | {"aga": "superko", "button": "superko"}
SUICIDE = dict.fromkeys(["japanese", "chinese-superko", "aga", "bga", "button"], "suicide")
"""Suicide of any number is forbidden."""
SUICIDE_OF_ONE = SUICIDE | {"ing": "suicide", "new-zealand": "suicide"}
"""Wikipedia, *Rules of Go*, on suicide: the rules of Ing and of New Zealand allow suicide of more than one stone."""
OUT_OF_ORDER = dict.fromkeys(["chinese-superko", "aga", "bga", "button", "ing-simplified"], "resumed by the wrong side")

_JP6 = "Japanese rules 1989, art. 6: ko"
_TT6 = "Tromp–Taylor rules, rule 6: no play may recreate an earlier colouring"
_TT7 = "Tromp–Taylor rules, rule 7: the enemy's chains are cleared first, then the player's"
_AGA6 = "AGA rules 1991, rule 6: not the same position with the same player to play"
_NZ = "New Zealand rules: the board after any of the player's own earlier moves, passes included"
_BGA = "BGA rules of play 2009: a position made by an earlier play of the same player; basic ko stands by itself"
_JP5 = "Japanese rules 1989, art. 5: stones without liberty are taken"
_JP4 = "Japanese rules 1989, art. 4: no stone without liberty may stay"
_ING = "Ing SST laws 1996: suicide of one stone is banned, of several is not"
_SGF = "SGF FF[4], Go: a move is carried out whatever is on the point"
_WIKIPEDIA = "Wikipedia, *Rules of Go*"
_ALL_KO = f"{_WIKIPEDIA}, rule 8: the ko rule follows from every form of superko, so a set-up position has existed"
_FIRST = (
    "Wikipedia, *Rules of Go*, rule 6; AGA rules 1991, rule 2; Korean rules 2016, art. 3; BrainKing: Black moves first"
)
_AGA10 = "AGA rules 1991, rule 10: the opponent of who passed last resumes; Japanese rules 1989, art. 9.3: of who asks"

KO = ("X.XO", ".XO.", "....")  # White takes at B3, Black retakes at C3
KO_OPEN = ("X..O", ".XO.", "....")  # the same before Black's stone at C3
SEND_TWO = (".X.X", "OOX.", "....")  # Black sends at A3, White takes two at C3, Black takes one back at B3
ETERNAL = (".X.O", "OOXX", "....")  # both sides send two
TRIPLE = ("X.XO.", ".XO..", "XO.O.", ".XO..", "X.XO.", ".XO..")  # Black, White, Black hold a ko
TRIPLE_FOR_BLACK = ("XO.O.", ".XO..", "X.XO.", ".XO..", "XO.O.", ".XO..")  # White, Black, White hold a ko
CORNER = (".O.", "O..", "...")  # A3 is an eye of White's
TWO_IN = ("..O", "OO.", "...")  # A3 and B3 are two points without a way out

CASES = [
    # Captures.
    Case("capture in the corner", _JP5, ("OX.", "...", "..."), "B A2", (".X.", "X..", "..."), captured=1),
    Case("capture of a chain of three", _JP5, ("OOO.", "XXX.", "...."), "B D3", ("...X", "XXX.", "...."), captured=3),
    Case("four chains at once", _TT7, ("..X..", ".XOX.", "XO.OX", ".XOX.", "..X.."), "B C3",
         ("..X..", ".X.X.", "X.X.X", ".X.X.", "..X.."), captured=4),
    Case("capture comes before suicide", _TT7, (".OX", "OX.", "X.."), "B A3", ("X.X", ".X.", "X.."), captured=2),
    Case("snapback: five for one is no ko", _JP6, (".....", "OOOOO", "OXXXO", "O..XO"), "W C1 B B1 W C1",
         (".....", "OOOOO", "O...O", "O.O.O"), captured=5),
    # Basic ko.
    Case("ko, set up, retaken at once", f"{_JP6}; {_ALL_KO}", KO, "W B3 B C3", KO, captured=1,
         broken="basic psk ssk nz nssk", forbidden=SUPERKO | {"japanese": "ko", "ing": "ko", "bga": "ko"}),
    Case("ko, set up with PL, retaken at once", f"{_JP6}; {_ALL_KO}", KO, "W B3 B C3", KO, captured=1,
         broken="basic psk ssk nz nssk", forbidden=SUPERKO | {"japanese": "ko", "ing": "ko", "bga": "ko"}, turn=2),
    Case("ko made by a play, retaken at once", _JP6, KO_OPEN, "B C3 W B3 B C3", KO, captured=1,
         broken="basic psk ssk nz nssk", forbidden=SUPERKO | {"japanese": "ko", "ing": "ko", "bga": "ko"}),
    Case("ko retaken after a threat", _JP6, ("X.XO.", ".XO..", ".....", "....."), "W B4 B E1 W A1 B C4",
         ("X.XO.", ".XO..", ".....", "O...X"), captured=1),
    Case("the other ko of two is free", _JP6, ("X.XO.", ".XO..", "XO.O.", ".XO.."), "W B4 B C2",
         ("XO.O.", ".XO..", "X.XO.", ".XO.."), captured=1),
    Case("connecting a ko", _JP6, KO, "B B3", ("XXXO", ".XO.", "....")),
    Case("capture, pass, pass, retake of a ko set up", f"{_TT6}; {_JP6}: two passes lift basic ko; {_ALL_KO}", KO,
         "W B3 B pass W pass B C3", KO, captured=1, broken="psk ssk nz nssk",
         forbidden={ruleset: word for ruleset, word in SUPERKO.items() if ruleset != "button"}),
    Case("capture, pass, pass, retake of a ko made by a play", _BGA, KO_OPEN, "B C3 W B3 B pass W pass B C3", KO,
         captured=1, broken="psk ssk nz nssk",
         forbidden={ruleset: word for ruleset, word in SUPERKO.items() if ruleset != "button"}),
    Case("retake of a position made by a pass", f"{_BGA}: without basic ko the retake would stand", KO,
         "B pass W B3 B C3", KO, captured=1, broken="basic psk ssk nz",
         forbidden=SUPERKO | {"japanese": "ko", "ing": "ko", "bga": "ko"}),
    # Longer loops.
    Case("sending two, returning one", f"{_AGA6}: the other player is to play", SEND_TWO, "B A3 W C3 B B3", SEND_TWO,
         captured=1, broken="psk", forbidden=PSK_ONLY),
    Case("sending two, returning one, made by White's play", _NZ, (".X.X", "O.X.", "...."), "W B2 B A3 W C3 B B3",
         SEND_TWO, captured=1, broken="psk", forbidden=PSK_ONLY),
    Case("sending two again after a pass", _AGA6, SEND_TWO, "B A3 W C3 B B3 W pass B A3", ("XX.X", "OOX.", "...."),
         broken="psk ssk nz nssk",
         forbidden={ruleset: word for ruleset, word in SUPERKO.items() if ruleset != "button"}),
    Case("eternal life comes round to a set-up position", f"{_ALL_KO}; White's, since Black was to move", ETERNAL,
         "B A3 W C3 B B3 W D3", ETERNAL, broken="psk ssk nz nssk", forbidden=SUPERKO),
    Case("eternal life comes round to a play", "Japanese rules 1989, art. 12: no result by agreement; play goes on",
         ETERNAL, "B A3 W C3 B B3 W D3 B A3", ("XX.O", "OOXX", "...."), broken="psk ssk nz nssk", forbidden=SUPERKO),
    Case("triple ko comes round to a set-up position", f"{_ALL_KO}; on triple ko it takes the last play for granted",
         TRIPLE, "W B6 B C4 W B2 B C6 W B4 B C2", TRIPLE, captured=1, broken="psk ssk nz nssk", forbidden=SUPERKO),
    Case("triple ko comes round to Black's play", "Japanese rules 1989, art. 12; Ing: a fighting ko is not judged here",
         TRIPLE, "B E1 W B6 B C4 W B2 B C6 W B4 B C2", (*TRIPLE[:5], ".XO.X"), captured=1,
         broken="psk ssk nz nssk", forbidden=SUPERKO),
    Case("triple ko comes round to White's pass", f"{_BGA}: a pass is no play", TRIPLE_FOR_BLACK,
         "W pass B C6 W B4 B C2 W B6 B C4 W B2", TRIPLE_FOR_BLACK, captured=1, broken="psk ssk nz",
         forbidden=PSK_AND_SSK | {"new-zealand": "superko"}),
    Case("triple ko one move before it comes round", _TT6, TRIPLE, "W B6 B C4 W B2 B C6 W B4",
         ("X.XO.", ".XO..", "XO.O.", ".XO..", "XO.O.", ".XO.."), captured=1),
    # Suicide.
    Case("suicide of one stone", f"{_JP4}; {_TT6}: it changes nothing", CORNER, "B A3", CORNER, lost=1, broken="psk",
         forbidden=SUICIDE_OF_ONE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("suicide of one stone after a play of one's own", _NZ, CORNER, "B C1 W pass B A3", (".O.", "O..", "..X"),
         lost=1, broken="basic psk ssk nz nssk",
         forbidden=SUICIDE_OF_ONE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("suicide of one stone after a pass of one's own", f"{_NZ}; NSSK forgets passes", CORNER,
         "B pass W pass B A3", CORNER, lost=1, broken="basic psk ssk nz",
         forbidden=SUICIDE_OF_ONE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("suicide of one stone that gives a set-up position back", f"{_ALL_KO}; White's, since Black was to move",
         (".X.", "X..", "..."), "B pass W A3", (".X.", "X..", "..."), lost=1, broken="basic psk ssk nz nssk",
         forbidden=SUICIDE_OF_ONE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("suicide of two stones", _ING, ("X.O", "OO.", "..."), "B B3", ("..O", "OO.", "..."), lost=2,
         forbidden=SUICIDE),
    Case("suicide of two stones that gives the start back, other side to play", f"{_ING}; {_TT6}", TWO_IN,
         "B A3 W pass B B3", TWO_IN, lost=2, broken="psk",
         forbidden=SUICIDE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("suicide of two stones that gives the start back, same side to play",
         f"{_ALL_KO}; Black's, since White was to move, and White's own by the pass", TWO_IN, "W pass B A3 W pass B B3",
         TWO_IN, lost=2, broken="psk ssk nz nssk",
         forbidden=SUICIDE | dict.fromkeys(["ing-simplified", "new-zealand", "tromp-taylor"], "superko")),
    Case("suicide of two stones that gives an own play back", _NZ, TWO_IN, "B C1 W pass B A3 W pass B B3",
         ("..O", "OO.", "..X"), lost=2, broken="psk ssk nz nssk",
         forbidden=SUICIDE | dict.fromkeys(["ing-simplified", "new-zealand", "tromp-taylor"], "superko")),
    Case("the empty board comes back by suicide of two", f"{_NZ}: the empty board belongs to nobody", ("..",),
         "B pass W A1 B pass W B1", ("..",), lost=2, broken="psk ssk",
         forbidden=SUICIDE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    Case("one point: a stone has no liberty", f"{_TT6}; {_NZ}", (".",), "B A1", (".",), lost=1, broken="psk",
         forbidden=SUICIDE_OF_ONE | {"ing-simplified": "superko", "tromp-taylor": "superko"}),
    # Setup.
    Case("setup without liberty stays", "SGF FF[4]: setup is not judged", ("XO.", "O..", "..."), "W C1",
         ("XO.", "O..", "..O")),
    Case("only chains next to the stone are taken", f"SGF FF[4]; {_JP5}", ("XO.", "OX.", "X.."), "B C3",
         ("X.X", "OX.", "X.."), captured=1),
    # Not a legal move anywhere.
    Case("on an enemy stone", _SGF, ("O..", "...", "..."), "B A3", ("X..", "...", "..."),
         forbidden=all_say("occupied")),
    Case("on an own stone", _SGF, ("X..", "...", "..."), "B A3", ("X..", "...", "..."), broken="psk",
         forbidden=all_say("occupied")),
    Case("on a stone, taking its neighbours", _SGF, ("OOX", "X..", "..."), "B B3", (".XX", "X..", "..."), captured=1,
         forbidden=all_say("occupied")),
    Case("off the board", "SGF FF[4]: the point is not on the board", ("X..", "...", "..."), "B off",
         ("X..", "...", "..."), forbidden=all_say("off board")),
    Case("twice in a row", "Japanese rules 1989, art. 2: alternately", ("...", "...", "..."), "B A3 B B3",
         ("XX.", "...", "..."), forbidden=all_say("out of turn")),
    Case("against PL", "SGF FF[4]: PL says whose turn it is", ("X..", "...", "..."), "B A1", ("X..", "...", "X.."),
         forbidden=all_say("out of turn"), turn=2),
    Case("with PL", "SGF FF[4]: PL says whose turn it is", ("X..", "...", "..."), "W A1", ("X..", "...", "O.."),
         turn=2),
    # The side that moves first.
    Case("White first in an even game", _FIRST, ("...", "...", "..."), "W B2", ("...", ".O.", "..."),
         forbidden=all_say("out of turn")),
    Case("White passes first in an even game", _FIRST, ("...", "...", "..."), "W pass", ("...", "...", "..."),
         forbidden=all_say("out of turn")),
    Case("White first with HA[1], which is no stone", f"{_FIRST}; {_WIKIPEDIA}, handicap: one is komi of a half",
         ("...", "...", "..."), "W B2", ("...", ".O.", "..."), handicap=1, forbidden=all_say("out of turn")),
    Case("Black after White moved first", _FIRST, ("...", "...", "..."), "W B2 B A1", ("...", ".O.", "X..")),
    Case("White first with PL", "SGF FF[4]: PL says whose turn it is", ("...", "...", "..."), "W B2",
         ("...", ".O.", "..."), turn=2),
    Case("Black first against PL", "SGF FF[4]: PL says whose turn it is", ("...", "...", "..."), "B B2",
         ("...", ".X.", "..."), turn=2, forbidden=all_say("out of turn")),
    Case("White first on a set-up position", "SGF FF[4]: without PL nobody knows who is to move", ("X..", "...", "..."),
         "W B2", ("X..", ".O.", "...")),
    Case("White first where handicap stones are missing", "AGA rules 1991, rule 2: White moves first after the stones",
         ("...", "...", "..."), "W B2", ("...", ".O.", "..."), handicap=2),
    Case("Black first where White passes for a handicap", "New Zealand rules: White passes the first moves",
         ("...", "...", "..."), "B B2 W pass B A1", ("...", ".X.", "X.."), handicap=2),
    # The end.
    Case("play after two passes", "Tromp–Taylor rules, rule 9: two passes end; Japanese rules 1989, art. 9.3: resumed",
         ("...", "...", "..."), "B pass W pass B B2", ("...", ".X.", "..."),
         forbidden={"tromp-taylor": "after the end"}),
    Case("resumed in the original order", _AGA10, ("...", "...", "..."), "B pass W pass B B2", ("...", ".X.", "..."),
         forbidden={"tromp-taylor": "after the end"}),
    Case("resumed by who passed last", _AGA10, ("...", "...", "..."), "B pass W pass W B2", ("...", ".O.", "..."),
         forbidden=OUT_OF_ORDER | {"tromp-taylor": "after the end"}),
    Case("twice in a row after a pass that resumes", "Japanese rules 1989, art. 2, and commentary on art. 9.3",
         ("...", "...", "..."), "B pass W pass B pass B B2", ("...", ".X.", "..."), forbidden=all_say("out of turn")),
    Case("the answer to a pass that resumes", "Japanese rules 1989, art. 2, and commentary on art. 9.3",
         ("...", "...", "..."), "B pass W pass B pass W B2", ("...", ".O.", "..."),
         forbidden={"tromp-taylor": "after the end"}),
    Case("twice in a row after a resumption", "Japanese rules 1989, art. 2: alternately", ("...", "...", "..."),
         "B pass W pass B B2 B A1", ("...", ".X.", "X.."), forbidden=all_say("out of turn")),
    Case("resumed off the board by who passed last", _SGF, ("...", "...", "..."), "B pass W pass W off",
         ("...", "...", "..."), forbidden=all_say("off board")),
    Case("a third pass", "passes are legal everywhere", ("...", "...", "..."), "B pass W pass B pass",
         ("...", "...", "...")),
    Case("one pass ends nothing", "Tromp–Taylor rules, rule 9", ("...", "...", "..."), "B pass W B2 B pass W A1 B C3",
         ("..X", ".O.", "O..")),
    # Handicap.
    Case("White after handicap stones placed as moves", "SGF FF[4]: HA", ("...", "...", "..."), "B A3 B C1 W B2",
         ("X..", ".O.", "..X"), handicap=2),
    Case("the second handicap stone placed as a move", "SGF FF[4]: HA", ("...", "...", "..."), "B A3 B C1",
         ("X..", "...", "..X"), handicap=2),
    Case("one Black move too many", "SGF FF[4]: HA", ("...", "...", "..."), "B A3 B C1 B B2", ("X..", ".X.", "..X"),
         handicap=2, forbidden=all_say("out of turn")),
    Case("Black first though handicap stones stand", "SGF FF[4]: HA; White moves first", ("X..", "...", "..X"), "B B2",
         ("X..", ".X.", "..X"), handicap=2, forbidden=all_say("out of turn")),
    Case("White first after handicap stones", "SGF FF[4]: HA; White moves first", ("X..", "...", "..X"), "W B2",
         ("X..", ".O.", "..X"), handicap=2),
]  # fmt: skip
