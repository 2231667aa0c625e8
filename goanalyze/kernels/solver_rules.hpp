// The rules of play inside a search region, over masks: plays, captures, kos, and stones that cannot be captured.
//
// Walls lie outside the region and are never captured. A chain adjacent to a wall of its colour is never captured
// either. The attacker wants a capture, the owner of the target prevents it.
//
// Rule: `goanalyze.life.article7.confirm`; `tests/oracles/confirmation.py` states it over sets.
#pragma once
#include "interface.hpp"
#include "masks.hpp"

constexpr i64 ATTACKER = 0, OWNER = 1;

/// The result of a play.
struct Play {
    bool is_legal;
    u64 captured;  // stones of the opponent
    u64 chain;     // the chain of the played stone
    bool takes_ko; // true if the opponent may not recapture at once
};

/// The stones of a position.
struct Stones {
    Fixed<u64, 2> of; // by side
    u64 marks;        // stones that took a ko and may not be recaptured yet

    bool operator==(const Stones &other) const {
        return of[ATTACKER] == other.of[ATTACKER] && of[OWNER] == other.of[OWNER] && marks == other.marks;
    }

    u64 all() const { return of[ATTACKER] | of[OWNER]; }

    /// Remove stones and their marks.
    void remove(u64 points) {
        of[ATTACKER] &= ~points;
        of[OWNER] &= ~points;
        marks &= ~points;
    }
};

/// The parts of a search region that no move changes, and the rules of play in it.
struct RegionRules {
    Row<const u64> neighbors; // of each point
    u64 points;               // the region
    Fixed<u64, 2> walls;      // points adjacent to a wall of each side

    explicit RegionRules(const SearchQuestion &question)
        : neighbors(question.neighbors), points(question.points),
          walls{{question.attacker_walls, question.owner_walls}} {}

    u64 adjacent(u64 mask) const { return adjacent_points(neighbors, mask); }
    u64 connected(u64 first, u64 within) const { return spread(neighbors, first, within); }
    u64 empty(const Stones &stones) const { return points & ~stones.all(); }

    /// Play a stone of a side on an empty point.
    ///
    /// A ko capture takes one stone, with a stone that is a chain of its own and has the captured point as its only
    /// liberty. A marked stone may not be captured like this. Rule: Japanese rules 1989, articles 4 to 7.
    Play play(const Stones &stones, i64 side, u64 point) const {
        u64 own = stones.of[side] | point, opponent = stones.of[1 - side];
        u64 empty = points & ~(own | opponent);
        u64 around = neighbors[number_of(point)];
        u64 captured = 0;
        for (u64 rest = around & opponent; rest;) {
            u64 chain = connected(lowest(rest), opponent);
            rest &= ~chain;
            if (!(chain & walls[1 - side]) && !(adjacent(chain) & empty)) {
                captured |= chain;
            }
        }
        u64 chain = connected(point, own);
        if (chain & walls[side]) {
            return {true, captured, chain, false};
        }
        if (!captured) {
            return {(adjacent(chain) & empty) != 0, captured, chain, false};
        }
        bool takes_ko = chain == point && count_points(captured) == 1 && !(around & empty);
        return {!(takes_ko && (captured & stones.marks)), captured, chain, takes_ko};
    }

    /// Return the stones after a legal play. A stone loses its mark if it is captured or joined to another stone.
    Stones after(const Stones &stones, i64 side, u64 point, const Play &play) const {
        Stones result = stones;
        result.of[side] |= point;
        result.of[1 - side] &= ~play.captured;
        result.marks &= ~play.captured;
        if (play.chain != point) {
            result.marks &= ~play.chain;
        }
        if (play.takes_ko) {
            result.marks |= point;
        }
        return result;
    }

    /// Return the pass-alive stones of a side: chains joined to a wall, and chains with two vital regions.
    ///
    /// A vital region has no stones of the side. No wall of the opponent is adjacent to it, only pass-alive chains and
    /// walls enclose it, and each of its empty points is a liberty of the chain.
    ///
    /// Rule: D. B. Benson, Life in the game of Go, 1976.
    u64 pass_alive(const Stones &stones, i64 side) const {
        u64 own = stones.of[side];
        u64 joined_to_wall = connected(own & walls[side], own);
        u64 alive = own & ~joined_to_wall;
        bool has_changed = true;
        while (has_changed && alive) {
            has_changed = false;
            for (u64 rest = alive; rest;) {
                u64 chain = connected(lowest(rest), own);
                rest &= ~chain;
                if (!has_two_vital_regions(stones, side, chain, joined_to_wall | alive)) {
                    alive &= ~chain;
                    has_changed = true;
                }
            }
        }
        return joined_to_wall | alive;
    }

