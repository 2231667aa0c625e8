"""What a game comes to: its final position, what is dead in it, counts and outcomes under every ruleset."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Self, SupportsIndex

import numpy as np

from goanalyze.board.position import Position
from goanalyze.conventions.choices import RestMode
from goanalyze.game.recorded import Recorded
from goanalyze.game.replay import NO_BOARD
from goanalyze.life.choices import KoPass, MarkedTerritory, MarkupMode, StatusSource, Walls
from goanalyze.life.confirm import BUDGET, confirm
from goanalyze.life.confirmed import Confirmation
from goanalyze.life.estimate import point_owners
from goanalyze.life.given import GivenRow
from goanalyze.pipeline import Chunk
from goanalyze.replay.replays import to_move, until
from goanalyze.rules import DeadStones, KomiReading, LifeAndDeath, Ruleset, RulesetError, Seki, read_komi, resolve
from goanalyze.rules.komi import PERIOD
from goanalyze.score.by_rule import by_rule_reasons, winners_by_rule
from goanalyze.score.choices import Agreed, Quality
from goanalyze.score.count import Count
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import Outcome, score_one
from goanalyze.score.readings import PLAYERS, Reading
from goanalyze.score.territory import FinalBoard, Territory
from goanalyze.sgf.choices import KomiSource
from goanalyze.sgf.records import one_game
from goanalyze.vocabulary.choices import RuleWinner
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.points import to_gtp

_NAMED_MOVES: Final = 12  # of the rest that was played out


class Counted(Recorded):
    """A game whose end can be counted."""

    def counted(self, markup: str | MarkupMode | None = None) -> Territory | None:
        """Say what each point of the final position was counted as: dead stones, territory, dame, seki, deductions.

        Args:
            markup: as in `count`.

        Returns:
            A kind and a side for each point; None where nothing is known of the end, or it looks unfinished.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
            >>> counted = game.counted()
            >>> counted.territory(ga.BLACK), counted.territory(ga.WHITE)
            (5, 5)
        """
        final = self._final(markup, PLAYERS)
        return None if final is None else final.territory()

    def _final(
        self, markup: str | MarkupMode | None, reading: Reading, seki: Seki = Seki.EYES
    ) -> FinalBoard | None:  # fmt: skip
        """Return the final position as a reading has it; None where nothing is known of it, or it looks unfinished."""
        chunk = self._chunk.with_markup(markup)
        statuses, final = chunk.statuses, chunk.finals.by(reading)
        if final.all_alive[self._index]:
            stop = int(reading.counted_at(chunk.replays)[self._index])
            game = self.until(stop) if stop else self
            return FinalBoard(game._last_position(), (), game._to_move(), seki=seki)  # noqa: SLF001
        if final.quality[self._index] < Quality.ESTIMATED.index:
            return None
        ends = chunk.ends
        span = slice(*ends.boards.start[self._index : self._index + 2].tolist())
        marked = int(statuses.as_marked[self._index])
        by_regions = reading.dead_stones is DeadStones.REGIONS
        dead = statuses.dead_as(rulings=reading.rulings, confirmed=reading.confirmed, regions=by_regions)
        return FinalBoard(
            Position(self.width, self.height, ends.boards.stones[span]),
            tuple(np.flatnonzero(ends.dead_as(dead)[span]).tolist()),
            int(ends.to_move[self._index]),
            tuple(statuses.owner[span].tolist()) if marked else (),
            seki_unmarked=marked == MarkedTerritory.WITHOUT_SEKI.index,
            in_territory=reading.dead_stones is DeadStones.IN_TERRITORY,
            seki=seki,
            is_open=bool(ends.is_open[self._index]),
        )

    def counted_position(self, markup: str | MarkupMode | None = None) -> Position | None:
        """Return the position that is counted: the final one, or the one after the rest of the game was played out.

        Args:
            markup: as in `count`.

        Returns:
            The position; None without a board. `rest` returns the moves that were played.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5];B[cc];W[];B[])")
            >>> game.counted_position() == game.replay().position()
            True
        """
        if not self._chunk.replays.width[self._index]:
            return None
        boards = self._chunk.with_markup(markup).ends.boards
        span = slice(*boards.start[self._index : self._index + 2].tolist())
        return Position(self.width, self.height, boards.stones[span])

    def rest(self, markup: str | MarkupMode | None = None) -> tuple[tuple[int, int], ...]:
        """Return the moves by which the rest of the game is played out before it is counted.

        Args:
            markup: as in `count`.

        Returns:
            Colour and point of each move, `PASS` for a pass; none where the end of the record is counted.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[5];B[cc];W[];B[])").rest()
            ()
        """
        return self._chunk.with_markup(markup).ends.moves(self._index)

    def _last_position(self) -> Position:
        """Return the final position, of a record with a board."""
        span = slice(*self._chunk.replays.board_start[self._index : self._index + 2].tolist())
        return Position(self.width, self.height, self._chunk.replays.boards[span])

    def _to_move(self) -> int:
        """Return whose turn it is at the end."""
        return int(to_move(self._chunk.replays)[self._index])

    def ownership(self, markup: str | MarkupMode | None = None) -> dict[int, float] | None:
        """Return the ownership of each point by the estimate that the final position is counted by.

        Args:
            markup: as in `count`.

        Returns:
            Point → ownership from −1 (White's) to 1 (Black's): of a stone by how likely it lives, of an empty point by
            who owned it at the end of the playouts, or, where the small network decided, by its area once the dead
            stones are off. None where the end was not estimated.

        Example:
            >>> import goanalyze as ga
            >>> ga.loads("(;SZ[9];B[ee])").ownership() is None
            True
        """
        statuses = self._chunk.with_markup(markup).statuses
        if statuses.source[self._index] != StatusSource.ESTIMATED.index:
            return None
        span = slice(*self._chunk.replays.board_start[self._index : self._index + 2].tolist())
        stones = self._chunk.replays.boards[span]
        owners = point_owners(stones, statuses.dead[span], statuses.shares[span], statuses.ownership[span])
        return dict(enumerate(owners.tolist()))

    def outcome(
        self,
        ruleset: str | Ruleset,
        *,
        komi: KomiReading = "recorded",
        dead: Iterable[int | str] | None = None,
        markup: str | MarkupMode | None = None,
        at: int | None = None,
    ) -> Outcome:
        """Give the game's outcome under a ruleset, with its ledger.

        Args:
            ruleset: an id or name, a TOML file, or a `Ruleset`.
            komi: ``recorded``; ``ruleset``, the ruleset's own; ``period``, that of Japanese professional games in the
                game's year (`goanalyze.rules.period_komi`); or a number.
            dead: points of dead stones, by index or as GTP names them, in place of the markup; ``[]`` says that there
                are none. Where the ruleset marks by regions, one stone stands for all of its colour in its region.
            markup: what territory markup is good for, as in `count`.
            at: number of a move: the outcome if the record ended there, as at a stop before the game was resumed. What
                is marked and recorded belongs to the end.

        Raises:
            IndexError: there is no such move.
            TypeError: `at` is no whole number.
            UnknownRulesetError: there is no such ruleset.
            RulesetError: `komi` is none.
            ValueError: `dead` names a point without a stone, or no point; or `at` asks for a record without a board.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[])")
            >>> game.outcome("japanese", dead=[])
            <Outcome japanese W+0.5, counted>
        """
        rules = resolve(ruleset)
        if dead is not None:
            return self.given(dead).outcome(rules, komi=komi, at=at)
        if at is not None and _move_number(at) != len(self.replay().moves):
            return self.until(at).outcome(rules, komi=komi, markup=markup)
        chunk = self._chunk.with_markup(markup)
        asked = read_komi(komi)
        finals, used = chunk.at_komi(asked)
        ended = finals.under(rules).take(slice(self._index, self._index + 1))
        told = self._ruled(ended, score_one(ended, rules, used))
        if error := chunk.statuses.given_errors.get(self._index):
            raise ValueError(f"{error} (after move {len(self.replay().moves)})")
        if told.margin is None:
            return told
        reading = Reading.of(rules)
        more = list(self._more_reasons(chunk, ended, reading))
        if asked == PERIOD and (date := self.info["date"]):
            more.append(f"Komi of Japanese professional games in {date.year}: {told.komi:g}.")
        if (convention := chunk.played.of(self._index)) and asked != "ruleset":
            source = chunk.played.metadata.columns["komi_source"][self._index].as_py()
            by = f"by the convention {convention.name}, not as the record says."
            more += [f"Komi {by}"] * (asked == "recorded" and source == KomiSource.CONVENTION.value)
            more += [f"Points for handicap stones {by}"] * (not np.isnan(ended.bonus[0]))
        final = self._final(markup, reading, rules.seki.value)
        return replace(told, reasons=(*told.reasons, *more), final=final)

    def confirm(
        self,
        ruleset: str | Ruleset = "japanese",
        *,
        chains: Iterable[int | str] = "unsettled",
        claim: Iterable[int | str] | None = None,
        walls: str | Walls = Walls.SAFE,
        budget: int = BUDGET,
        ko_pass: str | KoPass = KoPass.ANY,
    ) -> Confirmation:
        """Confirm which chains of the final position are alive, and which dead, as a referee would after two passes.

        Args:
            ruleset: one whose axis `life_and_death` is ``confirmed``.
            chains: a stone of each chain in question, by index or as GTP names points; ``unsettled``, all that need a
                search, with a claim all; ``all``.
            claim: stones said to be dead, one or more of each dead chain; those that it does not name are said to be
                alive.
            walls: what shuts a region in, see `goanalyze.life.choices.Walls`; with ``eyes`` the game is estimated.
            budget: how many positions each question may look at.
            ko_pass: what a pass for a ko lifts.

        Rule: Japanese rules of 1989, articles 7 and 9.

        Raises:
            UnknownRulesetError: there is no such ruleset.
            RulesetError: life and death is found otherwise under it.
            ValueError: the record has no board, or a point is none or has no stone.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]AB[aa:ba][ea][ab][eb][dc:ec][ad:ed][ae:be][de]AW[da][cb:db][ac:cc];B[];W[])")
            >>> print(game.confirm(chains=["D5"]))
            White's 6 stones at D5 are dead: Black takes them, and no new stone stands (region of ...).
            >>> game.confirm("korean")
            Traceback (most recent call last):
            goanalyze.rules.komi.RulesetError: korean: life_and_death is 'local'; what is asked here ...
        """
        rules = resolve(ruleset)
        if rules.life_and_death.value is not LifeAndDeath.CONFIRMED:
            raise RulesetError(f"{rules.id}: life_and_death is {rules.life_and_death.value.value!r}; what is asked "
                               "here is known of rulesets where it is 'confirmed', as japanese and wagc")  # fmt: skip
        if not self.replay().has_board:
            raise ValueError(NO_BOARD)
        position = self._last_position()
        whole = {"unsettled": None, "all": np.flatnonzero(position.stones).tolist()}
        asked = whole.get(chains, chains) if isinstance(chains, str) else chains
        return confirm(position, asked, claim, walls, budget=budget, ko_pass=ko_pass)

    def _more_reasons(self, chunk: Chunk, ended: FinalPositions, reading: Reading) -> Iterator[str]:
        """Yield what is to be said of a counted end beside its counts: rulings, proofs, Void, stones given in vain."""
        if reading.rulings and not ended.all_alive[0]:
            for ruling in chunk.statuses.rulings:
                if ruling.game == self._index:
                    yield ruling.told(self.width, self.height)
        if reading.confirmed and not ended.all_alive[0]:
            begin = int(chunk.replays.board_start[self._index])
            for asked in chunk.statuses.chains:
                if asked.game == self._index and chunk.statuses.confirmed[begin + asked.status.points[0]]:
                    yield f"By article 7: {asked.status}"
        if ended.rest[0] == RestMode.PLAYED_OUT.index and (moves := chunk.ends.moves(self._index)):
            first = moves[:_NAMED_MOVES]
            named = [f"{'-BW'[color]} {to_gtp(point, self.width, self.height)}" for color, point in first]
            more = [f"and {len(moves) - _NAMED_MOVES} more"] if len(moves) > _NAMED_MOVES else []
            yield f"The rest as it was played out: {', '.join([*named, *more])}."
        if ended.agreed[0] == Agreed.NO_RESULT.index:
            yield "The game is recorded as void."
        row = chunk.given.get(self._index) if chunk.given else None
        if row and row.stones and reading.dead_stones is DeadStones.STAY:
            where = f" ({row.where})" if row.where else ""
            yield f"The dead stones that were given{where} count as alive: this ruleset takes none off."

    def _ruled(self, ended: FinalPositions, told: Outcome) -> Outcome:
        """Return an outcome with what a rule decides in place of the count, where one does."""
        illegal = self.replay().illegal_moves(told.ruleset)
        first = np.array([[illegal[0].number if illegal else 0]], dtype=np.int32)
        offender = np.array([[illegal[0].color if illegal else 0]], dtype=np.uint8)
        cycle = self._chunk.cycle_moves[self._index : self._index + 1]
        ruled = winners_by_rule(ended, [told.ruleset], first, offender, cycle)
        if ruled.winner[0, 0] < 0:
            return told
        move = int(ruled.move[0, 0])
        winner = RuleWinner.at(ruled.winner[0, 0])
        reasons = (*told.reasons, *by_rule_reasons(winner, move))
        return replace(told, winner_by_rule=winner.value, rule_move=move or None, reasons=reasons)

    def until(self, move: int) -> Self:
        """Return the game as if its record ended after a move, 0 for the start: without result and markup.

        Raises:
            IndexError: there is no such move.
            TypeError: `move` is no whole number.
            ValueError: the record has no board.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0];B[cc];W[];B[];W[bb];B[];W[])")
            >>> game.until(3).outcome("new-zealand", dead=[]).result, game.outcome("new-zealand", dead=[]).result
            ('B+25', '0')
        """
        replay = self.replay()
        if not replay.has_board:
            raise ValueError(NO_BOARD)
        if not 0 <= _move_number(move) <= len(replay.moves):
            raise IndexError(f"there is no move {move}; the record has {plural(len(replay.moves), 'move')}")
        chunk = self._chunk
        row = chunk.given.get(self._index) if chunk.given and not chunk.options.dead else None
        given = {0: row} if row else None
        cut = until(chunk.records, chunk.replays, self._index, move)
        return type(self)(Chunk(cut, replace(chunk.options, dead=None), given), 0)  # a list is about the end

    def given(self, dead: Iterable[int | str]) -> Self:
        """Return the game with these dead stones, in place of all that is known of its end.

        Args:
            dead: points of dead stones, by index or as GTP names them; a stone stands for its chain, and ``[]`` says
                that none is dead. Where a ruleset marks by regions, it stands for all of its colour in its region.

        Example:
            >>> import goanalyze as ga
            >>> game = ga.loads("(;SZ[5]KM[0];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[ab])")
            >>> game.given(["A4"]).counted().territory(ga.BLACK)
            5
        """
        named = [dead] if isinstance(dead, str) else dead
        given = {0: GivenRow(tuple(named))}
        return type(self)(
            Chunk(one_game(self._chunk.records, self._index), replace(self._chunk.options, dead=None), given), 0
        )

    def count(self, markup: str | MarkupMode | None = None) -> Count:
        """Count the final position.

        Args:
            markup: ``full``, marked points are the territory; ``dead``, only the dead stones are taken from the marks;
                ``ignore``, nothing. Without marks, or where they contradict the board, a finished game is settled or
                estimated, any other is counted as it stands. If not given, as the game was read with.
        """
        finals = self._chunk.with_markup(markup).finals
        players = finals.by(PLAYERS).count(self._index)
        return replace(finals.plain.count(self._index), by_territory=(players.black, players.white))


def _move_number(move: object) -> int:
    """Return the number of a move; raises `TypeError` where it is not a whole one."""
    if isinstance(move, SupportsIndex) and not isinstance(move, (bool, np.bool_)):
        return operator.index(move)
    raise TypeError(f"a move is named by its number, a whole one, not by {move!r}")
