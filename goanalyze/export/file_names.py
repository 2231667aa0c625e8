r"""Names of exported files: harmless on every system, unique, in the folders that their sources have.

Windows forbids ``<>:"|?*``, control characters, its names of devices, and dots and blanks at the end (Microsoft,
*Naming Files, Paths, and Namespaces*). Windows and macOS ignore case and normal form. Parts that lead out of the folder
become part of a name, and no name is hidden, since a check passes over hidden files.
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
from goanalyze.export.log import LOG
from goanalyze.util.text import CONTROL_CATEGORIES

_FORBIDDEN: Final = re.compile(r'[<>:"|?*/\\]')
_DEVICE: Final = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[/\\]")
_ENDING: Final = re.compile(r"(?<=.)\.[0-9A-Za-z]{1,8}$", re.DOTALL)
_PACKED: Final = re.compile(r"(?<=.)\.(?:gz|bz2|xz|zst)\Z", re.DOTALL | re.IGNORECASE)
_MAX_CHARACTERS, _MAX_BYTES = 100, 240  # of one name: most systems allow 255 bytes
_MAX_PATH: Final = 200  # characters below the folder: Windows allows 260 in all


def harmless(name: str) -> str:
    r"""Return a valid file name on any system that leads to no other folder.

    Example:
        >>> [harmless(name) for name in ("..", "C:", "nul.sgf", "a. ", ".hidden", "a\x1b\u202e|b.sgf", "柯洁.sgf")]
        ['__', 'C_', '_nul.sgf', 'a._', '_hidden', 'a___b.sgf', '柯洁.sgf']
    """
    name = "".join(map(_harmless_character, _FORBIDDEN.sub("_", name)))
    if name.strip(". ") == "":
        return "_" * max(len(name), 1)
    if name.startswith("."):
        name = "_" + name[1:]
    if name.endswith((".", " ")):
        name = name[:-1] + "_"
    return _shortened("_" + name if _DEVICE.fullmatch(name) else name)


def _harmless_character(char: str) -> str:
    if 0xDC80 <= ord(char) <= 0xDCFF:  # a byte of an unknown charset, as Python has it
        return f"%{ord(char) - 0xDC00:02x}"
    return "_" if unicodedata.category(char) in CONTROL_CATEGORIES else char


def _shortened(name: str) -> str:
    """Return a name that is not too long: its beginning, a digest, and its ending."""
    if len(name) <= _MAX_CHARACTERS and len(name.encode()) <= _MAX_BYTES:
        return name
    stem, ending = _split(name)
    end = f"~{_digest(name)}{ending}"
    beginning = stem[: _MAX_CHARACTERS - len(end)].encode()[: _MAX_BYTES - len(end.encode())]
    return beginning.decode(errors="ignore") + end


def _split(name: str) -> tuple[str, str]:
    """Return a name without its ending, and the ending."""
    match = _ENDING.search(name)
    end = match.start() if match else len(name)
    return name[:end], name[end:]


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()


def with_ending(name: str, ending: str) -> str:
    """Return a name with an ending, which is added if it is missing: ``a.gib.sgf``."""
    return name if name.lower().endswith(ending) else name + ending


def with_number(name: str, number: int | str) -> str:
    """Return a name with a number before its ending: ``a-2.sgf``."""
    stem, ending = _split(name)
    return f"{stem}-{number}{ending}"


def common_folder(sources: Sequence[str], inputs: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of the folder that contains all sources, and the inputs of the check that are folders.

    Example:
        >>> common_folder(["games/2020/a.sgf", "games/2020/b.zip"], []), common_folder(["games/2020/a.sgf"], ["games"])
        (('games', '2020'), ('games',))
    """
    files = {*sources}
    folders = {_parts(path)[:-1] for path in sources}
    folders |= {_parts(path)[:-1] if path in files else _parts(path) for path in inputs}
    first, last = min(folders, default=()), max(folders, default=())  # all others share the parts that these share
    return tuple(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a path of the tables; bytes of unknown charsets are as Python has them."""
    return tuple(part for part in _SEPARATOR.split(as_on_disk(path)) if part not in ("", "."))


def path_parts(source: str, member: str, folder: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of the path that an exported file should have.

    An archive becomes a folder, and a packed file is unpacked. `folder` is the common folder of all sources.

    Example:
        >>> path_parts("games/a.zip", "in.tgz!2020/x.sgf.gz", ["games"])
        ('a.zip', 'in.tgz', '2020', 'x.sgf')
    """
    archive, mark, inner = (text.replace("%21", "!") for text in member.partition("!"))
    inside = (*_parts(archive), *_parts(inner)) if mark and kind_of(archive) else _parts(member)
    parts = _parts(source)
    if parts[: len(folder)] == tuple(folder):
        parts = parts[len(folder) :]
    *folders, name = (*parts, *inside) or ("_",)
    return (*folders, _PACKED.sub("", name))


class FileNames:
    """The names of exported files below a folder, each unique among them and the existing ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chosen: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}  # new folder by original folder
        self._names: dict[tuple[str, ...], dict[str, int]] = {}  # by folder: highest number of each name, as compared
        self._existing: dict[tuple[str, ...], set[str]] = {}  # by folder: existing folders without an exported file
        self._names_in(())[_folded(LOG)] = 1

    def add(self, parts: Sequence[str]) -> str:
        """Return the path of a new file, with parts separated by ``/``, from the parts that it should have."""
        folders = tuple(parts[:-1])
        if sum(map(len, parts)) + len(parts) > _MAX_PATH and len(parts) > 2:
            folders = (parts[0], "~" + _digest("/".join(folders[1:])))
        folder = self._folder_for(folders)
        return "/".join((*folder, self._unique(folder, harmless(parts[-1]))))

    def _folder_for(self, original: tuple[str, ...]) -> tuple[str, ...]:
        if original not in self._chosen:
            parent, name = self._folder_for(original[:-1]), harmless(original[-1])
            self._names_in(parent)
            if name in self._existing[parent]:
                self._existing[parent].remove(name)
            else:
                name = self._unique(parent, name)
            self._chosen[original] = (*parent, name)
        return self._chosen[original]

    def _unique(self, folder: tuple[str, ...], name: str) -> str:
        """Return a name that is new in a folder, with a number if it has to be."""
        names, first, candidate = self._names_in(folder), _folded(name), name
        while names.setdefault(_folded(candidate), 0):
            names[first] += 1
            candidate = with_number(name, names[first])
        names[_folded(candidate)] = 1
        return candidate

    def _names_in(self, folder: tuple[str, ...]) -> dict[str, int]:
        """Return the names in a folder; the existing ones are looked up once."""
        if folder not in self._names:
            try:
                with os.scandir(self._folder.joinpath(*folder)) as entries:
                    existing = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
            except (FileNotFoundError, NotADirectoryError):
                existing = []
            self._names[folder] = {_folded(name): 1 for name, _ in existing}
            self._existing[folder] = {name for name, is_folder in existing if is_folder}
        return self._names[folder]


def _folded(name: str) -> str:
    """Return the text by which systems that ignore case and normal form compare a name."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
