// Exact values of games that end and have no chance nodes: alpha-beta on the margin, with null windows.
//
// What is searched and stored is the *remaining* margin: how much the final margin will differ from the present one, seen
// from the side to move. Dead discs do not change it, so that more positions share an entry of the table.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "bucket_table.hpp"
#include "solver/margin/fill_solver.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "solver/margin/pop_bounds.hpp"

namespace fourcast {

// The tables of a margin search. Positions from which the board will be filled have one of their own: all of them if there
// are no pop-outs, and those after the last one.
template <class Word>
class MarginTables {
public:
    MarginTables(const Board<Word>& board, std::size_t table_mb) : general(general_mb(board, table_mb)) {
        if (!can_fill(board)) return;
        fill.emplace(board, table_mb - general_mb(board, table_mb));
        if (FillSolver<Word>::uses_proof_numbers(board)) proofs.emplace((table_mb << 20) / 16);
    }

    void clear() {
        general.clear();
        if (fill) fill->clear();
        if (proofs) proofs->clear();
    }

    BucketTable<ReducedKey<Word>, StoredMargin, 4, SpinLock> general;
    std::optional<FillTable<Word>> fill;
    std::optional<ProofTable> proofs;

private:
    static bool can_fill(const Rules& rules) { return rules.gravity && rules.goal != Goal::first_line; }
    static std::size_t general_mb(const Rules& rules, std::size_t table_mb) {
        if (!can_fill(rules)) return table_mb;
        return rules.pop_rule == PopRule::none ? 0 : table_mb / 2;
    }
};

template <class Word>
class MarginSearch {
public:
    using Table = MarginTables<Word>;

    MarginSearch(const Board<Word>& board, Table& tables, StopCheck& check, const MarginOptions& options)
        : board_(board), table_(tables.general), options_(options), count_node_{check, options.max_nodes} {
        ProofTable* const proofs = tables.proofs ? &*tables.proofs : nullptr;
        if (tables.fill) fill_solver_.emplace(board, *tables.fill, proofs, count_node_, options_);
    }

    std::uint64_t nodes() const { return count_node_.nodes; }

    // The possible final margins of a position that is not over.
    Range<int> possible(const Position<Word>& position) const { return bounds_.of(position).template range<int>(); }

    // Narrows `range` to the exact final margin, or until it tells win, draw and loss apart if only that is wanted. If
    // the search is stopped, `range` is what is known by then.
    void solve(const Position<Word>& position, Range<int>& range) {
        count_node_.check();
        MarginWindows windows(range, options_.weak);
        while (!windows.is_settled()) {
            const int test = windows.next();
            windows.add_result(test, search(position, test));
            range = windows.range();
        }
    }

    // A bound of the final margin: a lower bound if it is above `test`, else an upper bound.
    int search(const Position<Word>& position, int test) {
        children_.clear();  // an earlier search may have been stopped
        const MarginNode root{bounds_.of(position), reducer_.key(position)};
        return root.margin + search(root, test - root.margin);
    }

private:
    struct MarginNode : BoundedPosition<Word> {
        ReducedKey<Word> key;
        int last = 0;  // move, see move_number
    };

    // The position after a move. If the game is over there, its bounds are 0.
    struct Child : MarginNode {
        int gain;      // how much the mover's margin has grown
        int priority;  // the child with the highest is searched first

        int at_least() const { return gain - this->high; }
        int at_most() const { return gain - this->low; }
    };

    // A bound of the remaining margin: a lower bound if it is above `test`, else an upper bound.
    int search(MarginNode node, int test) {
        if (will_fill(node)) {
            const int final_test = node.margin + test;
            return fill_solver_->search(node.own(), node.other(), final_test) - node.margin;
        }
        count_node_();
        look_up(node);
        if (node.low > test) return node.low;
        if (node.high <= test) return node.high;

        const std::uint64_t before = count_node_.nodes;
        const std::size_t first = children_.size();
        list_children(node);
        const std::size_t last = children_.size();
        int best = look_up_children(first, last, test);
        if (best <= test) best = bound_children(node, first, last, test);
        for (std::size_t next = first; next < last && best <= test; ++next) {
            move_best_to(next, last);
            const Child child = children_[next];  // a copy: the vector may grow during its search
            const bool fails = child.at_most() <= test;
            best = std::max(best, fails ? child.at_most() : child.gain - search(child, child.gain - test - 1));
            if (best > test) update_history(node, first, next);
        }
        children_.resize(first);
        (best > test ? node.low : node.high) = best;
        table_.put(node.key, {static_cast<std::int16_t>(node.low), static_cast<std::int16_t>(node.high)},
                   1 + std::bit_width(count_node_.nodes - before));
        return best;
    }

    void look_up(MarginNode& node) const {
        if (StoredMargin stored; table_.find(node.key, stored)) {
            node.low = std::max<int>(node.low, stored.low);
            node.high = std::min<int>(node.high, stored.high);
        }
    }

