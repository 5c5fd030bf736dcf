// Exact expected values of games with chance nodes that end: expectimax on the remaining margin, with windows and a table.
//
// The disc of a drop may land in three columns, so that neighbouring drops share the positions after them. Every such
// position is a child of the node, with bounds of its value to the mover; a drop is the mean of up to three children. A
// node is searched until its bounds have passed the window (alpha, beta) or are equal. Each step takes the drop that looks
// best, and one of its children:
//
//   - *Star1* gives the child the widest window in which its value matters: as if the other children of the drop had the
//     best, or the worst, value that their bounds allow. With bounds as loose as those here it is so wide that nearly all
//     nodes are searched for their exact values.
//   - Therefore a child is first tested whether it is above one number: its estimate, moved by as much as the children of
//     the drop would all have to differ from their estimates, for the drop to be exactly at the edge of the window. If all
//     answers are as expected, the drop is decided without any exact value. Star1 follows if they are not.
//
// Rounding: values are rounded sums, and a bound may be wrong in its last digits, so that a child may be left out which is
// better by as much. Nothing makes such an error grow: the maximum, the mean and the difference to a whole number change no
// more than their arguments do. So every ply adds a few units in the last place of the largest value, about 1e-14, however
// often bounds were compared.
#pragma once

#include <bit>
#include <limits>
#include <vector>

#include "solver/margin/expected_games.hpp"
#include "solver/margin/expected_table.hpp"
#include "solver/margin/expected_values.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "stop.hpp"

namespace fourcast::inline FOURCAST_BUILD {

// The search of one kind of game: LineGame, LaneGame or GeneralGame.
template <class Word, class Game>
class WindowSearch {
public:
    using Table = ExpectedTable<Word>;

    WindowSearch(const Board<Word>& board, const Position<Word>& root, Table& table, NodeCounter& count_node,
                 bool static_bounds)
        : board_(board),
          game_(board, root),
          root_(game_.node(root)),
          table_(table),
          count_node_(count_node),
          max_exact_cells_(!static_bounds                   ? std::numeric_limits<int>::max()
                           : board.goal == Goal::first_line ? 6
                                                            : 10) {}

    Range<int> bounds() const { return game_.bounds(root_); }

    // `on_range` gets the bounds of the value whenever they may have changed.
    template <class OnRange>
    void solve(OnRange&& on_range) {
        const Range<int> range = bounds();
        if (range.low == range.high) return on_range(Range<double>(range.low, range.high));
        search(root_, {double(range.low), double(range.high)}, -infinity, infinity, on_range);
    }

private:
    using Node = typename Game::Node;

    // The position after a disc has landed or was popped. Bounds and the estimate are those of the side that moved.
    struct Child {
        Node node;
        ReducedKey<Word> key;
        int column, gain;
        double low, high;  // equal once the value is known
        double estimate;
        int tests;

        bool is_exact() const { return low == high; }
        void narrow(Range<double> range) {
            if (range.low == range.high) {
                low = high = gain - range.low;
            } else {
                low = std::max(low, gain - range.high);
                high = std::max(low, std::min(high, gain - range.low));
            }
        }
    };

    // The children of a node in `children_`: those of drops from `first`, those of pops from `pops`.
    struct Children {
        std::size_t first, pops, end;
    };

    // The children that a move leads to, with their weights.
    struct Move {
        int count = 0, total = 0;
        std::size_t child[3]{};
        int weight[3]{};
    };

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    // How often a child is tested for a single number. More tests make no difference.
    static constexpr int max_tests = 3;
    // Less is not a window: rounding could leave it without a number.
    static constexpr double min_width = 1e-9;

    Children list_children(const Node& node) {
        count_node_();
        const auto add = [&](int column, int gain, Range<int> bounds, const Node& after, const ReducedKey<Word>& key) {
            children_.push_back(
                {after, key, column, gain, double(gain - bounds.high), double(gain - bounds.low), 0, 0});
            if (bounds.low != bounds.high) table_.prefetch(key);
        };
        Children children{children_.size(), 0, 0};
        game_.for_each_landing(node, add);
        children.pops = children_.size();
        game_.for_each_pop(node, add);
        children.end = children_.size();
        for (std::size_t n = children.first; n < children.end; ++n) {
            StoredExpectation stored;
            Child& child = children_[n];
            if (!child.is_exact() && table_.find(child.key, stored)) child.narrow(stored.range());
        }
        return children;
    }

