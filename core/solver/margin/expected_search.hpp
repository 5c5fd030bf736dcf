// Exact expected values of games with chance nodes that end: expectimax on the margin, with a table.
//
// As in margin_search.hpp, what is computed and stored is the remaining margin: by how much, on average, the final margin
// will differ from the present one, seen from the side to move.
#pragma once

#include <bit>
#include <limits>
#include <vector>

#include "bucket_table.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "stop.hpp"

namespace fourcast {

template <class Word>
class ExpectedSearch {
public:
    struct Table : BucketTable<ReducedKey<Word>, double, 4, NoLock> {
        Table(const Board<Word>&, std::size_t table_mb) : BucketTable<ReducedKey<Word>, double, 4, NoLock>(table_mb) {}
    };

    ExpectedSearch(const Board<Word>& board, Table& table, StopCheck& check, const MarginOptions& options)
        : board_(board), table_(table), check_(check), max_nodes_(options.max_nodes) {}

    std::uint64_t nodes() const { return nodes_; }

    // The possible final margins of a position that is not over.
    Range<double> possible(const Position<Word>& position) const {
        return bounds_.of(position).template range<double>();
    }

    // Narrows `range` to the exact value. If the search is stopped, the value is known to be no less than that of the
    // moves searched by then.
    void solve(const Position<Word>& position, Range<double>& range) {
        check_();
        const BoundedPosition<Word> root = bounds_.of(position);
        const auto raise_low = [&](double value) { range.low = std::max(range.low, root.margin + value); };
        range.low = range.high = root.margin + best_move_value(root, raise_low);
    }

private:
    // The position after a disc has landed or was popped. Bounds are those of the side that moved.
    struct Successor {
        BoundedPosition<Word> node;
        int column, gain;
        double low, high;  // equal once the value is known
    };

    double expected_value(const BoundedPosition<Word>& node) {
        if (node.low == node.high) return node.low;
        const ReducedKey<Word> key = reducer_.key(node.position);
        double value;
        if (table_.find(key, value)) return value;
        const std::uint64_t before = nodes_;
        value = best_move_value(node, [](double) {});
        table_.put(key, value, 1 + std::bit_width(nodes_ - before));
        return value;
    }

    // Moves that cannot be better than one already searched are skipped. `on_better` gets every new best value.
    template <class OnBetter>
    double best_move_value(const BoundedPosition<Word>& node, OnBetter&& on_better) {
        if ((++nodes_ & 255) == 0) check_();  // often: on large boards a node takes long
        if (nodes_ > max_nodes_) throw StopSearch{StopReason::nodes};
        const std::size_t drops = successors_.size();
        const Word landing = board_.landing(node.position.occupied());
        for (int column = 0; column < board_.width; ++column) {
            if (landing & board_.columns[column]) add(node, column, node.position.after_landing(board_, column));
        }
        const std::size_t pops = successors_.size();
        const Word removable = node.position.poppable(board_);
        for (int column = 0; column < board_.width; ++column) {
            if (removable & board_.columns[column]) {
                add(node, column, node.position.after(board_, board_.width + column));
            }
        }
        const std::size_t end = successors_.size();

        double best = -std::numeric_limits<double>::infinity();
        for (std::size_t move = drops; move < end; ++move) {
            const auto value_of_move = [&](bool exact) {
                return move < pops ? mean_landing(move, drops, pops, exact) : value_of(move, exact);
            };
            if (value_of_move(false) <= best) continue;
            const double value = value_of_move(true);
            if (value > best) on_better(best = value);
        }
        successors_.resize(drops);
        return best;
    }

    void add(const BoundedPosition<Word>& node, int column, const Position<Word>& after) {
        Successor successor{{}, column, 0, 0, 0};
        if (const auto outcome = after.outcome(board_, true)) {
            successor.low = successor.high = -values_.terminal_value(after, *outcome) - node.margin;
        } else {
            successor.node = bounds_.of(after);
            successor.gain = -successor.node.margin - node.margin;
            successor.low = successor.gain - successor.node.high;
            successor.high = successor.gain - successor.node.low;
        }
        successors_.push_back(successor);
    }

    // The exact value of a successor, or an upper bound.
    double value_of(std::size_t n, bool exact) {
        if (exact && successors_[n].low != successors_[n].high) {
            const BoundedPosition<Word> node = successors_[n].node;  // a copy: the vector may grow during its search
            const double value = successors_[n].gain - expected_value(node);
            successors_[n].low = successors_[n].high = value;
        }
        return successors_[n].high;
    }

    // The mean over the columns in which a drop may land: its own and the neighbours, if they are not full.
    double mean_landing(std::size_t aim, std::size_t first, std::size_t end, bool exact) {
        const int column = successors_[aim].column;
        double sum = 0;
        int weights = 0;
        const auto add_landing = [&](std::size_t n, int weight) {
            if (!weight) return;
            sum += weight * value_of(n, exact);
            weights += weight;
        };
        add_landing(aim, board_.drift[0]);
        if (aim > first && successors_[aim - 1].column == column - 1) add_landing(aim - 1, board_.drift[1]);
        if (aim + 1 < end && successors_[aim + 1].column == column + 1) add_landing(aim + 1, board_.drift[2]);
        return sum / weights;
    }

    const Board<Word>& board_;
    const SolverValues<Word> values_{board_};
    const KeyReducer<Word> reducer_{board_};
    const MarginBounds<Word> bounds_{board_, values_, reducer_};
    Table& table_;
    StopCheck& check_;
    const std::uint64_t max_nodes_;
    std::vector<Successor> successors_;  // of all nodes on the current path, one after another
    std::uint64_t nodes_ = 0;
};

}  // namespace fourcast
