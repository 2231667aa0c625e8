r"""Names of exported files: harmless on every system, each only once, in the folders that their sources had.

Windows forbids ``<>:"|?*``, control characters, its names of devices, and dots and blanks at the end (Microsoft,
*Naming Files, Paths, and Namespaces*); case and normal form tell no two names apart there or on macOS. What leads out
of the folder is made part of a name, and no name is hidden: a check passes over hidden files. No bytes live here.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import Final

from goanalyze.archives.blobs import as_on_disk
from goanalyze.archives.sources import kind_of

LOG: Final = "export-log.csv"
"""The log of a folder's exports, in it."""

_FORBIDDEN: Final = re.compile(r'[<>:"|?*/\\]')
_ACTING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, marks of direction, halves of pairs, line separators
_DEVICE: Final = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[/\\]")
_ENDING: Final = re.compile(r"\.[0-9A-Za-z]{1,8}$")
_PACKED: Final = (".gz", ".bz2", ".xz", ".zst")
_CHARACTERS, _BYTES = 100, 240  # of one name: most systems allow 255 bytes
_ALL: Final = 200  # characters of a path below the folder: Windows allows 260 with all around it


def harmless(name: str) -> str:
    r"""Return a name that any system takes for the name of a file, and for nothing else.

    Example:
        >>> [harmless(name) for name in ("..", "C:", "nul.sgf", "a. ", ".hidden", "a\x1b\u202e|b.sgf", "柯洁.sgf")]
        ['__', 'C_', '_nul.sgf', 'a._', '_hidden', 'a___b.sgf', '柯洁.sgf']
    """
    name = "".join(_written(letter) for letter in _FORBIDDEN.sub("_", name))
    if name.strip(". ") == "":
        return "_" * max(len(name), 1)
    if name.startswith("."):
        name = "_" + name[1:]
    if name.endswith((".", " ")):
        name = name[:-1] + "_"
    return _short("_" + name if _DEVICE.fullmatch(name) else name)


def _written(letter: str) -> str:
    """Return a character, or what stands in its place: of a byte of no known charset its number."""
    if 0xDC80 <= ord(letter) <= 0xDCFF:
        return f"%{ord(letter) - 0xDC00:02x}"
    return "_" if unicodedata.category(letter) in _ACTING else letter


def _short(name: str) -> str:
    """Return a name, or one in place of it that is not too long, and another one for another name."""
    if len(name) <= _CHARACTERS and len(name.encode()) <= _BYTES:
        return name
    stem, ending = _split(name)
    mark = "~" + _digest(name)
    room = _BYTES - len((mark + ending).encode())
    stem = stem[: _CHARACTERS - len(mark + ending)].encode()[:room].decode("utf-8", errors="ignore")
    return stem + mark + ending


def _split(name: str) -> tuple[str, str]:
    found = _ENDING.search(name)
    at = found.start() if found and found.start() else len(name)
    return name[:at], name[at:]


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()


def with_ending(name: str, ending: str) -> str:
    """Return a name with an ending, unless it has that one already.

    Example:
        >>> with_ending("a.SGF", ".sgf"), with_ending("a.gib", ".sgf")
        ('a.SGF', 'a.gib.sgf')
    """
    return name if name.lower().endswith(ending) else name + ending


def numbered(name: str, number: int | str) -> str:
    """Return a name with a number before its ending.

    Example:
        >>> numbered("a.b.sgf", 2), numbered("game", 3)
        ('a.b-2.sgf', 'game-3')
    """
    stem, ending = _split(name)
    return f"{stem}-{number}{ending}"


