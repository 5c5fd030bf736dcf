// The exact solver of first-line games with gravity: the score of a position under best play.
//
// Scores are seen from the side to move: 0 is a draw; a win is worth one more than the discs the winner has left; a loss
// is worth what the win is to the other side, with a minus.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "solver_bounds.hpp"
#include "solver_table.hpp"

namespace fourcast::exact {

// A position seen from the side to move, with its mirror image kept beside it.
template <class Word>
struct State {
    Word own{0}, other{0};
    Word mirrored_own{0}, mirrored_other{0};
    int empty_cells = 0;

    Word taken() const { return own | other; }
};

// What is known of a score: it lies between the two.
struct Range {
    int low, high;
};

// How much a move is worth trying first, by what it does.
struct MoveWeights {
    int threat_wanted = 12;  // a new threat in a row of the parity that serves the mover in the end
    int threat_other = 8;    // a new threat elsewhere
    int threat_soon = 5;     // on top of that, if it lies right above a cell that can be played now
    int centre = 1;
};

template <class Word, int K, class Poll>
class Solver {
public:
    using Table = TableFor<Word>;

    Solver(const Geometry<Word, K>& geometry, Table& table, Poll& poll)
        : g_(geometry), bounds_(geometry), table_(table), poll_(poll) {
        for (int column = 0; column < g_.width; ++column) {
            centre_[column] = weights_.centre * (g_.width - std::abs(2 * column - (g_.width - 1)));
        }
    }

    std::uint64_t nodes() const { return nodes_; }

    // For the tests: search without the static bounds.
    void trust_bounds(bool trusted) { use_bounds_ = trusted; }

    // Narrows `range` to the exact score, or, if `weak`, until it tells win, draw and loss apart. What the poll throws
    // leaves in `range` what is known by then.
    void solve(const State<Word>& state, Range& range, bool weak) {
        const int cells = state.empty_cells;
        if (g_.has_line(state.other)) {
            range = {-((cells + 2) / 2), -((cells + 2) / 2)};
            return;
        }
        if (cells == 0) {
            range = {0, 0};
            return;
        }
        if (g_.threats(state.own, state.taken()) & landing_of(state.taken())) {
            range = {(cells + 1) / 2, (cells + 1) / 2};
            return;
        }
        range = {std::max(range.low, -(cells / 2)), std::min(range.high, (cells - 1) / 2)};
        const auto settled = [&] { return range.low >= range.high || (weak && (range.low > 0 || range.high < 0)); };
        const auto ask = [&](int test) {  // whether the score is above `test`
            const int score = search(state, test, test + 1);
            if (score <= test) {
                range.high = std::min(range.high, score);
            } else {
                range.low = std::max(range.low, score);
            }
        };
        // Wins and losses that come soon are found fast: the search cannot go deep then.
        for (int soon : {2, 4, 6}) {
            if (!settled() && range.high - soon > 0 && range.high - soon >= range.low) ask(range.high - soon);
            if (!settled() && range.low + soon < 0 && range.low + soon < range.high) ask(range.low + soon);
        }
        // Then from the middle outwards.
        for (int step = 0; !settled(); ++step) {
            if (range.low > 0) {
                ask(std::min(range.low + step, range.high - 1));
            } else if (range.high < 0) {
                ask(std::max(range.high - 1 - step, range.low));
            } else {
                ask(range.high > 0 ? 0 : -1);
                step = -1;
            }
        }
    }

    // The state after a disc on a cell of a column.
    State<Word> after(const State<Word>& state, Word cell, int column) const {
        const int shift = (g_.width - 1 - 2 * column) * g_.stride;
        const Word mirrored = shift >= 0 ? cell << shift : cell >> -shift;
        return {state.other, state.own | cell, state.mirrored_other, state.mirrored_own | mirrored,
                state.empty_cells - 1};
    }

    Word landing_of(Word taken) const { return (taken + g_.bottom) & g_.cells; }

private:
    using Key = typename Table::Key;

    struct Child {
        State<Word> state;
        Word threats;  // of the side that has just moved
        Key key;
        int column, score, at_most;
    };

