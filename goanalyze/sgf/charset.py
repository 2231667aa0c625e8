r"""The charset decision: bytes of any charset to UTF-8, and how that is known.

In this order: CA when the bytes agree with it; a byte-order mark or strict UTF-8; the user's ``--encoding``; a guess
from the file's bytes and those files of its source that look alike (`guess`). The tokenizer runs on the result, since
in GBK, Big5 and Shift-JIS a ``]`` or ``\`` can be the second half of a character.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from goanalyze.archives.members import Blob
from goanalyze.archives.sources import Source
from goanalyze.archives.spans import Extent, sample
from goanalyze.sgf.embedded_games import is_record, quotes_game
from goanalyze.sgf.formats import GAME, convert, named_charset, recognize
from goanalyze.sgf.formats.sgf_writer import ConvertedRecord
from goanalyze.sgf.guess import Guess, Mixture, codec, guess, mixture_of, superset
from goanalyze.sgf.offsets import AS_THEY_ARE, Offsets, decode_mending, is_stateful
from goanalyze.vocabulary import limits

_CA: Final = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
_CA_UTF8: Final = b"CA[UTF-8]"
_SGF: Final = b"(;"  # most files begin so, and those are of no other format
_CA_WITHIN: Final = 4096  # CA stands in the root node
_SURE_UTF8: Final = 4  # so many multi-byte characters in a row are UTF-8 by accident less than once in 10⁴ files
_MULTIBYTE: Final = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_UTF8: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_TORN: Final = re.compile(rb"[\xe0-\xef](?:\?[\x80-\xbf]|[\x80-\xbf]\?)")  # of three bytes, one written as "?"
_CONTROL: Final = bytes({*range(32)} - set(b"\t\n\v\f\r"))
_ASCII: Final = bytes(range(128))
_HIGH: Final = bytes(byte if byte >= 0x80 or byte == ord("?") else ord(" ") for byte in range(256))
"""What blanks out all but the bytes that are not ASCII, and question marks."""
_WINDOW: Final = 2**16  # bytes looked at at once where a list of all finds in a file of noise would be too much
_POOL: Final = 64 * 2**20  # bytes of text that are guessed together: of the largest files allowed, one
_BOMS: Final = (  # that of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARKS: Final = tuple(mark for mark, _ in _BOMS)

Decide = Callable[[bytes], Guess]
"""Says which charset a file is in that does not say it itself."""


class Text(NamedTuple):
    """One file as UTF-8, with the decision that made it so.

    Attributes:
        source, member: as in `Blob`.
        size: bytes before decoding.
        data: the text in UTF-8, as SGF; empty when it could not be read.
        encoding: Python's name of the charset decided on, empty if nothing was read.
        encoding_source: name of a `goanalyze.sgf.choices.CharsetSource`, or ``none`` where nothing was read.
        code: a finding about the file as a whole (GO001, 002, 004, 011, 012, 013, 014), or None.
        message: what it is about.
        offset: byte it is about, −1 for none.
        mended: bytes of the file that characters of `data` stand for, as `places.decode_mending` tells them; empty
            where nothing was replaced.
        game: as in `Blob`.
        non_record_kind: as in `Blob`.
        is_quoting: True if a file that is not a record contains games, which are not read.
        converted: what `data` was made of, where the file is a record of another format.
    """

    source: str
    member: str
    size: int
    data: bytes
    encoding: str
    encoding_source: str
    code: str | None = None
    message: str = ""
    offset: int = -1
    mended: bytes = b""
    game: int = -1
    non_record_kind: str = ""
    is_quoting: bool = False
    converted: ConvertedRecord | None = None

    @property
    def is_as_it_was(self) -> bool:
        """Whether `data` is the file's own bytes."""
        return self.encoding in AS_THEY_ARE and not self.mended and not self.converted


def texts(
    source: Source | Extent,
    encoding: str | None = None,
    blobs: Iterable[Blob] | None = None,
    mixture: Mixture | None = None,
) -> Iterator[Text]:
    """Yield every file of a source, or of a part of it, as UTF-8 text: the same text in both cases.

    Args:
        source: where to read.
        encoding: the user's word for files that say nothing themselves.
        blobs: those of the source's files that are to be decoded; all if not given.
        mixture: as `mixture_in` returns it for the whole source; worked out when needed, if not given.

    Raises:
        LookupError: `encoding` is no charset that Python knows.
    """
    given = given_charset(encoding) if encoding else None
    known = [] if mixture is None else [mixture]

    def decide(data: bytes) -> Guess:
        if given:
            return Guess(given, "option")
        if not known:
            known.append(mixture_in(source.source if isinstance(source, Extent) else source))
        found = guess(data, known[0])
        is_sure = found.how == "pooled" and not found.doubt
        return found if is_sure or _is_text(data) else Guess(known[0].main)

    for blob in source.blobs() if blobs is None else blobs:
        text = decode(blob, decide)
        yield text if blob.game < 0 else text._replace(game=blob.game)


