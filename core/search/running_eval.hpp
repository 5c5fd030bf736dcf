// The evaluation of the position that a search is at, updated disc by disc.
#pragma once

#include <algorithm>

#include "search/row_values.hpp"

namespace fourcast {

template <class Word>
class RunningEval {
public:
    // Evaluates for `player`.
    RunningEval(const Board<Word>& board, const Eval& eval, int player)
        : board_(board), eval_(eval), player_(player), uses_rows_(std::max(board.width, board.height) <= max_row) {
        if (!uses_rows_) return;
        list_rows();
        row_values_ = RowValues::find(
            {eval, player, board.connect, std::max(board.width, board.height), board.gravity, board.run_weights});
        values_ = row_values_->data();
    }
    RunningEval(const RunningEval&) = delete;

    void start(const Position<Word>& position) {
        state_ = {empty_rows_, {}};
        change({}, position);
    }

    Sums sums() const { return state_.sums; }

    // The sums at a position that the current one leads to by a disc.
    [[gnu::always_inline]] Sums after_disc(const Position<Word>& next, Word disc) const {
        if (!uses_rows_) return sums_of(next);
        Sums sums = state_.sums;
        for (const Place& place : places_[lowest_bit(disc)]) {
            const Row row = state_.rows[place.row];
            sums = sums + values_[row + place.disc[1 - next.turn]] - values_[row];
        }
        return sums;
    }

    // Goes to that position, which has these sums.
    void add_disc(const Position<Word>& next, Word disc, Sums sums) {
        if (uses_rows_) {
            for (const Place& place : places_[lowest_bit(disc)]) state_.rows[place.row] += place.disc[1 - next.turn];
        }
        state_.sums = sums;
    }

    // Goes back.
    void remove_disc(const Position<Word>& next, Word disc, Sums sums) {
        if (uses_rows_) {
            for (const Place& place : places_[lowest_bit(disc)]) state_.rows[place.row] -= place.disc[1 - next.turn];
        }
        state_.sums = sums;
    }

    // What is known of the position.
    struct State {
        std::array<Row, max_rows> rows{};  // those in use first
        Sums sums;
    };
    const State& state() const { return state_; }
    void restore(const State& state) { state_ = state; }

    // Goes from one position to any other.
    void change(const Position<Word>& from, const Position<Word>& to) {
        if (!uses_rows_) {
            state_.sums = sums_of(to);
            return;
        }
        for (int player = 0; player < 2; ++player) {
            for_each_bit(from.stones[player] & ~to.stones[player], [&](int bit) { put(player, bit, -1); });
        }
        for (int player = 0; player < 2; ++player) {
            for_each_bit(to.stones[player] & ~from.stones[player], [&](int bit) { put(player, bit, 1); });
        }
    }

    // The value of a position with these sums.
    double value(const Position<Word>& position, Sums sums) const {
        if (uses_rows_ && eval_.kind == EvalKind::neighbours && board_.gravity) {
            return static_cast<double>(sums.value() + playable_neighbours(position));
        }
        if (uses_rows_ && eval_.kind == EvalKind::line_counts && sums.has_lines()) {
            return (sums.has_line(player_) ? eval_.complete_line : 0.0) -
                   (sums.has_line(1 - player_) ? eval_.complete_line : 0.0);
        }
        return static_cast<double>(sums.value());
    }

private:
    // A cell of a row: the index of the row, and what a disc of each player adds to its number.
    struct Place {
        Row row, disc[2];
    };

    void list_rows() {
        int rows = 0;
        for (std::size_t direction = 0; direction < 4; ++direction) {
            const int step = board_.steps[direction];
            const Word continues = board_.cells & board_.cells << step;  // the cells with another one before them
            for_each_bit(board_.cells & ~continues, [&](int first) {
                int cells = 1;
                while (first + cells * step < word_bits<Word> && continues & Word{1} << (first + cells * step)) ++cells;
                for (int n = 0; n < cells; ++n) {
                    const int disc = powers_of_3[cells - 1 - n];
                    places_[first + n * step][direction] = {Row(rows), {Row(disc), Row(2 * disc)}};
                }
                empty_rows_[rows++] = empty_row(cells);
            });
        }
    }

    // What neighbours that can be played now are worth above other empty ones.
    int playable_neighbours(const Position<Word>& position) const {
        const Word playable = board_.landing(position.occupied());
        int count = 0;
        for (int step : board_.steps) {
            count += popcount(position.stones[player_] << step & playable) -
                     popcount(position.stones[1 - player_] << step & playable);
        }
        return (eval_.neighbours[1] - eval_.neighbours[2]) * count;
    }

    // Adds a disc, or with sign -1 removes it.
    void put(int player, int bit, int sign) {
        for (const Place& place : places_[bit]) {
            Row& row = state_.rows[place.row];
            state_.sums = state_.sums - values_[row];
            row += sign * place.disc[player];
            state_.sums = state_.sums + values_[row];
        }
    }

    Sums sums_of(const Position<Word>& position) const {
        const bool lines_end = board_.goal == Goal::first_line;
        return Sums::of(static_cast<std::int64_t>(evaluate(board_, eval_, position, player_)),
                        lines_end && board_.has_line(position.stones[0]),
                        lines_end && board_.has_line(position.stones[1]));
    }

    const Board<Word>& board_;
    const Eval& eval_;
    const int player_;
    const bool uses_rows_;  // otherwise the board is too large, and positions are evaluated as a whole
    std::array<std::array<Place, 4>, word_bits<Word>> places_;
    std::array<Row, max_rows> empty_rows_{};
    std::shared_ptr<const RowValues> row_values_;
    const Sums* values_ = nullptr;  // of rows, by their numbers
    State state_;
};

}  // namespace fourcast
