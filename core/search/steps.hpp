// The algorithms at a position: the C++ implementations of src/fourcast/algorithms/minimax.py.
//
// A step receives the recursive search as an argument, and never calls itself. `search` lists the moves of a node, tries
// them, stores the principal variation and counts cutoffs.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/ordering.hpp"
#include "search/window.hpp"

namespace fourcast {

// A visit of an unfinished position.
template <class Word>
struct SearchNode {
    const Position<Word>& position;
    int depth;  // remaining
    Window window;
    int ply;                       // moves from the root
    int record;                    // index of its record, -1 if the visit is not recorded
    Action stored_move = no_move;  // the best move in the transposition table
};

template <class Search, class Word>
double minimax(Search& search, const SearchNode<Word>& node) {
    double best = -infinity;
    for (Action move : search.moves_of(node)) {
        const double value = search.try_move(node, move, full_window);
        if (value > best) best = search.improve(node, move, value);
    }
    return best;
}

// The window of a reply, and when the remaining moves can be skipped.
enum class WindowRule { shallow, shallow_equal, deep };

template <WindowRule rule, class Search, class Word>
double alphabeta(Search& search, const SearchNode<Word>& node) {
    const Window window = node.window, range = search.value_range(node.position.turn);
    const auto moves = search.moves_of(node);
    double best = -infinity;
    for (Action move : moves) {
        const double at_least = std::max(best, range.alpha);
        const Window reply = rule == WindowRule::deep ? Window{std::max(window.alpha, at_least), window.beta}
                                                      : Window{at_least, range.beta};
        const double value = search.try_move(node, move, reply);
        if (value > best) best = search.improve(node, move, value);
        if (rule == WindowRule::shallow ? best > window.beta : best >= window.beta) {
            search.count_cutoff(move, moves);
            break;
        }
    }
    return best;
}

template <class Search, class Word>
double alphabeta_hard(Search& search, const SearchNode<Word>& node) {
    const auto moves = search.moves_of(node);
    double best = node.window.alpha;
    for (Action move : moves) {
        const double value = search.try_move(node, move, {best, node.window.beta});
        if (value > best) best = search.improve(node, move, value);
        if (best >= node.window.beta) {
            search.count_cutoff(move, moves);
            return node.window.beta;
        }
    }
    return best;
}

template <class Search, class Word>
double pvs(Search& search, const SearchNode<Word>& node) {
    const auto moves = search.moves_of(node);
    double best = -infinity;
    for (Action move : moves) {
        const Window window{std::max(node.window.alpha, best), node.window.beta};
        double value;
        if (move == moves.front() || window.alpha == -infinity) {
            value = search.try_move(node, move, window);
        } else {
            value = search.try_move(node, move, {window.alpha, std::nextafter(window.alpha, infinity)});
            if (window.alpha < value && value < window.beta) value = search.try_move(node, move, window);
        }
        if (value > best) best = search.improve(node, move, value);
        if (best >= window.beta) {
            search.count_cutoff(move, moves);
            break;
        }
    }
    return best;
}

}  // namespace fourcast
