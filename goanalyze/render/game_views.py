"""Games of a dataset as content of viewers and boards: moves from the sources, findings from the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.catalogue.finding import Finding
from goanalyze.draw.counted_position import counted_svg
from goanalyze.draw.game_html import player_names
from goanalyze.draw.viewer import Steps, ViewerCount, ViewerGame, ViewerNote, finding_notes, noted_svg
from goanalyze.game.game import Game, as_one_chunk
from goanalyze.game.pictures import counts_of, steps_of
from goanalyze.points import from_sgf
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.util.row import Fields
from goanalyze.util.text import cut_text

ABOUT_START: Final = ("GO152", "GO154", "GO405")
"""Codes of findings about the position before the first move."""
_NOTES: Final = tuple("code message line move_number point rulesets repeats_move move_numbers".split())
_NAMES: Final = ("black_player", "black_rank_raw", "white_player", "white_rank_raw")
_MESSAGE: Final = 400
_MOST_NOTES: Final = 12  # of a game


class GameViews:
    """Games as content of viewers, each read once."""

    def __init__(self, facts: DatasetFacts, rulesets: Sequence[str] = ()) -> None:
        self.facts, self._rulesets = facts, tuple(rulesets)
        self._games: dict[int, Game | LookupError] = {}
        self._steps: dict[int, Steps] = {}
        self._players: dict[int, tuple[str, str]] = {}
        self._findings: dict[int, list[Fields]] = {}

    def read(self, rows: Iterable[int]) -> None:
        """Read the games of some rows of the table games from their sources."""
        missing = sorted(set(rows) - set(self._games))
        if not missing:
            return
        read_games = dict(self.facts.read_games(missing))
        games = {row: game for row, game in read_games.items() if isinstance(game, Game)}
        self._games |= read_games | dict(zip(games, as_one_chunk(list(games.values())), strict=True))
        names = self.facts.rows(self.facts.games, _NAMES, missing)
        self._players |= {row: player_names(record) for row, record in zip(missing, names, strict=True)}
        of_games = np.flatnonzero(np.isin(self.facts.finding_games, missing))
        findings = self.facts.rows(self.facts.findings, _NOTES, of_games)
        for row, record in zip(self.facts.finding_games[of_games].tolist(), findings, strict=True):
            self._findings.setdefault(row, []).append(record)

    def problem(self, row: int) -> str:
        """Return the reason why a game cannot be shown; empty if it can."""
        game = self._games[row]
        if isinstance(game, LookupError):
            return "The board is missing: the file is not found, or has changed since the check."
        return "" if game.replay().has_board else "The record has no board."

    def steps(self, row: int) -> Steps:
        """Return the main line of a game."""
        if row not in self._steps:
            game = self._game(row)
            replay = game.replay()
            self._steps[row] = steps_of(
                replay.events, (game.width, game.height), len(replay.flags), " – ".join(self.players(row))
            )
        return self._steps[row]

    def players(self, row: int) -> tuple[str, str]:
        """Return the names and ranks of Black and White."""
        if row not in self._players:
            self._players[row] = player_names(self.facts.rows(self.facts.games, _NAMES, [row])[0])
        return self._players[row]

    def view(self, row: int) -> ViewerGame:
        """Return a game with its findings and, if its position was counted, its counts."""
        records = self._findings.get(row, [])[:_MOST_NOTES]
        findings = [_finding(record) for record in records if not record["line"] and record["code"] in CATALOGUE]
        notes = finding_notes(findings, self.steps(row))
        return ViewerGame((self.steps(row),), notes, self._counts(row), self.players(row))

    def board(self, row: int, finding: Fields) -> str:
        """Draw the board of a finding: the position after its move with the point marked, safe HTML."""
        game = self._game(row)
        if finding["code"] in _COUNTED and (counted := self._counted_svg(game)):
            return counted
        line = finding["line"]
        steps = game.lines()[line].replay().steps() if line else self.steps(row)
        move = finding["move_number"]
        if move is None:
            move = 0 if finding["code"] in ABOUT_START else len(steps)
        notes = [note for note in finding_notes([_finding(finding)], steps) if note.move == move]
        if not notes and finding["point"]:
            notes = [ViewerNote(move, "", from_sgf(finding["point"], game.width, game.height), "circle")]
        return noted_svg(steps, notes, min(move, len(steps)))

    def _game(self, row: int) -> Game:
        game = self._games[row]
        assert not isinstance(game, LookupError)
        return game

    def _counts(self, row: int) -> tuple[ViewerCount, ...]:
        if "engine" in self.facts.options or not self._is_counted[row]:
            return ()
        markup = self.facts.options.get("markup", "full")
        game = self._game(row)
        return counts_of(game.outcome(ruleset, markup=markup) for ruleset in self._rulesets)

    @cached_property
    def _is_counted(self) -> NDArray[np.bool_]:
        return self.facts.is_among(self.facts.counts, "position", ["dead_known", "estimated"])

    def _counted_svg(self, game: Game) -> str:
        """Draw the final position as players count it; empty if it was not counted by this program alone."""
        if "engine" in self.facts.options:
            return ""
        counted = game.territory(self.facts.options.get("markup", "full"))
        if counted is None or counted.position is None:
            return ""
        return counted_svg(counted.position, counted.signs(), title="The final position as counted")


_COUNTED: Final = ("GO501", "GO502", "GO504", "GO505")
"""Codes of findings about a count: the final position is drawn as it was counted."""


def _finding(record: Fields) -> Finding:
    values = {
        **record,
        "rulesets": tuple(record["rulesets"] or ()),
        "move_numbers": tuple(record["move_numbers"] or ()),
    }
    values["message"] = cut_text(values["message"] or "", _MESSAGE)
    return Finding(**{"source": "", **{name: values[name] for name in _NOTES}})


def is_about_board(record: Fields) -> bool:
    """Return True if a finding is about a move, a point or a position, so that a board shows it."""
    code = record["code"]
    return (
        record["move_number"] is not None
        or code in (*ABOUT_START, *_COUNTED, "GO410", "GO503")
        or bool(record["point"])
    )
