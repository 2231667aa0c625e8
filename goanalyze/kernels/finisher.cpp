// The finisher: what is left of a finished game, played out by a few rules without search.
//
// The sides play in turn until both pass. A side plays the move of the highest value, in reading order among equals:
// 1. it rescues a chain in atari, or captures one or two stones,
// 2. it plays where the opponent loses one or two stones whatever the answer, or prevents the same to itself,
// 3. it fills a neutral point.
// Larger chains live: if reading says otherwise, mostly the reading is wrong. Dead stones neither press nor capture.
// `tests/oracles/finisher.py` is a readable form of the same rules.
#include "grid.hpp"
#include "hashing.hpp"
#include "interface.hpp"

namespace {

constexpr u8 DEAD = 8;                              // bit of the color of a dead stone
constexpr u8 BOTH = BLACK | WHITE;                  // bits of the side of a stone; owners of a neutral region
constexpr u64 NO_CELL = 0;                          // the first cell is border
constexpr i64 POINTS_PER_MOVE = 4, MORE_MOVES = 16; // a longer rest is not played: the game is not finished
constexpr u32 ALL = 1 << 16;                        // more liberties than a chain has

// Values of moves, in hundredths of a point.
constexpr i32 POINT = 100, STONE = 200;
constexpr i32 NO_VALUE = -100;
constexpr i32 FORCING = 50, ATARI = 20; // an atari that must be answered in own territory; another one
constexpr u64 NOISE = 50;               // the noise is below
constexpr i32 MOST_STONES = 2;          // stones that may be captured

/// Columns of the facts of a game.
enum Fact { MOVES, RESCUES, DEFENCES, CAPTURES, LARGEST_REGION, REGIONS };

/// Return the side of a stone; EMPTY without one.
u8 side_of(u8 color) {
    return color & BOTH;
}

/// Return true for an empty point and for a dead stone.
bool is_open(u8 color) {
    return color == EMPTY || (color & DEAD);
}

/// A chain, or the part of it that is searched until it has enough liberties.
struct Chain {
    u32 stones, liberties;
    std::array<u32, 4> cells; // the first liberties
};

/// The effect of a stone.
struct Play {
    bool is_legal;
    i32 captured;
    u32 stones, liberties; // of its chain; the stones are counted only if the liberties are less than four
    u64 ko;                // cell where the opponent may not recapture at once, or NO_CELL
};

/// A region of empty points and dead stones.
struct Region {
    u8 borders; // bits of the colors of the living stones around it
    u32 size;
    std::array<u32, 3> counts; // empty points, then dead stones of Black and of White
};

/// A move with its value and reason.
struct Choice {
    i32 value;
    u64 cell; // or NO_CELL for a pass
    Fact reason;
};

/// A change of a cell, so that it can be undone.
struct Change {
    u32 cell;
    u8 color; // before
};

/// A position whose rest is played.
struct RestBoard : GridSize {
    Grid<u8> color; // EMPTY, BLACK, WHITE, the latter with DEAD, or BORDER
    Grid<u8> owner; // of an open cell: bits of the colors around its region; 0 under living stones
    u64 ko;         // cell that may not be played at once, or NO_CELL
    u8 player;
    i64 run; // number of the run; 0 without noise

    u64 changes;
    Fixed<Change, 8 * CELLS> change; // of trials within trials
    u32 stamp;
    Grid<u32> mark; // the stamp of the search that visited the cell last
    Grid<u32> stones, group, region, listed;

    void set(u64 cell, u8 value) {
        change[changes++] = {u32(cell), color[cell]};
        color[cell] = value;
    }

    void undo(u64 before) {
        while (changes > before) {
            changes--;
            color[change[changes].cell] = change[changes].color;
        }
    }

    std::array<u64, 4> sides_of(u64 cell) const { return {cell - 1, cell + 1, cell - stride, cell + stride}; }

    /// Return true if a living stone of a side is adjacent.
    bool has_neighbor(u64 cell, u8 side) const {
        auto near = adjacent(cell, stride);
        return std::any_of(near.begin(), near.end(), [&](u64 neighbor) { return color[neighbor] == side; });
    }

