// The exact solver of first-line games, one thread of it: null windows, forced moves played at once, static bounds, a
// table of bounds, and moves ordered by what they threaten.
//
// Scores are those of the side to move: 0 for a draw, and for a win one more than the discs the winner has left, so that
// with n empty cells before a winning move it is (n + 1) / 2. A loss is the same, negative.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solver/first_line/bounds.hpp"
#include "solver/first_line/ordering.hpp"
#include "solver/first_line/split.hpp"
#include "solver/null_windows.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// A position to solve: its score if that is known at once, else the node that forced moves lead to.
template <class Word>
struct SolverRoot {
    std::optional<int> score;
    MoveChild<Word> child;  // seen from the side to move in the position
};

// The observer of all searches but those of the training tool, which measures the cost of moves (training.cpp).
struct NoObserver {
    // Called at every node.
    static void on_node(std::uint64_t) {}
    // Called at a node with the moves left to search.
    template <class Word>
    static void on_moves(const SolverState<Word>&, std::span<const MoveChild<Word>>, int) {}
};

template <class Word, KnownShape S, class Observer = NoObserver>
class FirstLineSearch {
public:
    using Table = SolverTable<Word>;
    using State = SolverState<Word>;
    using Node = ChoiceNode<Word>;
    using Child = MoveChild<Word>;

    FirstLineSearch(GeometryReference<Word, S> geometry, const MoveOrdering<Word, S>& ordering, Table& table,
                    bool static_bounds = true)
        : g_(geometry), ordering_(ordering), table_(table), static_bounds_(static_bounds) {
        children_.resize(static_cast<std::size_t>(g_->width) * (g_->width * g_->height + 1));
    }

    std::uint64_t nodes = 0;
    std::function<void()> check;  // called every 256 nodes, and while it waits for helpers; throws to end the search
    SplitList<Word>* splits = nullptr;                   // where other threads are to help
    std::atomic<std::uint64_t>* helper_nodes = nullptr;  // of the position that is solved
    [[no_unique_address]] Observer observer;

    // Prepares a position in which the side to move has no line.
    SolverRoot<Word> root(Word own, Word other) const {
        const Word occupied = own | other;
        const int empty_cells = g_->width * g_->height - popcount(occupied);
        if (g_->has_line(other)) return {-((empty_cells + 2) / 2), {}};
        if (empty_cells == 0) return {0, {}};
        if (g_->threats(own, occupied) & g_->landing(occupied)) return {(empty_cells + 1) / 2, {}};

        Child root{};
        int score;
        if (!play_forced({own, other, empty_cells}, g_->threats(other, occupied), root.node, score, root.same_side))
            return {score, {}};
        set_key(root.node);
        apply_bounds(root.node);
        return {std::nullopt, root};
    }

    // A bound of the score after a move, seen from the side that made it: a lower bound if it is above alpha, else an
    // upper bound.
    int search_child(const Child& child, int alpha) {
        return child.same_side ? search(child.node, alpha) : -search(child.node, -alpha - 1);
    }

    // Searches moves of a split that this thread has joined, until there are no more, and leaves it. After that the split
    // may not exist any more; `before_leaving` is called while it does.
    template <class BeforeLeaving>
    void help(Split<Word>& split, const BeforeLeaving& before_leaving) {
        const struct Leave {
            SplitList<Word>& splits;
            Split<Word>& split;
            const BeforeLeaving& before_leaving;
            ~Leave() {
                before_leaving();
                splits.leave(split);
            }
        } leave{*splits, split, before_leaving};
        search_moves(split);
    }

    // Tightens the bounds of a node by its table entry. This and other functions are `always_inline` because compilers inline
    // less where a file has many of their instances, at a cost of 5 % here.
    [[gnu::always_inline]] void look_up(Node& node) const {
        ScoreBounds stored;
        if (!is_stored(node) || !table_.of(node.state.empty_cells).find(node.key, stored)) return;
        node.lower = std::max<int>(node.lower, stored.lower);
        node.upper = std::min<int>(node.upper, stored.upper);
        node.table_move = node.is_mirrored && stored.move >= 0 ? g_->width - 1 - stored.move : stored.move;
    }

private:
    // With fewer empty cells, searching again is as fast as the table.
    static constexpr int min_stored_cells = 5;
    // Of 18 to 28: with fewer empty cells a search takes little longer than it takes to join it.
    static constexpr int min_split_cells = 22;
    static constexpr int highest_priority = 1 << 20;

    static bool is_stored(const Node& node) { return node.state.empty_cells >= min_stored_cells; }
    static bool has_several(Word cells) { return static_cast<bool>(cells & (cells - 1)); }

