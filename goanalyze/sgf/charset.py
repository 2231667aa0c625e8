r"""The charset decision: bytes of any charset to UTF-8, and the source of the decision.

For each game of a file, in this order: CA of its root if the bytes agree with it; a byte-order mark or strict UTF-8;
the user's ``--encoding``; a guess from the bytes of the game and those files of its source that look alike
(`charset_detection`). The tokenizer runs on the result, since in GBK, Big5 and Shift_JIS a ``]`` or ``\`` can be the
second half of a character.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from goanalyze import limits
from goanalyze.archives.blobs import Blob
from goanalyze.archives.extents import Extent, sample
from goanalyze.archives.sources import Source
from goanalyze.errors import OptionError
from goanalyze.sgf.charset_detection import (
    SURE_UTF8,
    Decision,
    Mixture,
    detect,
    is_damaged_utf8,
    is_likelier,
    is_utf8_by_accident,
    is_utf8_rather,
    likeliest,
    mixture_of,
)
from goanalyze.sgf.charsets import (
    codec,
    extensions,
    first_fault,
    hides_structure,
    is_stateful,
    is_text_of,
    read_text,
    superset,
)
from goanalyze.sgf.formats import GAME, convert, named_charset, recognize
from goanalyze.sgf.formats.sgf_writer import ConvertedRecord
from goanalyze.sgf.game_cuts import LATER_ROOT, declared_charset, game_starts, is_record, next_game, quotes_game
from goanalyze.sgf.offsets import Offsets, Segment
from goanalyze.util.arguments import read_string

_CA: Final = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
_CA_UTF8: Final = b"CA[UTF-8]"
_BEFORE_CA: Final = b"];\n\r"
_SGF: Final = b"(;"  # most files begin so, and those are of no other format
_HEADLESS: Final = re.compile(rb"[\s\xef\xbb\xbf]*[(;]\s*[A-Z]{1,2}\[")
_HEAD: Final = 4096
_WIDE: Final = 16  # bytes in which the NULs of UTF-16 show
_CONTROL: Final = bytes({*range(32)} - set(b"\t\n\v\f\r"))
_POOL: Final = 64 * 2**20  # bytes of text that are guessed together: of the largest files allowed, one
_BOMS: Final = (  # that of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARKS: Final = tuple(mark for mark, _ in _BOMS)
_CERTAINTY: Final = ("CA", "bom", "utf-8", "ascii", "utf-16", "utf-32", "option", "pooled", "guessed")
_RUN: Final = re.compile(r"([^\s@]+)(?:@(\d+))?")

Decide = Callable[[bytes], Decision]
"""Decides the charset of a game whose bytes and CA do not."""


class TextFinding(NamedTuple):
    """A finding about a file, or about one of its games: code, message, and offset in the file or −1."""

    code: str
    message: str
    offset: int = -1


class Text(NamedTuple):
    """One file as UTF-8, with the decision that made it so.

    Attributes:
        source, member: as in `Blob`.
        size: bytes before decoding.
        data: the text in UTF-8, as SGF; empty when it could not be read.
        encoding: Python's name of the charset decided on, empty if nothing was read; where games are in several, the
            first one, and each further one with the offset in the file at which it begins: ``gb18030 utf-8@1205``.
        encoding_source: name of a `goanalyze.sgf.choices.CharsetSource`, the least certain of the games; ``none`` where
            nothing was read.
        code: code of the main finding about the file as a whole (GO001, 002, 004, 011, 012, 013, 014), or None.
        message: its message.
        offset: its offset, −1 for none.
        further: findings about single games, apart from the main one.
        segments: the parts of `data` and their origins, before any conversion to SGF; empty where the file's bytes are
            UTF-8.
        game: number of the selected game, see `Blob`.
        non_record_kind: kind of a file that is not a record, see `Blob`.
        is_quoting: True if a file that is not a record contains games, which are not read.
        converted: source of `data`, where the file is a record of another format.
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
    further: tuple[TextFinding, ...] = ()
    segments: tuple[Segment, ...] = ()
    game: int = -1
    non_record_kind: str = ""
    is_quoting: bool = False
    converted: ConvertedRecord | None = None

    @property
    def is_as_it_was(self) -> bool:
        """True if `data` is the file's own bytes."""
        return not self.segments and not self.converted

    def encoding_at(self, offset: int) -> str:
        """Return the charset of a byte of the file."""
        names = [segment.encoding for segment in self.segments if segment.origin <= offset]
        return names[-1] if names else self.encoding

    @property
    def findings(self) -> tuple[TextFinding, ...]:
        """All findings about the file, the main one last."""
        return (*self.further, TextFinding(self.code, self.message, self.offset)) if self.code else self.further


