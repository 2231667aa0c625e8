"""The command ``goanalyze compare``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from goanalyze.cli.dataset_input import dataset_folder, input_words
from goanalyze.cli.options import (
    Jobs,
    Limit,
    check_is_outside,
    command_with_options,
    console,
    exit_on,
    fail,
    of_rulesets,
    one_of,
    output_format,
    write_text,
)
from goanalyze.cli.parameters import argument, option
from goanalyze.compare.choices import (
    Basis,
    ComparisonSection,
    Dispute,
    Grouping,
    IllegalReason,
    PlotKind,
    Results,
    Winners,
)
from goanalyze.render.choices import OutputFormat
from goanalyze.rules.choices import KomiChoice

if TYPE_CHECKING:
    import pandas as pd

    from goanalyze.compare.comparison import Comparison
    from goanalyze.render.model import Section

_COMPARED, _PRINTED, _DRAWN = "Games and rulesets compared", "Output", "Figures for print"
_LISTS = (*Dispute, *IllegalReason)


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """Options of the command."""

    inputs: Annotated[
        tuple[str, ...],
        argument(
            help="A folder that goanalyze check -o has written, or files, folders and archives; then rulesets: two "
            "are compared in detail, as in: goanalyze compare OUT japanese chinese.",
            metavar="OUT|PATH [RULESET]",
            is_required=True,
        ),
    ]
    rulesets: Annotated[
        str | None, of_rulesets("Rulesets, as japanese,aga, or all; by default those in use.", group=_COMPARED)
    ] = None
    basis: Annotated[Basis, one_of(Basis, "Games by the evidence of their margins", group=_COMPARED)] = Basis.BEST
    komi: Annotated[KomiChoice, one_of(KomiChoice, "Komi of the margins", group=_COMPARED)] = KomiChoice.RECORDED
    winners: Annotated[Winners, one_of(Winners, "Definition of the winner", group=_COMPARED)] = Winners.BOARD
    verbose: Annotated[bool, option("-v", "--verbose", help="Print all sections.", group=_PRINTED)] = False
    section: Annotated[
        str | None,
        option(
            metavar="SECTIONS",
            help=f"Print these sections, divided by commas: {', '.join(ComparisonSection.names())}.",
            group=_PRINTED,
        ),
    ] = None
    pair: Annotated[str | None, of_rulesets("Print two rulesets in detail, as japanese,chinese.", group=_PRINTED)] = (
        None
    )
    by: Annotated[
        Grouping | None, one_of(Grouping, "Print pairs, or --results, by groups of games", group=_PRINTED)
    ] = None
    games: Annotated[
        Dispute | IllegalReason | None,
        one_of(Dispute, "List the games in dispute, or with an illegal move", *_LISTS, group=_PRINTED),
    ] = None
    results: Annotated[
        Results | None, one_of(Results, "Print Black's share of wins by komi, over all results", group=_PRINTED)
    ] = None
    limit: Limit = 20
    style: Annotated[OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV)] = (
        OutputFormat.TEXT
    )
    svg: Annotated[Path | None, option(metavar="FILE", help="Write a figure to this SVG file.", group=_DRAWN)] = None
    plot: Annotated[PlotKind | None, one_of(PlotKind, "Figure of --svg, by default komi", group=_DRAWN)] = None
    size: Annotated[
        str | None,
        option(metavar="SIZE", help="Board of --svg or --results, as 9x9; by default the most common.", group=_DRAWN),
    ] = None
    jobs: Jobs = 0

    @property
    def paths(self) -> tuple[str, ...]:
        """Inputs that are not rulesets."""
        return (self.inputs[0], *(text for text in self.inputs[1:] if not _is_ruleset(text)))

    @property
    def names(self) -> tuple[str, ...]:
        """Inputs that are rulesets."""
        return tuple(text for text in self.inputs[1:] if _is_ruleset(text))


@command_with_options(CompareOptions)
def compare(options: CompareOptions) -> None:
    """Compare the results of games under different rulesets: winners, margins, legality, komi."""
    from goanalyze.compare.comparison import compare_dataset
    from goanalyze.errors import GoAnalyzeError

    _check(options)
    names, pair = _rulesets(options), _pair(options)
    dataset = dataset_folder(options.paths, jobs=options.jobs)
    if options.svg:
        check_is_outside(dataset, options.svg, "--svg")
    with exit_on(GoAnalyzeError):
        comparison = compare_dataset(dataset, *names, basis=options.basis, komi=options.komi, winners=options.winners)
        if options.results and comparison.rulesets:
            _print_results(options, comparison, options.results)
        elif pair and len(comparison.rulesets) == 1:
            fail(f"{pair[0]!r} and {pair[1]!r} are the same ruleset. Expected two different rulesets.")
        elif len(comparison.rulesets) < 2:
            known = ", ".join(comparison.rulesets) or "none"
            fail(f"{known} is not enough to compare. Expected two rulesets: see --rulesets, or check again with more.")
        elif options.svg:
            _write_figure(options, comparison, pair, options.svg)
        elif options.style is OutputFormat.TEXT:
            _print_text(options, comparison, pair)
        else:
            _print_data(options, comparison, pair)


def _is_ruleset(text: str) -> bool:
    """Return True if an input is the name of a ruleset, and not a path."""
    has_suffix = bool(Path(text).suffix) and ".toml" not in text.lower()
    return not (has_suffix or "/" in text or os.sep in text or Path(text).exists())


def _check(options: CompareOptions) -> None:
    """Fail if options contradict each other."""
    if options.plot and not options.svg:
        fail("--plot is for a figure. Name its file with --svg.")
    if options.svg and (options.by or options.games or options.style is not OutputFormat.TEXT):
        fail("--svg writes a figure only. Leave out --by, --games and --format, or call compare twice.")
    if options.results and (options.pair or options.names or options.games or options.svg):
        fail("--results is about all results. Leave out the rulesets, --pair, --games and --svg.")
    if options.size is not None and not (options.results or options.svg):
        fail("--size is the board of --results or --svg. Leave it out, or add one of these.")
    if options.names and (options.pair or options.rulesets):
        fail("The rulesets are named twice. Leave out --pair and --rulesets.")
    if (options.section or options.verbose) and options.style is not OutputFormat.TEXT:
        fail("--section and -v are for text. Leave out --format, whose json has everything.")


def _rulesets(options: CompareOptions) -> tuple[str, ...]:
    """Return the rulesets to compare; none for those in use."""
    if options.rulesets is not None:
        return tuple(_listed(options.rulesets, "--rulesets"))
    return options.names or tuple(_pair(options) or ())


def _pair(options: CompareOptions) -> tuple[str, str] | None:
    """Return the two rulesets that are compared in detail."""
    if options.pair is None and len(options.names) != 2:
        return None
    names = options.names if options.pair is None else _listed(options.pair, "--pair")
    if len(names) != 2:
        fail(f"{options.pair!r} is not a valid pair. Expected two rulesets, as japanese,chinese.")
    return names[0], names[1]


def _listed(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return names or fail(f"{option} names no ruleset. Expected names as goanalyze rules lists them.")


def _write_figure(options: CompareOptions, comparison: Comparison, pair: tuple[str, str] | None, path: Path) -> None:
    plot = comparison.plot(options.plot or PlotKind.KOMI, *(pair or ()), board_size=_board(options.size))
    write_text(path, plot.svg)
    click.echo(f"{plot.title}: written to {path} ({plot.width:g} × {plot.height:g} mm)")


def _print_text(options: CompareOptions, comparison: Comparison, pair: tuple[str, str] | None) -> None:
    from goanalyze.render.sections.comparison import Request, comparison_sections
    from goanalyze.render.terminal.printer import print_blocks, print_sections

    dataset, limit = input_words(options.paths), options.limit or None
    request = Request(dataset, limit)
    if pair or options.by or options.games:
        print_sections(console(), _chosen_sections(options, comparison, pair, dataset, limit), "--limit 0")
    elif options.verbose or options.section:
        keys = _listed(options.section, "--section") if options.section else ()
        print_sections(console(), comparison_sections(comparison, keys, request), "--limit 0")
    else:
        (answer,) = comparison_sections(comparison, ["answer"], request)
        print_blocks(console(), answer.blocks)


def _chosen_sections(
    options: CompareOptions, comparison: Comparison, pair: tuple[str, str] | None, dataset: str, limit: int | None
) -> list[Section]:
    """Return the sections on a pair, on groups of games, and the games asked for, which come first."""
    from goanalyze.render.sections.game_lists import dispute_section
    from goanalyze.render.sections.pairs import by_section, pair_section

    sections = []
    if options.games:
        sections.append(dispute_section(comparison, options.games, dataset, limit, pair))
    if pair:
        sections.append(pair_section(comparison, *pair, dataset))
    if options.by:
        sections.append(by_section(comparison, options.by, pair, limit))
    return sections


def _print_data(options: CompareOptions, comparison: Comparison, pair: tuple[str, str] | None) -> None:
    """Print the frames that are asked for as JSON, or one of them as CSV."""
    from goanalyze.compare.chart_data import records
    from goanalyze.util.text import json_text

    limit = options.limit or None
    frames: dict[str, pd.DataFrame] = {}
    a, b = pair or (None, None)
    if options.games:
        frames["games"] = comparison.games(options.games.value, a, b, limit)
    if options.by:
        frames["by"] = comparison.by(options.by, a, b)
    if options.style is OutputFormat.CSV:
        _echo_csv(next(iter(frames.values())) if frames else _pair_frame(comparison, pair))
        return
    data: dict[str, object] = {name: records(frame) for name, frame in frames.items()}
    if pair:
        data["pair"] = records(_pair_frame(comparison, pair))[0]
        data["histogram"] = records(comparison.pair(*pair).histogram())
    click.echo(json_text({"winners": comparison.winners, **data} if data else comparison.to_dict(limit), indent=1))


def _pair_frame(comparison: Comparison, pair: tuple[str, str] | None) -> pd.DataFrame:
    return comparison.pair(*pair).figures.to_frame().T.infer_objects() if pair else comparison.pairs()


def _echo_csv(frame: pd.DataFrame) -> None:
    from goanalyze.tables.spreadsheets import spreadsheet_frame

    click.echo(spreadsheet_frame(frame).to_csv(index=False, lineterminator="\n"), nl=False)


def _print_results(options: CompareOptions, comparison: Comparison, kind: Results) -> None:
    """Print Black's share of wins over all results: of every board size as data, of one as text."""
    from goanalyze.compare.chart_data import records
    from goanalyze.render.sections.komi import RESULT_KOMI, results_section
    from goanalyze.render.terminal.printer import print_section
    from goanalyze.util.text import json_text

    board, by, limit = _board(options.size), options.by, options.limit or None
    grouping = (Grouping.BOARD_SIZE, *([by] if by and by is not Grouping.BOARD_SIZE else []))
    komi = RESULT_KOMI if options.style is OutputFormat.TEXT else None
    frame = comparison.results(komi, grouping, as_played=kind is Results.PLAYED, board_size=board)
    if options.style is OutputFormat.CSV:
        _echo_csv(frame)
    elif options.style is OutputFormat.JSON:
        head = {"results": kind.value, "ruleset": comparison.main_ruleset, "basis": comparison.basis}
        click.echo(json_text({**head, "rows": records(frame)}, indent=1))
    else:
        print_section(console(), results_section(comparison, frame, kind, by.value if by else "", limit))


def _board(size: str | None) -> str | None:
    """Return a board size as the name of a group of games: `9×9` for 9 and 9x9."""
    board = None if size is None else size.lower().replace("x", "×")
    return f"{board}×{board}" if board and board.isdecimal() else board
