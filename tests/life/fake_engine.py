"""An engine for tests, good or bad in a selected way: ``python fake_engine.py MODE [OPTION=VALUE ...]``.

``gtp`` and ``katago`` are good ones: every white stone on an odd column is dead, with its chain; in KataGo's tongue,
too. The other modes are named by their fault. Options: ``once=FILE``, only the first process fails, it writes the
file; ``board=SIDE``, only on boards of that size; ``at=COMMAND``, where to fail (``final_status_list``); ``log=FILE``,
each process appends a line with its number.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LONG = 1000.0


def raw(data: bytes) -> None:
    """Write bytes as they are."""
    os.write(1, data)


def read_vertex(vertex: str, height: int) -> tuple[int, int]:
    """Return column and row."""
    return LETTERS.index(vertex[0].upper()), height - int(vertex[1:])


def dead_stones(stones: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Return White's chains that have a stone on an odd column."""
    dead: set[tuple[int, int]] = set()
    waiting = [at for at, color in stones.items() if color == "w" and at[0] % 2]
    while waiting:
        x, y = waiting.pop()
        if stones.get((x, y)) == "w" and (x, y) not in dead:
            dead.add((x, y))
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return dead


def ruin(mode: str, number: str) -> str | None:
    """Carry out the mode's fault; return an answer, if the mode has one."""
    if mode == "hangs":
        time.sleep(LONG)
    elif mode == "dies":
        sys.stderr.write("assertion failed:\x1b[31m dragon eaten\n")
        sys.exit(3)
    elif mode == "segfaults":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "closes":
        os.close(1)
        time.sleep(LONG)
    elif mode == "half":
        raw(f"={number} A".encode())
        sys.exit(0)
    elif mode == "endless-line":
        while True:
            raw(b"=" + b" A1" * 10000)
    elif mode == "endless-lines":
        raw(f"={number}\n".encode())
        while True:
            raw(b"A1\n" * 10000)
    elif mode == "endless-nothing":
        while True:
            raw(b"\n# thinking\n" * 1000)
    elif mode == "drips":
        for mark in f"={number}" + " A1" * 100000:
            raw(mark.encode())
            time.sleep(0.05)
    elif mode == "binary":
        raw(bytes(range(128, 256)) + b"\xff\xfe\n\n")
    elif mode == "binary-answer":
        raw(f"={number} ".encode() + b"\xff\xfe\xc3\n\n")
    elif mode == "nonsense":
        raw(b"I like the taste of this move\n\n")
    elif mode == "other-question":
        raw(b"=4711 \n\n")
    elif mode == "child":
        child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
        with Path(OPTIONS["child"]).open("a", encoding="ascii") as numbers:
            numbers.write(f"{child.pid}\n")
        time.sleep(LONG)
    else:
        return {
            "words": "dead are all",
            "off-board": "Z25",
            "zero": "A0",
            "a-pass": "pass",
            "empty-point": "A1",
            "in-part": "B3",
            "a-huge-number": "A" + "9" * 6000,
        }[mode]
    return None


OPTIONS: dict[str, str] = {}


def is_bad(side: int) -> bool:
    """Return True if the engine fails on such a board."""
    return OPTIONS.get("board", str(side)) == str(side)


class Gtp:
    """An engine that speaks GTP."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.size = 19
        self.stones: dict[tuple[int, int], str] = {}
        self.commands = """
            name version list_commands boardsize clear_board komi play final_status_list quit
        """.split()
        if mode == "no-status":
            self.commands.remove("final_status_list")
        if mode == "with-rules":
            self.commands.append("kata-set-rules")
        if mode == "own-size":
            self.commands.append("query_boardsize")

    def run(self) -> None:
        """Answer until the input ends."""
        if self.mode == "banner":
            raw(b"FakeGo, no warranty\n\n")
        while line := sys.stdin.readline():
            if self.mode == "chatty":
                sys.stderr.write("thinking hard\n" * 20000)
            number, command, *rest = line.split()
            fails = self.mode in FAULTS and command == OPTIONS.get("at", "final_status_list") and is_bad(self.size)
            answer = ruin(self.mode, number) if fails else self.answer(command, rest)
            if answer is None:
                continue
            self.tell(number, answer)
            if command == "quit" and self.mode != "ignores-quit":
                return
        if self.mode == "ignores-quit":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(LONG)

    def tell(self, number: str, answer: str) -> None:
        """Write an answer, in the mode's manner."""
        mark = "=" if not answer.startswith("?") else "?"
        text = f"{mark}{'' if self.mode == 'no-numbers' else number} {answer.lstrip('?')}\n\n"
        if self.mode == "windows":
            text = text.replace("\n", "\r\n")
        if self.mode == "loose":
            text = f"\n \n# comment\n{text}\n\n"
        raw(text.encode())

    def answer(self, command: str, rest: list[str]) -> str:
        """Return the answer to a command."""
        if command not in self.commands:
            return "?unknown command"
        if command == "name":
            return "Fake\x07Go"
        if command == "version":
            return "1.0"
        if command == "list_commands":
            return "?not here" if self.mode == "no-list" else "\n".join(self.commands)
        if command == "boardsize":
            if int(rest[0]) > 19:
                return "?unacceptable size"
            self.size = 19 if self.mode == "own-size" else int(rest[0])
        if command == "kata-set-rules":
            with Path(OPTIONS["rules"]).open("a", encoding="ascii") as rules:
                rules.write(f"{rest[0]}\n")
        if command == "query_boardsize":
            return str(self.size)
        if command == "clear_board":
            self.stones.clear()
        if command == "komi" and self.mode == "no-komi":
            return "?komi is what I say"
        if command == "play":
            if self.mode == "no-play":
                return "?illegal move"
            self.stones[read_vertex(rest[1], self.size)] = rest[0][0]
        if command == "final_status_list":
            if self.mode == "refuses":
                return "?cannot score"
            names = [f"{LETTERS[x]}{self.size - y}" for x, y in sorted(dead_stones(self.stones))]
            return "\n".join(names).lower()
        return ""


