"""What ``goanalyze check`` can be asked for: its arguments and options, one field each.

What may live here: names, help, and values as they are typed. What they mean for a run, `check` works out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from goanalyze.batch.choices import ExecutorChoice
from goanalyze.cli.config import or_inputs, use_config
from goanalyze.cli.listing import LISTED
from goanalyze.cli.options import Encoding, FailOn, Format, number, of_codes, of_rulesets, one_of, output_format
from goanalyze.cli.parameters import argument, option
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for; `goanalyze check --help` tells what the fields mean."""

    paths: Annotated[
        tuple[str, ...],
        argument(
            help="Files, folders, archives (zip, tar, 7z, RAR, LZH, CAB, ISO), s3:// or gs:// addresses; - for stdin. "
            "Without any, the inputs of a goanalyze.toml.",
            metavar="PATH...",
            callback=or_inputs,
        ),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        option(metavar="PATTERN", help="Of folders and archives read only these, as '*.sgf'; repeatable."),
    ] = ()
    exclude: Annotated[
        tuple[str, ...],
        option(metavar="PATTERN", help="Of folders and archives do not read these, as 'old/**'; repeatable."),
    ] = ()
    out: Annotated[str | None, option("-o", "--out", metavar="FOLDER", help="Folder for the dataset (Parquet).")] = None
    overwrite: Annotated[bool, option("--overwrite", help="Replace the dataset in OUT, whatever it is of.")] = False
    moves: Annotated[bool, option("--moves", help="Also write the long table of moves.")] = False
    markup: Annotated[MarkupMode, one_of(MarkupMode, "Use of territory markup")] = MarkupMode.FULL
    variations: Annotated[
        bool, option("--variations", help="Check every variation of a record, not only the main line.")
    ] = False
    rulesets: Annotated[
        str, of_rulesets("Rulesets to apply: names and TOML files, as japanese,aga,mine.toml; or all.")
    ] = "all"
    komi: Annotated[
        str,
        option(
            metavar="KOMI",
            help="Komi used for margins: recorded, ruleset (each ruleset's own), period (that of Japanese "
            "professional games in the game's year), or a number.",
        ),
    ] = "recorded"
    estimate: Annotated[
        EstimateMode, one_of(EstimateMode, "Final positions whose dead stones are settled or estimated")
    ] = EstimateMode.AUTO
    confirm: Annotated[
        ConfirmMode, one_of(ConfirmMode, "Chains that the estimate is not sure of, confirmed by article 7 of Japan")
    ] = ConfirmMode.NEVER
    engine: Annotated[
        str | None,
        option(metavar="CMD", help="Ask this Go engine about dead stones instead, as 'gnugo --mode gtp'."),
    ] = None
    dead: Annotated[
        str | None,
        option(
            metavar="FILE",
            help="List of dead stones, CSV or Parquet: game_id (or source, member, game_index), and dead, as 'A9 B9'.",
        ),
    ] = None
    conventions: Annotated[
        str,
        option(
            metavar="off|report|apply|FILE",
            help="Games that were not played as their headers say: off, nothing is looked for; report, they are found "
            "and told; apply, komi, ruleset and points for handicap stones are also those found; or those of a TOML "
            "file, see goanalyze conventions --toml.",
        ),
    ] = "report"
    encoding: Encoding = None
    jobs: Annotated[int, number(int, 0, "Processes; 0 for one per processor.")] = 0
    executor: Annotated[ExecutorChoice, one_of(ExecutorChoice, "Who does the work")] = ExecutorChoice.AUTO
    scheduler: Annotated[
        str | None,
        option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786; without one, a local cluster."),
    ] = None
    resume: Annotated[
        bool, option(help="Keep what an earlier run into OUT has done with the same files and options.")
    ] = True
    time_limit: Annotated[
        float | None,
        number(float, 0.1, "Time that one file may take in a worker process.  [default: 60]", "SECONDS"),
    ] = None
    memory_limit: Annotated[int, number(int, 0, "Memory that one worker process may take; 0 for no limit.", "MB")] = 0
    shard: Annotated[float, number(float, 0.001, "Unpacked records in one piece of work.", "MB")] = 8
    style: Annotated[Format, output_format(Format.TEXT, Format.JSON, *LISTED)] = Format.TEXT
    verbose: Annotated[
        bool, option("-v", "--verbose", help="Print all of the summary: every code with an example, tables.")
    ] = False
    select: Annotated[str | None, of_codes("Report only these codes, as GO2,GO101; tables keep all.")] = None
    ignore: Annotated[str | None, of_codes("Do not report these codes; tables keep all.")] = None
    per_path_ignore: Annotated[
        tuple[str, ...],
        option(metavar="PATTERN=CODES", help="Do not report these codes of these files, as 'old/**=GO3'; repeatable."),
    ] = ()
    baseline: Annotated[
        str | None,
        option(metavar="FILE", help="Only findings that this baseline does not have are told and count."),
    ] = None
    write_baseline: Annotated[
        str | None, option(metavar="FILE", help="Write a baseline: all findings of this run, to be known later.")
    ] = None
    fail_on: Annotated[FailOn, one_of(FailOn, "Exit with 1 if there are")] = FailOn.ERROR
    no_config: Annotated[bool, option("--no-config", is_eager=True, help="Use no file of options.")] = False
    config: Annotated[
        str | None,
        option(
            metavar="FILE",
            is_eager=True,
            callback=use_config,
            help='Options, as fail-on = "warning" and inputs = ["games"]: this TOML file; if not given, the nearest '
            "goanalyze.toml, or pyproject.toml with [tool.goanalyze], from here upwards. What is typed wins.",
        ),
    ] = None
