// Hashes of sequences of plays. They are equal in all views of the board and do not depend on colours.
//
// Passes are left out by default, so that an additional pass changes nothing.
#include "interface.hpp"
#include "view_hashes.hpp"

namespace {

/// Return the board of a game.
BoardViews board_of(const GameMoves &moves, i64 game) {
    return {moves.width[game], moves.height[game]};
}

/// Return `GOLDEN` to the power of a number of plays.
u64 power_of_golden(i64 plays) {
    u64 power = 1;
    for (i64 play = 0; play < plays; play++) {
        power *= GOLDEN;
    }
    return power;
}

/// The hash of the last plays of a game in each view, updated play by play (R. M. Karp, M. O. Rabin, Efficient
/// randomized pattern-matching algorithms, 1987). Its base is `GOLDEN`.
struct RollingHash {
    i64 length;             // plays in a run
    u64 power;              // `GOLDEN` to the power of the length
    Buffer<ViewValues> run; // codes of the last plays; the next play replaces the code at `oldest`
    ViewValues values{};
    i64 oldest = 0, plays = 0;

    explicit RollingHash(i64 run_length) : length(run_length), power(power_of_golden(run_length)), run(run_length) {}

    /// Forget all plays.
    void clear() {
        values.fill(0);
        oldest = plays = 0;
    }

    /// Add a play. If the run was complete, its first play leaves it.
    void add(const ViewValues &codes) {
        ViewValues &first = run[oldest];
        u64 leaving = plays >= length ? power : 0;
        for (u64 view = 0; view < VIEWS; view++) {
            values[view] = values[view] * GOLDEN + codes[view] - first[view] * leaving;
        }
        first = codes;
        plays++;
        oldest = oldest + 1 == length ? 0 : oldest + 1;
    }
};

/// The least hashes of the runs of a game: ascending, each once.
struct LeastHashes {
    Row<u64> hashes;
    Row<i32> begins; // first play of each run
    i64 count = 0;

    /// Add the hash of a run if it is one of the least.
    void add(u64 hash, i64 begin) {
        if (count == hashes.size && hash >= hashes[count - 1]) {
            return;
        }
        i64 index = 0;
        while (index < count && hashes[index] < hash) {
            index++;
        }
        if (index < count && hashes[index] == hash) {
            return;
        }
        count = min(count + 1, hashes.size);
        for (i64 later = count - 1; later > index; later--) {
            hashes[later] = hashes[later - 1];
            begins[later] = begins[later - 1];
        }
        hashes[index] = hash;
        begins[index] = i32(begin);
    }
};

} // namespace

void hash_first_plays(
    const GameMoves &moves, Row<const i64> games, Row<const i64> lengths, bool has_passes, Row<u64> hashes
) {
    for (i64 index = 0; index < games.size; index++) {
        i64 game = games[index], remaining = lengths[index];
        BoardViews board = board_of(moves, game);
        ViewValues values = size_hashes(board.columns, board.rows);
        for (i16 point : moves.points.slice(moves.start[game], moves.start[game + 1])) {
            if (point < 0 && !has_passes) {
                continue;
            }
            mix_views(values, board.all_views_of(point));
            if (--remaining == 0) {
                break;
            }
        }
        hashes[index] = remaining == 0 ? least_of(values) | 1 : 0;
    }
}

void sketch_runs(const GameMoves &moves, Row<const i64> games, i64 length, Table<u64> hashes, Table<i32> begins) {
    RollingHash rolling(length);
    for (i64 index = 0; index < games.size; index++) {
        i64 game = games[index];
        BoardViews board = board_of(moves, game);
        ViewValues sizes = size_hashes(board.columns, board.rows);
        LeastHashes least{hashes[index], begins[index]};
        rolling.clear();
        for (i16 point : moves.points.slice(moves.start[game], moves.start[game + 1])) {
            if (point < 0) {
                continue;
            }
            rolling.add(board.all_views_of(point));
            if (rolling.plays >= length) {
                ViewValues values = sizes;
                for (u64 view = 0; view < VIEWS; view++) {
                    values[view] += rolling.values[view];
                }
                least.add(mix(0, least_of(values)) | 1, rolling.plays - length);
            }
        }
    }
}
