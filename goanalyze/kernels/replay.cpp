// The replay: plays every game of a chunk once and flags each move that some ruleset forbids.
//
// Its readable counterpart is `goanalyze.core.history`, which states each rule as the rule books do. Tests compare the
// two. Rulesets, files and tables are outside the scope of this file.
#include "events.hpp"
#include "interface.hpp"
#include "position_history.hpp"

namespace {

constexpr i64 FIRST_FAULTS = OCCUPIED | OFF_BOARD_MOVE | SUICIDE_ONE | SUICIDE_SEVERAL | BASIC_KO;

/// Columns of `goanalyze.replay.arrays.FACTS`.
enum Fact {
    MOVES,
    PASSES,
    BLACK_PRISONERS,
    WHITE_PRISONERS,
    ENDED_AT,
    FIRST_PASS,
    SETUP_BREAKS,
    FIRST_SETUP_BREAK,
    BLACK_SETUP,
    WHITE_SETUP,
    HANDICAP_MOVES,
    NO_LIBERTY_POINT,
    DROPPED_MOVES,
    FIRST_FAULT,
    END_RUN,
    SETUP_OFF_BOARD,
    STOPS,
    SECOND_STOP,
    LAST_STOP
};

/// Return the greatest number of positions in a game: setup may come before each move.
i64 most_positions(i64 events) {
    return min(events, 2 * MAX_MOVES) + 2;
}

/// The part of the events that belongs to one game.
struct GameEvents {
    const Events &all;
    u64 first, last;

    i64 kind(u64 event) const { return kind_of(all.kind[event]); }
    bool is_forced(u64 event) const { return all.kind[event] & KO_PROPERTY; }
};

/// Return the number of Black's first plays that are the handicap stones of HA[n], n ≥ 2, if no setup precedes the
/// last.
i64 count_handicap_plays(const GameEvents &events, const BoardSize &size, i64 handicap) {
    i64 plays = 0;
    for (u64 event = events.first; event < events.last && plays != handicap; event++) {
        i64 kind = events.kind(event);
        Row<const i8> xy = events.all.xy[event];
        bool is_on_board = size.contains(xy[0], xy[1]);
        if (is_setup(kind)) {
            if (is_on_board) {
                return 0;
            }
        } else if (kind == PLAY_BLACK && is_on_board) {
            plays++;
        } else if (is_move(kind)) {
            break;
        }
    }
    return handicap >= 2 && plays >= 2 ? plays : 0;
}

/// Return the flags of a play that recreates a position, by the sides that moved to it and were to move in it.
i64 repetition_flags(u8 visitors, u8 side) {
    i64 flags = PSK;
    if (visitors & Visitors::bit(Visitors::TO_MOVE, opponent_of(side))) {
        flags |= SSK;
    }
    if (visitors & Visitors::bit(Visitors::MOVED, side)) {
        flags |= NEW_ZEALAND;
    }
    if (visitors & Visitors::bit(Visitors::PLAYED, side)) {
        flags |= NSSK;
    }
    return flags;
}

/// A move, and the values of its row in `Moves`.
struct RecordedMove {
    u8 side;
    i64 column, row, point;
    i64 flags = 0;
    Removed removed{0, 0};
    i64 repeats = -1, situation = -1;
};

/// The replay of one game.
struct GameReplay {
    GameEvents events;
    BoardSize size;
    i64 handicap;
    const Moves &moves;
    i64 first_row; // of the game in `moves`
    Row<i32> facts;
    ReplayBoard &board;
    PositionHistory &history;

    i64 number = 0;                // moves so far
    i64 placements = 0;            // moves that place handicap stones
    u8 to_move = 0;                // BLACK, WHITE, or 0 for either
    bool is_turn_declared = false; // PL since the last move; it holds for any later setup
    bool is_edited = false;        // setup since the last move
    i64 passes_in_row = 0;         // since the last play; passes of one side in succession count once
    u8 unanswered_pass = 0;        // side whose pass waits for the opponent's, 0 if none
    u64 current = NO_POSITION;     // the position on the board
    u64 previous = NO_POSITION;    // the position before the last move
    bool is_current_by_move = false;

    /// Replay the game. Its final position remains on the board.
    void run() {
        placements = count_handicap_plays(events, size, handicap);
        facts[HANDICAP_MOVES] = i32(placements);
        for (u64 event = events.first; event < events.last; event++) {
            i64 kind = events.kind(event);
            if (kind == TURN_BLACK || kind == TURN_WHITE) {
                to_move = u8(kind - TURN_BLACK + BLACK);
                is_turn_declared = true;
            } else if (is_setup(kind)) {
                apply_setup(kind, events.all.xy[event]);
            } else if (number == MAX_MOVES) {
                facts[DROPPED_MOVES]++;
            } else {
                make_move(event, u8(kind));
            }
        }
        if (is_edited) { // setup at the end of the record, or a record of setup alone
            rebuild_after_setup();
        }
        facts[MOVES] = i32(number);
        facts[END_RUN] = i32(passes_in_row);
    }

