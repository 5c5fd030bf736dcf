// Exact margins of games that fill the board: gravity, lines or points, no pop-outs left. Null windows, with the bounds of
// fill_bounds.hpp computed for every child before any is searched.
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>
#include <vector>

#include "bucket_table.hpp"
#include "solver/margin/fill_bounds.hpp"
#include "word_table.hpp"

namespace fourcast {

// Bounds of the final margin, seen from the side to move.
struct StoredMargin {
    std::int16_t low, high;
};

// For boards of up to 64 bits. Bounds are stored plus 128 in 8 bits each; those beyond ±127 are stored as far as they are
// still right, or as none: 0 for a lower bound, 255 for an upper one.
class FillTable64 {
public:
    using Key = WordTable::Key;

    template <class Word>
    FillTable64(const Board<Word>& board, std::size_t table_mb) : words_(board.bits(), table_mb << 20) {}

    Key key_of(Word64 position) const { return words_.key_of(position); }
    static std::uint64_t hash(Key key) { return key; }
    void prefetch(Key key) const { words_.prefetch(key); }
    void clear() { words_.clear(); }

    bool find(Key key, StoredMargin& margin) const {
        const int value = words_.find(key);
        if (!value) return false;
        const int low = value & 255, high = value >> 8;
        margin.low = static_cast<std::int16_t>(low == 0 ? -unbounded : low - 128);
        margin.high = static_cast<std::int16_t>(high == 255 ? unbounded : high - 128);
        return true;
    }

    void put(Key key, const StoredMargin& margin, int work) {
        const int low = std::clamp<int>(margin.low + 128, 0, 255), high = std::clamp<int>(margin.high + 128, 1, 255);
        words_.put(key, static_cast<std::uint16_t>(high << 8 | low), work);
    }

    static constexpr int unbounded = 30000;

private:
    WordTable words_;
};

// For larger boards.
template <class Word>
struct FillKey {
    Word position;

    bool operator==(const FillKey&) const = default;

    std::size_t bucket(int bits) const {
        std::uint64_t mixed = 0;
        for (int n = 0; n < word_bits<Word> / 64; ++n) mixed = mix(mixed ^ to_limbs(position)[n]);
        return mixed * golden_multiplier >> (64 - bits);  // the high bits are mixed best
    }
};

template <class Word>
class WideFillTable : public BucketTable<FillKey<Word>, StoredMargin, 4, SpinLock> {
public:
    using Key = FillKey<Word>;

    WideFillTable(const Board<Word>&, std::size_t table_mb) : BucketTable<Key, StoredMargin, 4, SpinLock>(table_mb) {}

    static Key key_of(const Word& position) { return {position}; }
    static std::uint64_t hash(const Key& key) { return key.bucket(64); }
};

template <class Word>
using FillTable = std::conditional_t<word_bits<Word> == 64, FillTable64, WideFillTable<Word>>;

template <class Word>
class FillSearch {
public:
    using Table = FillTable<Word>;

    // `worker`: as in MarginOptions. Every worker has a move order of its own at first.
    FillSearch(const Board<Word>& board, Table& table, NodeCounter& count_node, bool static_bounds, int worker = 0)
        : board_(board),
          table_(table),
          count_node_(count_node),
          bounds_(board, values_, count_node.check),
          static_bounds_(static_bounds),
          cell_history_(2 * static_cast<std::size_t>(board.bits())),
          reply_history_(static_cast<std::size_t>(board.bits() * (board.bits() + 1))) {
        children_.resize(static_cast<std::size_t>(board.width * (board.width * board.height + 1)));
        if (worker < 2) return;
        for (std::size_t n = 0; n < cell_history_.size(); ++n) {
            const std::uint64_t random = mix(n * golden_multiplier + static_cast<std::uint64_t>(worker));
            cell_history_[n] = static_cast<std::int16_t>(static_cast<int>(random % (2 * max_history)) - max_history);
        }
    }