FAULTS = set(
    """
    hangs dies segfaults closes half endless-line endless-lines endless-nothing drips binary binary-answer nonsense
    other-question child words off-board zero a-pass empty-point in-part a-huge-number
""".split()
)


def katago(mode: str) -> None:
    """Speak KataGo's analysis protocol."""
    sys.stderr.write("Loaded model\nStarted, ready to begin handling requests\n")
    while line := sys.stdin.readline():
        query = json.loads(line)
        number = query["id"]
        if query.get("action") == "query_version":
            if mode == "katago-old":
                raw(b'{"error":"\'action\' field must be something else"}\n')
            else:
                raw(json.dumps({"id": number, "action": "query_version", "version": "1.16.3"}).encode() + b"\n")
            continue
        if mode in FAULTS and is_bad(query["boardXSize"]):
            ruin(mode, number)
        width, height = query["boardXSize"], query["boardYSize"]
        if max(width, height) > 19 or min(width, height) < 2:
            raw(
                json.dumps(
                    {"error": "Must provide an integer from 2 to 19", "field": "boardXSize", "id": number}
                ).encode()
                + b"\n"
            )
            continue
        if mode == "katago-errs":
            raw(json.dumps({"error": "Could not parse rules: x", "field": "rules", "id": number}).encode() + b"\n")
            continue
        stones = {read_vertex(vertex, height): color.lower() for color, vertex in query["initialStones"]}
        dead = dead_stones(stones)
        owner = [0.0] * (width * height)
        for (x, y), color in stones.items():
            black = (color == "b") != ((x, y) in dead)
            owner[y * width + x] = (0.9 if black else -0.9) if mode != "katago-unsure" else (0.3 if black else -0.3)
        assert query["includeOwnership"]
        assert query["overrideSettings"]["reportAnalysisWinratesAs"] == "BLACK"
        assert float(query["komi"] * 2).is_integer()
        answer: dict[str, Any] = {"id": number, "isDuringSearch": False, "turnNumber": 0, "moveInfos": []}
        if mode == "katago-chatty":
            raw(json.dumps({"id": number, "warning": "Unknown params", "field": "x"}).encode() + b"\r\n\r\n")
            raw(json.dumps({**answer, "isDuringSearch": True, "ownership": [0.0]}).encode() + b"\r\n")
        if mode != "katago-no-ownership":
            answer["ownership"] = owner
        if mode == "katago-wrong-size":
            answer["ownership"] = [0.0] * 361
        if mode == "katago-nan":
            answer["ownership"] = [float("nan")] * len(owner)
        if mode == "katago-words":
            answer["ownership"] = ["Black"] * len(owner)
        if mode == "katago-other-id":
            answer["id"] = "somebody-else"
        text = json.dumps(answer)
        if mode == "katago-deep":
            text = "[" * 100000
        if mode == "katago-nonsense":
            text = "terminate called without an active exception"
        if mode == "katago-list":
            text = "[1, 2]"
        raw(text.encode() + b"\n")


def main() -> None:
    """Be the engine that the command line asks for."""
    mode, *options = sys.argv[1:]
    OPTIONS.update(option.split("=", 1) for option in options)
    if "log" in OPTIONS:
        with Path(OPTIONS["log"]).open("a", encoding="ascii") as log:
            log.write(f"{os.getpid()}\n")
    if "once" in OPTIONS:
        if Path(OPTIONS["once"]).exists():
            mode = "katago" if "speak" in OPTIONS else "gtp"
        Path(OPTIONS["once"]).touch()
    if mode == "dies-at-start":
        sys.stderr.write("no license\n")
        sys.exit(1)
    if mode == "hangs-at-start":
        time.sleep(LONG)
    if mode.startswith("katago") or OPTIONS.get("speak") == "katago":
        katago(mode)
    else:
        Gtp(mode).run()


if __name__ == "__main__":
    main()
