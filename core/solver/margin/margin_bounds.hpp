// Static bounds of the remaining margin: how much the final margin can differ from the present one.
#pragma once

#include "solver/margin/reduced_key.hpp"
#include "solver/null_windows.hpp"
#include "solver/values.hpp"

namespace fourcast {

struct MarginOptions {
    bool weak;           // only win, draw and loss
    bool static_bounds;  // false in tests: without fill_bounds.hpp and pop_bounds.hpp
    // Of the first turn of a search, see fill_solver.hpp; 0: without proof numbers.
    std::uint64_t turn_nodes;
    std::uint64_t max_nodes;
    int threads = 1;
    int worker = 0;  // which of several threads this is, from 1 on; 0 if the search is alone
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
        : board_(board), values_(values), reducer_(reducer), max_score_(values.score(board.cells)) {}

    BoundedPosition<Word> of(const Position<Word>& position) const {
        BoundedPosition<Word> result{position, 0, 0, 0, 0};
        const Word own = result.own(), other = result.other(), empty = board_.cells & ~(own | other);
        const bool pops = reducer_.has_pops(position);
        if (values_.is_first_line()) {
            const Word wins = board_.drifts ? Word{0} : board_.threats(own, own | other);
            const Word losses = board_.drifts ? Word{0} : board_.threats(other, own | other);
            result.advantage = 16 * (popcount(wins) - popcount(losses)) + board_.count_lines(own | empty) -
                               board_.count_lines(other | empty);
            if (pops) {
                result.low = -values_.win(0);
                result.high = values_.win(0);
            } else {
                bound_first_line(result, wins, losses);
            }
            return result;
        }
        const int own_score = values_.score(own), other_score = values_.score(other);
        result.margin = own_score - other_score;
        if (pops) {
            result.low = -max_score_ - result.margin;
            result.high = max_score_ - result.margin;
            result.advantage = 3 * (values_.score(own | empty) - values_.score(other | empty));
        } else {
            // A side scores at most as with all empty cells added to its discs, and never loses what it has.
            result.low = other_score - values_.score(other | empty);
            result.high = values_.score(own | empty) - own_score;
        }
        return result;
    }

private:
    // The side to move wins at once if it can, and loses if it has to answer two threats. Otherwise its own line takes at
    // least a move longer; so does the other side's if it has no threat at all (below a threat, the side to move may be
    // forced to play). Under drift, only whether a side can still have a line is certain.
    void bound_first_line(BoundedPosition<Word>& result, Word wins, Word losses) const {
        const Word own = result.own(), other = result.other(), empty = board_.cells & ~(own | other);
        const Word playable = board_.gravity ? board_.landing(own | other) : empty;
        const int cells = popcount(empty);
        if (wins & playable) {
            result.low = result.high = values_.win(cells - 1);
        } else if (popcount(losses & playable) > 1) {
            result.low = result.high = -values_.win(cells - 2);
        } else {
            if (board_.has_line(other | empty)) result.low = -values_.win(cells - (losses ? 2 : 4));
            if (board_.has_line(own | empty)) result.high = values_.win(cells - 3);
        }
    }

    const Board<Word>& board_;
    const SolverValues<Word>& values_;
    const KeyReducer<Word>& reducer_;
    const int max_score_;
};

}  // namespace fourcast