    /// Search the chain of a stone until it has `enough` liberties.
    Chain find_chain(u64 first, u32 enough, Grid<u32> &list) {
        Chain chain{1, 0, {}};
        u8 side = side_of(color[first]);
        mark[first] = ++stamp;
        list[0] = u32(first);
        for (u64 visited = 0; visited < chain.stones; visited++) {
            u64 cell = list[visited];
            for (u64 neighbor : sides_of(cell)) {
                if (mark[neighbor] == stamp) {
                    continue;
                }
                if (color[neighbor] == EMPTY) {
                    mark[neighbor] = stamp;
                    if (chain.liberties < 4) {
                        chain.cells[chain.liberties] = u32(neighbor);
                    }
                    if (++chain.liberties == enough) {
                        return chain;
                    }
                } else if (side_of(color[neighbor]) == side) {
                    mark[neighbor] = stamp;
                    list[chain.stones++] = u32(neighbor);
                }
            }
        }
        return chain;
    }
    Chain find_chain(u64 first, u32 enough) { return find_chain(first, enough, stones); }

    /// Play a stone. Suicide changes nothing. Dead stones of the chain are alive then.
    Play put(u64 cell, u8 side) {
        Play play{true, 0, 0, 0, NO_CELL};
        u64 before = changes, captured = NO_CELL;
        bool revives = false;
        set(cell, side);
        for (u64 neighbor : adjacent_in_order(cell, stride)) {
            revives |= color[neighbor] == (side | DEAD);
            if (side_of(color[neighbor]) != opponent_of(side)) {
                continue;
            }
            Chain chain = find_chain(neighbor, 1);
            if (chain.liberties == 0) {
                for (u32 stone : stones.before(chain.stones)) {
                    set(stone, EMPTY);
                }
                play.captured += i32(chain.stones);
                captured = stones[0];
            }
        }
        Chain own = find_chain(cell, revives ? ALL : 4);
        if (own.liberties == 0) {
            undo(before);
            return {false, 0, 0, 0, NO_CELL};
        }
        if (revives) {
            for (u32 stone : stones.before(own.stones)) {
                if (color[stone] != side) {
                    set(stone, side);
                }
            }
        }
        play.stones = own.stones;
        play.liberties = own.liberties;
        if (play.captured == 1 && own.stones == 1 && own.liberties == 1) {
            play.ko = captured;
        }
        return play;
    }

    /// Return true if a chain in atari can still be captured; one stone that has just taken a ko cannot.
    bool is_lost(u64 cell, u64 forbidden) {
        Chain chain = find_chain(cell, 2);
        return chain.liberties == 1 && !(forbidden && chain.stones == 1);
    }

    /// Return the stones of living chains beside a cell that a side loses, whatever its answer, if the opponent plays
    /// there.
    i32 loss(u64 cell, u8 side) {
        u8 opponent = opponent_of(side);
        if (color[cell] != EMPTY || !has_neighbor(cell, opponent) || !has_neighbor(cell, side)) {
            return 0;
        }
        bool is_short = false;
        for (u64 neighbor : adjacent(cell, stride)) {
            is_short = is_short || (color[neighbor] == side && find_chain(neighbor, 3).liberties <= 2);
        }
        if (!is_short) {
            return 0;
        }
        u64 before = changes;
        Play play = put(cell, opponent);
        if (!play.is_legal) {
            return 0;
        }
        i32 taken = play.captured;
        if (taken && !play.ko && play.liberties == 1) {
            taken = max(taken - i32(play.stones), 0);
        }
        i32 lost = taken + unanswered(cell, side, play.ko);
        undo(before);
        return lost;
    }

    /// A chain in atari.
    struct Atari {
        u64 cell, liberty;
        i32 stones;
    };

