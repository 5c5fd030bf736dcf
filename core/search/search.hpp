// The textbook searches, src/fourcast/algorithms in C++, node for node. The Python steps and layers are the definition.
// Here they are one recursion, which does the work of each layer at the place of that layer. The steps are in steps.hpp
// and chance.hpp.
//
// Values are from the point of view of the side to move, those of chance nodes of the side that has moved. They are
// doubles: evaluations are whole numbers far below 2^53, so they stay exact, and means need fractions.
#pragma once

#include <stdexcept>
#include <vector>

#include "search/chance.hpp"
#include "search/old_bounds.hpp"
#include "search/recorder.hpp"
#include "search/spec.hpp"
#include "search/transposition.hpp"
#include "stop.hpp"

namespace fourcast {

struct SearchCounts {
    std::uint64_t nodes = 0, leaves = 0, cutoffs = 0, moves = 0, estimated = 0;
};

// The result for a move of the root.
struct RootMove {
    Action action;
    double value;
    Bound bound;
};

template <class Word>
class Search {
public:
    Search(const Rules& rules, const SearchSpec& spec, const Position<Word>& root)
        : board_(rules),
          spec_(spec),
          root_(root),
          root_player_(root.turn),
          table_(board_, spec.mirror_keys, spec.table_bits),
          old_bounds_(root, std::size_t{1} << spec.table_bits) {}

    Search(const Search&) = delete;  // the table refers to this board

    // Searches to a depth. All values lie in `range`, as the root's player sees it. Throws StopSearch after `max_nodes`
    // and when `check` does, which is called every 1,024 nodes. Visits up to `record_plies` moves from the root are
    // recorded, none if it is negative.
    double search(int depth, Window range, std::uint64_t max_nodes, StopCheck& check, int record_plies) {
        range_ = range;
        max_nodes_ = max_nodes;
        check_ = &check;
        recorder_.start(record_plies);
        root_moves_.clear();
        const std::size_t plies = static_cast<std::size_t>(depth) + 2;
        if (pvs_.size() < plies) {
            pvs_.resize(plies);
            nodes_by_ply_.resize(plies, 0);
            killers_.resize(plies);
        }
        old_bounds_.start_search();
        const double value = visit(root_, depth, range, 0, -1, -1);
        old_bounds_.finish_search();
        return value;
    }

    const std::vector<Action>& pv() const { return pvs_[0]; }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    const std::vector<Record>& records() const { return recorder_.records(); }
    const std::vector<std::uint64_t>& nodes_by_ply() const { return nodes_by_ply_; }
    const SearchCounts& counts() const { return counts_; }

    // -- for the steps --------------------------------------------------------------------------------------------

    MoveList<Word> moves_of(const SearchNode<Word>& node) {
        MoveList<Word> moves(board_, spec_.order, node.position);
        if (spec_.table == TableMode::on) moves.prefer(table_.best_move(node.position));
        if (spec_.killers) {
            for (Action killer : killers_.at(node.depth)) moves.prefer(killer);
        }
        return moves;
    }

    // The value of a move to the side that makes it. Compilers consider it too large to inline; searches are a fifth
    // faster if it is.
    [[gnu::always_inline]] double try_move(const SearchNode<Word>& node, Action move, Window window) {
        const Position<Word>& position = node.position;
        const int depth = node.depth - 1, ply = node.ply + 1;
        double value;
        if (!position.is_drop(board_, move)) {
            value = -visit(position.after(board_, move), depth, window.flipped(), ply, move, node.record);
        } else if (board_.drifts) {
            value = visit_chance(position, move, depth, window, ply, node.record);
        } else {
            value = -visit(position.after_landing(board_, move), depth, window.flipped(), ply, move, node.record);
        }
        if (node.ply == 0) set_root_move({move, value, bound_of(value, window)});
        return value;
    }

    // The value of a branch to the side whose move led to the chance node.
    double try_branch(const ChanceNode<Word>& chance, int n, Window window) {
        const Branch<Word>& branch = chance.branches[n];
        return -visit(branch.position, chance.depth, window.flipped(), chance.ply, branch.column, chance.record);
    }

    // Makes the move the best so far: the principal variation is the move and that of its position. Returns `value`.
    double improve(const SearchNode<Word>& node, Action move, double value) {
        auto &pv = pvs_[node.ply], &rest = pvs_[node.ply + 1];
        pv.assign(1, move);
        pv.insert(pv.end(), rest.begin(), rest.end());
        return value;
    }

    void count_cutoff(Action move, const MoveList<Word>& moves) { counts_.cutoffs += move != moves.back(); }

    bool is_over(const Position<Word>& position) const { return position.outcome(board_).has_value(); }

    // All values lie in this range, as a player sees it.
    Window value_range(int player) const { return player == root_player_ ? range_ : range_.flipped(); }

private:
    // -- one visit: count, check, record, evaluate leaves, ask the table, take a step -----------------------------

    double visit(const Position<Word>& position, int depth, Window window, int ply, Action action, int parent) {
        enter(ply);
        if (ply > 0) ++counts_.moves;
        const std::uint64_t before = counts_.nodes;
        const int record = recorder_.open(parent, ply, action, 0, depth, window);
        pvs_[ply].clear();
        double value;
        if (!evaluate_leaf(position, depth, ply > 0, value)) {
            value = search_with_table({position, depth, window, ply, record});
        }
        recorder_.close(record, value, counts_.nodes - before + 1);
        return value;
    }

