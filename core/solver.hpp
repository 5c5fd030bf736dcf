// The exact solver of first-line games with gravity: the score of a position under best play.
//
// Scores are seen from the side to move: 0 is a draw; a win is worth one more than the discs the winner has left.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver_bounds.hpp"
#include "solver_table.hpp"

namespace fourcast::exact {
extern int P[16];

// A position seen from the side to move, with its mirror image kept beside it.
template <class Word>
struct State {
    Word own{0}, other{0};
    Word mirrored_own{0}, mirrored_other{0};
    int empty_cells = 0;

    Word taken() const { return own | other; }
};

template <class Word, int K, class Table>
class Solver {
public:
    Solver(const Geometry<Word, K>& geometry, Table& table) : g_(geometry), bounds_(geometry), table_(table) {
        for (int column = 0; column < g_.width; ++column) {
            centre_[column] = g_.width - std::abs(2 * column - (g_.width - 1));
        }
    }

    std::uint64_t nodes = 0;
    bool use_bounds = true;

    // The exact score.
    int solve(const State<Word>& state) {
        const int cells = state.empty_cells;
        if (cells == 0) return 0;
        const Word landing = landing_of(state.taken());
        if (g_.threats(state.own, state.taken()) & landing) return (cells + 1) / 2;
        int low = -(cells / 2), high = (cells - 1) / 2;
        const auto ask = [&](int test) {  // whether the score is above `test`
            const int score = search(state, test, test + 1);
            if (score <= test) {
                high = std::min(high, score);
            } else {
                low = std::max(low, score);
            }
        };
        // Wins and losses that come soon are found fast, for the search is shallow then.
        for (int soon : {P[0], P[1], P[2]}) {
            if (low < high && high - soon > 0 && high - soon >= low) ask(high - soon);
            if (low < high && low + soon < 0 && low + soon < high) ask(low + soon);
        }
        // Then from the middle outwards.
        for (int step = 0; low < high; step = P[9] * step + 1) {
            if (low > 0) {
                ask(std::min(low + step, high - 1));
            } else if (high < 0) {
                ask(std::max(high - 1 - step, low));
            } else if (high > 0) {
                ask(0);
                step = -1;
                if (P[9] > 1) step = 0;
            } else {
                ask(-1);
                if (P[9] > 1) step = 0;
            }
        }
        return low;
    }

