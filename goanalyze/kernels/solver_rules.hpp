// The rules of play inside a search region, over masks: plays, captures, kos, and stones that cannot be captured.
//
// Walls lie outside the region and are never captured. A chain adjacent to a wall of its colour is never captured
// either. The attacker wants a capture, the owner of the target prevents it.
//
// Rule: `goanalyze.life.article7.confirm`; `tests/oracles/article_7.py` states it over sets.
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

/// A search region, or a part of it that is enclosed by stones that cannot be captured.
struct Part {
    u64 points;
    Fixed<u64, 2> walls; // points adjacent to a wall of each side

    bool operator==(const Part &other) const {
        return points == other.points && walls[ATTACKER] == other.walls[ATTACKER] && walls[OWNER] == other.walls[OWNER];
    }
};

/// The rules of play in a part of a search region.
struct PartRules : Part {
    Row<const u64> neighbors; // of each point of the region

    u64 adjacent(u64 mask) const { return adjacent_points(neighbors, mask) & points; }
    u64 connected(u64 first, u64 within) const { return spread(neighbors, first, within); }
    u64 empty(const Stones &stones) const { return points & ~stones.all(); }

    /// Call a function with each connected set of the points `within` that contains some of the given points.
    template <class F> void for_each_component(u64 some, u64 within, F visit) const {
        for (u64 rest = some & within; rest;) {
            u64 component = connected(lowest(rest), within);
            rest &= ~component;
            visit(component);
        }
    }

    /// Play a stone of a side on an empty point.
    ///
    /// A ko capture takes one stone, with a stone that is a chain of its own and has the captured point as its only
    /// liberty. A marked stone may not be captured like this. Rule: Japanese rules 1989, articles 4 to 7.
    Play play(const Stones &stones, i64 side, u64 point) const {
        u64 own = stones.of[side] | point, opponent = stones.of[1 - side];
        u64 empty = points & ~(own | opponent);
        u64 around = neighbors[number_of(point)] & points;
        u64 captured = 0;
        for_each_component(around, opponent, [&](u64 chain) {
            if (!(chain & walls[1 - side]) && !(adjacent(chain) & empty)) {
                captured |= chain;
            }
        });
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
        result.remove(play.captured);
        result.of[side] |= point;
        if (play.chain != point) {
            result.marks &= ~play.chain;
        }
        if (play.takes_ko) {
            result.marks |= point;
        }
        return result;
    }

    /// Return the stones of a side that are connected to a wall.
    u64 joined_to_wall(const Stones &stones, i64 side) const {
        return connected(stones.of[side] & walls[side], stones.of[side]);
    }

    /// Return the pass-alive stones of a side: chains joined to a wall, and chains with two vital regions.
    ///
    /// A vital region has no stones of the side. It lies within `eyes`, no wall of the opponent is adjacent to it, only
    /// pass-alive chains and walls enclose it, and each of its empty points is a liberty of the chain.
    ///
    /// Rule: D. B. Benson, Life in the game of Go, 1976.
    u64 pass_alive(const Stones &stones, i64 side, u64 eyes) const {
        u64 own = stones.of[side];
        u64 joined = joined_to_wall(stones, side);
        u64 alive = own & ~joined;
        for (bool has_changed = true; has_changed && alive;) {
            has_changed = false;
            for_each_component(alive, own, [&](u64 chain) {
                if (!has_two_vital_regions(stones, side, chain, joined | alive, eyes)) {
                    alive &= ~chain;
                    has_changed = true;
                }
            });
        }
        return joined | alive;
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
        u64 safe = pass_alive(stones, side, points);
        u64 unused = empty(stones);
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for_each_component(own & ~safe, own, [&](u64 chain) {
                u64 shared = adjacent(chain) & unused & (adjacent(safe) | walls[side]);
                u64 first = lowest(shared), second = lowest(shared ^ first);
                if (second) {
                    safe |= chain;
                    unused &= ~(first | second);
                    has_changed = true;
                }
            });
        }
        return safe;
    }

    /// Return the points where the owner is certain to lose all stones, whichever side moves first.
    ///
    /// These are parts that safe stones of the attacker enclose. The attacker fills the points that safe stones touch,
    /// and captures the rest. Two eyes need two other points that are not adjacent, or a wall of the owner.
    u64 lifeless_points(u64 safe) const {
        u64 touched = adjacent(safe) | walls[ATTACKER], lifeless = 0;
        for_each_component(points, points & ~safe, [&](u64 part) {
            u64 inner = part & ~touched, first = lowest(inner);
            bool has_two_eyes = inner && (count_points(inner) > 2 || (inner & ~(first | neighbors[number_of(first)])));
            if (!has_two_eyes && !(part & walls[OWNER])) {
                lifeless |= part;
            }
        });
        return lifeless;
    }

  private:
    /// Return true if a chain has two vital regions within `eyes` that only trusted stones enclose.
    bool has_two_vital_regions(const Stones &stones, i64 side, u64 chain, u64 trusted, u64 eyes) const {
        u64 liberties = adjacent(chain), empty_points = empty(stones);
        i64 vital = 0;
        for_each_component(liberties, points & ~stones.of[side], [&](u64 region) {
            bool is_vital = !(region & walls[1 - side]) && !(region & empty_points & ~liberties) && !(region & ~eyes);
            vital += is_vital && !(adjacent(region) & ~trusted);
        });
        return vital >= 2;
    }
};