def texts(
    source: Source | Extent,
    encoding: str | None = None,
    blobs: Iterable[Blob] | None = None,
    mixture: Mixture | None = None,
) -> Iterator[Text]:
    """Yield every file of a source, or of a part of it, as UTF-8 text: the same text in both cases.

    Args:
        source: a source, or a part of one.
        encoding: the user's charset for files that do not name theirs.
        blobs: those of the source's files that are to be decoded; all by default.
        mixture: `mixture_in` of the whole source; computed when needed by default.
    """
    option = charset_of_option(encoding) if encoding else None
    known = [] if mixture is None else [mixture]

    def decide(data: bytes) -> Decision:
        if option:
            return Decision(option, "option")
        if not known:
            known.append(mixture_in(source.source if isinstance(source, Extent) else source))
        decision = detect(data, known[0])
        is_sure = decision.source == "pooled" and not decision.doubt
        return decision if is_sure or _is_text(data) else Decision(known[0].main)

    for blob in source.blobs() if blobs is None else blobs:
        text = decode(blob, decide)
        yield text if blob.game < 0 else text._replace(game=blob.game)


def mixture_in(source: Source, runs: Sequence[Extent] = ()) -> Mixture:
    """Return the charsets of those games of a source that do not name theirs; empty where there are not several.

    Args:
        source: some of its files are examined.
        runs: runs of an archive, as `goanalyze.archives.extents.extents_and_runs` returns them; empty if unknown.
    """
    samples: list[bytes] = []

    def collect(data: bytes) -> Decision:  # called only where nothing else decides
        if _is_text(data):
            samples.append(data)
        return Decision("cp1252")

    for blob in sample(source, runs):
        decode(blob, collect)
        if sum(map(len, samples)) > _POOL:
            break
    return mixture_of(samples) if len(samples) > 1 else Mixture()


def decode(blob: Blob, decide: Decide | None = None) -> Text:
    """Decide the charset of each game of one file and turn it into UTF-8.

    Args:
        blob: the file.
        decide: decides where a game does not; by default, the games of the file that do not decide together.
    """
    kind = blob.non_record_kind
    if (blob.code or blob.size) and not blob.data:
        plain = Text(blob.source, blob.member, blob.size, b"", "", "none", blob.code, blob.message)
        return plain._replace(non_record_kind=kind) if kind else plain
    text = _decided(blob.source, blob.member, blob.data, decide)
    if kind and not is_record(blob.member or blob.source, text.data):
        return Text(
            blob.source,
            blob.member,
            text.size,
            b"",
            "",
            "none",
            blob.code,
            blob.message,
            non_record_kind=kind,
            is_quoting=quotes_game(text.data),
        )
    if not text.data.startswith(_SGF):
        text = as_sgf(text)
    if kind:
        text = text._replace(non_record_kind=kind)
    return text._replace(code=blob.code, message=blob.message, offset=-1) if blob.code else text


def decode_as(blob: Blob, encoding: str, source: str) -> Text:
    """Turn a file into UTF-8 by a decision that was made before.

    Args:
        blob: bytes that could be read.
        encoding: `Text.encoding` of the earlier reading; the same bytes give the same text again.
        source: `Text.encoding_source` of that reading.
    """
    plain = Text(blob.source, blob.member, len(blob.data), blob.data, "ascii", "ascii")
    runs = [(int(offset or 0), Decision(name, source)) for name, offset in _RUN.findall(encoding)]
    return as_sgf(_decoded(plain, runs, [] if len(runs) > 1 else [(-1, runs[0][1])]))


