"""Lines, responses and arguments of Go Text Protocol (specification of version 2, draft 2, sections 2 and 3)."""

from __future__ import annotations

import pytest

from goanalyze.life.engines.gtp_syntax import GtpCommand, color, decimal, read_command, response, vertex, whole


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", GtpCommand("", "name", ())),
        ("7 name\n", GtpCommand("7", "name", ())),
        ("  7\tplay  b \t d4\r\n", GtpCommand("7", "play", ("b", "d4"))),
        ("pl\0ay\x7f b d4 # 8 name", GtpCommand("", "play", ("b", "d4"))),
        ("2147483647 name", GtpCommand("2147483647", "name", ())),
        ("", None),
        (" \t \n", None),
        ("# name", None),
        ("7", None),
        ("7 # name", None),
    ],
)
def test_lines_are_read_as_the_specification_says(line: str, command: GtpCommand | None) -> None:
    """Sections 2.5, 2.9, 2.10 and 3.1; a line with an id alone is passed over, as GNU Go 3.8 does."""
    assert read_command(line) == command


@pytest.mark.parametrize(
    ("command", "text", "fails", "expected"),
    [
        ("", "", False, "= \n\n"),
        ("7", "", False, "=7 \n\n"),
        ("7", "cannot undo", True, "?7 cannot undo\n\n"),
        ("", "name\nversion", False, "= name\nversion\n\n"),
        ("", "\n9 . .\n\n8 . .\n", False, "= \n9 . .\n8 . .\n\n"),
    ],
)
def test_a_response_ends_at_its_two_newlines_and_nowhere_before(
    command: str, text: str, fails: bool, expected: str
) -> None:
    """Sections 2.6 and 2.7; without content there is a blank behind the sign, as GNU Go 3.8 writes it."""
    assert response(GtpCommand(command, "name", ()), text, fails=fails) == expected


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (whole, "0", 0),
        (whole, "2147483647", 2**31 - 1),
        (decimal, "6.5", 6.5),
        (decimal, "-.5", -0.5),
        (decimal, "1e3", 1000.0),
        (color, "W", 2),
        (color, "bLaCk", 1),
        (vertex, "q16", "Q16"),
        (vertex, "PASS", "pass"),
        (vertex, "d04", "D4"),
        (vertex, "Z25", "Z25"),
    ],
)
def test_arguments_are_read(kind: object, text: str, value: object) -> None:
    """Section 3.1: whole numbers to 2³¹ − 1, floats of 32 bits, colours and vertices in capitals or not."""
    assert kind(text) == value  # type: ignore[operator]  # which of the four


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (whole, "-1"),
        (whole, "2147483648"),
        (whole, "9" * 5000),
        (whole, "٣"),
        (whole, "1_0"),
        (whole, ""),
        (decimal, "nan"),
        (decimal, "inf"),
        (decimal, "1e39"),
        (decimal, "6,5"),
        (decimal, "1_0"),
        (color, "green"),
        (vertex, "I5"),
        (vertex, "5D"),
        (vertex, "D"),
        (vertex, "ſ4"),
        (vertex, "resign"),
    ],
)
def test_what_is_no_argument_is_refused(kind: object, text: str) -> None:
    """Section 3.1, the other way round; letters and digits are those of ASCII (section 2.1)."""
    with pytest.raises((ValueError, KeyError)):
        kind(text)  # type: ignore[operator]  # which of the four
