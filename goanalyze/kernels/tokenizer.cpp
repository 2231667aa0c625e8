// The tokenizer: SGF text of many files to one tape and its spans, in a single pass.
//
// It is tolerant: it notes the faults that it repairs. Its readable counterpart is sgfmill's grammar.
#include "lines.hpp"
#include "nodes.hpp"

namespace {

/// Read the nodes of the main line to a row of the tape. Then read the other runs for their faults alone.
void read_nodes(NodeReader &nodes, Text text, i64 first_run, i64 last_run, i64 lines) {
    MainLine main_line{nodes.spans, text, first_run, last_run};
    while (main_line.run >= 0) {
        nodes.read_run(text, main_line.run);
        main_line.next_run();
    }
    if (lines <= 1) {
        return;
    }
    i64 events = nodes.events, marks = nodes.marks, row = nodes.row;
    main_line.run = first_run;
    for (i64 run = first_run; run < last_run; run++) {
        if (run == main_line.run) {
            main_line.next_run();
        } else {
            nodes.begin_row(row + 1); // scratch
            nodes.read_run(text, run);
            nodes.events = events;
            nodes.marks = marks;
        }
    }
}

/// Write the faults of a game to its row.
void write_faults(const Faults &spans, const Faults &nodes, Table<i32> row) {
    for (i64 fault = 0; fault < FAULTS; fault++) {
        const Faults &faults = spans.count[fault] > 0 ? spans : nodes; // no fault is noted by both
        row[fault][0] = faults.first[fault];
        row[fault][1] = faults.count[fault];
    }
}

} // namespace

i64 scan_games(
    Row<const u8> buffer,
    Row<const i64> file_start,
    Row<const u8> actions,
    const Tape &tape,
    const Spans &spans,
    Row<i64> position
) {
    NodeReader nodes{tape, spans};
    SpanReader reader{spans, actions};
    reader.lookahead = position[2];
    i64 capacity = tape.game_file.size - 1, files = file_start.size - 1, game = 0;
    i64 file = position[0], offset = position[1];
    while (file < files) {
        Text text = buffer.before(file_start[file + 1]);
        bool is_file_begin = offset == file_start[file];
        if (is_file_begin) {
            reader.begin_file(text.size - offset);
        }
        i64 begin = find_game(text, offset, is_file_begin || text[offset - 1] == ')');
        if (begin >= text.size) { // the file has no further game
            if (!is_file_begin && game > 0 && tape.game_file[game - 1] == file && has_words(text, offset)) {
                Row<i32> fault = tape.syntax[game - 1][OUTSIDE_GAMES];
                fault[0] = fault[1] == 0 ? i32(skip_space(text, offset)) : fault[0];
                fault[1]++;
            }
            offset = text.size;
            file++;
            continue;
        }
        if (game == capacity) {
            break;
        }
        tape.game_file[game] = i32(file);
        tape.game_span[game][0] = i32(begin);
        tape.run_start[game] = reader.state.runs;
        i64 before = offset;
        offset = reader.read_game(text, begin);
        if (!is_blank(text, before, begin)) {
            reader.state.faults.note(OUTSIDE_GAMES, before);
        }
        nodes.faults = {};
        nodes.begin_row(game);
        read_nodes(nodes, text, reader.state.first_run, reader.state.runs, reader.state.lines);
        write_faults(reader.state.faults, nodes.faults, tape.syntax[game]);
        tape.game_span[game][1] = i32(offset);
        tape.branches[game] = i32(reader.state.lines - 1);
        game++;
        tape.event_start[game] = nodes.events;
        tape.mark_start[game] = nodes.marks;
        tape.run_start[game] = reader.state.runs;
    }
    position[0] = file;
    position[1] = offset;
    position[2] = reader.lookahead;
    return game;
}

void read_runs(
    Row<const u8> buffer, const Spans &spans, const Tape &tape, const Tree &tree, const Paths &paths, Row<i64> lines
) {
    NodeReader nodes{tape, spans};
    Row<Run> all = runs_of(spans);
    i64 runs = all.size - 1;
    tree.has_child.fill(false);
    for (i64 run = 0; run < runs; run++) {
        i64 parent = all[run].parent;
        if (parent >= 0) {
            tree.has_child[parent] = true;
        }
        nodes.begin_row(run);
        nodes.read_run(buffer, run);
        tree.is_marked[run] = nodes.marked_node >= 0;
    }
    tape.event_start[runs] = nodes.events;
    tape.mark_start[runs] = nodes.marks;
    i64 first_behind = 0;
    while (first_behind < runs && all[first_behind].parent != BEHIND_GAME) {
        first_behind++;
    }
    i64 main_end = 0, count = 1;
    MainLine main_line{spans, buffer, 0, first_behind};
    while (main_line.run >= 0) {
        main_end = main_line.run;
        main_line.next_run();
    }
    tree.end[0] = i32(main_end);
    for (i64 run = 0; run < first_behind && count < tree.end.size; run++) {
        if (!tree.has_child[run] && run != main_end) {
            tree.end[count++] = i32(run);
        }
    }
    measure_paths(tape, spans, tree, paths, runs);
    lines[0] = count;
}