    // The children of the column aimed at and of its neighbours, if they are not full; the only child of a pop.
    Move move(const Children& children, std::size_t aim) const {
        Move result;
        const auto add = [&](std::size_t n, int weight) {
            if (!weight) return;
            result.child[result.count] = n;
            result.weight[result.count++] = weight;
            result.total += weight;
        };
        if (aim >= children.pops) {
            add(aim, 1);
            return result;
        }
        const int column = children_[aim].column;
        const bool has_left = aim > children.first && children_[aim - 1].column == column - 1;
        const bool has_right = aim + 1 < children.pops && children_[aim + 1].column == column + 1;
        add(aim, board_.drift[0]);
        if (has_left) add(aim - 1, board_.drift[1]);
        if (has_right) add(aim + 1, board_.drift[2]);
        return result;
    }

    double mean(const Move& move, double Child::* number) const {
        double sum = 0;
        for (int n = 0; n < move.count; ++n) sum += move.weight[n] * (children_[move.child[n]].*number);
        return sum / move.total;
    }

    // Narrows the bounds of a child until they are equal or outside (alpha, beta).
    void narrow(std::size_t n, double alpha, double beta) {
        if (children_[n].is_exact()) return;
        const Child child = children_[n];  // a copy: the vector may grow during its search
        const std::uint64_t before = count_node_.nodes;
        Range<double> range{child.gain - child.high, child.gain - child.low};
        if (game_.empty_cells(child.node) <= max_exact_cells_) {
            range.low = range.high = value(child.node);
        } else {
            range = search(child.node, range, child.gain - beta, child.gain - alpha, [](Range<double>) {});
        }
        table_.put(child.key, StoredExpectation(range), 1 + std::bit_width(count_node_.nodes - before));
        children_[n].narrow(range);
    }

    // Searches all children but those of moves that cannot be better than one already searched.
    double value(const Node& node) {
#ifdef FOURCAST_HAS_LANES
        if constexpr (Game::has_lanes) return LaneValues<Game>(board_, game_, table_, count_node_).value(node);
#endif
        const Children children = list_children(node);
        double best = -infinity;
        for (std::size_t aim = children.first; aim < children.end; ++aim) {
            const Move move = this->move(children, aim);
            if (mean(move, &Child::high) <= best) continue;
            for (int n = 0; n < move.count; ++n) narrow(move.child[n], -infinity, infinity);
            best = std::max(best, mean(move, &Child::high));
        }
        children_.resize(children.first);
        return best;
    }

    template <class OnRange>
    Range<double> search(const Node& node, Range<double> range, double alpha, double beta, OnRange&& on_range) {
        const Children children = list_children(node);
        for (std::size_t n = children.first; n < children.end; ++n) {
            Child& child = children_[n];
            if (!child.is_exact()) child.estimate = child.gain - game_.estimate(child.node);
        }
        while (true) {
            double high = -infinity;
            for (std::size_t n = children.first; n < children.end; ++n) {
                Child& child = children_[n];
                child.estimate = std::clamp(child.estimate, child.low, child.high);
            }
            for (std::size_t aim = children.first; aim < children.end; ++aim) {
                const Move move = this->move(children, aim);
                range.low = std::max(range.low, mean(move, &Child::low));
                high = std::max(high, mean(move, &Child::high));
            }
            range.high = std::max(range.low, std::min(range.high, high));
            on_range(range);
            if (range.low == range.high || range.low >= beta || range.high <= alpha) break;
            const double threshold = std::max(alpha, range.low);
            double best = -infinity;
            Move candidate{};
            for (std::size_t aim = children.first; aim < children.end; ++aim) {
                const Move move = this->move(children, aim);
                const double estimate = mean(move, &Child::estimate);
                if (mean(move, &Child::high) > threshold && estimate > best) {
                    best = estimate;
                    candidate = move;
                }
            }
            if (!test(candidate, threshold, beta)) narrow_by_star1(candidate, threshold, beta);
        }
        children_.resize(children.first);
        return range;
    }

