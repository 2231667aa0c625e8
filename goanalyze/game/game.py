"""`Game`: one game of a chunk, its record, final position, counts and outcomes.

Games of files, folders and archives, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Final, Self, overload

import numpy as np

from goanalyze.archives.address import Address
from goanalyze.archives.inputs import find_sources
from goanalyze.conventions.convention import RestMode
from goanalyze.core.events import Setup
from goanalyze.core.position import Position
from goanalyze.draw.diagram import rich_joined
from goanalyze.draw.game_html import game_html, game_title
from goanalyze.draw.viewer import viewer_html
from goanalyze.errors import BoardError, NoSuchItemError, RulesetError
from goanalyze.game.arguments import read_handicap, read_size
from goanalyze.game.arguments import read_komi as read_board_komi
from goanalyze.game.pictures import viewer_game
from goanalyze.game.replay import NO_BOARD, ListedMove, Replay, read_moves
from goanalyze.life.article7.confirm import confirm
from goanalyze.life.article7.verdicts import Confirmation, CountConflict
from goanalyze.life.choices import Fate, KoPass, MarkedTerritory, MarkupMode, StatusSource, Walls
from goanalyze.life.dead_lists import DeadListRow
from goanalyze.life.estimate.calibration import QUESTION_BUDGET
from goanalyze.life.estimate.estimate import point_owners
from goanalyze.life.statuses import StatusPolicy
from goanalyze.limits import CHUNK_GAMES
from goanalyze.pipeline import Chunk, Options
from goanalyze.points import BLACK, WHITE, ColorLike, MoveLike, read_color, to_gtp
from goanalyze.replay.replay import to_move, truncate_records
from goanalyze.rules import DeadStones, KomiReading, LifeAndDeath, Ruleset, Seki, find_ruleset, read_komi, resolve
from goanalyze.rules.choices import RuleWinner
from goanalyze.rules.komi import PERIOD
from goanalyze.score.choices import AgreedResult, Quality
from goanalyze.score.count import Count
from goanalyze.score.end_policies import PLAYERS, EndPolicy
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import Outcome, dead_stones_sentence, score_one
from goanalyze.score.rule_decisions import decision_reasons, winners_by_rule
from goanalyze.score.territory import FinalBoard, Territory
from goanalyze.sgf.charset import texts
from goanalyze.sgf.choices import KomiSource
from goanalyze.sgf.records import first_game, in_chunks, one_game, read_records
from goanalyze.sgf.tree.tree import GameTree, make_tree
from goanalyze.tables.build import GameRow, games_table
from goanalyze.util.arguments import read_integer, read_items
from goanalyze.util.numbers import plural
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from rich.text import Text


_COUNTED_UNDER: Final = ("japanese", "korean", "chinese", "aga", "ing", "new-zealand")  # in the viewer
_NAMED_MOVES: Final = 12  # in the reason about a game that was played out


class Game:
    """A game as recorded.

    The argument `markup` of its methods is the treatment of territory markup: ``full``, marked points are the
    territory; ``dead``, the marks only show the dead stones; ``ignore``. The default is that of the reader. Without
    marks, or if they contradict the board, dead stones of a finished game are proven or estimated, and any other game
    is counted as it is.

    Args:
        chunk: games that are processed together.
        index: index of the game in the chunk.

    Example:
        >>> import goanalyze as ga
        >>> game = ga.loads("(;SZ[9]PB[Ito]PW[Kim]KM[6.5]RE[W+R];B[ee];W[gc])")
        >>> game
        <Game 9×9, Ito – Kim, komi 6.5, W+R, 2 moves, 1 finding>
        >>> game.info["result_winner"]
        'white'
    """

    def __init__(self, chunk: Chunk, index: int) -> None:
        self._chunk = chunk
        self._index = index

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[ListedMove],
        *,
        size: int | tuple[int, int] | None = None,
        rules: str | PathLike[str] | Ruleset | None = None,
        komi: float | None = None,
        handicap: int | Iterable[MoveLike] = 0,
        setup: Position | None = None,
        turn: ColorLike | None = None,
        info: Mapping[str, str] | None = None,
    ) -> Game:
        """Return the game of a list of moves. They are recorded as listed, legal or not.

        Args:
            moves: names as ``"D4"`` and ``"pass"``, pairs ``(x, y)``, the column from the left and the row from the
                top, both from 0, or indices, by Black and White in turn; ``"B D4"`` and ``("black", "D4")`` also name
                the player. The forms may be mixed.
            size: lines of the board, or columns and rows; the default is that of `setup`, or 19.
            rules: the recorded ruleset, a name or a TOML file; none by default.
            komi: recorded points for White; none by default. Quarters of a point are read as zi, as in other records.
            handicap: the number of black stones on the fixed points, or their points; with 1 Black moves first, at the
                komi of handicap games.
            setup: the position before the first move.
            turn: the first player; the default is Black, or White after handicap stones.
            info: texts of further properties by name, as ``{"PB": "Ito", "RE": "B+R"}``.

        Raises:
            BoardError: a move, colour, size or handicap is not valid.
            UnknownRulesetError: the ruleset is unknown.
            RulesetError: `komi` is not valid, or a file of rulesets cannot be read.
            TreeError: a property in `info` cannot be written.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.Game.from_moves(["E5", (2, 6), "pass", "W E4"], size=9, komi=7, info={"PB": "Ito"})
            >>> print(game.to_sgf())
            (;FF[4]GM[1]SZ[9]PB[Ito]KM[7];B[ee];W[cg];B[];W[ef])
            >>> game
            <Game 9×9, Ito – ?, komi 7, no result, 4 moves, 2 findings>
        """
        if not isinstance(setup, Position | None):
            raise BoardError(f"setup: {shown(setup)} is not a valid position. Expected a ga.Position.")
        if size is None:
            size = 19 if setup is None else (setup.width, setup.height)
        board = width, height = read_size(*(size if isinstance(size, tuple) and len(size) == 2 else (size, size)))
        if setup is not None and (setup.width, setup.height) != board:
            raise BoardError(f"setup: a position of {setup.width}×{setup.height} does not fit {width}×{height}")
        number, points, _ = read_handicap(handicap, "fixed", width, height)
        stones = [] if setup is None else [stone for stone in enumerate(setup.stones.tolist()) if stone[1]]
        first = None if turn is None else read_color(turn)
        root = Setup((*stones, *((point, BLACK) for point in points)), first)
        plays = read_moves(moves, width, height, first or (WHITE if points else BLACK))
        ruleset = None if rules is None else resolve(rules)
        points_for_white = read_board_komi(komi)
        tree = make_tree(board, [root, *plays], rules=ruleset, komi=points_for_white, handicap=number, info=info)
        return cls(Chunk(first_game(tree.to_sgf())), 0)

    # Record

    @cached_property
    def info(self) -> GameRow:
        """The game's row of the games table: every column by name, raw and normalised."""
        row: GameRow = self._chunk.cached(games_table).slice(self._index, 1).to_pylist()[0]
        return row

    @property
    def width(self) -> int:
        """Columns of the board; 0 if the size is unknown."""
        return int(self._chunk.records.width[self._index])

    @property
    def height(self) -> int:
        """Rows of the board; 0 if the size is unknown."""
        return int(self._chunk.records.height[self._index])

    @property
    def handicap(self) -> int:
        """Number of handicap stones in HA, on whichever points they are; 0 without HA."""
        return int(self._chunk.records.handicap[self._index])

    @property
    def raw_sgf(self) -> str:
        """The text of the record as its source has it, with all variations; `to_sgf` returns it repaired."""
        return self._chunk.records.raw(self._index).decode("utf-8")

    @property
    def line(self) -> int:
        """Number of the variation; 0 for the main line, as games are read."""
        return int(self._chunk.records.line[self._index])

    @property
    def shared_moves(self) -> int:
        """Number of moves that a variation shares with an earlier line; 0 for the main line."""
        return int(self._chunk.records.stem[self._index])

    @property
    def title(self) -> str:
        """Players, and the date if it is known; safe to print."""
        return game_title(self.info)

    @property
    def address(self) -> str:
        """Address of the game for commands and `goanalyze.read`.

        Example:
            >>> import goanalyze as ga
            >>> next(ga.read("data/sample/gnugo")).address.rpartition("/")[2]
            '009x009-chinese-0001.sgf#0'
        """
        records = self._chunk.records
        text = records.text_of(self._index)
        return str(Address(text.source, text.member, int(records.game_index[self._index]), self.line))

    def tree(self) -> GameTree:
        """Return the record with all its variations and properties, to be read, changed and written.

        Each call reads the record again; changes do not affect the game: ``ga.loads(tree.to_sgf())`` is the changed
        game.

        Example:
            >>> import goanalyze as ga
            >>> tree = ga.loads("(;SZ[9]GN[Test];B[ee](;W[gc])(;W[cg]))").tree()
            >>> tree.root.text("GN"), len(tree), [node.move.point for node in tree.root.children[0].children]
            ('Test', 4, [24, 56])
        """
        return GameTree.of(self._chunk.records, self._index)

    @overload
    def to_sgf(self) -> str: ...

    @overload
    def to_sgf(self, charset: str) -> bytes: ...

    def to_sgf(self, charset: str | None = None) -> str | bytes:
        r"""Return the whole record as SGF FF[4], as `GameTree.to_sgf` does: sound text unchanged, broken text repaired.

        Args:
            charset: charset of CA and of the returned bytes; text is returned by default.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[9];B[ee]C[1 [dan]];W[gc").to_sgf()
            '(;SZ[9];B[ee]C[1 [dan\\]];W[gc])'
        """
        tree = self.tree()
        return tree.to_sgf() if charset is None else tree.to_sgf(charset)

    def lines(self) -> list[Game]:
        """Return every line of the record as a game: the main line, then the variations in the order of their ends.

        A variation has the properties of its nodes from the root on, but no recorded result. Its findings are those of
        text, setup and moves. Lines beyond `goanalyze.limits.MAX_LINES` are left out.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[9]RE[B+R];B[ee](;W[ec];B[dc])(;W[ee];B[gc])(;W[ge]))")
            >>> [(line.line, line.shared_moves, len(line.replay().moves)) for line in game.lines()]
            [(0, 0, 3), (1, 1, 3), (2, 1, 2)]
            >>> [finding.code for finding in game.lines()[1].replay().findings]
            ['GO101']
        """
        from goanalyze.sgf.lines import main_line, read_lines  # only variations need it

        game = one_game(self._chunk.records, self._index)
        if self.line:
            game = main_line(game)  # a line has no spans of the others
        chunks = [Chunk(records, self._chunk.options) for records, _ in read_lines(game)]
        main = Game(Chunk(game, self._chunk.options), 0) if self.line else self
        return [main, *(Game(chunk, index) for chunk in chunks for index in range(len(chunk)))]

    # Replay

    def replay(self) -> Replay:
        """Return the replay of the record."""
        return Replay(self)

    def up_to(self, move: int) -> Self:
        """Return the game as if its record ended after a move, 0 for the start: without result and markup.

        Raises:
            NoSuchItemError: the move does not exist.
            OptionError: `move` is not a whole number.
            BoardError: the record has no board.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0];B[cc];W[];B[];W[bb];B[];W[])")
            >>> game.up_to(3).outcome("new-zealand", dead=[]).result, game.outcome("new-zealand", dead=[]).result
            ('B+25', '0')
        """
        replay = self.replay()
        if not replay.has_board:
            raise BoardError(NO_BOARD)
        last = len(replay.moves)
        if not 0 <= read_integer("move", move) <= last:
            raise NoSuchItemError(
                f"Move {move} is not found. Expected 0 to {last}: the record has {plural(last, 'move')}."
            )
        chunk = self._chunk
        rows = chunk.dead_list_rows
        row = rows.get(self._index) if rows and not chunk.options.dead else None
        record = truncate_records(chunk.records, chunk.replays, self._index, move)
        options = replace(chunk.options, dead=None)  # a list of dead stones applies to the end
        return type(self)(Chunk(record, options, {0: row} if row else None), 0)

    # Final position

    @property
    def _points(self) -> slice:
        """Rows of the board's points in the arrays of the chunk."""
        return slice(*self._chunk.replays.board_start[self._index : self._index + 2].tolist())

    def _last_position(self) -> Position:
        """Return the final position of a record with a board."""
        return Position(self.width, self.height, self._chunk.replays.boards[self._points])

    def with_dead_stones(self, dead: Iterable[int | str]) -> Self:
        """Return the game with a list of dead stones, which replaces all other knowledge of its end.

        Args:
            dead: points of dead stones, by index or GTP name; a stone represents its chain, or, for a ruleset that
                marks by regions, all stones of its colour in its region. ``[]`` means that all stones are alive.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[ab])")
            >>> game.with_dead_stones(["A4"]).territory().territory(ga.BLACK)
            5
        """
        stones = [dead] if isinstance(dead, str) else read_items("dead", dead, "names or indices of points")
        row = DeadListRow(tuple(stones))
        record, options = one_game(self._chunk.records, self._index), replace(self._chunk.options, dead=None)
        return type(self)(Chunk(record, options, {0: row}), 0)

    def counted_position(self, markup: str | MarkupMode | None = None) -> Position | None:
        """Return the position that is counted: the final one, or the one after the game was played out (see `rest`).

        Args:
            markup: treatment of territory markup, see `Game`.

        Returns:
            The position; None without a board.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5];B[cc];W[];B[])")
            >>> game.counted_position() == game.replay().position()
            True
        """
        if not self._chunk.replays.width[self._index]:
            return None
        return Position(self.width, self.height, self._chunk.with_markup(markup).ends.boards.stones[self._points])

    def rest(self, markup: str | MarkupMode | None = None) -> tuple[tuple[int, int], ...]:
        """Return the moves that play the game out before it is counted.

        Args:
            markup: treatment of territory markup, see `Game`.

        Returns:
            Colour and point of each move, `PASS` for a pass; empty if the end of the record is counted.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[5];B[cc];W[];B[])").rest()
            ()
        """
        return self._chunk.with_markup(markup).ends.moves(self._index)

    def ownership(self, markup: str | MarkupMode | None = None) -> dict[int, float] | None:
        """Return the ownership of each point by the estimate of the final position.

        Args:
            markup: treatment of territory markup, see `Game`.

        Returns:
            Point → ownership from −1 (White's) to 1 (Black's): for a stone the probability that it lives, for an empty
            point its owner at the end of the playouts, or, if the small network decided, its area without the dead
            stones. None if the end was not estimated.

        Example:
            >>> import goanalyze as ga
            >>> print(ga.loads("(;SZ[9];B[ee])").ownership())
            None
        """
        statuses, points = self._chunk.with_markup(markup).statuses, self._points
        if statuses.under(StatusPolicy(article_7=True)).source[self._index] != StatusSource.ESTIMATED.index:
            return None
        stones = self._chunk.replays.boards[points]
        dead, alive = statuses.base.dead[points], statuses.alive_probability[points]
        owners = point_owners(stones, dead, alive, statuses.ownership[points])
        return dict(enumerate(owners.tolist()))

    def confirm(
        self,
        ruleset: str | Ruleset = "japanese",
        *,
        chains: Iterable[int | str] = "unsettled",
        claim: Iterable[int | str] | None = None,
        walls: str | Walls = Walls.SAFE,
        budget: int = QUESTION_BUDGET,
        ko_pass: str | KoPass = KoPass.ANY,
    ) -> Confirmation:
        """Confirm the life and death of chains of the final position, see `goanalyze.life.article7.confirm.confirm`.

        The axis `life_and_death` of the ruleset is ``confirmed``. `chains` may also be ``unsettled``, all that need a
        search, with a claim all, or ``all``; `claim`, `walls`, `budget` and `ko_pass` are arguments of that function.
        If the count of the game contradicts a verdict, the confirmation says so (`Confirmation.conflict`).

        Raises:
            UnknownRulesetError: the ruleset is unknown.
            RulesetError: its `life_and_death` has another value.
            BoardError: the record has no board, or a point has no stone (`EmptyPointError`) or is not on the board
                (`NoSuchPointError`).
            OptionError: another argument is not valid.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]AB[aa:ba][ea][ab][eb][dc:ec][ad:ed][ae:be][de]AW[da][cb:db][ac:cc];B[];W[])")
            >>> print(game.confirm(chains=["D5"]))
            White's 6 stones at D5 are dead: Black captures them, ...
        """
        rules = resolve(ruleset)
        if rules.life_and_death.value is not LifeAndDeath.CONFIRMED:
            value = rules.life_and_death.value.value
            raise RulesetError(f"{rules.id}: life_and_death is {value!r}. Expected 'confirmed', as in japanese.")
        if not self.replay().has_board:
            raise BoardError(NO_BOARD)
        position = self._last_position()
        words = {"unsettled": None, "all": np.flatnonzero(position.stones).tolist()}
        selected = words.get(chains, chains) if isinstance(chains, str) else chains
        confirmation = confirm(position, selected, claim, walls, budget=budget, ko_pass=ko_pass)
        return replace(confirmation, conflict=self._conflict(confirmation, rules))

    def _conflict(self, confirmation: Confirmation, rules: Ruleset) -> CountConflict | None:
        """Return the conflict of a confirmation with the count, if dead stones are known or estimated."""
        if self._chunk.statuses.base.source[self._index] == StatusSource.NONE.index:
            return None
        outcome = self.outcome(rules)
        final = outcome.final_position
        if final is None or not np.array_equal(final.position.stones, confirmation.position.stones):
            return None
        dead = set(final.dead)
        decided = (chain for chain in confirmation.chains if chain.fate is not Fate.UNKNOWN)
        wrong = [chain for chain in decided if (chain.points[0] in dead) != (chain.fate is Fate.DEAD)]
        if not wrong:
            return None
        for chain in wrong:
            dead ^= set(chain.points)
        corrected = self.outcome(rules, dead=sorted(dead))
        return CountConflict(rules.id, outcome.result, tuple(wrong), corrected.result)

    # Count and outcome

    def count(self, markup: str | MarkupMode | None = None) -> Count:
        """Return the count of the final position; for `markup` see `Game`."""
        finals = self._chunk.with_markup(markup).finals
        players = finals.under(PLAYERS).count(self._index)
        return replace(finals.plain.count(self._index), by_territory=(players.black, players.white))

    def territory(self, markup: str | MarkupMode | None = None) -> Territory | None:
        """Return each point of the final position as it was counted: dead stone, territory, dame, seki, deduction.

        Args:
            markup: treatment of territory markup, see `Game`.

        Returns:
            A kind and a side for each point; None if nothing is known of the end, or it looks unfinished.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
            >>> counted = game.territory()
            >>> counted.territory(ga.BLACK), counted.territory(ga.WHITE)
            (5, 5)
        """
        quality = self._chunk.with_markup(markup).finals.under(PLAYERS).quality[self._index]
        final = self._final_board(markup, PLAYERS) if quality >= Quality.ESTIMATED.index else None
        return None if final is None else final.territory()

    def _final_board(
        self, markup: str | MarkupMode | None, policy: EndPolicy, seki: Seki = Seki.EYES
    ) -> FinalBoard | None:
        """Return the final position that an end policy counts; None if it counts none, since it looks unfinished."""
        chunk = self._chunk.with_markup(markup)
        statuses, ends, final = chunk.statuses, chunk.ends, chunk.finals.under(policy)
        if final.all_alive[self._index]:
            stop = int(policy.scored_move(chunk.replays)[self._index])
            game = self.up_to(stop) if stop else self
            to_play = int(to_move(game._chunk.replays)[game._index])
            return FinalBoard(game._last_position(), (), to_play, seki=seki)
        if final.quality[self._index] < Quality.DEAD_UNKNOWN.index:
            return None
        points, marked = self._points, int(statuses.marked_territory[self._index])
        is_estimated = final.quality[self._index] == Quality.ESTIMATED.index
        dead = statuses.under(policy.statuses).dead
        return FinalBoard(
            Position(self.width, self.height, ends.boards.stones[points]),
            tuple(np.flatnonzero(ends.scored_dead(dead)[points]).tolist()),
            int(ends.to_move[self._index]),
            tuple(statuses.marked_owner[points].tolist()) if marked else (),
            seki_unmarked=marked == MarkedTerritory.WITHOUT_SEKI.index,
            in_territory=policy.in_territory,
            seki=seki,
            is_open=bool(ends.is_open[self._index]),
            certainty=dead_stones_sentence(final, self._index)
            if is_estimated
            else " ".join(self._status_conflicts(chunk, policy)),
        )

    def outcome(
        self,
        ruleset: str | Ruleset,
        *,
        komi: KomiReading = "recorded",
        dead: Iterable[int | str] | None = None,
        markup: str | MarkupMode | None = None,
        move: int | None = None,
    ) -> Outcome:
        """Return the outcome under a ruleset, with its ledger.

        Args:
            ruleset: an id or name, a TOML file, or a `Ruleset`.
            komi: ``recorded``; ``ruleset``, the ruleset's own; ``period``, that of Japanese professional games in the
                game's year (`goanalyze.rules.komi`); or a number.
            dead: dead stones, which replace the markup, see `with_dead_stones`.
            markup: treatment of territory markup, see `Game`.
            move: number of the last move, as at a stop before a resumption; the end by default. Markup and the recorded
                result apply to the end only.

        Raises:
            NoSuchItemError: the move does not exist.
            OptionError: `move` is not a whole number, or `markup` is unknown.
            UnknownRulesetError: the ruleset is unknown.
            RulesetError: `komi` is not valid.
            BoardError: `dead` names an empty point or a point off the board; or `move` needs a board.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
            >>> game.outcome("japanese", dead=[])
            <Outcome japanese W+0.5, counted>
        """
        rules = resolve(ruleset)
        if dead is not None:
            return self.with_dead_stones(dead).outcome(rules, komi=komi, move=move)
        if move is not None and read_integer("move", move) != len(self.replay().moves):
            return self.up_to(move).outcome(rules, komi=komi, markup=markup)
        chunk, komi_choice = self._chunk.with_markup(markup), read_komi(komi)
        finals, used = chunk.at_komi(komi_choice)
        final = finals.for_ruleset(rules).take(slice(self._index, self._index + 1))
        outcome = self._with_rule_decision(final, score_one(final, rules, used))
        if error := chunk.statuses.dead_list_errors.get(self._index):
            raise BoardError(f"{error} (after move {len(self.replay().moves)})")
        if not outcome.is_board_counted:
            return outcome
        policy = EndPolicy.from_ruleset(rules)
        reasons = [*outcome.reasons, *self._end_reasons(chunk, final, policy)]
        if outcome.komi is not None and komi_choice == PERIOD and (date := self.info["date"]):
            reasons.append(f"Komi of Japanese professional games in {date.year}: {outcome.komi:g}.")
        if (convention := chunk.played.of(self._index)) and komi_choice != "ruleset":
            source = chunk.played.metadata.columns["komi_source"][self._index].as_py()
            by = f"by the convention {convention.name}, not as the record says."
            if komi_choice == "recorded" and source == KomiSource.CONVENTION.value:
                reasons.append(f"Komi {by}")
            if not np.isnan(final.bonus[0]):
                reasons.append(f"Points for handicap stones {by}")
        return replace(
            outcome, reasons=tuple(reasons), final_position=self._final_board(markup, policy, rules.seki.value)
        )

    def _with_rule_decision(self, final: FinalPositions, outcome: Outcome) -> Outcome:
        """Return an outcome with the winner that a rule names in place of the count, if one does."""
        illegal = self.replay().illegal_moves(outcome.ruleset)
        first = np.array([[illegal[0].number if illegal else 0]], dtype=np.int32)
        offender = np.array([[illegal[0].color if illegal else 0]], dtype=np.uint8)
        cycle = self._chunk.cycle_moves[self._index : self._index + 1]
        decision = winners_by_rule(final, [outcome.ruleset], first, offender, cycle)
        if decision.winner[0, 0] < 0:
            return outcome
        move, winner = int(decision.move[0, 0]), RuleWinner.at(decision.winner[0, 0])
        reasons = (*outcome.reasons, *decision_reasons(winner, move))
        return replace(outcome, winner_by_rule=winner.value, rule_move=move or None, reasons=reasons)

    def _end_reasons(self, chunk: Chunk, final: FinalPositions, policy: EndPolicy) -> Iterator[str]:
        """Yield reasons that the count does not show: rulings, proofs, moves played out, Void, unused dead stones."""
        if policy.statuses.rulings and not final.all_alive[0]:
            for ruling in chunk.statuses.ruled_shapes:
                if ruling.game == self._index:
                    yield ruling.message(self.width, self.height)
        if policy.statuses.article_7 and not final.all_alive[0]:
            start = self._points.start
            for chain in chunk.statuses.chains:
                if chain.game != self._index or chain.marked_dead is not None or chain.status.fate is Fate.UNKNOWN:
                    continue
                if chunk.statuses.article_7.status[start + chain.status.points[0]]:
                    yield f"By article 7: {chain.status}"
                elif chain.estimate_dead != (chain.status.fate is Fate.DEAD):
                    yield f"Not counted, since a wall is only estimated: {chain.status}"
        yield from self._status_conflicts(chunk, policy)
        if final.rest[0] == RestMode.PLAYED_OUT.index and (moves := chunk.ends.moves(self._index)):
            names = [f"{'-BW'[color]} {to_gtp(point, self.width, self.height)}" for color, point in moves]
            more = [f"and {len(moves) - _NAMED_MOVES} more"] if len(moves) > _NAMED_MOVES else []
            yield f"The rest as it was played out: {', '.join([*names[:_NAMED_MOVES], *more])}."
        if final.agreed[0] == AgreedResult.NO_RESULT.index:
            yield "The game is recorded as void."
        row = chunk.dead_list_rows.get(self._index) if chunk.dead_list_rows else None
        if row and row.stones and policy.dead_stones is DeadStones.STAY:
            source = f" ({row.address})" if row.address else ""
            yield f"The dead stones that were given{source} count as alive: this ruleset takes none off."

    def _status_conflicts(self, chunk: Chunk, policy: EndPolicy) -> Iterator[str]:
        """Yield the messages on statuses by markup or by a list that are wrong under an end policy.

        The policy of no ruleset (`PLAYERS`) has those of the recorded ruleset, of any if none is recorded.
        """
        conflicts = [conflict for conflict in chunk.status_conflicts if conflict.game == self._index]
        if not conflicts or policy.dead_stones is DeadStones.STAY:
            return
        statuses = policy.statuses
        if policy == PLAYERS:
            name = self.info["ruleset"]
            statuses = StatusPolicy.of(find_ruleset(name)) if name else StatusPolicy(rulings=True, article_7=True)
        yield from (conflict.message for conflict in conflicts if conflict.is_wrong(statuses))

    # Display

    def html(self, move: int | None = None, *, with_assets: bool = True) -> str:
        """Return the game as HTML: players, a viewer to step through it, findings.

        Args:
            move: number of the first move to be shown; the default is the last. Records without a board have a table.
            with_assets: False for a page that has the style sheet and script of `goanalyze.viewer_assets` once.

        Raises:
            NoSuchItemError: the move does not exist.
        """
        viewer = viewer_html(viewer_game(self, _COUNTED_UNDER), move, with_assets=with_assets) if self.width else ""
        return game_html(self.info, self.replay().findings, viewer)

    def __repr__(self) -> str:
        info = self.info
        names = f"{info['black_player'] or '?'} – {info['white_player'] or '?'}"
        komi = "" if info["komi"] is None else f", komi {info['komi']:g}"
        board = f"{self.width}×{self.height}" if self.width else "no board"
        result, moves = info["result_raw"] or "no result", plural(info["move_count"] or 0, "move")
        line = f"line {self.line}, " if self.line else ""
        findings = plural(info["finding_count"], "finding")
        return clean(f"<Game {line}{board}, {names}{komi}, {result}, {moves}, {findings}>")

    def __str__(self) -> str:
        return f"{self!r}\n{self.replay()}"

    def __rich__(self) -> Text:
        return rich_joined((repr(self), "bold"), self.replay().__rich__())

    def _repr_svg_(self) -> str | None:
        return self.replay()._repr_svg_()

    def _repr_html_(self) -> str:
        return self.html()


