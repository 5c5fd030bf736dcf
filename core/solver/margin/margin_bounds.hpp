// Between what the future of a position must lie, before anything is searched.
#pragma once

#include "solver/margin/reduced_key.hpp"
#include "solver/values.hpp"

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
    int lean;  // how it looks beyond that, for the order in which moves are tried

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
        Prospect<Word> found{position, 0, 0, 0, 0};
        const Word own = found.own(), other = found.other(), empty = board_.cells & ~(own | other);
        const bool pops = future_.pops_left(position);
        if (values_.first_line()) {
            if (pops) {
                found.low = -values_.win(0);
                found.high = values_.win(0);
            } else {
                first_line(found, own, other, empty);
            }
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
    // The side to move wins at once if it can, and loses if it has two threats to meet. Else its own line takes a move
    // longer, and so does the other side's if there is no threat at all: below one it may have to play. Where luck has its
    // say, all that is sure is who can still have a line.
    void first_line(Prospect<Word>& found, Word own, Word other, Word empty) const {
        const Word playable = board_.gravity ? board_.landing(own | other) : empty;
        const Word wins = board_.drifts ? Word{0} : values_.threats(own, own | other);
        const Word losses = board_.drifts ? Word{0} : values_.threats(other, own | other);
        const int cells = popcount(empty);
        if (wins & playable) {
            found.low = found.high = values_.win(cells - 1);
        } else if (popcount(losses & playable) > 1) {
            found.low = found.high = -values_.win(cells - 2);
        } else {
            if (board_.has_line(other | empty)) found.low = -values_.win(cells - (losses ? 2 : 4));
            if (board_.has_line(own | empty)) found.high = values_.win(cells - 3);
            found.lean = 16 * (popcount(wins) - popcount(losses)) + board_.count_lines(own | empty) -
                         board_.count_lines(other | empty);
        }
    }

    const Board<Word>& board_;
    const Values<Word>& values_;
    const Future<Word>& future_;
    const int most_score_;
};

}  // namespace fourcast
