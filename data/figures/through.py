"""The figure of the architecture: one game of the sample at each stage, from bytes to rows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from figures.drawing import BLUE, DIM, WIDTH, arrow, box, mono, placed, sheet, text
from figures.five import RECORD, winner_words

import goanalyze.api as ga
from goanalyze.core import flags as flag_bits
from goanalyze.draw.svg import board_svg
from goanalyze.game.game import Game
from goanalyze.points import color_letter, to_gtp
from goanalyze.sgf.properties import PLAY_BLACK, PLAY_WHITE
from goanalyze.sgf.records import Records

_GAP: Final = 26
_WIDE: Final = (WIDTH - 20 - 2 * _GAP) / 3
_HIGH: Final = 244
_TOP: Final = 44
_THREE: Final = ("japanese", "chinese", "ing")
_KINDS: Final = {PLAY_BLACK: "PLAY_BLACK", PLAY_WHITE: "PLAY_WHITE"}
_FLAGS: Final = {value: name for name, value in vars(flag_bits).items() if name.isupper() and value.bit_count() == 1}


def one_way_through(root: Path) -> str:
    """Draw one game of the sample at every stage."""
    path = root / RECORD
    game = next(ga.read(path))
    tables = ga.check(path)
    stages = [
        ("bytes", "a path, or a member of an archive", _bytes(path)),
        ("Records", "goanalyze/sgf: decode, tokenize, normalise", _records(game)),
        ("Replays", "goanalyze/replay: play out, flag every move", _replays(game)),
        ("Statuses", "goanalyze/life: dead stones and their source", _statuses(game, tables)),
        ("Counts, Outcomes", "goanalyze/score: one count, many rulesets", _outcomes(game)),
        ("Parquet rows", "goanalyze/tables: schema, dataset", _rows(tables)),
    ]
    parts = [
        text(16, 28, "One way through", size=17, bold=True),
        text(160, 28, f"with one game of the sample, {path.name}", fill=DIM),
    ]
    for number, (name, room, inside) in enumerate(stages):
        x, y = _corner(number)
        head = [
            box(0, 0, _WIDE, _HIGH),
            text(10, 21, name, size=14, bold=True, fill=BLUE),
            text(10, 38, room, size=10.5, fill=DIM),
        ]
        parts += [f'<g transform="translate({x:g} {y:g})">', *head, *inside, "</g>"]
    parts += [*_arrows(), *_foot()]
    return sheet(
        _TOP + 2 * (_HIGH + _GAP) + 44,
        "One way through",
        "Bytes become Records, Replays, Statuses, Counts and Outcomes, and Parquet rows, in this order.",
        parts,
    )


def _corner(number: int) -> tuple[float, float]:
    return 10 + number % 3 * (_WIDE + _GAP), _TOP + number // 3 * (_HIGH + _GAP)


def _arrows() -> list[str]:
    """Return the arrows from panel to panel; the first row's last leads to the second row's first."""
    middle = _HIGH / 2
    found = []
    for number in (0, 1, 3, 4):
        x, y = _corner(number)
        found.append(arrow(x + _WIDE + 4, y + middle, x + _WIDE + _GAP - 4, y + middle))
    right, left, between = 10 + 2 * (_WIDE + _GAP) + _WIDE / 2, 10 + _WIDE / 2, _TOP + _HIGH + _GAP / 2
    found.append(
        f'<path d="M{right:g} {between - _GAP / 2 + 3:g}V{between:g}H{left:g}v4" fill="none" '
        f'stroke="{DIM}" stroke-width="2"/>'
    )
    found.append(arrow(left, between, left, between + _GAP / 2 - 3))
    return found


def _foot() -> list[str]:
    y = _TOP + 2 * (_HIGH + _GAP) - 2
    return [
        text(
            16,
            y + 8,
            "goanalyze/rules contains each ruleset as data: replay applies its bans, score its terms.",
            size=11.5,
        ),
        text(
            16,
            y + 26,
            "goanalyze/compare compares rulesets over the rows; goanalyze/draw draws for "
            "command line, notebook and report.",
            size=11.5,
        ),
    ]


def _bytes(path: Path) -> list[str]:
    data = path.read_bytes()
    head = data[:324].decode("ascii").replace("\n", "⏎")
    lines = [head[start : start + 36] for start in range(0, len(head), 36)]
    return [mono(10, 60, lines, size=10.5), text(10, _HIGH - 10, f"… {len(data):,} bytes", size=11, fill=DIM)]


def _records(game: Game) -> list[str]:
    records: Records = game._chunk.records
    info = game.info
    facts = [
        f"board    {info['board_width']}×{info['board_height']}",
        f"komi     {info['komi']:g}",
        f"ruleset  {info['ruleset']}, from RU[{info['rules_raw']}]",
        f"result   {info['result_winner']}, from RE[{info['result_raw']}]",
        f"date     {info['date']}",
    ]
    tape = records.tape
    last = int(tape.event_start[1])
    rows = ["byte  kind        column, row"]
    for event in range(3):
        column, row = tape.xy[event, :2].tolist()
        rows.append(f"{int(tape.at[event]):<5} {_KINDS[int(tape.kind[event])]:<11} {column}, {row}")
    return [
        mono(10, 60, facts, size=10.5),
        text(10, 154, f"the tape, {last} events", size=11, fill=DIM),
        mono(10, 172, [*rows, "…"], size=10.5),
    ]


def _replays(game: Game) -> list[str]:
    replay = game.replay()
    moves = replay.moves
    shown = next(move.number for move in moves if move.captured)
    board = board_svg(
        replay.position(shown), last=moves[shown - 1].point, coordinates=False, title=f"after move {shown}"
    )
    rows = [f"{'move':<11} {'takes':<6} flags"]
    for number in (1, shown, len(moves) - 1, len(moves)):
        move = moves[number - 1]
        bits = int(replay.flags[number - 1])
        names = " ".join(name for bit, name in _FLAGS.items() if bits & bit) or "no flag"
        name = f"{number}. {color_letter(move.color)} {to_gtp(move.point, 9, 9)}"
        rows.append(f"{name:<11} {move.captured or '–':<6} {names}")
    return [
        placed(board, (_WIDE - 100) / 2, 48, 100),
        text(_WIDE - 12, 144, f"move {shown}", size=10.5, fill=DIM, anchor="end"),
        mono(10, 164, rows, size=10.5),
    ]


def _statuses(game: Game, tables: ga.Tables) -> list[str]:
    counted, position = game.territory(), game.replay().position()
    assert counted is not None
    marks = counted.signs()
    dead = [point for point, mark in marks.items() if mark in "xo"]
    board = board_svg(position, marks=dict.fromkeys(dead, "cross"), coordinates=False, title="dead stones crossed")
    (row,) = tables.arrow("counts").to_pylist()
    return [
        placed(board, (_WIDE - 130) / 2, 48, 130),
        mono(
            10,
            198,
            [
                f"dead        {' '.join(to_gtp(point, 9, 9) for point in dead)}",
                f"source      {row['status_source']}",
                f"confidence  {row['status_confidence']:.3f}",
            ],
            size=10.5,
        ),
    ]


def _outcomes(game: Game) -> list[str]:
    count = game.count()
    black, white = count.black, count.white
    rows = [
        ("living stones", black.stones, white.stones),
        ("territory", black.territory, white.territory),
        ("prisoners", black.prisoners, white.prisoners),
        ("own dead stones", black.dead, white.dead),
    ]
    first, second = _WIDE - 66, _WIDE - 14
    parts = [
        text(first, 60, "Black", size=11, fill=DIM, anchor="end"),
        text(second, 60, "White", size=11, fill=DIM, anchor="end"),
    ]
    for line, (what, one, other) in enumerate(rows):
        y = 78 + 16 * line
        parts += [
            text(10, y, what, size=11.5),
            text(first, y, f"{one}", size=11.5, anchor="end"),
            text(second, y, f"{other}", size=11.5, anchor="end"),
        ]
    parts.append(f'<path d="M10 138H{_WIDE - 10:g}" stroke="{DIM}" stroke-width=".6"/>')
    for line, name in enumerate(_THREE):
        y = 160 + 20 * line
        parts += [
            text(10, y, name, size=11.5),
            text(second, y, winner_words(game.outcome(name)), bold=True, anchor="end"),
        ]
    parts.append(text(10, _HIGH - 12, f"the same count, komi {game.info['komi']:g}", size=11, fill=DIM))
    return parts


def _rows(tables: ga.Tables) -> list[str]:
    rows = {row["ruleset"]: row for row in tables.arrow("outcomes").to_pylist()}
    columns = ("ruleset", "legal", "margin", "winner")
    lines = ["  ".join(f"{name:<8}" for name in columns)]
    for name in _THREE:
        row = rows[name]
        cells = (name, str(row["legal"]).lower(), f"{row['margin']:+.1f}".replace("-", "−"), row["winner"])
        lines.append("  ".join(f"{cell:<8}" for cell in cells))
    sizes = [
        f"{name}/{'':<{9 - len(name)}}{len(tables.arrow(name)):>3} row{'s' if len(tables.arrow(name)) > 1 else ''}"
        for name in ("games", "counts", "outcomes")
    ]
    more, about = f"… {len(rows) - len(_THREE)} rulesets more", rows["chinese"]
    return [
        mono(10, 62, lines, size=10.5),
        mono(10, 126, [more], size=10.5, fill=DIM),
        mono(10, 156, [f"basis    {about['basis']}", f"game_id  {about['game_id'][:24]}…"], size=10.5),
        mono(10, 198, sizes, size=10.5),
    ]
