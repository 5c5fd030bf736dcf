// How to search, as Python passes it: the C++ implementation of src/fourcast/algorithms/spec.py.
#pragma once

#include <vector>

#include "search/eval.hpp"

namespace fourcast {

enum class Algorithm {
    minimax,
    shallow,
    shallow_equal,
    alphabeta,
    alphabeta_hard,
    pvs,
    expectiminimax,
    star1,
    star2,
    expectimax
};

// The value of a finished game: sooner wins count more; the evaluation's; the evaluation's at depth 0 even if the game is
// over; a full board is a draw even if the root's player has just won.
enum class TerminalValue { sooner, evaluated, cut_first, draw_first };

// How values of positions are reused: not; in a transposition table; as bounds of the next search (old_bounds.hpp).
enum class TableMode { off, on, old_bounds };

struct SearchSpec {
    Algorithm algorithm;
    Eval eval;
    TerminalValue terminal;
    std::vector<Action> order;  // every possible action, in the order in which they are tried
    bool killers;
    TableMode table;
    bool mirror_keys;  // a position and its mirror image share an entry of the table
    int table_bits;    // the table has 2^table_bits entries; old bounds are those of as many positions
    double win;        // a won game is worth this plus the remaining depth
};

}  // namespace fourcast
