"""The check: texts through tokenizer, replay, judgement, count and tables, chunk by chunk."""

from __future__ import annotations

import atexit
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from goanalyze.batch.summary import Summary, Unread, summarize
from goanalyze.life.choices import EstimateMode, MarkupMode, StatusSource
from goanalyze.life.determine import determine
from goanalyze.life.engine import Engine
from goanalyze.replay.cycles import claimable_cycles
from goanalyze.replay.legality import legality
from goanalyze.replay.replays import Replays, replay_records
from goanalyze.rules import RULESETS, KomiReading, Ruleset
from goanalyze.score.basis import Basis
from goanalyze.score.ending import read_endings
from goanalyze.score.margins import Outcomes, judge_all
from goanalyze.sgf.charset import Text
from goanalyze.sgf.metadata import read_metadata, recorded_komi
from goanalyze.sgf.records import Records, read_records
from goanalyze.tables.audit import Audited, audit_games, audit_table, outcome_notes
from goanalyze.tables.build import counts_table, files_table, game_ids, games_table, moves_table
from goanalyze.tables.findings import Row, chunk_rows, file_row, findings_table, result_rows, tally
from goanalyze.tables.outcomes import outcomes_table

__all__ = ["Chunk", "Options", "analyze"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    Attributes:
        markup: what territory markup is good for, see `goanalyze.life.markup`.
        encoding: charset of files that say nothing themselves.
        moves: whether to build the long table of moves.
        rulesets: whose verdicts and outcomes are worked out.
        estimate: which final positions are settled or estimated, see `goanalyze.life.determine`.
        engine: command of a Go engine to be asked about dead stones, see `goanalyze.life.engine`.
        komi: of the first reading of each outcome: recorded, ruleset, or a number.
    """

    markup: str = "full"
    encoding: str | None = None
    moves: bool = False
    rulesets: tuple[Ruleset, ...] = tuple(RULESETS.values())
    komi: KomiReading = "recorded"
    estimate: str = "auto"
    engine: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is not allowed, before any file is read.

        Raises:
            ValueError: a mode, or an engine's command, that cannot be; the message names what is allowed.
        """
        MarkupMode.read("markup", self.markup)
        EstimateMode.read("estimate", self.estimate)
        if self.engine is not None:
            if not isinstance(self.engine, str):
                raise ValueError(f"engine: {self.engine!r} is not allowed; give a command such as 'gnugo --mode gtp'")
            Engine(self.engine).close()


Chunk = tuple[dict[str, Any], Summary]


def analyze(batch: Sequence[Text], options: Options) -> Iterator[Chunk]:
    """Take files through all stages; yield their tables and sums, one or more chunks.

    A file that makes a stage fail is set apart and becomes a GO901 finding; the others go on.
    """
    try:
        yield from list(_stages(batch, options))
    except Exception as error:  # whatever goes wrong in one file must not cost its neighbours
        if len(batch) == 1:
            yield _failed(batch[0], error, options)
            return
        for half in (batch[: len(batch) // 2], batch[len(batch) // 2 :]):
            yield from analyze(half, options)


def _failed(text: Text, error: Exception, options: Options) -> Chunk:
    """Return the tables of a file that the program could not get through."""
    code, message = "GO901", f"internal error, please report: {type(error).__name__}: {error}"
    if isinstance(error, MemoryError | RecursionError):
        what = "more memory than there is" if isinstance(error, MemoryError) else "too deep a recursion"
        code, message = "GO902", f"needed {what} ({type(error).__name__}); not checked"
    blank = Text(text.source, text.member, text.size, b"", text.encoding, text.encoding_source, code, message)
    return next(_stages([blank], options))


def _stages(batch: Sequence[Text], options: Options) -> Iterator[Chunk]:
    games = np.zeros(len(batch), dtype=np.int64)
    for records in read_records(batch):
        games += np.bincount(records.tape.game_file, minlength=len(batch))
        yield _game_tables(records, options)
    yield _file_tables(batch, games)


def _game_tables(records: Records, options: Options) -> Chunk:
    replays = replay_records(records)
    metadata = read_metadata(records)
    statuses = determine(records, replays, metadata, options.markup, options.estimate, _engine(options.engine))
    rows = chunk_rows(records, replays, metadata, statuses, options.rulesets)
    endings = read_endings(replays, statuses, records.handicap, recorded_komi(metadata), claimable_cycles(replays))
    outcomes = judge_all(endings, options.rulesets, options.komi)
    audited = audit_games(replays, metadata, statuses, endings)
    rows += result_rows(records, audited, outcome_notes(outcomes, statuses, options.rulesets))
    rows.sort(key=lambda row: row.game)
    ids = game_ids(records)
    tables = {
        "games": games_table(records, replays, metadata, ids, *tally(rows, len(records))),
        "findings": findings_table(rows, ids),
        "counts": counts_table(endings, statuses, ids),
        "outcomes": outcomes_table(outcomes, legality(replays, options.rulesets), metadata, statuses, ids,
                                   options.rulesets, replays.width == 0),
    }  # fmt: skip
    if audited:
        tables["audit"] = audit_table(audited, statuses, ids, replays)
    if options.moves:
        tables["moves"] = moves_table(replays, ids)
    summary = summarize(rows)
    summary.games = len(records)
    summary.moves = int(replays.fact("moves").sum())
    sizes = replays.width.astype(np.int32) * 64 + replays.height
    for size, count in zip(*np.unique(sizes, return_counts=True), strict=True):
        summary.sizes[divmod(int(size), 64)] += int(count)
    endings = tables["games"]["ended_by"].value_counts().to_pylist()
    summary.endings.update({pair["values"]: pair["counts"] for pair in endings})
    known = np.bincount(statuses.source, minlength=len(StatusSource))
    summary.sources.update({source.value: int(known[source.index]) for source in StatusSource if known[source.index]})
    summary.audit.update(_strata(records, replays, audited))
    summary.counted, summary.disputed = _decided(outcomes)
    return tables, summary


@lru_cache(maxsize=1)
def _engine(command: str | None) -> Engine | None:
    """Return the engine of this process, started with its first position and closed when the process ends."""
    if command is None:
        return None
    engine = Engine(command)
    atexit.register(engine.close)
    return engine


def _strata(records: Records, replays: Replays, audited: list[Audited]) -> Counter[tuple[str, str, str, str]]:
    """Count audited games by archive or folder, board size, ruleset and how count and record agree."""
    strata: Counter[tuple[str, str, str, str]] = Counter()
    for row in audited:
        text = records.text_of(row.game)
        place = text.source if text.member else str(Path(text.source).parent)
        size = f"{replays.width[row.game]}×{replays.height[row.game]}"
        explained = row.explained and row.agreement != "exact"
        strata[place, size, row.ruleset or "none named", "explained" if explained else row.agreement] += 1
    return strata


def _decided(outcomes: Outcomes) -> tuple[int, int]:
    """Count the games with known dead stones that a ruleset decides, and those of them that rulesets decide unlike."""
    winners = outcomes.winners(outcomes.basis < Basis.ESTIMATED)
    return int((winners > 0).sum()), int((winners > 1).sum())


def _file_tables(batch: Sequence[Text], games: Any) -> Chunk:
    """Return the files table of a batch, and the findings about whole files."""
    files = files_table(batch, games)
    rows: list[Row] = []
    summary = Summary()
    codes, messages = files["code"].to_pylist(), files["message"].to_pylist()
    for text, code, message, count in zip(batch, codes, messages, games.tolist(), strict=True):
        if text.code:
            rows.append(file_row(text, text.code, text.message, text.offset))
        if code and code != text.code:
            rows.append(file_row(text, code, message))
        if not count:
            summary.unread.append(Unread(text.source, text.member, code, message))
    summary.add(summarize(rows))
    summary.files, summary.bytes = len(batch), sum(text.size for text in batch)
    summary.failed = int((games == 0).sum())
    return {"files": files, "findings": findings_table(rows, [])}, summary
