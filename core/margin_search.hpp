// Exact values of the games that come to an end without luck: alpha-beta on the margin, one question at a time.
//
// What is searched and remembered is the *future* margin: how much the final margin will differ from the present one, seen
// from the side to move. Discs that are done with do not change it, so that more positions share one entry of the table.
#pragma once

#include <algorithm>
#include <vector>

#include "following.hpp"
#include "future_table.hpp"
#include "prospect.hpp"
#include "stop.hpp"

namespace fourcast {

// Bounds of a future margin; the action that was best, or none.
struct MarginBounds {
    static constexpr std::uint8_t none = 255;  // no action has this number: a board has at most 255 cells

    std::int16_t low, high;
    std::uint8_t action = none;
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

    // What the final margin can be at all.
    Between<int> reach(const Position<Word>& position) const { return prospect(position).final_margin(); }

    // Narrows `range` to the exact final margin or, if `weak`, until it tells win, draw and loss apart. What the poll
    // throws leaves in `range` what is known by then.
    void solve(const Position<Word>& position, Between<int>& range, bool weak) {
        if (const auto outcome = position.outcome(board_)) {
            range.low = range.high = values_.end(position, *outcome);
            return;
        }
        poll_(0);
        const Node root = prospect(position);
        const int now = root.margin;
        range = {std::max(range.low, now + root.low), std::min(range.high, now + root.high)};
        const auto ask = [&](int test) {  // whether the final margin is above `test`
            const int found = now + search(root, test - now);
            if (found > test) {
                range.low = std::max(range.low, found);
            } else {
                range.high = std::min(range.high, found);
            }
        };
        // Who wins; then outwards in growing steps; then halving what is left.
        for (int test : {0, -1}) {
            if (range.low <= test && test < range.high) ask(test);
        }
        int up = 1, down = 1;
        while (range.low < range.high && !(weak && (range.low > 0 || range.high < 0))) {
            const int width = range.high - range.low;
            if (range.low >= 0) {
                ask(range.low + std::min(up, (width + 1) / 2) - 1);
                up *= 2;
            } else {
                ask(range.high - std::min(down, (width + 1) / 2));
                down *= 2;
            }
        }
    }

private:
    using Node = Prospect<Word>;

    struct Child {
        Node node;
        Action action;
        int gain;  // how much the mover's margin has grown
        bool over;
        int promise;

        int at_least() const { return over ? gain : gain - node.high; }
        int at_most() const { return over ? gain : gain - node.low; }
    };

    // At least what is returned if that is above `test`, else at most it, is the future margin.
    int search(const Node& node, int test) {
        if ((++nodes_ & 1023) == 0) poll_(nodes_);
        if (nodes_ > most_nodes_) throw StopSearch{StopReason::nodes};
        int low = node.low, high = node.high;
        const auto settled = [&] { return low > test || high <= test; };
        if (settled()) return low > test ? low : high;

        const Key<Word> key = future_.key(node.position);
        Action known_best = MarginBounds::none;
        if (const MarginBounds* known = table_.find(key)) {
            low = std::max<int>(low, known->low);
            high = std::min<int>(high, known->high);
            known_best = known->action;
            if (settled()) return low > test ? low : high;
        }
        if (follows(node)) {
            high = std::min(high, following_.sharp(node.own(), node.other()) - node.margin);
            if (settled()) return high;
        }

        const std::uint64_t before = nodes_;
        const std::size_t first = children_.size();
        list_children(node, known_best);
        const std::size_t last = children_.size();
        int best = -most, best_action = MarginBounds::none;
        for (std::size_t n = first; n < last; ++n) {
            if (children_[n].at_least() > test) {
                best = children_[n].at_least();
                best_action = children_[n].action;
            }
        }
        for (std::size_t next = first; next < last && best <= test; ++next) {
            bring_best_forward(next, last);
            const Child child = children_[next];
            const int value =
                child.at_most() <= test ? child.at_most() : child.gain - search(child.node, child.gain - test - 1);
            if (value > best) {
                best = value;
                best_action = child.action;
            }
        }
        children_.resize(first);
        if (best > test) {
            low = best;
        } else {
            high = std::min(high, best);
        }
        table_.put(
            key,
            {static_cast<std::int16_t>(low), static_cast<std::int16_t>(high), static_cast<std::uint8_t>(best_action)},
            nodes_ - before);
        return best > test ? low : high;
    }

    void list_children(const Node& node, Action known_best) {
        node.position.for_each_action(board_, [&](Action action) {
            const Position<Word> after = node.position.is_drop(board_, action)
                                             ? node.position.after_landing(board_, action)
                                             : node.position.after(board_, action);
            Child child;
            child.action = action;
            child.over = false;
            child.gain = 0;
            if (const auto outcome = after.outcome(board_, true)) {
                child.over = true;
                child.gain = -values_.end(after, *outcome) - node.margin;
                child.promise = child.gain > 0 ? most : child.gain;
            } else {
                child.node = prospect(after);
                child.gain = -child.node.margin - node.margin;
                child.promise = 2 * child.gain - child.node.low - child.node.high;
            }
            if (action == known_best) child.promise = 2 * most;
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

    Node prospect(const Position<Word>& position) const {
        Node node = prospects_.of(position);
        if (follows(node)) node.high = std::min(node.high, following_.cheap(node.own(), node.other()) - node.margin);
        return node;
    }

    bool follows(const Node& node) const {
        return use_following_ && board_.gravity && !values_.first_line() && !future_.pops_left(node.position) &&
               values_.empty_cells(node.position) % 2 == 0;
    }

    static constexpr int most = 30000;  // above any margin: a board of 255 cells has fewer than 1024 lines

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
