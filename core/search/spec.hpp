// How a search looks ahead, as it comes over the border: the twin of src/fourcast/search/plan.py.
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

enum class Ends { sooner, evaluated, cut_first, draw_first };

struct Plan {
    Algorithm algorithm;
    Eval eval;
    Ends ends;
    std::vector<Action> order;  // every action there is, in the order in which they are tried
    bool killers;
    bool remembers;
    bool mirrors;  // positions and their mirror images share an entry of the table
    int table_bits;
    double win;  // a won game is worth this and the depth left
};

}  // namespace fourcast
