// The colours of stones, which are the sides that play them.
#pragma once
#include "constants.hpp"

/// Return true for the colour of a stone.
constexpr bool is_stone(u8 color) {
    return color == BLACK || color == WHITE;
}

/// Return the opponent of a side.
constexpr u8 opponent_of(u8 side) {
    return u8(BLACK + WHITE - side);
}
