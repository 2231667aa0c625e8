// The finisher: the rest of a finished game, played by a few rules without search.
//
// The sides play in turn until both pass. A side plays the move of the highest value, the first one among equals:
// 1. It rescues a chain in atari, or captures one or two stones.
// 2. It plays where the opponent loses one or two stones after any answer, or prevents such a loss of its own.
// 3. It fills a neutral point, if no other move is worth two points.
// Larger chains live: where this reading says otherwise, mostly the reading is wrong. Dead stones neither press nor
// help, and stay dead unless a stone of their side joins them.
//
// `tests/oracles/finisher.py` is a readable form of the same rules.
#include "hashing.hpp"
#include "rest_board.hpp"

namespace {

constexpr i64 POINTS_PER_MOVE = 4, MORE_MOVES = 16; // a rest of more moves is too long
constexpr i32 MOST_STONES = 2;                      // that are captured

/// Columns of the facts of a game.
enum Fact { MOVES, RESCUES, DEFENCES, CAPTURES, LARGEST_REGION, REGIONS };

/// A move, and the fact that it counts for.
struct Choice {
    i64 value;
    u64 cell; // NO_CELL for a pass
    Fact fact;
};

/// A chain in atari.
struct Atari {
    u64 cell, liberty;
    i32 stones;
};

/// The fewest liberties of the chains around a cell, by color.
struct Surroundings {
    std::array<u8, 16> fewest; // `NONE` without such a chain

    static constexpr u8 NONE = MANY + 1;

    u8 of(u8 side) const { return fewest[side]; }

    /// Return true if a stone of a side has four liberties or more, and neither captures, revives, nor gives atari.
    bool is_quiet(u8 side) const {
        u8 opponent = opponent_of(side);
        return fewest[side] == MANY && fewest[side | DEAD] == NONE && fewest[opponent] > 2 &&
               fewest[opponent | DEAD] > 2;
    }
};

/// A position whose rest is played.
struct Finisher : RestBoard {
    u64 ko; // cell that may not be played at once, or NO_CELL
    u8 player;
    u64 run; // number of the run; 0 without noise
    FinisherWeights weights;
    CellList neutral;
    CellList answers, rescues;
    Grid<u32> list;

    /// Forbid the recapture of a ko if the last move seems to have taken one.
    void forbid_ko(u64 last) {
        u8 opponent = opponent_of(player);
        ko = NO_CELL;
        if (side_of(color[last]) != opponent) {
            return;
        }
        Chain chain = find_chain(last, 2);
        auto around = adjacent(chain.cells[0], stride);
        bool is_ko =
            chain.stones == 1 && chain.liberties == 1 && std::all_of(around.begin(), around.end(), [&](u64 cell) {
                return color[cell] == BORDER || side_of(color[cell]) == opponent;
            });
        ko = is_ko ? chain.cells[0] : NO_CELL;
    }

    /// List the moves that may rescue a chain in atari: its liberty, then the captures of adjacent chains in reading
    /// order.
    void list_answers(u64 cell, u64 liberty, CellList &moves) {
        u8 opponent = opponent_of(side_of(color[cell]));
        Chain chain = find_chain(cell, 2, list);
        u32 before = searches;
        moves.size = 0;
        moves.add(liberty);
        for (u32 stone : list.before(chain.stones)) {
            for (u64 neighbor : adjacent(stone, stride)) {
                if (side_of(color[neighbor]) != opponent || is_searched(neighbor, before)) {
                    continue;
                }
                Chain other = find_chain(neighbor, 2);
                if (other.liberties == 1) {
                    moves.add(other.cells[0]);
                }
            }
        }
        moves.row().from(1).sort();
    }

    /// Return the stones of its chains that a side loses after the opponent's play on a cell and the side's best
    /// answer.
    ///
    /// Only chains adjacent to the cell count, and only if one of them has at most two liberties.
    i32 loss(u64 cell, u8 side) {
        u8 opponent = opponent_of(side);
        if (color[cell] != EMPTY || !has_neighbor(cell, opponent)) {
            return 0;
        }
        bool is_short = false;
        for (u64 neighbor : adjacent(cell, stride)) {
            is_short = is_short || (color[neighbor] == side && find_chain(neighbor, 3).liberties <= 2);
        }
        if (!is_short) {
            return 0;
        }
        u64 before = position_mark();
        Play play = put(cell, opponent);
        i32 lost = play.is_legal ? net_captures(play) + unanswered(cell, side, play.ko) : 0;
        undo(before);
        return lost;
    }