def base_of(sources: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """Return the folder that all sources have in common, part by part: names of exported files go on from there.

    Args:
        sources: the paths of all sources of a dataset.
        given: what was given to the check, if that is known: a folder that was given is the base, whatever is in it.

    Example:
        >>> base_of(["games/2020/a.sgf", "games/2020/b.zip"], []), base_of(["games/2020/a.sgf"], ["games"])
        (('games', '2020'), ('games',))
    """
    known = set(sources)
    folders = [_parts(path)[:-1] if path in known else _parts(path) for path in given]
    folders = [*folders, *dict.fromkeys(_parts(path)[:-1] for path in sources)]
    shortest, longest = min(folders, default=()), max(folders, default=())  # what these share, all others do
    return tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(shortest, longest, strict=False)))


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a path that tables have, with bytes of no known charset as Python has them."""
    return tuple(part for part in _SEPARATOR.split(as_on_disk(path)) if part not in ("", "."))


def path_of(source: str, member: str, base: Sequence[str]) -> tuple[str, ...]:
    """Return the path of an exported file below the folder, part by part, as the source has it.

    An archive is a folder, and a packed file is unpacked.

    Example:
        >>> path_of("games/a.zip", "in.tgz!2020/x.sgf.gz", ["games"])
        ('a.zip', 'in.tgz', '2020', 'x.sgf')
    """
    outer, mark, inner = member.partition("!")
    if mark and kind_of(outer.replace("%21", "!")):
        inside = (*_parts(outer.replace("%21", "!")), *_parts(inner.replace("%21", "!")))
    else:
        inside = _parts(member)
    own = _parts(source)
    below = own[len(base) :] if own[: len(base)] == tuple(base) else own
    parts = (*below, *inside) or ("_",)
    stem = parts[-1][: -len(parts[-1].rpartition(".")[2]) - 1]
    return (*parts[:-1], stem) if stem and parts[-1].lower().endswith(_PACKED) else parts


class Names:
    """The names below a folder: which are taken, by what stands there or was placed before.

    Args:
        folder: where files are exported to; it need not be there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chosen: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}  # folder by what it is made from
        self._taken: dict[tuple[str, ...], dict[str, int]] = {}  # by folder: names as no system tells them apart
        self._there: dict[tuple[str, ...], set[str]] = {}  # by folder: folders that nothing is placed in yet
        self._in(())[_key(LOG)] = 1

    def place(self, parts: Sequence[str]) -> str:
        """Return a name for a file, relative, parts separated by ``/``; no other file gets it.

        Args:
            parts: of the path that it should have, as its source has it.
        """
        folders = tuple(parts[:-1])
        if sum(map(len, parts)) + len(parts) > _ALL and len(parts) > 2:
            folders = (parts[0], "~" + _digest("/".join(parts[1:-1])))
        folder = self._folder_for(folders)
        return "/".join((*folder, self._free(folder, harmless(parts[-1]))))

    def _folder_for(self, origin: tuple[str, ...]) -> tuple[str, ...]:
        if origin not in self._chosen:
            above, name = self._folder_for(origin[:-1]), harmless(origin[-1])
            self._in(above)
            if name in self._there[above]:
                self._there[above].remove(name)
            else:
                name = self._free(above, name)
            self._chosen[origin] = (*above, name)
        return self._chosen[origin]

    def _free(self, folder: tuple[str, ...], name: str) -> str:
        taken = self._in(folder)
        first = _key(name)
        if first not in taken:
            taken[first] = 1
            return name
        while True:
            taken[first] += 1
            other = numbered(name, taken[first])
            if taken.setdefault(_key(other), 0) == 0:
                taken[_key(other)] = 1
                return other

    def _in(self, folder: tuple[str, ...]) -> dict[str, int]:
        """Return the names that are taken in a folder; those that stand there are looked up once."""
        if folder not in self._taken:
            try:
                with os.scandir(self._folder.joinpath(*folder)) as entries:
                    found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
            except (FileNotFoundError, NotADirectoryError):
                found = []
            self._taken[folder] = {_key(name): 1 for name, _ in found}
            self._there[folder] = {name for name, is_folder in found if is_folder}
        return self._taken[folder]


def _key(name: str) -> str:
    """Return what a name is told from others by on systems where case and normal form do not matter."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
