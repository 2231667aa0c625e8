"""Commands of Go Text Protocol on a game: setup, moves, undo, legality, scores, records.

Each method of `GtpGame` is a command; its arguments are parsed, and it returns the text of the response. An error
message of the specification (see `goanalyze.gtp.session`) is the text of a `GtpError`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze import __version__
from goanalyze.board.board import Board
from goanalyze.board.conversion import tree_of
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.handicap import HANDICAP, fixed_handicap, grid_points, no_fixed_points
from goanalyze.errors import BoardError, InputError, ResourceError, RulesetError, UnknownRulesetError
from goanalyze.life.engines.gtp_syntax import (
    INVALID_COLOR,
    INVALID_MOVE,
    LONGEST_SIDE,
    SYNTAX_ERROR,
    GtpError,
    color,
    decimal,
    vertex,
    whole,
)
from goanalyze.points import BLACK, PASS, WHITE, from_gtp, to_gtp
from goanalyze.rules import resolve
from goanalyze.rules.komi import ALLOWED, Komi
from goanalyze.score.choices import Basis, PointKind
from goanalyze.util.faults import sentence
from goanalyze.util.numbers import decimal_text

if TYPE_CHECKING:
    from goanalyze.game.game import Game
    from goanalyze.rules import Ruleset
    from goanalyze.score.outcomes import Outcome
    from goanalyze.score.territory import FinalBoard

_KGS_RULES: Final = {"japanese": "japanese", "chinese": "chinese-superko", "aga": "aga", "new_zealand": "new-zealand"}
_NO_VERTICES: Final = "bad vertex list"
_NO_STONES: Final = "invalid number of stones"
_NO_SCORE: Final = "cannot score"
_NO_FILE: Final = "cannot load file"
_SEKI: Final = (PointKind.SEKI, PointKind.SEKI_EYE, PointKind.CAPTURE)
_CORNERS: Final = 4


class GtpGame:
    """The game of a session, and the ruleset that judges it. Arguments and errors: see `GtpSession`."""

    def __init__(self, rules: str | Ruleset, size: int, komi: float | None, remark: Callable[[str], object]) -> None:
        if not 1 <= size <= LONGEST_SIDE:
            raise BoardError(f"{size} is not a valid board size of GTP. Expected 1 to {LONGEST_SIDE}.")
        self._rules, self._komi, self._remark = resolve(rules), komi, remark
        self._board = Board(size, rules=self._rules, komi=komi)

    # Setup (section 6.3.2)

    def boardsize(self, size: int) -> str:
        """Start a game on a board of another size."""
        if not 1 <= size <= LONGEST_SIDE:
            raise GtpError("unacceptable size")
        self._board = self._new_board(size)
        return ""

    def clear_board(self) -> str:
        """Start a new game with the same ruleset and komi."""
        self._board = self._new_board(self._board.width)
        return ""

    def _new_board(self, size: int, handicap: Sequence[int] = ()) -> Board:
        komi = self._komi if Komi.is_number(self._komi) else None
        return Board(size, rules=self._rules, komi=komi, handicap=handicap)

    def set_komi(self, komi: float) -> str:
        """Set any komi, as section 6.3.2 demands; a remark follows with the score if no ruleset has such a komi."""
        self._komi = komi
        if Komi.is_number(komi):
            self._board = self._board.with_rules(komi=komi)
        return ""

    def fixed_handicap(self, stones: int) -> str:
        """Place handicap stones on the fixed points, and return these."""
        points = handicap_points(self._board.width, stones)
        if not points:
            raise GtpError(_NO_STONES)
        return self._place_stones(points, is_fixed=True)

    def place_free_handicap(self, stones: int) -> str:
        """Place handicap stones on fixed points, fewer if there are not enough (section 4.1.2), and return these."""
        size = self._board.width
        most = max((number for number in range(2, 10) if handicap_points(size, number)), default=0)
        if not most or not HANDICAP <= stones < size * size:
            raise GtpError(_NO_STONES)
        return self._place_stones(handicap_points(size, min(stones, most)), is_fixed=True)

    def set_free_handicap(self, *names: str) -> str:
        """Place handicap stones on these points."""
        points = [self._point(name, _NO_VERTICES) for name in names]
        if not HANDICAP <= len(points) < self._board.width**2 or len(set(points)) < len(points) or PASS in points:
            raise GtpError(_NO_VERTICES)
        self._place_stones(points)
        return ""

    def _place_stones(self, points: Sequence[int], *, is_fixed: bool = False) -> str:
        """Place handicap stones, with a remark if they should be on fixed points, but no rule of Go fixes them."""
        if self._board.moves or self._board.position.stones.any():
            raise GtpError("board not empty")
        size = self._board.width
        self._board = self._new_board(size, points)
        if is_fixed and not fixed_handicap(size, size, len(points)):
            self._remark(f"{no_fixed_points(size, size, len(points))}; these are of Go Text Protocol, section 4.1.1.")
        return " ".join(self._name(point) for point in points)

    def ruleset(self, name: str | None = None) -> str:
        """Return the ruleset, or set another one, which judges further moves and counts the whole game."""
        if name is None:
            return self._rules.id
        try:
            rules = resolve(name)
        except (RulesetError, UnknownRulesetError) as error:
            raise GtpError(str(error)) from None
        self._rules, self._board = rules, self._board.with_rules(rules)
        return ""

    def kgs_rules(self, name: str) -> str:
        """Set a ruleset by its name on KGS, where Chinese rules have superko."""
        if name.lower() not in _KGS_RULES:
            raise GtpError(SYNTAX_ERROR)
        return self.ruleset(_KGS_RULES[name.lower()])

    # Moves (section 6.3.3)

    def play(self, player: int, name: str) -> str:
        """Make a move unless the ruleset forbids it."""
        board = self._board_for(player)
        try:
            board.play(name, player)
        except BoardError:
            raise GtpError("illegal move") from None
        self._board = board
        return ""

    def _board_for(self, player: int) -> Board:
        """Return the board with a player to move: in GTP either colour may move at any time.

        After a stop the ruleset decides: in some either side may resume the game, in others only the opponent of the
        last player.
        """
        board = self._board.copy()
        if board.turn != player and not board.is_stopped:
            board.setup(turn=player)
        return board

    def undo(self) -> str:
        """Undo the last move, and the setup after it."""
        moves = len(self._board.moves)
        if not moves:
            raise GtpError("cannot undo")
        while len(self._board.moves) == moves:
            self._board.undo()
        return ""

    def all_legal(self, player: int) -> str:
        """Return the points of a player's legal plays."""
        return " ".join(self._board_for(player).legal_moves_for(player).names())

    def is_legal(self, player: int, name: str) -> str:
        """Return 1 for a legal move, else 0."""
        self._point(name, INVALID_MOVE)
        return str(int(self._board_for(player).is_legal(name, player)))

    def why_illegal(self, player: int, name: str) -> str:
        """Return code and message of the finding about an illegal move; empty for a legal one."""
        self._point(name, INVALID_MOVE)
        finding = self._board_for(player).why_illegal(name, player)
        return f"{finding.code} {finding.message}" if finding else ""

    # Scores (section 6.3.4)

    def captures(self, player: int) -> str:
        """Return the number of a player's prisoners."""
        return str(self._board.prisoners[player])

    def _outcome(self) -> Outcome:
        """Return the outcome of the game."""
        if self._komi is not None and self._komi != self._board.komi:
            raise self._failure(_NO_SCORE, f"komi {self._komi:g} is not valid. Expected {ALLOWED}")
        outcome = self._board.score()
        reasons = " ".join(outcome.reasons)
        if outcome.margin is None:
            raise self._failure(_NO_SCORE, reasons)
        if outcome.basis != Basis.COUNTED.value:
            self._remark(f"{outcome.result} is uncertain: {reasons}")
        return outcome

    def _failure(self, message: str, reason: object) -> GtpError:
        self._remark(f"{message}: {reason}")
        return GtpError(message)

    def final_score(self) -> str:
        """Return the winner and the points; after a tie the colour that wins it."""
        return self._outcome().result.partition(" ")[0]  # without "(tie)"

    def basis(self) -> str:
        """Return the basis of the score."""
        outcome = self._outcome()
        return " ".join([outcome.basis, *outcome.reasons])

    def final_status_list(self, status: str) -> str:
        """Return the stones of a status, a line for each chain."""
        if status not in ("alive", "dead", "seki"):
            raise GtpError(SYNTAX_ERROR)
        outcome = self._outcome()
        chains = chains_by_status(ChainBoard.of(self._board.position), outcome.final_position)[status]
        return "\n".join(" ".join(self._name(point) for point in chain) for chain in chains)

    # Records (section 6.3.5)

    def loadsgf(self, file: str, move: int | None = None) -> str:
        """Load the first game of a file up to the position before a move, with its komi; the ruleset is unchanged."""
        try:
            game = _first_game(Path(file))
            last = None if move is None else min(max(move - 1, 0), len(game.replay().moves))
            board = Board.from_game(game, last, rules=self._rules)
        except (OSError, ValueError, ResourceError) as error:
            raise self._failure(_NO_FILE, sentence(error)) from None
        if board.width != board.height or board.width > LONGEST_SIDE:
            raise self._failure(_NO_FILE, f"boards of GTP are square, up to {LONGEST_SIDE}×{LONGEST_SIDE}")
        self._board, self._komi = board, game.info["komi"]
        return ""

    def printsgf(self) -> str:
        """Return the game as SGF, with the komi that was set, also one that no ruleset has."""
        tree = tree_of(self._board)
        if self._komi is not None:
            tree.root.properties["KM"] = decimal_text(self._komi)
        return tree.to_sgf()

    def showboard(self) -> str:
        """Return a diagram of the board."""
        black, white = (self._board.prisoners[side] for side in (BLACK, WHITE))
        return f"\n{self._board.position}\nBlack (X) has {black} prisoners, White (O) has {white}"

    def _point(self, name: str, message: str) -> int:
        try:
            return from_gtp(name, self._board.width, self._board.height)
        except ValueError:
            raise GtpError(message) from None

    def _name(self, point: int) -> str:
        return to_gtp(point, self._board.width, self._board.height)


