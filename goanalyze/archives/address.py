r"""Addresses of files, games and moves: one text for all commands, tables and pages.

The form is ``SOURCE[!MEMBER][#GAME[.LINE]][@MOVE]``: ``archive.zip!member.sgf#2@242`` is the third game (numbers begin
with 0, as in the tables) of a member, after move 242. Names are those of the tables, see
`goanalyze.archives.blobs.printable`. Characters of a name that would begin another part are escaped as ``%21`` (!),
``%23`` (#) and ``%40`` (@). Characters that would act on a terminal, or could not be copied from one, are escaped by
their number in Unicode: ``%u000a`` is the end of a line.

Scope: names and numbers. Files are looked up only to decide how a text is meant.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from typing import Final, cast

from goanalyze.archives.remote import is_remote
from goanalyze.errors import OptionError
from goanalyze.util.row import Row
from goanalyze.util.text import clean
from goanalyze.util.toml import shown

_NUMBERS: Final = re.compile(r"(?:#(\d{1,9})(?:\.(\d{1,9}))?)?(?:@(\d{1,9}))?\Z")  # matches every text at its end
_CODES: Final = r"23|25|40|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4}"
_CODE_IN_SOURCE: Final = re.compile(f"%(21|{_CODES})")
_CODE_IN_MEMBER: Final = re.compile(f"%({_CODES})")  # %21 is a part of the name, see `sources.nested_name`
_UNQUOTED: Final = re.compile(r"[\w@%+=:,./\\-]+", re.ASCII)  # text that needs no quotes in a console of Windows


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a file, a game, a line or a move.

    Attributes:
        source: path of the file or archive, or a URI; ``-`` is standard input.
        member: name inside the archive, as in the tables; empty for a plain file.
        game: number of the game in its file, from 0; None for the file as a whole, or all its games.
        line: number of the variation; 0 is the main line.
        move: number of the move, as the column ``move_number``; None for none.

    Example:
        >>> str(Address("old games.zip", "2024/final.sgf", 2, move=242))
        'old games.zip!2024/final.sgf#2@242'
        >>> str(Address("a!b.sgf")), str(Address("final #3", game=0)), str(Address("a.sgf", game=1, line=3))
        ('a%21b.sgf', 'final %233#0', 'a.sgf#1.3')
    """

    source: str
    member: str = ""
    game: int | None = None
    line: int = 0
    move: int | None = None

    @classmethod
    def of(cls, row: Row) -> Address:
        """Return the address of a row of any table that has the column source; the others of an address may lack.

        Raises:
            OptionError: the value is not such a row.

        Example:
            >>> str(Address.of({"source": "a.sgf", "member": "", "game_index": 0, "move_number": 7}))
            'a.sgf@7'
        """
        try:
            game, line, move = (cast("int | None", row.get(name)) for name in ("game_index", "line", "move_number"))
            source, member = str(row["source"]), str(row.get("member") or "")
        except (AttributeError, LookupError, TypeError):
            raise OptionError(f"{shown(row)} is not a valid row. Expected one with the column source.") from None
        return cls.shortest(source, member, game, line, move)

    @classmethod
    def shortest(cls, source: str, member: str, game: int | None, line: int | None, move: int | None) -> Address:
        """Return an address that omits the first game, since most files have one game only.

        Args:
            source: source, as in the tables.
            member: member of an archive, as in the tables; empty for a plain file.
            game: number of the game; None for the whole file.
            line: number of the line; None for the main line, too.
            move: number of the move; None without one.

        Raises:
            OptionError: the number of the game is not a number.
        """
        try:
            return cls(source, member, int(game or 0) if game or line else None, line or 0, move)
        except (TypeError, ValueError, OverflowError):
            raise OptionError(f"{shown(game)} is not a valid number of a game. Expected a whole number.") from None

    @property
    def file(self) -> str:
        """The address of the file alone."""
        source = _escape(self.source, _CODE_IN_SOURCE).replace("!", "%21")
        return f"{source}!{_escape_end(_escape(self.member, _CODE_IN_MEMBER))}" if self.member else _escape_end(source)

    def __str__(self) -> str:
        """The text that `read_address` reads."""
        game = "" if self.game is None and not self.line else f"#{self.game or 0}"
        line, move = f".{self.line}" if self.line else "", "" if self.move is None else f"@{self.move}"
        return self.file + game + line + move


def _escape(name: str, code: re.Pattern[str]) -> str:
    """Return a name in which every character can be seen and copied, and only codes look like codes."""
    name = code.sub(r"%25\1", name)
    return name if name == clean(name) else "".join(char if char == clean(char) else _code(char) for char in name)


def _code(char: str) -> str:
    return f"%u{ord(char):04x}" if ord(char) < 0x10000 else f"%U{ord(char):08x}"


def _escape_end(name: str) -> str:
    """Return a name whose end is not the number of a game or move."""
    start = _split_numbers(name)[0]
    return start + name[len(start) :].replace("#", "%23").replace("@", "%40")


def read_address(text: str) -> Address:
    """Read an address; the path of a file that exists is that file, even if its name looks like an address.

    Example:
        >>> read_address("games.zip!2024/final.sgf#2.1@242")
        Address(source='games.zip', member='2024/final.sgf', game=2, line=1, move=242)
        >>> read_address("s3://games/a%21b.zip").source
        's3://games/a!b.zip'
    """
    if text == "-" or _exists(text):
        return Address(text)
    name, (game, line, move) = _split_numbers(text)
    return Address(*_split_member(name), game, line or 0, move)


def _split_numbers(text: str) -> tuple[str, list[int | None]]:
    """Return the file's part of an address, and the numbers of game, line and move."""
    match = _NUMBERS.search(text)
    assert match
    return text[: match.start()], [int(number) if number is not None else None for number in match.groups()]


def _split_member(name: str) -> tuple[str, str]:
    """Return the source and the member; a file that exists may have an exclamation mark in its name."""
    for match in re.finditer(r"!|\Z", name):
        if _exists(source := name[: match.start()]):
            member = name[match.end() :]
            break
    else:
        source, _, member = name.partition("!")
        source = _CODE_IN_SOURCE.sub(_character, source)
    return source, _CODE_IN_MEMBER.sub(_character, member)


def _character(code: re.Match[str]) -> str:
    return chr(int(code[1].lstrip("uU"), 16))


def _exists(path: str) -> bool:
    try:
        return bool(path) and not is_remote(path) and os.path.exists(path)
    except ValueError:  # a null character
        return False


def quoted(text: str) -> str:
    """Return a text as one word of a command line, in quotes if the shell would read it otherwise."""
    if os.name == "nt":
        return text if _UNQUOTED.fullmatch(text) else '"' + text.replace('"', '""') + '"'
    return shlex.quote(text)
