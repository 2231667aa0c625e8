"""Values of the axes of a ruleset, and vocabularies of results that several packages share."""

from __future__ import annotations

from goanalyze.util.choice import Choice


class Repetition(Choice):
    """The repetition that a play must not make. Definitions: `goanalyze.core.history`."""

    BASIC_KO = "basic-ko", "a play may not restore the position before the opponent's last move"
    POSITIONAL = "psk", "positional superko: a play may not restore any earlier position"
    SITUATIONAL = "ssk", "situational superko: nor any earlier position with the same side to move next"
    NEW_ZEALAND = "ssk-own-moves", "situational superko by the player's own earlier moves, passes included"
    NATURAL = "nssk", "natural situational superko: nor any position that the player's own earlier play made"
    NATURAL_AND_BASIC_KO = (
        "nssk-basic-ko",
        "natural situational superko, by the player's own earlier plays, and basic ko",
    )
    SITUATIONAL_UNTIL_PASS = "ssk-until-pass", "situational superko, forgotten at the first pass"
    ING = "ing", "basic ko; hot stones of fighting kos and second rounds of disturbing kos, judged approximately"


class NoResult(Choice):
    """The result of a long cycle that the ko rule allows."""

    NEVER = "never", "the ko rule lets no such cycle happen, or the text gives it no effect"
    AGREEMENT = "agreement", "no result, if both players agree", "long cycle: no result if both agree"
    DRAW = "draw", "a draw or no result", "long cycle: draw or no result"
    REFEREE = (
        "referee",
        "the referee decides: forbidden in principle, or no result, draw, replay",
        "long cycle: the referee decides",
    )


class IllegalMove(Choice):
    """The consequence of a forbidden move."""

    LOSES = "loses", "the player loses at once, unless the result is confirmed before it is noticed"
    PASS = "pass", "it is taken back and counts as a pass"
    TAKEN_BACK = "taken-back", "it is taken back, and another is made in its place"
    NOTHING = "nothing", "the text names no consequence"


class Suicide(Choice):
    """The own chains that a play may remove."""

    FORBIDDEN = "forbidden", "no own chain may be left without a liberty"
    SEVERAL = "several", "allowed for chains of two or more"
    ANY = "any", "allowed; repetition rules still apply"


class End(Choice):
    """The end of a game, and the treatment of a dispute."""

    TWO_PASSES = (
        "two-passes",
        "two passes in succession end it, and nothing is played after them",
        "two passes end it for good",
    )
    RESUMED = (
        "resumed",
        "two passes stop it; resumed, it goes on in the original order: the opponent of the last to pass plays first",
    )
    RESUMED_BY_OPPONENT = (
        "resumed-by-opponent",
        "two passes stop it; at a player's request it is resumed, and the opponent moves first",
    )
    RESUMED_BY_EITHER = "resumed-by-either", "two passes stop it; resumed, it goes on with a play by either side"
    VERIFIED = (
        "verified",
        "two passes stop it; doubtful stones are captured in trial play",
        "dead stones verified by trial play",
    )


class SecondStop(Choice):
    """The rule for the second stop of a game."""

    AGREED = "agreed", "as at the first stop: dead stones as agreed"
    ALL_ALIVE = "all-alive", "the game ends, and every stone left on the board is alive"
    FOUR_PASSES = "four-passes", "every stone left on the board is alive once both sides pass twice in succession"


class LastPass(Choice):
    """The side that has to make the last pass."""

    EITHER = "either", "either side"
    WHITE = (
        "white",
        "White, with a third pass if need be, so that both sides have moved equally often",
        "White passes last",
    )


class DeadStones(Choice):
    """The stones that are removed before counting."""

    STAY = "stay", "none: every stone on the board at the first two passes counts as alive", "no stones taken off"
    CAPTURED = (
        "captured",
        "the dead ones, as if they had been captured in play before the game ended",
        "dead stones as if captured in play",
    )
    CHAINS = "chains", "the dead ones, chain by chain, as agreed"
    IN_TERRITORY = (
        "in-territory",
        "the dead ones that lie in the opponent's territory; those in a seki stay",
        "dead stones in a seki stay",
    )
    REGIONS = (
        "regions",
        "the dead ones; marking one marks all of its colour in the region that the opponent encloses",
        "dead stones marked by region",
    )