def chains_by_status(stones: ChainBoard, final: FinalBoard | None) -> dict[str, list[list[int]]]:
    """Return the chains that are alive, dead and in seki in a final position; all live if none is removed.

    A chain is in seki if it is adjacent to a point that neither side can fill, or to an eye of a group in seki.
    """
    result: dict[str, list[list[int]]] = {"alive": [], "dead": [], "seki": []}
    kind = final.territory().kind if final else ()
    for chain in sorted(map(sorted, stones.chains())):
        if final is None:
            status = "alive"
        elif chain[0] in final.dead and kind[chain[0]] not in (PointKind.STONE, PointKind.PUT_BACK):
            status = "dead"
        else:
            border = stones.border(frozenset(chain))
            status = "seki" if any(kind[point] in _SEKI for point in border) else "alive"
        result[status].append(chain)
    return result


def handicap_points(size: int, stones: int) -> list[int]:
    """Return the fixed points of handicap stones, in reading order; empty if section 4.1.1 fixes none.

    Example:
        >>> [to_gtp(point, 19, 19) for point in handicap_points(19, 3)]
        ['D16', 'Q16', 'D4']
    """
    lacks_corner = stones == _CORNERS - 1  # the lower right one
    return sorted(grid_points(size, stones + lacks_corner))[:stones]


