// The tokenizer: SGF text of many files to one flat tape, in a single pass.
//
// `scan_games` reads the main line of each game, which is the first variation everywhere, and counts the others.
// `scan_tree` reads one game with all its variations. Both are tolerant: they note the faults that they repair. Their
// readable counterpart is `goanalyze.sgf.tree.sgfmill_tree`, which is built on sgfmill.
#include "lines.hpp"
#include "nodes.hpp"

namespace {

/// Return the offset of the next parenthesis or node after a variation, or the end of the text. Other text is skipped.
i64 find_sign(Text text, i64 offset) {
    while (offset < text.size && !is_sign(text[offset])) {
        offset = text[offset] == '[' ? find_value_end(text, offset) + 1 : offset + 1;
    }
    return min(offset, text.size);
}

/// The reader of a game: it follows the parentheses one by one, so that depth costs no memory.
///
/// With a tree that has room, each run of nodes between parentheses has a row of its own. Otherwise, the row of the
/// game has its main line, and the row after it has each of the other variations, one after the other.
///
/// Parentheses that contain nothing are not a variation. A node after a variation begins a further one, so that nothing
/// is lost.
struct GameReader {
    NodeReader &nodes;
    const Tree &tree;
    Text text;
    i64 game;                            // row of the game, or of its first run
    i64 rows = game + 1;                 // after the last row in use
    i64 depth = 1;                       // open parentheses
    i64 lines = 0;                       // that have ended
    i64 empty = 0;                       // innermost open parentheses that contain nothing so far
    i64 last_opening = 0;                // offset of the innermost of them
    bool is_after = false;               // true directly after a variation
    bool was_after = false;              // the same before the empty parentheses
    bool is_main = true;                 // true until the main line has ended
    i64 main_events = 0, main_marks = 0; // on the tape at the end of the main line

    /// Read the game from an offset inside its first parenthesis. Return the offset after it.
    i64 read(i64 offset) {
        nodes.node = 0;
        nodes.turn_node = -1;
        last_opening = offset;
        while (depth > 0) {
            offset = is_after ? find_sign(text, offset) : read_run(offset);
            if (offset == text.size) {
                break;
            }
            u8 sign = text[offset];
            if (sign == ')') {
                close(offset);
                offset++;
                continue;
            }
            if (sign == ';') {
                nodes.note(game, MISPLACED, offset);
            } else if (begins_root(text, offset) && !closes(text, offset, depth)) {
                break; // the next game: a parenthesis is missing before it
            } else {
                open(offset);
                offset++;
            }
            is_after = false;
            begin_run();
        }
        finish(offset);
        return offset;
    }

  private:
    bool has_tree() const { return tree.parent.size > 0; }

    /// Read nodes up to the next parenthesis. Return its offset, or the end of the text.
    i64 read_run(i64 offset) {
        offset = nodes.read_nodes(text, offset);
        if (has_tree() && nodes.marked_node >= 0) {
            tree.is_marked[nodes.row] = true;
        }
        if (nodes.has_content) {
            if (empty > 1) {
                nodes.note(game, MISPLACED, last_opening);
            }
            empty = 0;
        }
        return offset;
    }

    /// Begin a run of nodes: in a new row of the tree, or in the row of variations once the main line has ended.
    void begin_run() {
        if (!has_tree()) {
            if (!is_main) {
                drop_variation();
                nodes.begin_row(game + 1);
            }
        } else if (rows == tree.parent.size) {
            depth = 0; // the tree has no room for the rest
        } else {
            tree.parent[rows] = i32(nodes.row);
            tree.depth[rows] = i32(depth);
            tree.is_marked[rows] = false;
            nodes.begin_row(rows++);
        }
    }

    /// Open a parenthesis.
    void open(i64 offset) {
        if (empty == 0) {
            was_after = is_after;
        }
        depth++;
        empty++;
        last_opening = offset;
    }