    /// Return the stones that a play captures, less those that are recaptured at once.
    static i32 net_captures(const Play &play) {
        bool is_recaptured = play.liberties == 1 && !play.ko;
        return is_recaptured ? max(play.captured - play.stones, 0) : play.captured;
    }

    /// Return the stones of chains adjacent to a cell that are in atari after the best answer, too.
    i32 unanswered(u64 cell, u8 side, u64 forbidden) {
        std::array<Atari, 4> ataris;
        u64 number = 0;
        i32 least = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            if (color[neighbor] != side) {
                continue;
            }
            Chain chain = find_chain(neighbor, 2);
            bool is_known = std::any_of(ataris.begin(), ataris.begin() + number, [&](const Atari &other) {
                return is_searched(other.cell, searches - 1);
            });
            if (chain.liberties == 1 && !is_known) {
                ataris[number++] = {neighbor, chain.cells[0], i32(chain.stones)};
                least += i32(chain.stones);
            }
        }
        for (u64 one = 0; one < number && least; one++) {
            list_answers(ataris[one].cell, ataris[one].liberty, answers);
            for (u64 which = 0; which < answers.size && least; which++) {
                u64 answer = answers.cells[which], before = position_mark();
                Play play{};
                if (answer != forbidden) {
                    play = put(answer, side);
                }
                i32 lost = 0;
                for (u64 other = 0; play.is_legal && other < number; other++) {
                    Chain chain = find_chain(ataris[other].cell, 2);
                    bool is_ko = play.ko && chain.stones == 1;
                    lost += chain.liberties == 1 && !is_ko ? ataris[other].stones : 0;
                }
                least = play.is_legal ? min(least, lost) : least;
                undo(before);
            }
        }
        return least;
    }

    /// Return the most stones that a side loses by a move of the opponent on a liberty of a chain with three at most.
    i32 exposure(u64 cell, u8 side, u64 forbidden) {
        Chain chain = find_chain(cell, 4);
        i32 most = 0;
        for (u32 one = 0; chain.liberties < 4 && one < chain.liberties; one++) {
            most = max(most, chain.cells[one] == forbidden ? 0 : loss(chain.cells[one], side));
        }
        return most;
    }