def mixture_in(source: Source, runs: Sequence[Extent] = ()) -> Mixture:
    """Return which charsets those files of a source are in that do not say it; empty where there are not several.

    Args:
        source: some of its files are looked at.
        runs: of an archive, where, as `goanalyze.archives.spans.extents_and_runs` returns them, if that is known.
    """
    found: list[bytes] = []

    def collect(data: bytes) -> Guess:  # is asked just where nothing else decides
        if _is_text(data):
            found.append(data)
        return Guess("cp1252")

    for blob in sample(source, runs):
        decode(blob, collect)
        if sum(map(len, found)) > _POOL:
            break
    return mixture_of(found) if len(found) > 1 else Mixture()


def decode(blob: Blob, decide: Decide) -> Text:
    """Decide the charset of one file and turn it into UTF-8; `decide` decides where the file itself does not."""
    kind = blob.non_record_kind
    if (blob.code or blob.size) and not blob.data:
        plain = Text(blob.source, blob.member, blob.size, b"", "", "none", blob.code, blob.message)
        return plain._replace(non_record_kind=kind) if kind else plain
    text = _decided(blob.source, blob.member, blob.data, decide)
    if kind and not is_record(blob.member or blob.source, text.data):
        return Text(blob.source, blob.member, text.size, b"", "", "none", blob.code, blob.message,
                    non_record_kind=kind, is_quoting=quotes_game(text.data))  # fmt: skip
    if not text.data.startswith(_SGF):
        text = as_sgf(text)
    if kind:
        text = text._replace(non_record_kind=kind)
    return text._replace(code=blob.code, message=blob.message, offset=-1) if blob.code else text


def _decided(source: str, member: str, data: bytes, decide: Decide) -> Text:
    declared = _declared(data)
    name = codec(declared) if declared is not None else None
    if data.isascii() and b"\0" not in data:
        if declared is None:
            return Text(source, member, len(data), data, "ascii", "ascii")
        plain = Text(source, member, len(data), data, name or "ascii", "CA" if name else "ascii")
        if name is None:
            said = f"{_name_of_charset(data)} names {declared!r}, which is no charset known for SGF"
            return plain._replace(code="GO012", message=said)
        return _decoded(plain, Guess(name, "CA")) if is_stateful(name) else plain  # ASCII with escapes
    fault = _first_fault(data, "utf-8")
    if name == "utf-8" and fault < 0 and not data.startswith(codecs.BOM_UTF8):
        return Text(source, member, len(data), data, "utf-8", "CA")
    plain = Text(source, member, len(data), data, "ascii", "ascii")
    if data.startswith(_MARKS):
        form = next(form for mark, form in _BOMS if data.startswith(mark))
        return _decoded(plain, Guess(form, "bom"), _contradicted(data, form))
    if order := _wide_order(data):
        return _decoded(plain, Guess(order, order[:6]), _contradicted(data, order))
    return _by_content(plain, declared, name, decide, fault)


def decode_as(blob: Blob, encoding: str, how: str) -> Text:
    """Turn a file into UTF-8 by a decision that was made before, and is not made anew.

    Args:
        blob: bytes that could be read.
        encoding: as in `Text`, of the earlier reading; the same bytes give the same text again.
        how: `Text.encoding_source` of that reading.

    Example:
        >>> decode_as(Blob("a.sgf", "", "(;PB[柯洁])".encode("gbk")), "gb18030", "CA").data.decode()
        '(;PB[柯洁])'
    """
    plain = Text(blob.source, blob.member, len(blob.data), blob.data, "ascii", "ascii")
    return as_sgf(_decoded(plain, Guess(encoding, how)))


