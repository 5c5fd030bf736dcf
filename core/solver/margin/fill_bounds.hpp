// Upper bounds of the final margin in games that fill the board: gravity, lines or points, no pop-outs left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/values.hpp"
#include "stop.hpp"

namespace fourcast {

// P is to move, Q the other side. GOOD rows are the top row and every second row below it, BAD rows the others, so that the
// next cell of a column is GOOD if the *rest* of the column, the number of its empty cells, is odd. Q plays by a fixed
// strategy. The boards on which the game can end then are a product of a few alternatives for every column, and P's best
// margin on them is an upper bound of what P can reach.
//
// EVEN NUMBER OF EMPTY CELLS. An even number of columns has an odd rest; Q puts them in pairs. Whenever P is to move, the
// columns with an odd rest are pairs without a new disc. Q answers:
//   - if P plays in a column with an even rest (a BAD cell), Q plays on top of it (a GOOD cell);
//   - if P takes the next cell of a paired column, Q takes that of its partner. Both rests are even from then on.
// So each pair has two ways, and everything above and in all other columns one: P gets the BAD cells, Q the GOOD ones.
//
// ODD NUMBER OF EMPTY CELLS. An odd number of columns has an odd rest; Q chooses one of them, the *single* column, and puts
// the others in pairs. Whenever P is to move, there is one single column, its rest is odd, the other columns with an odd
// rest are pairs without a new disc, and all other rests are even. Q answers:
//   - in a column with an even rest and in a pair, as above;
//   - if P plays in the single column (a GOOD cell) and does not fill it, Q plays on top of it (a BAD cell);
//   - if P fills the single column, Q starts a column with an even rest (a BAD cell), which is the single column from then
//     on; if there is none, Q takes the next cell of a paired column, and its partner is the single one. If there is no
//     pair either, the board is full.
// A column that has become single stays it until it is full. So in the first single column P gets the GOOD cells and Q the
// BAD ones. In every other column with an even rest 2j (for a pair: above its next cell) P gets the BAD cells of the lowest
// 2k cells and the GOOD cells above them, for some k from 0 to j: j + 1 ways. Each pair has two ways.
//
// P may be able to choose any of these boards, Q none of them; but Q chooses the single column.
template <class Word>
class FillBounds {
public:
    FillBounds(const Board<Word>& board, const SolverValues<Word>& values, StopCheck& check)
        : board_(board), values_(values), check_(check), first_ways_(static_cast<std::size_t>(board.bits())) {
        for (int row = board.height - 1; row >= 0; row -= 2) good_ |= board.bottom << row;
    }

    // If at most `limit`, an upper bound of the final margin of the side to move. Otherwise it is the margin on a board that
    // the best of Q's strategies allows, or `unknown`.
    int upper(Word own, Word other, int limit) {
        limit_ = limit;
        choice_count_ = 0;
        const Word landing = board_.landing(own | other), next_odd = landing & good_, next_even = landing & ~good_;
        Word odd[max_width];  // the next cell of every column with an odd rest
        int odd_count = 0;
        for_each_bit(next_odd, [&](int bit) { odd[odd_count++] = Word{1} << bit; });
        if (odd_count % 2 == 0) {
            const Word even_cells = board_.upwards(landing) & ~next_odd;
            for (int n = 0; n < odd_count; n += 2) add_pair(odd[n], odd[n + 1]);
            return max_margin(own | (even_cells & ~good_), other | (even_cells & good_));
        }
        for_each_bit(next_even, [&](int bit) { add_column(Word{1} << bit); });
        const int even_count = choice_count_;
        int least = unknown;
        for (int n = 0; n < odd_count && least > limit; ++n) {
            choice_count_ = even_count;
            const auto other_odd = [&](int k) { return odd[k < n ? k : k + 1]; };
            for (int k = 0; k + 1 < odd_count; k += 2) {
                const Word left = other_odd(k), right = other_odd(k + 1);
                add_pair(left, right);
                add_column(left << 1);
                add_column(right << 1);
            }
            const Word single = board_.upwards(odd[n]);
            least = std::min(least, max_margin(own | (single & good_), other | (single & ~good_)));
        }
        return least;
    }