    // Asks the static bounds of games with pop-outs about all children. Returns more than `test` if one is that good.
    int bound_children(const MarginNode& node, std::size_t first, std::size_t last, int test) {
        if (board_.pop_rule != PopRule::limited || !options_.static_bounds) return -max_margin;
        const int limit = -(node.margin + test) - 1;
        for (std::size_t n = first; n < last; ++n) {
            Child& child = children_[n];
            if (child.low == child.high || child.at_most() <= test) continue;
            const int upper = pop_bounds_.upper(child.position, limit);
            if (upper <= limit) return -upper - node.margin;
            child.priority -= bound_weight * upper;
        }
        return -max_margin;
    }

    // Asks the table about all children before any of them is searched. Returns more than `test` if one is that good.
    int look_up_children(std::size_t first, std::size_t last, int test) {
        for (std::size_t n = first; n < last; ++n) {
            if (children_[n].at_least() > test) return children_[n].at_least();
        }
        for (std::size_t n = first; n < last; ++n) {
            Child& child = children_[n];
            if (child.at_most() <= test || will_fill(child)) continue;
            child.key = reducer_.key(child.position);
            look_up(child);
            if (child.at_least() > test) return child.at_least();
        }
        return -max_margin;
    }

    void list_children(const MarginNode& node) {
        const Position<Word>& position = node.position;
        position.for_each_action(board_, [&](Action action) {
            const auto after = position.is_drop(board_, action) ? position.after_landing(board_, action)
                                                                : position.after(board_, action);
            Child child{};
            if (const auto outcome = after.outcome(board_, true)) {
                child.gain = -values_.terminal_value(after, *outcome) - node.margin;
            } else {
                static_cast<BoundedPosition<Word>&>(child) = bounds_.of(after);
                child.gain = -child.margin - node.margin;
            }
            child.last = move_number(position, action);
            const int history = side_history(position.turn, child.last) + reply_history(node.last, child.last);
            child.priority =
                2 * child.gain - child.low - child.high - child.advantage + history_weight_ * history / max_history;
            children_.push_back(child);
        });
    }

    void move_best_to(std::size_t place, std::size_t end) {
        std::size_t best = place;
        for (std::size_t n = place + 1; n < end; ++n) {
            if (children_[n].priority > children_[best].priority) best = n;
        }
        if (best != place) std::swap(children_[place], children_[best]);
    }

    // A drop or placement: the bit of its cell; a pop-out: the bits of the board and the column.
    int move_number(const Position<Word>& position, Action action) const {
        if (!board_.gravity) return action % board_.width * board_.stride + action / board_.width;
        if (action >= board_.width) return board_.bits() + action - board_.width;
        return action * board_.stride + popcount(position.occupied() & board_.columns[action]);
    }

    // The move that answered the test is tried earlier from now on, by its side and as a reply to the last move; those that
    // were searched before it later.
    void update_history(const MarginNode& node, std::size_t first, std::size_t answer) {
        for (std::size_t n = first; n <= answer; ++n) {
            const int move = children_[n].last, goal = n == answer ? max_history : -max_history;
            for (std::int16_t* value : {&side_history(node.position.turn, move), &reply_history(node.last, move)}) {
                *value = static_cast<std::int16_t>(*value + (goal - *value) / history_rate);
            }
        }
    }

    std::int16_t& side_history(int side, int move) {
        return side_history_[static_cast<std::size_t>(side * move_count_ + move)];
    }
    std::int16_t& reply_history(int last, int move) {
        return reply_history_[static_cast<std::size_t>(last * move_count_ + move)];
    }

    // Whether all cells will be filled, and no disc removed.
    bool will_fill(const MarginNode& node) const { return fill_solver_ && !reducer_.has_pops(node.position); }

    // Above any remaining margin: of 255 cells, in four directions, none adds more than 10 points.
    static constexpr int max_margin = 30000;

    // Chosen by node counts of random positions with pop-outs on 5×4, 6×4, 7×4 and 5×5. Games without gravity have an order
    // that histories spoil.
    static constexpr int bound_weight = 4, max_history = 1024, history_rate = 8;

    const Board<Word>& board_;
    const SolverValues<Word> values_{board_};
    const KeyReducer<Word> reducer_{board_};
    const MarginBounds<Word> bounds_{board_, values_, reducer_};
    BucketTable<ReducedKey<Word>, StoredMargin, 4, SpinLock>& table_;
    const MarginOptions options_;
    NodeCounter count_node_;
    std::optional<FillSolver<Word>> fill_solver_;
    PopBounds<Word> pop_bounds_{board_, values_, count_node_.check};
    std::vector<Child> children_;  // of all nodes on the current path, one after another
    const int history_weight_ = board_.pop_rule == PopRule::none ? 0 : values_.is_first_line() ? 32 : 128;
    const int move_count_ = board_.bits() + board_.width;
    std::vector<std::int16_t> side_history_ = std::vector<std::int16_t>(static_cast<std::size_t>(2 * move_count_));
    std::vector<std::int16_t> reply_history_ =
        std::vector<std::int16_t>(static_cast<std::size_t>(move_count_ * move_count_));
};

}  // namespace fourcast
