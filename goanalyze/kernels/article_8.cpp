// The points of every final position of a chunk by article 8 to the letter: no dame is filled.
//
// `tests/oracles/letter.py` is a readable form of the same rule.
#include "grid.hpp"
#include "interface.hpp"

namespace {

constexpr u8 DEAD = 8; // a bit in addition to the colour of a dead stone

/// A final position, with the eyes of both sides.
struct Board : GridSize {
    Grid<u8> stone;  // colour, with `DEAD`; `BORDER`
    Grid<u8> owner;  // colour of living stones and of eyes
    Grid<u8> mark;   // 1 for cells that may be eyes; then, at the label of a group, 1 if it touches dame
    Grid<i32> label; // first cell of the region or group; −1 where it is missing
    Grid<u32> queue;
    Grid<PointKind> kind;

    /// Copy a position to cells.
    void load(const LabeledBoards &boards, Row<const u8> dead, i64 game) {
        set_size(boards.width[game], boards.height[game]);
        stone.before(cells).fill(BORDER);
        owner.before(cells).fill(EMPTY);
        copy_to_cells(boards.stones, u64(boards.start[game]), *this, stone);
        copy_to_cells(dead, u64(boards.start[game]), *this, mark);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (stone[cell] != BORDER && mark[cell]) {
                stone[cell] |= DEAD;
            }
        }
    }

    /// Assign to a side its living stones and its eyes.
    ///
    /// An eye is a region of empty points and dead stones of the opponent that living stones of the side alone border.
    /// A living stone of the opponent or a dead stone of the side at the border prevents that.
    ///
    /// Rule: Japanese rules 1989, article 8; commentary, examples of life and death 9 and 25.
    void assign_eyes(u8 side) {
        label.before(cells).fill(-1);
        u8 dead_opponent = opponent_of(side) | DEAD;
        for (u64 cell = 0; cell < cells; cell++) {
            mark[cell] = stone[cell] == EMPTY || stone[cell] == dead_opponent;
        }
        for (u64 first = first_cell; first < end_cell; first++) {
            if (stone[first] == side) {
                owner[first] = side;
            }
            if (!mark[first] || label[first] >= 0) {
                continue;
            }
            Row<u32> region = queue.before(flood(first, stride, mark, label, queue.row()));
            u8 border = 0;
            for (u64 cell : region) {
                for (u64 neighbor : adjacent(cell, stride)) {
                    if (!mark[neighbor] && stone[neighbor] != BORDER) {
                        border |= stone[neighbor];
                    }
                }
            }
            if (border == side) {
                for (u64 cell : region) {
                    owner[cell] = side;
                }
            }
        }
    }

    /// Label the groups, which are chains and the eyes that they share. Mark the labels of those that touch a dame.
    ///
    /// Rule: Japanese rules 1989, article 8, with its commentary, diagrams 13 to 15: such groups are in seki.
    void mark_seki() {
        label.before(cells).fill(-1);
        mark.before(cells).fill(0);
        for (u64 first = first_cell; first < end_cell; first++) {
            if (owner[first] != EMPTY && label[first] < 0) {
                flood(first, stride, owner, label, queue.row());
            }
        }
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (stone[cell] != EMPTY || owner[cell] != EMPTY) {
                continue;
            }
            for (u64 neighbor : adjacent(cell, stride)) {
                if (label[neighbor] >= 0) {
                    mark[label[neighbor]] = 1;
                }
            }
        }
    }

    /// Find the kind and the side of each cell.
    void find_kinds() {
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            bool is_in_seki = label[cell] >= 0 && mark[label[cell]];
            if (is_stone(stone[cell])) {
                kind[cell] = PointKind::STONE;
            } else if (owner[cell] != EMPTY && !is_in_seki) {
                kind[cell] = PointKind::TERRITORY;
            } else if (stone[cell] != EMPTY) {
                kind[cell] = PointKind::PUT_BACK;
                owner[cell] = stone[cell] & (BLACK | WHITE);
            } else {
                kind[cell] = owner[cell] == EMPTY ? PointKind::DAME : PointKind::SEKI_EYE;
            }
        }
    }
};

} // namespace

void find_article_8_points(const LabeledBoards &boards, Row<const u8> dead, Row<u8> kinds, Row<u8> sides) {
    Owned<Board> board;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        board->load(boards, dead, game);
        board->assign_eyes(BLACK);
        board->assign_eyes(WHITE);
        board->mark_seki();
        board->find_kinds();
        u64 base = u64(boards.start[game]);
        copy_to_points(board->kind, *board, kinds, base);
        copy_to_points(board->owner, *board, sides, base);
    }
}
