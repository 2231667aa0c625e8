// The search of replies within one region: do they keep the blocks around it together, and with how many eyes there?
#include "local_replies.hpp"

namespace {

/// Return true if the blocks are one, and have enough eyes without a reply (Benson): parts whose points they all touch.
bool has_eyes(const ReplySearch &search, const ReplyPosition &position) {
    if (position.blocks > 1) {
        return false;
    }
    i64 eyes = 0;
    for (u64 rest = position.empty | position.opponent; rest && eyes < search.eyes;) {
        u64 part = spread(search.neighbors.row(), lowest(rest), position.empty | position.opponent);
        rest &= ~part;
        eyes += !(part & ~position.touched[0]) && part & position.empty;
    }
    return eyes >= search.eyes;
}

/// Return the position after a reply, with the blocks joined that it connects.
ReplyPosition after_reply(const ReplySearch &search, const ReplyPosition &position, u64 reply) {
    ReplyPosition result;
    result.blocks = 1;
    result.touched[0] = search.neighbors[number_of(reply)];
    for (u64 touched : position.touched.before(position.blocks)) {
        if (touched & reply) {
            result.touched[0] |= touched;
        } else {
            result.touched[result.blocks++] = touched;
        }
    }
    result.touched[0] &= ~reply;
    u64 captured = 0, empty = position.empty & ~reply;
    for (u64 rest = search.neighbors[number_of(reply)] & position.opponent; rest;) {
        u64 chain = spread(search.neighbors.row(), lowest(rest), position.opponent);
        rest &= ~chain;
        captured |= adjacent_points(search.neighbors.row(), chain) & empty ? 0 : chain;
    }
    result.empty = empty | captured;
    result.opponent = position.opponent & ~captured;
    return result;
}

bool holds(ReplySearch &search, const ReplyPosition &position);

/// Return true if a reply to a move of the opponent succeeds. A pass is the first.
bool has_reply(ReplySearch &search, const ReplyPosition &position, u64 move) {
    ReplyPosition now = position;
    Row<const u64> neighbors = search.neighbors.row();
    u64 chain = spread(neighbors, move, position.opponent | move);
    now.empty &= ~move;
    now.opponent |= move;
    if (!(adjacent_points(neighbors, chain) & now.empty)) { // suicide; that of one stone changes nothing
        now.empty |= chain;
        now.opponent &= ~chain;
    }
    if (now.empty == position.empty || holds(search, now)) {
        return true;
    }
    u64 once = 0, twice = 0;
    for (u64 touched : position.touched.before(position.blocks)) {
        twice |= once & touched;
        once |= touched;
    }
    for (u64 preferred : {twice, once & ~twice, now.empty & ~once}) {
        for (u64 replies = preferred & now.empty; replies; replies &= replies - 1) {
            if ((lowest(replies) & once || now.blocks < MAX_REGION_BLOCKS) &&
                holds(search, after_reply(search, now, lowest(replies)))) {
                return true;
            }
        }
    }
    return false;
}

/// Return the entry of a position in the table.
ReplyEntry &find_entry(ReplySearch &search, const ReplyPosition &position) {
    u64 hash = (position.empty * 0x9E3779B97F4A7C15 ^ position.opponent) * 0xD1B54A32D192ED03;
    u64 index = hash >> (64 - REPLY_TABLE_BITS);
    while (true) {
        ReplyEntry &entry = search.table[index];
        if (entry.search != search.number) {
            entry = {position.empty, position.opponent, search.number, 0, false, false};
        }
        if (entry.empty == position.empty && entry.opponent == position.opponent) {
            return entry;
        }
        index = (index + 1) % (1 << REPLY_TABLE_BITS);
    }
}

/// Return true if the player holds a position.
bool holds(ReplySearch &search, const ReplyPosition &position) {
    if (!has_liberties(position, search.eyes)) {
        return false;
    }
    if (has_eyes(search, position)) {
        return true;
    }
    if (search.positions > MAX_REPLY_POSITIONS) {
        return false;
    }
    ReplyEntry &entry = find_entry(search, position);
    if (entry.is_failed) {
        return false;
    }
    if (entry.round == search.round) {
        entry.is_assumed = true;
        return true;
    }
    search.positions++;
    entry.round = search.round;
    entry.is_assumed = false;
    for (u64 moves = position.empty; moves;) {
        u64 move = lowest(moves & search.last_refuting ? moves & search.last_refuting : moves);
        moves ^= move;
        if (!has_reply(search, position, move)) {
            search.last_refuting = move;
            search.has_stale |= entry.is_assumed;
            entry.is_failed = true;
            return false;
        }
    }
    return true;
}

} // namespace

bool has_liberties(const ReplyPosition &position, i64 eyes) {
    u64 touched = 0;
    for (u64 block : position.touched.before(position.blocks)) {
        touched |= block;
        if (position.blocks > 1 && count_points(block & (position.empty | ELSEWHERE)) < 2) {
            return false;
        }
    }
    return count_points(touched & position.empty) >= eyes;
}

bool can_hold(ReplySearch &search, const ReplyPosition &position, i64 eyes) {
    search.eyes = eyes;
    search.positions = 0;
    search.number++;
    search.last_refuting = 0;
    bool is_held = false;
    do { // failures are final; what was held may have counted on a position that failed later
        search.round++;
        search.has_stale = false;
        is_held = holds(search, position);
    } while (is_held && search.has_stale);
    return is_held;
}
