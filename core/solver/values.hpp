// What finished games are worth: the twin of src/fourcast/solve/values.py, which is the definition.
#pragma once

#include "position.hpp"

namespace fourcast {

template <class Word>
class Values {
public:
    explicit Values(const Board<Word>& board)
        : board_(board),
          counts_discs_left_(board.goal == Goal::first_line && board.pop_rule == PopRule::none && !board.drifts) {}

    bool first_line() const { return board_.goal == Goal::first_line; }

    // Lines or points of one side's discs; 0 where only the first line counts. More discs never score less.
    int score(Word stones) const {
        if (first_line()) return 0;
        return board_.goal == Goal::most_lines ? board_.count_lines(stones) : board_.run_points(stones);
    }

    // What a first line is worth to its owner with so many cells empty after it.
    int win(int empty_cells) const { return counts_discs_left_ ? (empty_cells + 2) / 2 : 1; }

    // What a finished position is worth to the side to move.
    int end(const Position<Word>& position, const Outcome& outcome) const {
        if (!first_line()) return outcome.scores[position.turn] - outcome.scores[1 - position.turn];
        if (outcome.winner < 0) return 0;
        const int worth = win(empty_cells(position));
        return outcome.winner == position.turn ? worth : -worth;
    }

    int empty_cells(const Position<Word>& position) const {
        return board_.width * board_.height - popcount(position.occupied());
    }

    // The empty cells that would complete a line.
    Word threats(Word stones, Word taken) const {
        Word found{0};
        for (int step : board_.steps) {
            for (int gap = 0; gap < board_.connect; ++gap) {
                Word starts = board_.cells | ~board_.cells, shifted = stones;
                for (int n = 0; n < board_.connect; ++n) {
                    if (n != gap) starts &= shifted;
                    shifted = shifted >> step;
                }
                for (int n = 0; n < gap; ++n) starts = starts << step;
                found |= starts;
            }
        }
        return found & board_.cells & ~taken;
    }

private:
    const Board<Word>& board_;
    const bool counts_discs_left_;
};

}  // namespace fourcast
