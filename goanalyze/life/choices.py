"""The values of closed vocabularies about life and death: names, as options and tables write them, and meanings."""

from __future__ import annotations

from goanalyze.vocabulary.choice import Choice


class StatusSource(Choice):
    """How the status of stones is known: alive or dead. From `ESTIMATED` on it is a guess."""

    NONE = "none", "not known; counted as it stands"
    MARKUP = "markup", "the players' territory markup, TB and TW"
    GIVEN = "given", "given by the user"
    SETTLED = "settled", "proven, without guessing"
    RULED = "ruled", "proven but for shapes that the commentary on the rules decides; estimated under other rules"
    CONFIRMED = (
        "confirmed",
        "proven, chains by playing article 7 of the Japanese rules out; estimated under other rules",
    )
    ESTIMATED = "estimated", "estimated by playouts and a network"
    ENGINE = "engine", "asked of an engine"


class Ruled(Choice):
    """What a ruling on a shape, or the confirmation of life and death, calls a stone."""

    NONE = "none", "nothing"
    ALIVE = "alive", "alive"
    DEAD = "dead", "dead"


class MarkupMode(Choice):
    """What the players' territory markup is used for."""

    FULL = "full", "the marked points are the territory"
    DEAD = "dead", "only the dead stones are taken from it"
    IGNORE = "ignore", "nothing"


class EstimateMode(Choice):
    """Which final positions without markup are settled or estimated."""

    AUTO = "auto", "those of finished games"
    NEVER = "never", "none"
    ALL = "all", "every one"


class EngineProtocol(Choice):
    """How an engine is spoken to."""

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
    """Whether the marked points are the territory of a final position."""

    NO = "no", "the territory is worked out from the board"
    COMPLETE = "complete", "they are"
    WITHOUT_SEKI = "without-seki", "they are but for eyes in seki, which nobody marks under territory rules"


class Proof(Choice):
    """What is proven of a point."""

    UNKNOWN = "unknown", "nothing"
    ALIVE = "alive", "a living stone: of a safe block, or shut in by one where nothing of the opponent can live"
    DEAD = "dead", "a stone that is shut in by safe blocks of the opponent where it cannot make two eyes"
    TERRITORY = "territory", "an empty point of such a place"
    DAME = "dame", "an empty point between safe stones of both colours"


class Fate(Choice):
    """What the confirmation of life and death says of a chain."""

    UNKNOWN = "unknown", "not decided"
    ALIVE = "alive", "the opponent cannot take it, or taking it lets new stones stand"
    DEAD = "dead", "the opponent can take it, and no new stone of its owner stands afterwards"


class How(Choice):
    """Why a chain is alive or dead."""

    UNKNOWN = "unknown", "not decided"
    UNCAPTURABLE = "uncapturable", "the opponent cannot take it"
    CAPTURABLE_1 = "capturable-1", "where it stood, a new stone stands after its capture"
    CAPTURABLE_2 = "capturable-2", "beside where it stood, a new stone stands after its capture"
    DEAD = "dead", "it is taken, and nothing new stands"


class Walls(Choice):
    """Which chains shut a region in: they are taken to live whatever happens in it."""

    BENSON = "benson", "chains that live although their owner never moves again"
    SAFE = "safe", "chains that are proven to live if their owner answers outside of the region"
    EYES = "eyes", "those, and chains that surely live by the estimate and have two eyes outside of the region"


class Unproven(Choice):
    """Why a chain is not decided."""

    NONE = "none", "it is decided"
    TOO_LARGE = "too-large", "the region to be searched has too many points"
    OPEN_BORDER = "open-border", "nothing that surely lives shuts the region in"
    WALLS = "walls", "what shuts the region in lives only with it"
    BUDGET = "budget", "the search was given too few positions"
    LOSING_CYCLE = "losing-cycle", "there is life only by a cycle that costs the owner more stones than the opponent"
    NO_LIBERTY = "no-liberty", "a chain on the board has no liberty"


class KoPass(Choice):
    """What a pass for a ko lifts."""

    ANY = "any", "every ban on taking back, of both sides"
    OWN_KO = "own-ko", "one's own ban on one ko"


class ConfirmMode(Choice):
    """Whether chains that are not settled are confirmed by playing article 7 out, and which walls are trusted."""

    NEVER = "never", "no chain"
    SAFE = "safe", "with proven walls"
    EYES = "eyes", "with proven walls and such as surely live"