    using Key = typename Table::Key;

    static constexpr int unbounded = FillTable64::unbounded;

    struct Node {
        Word own, other;  // discs of the side to move and of the other side
        Key key;
        int low, high;  // bounds of the final margin
        int last;       // the bit of the last disc, or the number of bits if there is none
        int own_score, other_score;
        int own_most;  // the score with all empty cells added: a side scores at most so much, and never loses what it has
    };
    struct Child : Node {
        int priority;  // the child with the highest is searched first

        int at_least() const { return -this->high; }
        int at_most() const { return -this->low; }
    };

    // A bound of the final margin of the side to move: a lower bound if it is above `test`, else an upper bound.
    int search(Word own, Word other, int test) {
        const Node root = make_root(own, other, test);
        return root.low > test ? root.low : root.high <= test ? root.high : search(root, test);
    }

    // The node of a position, with the bounds that are known without a search.
    Node make_root(Word own, Word other, int test) {
        const Word empty = board_.cells & ~(own | other);
        Node root{.own = own,
                  .other = other,
                  .key = key_of(own, other),
                  .low = -unbounded,
                  .high = unbounded,
                  .last = board_.bits(),
                  .own_score = values_.score(own),
                  .other_score = values_.score(other),
                  .own_most = values_.score(own | empty)};
        if (static_bounds_) {
            if (const int upper = bounds_.upper(own, other, test); upper <= test) root.high = upper;
        }
        look_up(root);
        return root;
    }

    // The bounds of the node do not settle the test.
    int search(const Node& node, int test) {
        count_node_();
        const std::uint64_t before = count_node_.nodes;
        const int empty_cells = popcount(board_.cells & ~(node.own | node.other));
        Child* const children = &children_[static_cast<std::size_t>(empty_cells * board_.width)];
        int best = -unbounded;
        int count = list_children(node, empty_cells, children, test, best, [](const Child&) { return false; });
        for (int n = 0; n < count && best <= test; ++n) {
            children[n].key = key_of(children[n].own, children[n].other);
            table_.prefetch(children[n].key);
        }
        for (int n = 0; n < count && best <= test;) {
            look_up(children[n]);
            if (is_settled(children[n], test, best)) {
                children[n] = children[--count];
            } else {
                ++n;
            }
        }
        for (int n = 0; n < count && best <= test; ++n) {
            std::swap(children[n],
                      *std::max_element(children + n, children + count,
                                        [](const Child& a, const Child& b) { return a.priority < b.priority; }));
            Child& child = children[n];
            if (n) look_up(child);  // the searches of its siblings may have stored it
            if (is_settled(child, test, best)) continue;
            best = std::max(best, -search(child, -test - 1));
            if (best > test) update_history(node, children, n, empty_cells);
        }
        store(node, test, best, before);
        return best;
    }

    // Stores the result of a search that began when `before` nodes had been counted.
    void store(const Node& node, int test, int result, std::uint64_t before) {
        const int low = result > test ? std::max(node.low, result) : node.low;
        const int high = result > test ? node.high : std::min(node.high, result);
        table_.put(node.key, {static_cast<std::int16_t>(low), static_cast<std::int16_t>(high)},
                   1 + std::bit_width(count_node_.nodes - before));
    }

    // Whether the bounds of a child answer the test for it. `best` is the best answer so far.
    static bool is_settled(const Child& child, int test, int& best) {
        if (child.at_least() <= test && child.at_most() > test) return false;
        best = std::max(best, child.at_least() > test ? child.at_least() : child.at_most());
        return true;
    }

