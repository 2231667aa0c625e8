"""Builders of the tables from the stages of a chunk that has run, see `goanalyze.pipeline.Chunk.run`: columns only."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final, TypedDict, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.conventions.convention import RestMode
from goanalyze.life.choices import Fate, StatusSource
from goanalyze.life.statuses import StatusPolicy
from goanalyze.limits import MAX_BOARD
from goanalyze.pipeline import Chunk
from goanalyze.points import EMPTY, WHITE, color_name, to_sgf
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import canonical_hashes
from goanalyze.rules import Ruleset, Scoring, to_toml, value_text
from goanalyze.rules.choices import RuleWinner, Winner
from goanalyze.score.choices import Agreement, Basis, HandicapSource, Quality
from goanalyze.score.count import COLUMNS
from goanalyze.score.end_policies import PLAYERS, Ends
from goanalyze.score.final_positions import handicap_stones
from goanalyze.score.outcomes import Outcomes
from goanalyze.sgf.charset import Text
from goanalyze.sgf.choices import FileFormat, ResultBy
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.records import Records
from goanalyze.tables import schema
from goanalyze.util.arrow import Values, as_arrow, booleans, category, encode, floats, hexadecimal, numbers, strings


class GameRow(TypedDict):
    """A row of the games table: a value for each column, described in ``docs/columns.md``.

    Example:
        >>> import goanalyze as ga
        >>> info = ga.loads("(;SZ[9]KM[6.5];B[ee])").info
        >>> info["komi"], info["move_count"]
        (6.5, 1)
    """

    game_id: str
    canonical_id: str
    source: str
    member: str
    game_index: int
    offset: int
    board_width: int | None
    board_height: int | None
    black_player: str
    white_player: str
    black_rank_raw: str
    black_rank: int | None
    white_rank_raw: str
    white_rank: int | None
    date_raw: str
    date: dt.date | None
    date_precision: str
    event: str
    round: str
    place: str
    application: str
    komi_raw: str
    komi: float | None
    komi_source: str
    komi_header: float | None
    komi_unit: str
    handicap_raw: str
    handicap: int | None
    handicap_stones: int
    handicap_source: str
    rules_raw: str
    ruleset: str | None
    ruleset_source: str
    ruleset_header: str | None
    convention: str | None
    result_raw: str
    result_winner: str
    result_by: str
    result_margin: float | None
    result_unit: str
    move_limit: int | None
    time_limit_raw: str
    time_limit: float | None
    overtime_raw: str
    overtime: str
    overtime_number: int | None
    overtime_seconds: float | None
    rated: bool | None
    move_count: int | None
    pass_count: int | None
    ended_by: str
    finding_count: int
    worst_severity: str | None
    moves: list[int]
    skipped_turns: list[int]
    setup: list[int]
    edited: bool
    branches: int


_COLORS: Final = ("none", "black", "white")
_AGREEMENTS: Final = (*Agreement.names(), "unknown")
_COMPARABLE: Final = (ResultBy.SCORE.value, ResultBy.DRAW.value, ResultBy.UNKNOWN.value)
"""Recorded results of these kinds say something of the position."""

_Number = TypeVar("_Number", bound=np.generic)


def fit(table: schema.Table, columns: Mapping[str, Values]) -> pa.Table:
    """Return an Arrow table of the schema."""
    arrow = table.arrow
    return pa.Table.from_arrays([as_arrow(columns[field.name], field.type) for field in arrow], schema=arrow)


def files_table(texts: Sequence[Text], games: NDArray[np.int64], faults: Sequence[Sequence[Finding]]) -> pa.Table:
    """Build the files table: one row per text."""
    last, counts, sgf = [each[-1] if each else None for each in faults], games.tolist(), FileFormat.SGF.value
    columns = dict(zip(Text._fields, zip(*texts, strict=True), strict=True))
    return fit(
        schema.FILES,
        {
            "source": columns["source"],
            "member": columns["member"],
            "bytes": columns["size"],
            "games": games.astype(np.int32),
            "format": [
                original.format if original else sgf if count else None
                for original, count in zip(columns["converted"], counts, strict=True)
            ],
            "status": [
                _status(count, fault) if fault or not count else "ok" for count, fault in zip(counts, last, strict=True)
            ],
            "code": [fault.code if fault else None for fault in last],
            "message": [fault.message if fault else "" for fault in last],
            "encoding": [name or None for name in columns["encoding"]],
            "encoding_source": [
                how if name else None for name, how in zip(columns["encoding"], columns["encoding_source"], strict=True)
            ],
        },
    )


def _status(games: int, fault: Finding | None) -> str:
    if not games:
        return "other" if fault and fault.code == "GO005" else "failed"
    return "ok" if fault is None or fault.severity is Severity.INFO else "partial"


def findings_table(findings: Sequence[Finding], ids: Sequence[str] = ()) -> pa.Table:
    """Build the findings table; `ids` of the games by their number in the chunk."""
    if not findings:
        return schema.FINDINGS.empty()
    values = dict(zip(Finding._fields, zip(*findings, strict=True), strict=True))
    severity = {code: CATALOGUE[code].severity.value for code in set(values["code"])}
    columns: dict[str, Values] = {
        **values,
        "game_id": [ids[game] if game >= 0 else None for game in values["game"]],
        "severity": [severity[code] for code in values["code"]],
        "line": [line if game >= 0 else None for line, game in zip(values["line"], values["game"], strict=True)],
    }
    return fit(schema.FINDINGS, columns)


def _id_column(chunk: Chunk) -> pa.StringArray:
    """Return the id of each game as the tables have it."""
    return strings(chunk.ids)


def _game_offsets(records: Records) -> NDArray[np.int64]:
    """Return the offset of each game in the original bytes of its file."""
    offsets: NDArray[np.int64] = records.tape.game_span[:, 0] - records.file_start[records.tape.game_file]
    for game in np.flatnonzero(offsets).tolist():  # most are at the beginning, in every charset
        offsets[game] = records.offset(game, int(records.tape.game_span[game, 0]))
    return offsets


def games_table(chunk: Chunk) -> pa.Table:
    """Build the games table of a chunk."""
    records, replays, metadata = chunk.records, chunk.replays, chunk.played.metadata
    tape, no_board = records.tape, replays.width == 0
    canonical = canonical_hashes(tape.events, records.width, records.height)
    stones, stone_source = handicap_stones(records.handicap, replays)
    offsets = replays.start.astype(np.int32)
    setup_start, setup, edited = chunk.setups
    return fit(
        schema.GAMES,
        {
            "game_id": chunk.cached(_id_column),
            "canonical_id": hexadecimal(canonical.astype(">u8").tobytes(), 8),
            **records.address_columns,
            "offset": _game_offsets(records),
            "board_width": numbers(replays.width, no_board),
            "board_height": numbers(replays.height, no_board),
            **metadata.columns,
            "handicap_stones": stones,
            "handicap_source": category(stone_source, HandicapSource.names()),
            "move_count": numbers(replays.fact("moves"), no_board),
            "pass_count": numbers(replays.fact("passes"), no_board),
            "ended_by": _ended_by(replays, metadata),
            **_tally(chunk),
            "moves": pa.ListArray.from_arrays(numbers(offsets), numbers(replays.moves.point)),
            "skipped_turns": _skipped_turns(replays),
            "setup": pa.ListArray.from_arrays(numbers(setup_start.astype(np.int32)), numbers(setup)),
            "edited": booleans(edited),
            "branches": tape.branches,
        },
    )


def _tally(chunk: Chunk) -> dict[str, Values]:
    """Count the findings of each game, and name the worst severity among them."""
    severity = {code: CATALOGUE[code].severity.index for code in {each.code for each in chunk.findings}}
    game = np.array([each.game for each in chunk.findings], dtype=np.int64)
    worst = np.full(len(chunk), len(Severity), dtype=np.int32)  # the least index
    np.minimum.at(worst, game, np.array([severity[each.code] for each in chunk.findings], dtype=np.int32))
    return {
        "finding_count": np.bincount(game, minlength=len(chunk)).astype(np.int32),
        "worst_severity": category(worst, Severity.names(), worst == len(Severity)),
    }


def _skipped_turns(replays: Replays) -> pa.ListArray:
    """Return the numbers of the moves whose colour is that of the move before; before the first, White's."""
    color, start = replays.moves.color, replays.start
    before = np.empty_like(color)
    before[1:] = color[:-1]
    before[start[:-1][np.diff(start) > 0]] = WHITE
    rows = np.flatnonzero(color == before)
    number = (rows - start[np.searchsorted(start, rows, side="right") - 1] + 1).astype(np.int32)
    return pa.ListArray.from_arrays(numbers(np.searchsorted(rows, start).astype(np.int32)), numbers(number))


