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
#include "search/running_eval.hpp"
#include "search/spec.hpp"
#include "search/transposition.hpp"
#include "search/variations.hpp"
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

// `Entry`: that of the transposition table, DropEntry or AnyEntry.
template <class Word, class Entry>
class Search {
public:
    Search(const Rules& rules, const SearchSpec& spec, const Position<Word>& root)
        : board_(rules),
          spec_(spec),
          root_(root),
          root_player_(root.turn),
          eval_(board_, spec_.eval, root.turn),
          table_(board_, spec.mirror_keys, spec.table_bits),
          old_bounds_(root, std::size_t{1} << spec.table_bits) {}

    Search(const Search&) = delete;  // the evaluation and the table refer to this board

    // Searches to a depth. All values lie in `range`, as the root's player sees it. Throws StopSearch after `max_nodes`
    // and when `check` does. Visits up to `record_plies` moves from the root are recorded, none if it is negative.
    double search(int depth, Window range, std::uint64_t max_nodes, StopCheck& check, int record_plies) {
        range_ = range;
        max_nodes_ = max_nodes;
        check_ = &check;
        next_check_ = counts_.nodes;
        recorder_.start(record_plies);
        root_moves_.clear();
        const std::size_t plies = static_cast<std::size_t>(depth) + 2;
        variations_.resize(plies);
        if (nodes_by_ply_.size() < plies) {
            nodes_by_ply_.resize(plies, 0);
            killers_.resize(plies);
        }
        old_bounds_.start_search();
        eval_.start(root_);
        const double value = visit(root_, Word{0}, depth, range, 0, -1, -1);
        old_bounds_.finish_search();
        return value;
    }

    std::vector<Action> pv() const { return variations_.line(0); }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    const std::vector<Record>& records() const { return recorder_.records(); }
    const std::vector<std::uint64_t>& nodes_by_ply() const { return nodes_by_ply_; }
    const SearchCounts& counts() const { return counts_; }

    // -- for the steps --------------------------------------------------------------------------------------------

    MoveList<Word> moves_of(const SearchNode<Word>& node) {
        std::array<Action, 3> preferred{node.stored_move, no_move, no_move};
        if (spec_.killers) std::copy_n(killers_.at(node.depth).begin(), 2, preferred.begin() + 1);
        return MoveList<Word>(board_, spec_.order, node.position, preferred);
    }

    // The value of a move to the side that makes it.
    [[gnu::always_inline]] double try_move(const SearchNode<Word>& node, Action move, Window window) {
        const Position<Word>& position = node.position;
        const int depth = node.depth - 1, ply = node.ply + 1;
        double value;
        if (!board_.gravity) {
            const Word cell = board_.cell(move % board_.width, move / board_.width);
            value = try_disc(position, cell, depth, window, ply, move, node.record);
        } else if (move >= board_.width) {
            value = try_pop(position, move, depth, window, ply, node.record);
        } else if (board_.drifts) {
            value = visit_chance(position, move, depth, window, ply, node.record);
        } else {
            value = try_disc(position, landing_cell(position, move), depth, window, ply, move, node.record);
        }
        if (node.ply == 0) set_root_move({move, value, bound_of(value, window)});
        return value;
    }

    // The value of a branch to the side whose move led to the chance node.
    double try_branch(const ChanceNode<Word>& chance, int n, Window window) {
        const int column = chance.branches[n].column;
        const Word cell = landing_cell(chance.position, column);
        return try_disc(chance.position, cell, chance.depth, window, chance.ply, column, chance.record);
    }

    // The value of the first reply to a branch, to the side that replies.
    double try_first_reply(const ChanceNode<Word>& chance, int n, Window window) {
        const Branch<Word>& branch = chance.branches[n];
        const Word cell = landing_cell(chance.position, branch.column);
        SearchNode<Word> node{branch.position, chance.depth, window, chance.ply, chance.record};
        if (is_stored(chance.depth)) {
            const TableKey key = table_.find_key(branch.position, chance.depth);
            node.stored_move = table_.best_move(key, table_.find(key));
        }
        const Sums before = eval_.sums();
        eval_.add_disc(branch.position, cell, eval_.after_disc(branch.position, cell));
        const double value = try_move(node, moves_of(node).front(), window);
        eval_.remove_disc(branch.position, cell, before);
        return value;
    }