    // The children that their bounds do not settle. `look_up_child` may narrow the bounds of a child, and returns whether its
    // static bound is known not to settle the test.
    template <class LookUp>
    int list_children(const Node& node, int empty_cells, Child* children, int test, int& best,
                      const LookUp& look_up_child) {
        const Word empty = board_.cells & ~(node.own | node.other), landing = board_.landing(node.own | node.other);
        int count = 0;
        for (int column = 0; column < board_.width && best <= test; ++column) {
            const Word cell = landing & board_.columns[column];
            if (!cell) continue;
            const Word own = node.own | cell, rest = empty & ~cell;
            const int bit = column * board_.stride + popcount(board_.columns[column] & ~empty);
            const int score = values_.score(own), other_most = values_.score(node.other | rest);
            Child& child = children[count];
            child = {{.own = node.other,
                      .other = own,
                      .key = {},
                      .low = node.other_score - node.own_most,
                      .high = other_most - score,
                      .last = bit,
                      .own_score = node.other_score,
                      .other_score = score,
                      .own_most = other_most},
                     0};
            if (is_settled(child, test, best)) continue;
            const bool is_open = look_up_child(child);
            if (is_settled(child, test, best)) continue;
            int upper = child.high;
            if (static_bounds_ && !is_open) {
                upper = std::min(upper, bounds_.upper(child.own, child.other, -test - 1));
                if (upper < -test) best = -upper;
            }
            const int gain = score - node.own_score;
            const int denial = values_.score(node.other | cell) - node.other_score;
            const int history = cell_history(empty_cells, bit) + reply_history(node.last, bit);
            child.priority = -weights_.bound * upper + weights_.score * (gain + denial) +
                             weights_.open * (node.own_most - other_most) + weights_.history * history / max_history;
            ++count;
        }
        return count;
    }

    void look_up(Node& node) const {
        if (StoredMargin stored; table_.find(node.key, stored)) {
            node.low = std::max<int>(node.low, stored.low);
            node.high = std::min<int>(node.high, stored.high);
        }
    }

    // Own discs plus all discs: the carry marks the height of every column, so that no two positions share a key. A position
    // has the key of its mirror image.
    Key key_of(Word own, Word other) const {
        const Word image = board_.mirrored(own);
        return table_.key_of(std::min(own + (own | other), image + (image | board_.mirrored(other))));
    }

private:
    // The move that answered the test is tried earlier from now on, by its cell and as a reply to the last move; those that
    // were searched before it later.
    void update_history(const Node& node, const Child* children, int answer, int empty_cells) {
        for (int n = 0; n <= answer; ++n) {
            const int bit = children[n].last, goal = n == answer ? max_history : -max_history;
            for (std::int16_t* value : {&cell_history(empty_cells, bit), &reply_history(node.last, bit)}) {
                *value = static_cast<std::int16_t>(*value + (goal - *value) / history_rate);
            }
        }
    }

    std::int16_t& cell_history(int empty_cells, int bit) {
        return cell_history_[static_cast<std::size_t>(empty_cells % 2 * board_.bits() + bit)];
    }
    std::int16_t& reply_history(int last, int bit) {
        return reply_history_[static_cast<std::size_t>(last * board_.bits() + bit)];
    }

    // What a child's priority counts: its upper bound, the score that the move gains and denies, how much more its side can
    // still score, and how often the move answered lately. Chosen by node counts of random positions: of most lines on 6×6,
    // 7×5 and 7×6, and of run points, whose scores are about ten times as large, on the same boards.
    struct Weights {
        int bound, score, open, history;
    };
    static constexpr Weights line_weights{4, 8, 2, 8}, point_weights{4, 4, 3, 64};
    static constexpr int max_history = 1024, history_rate = 8;

    const Board<Word>& board_;
    const SolverValues<Word> values_{board_};
    Table& table_;
    NodeCounter& count_node_;
    FillBounds<Word> bounds_;
    const bool static_bounds_;
    const Weights weights_ = board_.goal == Goal::most_lines ? line_weights : point_weights;
    std::vector<Child> children_;  // a row for every number of empty cells
    std::vector<std::int16_t> cell_history_, reply_history_;
};

}  // namespace fourcast
