// Hashes of values, and the bits that all of them mix.
#pragma once
#include "arrays.hpp"

/// 2^64 divided by the golden ratio, which spreads small numbers (D. E. Knuth, The Art of Computer Programming, 6.4).
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15;

/// Return the hash of a hash and one more value.
inline u64 mix(u64 hash, u64 value) {
    u64 product = (hash ^ value) * GOLDEN;
    return product ^ (product >> 29);
}

/// Return a number each bit of which depends on all bits of a value. Different values give different numbers.
///
/// Source: the last step of SplitMix64 (G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators,
/// 2014), with the constants of D. Stafford's variant 13 that it is mostly used with.
constexpr u64 scramble(u64 value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}
