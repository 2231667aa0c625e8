// Playouts: final positions played to the end at random, to see which side owns each point.
//
// Method: a player captures the chain that just moved, or rescues a chain that this put in atari. Otherwise it plays
// any legal point that is neither an own eye nor a senseless self-atari (`playout_moves.hpp`). Two passes end a
// playout. Certain points are filled with stones that cannot be captured, so that both sides play only where something
// is open.
#include "hashing.hpp"
#include "interface.hpp"
#include "playout_moves.hpp"

namespace {

constexpr i64 MOVES_PER_POINT = 3;  // a longer playout is a cycle
constexpr u64 CAPTURE_PERCENT = 90; // how often a player captures the chain that just moved
constexpr u64 RESCUE_PERCENT = 90;  // how often a player looks for chains that the last move put in atari

/// Random numbers by xorshift64*.
///
/// Source: S. Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled, 2016.
struct Random {
    u64 state; // not 0

    /// Return a number from 0 to below - 1.
    u64 draw(u64 below) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        u64 high = (state * 0x2545F4914F6CDD1Du) >> 32;
        return (high * below) >> 32;
    }
};

/// A multiplier of linear congruential generators modulo 2^64.
///
/// Source: G. Steele, S. Vigna, Computationally easy, spectrally good multipliers for congruential pseudorandom number
/// generators, 2022.
constexpr u64 SPREADING = 0xD1342543DE82EF95;

/// Return random numbers for a seed and the number of a position.
Random seeded(i64 seed, u64 position) {
    return {scramble(u64(seed) * GOLDEN + (position + 1) * SPREADING) | 1};
}

/// Return the number of a position by its stones: equal positions have equal playouts in every chunk.
u64 number_of(Row<const u8> stones) {
    u64 number = 0;
    for (u8 color : stones) {
        number = number * 3 + color;
    }
    return number & 0xFFFFFFFF;
}

/// Return a play that captures the stone of the last move or rescues a chain from it, or NO_CELL.
u64 choose_reply(const PlayoutBoard &board, u64 last, u32 color, Random &random) {
    u64 cell = board.sole_liberty(board.head[last]);
    if (cell && cell != board.ko && random.draw(100) < CAPTURE_PERCENT) {
        return cell;
    }
    if (random.draw(100) < RESCUE_PERCENT) {
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(last, board.stride)) {
            if (board.has_few_liberties(neighbor, color, SIDES)) {
                cell = rescue_play(board, board.head[neighbor], color);
                if (cell) {
                    return cell;
                }
            }
        }
    }
    return NO_CELL;
}

/// Return a random play, or NO_CELL if every play is ruled out.
///
/// Cells that are refused go to the front of the list of empty cells.
u64 choose_play(PlayoutBoard &board, u32 color, Random &random) {
    for (u64 tried = 0; tried < board.empty_cells; tried++) {
        u64 index = tried + random.draw(board.empty_cells - tried);
        u64 cell = board.empty[index];
        board.swap_empty(index, tried);
        if (cell == board.ko) {
            continue;
        }
        u32 probability = play_probability(board, cell, color);
        if (probability == ALWAYS || (probability != NEVER && random.draw(100) < probability)) {
            return cell;
        }
    }
    return NO_CELL;
}

/// Play a position to the end.
void play_out(PlayoutBoard &board, u32 color, i64 most_moves, Random &random) {
    u64 last = NO_CELL;
    for (i64 move = 0, passes = 0; move < most_moves; move++) {
        u64 cell = last ? choose_reply(board, last, color, random) : NO_CELL;
        cell = cell ? cell : choose_play(board, color, random);
        if (cell) {
            passes = 0;
            board.play(cell, color);
        } else {
            if (++passes == 2) {
                return;
            }
            board.ko = NO_CELL;
        }
        last = cell;
        color = BOTH_COLORS - color;
    }
}

/// Work arrays of a chunk, and the position that is played out.
struct PlayoutScratch {
    PlayoutBoard start; // with certain points filled
    PlayoutBoard board;
    Grid<u32> content; // of the position
    Grid<u32> certain; // color for which a point is certain, EMPTY_CELL for neither
    Grid<u32> claimed; // color that is claimed to own the point of a stone, EMPTY_CELL for neither
    Grid<u32> stack;
    Grid<i32> lead;  // playouts in which Black owned a cell, less those in which White did
    Grid<i32> stays; // number of playouts after which the stone of a cell remains