    // Makes the move the best so far. Returns `value`.
    double improve(const SearchNode<Word>& node, Action move, double value) {
        variations_.improve(node.ply, move);
        return value;
    }

    void count_cutoff(Action move, const MoveList<Word>& moves) { counts_.cutoffs += move != moves.back(); }

    bool is_over(const Position<Word>& position) const { return position.outcome(board_).has_value(); }

    // All values lie in this range, as a player sees it.
    Window value_range(int player) const { return player == root_player_ ? range_ : range_.flipped(); }

private:
    using TableKey = typename TranspositionTable<Word, Entry>::Key;
    static constexpr std::uint64_t nodes_between_checks = 1024;
    static constexpr std::size_t small_table = 4096;  // entries

    // -- moves ----------------------------------------------------------------------------------------------------

    Word landing_cell(const Position<Word>& position, int column) const {
        return board_.landing(position.occupied()) & board_.columns[column];
    }

    // The value of a disc in a cell to the side that places it.
    [[gnu::always_inline]] double try_disc(const Position<Word>& position, Word cell, int depth, Window window, int ply,
                                           Action action, int parent) {
        const Position<Word> next = position.with_disc(cell);
        const bool is_leaf = depth == 0 && !recorder_.is_recorded(ply);
        if (!is_leaf) return -visit(next, cell, depth, window.flipped(), ply, action, parent);
        enter(ply);
        ++counts_.moves;
        variations_.clear(ply);
        return -leaf_value(next, 0, eval_.after_disc(next, cell));
    }

    // The value of a pop-out, or of the call of a draw, to the side that makes it.
    double try_pop(const Position<Word>& position, Action move, int depth, Window window, int ply, int parent) {
        const Position<Word> next = position.after(board_, move);
        const auto before = eval_.state();
        eval_.change(position, next);
        const double value = -visit(next, Word{0}, depth, window.flipped(), ply, move, parent);
        eval_.restore(before);
        return value;
    }

    // -- one visit: count, check, record, evaluate leaves, ask the table, take a step -----------------------------

    // `disc`: the one that led to the position, if the evaluation is still at the position before it.
    double visit(const Position<Word>& position, Word disc, int depth, Window window, int ply, Action action,
                 int parent) {
        const bool uses_table = is_stored(depth);
        const TableKey key = uses_table ? table_.find_key(position, depth) : TableKey{};
        enter(ply);
        if (ply > 0) ++counts_.moves;
        const std::uint64_t nodes = counts_.nodes, estimated = counts_.estimated;
        const int record = recorder_.open(parent, ply, action, 0, depth, window);
        variations_.clear(ply);
        const Sums before = eval_.sums(), sums = disc ? eval_.after_disc(position, disc) : before;
        SearchNode<Word> node{position, depth, window, ply, record};
        double value;
        if (depth == 0 || is_over(position, sums)) {
            value = leaf_value(position, depth, sums);
        } else if (!uses_table || !find_in_table(key, node, value)) {
            if (disc) eval_.add_disc(position, disc, sums);
            value = spec_.table == TableMode::old_bounds ? search_with_old_bounds(node) : search_with_killers(node);
            if (disc) eval_.remove_disc(position, disc, before);
            if (uses_table) {
                table_.put(key, {value, depth, variations_.best_move(ply), bound_of(value, window),
                                 counts_.estimated > estimated});
            }
        }
        recorder_.close(record, value, counts_.nodes - nodes + 1);
        return value;
    }

    // Whether the table has positions with so much depth left. A position one move before the leaves is searched in about
    // the time that it takes to find it in memory: these are stored only while the table is so small that the cache holds it.
    bool is_stored(int depth) const {
        if (spec_.table != TableMode::on || depth > Entry::max_depth) return false;
        return depth > 1 || (depth == 1 && table_.used() < small_table);
    }

    // Whether the table answers for a node; if not, it may have a move.
    [[gnu::always_inline]] bool find_in_table(const TableKey& key, SearchNode<Word>& node, double& value) {
        const Entry* entry = table_.find(key);
        if (entry && entry->depth() == node.depth) {
            const Stored stored = entry->stored();
            if (is_sufficient(stored.bound, stored.value, node.window)) {
                variations_.set(node.ply, table_.mirrored_move(stored.move, key.is_mirrored));
                counts_.estimated += stored.estimated;
                value = stored.value;
                return true;
            }
        }
        node.stored_move = table_.best_move(key, entry);
        return false;
    }

