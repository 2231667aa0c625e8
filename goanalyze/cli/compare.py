"""The command ``goanalyze compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click

from goanalyze.cli.dataset_input import dataset_folder
from goanalyze.cli.options import (
    Inputs,
    Jobs,
    Limit,
    OutputFormat,
    check_is_outside,
    console,
    exit_on,
    fail,
    of_rulesets,
    one_of,
    output_format,
    write_text,
)
from goanalyze.cli.parameters import option
from goanalyze.compare.choices import Basis, Dispute, Grouping, PlotKind, Results, Winners
from goanalyze.vocabulary.choices import KomiChoice

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison


def compare(
    inputs: Inputs,
    rulesets: Annotated[
        str | None, of_rulesets("Rulesets to compare, as japanese,aga; without it, all of the dataset.")
    ] = None,
    basis: Annotated[Basis, one_of(Basis, "Games that are compared")] = Basis.COUNTED,
    komi: Annotated[KomiChoice, one_of(KomiChoice, "Komi of the margins")] = KomiChoice.RECORDED,
    winners: Annotated[Winners, one_of(Winners, "Who counts as the winner")] = Winners.BOARD,
    pair: Annotated[str | None, of_rulesets("Compare two rulesets in detail, as japanese,chinese.")] = None,
    by: Annotated[Grouping | None, one_of(Grouping, "Group the games of pairs, or of --results")] = None,
    games: Annotated[Dispute | None, one_of(Dispute, "List games on which the rulesets, or the pair, disagree")] = None,
    svg: Annotated[
        Path | None, option(metavar="FILE", help="Write a figure for an article to this file as SVG.")
    ] = None,
    plot: Annotated[PlotKind | None, one_of(PlotKind, "With --svg, what is drawn, komi if not given")] = None,
    results: Annotated[Results | None, one_of(Results, "Black's share of wins by komi, over all results")] = None,
    size: Annotated[
        str | None, option(metavar="SIZE", help="Board of --results or --svg, as 9x9; else the most common.")
    ] = None,
    limit: Limit = 20,
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV)
    ] = OutputFormat.TEXT,
    jobs: Jobs = 0,
) -> None:
    """Compare what rulesets make of the games of a dataset: margins, winners, legality, komi."""
    from goanalyze.compare.comparison import compare_dataset
    from goanalyze.tables.dataset import DatasetError

    dataset = dataset_folder(inputs, jobs=jobs)
    if plot and not svg:
        fail("--plot is for a figure; name its file with --svg")
    if svg and (by or games or style is not OutputFormat.TEXT):
        fail("--svg writes a figure only; leave out --by, --games and --format, or call compare twice")
    if svg:
        check_is_outside(dataset, svg, "--svg")
    with exit_on(DatasetError):
        only = _listed(rulesets, "--rulesets") if rulesets is not None else None
        comparison = compare_dataset(dataset, only=only, basis=basis, komi=komi, winners=winners)
        if results and comparison.rulesets:
            if pair or games or svg:
                fail("--results goes with --by and --size; --pair, --games and --svg ask for something else")
            _results(comparison, results, by, size, limit, style)
            return
        if len(comparison.rulesets) < 2:
            found = ", ".join(comparison.rulesets) or "none"
            fail(f"it takes two rulesets to compare; the dataset has {found}: see --rulesets, or check again with more")
        to = _pair(comparison, pair)
        if svg:
            _draw(comparison, plot or PlotKind.KOMI, to, size, svg)
            return
        if size is not None:
            fail("--size goes with --results and --svg, which are about one board")
        grouped = comparison.by(by, *(to or ())) if by else None
        listed = None
        if games:
            listed = comparison.games(*to, what=games) if to else comparison.disputed(games, limit=limit or None)
        asked = _Asked(comparison, to, by.value if by else "", grouped, games.value if games else "", listed, limit)
        {OutputFormat.TEXT: _text, OutputFormat.JSON: _json, OutputFormat.CSV: _csv}[style](asked)


def _draw(comparison: Comparison, kind: PlotKind, pair: tuple[str, str] | None, size: str | None, path: Path) -> None:
    with exit_on(ValueError):
        drawn = comparison.plot(kind, *(pair or ()), board_size=_board(size))
    write_text(path, drawn.svg)
    click.echo(f"{drawn.title}: written to {path} ({drawn.width:g} × {drawn.height:g} mm)")


class _Asked(NamedTuple):
    """What is to be printed: of which comparison, for which pair, by groups of games, with which games listed."""

    comparison: Comparison
    pair: tuple[str, str] | None
    by: str
    grouped: pd.DataFrame | None
    games: str
    listed: pd.DataFrame | None
    limit: int


def _text(asked: _Asked) -> None:
    from goanalyze.compare.captions import common_caption
    from goanalyze.render.terminal.breakdown import print_by
    from goanalyze.render.terminal.compare import print_comparison, print_pair
    from goanalyze.render.terminal.disputes import print_dispute_list, print_pair_games

    comparison, to = asked.comparison, console()
    is_detail = asked.pair or asked.grouped is not None or asked.listed is not None
    if is_detail and comparison.winners == Winners.RULE.value:
        to.print("Winners are by rule where one decides (--winners rule).", highlight=False)
    if asked.pair:
        print_pair(to, comparison, *asked.pair)
    elif not is_detail:
        print_comparison(to, comparison)
    if asked.grouped is not None:
        print_by(to, asked.grouped, asked.by, asked.limit, "" if asked.pair else common_caption(comparison.common))
    if asked.listed is not None and asked.pair:
        print_pair_games(to, asked.listed, asked.games, asked.pair, asked.limit)
    elif asked.listed is not None:
        print_dispute_list(to, asked.listed, asked.games, comparison.disputed_count(asked.games))


def _json(asked: _Asked) -> None:
    from goanalyze.compare.plain import records
    from goanalyze.vocabulary.text import json_text

    comparison, limit = asked.comparison, asked.limit or None
    data: dict[str, object] = {}
    if asked.pair:
        data["pair"] = records(comparison.pair_frame(*asked.pair))[0]
        data["histogram"] = records(comparison.histogram(*asked.pair))
    if asked.grouped is not None:
        data["by"] = records(asked.grouped)
    if asked.listed is not None:
        data["games"] = records(asked.listed[:limit])
    if data:
        data = {"winners": comparison.winners, **data}
    click.echo(json_text(data or comparison.to_dict(limit), indent=1))


def _csv(asked: _Asked) -> None:
    from goanalyze.render.terminal.disputes import verdict_text

    if asked.listed is not None:
        frame = asked.listed[: asked.limit or None]
        if "verdicts" in frame.columns:
            frame = frame.assign(verdicts=[verdict_text(verdicts) for verdicts in frame["verdicts"]])
    elif asked.grouped is not None:
        frame = asked.grouped
    else:
        frame = asked.comparison.pair_frame(*asked.pair) if asked.pair else asked.comparison.pairs
    _echo_csv(frame)


def _echo_csv(frame: pd.DataFrame) -> None:
    from goanalyze.tables.sheets import in_cells
    from goanalyze.tables.spreadsheet import csv_cell

    click.echo(in_cells(frame, csv_cell).to_csv(index=False, lineterminator="\n"), nl=False)


def _results(
    comparison: Comparison, what: Results, by: Grouping | None, size: str | None, limit: int, style: OutputFormat
) -> None:
    """Print Black's share of wins over all results: of every board size as data, of one for people."""
    from goanalyze.compare.plain import records
    from goanalyze.render.terminal.results import KOMI_SHOWN, print_results
    from goanalyze.vocabulary.text import json_text

    board = _board(size)
    grouping = (Grouping.BOARD_SIZE, *([by] if by and by is not Grouping.BOARD_SIZE else []))
    with exit_on(ValueError):
        if what is Results.PLAYED:
            frame = comparison.results_as_played(grouping, board_size=board)
        else:
            komi = KOMI_SHOWN if style is OutputFormat.TEXT else None
            frame = comparison.results(komi, grouping, board_size=board)
    if style is OutputFormat.CSV:
        _echo_csv(frame)
    elif style is OutputFormat.JSON:
        told = {"results": what.value, "ruleset": comparison.main_ruleset, "basis": comparison.basis}
        click.echo(json_text({**told, "rows": records(frame)}, indent=1))
    else:
        print_results(console(), comparison, frame, what, by.value if by else "", limit)


def _board(size: str | None) -> str | None:
    """Return a board size as games are grouped by it: ``9×9`` for 9 and 9x9."""
    board = None if size is None else size.lower().replace("x", "×")
    return f"{board}×{board}" if board and board.isdecimal() else board


def _listed(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return names or fail(f"{option} names no ruleset; see: goanalyze rules")


def _pair(comparison: Comparison, text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    names = _listed(text, "--pair")
    if len(names) != 2:
        fail(f"--pair takes two rulesets with a comma between them, as japanese,chinese; {text!r} has {len(names)}")
    row = comparison.pair(*names)
    if row["a"] == row["b"]:
        fail(f"--pair takes two different rulesets; {text!r} names {row['a']} twice")
    return str(row["a"]), str(row["b"])