    /// Return the stones of chains in atari beside a cell that remain in atari after the best answer.
    i32 unanswered(u64 cell, u8 side, u64 forbidden) {
        std::array<Atari, 4> ataris;
        u64 number = 0;
        i32 least = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            if (color[neighbor] != side) {
                continue;
            }
            Chain chain = find_chain(neighbor, 2);
            bool is_new = std::none_of(ataris.begin(), ataris.begin() + number, [&](const Atari &other) {
                return mark[other.cell] == stamp;
            });
            if (chain.liberties == 1 && is_new) {
                ataris[number++] = {neighbor, chain.cells[0], i32(chain.stones)};
                least += i32(chain.stones);
            }
        }
        for (u64 which = 0; which < number && least; which++) {
            u64 answers = find_answers(ataris[which].cell, ataris[which].liberty);
            for (u64 one = 0; one < answers && least; one++) {
                u64 answer = answer_cells[one], before = changes;
                if (answer == forbidden) {
                    continue;
                }
                Play play = put(answer, side);
                if (!play.is_legal) {
                    continue;
                }
                i32 lost = 0;
                for (u64 other = 0; other < number; other++) {
                    lost += is_lost(ataris[other].cell, play.ko) ? ataris[other].stones : 0;
                }
                least = min(least, lost);
                undo(before);
            }
        }
        return least;
    }

    Grid<u32> answer_cells;

    /// List the moves that may rescue a chain in atari: its liberty, then the captures of adjacent chains.
    u64 find_answers(u64 cell, u64 liberty) {
        u8 opponent = opponent_of(side_of(color[cell]));
        Chain chain = find_chain(cell, 2, group);
        u64 number = 0;
        answer_cells[number++] = u32(liberty);
        u32 first_stamp = stamp;
        for (u32 stone : group.before(chain.stones)) {
            for (u64 neighbor : sides_of(stone)) {
                if (side_of(color[neighbor]) != opponent || mark[neighbor] > first_stamp) {
                    continue;
                }
                Chain other = find_chain(neighbor, 2);
                Row<u32> known = answer_cells.before(number);
                if (other.liberties == 1 && std::find(known.begin(), known.end(), other.cells[0]) == known.end()) {
                    answer_cells[number++] = other.cells[0];
                }
            }
        }
        return number;
    }

    /// Return the most stones that the opponent can win by a move at a liberty of a chain with three at most.
    i32 exposed(u64 cell, u8 side, u64 forbidden) {
        Chain chain = find_chain(cell, 4);
        i32 worst = 0;
        for (u32 one = 0; one < chain.liberties && chain.liberties < 4; one++) {
            if (chain.cells[one] != forbidden) {
                worst = max(worst, loss(chain.cells[one], side));
            }
        }
        return worst;
    }

    /// Search the region of an open cell, until it is neutral if that is enough.
    Region find_region(u64 first, bool is_neutral_enough) {
        Region found{0, 1, {}};
        mark[first] = ++stamp;
        region[0] = u32(first);
        for (u64 visited = 0; visited < found.size; visited++) {
            u64 cell = region[visited];
            found.counts[side_of(color[cell])]++;
            for (u64 neighbor : adjacent(cell, stride)) {
                if (is_open(color[neighbor])) {
                    if (mark[neighbor] != stamp) {
                        mark[neighbor] = stamp;
                        region[found.size++] = u32(neighbor);
                    }
                } else {
                    found.borders |= side_of(color[neighbor]);
                }
            }
            if (is_neutral_enough && found.borders == BOTH) {
                break;
            }
        }
        return found;
    }

    u8 owner_of(u64 cell) { return find_region(cell, true).borders; }

    /// Return a side's gain in territory by the changes since a mark.
    i32 territory_gain(u64 before, u8 side, bool has_captures) {
        u32 first_stamp = stamp;
        i32 gain = 0;
        auto add = [&](u64 cell) {
            if (!is_open(color[cell]) || mark[cell] > first_stamp) {
                return;
            }
            Region found = find_region(cell, !has_captures);
            if (found.borders == BLACK || found.borders == WHITE) {
                i32 points = i32(found.size + found.counts[opponent_of(found.borders)]);
                gain += found.borders == side ? points : -points;
            }
            if (has_captures) {
                for (u32 other : region.before(found.size)) {
                    if (owner[other] == BLACK || owner[other] == WHITE) {
                        i32 points = side_of(color[other]) == opponent_of(owner[other]) ? 2 : 1;
                        gain -= owner[other] == side ? points : -points;
                    }
                }
            }
        };
        for (u64 one = before; one < changes; one++) {
            u64 cell = change[one].cell;
            add(cell);
            for (u64 neighbor : adjacent(cell, stride)) {
                add(neighbor);
            }
        }
        return gain;
    }