def as_sgf(text: Text) -> Text:
    r"""Return a text whose data is SGF: one of another format is converted.

    Example:
        >>> text = Text("a", "", 21, b"\\GS\nSTO 0 2 1 15 3\n\\GE", "ascii", "ascii")
        >>> as_sgf(text).data, as_sgf(text).converted.format
        (b'(;;B[pd])\n', 'gib')
    """
    if (found := recognize(text.data)) is None:
        return text
    if len(text.data) > limits.MAX_CONVERTED_BYTES:
        said = (
            f"{text.size:,} bytes, over the limit of {limits.MAX_CONVERTED_BYTES:,} for a file in {found.name.meaning}"
        )
        return text._replace(data=b"", code="GO004", message=said)
    made = convert(text.data)
    return text if made is None else text._replace(data=made.data, converted=made)


def _by_content(plain: Text, declared: str | None, name: str | None, decide: Decide, fault: int) -> Text:
    """Believe CA if the bytes agree with the charset it names, `name` to Python; else say what they are.

    Args:
        plain: the file.
        declared: what CA says.
        name: the same, to Python.
        decide: decides where the file itself does not.
        fault: the first byte that is no UTF-8, −1 if all are.
    """
    data, is_utf8 = plain.data, fault < 0
    if name and name != "utf-8":
        surely_utf8 = is_utf8 and len(_MULTIBYTE.findall(data[:_WINDOW])) >= _SURE_UTF8
        if not surely_utf8 and _first_fault(data, superset(name)) < 0:
            return _decoded(plain, Guess(superset(name), "CA"))
    if is_utf8 or _is_damaged_utf8(data, said=name == "utf-8"):
        return _decoded(plain, Guess("utf-8", "utf-8"), None if name == "utf-8" else declared, fault)
    return _decoded(plain, decide(data), declared)


def _decoded(plain: Text, decision: Guess, contradicted: str | None = None, fault: int | None = None) -> Text:
    """Return the text re-encoded as UTF-8, with the finding that fits: undecodable, contradiction, doubt, guess.

    Args:
        plain: the file.
        decision: which charset it is in.
        contradicted: what CA says, where it is not to be believed.
        fault: where that is UTF-8, the first byte that is none, −1 if all are; None if that is not known.
    """
    name, how, doubt = decision
    code, message, offset = None, "", -1
    if doubt:
        code, message = "GO014", f"no charset is named; the file is read as {name}, but {doubt}"
    elif how == "pooled":
        code, message = "GO013", f"no charset is named; {name} was guessed, together with other files that look alike"
    elif how == "guessed":
        code, message = "GO013", f"no charset is named; {name} was guessed from this file alone"
    if contradicted is not None:
        said = f"{_name_of_charset(plain.data)} says {contradicted!r}"
        code, message = "GO012", f"{said}, the bytes are read as {name} ({how})"
    data, text, mended = plain.data, "", b""
    if fault is None:
        try:
            text, fault = data.decode(name), -1
        except UnicodeDecodeError as error:
            fault = error.start
    if fault >= 0:
        code, offset = "GO011", fault
        message = f"byte {fault} is no {name} ({how}); what cannot be decoded is shown as U+FFFD"
    if fault >= 0 or is_stateful(name):
        text, mended = decode_mending(data, name)
    if fault >= 0 or name != "utf-8":
        data = text.encode("utf-8", errors="replace")
    return Text(plain.source, plain.member, plain.size, data, name, how, code, message, offset, mended)


def _declared(data: bytes) -> str | None:
    """Return what CA says, or what has its place in another format; None for nothing."""
    at = data.find(b"CA", 0, _CA_WITHIN)
    if data.startswith(_CA_UTF8, at, _CA_WITHIN):  # as most say
        return "UTF-8"
    found = _CA.search(data, at, _CA_WITHIN) if at >= 0 else None
    if found:
        return found.group(1).decode("latin-1").strip()
    return None if data.startswith(_SGF) else named_charset(data)


def _name_of_charset(data: bytes) -> str:
    """Return what the property is called in which a file names its charset."""
    return "CA" if recognize(data) is None else "Lang"


def _contradicted(data: bytes, name: str) -> str | None:
    """Return what CA says in text known to be in a form of Unicode, if it says another one."""
    declared = _declared(data[: 4 * _CA_WITHIN].replace(b"\0", b""))  # UTF-16 and UTF-32 are ASCII with NULs here
    if declared is None:
        return None
    said = declared.lower().replace("_", "-").removesuffix("le").removesuffix("be").rstrip("-")
    return None if name.startswith((said, codec(declared) or said)) else declared


