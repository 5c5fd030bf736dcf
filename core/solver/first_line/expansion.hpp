// The expansion of a node: its moves, the forced answers to them, and what is known at once of the nodes that these lead to.
#pragma once

#include <algorithm>
#include <array>

#include "solver/first_line/bounds.hpp"
#include "solver/first_line/node.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// What is known of the moves of a node that need no search: the best score, and the move that ends the search of the node
// because its score is above alpha, if there is one.
template <class Word>
struct SettledMoves {
    int best = -no_bound;
    Word cutoff{0};

    // Adds a move; true if it ends the search.
    bool add(int score, Word cell, int alpha) {
        best = std::max(best, score);
        if (best <= alpha) return false;
        cutoff = cell;
        return true;
    }
};

// Tightens the bounds of every child and removes the moves that are settled by it. Returns how many are left, none if one is
// above alpha.
template <class Word, class Tighten>
[[gnu::always_inline]] inline int remove_settled(Move<Word>* moves, int count, int alpha, SettledMoves<Word>& settled,
                                                 Tighten&& tighten) {
    int open = 0;
    for (int n = 0; n < count; ++n) {
        Node<Word>& child = *moves[n].node;
        tighten(child);
        if (const int at_least = child.at_least(); at_least > alpha) {
            settled.add(at_least, child.cell, alpha);
            return 0;
        }
        if (const int at_most = child.at_most(); at_most <= alpha) {
            settled.add(at_most, child.cell, alpha);
        } else {
            moves[open++] = moves[n];
        }
    }
    return open;
}

// A null window asks for the win of one side, the attacker: whether it gets at least some score.
struct Attack {
    bool is_by_mover;  // whether the attacker is to move
    int score;

    explicit Attack(int alpha) : is_by_mover(alpha >= 0), score(is_by_mover ? alpha + 1 : -alpha) {}

    // An attack with so few moves left is answered at once, without the table and without moves to search.
    static constexpr int max_direct_moves = 2;

    // The moves of the attacker until it is too late to win: before the last of them 2 · score − 1 cells or one more are empty.
    int moves_left(int empty_cells) const {
        const int before_move = is_by_mover ? empty_cells : empty_cells - 1;
        return (before_move - (2 * score - 1)) / 2 + 1;
    }
};

template <class Word, KnownShape S>
class Expansion {
public:
    using State = SolverState<Word>;

    Expansion(GeometryReference<Word, S> geometry, const SolverTable<Word>& table, bool static_bounds)
        : g_(geometry), table_(table), static_bounds_(static_bounds) {}

    // Plays forced moves until there is a choice. Returns true if there is one, in `node`; else `score` is that of the
    // side to move in `state`, which must have no winning move. `node.same_side`: whether the number of moves was even.
    bool play_forced(State state, Word threats, Node<Word>& node, int& score) const {
        for (bool same_side = true;; same_side = !same_side) {
            const Word safe = answers(state.occupied(), threats);
            if (!safe || state.empty_cells <= 2) {
                score = !safe ? loss(state.empty_cells, same_side) : 0;
                node.empty_cells = state.empty_cells;
                return false;
            }
            if (has_several(safe)) {
                set_choice(node, state, threats, safe, same_side);
                return true;
            }
            state = after(state, safe);
            threats = g_->threats(state.other, state.occupied());
        }
    }

    // Own discs plus all discs: the carry marks the height of every column, so that no two positions share a key.
    [[gnu::always_inline]] void set_key(Node<Word>& node) const {
        const Word key = node.own + node.occupied(), image = g_->mirrored(key);
        node.is_mirrored = image < key;
        node.key = table_.key_of(node.is_mirrored ? image : key);
    }

    void apply_bounds(Node<Word>& node) const {
        if (!static_bounds_) return;
        const Word landing = g_->landing(node.occupied());
        const int upper = bounds_.upper(node.own, node.other, landing, node.threats, node.empty_cells);
        node.upper = std::min(node.upper, upper);
    }