def as_sgf(text: Text) -> Text:
    r"""Return a text whose data is SGF: one of another format is converted.

    Example:
        >>> text = Text("a", "", 21, b"\\GS\nSTO 0 2 1 15 3\n\\GE", "ascii", "ascii")
        >>> as_sgf(text).data, as_sgf(text).converted.format
        (b'(;;B[pd])\n', 'gib')
    """
    if (form := recognize(text.data)) is None:
        return text
    if len(text.data) > limits.MAX_CONVERTED_BYTES:
        message = (
            f"{text.size:,} bytes, over the limit of {limits.MAX_CONVERTED_BYTES:,} for a file in {form.name.meaning}"
        )
        return text._replace(data=b"", code="GO004", message=message)
    record = convert(text.data)
    return text if record is None else text._replace(data=record.data, converted=record)


def _decided(source: str, member: str, data: bytes, decide: Decide | None) -> Text:
    declared = _declared(data)
    name = codec(declared) if declared is not None else None
    fault, size = -1, len(data)
    if not data.isascii():
        try:
            size = len(data.decode())
        except UnicodeDecodeError as error:
            fault = error.start
    is_one_game = data.find(b"(", 1) < 0
    if fault < 0 and (is_one_game or not _names_others(data, name)):
        if size == len(data) and b"\0" not in data:
            if name is not None and not is_stateful(name):
                return Text(source, member, size, data, name, "CA")
            if name is None and not _may_have_shifts(data, name):
                return _ascii_text(source, member, data, declared)
        elif (name == "utf-8" or (declared is None and len(data) - size >= SURE_UTF8)) and not _is_wide(data):
            return Text(source, member, len(data), data, "utf-8", "CA" if name else "utf-8")
    plain = Text(source, member, len(data), data, "ascii", "ascii")
    if _is_wide(data) and (decision := _wide_decision(data)):
        return _decoded(plain, [(0, decision)], [(-1, decision)])
    if not is_one_game and LATER_ROOT.search(data, 2) and not recognize(data):
        starts = game_starts(data, _ReadingCharset())
        if len(starts) > 1:
            ends = [*starts[1:], len(data)]
            names = [declared_charset(data[start:end]) for start, end in zip(starts, ends, strict=True)]
            return _by_game(plain, starts, names, decide)
    own = _own_decision(data, declared, is_utf8=fault < 0)
    decision = _against(own or (decide(data) if decide else detect(data, Mixture())), declared, data)
    return _decoded(plain, [(0, decision)], [(-1, decision)])


def _is_wide(data: bytes) -> bool:
    """Return True if bytes begin with a byte-order mark, or with NULs as in UTF-16."""
    return data.startswith(_MARKS) or b"\0" in data[:_WIDE]


def _ascii_text(source: str, member: str, data: bytes, declared: str | None) -> Text:
    text = Text(source, member, len(data), data, "ascii", "ascii")
    if declared is None:
        return text
    message = f"{_name_of_charset(data)} names {declared!r}, which is not a charset known for SGF"
    return text._replace(code="GO012", message=message)


def _is_plain(data: bytes) -> bool:
    """Return True if bytes are ASCII, and not UTF-16."""
    return data.isascii() and b"\0" not in data


def _names_others(data: bytes, name: str | None) -> bool:
    """Return True if text that looks like CA names another charset than the first game does."""
    first = data.find(b"CA")
    if first < 0 or (name is not None and data.find(b"CA", first + 2) < 0):
        return False
    return any(codec(value.decode("latin-1")) != name for value in set(_CA.findall(data)))


def _may_have_shifts(data: bytes, name: str | None) -> bool:
    """Return True if ASCII bytes may be characters of a charset with state: that of CA, or where CA names none."""
    if name is not None:
        return is_stateful(name)
    return (b"\x1b" in data and b"\x1b$" in data) or (b"~" in data and b"~{" in data and b"~}" in data)


def _shifted_charset(data: bytes) -> str | None:
    """Return the charset with state that ASCII bytes are text of; None if they are plain ASCII."""
    candidates = ("iso2022_kr",) if b"\x1b$)C" in data else ("iso2022_jp", *extensions("iso2022_jp"))
    if b"\x1b$" not in data:
        candidates = ("hz",)
    return next((name for name in candidates if first_fault(data, name) < 0 and not data.decode(name).isascii()), None)


