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

#include "solver/first_line/lane_expansion.hpp"
#include "solver/first_line/ordering.hpp"
#include "solver/first_line/split.hpp"
#include "solver/null_windows.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// A position to solve: its score if that is known at once, else the node that forced moves lead to.
template <class Word>
struct SolverRoot {
    std::optional<int> score;
    Node<Word> node;  // seen from the side to move in the position
};

// The observer of all searches but those of the training tool, which measures the cost of moves (training.cpp).
struct NoObserver {
    // Called at every node.
    static void on_node(std::uint64_t) {}
    // Called at a node with the moves left to search.
    template <class Word>
    static void on_moves(const SolverState<Word>&, std::span<const Move<Word>>, int) {}
};

template <class Word, KnownShape S, class Observer = NoObserver>
class FirstLineSearch {
public:
    using Table = SolverTable<Word>;
    using State = SolverState<Word>;
    using Node = first_line::Node<Word>;
    using Move = first_line::Move<Word>;

    FirstLineSearch(GeometryReference<Word, S> geometry, const MoveOrdering<Word, S>& ordering, Table& table,
                    bool static_bounds = true)
        : g_(geometry),
          expansion_(geometry, table, static_bounds),
          ordering_(ordering),
          table_(table),
          static_bounds_(static_bounds) {
        children_.resize(static_cast<std::size_t>(g_->width) * (g_->width * g_->height + 1));
        moves_.resize(children_.size());
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

        Node root{};
        int score;
        if (!expansion_.play_forced({own, other, empty_cells}, g_->threats(other, occupied), root, score))
            return {score, {}};
        expansion_.set_key(root);
        expansion_.apply_bounds(root);
        return {std::nullopt, root};
    }

    // A bound of the score after a move, seen from the side that made it: a lower bound if it is above alpha, else an
    // upper bound.
    int search_child(const Node& child, int alpha) {
        return child.same_side ? search(child, alpha) : -search(child, -alpha - 1);
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
        if (!table_.find(node.key, node.empty_cells, stored)) return;
        node.lower = std::max<int>(node.lower, stored.lower);
        node.upper = std::min<int>(node.upper, stored.upper);
        node.table_move = node.is_mirrored && stored.move >= 0 ? g_->width - 1 - stored.move : stored.move;
    }

private:
    // The fastest of 18 to 28: with fewer empty cells a search takes little longer than it takes to join it.
    static constexpr int min_split_cells = 22;
    static constexpr int highest_priority = 1 << 20;

