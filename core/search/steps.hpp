// What the algorithms do at a position: the twins of src/fourcast/search/minimax.py and alphabeta.py.
//
// A step gets its recursion as an argument: `search` lists the moves of a node, tries them, keeps the line of the best
// one and counts cut-offs.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/ordering.hpp"
#include "search/window.hpp"

namespace fourcast {

// An unfinished position on its visit.
template <class Word>
struct Node {
    const Position<Word>& position;
    int depth;  // left
    Window window;
    int ply;     // moves from the root
    int record;  // of this visit, -1 if it is not recorded
};

template <class Search, class Word>
double minimax(Search& search, const Node<Word>& node) {
    double best = -infinity;
    for (Action move : search.moves_of(node)) {
        const double value = search.try_move(node, move, full);
        if (value > best) best = search.improve(node, move, value);
    }
    return best;
}

// How the window of a reply is found, and when the rest of the moves no longer matters.
enum class WindowRule { shallow, shallow_equal, deep };

template <class Search, class Word>
double pruning(Search& search, const Node<Word>& node, WindowRule rule) {
    const Window window = node.window, whole = search.whole(node.position.turn);
    const auto moves = search.moves_of(node);
    double best = -infinity;
    for (Action move : moves) {
        const double have = std::max(best, whole.alpha);
        const Window reply =
            rule == WindowRule::deep ? Window{std::max(window.alpha, have), window.beta} : Window{have, whole.beta};
        const double value = search.try_move(node, move, reply);
        if (value > best) best = search.improve(node, move, value);
        if (rule == WindowRule::shallow ? best > window.beta : best >= window.beta) {
            search.cut_behind(move, moves);
            break;
        }
    }
    return best;
}

template <class Search, class Word>
double alphabeta_hard(Search& search, const Node<Word>& node) {
    const auto moves = search.moves_of(node);
    double best = node.window.alpha;
    for (Action move : moves) {
        const double value = search.try_move(node, move, {best, node.window.beta});
        if (value > best) best = search.improve(node, move, value);
        if (best >= node.window.beta) {
            search.cut_behind(move, moves);
            return node.window.beta;
        }
    }
    return best;
}

template <class Search, class Word>
double pvs(Search& search, const Node<Word>& node) {
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
            search.cut_behind(move, moves);
            break;
        }
    }
    return best;
}

}  // namespace fourcast
