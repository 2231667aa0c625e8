"""The catalogue of findings: every code the program can give, its severity and its meaning.

A finding is anything odd in a record. Codes are stable and never reused; the numbers of the contract that no detector
gives yet are not listed. What may not live here: detection. The README's table and ``goanalyze explain`` come from
these objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["CATALOGUE", "SEVERITIES", "Finding", "UnknownCodeError", "find_code"]

Severity = Literal["error", "warning", "info"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")
"""From worst to mildest: *error*, the usual rulesets all forbid it or something could not be read; *warning*, some
rulesets object or a value cannot be trusted; *info*, worth knowing, nothing wrong."""


class UnknownCodeError(ValueError):
    """A finding code that is not in the catalogue."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of finding.

    Attributes:
        code: ``GO`` and three digits; the hundreds are the group.
        severity: `SEVERITIES`.
        title: a few words, as the summary prints them.
        meaning: what it means, and what the program does about it.
        example: a record, or a piece of one, that has it; `data/sample/findings` has whole ones.
    """

    code: str
    severity: Severity
    title: str
    meaning: str
    example: str


def _catalogue(*findings: Finding) -> dict[str, Finding]:
    return {finding.code: finding for finding in findings}


CATALOGUE: Final[dict[str, Finding]] = _catalogue(
    # GO0xx container and encoding
    Finding("GO001", "error", "unreadable file",
            "The file or archive could not be opened or read at all; nothing of it is in the tables but this row.",
            "a path without read permission, a .zip that is no zip"),
    Finding("GO002", "error", "damaged archive member",
            "One member of an archive is damaged: wrong checksum, encrypted, cut off. Its neighbours are read.",
            "a zip member whose CRC-32 does not match"),
    Finding("GO003", "warning", "no game found",
            "The bytes hold no SGF game tree: no '(;' and no node with a property.",
            "an empty file, a picture named .sgf"),
    Finding("GO004", "error", "limit exceeded",
            "A named limit was passed (bytes of a file, packing ratio, moves, board size). What is beyond it is not "
            "read or not replayed; the rest is.",
            "a zip bomb, a record of 100,000 moves"),
    Finding("GO011", "warning", "undecodable text",
            "Some bytes are not text in the charset decided on; they were replaced by U+FFFD. Moves are not affected.",
            "PB[\\xff\\xfe] in a file that says CA[UTF-8]"),
    Finding("GO012", "warning", "CA contradicts the bytes",
            "CA names a charset that is unknown or that the bytes are not in. Another source decided, see "
            "files.encoding_source.",
            "CA[UTF-8] over text in GBK"),
    Finding("GO013", "info", "charset guessed",
            "The file names no charset and is not UTF-8. One decision was made for the whole archive from the bytes of "
            "all such files; names and comments rest on that guess.",
            "Chinese names in GBK without CA"),
    # GO1xx moves
    Finding("GO101", "error", "point occupied",
            "The move is on a stone. As SGF says, the stone is replaced and the game goes on from there.",
            ";B[dd];W[dd]"),
    Finding("GO102", "error", "off the board",
            "The move names a point outside the board. Nothing is placed; the move counts as one.",
            "SZ[9];B[kk]"),
    Finding("GO103", "error", "suicide of one stone",
            "The stone had no liberty and captured nothing; it was removed. Forbidden by the suicide rule, or, where "
            "suicide is allowed, because the position repeats; New Zealand's wording lets it pass, like a pass.",
            "a stone played into a one-point eye"),
    Finding("GO104", "warning", "suicide of several stones",
            "The move left its own chain without liberty; the chain was removed. Allowed by some rulesets.",
            "filling the last liberty of the own chain"),
    Finding("GO105", "error", "out of turn",
            "The same colour moved twice, or the other colour than PL says, or Black first in a handicap game. The "
            "move is carried out.",
            ";B[dd];B[pp]"),
    Finding("GO106", "info", "play after the game ended",
            "Stones are played after two passes in succession: the game was resumed, or the record goes on into "
            "analysis. Rulesets without resumption forbid it. `count` says how many plays.",
            ";B[];W[];B[dd]"),
    Finding("GO151", "warning", "setup in mid-game",
            "Stones are added or removed between moves. The position is taken as edited; the side to move is not "
            "judged for the next move.",
            ";B[dd];AW[pp];B[dp]"),
    Finding("GO152", "info", "handicap placed as moves",
            "HA says n and no stones are set up; Black's first moves stand for them. They are not out of turn.",
            "HA[2];B[dd];B[pp];W[dp]"),
    Finding("GO153", "warning", "setup leaves a chain without liberty",
            "A position was set up in which a chain has no liberty; no game can reach it. It stays on the board, as "
            "SGF says.",
            "AB[aa]AW[ab][ba]"),
    Finding("GO154", "warning", "handicap stones missing",
            "HA says n but the record has no such stones. Where the record is faulty without them and clean with them "
            "on the standard points, they are implied (games.handicap_source says so); else it is taken as written.",
            "HA[4] and White to play on an empty board"),
    # GO2xx repetition
    Finding("GO201", "error", "ko retaken at once",
            "The move makes the position before the opponent's last move: basic ko. `count` is how often the cycle "
            "went round when several such moves follow each other.",
            "taking back in a ko without a ko threat"),
    Finding("GO202", "warning", "superko",
            "The move repeats an earlier position. `repetition` names the superko rules that forbid it: PSK "
            "positional, SSK situational, NSSK natural situational; `repeats_move` is the earlier move, "
            "`cycle_length` the moves between, `cycle_kind` what players call it, `prisoner_balance` what Black takes "
            "more than White in one round, `count` how often the cycle went round.",
            "the sixth capture in a triple ko"),
    Finding("GO205", "info", "long cycle, no result claimable",
            "The same position with the same side to move came again after more than two moves, without passes and "
            "with equal captures. Where no superko rule stands, the players may agree on no result (Japanese rules "
            "1989, art. 12), or the referee decides: who won may depend on it. `cycle_kind` says what the cycle is "
            "called, `count` how often it went round.",
            "triple ko, eternal life"),
    Finding("GO206", "info", "sending two, returning one",
            "A cycle in which one side takes two stones and the other one, or three and two (`cycle_kind`): the side "
            "that takes more gains by it each time round, `prisoner_balance`. Not a no-result cycle.",
            "a two-stone sacrifice retaken stone by stone"),
    Finding("GO207", "info", "repetition made possible by a pass",
            "A position came again through a cycle with a pass in it; rulesets differ on whether the pass lifts the "
            "ban.",
            "ko capture, pass, pass, retake"),
    Finding("GO208", "info", "KO property on a legal move",
            "The node says KO[], execute even if illegal, but no ruleset forbids the move.",
            ";B[dd]KO[]"),
    Finding("GO209", "info", "KO property on an illegal move",
            "The node says KO[]: the writer knew that the move is illegal under some ruleset.",
            ";W[dd]KO[] on a stone"),
    Finding("GO211", "warning", "hot stone of a fighting ko removed",
            "In a cycle without passes and with equal captures, the move removes a stone that Ing's ko rule protects "
            "for the moment: two stones just completed (eternal life), or the ko stone before the last while ko "
            "captures follow each other (triple ko). Told once, of the first such cycle. Judged approximately: no "
            "exact algorithm of Ing's ko rule is published.",
            "the fourth capture in a triple ko"),
    Finding("GO212", "warning", "disturbing ko goes round again",
            "The move begins a second round of a cycle with passes or unequal captures. Ing's ko rule lets the side "
            "that disturbs go round once: the one that never passes in it, or, where both or neither do, the one that "
            "played first in it. Judged approximately: no exact algorithm of Ing's ko rule is published.",
            "sending two, returning one, twice"),
    # GO3xx syntax
    Finding("GO301", "warning", "game without its opening",
            "The game does not begin with '(;'. It is read from its first node.",
            ";GM[1]SZ[19];B[dd])"),
    Finding("GO302", "warning", "game tree not closed",
            "The text ends inside a game tree. What was read is kept.",
            "(;GM[1];B[dd]"),
    Finding("GO303", "warning", "value not closed",
            "A ']' is missing. For a move, its two letters are taken; any other value runs to the end of the text.",
            ";B[dd;W[pp]"),
    Finding("GO304", "warning", "text outside values",
            "Characters stand where only nodes and properties may, often after an unescaped ']' in a comment.",
            "C[see [a] here]"),
    Finding("GO305", "info", "property given twice",
            "A property occurs twice in a node, or a single-valued one has several values; the first is used.",
            "KM[6.5]KM[0]"),
    Finding("GO306", "info", "old or lower-case property names",
            "Names are not in capitals (FF[1]-FF[3] allowed small letters); they are read by their capitals.",
            "AddBlack[dd], b[pp]"),
    Finding("GO307", "error", "move value is no point",
            "The value of a move is not a point; the move is treated as off the board.",
            ";B[d]"),
    Finding("GO308", "warning", "setup or markup value is no point of the board",
            "A value of AB, AW, AE, TB, TW or PL could not be read or lies off the board; it is passed over.",
            "AB[d4]"),
    Finding("GO309", "warning", "property without value",
            "A property name is followed by no '['. It is passed over.",
            ";B;W[dd]"),
    Finding("GO310", "info", "text before the game",
            "Other text stands before the game, as in saved mail. It is passed over.",
            "Subject: our game (;GM[1] ..."),
    Finding("GO311", "warning", "not a game of Go",
            "GM names another game. The record is listed, but not replayed.",
            "GM[6], backgammon"),
    # GO4xx metadata
    Finding("GO401", "info", "result missing or not as SGF writes it",
            "RE is absent, or not one of the forms of FF[4]. The message says how it was read; what is not understood "
            "is left empty.",
            "RE[B+0.02], RE[黑中盘胜]"),
    Finding("GO402", "info", "ruleset missing or unknown",
            "RU is absent or names no ruleset known here; games.ruleset is empty.",
            "RU[house rules]"),
    Finding("GO403", "info", "komi missing or not a number",
            "KM is absent or could not be read; games.komi is empty.",
            "KM[six and a half]"),
    Finding("GO404", "info", "komi implausible or in another unit",
            "KM is in zi, or in hundredths, and was converted to points; or it is a number that no game has.",
            "KM[375] = 3¾ zi = 7.5 points"),
    Finding("GO405", "warning", "handicap against stones",
            "HA is unreadable, or the number of stones set up for Black before the first move is another; or HA names "
            "none and White moves first on a board with black stones alone, for which White is then given nothing.",
            "HA[5]AB[dd][pp]"),
    Finding("GO406", "info", "date not as SGF writes it",
            "DT is not a date of the form YYYY-MM-DD, or is impossible; the message says how it was read.",
            "DT[03/04/2001]"),
    Finding("GO407", "info", "rank not understood",
            "BR or WR is no rank known here; the number is left empty.",
            "BR[strong]"),
    Finding("GO409", "error", "board size not understood",
            "SZ is no size from 1 to 52. The game is listed, but not replayed.",
            "SZ[0]"),
    Finding("GO410", "warning", "territory markup contradicts the board",
            "TB or TW marks a point twice, a stone of its own colour, a point off the board, or only a part of a "
            "chain as dead, or leaves much of the board unmarked. The markup is not used for counting.",
            "TB[aa] on a black stone"),
    # GO5xx outcome
    Finding("GO501", "warning", "winner differs from the count",
            "The count of the final position gives another winner than RE. The message has the most likely explanation "
            "that gives the recorded margin exactly, if there is one; the audit table has all of them. Where the dead "
            "stones are estimated, the estimate may be what is wrong.",
            "RE[W+0.5] and a final position that counts B+3.5"),
    Finding("GO502", "info", "margin differs from the count",
            "The count gives the recorded winner, but another margin; else as GO501.",
            "RE[B+2.5] and a final position that counts B+3.5"),
    Finding("GO503", "info", "not countable",
            "A count is recorded, but the final position looks unfinished: more than a twelfth of the board lies open "
            "between the sides, or less than a quarter holds stones (9×9 and larger). Moves are missing, or the result "
            "was agreed otherwise; no margin is given.",
            "RE[B+3.5] on a record that stops in the middle game"),
    Finding("GO504", "info", "winner depends on the ruleset",
            "With the same komi some rulesets give the game to Black and others to White, or to nobody. Only where the "
            "dead stones are known, or estimated with a confidence of 0.9.",
            "44 to 36 points at komi 8: a tie, which Ing rules give to Black"),
    Finding("GO505", "info", "margin depends on the ruleset",
            "With the same komi, margins under area and territory rules are more than a point apart, what White gets "
            "for handicap stones left out of account.",
            "one side passed, the other went on playing in its own territory"),
    Finding("GO506", "info", "engine gave no judgement",
            "The engine that was asked about dead stones failed, refused or answered nonsense; the estimate stands.",
            "an engine that hangs, or a board size that it does not know"),
    # GO6xx duplicates: told by goanalyze dups, in the table duplicates
    Finding("GO601", "info", "exact copy",
            "The same text, character by character, stands elsewhere in the dataset. A note, as all of GO6xx but the "
            "contradiction: an archive may hold a game twice on purpose.",
            "one file in two archives"),
    Finding("GO602", "info", "same moves",
            "The same setup and moves with other text: names, comments, result or layout differ; `differs` says in "
            "which columns.",
            "a game as two servers saved it"),
    Finding("GO603", "info", "same moves on a turned or mirrored board",
            "The same game after turning or mirroring the board; `view` says how.",
            "a record typed in from White's side of the board"),
    Finding("GO604", "info", "same moves with colours swapped",
            "The same points in the same order with the colours changed over, on the board as it is, turned or "
            "mirrored.",
            ";B[pd];W[dp] and ;W[pd];B[dp]"),
    Finding("GO605", "info", "beginning of another game",
            "All moves are the first moves of a longer record, `missing_moves` more: one was cut off, or the game was "
            "resumed under another name.",
            "an adjourned game, and the whole of it"),
    Finding("GO606", "info", "same game with other moves",
            "The same game but for a few moves that are changed, missing, added or of the other colour, or for how "
            "handicap stones are given. `differing_moves` counts them.",
            "two transcripts of a broadcast game"),
    Finding("GO607", "info", "same Dyer signature",
            "Moves 20, 40, 60, 31, 51 and 71 are on the same points in some view of the board, but the games are not "
            "the same otherwise. A hint only.",
            "a game played over again up to move 75"),
    Finding("GO608", "info", "same first 50 plays",
            "The first 50 plays are the same in some view of the board, and the games differ later. A hint only: "
            "openings are repeated, and games won against a program are.",
            "a mirror go opening, twice"),
    Finding("GO609", "warning", "copies contradict each other in the result",
            "Two records of one game name different winners, or different margins at the same komi. One is wrong, or "
            "one was cut off and its result is of that moment. The column `contradicts` of duplicates marks them.",
            "RE[B+R] in one archive and RE[W+R] in another"),
    # GO9xx internal
    Finding("GO901", "error", "internal error",
            "The program failed on this input; the message tells where. Please report it. The rest was processed.",
            "a bug in goanalyze"),
    Finding("GO902", "error", "worker died",
            "The process that worked on this file died, or ran out of memory or of stack, each time it was tried; the "
            "message says how it ended. The file was set apart and is not checked; its neighbours are.",
            "a file that needs more memory than there is"),
    Finding("GO903", "error", "time limit exceeded",
            "The work on this file alone took longer than the time limit. It was set apart and is not checked; its "
            "neighbours are.",
            "a file that would take an hour, with --time-limit 60"),
)  # fmt: skip


def find_code(code: str) -> Finding:
    """Return the catalogue entry of a code, written ``GO201``, ``go201`` or ``201``.

    Raises:
        UnknownCodeError: no such code.

    Example:
        >>> find_code("201").title
        'ko retaken at once'
    """
    name = code.strip().upper().removeprefix("GO")
    try:
        return CATALOGUE[f"GO{name}"]
    except KeyError:
        raise UnknownCodeError(f"{code!r} is no finding code; the codes are {', '.join(CATALOGUE)}") from None
