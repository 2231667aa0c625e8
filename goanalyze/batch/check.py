"""The check of some files: all stages, tables and sums, chunk by chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.batch.summary import Summary, summarize
from goanalyze.detectors.records import file_findings, non_record_findings
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import StatusPolicy
from goanalyze.pipeline import Chunk, Options
from goanalyze.score.choices import Basis
from goanalyze.sgf.charset import Text
from goanalyze.sgf.records import read_records
from goanalyze.tables.build import chunk_tables, files_table, findings_table

Checked = tuple[Mapping[str, pa.Table], Summary]
"""Tables by name, and what they add up to."""


def analyze(batch: Sequence[Text], options: Options) -> Iterator[Checked]:
    """Take files through all stages; yield their tables and sums, one or more chunks.

    A file that makes a stage fail makes it fail for its neighbours, too: `goanalyze.batch.quarantine` sets it apart.
    """
    games = np.zeros(len(batch), dtype=np.int64)
    for records in read_records(batch):
        games += np.bincount(records.tape.game_file, minlength=len(batch))
        yield _games(Chunk(records, options))
    yield _files(batch, games)


def _games(chunk: Chunk) -> Checked:
    """Return the tables and sums of a chunk of games; the chunk itself is given up with that."""
    tables, replays = chunk_tables(chunk), chunk.replays
    summary = summarize(chunk.reported_findings)
    summary.games = len(chunk)
    branches = chunk.records.tape.branches
    summary.branches, summary.branched = int(branches.sum()), int((branches > 0).sum())
    summary.looked_at = int(chunk.variations[1].sum()) if chunk.options.variations else 0
    summary.moves = int(replays.fact("moves").sum())
    sizes = replays.width.astype(np.int32) * 64 + replays.height
    for size, count in zip(*np.unique(sizes, return_counts=True), strict=True):
        summary.sizes[divmod(int(size), 64)] += int(count)
    endings = tables["games"]["ended_by"].value_counts().to_pylist()
    summary.endings.update({pair["values"]: pair["counts"] for pair in endings})
    known = np.bincount(chunk.statuses.under(StatusPolicy(article_7=True)).source, minlength=len(StatusSource))
    summary.sources.update({source.value: int(known[source.index]) for source in StatusSource if known[source.index]})
    summary.audit.update(_strata(chunk))
    _count_illegal_games(summary, chunk)
    summary.given = [row.line for row in chunk.dead_list_rows.values()] if chunk.dead_list_rows else []
    number = chunk.played.number
    summary.played.update(chunk.played.conventions[place].name for place in number[number >= 0].tolist())
    certain = chunk.outcomes.basis < Basis.ESTIMATED.index
    summary.counted = int(certain.any(axis=1).sum())
    return tables, summary


def _count_illegal_games(summary: Summary, chunk: Chunk) -> None:
    """Count the games with a move that every ruleset forbids, and the others with a move that some forbid."""
    every, rulesets = {ruleset.id for ruleset in chunk.options.rulesets}, dict[tuple[int, int], set[str]]()
    for finding in chunk.reported_findings:
        if finding.rulesets and not finding.line and finding.move_number is not None:
            rulesets.setdefault((finding.game, finding.move_number), set()).update(finding.rulesets)
    by_all = {game for (game, _), names in rulesets.items() if every and names >= every}
    summary.illegal_by_all = len(by_all)
    summary.illegal_by_some = len({game for game, _ in rulesets} - by_all)


def _strata(chunk: Chunk) -> Counter[tuple[str, str, str, str]]:
    """Count audited games by archive or folder, board size, ruleset and how count and record agree."""
    strata: Counter[tuple[str, str, str, str]] = Counter()
    for row in chunk.audited:
        text = chunk.records.text_of(row.game)
        place = text.source if text.member else str(Path(text.source).parent)
        size = f"{chunk.replays.width[row.game]}×{chunk.replays.height[row.game]}"
        explained = row.is_explained and row.agreement != "exact"
        strata[place, size, row.ruleset or "none named", "explained" if explained else row.agreement] += 1
    return strata


def _files(batch: Sequence[Text], games: NDArray[np.int64]) -> Checked:
    """Return the files table of a batch, and the findings about whole files."""
    counted = zip(batch, games.tolist(), strict=True)
    faults = [file_findings(text, count) if text.code or not count else [] for text, count in counted]
    non_records = [text for text, found in zip(batch, faults, strict=True) if found and found[-1].code == "GO005"]
    findings = [finding for found in faults for finding in found if finding.code != "GO005"]
    findings += non_record_findings(non_records)
    summary = summarize(findings)
    without = [faults[file][-1] for file in np.flatnonzero(games == 0).tolist()]
    summary.unread += [finding for finding in without if finding.code != "GO005"]
    summary.non_records.update(text.non_record_kind for text in non_records)
    if non_records:
        summary.files_with["GO005"] = len(non_records)
    summary.files, summary.bytes = len(batch), sum(text.size for text in batch)
    summary.failed = len(summary.unread)
    return {"files": files_table(batch, games, faults), "findings": findings_table(findings)}, summary
