// What the search of expected margins asks of a game: nodes, the positions after them, keys, bounds and estimates.
//
// Margins, gains and bounds are seen from the side to move; bounds and estimates are those of the *remaining* margin, by
// which the final margin will differ from the present one.
#pragma once

#include <vector>

#include "solver/builds.hpp"
#include "solver/margin/reduced_key.hpp"
#include "solver/null_windows.hpp"
#include "solver/values.hpp"

namespace fourcast::inline FOURCAST_BUILD {

// Games of lines, with no pop-outs left. All that matters of a position are its open windows, and they change only where a
// disc lands: those of the next position follow from those of this one.
template <class Word>
class LineGame {
public:
    static constexpr bool has_lanes = false;

    // A window is known by its first cell and its direction. It is open to a side while it is incomplete and has no disc of
    // the other side.
    struct Node {
        Word own, other;
        std::array<Word, 4> own_open, other_open;
    };

    // For the positions after `root`. Mirror images share a key if there may be any among them: with discs of both sides
    // opposite each other, hardly any position is the image of another.
    LineGame(const Board<Word>& board, const Position<Word>& root)
        : board_(board),
          has_images_(board.drift[1] == board.drift[2] && !(root.stones[0] & board.mirrored(root.stones[1]))),
          through_(board.bits()) {
        for (int bit = 0; bit < board.bits(); ++bit) {
            const Word cell = Word{1} << bit & board.cells;
            for (int d = 0; d < 4; ++d) {
                Word starts = cell;
                for (int n = 1; n < board.connect; ++n) starts = cell | starts >> board.steps[d];
                through_[bit][d] = starts;
            }
        }
    }

    Node node(const Position<Word>& position) const {
        Node result{position.stones[position.turn], position.stones[1 - position.turn], {}, {}};
        for (int d = 0; d < 4; ++d) {
            result.own_open[d] = open(result.own, result.other, board_.steps[d]);
            result.other_open[d] = open(result.other, result.own, board_.steps[d]);
        }
        return result;
    }

    int empty_cells(const Node& node) const { return popcount(empty(node)); }

    // A side gets at most its open windows.
    Range<int> bounds(const Node& node) const {
        int own = 0, other = 0;
        for (int d = 0; d < 4; ++d) {
            own += popcount(node.own_open[d]);
            other += popcount(node.other_open[d]);
        }
        if (board_.goal == Goal::first_line) return {-(other > 0), own > 0};
        return {-other, own};
    }

    // Of open windows by the number of cells they lack, and threats that can be played now. The weights are a linear fit to
    // exact values of 7×6 most lines; they decide only in which order and for which bounds positions are searched.
    double estimate(const Node& node) const {
        const Word empty = this->empty(node), occupied = node.own | node.other, landing = board_.landing(occupied);
        int lack_one = 0, lack_two = 0, lack_three = 0;
        for (int d = 0; d < 4; ++d) {
            Word bit0{0}, bit1{0}, more{0}, cells = empty;  // the number of empty cells of every window, in binary
            for (int n = 0; n < board_.connect; ++n, cells = cells >> board_.steps[d]) {
                const Word carry = bit0 & cells;
                bit0 = (bit0 | cells) & ~carry;
                more |= bit1 & carry;
                bit1 = (bit1 | carry) & ~(bit1 & carry);
            }
            const auto difference = [&](Word windows) {
                windows &= ~more;
                return popcount(node.own_open[d] & windows) - popcount(node.other_open[d] & windows);
            };
            lack_one += difference(bit0 & ~bit1);
            lack_two += difference(bit1 & ~bit0);
            lack_three += difference(bit0 & bit1);
        }
        const double windows = 0.53 * lack_one + 0.26 * lack_two + 0.06 * lack_three;
        const double threats = 0.12 * popcount(board_.threats(node.own, occupied) & landing) +
                               0.18 * popcount(board_.threats(node.other, occupied) & landing);
        return windows + threats + (popcount(empty) % 2 ? 0.3 : -0.15);
    }

    // Calls `visit(column, gain, bounds, after, key)` for every column in which a disc can land: the gain in margin, and the
    // position after it with the bounds of its side to move, {0, 0} if it is over.
    template <class Visit>
    void for_each_landing(const Node& node, Visit&& visit) const {
        if (board_.connect == 4) {
            visit_landings(node, visit, [] { return 4; });  // a constant: loops over the cells of a window are unrolled
        } else {
            visit_landings(node, visit, [&] { return board_.connect; });
        }
    }

    template <class Visit>
    void for_each_pop(const Node&, Visit&&) const {}

protected:
    Word empty(const Node& node) const { return board_.cells & ~(node.own | node.other); }

    Word open(Word own, Word other, int step) const {
        return board_.run_starts(board_.cells & ~other, step, board_.connect) &
               ~board_.run_starts(own, step, board_.connect);
    }

