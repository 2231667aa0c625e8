// The lines of a game: the runs of nodes on each path through its tree, put together.
//
// A line has the form of a game, as if its file contained nothing else. Faults of syntax are noted for the game alone.
#include "lines.hpp"
#include "events.hpp"
#include "spans.hpp"

namespace {

/// Return the run with the markup that counts at the end of a run: its own, or the parent's if no stone follows.
i64 find_markup(const Tape &tape, const Spans &spans, const Tree &tree, Row<const i64> earlier, i64 run) {
    if (tree.is_marked[run]) {
        return run;
    }
    for (i64 event = tape.event_start[run]; event < tape.event_start[run + 1]; event++) {
        i64 kind = kind_of(tape.kind[event]);
        if (is_move(kind) || is_setup(kind)) {
            return -1;
        }
    }
    i64 parent = runs_of(spans)[run].parent;
    return parent < 0 ? -1 : earlier[parent];
}

/// Copy the events of a run, in front of those that a line has from an event on. Return the line's new first event.
i64 copy_events(const NodeRuns &runs, i64 run, const Tape &lines, i64 before) {
    i64 first = runs.event_start[run], count = runs.event_start[run + 1] - first;
    before -= count;
    for (i64 event = 0; event < count; event++) {
        lines.kind[before + event] = runs.kind[first + event];
        Row<const i8> xy = runs.xy[first + event];
        std::copy(xy.begin(), xy.end(), lines.xy[before + event].begin());
        lines.at[before + event] = runs.at[first + event];
    }
    return before;
}

/// Copy the game info of a run over that of later ones: the first value on the path counts.
void copy_info(Table<const i32> run, Table<i32> line) {
    for (i64 property = 0; property < run.size; property++) {
        if (run[property][0] >= 0) {
            line[property][0] = run[property][0];
            line[property][1] = run[property][1];
        }
    }
}

/// Copy the territory markup of a run to a line.
void copy_markup(const NodeRuns &runs, i64 run, const Tape &lines, i64 line) {
    i64 from = runs.mark_start[run], to = lines.mark_start[line], end = lines.mark_start[line + 1];
    for (; to < end; from++, to++) {
        lines.mark_kind[to] = runs.mark_kind[from];
        Row<const i8> xy = runs.mark_xy[from];
        std::copy(xy.begin(), xy.end(), lines.mark_xy[to].begin());
    }
}

} // namespace

void measure_paths(const Tape &tape, const Spans &spans, const Tree &tree, const Paths &paths, i64 runs) {
    for (i64 run = 0; run < runs; run++) {
        i64 parent = runs_of(spans)[run].parent, first = tape.event_start[run], last = tape.event_start[run + 1],
            moves = 0;
        for (i64 event = first; event < last; event++) {
            moves += is_move(kind_of(tape.kind[event]));
        }
        bool is_root = parent < 0;
        paths.length[run] = 1 + (is_root ? 0 : paths.length[parent]);
        paths.events[run] = last - first + (is_root ? 0 : paths.events[parent]);
        paths.moves[run] = moves + (is_root ? 0 : paths.moves[parent]);
        paths.markup[run] = find_markup(tape, spans, tree, paths.markup, run);
    }
}

void join_runs(const NodeRuns &runs, Row<const i32> end, Row<bool> is_used, const Tape &lines, Row<i32> shared_moves) {
    for (i64 line = 0; line < end.size; line++) {
        lines.info[line].fill(-1);
        lines.syntax[line].fill(0);
        shared_moves[line] = 0;
        i64 event = lines.event_start[line + 1];
        for (i64 run = end[line]; run >= 0; run = runs.parent[run]) {
            event = copy_events(runs, run, lines, event);
            copy_info(runs.info[run], lines.info[line]);
            if (is_used[run]) {
                shared_moves[line] = i32(max(shared_moves[line], runs.path_moves[run]));
            }
            is_used[run] = true;
        }
        i64 marked_run = runs.path_markup[end[line]];
        if (marked_run >= 0) {
            copy_markup(runs, marked_run, lines, line);
        }
    }
}