    // A chance node has the ply of the positions it leads to.
    double visit_chance(const Position<Word>& position, int aim, int depth, Window window, int ply, int parent) {
        enter(ply);
        const std::uint64_t before = counts_.nodes;
        const int record = recorder_.open(parent, ply, aim, 1, depth, window);
        const double value = chance_step({board_, position, aim, depth, window, ply, record});
        pvs_[ply].clear();
        recorder_.close(record, value, counts_.nodes - before + 1);
        return value;
    }

    void enter(int ply) {
        if (counts_.nodes >= max_nodes_) throw StopSearch{StopReason::nodes};
        ++nodes_by_ply_[ply];
        if ((++counts_.nodes & 1023) == 0) (*check_)();
    }

    // Whether a position is a leaf; then `value` is its value.
    bool evaluate_leaf(const Position<Word>& position, int depth, bool unfinished_before, double& value) {
        const auto evaluated = [&](bool estimated) {
            const double root_value = evaluate(board_, spec_.eval, position, root_player_);
            value = position.turn == root_player_ ? root_value : -root_value;
            ++counts_.leaves;
            counts_.estimated += estimated;
            return true;
        };
        const TerminalValue rule = spec_.terminal;
        if (rule == TerminalValue::cut_first && depth == 0) return evaluated(true);
        const auto outcome = position.outcome(board_, unfinished_before);
        if (!outcome) return depth == 0 && evaluated(true);
        if (rule == TerminalValue::evaluated) return evaluated(false);
        ++counts_.leaves;
        if (rule == TerminalValue::draw_first && outcome->winner == root_player_ &&
            position.occupied() == board_.cells) {
            value = 0;
        } else if (board_.goal != Goal::first_line) {
            const int margin = outcome->scores[0] - outcome->scores[1];
            value = position.turn == 0 ? margin : -margin;
        } else if (outcome->winner < 0) {
            value = 0;
        } else {
            value = outcome->winner == position.turn ? spec_.win + depth : -spec_.win - depth;
        }
        return true;
    }

    double search_with_table(const SearchNode<Word>& node) {
        if (spec_.table == TableMode::off) return search_with_killers(node);
        if (spec_.table == TableMode::old_bounds) return search_with_old_bounds(node);
        auto& pv = pvs_[node.ply];
        const auto key = table_.key_of(node.position);
        if (const auto stored = table_.find(key, node.depth, node.window)) {
            if (stored->move != no_move) pv.assign(1, stored->move);
            counts_.estimated += stored->estimated;
            return stored->value;
        }
        const std::uint64_t estimated = counts_.estimated;
        const double value = search_with_killers(node);
        const Action move = pv.empty() ? no_move : pv.front();
        table_.put(key, node.depth, {value, move, counts_.estimated > estimated}, bound_of(value, node.window));
        return value;
    }

    double search_with_old_bounds(SearchNode<Word> node) {
        node.window = old_bounds_.narrow(node.position, node.window);
        const double value = search_with_killers(node);
        old_bounds_.put(node.position, value);
        return value;
    }

    double search_with_killers(const SearchNode<Word>& node) {
        const double value = step(node);
        const auto& pv = pvs_[node.ply];
        if (spec_.killers && !pv.empty() && value >= node.window.beta) killers_.add(node.depth, pv.front());
        return value;
    }

    double step(const SearchNode<Word>& node) {
        switch (spec_.algorithm) {
            case Algorithm::minimax:
            case Algorithm::expectiminimax:
                return minimax(*this, node);
            case Algorithm::shallow:
                return alphabeta(*this, node, WindowRule::shallow);
            case Algorithm::shallow_equal:
                return alphabeta(*this, node, WindowRule::shallow_equal);
            case Algorithm::alphabeta:
            case Algorithm::star1:
            case Algorithm::star2:
                return alphabeta(*this, node, WindowRule::deep);
            case Algorithm::alphabeta_hard:
                return alphabeta_hard(*this, node);
            case Algorithm::pvs:
                return pvs(*this, node);
            case Algorithm::expectimax:
                return expectimax(*this, node, root_player_);
        }
        throw std::invalid_argument("unknown algorithm");
    }

    double chance_step(const ChanceNode<Word>& chance) {
        switch (spec_.algorithm) {
            case Algorithm::pvs:
            case Algorithm::star1:
                return star1(*this, chance);
            case Algorithm::star2:
                return star2(*this, chance);
            default:
                return expectation(*this, chance);
        }
    }

    void set_root_move(const RootMove& move) {
        const auto is_same = [&](const RootMove& other) { return other.action == move.action; };
        const auto known = std::find_if(root_moves_.begin(), root_moves_.end(), is_same);
        if (known == root_moves_.end()) {
            root_moves_.push_back(move);
        } else {
            *known = move;
        }
    }

    const Board<Word> board_;
    const SearchSpec spec_;
    const Position<Word> root_;
    const int root_player_;
    TranspositionTable<Word> table_;
    OldBounds<Word> old_bounds_;
    KillerMoves killers_;
    Recorder recorder_;
    SearchCounts counts_;
    std::vector<std::vector<Action>> pvs_;  // the principal variation of the node at each ply
    std::vector<RootMove> root_moves_;
    std::vector<std::uint64_t> nodes_by_ply_;
    Window range_ = full_window;
    std::uint64_t max_nodes_ = 0;
    StopCheck* check_ = nullptr;
};

}  // namespace fourcast