    /// Close a parenthesis.
    void close(i64 offset) {
        depth--;
        if (empty > 0) {
            empty--;
            is_after = was_after && empty == 0;
            if (has_tree()) {
                drop_row();
                nodes.first_mark = nodes.tape.mark_start[nodes.row];
            }
            nodes.note(nodes.row, JUNK, offset);
            return;
        }
        if (!is_after) {
            if (is_main) {
                is_main = false;
                main_events = nodes.events;
                main_marks = nodes.marks;
            }
            end_line();
        }
        is_after = true;
        while (has_tree() && depth > 0 && tree.depth[nodes.row] > depth) {
            nodes.row = tree.parent[nodes.row];
        }
    }

    /// Count a line that ends here, and keep its last row.
    void end_line() {
        if (lines < tree.end.size) {
            tree.end[lines] = i32(nodes.row);
        }
        lines++;
    }

    /// Return to the row before the last one, which contains nothing.
    void drop_row() {
        rows--;
        nodes.row = tree.parent[nodes.row];
    }

    /// Remove all events and markup that follow the main line.
    void drop_variation() {
        nodes.events = main_events;
        nodes.marks = main_marks;
    }

    /// End the game, which may be unclosed.
    void finish(i64 offset) {
        if (depth > 0) {
            nodes.note(game, UNCLOSED_TREE, offset);
            for (i64 row = 0; has_tree() && row < empty; row++) {
                drop_row();
            }
            if (!(empty > 0 ? was_after : is_after)) {
                end_line();
            }
        }
        if (!has_tree() && !is_main) {
            drop_variation();
        }
    }
};

} // namespace

i64 scan_games(
    Row<const u8> buffer, Row<const i64> file_start, Row<const u8> actions, const Tape &tape, Row<i64> position
) {
    Tree no_tree{};
    NodeReader nodes{tape, actions};
    i64 capacity = tape.game_file.size - 1, files = file_start.size - 1, game = 0;
    i64 file = position[0], offset = position[1];
    while (file < files) {
        Text text = buffer.before(file_start[file + 1]);
        bool is_file_begin = offset == file_start[file];
        i64 begin = find_game(text, offset, is_file_begin);
        if (begin >= text.size) { // the file has no further game
            offset = text.size;
            file++;
            continue;
        }
        if (game == capacity) {
            break;
        }
        tape.game_file[game] = i32(file);
        tape.game_span[game][0] = i32(begin);
        nodes.begin_row(game);
        if (!is_blank(text, offset, begin)) {
            nodes.note(game, JUNK_BEFORE, offset);
        }
        if (text[begin] != '(' || text[skip_space(text, begin + 1)] != ';') {
            nodes.note(game, NO_OPENING, begin);
        }
        GameReader reader{nodes, no_tree, text, game};
        offset = reader.read(text[begin] == ';' ? begin : begin + 1);
        tape.game_span[game][1] = i32(offset);
        tape.branches[game] = i32(reader.lines - 1);
        game++;
        tape.event_start[game] = nodes.events;
        tape.mark_start[game] = nodes.marks;
    }
    position[0] = file;
    position[1] = offset;
    return game;
}

i64 scan_tree(
    Row<const u8> buffer,
    i64 begin,
    i64 file_end,
    Row<const u8> actions,
    const Tape &tape,
    const Tree &tree,
    const Paths &paths,
    Row<i64> lines
) {
    Text text = buffer.before(file_end);
    NodeReader nodes{tape, actions};
    tree.parent[0] = -1;
    tree.depth[0] = 1;
    tree.is_marked[0] = false;
    nodes.begin_row(0);
    GameReader reader{nodes, tree, text, 0};
    reader.read(text[begin] == ';' ? begin : begin + 1);
    tape.event_start[reader.rows] = nodes.events;
    tape.mark_start[reader.rows] = nodes.marks;
    measure_paths(tape, tree, paths, reader.rows);
    lines[0] = min(reader.lines, tree.end.size);
    return reader.rows;
}
