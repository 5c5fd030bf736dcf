// Exact expected values of games with luck that come to an end: every position once, as long as memory lasts.
//
// As in margin_search.hpp, what is computed and remembered is the future: how much the final margin will on average differ
// from the present one, seen from the side to move.
#pragma once

#include <limits>
#include <vector>

#include "bucket_table.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "stop.hpp"

namespace fourcast {

template <class Word, class Poll>
class ExpectedSearch {
public:
    using Table = FutureTable<Word, double>;

    ExpectedSearch(const Board<Word>& board, Table& table, Poll& poll, std::uint64_t most_nodes)
        : board_(board),
          values_(board),
          future_(board),
          prospects_(board, values_, future_),
          table_(table),
          poll_(poll),
          most_nodes_(most_nodes) {}

    std::uint64_t nodes() const { return nodes_; }

    // What the final margin of a position that is not over can be at all.
    Between<int> reach(const Position<Word>& position) const { return prospects_.of(position).final_margin(); }

    // Narrows `range` to the exact value. What the poll throws leaves there what is known by then: the value is no less
    // than that of a move that has been searched.
    void solve(const Position<Word>& position, Between<double>& range) {
        poll_(0);
        const Node root = prospects_.of(position);
        const auto found = [&](double future) { range.low = std::max(range.low, root.margin + future); };
        range.low = range.high = root.margin + best_of(root, found);
    }

private:
    using Node = Prospect<Word>;

    // What one disc or one pop leads to; seen from the side that moves.
    struct Branch {
        Node node;
        int column, gain;
        double low, high;  // equal once the value is known
    };

    double expect(const Node& node) {
        if (node.low == node.high) return node.low;
        const Key<Word> key = future_.key(node.position);
        if (const double* known = table_.find(key)) return *known;
        const std::uint64_t before = nodes_;
        const double value = best_of(node, [](double) {});
        table_.put(key, value, nodes_ - before);
        return value;
    }

    // The value of the best move. Moves that cannot be better than one already searched are left out.
    template <class Found>
    double best_of(const Node& node, Found&& found) {
        if ((++nodes_ & 255) == 0) poll_(0);  // often: on large boards a node takes long
        if (nodes_ > most_nodes_) throw StopSearch{StopReason::nodes};
        const std::size_t drops = branches_.size();
        const Word landing = board_.landing(node.position.occupied());
        for (int column = 0; column < board_.width; ++column) {
            if (landing & board_.columns[column]) add(node, column, node.position.after_landing(board_, column));
        }
        const std::size_t pops = branches_.size();
        node.position.for_each_pop(
            board_, [&](int column) { add(node, column, node.position.after(board_, board_.width + column)); });
        const std::size_t end = branches_.size();

        double best = -std::numeric_limits<double>::infinity();
        const auto try_move = [&](auto&& mean) {
            if (mean(&ExpectedSearch::high_of) <= best) return;
            const double value = mean(&ExpectedSearch::value_of);
            if (value > best) found(best = value);
        };
        for (std::size_t aim = drops; aim < pops; ++aim) {
            try_move([&](auto part) { return mean_landing(aim, drops, pops, part); });
        }
        for (std::size_t pop = pops; pop < end; ++pop) {
            try_move([&](auto part) { return (this->*part)(pop); });
        }
        branches_.resize(drops);
        return best;
    }

    void add(const Node& node, int column, const Position<Word>& after) {
        Branch branch{{}, column, 0, 0, 0};
        if (const auto outcome = after.outcome(board_, true)) {
            branch.low = branch.high = -values_.end(after, *outcome) - node.margin;
        } else {
            branch.node = prospects_.of(after);
            branch.gain = -branch.node.margin - node.margin;
            branch.low = branch.gain - branch.node.high;
            branch.high = branch.gain - branch.node.low;
        }
        branches_.push_back(branch);
    }

    double high_of(std::size_t n) { return branches_[n].high; }

    double value_of(std::size_t n) {
        if (branches_[n].low != branches_[n].high) {
            const Node node = branches_[n].node;  // a copy: the branches may move while it is searched
            const double value = branches_[n].gain - expect(node);
            branches_[n].low = branches_[n].high = value;
        }
        return branches_[n].low;
    }

    // The mean over where a drop may land: its own column and those beside it, as far as they have room.
    double mean_landing(std::size_t aim, std::size_t first, std::size_t end,
                        double (ExpectedSearch::*part)(std::size_t)) {
        const int column = branches_[aim].column;
        double sum = 0;
        int weights = 0;
        const auto count = [&](std::size_t n, int weight) {
            if (!weight) return;
            sum += weight * (this->*part)(n);
            weights += weight;
        };
        count(aim, board_.drift[0]);
        if (aim > first && branches_[aim - 1].column == column - 1) count(aim - 1, board_.drift[1]);
        if (aim + 1 < end && branches_[aim + 1].column == column + 1) count(aim + 1, board_.drift[2]);
        return sum / weights;
    }

    const Board<Word>& board_;
    const Values<Word> values_;
    const Future<Word> future_;
    const Prospects<Word> prospects_;
    Table& table_;
    Poll& poll_;
    const std::uint64_t most_nodes_;
    std::vector<Branch> branches_;  // of every node on the way, one after another
    std::uint64_t nodes_ = 0;
};

}  // namespace fourcast