    /// Write a rectangle of stones or empty points to the board.
    void apply_setup(i64 kind, Row<const i8> xy) {
        u8 color = setup_color(kind);
        i64 written = 0;
        size.for_points(xy, [&](i64 column, i64 row) {
            board.color[board.cell_of(column, row)] = color;
            written++;
        });
        i64 named = (i64(xy[3]) - xy[1] + 1) * (i64(xy[2]) - xy[0] + 1);
        facts[SETUP_OFF_BOARD] += i32(named - written);
        if (!written) {
            return;
        }
        if (number > 0 && !is_edited) {
            if (!is_turn_declared) {
                to_move = 0;
            }
            facts[SETUP_BREAKS]++;
            if (facts[FIRST_SETUP_BREAK] == 0) {
                facts[FIRST_SETUP_BREAK] = i32(number);
            }
        }
        is_edited = true;
    }

    /// Derive chains after setup; record the stones set up before the first move, and a chain without liberties.
    void rebuild_after_setup() {
        i64 cell = board.rebuild(), stride = i64(board.stride);
        if (cell >= 0 && facts[NO_LIBERTY_POINT] < 0) {
            facts[NO_LIBERTY_POINT] = i32((cell / stride - 1) * size.columns + cell % stride);
        }
        if (number == 0) {
            for (u8 color : board.color.before(board.cells)) {
                facts[BLACK_SETUP] += color == BLACK;
                facts[WHITE_SETUP] += color == WHITE;
            }
        }
    }

    /// Return the side that moves first if no PL names it, 0 if stones were set up or handicap stones are missing.
    u8 first_to_move() const {
        i32 black = facts[BLACK_SETUP], white = facts[WHITE_SETUP];
        if (handicap < 2 && black + white == 0) {
            return BLACK;
        }
        return handicap >= 2 && black >= handicap && white == 0 ? WHITE : 0;
    }

    /// Add the position before the first move, or after setup, to the history.
    ///
    /// It counts as a play of the side that is not to move. Only the empty board at the start counts for neither.
    void enter_position(u8 side) {
        if (number == 0 && to_move == 0) {
            to_move = first_to_move();
        }
        u8 next = to_move ? to_move : side;
        u64 index = history.find(board);
        if (index == NO_POSITION) {
            index = history.add(board);
        }
        KnownPosition &position = history.known[index];
        position.visitors |= Visitors::bit(Visitors::TO_MOVE, next);
        if (number > 0 || facts[BLACK_SETUP] + facts[WHITE_SETUP] > 0) {
            position.visitors |= Visitors::bit(Visitors::MOVED | Visitors::PLAYED, opponent_of(next));
        }
        position.latest = position.latest_for[next - BLACK] = i32(number);
        previous = std::exchange(current, index);
        is_current_by_move = false;
        is_edited = false;
    }

    /// Make a move and write its row.
    void make_move(u64 event, u8 side) {
        Row<const i8> xy = events.all.xy[event];
        RecordedMove move{side, xy[0], xy[1], size.point_of(xy[0], xy[1])};
        move.flags = events.is_forced(event) ? i64(FORCED) : 0;
        if (number == 0 || is_edited) {
            if (is_edited) {
                rebuild_after_setup();
            }
            if (number > 0) {
                move.flags |= SETUP_BEFORE;
            }
            enter_position(side);
        }
        number++;
        move.flags |= turn_flags(move);
        bool is_stop = false;
        if (move.point == PASS) {
            move.flags |= PASS_MOVE;
            is_stop = count_pass(side);
        } else {
            passes_in_row = 0;
            unanswered_pass = 0;
            move.flags |= move.point == OFF_BOARD ? i64(OFF_BOARD_MOVE) : play_stone(move);
        }
        visit_position(move);
        is_turn_declared = false;
        to_move = number >= placements ? opponent_of(side) : side;
        if (is_stop) {
            to_move = 0; // rulesets differ on the side that resumes: the opponent's choice by Japanese rules 1989, 9.3
        }
        if (facts[FIRST_FAULT] == 0 && move.flags & FIRST_FAULTS) {
            facts[FIRST_FAULT] = i32(number);
        }
        write_row(move, events.all.at[event]);
    }

    /// Return true for a move that places a handicap stone.
    bool is_placement() const { return number <= placements; }

    /// Return the flags of a handicap placement, of a move out of turn, and of a play after the end.
    i64 turn_flags(const RecordedMove &move) const {
        i64 flags = 0;
        if (is_placement()) {
            flags |= HANDICAP_PLACEMENT;
        } else if (to_move && to_move != move.side) {
            flags |= OUT_OF_TURN;
        }
        if (facts[ENDED_AT] && move.point != PASS) {
            flags |= flags_after_end(move.side, move.flags);
        }
        return flags;
    }

