"""The catalogue of findings: for each code its severity, meaning, repair, and the rulesets that object.

Codes are stable and never reused. An entry is stated where its finding arises:
with its detector in ``detectors/``, or in the module ``codes`` of the package that reads files, text or several games.
`goanalyze explain`, the columns of the tables and the page of findings in ``data/`` come from these entries. Stating
modules load no heavy package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final, NamedTuple

from goanalyze.errors import OptionError
from goanalyze.util.arguments import read_string
from goanalyze.util.choice import Choice


class Severity(Choice):
    """The severity of a finding, from worst to mildest."""

    ERROR = "error", "all the usual rulesets forbid it, or something could not be read"
    WARNING = "warning", "some rulesets object, or a value cannot be trusted"
    INFO = "info", "worth knowing, nothing wrong"


class RepairCondition(Choice):
    """The condition under which a repair removes a finding."""

    ALWAYS = "always", "always"
    CLEAR = "clear", "if the meaning is clear"
    OPTION = "option", "with an option"


class Repair(NamedTuple):
    """The repair of a finding by `goanalyze export --repair`.

    Attributes:
        condition: condition under which the finding is removed.
        method: one phrase.
        option: option of a command that repairs it, or repairs it better; may be empty.
    """

    condition: RepairCondition
    method: str
    option: str = ""

    @property
    def when(self) -> str:
        """The condition, with the option that it requires or that repairs better."""
        if self.condition is RepairCondition.OPTION:
            return f"with {self.option}"
        return f"{self.condition.meaning}; see also {self.option}" if self.option else self.condition.meaning


DROP_ILLEGAL: Final = "--drop-illegal"
APPEND_TRAILING: Final = "--append-trailing"
LEFT_OUT: Final = Repair(RepairCondition.OPTION, "the move is left out; its comment and variations stay", DROP_ILLEGAL)
"""The repair of a move that cannot be carried out."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One kind of finding.

    Attributes:
        code: ``GO`` and three digits, of which the first is the group.
        severity: severity of the finding.
        title: a few words, as the summary prints them.
        meaning: definition of the finding, then its treatment by the program.
        example: a record, or a piece of one, that has it; `data/sample/findings` has whole ones.
        forbidden: pairs of a circumstance, which may be empty, and the flags that a move then has, see
            `goanalyze.core.flags`; the rulesets with an axis that forbids such a move object.
        objections: sentence on rulesets if no flags are stated; ``{claimants}`` is replaced by the rulesets under which
            no result may be claimed.
        repair: its repair, None if it has none.
        unsampled: reason why no single record shows it, as a clause; empty if a record of the sample does.
        is_of_any_game: True if records of other games than Go have it, too.
    """

    code: str
    severity: Severity
    title: str
    meaning: str
    example: str
    forbidden: tuple[tuple[str, int], ...] = ()
    objections: str = "No ruleset forbids a move because of it."
    repair: Repair | None = None
    unsampled: str = ""
    is_of_any_game: bool = False


class Catalogue(Mapping[str, CatalogueEntry]):
    """Entries by code, in the order of codes.

    Args:
        modules: names of the modules that state entries. They are imported at the first look-up.
    """

    def __init__(self, *modules: str) -> None:
        self._modules = modules
        self._entries: dict[str, CatalogueEntry] = {}

    def register(self, *entries: CatalogueEntry) -> None:
        """Add entries.

        Raises:
            ValueError: two entries have the same code.
        """
        for entry in entries:
            if known := self._entries.get(entry.code):
                raise ValueError(f"Two findings, {known.title!r} and {entry.title!r}, have the code {entry.code}.")
            self._entries[entry.code] = entry
        self._entries = dict(sorted(self._entries.items()))

    def _complete(self) -> dict[str, CatalogueEntry]:
        for module in self._modules:
            import_module(module)
        self._modules = ()
        return self._entries

    def __getitem__(self, code: str) -> CatalogueEntry:
        return self._complete()[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._complete())

    def __len__(self) -> int:
        return len(self._complete())


CATALOGUE: Final = Catalogue(
    "goanalyze.archives.codes",
    "goanalyze.sgf.codes",
    "goanalyze.detectors",
    "goanalyze.duplicates.codes",
    "goanalyze.batch.codes",
)


def find_code(code: str) -> CatalogueEntry:
    """Return the catalogue entry of a code, written ``GO201``, ``go201`` or ``201``.

    Raises:
        OptionError: the code is unknown.

    Example:
        >>> find_code("201").title
        'ko retaken at once'
    """
    name = read_string("code", code).strip().upper().removeprefix("GO")
    try:
        return CATALOGUE[f"GO{name}"]
    except KeyError:
        raise OptionError(
            f"{code!r} is not a valid code of a finding. Expected one of {', '.join(CATALOGUE)}"
        ) from None


def codes(select: str | None = None, ignore: str | None = None) -> list[str]:
    """Return the selected codes, in order.

    Args:
        select: codes and beginnings of codes, with commas or blanks between them, as ``GO2,GO101``; None for all.
        ignore: codes to be excluded.

    Raises:
        OptionError: a text is not the beginning of a code, or no code is selected.

    Example:
        >>> codes("GO10", ignore="go101 102, 105,106 107 108 109")
        ['GO103', 'GO104']
    """
    chosen = named(read_string("select", select)) if select is not None else set(CATALOGUE)
    if not chosen:
        raise OptionError(f"select: {select!r} has no code. Expected codes, which goanalyze explain lists.")
    remaining = sorted(chosen - (named(read_string("ignore", ignore)) if ignore is not None else set()))
    if not remaining:
        raise OptionError("ignore: no code of select remains. Expected fewer codes.")
    return remaining


def named(text: str) -> set[str]:
    """Return the codes in a text.

    Raises:
        OptionError: a part of it is not the beginning of a code.
    """
    result: set[str] = set()
    for part in text.replace(",", " ").split():
        prefix = "GO" + part.upper().removeprefix("GO")
        matching = {code for code in CATALOGUE if code.startswith(prefix)}
        if not matching:
            raise OptionError(
                f"{part!r} is not a valid code of a finding. Expected one that goanalyze explain "
                "lists, or its beginning."
            )
        result |= matching
    return result
