// Looking ahead: the twin of src/fourcast/search, node for node. The Python steps and layers are the definition; here
// they are one recursion, with what a layer does standing where the layer would be. The steps are in search_steps.hpp
// and search_chance.hpp.
//
// Values are seen from the side to move, the value of a chance from the side whose move it was. They are doubles:
// evaluations are whole numbers far below 2^53, so they stay exact, and means need fractions.
#pragma once

#include <stdexcept>
#include <vector>

#include "search/chance.hpp"
#include "search/transposition.hpp"
#include "search/spec.hpp"
#include "search/recorder.hpp"
#include "stop.hpp"

namespace fourcast {

struct Counts {
    std::uint64_t nodes = 0, leaves = 0, cutoffs = 0, dropped = 0, estimated = 0;
};

// What was found for a move of the root.
struct RootMove {
    Action action;
    double value;
    Bound bound;
};

template <class Word, class Poll>
class Search {
public:
    Search(const Rules& rules, const Plan& plan, const Position<Word>& root)
        : board_(rules), plan_(plan), root_(root), hero_(root.turn), memory_(board_, plan.mirrors, plan.table_bits) {}

    Search(const Search&) = delete;  // the memory looks at this board

    // Looks ahead to a depth. `poll(nodes)` is called every 1,024 nodes and may throw; so may the node limit. Visits of
    // up to `record_plies` moves from the root are recorded, none if it is negative.
    double look(int depth, Window whole, std::uint64_t node_limit, Poll& poll, int record_plies) {
        whole_ = whole;
        node_limit_ = node_limit;
        poll_ = &poll;
        recorder_.start(record_plies);
        root_moves_.clear();
        const std::size_t plies = static_cast<std::size_t>(depth) + 2;
        if (lines_.size() < plies) {
            lines_.resize(plies);
            nodes_by_ply_.resize(plies, 0);
            killers_.make_room(plies);
        }
        return visit(root_, depth, whole, 0, -1, -1);
    }

    const std::vector<Action>& line() const { return lines_[0]; }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    const std::vector<Record>& records() const { return recorder_.records(); }
    const std::vector<std::uint64_t>& nodes_by_ply() const { return nodes_by_ply_; }
    const Counts& counts() const { return counts_; }

    // -- what a step asks for -------------------------------------------------------------------------------------

    MoveList<Word> moves_of(const Node<Word>& node) {
        MoveList<Word> moves(board_, plan_.order, node.position);
        if (plan_.remembers) moves.bring_forward(memory_.best_move(node.position));
        if (plan_.killers) {
            for (Action killer : killers_.at(node.depth)) moves.bring_forward(killer);
        }
        return moves;
    }

    // The value of a move to the side that makes it. Inlined by order: compilers think it too large, and searches are a
    // fifth faster with it.
    [[gnu::always_inline]] double try_move(const Node<Word>& node, Action move, Window window) {
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
        if (node.ply == 0) note_root_move(move, value, window);
        return value;
    }

    // The value of a branch to the side whose move led to the chance.
    double try_branch(const Chance<Word>& chance, int n, Window window) {
        const Branch<Word>& branch = chance.branches[n];
        return -visit(branch.position, chance.depth, window.flipped(), chance.ply, branch.column, chance.record);
    }

    // Keeps the line that begins with a move and goes on with what was found behind it.
    double improve(const Node<Word>& node, Action move, double value) {
        auto &line = lines_[node.ply], &rest = lines_[node.ply + 1];
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
        return value;
    }

    void cut_behind(Action move, const MoveList<Word>& moves) { counts_.cutoffs += move != moves.back(); }

    bool is_over(const Position<Word>& position) const { return position.outcome(board_).has_value(); }

    // Between whose ends all values lie, as a player sees it.
    Window whole(int player) const { return player == hero_ ? whole_ : whole_.flipped(); }

private:
    // -- one visit: count, stop, record, judge leaves, remember, step ---------------------------------------------

    double visit(const Position<Word>& position, int depth, Window window, int ply, Action action, int parent) {
        enter(ply);
        if (ply > 0) ++counts_.dropped;
        const std::uint64_t before = counts_.nodes;
        const int record = recorder_.open(parent, ply, action, 0, depth, window);
        lines_[ply].clear();
        double value;
        if (!leaf(position, depth, ply > 0, value)) value = remembered({position, depth, window, ply, record});
        recorder_.close(record, value, counts_.nodes - before + 1);
        return value;
    }

