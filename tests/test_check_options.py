"""The description of each option of a check (`check_options.py`), and everything that follows from it."""

import inspect
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated

import pytest
from click.testing import CliRunner

import goanalyze as ga
from goanalyze import CheckArguments, MarkupMode
from goanalyze.batch.execution import Execution
from goanalyze.check_options import DATASET, GROUPS, CommandArguments, read_settings
from goanalyze.cli.config import inputs_of_config, use_config
from goanalyze.cli.options import command_with_descriptions
from goanalyze.cli.parameters import command
from goanalyze.pipeline import Options
from goanalyze.util.described_options import (
    ChoiceValue,
    DescribedOption,
    descriptions_of,
    read_values,
    with_described_options,
)

GAMES = Path(__file__).parents[1] / "data" / "sample" / "gnugo"
FACTS = {
    "moves": True,
    "variations": True,
    "markup": "dead",
    "estimate": "all",
    "confirm": "safe",
    "komi": 6.5,
    "encoding": "gb18030",
    "engine": "gnugo --mode gtp",
}


class MoreArguments(CommandArguments, total=False):
    """A copy of the list with one more option."""

    gloss: Annotated[
        str,
        DescribedOption(kind=ChoiceValue(MarkupMode), default=MarkupMode.FULL, help="Gloss of games", group=DATASET),
    ]


@dataclass(frozen=True, slots=True)
class MoreOptions(Options):
    """Options on which rows depend, with one more."""

    gloss: str = "full"

    def __post_init__(self) -> None:
        """Take the name of the choice."""
        Options.__post_init__(self)  # slots hide the base from `super()`
        object.__setattr__(self, "gloss", MarkupMode.read("gloss", self.gloss).value)


def test_an_option_is_added_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its description alone makes it an option of the command, of its files, of a function, and of a dataset."""
    results: list[MoreOptions] = []

    @command_with_descriptions(
        MoreArguments, GROUPS, {"paths": inputs_of_config, "no_config": None, "config": use_config}
    )
    def run(options: MoreArguments) -> None:
        settings = read_settings(options, MoreArguments, MoreOptions)
        assert isinstance(settings.options, MoreOptions)
        results.append(settings.options)

    @with_described_options(MoreArguments)
    def function(**options: object) -> MoreOptions:  # noqa: D417 - the decorator describes them
        """Check.

        Args:
            **options
        """
        settings = read_settings(options, MoreArguments, MoreOptions)
        assert isinstance(settings.options, MoreOptions)
        return settings.options

    monkeypatch.chdir(tmp_path)
    program = command("check", run)
    shown = CliRunner().invoke(program, ["--help"]).stdout
    assert "--gloss [full|dead|ignore]" in shown
    assert "Gloss of games (full: the marked" in " ".join(shown.split())
    assert CliRunner().invoke(program, ["games", "--gloss", "dead"]).exit_code == 0
    Path("goanalyze.toml").write_text('gloss = "ignore"\n')
    assert CliRunner().invoke(program, ["games"]).exit_code == 0
    assert [options.gloss for options in results] == ["dead", "ignore"]
    Path("goanalyze.toml").write_text('gloss = "some"\n')
    refused = CliRunner().invoke(program, ["games"])
    assert (refused.exit_code, refused.stderr) == (
        2,
        "goanalyze: goanalyze.toml: gloss: 'some' is not a valid value. Expected full, dead, ignore\n",
    )
    assert "gloss: gloss of games" in (function.__doc__ or "")
    assert inspect.signature(function).parameters["gloss"].default == "full"
    assert function(gloss="dead") == results[0]
    assert results[0].facts()["gloss"] == "dead"
    assert MoreOptions.from_facts(results[0].facts(), ()) == results[0]
    assert results[0].fingerprint() != results[1].fingerprint()


def test_defaults_are_those_of_a_check() -> None:
    """The list, the options of rows and the execution state the same defaults."""
    settings = read_settings({})
    assert settings.options == Options()
    assert settings.execution == Execution(jobs=0)


def test_every_setting_of_a_run_is_an_option() -> None:
    """Options of rows and of execution are available on the command line and from Python."""
    names = {
        "shard" if field.name == "shard_bytes" else field.name
        for kind in (Options, Execution)
        for field in fields(kind)
    }
    assert names <= descriptions_of(CheckArguments).keys()
    assert descriptions_of(CheckArguments).keys() <= inspect.signature(ga.check).parameters.keys()
    assert {name for name, option in descriptions_of(CommandArguments).items() if option.field is None} == {
        "overwrite",
        "engine",
        "scheduler",
        "config",
        "no_config",
    }


def test_values_are_the_same_from_the_command_line_and_from_python() -> None:
    """Text from the shell and values of Python give the same settings, limits in the unit of the program."""
    typed = {"jobs": "2", "komi": "6.5", "memory_limit": "100", "shard": "0.5", "markup": "dead", "rulesets": "aga,bga"}
    values = {
        "jobs": 2,
        "komi": 6.5,
        "memory_limit": 100,
        "shard": 0.5,
        "markup": ga.MarkupMode.DEAD,
        "rulesets": ["aga", ga.find_ruleset("bga")],
    }
    assert read_settings(typed) == read_settings(values)
    assert read_settings(values).execution.memory_limit == 100 * 2**20
    assert read_settings(values).execution.shard_bytes == 2**19


def test_facts_are_read_back() -> None:
    """The options that a dataset records are those of its check; its rulesets have a table of their own."""
    assert FACTS.keys() | {"rulesets", "dead", "conventions"} == {field.name for field in fields(Options)}
    options = Options(**FACTS)
    assert options.facts() == FACTS
    assert Options.from_facts(options.facts(), ()) == options
    assert replace(options, encoding=None).facts().keys() == FACTS.keys() - {"encoding"}


def test_an_unknown_option_is_a_type_error() -> None:
    """As for any function of Python, with the nearest name."""
    with pytest.raises(TypeError, match=r"check\(\) has no argument 'job' \(did you mean jobs\?\)"):
        ga.check(GAMES, job=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no argument 'verbose'"):
        read_values(CheckArguments, {"verbose": True})