    // The moves that are not settled: after them both sides have a choice, and static bounds do not answer the question.
    // Their nodes are `children` by column, with keys if they are looked up in the table; their entries are prefetched. Of moves that end the search
    // of the node, the one is taken after which the game ends first.
    int open_moves(const Node<Word>& node, Node<Word>* children, Move<Word>* moves, int alpha,
                   SettledMoves<Word>& settled, bool need_keys) const {
        Word open{0}, forced{0};  // the moves after which there is a choice, and a forced answer
        const int cells = node.empty_cells - 1;
        for (Word rest = node.safe; rest; rest &= rest - 1) {
            const Word cell = rest & (Word{0} - rest);
            const State next = after(node.state(), cell);
            const Word threats = g_->threats(next.other, next.occupied()), safe = answers(next.occupied(), threats);
            if (!safe || cells <= 2) {
                if (settled.add(safe ? 0 : cells / 2, cell, alpha)) return 0;
                continue;
            }
            Node<Word>& child = children[g_->column_of(cell)];
            child.cell = cell;
            child.made = threats;
            child.safe = safe;
            if (has_several(safe)) {
                set_choice(child, next, threats, safe, false);
                open |= cell;
            } else {
                forced |= cell;
            }
        }
        SettledMoves<Word> cut_off;
        int last_cells = 0;  // when the game ends after that move
        for (Word rest = forced; rest; rest &= rest - 1) {
            const Word cell = rest & (Word{0} - rest);
            Node<Word>& child = children[g_->column_of(cell)];
            const State next = after(after(node.state(), cell), child.safe);
            int score;
            if (play_forced(next, g_->threats(next.other, next.occupied()), child, score)) {
                open |= cell;
            } else if (score <= alpha) {
                settled.add(score, cell, alpha);
            } else if (child.empty_cells > last_cells) {
                last_cells = child.empty_cells;
                cut_off = {score, cell};
            }
        }
        if (cut_off.cutoff) {
            settled = cut_off;
            return 0;
        }
        int count = 0;
        for (Word rest = open; rest; rest &= rest - 1) {
            Node<Word>& child = children[g_->column_of(rest)];
            moves[count++].node = &child;
            if (!need_keys) continue;
            set_key(child);
            table_.prefetch(child.key, child.empty_cells);
        }
        return remove_settled(moves, count, alpha, settled, [this](Node<Word>& child) { apply_bounds(child); });
    }

    // One of `moves` after which the side to move wins with its next move, whatever the other side answers; none if there is
    // none. Neither side may have a win at once, before or after the move.
    Word two_move_win(const State& state, Word moves) const {
        for (Word rest = moves; rest; rest &= rest - 1) {
            const Word cell = rest & (Word{0} - rest);
            if (!answers(after(state, cell))) return cell;
        }
        return Word{0};
    }

    // A move after which the other side has no two_move_win; none if there is none. Counts searches for such wins.
    Word defence(const Node<Word>& node, std::uint64_t& nodes) const {
        std::array<Word, Geometry<Word, S>::max_width> safe;  // the answers to each move
        for (Word rest = node.safe; rest; rest &= rest - 1) {
            const Word cell = rest & (Word{0} - rest);
            safe[g_->column_of(cell)] = answers(after(node.state(), cell));
            if (!safe[g_->column_of(cell)]) return cell;
        }
        Word win{0};
        for (Word rest = node.safe; rest;) {
            // The cell that the other side wanted is often the right one.
            const Word cell = rest & win ? win : rest & (Word{0} - rest);
            rest &= ~cell;
            ++nodes;
            win = two_move_win(after(node.state(), cell), safe[g_->column_of(cell)]);
            if (!win) return cell;
        }
        return Word{0};
    }

protected:
    static bool has_several(Word cells) { return static_cast<bool>(cells & (cells - 1)); }

    static State after(const State& state, Word cell) { return {state.other, state.own | cell, state.empty_cells - 1}; }

    // The score of the side to move when it cannot prevent that the other side wins with its next move; or, seen from the other
    // side, its negative.
    static int loss(int empty_cells, bool same_side) { return same_side ? -(empty_cells / 2) : empty_cells / 2; }

    static void set_choice(Node<Word>& node, const State& state, Word threats, Word safe, bool same_side) {
        node.own = state.own;
        node.other = state.other;
        node.threats = threats;
        node.safe = safe;
        node.empty_cells = state.empty_cells;
        // Neither side wins with its next move; at best with the one after.
        node.lower = -((state.empty_cells - 2) / 2);
        node.upper = (state.empty_cells - 1) / 2;
        node.table_move = -1;
        node.same_side = same_side;
    }

    // The moves of the side to move that do not lose at once; it has no winning move.
    Word answers(const State& state) const {
        return answers(state.occupied(), g_->threats(state.other, state.occupied()));
    }
    Word answers(Word occupied, Word threats) const {
        const Word landing = g_->landing(occupied), forced = landing & threats;
        if (has_several(forced)) return Word{0};
        return (forced ? forced : landing) & ~(threats >> 1);
    }

    const GeometryReference<Word, S> g_;
    const StaticBounds<Word, S> bounds_{g_};
    const SolverTable<Word>& table_;
    const bool static_bounds_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
