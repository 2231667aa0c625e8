// Area, territory and groups of every final position of a chunk.
//
// Method: one pass over the cells labels the *components*: chains and empty regions. They are disjoint sets of cells,
// and groups are disjoint sets of components. Komi, rulesets, and life and death play no role here.
// `tests/oracles/count.py` is a readable form of the same count.
#include "grid.hpp"
#include "interface.hpp"

namespace {

constexpr u32 LARGE_EYE = 3;          // points of a region that makes two eyes
constexpr u32 NO_COMPONENT = 0;       // of the border
constexpr u8 NEUTRAL = BLACK | WHITE; // a dead stone that stays: a region at it has both colours at its border

/// A chain or an empty region, by the cell that represents it. The one that represents a group has the group's values.
struct Component {
    u16 size;          // points
    u16 eyes;          // of the group
    u8 border;         // of a region: colours of the adjacent stones
    bool touches_dame; // a chain of the group is adjacent to a neutral region
    bool is_counted;   // the group is in the count
};

/// Return true for a region that one side alone surrounds, by the colours at its border.
bool is_eye(u8 border) {
    return border == BLACK || border == WHITE;
}

/// The numbers of one side, in the order of `goanalyze.score.chunk_counts.COLUMNS`.
struct SideCount {
    u32 stones, territory, dead, groups, groups_strict, seki_groups, seki, seki_strict;

    void write(Row<i32> row) const {
        u64 column = 0;
        for (u32 number : {stones, territory, dead, groups, groups_strict, seki_groups, seki, seki_strict}) {
            row[column++] = i32(number);
        }
    }
};

/// Return a mask: all bits if a flag is set, else none.
u64 all_bits(bool flag) {
    return 0 - u64(flag);
}

/// A position, its components, its groups and its count.
struct Counter : GridSize {
    Grid<u8> color;             // living stones, `NEUTRAL` and `BORDER`; dead stones that are removed are absent
    Grid<u8> mark;              // one more value of each cell
    Grid<u32> component;        // of a cell, its label; of a label, the cell that represents its component
    Grid<u32> group;            // of a component: another of its group, up to the representative
    Grid<Component> components; // by representative cell
    CellList labels;            // representative cells
    CellList edge;              // empty cells that are adjacent to a stone
    SideCount black, white;

    /// Return the numbers of a side.
    SideCount &count_of(u64 side) { return side == WHITE ? white : black; }

    /// Label each cell with a cell of its component, and list the labels. Add up the points and borders of each label.
    ///
    /// The next stone on a board follows no pattern, and the processor would mispredict branches. So values are
    /// computed and written in every case, to be overwritten where they are not needed.
    void label_cells() {
        labels.size = edge.size = 0;
        component.before(stride).fill(NO_COMPONENT);
        for (u64 row = 1; row <= rows; row++) {
            u64 left_label = 0;
            u8 left = BORDER, kind = color[row * stride];
            for (u64 cell = row * stride; cell < (row + 1) * stride - 1; cell++) {
                u8 above = color[cell - stride], right = color[cell + 1], below = color[cell + stride];
                u64 above_label = component[cell - stride];
                u64 joins_above = all_bits(kind == above), joins_left = all_bits(kind == left);
                u64 label =
                    (above_label & joins_above) | (((left_label & joins_left) | (cell & ~joins_left)) & ~joins_above);
                if ((left_label ^ above_label) & joins_above & joins_left) {
                    unite(component, u32(left_label), u32(above_label));
                }
                component[cell] = u32(label);
                labels.cells[labels.size] = u32(cell);
                labels.size += label == cell;
                u8 border = (left | right | above | below) & (BLACK | WHITE);
                components[cell] = {};
                Component &own = components[label];
                own.size++;
                own.border |= kind == EMPTY ? border : 0;
                edge.cells[edge.size] = u32(cell);
                edge.size += (kind == EMPTY) & (border != 0);
                left_label = label, left = kind, kind = right;
            }
            component[(row + 1) * stride - 1] = NO_COMPONENT;
        }
        component.row().slice((rows + 1) * stride, (rows + 2) * stride).fill(NO_COMPONENT);
    }