    // Plays forced moves until there is a choice. Returns true if there is one, in `node`; else `score` is that of the
    // side to move in `state`, which must have no winning move. `same_side`: whether the number of moves was even.
    bool play_forced(State state, Word threats, Node& node, int& score, bool& same_side) const {
        same_side = true;
        for (;;) {
            const Word landing = g_->landing(state.occupied());
            Word safe = landing & ~(threats >> 1);
            score = same_side ? -(state.empty_cells / 2) : state.empty_cells / 2;
            if (const Word forced = landing & threats) {
                if (has_several(forced)) return false;
                safe &= forced;
            }
            if (!safe) return false;
            if (state.empty_cells <= 2) {
                score = 0;
                return false;
            }
            if (has_several(safe)) {
                // Neither side wins with its next move; at best with the one after.
                const int lower = -((state.empty_cells - 2) / 2), upper = (state.empty_cells - 1) / 2;
                node = {state, landing, threats, safe, {}, false, lower, upper, -1};
                return true;
            }
            state = after(state, safe);
            threats = g_->threats(state.other, state.occupied());
            same_side = !same_side;
        }
    }

    static State after(const State& state, Word cell) { return {state.other, state.own | cell, state.empty_cells - 1}; }

    // Own discs plus all discs: the carry marks the height of every column, so that no two positions share a key.
    [[gnu::always_inline]] void set_key(Node& node) const {
        const Word key = node.state.own + node.state.occupied(), image = g_->mirrored(key);
        node.is_mirrored = image < key;
        node.key = table_.key_of(node.is_mirrored ? image : key);
    }

    void apply_bounds(Node& node) const {
        if (!static_bounds_) return;
        node.upper = std::min(node.upper, bounds_.upper(node.state.own, node.state.other, node.landing, node.threats,
                                                        node.state.empty_cells));
    }

