"""A session of Go Text Protocol, asked line by line."""

from __future__ import annotations

from goanalyze.gtp.session import GtpSession


def send(*lines: str, rules: str = "japanese", size: int = 9) -> list[str]:
    """Return the answers of a new session to some lines, without the two newlines and blanks at the end."""
    session = GtpSession(rules, size)
    return [str(session.answer(line)).rstrip() for line in lines]
