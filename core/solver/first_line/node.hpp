// Positions and nodes of the first-line solver.
#pragma once

#include <cstdint>
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

// A position in which the side to move has a choice: it cannot win at once, and at least two moves do not lose at once. It
// follows from a move of its parent and from the forced answers to it.
template <class Word>
struct Node {
    Word own, other;     // discs, seen from the side to move
    Word threats, safe;  // the other side's threats; the moves that do not lose at once
    Word cell, made;     // the cell of the move; the threats of the side that made it, right after it
    typename SolverTable<Word>::Key key;
    int empty_cells;
    int lower, upper;  // bounds of the score, seen from the side to move
    int table_move;    // the best column of an earlier search, or -1
    bool is_mirrored;  // whether the key is that of the mirror image
    bool same_side;    // whether the side that made the move is to move

    SolverState<Word> state() const { return {own, other, empty_cells}; }
    Word occupied() const { return own | other; }

    // Bounds of the score, seen from the side that made the move.
    int at_least() const { return same_side ? lower : -upper; }
    int at_most() const { return same_side ? upper : -lower; }
};

// A move that is to be searched: the node that it leads to, and how early it is searched.
template <class Word>
struct Move {
    Node<Word>* node;
    int priority;
};

template <class Word>
[[gnu::always_inline]] inline void move_best_to_front(std::span<Move<Word>> moves) {
    std::size_t best = 0;
    for (std::size_t n = 1; n < moves.size(); ++n) {
        if (moves[n].priority > moves[best].priority) best = n;
    }
    if (best != 0) std::swap(moves[0], moves[best]);
}

// A cell that refutes a move is often a good one to take.
template <class Word>
void prefer(Word cell, std::span<Move<Word>> moves) {
    constexpr int weight = 40;
    for (auto& move : moves) {
        if (move.node->cell == cell) move.priority += weight;
    }
}

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
