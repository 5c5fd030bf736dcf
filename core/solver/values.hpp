// The values of finished games: the C++ implementation of src/fourcast/solver/solution.py, which is the definition.
#pragma once

#include "position.hpp"

namespace fourcast {

template <class Word>
class SolverValues {
public:
    explicit SolverValues(const Board<Word>& board)
        : board_(board),
          counts_discs_left_(board.goal == Goal::first_line && board.pop_rule == PopRule::none && !board.drifts) {}

    bool is_first_line() const { return board_.goal == Goal::first_line; }

    // Lines or points of one side's discs; 0 if the first line wins. More discs never score less.
    int score(Word stones) const { return score(stones, stones); }

    // Along columns the discs of `upright` count, along rows and diagonals those of `stones`.
    [[gnu::always_inline]] int score(Word upright, Word stones) const {
        if (is_first_line()) return 0;
        return board_.goal == Goal::most_lines ? board_.count_lines(upright, stones)
                                               : board_.run_points(upright, stones);
    }

    // By how much the side to move leads; 0 if the first line wins.
    int margin(const Position<Word>& position) const {
        return score(position.stones[position.turn]) - score(position.stones[1 - position.turn]);
    }

    // The value of a first line to its owner, with so many cells empty after it.
    int win(int empty_cells) const { return counts_discs_left_ ? (empty_cells + 2) / 2 : 1; }

    // The value of a finished position to the side to move.
    int terminal_value(const Position<Word>& position, const Outcome& outcome) const {
        if (!is_first_line()) return outcome.scores[position.turn] - outcome.scores[1 - position.turn];
        if (outcome.winner < 0) return 0;
        const int value = win(empty_cells(position));
        return outcome.winner == position.turn ? value : -value;
    }

    int empty_cells(const Position<Word>& position) const {
        return board_.width * board_.height - popcount(position.occupied());
    }

private:
    const Board<Word>& board_;
    const bool counts_discs_left_;
};

}  // namespace fourcast
