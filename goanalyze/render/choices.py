"""The closed vocabularies of output."""

from __future__ import annotations

from typing import Final

from goanalyze.util.choice import Choice


class OutputFormat(Choice):
    """Output formats; each command has some of these."""

    TEXT = "text", "for people"
    CONCISE = "concise", "a line per finding, address: code message"
    CSV = "csv", "one table"
    XLSX = "xlsx", "a workbook"
    JSON = "json", "one document"
    JSONL = "jsonl", "one object per finding"
    NUL = "nul", "files, each once, for xargs -0"
    SARIF = "sarif", "SARIF 2.1.0, for code hosts"
    JUNIT = "junit", "XML for CI servers"
    GITHUB = "github", "annotations of GitHub Actions"
    TOML = "toml", "editable definitions"


LIST_FORMATS: Final = (
    OutputFormat.CONCISE,
    OutputFormat.CSV,
    OutputFormat.JSONL,
    OutputFormat.SARIF,
    OutputFormat.JUNIT,
    OutputFormat.GITHUB,
)
"""Formats in which a check lists findings as it finds them."""


class FailOn(Choice):
    """Severities of findings that make the exit code 1."""

    ERROR = "error", "errors"
    WARNING = "warning", "warnings and errors"
    NEVER = "never", "no finding"

    @property
    def severities(self) -> frozenset[str]:
        """Names of these severities."""
        return frozenset({FailOn.ERROR: ("error",), FailOn.WARNING: ("error", "warning"), FailOn.NEVER: ()}[self])