class Rulings(Choice):
    """The authority of commentaries and precedents on shapes over the result of play."""

    NONE = "none", "no shape is special: play decides the status"
    PRECEDENTS = (
        "precedents",
        "shapes such as the bent four in the corner have the status that rulings give them",
        "shapes decided by rulings",
    )


class LifeAndDeath(Choice):
    """The way in which dead stones are determined after the stop."""

    PLAYED = "played", "as both agree, or as playing on shows"
    LOCAL = (
        "local",
        "by reading around the stones alone, by the ko rule of the game: no pass lifts it",
        "life and death read locally",
    )
    CONFIRMED = (
        "confirmed",
        "by article 7 of the Japanese rules of 1989: by reading, with a pass before retaking a ko",
        "life and death by article 7",
    )


class Scoring(Choice):
    """The points that count on the board."""

    AREA = "area", "living stones and the points they surround"
    TERRITORY = "territory", "surrounded points and prisoners"
    STONES = "stones", "living stones once all but two points of each group are filled"


class Seki(Choice):
    """The worth of eyes of groups in seki."""

    COUNTED = "none", "they count like other eyes: no exclusion"
    EYES = "eyes", "nothing, where a group touches dame and has less than two eyes: seki as players judge it"
    STRICT = "strict", "nothing, nor dead stones in them, where a group touches any dame left open: to the letter"


class FirstPass(Choice):
    """The cost or gain of passing first."""

    NOTHING = "nothing", "it does not matter"
    OF_GAME = (
        "of-game",
        "Black gives a point if White made the first pass of the game",
        "Black −1 for White's first pass of the game",
    )
    OF_FINAL_PASSES = (
        "of-final-passes",
        "Black gives a point if White made the first of the passes that end the game",
        "Black −1 for White's first of the final passes",
    )


class Placement(Choice):
    """The points of handicap stones."""

    EVEN_ONLY = "even-only", "handicap games do not exist", "no handicap games"
    FIXED = "fixed", "on the star points, in a fixed pattern"
    FREE = "free", "where Black likes"
    EITHER = "either", "on the star points or where Black likes, as agreed"
    PASSES = "passes", "where Black likes: White passes until they are placed", "handicap by White's passes"


class Compensation(Choice):
    """The points that White gets for handicap stones, in addition to komi."""

    NOTHING = "nothing", "no points for handicap stones"
    PER_STONE = "per-stone", "a point for each handicap stone"
    PER_STONE_BUT_ONE = "per-stone-but-one", "a point for each handicap stone but the first"


class Ties(Choice):
    """The winner when both have the same."""

    DRAW = "draw", "neither side: a draw (jigo)"
    BLACK = "black", "Black"
    WHITE = "white", "White"


class Counting(Choice):
    """The players' way of counting, which changes no result."""

    POINTS = "points", "point by point"
    FILL_PRISONERS = "fill-prisoners", "prisoners are put back into the enemy's territory"
    HALF = "half", "Black's area alone, in zi (子), against half the board and half of komi"
    FILL_IN = "fill-in", "every stone of a counted set is put back; those left over are in the enemy's area"
    OWN_LOSSES = "own-losses", "territory less own stones captured and dead; komi is taken from Black"
    AREA_OR_PASS_STONES = "area-or-pass-stones", "area, or territory with pass stones: the same result"


class KomiChoice(Choice):
    """The komi of a margin, where it is not one number for all games."""

    RECORDED = "recorded", "the recorded komi under every ruleset, which isolates the counting"
    RULESET = "ruleset", "each ruleset's own komi"


class Winner(Choice):
    """Winners of a game; arrays contain their `index`, or −1 for a game without a margin."""

    BLACK = "black", "Black"
    WHITE = "white", "White"
    DRAW = "draw", "neither player: a draw (jigo)"
    BOTH_LOSE = "both_lose", "neither player: both players lose"


class RuleWinner(Choice):
    """Winners by a rule in place of the count; arrays contain their `index`, or −1 if the count decides."""

    BLACK = "black", "Black: the first move that the ruleset forbids is White's, and it loses the game"
    WHITE = "white", "White: the first move that the ruleset forbids is Black's, and it loses the game"
    BOTH_LOSE = "both_lose", "neither player: the record says that both players lose"
    NO_RESULT = "no_result", "neither player: after a long cycle the record says that the game has no result"