def _first_game(path: Path) -> Game:
    """Return the first game of a file.

    Raises:
        OSError: the file cannot be read.
        InputError: the file is missing, or has no game.
    """
    from goanalyze.game.game import games_in  # loaded for this command only
    from goanalyze.pipeline import Options

    if not path.is_file():
        raise InputError(f"{str(path)!r} is not found. Expected a file with a game.")
    for game in games_in([str(path.absolute())], Options(), most_games=1):
        return game
    raise InputError(f"{str(path)!r} has no game. Expected a file with a game.")


class _Handler(NamedTuple):
    """The handler of a command.

    Attributes:
        execute: takes the game and the arguments, returns the text of the response.
        kinds: parsers of the arguments.
        optional: number of arguments that may be left out.
        repeats: True if the last argument may be repeated.
        message: error message for invalid arguments.
    """

    execute: Callable[..., str]
    kinds: tuple[Callable[[str], object], ...] = ()
    optional: int = 0
    repeats: bool = False
    message: str = SYNTAX_ERROR


COMMANDS: Final[dict[str, _Handler]] = {
    "protocol_version": _Handler(lambda _: "2"),
    "name": _Handler(lambda _: "goanalyze"),
    "version": _Handler(lambda _: __version__),
    "known_command": _Handler(lambda _, name="": str(name in COMMANDS).lower(), (str,), optional=1),
    "list_commands": _Handler(lambda _: "\n".join(COMMANDS)),
    "quit": _Handler(lambda _: ""),  # ends the session
    "boardsize": _Handler(GtpGame.boardsize, (whole,)),
    "clear_board": _Handler(GtpGame.clear_board),
    "komi": _Handler(GtpGame.set_komi, (decimal,)),
    "fixed_handicap": _Handler(GtpGame.fixed_handicap, (whole,)),
    "place_free_handicap": _Handler(GtpGame.place_free_handicap, (whole,)),
    "set_free_handicap": _Handler(GtpGame.set_free_handicap, (vertex,), repeats=True),
    "play": _Handler(GtpGame.play, (color, vertex)),
    "undo": _Handler(GtpGame.undo),
    "time_settings": _Handler(lambda *_: "", (whole, whole, whole)),  # a referee without a clock
    "time_left": _Handler(lambda *_: "", (color, whole, whole)),
    "final_score": _Handler(GtpGame.final_score),
    "final_status_list": _Handler(GtpGame.final_status_list, (str,)),
    "loadsgf": _Handler(GtpGame.loadsgf, (str, whole), optional=1),
    "showboard": _Handler(GtpGame.showboard),
    "all_legal": _Handler(GtpGame.all_legal, (color,), message=INVALID_COLOR),
    "captures": _Handler(GtpGame.captures, (color,), message=INVALID_COLOR),
    "is_legal": _Handler(GtpGame.is_legal, (color, vertex), message=INVALID_MOVE),
    "printsgf": _Handler(GtpGame.printsgf),
    "legal": _Handler(GtpGame.all_legal, (color,), message=INVALID_COLOR),
    "why_illegal": _Handler(GtpGame.why_illegal, (color, vertex), message=INVALID_MOVE),
    "kgs-rules": _Handler(GtpGame.kgs_rules, (str,)),
    "goanalyze-rules": _Handler(GtpGame.ruleset, (str,), optional=1),
    "goanalyze-basis": _Handler(GtpGame.basis),
}
"""Every command, in the order of ``list_commands``: those of the specification, of GNU Go, and private ones."""
