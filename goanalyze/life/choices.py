"""Closed vocabularies of life and death: names, as options and tables write them, and meanings."""

from __future__ import annotations

from goanalyze.util.choice import Choice


class StatusSource(Choice):
    """The source of the statuses of stones, alive or dead; from `ESTIMATED` on they are a guess."""

    NONE = "none", "not known; the position is counted as it is"
    MARKUP = "markup", "the players' territory markup, TB and TW"
    USER_LIST = "given", "named by the user"
    SETTLED = "settled", "proven"
    RULED = "ruled", "proven but for shapes that the commentary on the rules decides; estimated under other rules"
    CONFIRMED = ("confirmed", "proven, some chains by article 7 of the Japanese rules; estimated under other rules")
    ESTIMATED = "estimated", "estimated by playouts and a network"
    ENGINE = "engine", "named by an engine"


class RulingStatus(Choice):
    """The status of a stone by a ruling on a shape, or by article 7."""

    NONE = "none", "nothing"
    ALIVE = "alive", "alive"
    DEAD = "dead", "dead"


class MarkupMode(Choice):
    """The use of the players' territory markup."""

    FULL = "full", "the marked points are the territory"
    DEAD = "dead", "only the dead stones are taken from it"
    IGNORE = "ignore", "nothing"


class EstimateMode(Choice):
    """The final positions without markup that are proven or estimated."""

    AUTO = "auto", "those of finished games"
    NEVER = "never", "none"
    ALL = "all", "every one"


class EngineProtocol(Choice):
    """The protocol of an engine."""

    GTP = "gtp", "Go Text Protocol, version 2"
    KATAGO = "katago", "KataGo's analysis protocol"


class Contradiction(Choice):
    """The reason why territory markup is not used."""

    NONE = "none", "nothing"
    TWICE = "twice", "a point is marked for both sides"
    OFF_BOARD = "off-board", "a marked point is not on the board"
    UNFINISHED = "unfinished", "much of the board is left unmarked"
    IN_PART = "in-part", "a chain is marked dead in part"
    NO_CAPTOR = "no-captor", "stones are marked dead, and the opponent has no living stone"
    OPEN = "open", "no stone divides marked areas from each other or from unmarked points"


class MarkedTerritory(Choice):
    """The relation of the marked points to the territory of a final position."""

    NO = "no", "the territory follows from the board"
    COMPLETE = "complete", "the marked points are the territory"
    WITHOUT_SEKI = "without-seki", "the marked points are the territory without eyes in seki"


class Proof(Choice):
    """The proof about a point."""

    UNKNOWN = "unknown", "nothing"
    ALIVE = "alive", "a living stone: of a safe block, or enclosed by one where no stone of the opponent can live"
    DEAD = "dead", "a stone that safe blocks of the opponent enclose where it cannot make two eyes"
    TERRITORY = "territory", "an empty point of such a region"
    DAME = "dame", "an empty point between safe stones of both colours"


class Fate(Choice):
    """The status of a chain by article 7."""

    UNKNOWN = "unknown", "not decided"
    ALIVE = "alive", "the opponent cannot capture it, or the capture lets new stones live"
    DEAD = "dead", "the opponent can capture it, and no new stone of its owner lives afterwards"


class How(Choice):
    """The reason why a chain is alive or dead by article 7."""

    UNKNOWN = "unknown", "not decided"
    UNCAPTURABLE = "uncapturable", "the opponent cannot capture it"
    CAPTURABLE_1 = "capturable-1", "a new stone lives on its points after its capture"
    CAPTURABLE_2 = "capturable-2", "a new stone lives next to its points after its capture"
    DEAD = "dead", "it is captured, and no new stone lives"


class Walls(Choice):
    """The chains that can enclose a region; they are assumed to live however it is played."""

    BENSON = "benson", "chains that live although their owner never moves again"
    SAFE = "safe", "chains that are proven to live if their owner answers outside of the region"
    EYES = "eyes", "those, and chains that very likely live by the estimate and have two eyes outside of the region"


class Unproven(Choice):
    """The reason why a chain is not decided."""

    NONE = "none", "it is decided"
    TOO_LARGE = "too-large", "the region to be searched has too many points"
    OPEN_BORDER = "open-border", "the region is not enclosed by chains that surely live"
    WALLS = "walls", "a chain that encloses the region lives only with it"
    BUDGET = "budget", "the search needs more positions"
    LOSING_CYCLE = "losing-cycle", "there is life only by a cycle that costs the owner more stones than the opponent"
    NO_LIBERTY = "no-liberty", "a chain on the board has no liberty"


class KoPass(Choice):
    """The bans that a pass for a ko lifts."""

    ANY = "any", "every ko ban, of both sides"
    OWN_KO = "own-ko", "the player's own ban on one ko"


class ConfirmMode(Choice):
    """The walls that are trusted if article 7 is applied to chains that are not proven."""

    NEVER = "never", "no chain"
    SAFE = "safe", "with proven walls"
    EYES = "eyes", "with proven walls and chains that surely live"