    /// Reduce the labels to the components: the lowest of the labels that are one set represents it.
    void merge_labels() {
        u64 size = 0;
        for (u64 number = 0; number < labels.size; number++) {
            u32 label = labels.cells[number], first = find_root(component, label);
            component[label] = first;
            if (first == label) {
                group[label] = label;
                labels.cells[size++] = label;
            } else {
                components[first].size += components[label].size;
                components[first].border |= components[label].border;
            }
        }
        labels.size = size;
    }

    /// Join chains that border the same region of one side to a group. Mark the chains at neutral regions.
    void join_groups() {
        for (u64 number = 0; number < edge.size; number++) {
            u64 cell = edge.cells[number];
            u32 region = component[component[cell]];
            if (components[region].border == NEUTRAL) {
                for (u64 neighbor : adjacent(cell, stride)) {
                    components[component[component[neighbor]]].touches_dame = true;
                }
                continue;
            }
            Fixed<u32, 4> neighbors;
            u32 difference = 0; // 0 if all chains are known as one group
            for (u64 side = 0; u64 neighbor : adjacent(cell, stride)) {
                u32 chain = component[component[neighbor]];
                chain = chain == NO_COMPONENT ? region : chain;
                difference |= group[region] ^ group[chain];
                neighbors[side++] = chain;
            }
            if (difference) {
                for (u32 chain : neighbors) {
                    unite(group, region, chain);
                }
            }
        }
    }

    /// Count stones, eyes and territory. Collect for each group its eyes, and whether it touches dame.
    void count_components() {
        for (u64 number = 0; number < labels.size; number++) {
            u32 cell = labels.cells[number];
            const Component &own = components[cell];
            if (color[cell] == NEUTRAL) {
                continue;
            }
            Component &whole = components[find_root(group, cell)];
            if (color[cell] != EMPTY) {
                count_of(color[cell]).stones += own.size;
                whole.touches_dame |= own.touches_dame;
            } else if (is_eye(own.border)) {
                whole.eyes = u16(whole.eyes + (own.size >= LARGE_EYE ? 2 : 1));
                count_of(own.border).territory += own.size;
            }
        }
    }

    /// Count groups, and territory in seki.
    void count_groups() {
        for (u64 number = 0; number < labels.size; number++) {
            u32 cell = labels.cells[number];
            const Component &own = components[cell];
            if (color[cell] == NEUTRAL) {
                continue;
            }
            Component &whole = components[find_root(group, cell)];
            bool is_in_seki = whole.touches_dame && whole.eyes < 2;
            if (color[cell] == EMPTY) {
                if (is_eye(own.border)) {
                    SideCount &side = count_of(own.border);
                    side.seki_strict += whole.touches_dame ? own.size : 0;
                    side.seki += is_in_seki ? own.size : 0;
                }
            } else if (!whole.is_counted) {
                whole.is_counted = true;
                SideCount &side = count_of(color[cell]);
                side.groups_strict += !whole.touches_dame;
                side.groups += !is_in_seki;
                side.seki_groups += is_in_seki;
            }
        }
    }

    /// Copy a position to cells without the dead stones that are removed. Count all dead stones.
    void load_position(const LabeledBoards &boards, Row<const u8> dead, i64 game) {
        u64 columns = u64(boards.width[game]), base = u64(boards.start[game]);
        set_size(boards.width[game], boards.height[game]);
        black = white = {};
        color.before(cells).fill(BORDER);
        for (u64 row = 0; row < rows; row++) {
            for (u64 column = 0; column < columns; column++) {
                u64 point = base + row * columns + column;
                u8 stone = boards.stones[point];
                if (dead[point] && stone != EMPTY) {
                    if (dead[point] == STAYS) {
                        count_of(stone).stones++;
                        stone = NEUTRAL;
                    } else {
                        count_of(stone).dead++;
                        stone = EMPTY;
                    }
                }
                color[(row + 1) * stride + column] = stone;
            }
        }
    }

    /// Return true for an empty cell that is neutral or belongs to a group that touches a neutral point.
    bool touches_dame(u32 cell) {
        u32 region = find_root(component, cell);
        return !is_eye(components[region].border) || components[find_root(group, region)].touches_dame;
    }

