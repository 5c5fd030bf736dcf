// The exact solver of first-line games, one thread of it: null windows, forced moves followed at once, static bounds,
// a table of bounds, and moves tried in the order of what they threaten.
//
// Scores are those of the side to move: 0 for a draw, and for a win one more than the discs the winner has left, so
// that with n empty cells before a winning move it is (n + 1) / 2. A loss is the same, negative.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "solver/first_line/bounds.hpp"
#include "solver/first_line/ordering.hpp"
#include "solver/first_line/table.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {

// A position seen from the side to move, with its mirror image kept beside it.
template <class Word>
struct State {
    Word own, other;
    Word mirrored_own, mirrored_other;
    int empty_cells;

    Word taken() const { return own | other; }
};

// A position in which the side to move has a choice: it cannot win at once, and two moves or more do not lose at once.
template <class Word>
struct Node {
    State<Word> state;
    Word landing, threats, safe;  // where discs land; the other side's threats; the moves that do not lose at once
    typename TableFor<Word>::Key key;
    bool mirrored;     // whether the key is that of the mirror image
    int lower, upper;  // of the score, to the side to move
    int table_move;    // the column that was best when last looked at, or -1
};

// Sees what each move of a position costs, for learning in which order to try them. See learn_order.py.
template <class Word>
class Student {
public:
    virtual ~Student() = default;
    virtual bool wants(int empty_cells) = 0;                // a look at a position with so many empty cells
    virtual std::uint64_t most_nodes(int empty_cells) = 0;  // that a single move may cost
    // What it took to show that the score is above alpha, by column: -1 for a move that needs no search, `most_nodes` for
    // one that does not show it, or not within that.
    virtual void see(const State<Word>& state, std::span<const std::int64_t> costs) = 0;
};

// Which positions the threads of one search are at, as well as a small table can tell: a mistake costs time, never a score.
class Crowd {
public:
    // False if another thread is there.
    bool enter(Word64 position) {
        Word64 nobody = 0;
        return place_of(position).compare_exchange_strong(nobody, position, std::memory_order_relaxed) ||
               nobody != position;
    }

    void leave(Word64 position) { place_of(position).compare_exchange_strong(position, 0, std::memory_order_relaxed); }

private:
    std::atomic<Word64>& place_of(Word64 position) { return places_[position * 0xd6e8feb86659fd93 >> 52]; }

    std::atomic<Word64> places_[4096]{};
};

template <class Word, int K>
class Search {
public:
    using Table = TableFor<Word>;
    using Key = typename Table::Key;

    Search(const Geometry<Word, K>& geometry, const Order<Word, K>& order, Table& table)
        : g_(geometry),
          bounds_(geometry),
          order_(order),
          table_(table),
          children_(static_cast<std::size_t>(g_.width) * (g_.width * g_.height + 1)) {}

    std::uint64_t nodes = 0;
    std::function<void(std::uint64_t nodes)> poll;  // asked now and then; throws to end the search
    Crowd* crowd = nullptr;                         // the other threads of this search, if any
    Student<Word>* student = nullptr;               // who learns from this search, if anybody
    Search* apart = nullptr;                        // tries single moves for the student, with a table of its own
    bool trust_bounds = true;

    // Plays forced moves until there is a choice: true if there is one, in `node`; else `score` is that of the side to
    // move. The side to move must not have a winning move. `same_side` tells whether an even number of moves was played.
    bool settle(State<Word> state, Word threats, Node<Word>& node, int& score, bool& same_side) const {
        same_side = true;
        for (;;) {
            const Word landing = g_.landing(state.taken());
            Word safe = landing & ~(threats >> 1);
            score = same_side ? -(state.empty_cells / 2) : state.empty_cells / 2;
            if (const Word forced = landing & threats) {
                if (several(forced)) return false;
                safe &= forced;
            }
            if (!safe) return false;
            if (state.empty_cells <= 2) {
                score = 0;
                return false;
            }
            if (several(safe)) {
                // Nobody wins with his next move: the mover at best with the one after, the other side likewise.
                const int lower = -((state.empty_cells - 2) / 2), upper = (state.empty_cells - 1) / 2;
                node = {state, landing, threats, safe, {}, false, lower, upper, -1};
                return true;
            }
            state = after(state, safe, g_.column_of(safe));
            threats = g_.threats(state.other, state.taken());
            same_side = !same_side;
        }
    }