    template <class Visit, class Length>
    void visit_landings(const Node& node, Visit&& visit, Length length) const {
        const Word occupied = node.own | node.other, landing = board_.landing(occupied);
        const Word threats = board_.threats(node.own, occupied, length());
        Word own_live{0};
        std::array<Word, 4> other_live;
        for (int d = 0; d < 4; ++d) {
            own_live |= board_.covered(node.own_open[d], board_.steps[d], length());
            other_live[d] = board_.covered(node.other_open[d], board_.steps[d], length());
        }
        for (int column = 0; column < board_.width; ++column) {
            const Word cell = landing & board_.columns[column];
            if (!cell) continue;
            const std::array<Word, 4>& through = through_[lowest_bit(cell)];
            Node after{node.other, node.own | cell, node.other_open, node.own_open};
            Word live{0}, mover_live = own_live;
            for (int d = 0; d < 4; ++d) {
                if (node.other_open[d] & through[d]) {
                    after.own_open[d] &= ~through[d];
                    live |= board_.covered(after.own_open[d], board_.steps[d], length());
                } else {
                    live |= other_live[d];
                }
            }
            int lines = 0;
            if (cell & threats) {
                mover_live = Word{0};
                for (int d = 0; d < 4; ++d) {
                    const Word complete = node.own_open[d] & board_.run_starts(after.other, board_.steps[d], length());
                    lines += popcount(complete);
                    after.other_open[d] &= ~complete;
                    mover_live |= board_.covered(after.other_open[d], board_.steps[d], length());
                }
            }
            if (lines && board_.goal == Goal::first_line) {
                visit(column, 1, Range<int>{0, 0}, after, ReducedKey<Word>{});
            } else {
                const Word dead = (after.own & ~live) | (after.other & ~mover_live);
                visit(column, lines, bounds(after), after, key(after.own | dead, after.other | dead));
            }
        }
    }

    ReducedKey<Word> key(Word own, Word other) const {
        if (has_images_) {
            const Word image = board_.mirrored(own);
            if (image < own) return {image, board_.mirrored(other), 0};
            if (image == own) other = std::min(other, board_.mirrored(other));
        }
        return {own, other, 0};
    }

    const Board<Word>& board_;
    const bool has_images_;
    std::vector<std::array<Word, 4>> through_;  // by cell and direction: the windows that contain the cell
};

// Every other game that ends.
template <class Word>
class GeneralGame {
public:
    static constexpr bool has_lanes = false;

    using Node = Position<Word>;

    GeneralGame(const Board<Word>& board, const Position<Word>&)
        : board_(board), max_score_(values_.score(board.cells)) {}

    Node node(const Position<Word>& position) const { return position; }
    int empty_cells(const Node& node) const { return values_.empty_cells(node); }

    // A side gets at most what it would have with all empty cells and, unless discs can be popped, loses nothing.
    Range<int> bounds(const Node& node) const {
        const Word own = node.stones[node.turn], other = node.stones[1 - node.turn],
                   empty = board_.cells & ~(own | other);
        const int margin = values_.margin(node);
        if (values_.is_first_line()) return {-1, 1};
        if (keys_.has_pops(node)) return {-max_score_ - margin, max_score_ - margin};
        return {values_.score(other) - values_.score(other | empty), values_.score(own | empty) - values_.score(own)};
    }

    double estimate(const Node& node) const {
        const Range<int> range = bounds(node);
        return (range.low + range.high) / 2.0;
    }

    template <class Visit>
    void for_each_landing(const Node& node, Visit&& visit) const {
        const Word landing = board_.landing(node.occupied());
        for (int column = 0; column < board_.width; ++column) {
            if (landing & board_.columns[column]) add(node, column, node.after_landing(board_, column), visit);
        }
    }

    template <class Visit>
    void for_each_pop(const Node& node, Visit&& visit) const {
        const Word removable = node.poppable(board_);
        for (int column = 0; column < board_.width; ++column) {
            if (removable & board_.columns[column]) add(node, column, node.after(board_, board_.width + column), visit);
        }
    }

private:
    template <class Visit>
    void add(const Node& node, int column, const Node& after, Visit&& visit) const {
        if (const auto outcome = after.outcome(board_, true)) {
            const int gain = -values_.terminal_value(after, *outcome) - values_.margin(node);
            visit(column, gain, Range<int>{0, 0}, after, ReducedKey<Word>{});
        } else {
            visit(column, -values_.margin(after) - values_.margin(node), bounds(after), after, keys_.key(after));
        }
    }

    const Board<Word>& board_;
    const SolverValues<Word> values_{board_};
    const KeyReducer<Word> keys_{board_};
    const int max_score_;
};

}  // namespace fourcast::inline FOURCAST_BUILD
