"""A board, a replay and the findings agree on each move under each ruleset."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from helpers.contracts import case_records, games, random_records, records, ruleset_ids

import goanalyze as ga

OFF_BOARD = -2
ARCHIVES = Path(__file__).parents[3] / "shared" / "archives" / "dev"
pytestmark = pytest.mark.law


@cache
def replayed() -> tuple[ga.Game, ...]:
    """Return the games of all records that have a board."""
    return tuple(
        game for game in games([*records().values(), *case_records(), *random_records()]) if game.replay().has_board
    )


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_board_gives_the_verdicts_of_a_replay(ruleset: str) -> None:
    """A board that has played a record has the verdicts, positions and prisoners of its replay."""
    forbidden = 0
    for game in replayed():
        replay, board = game.replay(), ga.Board.from_game(game, rules=ruleset)
        verdicts = replay.verdicts(ruleset)
        assert board.verdicts() == verdicts, game.raw_sgf
        assert (board.position, board.prisoners) == (replay.position(), replay.prisoners)
        assert [move.number for move in replay.illegal_moves(ruleset)] == [
            number for number, verdict in enumerate(verdicts, 1) if verdict != "legal"
        ]
        forbidden += len(replay.illegal_moves(ruleset))
    assert forbidden > len(replayed()) / 4


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_board_judges_a_move_before_it_is_made(ruleset: str) -> None:
    """`is_legal`, `why_illegal`, `legal_moves_for` and `play` agree with the verdict on the last move of a record."""
    reasons = set()
    for game in replayed():
        replay = game.replay()
        if not replay.moves or replay.moves[-1].point == OFF_BOARD or game.info["edited"]:
            continue
        move, is_legal = replay.moves[-1], replay.verdicts(ruleset)[-1] == "legal"
        board = ga.Board.from_game(game, rules=ruleset)
        while len(board.moves) == move.number:
            board.undo()
        assert board.is_legal(move.point, move.color) == is_legal, (game.raw_sgf, move)
        assert (move.point in board.legal_moves_for(move.color)) == (is_legal and move.point >= 0)
        reason = board.why_illegal(move.point, move.color)
        assert (reason is None) == is_legal
        if reason is None:
            assert board.play(move.point, move.color).number == move.number
            assert board.position == replay.position()
        else:
            before = board.position
            with pytest.raises(ga.IllegalMoveError) as refused:
                board.play(move.point, move.color)
            assert (str(refused.value), board.position, ruleset in reason.rulesets) == (reason.message, before, True)
            reasons.add(reason.code)
    assert len(reasons) >= 3


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_the_legal_moves_are_those_that_are_legal_one_by_one(ruleset: str) -> None:
    """`legal_moves_for` has each point for which `is_legal` is true, for both colors."""
    for game in replayed():
        if game.width * game.height <= 25:
            board = ga.Board.from_game(game, rules=ruleset)
            for color in (ga.BLACK, ga.WHITE):
                points = [point for point in range(game.width * game.height) if board.is_legal(point, color)]
                assert list(board.legal_moves_for(color)) == points, game.raw_sgf


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_outcomes_name_the_moves_that_a_replay_forbids(
    ruleset: str, tables: ga.Tables, read_again: list[ga.Game]
) -> None:
    """The legality in the table outcomes is that of the verdicts of the game of its row."""
    rows = tables.outcomes[tables.outcomes.ruleset == ruleset].set_index("game_id")
    assert len(rows) == len(tables.games)
    for index, game_id in enumerate(tables.games.game_id):
        illegal = read_again[index].replay().illegal_moves(ruleset)
        row = rows.loc[game_id]
        assert (bool(row.legal), row.illegal_count) == (not illegal, len(illegal))
        if illegal:
            assert row.first_illegal_move == illegal[0].number


def test_findings_name_the_moves_that_rulesets_forbid() -> None:
    """Over all findings of a game, rulesets and move numbers are those of the verdicts that are not legal."""
    for game in replayed():
        replay = game.replay()
        named, judged = defaultdict(set), defaultdict(set)
        for finding in replay.findings:
            for ruleset in finding.rulesets:
                named[ruleset] |= set(finding.move_numbers)
        for ruleset in ruleset_ids():
            if numbers := {move.number for move in replay.illegal_moves(ruleset)}:
                judged[ruleset] = numbers
        assert named == judged, game.raw_sgf


def test_the_table_of_findings_is_that_of_the_games(tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """A game that is read again has the findings of its rows, with the same values."""
    columns = ("code", "message", "move_number", "offset", "point", "color", "count")
    for index, (game_id, count) in enumerate(zip(tables.games.game_id, tables.games.finding_count, strict=True)):
        rows = tables.arrow("findings", filter=[("game_id", "==", game_id)]).to_pylist()
        findings = [finding._asdict() for finding in read_again[index].replay().findings]
        assert len(findings) == len(rows) == count
        for finding, row in zip(findings, rows, strict=True):
            assert [finding[name] for name in columns[:4]] == [row[name] for name in columns[:4]]
            assert list(finding["rulesets"]) == row["rulesets"]
            assert list(finding["move_numbers"]) == row["move_numbers"]


def test_the_table_of_moves_is_that_of_the_replay(tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """Numbers, colors, points and captures of the table moves are those of the replay, and of a board."""
    for index, game_id in enumerate(tables.games.game_id):
        game = read_again[index]
        moves = game.replay().moves if game.replay().has_board else []
        rows = tables.arrow("moves", filter=[("game_id", "==", game_id)]).to_pylist()
        assert [(row["move_number"], row["captured"], row["self_captured"]) for row in rows] == [
            (move.number, move.captured, move.self_captured) for move in moves
        ]
        assert [row["color"] for row in rows] == [move.to_dict()["color"] for move in moves]
        if moves:
            board = ga.Board.from_game(game)
            assert [(move.number, move.color, move.name) for move in board.moves] == [
                (move.number, move.color, move.name) for move in moves
            ]
            counts = [(len(move.captured_names), len(move.self_captured)) for move in board.moves]
            assert counts == [(move.captured, move.self_captured) for move in moves]
            for move, row in zip(moves, rows, strict=True):
                if move.point >= 0:
                    assert row["point"] == ga.to_sgf(move.point, game.width)


def test_undo_returns_to_every_position() -> None:
    """After each undo a board has the position of the replay after that move, and equals a board played up to it."""
    for game in replayed():
        if game.info["edited"] or game.width * game.height > 30:
            continue
        replay, board = game.replay(), ga.Board.from_game(game)
        while board.moves:
            number = len(board.moves)
            assert board.position == replay.position(number)
            assert board == ga.Board.from_game(game, number)
            board.undo()


def test_a_board_writes_the_record_that_it_has_played() -> None:
    """The record of a board gives the same moves, verdicts and position again."""
    for game in replayed()[::3]:
        if any(move.point == OFF_BOARD for move in game.replay().moves):
            continue
        board = ga.Board.from_game(game)
        again = ga.loads(board.to_sgf())
        assert [move.name for move in again.replay().moves] == [move.name for move in board.moves]
        assert again.replay().position() == board.position
        for ruleset in ruleset_ids():
            assert again.replay().verdicts(ruleset) == board.verdicts(ruleset), game.raw_sgf


@pytest.mark.skipif(not ARCHIVES.exists(), reason=f"the archives are not here: {ARCHIVES}")
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["fox-9k", "gnugo-regression", "ai-yenw", "kgs-2017a", "tygem-2009-12", "personal-sartak"]
)
def test_a_board_gives_the_verdicts_of_real_games(name: str) -> None:
    """Games of servers, engines and collections are judged by a board as by a check."""
    for game in islice(ga.read(ARCHIVES / f"{name}.zip"), 0, 210, 7):
        if game.replay().has_board:
            board = ga.Board.from_game(game)
            assert [board.verdicts(ruleset) for ruleset in ruleset_ids()] == [
                game.replay().verdicts(ruleset) for ruleset in ruleset_ids()
            ]