    /// Return the value of the ataris of a new stone.
    i32 atari_value(u64 cell, u8 side) {
        i32 value = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            if (color[neighbor] != opponent_of(side)) {
                continue;
            }
            Chain chain = find_chain(neighbor, 2);
            if (chain.liberties == 1) {
                value += owner_of(chain.cells[0]) == opponent_of(side) ? FORCING : ATARI;
            }
        }
        return value;
    }

    /// Consider the rescue of an own chain in atari.
    void rescue(u64 cell, const Chain &chain, Choice &best) {
        u64 liberty = chain.cells[0], before = changes;
        u8 opponent = opponent_of(player);
        Row<u32> own = stones.before(chain.stones);
        if (std::none_of(own.begin(), own.end(), [&](u32 stone) { return has_neighbor(stone, opponent); })) {
            return;
        }
        Play capture = put(liberty, opponent);
        undo(before);
        bool is_taken_back = capture.liberties == 1 && !capture.ko && capture.captured <= i32(capture.stones);
        if (!capture.captured || is_taken_back) {
            return;
        }
        u64 answers = find_answers(cell, liberty);
        std::copy_n(answer_cells.begin(), answers, listed.begin());
        Choice top{NO_VALUE, NO_CELL, RESCUES};
        for (u32 answer : listed.before(answers)) {
            if (answer == ko) {
                continue;
            }
            Play play = put(answer, player);
            if (!play.is_legal) {
                continue;
            }
            Chain rescued = find_chain(cell, 2);
            if (rescued.liberties == 2 || (rescued.stones == 1 && play.ko)) {
                i32 danger = rescued.liberties == 2 ? exposed(cell, player, play.ko) : 0;
                i32 cost = owner[answer] == player ? POINT : 0;
                i32 value = STONE * i32(chain.stones) - cost + 30 - STONE * danger;
                if (value > top.value) {
                    top.value = value;
                    top.cell = answer;
                }
            }
            undo(before);
        }
        if (top.cell && top.value > best.value) {
            best = top;
        }
    }

    /// Consider the capture of a chain of the opponent in atari.
    void capture(const Chain &chain, Choice &best) {
        u64 liberty = chain.cells[0], before = changes;
        if (liberty == ko || i32(chain.stones) > MOST_STONES || !has_neighbor(liberty, player)) {
            return;
        }
        Play play = put(liberty, player);
        undo(before);
        bool is_snapback = !play.ko && play.liberties == 1 && i32(play.stones) >= play.captured;
        if (!is_snapback && STONE * i32(chain.stones) > best.value) {
            best = {STONE * i32(chain.stones), liberty, CAPTURES};
        }
    }

    /// Consider rescues and captures.
    void consider_ataris(Choice &best) {
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (!is_stone(color[cell]) || seen[cell] == turn) {
                continue;
            }
            Chain chain = find_chain(cell, ALL);
            for (u32 stone : stones.before(chain.stones)) {
                seen[stone] = turn;
            }
            if (chain.liberties != 1) {
                continue;
            }
            if (color[cell] == player) {
                rescue(cell, chain, best);
            } else {
                capture(chain, best);
            }
        }
    }
    Grid<u32> seen;
    u32 turn;

    /// Consider moves after which the opponent loses stones, and the defence against such moves of the opponent.
    void consider_threats(Choice &best) {
        i32 threat = 0;
        u64 where = NO_CELL;
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (color[cell] != EMPTY || owner[cell] != BOTH) {
                continue;
            }
            i32 won = cell == ko ? 0 : loss(cell, opponent_of(player));
            if (won && won <= MOST_STONES && STONE * won - 50 > best.value) {
                best = {STONE * won - 50, cell, CAPTURES};
            }
            i32 lost = loss(cell, player);
            if (lost > threat) {
                threat = lost;
                where = cell;
            }
        }
        if (threat && STONE * threat - 60 > best.value) {
            u64 defence = find_defence(where, threat);
            if (defence) {
                best = {STONE * threat - 60, defence, DEFENCES};
            }
        }
    }

    /// Call a function with each cell within two lines of a cell and the distance.
    template <class F> void for_near(u64 cell, F function) {
        i64 row = i64(cell / stride), column = i64(cell % stride);
        for (i64 y = max(row - 2, 1); y <= min(row + 2, i64(rows)); y++) {
            for (i64 x = max(column - 2, 0); x <= min(column + 2, i64(stride) - 2); x++) {
                function(u64(y * i64(stride) + x), i32(std::abs(y - row) + std::abs(x - column)));
            }
        }
    }

    /// Return the cheapest move after which the opponent wins less close to a cell; NO_CELL without one.
    u64 find_defence(u64 threatened, i32 threat) {
        i32 top = -1'000'000'000;
        u64 defence = NO_CELL;
        for_near(threatened, [&](u64 cell, i32 distance) {
            if (color[cell] != EMPTY || cell == ko) {
                return;
            }
            u64 before = changes;
            Play play = put(cell, player);
            if (!play.is_legal) {
                return;
            }
            if (play.liberties >= 2) {
                i32 worst = 0;
                for_near(threatened, [&](u64 other, i32) { worst = max(worst, loss(other, player)); });
                i32 cost = owner[cell] == player ? POINT : 0;
                i32 value = -STONE * worst - cost - distance;
                if (worst < threat && value > top) {
                    top = value;
                    defence = cell;
                }
            }
            undo(before);
        });
        return defence;
    }

    /// Return the value of a neutral point for the player.
    i32 neutral_value(u64 cell) {
        u64 before = changes;
        Play play = put(cell, player);
        if (!play.is_legal) {
            return NO_VALUE;
        }
        bool is_bad = play.captured > MOST_STONES || (play.liberties < 2 && !play.ko) ||
                      (play.liberties < 4 && !play.ko && exposed(cell, player, NO_CELL));
        i32 value = NO_VALUE;
        if (!is_bad) {
            value = POINT * (territory_gain(before, player, play.captured) + play.captured) + atari_value(cell, player);
        }
        undo(before);
        u8 opponent = opponent_of(player);
        if (!is_bad && has_neighbor(cell, opponent)) {
            play = put(cell, opponent);
            if (play.is_legal && play.liberties >= 2) {
                value += POINT * territory_gain(before, opponent, play.captured) + atari_value(cell, opponent);
            }
            undo(before);
        }
        return value;
    }

    /// Consider the neutral points.
    void consider_neutral(Choice &best) {
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (color[cell] != EMPTY || owner[cell] != BOTH || cell == ko || !has_neighbor(cell, player)) {
                continue;
            }
            i32 value = neutral_value(cell);
            if (run && value >= 0) {
                value += i32((scramble(u64(run) * GOLDEN + cell) >> 32) * NOISE >> 32);
            }
            if (value > best.value) {
                best = {value, cell, MOVES};
            }
        }
    }

    /// Find the owners of the regions around the changes since a mark.
    Region find_owner(u64 first) {
        Region found = find_region(first, false);
        for (u32 cell : region.before(found.size)) {
            owner[cell] = found.borders;
        }
        return found;
    }

    void update_owners(u64 before) {
        u32 first_stamp = stamp;
        for (u64 one = before; one < changes; one++) {
            u64 changed = change[one].cell;
            owner[changed] = 0;
        }
        for (u64 one = before; one < changes; one++) {
            u64 changed = change[one].cell;
            for (u64 cell : {changed, changed - 1, changed + 1, changed - stride, changed + stride}) {
                if (is_open(color[cell]) && mark[cell] <= first_stamp) {
                    find_owner(cell);
                }
            }
        }
    }

    /// Read a position.
    void load(const Boards &boards, Row<const u8> dead, i64 game, Row<i32> facts) {
        set_size(boards.width[game], boards.height[game]);
        u64 base = u64(boards.start[game]);
        color.before(cells).fill(0);
        copy_to_cells(dead, base, *this, color);
        copy_to_cells(boards.stones, base, *this, stones);
        mark.before(cells).fill(0);
        seen.before(cells).fill(0);
        owner.before(cells).fill(0);
        stamp = turn = 0;
        i32 regions = 0;
        changes = 0;
        for (u64 cell = 0; cell < cells; cell++) {
            bool is_point = cell >= first_cell && cell < end_cell && cell % stride != stride - 1;
            color[cell] = !is_point ? BORDER : u8(stones[cell] | (color[cell] && stones[cell] ? DEAD : 0));
        }
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (!is_open(color[cell]) || mark[cell]) {
                continue;
            }
            Region found = find_owner(cell);
            if (found.borders == BOTH) {
                facts[LARGEST_REGION] = max(facts[LARGEST_REGION], i32(found.counts[EMPTY]));
                regions += found.counts[EMPTY] > 1;
            }
        }
        facts[REGIONS] = regions;
    }

    /// Forbid the recapture of the stone that has just taken a ko, as the last move seems to have done.
    void find_ko(u64 last) {
        ko = NO_CELL;
        u8 opponent = opponent_of(player);
        if (side_of(color[last]) != opponent) {
            return;
        }
        Chain chain = find_chain(last, 2);
        u64 liberty = chain.cells[0];
        if (chain.stones != 1 || chain.liberties != 1) {
            return;
        }
        auto cells_around = adjacent(liberty, stride);
        if (std::all_of(cells_around.begin(), cells_around.end(), [&](u64 cell) {
                return color[cell] == BORDER || side_of(color[cell]) == opponent;
            })) {
            ko = liberty;
        }
    }

    Choice choose() {
        Choice best{NO_VALUE, NO_CELL, MOVES};
        turn++;
        consider_ataris(best);
        consider_threats(best);
        if (best.value < STONE) {
            consider_neutral(best);
        }
        return best;
    }
};

} // namespace