    // The score if it lies between alpha and beta, else a bound on that side of the window: at most what is returned if
    // that is not above alpha, at least it if not below beta. The side to move must not have a winning move.
    int search(State<Word> state, int alpha, int beta) {
        if ((++nodes_ & 1023) == 0) poll_(nodes_);
        int sign = 1;
        Word landing, threats, safe;
        for (;;) {  // follow forced moves
            landing = landing_of(state.taken());
            threats = g_.threats(state.other, state.taken());
            safe = landing & ~(threats >> 1);
            const int lost = -sign * (state.empty_cells / 2);
            if (const Word forced = landing & threats) {
                if (several(forced)) return lost;
                safe &= forced;
            }
            if (!safe) return lost;
            if (state.empty_cells <= 2) return 0;
            if (several(safe)) break;
            state = after(state, safe, g_.column_of(safe));
            sign = -sign;
            alpha = -std::exchange(beta, -alpha);
        }
        const int cells = state.empty_cells;
        // Nobody wins with his next move.
        int lower = -((cells - 2) / 2), upper = (cells - 1) / 2;
        if (lower >= beta) return sign * lower;
        if (upper <= alpha) return sign * upper;

        const Key key = key_of(state);
        int table_move = -1;
        Known known;
        if (table_.find(key, known)) {
            lower = std::max(lower, known.lower);
            upper = std::min(upper, known.upper);
            table_move = known.move;
        }
        if (use_bounds_ && upper > alpha) {
            upper = std::min(upper, bounds_.upper(state.own, state.other, landing, threats, cells));
        }
        if (lower >= beta || lower >= upper) return sign * lower;
        if (upper <= alpha) return sign * upper;
        alpha = std::max(alpha, lower);
        beta = std::min(beta, upper);

        Child children[max_width];
        const int count = list_children(state, safe, landing, threats, upper, children);
        for (int n = 0; n < count; ++n) {
            Child& child = children[n];
            if (child.column == table_move) child.score += 1 << 20;
            int at_least = -child_upper(child, cells - 1);
            if (at_least >= beta) return sign * at_least;
            if (table_.find(child.key, known)) {
                at_least = std::max(at_least, -known.upper);
                if (at_least >= beta) return sign * at_least;
                child.at_most = std::min(child.at_most, -known.lower);
            }
            alpha = std::max(alpha, at_least);
            lower = std::max(lower, at_least);
        }
        const std::uint64_t before = nodes_;
        int best = lower, best_column = -1;
        for (int tried = 0; tried < count && best < beta; ++tried) {
            bring_best_forward(children, tried, count);
            const Child& child = children[tried];
            const int score = child.at_most <= alpha ? child.at_most : -search(child.state, -beta, -alpha);
            if (score > best || best_column < 0) best_column = child.column;
            best = std::max(best, score);
            alpha = std::max(alpha, best);
        }
        // Below beta every move has been tried, and none is better than alpha has become.
        if (best >= beta) {
            lower = best;
        } else {
            upper = std::min(upper, std::max(best, alpha));
        }
        table_.put(key, {lower, std::max(lower, upper), best_column}, work_of(nodes_ - before));
        return sign * (best >= beta ? best : upper);
    }

    int list_children(const State<Word>& state, Word safe, Word landing, Word threats, int upper, Child* children) {
        const Word own_threats = g_.threats(state.own, state.taken());
        const Word counted =
            ~(g_.upwards(threats) | own_threats);  // nothing above an opponent's threat is worth a thing
        const Word wanted = state.empty_cells % 2 == 0 ? g_.bad : g_.good;
        int count = 0;
        for (int column = 0; column < g_.width; ++column) {
            const Word cell = safe & g_.columns[column];
            if (!cell) continue;
            Child& child = children[count++];
            child.state = after(state, cell, column);
            child.key = key_of(child.state);
            table_.prefetch(child.key);
            child.threats = g_.threats(state.own | cell, state.taken() | cell);
            const Word fresh = child.threats & counted;
            child.score = weights_.threat_wanted * popcount(fresh & wanted) +
                          weights_.threat_other * popcount(fresh & ~wanted) +
                          weights_.threat_soon * popcount(fresh & landing << 1) + centre_[column];
            child.column = column;
            child.at_most = upper;
        }
        return count;
    }

    int child_upper(const Child& child, int cells) const {
        if (!use_bounds_) return no_bound;
        const State<Word>& state = child.state;
        return bounds_.upper(state.own, state.other, landing_of(state.taken()), child.threats, cells);
    }

    static void bring_best_forward(Child* children, int from, int count) {
        int best = from;
        for (int n = from + 1; n < count; ++n) {
            if (children[n].score > children[best].score) best = n;
        }
        if (best != from) std::swap(children[from], children[best]);
    }

    static bool several(Word cells) { return static_cast<bool>(cells & (cells - 1)); }

    static int work_of(std::uint64_t nodes) { return 64 - std::countl_zero(nodes | 1); }

    // Own discs and all discs added: the carry marks the height of every column, so no two positions share a key.
    Key key_of(const State<Word>& state) const {
        const Word key = state.own + state.taken();
        const Word mirror = state.mirrored_own + (state.mirrored_own | state.mirrored_other);
        return table_.mix(key < mirror ? key : mirror);
    }

    const Geometry<Word, K> g_;
    const Bounds<Word, K> bounds_;
    const MoveWeights weights_{};
    Table& table_;
    Poll& poll_;
    int centre_[max_width];
    std::uint64_t nodes_ = 0;
    bool use_bounds_ = true;
};

}  // namespace fourcast::exact
