r"""The address of a file, a game or a move: one text for all commands, tables and pages, and back.

``SOURCE[!MEMBER][#GAME[.LINE]][@MOVE]``, as ``archive.zip!member.sgf#2@242``: the third game (they are counted from 0,
as in the tables) of a member, after move 242. Names are those of the tables, see
`goanalyze.archives.blobs.printable`. What in a name would be read as another part is written
as ``%21`` (!), ``%23`` (#) or ``%40`` (@); what would act on a terminal, and could not be copied from one, as
its number in Unicode: ``%u000a`` is the end of a line.

What may live here: names and numbers. Whether there is such a file is asked only to tell how a text was meant.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from typing import Final, cast

from goanalyze.archives.remote import is_remote
from goanalyze.errors import OptionError
from goanalyze.vocabulary.row import Row
from goanalyze.vocabulary.text import clean
from goanalyze.vocabulary.toml import shown

_END: Final = re.compile(r"(?:#(\d{1,9})(?:\.(\d{1,9}))?)?(?:@(\d{1,9}))?$")
_AMBIGUOUS: Final = re.compile(r"%(?=21|23|25|40|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4})")
_ESCAPED: Final = re.compile(r"%(21|23|25|40|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4})")
_IN_MEMBER: Final = re.compile(_AMBIGUOUS.pattern.replace("21|", ""))  # archives in archives keep that, as tables do
_PLAIN: Final = re.compile(r"[\w@%+=:,./\\-]+", re.ASCII)  # what needs no quotes in a console of Windows


@dataclass(frozen=True, slots=True)
class Address:
    """Where something stands.

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
        """Return the address of a row of any table that has the columns source, member and maybe the others.

        Raises:
            OptionError: the row has no column source.

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
        """Return an address whose game is left out where it is the first, as most files have no other.

        Args:
            source: as in the address; so are `member`, `game` and `move`.
            member: empty for a plain file.
            game: None for a file as a whole.
            line: None is the main line.
            move: None for none.

        Raises:
            OptionError: the game is not a number.
        """
        try:
            return cls(source, member, int(game or 0) if game or line else None, line or 0, move)
        except (TypeError, ValueError, OverflowError):
            raise OptionError(f"{shown(game)} is not a valid number of a game. Expected a whole number.") from None

    @property
    def file(self) -> str:
        """The address of the file alone."""
        source = _copied(_AMBIGUOUS.sub("%25", self.source).replace("!", "%21"))
        if not self.member:
            return _without_end(source)
        return f"{source}!{_without_end(_copied(_IN_MEMBER.sub('%25', self.member)))}"

    def __str__(self) -> str:
        """The text that `read_address` reads."""
        game = "" if self.game is None and not self.line else f"#{self.game or 0}"
        line, move = f".{self.line}" if self.line else "", "" if self.move is None else f"@{self.move}"
        return self.file + game + line + move


def _copied(name: str) -> str:
    """Return a name in which every character can be seen and copied."""
    return name if name == clean(name) else "".join(char if char == clean(char) else _numbered(char) for char in name)


def _numbered(char: str) -> str:
    return f"%u{ord(char):04x}" if ord(char) < 0x10000 else f"%U{ord(char):08x}"


def _without_end(name: str) -> str:
    """Return a name in which nothing is taken for the number of a game or move."""
    found = _END.search(name)
    at = found.start() if found else len(name)
    return name[:at] + name[at:].replace("#", "%23").replace("@", "%40")


def read_address(text: str) -> Address:
    """Return what a text is the address of; a path of a file that is there is that file, whatever its name holds.

    Example:
        >>> read_address("games.zip!2024/final.sgf#2.1@242")
        Address(source='games.zip', member='2024/final.sgf', game=2, line=1, move=242)
        >>> read_address("s3://games/a%21b.zip").source
        's3://games/a!b.zip'
    """
    if text == "-" or _is_there(text):
        return Address(text)
    found = _END.search(text)
    assert found  # an end may be empty
    game, line, move = (int(part) if part is not None else None for part in found.groups())
    name = text[: found.start()]
    source, mark, member = _split(name)
    return Address(source, _ESCAPED.sub(_member_part, member) if mark else "", game, line or 0, move)


def _split(name: str) -> tuple[str, str, str]:
    """Return the source, the exclamation mark if there is one, and the member."""
    for found in re.finditer("!|$", name):  # a file that is there may have such a mark in its name
        if _is_there(name[: found.start()]):
            return name[: found.start()], name[found.start() : found.end()], name[found.end() :]
    source, mark, member = name.partition("!")
    return _ESCAPED.sub(_character, source), mark, member


def _character(code: re.Match[str]) -> str:
    return chr(int(code[1].lstrip("uU"), 16))


def _member_part(code: re.Match[str]) -> str:
    return code[0] if code[1] == "21" else _character(code)  # archives in archives keep it, as tables do


def _is_there(path: str) -> bool:
    try:
        return bool(path) and not is_remote(path) and os.path.exists(path)
    except ValueError:  # a null character
        return False


def quoted(text: str) -> str:
    """Return a text as one word of a command line: in quotes where the shell would read it otherwise.

    Example:
        >>> quoted("games/a.sgf@7"), quoted("a.zip!b.sgf#2")
        ('games/a.sgf@7', "'a.zip!b.sgf#2'")
    """
    if os.name == "nt":
        return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'
    return shlex.quote(text)