    /// Consider rescues of own chains in atari, and captures.
    void consider_ataris(Choice &best) {
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (liberties[cell] != 1 || !is_stone(color[cell])) {
                continue;
            }
            Chain chain = find_chain(cell, 2);
            Row<u32> all = stones.before(chain.stones);
            if (*std::min_element(all.begin(), all.end()) < cell) {
                continue; // it has been considered
            }
            if (color[cell] == player) {
                consider_rescue({cell, chain.cells[0], i32(chain.stones)}, best);
            } else if (i32(chain.stones) <= MOST_STONES) {
                consider_capture({cell, chain.cells[0], i32(chain.stones)}, best);
            }
        }
    }

    /// Consider the rescue of an own chain, which was searched last, if living stones can capture it for good.
    void consider_rescue(const Atari &atari, Choice &best) {
        u8 opponent = opponent_of(player);
        Row<u32> all = stones.before(atari.stones);
        u64 before = position_mark();
        bool is_pressed = std::any_of(all.begin(), all.end(), [&](u32 stone) { return has_neighbor(stone, opponent); });
        bool is_threatened = is_pressed && net_captures(put(atari.liberty, opponent));
        undo(before);
        if (!is_threatened) {
            return;
        }
        list_answers(atari.cell, atari.liberty, rescues);
        for (u32 answer : rescues.row()) {
            Play play{};
            if (answer != ko) {
                play = put(answer, player);
            }
            Chain chain = find_chain(atari.cell, 2);
            if (play.is_legal && (chain.liberties > 1 || (chain.stones == 1 && play.ko))) {
                i64 value = weights.stone * atari.stones + weights.rescue -
                            (owners[answer] == player ? weights.point : 0) -
                            (chain.liberties > 1 ? weights.stone * exposure(atari.cell, player, play.ko) : 0);
                if (value > best.value) {
                    best = {value, answer, RESCUES};
                }
            }
            undo(before);
        }
    }

    /// Consider the capture of one or two stones, unless they are only dead stones that would capture, or it is a
    /// snapback.
    void consider_capture(const Atari &atari, Choice &best) {
        i64 value = weights.stone * atari.stones;
        if (atari.liberty == ko || value <= best.value || !has_neighbor(atari.liberty, player)) {
            return;
        }
        u64 before = position_mark();
        if (net_captures(put(atari.liberty, player))) {
            best = {value, atari.liberty, CAPTURES};
        }
        undo(before);
    }

    /// Return the fewest liberties of the chains around a cell.
    Surroundings surroundings(u64 cell) const {
        Surroundings around;
        around.fewest.fill(Surroundings::NONE);
        for (u64 neighbor : adjacent(cell, stride)) {
            u8 &fewest = around.fewest[color[neighbor]];
            fewest = min(fewest, liberties[neighbor]);
        }
        return around;
    }

    /// Consider moves after which the opponent loses one or two stones, and the defence against the same.
    void consider_threats(Choice &best) {
        u8 opponent = opponent_of(player);
        i32 most = 0;
        u64 threatened = NO_CELL;
        for (u32 cell : neutral.row()) {
            Surroundings around = surroundings(cell);
            i32 won = around.of(opponent) <= 2 && cell != ko ? loss(cell, opponent) : 0;
            if (won && won <= MOST_STONES && weights.stone * won + weights.threat > best.value) {
                best = {weights.stone * won + weights.threat, cell, CAPTURES};
            }
            i32 lost = around.of(player) <= 2 ? loss(cell, player) : 0;
            if (lost > most) {
                most = lost;
                threatened = cell;
            }
        }
        if (most && weights.stone * most + weights.defence > best.value) {
            u64 cell = find_defence(threatened, most);
            best = cell ? Choice{weights.stone * most + weights.defence, cell, DEFENCES} : best;
        }
    }

    /// Call a function with each cell at most two lines from a cell, in reading order, and its distance.
    template <class F> void for_near(u64 center, F function) {
        i64 row = i64(center / stride), column = i64(center % stride);
        for (i64 y = max(row - 2, 1); y <= min(row + 2, i64(rows)); y++) {
            for (i64 x = max(column - 2, 0); x <= min(column + 2, i64(stride) - 2); x++) {
                function(u64(y * i64(stride) + x), i32(std::abs(y - row) + std::abs(x - column)));
            }
        }
    }

    /// Return the cheapest move after which the opponent wins less near a cell; NO_CELL without one.
    u64 find_defence(u64 threatened, i32 threat) {
        Choice best{-weights.stone * threat, NO_CELL, DEFENCES};
        for_near(threatened, [&](u64 cell, i32 distance) {
            if (color[cell] != EMPTY || cell == ko) {
                return;
            }
            u64 before = position_mark();
            if (put(cell, player).liberties > 1) {
                i32 most = 0;
                for_near(threatened, [&](u64 other, i32) { most = max(most, loss(other, player)); });
                i64 value = -weights.stone * most - (owners[cell] == player ? weights.point : 0) - distance;
                if (most < threat && value > best.value) {
                    best = {value, cell, DEFENCES};
                }
            }
            undo(before);
        });
        return best.cell;
    }

    /// Return the value of the ataris that a new stone gives.
    i64 atari_value(u64 cell, u8 opponent) {
        i64 value = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            if (color[neighbor] != opponent) {
                continue;
            }
            Chain chain = find_chain(neighbor, 2);
            if (chain.liberties == 1) {
                value += find_region(chain.cells[0], true).owners == opponent ? weights.forcing : weights.atari;
            }
        }
        return value;
    }

    /// Return true if a play of the player on a neutral point loses nothing.
    bool is_safe(const Play &play, u64 cell) {
        return play.captured <= MOST_STONES &&
               (play.ko || play.liberties > 3 || (play.liberties > 1 && !exposure(cell, player, NO_CELL)));
    }

    /// Add the gain of a side by a stone on a neutral point. Return false if it cannot play there.
    bool add_gain(u64 cell, u8 side, const Surroundings &around, i64 &value) {
        bool is_quiet = around.is_quiet(side);
        u64 before = position_mark();
        Play play = is_quiet ? put_quietly(cell, side) : put(cell, side);
        bool is_possible = side == player ? is_safe(play, cell) : play.liberties > 1;
        if (is_possible) {
            value += weights.point * territory_gain(side, play.captured) +
                     (side == player ? weights.point * play.captured : 0);
            value += is_quiet ? 0 : atari_value(cell, opponent_of(side));
        }
        undo(before);
        return is_possible;
    }

    /// Return the noise of a cell in this run, so that each run prefers other neutral points.
    i64 noise(u64 cell) const {
        return run ? i64((scramble(run * GOLDEN + point_of[cell]) >> 32) * u64(weights.noise) >> 32) : 0;
    }

    /// Consider the neutral points.
    void consider_neutral(Choice &best) {
        for (u32 cell : neutral.row()) {
            Surroundings around = surroundings(cell);
            if (cell == ko || around.of(player) == Surroundings::NONE) {
                continue;
            }
            i64 value = 0;
            if (!add_gain(cell, player, around, value)) {
                continue;
            }
            if (around.of(opponent_of(player)) != Surroundings::NONE) {
                add_gain(cell, opponent_of(player), around, value);
            }
            value += value >= 0 ? noise(cell) : 0;
            if (value > best.value) {
                best = {value, cell, MOVES};
            }
        }
    }

    /// Describe the neutral regions.
    void describe_regions(Row<i32> facts) {
        u32 before = searches;
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (owners[cell] == BOTH_SIDES && !is_searched(cell, before)) {
                i32 size = i32(find_region(cell, false).counts[EMPTY]);
                facts[LARGEST_REGION] = max(facts[LARGEST_REGION], size);
                facts[REGIONS] += size > 1;
            }
        }
    }

    /// Choose a move.
    Choice choose() {
        neutral.size = 0;
        for (u64 cell = first_cell; cell < end_cell; cell++) { // without branches
            neutral.cells[neutral.size] = u32(cell);
            neutral.size += owners[cell] == BOTH_SIDES && color[cell] == EMPTY;
        }
        Choice best{weights.no_value, NO_CELL, MOVES};
        consider_ataris(best);
        consider_threats(best);
        if (best.value < weights.stone) {
            consider_neutral(best);
        }
        return best;
    }
};

