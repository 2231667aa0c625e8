"""The rulesets of the world as values of the axes, each axis with its source."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Final

from goanalyze.rules.choices import (
    Compensation,
    Counting,
    DeadStones,
    End,
    FirstPass,
    IllegalMove,
    LastPass,
    LifeAndDeath,
    NoResult,
    Placement,
    Repetition,
    Rulings,
    Scoring,
    SecondStop,
    Seki,
    Suicide,
    Ties,
)
from goanalyze.rules.komi import Komi
from goanalyze.rules.ruleset import Axis, Ruleset

_DAVIES = "Davies, The Rules of Go (article), basic rules"
_TT = "Tromp and Taylor, The Logical Rules"
_J89 = "Nihon Kiin, Japanese Rules of Go 1989"
_K16 = "Korea Baduk Association rules 2016"
_WAGC = "World Amateur Go Championship rules 1979"
_CN = "Chinese rules 2002"
_SERVERS = "KGS and OGS, Chinese rules"
_WMSG = "WMSG rules 2008 in R. Jasiek's rewording"
_AGA = "AGA Official Rules of Go 1991"
_BGA = "British Go Association, Rules of Play 2009"
_FFG = "Règle française du jeu de Go"
_ING = "Ing SST laws 1996"
_EGF = "Simplified Ing rules (EGF)"
_NZ = "New Zealand Go Society, Rules of Go"
_BK = "BrainKing.com, Go rules"
_STONE = "Sensei's Library, Stone Counting, and the preface of the Chinese rules 1988"
_BUTTON = "Sensei's Library, Button Go"
_HOST = "assumed: host ruleset AGA"
_RESUMED = "a dispute about life and death is settled by playing on"


def _cite(source: str, **values: Any) -> dict[str, Any]:
    """Give several axes the same source."""
    return {name: Axis(value, source) for name, value in values.items()}


def _silent(text: str) -> dict[str, Any]:
    """Return the axes that only some rulesets know, for a text that does not mention them."""
    passes = {"last_pass": LastPass.EITHER, "first_pass": FirstPass.NOTHING, "pass_stones": False, "button": False}
    ends = {"no_result": NoResult.NEVER, "both_lose": False, "rulings": Rulings.NONE, "second_stop": SecondStop.AGREED}
    ends |= {"illegal_move": IllegalMove.NOTHING, "life_and_death": LifeAndDeath.PLAYED}
    return _cite(f"{text}: knows no such rule", group_tax=0, **ends, **passes)


def _by_area(text: str, *, where: str = "") -> dict[str, Any]:
    """Return the axes of area scoring, which every text of it decides alike."""
    return {
        **_silent(text),
        **_cite(f"{text}{where}", scoring=Scoring.AREA),
        **_cite(f"{text}: eyes in seki are surrounded points as others are", seki=Seki.COUNTED),
        **_cite(f"{text}: area counting has no use for prisoners", prisoners=False),
    }


def _by_territory(text: str) -> dict[str, Any]:
    """Return the axes of territory scoring in the Far East."""
    return _silent(text) | _cite(text, scoring=Scoring.TERRITORY, prisoners=True)


def _ruleset(id_: str, title: str, *axes: dict[str, Any]) -> Ruleset:
    """Put a ruleset together; later axes replace earlier ones."""
    return Ruleset(id_, title, **reduce(or_, axes))


_BASIC: Final = (
    _by_area(_DAVIES, where=", rule 9")
    | _cite(f"{_DAVIES}, rule 8", repetition=Repetition.POSITIONAL)
    | _cite(f"{_DAVIES}: rule 7A, which forbids it, is optional", suicide=Suicide.ANY)
    | _cite(f"{_DAVIES}, rule 9: two passes end the game, and the position at the first two is scored: stones "
            "that are not captured by then are not dead", end=End.TWO_PASSES, dead_stones=DeadStones.STAY)
    | _cite(f"{_DAVIES}: names no komi", komi=Komi(0.0, handicap=0.0))
    | _cite(f"{_DAVIES}, short rules 1: Black sets the stones", placement=Placement.FREE)
    | _cite(f"{_DAVIES}: names none", compensation=Compensation.NOTHING)
    | _cite(f"{_DAVIES}: equal areas are a draw", ties=Ties.DRAW)
    | _cite(f"{_DAVIES}: prescribes none", counting=Counting.POINTS)
)  # fmt: skip

_PRESETS: Final = (
    _ruleset("basic", "Basic rules (reference)", _BASIC),
    _ruleset(
        "basic-played-out", "Basic rules, played out", _BASIC,
        _cite(f"assumed: {_DAVIES}, rule 9 asks for dead stones to be captured before the passes; as if that had been "
              "done, for comparisons", dead_stones=DeadStones.CAPTURED),
    ),
    _ruleset(
        "tromp-taylor", "Tromp–Taylor", _by_area(_TT, where=", rule 10"),
        _cite(f"{_TT}, rule 6", repetition=Repetition.POSITIONAL),
        _cite(f"{_TT}, rule 7: the player's own chains are cleared last", suicide=Suicide.ANY),
        _cite(f"{_TT}, rule 9: two passes end the game, nothing is taken off",
              end=End.TWO_PASSES, dead_stones=DeadStones.STAY),
        _cite(f"{_TT}: names no komi; programs use 7 or 7.5", komi=Komi(0.0, handicap=0.0)),
        _cite("assumed: as in the basic rules", placement=Placement.FREE, compensation=Compensation.NOTHING),
        _cite(f"{_TT}, rule 10: equal scores are a tie", ties=Ties.DRAW),
        _cite(f"{_TT}: prescribes none", counting=Counting.POINTS),
    ),
    _ruleset(
        "japanese", "Japanese 1989", _by_territory(f"{_J89}, art. 8 and 10"),
        _cite(f"{_J89}, art. 6; simple ko as programs play it (a pass forgets all, a repeated pass ends) is not art. "
              "12", repetition=Repetition.BASIC_KO),
        _cite(f"{_J89}, art. 12: when the whole board recurs, no result if both agree", no_result=NoResult.AGREEMENT),
        _cite(f"{_J89}, art. 4: no stone without liberty may stay", suicide=Suicide.FORBIDDEN),
        _cite(f"{_J89}, art. 9.3: at a player's request play resumes, the opponent first",
              end=End.RESUMED_BY_OPPONENT),
        _cite(f"{_J89}, art. 10: dead stones in the opponent's territory are taken off, those in seki stay",
              dead_stones=DeadStones.IN_TERRITORY),
        _cite(f"{_J89}, art. 7 and the examples of its commentary: the bent four in the corner is dead (7-1), "
              "regardless of ko threats (7-2)", rulings=Rulings.PRECEDENTS),
        _cite(f"{_J89}, art. 7.2 and 9.2: a ko is taken back only after a pass for it; the commentary on example 16 "
              "holds only if that pass lifts every ban, of both sides", life_and_death=LifeAndDeath.CONFIRMED),
        _cite(f"{_J89}, art. 14: breaking a rule loses at once, as long as the result is not confirmed (art. 10.4)",
              illegal_move=IllegalMove.LOSES),
        _cite(f"{_J89}, art. 13: both lose when a move that would change the result is found after the stop and they "
              "do not agree", both_lose=True),
        _cite(f"{_J89}, art. 8, as players judge it: read to the letter every group that touches a dame left open is "
              "in seki (the strict figure is a column of its own)", seki=Seki.EYES),
        _cite("Nihon Kiin: 6.5 since 2002 (5.5 from 1974), 0.5 or 0 with handicap; not in the rules",
              komi=Komi(6.5, handicap=0.5)),
        _cite("custom: fixed star points, three stones leave the upper left open", placement=Placement.FIXED),
        _cite("custom: the stones are the whole handicap", compensation=Compensation.NOTHING),
        _cite(f"{_J89}, art. 10: equal territory is a draw (jigo)", ties=Ties.DRAW),
        _cite(f"{_J89}, art. 10.2: prisoners fill the opponent's territory", counting=Counting.FILL_PRISONERS),
    ),
    _ruleset(
        "korean", "Korean 2016", _by_territory(f"{_K16}: territory and prisoners"),
        _cite(f"{_K16}, after R. Jasiek's summary", repetition=Repetition.BASIC_KO),
        _cite(f"{_K16}, after Sensei's Library: a repeated position is a draw or no result, for moonshine-like shapes "
              "at one side's choice", no_result=NoResult.DRAW),
        _cite(f"{_K16}, art. 5: forbidden point", suicide=Suicide.FORBIDDEN),
        _cite("custom: it forfeits the game, as Cho Hunhyeon's in 2003 (Sensei's Library, Illegal Move); not in the "
              f"articles of {_K16} that were read", illegal_move=IllegalMove.LOSES),
        _cite("assumed: as in Japan, and as OGS resumes Korean games; hypothetical play is local, without passes "
              "for a ko", end=End.RESUMED_BY_OPPONENT),
        _cite(f"{_K16}: dead stones become prisoners; those in a seki stay is assumed, as in Japan",
              dead_stones=DeadStones.IN_TERRITORY),
        _cite("assumed: rulings as in Japan, three points without capture (seki) and direct kos (both sides dead) "
              "among them; hypothetical play is local, so that no threat elsewhere saves a bent four",
              rulings=Rulings.PRECEDENTS),
        _cite(f"{_K16}, after R. Jasiek and Sensei's Library: life and death are judged locally, without passes for a "
              "ko", life_and_death=LifeAndDeath.LOCAL),
        _cite(f"{_K16}: eyes in seki are not territory; read as players judge it", seki=Seki.EYES),
        _cite("assumed: as in Korean tournaments; 0.5 with handicap", komi=Komi(6.5, handicap=0.5)),
        _cite("assumed: as in Japan", placement=Placement.FIXED, compensation=Compensation.NOTHING),
        _cite(f"{_K16}: equal territory is a draw", ties=Ties.DRAW),
        _cite("custom: prisoners fill the opponent's territory", counting=Counting.FILL_PRISONERS),
    ),
    _ruleset(
        "wagc", "World Amateur Championship 1979", _by_territory(f"{_WAGC}, from the Japanese rules of 1949"),
        _cite(f"{_WAGC}, from the Japanese rules of 1949", repetition=Repetition.BASIC_KO),
        _cite("assumed: a repeated position ends the game without result, as in the Japanese rules of 1949",
              no_result=NoResult.AGREEMENT),
        _cite("assumed: as the Japanese rules of 1949", suicide=Suicide.FORBIDDEN),
        _cite(f"{_WAGC}, rule 20 and art. 35-40: dame and defences are played before the stop; resumption assumed as "
              "in Japan", end=End.RESUMED_BY_OPPONENT),
        _cite(f"{_WAGC}: dead stones are taken off as agreed; those in a seki stay is assumed, as in Japan",
              dead_stones=DeadStones.IN_TERRITORY),
        _cite(f"{_WAGC}: by the precedents of 1949 (bent four is dead), but for three points without capture, which "
              "it revises: three points for the precedents, a seki is assumed, as in Japan 1989",
              rulings=Rulings.PRECEDENTS),
        _cite(f"assumed: as art. 7 of 1989; {_WAGC} restrict passes instead, by no formal rule, and know no pass for a "
              "ko; that uncapturable, capturable-1 and -2 are the living stones there, too, is R. Jasiek's (Model for "
              "the World Amateur Go Championship Rules)", life_and_death=LifeAndDeath.CONFIRMED),
        _cite("assumed: no territory in seki, as players judge it; with every dame filled the strict figure is the "
              "same", seki=Seki.EYES),
        _cite("assumed: never, as in the Japanese rules of 1949", both_lose=False),
        _cite("assumed: loses, as under Japanese rules", illegal_move=IllegalMove.LOSES),
        _cite("WAGC tournament pages: 6.5, even games only", komi=Komi(6.5, handicap=None)),
        _cite("WAGC tournament pages: even games only", placement=Placement.EVEN_ONLY,
              compensation=Compensation.NOTHING),
        _cite("assumed: a draw; none at komi 6.5", ties=Ties.DRAW),
        _cite("custom: prisoners fill the opponent's territory", counting=Counting.FILL_PRISONERS),
    ),
    _ruleset(
        "chinese", "Chinese 2002, over the board", _by_area(_CN),
        _cite(f"{_CN}, art. 20.1: basic ko; art. 6 and 20.2-3 on other cycles are left to the referee, as tournaments "
              "do", repetition=Repetition.BASIC_KO),
        _cite(f"{_CN}, art. 20.3: triple ko, eternal life and the like are forbidden in principle; the referee may "
              "rule no result, draw or replay", no_result=NoResult.REFEREE),
        _cite(f"{_CN}, art. 5", suicide=Suicide.FORBIDDEN),
        _cite(f"assumed: left to the referee; not in the articles of {_CN} that were read",
              illegal_move=IllegalMove.NOTHING),
        _cite(f"{_CN}: {_RESUMED}; by either side is assumed, since the side that plays first is not named",
              end=End.RESUMED_BY_EITHER),
        _cite(f"{_CN}: dead stones are taken off as agreed, or by play", dead_stones=DeadStones.CHAINS),
        _cite(f"{_CN}: 3¾ zi; none with handicap assumed, the text has no handicap", komi=Komi(7.5, handicap=0.0)),
        _cite("assumed: free; the text of 2002 has none", placement=Placement.FREE),
        _cite("assumed: half a zi for each stone goes back to White; the text of 2002 has none",
              compensation=Compensation.PER_STONE),
        _cite(f"{_CN}: none at 3¾ zi, else a draw", ties=Ties.DRAW),
        _cite(f"{_CN}: half counting; points that neither side owns are shared", counting=Counting.HALF),
    ),
    _ruleset(
        "chinese-superko", "Chinese as servers play it", _by_area(_SERVERS),
        _cite(f"{_SERVERS}: positional superko (OGS looks 30 moves back only); so reads the text, too, in theory",
              repetition=Repetition.POSITIONAL),
        _cite(f"{_SERVERS}: no self-capture", suicide=Suicide.FORBIDDEN),
        _cite(f"{_SERVERS}: the program refuses it", illegal_move=IllegalMove.NOTHING),
        _cite(f"{_SERVERS}: {_RESUMED}, in turn; only under Japanese and Korean rules OGS lets the opponent of who "
              "asks play first", end=End.RESUMED),
        _cite(f"{_SERVERS}: dead stones are marked", dead_stones=DeadStones.CHAINS),
        _cite(f"{_SERVERS}: 7.5, and 0.5 with handicap", komi=Komi(7.5, handicap=0.5)),
        _cite(f"{_SERVERS}", placement=Placement.FREE),
        _cite(f"{_SERVERS}: White gets a point for each stone", compensation=Compensation.PER_STONE),
        _cite(f"{_SERVERS}: none at 7.5, else a draw", ties=Ties.DRAW),
        _cite(f"{_SERVERS}: the program counts", counting=Counting.POINTS),
    ),
    _ruleset(
        "wmsg", "World Mind Sports Games 2008", _by_area(_WMSG),
        _cite(f"{_WMSG}; without the referee's supplement", repetition=Repetition.POSITIONAL),
        _cite(_WMSG, suicide=Suicide.FORBIDDEN),
        _cite(f"{_WMSG}: after the first two passes it goes on in the original order if either player wants it",
              end=End.RESUMED),
        _cite(f"{_WMSG}, and Wikipedia, Rules of Go: after the second two passes all stones on the board are alive",
              second_stop=SecondStop.ALL_ALIVE),
        _cite(f"{_WMSG}: as agreed after the first two passes", dead_stones=DeadStones.CHAINS),
        _cite(f"{_WMSG}: Black's area is a point less if White made the first pass of the game; another passage speaks "
              "of the passes that end it (first_pass = 'of-final-passes')", first_pass=FirstPass.OF_GAME),
        _cite(_WMSG, komi=Komi(6.5, handicap=None)),
        _cite(f"{_WMSG}: even games only", placement=Placement.EVEN_ONLY, compensation=Compensation.NOTHING),
        _cite(f"{_WMSG}: none at 6.5", ties=Ties.DRAW),
        _cite(f"{_WMSG}: half or full counting", counting=Counting.HALF),
    ),
    _ruleset(
        "aga", "AGA", _by_area(_AGA, where=", rule 12: area, or territory with pass stones"),
        _cite(f"{_AGA}, rule 6: same position with the same player to play; T. Benson reads it as natural situational, "
              "N. Wedd's list as positional", repetition=Repetition.SITUATIONAL),
        _cite(f"{_AGA}, rule 5", suicide=Suicide.FORBIDDEN),
        _cite(f"{_AGA}, on illegal moves: taken back and treated as a pass, with a pass stone; one that the opponent "
              "answers is valid", illegal_move=IllegalMove.PASS),
        _cite(f"{_AGA}, rule 10: without agreement the opponent of the last to pass goes on", end=End.RESUMED),
        _cite(f"{_AGA}, rule 10: once both sides pass twice in succession all stones left are alive",
              second_stop=SecondStop.FOUR_PASSES),
        _cite(f"{_AGA}, rule 9: White makes the last pass", last_pass=LastPass.WHITE),
        _cite(f"{_AGA}, rule 10: as agreed", dead_stones=DeadStones.CHAINS),
        _cite(f"{_AGA}, rule 7: a pass hands over a stone; it makes territory equal area and does not change area",
              pass_stones=True),
        _cite("AGA: 7.5 now (5.5 in 1991), 0.5 with handicap", komi=Komi(7.5, handicap=0.5)),
        _cite(f"{_AGA}, rule 4: fixed points, or free where agreed", placement=Placement.EITHER),
        _cite(f"{_AGA}, rule 4: a point for each stone but the first when area is counted; none by territory",
              compensation=Compensation.PER_STONE_BUT_ONE),
        _cite(f"{_AGA}: avoided by the half point", ties=Ties.DRAW),
        _cite(f"{_AGA}, rule 12: by area or by territory", counting=Counting.AREA_OR_PASS_STONES),
    ),
    _ruleset(
        "bga", "BGA", _silent(_BGA),
        _cite(f"{_BGA}: the position after a play of the same player may not recur, passes left out, and basic ko is "
              "a rule of its own; programs map it to situational superko", repetition=Repetition.NATURAL_AND_BASIC_KO),
        _cite(f"{_BGA}, rule 5", suicide=Suicide.FORBIDDEN),
        _cite(f"{_BGA}: taken back, a pass stone is handed over", illegal_move=IllegalMove.PASS),
        _cite(f"{_BGA}, and its summary of AGA rules: the opponent of the last to pass goes on; if the first two moves "
              "then are passes, four in succession, all stones stay", end=End.RESUMED,
              second_stop=SecondStop.FOUR_PASSES),
        _cite(f"{_BGA}: as AGA", last_pass=LastPass.WHITE, dead_stones=DeadStones.CHAINS),
        _cite(f"{_BGA}: territory is counted unless both want area; the result is the same",
              scoring=Scoring.TERRITORY, prisoners=True, pass_stones=True,
              counting=Counting.AREA_OR_PASS_STONES),
        _cite(f"{_BGA}: eyes in seki count in both counts", seki=Seki.COUNTED),
        _cite(f"{_BGA}: 7.5 on 19×19, 0.5 with handicap; its comparison table has had 5.5 and 6.5, by date",
              komi=Komi(None, handicap=0.5, sizes=((19, 7.5),))),
        _cite(f"{_BGA}: fixed points", placement=Placement.FIXED),
        _cite(f"{_BGA}: none by territory; a point for each stone but the first by area",
              compensation=Compensation.NOTHING),
        _cite(f"{_BGA}: avoided by the half point", ties=Ties.DRAW),
    ),
    _ruleset(
        "ffg", "French (FFG)", _by_area(_FFG, where=", as AGA"),
        _cite(f"{_FFG}: own earlier plays; basic ko added because French players hold a retake after a pass for an "
              "anomaly of the text; programs map it to situational superko",
              repetition=Repetition.NATURAL_AND_BASIC_KO),
        _cite(f"Wikipedia, Rules of Go: the FFG uses AGA rules; {_FFG} does not name the side that plays first",
              end=End.RESUMED, second_stop=SecondStop.FOUR_PASSES),
        _cite(f"assumed: {_FFG}, as AGA", illegal_move=IllegalMove.PASS),
        _cite(f"{_FFG}, as AGA", suicide=Suicide.FORBIDDEN, last_pass=LastPass.WHITE,
              dead_stones=DeadStones.CHAINS, pass_stones=True, counting=Counting.AREA_OR_PASS_STONES),
        _cite("FFG: 7.5, 0.5 with handicap", komi=Komi(7.5, handicap=0.5)),
        _cite(f"assumed: {_FFG}, as AGA", placement=Placement.FIXED, compensation=Compensation.PER_STONE_BUT_ONE,
              ties=Ties.DRAW),
    ),
    _ruleset(
        "ing", "Ing SST", _by_area(f"{_ING}: fill-in"),
        _cite(f"{_ING}: hot stones of a fighting ko may not be removed at once, the starter of a disturbing ko may go "
              "round once; judged approximately, since no exact algorithm is published; programs put positional "
              "superko in its place", repetition=Repetition.ING),
        _cite(f"{_ING}: single-stone suicide is banned; OGS lets it pass when nothing repeats in its look-back",
              suicide=Suicide.SEVERAL),
        _cite("Ing SST laws 1991, a note: forgiven and taken back", illegal_move=IllegalMove.TAKEN_BACK),
        _cite(f"{_ING}: verification by removal", end=End.VERIFIED, dead_stones=DeadStones.CHAINS),
        _cite(f"{_ING}: 8 points, Black wins ties, so 7.5 in effect; 0.5 with handicap assumed",
              komi=Komi(8.0, handicap=0.5)),
        _cite(_ING, placement=Placement.FREE),
        _cite(f"{_ING}: names none; OGS gives a point for each stone after a custom in the US, KataGo none",
              compensation=Compensation.NOTHING),
        _cite(f"{_ING}: Black wins ties", ties=Ties.BLACK),
        _cite(f"{_ING}: each side fills its area with a counted set of 180 stones (19×19); k stones of the loser and "
              "the vacant point in the winner's area mean a margin of 2k + 1, not k", counting=Counting.FILL_IN),
    ),
    _ruleset(
        "ing-simplified", "Simplified Ing (EGF)", _by_area(_EGF),
        _cite(_EGF, repetition=Repetition.POSITIONAL),
        _cite(f"{_EGF}: suicide of one falls to the repetition rule", suicide=Suicide.ANY),
        _cite(f"{_EGF}: after the first stop either agreement, or alternate moving is resumed", end=End.RESUMED,
              dead_stones=DeadStones.CHAINS),
        _cite(f"{_EGF}: after the second stop the board counts as it is", second_stop=SecondStop.ALL_ALIVE),
        _cite("assumed: 8 as in Ing's rules, 0.5 with handicap; the event decides", komi=Komi(8.0, handicap=0.5)),
        _cite("assumed: free; the text has none", placement=Placement.FREE, compensation=Compensation.NOTHING),
        _cite(f"{_EGF}: a tie", ties=Ties.DRAW),
        _cite(f"{_EGF}: any", counting=Counting.POINTS),
    ),
    _ruleset(
        "new-zealand", "New Zealand", _by_area(_NZ),
        _cite(f"{_NZ}: the board after any earlier move of that player; a pass is a move (situational superko but for "
              "the empty board at the start, which belongs to neither)", repetition=Repetition.NEW_ZEALAND),
        _cite("Wikipedia, Rules of Go, on suicide and on New Zealand rules: more than one stone; the society's own "
              "text has a play take off all own stones without liberties, so that one stone, too, may go where no "
              "earlier move of that player left the same board (suicide = 'any')", suicide=Suicide.SEVERAL),
        _cite(f"{_NZ}: players who cannot agree on dead stones must play on; they agree on the side to move, and "
              "without agreement on that all stones are alive", end=End.RESUMED_BY_EITHER,
              dead_stones=DeadStones.CHAINS),
        _cite(f"{_NZ}: 7, none with handicap", komi=Komi(7.0, handicap=0.0)),
        _cite(f"{_NZ}: White passes the first moves", placement=Placement.PASSES),
        _cite(_NZ, compensation=Compensation.NOTHING),
        _cite(f"{_NZ}: a draw", ties=Ties.DRAW),
        _cite(f"{_NZ}: any", counting=Counting.POINTS),
    ),
    _ruleset(
        "brainking", "BrainKing", _silent(_BK),
        _cite(f"{_BK}; read literally the text bans a position three plies back, the ordinary ko is meant",
              repetition=Repetition.BASIC_KO),
        _cite(_BK, suicide=Suicide.FORBIDDEN),
        _cite(f"{_BK}: names none; the server refuses it", illegal_move=IllegalMove.NOTHING),
        _cite(f"{_BK}: play continues when the marking is refused; by either side is assumed, since the side "
              "that plays first is not named", end=End.RESUMED_BY_EITHER),
        _cite(f"{_BK}: the side to move marks; one mark takes every stone of its colour in the region",
              dead_stones=DeadStones.REGIONS),
        _cite(f"{_BK}: territory less own stones captured and dead; the same difference as with prisoners",
              scoring=Scoring.TERRITORY, prisoners=True),
        _cite(f"{_BK}: seki is not mentioned, so its eyes count", seki=Seki.COUNTED),
        _cite(f"{_BK}: taken from Black's score, by size; other sizes and handicap games name none of their own",
              komi=Komi(None, handicap="even", sizes=((19, 5.5), (13, 4.5), (9, 3.5)))),
        _cite(f"{_BK}: free, on Black's first turn", placement=Placement.FREE),
        _cite(f"{_BK}: none", compensation=Compensation.NOTHING),
        _cite(f"{_BK}: avoided by the half point", ties=Ties.DRAW),
        _cite(f"{_BK}: own stones captured and dead are taken from the own score", counting=Counting.OWN_LOSSES),
    ),
    _ruleset(
        "ancient-chinese", "Ancient Chinese (stone scoring)", _silent(_STONE),
        _cite("assumed: simple ko", repetition=Repetition.BASIC_KO),
        _cite("assumed: as in later Chinese rules, the referee decides", no_result=NoResult.REFEREE),
        _cite("assumed: as later Chinese rules", suicide=Suicide.FORBIDDEN),
        _cite("assumed: played until the board is full, by either side after two passes", end=End.RESUMED_BY_EITHER),
        _cite("assumed: captured in play, or taken off as agreed", dead_stones=DeadStones.CHAINS),
        _cite(f"{_STONE}: stones alone count; two points of each group stay open, the same as area with a group tax "
              "of 2", scoring=Scoring.STONES),
        _cite(f"{_STONE}: eyes are never points; with seki on the board the prediction is approximate",
              seki=Seki.COUNTED),
        _cite(f"{_STONE}: captured stones are worth nothing", prisoners=False),
        _cite("history: no komi before the 20th century", komi=Komi(0.0, handicap=0.0)),
        _cite("assumed: free", placement=Placement.FREE),
        _cite("lifein19x19, on ancient handicap: the same number of stones goes back",
              compensation=Compensation.PER_STONE),
        _cite(f"{_STONE}: a draw", ties=Ties.DRAW),
        _cite("assumed: stone by stone", counting=Counting.POINTS),
    ),
    _ruleset(
        "button", "Button Go", _by_area(f"{_BUTTON}; {_HOST}"),
        _cite(f"{_BUTTON}: taking the button lifts ko bans; {_HOST}", repetition=Repetition.SITUATIONAL_UNTIL_PASS),
        _cite(_HOST, suicide=Suicide.FORBIDDEN, illegal_move=IllegalMove.PASS, dead_stones=DeadStones.CHAINS,
              placement=Placement.EITHER, compensation=Compensation.PER_STONE_BUT_ONE),
        _cite(f"{_BUTTON}: the game goes on until the button is gone; {_HOST}", end=End.RESUMED,
              second_stop=SecondStop.FOUR_PASSES),
        _cite("assumed: the button takes the place of AGA's pass stones and White's last pass", pass_stones=False,
              last_pass=LastPass.EITHER),
        _cite(f"{_BUTTON}: the first pass takes half a point", button=True),
        _cite(f"{_BUTTON}: a whole number, as KataGo's preset, none with handicap assumed",
              komi=Komi(7.0, handicap=0.0)),
        _cite(f"{_BUTTON}: none at a whole komi", ties=Ties.DRAW),
        _cite(f"{_BUTTON}: prescribes none", counting=Counting.POINTS),
    ),
)  # fmt: skip

RULESETS: Final[dict[str, Ruleset]] = {ruleset.id: ruleset for ruleset in _PRESETS}
"""Every preset by id, in the order of the tables."""
