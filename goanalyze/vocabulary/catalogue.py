"""The catalogue of findings: every code the program can give, its severity and its meaning.

A finding is anything odd in a record. Codes are stable and never reused; the numbers of the contract that no detector
gives yet are not listed. Detectors live in ``findings/``. ``goanalyze explain`` and the list of codes in ``data/`` come
from these objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goanalyze.vocabulary.choice import Choice


class Severity(Choice):
    """How bad a finding is, from worst to mildest."""

    ERROR = "error", "all the usual rulesets forbid it, or something could not be read"
    WARNING = "warning", "some rulesets object, or a value cannot be trusted"
    INFO = "info", "worth knowing, nothing wrong"


class UnknownCodeError(ValueError):
    """A finding code that is not in the catalogue."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One kind of finding.

    Attributes:
        code: ``GO`` and three digits; the hundreds are the group.
        severity: how bad it is.
        title: a few words, as the summary prints them.
        meaning: what it means, and what the program does about it.
        example: a record, or a piece of one, that has it; `data/sample/findings` has whole ones.
    """

    code: str
    severity: Severity
    title: str
    meaning: str
    example: str


def _catalogue(*entries: CatalogueEntry) -> dict[str, CatalogueEntry]:
    return {entry.code: entry for entry in entries}


CATALOGUE: Final[dict[str, CatalogueEntry]] = _catalogue(
    # GO0xx container and encoding
    CatalogueEntry("GO001", Severity.ERROR, "unreadable file",
        "The file or archive could not be opened or read at all; nothing of it is in the tables but this row.",
        "a path without read permission, a .zip that is no zip"),
    CatalogueEntry("GO002", Severity.ERROR, "damaged archive member",
        "A member of an archive is damaged (wrong checksum, encrypted, cut off, sharing bytes with another), or all of "
        "the archive from some place on; the others are read. Beside games it says that these may be altered: a "
        "packed tar has its checksums behind its members, and where one is wrong, none of them is certain. The members "
        "of a plain tar have no checksums.",
        "a zip member whose CRC-32 does not match"),
    CatalogueEntry("GO003", Severity.WARNING, "no game found",
        "The bytes hold no SGF game tree, no '(;' and no node with a property, and no record in GIB, NGF, UGF or UGI; "
        "or they are those of a picture, sound or other binary file; or the archive holds no file.",
        "an empty file, a picture named .sgf"),
    CatalogueEntry("GO004", Severity.ERROR, "limit exceeded",
        "A named limit was passed (bytes of a file or of all of an archive, packing ratio, moves, variations, board "
        "size). What is beyond it is not read or not replayed; the rest is.",
        "a zip bomb, a record of 100,000 moves"),
    CatalogueEntry("GO005", Severity.INFO, "no record of a game",
        "Files of a folder or archive that are not named as records, and that are not records by content. They are not "
        "read. One finding for each folder or archive names their number (`count`) and kinds; the table files has a "
        "row for each. A text that begins with a game is a record under any name. So is a letter with a whole game "
        "between its lines. Other texts, such as tables, web pages, programs and READMEs, at most quote games. A file "
        "that is named as an input, or as a record, has GO003 instead.",
        "README.txt, a picture or Thumbs.db among records"),
    CatalogueEntry("GO011", Severity.WARNING, "undecodable text",
        "Some bytes are not text in the charset decided on; they were replaced by U+FFFD. Moves are not affected.",
        "PB[\\xff\\xfe] in a file that says CA[UTF-8]"),
    CatalogueEntry("GO012", Severity.WARNING, "CA contradicts the bytes",
        "CA names a charset that is unknown or that the bytes are not in. Another source decided, see "
        "files.encoding_source.",
        "CA[UTF-8] over text in GBK"),
    CatalogueEntry("GO013", Severity.INFO, "charset guessed",
        "The file, or a game of it, names no charset and is not UTF-8. Its charset was guessed from its bytes, "
        "together with the files of the same folder or archive that look alike; names and comments rest on that guess.",
        "Chinese names in GBK without CA"),
    CatalogueEntry("GO014", Severity.WARNING, "guessed charset doubtful",
        "The charset was guessed, and what the file's own bytes look like is not what the other files of the same "
        "folder or archive look like. Names and comments may be wrong; --encoding or CA settles it.",
        "one file in Shift-JIS among hundreds in GBK, none with CA"),
    CatalogueEntry("GO015", Severity.INFO, "bytes escaped inside characters",
        "A program that works on bytes has put backslashes inside characters of Shift_JIS, Big5 or GBK whose second "
        "byte is a backslash or a bracket. The record makes sense only without them; the characters are read whole.",
        "PB[\\x95\\\\\\\\] for 表 in Shift_JIS"),
    # GO1xx moves
    CatalogueEntry("GO101", Severity.ERROR, "point occupied",
        "The move is on a stone. As SGF says, the stone is replaced and the game goes on from there.",
        ";B[dd];W[dd]"),
    CatalogueEntry("GO102", Severity.ERROR, "off the board",
        "The move names a point outside the board. Nothing is placed; the move counts as one.",
        "SZ[9];B[kk]"),
    CatalogueEntry("GO103", Severity.ERROR, "suicide of one stone",
        "The stone had no liberty and captured nothing; it was removed. `rulesets` names those whose rule on suicide "
        "forbids it; those that allow suicide forbid the position, which is back (GO202).",
        "a stone played into a one-point eye"),
    CatalogueEntry("GO104", Severity.WARNING, "suicide of several stones",
        "The move left its own chain without liberty; the chain was removed. Allowed by some rulesets, unless the "
        "position is back (GO202); where the ruleset that RU names is one of them, the code is GO109.",
        "filling the last liberty of the own chain"),
    CatalogueEntry("GO105", Severity.ERROR, "out of turn",
        "The same colour moved twice, or the other colour than PL says, or White first in an even game, or Black first "
        "in a handicap game. The move is carried out.",
        ";B[dd];B[pp]"),
    CatalogueEntry("GO106", Severity.INFO, "play after the game ended",
        "Stones are played after two passes in succession, which under some of the rulesets end the game; or after the "
        "second stop of a game that was resumed, which ends it under others. `count` says how many plays, "
        "`move_numbers` which.",
        ";B[];W[];B[dd]"),
    CatalogueEntry("GO107", Severity.INFO, "play resumed",
        "Play stopped with two passes in succession and goes on. Where the opponent of who asks may play first, as by "
        "Japanese rules (art. 9.3), who does tells who asked, unless a third pass came between; other rulesets keep to "
        "the original order, in which who did not pass last goes on. Dead stones are those of the last stop. Not told "
        "where only dame and own territory are filled after the stop (commentary on art. 9.2).",
        ";B[];W[];W[dd]"),
    CatalogueEntry("GO108", Severity.WARNING, "play resumed as no ruleset allows",
        "As GO107, but none of the rulesets asked has a game resumed, or none with this side playing first.",
        ";B[];W[];W[dd] under WMSG rules"),
    CatalogueEntry("GO109", Severity.INFO, "suicide that the record's rules allow",
        "The move left its own chain of several stones without liberty; the chain was removed. The ruleset that RU "
        "names allows it. `rulesets` names those that forbid it; where RU names one of them or none, the code is "
        "GO104.",
        "filling the last liberty of the own chain under New Zealand rules"),
    CatalogueEntry("GO151", Severity.WARNING, "setup in mid-game",
        "Stones are added or removed between moves. The position is taken as edited; the side to move is not "
        "judged for the next move. Setup in the node of a move precedes the move, in any order of the properties.",
        ";B[dd];AW[pp];B[dp]"),
    CatalogueEntry("GO152", Severity.INFO, "handicap placed as moves",
        "No stones are set up, and Black's first moves before White's first are handicap stones, also if White passes "
        "between them. They are not out of turn. If HA is absent, 0 or another number, two to nine plays are read so, "
        "on different points, with one move of White after them: a doubt, which the message states. "
        "games.handicap_stones counts them.",
        "HA[2];B[dd];B[pp];W[dp]"),
    CatalogueEntry("GO153", Severity.WARNING, "setup leaves a chain without liberty",
        "A position was set up in which a chain has no liberty; no game can reach it. It stays on the board, as "
        "SGF says.",
        "AB[aa]AW[ab][ba]"),
    CatalogueEntry("GO154", Severity.WARNING, "handicap stones missing",
        "HA says n but the record has no such stones. If White plays first, and the record is clean with stones on the "
        "standard points, these are implied (games.handicap_source says so, the message names them); else the record "
        "is taken as written.",
        "HA[4] and White to play on an empty board"),
    CatalogueEntry("GO155", Severity.INFO, "handicap stones off the fixed points",
        "The handicap stones stand otherwise than rulesets with fixed points have them, which the message names: in no "
        "rotation or reflection of the pattern, of three stones with any corner open. Elsewhere Black chooses the "
        "points. 9×9 has five fixed points, so more stones have none there.",
        "HA[2]AB[dd][dp]: two corners side by side"),
    # GO2xx repetition
    CatalogueEntry("GO201", Severity.ERROR, "ko retaken at once",
        "The move makes the position before the opponent's last move: basic ko. `count` is how often the cycle "
        "went round when several such moves follow each other.",
        "taking back in a ko without a ko threat"),
    CatalogueEntry("GO202", Severity.WARNING, "superko",
        "The move repeats an earlier position. `rulesets` names those whose rule on repetition forbids it; of a "
        "suicide only those that allow suicide. `repetition` names the superko rules that forbid it: PSK "
        "positional, SSK situational, NSSK natural situational; `repeats_move` is the earlier move, "
        "`cycle_length` the moves between, `cycle_kind` what players call it, `prisoner_balance` what Black takes "
        "more than White in one round, `count` how often the cycle went round.",
        "the sixth capture in a triple ko"),
    CatalogueEntry("GO205", Severity.INFO, "long cycle, no result claimable",
        "A play brought the whole board back after more than two moves, whatever passes and captures lie between. "
        "Where no superko rule stands, the game has no result if both players agree on that (Japanese rules 1989, "
        "art. 12), or the referee decides: who won may depend on it. `cycle_kind` says what the cycle is called, "
        "`count` how often it went round.",
        "triple ko, eternal life"),
    CatalogueEntry("GO206", Severity.INFO, "sending two, returning one",
        "A cycle in which one side takes two stones and the other one, or three and two (`cycle_kind`): the side "
        "that takes more gains by it each time round, `prisoner_balance`. By practice the other side stops.",
        "a two-stone sacrifice retaken stone by stone"),
    CatalogueEntry("GO207", Severity.INFO, "repetition made possible by a pass",
        "A position came again through a cycle with a pass in it; rulesets differ on whether the pass lifts the "
        "ban. Rounds that follow each other are one finding for each kind of cycle: `count` says how many, "
        "`move_numbers` which moves complete them.",
        "ko capture, pass, pass, retake"),
    CatalogueEntry("GO208", Severity.INFO, "KO property on a legal move",
        "The node says KO[], execute even if illegal, but no ruleset forbids the move.",
        ";B[dd]KO[]"),
    CatalogueEntry("GO209", Severity.INFO, "KO property on an illegal move",
        "The node says KO[]: the writer knew that the move is illegal under some ruleset.",
        ";W[dd]KO[] on a stone"),
    CatalogueEntry("GO211", Severity.WARNING, "hot stone of a fighting ko removed",
        "In a cycle without passes and with equal captures, the move removes a stone that Ing's ko rule protects "
        "for the moment: two stones just completed (eternal life), or the ko stone before the last while ko "
        "captures follow each other (triple ko). Told once, of the first such cycle. Judged approximately: no "
        "exact algorithm of Ing's ko rule is published.",
        "the fourth capture in a triple ko"),
    CatalogueEntry("GO212", Severity.WARNING, "disturbing ko goes round again",
        "The move begins a second round of a cycle with passes or unequal captures. Ing's ko rule lets the side "
        "that disturbs go round once: the one that never passes in it, or, where both or neither do, the one that "
        "played first in it. Judged approximately: no exact algorithm of Ing's ko rule is published.",
        "sending two, returning one, twice"),
    # GO3xx syntax
    CatalogueEntry("GO301", Severity.WARNING, "game without its opening",
        "The game does not begin with '(;'. It is read from its first node.",
        ";GM[1]SZ[19];B[dd])"),
    CatalogueEntry("GO302", Severity.WARNING, "game tree not closed",
        "The text ends inside a game tree. What was read is kept.",
        "(;GM[1];B[dd]"),
    CatalogueEntry("GO303", Severity.WARNING, "value not closed",
        "A ']' is missing. For a move, its two letters are taken; any other value runs to the end of the text.",
        ";B[dd;W[pp]"),
    CatalogueEntry("GO304", Severity.WARNING, "text outside values",
        "Characters are outside nodes and properties, and are not part of a text before them (GO317). They are not "
        "read.",
        ";B[dd] good move ;W[pp]"),
    CatalogueEntry("GO305", Severity.INFO, "property given twice",
        "A property occurs twice in a node, or a single-valued one has several values; the first is used.",
        "KM[6.5]KM[0]"),
    CatalogueEntry("GO306", Severity.INFO, "property name not in capitals",
        "A property name contains lower-case letters, which FF[1] to FF[3] allowed, and is read by its capitals; or it "
        "contains a digit, and the property is not read.",
        "AddBlack[dd], b[pp]"),
    CatalogueEntry("GO307", Severity.ERROR, "move value is no point",
        "The value of a move is not a point; the move is treated as off the board.",
        ";B[d]"),
    CatalogueEntry("GO308", Severity.WARNING, "setup or markup value is no point of the board",
        "A value of AB, AW, AE, TB, TW or PL could not be read or lies off the board; it is passed over.",
        "AB[d4]"),
    CatalogueEntry("GO309", Severity.WARNING, "property without value",
        "A property name is followed by no '['. It is passed over.",
        ";B;W[dd]"),
    CatalogueEntry("GO310", Severity.INFO, "text outside games",
        "Text before a game, or after the last game of the file, is not SGF, as in saved mail. It is not read.",
        "Subject: our game (;GM[1] ..."),
    CatalogueEntry("GO311", Severity.WARNING, "not a game of Go",
        "GM names another game. The record is listed, but not replayed.",
        "GM[6], backgammon"),
    CatalogueEntry("GO312", Severity.WARNING, "variation out of place",
        "A node follows a variation on the same level, a variation begins before any node, or the ';' after its "
        "parenthesis is missing. SGF allows none of these. Nodes after a variation are read as one more variation.",
        "(;B[dd](;W[pp]);W[dp])"),
    CatalogueEntry("GO313", Severity.WARNING, "line not understood",
        "A line of a record in another format (GIB, NGF, UGF, UGI) could not be read: a word or colour that is not "
        "known, a number that is none, text before or behind the game. It is passed over, and what follows is read.",
        "STO 0 7 3 15 3 in a GIB file: there is no colour 3"),
    CatalogueEntry("GO314", Severity.WARNING, "moves misnumbered",
        "The numbers of the moves of a record in another format (GIB, NGF, UGF, UGI) do not follow each other: one is "
        "missing, comes twice or comes too late. The moves are read in the order of the file.",
        "STO 0 7 1 15 3 and then STO 0 9 2 3 3 in a GIB file"),
    CatalogueEntry("GO315", Severity.WARNING, "record incomplete",
        "A record in another format (GIB, NGF, UGF, UGI) lacks its header, lines of it, or its end, or it says of "
        "itself that it has another number of moves. What is there is read.",
        "a GIB file that was cut off in mid-game"),
    CatalogueEntry("GO316", Severity.WARNING, "record contradicts itself",
        "A record in another format (GIB, NGF, UGF, UGI) says something twice, and not the same: the result in words "
        "and as a code, the moves of the game and those of its review. The message says which is read.",
        "GRLT:3 (Black by resignation) beside GAMERESULT=white wins by time in a GIB file"),
    CatalogueEntry("GO317", Severity.WARNING, "bracket not escaped",
        "A text contains a ']' without a backslash before it. No property, node or parenthesis follows the bracket, "
        "so that it cannot end the text. The text is read whole, up to the bracket that ends it. Records without "
        "faults are not changed.",
        "C[Amy [2d]: hello]"),
    CatalogueEntry("GO318", Severity.WARNING, "nodes behind the game",
        "Nodes follow the parenthesis that closes the game tree, as if it had been closed too early. They are not part "
        "of the game. `count` is the number of moves in them, or 1 if there are none. goanalyze export --repair "
        "--append-trailing puts them at the end of the main line.",
        "(;B[dd];W[pp]);B[dp])"),
    CatalogueEntry("GO319", Severity.INFO, "another game, by its moves",
        "GM is absent, and the moves are those of renju or gomoku: from the centre on, near each other, on different "
        "points, and without five in a row before the last. The record is listed, but not replayed.",
        "(;SZ[15];B[hh];W[ii];B[if] ... without GM"),
    CatalogueEntry("GO320", Severity.INFO, "pass in other words",
        "A pass is neither an empty value nor, on boards up to 19×19, tt: the word pass, two backticks, or the point "
        "diagonally beyond the last corner of the board. It is read as a pass.",
        "B[pass], B[``], or B[jj] on 9×9"),
    CatalogueEntry("GO321", Severity.WARNING, "two moves in a node",
        "A node has a move of each colour. FF[4] allows one move in a node. Both are read, in their order.",
        ";B[dd]W[pp]"),
    CatalogueEntry("GO322", Severity.WARNING, "point set up twice",
        "A node sets up a point by more than one of AB, AW and AE. The last one counts.",
        "AB[dd]AW[dd]"),
    # GO4xx metadata
    CatalogueEntry("GO401", Severity.INFO, "result missing or not as SGF writes it",
        "RE is absent, or not one of the forms of FF[4]. The message says how it was read; what is not understood "
        "is left empty. A problem or a sequence, without players and result, needs no RE, RU and KM: it has stones "
        "of both colours set up, or at most 30 moves.",
        "RE[B+0.02], RE[黑中盘胜]"),
    CatalogueEntry("GO402", Severity.INFO, "ruleset missing or unknown",
        "RU is absent or its ruleset is unknown; games.ruleset is empty. If KataGo's rules string has an unknown part, "
        "the other parts are applied, and the message names that one. An old game without RU and komi gets the rules "
        "of its time as a guess (games.ruleset_source is period): ancient-chinese with corner stones of both colours, "
        "words for the group tax, or a Chinese date or place before 1900; japanese at the castle of Edo or in Japan.",
        "RU[house rules]"),
    CatalogueEntry("GO403", Severity.INFO, "komi missing or not a number",
        "KM is absent, and so is a komi in KO or GM, or it could not be read; games.komi is empty. The message names "
        "the usual komi, or 0, with which the recorded margin is the count. Without a komi no result differs from it. "
        "An old game by rules without komi needs no KM: its komi is 0 (games.komi_source is period).",
        "KM[six and a half]"),
    CatalogueEntry("GO404", Severity.INFO, "komi implausible or in another unit",
        "KM is in zi, or in hundredths, and was converted to points; or it is a number that no usual game has, as "
        "more than 30; or the players bid for the komi, and their highest bid is read for want of KM, or is another; "
        "or GM has a komi in place of the number of the game.",
        "KM[375] = 3¾ zi = 7.5 points"),
    CatalogueEntry("GO405", Severity.WARNING, "handicap against stones",
        "HA is unreadable, or Black has another number of stones before White's first move, set up or placed by moves, "
        "also beside white stones; or HA names none and White moves first on a board with black stones alone, for "
        "which White is then given nothing. Beside white stones, no more handicap stones count than HA says.",
        "HA[5]AB[dd][pp]"),
    CatalogueEntry("GO406", Severity.INFO, "date not as SGF writes it",
        "DT is not a date of the form YYYY-MM-DD, or is impossible; the message says how it was read.",
        "DT[03/04/2001]"),
    CatalogueEntry("GO407", Severity.INFO, "rank not understood",
        "BR or WR is neither a rank, nor a title, a rating or a sign for an unknown rank; the number is left empty.",
        "BR[strong]"),
    CatalogueEntry("GO409", Severity.ERROR, "board size not understood",
        "SZ is no size from 1 to 52. The game is listed, but not replayed.",
        "SZ[0]"),
    CatalogueEntry("GO410", Severity.WARNING, "territory markup contradicts the board",
        "TB and TW mark a point for both sides, a point off the board, a part of a chain as dead, or stones as dead "
        "where the opponent has no living stone; or the game is not finished: much of the board is left unmarked, or "
        "areas meet with no stone between them. The message names the points; the markup is not used for counting. "
        "A stone that is marked for its own side lives, as where areas are marked.",
        "TB[aa]TW[aa]"),
    CatalogueEntry("GO411", Severity.ERROR, "given dead stones not used",
        "The list that check --dead reads names a point without a stone, or none of the board, for this game; the "
        "message has the line. The game is judged as if the list did not name it.",
        "a list with A9 for a game in which A9 is empty"),
    CatalogueEntry("GO412", Severity.WARNING, "unexpected komi or rest",
        "The komi of the header is not what the counted games of its group were played with: those of the same archive "
        "and program whose headers say the same; or a record that no passes end is not counted as most of its origin: "
        "open, as the board stands, or with the rest played out. How many follow stands in the table conventions. "
        "Told of each game with check --conventions apply or a file, when games.komi is the one played and komi_header "
        "the one that KM names; and of groups by goanalyze conventions.",
        "KM[0] on a server where 414 of 616 recorded margins follow with komi 6.5"),
    CatalogueEntry("GO413", Severity.WARNING, "not counted as the ruleset named says",
        "The counted games of the group follow from another way of counting, other points for handicap stones or "
        "another unit of the result than the header names; else as GO412, with games.ruleset and ruleset_header. The "
        "unit changes no outcome; the audit has it.",
        "RU[Japanese] on a server that counts by area"),
    CatalogueEntry("GO414", Severity.WARNING, "result against the komi",
        "The margin in RE differs from the komi in KM by a fraction of a point, which no count gives: one of them is "
        "wrong. The message has the komi with which the margin follows from the final position, if there is one. Games "
        "under a ruleset with a button are left out. Where a margin without a unit may be in zi, the message says so.",
        "KM[5.5]RE[B+7]"),
    # GO5xx outcome
    CatalogueEntry("GO501", Severity.WARNING, "winner differs from the count",
        "The count of the final position gives another winner than RE, and no ordinary cause explains it; or one "
        "does, which the message names, and the dead stones are marked or proven. Where they are estimated, only with "
        "a confidence of 0.9, if the difference is more than 10 points and no other status of one or two chains gives "
        "it: it is likely the estimate's error otherwise. Without a komi no winner is compared.",
        "RE[W+0.5] and a final position that counts B+3.5"),
    CatalogueEntry("GO502", Severity.INFO, "margin differs from the count",
        "The count of the final position gives another margin than RE; else as GO501. If the winner differs, too, the "
        "message says so: there is an ordinary cause, as another ruleset or komi, while the dead stones are estimated, "
        "or a count of the board as it stands. A difference that dead stones explain is not reported where KataGo's "
        "rules string leaves open whether they are removed.",
        "RE[B+2.5] and a final position that counts B+3.5"),
    CatalogueEntry("GO503", Severity.INFO, "not countable",
        "A count is recorded, but the final position looks unfinished: more than a twelfth of the board lies open "
        "between the sides, or less than a quarter holds stones (9×9 and larger). Moves are missing, or the result "
        "was agreed otherwise; no margin is given. Left out are records whose KataGo rules string leaves open whether "
        "dead stones are removed.",
        "RE[B+3.5] on a record that stops in the middle game"),
    CatalogueEntry("GO504", Severity.INFO, "winner depends on the ruleset",
        "With the same komi some rulesets give the game to Black and others to White, or to nobody. Compared are "
        "rulesets that count area or territory alone, and the one that RU names. Only where the dead stones are known, "
        "or estimated with a confidence of 0.9, and a recorded margin is the counted one.",
        "44 to 36 points at komi 8: a tie, which Ing rules give to Black"),
    CatalogueEntry("GO505", Severity.INFO, "margin depends on the ruleset",
        "With the same komi, margins under area and territory rules are more than a point apart, what White gets "
        "for handicap stones left out of account. Only where the count is reliable, as for GO504, and not if RU "
        "names area rules, or is missing and RE follows by area alone: there plays in one's own territory cost "
        "nothing, so that a margin by territory has no meaning.",
        "one side passed, the other went on playing in its own territory"),
    CatalogueEntry("GO506", Severity.INFO, "engine gave no judgement",
        "The engine that was asked about dead stones refused, or failed twice at this position and not at another one; "
        "the estimate stands.",
        "a board size that the engine does not know, or a position at which it hangs"),
    CatalogueEntry("GO507", Severity.INFO, "shape decided by a ruling",
        "A corner of the final position is a shape whose life and death the commentary on the Japanese rules decides, "
        "such as the bent four. Under rulesets that follow rulings its stones are dead or alive as they say, whatever "
        "playouts say; under others they are what playing on gives, where that is certain, and estimated elsewhere.",
        "three stones in the corner that can become a bent four: the group around them is dead"),
    CatalogueEntry("GO508", Severity.INFO, "recorded winner against a rule",
        "RE gives the game to the side whose illegal move loses it at once under the ruleset that RU names: nobody "
        "noticed before the result was confirmed, or the record is wrong; or it says that both players lose, which "
        "that ruleset does not know. `outcomes.winner_by_rule` has the winner by rule.",
        "RU[Japanese]RE[B+R] and Black playing twice in succession"),
    CatalogueEntry("GO510", Severity.WARNING, "marked alive, proven dead",
        "Stones that the players marked as alive are dead by article 7 of the Japanese rules: the opponent takes them, "
        "and no new stone stands. Found with --confirm only, in a region that proven walls shut in, where RU names no "
        "ruleset or one that judges by that article. The marks are counted; players may have agreed on a move that "
        "nobody recorded, which the message says where one saves the stones.",
        "goanalyze check --confirm safe, and TW that leaves out a black chain with one eye"),
    CatalogueEntry("GO511", Severity.WARNING, "marked dead, proven alive",
        "Stones that the players marked as dead are alive by article 7 of the Japanese rules: the opponent cannot take "
        "them, or taking them lets a new stone stand; else as GO510.",
        "goanalyze check --confirm safe, and one side of a seki marked as dead"),
    # GO6xx duplicates: told by goanalyze dups, in the table duplicates
    CatalogueEntry("GO601", Severity.INFO, "exact copy",
        "The same text, character by character, stands elsewhere in the dataset. A note, as all of GO6xx but the "
        "contradiction: an archive may hold a game twice on purpose.",
        "one file in two archives"),
    CatalogueEntry("GO602", Severity.INFO, "same moves",
        "The same setup and moves with other text: names, comments, result or layout differ; `differs` says in "
        "which columns.",
        "a game as two servers saved it"),
    CatalogueEntry("GO603", Severity.INFO, "same moves on a rotated or mirrored board",
        "The same game after rotating or mirroring the board; `view` says how.",
        "a record typed in from White's side of the board"),
    CatalogueEntry("GO604", Severity.INFO, "same moves with colours swapped",
        "The same points in the same order with colours swapped, on the board as it is, rotated or "
        "mirrored.",
        ";B[pd];W[dp] and ;W[pd];B[dp]"),
    CatalogueEntry("GO605", Severity.INFO, "beginning of another game",
        "All moves are the first moves of a longer record, `missing_moves` more: one was cut off, or the game was "
        "resumed under another name.",
        "an adjourned game, and the whole of it"),
    CatalogueEntry("GO606", Severity.INFO, "same game with other moves",
        "The same game but for a few moves that are changed, missing, added or of the other colour, or for how "
        "handicap stones are given. `differing_moves` counts them.",
        "two transcripts of a broadcast game"),
    CatalogueEntry("GO607", Severity.INFO, "same Dyer signature",
        "Moves 20, 40, 60, 31, 51 and 71 are on the same points in some view of the board, but the games are not "
        "the same otherwise. A hint only.",
        "a game played over again up to move 75"),
    CatalogueEntry("GO608", Severity.INFO, "same first 50 plays",
        "The first 50 plays are the same in some view of the board, and the games differ later. A hint only: "
        "openings are repeated, and games won against a program are.",
        "a mirror go opening, twice"),
    CatalogueEntry("GO609", Severity.WARNING, "copies contradict each other in the result",
        "Two records of one game name different winners, or different margins at the same komi. One is wrong, or "
        "one was cut off and its result is of that moment. The column `contradicts` of duplicates marks them.",
        "RE[B+R] in one archive and RE[W+R] in another"),
    # GO9xx internal
    CatalogueEntry("GO901", Severity.ERROR, "internal error",
        "The program failed on this input, twice, in fresh processes; the message tells where. Please report it. The "
        "rest was processed.",
        "a bug in goanalyze"),
    CatalogueEntry("GO902", Severity.ERROR, "worker died",
        "The process that worked on this file crashed, or needed more stack, or more memory than --memory-limit, each "
        "time it was tried; the message says how it ended. The file was set apart and is not checked; its neighbours "
        "are.",
        "a file that needs 3 GB, with --memory-limit 2000"),
    CatalogueEntry("GO903", Severity.ERROR, "time limit exceeded",
        "The work on this file alone took longer than the time limit. It was set apart and is not checked; its "
        "neighbours are.",
        "a file that would take an hour, with --time-limit 60"),
)  # fmt: skip


def find_code(code: str) -> CatalogueEntry:
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
