// Positions, nodes and moves of the first-line solver.
#pragma once

#include <span>
#include <utility>

#include "solver/first_line/table.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// A position seen from the side to move.
template <class Word>
struct SolverState {
    Word own, other;
    int empty_cells;

    Word occupied() const { return own | other; }
};

// A position in which the side to move has a choice: it cannot win at once, and at least two moves do not lose at once.
template <class Word>
struct ChoiceNode {
    SolverState<Word> state;
    Word landing, threats, safe;  // where discs land; the other side's threats; the moves that do not lose at once
    typename SolverTable<Word>::Key key;
    bool is_mirrored;  // whether the key is that of the mirror image
    int lower, upper;  // bounds of the score, seen from the side to move
    int table_move;    // the best column of an earlier search, or -1
};

// A move, and the node that it and the forced answers lead to.
template <class Word>
struct MoveChild {
    ChoiceNode<Word> node;
    Word cell, made;  // the cell of the move; the threats of the side that made it, right after it
    bool same_side;   // whether the side that made the move is to move in the node
    int priority;

    // Bounds of the score, seen from the side that made the move.
    int at_least() const { return same_side ? node.lower : -node.upper; }
    int at_most() const { return same_side ? node.upper : -node.lower; }
};

template <class Word>
void move_best_to_front(std::span<MoveChild<Word>> moves) {
    std::size_t best = 0;
    for (std::size_t n = 1; n < moves.size(); ++n) {
        if (moves[n].priority > moves[best].priority) best = n;
    }
    if (best != 0) std::swap(moves[0], moves[best]);
}

// A cell that refutes a move is often a good one to take.
template <class Word>
void prefer(Word cell, std::span<MoveChild<Word>> moves) {
    constexpr int weight = 40;
    for (auto& move : moves) {
        if (move.cell == cell) move.priority += weight;
    }
}

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