    // Tests whether a child is above one number. False if there is no number to test.
    bool test(const Move& move, double alpha, double beta) {
        const double estimate = mean(move, &Child::estimate);
        const bool is_low = estimate <= alpha;
        if (!is_low && estimate < beta) return false;
        int unknown = 0;
        for (int n = 0; n < move.count; ++n) {
            if (!children_[move.child[n]].is_exact()) unknown += move.weight[n];
        }
        const double shift = ((is_low ? alpha : beta) - estimate) * move.total / unknown;
        double most = 0, number = 0;
        std::size_t chosen = 0;
        for (int n = 0; n < move.count; ++n) {
            const Child& child = children_[move.child[n]];
            if (child.is_exact()) continue;
            const double edge = child.estimate + shift;
            const double effect = move.weight[n] * (is_low ? child.high - edge : edge - child.low);
            if (effect > most) {
                most = effect;
                number = edge;
                chosen = move.child[n];
            }
        }
        Child& child = children_[chosen];
        if (most == 0 || child.tests == max_tests) return false;
        if (number - child.low < min_width || child.high - number < min_width) return false;
        ++child.tests;
        narrow(chosen, number, number);
        return true;
    }

    void narrow_by_star1(const Move& move, double alpha, double beta) {
        int chosen = 0;
        const auto width = [&](int n) {
            return move.weight[n] * (children_[move.child[n]].high - children_[move.child[n]].low);
        };
        for (int n = 1; n < move.count; ++n) {
            if (width(n) > width(chosen)) chosen = n;
        }
        const Child& child = children_[move.child[chosen]];
        const double share = static_cast<double>(move.total) / move.weight[chosen];
        double low = child.high - (mean(move, &Child::high) - alpha) * share;
        double high = child.low + (beta - mean(move, &Child::low)) * share;
        if (child.high - low < min_width) low = -infinity;
        if (high - child.low < min_width) high = infinity;
        narrow(move.child[chosen], low, high);
    }

    const Board<Word>& board_;
    const Game game_;
    const Node root_;
    Table& table_;
    NodeCounter& count_node_;
    // Positions with at most so many empty cells are searched for their values at once, which takes less time than windows.
    // With AVX-512, of 9 to 12 on random 7×6 positions 10 and 11 were the fastest, and without it 9 and 10; bounds are closer where
    // the first line wins. All builds visit the same nodes.
    const int max_exact_cells_;
    std::vector<Child> children_;  // of all nodes on the current path, one after another
};

template <class Word>
class ExpectedSearch {
public:
    struct Table : ExpectedTable<Word> {
        Table(const Board<Word>&, std::size_t table_mb) : ExpectedTable<Word>(table_mb) {}
    };

    ExpectedSearch(const Board<Word>& board, Table& table, StopCheck& check, const MarginOptions& options)
        : board_(board), table_(table), static_bounds_(options.static_bounds), count_node_{check, options.max_nodes} {}

    std::uint64_t nodes() const { return count_node_.nodes; }

    // The possible final margins of a position that is not over.
    Range<double> possible(const Position<Word>& position) {
        return with_search(position, [&](auto&& search) {
            const Range<int> range = search.bounds();
            const int margin = values_.margin(position);
            return Range<double>{double(margin + range.low), double(margin + range.high)};
        });
    }

    // Narrows `range` to the exact value. If the search is stopped, `range` is what is known by then.
    void solve(const Position<Word>& position, Range<double>& range) {
        count_node_.check();
        const int margin = values_.margin(position);
        with_search(position, [&](auto&& search) {
            search.solve([&](Range<double> rest) { range = {margin + rest.low, margin + rest.high}; });
        });
    }

private:
    template <class Use>
    auto with_search(const Position<Word>& position, Use&& use) {
        const auto with_game = [&]<class Game>() {
            return use(WindowSearch<Word, Game>(board_, position, table_, count_node_, static_bounds_));
        };
        if (board_.goal == Goal::run_points || KeyReducer<Word>(board_).has_pops(position)) {
            return with_game.template operator()<GeneralGame<Word>>();
        }
#ifdef FOURCAST_HAS_LANES
        if constexpr (word_bits<Word> == 64) {
            if (board_.width <= Lanes::count) {
                if (board_.connect == 4 && board_.height == 6) return with_game.template operator()<LaneGame<4, 6>>();
                if (board_.connect == 4) return with_game.template operator()<LaneGame<4, 0>>();
                return with_game.template operator()<LaneGame<0, 0>>();
            }
        }
#endif
        return with_game.template operator()<LineGame<Word>>();
    }

    const Board<Word>& board_;
    const SolverValues<Word> values_{board_};
    Table& table_;
    const bool static_bounds_;
    NodeCounter count_node_;
};

}  // namespace fourcast::inline FOURCAST_BUILD
