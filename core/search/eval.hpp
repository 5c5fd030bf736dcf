// Evaluations on bitboards: the C++ implementations of src/fourcast/evals. Python passes every constant.
#pragma once

#include <stdexcept>
#include <vector>

#include "position.hpp"

namespace fourcast {

enum class EvalKind { potential_lines, lines_and_potential, filled_runs, neighbours, quadruplets, line_counts };

struct Eval {
    EvalKind kind;
    std::array<int, 4> neighbours;  // same colour, playable now, empty otherwise, complete line
    std::vector<int> own_lines;     // value of a line with n own discs and no other, n = 0 … connect
    std::vector<int> other_lines;   // the same for the opponent's discs
    int complete_line;              // line_counts: value of a side with a complete line; the other side then has 0

    bool operator==(const Eval&) const = default;
};

// Sum of weights[n] over all lines that hold exactly n of `own` and none of `others`, n = 1 … connect.
//
// The discs of all windows along a step are counted at once, one binary digit in each word: four words count to 15.
template <class Word>
int weigh_lines(const Board<Word>& board, Word own, Word others, const std::vector<int>& weights) {
    int total = 0;
    for (int step : board.steps) {
        const Word open = Board<Word>::run_starts(board.cells & ~others, step, board.connect);
        if (!open) continue;
        Word digits[4]{};
        for (int n = 0; n < board.connect; ++n) {
            Word carry = own >> (n * step);
            for (Word& digit : digits) {
                const Word sum = (digit | carry) & ~(digit & carry);
                carry = digit & carry;
                digit = sum;
                if (!carry) break;
            }
        }
        for (int n = 1; n <= board.connect; ++n) {
            if (weights[n] == 0) continue;
            Word exactly = open;
            for (int d = 0; d < 4; ++d) exactly &= n >> d & 1 ? digits[d] : ~digits[d];
            total += weights[n] * popcount(exactly);
        }
    }
    return total;
}

// The same for lines of four, the usual length: two pairs of cells are added, then their sums.
template <class Word>
int weigh_fours(const Board<Word>& board, Word own, Word others, const std::vector<int>& weights) {
    int total = 0;
    for (int step : board.steps) {
        Word open = board.cells & ~others;
        open &= open >> step;
        open &= open >> (2 * step);
        const Word odd = (own | own >> step) & ~(own & own >> step), both = own & own >> step;  // of a pair of cells
        const Word odd_after = odd >> (2 * step), both_after = both >> (2 * step);
        const Word ones = (odd | odd_after) & ~(odd & odd_after);  // an odd number of discs in the window
        const Word pairs = both | both_after, four = both & both_after;
        total += weights[1] * popcount(open & ones & ~pairs) + weights[3] * popcount(open & ones & pairs) +
                 weights[2] * popcount(open & ~ones & ~four & (pairs | (odd & odd_after))) +
                 weights[4] * popcount(open & four);
    }
    return total;
}

template <class Word>
int neighbour_power(const Board<Word>& board, Word discs, Word empty, Word playable, const Eval& eval) {
    int same = 0, playable_now = 0, playable_later = 0;
    for (int step : board.steps) {
        const Word beside = discs << step;
        same += popcount(beside & discs);
        playable_now += popcount(beside & playable);
        playable_later += popcount(beside & empty & ~playable);
    }
    return eval.neighbours[0] * same + eval.neighbours[1] * playable_now + eval.neighbours[2] * playable_later;
}

// The value of a position to a player.
template <class Word>
double evaluate(const Board<Word>& board, const Eval& eval, const Position<Word>& position, int player) {
    const Word own = position.stones[player], others = position.stones[1 - player];
    const auto weigh = [&](Word mine, Word theirs, const std::vector<int>& weights) {
        return board.connect == 4 && 3 * board.steps[3] < word_bits<Word> ? weigh_fours(board, mine, theirs, weights)
                                                                          : weigh_lines(board, mine, theirs, weights);
    };
    const auto open_lines = [&](Word against) { return board.count_lines(board.cells & ~against); };
    switch (eval.kind) {
        case EvalKind::potential_lines:
            return open_lines(others) - open_lines(own);
        case EvalKind::lines_and_potential:
            return board.count_lines(own) - board.count_lines(others) + open_lines(others) - open_lines(own);
        case EvalKind::filled_runs:
            return board.run_points(board.cells & ~others) - board.run_points(board.cells & ~own);
        case EvalKind::neighbours: {
            const Word empty = board.cells & ~(own | others);
            const Word playable = board.gravity ? board.landing(own | others) : empty;
            return neighbour_power(board, own, empty, playable, eval) -
                   neighbour_power(board, others, empty, playable, eval) +
                   static_cast<double>(eval.neighbours[3]) * (board.count_lines(own) - board.count_lines(others));
        }
        case EvalKind::quadruplets:
            return weigh(own, others, eval.own_lines) + weigh(others, own, eval.other_lines);
        case EvalKind::line_counts: {
            const bool mine = board.has_line(own), theirs = board.has_line(others);
            if (mine || theirs) return (mine ? eval.complete_line : 0.0) - (theirs ? eval.complete_line : 0.0);
            return weigh(own, others, eval.own_lines) - weigh(others, own, eval.own_lines);
        }
    }
    throw std::invalid_argument("unknown evaluation");
}

}  // namespace fourcast