    // A chance belongs to the ply of the positions that it leads to.
    double visit_chance(const Position<Word>& position, int aim, int depth, Window window, int ply, int parent) {
        enter(ply);
        const std::uint64_t before = counts_.nodes;
        const int record = recorder_.open(parent, ply, aim, 1, depth, window);
        const double value = chance_step({board_, position, aim, depth, window, ply, record});
        lines_[ply].clear();
        recorder_.close(record, value, counts_.nodes - before + 1);
        return value;
    }

    void enter(int ply) {
        if (counts_.nodes >= node_limit_) throw StopSearch{StopReason::nodes};
        ++nodes_by_ply_[ply];
        if ((++counts_.nodes & 1023) == 0) (*poll_)(counts_.nodes);
    }

    // Whether a position is a leaf, and what it is worth then.
    bool leaf(const Position<Word>& position, int depth, bool was_going_on, double& value) {
        const auto judge = [&](bool estimated) {
            const double worth = evaluate(board_, plan_.eval, position, hero_);
            value = position.turn == hero_ ? worth : -worth;
            ++counts_.leaves;
            counts_.estimated += estimated;
            return true;
        };
        if (plan_.ends == Ends::cut_first && depth == 0) return judge(true);
        const auto outcome = position.outcome(board_, was_going_on);
        if (!outcome) return depth == 0 && judge(true);
        if (plan_.ends == Ends::evaluated) return judge(false);
        ++counts_.leaves;
        if (plan_.ends == Ends::draw_first && outcome->winner == hero_ && position.occupied() == board_.cells) {
            value = 0;
        } else if (board_.goal != Goal::first_line) {
            const int margin = outcome->scores[0] - outcome->scores[1];
            value = position.turn == 0 ? margin : -margin;
        } else if (outcome->winner < 0) {
            value = 0;
        } else {
            value = outcome->winner == position.turn ? plan_.win + depth : -plan_.win - depth;
        }
        return true;
    }

    double remembered(const Node<Word>& node) {
        if (!plan_.remembers) return noted(node);
        auto& line = lines_[node.ply];
        const auto key = memory_.key_of(node.position);
        if (const auto known = memory_.answer(key, node.depth, node.window)) {
            if (known->move != no_move) line.assign(1, known->move);
            counts_.estimated += known->estimated;
            return known->value;
        }
        const std::uint64_t estimated = counts_.estimated;
        const double value = noted(node);
        const Action move = line.empty() ? no_move : line.front();
        memory_.keep(key, node.depth, {value, move, counts_.estimated > estimated}, bound_of(value, node.window));
        return value;
    }

    double noted(const Node<Word>& node) {
        const double value = step(node);
        const auto& line = lines_[node.ply];
        if (plan_.killers && !line.empty() && value >= node.window.beta) killers_.note(node.depth, line.front());
        return value;
    }

    double step(const Node<Word>& node) {
        switch (plan_.algorithm) {
            case Algorithm::minimax:
            case Algorithm::expectiminimax:
                return minimax(*this, node);
            case Algorithm::shallow:
                return pruning(*this, node, WindowRule::shallow);
            case Algorithm::shallow_equal:
                return pruning(*this, node, WindowRule::shallow_equal);
            case Algorithm::alphabeta:
            case Algorithm::star1:
            case Algorithm::star2:
                return pruning(*this, node, WindowRule::deep);
            case Algorithm::alphabeta_hard:
                return alphabeta_hard(*this, node);
            case Algorithm::pvs:
                return pvs(*this, node);
            case Algorithm::expectimax:
                return expectimax(*this, node, hero_);
        }
        throw std::invalid_argument("an algorithm without a twin");
    }

    double chance_step(const Chance<Word>& chance) {
        switch (plan_.algorithm) {
            case Algorithm::pvs:
            case Algorithm::star1:
                return star1(*this, chance);
            case Algorithm::star2:
                return star2(*this, chance);
            default:
                return expectation(*this, chance);
        }
    }

    void note_root_move(Action move, double value, Window window) {
        for (RootMove& known : root_moves_) {
            if (known.action == move) {
                known = {move, value, bound_of(value, window)};
                return;
            }
        }
        root_moves_.push_back({move, value, bound_of(value, window)});
    }

    const Board<Word> board_;
    const Plan plan_;
    const Position<Word> root_;
    const int hero_;
    Memory<Word> memory_;
    Killers killers_;
    Recorder recorder_;
    Counts counts_;
    std::vector<std::vector<Action>> lines_;  // the best line found behind each ply
    std::vector<RootMove> root_moves_;
    std::vector<std::uint64_t> nodes_by_ply_;
    Window whole_ = full;
    std::uint64_t node_limit_ = 0;
    Poll* poll_ = nullptr;
};

}  // namespace fourcast