    [[gnu::always_inline]] void store(const Node& node, int alpha, int best, Word best_cell, std::uint64_t visited) {
        if (!is_stored(node)) return;
        int best_column = best_cell ? g_->column_of(best_cell) : -1;
        if (node.is_mirrored && best_column >= 0) best_column = g_->width - 1 - best_column;
        const int lower = best > alpha ? std::max(node.lower, best) : node.lower;
        const int upper = best > alpha ? node.upper : std::min(node.upper, best);
        const ScoreBounds bounds{static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper),
                                 static_cast<std::int8_t>(best_column)};
        table_.of(node.state.empty_cells).put(node.key, bounds, std::bit_width(visited | 1));
    }

    // A bound of the score: a lower bound if it is above alpha, else an upper bound.
    int search(const Node& node, int alpha) {
        if ((++nodes & 31) == 0) {
            check_end();
            if (has_ended_) return 0;
        }
        observer.on_node(nodes);
        refutation_ = 0;
        if (node.lower > alpha) return node.lower;
        if (node.upper <= alpha) return node.upper;

        // The cheap tests first: moves that end the game, static bounds of the children, table entries of the children.
        Child* const children = &children_[static_cast<std::size_t>(node.state.empty_cells) * g_->width];
        int best = -no_bound;
        int count = list_children(node, children, alpha, best);
        if (best > alpha) return best;
        count = remove_settled(children, count, alpha, best, [this](Node& child) { apply_bounds(child); });
        if (best > alpha) return best;
        observer.on_moves(node.state, std::span<const Child>(children, static_cast<std::size_t>(count)), alpha);
        for (int n = 0; n < count; ++n) {
            Node& child = children[n].node;
            if (!is_stored(child)) continue;
            set_key(child);
            table_.of(child.state.empty_cells).prefetch(child.key);
        }
        if (count > 1) set_priorities(node, children, count);
        count = remove_settled(children, count, alpha, best, [this](Node& child) { look_up(child); });
        if (best > alpha) return best;

        const std::uint64_t before = nodes;
        MoveResults<Word> results{best, Word{0}, Word{0}};
        for (std::span<Child> moves(children, count); !moves.empty() && results.best <= alpha;
             moves = moves.subspan(1)) {
            const bool is_first = moves.size() == static_cast<std::size_t>(count);
            if (!is_first && splits && moves.size() > 1 && node.state.empty_cells >= min_split_cells &&
                splits->needs_split(split_)) {
                const auto complete = search_split(node.state.empty_cells, moves, alpha, results);
                if (!complete) return 0;
                results = *complete;
                break;
            }
            move_best_to_front(moves);
            Child& child = moves.front();
            if (!is_first) look_up(child.node);  // the searches of its siblings, or another thread, may have stored it
            const int score = search_child(child, alpha);
            if (has_ended_) return 0;
            if (score > alpha) {
                history_.add_cutoff(node.state.empty_cells, child.cell, results.failures);
                refutation_ = child.cell;
            } else if (!child.same_side) {
                prefer(refutation_, moves.subspan(1));
            }
            results.failures |= child.cell;
            if (score > results.best) {
                results.best = score;
                results.best_cell = child.cell;
            }
        }
        best = results.best;
        store(node, alpha, best, results.best_cell, nodes - before);
        return best;
    }

    // Not inlined: it is called seldom.
    [[gnu::noinline]] void check_end() {
        if (split_ && split_->has_ended()) has_ended_ = true;
        if ((nodes & 255) == 0) check();
    }

    // Searches the moves of a node together with idle threads. `known`: the results of those searched before. Nothing if a
    // split that this one is within has ended. Not inlined: it is called seldom.
    [[gnu::noinline]] std::optional<MoveResults<Word>> search_split(int empty_cells, std::span<Child> moves, int alpha,
                                                                    const MoveResults<Word>& known) {
        Split<Word> split{split_, *helper_nodes, alpha, empty_cells, known, moves};
        const struct End {
            SplitList<Word>& splits;
            Split<Word>& split;
            // Helpers must have left before the split is destroyed, however its search ended.
            ~End() {
                split.is_over.store(true, std::memory_order_relaxed);
                splits.remove(split);
                while (split.helpers.load(std::memory_order_acquire) > 0) std::this_thread::yield();
            }
        } end{*splits, split};
        splits->add(split);
        search_moves(split);
        splits->remove(split);
        splits->wait_for_helpers(split, [this](Split<Word>& inner) { help(inner, [] {}); }, check);
        if (split_ && split_->has_ended()) {
            has_ended_ = true;
            return std::nullopt;
        }
        const auto results = splits->results(split);
        if (!results) {  // a thread gave up a move because the search has to end
            check();
            throw StopSearch{StopReason::request};
        }
        refutation_ = results->best > alpha ? results->best_cell : Word{0};
        return results;
    }

    void search_moves(Split<Word>& split) {
        const struct Within {
            FirstLineSearch& search;
            Split<Word>* const before;
            ~Within() {
                search.split_ = before;
                search.has_ended_ = false;
            }
        } within{*this, std::exchange(split_, &split)};
        while (Child* const child = splits->take_move(split)) {
            look_up(child->node);
            const int score = search_child(*child, split.alpha);
            if (has_ended_) break;
            const bool is_cutoff = score > split.alpha;
            const Word refutation = is_cutoff || child->same_side ? Word{0} : refutation_;
            const Word failures = splits->add_score(split, *child, score, refutation);
            if (is_cutoff) history_.add_cutoff(split.empty_cells, child->cell, failures);
        }
    }

    // The moves after which both sides have a choice. `best` is the best score of the others; above alpha, the search is
    // over.
    int list_children(const Node& node, Child* children, int alpha, int& best) {
        int count = 0;
        for (Word rest = node.safe; rest; rest &= rest - 1) {
            Child& child = children[count];
            child.cell = rest & (Word{0} - rest);
            const State next = after(node.state, child.cell);
            child.made = g_->threats(next.other, next.occupied());
            int score;
            bool other_side;
            if (!play_forced(next, child.made, child.node, score, other_side)) {
                best = std::max(best, -score);
                if (best > alpha) {
                    refutation_ = child.cell;
                    return 0;
                }
                continue;
            }
            child.same_side = !other_side;
            ++count;
        }
        return count;
    }

    void set_priorities(const Node& node, Child* children, int count) const {
        const State& state = node.state;
        const auto context = ordering_.context(state.own, state.other, node.landing, node.threats, state.empty_cells);
        for (int n = 0; n < count; ++n) {
            Child& child = children[n];
            const int column = g_->column_of(child.cell);
            child.priority = column == node.table_move
                                 ? highest_priority
                                 : ordering_.priority(context, child.cell, column, child.made, child.node.safe) +
                                       history_.priority(state.empty_cells, child.cell);
        }
    }

    // Tightens the bounds of every child and removes those that are settled by it. Stops at one above alpha.
    template <class Tighten>
    int remove_settled(Child* children, int count, int alpha, int& best, Tighten&& tighten) {
        int open = 0;
        for (int n = 0; n < count; ++n) {
            Child& child = children[n];
            tighten(child.node);
            const int at_least = child.at_least(), at_most = child.at_most();
            if (at_least > alpha || at_most <= alpha) {
                best = std::max(best, at_least > alpha ? at_least : at_most);
                if (best > alpha) {
                    refutation_ = child.cell;
                    return 0;
                }
                continue;
            }
            if (open != n) children[open] = child;
            ++open;
        }
        return open;
    }

    const GeometryReference<Word, S> g_;
    const StaticBounds<Word, S> bounds_{g_};
    const MoveOrdering<Word, S>& ordering_;
    CutoffHistory<Word> history_;
    Split<Word>* split_ = nullptr;  // the innermost one that this thread takes part in
    bool has_ended_ = false;        // whether it has ended: then every search within it returns, with any score
    Word refutation_{0};            // the move that cut off in the last search, if there was one
    Table& table_;
    const bool static_bounds_;
    std::vector<Child> children_;  // a row for every number of empty cells
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
