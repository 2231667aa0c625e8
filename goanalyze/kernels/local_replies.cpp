// The search of replies within one region: do they keep the blocks around it together, and with how many eyes there?
#include "local_replies.hpp"

namespace {

/// Return true if a mask has some number of points, two at most.
bool has_points(u64 mask, i64 number) {
    return number == 0 || (number == 1 ? mask : mask & (mask - 1)) != 0;
}

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

/// Return the position after a move of the opponent. Suicide removes the opponent's own stones.
ReplyPosition after_attack(const ReplySearch &search, const ReplyPosition &position, u64 move) {
    ReplyPosition result = position;
    u64 chain = spread(search.neighbors.row(), move, position.opponent | move);
    bool is_suicide = !(adjacent_points(search.neighbors.row(), chain) & position.empty & ~move);
    result.empty = is_suicide ? position.empty | chain : position.empty & ~move;
    result.opponent = is_suicide ? position.opponent & ~chain : position.opponent | move;
    return result;
}

/// The replies to a move of the opponent, the most promising first: the last one that succeeded, those on points that
/// several blocks touch, those on points that a block touches, and others.
struct Replies {
    Fixed<u64, 4> groups;

    Replies(const ReplySearch &search, const ReplyPosition &position) {
        u64 once = 0, twice = 0;
        for (u64 touched : position.touched.before(position.blocks)) {
            twice |= once & touched;
            once |= touched;
        }
        u64 others = position.blocks < MAX_REGION_BLOCKS ? position.empty & ~once : 0;
        groups = {{search.last_reply & position.empty & once, twice & position.empty, once & position.empty, others}};
        groups[1] &= ~groups[0];
        groups[2] &= ~(groups[0] | groups[1]);
    }

    /// Return the next reply and take it off the list; 0 after the last one.
    u64 next() {
        for (u64 &group : groups) {
            if (u64 reply = lowest(group)) {
                group ^= reply;
                return reply;
            }
        }
        return 0;
    }
};

bool holds(ReplySearch &search, const ReplyPosition &position);

/// Return true if a reply to a move of the opponent succeeds. A pass is tried last.
bool has_reply(ReplySearch &search, const ReplyPosition &position, u64 move) {
    ReplyPosition now = after_attack(search, position, move);
    if (now.empty == position.empty) { // suicide of one stone
        return true;
    }
    Replies replies(search, now);
    while (u64 reply = replies.next()) {
        if (holds(search, after_reply(search, now, reply))) {
            search.last_reply = reply;
            return true;
        }
    }
    return holds(search, now);
}

/// Return the entry of a position in the table.
ReplyEntry &find_entry(ReplySearch &search, const ReplyPosition &position) {
    u64 hash = (position.empty * 0x9E3779B97F4A7C15 ^ position.opponent) * 0xD1B54A32D192ED03;
    u64 index = hash >> (64 - REPLY_TABLE_BITS);
    while (true) {
        ReplyEntry &entry = search.table[index];
        if (entry.search != search.number) {
            entry = {position.empty, position.opponent, search.number, 0, false, false, Clearing::UNKNOWN};
            search.positions++;
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
    if (search.positions >= search.last_position) {
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

/// Return true if the player holds a position. Failures are final; a success may count on a later failure.
bool can_keep(ReplySearch &search, const ReplyPosition &position) {
    while (holds(search, position)) {
        if (!search.has_stale) {
            return true;
        }
        search.round++;
        search.has_stale = false;
    }
    return false;
}

bool clears(ReplySearch &search, const ReplyPosition &position);

/// Return true if a reply, or a pass, leads to a position that is held and cleared, or can be.
bool has_clearing_reply(ReplySearch &search, const ReplyPosition &position) {
    Replies replies(search, position);
    for (bool is_pass = false; !is_pass;) {
        u64 reply = replies.next();
        is_pass = reply == 0;
        ReplyPosition after = is_pass ? position : after_reply(search, position, reply);
        if (can_keep(search, after) && (!after.opponent || clears(search, after))) {
            return true;
        }
    }
    return false;
}

/// Return true if the player can clear a position that is held. A position that comes back is not cleared.
bool clears(ReplySearch &search, const ReplyPosition &position) {
    if (search.positions >= search.last_position) {
        return false;
    }
    ReplyEntry &entry = find_entry(search, position);
    if (entry.clearing == Clearing::UNKNOWN) {
        entry.clearing = Clearing::FAILS;
        for (u64 moves = position.empty; moves; moves &= moves - 1) {
            if (!has_clearing_reply(search, after_attack(search, position, lowest(moves)))) {
                return false;
            }
        }
        entry.clearing = has_clearing_reply(search, position) ? Clearing::SUCCEEDS : Clearing::FAILS;
    }
    return entry.clearing == Clearing::SUCCEEDS;
}

} // namespace

bool has_liberties(const ReplyPosition &position, i64 eyes) {
    u64 touched = 0;
    for (u64 block : position.touched.before(position.blocks)) {
        touched |= block;
        if (position.blocks > 1 && !has_points(block & (position.empty | ELSEWHERE), 2)) {
            return false;
        }
    }
    return has_points(touched & position.empty, eyes);
}

bool can_hold(ReplySearch &search, const ReplyPosition &position, i64 eyes) {
    search.eyes = eyes;
    search.positions = 0;
    search.last_position = search.most_positions;
    search.number++;
    search.round++;
    search.last_refuting = search.last_reply = 0;
    search.has_stale = false;
    return can_keep(search, position);
}

bool can_clear(ReplySearch &search, const ReplyPosition &position, i64 eyes) {
    if (!can_hold(search, position, eyes)) {
        return false;
    }
    search.last_position = search.positions + search.most_positions;
    return clears(search, position);
}
