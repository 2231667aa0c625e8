"""The values that the axes of a ruleset can take: a short name, as TOML files and tables write it, and its meaning."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class Repetition(Choice):
    """Which repetition a play must not make. Definitions: `goanalyze.board.history`."""

    BASIC_KO = "basic-ko", "a play may not restore the position before the opponent's last move"
    POSITIONAL = "psk", "positional superko: a play may not restore any earlier position"
    SITUATIONAL = "ssk", "situational superko: nor any earlier position with the same side to move next"
    NEW_ZEALAND = "ssk-own-moves", "situational superko by the player's own earlier moves, passes included"
    NATURAL = "nssk", "natural situational superko: nor any position that the player's own earlier play made"
    NATURAL_AND_BASIC_KO = (
        "nssk-basic-ko",
        "natural situational superko, by the player's own earlier plays, and basic ko beside it",
    )
    SITUATIONAL_UNTIL_PASS = "ssk-until-pass", "situational superko, forgotten at the first pass"
    ING = "ing", "basic ko; hot stones of fighting kos and second rounds of disturbing kos, judged approximately"


class NoResult(Choice):
    """What a long cycle that the ko rule lets happen may lead to."""

    NEVER = "never", "the ko rule lets no such cycle happen, or the text gives it no effect"
    AGREEMENT = "agreement", "no result, if both players agree"
    DRAW = "draw", "a draw or no result"
    REFEREE = "referee", "the referee decides: forbidden in principle, or no result, draw, replay"


class IllegalMove(Choice):
    """What becomes of a move that the rules forbid."""

    LOSES = "loses", "who makes it loses at once, unless the result is confirmed before anybody notices"
    PASS = "pass", "it is taken back and counts as a pass"
    TAKEN_BACK = "taken-back", "it is taken back, and another is made in its place"
    NOTHING = "nothing", "the text names no consequence"


class Suicide(Choice):
    """Whether a play may remove its own chain."""

    FORBIDDEN = "forbidden", "no own chain may be left without a liberty"
    SEVERAL = "several", "allowed for chains of two or more"
    ANY = "any", "allowed; repetition rules still apply"


class End(Choice):
    """How a game ends and what happens in a dispute."""

    TWO_PASSES = "two-passes", "two passes in succession end it, and nothing is played after them"
    RESUMED = (
        "resumed",
        "two passes stop it; resumed, it goes on in the original order: who did not pass last plays first",
    )
    RESUMED_BY_OPPONENT = (
        "resumed-by-opponent",
        "two passes stop it; at a player's request it is resumed, and the opponent of who asks moves first",
    )
    RESUMED_BY_EITHER = "resumed-by-either", "two passes stop it; resumed, it goes on with a play by either side"
    VERIFIED = "verified", "two passes stop it; doubtful stones are captured in trial play"


class SecondStop(Choice):
    """What holds once a resumed game stops again."""

    AGREED = "agreed", "what holds at the first: dead stones as agreed"
    ALL_ALIVE = "all-alive", "the game ends, and every stone left on the board is alive"
    FOUR_PASSES = "four-passes", "every stone left on the board is alive once both sides pass twice in succession"


class LastPass(Choice):
    """Who has to make the last pass."""

    EITHER = "either", "either side"
    WHITE = "white", "White, with a third pass if need be, so that both sides have moved equally often"


class DeadStones(Choice):
    """Which stones are taken off before counting."""

    STAY = "stay", "none: every stone that stands at the first two passes counts as alive"
    CAPTURED = "captured", "the dead ones, as if they had been captured in play before the game ended"
    CHAINS = "chains", "the dead ones, chain by chain, as agreed"
    IN_TERRITORY = "in-territory", "the dead ones that lie in the opponent's territory; those in a seki stay"
    REGIONS = "regions", "the dead ones; marking one marks all of its colour in the region that the opponent encloses"


class Rulings(Choice):
    """Whether shapes have the status that a commentary or a precedent gives them, whatever playing on would give."""

    NONE = "none", "no shape is special: a status is what playing on gives"
    PRECEDENTS = "precedents", "shapes such as the bent four in the corner have the status that rulings give them"


class LifeAndDeath(Choice):
    """How it is found which stones are dead, once a game has stopped."""

    PLAYED = "played", "as both agree, or as playing on shows"
    LOCAL = "local", "by reading around the stones alone, by the ko rule of the game: no pass lifts it"
    CONFIRMED = "confirmed", "by article 7 of the Japanese rules of 1989: by reading, with a pass before retaking a ko"


class Scoring(Choice):
    """What counts on the board."""

    AREA = "area", "living stones and the points they surround"
    TERRITORY = "territory", "surrounded points and prisoners"
    STONES = "stones", "living stones once all but two points of each group are filled"


class Seki(Choice):
    """What eyes of groups in seki are worth."""

    COUNTED = "none", "they count like other eyes: no exclusion"
    EYES = "eyes", "nothing, where a group touches dame and has less than two eyes: seki as players judge it"
    STRICT = "strict", "nothing, nor dead stones in them, where a group touches any dame left open: to the letter"


class FirstPass(Choice):
    """Whether passing first costs or gains anything."""

    NOTHING = "nothing", "it does not matter"
    OF_GAME = "of-game", "Black gives a point if White made the first pass of the game"
    OF_FINAL_PASSES = "of-final-passes", "Black gives a point if White made the first of the passes that end the game"


class Placement(Choice):
    """Where handicap stones go."""

    EVEN_ONLY = "even-only", "there are no handicap games"
    FIXED = "fixed", "on the star points, in a fixed pattern"
    FREE = "free", "where Black likes"
    EITHER = "either", "on the star points or where Black likes, as agreed"
    PASSES = "passes", "where Black likes: White passes until they stand"


class Compensation(Choice):
    """What White gets for handicap stones, beside komi."""

    NOTHING = "nothing", "no points beside komi"
    PER_STONE = "per-stone", "a point for each stone"
    PER_STONE_BUT_ONE = "per-stone-but-one", "a point for each stone but the first"


class Ties(Choice):
    """Who wins when both have the same."""

    DRAW = "draw", "nobody: a draw (jigo)"
    BLACK = "black", "Black"
    WHITE = "white", "White"


class Counting(Choice):
    """How the players count; it changes no result."""

    POINTS = "points", "point by point"
    FILL_PRISONERS = "fill-prisoners", "prisoners are put back into the enemy's territory"
    HALF = "half", "Black's area alone, in zi (子), against half the board and half of komi"
    FILL_IN = "fill-in", "every stone of a counted set is put back; those left over stand in the enemy's area"
    OWN_LOSSES = "own-losses", "territory less own stones captured and dead; komi is taken from Black"
    AREA_OR_PASS_STONES = "area-or-pass-stones", "area, or territory with pass stones: the same result"
