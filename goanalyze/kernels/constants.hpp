// Constants that Python modules define, too; `tests/kernels/test_constants.py` compares them.
#pragma once
#include "arrays.hpp"

// goanalyze.points
constexpr u8 EMPTY = 0, BLACK = 1, WHITE = 2;
constexpr i64 PASS = -1, OFF_BOARD = -2, TT_PASS = 19;

// goanalyze.limits
constexpr i64 MAX_BOARD = 52, MAX_MOVES = 50'000;

// goanalyze.duplicates.confidence
constexpr u8 NO_VIEW = 8;
enum SetupRelation : u8 { SETUP_DIFFERS, SETUP_SAME, SETUP_SWAPPED, SETUP_AS_MOVES, NO_SETUP };

// goanalyze.life.choices.Proof, by index
enum class Proof : u8 { UNKNOWN, ALIVE, DEAD, TERRITORY, DAME };

// goanalyze.sgf.properties
enum Event : i64 {
    PLAY_BLACK = 1,
    PLAY_WHITE,
    ADD_BLACK,
    ADD_WHITE,
    ADD_EMPTY,
    TURN_BLACK,
    TURN_WHITE,
    ACTION_TERRITORY_BLACK,
    ACTION_TERRITORY_WHITE,
    ACTION_TURN,
    ACTION_KO,
    PLAIN_PLAYS,
    INFO_BASE = 16,
    KO_PROPERTY = 0x40
};

// goanalyze.core.flags
enum Flag : i64 {
    OCCUPIED = 1 << 0,
    OFF_BOARD_MOVE = 1 << 1,
    SUICIDE_ONE = 1 << 2,
    SUICIDE_SEVERAL = 1 << 3,
    BASIC_KO = 1 << 4,
    PSK = 1 << 5,
    SSK = 1 << 6,
    NEW_ZEALAND = 1 << 7,
    NSSK = 1 << 8,
    OUT_OF_TURN = 1 << 9,
    AFTER_END = 1 << 10,
    PASS_MOVE = 1 << 11,
    FORCED = 1 << 12,
    SETUP_BEFORE = 1 << 13,
    HANDICAP_PLACEMENT = 1 << 14,
    RESUMED_OUT_OF_ORDER = 1 << 16,
    AFTER_SECOND_STOP = 1 << 17
};

// goanalyze.life.choices.MarkedTerritory, by index
enum class MarkedTerritory : u8 { NO, COMPLETE, WITHOUT_SEKI };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // for g++, OFF_BOARD hides the constant, though it is scoped
// goanalyze.life.choices.Contradiction, by index
enum class Contradiction : u8 { NONE, TWICE, OFF_BOARD, UNFINISHED, IN_PART, NO_CAPTOR, OPEN };
#pragma GCC diagnostic pop

// goanalyze.score.choices.PointKind, by index
enum class PointKind : u8 { STONE, TERRITORY, DAME, CAPTURE, SEKI, SEKI_EYE, FALSE_EYE, TEIRE, PUT_BACK };

// goanalyze.life.article7.solving
enum class SearchOutcome : i64 { UNFINISHED, CAPTURED, NOT_CAPTURED, NO_ROOM, LOSING_CYCLE };
constexpr i64 PASS_LABEL = 64;
