"""The options of a check, each described once: for the command, for files of options and for ``ga.check``.

The parameters and the help of ``goanalyze check``, the fields of a goanalyze.toml, and the arguments and the docstring
of ``ga.check`` follow from `CommandArguments`. An option changes rows if `goanalyze.pipeline.Options` has a field of
its name: then it is also part of the fingerprint and of the facts of a dataset.

Scope: descriptions, and the settings of a run from the values that a user gives. A check is run by `check_run`.
"""

# Annotations are evaluated here, since they hold the descriptions. Types that are slow to import are quoted.

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

from goanalyze.batch.execution import ExecutorChoice
from goanalyze.conventions.convention import ConventionMode
from goanalyze.errors import OptionError
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode
from goanalyze.render.choices import LIST_FORMATS, FailOn, OutputFormat
from goanalyze.util.described_options import (
    ChoiceValue,
    CodeNames,
    DescribedOption,
    FlagValue,
    Locate,
    NameList,
    NumberValue,
    PathList,
    PathValue,
    TextList,
    TextValue,
    Typed,
    read_values,
    texts_of_toml,
)
from goanalyze.util.toml import shown

if TYPE_CHECKING:
    from goanalyze.archives.patterns import Patterns
    from goanalyze.batch.execution import Execution
    from goanalyze.life.dead_lists import DeadList
    from goanalyze.pipeline import Options
    from goanalyze.rules import KomiReading, Ruleset

INPUTS: Final = "Inputs"
DATASET: Final = "Dataset"
RULES: Final = "Rulesets and results"
DEAD: Final = "Dead stones"
REPORTED: Final = "Reported findings"
RUN: Final = "Processes and limits"
OTHER: Final = ""
GROUPS: Final = (INPUTS, DATASET, RULES, DEAD, REPORTED, RUN, OTHER)
"""Headings of the help, in order."""

_MEGABYTE: Final = 2**20
_MOST: Final = 1e9  # of seconds and MB: timers and systems count no further


class RulesetNames(NameList):
    """Rulesets: names, TOML files, and `Ruleset` objects from Python."""

    def read(self, value: object) -> object:
        """Return the rulesets."""
        from goanalyze.rules import Ruleset, resolve_all

        if not isinstance(value, (str, os.PathLike, Ruleset, Iterable)):
            raise OptionError(f"{shown(value)} is not a valid value. Expected the name of a ruleset, or several")
        return resolve_all(value)


class KomiValue(TextValue):
    """The komi of the margins: a word or a number."""

    metavar = "KOMI"

    def read(self, value: object) -> object:
        """Return the word, or the number."""
        from goanalyze.rules import read_komi

        if isinstance(value, str):
            with suppress(ValueError):
                value = float(value)
        return read_komi(value)


