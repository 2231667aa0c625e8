// Small eyes: regions of two or three points in which the player replies.
#include "small_eyes.hpp"

bool mark_small_eye(const ProofBoard &board, const Division &division, Row<const i32> cells, Row<RegionBlock> pairs) {
    i64 size = cells.size;
    u32 empty = 0, all = (1u << size) - 1;
    for (i64 number = 0; number < size; number++) {
        empty |= u32(board.color[cells[number]] == EMPTY) << number;
    }
    // The middle of three points is adjacent to both others.
    i64 distance = std::abs(cells[size - 1] - cells[0]);
    i64 middle_number = distance == 1 || distance == i64(board.stride) ? 0 : 1;
    u32 middle = size < SMALL_EYE ? 0 : 1u << middle_number;
    u32 ends = all ^ middle;
    bool has_empty_ends = size == SMALL_EYE && (empty | middle) == all;
    bool may_be_seki = has_empty_ends && empty != all;
    for (const RegionBlock &pair : pairs) {
        may_be_seki &= (pair.touched & ends) != ends;
    }
    // If all is empty, a link by the middle needs other replies.
    bool is_middle_linked = has_empty_ends && division.has_link[cells[middle_number]];
    bool has_two_empty = (empty & (empty - 1)) != 0;
    if (may_be_seki || is_middle_linked || !has_two_empty) {
        return false;
    }
    for (RegionBlock &pair : pairs) {
        u32 touched = pair.touched;
        pair.has_small_eye = (touched & empty & (has_empty_ends ? ends : all)) != 0;
        pair.can_need_one_eye = has_empty_ends && (touched & ends) == ends;
        pair.can_help_neighbors = has_empty_ends && (touched & (touched - 1)) != 0;
    }
    return true;
}