    // A chance node has the ply of the positions it leads to.
    double visit_chance(const Position<Word>& position, int aim, int depth, Window window, int ply, int parent) {
        enter(ply);
        const std::uint64_t before = counts_.nodes;
        const int record = recorder_.open(parent, ply, aim, 1, depth, window);
        const double value = chance_step({board_, position, aim, depth, window, ply, record});
        variations_.clear(ply);
        recorder_.close(record, value, counts_.nodes - before + 1);
        return value;
    }

    [[gnu::always_inline]] void enter(int ply) {
        if (counts_.nodes >= next_check_) check_limits();
        ++counts_.nodes;
        ++nodes_by_ply_[ply];
    }

    [[gnu::noinline]] void check_limits() {
        if (counts_.nodes >= max_nodes_) throw StopSearch{StopReason::nodes};
        (*check_)();
        next_check_ = std::min(max_nodes_, counts_.nodes + nodes_between_checks);
    }

    // Whether the game is over at a position with these sums.
    [[gnu::always_inline]] bool is_over(const Position<Word>& position, Sums sums) const {
        return (board_.goal == Goal::first_line && sums.has_lines()) || position.drawn ||
               (position.occupied() == board_.cells && !position.poppable(board_));
    }

    // The value of a position where no depth is left or the game is over.
    [[gnu::always_inline]] double leaf_value(const Position<Word>& position, int depth, Sums sums) {
        ++counts_.leaves;
        const TerminalValue rule = spec_.terminal;
        const bool is_cut = depth == 0 && (rule == TerminalValue::cut_first || !is_over(position, sums));
        counts_.estimated += is_cut;
        if (is_cut || rule == TerminalValue::evaluated) {
            const double root_value = eval_.value(position, sums);
            return position.turn == root_player_ ? root_value : -root_value;
        }
        return terminal_value(position, depth);
    }

    [[gnu::noinline]] double terminal_value(const Position<Word>& position, int depth) const {
        const auto outcome = position.outcome(board_);
        if (spec_.terminal == TerminalValue::draw_first && outcome->winner == root_player_ &&
            position.occupied() == board_.cells) {
            return 0;
        }
        if (board_.goal != Goal::first_line) {
            const int margin = outcome->scores[0] - outcome->scores[1];
            return position.turn == 0 ? margin : -margin;
        }
        if (outcome->winner < 0) return 0;
        return outcome->winner == position.turn ? spec_.win + depth : -spec_.win - depth;
    }

    double search_with_old_bounds(SearchNode<Word> node) {
        node.window = old_bounds_.narrow(node.position, node.window);
        const double value = search_with_killers(node);
        old_bounds_.put(node.position, value);
        return value;
    }

    double search_with_killers(const SearchNode<Word>& node) {
        const double value = step(node);
        if (spec_.killers && value >= node.window.beta) killers_.add(node.depth, variations_.best_move(node.ply));
        return value;
    }

    double step(const SearchNode<Word>& node) {
        switch (spec_.algorithm) {
            case Algorithm::minimax:
            case Algorithm::expectiminimax:
                return minimax(*this, node);
            case Algorithm::shallow:
                return alphabeta<WindowRule::shallow>(*this, node);
            case Algorithm::shallow_equal:
                return alphabeta<WindowRule::shallow_equal>(*this, node);
            case Algorithm::alphabeta:
            case Algorithm::star1:
            case Algorithm::star2:
                return alphabeta<WindowRule::deep>(*this, node);
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
    RunningEval<Word> eval_;  // at the position that is visited
    TranspositionTable<Word, Entry> table_;
    OldBounds<Word> old_bounds_;
    KillerMoves killers_;
    Recorder recorder_;
    SearchCounts counts_;
    Variations variations_;
    std::vector<RootMove> root_moves_;
    std::vector<std::uint64_t> nodes_by_ply_;
    Window range_ = full_window;
    std::uint64_t max_nodes_ = 0, next_check_ = 0;
    StopCheck* check_ = nullptr;
};

}  // namespace fourcast