    /// Read the position of a game.
    void read(const LabeledBoards &boards, const PlayoutOptions &options, i64 game) {
        u64 base = u64(boards.start[game]);
        start.set_size(boards.width[game], boards.height[game]);
        start.ko = NO_CELL;
        load_cells(boards.stones, base, start, content);
        load_cells(options.certain, base, start, certain);
        load_cells(options.claimed, base, start, claimed);
        start.content = content;
        fill_certain();
        start.find_chains(certain, stack);
        lead.before(start.cells).fill(0);
        stays.before(start.cells).fill(0);
    }

    /// Put stones on the certain points that are surrounded by others of their side.
    ///
    /// Points at the rim of a certain area remain: they may decide about the chains outside.
    void fill_certain() {
        u64 stride = start.stride;
        for (u64 cell = start.first_cell, end = start.end(); cell < end; cell++) {
            u32 color = certain[cell];
            u32 around = certain[cell + 1] | certain[cell - 1] | certain[cell + stride] | certain[cell - stride];
            if (color & BOTH_COLORS && (around & ~BORDER_CELL) == color) {
                start.content[cell] = color;
            }
        }
    }

    /// Add the owners at the end of a playout, and the stones that remain.
    ///
    /// An empty point belongs to the color adjacent to it, and to neither if both are. Without branches.
    void add_result() {
        for (u64 cell = start.first_cell, end = start.end(); cell < end; cell++) {
            u32 color = board.content[cell];
            u32 owners = color | (board.around[cell].adjacent & COUNT * BOTH_COLORS & (0 - (color & EMPTY_CELL)));
            lead[cell] += i32((owners & COUNT * BLACK_CELL) != 0) - i32((owners & COUNT * WHITE_CELL) != 0);
            stays[cell] += (color != EMPTY_CELL) & (color == content[cell]);
        }
    }

    /// Return true if a point is claimed.
    bool has_claims() const {
        Row<const u32> colors = claimed.before(start.cells);
        return std::any_of(colors.begin(), colors.end(), [](u32 color) { return (color & BOTH_COLORS) != 0; });
    }

    /// Return true if all claims have a large enough lead, or the remaining playouts cannot refute them.
    ///
    /// A side owns the points of its stones if it owns them in half of the playouts, others in more than half.
    bool are_claims_certain(i64 remaining, i64 enough) const {
        for (u64 cell = start.first_cell, end = start.end(); cell < end; cell++) {
            u32 color = claimed[cell];
            if (color == EMPTY_CELL || color == BORDER_CELL) {
                continue;
            }
            i64 own = color == BLACK_CELL ? lead[cell] : -lead[cell];
            if (own < enough && (own < remaining || (own == remaining && color != content[cell]))) {
                return false;
            }
        }
        return true;
    }
};

/// The playouts of a position.
struct Rounds {
    i64 played;
    bool is_clear; // true if there are claims, and all of them are certain
};

/// Play a position of a game out until all rounds are played or its claims are certain.
Rounds play_rounds(PlayoutScratch &scratch, const PlayoutOptions &options, i64 game, Row<const u8> stones) {
    bool has_claims = scratch.has_claims();
    Random random = seeded(options.seed, number_of(stones));
    u32 color = cell_content(options.to_move[game]);
    Rounds rounds{0, false};
    while (rounds.played < options.rounds && !rounds.is_clear) {
        scratch.board.copy(scratch.start);
        play_out(scratch.board, color, MOVES_PER_POINT * stones.size, random);
        scratch.add_result();
        color = BOTH_COLORS - color;
        rounds.played++;
        i64 remaining = options.rounds - rounds.played;
        rounds.is_clear = has_claims && scratch.are_claims_certain(remaining, options.leads[game]);
    }
    return rounds;
}

/// Write the shares of the playouts for the points from one to before another.
void write_shares(const PlayoutScratch &scratch, i64 played, u64 base, u64 end, const PlayoutResults &results) {
    copy_to_points(scratch.lead, scratch.start, results.ownership, base);
    copy_to_points(scratch.stays, scratch.start, results.stays, base);
    for (u64 point = base; point < end; point++) {
        results.ownership[point] = (f32(played) + results.ownership[point]) / f32(2 * played);
        results.stays[point] /= f32(played);
    }
}

} // namespace

void play_chunk(const LabeledBoards &boards, const PlayoutOptions &options, const PlayoutResults &results) {
    Owned<PlayoutScratch> scratch;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        u64 base = u64(boards.start[game]), end = u64(boards.start[game + 1]);
        scratch->read(boards, options, game);
        Rounds rounds = play_rounds(*scratch, options, game, boards.stones.slice(base, end));
        results.is_clear[game] = rounds.is_clear;
        write_shares(*scratch, rounds.played, base, end, results);
    }
}