def _ended_by(replays: Replays, metadata: Metadata) -> pa.Array:
    """Return the end of each game: two passes at the end of the record, else the end that RE names."""
    by = _numbered(metadata.columns["result_by"], schema.ENDINGS)
    by = np.where(replays.fact("moves") == 0, schema.ENDINGS.index("none"), by)
    return category(np.where(replays.fact("end_run") >= 2, schema.ENDINGS.index("passes"), by), schema.ENDINGS)


def counts_table(chunk: Chunk) -> pa.Table:
    """Build the counts table of a chunk."""
    final, players, statuses = chunk.finals.plain, chunk.finals.under(PLAYERS), chunk.statuses
    value = {name: final.sides(name).T for name in COLUMNS}
    value |= {"prisoners": final.prisoners, "passes": final.passes, "area": value["stones"] + value["territory"]}

    margins = _margins(final.counts, players.counts, final.prisoners)
    stone = margins["area_margin"] - 2 * _difference(final.sides("groups"))
    columns: dict[str, NDArray[np.int32]] = {
        f"{color}_{name}": value[name][:, side]
        for name in ("stones", "territory", "area", "prisoners", "dead", "groups", "passes")
        for side, color in enumerate(("black", "white"))
    }
    columns |= {
        "dame": final.dame,
        "seki_groups": value["seki_groups"].sum(axis=1),
        "seki_points": players.sides("seki").sum(axis=0),
        "deducted_points": players.sides("deducted").sum(axis=0),
        **margins,
        "stone_margin": stone,
        "area_minus_territory": margins["area_margin"] - margins["territory_margin"],
        "area_minus_stone": margins["area_margin"] - stone,
    }
    no_board = final.width == 0
    kinds = {column.name: column.type for column in schema.COUNTS.columns}
    arrays: dict[str, Values] = {name: numbers(column, no_board, kinds[name]) for name, column in columns.items()}
    for name, decided in (("confirmed_chains", True), ("unconfirmed_chains", False)):
        games = [chain.game for chain in statuses.chains if (chain.status.fate is not Fate.UNKNOWN) == decided]
        arrays[name] = numbers(np.bincount(games, minlength=len(chunk)), ~statuses.is_confirmed, pa.int16())
    arrays |= _rest_columns(chunk.ends)
    arrays["game_id"] = chunk.cached(_id_column)
    arrays["first_pass"] = category(final.first_pass, _COLORS, final.first_pass == 0)
    arrays["final_pass"] = category(final.final_pass, _COLORS, final.final_pass == 0)
    arrays["position"] = category(final.quality, Quality.names())
    source = statuses.under(StatusPolicy(article_7=True)).source
    arrays["status_source"] = category(source, StatusSource.names())
    arrays["status_confidence"] = numbers(statuses.base.confidence, source == 0)
    arrays["count_confidence"] = numbers(final.count_confidence.min(axis=1), source == 0)
    return fit(schema.COUNTS, arrays)


