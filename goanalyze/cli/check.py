"""The command ``goanalyze check``."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from goanalyze.cli.ahead import workers_ahead
from goanalyze.cli.asked import Asked
from goanalyze.cli.listing import LISTED, Printed
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    Format,
    console,
    fail,
    failing_on,
    outside,
    taking,
)
from goanalyze.cli.progress import run_shown

if TYPE_CHECKING:
    import pyarrow as pa

    from goanalyze.batch.commit import Commit
    from goanalyze.batch.execution import Execution
    from goanalyze.batch.run import Receive
    from goanalyze.batch.summary import Summary
    from goanalyze.batch.told import Told
    from goanalyze.batch.worker import Worker
    from goanalyze.conventions.choices import ConventionMode
    from goanalyze.conventions.convention import Convention
    from goanalyze.pipeline import Options
    from goanalyze.rules import KomiReading, Ruleset

_MISSING_TOLD: Final = 5
_UNDONE_TOLD: Final = 20


@taking(Asked)
def check(asked: Asked) -> None:
    """Read, replay and count every game; print a summary; write the dataset."""
    if not asked.paths:
        fail("nothing is given to check: name files, folders or archives, or inputs in a goanalyze.toml")
    if asked.config:
        click.echo(f"goanalyze: with the options of {asked.config}", err=True)
    execution = _execution(asked)
    with workers_ahead(asked, execution) as ahead:
        _check(asked, execution, ahead)


def _check(asked: Asked, execution: Execution, ahead: list[Worker]) -> NoReturn:
    """Check by workers that were started, if any were, and others."""
    from goanalyze.batch.baseline import BaselineError
    from goanalyze.batch.rounds import about_nothing

    codes = _codes(asked)
    mode, given = _conventions(asked.conventions)
    options = _options(asked, given)
    told = _told(asked, codes)
    listed = Printed(asked.style, codes, asked.fail_on) if asked.style in LISTED else None
    summary = _checked(asked, options, mode, execution, _receiver(told, listed), ahead)
    if told:
        with failing_on(BaselineError):
            told.end(summary)
    if listed:
        listed.end()
    if summary.files or not summary.undone or asked.style is not Format.TEXT:
        _print(summary, asked, codes)
    if options.dead:
        _tell_first(_MISSING_TOLD, options.dead.missing(summary.given), "more of its rows are about no game")
    if summary.undone:
        _tell_undone(summary, asked)
    _tell_first(_MISSING_TOLD, about_nothing(given, summary.played), "more conventions are about none of these games")
    if not summary.games:
        fail("nothing was readable: no game in what was given")
    raise click.exceptions.Exit(
        FINDINGS if summary.worst(codes, only_new=True) in asked.fail_on.severities else NOTHING
    )


def _codes(asked: Asked) -> list[str]:
    """Return the codes that are told."""
    from goanalyze.vocabulary.selection import SelectionError
    from goanalyze.vocabulary.selection import codes as selected

    with failing_on(SelectionError):
        return selected(asked.select, asked.ignore)


def _options(asked: Asked, conventions: tuple[Convention, ...]) -> Options:
    """Return what the rows depend on."""
    from goanalyze.life.given import DeadList
    from goanalyze.pipeline import Options
    from goanalyze.rules import DeadStones
    from goanalyze.vocabulary.faults import ResourceError

    chosen, dead = _rulesets(asked.rulesets), asked.dead
    if dead and all(ruleset.dead_stones.value is DeadStones.STAY for ruleset in chosen):
        ids = ", ".join(ruleset.id for ruleset in chosen)
        fail(f"--dead {dead} is of no use: no dead stones are taken off under {ids} rules")
    with failing_on(ValueError, ResourceError):
        return Options(
            markup=asked.markup.value,
            encoding=asked.encoding,
            moves=asked.moves,
            rulesets=chosen,
            komi=_komi(asked.komi),
            estimate=asked.estimate.value,
            engine=asked.engine,
            dead=None if dead is None else DeadList.read(dead),
            variations=asked.variations,
            confirm=asked.confirm.value,
            conventions=conventions,
        )


def _execution(asked: Asked) -> Execution:
    """Return how the work is done."""
    from goanalyze.batch.execution import Execution
    from goanalyze.vocabulary.faults import ResourceError

    with failing_on(ValueError, ResourceError):
        if asked.engine and not asked.scheduler:  # else it is another machine that needs it
            from goanalyze.pipeline import engine_of

            engine_of(asked.engine).find()
        return Execution(
            jobs=asked.jobs,
            executor=asked.executor.value,
            scheduler=asked.scheduler,
            resume=asked.resume,
            shard_bytes=int(asked.shard * 2**20),
            time_limit=asked.time_limit,
            memory_limit=asked.memory_limit * 2**20,
        )


def _told(asked: Asked, codes: list[str]) -> Told | None:
    """Return what tells only some findings, or writes a baseline; None where all are told, and none is written.

    The first time that one file is to be both read and written as a baseline, there is nothing to compare with.
    """
    from goanalyze.archives.patterns import PatternError, pattern_of
    from goanalyze.batch.baseline import Baseline, BaselineError, Writer
    from goanalyze.batch.told import Ignored, Told
    from goanalyze.vocabulary.selection import SelectionError, named

    known, write, ignored = asked.baseline, asked.write_baseline, dict[str, set[str]]()
    if write and asked.out:
        outside(asked.out, Path(write), "--write-baseline")
    if known == write and not Path(known or "").exists():
        known = None
    with failing_on(BaselineError, PatternError, SelectionError):
        for text in asked.per_path_ignore:
            pattern, mark, those = text.rpartition("=")
            if not mark:
                fail(f"--per-path-ignore: {text!r} names no codes; give pattern and codes, as 'old/**=GO3,GO401'")
            pattern_of(pattern)
            ignored.setdefault(pattern, set()).update(named(those))
        if not (known or write or ignored):
            return None
        return Told(
            asked.paths,
            codes,
            Baseline(known) if known else None,
            Writer(write) if write else None,
            Ignored(asked.paths, ignored) if ignored else None,
        )


def _receiver(told: Told | None, listed: Printed | None) -> Receive | None:
    """Return what takes the tables of the run, in its order; None if nothing does."""
    if not told:
        return listed.receive if listed else None

    def receive(tables: Mapping[str, pa.Table]) -> None:
        tables = told.receive(tables)
        if listed:
            listed.receive(tables)

    return receive


def _checked(
    asked: Asked,
    options: Options,
    mode: ConventionMode,
    execution: Execution,
    receive: Receive | None,
    ahead: list[Worker],
) -> Summary:
    """Run the check; whatever ends it is a sentence."""
    from goanalyze.archives.inputs import InputError, find_sources
    from goanalyze.archives.patterns import Patterns
    from goanalyze.batch.baseline import READ
    from goanalyze.batch.commit import Commit, DatasetExistsError
    from goanalyze.batch.rounds import run_as
    from goanalyze.batch.worker import ExecutorError, import_all
    from goanalyze.tables.store import OutputError

    paths, out = asked.paths, asked.out
    again = "; what is done is kept: give the same command again to go on" if out else ""
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(run_shown())
            with failing_on(InputError, OutputError, ValueError):
                patterns = Patterns(asked.include, asked.exclude)
                sources = find_sources(paths, leave_out=out, patterns=patterns)
                dataset = Commit(out, given=paths, overwrite=asked.overwrite) if out else None
            if dataset:
                stack.enter_context(dataset)
            import_all()
            gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
            summary, _ = run_as(
                mode,
                sources,
                options,
                commit=dataset,
                receive=receive,
                wanted=frozenset(READ),
                execution=execution,
                progress=progress,
                ahead=ahead,
            )
        if dataset:
            _tell_changes(dataset)
    except (ExecutorError, DatasetExistsError) as error:
        fail(error)
    except OutputError as error:
        fail(f"{error}{again}")
    except KeyboardInterrupt:
        raise KeyboardInterrupt(again or "; nothing was written") from None
    return summary


def _known(asked: Asked) -> str:
    """Return the baseline that a list can be held against: one that this run has not written anew."""
    return asked.baseline if asked.baseline and asked.baseline != asked.write_baseline else ""


def _tell_changes(dataset: Commit) -> None:
    """Say what of the dataset that stood there is gone or was done anew, unasked."""
    if damaged := dataset.damaged:
        which = f"the part {damaged[0]} was" if len(damaged) == 1 else f"{len(damaged):,} parts, as {damaged[0]}, were"
        click.echo(f"goanalyze: {which} missing, damaged or of an early version; the games were checked anew", err=True)
    for table in dataset.outdated:
        click.echo(f"goanalyze: the table {table} was of other games, or damaged, and is gone; goanalyze dups writes "
                   "it again", err=True)  # fmt: skip


def _komi(text: str) -> KomiReading:
    """Return the komi that margins are worked out with."""
    from goanalyze.rules import RulesetError, read_komi

    try:
        given: object = float(text)
    except ValueError:
        given = text
    try:
        return read_komi(given)
    except RulesetError as error:
        fail(f"--{error}")


def _conventions(text: str) -> tuple[ConventionMode, tuple[Convention, ...]]:
    """Return what is done about headers that do not say what was played, and the conventions of a file."""
    from goanalyze.conventions.toml_files import ConventionError, resolve_conventions

    with failing_on(ConventionError):
        return resolve_conventions(text)


def _tell_undone(summary: Summary, asked: Asked) -> NoReturn:
    """Say what was not checked, and why, and stop with exit code 2."""
    _tell_first(_UNDONE_TOLD, summary.not_checked(), "more not checked")
    if asked.write_baseline:
        click.echo("goanalyze: no baseline is written, since it would lack what was not checked", err=True)
    rest = "the rest is done" + (" and kept" if asked.out else "") if summary.files else "nothing was checked"
    fail(f"{rest}; when that is mended, the same command checks what is missing")


def _tell_first(most: int, sentences: Sequence[str], more: str) -> None:
    """Say so many sentences, and of how many more what is to be said."""
    for sentence in sentences[:most]:
        click.echo(f"goanalyze: {sentence}", err=True)
    if (rest := len(sentences) - most) > 0:
        click.echo(f"goanalyze: {rest:,} {more}", err=True)


def _rulesets(text: str) -> tuple[Ruleset, ...]:
    from goanalyze.rules import RulesetError, UnknownRulesetError, resolve_all

    with failing_on(UnknownRulesetError, RulesetError):
        return resolve_all(text) or fail("--rulesets names none; see: goanalyze rules")


def _print(summary: Summary, asked: Asked, codes: list[str]) -> None:
    from goanalyze.render.terminal.summary import next_commands, print_next, print_summary, summary_data

    if asked.style is Format.TEXT:
        out = asked.out if not summary.undone else None
        to, commands = console(), next_commands(summary, codes, out, asked.paths, _known(asked))
        print_summary(to, summary, codes, out, commands)
        if asked.verbose:
            from goanalyze.render.terminal.details import print_details

            print_details(to, summary, codes, out)
        print_next(to, commands)
    elif asked.style is Format.JSON:
        from goanalyze.vocabulary.text import json_text

        click.echo(json_text(summary_data(summary, codes), indent=1))