    /// Return the stones of a side that are safe if the side replies to each cut, whichever side moves first.
    ///
    /// These are pass-alive stones, and chains that share two empty points with safe stones or walls. No point is used
    /// twice. If the opponent plays on one of the two, the side plays on the other. That play is legal and no ko, since
    /// it connects to stones that are not captured.
    ///
    /// Rule: M. Müller, Playing it safe, 1997.
    u64 safe_with_replies(const Stones &stones, i64 side) const {
        u64 own = stones.of[side];
        u64 safe = pass_alive(stones, side);
        u64 unused = empty(stones);
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            for (u64 rest = own & ~safe; rest;) {
                u64 chain = connected(lowest(rest), own);
                rest &= ~chain;
                u64 shared = adjacent(chain) & unused;
                shared &= adjacent(safe) | walls[side];
                u64 first = lowest(shared), second = lowest(shared ^ first);
                if (second) {
                    safe |= chain;
                    unused &= ~(first | second);
                    has_changed = true;
                }
            }
        }
        return safe;
    }

    /// Return true if the attacker can clear some points of the owner's stones for ever, whichever side moves first.
    ///
    /// The attacker's safe stones divide the region. The owner cannot live in any part that contains such a point.
    bool can_be_cleared(const Stones &stones, u64 targets) const {
        u64 safe = safe_with_replies(stones, ATTACKER);
        u64 touched = adjacent(safe) | walls[ATTACKER];
        for (u64 rest = targets & ~safe; rest;) {
            u64 part = connected(lowest(rest), points & ~safe);
            rest &= ~part;
            if (can_owner_live(part, touched)) {
                return false;
            }
        }
        return true;
    }

    /// Return the points where stones make no difference any more.
    ///
    /// The owner cannot live there, and pass-alive stones of the attacker enclose them, also without the stones inside.
    /// Pass-alive stones are as good as walls, behind which nothing matters.
    u64 irrelevant_points(const Stones &stones) const {
        u64 safe = pass_alive(stones, ATTACKER);
        u64 touched = adjacent(safe) | walls[ATTACKER];
        if (!safe && !walls[ATTACKER]) {
            return 0;
        }
        u64 irrelevant = 0;
        for (u64 rest = stones.all() & ~safe; rest;) {
            u64 part = connected(lowest(rest), points & ~safe);
            rest &= ~part;
            if (!can_owner_live(part, touched)) {
                irrelevant |= part;
            }
        }
        if (!irrelevant) {
            return 0;
        }
        Stones remaining = stones;
        remaining.remove(irrelevant);
        return safe & ~pass_alive(remaining, ATTACKER) ? 0 : irrelevant;
    }

  private:
    /// Return true if a chain has two vital regions that only trusted stones enclose.
    bool has_two_vital_regions(const Stones &stones, i64 side, u64 chain, u64 trusted) const {
        u64 others = points & ~stones.of[side], liberties = adjacent(chain);
        i64 vital = 0;
        for (u64 rest = liberties & others; rest;) {
            u64 region = connected(lowest(rest), others);
            rest &= ~region;
            bool is_vital = !(region & walls[1 - side]) && !(region & empty(stones) & ~liberties);
            if (is_vital && !(adjacent(region) & ~trusted) && ++vital == 2) {
                return true;
            }
        }
        return false;
    }

    /// Return true unless the owner is certain to lose all stones in a part that safe stones of the attacker enclose.
    ///
    /// The attacker fills the points that safe stones touch, and captures the rest. Two eyes need two other points that
    /// are not adjacent.
    bool can_owner_live(u64 part, u64 touched) const {
        if (part & walls[OWNER]) {
            return true;
        }
        u64 inner = part & ~touched;
        if (!inner) {
            return false;
        }
        u64 first = lowest(inner);
        return count_points(inner) > 2 || (inner & ~(first | neighbors[number_of(first)]));
    }
};
