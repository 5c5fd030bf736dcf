// Exact values of the games that come to an end without luck: alpha-beta on the margin, one question at a time.
//
// What is searched and remembered is the *future* margin: how much the final margin will differ from the present one, seen
// from the side to move. Discs that are done with do not change it, so that more positions share one entry of the table.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "solver/margin/follow_up_bound.hpp"
#include "bucket_table.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "stop.hpp"

namespace fourcast {

struct MarginBounds {
    std::int16_t low, high;
};

template <class Word, class Poll>
class MarginSearch {
public:
    using Table = FutureTable<Word, MarginBounds>;

    MarginSearch(const Board<Word>& board, Table& table, Poll& poll, std::uint64_t most_nodes)
        : board_(board),
          values_(board),
          future_(board),
          prospects_(board, values_, future_),
          following_(board),
          table_(table),
          poll_(poll),
          most_nodes_(most_nodes) {}

    std::uint64_t nodes() const { return nodes_; }

    // For the tests: search without the bound of following.
    void trust_bounds(bool trusted) { use_following_ = trusted; }

    // What the final margin of a position that is not over can be at all.
    Between<int> reach(const Position<Word>& position) const { return prospect(position).final_margin(); }

    // Narrows `range` to the exact final margin or, if `weak`, until it tells win, draw and loss apart. What the poll
    // throws leaves in `range` what is known by then.
    void solve(const Position<Word>& position, Between<int>& range, bool weak) {
        poll_(0);
        Node root{prospect(position), future_.key(position)};
        const auto ask = [&](int test) {  // whether the final margin is above `test`
            const int found = root.margin + search(root, test - root.margin);
            if (found > test) {
                range.low = std::max(range.low, found);
            } else {
                range.high = std::min(range.high, found);
            }
        };
        // Who wins; then outwards in growing steps, at most half of the way.
        for (int test : {0, -1}) {
            if (range.low <= test && test < range.high) ask(test);
        }
        for (int step = 1; range.low < range.high && !(weak && (range.low > 0 || range.high < 0)); step *= 2) {
            const int ahead = std::min(step, (range.high - range.low + 1) / 2);
            ask(range.low >= 0 ? range.low + ahead - 1 : range.high - ahead);
        }
    }

private:
    struct Node : Prospect<Word> {
        Key<Word> key;
    };

    // Where a move leads. A game that is over has no future: bounds of 0.
    struct Child : Node {
        int gain;     // how much the mover's margin has grown
        int promise;  // the most promising move is tried first

        int at_least() const { return gain - this->high; }
        int at_most() const { return gain - this->low; }
    };

    // At least what is returned if that is above `test`, else at most it, is the future margin.
    int search(Node node, int test) {
        if ((++nodes_ & 255) == 0) poll_(0);  // often: on large boards a node takes long
        if (nodes_ > most_nodes_) throw StopSearch{StopReason::nodes};
        recall(node);
        if (node.low > test) return node.low;
        if (node.high <= test) return node.high;

        const std::uint64_t before = nodes_;
        const std::size_t first = children_.size();
        list_children(node);
        const std::size_t last = children_.size();
        int best = recall_children(first, last, test);
        for (std::size_t next = first; next < last && best <= test; ++next) {
            bring_best_forward(next, last);
            const Child child = children_[next];  // a copy: the children may move while it is searched
            const bool hopeless = child.at_most() <= test;
            best = std::max(best, hopeless ? child.at_most() : child.gain - search(child, child.gain - test - 1));
        }
        children_.resize(first);
        (best > test ? node.low : node.high) = best;
        table_.put(node.key, {static_cast<std::int16_t>(node.low), static_cast<std::int16_t>(node.high)},
                   nodes_ - before);
        return best;
    }

    void recall(Node& node) const {
        if (const MarginBounds* known = table_.find(node.key)) {
            node.low = std::max<int>(node.low, known->low);
            node.high = std::min<int>(node.high, known->high);
        }
    }

    // Asks the table about the children before any of them is searched: more than `test` if one settles the question.
    int recall_children(std::size_t first, std::size_t last, int test) {
        for (std::size_t n = first; n < last; ++n) {
            if (children_[n].at_least() > test) return children_[n].at_least();
        }
        for (std::size_t n = first; n < last; ++n) {
            Child& child = children_[n];
            if (child.at_most() <= test) continue;
            child.key = future_.key(child.position);
            recall(child);
            if (child.at_least() > test) return child.at_least();
        }
        return -most;
    }

    void list_children(const Node& node) {
        const Position<Word>& position = node.position;
        position.for_each_action(board_, [&](Action action) {
            const auto after = position.is_drop(board_, action) ? position.after_landing(board_, action)
                                                                : position.after(board_, action);
            Child child{};
            if (const auto outcome = after.outcome(board_, true)) {
                child.gain = -values_.end(after, *outcome) - node.margin;
            } else {
                static_cast<Prospect<Word>&>(child) = prospect(after);
                child.gain = -child.margin - node.margin;
            }
            child.promise = 2 * child.gain - child.low - child.high - child.lean;
            children_.push_back(child);
        });
    }

    void bring_best_forward(std::size_t from, std::size_t end) {
        std::size_t best = from;
        for (std::size_t n = from + 1; n < end; ++n) {
            if (children_[n].promise > children_[best].promise) best = n;
        }
        if (best != from) std::swap(children_[from], children_[best]);
    }

    Prospect<Word> prospect(const Position<Word>& position) const {
        Prospect<Word> found = prospects_.of(position);
        const bool fills_the_board = board_.gravity && !values_.first_line() && !future_.pops_left(position);
        if (use_following_ && fills_the_board && values_.empty_cells(position) % 2 == 0) {
            found.high = std::min(found.high, following_.most(found.own(), found.other()) - found.margin);
        }
        return found;
    }

    // Above any future margin: of 255 cells, in four directions, none adds more than 10 points.
    static constexpr int most = 30000;

    const Board<Word>& board_;
    const Values<Word> values_;
    const Future<Word> future_;
    const Prospects<Word> prospects_;
    const Following<Word> following_;
    Table& table_;
    Poll& poll_;
    const std::uint64_t most_nodes_;
    std::vector<Child> children_;  // of every node on the way, one after another
    std::uint64_t nodes_ = 0;
    bool use_following_ = true;
};

}  // namespace fourcast
