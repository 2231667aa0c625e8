"""Examples of laws: drawn ones, of which the usual run draws a tenth, or a list of cases in one test.

``conftest.py`` loads one of the two profiles of Hypothesis; with ``--slow`` every law gets its full number.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from hypothesis import HealthCheck, settings

settings.register_profile("full", deadline=None, max_examples=100)
# The same in each run: only --slow and the fuzzer look for new cases. The draws change with the
# constants in the sources, though, and among ten examples chance decides whether too many were thrown away.
settings.register_profile(
    "quick", deadline=None, max_examples=10, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much]
)


def law(examples: int, **more: Any) -> settings:
    """Return settings that draw this many examples in the full run, and as large a part as its profile says else."""
    return settings(max_examples=max(10, examples * settings.default.max_examples // 100), **more)


def part(cases: int, usual: int | None = None) -> int:
    """Return the number of drawn cases that a run tries. Its test is marked ``law``, so that ``--slow`` tries all.

    Args:
        cases: number of cases of the full run.
        usual: number of cases of the usual run, a tenth by default. Slow cases are few.
    """
    if usual is not None and settings.default is settings.get_profile("quick"):
        return usual
    return max(1, cases * settings.default.max_examples // 100)


def over(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a law that holds for each of many cases, written as ``pytest.mark.parametrize`` is.

    The case that breaks the law is named in a note to the error. Further parameters of the law are fixtures.
    """
    arguments, listed = names.replace(",", " ").split(), list(cases)
    if not listed:
        raise ValueError(f"no case of {names}")

    def decorate(law: Callable[..., None]) -> Callable[..., None]:
        @wraps(law)
        def tried(**fixtures: Any) -> None:
            for case in listed:
                values = dict(zip(arguments, case if len(arguments) > 1 else [case], strict=True))
                try:
                    law(**values, **fixtures)
                except BaseException as error:
                    error.add_note(f"with {values}")
                    raise

        signature = inspect.signature(law)
        others = [value for name, value in signature.parameters.items() if name not in arguments]
        tried.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return tried

    return decorate