def as_one_chunk(games: Sequence[Game]) -> list[Game]:
    """Return the same games as one chunk, so that each stage of the check runs once for all of them.

    Example:
        >>> import goanalyze as ga
        >>> games = [ga.loads(f"(;SZ[9];B[{point}])") for point in ("aa", "bb")]
        >>> [game.replay().moves[0].point for game in as_one_chunk(games)]
        [0, 10]
    """
    if not games:
        return []
    texts = []
    for game in games:
        records, index = game._chunk.records, game._index
        text = records.texts[int(records.tape.game_file[index])]
        texts.append(text._replace(data=records.raw(index), game=-1))
    options = games[0]._chunk.options
    chunks = [Chunk(records, options) for records in read_records(texts, max(len(texts), 1))]
    joined = [Game(chunk, index) for chunk in chunks for index in range(len(chunk))]
    return joined if len(joined) == len(games) else list(games)


def games_in(paths: Sequence[str], options: Options, most_games: int = CHUNK_GAMES) -> Iterator[Game]:
    """Yield every game of some paths; files without a game yield nothing.

    Args:
        paths: files, folders and archives for `goanalyze.archives.inputs.find_sources`.
        options: choices of the reader and the stages.
        most_games: largest number of games that are read at a time.

    Raises:
        InputError: a path does not exist.
        ResourceError: a failure that is not a file's fault prevents reading.
    """
    for source in find_sources(list(paths)):
        for files in in_chunks(texts(source, options.encoding)):
            for records in read_records(files, most_games=most_games):
                chunk = Chunk(records, options)
                yield from (Game(chunk, index) for index in range(len(chunk)))
