// Groups of copies: disjoint sets of games. The parent of a game is a game of its group with a lower number, or itself.
#include "grid.hpp"
#include "interface.hpp"

void join_games(Row<i32> parent, Table<const i64> pairs) {
    for (i64 pair = 0; pair < pairs.size; pair++) {
        unite(parent, i32(pairs[pair][0]), i32(pairs[pair][1]));
    }
}
