// Luck: the twin of src/fourcast/search/chance.py. As in search_steps.hpp, the recursion is an argument.
#pragma once

#include "search/steps.hpp"

namespace fourcast {

template <class Word>
struct Branch {
    int column;  // it landed in
    double probability;
    Position<Word> position;
};

// A drop that may drift, on its visit.
template <class Word>
struct Chance {
    int chooser;  // whose move led to it
    int depth;    // left; a chance uses up none
    Window window;
    int ply;  // of its branches
    int record;
    int count = 0;
    Branch<Word> branches[3];

    Chance(const Board<Word>& board, const Position<Word>& position, int aim, int depth, Window window, int ply,
           int record)
        : chooser(position.turn), depth(depth), window(window), ply(ply), record(record) {
        int total = 0;
        position.for_each_landing(board, aim, [&](int column, int weight) {
            branches[count++] = {column, static_cast<double>(weight), position.after_landing(board, column)};
            total += weight;
        });
        for (int n = 0; n < count; ++n) branches[n].probability /= total;
    }
};

// A chance is worth the mean of its branches.
template <class Search, class Word>
double expectation(Search& search, const Chance<Word>& chance) {
    double mean = 0;
    for (int n = 0; n < chance.count; ++n) {
        mean += chance.branches[n].probability * search.try_branch(chance, n, full);
    }
    return mean;
}

// The mean of the branches, or a bound outside the window as soon as there is one. `at_most` bounds each branch from
// above, `lowest` all of them from below.
template <class Search, class Word>
double weigh_branches(Search& search, const Chance<Word>& chance, double lowest, const double (&at_most)[3]) {
    const Window window = chance.window;
    double known = 0;
    for (int n = 0; n < chance.count; ++n) {
        const double probability = chance.branches[n].probability;
        double rest_high = 0, rest_low = 0;
        for (int m = n + 1; m < chance.count; ++m) {
            rest_high += chance.branches[m].probability * at_most[m];
            rest_low += chance.branches[m].probability * lowest;
        }
        double alpha = (window.alpha - known - rest_high) / probability;
        double beta = (window.beta - known - rest_low) / probability;
        if (!(alpha < beta)) alpha = -infinity, beta = infinity;  // rounding has closed the window
        const double value = search.try_branch(chance, n, {alpha, beta});
        known += probability * value;
        // Rounding must not turn a bound on one side into one on the other.
        if (value <= alpha) return std::min(known + rest_high, window.alpha);
        if (value >= beta) return std::max(known + rest_low, window.beta);
    }
    return known;
}

template <class Search, class Word>
double star1(Search& search, const Chance<Word>& chance) {
    const auto [lowest, highest] = search.whole(chance.chooser);
    return weigh_branches(search, chance, lowest, {highest, highest, highest});
}

// Before Star1, one reply is probed in every branch.
template <class Search, class Word>
double star2(Search& search, const Chance<Word>& chance) {
    const auto [lowest, highest] = search.whole(chance.chooser);
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
        const Window enough{-highest, -(alpha - others) / branch.probability};
        const Node<Word> node{branch.position, chance.depth, enough, chance.ply, chance.record};
        at_most[n] = std::min(highest, -search.try_move(node, search.moves_of(node).front(), enough));
        const double bound = others + branch.probability * at_most[n];
        if (bound <= alpha) return bound;
    }
    return weigh_branches(search, chance, lowest, at_most);
}

// Against an opponent who plays at random: the hero's best move, the plain mean over the opponent's.
template <class Search, class Word>
double expectimax(Search& search, const Node<Word>& node, int hero) {
    if (node.position.turn == hero) return minimax(search, node);
    const auto moves = search.moves_of(node);
    double total = 0;
    for (Action move : moves) total += search.try_move(node, move, full);
    return total / moves.size();
}

}  // namespace fourcast
