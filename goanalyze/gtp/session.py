"""A referee that answers Go Text Protocol, version 2: a line in, a response out.

It makes no moves of its own, so ``genmove`` is unknown. Commands, arguments, effects and error messages
are those of Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, section 6; ``is_legal``,
``all_legal``, ``captures``, ``printsgf`` and their messages are GNU Go's. Private extensions (section 2.13):

* ``legal COLOR``: the same as ``all_legal``.
* ``why_illegal COLOR VERTEX``: the finding about an illegal move; empty for a legal one.
* ``goanalyze-rules [NAME]``: the ruleset; with a name, another one for the moves that follow. ``kgs-rules NAME`` takes
  the four names of KGS.
* ``goanalyze-basis``: the basis of ``final_score`` and ``final_status_list``: ``counted``, ``estimated``, …, and why.

Either colour may move at any time (section 6.3.3, play), except after a stop; all else is decided by the ruleset: ko
and superko, suicide, plays after the end. After two consecutive passes some rulesets let either side resume the game,
others only the opponent of the last player (AGA rules 1991, rule 10; WMSG rules 2008).

A response has no room for a confidence, so each answer that rests on an estimate also causes a remark, a sentence for
the owner of the session.

Scope: text. The session has no streams; it reads a file for ``loadsgf`` only, and writes none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from goanalyze.gtp.commands import COMMANDS, GtpGame
from goanalyze.life.engines.gtp_syntax import GtpError, read_arguments, read_command, response

if TYPE_CHECKING:
    from goanalyze.rules import Ruleset


class GtpSession:
    """A conversation, line by line, about one game at a time.

    Args:
        rules: the ruleset that judges, as `goanalyze.rules.resolve` takes it.
        size: side of the board, 1 to 25.
        komi: points for White; by default those of the ruleset.
        remark: receives sentences that a response has no room for: a score is an estimate, a file cannot be read.

    Attributes:
        game: the current game.
        is_over: True after ``quit``.

    Raises:
        UnknownRulesetError: the ruleset is unknown.
        RulesetError: `komi` is not valid, or a file of rulesets cannot be read.
        BoardError: GTP has no board of that size.
    """

    def __init__(
        self,
        rules: str | Ruleset = "japanese",
        size: int = 19,
        komi: float | None = None,
        remark: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.game = GtpGame(rules, size, komi, remark)
        self.is_over = False

    def answer(self, line: str) -> str | None:
        """Execute one line and return the response with its two newlines; None for a line without a command."""
        command = read_command(line)
        if command is None:
            return None
        handler = COMMANDS.get(command.name)
        if handler is None:
            return response(command, "unknown command", fails=True)
        try:
            arguments = read_arguments(
                command.arguments,
                handler.kinds,
                optional=handler.optional,
                repeats=handler.repeats,
                message=handler.message,
            )
            text = handler.execute(self.game, *arguments)
        except GtpError as error:
            return response(command, str(error), fails=True)
        self.is_over |= command.name == "quit"
        return response(command, text)