    [[gnu::always_inline]] void store(const Node& node, int alpha, int best, Word best_cell, std::uint64_t visited) {
        int best_column = best_cell ? g_->column_of(best_cell) : -1;
        if (node.is_mirrored && best_column >= 0) best_column = g_->width - 1 - best_column;
        const int lower = best > alpha ? std::max<int>(node.lower, best) : node.lower;
        const int upper = best > alpha ? node.upper : std::min<int>(node.upper, best);
        const ScoreBounds bounds{static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper),
                                 static_cast<std::int8_t>(best_column)};
        table_.put(node.key, node.empty_cells, bounds, std::bit_width(visited | 1));
    }

    // A bound of the score: a lower bound if it is above alpha, else an upper bound.
    [[gnu::flatten]] int search(const Node& node, int alpha) {
        if (++nodes >= next_check_) {
            check_end();
            if (has_ended_) return 0;
        }
        observer.on_node(nodes);
        refutation_ = 0;
        if (node.lower > alpha) return node.lower;
        if (node.upper <= alpha) return node.upper;
        const Attack attack(alpha);
        // Without static bounds, as in tests, nothing is answered directly.
        const int moves_left = static_bounds_ ? attack.moves_left(node.empty_cells) : Attack::max_direct_moves + 2;
        if (moves_left <= Attack::max_direct_moves) {
            refutation_ =
                attack.is_by_mover ? expansion_.two_move_win(node.state(), node.safe) : expansion_.defence(node, nodes);
            return refutation_ ? alpha + 1 : alpha;
        }

        // The cheap tests first: moves that end the game, static bounds of the children, table entries of the children. If
        // the children are answered at once, their entries save nothing.
        const bool use_table = !attack.is_by_mover || moves_left > Attack::max_direct_moves + 1;
        const std::size_t row = static_cast<std::size_t>(node.empty_cells) * g_->width;
        SettledMoves<Word> settled;
        int count = expansion_.open_moves(node, &children_[row], &moves_[row], alpha, settled, use_table);
        if (settled.cutoff) return cut_off(settled);
        std::span<Move> moves(&moves_[row], static_cast<std::size_t>(count));
        observer.on_moves(node.state(), std::span<const Move>(moves), alpha);
        if (use_table) {
            count = remove_settled(&moves_[row], count, alpha, settled, [this](Node& child) { look_up(child); });
            if (settled.cutoff) return cut_off(settled);
            moves = moves.first(static_cast<std::size_t>(count));
        }
        if (count > 1) set_priorities(node, moves);

        const std::uint64_t before = nodes;
        MoveResults<Word> results{settled.best, Word{0}, Word{0}};
        for (; !moves.empty() && results.best <= alpha; moves = moves.subspan(1)) {
            const bool is_first = moves.size() == static_cast<std::size_t>(count);
            if (!is_first && splits && use_table && moves.size() > 1 && node.empty_cells >= min_split_cells &&
                splits->needs_split(split_)) {
                const auto complete = search_split(node.empty_cells, moves, alpha, results);
                if (!complete) return 0;
                results = *complete;
                break;
            }
            move_best_to_front(moves);
            Node& child = *moves.front().node;
            if (!is_first && use_table)
                look_up(child);  // the searches of its siblings, or another thread, may have stored it
            const int score = search_child(child, alpha);
            if (has_ended_) return 0;
            if (score > alpha) {
                history_.add_cutoff(node.empty_cells, child.cell, results.failures);
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
        store(node, alpha, results.best, results.best_cell, nodes - before);
        return results.best;
    }

    int cut_off(const SettledMoves<Word>& settled) {
        refutation_ = settled.cutoff;
        return settled.best;
    }

    // Every 32 nodes. Not inlined: it is called seldom.
    [[gnu::noinline]] void check_end() {
        next_check_ = nodes + 32;
        if (split_ && split_->has_ended()) has_ended_ = true;
        if (++checks_ % 8 == 0) check();
    }

    // Searches the moves of a node together with idle threads. `known`: the results of those searched before. Nothing if a
    // split that this one is within has ended. Not inlined: it is called seldom.
    [[gnu::noinline]] std::optional<MoveResults<Word>> search_split(int empty_cells, std::span<Move> moves, int alpha,
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
        while (Node* const child = splits->take_move(split)) {
            look_up(*child);
            const int score = search_child(*child, split.alpha);
            if (has_ended_) break;
            const bool is_cutoff = score > split.alpha;
            const Word refutation = is_cutoff || child->same_side ? Word{0} : refutation_;
            const Word failures = splits->add_score(split, *child, score, refutation);
            if (is_cutoff) history_.add_cutoff(split.empty_cells, child->cell, failures);
        }
    }

    void set_priorities(const Node& node, std::span<Move> moves) const {
        const auto context = ordering_.context(node);
        for (Move& move : moves) {
            const int column = g_->column_of(move.node->cell);
            move.priority = column == node.table_move ? highest_priority
                                                      : ordering_.priority(context, *move.node, column) +
                                                            history_.priority(node.empty_cells, move.node->cell);
        }
    }

    const GeometryReference<Word, S> g_;
    const FastestExpansion<Word, S> expansion_;
    const MoveOrdering<Word, S>& ordering_;
    CutoffHistory<Word> history_;
    Split<Word>* split_ = nullptr;  // the innermost one that this thread takes part in
    std::uint64_t next_check_ = 0, checks_ = 0;
    bool has_ended_ = false;  // whether it has ended: then every search within it returns, with any score
    Word refutation_{0};      // the move that cut off in the last search, if there was one
    Table& table_;
    const bool static_bounds_;
    // A row for every number of empty cells.
    std::vector<Node> children_;
    std::vector<Move> moves_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
