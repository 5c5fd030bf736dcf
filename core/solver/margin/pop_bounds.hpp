// Upper bounds of the final margin in games with gravity and limited pop-outs, whether or not any are left.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "position.hpp"
#include "solver/values.hpp"
#include "stop.hpp"

namespace fourcast {

// P is to move, Q the other side. Q plays by the strategies of fill_bounds.hpp, and answers a pop-out of P by a drop in the
// same column: all rests are as before, and Q can go on. The discs of the column have moved down by one, with Q's on top.
//
// EVEN NUMBER OF EMPTY CELLS. A drop and a pop-out both change this number by one, so that it is even whenever P is to move.
// Q can always drop a disc, and needs no pop-out.
//
// ODD NUMBER OF EMPTY CELLS. Q can drop a disc until the board is full and Q is to move. If Q has no pop-outs then, the game is
// over. Otherwise Q has to use one: always in the same column C, chosen in advance. P may use pop-outs of its own, in other
// columns, and Q answers them as before; the only other move is the drop into C, which leaves Q on a full board again. So in
// the end the discs of C have moved down by as many as Q had pop-outs, with P's on top.
//
// What P and Q do in a column fixes how it ends: the *ways* of a column are those of fill_bounds.hpp, with P's pop-outs
// between any two answers of Q. The boards on which the game can end are a product of ways with no more pop-outs than P
// has left. P's best margin on them is an upper bound of what P can reach, and Q chooses the single column and C.
//
// If the first line wins, P's discs at any time are among those that P has on one of these boards: a column from which P has not
// popped yet has a way to end without this pop-out, and boards between Q's last pop-outs count as ends. If P has no line on
// any of them, P does not win: the bound is 0.
template <class Word>
class PopBounds {
public:
    PopBounds(const Board<Word>& board, const SolverValues<Word>& values, StopCheck& check)
        : board_(board), values_(values), check_(check) {}

    // If at most `limit`, an upper bound of the final margin of the side to move in a game that is not over. Otherwise it is
    // the margin on a board that the best of Q's strategies allows, or `unknown`.
    int upper(const Position<Word>& position, int limit) {
        const int p = position.turn, q = 1 - p;
        if (position.pops[p] > max_pops || (values_.is_first_line() && limit < 0)) return unknown;
        pops_ = position.pops[p];
        limit_ = limit;
        own_ = position.stones[p];
        int empty_cells = 0;
        for (int column = 0; column < board_.width; ++column) {
            can_pop_[column] = column % 2 == p;
            height_[column] = popcount(position.occupied() & board_.columns[column]);
            empty_cells += rest(column);
        }
        is_odd_ = empty_cells % 2;
        forced_pops_ = is_odd_ && q < board_.width ? position.pops[q] : 0;
        if (!is_odd_) return best_margin(-1);
        int least = unknown;
        const int forced_end = forced_pops_ ? board_.width : q + 1;
        for (forced_column_ = q; forced_column_ < forced_end && least > limit; forced_column_ += 2) {
            for (int single = 0; single < board_.width && least > limit; ++single) {
                if (rest(single) % 2) least = std::min(least, best_margin(single));
            }
        }
        return least;
    }

    static constexpr int unknown = 30000;

private:
    static constexpr int max_width = Board<Word>::max_width;
    static constexpr int max_pops = 2;       // P's; more have too many ways
    static constexpr int max_scored = 8192;  // boards that are scored for one strategy of Q

    enum class Phase { follow, single };  // of a column, while P is to move and its rest is even or odd

    struct Way {
        Word cells;  // P's at the end
        int pops;    // P's pop-outs that it takes
    };
    // A pair of columns, or another column.
    struct Group {
        std::size_t first, last;              // of its ways
        std::array<Word, max_pops + 1> most;  // by P's pop-outs left: all cells that P has in any way
    };

    int rest(int column) const { return board_.height - height_[column]; }

    // P's best margin if Q chooses a single column, -1 if there is none. If it is above the limit, any such margin.
    int best_margin(int single) {
        check_();  // on large boards this takes long
        ways_.clear();
        group_count_ = 0;
        int partner = -1;
        for (int column = 0; column < board_.width; ++column) {
            const std::size_t first = ways_.size();
            if (column == single || rest(column) % 2 == 0) {
                const auto phase = column == single ? Phase::single : Phase::follow;
                list_ways(ways_, column, phase, height_[column], {own_ & board_.columns[column], 0});
                add_group(first);
            } else if (partner < 0) {
                partner = column;
            } else {
                list_pair(partner, column);
                add_group(first);
                partner = -1;
            }
        }
        Word likely{0};  // the last way of a group takes no pop-out
        for (int n = 0; n < group_count_; ++n) likely |= ways_[groups_[n].last - 1].cells;
        if (const int margin = margin_of(likely); margin > limit_) return margin;
        greatest_ = -unknown;
        scored_left_ = max_scored;
        return is_limited(0, Word{0}, pops_) || greatest_ > limit_ ? greatest_ : unknown;
    }

