// The hash of a sequence of values, as the identity of games and the search for duplicates use it.
#pragma once
#include "arrays.hpp"

/// Return the hash of a hash and one more value.
inline u64 mix(u64 hash, u64 value) {
    u64 product = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return product ^ (product >> 29);
}
