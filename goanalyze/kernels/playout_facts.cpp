// Boards and plays of playouts as tests see them. The tests compare them with the rules as stated readably.
#include "interface.hpp"
#include "playout_moves.hpp"

namespace {

/// A board without certain points, and the work array with which its chains are found.
struct FactsScratch {
    PlayoutBoard board;
    Grid<u32> certain, stack;

    /// Read the position of a game.
    void read(const LabeledBoards &boards, i64 game) {
        board.set_size(boards.width[game], boards.height[game]);
        board.ko = NO_CELL;
        load_cells(boards.stones, u64(boards.start[game]), board, board.content);
        board.find_chains(certain, stack);
    }

    /// Return the cell of a point.
    u64 cell_of(i64 point) const {
        u64 columns = board.stride - 1, index = u64(point);
        return (index / columns + 1) * board.stride + index % columns;
    }

    /// Return the point of a cell; -1 for NO_CELL.
    i32 point_of(u64 cell) const {
        return cell == NO_CELL ? -1 : i32((cell / board.stride - 1) * (board.stride - 1) + cell % board.stride);
    }
};

} // namespace

void describe_plays(const LabeledBoards &boards, Row<const u8> to_move, const PlayFacts &facts) {
    Owned<FactsScratch> scratch;
    for (i64 game = 0; game < boards.width.size; game++) {
        scratch->read(boards, game);
        const PlayoutBoard &board = scratch->board;
        u32 color = cell_content(to_move[game]);
        for (i64 point = boards.start[game]; point < boards.start[game + 1]; point++) {
            u64 cell = scratch->cell_of(point - boards.start[game]);
            if (board.content[cell] != EMPTY_CELL) {
                continue;
            }
            u32 size = size_after(board, cell, color);
            facts.size[point] = i32(size);
            facts.is_eye[point] = is_eye(board, cell, color);
            facts.has_two_liberties[point] = has_two_liberties(board, cell, color);
            facts.outcome[point] = outcome_of(board, cell, color);
            facts.is_nakade[point] = is_nakade(board, cell, color, size);
            facts.probability[point] = u8(play_probability(board, cell, color));
        }
    }
}

i64 replay_plays(const LabeledBoards &boards, Row<const u8> colors, Row<const i32> points, const ChainFacts &facts) {
    Owned<FactsScratch> scratch;
    scratch->read(boards, 0);
    PlayoutBoard &board = scratch->board;
    for (i64 play = 0; play < colors.size; play++) {
        board.play(scratch->cell_of(points[play]), cell_content(colors[play]));
    }
    for (i64 point = 0; point < boards.stones.size; point++) {
        u64 cell = scratch->cell_of(point), head = board.head[cell];
        facts.content[point] = board.content[cell];
        facts.adjacent[point] = board.around[cell].adjacent;
        facts.diagonal[point] = board.around[cell].diagonal;
        bool is_empty = board.content[cell] == EMPTY_CELL;
        facts.rank[point] = is_empty ? i32(board.rank[cell]) : -1;
        facts.empty[point] = u64(point) < board.empty_cells ? scratch->point_of(board.empty[point]) : -1;
        if (!is_empty) {
            facts.head[point] = scratch->point_of(head);
            facts.next[point] = scratch->point_of(board.next[cell]);
            facts.size[point] = i32(board.size[head]);
            facts.liberties[point] = i32(board.liberties[head]);
            facts.liberty_total[point] = i32(board.liberty_total[head]);
            facts.sole_liberty[point] = scratch->point_of(board.sole_liberty(head));
        }
    }
    return scratch->point_of(board.ko);
}