def _own_decision(data: bytes, declared: str | None, *, is_utf8: bool) -> Decision | None:
    """Decide by the bytes of a game and its CA; None where they do not suffice."""
    name = codec(declared) if declared is not None else None
    if _is_plain(data):
        if name is None and _may_have_shifts(data, name) and (shifted := _shifted_charset(data)):
            return Decision(shifted, "guessed", contradicted=declared)
        return Decision(name, "CA") if name else Decision("ascii", "ascii", contradicted=declared)
    if name and name != "utf-8":
        charset = superset(name)
        fitting = next((each for each in (charset, *extensions(charset)) if is_text_of(data, each)), None)
        if fitting and not (is_utf8 and is_utf8_rather(data, fitting)):
            return Decision(fitting, "CA")
    contradicted = declared if name != "utf-8" else None
    if is_utf8 and name is None and is_utf8_by_accident(data):
        return None
    if is_utf8:
        return Decision("utf-8", "utf-8" if name != "utf-8" else "CA", contradicted=contradicted)
    if is_damaged_utf8(data, is_declared=name == "utf-8"):
        return Decision("utf-8", "utf-8", contradicted=contradicted)
    return None


def _against(decision: Decision, declared: str | None, data: bytes) -> Decision:
    """Return a decision with the value of CA that it contradicts, if that is sure; else, CA is believed."""
    if declared is None or decision.source == "CA" or (decision.charset == "utf-8" and not decision.contradicted):
        return decision
    name = codec(declared)
    if name and name != "utf-8" and not is_likelier(data, decision.charset, superset(name)):
        return Decision(superset(name), "CA")
    return decision._replace(contradicted=declared)


class _ReadingCharset:
    """The charset to find the end of a game in: that of its CA, or the likeliest one by its first bytes."""

    def __init__(self) -> None:
        self._last = "utf-8"

    def __call__(self, head: bytes, declared: str | None) -> str:
        """Return the charset of a game; without CA, that of the last one without if it reads the bytes."""
        if (charset := _structure_charset(head, declared)) is not None:
            return charset
        if not is_text_of(head, self._last):
            self._last = likeliest(head)
        return self._last


def _structure_charset(head: bytes, declared: str | None) -> str | None:
    """Return a charset that leaves brackets where they are in a game; None where that requires a guess."""
    name = codec(declared) if declared is not None else None
    if name and hides_structure(superset(name)):
        return superset(name)
    if head.isascii():
        return (_shifted_charset(head) if _may_have_shifts(head, name) else None) or "ascii"
    return "utf-8" if name or first_fault(head, "utf-8") < 0 else None


def _by_game(
    plain: Text, starts: Sequence[int], declared: Sequence[str | None], decide: Callable[[bytes], Decision] | None
) -> Text:
    """Return the text of a file, each of whose games is in its own charset."""
    bounds = [0, *starts[1:], len(plain.data)]
    games = [plain.data[begin:end] for begin, end in pairwise(bounds)]
    decisions = [
        _own_decision(game, name, is_utf8=first_fault(game, "utf-8") < 0)
        for game, name in zip(games, declared, strict=True)
    ]
    _decide_together(games, decisions, decide)
    runs: list[tuple[int, Decision]] = []
    visible: list[tuple[int, Decision]] = []
    notes: list[tuple[int, Decision]] = []
    for number, (game, name, own) in enumerate(zip(games, declared, decisions, strict=True)):
        assert own
        decision = _against(own, name, game)
        if _is_plain(game) and not is_stateful(decision.charset):
            if not number:
                first = decision
            notes += [(number, decision._replace(charset="ascii"))] if decision.contradicted is not None else []
            continue
        visible.append((number, decision))
        if not runs or runs[-1][1].charset != decision.charset:
            runs.append((bounds[number] if runs else 0, decision))
        elif _CERTAINTY.index(decision.source) > _CERTAINTY.index(runs[-1][1].source):
            runs[-1] = (runs[-1][0], decision)
    if len({decision for _, decision in visible}) == 1:
        visible = [(-1, visible[0][1])]
    return _decoded(plain, runs or [(0, first)], notes + visible, starts)