    /// Look up the position after a move, which may recreate an earlier one, and add the move to its history.
    void visit_position(RecordedMove &move) {
        u8 opponent = opponent_of(move.side);
        u64 index = history.find(board);
        if (index == NO_POSITION) {
            index = history.add(board);
        } else {
            const KnownPosition &position = history.known[index];
            move.situation = position.latest_for[opponent - BLACK];
            if (move.point >= 0 && !is_placement()) {
                move.repeats = position.latest;
                move.flags |= repetition_flags(position.visitors, move.side);
                if (is_current_by_move && previous == index) {
                    move.flags |= BASIC_KO;
                }
            }
        }
        KnownPosition &position = history.known[index];
        u8 arrival = Visitors::MOVED | (move.point >= 0 ? Visitors::PLAYED : 0);
        position.visitors |= Visitors::bit(arrival, move.side);
        position.visitors |= Visitors::bit(Visitors::TO_MOVE, opponent);
        position.latest = position.latest_for[opponent - BLACK] = i32(number);
        previous = std::exchange(current, index);
        is_current_by_move = true;
    }

    /// Write the row of a move that an event at a byte offset names.
    void write_row(const RecordedMove &move, i32 offset) const {
        i64 row = first_row + number - 1;
        moves.color[row] = move.side;
        moves.point[row] = i16(move.point);
        moves.flags[row] = u32(move.flags);
        moves.captured[row] = i16(move.removed.captured);
        moves.self_captured[row] = i16(move.removed.own);
        moves.repeats[row] = i32(move.repeats);
        moves.situation[row] = i32(move.situation);
        moves.at[row] = offset;
    }

    /// Return the flags of a play after two consecutive passes.
    i64 flags_after_end(u8 side, i64 flags) const {
        i64 added = AFTER_END;
        if (facts[STOPS] >= 2) {
            added |= AFTER_SECOND_STOP;
        }
        bool is_order_known = to_move == 0 && !(flags & SETUP_BEFORE); // else PL or setup decides the side to move
        if (passes_in_row >= 2 && is_order_known && side == moves.color[first_row + number - 2]) {
            added |= RESUMED_OUT_OF_ORDER;
        }
        return added;
    }

    /// Count a pass, and return true if it stops play: the opponent passed just before, and that pass stopped nothing.
    ///
    /// The move after a stop resumes the game, also if it is a pass, and is answered by the opponent.
    bool count_pass(u8 side) {
        facts[PASSES]++;
        if (facts[FIRST_PASS] == 0) {
            facts[FIRST_PASS] = i32(number);
        }
        if (unanswered_pass != side) {
            passes_in_row++;
        }
        if (unanswered_pass != opponent_of(side)) {
            unanswered_pass = side;
            return false;
        }
        facts[STOPS]++;
        facts[LAST_STOP] = i32(number);
        if (facts[ENDED_AT] == 0) {
            facts[ENDED_AT] = i32(number);
        }
        if (facts[STOPS] == 2) {
            facts[SECOND_STOP] = i32(number);
        }
        unanswered_pass = 0;
        return true;
    }

    /// Play a stone, in place of the one on an occupied point, and return the flags of occupation and suicide.
    i64 play_stone(RecordedMove &move) {
        i64 flags = 0;
        u8 side = move.side;
        u64 cell = board.cell_of(move.column, move.row);
        if (board.color[cell] != EMPTY) {
            flags |= OCCUPIED;
            board.color[cell] = EMPTY;
            board.rebuild();
        }
        Removed removed = move.removed = board.play(cell, side);
        if (removed.own) {
            flags |= removed.own == 1 ? SUICIDE_ONE : SUICIDE_SEVERAL;
        }
        if (removed.captured || removed.own) {
            facts[BLACK_PRISONERS] += i32(side == BLACK ? removed.captured : removed.own);
            facts[WHITE_PRISONERS] += i32(side == WHITE ? removed.captured : removed.own);
        }
        return flags;
    }
};

} // namespace

void replay_chunk(
    const Events &events,
    Row<const i16> width,
    Row<const i16> height,
    Row<const i16> handicap,
    Row<const i64> move_start,
    const Moves &moves,
    Table<i32> facts,
    Row<const i64> start,
    Row<u8> stones
) {
    i64 positions = 1, words = 1;
    for (i64 game = 0; game < width.size; game++) {
        i64 count = most_positions(events.start[game + 1] - events.start[game]);
        positions = max(positions, count);
        words = max(words, count * 2 * (((width[game] + 1) * (height[game] + 2) + 63) >> 6));
    }
    Buffer<i32> newest(i64(PositionHistory::slots_for(positions)));
    Buffer<KnownPosition> known(positions);
    Buffer<u64> planes(words);
    PositionHistory history{newest, known, planes, 0, 0, -1};
    Owned<ReplayBoard> board;
    for (i64 game = 0; game < width.size; game++) {
        facts[game].fill(0);
        facts[game][NO_LIBERTY_POINT] = -1;
        BoardSize size{width[game], height[game]};
        if (size.columns == 0) {
            continue;
        }
        GameEvents own_events{events, u64(events.start[game]), u64(events.start[game + 1])};
        board->clear(size.columns, size.rows);
        history.clear(most_positions(i64(own_events.last - own_events.first)));
        GameReplay replay{own_events, size, handicap[game], moves, move_start[game], facts[game], *board, history};
        replay.run();
        GridSize grid;
        grid.set_size(size.columns, size.rows);
        copy_to_points(board->color, grid, stones, u64(start[game]));
    }
}