    // What the static bounds and the table know of a node.
    void narrow(Node<Word>& node) const {
        if (!trust_bounds) return;
        node.upper = std::min(node.upper, bounds_.upper(node.state.own, node.state.other, node.landing, node.threats,
                                                        node.state.empty_cells));
    }

    void look_up(Node<Word>& node) const {
        Known known;
        if (!is_kept(node) || !table_.find(node.key, known)) return;
        node.lower = std::max(node.lower, known.lower);
        node.upper = std::min(node.upper, known.upper);
        node.table_move = node.mirrored && known.move >= 0 ? g_.width - 1 - known.move : known.move;
    }

    // Own discs and all discs added: the carry marks the height of every column, so no two positions share a key.
    void set_key(Node<Word>& node) const {
        const State<Word>& state = node.state;
        const Word key = state.own + state.taken();
        const Word image = state.mirrored_own + (state.mirrored_own | state.mirrored_other);
        node.mirrored = image < key;
        node.key = table_.mix(node.mirrored ? image : key);
    }

    // Whether the score is above alpha: at least what is returned if that is above, else at most that.
    int search(const Node<Word>& node, int alpha) {
        if ((++nodes & 255) == 0) poll(nodes);
        if (nodes > give_up_at_) throw GivenUp{};
        if (node.lower > alpha) return node.lower;
        if (node.upper <= alpha) return node.upper;

        // Cheap answers first: moves that end the game, static bounds of the children, what the table knows of them.
        Child* const children = &children_[static_cast<std::size_t>(node.state.empty_cells) * g_.width];
        int best = -no_bound;
        int count = list_children(node, children, alpha, best);
        if (best > alpha) return best;
        count = keep_open(children, count, alpha, best, [this](Node<Word>& child) { narrow(child); });
        if (best > alpha) return best;
        if (student && count > 1 && student->wants(node.state.empty_cells)) teach(node.state, children, count, alpha);
        count = keep_open(children, count, alpha, best, [this](Node<Word>& child) { look_up(child); });
        if (best > alpha) return best;

        const std::uint64_t before = nodes;
        int best_column = -1;
        const auto try_child = [&](Child& child) {
            const int score = child.same_side ? search(child.node, alpha) : -search(child.node, -alpha - 1);
            if (score > best) {
                best = score;
                best_column = child.column;
            }
        };
        if (crowd && node.state.empty_cells >= least_shared) {
            share(children, count, alpha, best, try_child);
        } else {
            for (int tried = 0; tried < count && best <= alpha; ++tried) {
                bring_best_forward(children, tried, count);
                if (tried) look_up(children[tried].node);  // its sisters may have told
                try_child(children[tried]);
            }
        }
        if (is_kept(node)) {
            if (node.mirrored && best_column >= 0) best_column = g_.width - 1 - best_column;
            const int lower = best > alpha ? std::max(node.lower, best) : node.lower;
            const int upper = best > alpha ? node.upper : std::min(node.upper, best);
            table_.put(node.key, {lower, upper, best_column}, work_of(nodes - before));
        }
        return best;
    }

    State<Word> after(const State<Word>& state, Word cell, int column) const {
        return {state.other, state.own | cell, state.mirrored_other,
                state.mirrored_own | g_.mirrored_cell(cell, column), state.empty_cells - 1};
    }

private:
    // Below this many empty cells, searching again is as fast as remembering.
    static constexpr int least_kept = 5;
    // Below this many, threads do not ask what the others are doing.
    static constexpr int least_shared = 18;

    // A move: where it leads once forced answers have been played.
    struct Child {
        Node<Word> node;
        bool same_side;  // whether the side that made the move is to move again in the node
        int column, order;
    };

    static bool is_kept(const Node<Word>& node) { return node.state.empty_cells >= least_kept; }