/// Play the rest of one game from its position on. Return true if it ends in time.
bool play_game(Finisher &board, i32 most_moves, Row<i32> prisoners, Row<i32> facts, Row<i32> moves) {
    for (i32 passes = 0; passes < 2;) {
        Choice choice = board.choose();
        board.ko = NO_CELL;
        if (!choice.cell) {
            passes++;
        } else if (facts[MOVES] + passes >= most_moves) {
            return false;
        } else {
            for (; passes; passes--) {
                moves[facts[MOVES]++] = PASS;
            }
            moves[facts[MOVES]++] = i32(board.point_of[choice.cell]);
            facts[choice.fact] += choice.fact != MOVES;
            Play play = board.put(choice.cell, board.player);
            board.keep();
            board.ko = play.ko;
            prisoners[board.player - BLACK] += play.captured;
        }
        board.player = opponent_of(board.player);
    }
    return true;
}

} // namespace

void play_rest(
    const LabeledBoards &boards,
    Row<const u8> dead,
    Row<const u8> to_move,
    Row<const i32> last,
    i64 run,
    const FinisherWeights &weights,
    const Rest &rest
) {
    Owned<Finisher> board;
    for_each_position(boards, [&](i64 game, u64 base) {
        u64 end = u64(boards.start[game + 1]);
        Row<u8> stones_after = rest.stones.slice(base, end), dead_after = rest.dead.slice(base, end);
        Row<i32> facts = rest.facts[game];
        board->load(boards, game, dead.slice(base, end));
        board->player = to_move[game];
        board->run = u64(run);
        board->weights = weights;
        board->forbid_ko(last[game] < 0 ? NO_CELL : board->cell_of[last[game]]);
        board->describe_regions(facts);
        i64 points = i64(end - base);
        i32 most_moves = i32(min(points, points / POINTS_PER_MOVE + MORE_MOVES));
        rest.is_finished[game] =
            play_game(*board, most_moves, rest.prisoners[game], facts, rest.moves.slice(base, end));
        if (!rest.is_finished[game]) { // the position remains
            board->load(boards, game, dead.slice(base, end));
            board->player = to_move[game];
            rest.prisoners[game].fill(0);
            facts.before(LARGEST_REGION).fill(0);
        }
        rest.to_move[game] = board->player;
        for (i64 point = 0; point < points; point++) {
            u8 color = board->color[board->cell_of[point]];
            dead_after[point] = (color & DEAD) != 0;
            stones_after[point] = side_of(color);
        }
    });
}
