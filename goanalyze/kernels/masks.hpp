// Masks of the points of a region with up to 64 points: bit k is point k.
#pragma once
#include "arrays.hpp"
#include <bit>

/// Return the number of points in a mask.
inline i64 count_points(u64 mask) {
    return std::popcount(mask);
}

/// Return the first point of a mask, as a mask. It is empty if the mask is.
inline u64 lowest(u64 mask) {
    return mask & (~mask + 1);
}

/// Return the number of a point that is given as a mask; 64 for an empty one.
inline i64 number_of(u64 point) {
    return std::countr_zero(point);
}

/// Return the neighbors of the points of a mask, without the mask. `neighbors` has those of each point.
inline u64 adjacent_points(Row<const u64> neighbors, u64 mask) {
    u64 result = 0;
    for (u64 rest = mask; rest; rest &= rest - 1) {
        result |= neighbors[number_of(rest)];
    }
    return result & ~mask;
}

/// Return the points of `within` that are connected to some points, and these points.
inline u64 spread(Row<const u64> neighbors, u64 points, u64 within) {
    u64 result = points;
    for (u64 edge = points; edge;) {
        u64 added = neighbors[number_of(edge)] & within & ~result;
        edge = (edge & (edge - 1)) | added;
        result |= added;
    }
    return result;
}
