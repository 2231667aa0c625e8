"""What Go Text Protocol asks of a game: set up, play, take back, judge, score, load and print.

Each method is a command; it takes its arguments, read, and returns the text of the answer. Where the specification
(`goanalyze.referee.gtp`) gives an error message, that is the `GtpError`'s text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from goanalyze.board.handicap import fixed_handicap, grid_points, no_fixed_points
from goanalyze.board.stones import Stones
from goanalyze.referee.board import Board
from goanalyze.referee.gtp_syntax import INVALID_MOVE, LONGEST_SIDE, SYNTAX_ERROR, GtpError
from goanalyze.referee.records import tree_of
from goanalyze.rules import RulesetError, UnknownRulesetError, resolve
from goanalyze.rules.komi import ALLOWED, Komi
from goanalyze.score.choices import Basis, Kind
from goanalyze.vocabulary.faults import SurroundingsError, sentence
from goanalyze.vocabulary.given import BoardError
from goanalyze.vocabulary.numbers import decimal_text
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, from_gtp, to_gtp

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.rules import Ruleset
    from goanalyze.score.outcomes import Outcome
    from goanalyze.score.territory import FinalBoard

_KGS_RULES: Final = {
    "japanese": "japanese",
    "chinese": "chinese-superko",
    "aga": "aga",
    "new_zealand": "new-zealand",
}
_NO_VERTICES: Final = "bad vertex list"
_NO_STONES: Final = "invalid number of stones"
_NO_SCORE: Final = "cannot score"
_SEKI: Final = (Kind.SEKI, Kind.SEKI_EYE, Kind.CAPTURE)
_CORNERS: Final = 4


class GtpGame:
    """The game that a session is about, and the ruleset that judges it.

    Args:
        rules: the ruleset, as `goanalyze.rules.resolve` takes it.
        size: of the board, 1 to 25.
        komi: points for White; None for those of the ruleset.
        remark: takes what an answer has no room for, a sentence each time.

    Raises:
        UnknownRulesetError, RulesetError, BoardError: one of these is not allowed.
    """

    def __init__(
        self, rules: str | Ruleset, size: int, komi: float | None, remark: Callable[[str], object]
    ) -> None:  # fmt: skip
        if not 1 <= size <= LONGEST_SIDE:
            raise BoardError(f"boards of GTP have 1 to {LONGEST_SIDE} columns and rows, not {size}")
        self._rules = resolve(rules)
        self._komi = komi
        self._remark = remark
        self._board = Board(size, rules=self._rules, komi=komi)

    # Setup (section 6.3.2)

    def boardsize(self, size: int) -> str:
        """Begin a game on a board of another size."""
        if not 1 <= size <= LONGEST_SIDE:
            raise GtpError("unacceptable size")
        self._board = self._new_board(size)
        return ""

    def clear_board(self) -> str:
        """Begin a new game, with the same ruleset and komi."""
        self._board = self._new_board(self._board.width)
        return ""

    def _new_board(self, size: int, handicap: Sequence[int] = ()) -> Board:
        komi = self._komi if Komi.is_number(self._komi) else None
        return Board(size, rules=self._rules, komi=komi, handicap=handicap)

    def set_komi(self, komi: float) -> str:
        """Take any komi, as section 6.3.2 demands; one that no ruleset could set is told when the game is scored."""
        self._komi = komi
        if Komi.is_number(komi):
            self._board = self._board.under(komi=komi)
        return ""

    def fixed_handicap(self, stones: int) -> str:
        """Place handicap stones on the fixed points, and name these."""
        points = handicap_points(self._board.width, stones)
        if not points:
            raise GtpError(_NO_STONES)
        return self._fix_handicap(points)

    def _fix_handicap(self, points: Sequence[int]) -> str:
        """Place handicap stones on the points of the protocol, and remark if no rule of Go fixes them."""
        size, names = self._board.width, self._place_handicap(points)
        if not fixed_handicap(size, size, len(points)):
            self._remark(f"{no_fixed_points(size, size, len(points))}; these are of Go Text Protocol, section 4.1.1.")
        return names

    def place_free_handicap(self, stones: int) -> str:
        """Do the same with fewer stones where no more are fixed, as section 4.1.2 lets an engine do."""
        size = self._board.width
        most = max((number for number in range(2, 10) if handicap_points(size, number)), default=0)
        if not most or not 2 <= stones < size * size:
            raise GtpError(_NO_STONES)
        return self._fix_handicap(handicap_points(size, min(stones, most)))

    def set_free_handicap(self, *names: str) -> str:
        """Place handicap stones on these points."""
        points = [self._point(name, _NO_VERTICES) for name in names]
        if not 2 <= len(points) < self._board.width**2 or len(set(points)) < len(points) or PASS in points:
            raise GtpError(_NO_VERTICES)
        self._place_handicap(points)
        return ""

    def _place_handicap(self, points: Sequence[int]) -> str:
        if self._board.moves or self._board.position.stones.any():
            raise GtpError("board not empty")
        self._board = self._new_board(self._board.width, points)
        return " ".join(self._name(point) for point in points)

    def ruleset(self, name: str | None = None) -> str:
        """Name the ruleset, or have the rest of the game judged, and all of it counted, by another one."""
        if name is None:
            return self._rules.id
        try:
            rules = resolve(name)
        except (RulesetError, UnknownRulesetError) as error:
            raise GtpError(str(error)) from None
        self._rules, self._board = rules, self._board.under(rules)
        return ""

    def kgs_rules(self, name: str) -> str:
        """Take a ruleset by the name that KGS gives it, whose Chinese rules have superko."""
        if name.lower() not in _KGS_RULES:
            raise GtpError(SYNTAX_ERROR)
        return self.ruleset(_KGS_RULES[name.lower()])

    # Play (section 6.3.3)

    def play(self, mover: int, name: str) -> str:
        """Make a move, unless the ruleset forbids it."""
        board = self._to_move(mover)
        try:
            board.play(name, mover)
        except BoardError:
            raise GtpError("illegal move") from None
        self._board = board
        return ""

    def _to_move(self, mover: int) -> Board:
        """Return the board with a colour to move: GTP lets either colour move at any time.

        After a stop the ruleset decides: some let either side resume the game, others only the one in turn.
        """
        board = self._board.copy()
        if board.turn != mover and not board.is_stopped:
            board.setup(turn=mover)
        return board

    def undo(self) -> str:
        """Take the last move back, and what was set up after it."""
        moves = len(self._board.moves)
        if not moves:
            raise GtpError("cannot undo")
        while len(self._board.moves) == moves:
            self._board.undo()
        return ""

    def all_legal(self, mover: int) -> str:
        """List the points where a colour may play."""
        return " ".join(self._to_move(mover).legal(mover).names())

    def is_legal(self, mover: int, name: str) -> str:
        """Say whether a move is legal: 1 or 0."""
        self._point(name, INVALID_MOVE)
        return str(int(self._to_move(mover).is_legal(name, mover)))

    def why_illegal(self, mover: int, name: str) -> str:
        """Tell why a move is illegal: code and words of the finding; nothing if it is legal."""
        self._point(name, INVALID_MOVE)
        finding = self._to_move(mover).why_illegal(name, mover)
        return f"{finding.code} {finding.message}" if finding else ""

    # Scores (section 6.3.4)

    def captures(self, mover: int) -> str:
        """Say how many stones a colour has captured."""
        return str(self._board.prisoners[mover])

    def _outcome(self) -> Outcome:
        """Return what the game is worth.

        Raises:
            GtpError: it is not known; a remark says why.
        """
        if self._komi is not None and self._komi != self._board.komi:
            raise self._failure(_NO_SCORE, f"komi {self._komi:g} is not allowed; allowed are {ALLOWED}")
        outcome = self._board.score()
        told = " ".join(outcome.reasons)
        if outcome.margin is None:
            raise self._failure(_NO_SCORE, told)
        if outcome.basis != Basis.COUNTED.value:
            self._remark(f"{outcome.result} is no fact: {told}")
        return outcome

    def _failure(self, text: str, why: object) -> GtpError:
        self._remark(f"{text}: {why}")
        return GtpError(text)

    def final_score(self) -> str:
        """Say who has won by how many points; a tie that a colour wins names it."""
        return self._outcome().result.partition(" ")[0]  # without "(tie)"

    def basis(self) -> str:
        """Say what the score rests on."""
        outcome = self._outcome()
        return " ".join([outcome.basis, *outcome.reasons])

    def final_status_list(self, status: str) -> str:
        """List the stones of a status, a line for each chain."""
        if status not in ("alive", "dead", "seki"):
            raise GtpError(SYNTAX_ERROR)
        outcome = self._outcome()
        chains = chains_by_status(Stones(self._board.position), outcome.final)[status]
        return "\n".join(" ".join(self._name(point) for point in chain) for chain in chains)

    # Records (section 6.3.5)

    def loadsgf(self, file: str, move: int | None = None) -> str:
        """Load the first game of a file, up to the position before a move, with its komi; the ruleset stays."""
        try:
            game = _first_game(Path(file))
            before = None if move is None else min(max(move - 1, 0), len(game.replay().moves))
            board = Board.from_game(game, before, rules=self._rules)
        except (OSError, ValueError, SurroundingsError) as error:
            raise self._failure("cannot load file", sentence(error)) from None
        if board.width != board.height or board.width > LONGEST_SIDE:
            raise self._failure("cannot load file", f"boards of GTP are square, up to {LONGEST_SIDE}×{LONGEST_SIDE}")
        self._board, self._komi = board, game.info["komi"]
        return ""

    def printsgf(self) -> str:
        """Write the game as SGF, with the komi that was set, though it may be one that no ruleset could set."""
        tree = tree_of(self._board)
        if self._komi is not None:
            tree.root.properties["KM"] = decimal_text(self._komi)
        return tree.to_sgf()

    def showboard(self) -> str:
        """Draw the board."""
        black, white = (self._board.prisoners[side] for side in (BLACK, WHITE))
        return f"\n{self._board.position}\nBlack (X) has {black} prisoners, White (O) has {white}"

    def _point(self, name: str, wrong: str) -> int:
        try:
            return from_gtp(name, self._board.width, self._board.height)
        except ValueError:
            raise GtpError(wrong) from None

    def _name(self, point: int) -> str:
        return to_gtp(point, self._board.width, self._board.height)


def chains_by_status(stones: Stones, final: FinalBoard | None) -> dict[str, list[list[int]]]:
    """Return the chains that are alive, dead and in seki in a final position; all live where none is taken off.

    In seki is a chain beside a point that neither side can fill, or beside an eye of a group that lives in seki.
    """
    found: dict[str, list[list[int]]] = {"alive": [], "dead": [], "seki": []}
    kind = final.territory().kind if final else ()
    for chain in sorted(map(sorted, stones.chains())):
        if final is None:
            status = "alive"
        elif chain[0] in final.dead and kind[chain[0]] not in (Kind.STONE, Kind.PUT_BACK):
            status = "dead"
        else:
            around = stones.border(frozenset(chain))
            status = "seki" if any(kind[point] in _SEKI for point in around) else "alive"
        found[status].append(chain)
    return found


def handicap_points(size: int, stones: int) -> list[int]:
    """Return the fixed points of handicap stones, in reading order; none where so many have none (section 4.1.1).

    Example:
        >>> [to_gtp(point, 19, 19) for point in handicap_points(19, 3)]
        ['D16', 'Q16', 'D4']
    """
    lacks_one = stones == _CORNERS - 1  # the lower right one
    return sorted(grid_points(size, stones + lacks_one))[:stones]


def _first_game(path: Path) -> Game:
    """Read the first game of a file.

    Raises:
        OSError: the file cannot be read.
        ValueError: there is no game in it.
    """
    from goanalyze.game.reading import games_in  # noqa: PLC0415 - all this is loaded by who asks
    from goanalyze.pipeline import Options  # noqa: PLC0415

    if not path.is_file():
        raise ValueError(f"there is no file {str(path)!r}")
    for game in games_in([str(path.absolute())], Options(), most_games=1):
        return game
    raise ValueError(f"there is no game in {str(path)!r}")