    /// Count by colour the dead stones that are removed at neutral points, or in territory of a group that touches one.
    void count_dead_at_dame(Row<const u8> stones, u64 base, Row<i32> dead_at_dame) {
        copy_to_cells(stones, base, *this, mark);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (color[cell] == EMPTY && mark[cell] != EMPTY) {
                dead_at_dame[mark[cell] == WHITE] += touches_dame(u32(cell));
            }
        }
    }

    /// Count one point of a position whose territory is marked.
    void count_marked_point(u32 cell, bool is_seki_unmarked) {
        u8 border = EMPTY, owner = mark[cell];
        const Component *whole = nullptr;
        if (color[cell] == EMPTY) {
            u32 region = find_root(component, cell);
            border = components[region].border;
            whole = &components[find_root(group, region)];
        }
        bool is_unmarked_eye = owner == EMPTY && is_eye(border) && is_seki_unmarked;
        u8 side_color = is_unmarked_eye ? border : owner;
        if (side_color == EMPTY) {
            return;
        }
        SideCount &side = count_of(side_color);
        side.territory++;
        bool is_at_dame = is_eye(border) && border == side_color && whole->touches_dame;
        side.seki += is_seki_unmarked ? is_unmarked_eye : is_at_dame && whole->eyes < 2;
        side.seki_strict += is_at_dame || is_unmarked_eye;
    }

    /// Replace the territory of a position by the marked points.
    void count_marked(Row<const u8> owner, u64 base, bool is_seki_unmarked) {
        for (SideCount *side : {&black, &white}) {
            side->territory = side->seki = side->seki_strict = 0;
        }
        copy_to_cells(owner, base, *this, mark);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (color[cell] != BORDER) {
                count_marked_point(u32(cell), is_seki_unmarked);
            }
        }
    }
};

} // namespace

void count_chunk(
    const LabeledBoards &boards, Row<const u8> dead, Row<const u8> owner, Row<const u8> as_marked, const Counts &counts
) {
    Owned<Counter> counter;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        counter->load_position(boards, dead, game);
        counter->label_cells();
        counter->merge_labels();
        counter->join_groups();
        counter->count_components();
        counter->count_groups();
        u64 base = u64(boards.start[game]);
        SideCount &black = counter->black, &white = counter->white;
        if (black.dead + white.dead) {
            counter->count_dead_at_dame(boards.stones, base, counts.dead_at_dame[game]);
        }
        MarkedTerritory marked{as_marked[game]};
        if (marked != MarkedTerritory::NO) {
            counter->count_marked(owner, base, marked == MarkedTerritory::WITHOUT_SEKI);
        }
        black.write(counts.sides[game][0]);
        white.write(counts.sides[game][1]);
        u32 points = u32(boards.width[game]) * u32(boards.height[game]);
        counts.dame[game] = i32(points - black.stones - black.territory - white.stones - white.territory);
    }
}

void tally(Row<const i64> start, Row<const u8> values, Table<i32> numbers) {
    for (i64 game = 0; game < numbers.size; game++) {
        Row<i32> own = numbers[game];
        for (u8 value : values.slice(start[game], start[game + 1])) {
            own[value]++;
        }
    }
}

void find_first_points(const LabeledBoards &boards, Row<i64> first) {
    for (i64 point = 0; point < first.size; point++) {
        first[point] = point;
    }
    Row<const u8> stones = boards.stones;
    for (i64 game = 0; game < boards.width.size; game++) {
        i64 columns = boards.width[game], base = boards.start[game];
        for (i64 row = 0; row < boards.height[game]; row++) {
            i64 begin = base + row * columns;
            for (i64 point = begin; point < begin + columns; point++) {
                if (stones[point] == EMPTY) {
                    continue;
                }
                if (point > begin && stones[point - 1] == stones[point]) {
                    unite(first, point - 1, point);
                }
                if (row && stones[point - columns] == stones[point]) {
                    unite(first, point - columns, point);
                }
            }
        }
    }
    for (i64 point = 0; point < first.size; point++) {
        first[point] = find_root(first, point);
    }
}
