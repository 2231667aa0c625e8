"""The closed vocabularies of comparisons."""

from __future__ import annotations

from goanalyze.util.choice import Choice


class Basis(Choice):
    """Selections of games by the evidence of their margins."""

    BEST = "best", "known, confirmed and estimated dead stones, without estimates that the record contradicts"
    COUNTED = "counted", "known dead stones"
    CONFIRMED = "confirmed", "known dead stones, and estimates that give the recorded margin"
    ESTIMATED = "estimated", "known dead stones, and every estimate, also if the record contradicts it"
    ALL = "all", "every count, also of boards as they are with dead stones unknown"


class Evidence(Choice):
    """The evidence of a game's margins, from best to none."""

    KNOWN = "known", "the dead stones are known, or the ruleset removes none"
    CONFIRMED = "confirmed", "the estimated dead stones give the recorded margin"
    ESTIMATED = "estimated", "the dead stones are estimated, and no recorded margin can be compared"
    CONTRADICTED = "contradicted", "the estimated dead stones give another margin or winner than the record"
    NONE = "none", "no margin under all rulesets compared"


class IllegalReason(Choice):
    """Reasons of illegal moves."""

    OCCUPIED = "occupied", "a stone on an occupied point"
    SUICIDE = "suicide", "a suicide"
    KO = "ko", "a ko retaken at once"
    SUPERKO = "superko", "an earlier position recreated after more than two moves"
    CYCLE = "cycle", "a cycle that lets the players claim no result, or that a fighting-ko rule forbids"


class Winners(Choice):
    """Definitions of the winner of a game."""

    BOARD = "board", "the winner by the count"
    RULE = "rule", "the winner by a rule where one decides, as an illegal move that loses at once; else by the count"


class PairFigure(Choice):
    """Figures of a pair of rulesets that count games."""

    GAMES = "games", "both rulesets have a margin"
    SAME_MARGIN = "same_margin", "the margins are equal"
    WINNER_CHANGES = "winner_changes", "the winners differ"
    OVER_1 = "over_1", "the margins differ by more than a point"
    LEGAL_ONLY_A = "legal_only_a", "every move is legal under the first ruleset, but not under the second"
    LEGAL_ONLY_B = "legal_only_b", "every move is legal under the second ruleset, but not under the first"


class Dispute(Choice):
    """Disagreements of rulesets on a game."""

    WINNER = "winner", "the winner"
    MARGIN = "margin", "the score, by more than a point"
    LEGAL = "legal", "the legality of every move"
    NO_RESULT = "no_result", "a cycle that ends the game without result"


class Grouping(Choice):
    """Groupings of games."""

    BOARD_SIZE = "board_size", "size of the board"
    HANDICAP = "handicap", "handicap stones"
    KOMI = "komi", "recorded komi"
    PASSES = "passes", "passes of both players"
    ENDING = "ending", "end of the game"
    DECLARED = "declared", "the ruleset that the record names"
    SOURCE = "source", "archive, or folder of plain files"
    YEAR = "year", "year of the game"
    DECADE = "decade", "1990s, 2000s, …"
    RANK = "rank", "rank of the weaker player"
    RANK_DIFFERENCE = "rank_difference", "the stronger player and the number of ranks"
    EVENT = "event", "the 20 with most games; others together"
    CONVENTION = "convention", "the convention of games that were not played as the header says"


class Results(Choice):
    """Results from which Black's share of wins by komi is worked out."""

    PLAYED = "played", "the recorded winners at the recorded komi"
    WHAT_IF = "what_if", "the same games with another komi"


class ResultKind(Choice):
    """Sources of a game's winner at a komi, from the surest to none; a game is of the first that it has."""

    COUNTED = "counted", "the board, its dead stones known, counted"
    GUESSED = "guessed", "the board counted, its dead stones estimated or left on it"
    RECORDED = "recorded", "no such board; the margin on record and the komi on record"
    RESIGN = "resign", "the winner on record, the other resigned"
    TIME = "time", "the winner on record, the other lost on time"
    FORFEIT = "forfeit", "the winner on record, the other forfeited"
    WINNER = "winner", "the winner on record and no more, or a margin without a komi"
    ALL = "all", "those above together"
    NONE = "none", "left out: no winner on record, no result, or both lose"


class PlotKind(Choice):
    """Figures of a comparison, for print."""

    KOMI = "komi", "Black's share of wins as a function of komi"
    WINNERS = "winners", "the number of games whose winner changes, for every pair of rulesets"
    MARGINS = "margins", "the difference of the margins under two rulesets"
    RESULTS = "results", "Black's share of wins as a function of komi over all results, by decade"


class ComparisonSection(Choice):
    """Sections of a comparison, in order, with their titles."""

    ANSWER = "answer", "Answer"
    EVIDENCE = "evidence", "Evidence"
    WINNERS = "winners", "Changed winners"
    PAIRS = "pairs", "Pairs of rulesets"
    MARGINS = "margins", "Margins"
    CLAIMS = "claims", "Claims about rules"
    GAMES = "games", "Games to look at"
    ILLEGAL_MOVES = "illegal-moves", "Illegal moves"
    LEGALITY = "legality", "Legality"
    KOMI = "komi", "Fair komi"
    RESULTS = "results", "Black's share of wins by the recorded komi"
    OTHERS = "others", "Other rulesets"
    FUNNEL = "funnel", "From files to counts"