class ConventionsValue(PathValue):
    """The treatment of conventions that differ from headers, or a TOML file of conventions."""

    metavar = f"{'|'.join(ConventionMode.names())}|FILE"

    def read(self, value: object) -> object:
        """Return the treatment and the conventions of a file."""
        from goanalyze.conventions.toml_files import resolve_conventions

        return resolve_conventions(value if isinstance(value, ConventionMode) else str(super().read(value)))

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return a word, or the path of a file as seen from the working folder."""
        typed = TextValue.from_toml(self, value, locate)
        return locate(str(typed)) if ".toml" in str(typed).lower() else typed


class DeadListValue(PathValue):
    """A list of dead stones: its path, or a `DeadList` from Python."""

    def read(self, value: object) -> object:
        """Return the list."""
        from goanalyze.life.dead_lists import DeadList

        return value if isinstance(value, DeadList) else DeadList.read(str(super().read(value)))


class CodesByPath(TextList):
    """Patterns of paths, each with codes: ``old/**=GO3``; in a file a table of patterns and codes."""

    metavar = "PATTERN=CODES"

    def from_toml(self, value: object, locate: Locate) -> Typed:
        """Return a text for each pattern."""
        del locate
        with suppress(OptionError):
            if isinstance(value, Mapping):
                return [f"{pattern}={','.join(texts_of_toml(codes))}" for pattern, codes in value.items()]
        raise OptionError(
            f'{shown(value)} is not a valid value. Expected a table of patterns and codes, as "old/**" = ["GO3"]'
        )


class CheckArguments(TypedDict, total=False):
    """Options of a check that ``goanalyze check`` and ``ga.check`` have; ``help(ga.check)`` describes them.

    A function that passes options on to `check` is typed by them.

    Example:
        >>> import goanalyze as ga
        >>> options: ga.CheckArguments = {"rulesets": "japanese", "estimate": "never"}
        >>> len(ga.check("data/sample/gnugo", **options).outcomes)
        228
    """

    out: Annotated[
        "str | Path | None",
        DescribedOption(
            PathValue(),
            "Folder for the dataset (Parquet), also at s3:// or gs://",
            DATASET,
            metavar="FOLDER",
            short="-o",
        ),
    ]
    overwrite: Annotated[
        bool,
        DescribedOption(
            FlagValue(),
            "Replace the dataset in this folder, even one of other sources",
            DATASET,
            default=False,
            field=None,  # it removes a dataset
        ),
    ]
    moves: Annotated[bool, DescribedOption(FlagValue(), "Also write the long table of moves", DATASET, default=False)]
    resume: Annotated[
        bool,
        DescribedOption(
            FlagValue(),
            "Reuse the results of an earlier run into this folder with the same files and options",
            DATASET,
            default=True,
        ),
    ]
    include: Annotated[
        "str | Iterable[str]",
        DescribedOption(
            TextList(), "Pattern of the files that are read, as '*.sgf'", INPUTS, default=(), metavar="PATTERN"
        ),
    ]
    exclude: Annotated[
        "str | Iterable[str]",
        DescribedOption(
            TextList(),
            "Pattern of files, folders and archives that are not read, as 'old/**'",
            INPUTS,
            default=(),
            metavar="PATTERN",
        ),
    ]
    encoding: Annotated[
        "str | None", DescribedOption(TextValue(), "Charset of files that do not name theirs", INPUTS, metavar="NAME")
    ]
    variations: Annotated[
        bool,
        DescribedOption(
            FlagValue(), "Check every variation of a record, not only the main line", INPUTS, default=False
        ),
    ]
    rulesets: Annotated[
        "str | Path | Ruleset | Iterable[str | Path | Ruleset]",
        DescribedOption(
            RulesetNames(),
            "Rulesets to apply: names and TOML files, as japanese,aga,mine.toml; or all",
            RULES,
            default="all",
        ),
    ]
    komi: Annotated[
        "KomiReading",
        DescribedOption(
            KomiValue(),
            "Komi of margins: recorded, ruleset (its own), period (of Japanese professionals that year), or a number",
            RULES,
            default="recorded",
        ),
    ]
    conventions: Annotated[
        "str | Path | ConventionMode",
        DescribedOption(
            ConventionsValue(),
            "Treatment of games not played as their headers state: off (not searched), report, apply (counted by "
            "the komi, ruleset and handicap compensation found), or a TOML file, see goanalyze conventions --toml",
            RULES,
            default=ConventionMode.REPORT,
        ),
    ]
    markup: Annotated[
        "str | MarkupMode",
        DescribedOption(ChoiceValue(MarkupMode), "Use of territory markup", DEAD, default=MarkupMode.FULL),
    ]
    dead: Annotated[
        "str | Path | DeadList | None",
        DescribedOption(
            DeadListValue(),
            "List of dead stones, CSV or Parquet: game_id (or source, member, game_index), and dead, as 'A9 B9'",
            DEAD,
        ),
    ]
    estimate: Annotated[
        "str | EstimateMode",
        DescribedOption(
            ChoiceValue(EstimateMode),
            "Final positions whose dead stones are proven or estimated",
            DEAD,
            default=EstimateMode.AUTO,
        ),
    ]
    confirm: Annotated[
        "str | ConfirmMode",
        DescribedOption(
            ChoiceValue(ConfirmMode),
            "Uncertain chains that are confirmed by Japanese article 7",
            DEAD,
            default=ConfirmMode.NEVER,
        ),
    ]
    engine: Annotated[
        "str | None",
        DescribedOption(
            TextValue(),
            "Command of a Go engine that names the dead stones instead, as 'gnugo --mode gtp'",
            DEAD,
            metavar="CMD",
            field=None,  # it runs a program
        ),
    ]
    jobs: Annotated[
        int, DescribedOption(NumberValue(int), "Number of processes; 0 for one per processor", RUN, default=0)
    ]
    executor: Annotated[
        "str | ExecutorChoice",
        DescribedOption(ChoiceValue(ExecutorChoice), "Executor of the work", RUN, default=ExecutorChoice.AUTO),
    ]
    scheduler: Annotated[
        "str | None",
        DescribedOption(
            TextValue(),
            "Address of a Dask scheduler, as tcp://host:8786; by default a local cluster",
            RUN,
            metavar="ADDRESS",
            field=None,  # it connects to another machine
        ),
    ]
    time_limit: Annotated[
        "float | None",
        DescribedOption(
            NumberValue(float, 0.1, "SECONDS", most=_MOST),
            "Seconds that a file may take in a worker process, by default 60",
            RUN,
        ),
    ]
    memory_limit: Annotated[
        int,
        DescribedOption(
            NumberValue(int, 0, "MB", _MEGABYTE, _MOST),
            "Memory in MB that a worker process may take; 0 for no limit",
            RUN,
            default=0,
        ),
    ]
    shard: Annotated[
        float,
        DescribedOption(
            NumberValue(float, 0.001, "MB", _MEGABYTE, _MOST),
            "Unpacked records in one unit of work, in MB",
            RUN,
            default=8,
        ),
    ]


class CommandArguments(CheckArguments, total=False):
    """All options of ``goanalyze check``: those of `CheckArguments`, then its own."""

    paths: Annotated[
        tuple[str, ...],
        DescribedOption(
            PathList(),
            "Files, folders, archives (zip, tar, 7z, RAR, LZH, CAB, ISO), s3:// or gs:// addresses; - for stdin. "
            "Without any, the inputs of a goanalyze.toml",
            INPUTS,
            default=(),
            metavar="PATH...",
            is_argument=True,
            field="inputs",
        ),
    ]
    format: Annotated[
        OutputFormat,
        DescribedOption(
            ChoiceValue(OutputFormat, OutputFormat.TEXT, OutputFormat.JSON, *LIST_FORMATS),
            "Output format",
            REPORTED,
            default=OutputFormat.TEXT,
        ),
    ]
    verbose: Annotated[
        bool,
        DescribedOption(
            FlagValue(), "Print every code with an example, and tables", REPORTED, default=False, short="-v"
        ),
    ]
    select: Annotated[
        "str | None", DescribedOption(CodeNames(), "Report only these codes, as GO2,GO101; tables keep all", REPORTED)
    ]
    ignore: Annotated[
        "str | None", DescribedOption(CodeNames(), "Do not report these codes; tables keep all", REPORTED)
    ]
    per_path_ignore: Annotated[
        tuple[str, ...],
        DescribedOption(
            CodesByPath(), "Do not report these codes of these files, as 'old/**=GO3'", REPORTED, default=()
        ),
    ]
    baseline: Annotated[
        "str | None", DescribedOption(PathValue(), "Report only findings that are not in this baseline", REPORTED)
    ]
    write_baseline: Annotated[
        "str | None", DescribedOption(PathValue(), "Write all findings of this run as a baseline", REPORTED)
    ]
    fail_on: Annotated[
        FailOn, DescribedOption(ChoiceValue(FailOn), "Exit with 1 if there are", REPORTED, default=FailOn.ERROR)
    ]
    no_config: Annotated[bool, DescribedOption(FlagValue(), "Use no file of options", OTHER, default=False, field=None)]
    config: Annotated[
        "str | None",
        DescribedOption(
            PathValue(),
            'Options, as fail-on = "warning" and inputs = ["games"]: this TOML file; by default the nearest '
            "goanalyze.toml, or pyproject.toml with [tool.goanalyze], upwards from here. Typed options win",
            OTHER,
            field=None,
        ),
    ]


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """The settings of a check, as its options state them.

    Attributes:
        out: folder or address of the dataset; None to write none.
        overwrite: True if a dataset of other sources is replaced.
        patterns: patterns of the files that are read.
        mode: treatment of conventions that differ from headers.
        options: options on which rows depend.
        execution: processes, limits and executor.
    """

    out: str | None
    overwrite: bool
    patterns: "Patterns"
    mode: ConventionMode
    options: "Options"
    execution: "Execution"


def read_execution(values: Mapping[str, object], arguments: type = CheckArguments) -> "Execution":
    """Return the processes, limits and executor of a check, without loading the packages that check."""
    from goanalyze.batch.execution import Execution

    names = {"shard" if field.name == "shard_bytes" else field.name for field in fields(Execution)}
    read = read_values(arguments, values, names)
    read["shard_bytes"] = read.pop("shard")
    return Execution(**read)


def read_settings(
    values: Mapping[str, object], arguments: type = CheckArguments, options_type: "type[Options] | None" = None
) -> CheckSettings:
    """Return the settings of a check."""
    from goanalyze.archives.patterns import Patterns
    from goanalyze.pipeline import Options, engine_of

    read = read_values(arguments, values)
    execution = read_execution(values, arguments)
    mode, read["conventions"] = read["conventions"]
    of_rows = {field.name for field in fields(options_type or Options)}
    options = (options_type or Options)(**{name: value for name, value in read.items() if name in of_rows})
    _check_dead_list(options)
    if options.engine and not execution.scheduler:  # with a scheduler, other machines run the engine
        engine_of(options.engine).require()
    return CheckSettings(
        read["out"], read["overwrite"], Patterns(read["include"], read["exclude"]), mode, options, execution
    )


def _check_dead_list(options: "Options") -> None:
    """Check that a list of dead stones has an effect under the rulesets."""
    from goanalyze.rules import DeadStones

    if options.dead and all(ruleset.dead_stones.value is DeadStones.STAY for ruleset in options.rulesets):
        ids = ", ".join(ruleset.id for ruleset in options.rulesets)
        raise OptionError(
            f"dead: {options.dead.path!r} has no effect, since no dead stones are removed under {ids} "
            "rules. Expected rulesets that remove them, or no list"
        )