def given_charset(encoding: str) -> str:
    """Return Python's name of the charset that the user gives; UTF-16 and UTF-32 are allowed here, low byte first.

    Raises:
        LookupError: Python knows none of that name, or it is none that SGF can be written in.
    """
    name = codecs.lookup(encoding).name
    if name in {"utf-16", "utf-32"}:
        return f"{name}-le"
    if not name.startswith(("utf-16-", "utf-32-")) and codec(encoding) is None:
        raise LookupError(f"{encoding!r} is no charset of SGF text")
    return superset(name)


def _first_fault(data: bytes, name: str) -> int:
    """Return the first byte that is no text in a charset; −1 if all are."""
    try:
        data.decode(name)
    except UnicodeDecodeError as error:
        return error.start
    return -1


def _is_damaged_utf8(data: bytes, *, said: bool = False) -> bool:
    """Return whether most non-ASCII bytes form UTF-8 characters, as where names were cut in mid-character (Fox).

    A fifth of the characters of GBK and EUC-KR look like two-byte UTF-8 by accident, so that a name of two often is
    half UTF-8; of these there must be `_SURE_UTF8`, and nearly nothing else. Longer ones are an accident in 1 of 80:
    half of the bytes are enough if there are two of them. Half are enough, too, where CA has said that it is UTF-8.

    A program that took UTF-8 for Windows-1252 wrote the five bytes that this lacks as question marks (Fox, names in
    kana). What is left of such characters counts beside two whole ones of three bytes, as in ranks (``9段``).
    """
    high = count = found = long_count = long = 0  # non-ASCII bytes; characters and their bytes, all and the longer ones
    torn = 0  # bytes of characters that lost one
    for begin in range(0, len(data), _WINDOW):  # a character across the border of two windows counts for nothing
        runs = b" ".join(data[begin : begin + _WINDOW].translate(_HIGH).split())
        high += len(runs.translate(None, _ASCII))
        if len(data) <= _WINDOW and _has_mostly_long(runs, high):
            return True
        lengths = list(map(len, _UTF8.findall(runs)))
        size, short = sum(lengths), lengths.count(2)
        count, found = count + len(lengths), found + size
        long_count, long = long_count + len(lengths) - short, long + size - 2 * short
        if 2 * long > high and begin + _WINDOW >= len(data):
            return True  # torn ones could only add to that
        torn += 2 * len(_TORN.findall(runs))
    if long_count > 1:
        found, long = found + torn, long + torn
    if said and 2 * found >= high:
        return True
    if 2 * long > high or (2 * long == high and long_count > 1):
        return True
    return count >= _SURE_UTF8 and 10 * found >= 9 * high


def _has_mostly_long(runs: bytes, high: int) -> bool:
    """Return whether surely more than half of the non-ASCII bytes form UTF-8 characters of three or four bytes.

    Of these bytes, so many that are not ASCII, decoding tells at once how many bytes and characters are left. Each
    character of three bytes has one more than two, each of four has two more, and none of two any: so those of three
    and four have twice as many bytes as that at least.
    """
    whole, plain = runs.decode("utf-8", errors="ignore"), len(runs) - high
    more = len(whole.encode()) - plain - 2 * (len(whole) - plain)
    return 4 * more > high


def _wide_order(data: bytes) -> str | None:
    """Return the form of UTF-16 or UTF-32 whose NULs stand in the beginning, as in ``(;GM[1]F``; None without any."""
    head = data[:16]
    if 0 not in head:
        return None
    for width, name in ((4, "utf-32"), (2, "utf-16")):
        lanes = [head[lane::width] for lane in range(width)]
        full = [all(lane) for lane in lanes]
        if len(head) >= 2 * width and sum(full) == 1 and sum(any(lane) for lane in lanes) == 1:
            if full[0]:
                return f"{name}-le"
            if full[-1]:
                return f"{name}-be"
    return None


def _is_text(data: bytes) -> bool:
    """Return whether the bytes may be a record at all: pictures and noise would spoil the pool."""
    if not GAME.search(data) and recognize(data) is None:
        return False
    return len(data.translate(None, _CONTROL)) == len(data)  # five times as fast as a pattern


def offsets_of(text: Text) -> Offsets:
    r"""Return what leads places of the text in UTF-8, before any conversion to SGF, back to the file as it was.

    Example:
        >>> found = decode(Blob("a.sgf", "", b"(;CA[UTF-8]PB[\xff]KM[7])"), lambda _: Guess("utf-8"))
        >>> found.data.index(b"KM"), offsets_of(found).origin(found.data.index(b"KM"))
        (18, 16)
    """
    if made := text.converted:
        return Offsets(made.native, text.encoding, text.mended, b"\n")
    return Offsets(text.data, text.encoding, text.mended)