def _decide_together(games: Sequence[bytes], decisions: list[Decision | None], decide: Decide | None) -> None:
    """Decide the games that do not decide for themselves: as the other games of the file, or by a guess."""
    named = Counter(superset(each.charset) for each in decisions if each and each.source == "CA")
    named.pop("utf-8", None)
    named.pop("cp1252" if "ascii" in {each.charset for each in decisions if each} else "", None)
    sibling = named.most_common(1)[0][0] if named else None
    alike = Mixture(((sibling, 1.0),)) if sibling else Mixture()
    for number, (game, decision) in enumerate(zip(games, decisions, strict=True)):
        is_short = len(game) - len(game.decode(errors="ignore")) < SURE_UTF8
        is_open = decision is None or (decision.source == "utf-8" and is_short)
        if sibling and is_open and is_text_of(game, sibling):
            is_other = is_likelier(game, "utf-8", sibling) if decision else detect(game, alike).charset != sibling
            if not is_other:
                decisions[number] = Decision(sibling)
    undecided = [number for number, decision in enumerate(decisions) if decision is None]
    if decide:
        for number in undecided:
            decisions[number] = decide(games[number])
        return
    mixture = mixture_of([games[number] for number in undecided]) if len(undecided) > 1 else Mixture()
    for number in undecided:
        decisions[number] = detect(games[number], mixture)._replace(source="guessed")


_GRAVITY: Final = ("GO011", "GO012", "GO014", "GO013", "GO015")
"""Codes of findings about charsets, the gravest first."""


def _finding(decision: Decision, data: bytes) -> tuple[str | None, str]:
    """Return the code and message of the finding about a decision: contradiction, doubt, guess, or None."""
    name, source, doubt, contradicted = decision
    property_name = "" if contradicted is None else _name_of_charset(data)
    if contradicted is not None and name == "ascii":
        return "GO012", f"{property_name} names {contradicted!r}, which is not a charset known for SGF"
    if contradicted is not None:
        return "GO012", f"{property_name} says {contradicted!r}, the bytes are read as {name} ({source})"
    if doubt:
        return "GO014", f"no charset is named; the file is read as {name}: {doubt}"
    if source == "pooled":
        return "GO013", f"no charset is named; {name} was guessed, together with other files that look alike"
    if source == "guessed":
        return "GO013", f"no charset is named; {name} was guessed from this file alone"
    return None, ""


def _decoded(
    plain: Text,
    runs: Sequence[tuple[int, Decision]],
    decisions: Sequence[tuple[int, Decision]],
    starts: Sequence[int] = (0,),
) -> Text:
    """Return the text re-encoded as UTF-8, with the findings about its bytes and its decisions.

    Args:
        plain: the file.
        runs: offsets at which stretches of one charset begin, from 0, and the decision about each.
        decisions: numbers of games, −1 for all of them, and the decision about each.
        starts: offsets of the games.
    """
    parts: list[bytes] = []
    segments: list[Segment] = []
    findings: list[TextFinding] = []
    begin = 0
    for (origin, decision), (end, _) in pairwise([*runs, (plain.size, runs[-1][1])]):
        name = decision.charset
        part = plain.data[origin:end]
        text, raw, fault, dropped, _ = read_text(part, name)
        data = text.encode("utf-8", errors="replace")
        segments.append(Segment(begin, origin, name, b"" if data == part else raw, dropped))
        parts.append(data)
        begin += len(data)
        if dropped:
            message = f"{len(dropped)} characters of {name} were escaped byte by byte; they are read whole"
            findings.append(_finding_in_game("GO015", message, origin + dropped[0], starts))
        if fault >= 0:
            fault += origin + bisect_right(dropped, fault)
            message = (
                f"byte {fault} is not {name} ({decision.source}); bytes that cannot be decoded are shown as U+FFFD"
            )
            findings.append(_finding_in_game("GO011", message, fault, starts))
    findings += _findings(plain.data, decisions, starts, is_damaged="GO011" in [finding.code for finding in findings])
    findings.sort(key=lambda finding: -_GRAVITY.index(finding.code))
    names = [runs[0][1].charset, *(f"{decision.charset}@{offset}" for offset, decision in runs[1:])]
    least = max((decision.source for _, decision in runs), key=_CERTAINTY.index)
    if len(segments) == 1 and not segments[0].raw:
        segments = []
    code, message, offset = findings.pop() if findings else (None, "", -1)
    return Text(
        plain.source,
        plain.member,
        plain.size,
        b"".join(parts),
        " ".join(names),
        least,
        code,
        message,
        offset,
        tuple(findings),
        tuple(segments),
    )


