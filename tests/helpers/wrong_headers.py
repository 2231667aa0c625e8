"""A server whose headers lie, made of GNU Go's games of the sample, whose recorded margins are right."""

from __future__ import annotations

from pathlib import Path

GNUGO = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
GAMES = sorted(path for path in GNUGO.glob("009x009-japanese-*.sgf") if "KM[6.5]" in path.read_text())[:20]
"""Even games by Japanese rules with komi 6.5."""


def server(folder: Path, games: list[Path]) -> Path:
    """Write games as a server would that calls every komi 0: the recorded margins follow from 6.5."""
    folder.mkdir()
    for path in games:
        (folder / path.name).write_text(path.read_text().replace("KM[6.5]", "KM[0]"))
    return folder