    // The moves that leave both sides a choice. `best` is that of the others; above alpha, it is the answer.
    int list_children(const Node<Word>& node, Child* children, int alpha, int& best) const {
        const State<Word>& state = node.state;
        const auto outlook = order_.outlook(state.own, state.other, node.landing, node.threats, state.empty_cells);
        int count = 0;
        for (Word rest = node.safe; rest; rest &= rest - 1) {
            const Word cell = rest & (Word{0} - rest);
            Child& child = children[count];
            child.column = g_.column_of(cell);
            const State<Word> next = after(state, cell, child.column);
            const Word threats = g_.threats(next.other, next.taken());
            int score;
            bool other_side;
            if (!settle(next, threats, child.node, score, other_side)) {
                best = std::max(best, -score);
                if (best > alpha) return 0;
                continue;
            }
            child.same_side = !other_side;
            if (is_kept(child.node)) {
                set_key(child.node);
                table_.prefetch(child.node.key);
            }
            child.order =
                child.column == node.table_move ? first_of_all : order_.worth(outlook, cell, child.column, threats);
            ++count;
        }
        return count;
    }

    // Learns more about every child, and drops those that are settled by it; stops at one that settles the node.
    template <class Learn>
    int keep_open(Child* children, int count, int alpha, int& best, Learn&& learn) const {
        int kept = 0;
        for (int n = 0; n < count; ++n) {
            Child& child = children[n];
            learn(child.node);
            const int at_least = child.same_side ? child.node.lower : -child.node.upper;
            const int at_most = child.same_side ? child.node.upper : -child.node.lower;
            if (at_least > alpha || at_most <= alpha) {
                best = std::max(best, at_least > alpha ? at_least : at_most);
                if (best > alpha) return 0;
                continue;
            }
            if (kept != n) children[kept] = child;
            ++kept;
        }
        return kept;
    }

    // Has every move searched by itself, as if nothing were known yet, and shows the student what each one cost.
    void teach(const State<Word>& state, const Child* children, int count, int alpha) {
        const auto most = student->most_nodes(state.empty_cells);
        std::vector<std::int64_t> costs(g_.width, -1);
        for (int n = 0; n < count; ++n) {
            const Child& child = children[n];
            apart->table_.clear();
            const std::uint64_t before = apart->nodes;
            apart->give_up_at_ = before + most;
            int score = -no_bound;
            try {
                score = child.same_side ? apart->search(child.node, alpha) : -apart->search(child.node, -alpha - 1);
            } catch (const GivenUp&) {
            }
            costs[child.column] =
                static_cast<std::int64_t>(score > alpha ? std::min(apart->nodes - before, most) : most);
        }
        student->see(state, costs);
    }

    // With several threads at work, moves that another one is searching are put off: when their turn comes, the table
    // may know them (this is the idea of ABDADA).
    template <class Try>
    void share(Child* children, int count, int alpha, int& best, Try&& try_child) {
        int put_off = 0;
        for (int tried = 0; tried < count && best <= alpha; ++tried) {
            bring_best_forward(children, tried, count);
            Child& child = children[tried];
            if (tried) look_up(child.node);
            const Visit visit(*crowd, child.node.key);
            if (visit.is_second && tried) {
                std::swap(children[put_off++], child);  // the first ones have been tried: their places are free
                continue;
            }
            try_child(child);
        }
        for (int n = 0; n < put_off && best <= alpha; ++n) {
            look_up(children[n].node);
            try_child(children[n]);
        }
    }

    // Marks a position as being searched, unless another thread has.
    struct Visit {
        Crowd& crowd;
        const Word64 position;
        const bool is_second;

        Visit(Crowd& among, Key key)
            : crowd(among),
              position(static_cast<Word64>(key ^ key >> (word_bits<Key> - 1) / 2) | 1),
              is_second(!crowd.enter(position)) {}
        ~Visit() {
            if (!is_second) crowd.leave(position);
        }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
    };

    static void bring_best_forward(Child* children, int from, int count) {
        int best = from;
        for (int n = from + 1; n < count; ++n) {
            if (children[n].order > children[best].order) best = n;
        }
        if (best != from) std::swap(children[from], children[best]);
    }

    struct GivenUp {};
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    static constexpr int first_of_all = 1 << 20;
    static bool several(Word cells) { return static_cast<bool>(cells & (cells - 1)); }
    static int work_of(std::uint64_t visited) { return 64 - std::countl_zero(visited | 1); }

    const Geometry<Word, K>& g_;
    const Bounds<Word, K> bounds_;
    const Order<Word, K>& order_;
    Table& table_;
    std::uint64_t give_up_at_ = never;
    std::vector<Child> children_;  // a row for every number of empty cells
};

}  // namespace fourcast::exact::inline FOURCAST_BUILD
