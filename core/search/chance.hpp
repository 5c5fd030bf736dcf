// Chance nodes, src/fourcast/algorithms/chance.py in C++. As in steps.hpp, the recursion is an argument.
#pragma once

#include "search/steps.hpp"

namespace fourcast {

template <class Word>
struct Branch {
    int column;  // in which the disc landed
    double probability;
    Position<Word> position;
};

// A visit of the chance node after a drop that may drift.
template <class Word>
struct ChanceNode {
    const Position<Word>& position;  // before the drop
    int player;                      // whose move led to it
    int depth;                       // remaining; a chance node uses none
    Window window;
    int ply;  // of its branches
    int record;
    int count = 0;
    Branch<Word> branches[3];

    ChanceNode(const Board<Word>& board, const Position<Word>& position, int aim, int depth, Window window, int ply,
               int record)
        : position(position), player(position.turn), depth(depth), window(window), ply(ply), record(record) {
        int total = 0;
        position.for_each_landing(board, aim, [&](int column, int weight) {
            branches[count++] = {column, static_cast<double>(weight), position.after_landing(board, column)};
            total += weight;
        });
        for (int n = 0; n < count; ++n) branches[n].probability /= total;
    }
};

// The value of a chance node is the mean of its branches.
template <class Search, class Word>
double expectation(Search& search, const ChanceNode<Word>& chance) {
    double mean = 0;
    for (int n = 0; n < chance.count; ++n) {
        mean += chance.branches[n].probability * search.try_branch(chance, n, full_window);
    }
    return mean;
}

// The mean of the branches, or a bound outside the window as soon as one is known. `at_most` bounds each branch from
// above, `lowest` all of them from below.
template <class Search, class Word>
double bounded_mean(Search& search, const ChanceNode<Word>& chance, double lowest, const double (&at_most)[3]) {
    const Window window = chance.window;
    double sum = 0;  // of the branches searched
    for (int n = 0; n < chance.count; ++n) {
        const double probability = chance.branches[n].probability;
        double rest_high = 0, rest_low = 0;
        for (int m = n + 1; m < chance.count; ++m) {
            rest_high += chance.branches[m].probability * at_most[m];
            rest_low += chance.branches[m].probability * lowest;
        }
        double alpha = (window.alpha - sum - rest_high) / probability;
        double beta = (window.beta - sum - rest_low) / probability;
        if (!(alpha < beta)) alpha = -infinity, beta = infinity;  // empty after rounding
        const double value = search.try_branch(chance, n, {alpha, beta});
        sum += probability * value;
        // Rounding must not move a bound to the other side of the window.
        if (value <= alpha) return std::min(sum + rest_high, window.alpha);
        if (value >= beta) return std::max(sum + rest_low, window.beta);
    }
    return sum;
}

template <class Search, class Word>
double star1(Search& search, const ChanceNode<Word>& chance) {
    const auto [lowest, highest] = search.value_range(chance.player);
    return bounded_mean(search, chance, lowest, {highest, highest, highest});
}

// Star1 after probing one reply of every branch.
template <class Search, class Word>
double star2(Search& search, const ChanceNode<Word>& chance) {
    const auto [lowest, highest] = search.value_range(chance.player);
    const double alpha = chance.window.alpha;
    double at_most[3]{highest, highest, highest};
    for (int n = 0; n < chance.count; ++n) {
        const Branch<Word>& branch = chance.branches[n];
        if (chance.depth == 0 || search.is_over(branch.position)) break;
        double others = 0;
        for (int m = 0; m < chance.count; ++m) {
            if (m != n) others += chance.branches[m].probability * at_most[m];
        }
        if (others + branch.probability * highest <= alpha) return others + branch.probability * highest;
        const Window probe{-highest, -(alpha - others) / branch.probability};
        at_most[n] = std::min(highest, -search.try_first_reply(chance, n, probe));
        const double bound = others + branch.probability * at_most[n];
        if (bound <= alpha) return bound;
    }
    return bounded_mean(search, chance, lowest, at_most);
}

// Against an opponent who plays at random: the best move of the root's player, the mean over the opponent's moves.
template <class Search, class Word>
double expectimax(Search& search, const SearchNode<Word>& node, int root_player) {
    if (node.position.turn == root_player) return minimax(search, node);
    const auto moves = search.moves_of(node);
    double total = 0;
    for (Action move : moves) total += search.try_move(node, move, full_window);
    return total / moves.size();
}

}  // namespace fourcast