void play_rest(
    const Boards &boards, Row<const u8> dead, Row<const u8> to_move, Row<const i32> last, i64 run, const Rest &rest
) {
    Owned<RestBoard> board;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        u64 base = u64(boards.start[game]), columns = u64(boards.width[game]);
        Row<i32> facts = rest.facts[game];
        board->load(boards, dead, game, facts);
        board->player = to_move[game];
        board->run = run;
        u64 last_point = last[game] < 0 ? 0 : u64(last[game]);
        board->find_ko(last[game] < 0 ? NO_CELL : (last_point / columns + 1) * board->stride + last_point % columns);
        i64 points = boards.start[game + 1] - i64(base), most = min(points, points / POINTS_PER_MOVE + MORE_MOVES);
        i32 passes = 0;
        while (passes < 2 && facts[MOVES] < most) {
            Choice best = board->choose();
            u64 before = board->changes = 0;
            board->ko = NO_CELL;
            i32 move = PASS;
            passes++;
            if (best.cell) {
                Play play = board->put(best.cell, board->player);
                board->update_owners(before);
                board->ko = play.ko;
                rest.prisoners[game][board->player - BLACK] += play.captured;
                move = i32((best.cell / board->stride - 1) * columns + best.cell % board->stride);
                passes = 0;
                facts[best.reason] += best.reason != MOVES;
            }
            rest.moves[i64(base) + facts[MOVES]++] = move;
            board->player = opponent_of(board->player);
        }
        rest.is_finished[game] = passes == 2;
        if (passes < 2) {
            board->load(boards, dead, game, facts);
            board->player = to_move[game];
            rest.prisoners[game].fill(0);
            facts.before(LARGEST_REGION).fill(0);
        } else {
            facts[MOVES] -= passes;
        }
        rest.to_move[game] = board->player;
        copy_to_points(board->color, *board, rest.stones, base);
        for (u64 point = base; point < base + u64(points); point++) {
            rest.dead[point] = (rest.stones[point] & DEAD) != 0;
            rest.stones[point] &= BOTH;
        }
    }
}

void find_margins(const Boards &boards, Row<const u8> dead, Row<const u8> first, Row<i32> margins) {
    Buffer<u8> kinds(boards.stones.size), sides(boards.stones.size);
    find_territories(boards, dead, first, true, kinds, sides);
    constexpr std::array<i32, 4> SIGNS = {0, 1, -1, 0};
    for (i64 game = 0; game < boards.width.size; game++) {
        i32 margin = 0;
        for (i64 point = boards.start[game]; point < boards.start[game + 1]; point++) {
            switch (PointKind(kinds[point])) {
            case PointKind::TERRITORY:
                margin += SIGNS[sides[point] & BOTH];
                [[fallthrough]];
            case PointKind::SEKI_EYE:
            case PointKind::FALSE_EYE:
            case PointKind::TEIRE:
                margin -= SIGNS[boards.stones[point] & BOTH];
                break;
            default:
                break;
            }
        }
        margins[game] = margin;
    }
}
