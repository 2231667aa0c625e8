"""Messages about faults of syntax: they name the property, its value and the fault."""

from __future__ import annotations

import pytest

import goanalyze as ga


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("5A[x]", "GO306", "Property name '5A' contains a digit. The property is not read."),
        ("GaMe[1]", "GO306", "Property name 'GaMe' contains lower-case letters, and is read as GM."),
        (";w[cc]", "GO306", "Property name 'w' has no capital letters."),
        ("KM[6.5]KM[0]", "GO305", "KM is given twice, '6.5' and '0'. The first is used."),
        ("KM[6.5]PB[x]KoMi[0]", "GO305", "KoMi is given twice, '6.5' and '0'. The first is used."),
        ("KM[6.5][0]", "GO305", "KM has several values, '6.5' and '0'. The first is used."),
        (";B[cc]C[x]B[dd]", "GO305", "B is given twice, 'cc' and 'dd'. The first is used."),
        (";B[dx9]", "GO307", "B[dx9] is a move whose value is not a point."),
        ("AB[d4]", "GO308", "AB[d4] is not a point. The value is not used."),
        ("PL[x]", "GO308", "PL[x] is not a side to move. The value is not used."),
        (";B;W[cc]", "GO309", "Property B has no value."),
        ("AB[d4][d5]", "GO308", "AB[d4] is not a point. The value is not used. The record has 2 such faults."),
    ],
)
def test_the_message_names_the_property(text: str, code: str, message: str) -> None:
    """The first fault of a kind is named, and the number of them."""
    findings = ga.loads(f"(;SZ[9]{text})").replay().findings
    assert [finding.message for finding in findings if finding.code == code] == [message]


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ("C[RIGHT[yes!]]AB[ba][bc]", "C"),
        ("EV[a [b - c]]PB[Ada];B[aa]", "EV"),
        ("PB[Ada]EV[a [b - c]]RO[1];B[aa]", "EV"),
    ],
)
def test_a_bracket_that_is_not_escaped_is_in_a_named_property(record: str, name: str) -> None:
    """The message about a bracket in a text names the property."""
    (message,) = [row.message for row in ga.loads(f"(;SZ[9]{record})").replay().findings if row.code == "GO317"]
    assert message.startswith(f"{name} contains a bracket that is not escaped, at ")
