"""A referee that is asked over Go Text Protocol, version 2: a line in, a response out.

It plays no moves of its own: there is no ``genmove``. Commands, their arguments, effects and error messages are those
of Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, section 6; ``is_legal``,
``all_legal``, ``captures``, ``printsgf`` and their messages are GNU Go's. Private extensions (section 2.13):

* ``legal COLOR``: the same as ``all_legal``.
* ``why_illegal COLOR VERTEX``: the finding that tells why a move is illegal; nothing for a legal one.
* ``goanalyze-rules [NAME]``: the ruleset; with a name, another one, for the moves that follow. ``kgs-rules NAME`` takes
  the four names of KGS.
* ``goanalyze-basis``: what ``final_score`` and ``final_status_list`` rest on: ``counted``, ``estimated``, …, and why.

Either colour may move at any time (section 6.3.3, play) but after a stop, and all else is judged by the ruleset: ko and
superko, suicide, plays after the end. After two passes in succession some rulesets let either side resume the game,
others only the one in turn, the opponent of the last to pass (AGA rules 1991, rule 10; WMSG rules 2008).

An answer has no room for how sure it is, so where dead stones are estimated that is remarked, each time; whoever holds
the session says where remarks go.

The session has no streams; a file is read for ``loadsgf`` alone, none is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from goanalyze import __version__
from goanalyze.referee.gtp_game import GtpGame
from goanalyze.referee.gtp_syntax import (
    INVALID_COLOR,
    INVALID_MOVE,
    SYNTAX_ERROR,
    GtpError,
    color,
    decimal,
    read_arguments,
    read_command,
    response,
    vertex,
    whole,
)

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset


def _ignore(_: str) -> None:
    """Make no remark."""


class GtpSession:
    r"""One conversation: what is asked line by line, and the game that it is about.

    Args:
        rules: the ruleset that judges, as `goanalyze.rules.resolve` takes it.
        size: of the board, 1 to 25.
        komi: points for White; if not given, those of the ruleset.
        remark: takes what an answer has no room for, a sentence each time: that a score is an estimate, or why a file
            cannot be read.

    Attributes:
        game: what it is about.
        is_over: whether ``quit`` was said.

    Raises:
        UnknownRulesetError: there is no such ruleset.
        RulesetError: `komi` is none, or a file of rulesets cannot be read.
        BoardError: GTP has no board of that size.

    Example:
        >>> session = GtpSession("chinese", 9)
        >>> session.answer("1 play black e5"), session.answer("2 play white e5")
        ('=1 \n\n', '?2 illegal move\n\n')
        >>> session.answer("why_illegal white e5")
        '= GO101 ...\n\n'
    """

    def __init__(
        self,
        rules: str | Ruleset = "japanese",
        size: int = 19,
        komi: float | None = None,
        remark: Callable[[str], object] = _ignore,
    ) -> None:
        self.game = GtpGame(rules, size, komi, remark)
        self.is_over = False

    def answer(self, line: str) -> str | None:
        """Carry out one line; return the response with its two newlines, or None where the line asks for nothing."""
        asked = read_command(line)
        if asked is None:
            return None
        command = COMMANDS.get(asked.name)
        if command is None:
            return response(asked, "unknown command", fails=True)
        try:
            given = read_arguments(
                asked.arguments, command.kinds, required=command.required, more=command.more, wrong=command.wrong
            )
            return response(asked, command.carry_out(self, *given))
        except GtpError as error:
            return response(asked, str(error), fails=True)

    def quit(self) -> str:
        """Section 6.3.1: the session is over."""
        self.is_over = True
        return ""


class _Command(NamedTuple):
    """A command.

    Attributes:
        carry_out: takes the session and the arguments, returns the text of the answer.
        kinds: what each argument is.
        optional: how many of them may be left out.
        more: whether the last may be given any number of times.
        wrong: the error message where they are not like that.
    """

    carry_out: Callable[..., str]
    kinds: tuple[Callable[[str], object], ...] = ()
    optional: int = 0
    more: bool = False
    wrong: str = SYNTAX_ERROR

    @property
    def required(self) -> int:
        """How many arguments must be given."""
        return len(self.kinds) - self.optional


def _of_game(carry_out: Callable[..., str]) -> Callable[..., str]:
    """Return what carries a command of the game out."""
    return lambda session, *given: carry_out(session.game, *given)


COMMANDS: Final[dict[str, _Command]] = {
    "protocol_version": _Command(lambda _: "2"),
    "name": _Command(lambda _: "goanalyze"),
    "version": _Command(lambda _: __version__),
    "known_command": _Command(lambda _, name="": str(name in COMMANDS).lower(), (str,), optional=1),
    "list_commands": _Command(lambda _: "\n".join(COMMANDS)),
    "quit": _Command(GtpSession.quit),
    "boardsize": _Command(_of_game(GtpGame.boardsize), (whole,)),
    "clear_board": _Command(_of_game(GtpGame.clear_board)),
    "komi": _Command(_of_game(GtpGame.set_komi), (decimal,)),
    "fixed_handicap": _Command(_of_game(GtpGame.fixed_handicap), (whole,)),
    "place_free_handicap": _Command(_of_game(GtpGame.place_free_handicap), (whole,)),
    "set_free_handicap": _Command(_of_game(GtpGame.set_free_handicap), (vertex,), more=True),
    "play": _Command(_of_game(GtpGame.play), (color, vertex)),
    "undo": _Command(_of_game(GtpGame.undo)),
    "time_settings": _Command(lambda *_: "", (whole, whole, whole)),  # the referee keeps no clock
    "time_left": _Command(lambda *_: "", (color, whole, whole)),
    "final_score": _Command(_of_game(GtpGame.final_score)),
    "final_status_list": _Command(_of_game(GtpGame.final_status_list), (str,)),
    "loadsgf": _Command(_of_game(GtpGame.loadsgf), (str, whole), optional=1),
    "showboard": _Command(_of_game(GtpGame.showboard)),
    "all_legal": _Command(_of_game(GtpGame.all_legal), (color,), wrong=INVALID_COLOR),
    "captures": _Command(_of_game(GtpGame.captures), (color,), wrong=INVALID_COLOR),
    "is_legal": _Command(_of_game(GtpGame.is_legal), (color, vertex), wrong=INVALID_MOVE),
    "printsgf": _Command(_of_game(GtpGame.printsgf)),
    "legal": _Command(_of_game(GtpGame.all_legal), (color,), wrong=INVALID_COLOR),
    "why_illegal": _Command(_of_game(GtpGame.why_illegal), (color, vertex), wrong=INVALID_MOVE),
    "kgs-rules": _Command(_of_game(GtpGame.kgs_rules), (str,)),
    "goanalyze-rules": _Command(_of_game(GtpGame.ruleset), (str,), optional=1),
    "goanalyze-basis": _Command(_of_game(GtpGame.basis)),
}
"""Every command, as ``list_commands`` has them: those of the specification, of GNU Go, and private ones."""