    static constexpr int unknown = 30000;

private:
    static constexpr int max_width = Board<Word>::max_width;
    // Boards that are scored for one strategy of Q. Most answers take fewer than ten; near the start of a game a proof may
    // take thousands, and saves much more.
    static constexpr int max_scored = 8192;

    // Cells that P and Q divide up in one of several ways: a pair, or the rest of a column.
    struct Choice {
        Word cells;
        Word first;   // of a pair: P gets the first cell or the second one
        Word lowest;  // the lowest cell of each column
        int ways;
        std::uint8_t* first_way;  // to be tried first: where the last proof failed
    };

    void add_pair(Word first, Word second) {
        choices_[choice_count_++] = {first | second, first, first | second, 2, first_way(first)};
    }

    void add_column(Word lowest) {
        const Word cells = board_.upwards(lowest & board_.cells);
        if (!cells) return;
        choices_[choice_count_++] = {cells, Word{0}, lowest, popcount(cells) / 2 + 1, first_way(lowest)};
    }

    std::uint8_t* first_way(Word cell) { return &first_ways_[static_cast<std::size_t>(lowest_bit(cell))]; }

    // P's cells of a choice.
    Word share(const Choice& choice, int way) const {
        if (choice.first) return way ? choice.cells & ~choice.first : choice.first;
        const Word couples = (choice.lowest << (2 * way)) - Word{1};  // and all bits below
        return choice.cells & (good_ ^ couples);
    }

    // The greatest margin over all choices, if it is at most the limit; else one above it.
    int max_margin(Word own, Word other) {
        Word p = own, q = other, open{0}, lowest{0};
        for (int n = 0; n < choice_count_; ++n) {
            const Choice& choice = choices_[n];
            const Word cells = share(choice, *choice.first_way);
            p |= cells;
            q |= choice.cells & ~cells;
            open |= choice.cells;
            lowest |= choice.lowest;
        }
        const int first = values_.score(p) - values_.score(q);
        if (first > limit_) return first;
        greatest_ = first;
        scored_left_ = max_scored;
        return is_limited(0, own | lowest, own | open, other) || greatest_ > limit_ ? greatest_ : unknown;
    }

    // Whether all boards are at most the limit on which the choices from `n` on are still open. `own` has all of their cells
    // and `other` none: more discs never score less, so that this is as good for P as any of them. Along a column no
    // two cells that P gets of a choice touch, so that only the lowest can prolong a run: `upright` has P's discs and the
    // lowest cells of the choices, as far as Q has not got them.
    bool is_limited(int n, Word upright, Word own, Word other) {
        if (--scored_left_ < 0) return false;
        if (scored_left_ % 1024 == 0) check_();
        const int most = values_.score(upright, own) - values_.score(other);
        if (most <= limit_ || n == choice_count_) {
            greatest_ = std::max(greatest_, most);
            return most <= limit_;
        }
        const Choice& choice = choices_[n];
        const int first = *choice.first_way;
        for (int k = 0; k < choice.ways; ++k) {
            const int way = k == 0 ? first : k <= first ? k - 1 : k;
            const Word q_cells = choice.cells & ~share(choice, way);
            if (!is_limited(n + 1, upright & ~q_cells, own & ~q_cells, other | q_cells)) {
                *choice.first_way = static_cast<std::uint8_t>(way);
                return false;
            }
        }
        return true;
    }

    const Board<Word>& board_;
    const SolverValues<Word>& values_;
    StopCheck& check_;
    Word good_{0};
    std::vector<std::uint8_t> first_ways_;  // by the bit of the lowest cell
    Choice choices_[2 * max_width];
    int choice_count_ = 0, limit_ = 0, greatest_ = 0, scored_left_ = 0;
};

}  // namespace fourcast
