// The search of replies within one region: do they keep the blocks around it together, and with how many eyes there?
#include "local_replies.hpp"

namespace {

constexpr u64 PASS_REPLY = u64(1) << 63; // among replies
constexpr i64 MANY_EMPTY = 16;           // points: nothing is searched ahead
constexpr Fixed<i64, MANY_EMPTY + 1> DEPTHS = {4, 4, 4, 4, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0}; // by empty points

enum class Verdict { FAILS, HOLDS, UNDECIDED };

/// A point of the mask's first choice, else of the second.
u64 first_of(u64 preferred, u64 others) {
    return lowest(preferred ? preferred : others);
}

/// Return the points that two blocks touch.
u64 shared_points(Row<const u64> touched) {
    u64 once = 0, twice = 0;
    for (u64 points : touched) {
        twice |= once & points;
        once |= points;
    }
    return twice;
}

// Eyes without a search.

/// Unite the blocks that touch some points. Return the number of blocks.
///
/// With `must_have_elsewhere`, only those that have a liberty in another region.
i64 unite_touching(Row<u64> blocks, u64 points, bool must_have_elsewhere) {
    i64 united = -1, count = 0;
    for (u64 touched : blocks) {
        if ((touched & points) == points && (!must_have_elsewhere || touched & ELSEWHERE)) {
            if (united >= 0) {
                blocks[united] |= touched;
                continue;
            }
            united = count;
        }
        blocks[count++] = touched;
    }
    return count;
}

/// The blocks that are left when pairs have united some.
struct UnitedBlocks {
    i64 count;
    u64 links; // points of the pairs
};

/// Unite the blocks that share the first pair of free points. Return the number of blocks and the pair.
///
/// A point with no neighbor in the region unites those that have a liberty elsewhere, without a pair: no stone there
/// can capture any of them.
UnitedBlocks unite_first(const ReplySearch &search, Row<u64> blocks, u64 free, u64 region) {
    u64 firsts = free & shared_points(blocks);
    while (firsts) {
        u64 first = lowest(firsts);
        bool is_isolated = !(search.neighbors[number_of(first)] & region);
        u64 seconds = is_isolated ? firsts : firsts ^ first;
        firsts ^= first;
        for (; seconds; seconds &= seconds - 1) {
            u64 second = lowest(seconds);
            i64 count = unite_touching(blocks, first | second, first == second);
            if (count < blocks.size) {
                return {count, first == second ? 0 : first | second};
            }
        }
    }
    return {blocks.size, 0};
}

/// Unite blocks that share pairs of points, into `search.united`. A point belongs to one pair only.
UnitedBlocks unite_blocks(ReplySearch &search, const ReplyLevel &level, u64 region) {
    UnitedBlocks result = {level.block_count, 0};
    for (i64 block = 0; block < result.count; block++) {
        search.united[block] = level.touched[block];
    }
    while (result.count > 1) {
        Row<u64> blocks = search.united.before(result.count);
        UnitedBlocks next = unite_first(search, blocks, level.empty & ~result.links, region);
        if (next.count == result.count) {
            break;
        }
        result = {next.count, result.links | next.links};
    }
    return result;
}

/// Two points, or none.
struct Pair {
    u64 first, second;
};

/// Return the two points that are adjacent to the fewest untouched points, the first of equal ones.
Pair best_pair(const ReplySearch &search, u64 points, u64 untouched) {
    Pair best = {0, 0};
    i64 fewest = 9, second_fewest = 9;
    for (; points; points &= points - 1) {
        u64 point = lowest(points);
        i64 number = count_points(search.neighbors[number_of(point)] & untouched);
        if (number < fewest) {
            best = {point, best.first};
            second_fewest = fewest;
            fewest = number;
        } else if (number < second_fewest) {
            best.second = point;
            second_fewest = number;
        }
    }
    return best;
}

/// Pairs for the points of an eye that touch no block.
struct ChosenPairs {
    bool is_complete; // each point has a pair
    u64 used;         // points of pairs, links among them
};

/// Choose a pair of touched points for each untouched point of an eye. A point belongs to one pair only.
///
/// Untouched points may share a pair. For a stone of the opponent, other stones adjacent to it will do: they leave the
/// board together.
ChosenPairs choose_pairs(ReplySearch &search, const ReplyLevel &level, u64 untouched, u64 touched, u64 links) {
    u64 used = links;
    for (u64 rest = untouched; rest; rest &= rest - 1) {
        u64 point = lowest(rest);
        u64 playable = level.empty & point ? level.empty : level.empty | level.opponent;
        u64 free = search.neighbors[number_of(point)] & touched & playable;
        bool has_pair = false;
        for (u64 paired = free & used & ~links; paired; paired &= paired - 1) {
            has_pair |= (free & search.partner[number_of(paired)]) != 0;
        }
        if (has_pair) {
            continue;
        }
        Pair pair = best_pair(search, free & ~used, untouched);
        if (!pair.second) {
            return {false, used};
        }
        search.partner[number_of(pair.first)] = pair.second;
        search.partner[number_of(pair.second)] = pair.first;
        used |= pair.first | pair.second;
    }
    return {true, used};
}

/// Count the eyes that need no search. Return -1 if the blocks are not together.
i64 count_eyes(ReplySearch &search, const ReplyLevel &level) {
    u64 region = level.empty | level.opponent | search.reserved;
    auto [blocks, links] = unite_blocks(search, level, region);
    if (blocks > 1) {
        return -1;
    }
    u64 touched = search.united[0];
    i64 eyes = 0;
    for (u64 rest = region; rest;) {
        u64 part = spread(search.neighbors.row(), lowest(rest), region);
        rest &= ~part;
        u64 untouched = part & ~touched;
        if (!(part & level.empty)) {
            continue;
        }
        if (!untouched && !(part & (links | search.reserved))) {
            eyes++;
        } else if (!(untouched & search.reserved)) {
            ChosenPairs pairs = choose_pairs(search, level, untouched, touched, links);
            // The player never fills all of it: neither both points of a pair, nor a point without a reply.
            bool keeps_a_point = pairs.used != links || (part & ~(links | search.reserved)) != 0;
            eyes += pairs.is_complete && keeps_a_point;
        }
    }
    return eyes;
}

// The search.

/// Judge a position without a search. It is undecided only above the lowest level.
Verdict judge(ReplySearch &search, i64 level, i64 eyes, i64 depth) {
    const ReplyLevel &current = search.levels[level];
    if (has_too_few_liberties(current, eyes)) {
        return Verdict::FAILS;
    }
    if (count_eyes(search, current) >= eyes) {
        return Verdict::HOLDS;
    }
    return level < depth ? Verdict::UNDECIDED : Verdict::FAILS;
}

/// Play the opponent's next move and list the replies to it. Return true if there was a move left.
bool play_next_move(const ReplySearch &search, ReplyLevel &current) {
    Row<const u64> neighbors = search.neighbors.row();
    while (current.moves) {
        u64 move = first_of(current.moves & current.last_refuted, current.moves);
        current.moves ^= move;
        u64 chain = spread(neighbors, move, current.opponent | move);
        u64 around = adjacent_points(neighbors, chain), close = neighbors[number_of(move)];
        u64 free = current.empty & ~move;
        u64 suicide = around & free ? 0 : chain;
        if (suicide == move) { // the suicide of one stone changes nothing
            continue;
        }
        current.move = move;
        current.suicide = suicide;
        u64 nearby = close | adjacent_points(neighbors, close) | around | suicide;
        current.replies = ((free | suicide) & nearby) | PASS_REPLY;
        current.deferred = 0;
        return true;
    }
    return false;
}

/// Return the opponent's stones that a reply captures.
u64 captured_by(Row<const u64> neighbors, u64 reply, u64 opponent, u64 empty) {
    u64 captured = 0;
    for (u64 rest = neighbors[number_of(reply)] & opponent; rest;) {
        u64 chain = spread(neighbors, lowest(rest), opponent);
        rest &= ~chain;
        if (!(adjacent_points(neighbors, chain) & (empty | captured))) {
            captured |= chain;
        }
    }
    return captured;
}

/// Write the blocks after a reply to the level below. Return true unless they are too many.
bool join_blocks(const ReplySearch &search, const ReplyLevel &current, u64 reply, ReplyLevel &below) {
    u64 joined = search.neighbors[number_of(reply)];
    i64 index = -1, count = 0;
    for (i64 block = 0; block < current.block_count; block++) {
        u64 touched = current.touched[block];
        if (!(touched & reply)) {
            below.touched[count++] = touched;
            continue;
        }
        joined |= touched;
        if (index < 0) {
            index = count++;
        }
    }
    if (index < 0) {
        index = count++;
    }
    below.touched[index] = joined & ~reply;
    below.block_count = count;
    return count <= MAX_REGION_BLOCKS;
}

/// Play the next of some replies on the level below. Return it, or 0 after the last one.
///
/// A pass is the first of the replies, and the last of the deferred ones.
u64 play_next_reply(ReplySearch &search, i64 level, bool is_deferred) {
    ReplyLevel &current = search.levels[level], &below = search.levels[level + 1];
    u64 &replies = is_deferred ? current.deferred : current.replies;
    u64 empty = (current.empty & ~current.move) | current.suicide;
    u64 opponent = (current.opponent | current.move) & ~current.suicide;
    if (replies & PASS_REPLY && (!is_deferred || replies == PASS_REPLY)) {
        replies ^= PASS_REPLY;
        below.touched = current.touched;
        below.block_count = current.block_count;
        below.empty = empty;
        below.opponent = opponent;
        return PASS_REPLY;
    }
    u64 shared = shared_points(current.touched.before(current.block_count));
    while (u64 rest = replies & ~PASS_REPLY) {
        u64 reply = first_of(rest & current.last_reply, rest & shared ? rest & shared : rest);
        replies ^= reply;
        if (join_blocks(search, current, reply, below)) {
            empty &= ~reply;
            u64 captured = captured_by(search.neighbors.row(), reply, opponent, empty);
            below.empty = empty | captured;
            below.opponent = opponent & ~captured;
            return reply;
        }
    }
    return 0;
}

bool answers_all_moves(ReplySearch &search, i64 level, i64 eyes, i64 depth);

/// Return true if a reply to the opponent's current move succeeds. Replies that need a search are tried last.
bool has_reply(ReplySearch &search, i64 level, i64 eyes, i64 depth) {
    ReplyLevel &current = search.levels[level];
    while (u64 reply = play_next_reply(search, level, false)) {
        Verdict verdict = judge(search, level + 1, eyes, depth);
        if (verdict == Verdict::HOLDS) {
            current.last_reply = reply;
            return true;
        }
        current.deferred |= verdict == Verdict::UNDECIDED ? reply : 0;
    }
    while (u64 reply = play_next_reply(search, level, true)) {
        if (answers_all_moves(search, level + 1, eyes, depth)) {
            current.last_reply = reply;
            return true;
        }
    }
    return false;
}

/// Return true if each move of the opponent has a reply.
bool answers_all_moves(ReplySearch &search, i64 level, i64 eyes, i64 depth) {
    ReplyLevel &current = search.levels[level];
    current.moves = current.empty;
    while (play_next_move(search, current)) {
        if (!has_reply(search, level, eyes, depth)) {
            current.last_refuted = current.move;
            return false;
        }
    }
    return true;
}

} // namespace

i64 search_depth(const ReplySearch &search) {
    i64 empty = count_points(search.levels[0].empty);
    return search.reserved ? 0 : DEPTHS[min(empty, MANY_EMPTY)];
}

bool has_too_few_liberties(const ReplyLevel &level, i64 eyes) {
    u64 touched = 0;
    for (i64 block = 0; block < level.block_count; block++) {
        touched |= level.touched[block];
        if (level.block_count > 1 && count_points(level.touched[block] & (level.empty | ELSEWHERE)) < 2) {
            return true;
        }
    }
    return count_points(touched & level.empty) < eyes;
}

bool search_replies(ReplySearch &search, i64 eyes, i64 depth) {
    for (ReplyLevel &level : search.levels) {
        level.last_reply = level.last_refuted = 0;
    }
    Verdict verdict = judge(search, 0, eyes, depth);
    return verdict == Verdict::UNDECIDED ? answers_all_moves(search, 0, eyes, depth) : verdict == Verdict::HOLDS;
}