def _difference(sides: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return Black − White of numbers of both sides, [2, games]."""
    black_less_white: NDArray[np.int32] = sides[0] - sides[1]
    return black_less_white


def _margins(
    plain: NDArray[np.int32], in_territory: NDArray[np.int32], prisoners: NDArray[np.int32]
) -> dict[str, NDArray[np.int32]]:
    """Return the margins by area and by territory of some ends, int32[games] by column name.

    Args:
        plain: int32[games, 2, len(COLUMNS)], counts with all dead stones removed.
        in_territory: int32[games, 2, len(COLUMNS)], counts with dead stones removed from territory of the opponent.
        prisoners: int32[games, 2], enemy stones that each colour took.
    """
    area, players = (dict(zip(COLUMNS, each.transpose(2, 1, 0), strict=True)) for each in (plain, in_territory))
    territory = _difference(players["territory"] + prisoners.T - players["dead"])
    return {
        "area_margin": _difference(area["stones"] + area["territory"]),
        "territory_margin": territory - _difference(players["seki"] + players["deducted"]),
        "territory_margin_strict": territory - _difference(players["seki_strict"] - players["stay_strict"]),
        "territory_margin_plain": territory,
    }


def _rest_columns(ends: Ends) -> dict[str, Values]:
    """Return the treatment of the rest of each game, and the margins by the other treatment."""
    moves = np.zeros(len(ends.rest), dtype=np.int16)
    moves[ends.games] = np.diff(ends.finished.start)
    is_played = ends.rest == RestMode.PLAYED_OUT.index
    columns: dict[str, Values] = {
        "rest": category(np.maximum(ends.rest, 0), RestMode.names(), ends.rest < 0),
        "rest_moves": numbers(moves, ~is_played, pa.int16()),
    }
    others = _margins(ends.others.plain, ends.others.in_territory, ends.other_prisoners)
    for name, margin in others.items():
        column = np.zeros(len(ends.rest), dtype=np.int32)
        column[ends.games] = margin
        columns[f"other_{name}"] = numbers(column, ends.rest < 0, pa.int32())
    return columns


def moves_table(chunk: Chunk) -> pa.Table:
    """Build the long table of moves of a chunk."""
    replays, ids = chunk.replays, chunk.cached(_id_column)
    moves, lengths = replays.moves, np.diff(replays.start)
    game = np.repeat(np.arange(len(ids), dtype=np.int32), lengths)
    width = replays.width.astype(np.int32)[game]
    point = moves.point.astype(np.int32)
    letters = [to_sgf(index, MAX_BOARD) for index in range(MAX_BOARD * MAX_BOARD)] + [""]
    spread = np.where(
        point >= 0, point // np.maximum(width, 1) * MAX_BOARD + point % np.maximum(width, 1), MAX_BOARD * MAX_BOARD
    ).astype(np.int32)
    return fit(
        schema.MOVES,
        {
            "game_id": category(game, ids),
            "move_number": (np.arange(len(game)) - replays.start[:-1][game] + 1).astype(np.int32),
            "color": category(moves.color - 1, ["black", "white"]),
            "point": category(spread, letters, point < -1),
            "captured": moves.captured,
            "self_captured": moves.self_captured,
            "flags": moves.flags,
            "repeats_move": numbers(moves.repeats, moves.repeats < 0),
        },
    )


def chains_table(chunk: Chunk) -> pa.Table:
    """Build the table of the chains of a chunk that were to be confirmed."""
    chains, ids, width = chunk.statuses.chains, chunk.ids, chunk.replays.width
    results = [chain.status for chain in chains]
    return fit(
        schema.CHAINS,
        {
            "game_id": [ids[chain.game] for chain in chains],
            "first": [to_sgf(min(chain.status.points), int(width[chain.game])) for chain in chains],
            "color": [color_name(status.color) for status in results],
            "stones": [len(status.points) for status in results],
            "estimate_dead": [chain.estimate_dead for chain in chains],
            "share": [chain.alive_probability for chain in chains],
            "confirmed": [status.fate.value for status in results],
            "how": [status.how.value for status in results],
            "walls": [status.assumed.value for status in results],
            "reason": [status.reason.value for status in results],
            "region_points": [len(status.region) for status in results],
            "region_empty": [int((status.position.stones[list(status.region)] == EMPTY).sum()) for status in results],
            "states": [status.states for status in results],
            "marked_dead": [chain.marked_dead for chain in chains],
            "unsettled": [status.unsettled if status.fate is Fate.DEAD else None for status in results],
        },
    )


def chunk_tables(chunk: Chunk) -> dict[str, pa.Table]:
    """Build every table about the games of a chunk, by name; no audit where no count is recorded."""
    tables = {
        "games": games_table(chunk),
        "findings": findings_table(chunk.reported_findings, chunk.ids),
        "counts": counts_table(chunk),
        "outcomes": outcomes_table(chunk),
    }
    if chunk.audited:
        tables["audit"] = audit_table(chunk)
    optional = {"moves": moves_table, "chains": chains_table}
    return tables | {name: optional[name](chunk) for name in chunk.options.optional_tables}


def outcomes_table(chunk: Chunk) -> pa.Table:
    """Build the outcomes table of a chunk: game by game, each with all rulesets."""
    outcomes, legality, decisions, statuses = chunk.outcomes, chunk.legality, chunk.rule_decisions, chunk.statuses
    rulesets, ids, no_board = chunk.options.rulesets, chunk.cached(_id_column), chunk.replays.width == 0
    many = len(rulesets)

    def spread(values: NDArray[_Number]) -> NDArray[_Number]:
        return np.repeat(values, many)

    def optional(values: NDArray[np.float64]) -> pa.Array:
        return numbers(values.ravel(), np.isnan(values.ravel()))

    def winner(values: NDArray[np.int8]) -> pa.Array:
        return category(values.ravel(), Winner.names(), values.ravel() < 0)

    missing = spread(no_board)
    known = [statuses.under(StatusPolicy(article_7=confirmed)) for confirmed in (False, True)]
    sets = [known[StatusPolicy.of(ruleset).article_7] for ruleset in rulesets]
    source, confidence = (np.stack(each, axis=1).ravel() for each in list(zip(*sets, strict=True))[1:])
    return fit(
        schema.OUTCOMES,
        {
            "game_id": category(spread(np.arange(len(ids))), ids),
            "ruleset": category(np.tile(np.arange(many), len(ids)), [ruleset.id for ruleset in rulesets]),
            "legal": booleans(legality.illegal_count.ravel() == 0, missing),
            "illegal_count": numbers(legality.illegal_count.ravel(), missing),
            "first_illegal_move": numbers(legality.first_illegal.ravel(), legality.first_illegal.ravel() == 0),
            "basis": category(outcomes.basis.ravel(), Basis.names()),
            "komi": optional(outcomes.komi),
            "handicap_bonus": numbers(outcomes.bonus.ravel(), missing),
            "margin": optional(outcomes.margin),
            "winner": winner(outcomes.winner),
            "winner_by_rule": category(decisions.winner.ravel(), RuleWinner.names(), decisions.winner.ravel() < 0),
            "rule_move": numbers(decisions.move.ravel(), decisions.move.ravel() == 0),
            "margin_strict": optional(outcomes.margin_strict),
            "ruleset_komi": optional(outcomes.ruleset_komi),
            "margin_ruleset_komi": optional(outcomes.ruleset_margin),
            "winner_ruleset_komi": winner(outcomes.ruleset_winner),
            "approximate": booleans(outcomes.approximate.ravel()),
            "no_result_possible": booleans(outcomes.no_result.ravel()),
            "agrees_with_record": category(_agreement(outcomes, chunk.metadata).ravel(), _AGREEMENTS),
            "status_source": category(source, StatusSource.names()),
            "status_confidence": numbers(confidence, source == 0),
            "count_confidence": numbers(_count_confidences(chunk).ravel(), source == 0),
        },
    )


def _count_confidences(chunk: Chunk) -> NDArray[np.float32]:
    """Return the confidence of the margin under each ruleset, float32[games, rulesets]."""
    by_territory = [ruleset.scoring.value is Scoring.TERRITORY for ruleset in chunk.options.rulesets]
    of_rulesets = [chunk.finals.for_ruleset(ruleset).count_confidence for ruleset in chunk.options.rulesets]
    columns = [each[:, int(is_so)] for each, is_so in zip(of_rulesets, by_territory, strict=True)]
    return np.stack(columns, axis=1)


def _agreement(outcomes: Outcomes, metadata: Metadata) -> NDArray[np.int64]:
    """Hold every margin against the recorded count: index into `_AGREEMENTS`, [games, rulesets].

    That both lose is recorded without a margin; a ruleset that knows it gives the same.
    """
    winner, by = (
        _numbered(metadata.columns[f"result_{name}"], names)
        for name, names in (("winner", Winner.names()), ("by", _COMPARABLE))
    )
    recorded = floats(metadata.columns["result_margin"])[:, None]
    comparable = ((by >= 0) & (winner >= 0))[:, None] & ~np.isnan(outcomes.margin)
    same = outcomes.winner == winner[:, None]
    lost = outcomes.winner == Winner.BOTH_LOSE.index
    return np.select([lost, ~comparable, same & (outcomes.margin == recorded), same], [1, 3, 0, 1], 2)


def _numbered(column: pa.Array, names: Sequence[str]) -> NDArray[np.int64]:
    """Return the number of each value in `names`, −1 for any other."""
    where, values = encode(column)
    return np.array([names.index(value) if value in names else -1 for value in values], dtype=np.int64)[where]


def audit_table(chunk: Chunk) -> pa.Table:
    """Build the audit table of a chunk: one row per game with a recorded count and a judged position."""
    audited, ids, width = chunk.audited, chunk.ids, chunk.replays.width
    audits = [row.audit for row in audited]
    return fit(
        schema.AUDIT,
        {
            "game_id": [ids[row.game] for row in audited],
            "ruleset": [row.ruleset for row in audited],
            "recorded_margin": [row.recorded for row in audited],
            "margin": [item.margin if item else None for item in audits],
            "agreement": [row.agreement for row in audited],
            "explanation": [item.explanation.value if item else None for item in audits],
            "explained": [row.is_explained for row in audited],
            "evidence": [item.evidence if item else None for item in audits],
            "fits_ruleset": [item.ruleset if item else None for item in audits],
            "fits_komi": [item.komi if item else None for item in audits],
            "flips": [
                [to_sgf(chain[0], int(width[row.game])) for chain in row.audit.flips] if row.audit else []
                for row in audited
            ],
            "flips_unique": [item.flips_unique if item else None for item in audits],
            "status_source": [StatusSource.at(row.source).value for row in audited],
            "status_confidence": [row.confidence for row in audited],
            "count_confidence": [row.count_confidence for row in audited],
        },
    )


def rulesets_table(rulesets: Sequence[Ruleset]) -> pa.Table:
    """Build the rulesets table: every axis with its source, and the definition to read it back."""
    columns = {
        "id": [ruleset.id for ruleset in rulesets],
        "title": [ruleset.title for ruleset in rulesets],
        "definition": [to_toml(ruleset) for ruleset in rulesets],
    }
    for name in rulesets[0].axes() if rulesets else ():
        axes = [ruleset.axes()[name] for ruleset in rulesets]
        columns[name] = [value_text(axis.value) for axis in axes]
        columns[f"{name}_source"] = [axis.source for axis in axes]
    return fit(schema.RULESETS_TABLE, {name: strings(values) for name, values in columns.items()})
