"""Arguments and options of ``goanalyze check``, one field each.

Scope: names, help texts, and values as they are typed; `check` derives the settings of a run from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from goanalyze.batch.execution import ExecutorChoice
from goanalyze.cli.config import inputs_of_config, use_config
from goanalyze.cli.finding_output import LIST_FORMATS
from goanalyze.cli.options import FailOn, OutputFormat, number, of_codes, of_rulesets, one_of, output_format
from goanalyze.cli.parameters import argument, option
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode

_INPUTS: Final = "Inputs"
_RULES: Final = "Rulesets and results"
_DEAD: Final = "Dead stones"
_DATASET: Final = "Dataset"
_REPORTED: Final = "Reported findings"
_RUN: Final = "Processes and limits"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Arguments and options; `goanalyze check --help` explains each field."""

    paths: Annotated[
        tuple[str, ...],
        argument(
            help="Files, folders, archives (zip, tar, 7z, RAR, LZH, CAB, ISO), s3:// or gs:// addresses; - for stdin. "
            "Without any, the inputs of a goanalyze.toml.",
            metavar="PATH...",
            callback=inputs_of_config,
        ),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        option(metavar="PATTERN", help="Read only these files, as '*.sgf'; repeatable.", group=_INPUTS),
    ] = ()
    exclude: Annotated[
        tuple[str, ...],
        option(metavar="PATTERN", help="Do not read these, as 'old/**'; repeatable.", group=_INPUTS),
    ] = ()
    encoding: Annotated[
        str | None, option(metavar="NAME", help="Charset of files that do not name theirs.", group=_INPUTS)
    ] = None
    variations: Annotated[
        bool,
        option("--variations", help="Check every variation of a record, not only the main line.", group=_INPUTS),
    ] = False
    out: Annotated[
        str | None, option("-o", "--out", metavar="FOLDER", help="Folder for the dataset (Parquet).", group=_DATASET)
    ] = None
    overwrite: Annotated[
        bool, option("--overwrite", help="Replace the dataset in OUT, even one of other sources.", group=_DATASET)
    ] = False
    moves: Annotated[bool, option("--moves", help="Also write the long table of moves.", group=_DATASET)] = False
    resume: Annotated[
        bool,
        option(help="Reuse the results of an earlier run into OUT with the same files and options.", group=_DATASET),
    ] = True
    rulesets: Annotated[
        str, of_rulesets("Rulesets to apply: names and TOML files, as japanese,aga,mine.toml; or all.", _RULES)
    ] = "all"
    komi: Annotated[
        str,
        option(
            metavar="KOMI",
            help="Komi used for margins: recorded, ruleset (each ruleset's own), period (that of Japanese "
            "professional games in the game's year), or a number.",
            group=_RULES,
        ),
    ] = "recorded"
    conventions: Annotated[
        str,
        option(
            metavar="off|report|apply|FILE",
            help="Games that were not played as their headers state: off, not searched; report, reported; apply, "
            "reported and counted by the komi, ruleset and handicap compensation that were found, or by those of a "
            "TOML file, see goanalyze conventions --toml.",
            group=_RULES,
        ),
    ] = "report"
    markup: Annotated[MarkupMode, one_of(MarkupMode, "Use of territory markup", group=_DEAD)] = MarkupMode.FULL
    dead: Annotated[
        str | None,
        option(
            metavar="FILE",
            help="List of dead stones, CSV or Parquet: game_id (or source, member, game_index), and dead, as 'A9 B9'.",
            group=_DEAD,
        ),
    ] = None
    estimate: Annotated[
        EstimateMode, one_of(EstimateMode, "Final positions whose dead stones are proven or estimated", group=_DEAD)
    ] = EstimateMode.AUTO
    confirm: Annotated[
        ConfirmMode, one_of(ConfirmMode, "Uncertain chains that are confirmed by Japanese article 7", group=_DEAD)
    ] = ConfirmMode.NEVER
    engine: Annotated[
        str | None,
        option(metavar="CMD", help="Get dead stones from this Go engine instead, as 'gnugo --mode gtp'.", group=_DEAD),
    ] = None
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, *LIST_FORMATS, group=_REPORTED)
    ] = OutputFormat.TEXT
    verbose: Annotated[
        bool,
        option("-v", "--verbose", help="Print every code with an example, and tables.", group=_REPORTED),
    ] = False
    select: Annotated[str | None, of_codes("Report only these codes, as GO2,GO101; tables keep all.", _REPORTED)] = None
    ignore: Annotated[str | None, of_codes("Do not report these codes; tables keep all.", _REPORTED)] = None
    per_path_ignore: Annotated[
        tuple[str, ...],
        option(
            metavar="PATTERN=CODES",
            help="Do not report these codes of these files, as 'old/**=GO3'; repeatable.",
            group=_REPORTED,
        ),
    ] = ()
    baseline: Annotated[
        str | None, option(metavar="FILE", help="Report only findings that are not in this baseline.", group=_REPORTED)
    ] = None
    write_baseline: Annotated[
        str | None, option(metavar="FILE", help="Write all findings of this run as a baseline.", group=_REPORTED)
    ] = None
    fail_on: Annotated[FailOn, one_of(FailOn, "Exit with 1 if there are", group=_REPORTED)] = FailOn.ERROR
    jobs: Annotated[int, number(int, 0, "Processes; 0 for one per processor.", group=_RUN)] = 0
    executor: Annotated[ExecutorChoice, one_of(ExecutorChoice, "Executor of the work", group=_RUN)] = (
        ExecutorChoice.AUTO
    )
    scheduler: Annotated[
        str | None,
        option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786; by default a local cluster.", group=_RUN),
    ] = None
    time_limit: Annotated[
        float | None,
        number(float, 0.1, "Time limit of a file in a worker process.  [default: 60]", "SECONDS", group=_RUN),
    ] = None
    memory_limit: Annotated[int, number(int, 0, "Memory limit of a worker process; 0 for none.", "MB", group=_RUN)] = 0
    shard: Annotated[float, number(float, 0.001, "Unpacked records in one unit of work.", "MB", group=_RUN)] = 8
    no_config: Annotated[bool, option("--no-config", is_eager=True, help="Use no file of options.")] = False
    config: Annotated[
        str | None,
        option(
            metavar="FILE",
            is_eager=True,
            callback=use_config,
            help='Options, as fail-on = "warning" and inputs = ["games"]: this TOML file; by default the nearest '
            "goanalyze.toml, or pyproject.toml with [tool.goanalyze], upwards from here. Typed options win.",
        ),
    ] = None
