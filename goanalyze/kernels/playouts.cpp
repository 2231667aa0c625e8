// Playouts: final positions played to the end at random, to see which side owns each point.
//
// Method: a player captures the chain that just moved, or rescues a chain that this put in atari. Otherwise it plays
// any legal point that is neither an own eye nor a senseless self-atari (`playout_moves.hpp`). Two passes end a
// playout. Certain points are filled with stones that cannot be captured, so that both sides play only where something
// is open.
#include "playouts.hpp"
#include "hashing.hpp"
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

} // namespace

void Playouts::read(i64 columns, i64 rows, Row<const u8> stones, Row<const u8> certain_colors) {
    start.set_size(columns, rows);
    start.ko = NO_CELL;
    points = stones;
    load_cells(stones, 0, start, content);
    load_cells(certain_colors, 0, start, certain);
    start.content = content;
    fill_certain();
    start.find_chains(certain, stack);
}

/// Put stones on the certain points that are surrounded by others of their side.
///
/// Points at the rim of a certain area remain: they may decide about the chains outside.
void Playouts::fill_certain() {
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
void Playouts::add_result() {
    for (u64 cell = start.first_cell, end = start.end(); cell < end; cell++) {
        u32 color = board.content[cell];
        u32 owners = color | (board.around[cell].adjacent & COUNT * BOTH_COLORS & (0 - (color & EMPTY_CELL)));
        lead[cell] += i32((owners & COUNT * BLACK_CELL) != 0) - i32((owners & COUNT * WHITE_CELL) != 0);
        stays[cell] += (color != EMPTY_CELL) & (color == content[cell]);
    }
}

/// Return true if all claims have a large enough lead, or the remaining playouts cannot refute them.
///
/// A side owns the points of its stones if it owns them in half of the playouts, others in more than half.
bool Playouts::are_claims_certain(i64 remaining, i64 enough) const {
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

bool Playouts::play(u8 to_move, i64 seed, i64 rounds, Row<const u8> claims, i64 enough) {
    bool has_claims = std::any_of(claims.begin(), claims.end(), is_stone);
    load_cells(claims, 0, start, claimed);
    lead.before(start.cells).fill(0);
    stays.before(start.cells).fill(0);
    Random random = seeded(seed, number_of(points));
    u32 color = cell_content(to_move);
    bool is_clear = false;
    for (played = 0; played < rounds && !is_clear;) {
        board.copy(start);
        play_out(board, color, MOVES_PER_POINT * points.size, random);
        add_result();
        color = BOTH_COLORS - color;
        played++;
        is_clear = has_claims && are_claims_certain(rounds - played, enough);
    }
    return is_clear;
}

void Playouts::write_shares(Row<f32> ownership, Row<f32> remaining) const {
    copy_to_points(lead, start, ownership, 0);
    copy_to_points(stays, start, remaining, 0);
    for (f32 &share : ownership) {
        share = (f32(played) + share) / f32(2 * played);
    }
    for (f32 &share : remaining) {
        share /= f32(played);
    }
}

void play_chunk(const LabeledBoards &boards, const PlayoutOptions &options, const PlayoutResults &results) {
    Owned<Playouts> playouts;
    for_each_position(boards, [&](i64 game, u64 base) {
        u64 end = u64(boards.start[game + 1]);
        playouts->read(
            boards.width[game], boards.height[game], boards.stones.slice(base, end), options.certain.slice(base, end)
        );
        results.is_clear[game] = playouts->play(
            options.to_move[game], options.seed, options.rounds, options.claimed.slice(base, end), options.leads[game]
        );
        playouts->write_shares(results.ownership.slice(base, end), results.stays.slice(base, end));
    });
}