    void add_group(std::size_t first) {
        Group& group = groups_[group_count_++];
        group = {first, ways_.size(), {}};
        for (std::size_t n = first; n < ways_.size(); ++n) {
            for (int pops = ways_[n].pops; pops <= pops_; ++pops) group.most[pops] |= ways_[n].cells;
        }
    }

    // Adds all ways in which a column can end. P is to move, `way` is what has happened so far.
    void list_ways(std::vector<Way>& ways, int column, Phase phase, int height, Way way) const {
        if (can_pop_again(column, height, way)) list_ways(ways, column, phase, height, after_pop(column, way));
        if (height == board_.height) {
            for (int n = 0; n < forced_pops_ && column == forced_column_; ++n) {
                if (values_.is_first_line()) ways.push_back(way);
                way.cells = (way.cells >> 1 & board_.columns[column]) | board_.cell(column, height - 1);
            }
            ways.push_back(way);
            return;
        }
        const Way after_drop{way.cells | board_.cell(column, height), way.pops};
        if (phase == Phase::follow) {
            list_ways(ways, column, Phase::follow, height + 2, after_drop);
            if (is_odd_) list_ways(ways, column, Phase::single, height + 1, way);
        } else if (height + 1 == board_.height) {
            list_ways(ways, column, Phase::follow, height + 1, after_drop);
        } else {
            list_ways(ways, column, Phase::single, height + 2, after_drop);
        }
    }

    // Adds the ways of two columns with odd rests of which P takes the next cell of one and Q that of the other.
    void list_pair(int left, int right) {
        for (const bool left_is_own : {true, false}) {
            left_ways_.clear();
            right_ways_.clear();
            list_half(left_ways_, left, left_is_own, {own_ & board_.columns[left], 0});
            list_half(right_ways_, right, !left_is_own, {own_ & board_.columns[right], 0});
            for (const Way& a : left_ways_) {
                for (const Way& b : right_ways_) {
                    if (a.pops + b.pops <= pops_) ways_.push_back({a.cells | b.cells, a.pops + b.pops});
                }
            }
        }
    }

    void list_half(std::vector<Way>& ways, int column, bool is_own, Way way) const {
        const int height = height_[column];
        if (can_pop_again(column, height, way)) list_half(ways, column, is_own, after_pop(column, way));
        if (is_own) way.cells |= board_.cell(column, height);
        list_ways(ways, column, Phase::follow, height + 1, way);
    }

    bool can_pop_again(int column, int height, const Way& way) const {
        return can_pop_[column] && height && way.pops < pops_;
    }

    // P's pop-out and Q's answer.
    Way after_pop(int column, const Way& way) const { return {way.cells >> 1 & board_.columns[column], way.pops + 1}; }

    int margin_of(Word own) const {
        return values_.is_first_line() ? board_.has_line(own) : values_.score(own) - values_.score(board_.cells & ~own);
    }

    // Whether all boards are at most the limit on which the groups before `n` have these cells of P. P may have all cells of
    // all ways of the others: more discs never score less, so that this is as good for P as any of them.
    bool is_limited(int n, Word own, int pops) {
        if (--scored_left_ < 0) return false;
        if (scored_left_ % 1024 == 0) check_();
        Word most = own;
        for (int k = n; k < group_count_; ++k) most |= groups_[k].most[pops];
        const int margin =
            values_.is_first_line() ? board_.has_line(most) : values_.score(most) - values_.score(board_.cells & ~most);
        if (margin <= limit_ || n == group_count_) {
            greatest_ = std::max(greatest_, margin);
            return margin <= limit_;
        }
        for (std::size_t k = groups_[n].first; k < groups_[n].last; ++k) {
            const Way& way = ways_[k];
            if (way.pops <= pops && !is_limited(n + 1, own | way.cells, pops - way.pops)) return false;
        }
        return true;
    }

    const Board<Word>& board_;
    const SolverValues<Word>& values_;
    StopCheck& check_;
    Word own_{0};
    int height_[max_width];
    bool can_pop_[max_width];
    bool is_odd_ = false;
    int pops_ = 0, forced_pops_ = 0, forced_column_ = 0;
    std::vector<Way> ways_, left_ways_, right_ways_;
    Group groups_[max_width];
    int group_count_ = 0, limit_ = 0, greatest_ = 0, scored_left_ = 0;
};

}  // namespace fourcast