    // The score if it lies between alpha and beta, else a bound on that side. The side to move must not have a winning
    // move.
    int search(State<Word> state, int alpha, int beta) {
        ++nodes;
        int sign = 1;
        Word landing, threats, safe;
        // Follow forced moves.
        for (;;) {
            landing = landing_of(state.taken());
            threats = g_.threats(state.other, state.taken());
            safe = landing & ~(threats >> 1);
            const Word forced = landing & threats;
            if (forced) {
                if (forced & (forced - 1)) return -sign * (state.empty_cells / 2);
                safe &= forced;
            }
            if (!safe) return -sign * (state.empty_cells / 2);
            if (state.empty_cells <= 2) return 0;
            if (safe & (safe - 1)) break;
            state = after(state, safe, column_of(safe));
            sign = -sign;
            const int swapped = alpha;
            alpha = -beta;
            beta = -swapped;
        }
        const int cells = state.empty_cells;
        beta = std::min(beta, (cells - 1) / 2);
        alpha = std::max(alpha, -((cells - 2) / 2));
        if (alpha >= beta) return sign * (beta <= alpha && beta == (cells - 1) / 2 ? beta : alpha);

        const Word64 key = key_of(state);
        int table_move = -1, lower = -((cells - 2) / 2), upper = (cells - 1) / 2;
        Known known;
        if (table_.find(key, known)) {
            if (known.lower >= beta) return sign * known.lower;
            if (known.upper <= alpha) return sign * known.upper;
            lower = std::max(lower, known.lower);
            upper = std::min(upper, known.upper);
            if (lower == upper) return sign * lower;
            table_move = known.move;
            alpha = std::max(alpha, lower);
            beta = std::min(beta, upper);
        }
        if (use_bounds) {
            const int bound = bounds_.upper(state.own, state.other, landing, threats, cells);
            if (bound <= alpha) return sign * bound;
            if (bound < upper) {
                upper = bound;
                beta = std::min(beta, upper);
            }
        }
        // Look up the children.
        Child children[64];
        int count = 0;
        const Word own_threats = g_.threats(state.own, state.taken());
        const Word hopeless = g_.upwards(threats);
        const Word wanted = cells % 2 == 0 ? g_.bad : g_.good;
        for (int column = 0; column < g_.width; ++column) {
            const Word cell = safe & g_.columns[column];
            if (!cell) continue;
            Child& child = children[count++];
            child.state = after(state, cell, column);
            child.column = column;
            child.key = key_of(child.state);
            table_.prefetch(child.key);
            const Word mine = g_.threats(state.own | cell, state.taken() | cell);
            child.mine = mine;
            const Word fresh = mine & ~hopeless & ~own_threats;
            const Word soon = fresh & (landing << 1), later = fresh & (landing << 2);
            child.score = P[3] * popcount(fresh & wanted) + P[4] * popcount(fresh & ~wanted) + P[5] * centre_[column] +
                          P[6] * popcount(soon) + P[7] * popcount(later) + P[8] * popcount(mine & own_threats);
        }
        for (int n = 0; n < count && use_bounds && P[10]; ++n) {
            const State<Word>& child = children[n].state;
            const int bound =
                bounds_.upper(child.own, child.other, landing_of(child.taken()), children[n].mine, cells - 1);
            if (-bound >= beta) return sign * -bound;
        }
        for (int n = 0; n < count; ++n) {
            if (children[n].column == table_move) children[n].score += 10000;
            if (table_.find(children[n].key, known)) {
                if (-known.upper >= beta) return sign * -known.upper;
                if (-known.upper > alpha) alpha = -known.upper;
                children[n].upper = -known.lower;
            } else {
                children[n].upper = upper;
            }
        }
        std::sort(children, children + count, [](const Child& a, const Child& b) { return a.score > b.score; });
        const std::uint64_t before = nodes;
        int best = -1000, best_column = -1;
        const int first_alpha = alpha;
        for (int n = 0; n < count; ++n) {
            int score;
            if (children[n].upper <= alpha) {
                score = children[n].upper;
            } else {
                score = -search(children[n].state, -beta, -alpha);
            }
            if (score > best) {
                best = score;
                best_column = children[n].column;
            }
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        if (best >= beta) {
            lower = std::max(lower, best);
        } else {
            best = std::max(best, first_alpha > best ? best : best);
            upper = std::min(upper, std::max(best, first_alpha));
            if (best > first_alpha) lower = std::max(lower, best);
        }
        int work = 1;
        for (std::uint64_t w = nodes - before; w > 1; w >>= 1) ++work;
        table_.put(key, {lower, upper, best_column}, work);
        return sign * (best >= beta ? best : upper);
    }

    Word64 key_of(const State<Word>& state) const {
        const Word key = state.own + state.taken(),
                   mirror = state.mirrored_own + (state.mirrored_own | state.mirrored_other);
        return table_.mix(static_cast<Word64>(key < mirror ? key : mirror));
    }

    State<Word> after(const State<Word>& state, Word cell, int column) const {
        const int shift = (g_.width - 1 - 2 * column) * g_.stride;
        const Word mirrored = shift >= 0 ? cell << shift : cell >> -shift;
        return {state.other, state.own | cell, state.mirrored_other, state.mirrored_own | mirrored,
                state.empty_cells - 1};
    }

    Word landing_of(Word taken) const { return (taken + g_.bottom) & g_.cells; }

    int column_of(Word cell) const {
        int column = 0;
        while (!(g_.columns[column] & cell)) ++column;
        return column;
    }

private:
    struct Child {
        State<Word> state;
        Word mine;
        Word64 key;
        int column, score, upper;
    };

    const Geometry<Word, K> g_;
    const Bounds<Word, K> bounds_;
    Table& table_;
    int centre_[64];
};

}  // namespace fourcast::exact