def _findings(
    data: bytes, decisions: Sequence[tuple[int, Decision]], starts: Sequence[int], *, is_damaged: bool
) -> Iterator[TextFinding]:
    """Yield findings about decisions, one for all games that it is the same for."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for number, decision in decisions:
        code, message = _finding(decision, data)
        if code and not (number < 0 and is_damaged):
            numbers.setdefault((code, message), []).append(number)
    for (code, message), (first, *others) in numbers.items():
        more = f" and {len(others)} more" if others else ""
        prefix, offset = (f"game #{first}{more}: ", starts[first]) if first >= 0 else ("", -1)
        yield TextFinding(code, prefix + message, offset)


def _finding_in_game(code: str, message: str, offset: int, starts: Sequence[int]) -> TextFinding:
    if len(starts) > 1:
        message = f"game #{max(0, bisect_right(starts, offset) - 1)}: {message}"
    return TextFinding(code, message, offset)


def _declared(data: bytes) -> str | None:
    """Return the value of CA in the first game, or of its equivalent in another format; None for nothing."""
    first = data.find(b"CA")
    if first < 0 and data.startswith(_SGF):
        return None
    if data.startswith(_CA_UTF8, first) and data[first - 1] in _BEFORE_CA and data.find(b";", 2, first) < 0:
        return "UTF-8"  # as most files say
    if not data.startswith(_SGF):
        if (name := named_charset(data)) is not None:
            return name
        return declared_charset(data[next_game(data, 0, is_file_begin=True) :]) if b"CA" in data else None
    return declared_charset(data)


def _name_of_charset(data: bytes) -> str:
    """Return the name of the property in which a file names its charset."""
    return "CA" if recognize(data) is None else "Lang"


def _contradicted(data: bytes, name: str) -> str | None:
    """Return the value of CA in text known to be in a form of Unicode, if it names another charset."""
    declared = _declared(data[: 4 * _HEAD].replace(b"\0", b""))  # UTF-16 and UTF-32 are ASCII with NULs here
    if declared is None:
        return None
    form = declared.lower().replace("_", "-").removesuffix("le").removesuffix("be").rstrip("-")
    return None if name.startswith((form, codec(declared) or form)) else declared


def charset_of_option(encoding: str) -> str:
    """Return Python's name of the charset of an option; UTF-16 and UTF-32 are valid, low byte first."""
    known = codec(read_string("encoding", encoding))
    try:
        name = known or codecs.lookup(encoding).name
    except (LookupError, ValueError):
        name = ""
    if name in {"utf-16", "utf-32"}:
        return f"{name}-le"
    if known is None and not name.startswith(("utf-16-", "utf-32-")):
        raise OptionError(
            f"encoding: {encoding!r} is not a valid charset of SGF. Expected utf-8, gb18030, big5, cp932, cp949, or "
            "another one."
        )
    return superset(name)


def _wide_decision(data: bytes) -> Decision | None:
    """Decide by a byte-order mark, or by NULs at the beginning as UTF-16 or UTF-32 has them in ``(;GM[1]F``."""
    source, charset = "bom", next((form for mark, form in _BOMS if data.startswith(mark)), "")
    if not charset or (charset == "utf-8" and first_fault(data, charset) >= 0):
        head = data[:_WIDE]
        for width, source in ((4, "utf-32"), (2, "utf-16")):
            lanes = [head[lane::width] for lane in range(width)]
            full = [all(lane) for lane in lanes]
            is_wide = len(head) >= 2 * width and sum(full) == 1 and sum(any(lane) for lane in lanes) == 1
            if is_wide and (full[0] or full[-1]):
                charset = f"{source}-le" if full[0] else f"{source}-be"
                break
        else:
            return None
    return Decision(charset, source, contradicted=_contradicted(data, charset)) if charset else None


def _is_text(data: bytes) -> bool:
    """Return True if the bytes may be a record at all: pictures and noise would spoil the pool."""
    if not GAME.search(data) and not _HEADLESS.match(data) and recognize(data) is None:
        return False
    return len(data.translate(None, _CONTROL)) == len(data)  # five times as fast as a pattern


def offsets_of(text: Text) -> Offsets:
    """Return the origins in the file of offsets in a text in UTF-8, before any conversion to SGF."""
    return Offsets(text.segments)
