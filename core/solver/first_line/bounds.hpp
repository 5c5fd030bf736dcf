// Static bounds: the most that the side to move can get, argued from a strategy of the other side.
//
// P is to move and has no winning move; Q is the other side and has no winning move either. Rows count from 1 at the
// bottom; H is the height. GOOD rows are those with r ≡ H (mod 2), BAD rows the others. R is the number of empty cells.
//
// FOLLOWING. Call a column *blocked* at row r if Q has a threat there that cannot be played now, and both sides avoid the
// cell below it as long as they can: P would lose by playing there, Q would waste the threat. The cells of a blocked
// column up to row r − 2, and all cells of the other columns, are *neutral*. If the number of neutral cells is even, Q can
// answer every neutral move of P: in the same column or, if P has taken the one odd cell at the bottom of an odd stretch,
// at the bottom of another odd stretch (their number is even). Against these answers, P gets at most
//   - the cells that can be played now,
//   - in a column whose neutral cells end at a GOOD row (unblocked, or blocked at a GOOD row): the BAD cells,
//   - in a column blocked at a BAD row: the GOOD cells,
// in blocked columns only below the threat. (The cell right below a threat is among them: P plays it last, and loses.)
// If there is no line in P's discs together with all these, P never completes one. When no neutral cell is left, P is to
// move. With a blocked column, P must play below a threat, and Q wins with at least Σ (H − r + 2) − 2 cells left, the sum
// over the blocked columns: a score of at most −⌊Σ (H − r + 2) / 2⌋. Without one, the board is full: at most 0.
//
// A block at a GOOD row leaves the parity of the neutral cells as that of R, one at a BAD row changes it. So for even R
// all GOOD threats block, and perhaps two BAD ones; for odd R all GOOD ones and one BAD one.
//
// The same argument without blocks bounds margins: MarginBounds::apply_follow_up in solver/margin/margin_bounds.hpp.
#pragma once

#include <algorithm>

#include "solver/first_line/geometry.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

constexpr int no_bound = 1000;

template <class Word, KnownShape S>
class StaticBounds {
public:
    explicit StaticBounds(GeometryReference<Word, S> geometry) : g_(geometry) {}

    // An upper bound of P's score, or no_bound. `threats` are Q's.
    int upper(Word p, Word q, Word landing, Word threats, int empty_cells) const {
        const Word empty = g_->cells & ~(p | q);
        const int bound = follow(p, q, empty, landing, threats & ~landing, empty_cells);
        // If all empty cells do not complete a line, P cannot win, whatever Q does.
        return bound > 0 && !g_->has_line(p | empty) ? 0 : bound;
    }

    // The best bound with so many more of the BAD blocks. `reach`: P's cells; `left`: the sum over the blocks so far.
    template <int Blocks>
    int add_blocks(Word p, Word empty, Word landing, Word reach, Word good, Word bad, int left) const {
        if constexpr (Blocks == 0) {
            return g_->has_line(p | reach) ? no_bound : -((sum(good) + left) / 2);
        } else {
            int best = no_bound;
            while (bad) {
                const Word block = bad & (Word{0} - bad), column = g_->columns[g_->column_of(block)];
                bad &= bad - 1;
                best = std::min(best, add_blocks<Blocks - 1>(p, empty, landing,
                                                             (reach & ~column) | below(block, column, empty, landing),
                                                             good & ~column, bad, left + cells_from(block)));
            }
            return best;
        }
    }

    // CLAIMING. For even R and no block, Q gets every GOOD empty cell that cannot be played now. If Q's discs with them
    // hold a line along a row or a diagonal whose highest such cell is in row r, Q completes it at the latest when all
    // else is full: with H − r cells left.
    int owned_line(Word q, Word empty, Word landing) const {
        const Word owned = empty & g_->good & ~landing;
        if (!g_->has_flat_line(q | owned)) return 0;
        Word rows{0};
        for (int row = 1; row <= g_->height; ++row) {
            rows |= g_->bottom << (row - 1);
            if ((row - g_->height) % 2 == 0 && g_->has_flat_line(q | (owned & rows))) return 1 + (g_->height - row) / 2;
        }
        return 0;
    }

private:
    int follow(Word p, Word q, Word empty, Word landing, Word threats, int empty_cells) const {
        const Word good = g_->lowest(threats & g_->good), blocked = g_->upwards(good);
        const Word reach = (landing | (empty & g_->bad)) & ~blocked;  // P's cells without a block at a BAD row
        const Word bad = g_->lowest(threats & g_->bad & ~blocked);    // a BAD threat must be below any GOOD one
        if (empty_cells % 2 != 0) return add_blocks<1>(p, empty, landing, reach, good, bad, 0);
        if (g_->has_line(p | reach)) return add_blocks<2>(p, empty, landing, reach, good, bad, 0);
        return good ? -sum(good) / 2 : -owned_line(q, empty, landing);
    }

    // P's cells in a column blocked at a BAD row.
    Word below(Word block, Word column, Word empty, Word landing) const {
        return (landing | (empty & g_->good)) & column & (block - 1);
    }

    // H − r + 2, the cells from that below a threat upwards.
    int cells_from(Word block) const { return g_->height - g_->row_of(block) + 2; }

    int sum(Word blocks) const {
        int total = 0;
        for (; blocks; blocks &= blocks - 1) total += cells_from(blocks);
        return total;
    }

    const GeometryReference<Word, S> g_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
