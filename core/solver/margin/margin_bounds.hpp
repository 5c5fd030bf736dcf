// Static bounds of the remaining margin: how much the final margin can differ from the present one.
#pragma once

#include "solver/margin/reduced_key.hpp"
#include "solver/null_windows.hpp"
#include "solver/values.hpp"

namespace fourcast {

struct MarginOptions {
    bool weak;           // only win, draw and loss
    bool static_bounds;  // false in tests: search without the follow-up bound
    std::uint64_t max_nodes;
};

// A position that is not over, its present margin and bounds of its remaining margin, all seen from the side to move.
template <class Word>
struct BoundedPosition {
    Position<Word> position;
    int margin, low, high;
    int advantage;  // an estimate beyond the bounds, for move ordering

    // Of the final margin.
    template <class Number>
    Range<Number> range() const {
        return {static_cast<Number>(margin + low), static_cast<Number>(margin + high)};
    }

    Word own() const { return position.stones[position.turn]; }
    Word other() const { return position.stones[1 - position.turn]; }
};

template <class Word>
class MarginBounds {
public:
    MarginBounds(const Board<Word>& board, const SolverValues<Word>& values, const KeyReducer<Word>& reducer)
        : board_(board), values_(values), reducer_(reducer), max_score_(values.score(board.cells)) {
        for (int row = board.height - 1; row >= 0; row -= 2) good_ |= board.bottom << row;
    }

    BoundedPosition<Word> of(const Position<Word>& position) const {
        BoundedPosition<Word> result{position, 0, 0, 0, 0};
        const Word own = result.own(), other = result.other(), empty = board_.cells & ~(own | other);
        const bool pops = reducer_.has_pops(position);
        if (values_.is_first_line()) {
            if (pops) {
                result.low = -values_.win(0);
                result.high = values_.win(0);
            } else {
                bound_first_line(result, own, other, empty);
            }
            return result;
        }
        const int own_score = values_.score(own), other_score = values_.score(other);
        result.margin = own_score - other_score;
        if (pops) {
            result.low = -max_score_ - result.margin;
            result.high = max_score_ - result.margin;
        } else {
            // A side scores at most as with all empty cells added to its discs, and never loses what it has.
            result.low = other_score - values_.score(other | empty);
            result.high = values_.score(own | empty) - own_score;
        }
        return result;
    }

    // Lowers the upper bound of a game of lines or points that fills the board, by a strategy of the other side.
    //
    // The argument is that of FOLLOWING in solver/first_line/bounds.hpp, without blocked columns: P is to move, Q the
    // other side, rows count from 1, GOOD rows are those with r ≡ H (mod 2), so that the top row is one. Let the number of
    // empty cells be even. The next cell of a column is in a GOOD row if the column has an odd number of empty cells; call
    // it an *odd* cell. Q follows:
    //   - if P plays in a column with an even number of empty cells (a BAD cell), Q plays on top of it (a GOOD cell);
    //   - if P takes an odd cell, Q takes another one. There is one, because the number of odd cells is even, like the
    //     number of empty cells. Both columns have an even number of empty cells from then on.
    // So whenever P is to move, the odd cells are those of the beginning in whose columns no disc was dropped, and P never
    // gets a GOOD cell that cannot be played now. On the full board Q has at least those, and P at most all others. More
    // discs never score less, so P's final margin is at most that of a board filled in this way.
    void apply_follow_up(BoundedPosition<Word>& bounded) const {
        const bool fills_board = board_.gravity && !values_.is_first_line() && !reducer_.has_pops(bounded.position);
        if (!fills_board || values_.empty_cells(bounded.position) % 2 != 0) return;
        const Word p = bounded.own(), q = bounded.other(), empty = board_.cells & ~(p | q);
        const Word answers = empty & good_ & ~board_.landing(p | q);
        const int final_margin = values_.score(p | (empty & ~answers)) - values_.score(q | answers);
        bounded.high = std::min(bounded.high, final_margin - bounded.margin);
    }

private:
    // The side to move wins at once if it can, and loses if it has to answer two threats. Otherwise its own line takes at
    // least a move longer; so does the other side's if it has no threat at all (below a threat, the side to move may be
    // forced to play). Under drift, only whether a side can still have a line is certain.
    void bound_first_line(BoundedPosition<Word>& result, Word own, Word other, Word empty) const {
        const Word playable = board_.gravity ? board_.landing(own | other) : empty;
        const Word wins = board_.drifts ? Word{0} : board_.threats(own, own | other);
        const Word losses = board_.drifts ? Word{0} : board_.threats(other, own | other);
        const int cells = popcount(empty);
        if (wins & playable) {
            result.low = result.high = values_.win(cells - 1);
        } else if (popcount(losses & playable) > 1) {
            result.low = result.high = -values_.win(cells - 2);
        } else {
            if (board_.has_line(other | empty)) result.low = -values_.win(cells - (losses ? 2 : 4));
            if (board_.has_line(own | empty)) result.high = values_.win(cells - 3);
            result.advantage = 16 * (popcount(wins) - popcount(losses)) + board_.count_lines(own | empty) -
                               board_.count_lines(other | empty);
        }
    }

    const Board<Word>& board_;
    const SolverValues<Word>& values_;
    const KeyReducer<Word>& reducer_;
    const int max_score_;
    Word good_{0};
};

}  // namespace fourcast
