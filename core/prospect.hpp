// Between what the future of a position must lie, before anything is searched.
#pragma once

#include "future.hpp"
#include "values.hpp"

namespace fourcast {

template <class Number>
struct Between {
    Number low, high;
};

// A position that is not over; its present margin, and bounds of its future one: how much the final margin will differ
// from the present. All seen from the side to move.
template <class Word>
struct Prospect {
    Position<Word> position;
    int margin, low, high;

    Between<int> final_margin() const { return {margin + low, margin + high}; }

    Word own() const { return position.stones[position.turn]; }
    Word other() const { return position.stones[1 - position.turn]; }
};

template <class Word>
class Prospects {
public:
    Prospects(const Board<Word>& board, const Values<Word>& values, const Future<Word>& future)
        : board_(board), values_(values), future_(future), most_score_(values.score(board.cells)) {}

    Prospect<Word> of(const Position<Word>& position) const {
        Prospect<Word> found{position, 0, 0, 0};
        const Word own = found.own(), other = found.other(), empty = board_.cells & ~(own | other);
        const bool pops = future_.pops_left(position);
        if (values_.first_line()) {
            // The side to move wins with his next disc at the earliest, the other side with the one after it.
            const int empty_cells = popcount(empty);
            if (pops || board_.has_line(other | empty)) found.low = -values_.win(empty_cells - 2);
            if (pops || board_.has_line(own | empty)) found.high = values_.win(empty_cells - 1);
            return found;
        }
        const int own_score = values_.score(own), other_score = values_.score(other);
        found.margin = own_score - other_score;
        if (pops) {
            found.low = -most_score_ - found.margin;
            found.high = most_score_ - found.margin;
        } else {
            // Nobody scores more than with every empty cell on top of his discs, and nobody ever loses what he has.
            found.low = other_score - values_.score(other | empty);
            found.high = values_.score(own | empty) - own_score;
        }
        return found;
    }

private:
    const Board<Word>& board_;
    const Values<Word>& values_;
    const Future<Word>& future_;
    const int most_score_;
};

}  // namespace fourcast
