// Looking ahead: the twin of src/fourcast/search, node for node. The Python steps and layers are the definition; here
// they are one recursion, with what a layer does standing where the layer would be.
//
// Values are seen from the side to move, the value of a chance from the side whose move it was. They are doubles:
// evaluations are whole numbers far below 2^53, so they stay exact, and means need fractions.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "eval.hpp"
#include "stop.hpp"
#include "table.hpp"

namespace fourcast {

enum class Algorithm {
    minimax,
    shallow,
    shallow_equal,
    alphabeta,
    alphabeta_hard,
    pvs,
    expectiminimax,
    star1,
    star2,
    expectimax
};

enum class Ends { sooner, evaluated, cut_first, draw_first };

struct Plan {
    Algorithm algorithm;
    Eval eval;
    Ends ends;
    std::vector<Action> order;  // every action there is, in the order in which they are tried
    bool killers;
    bool remembers;
    bool mirrors;  // positions and their mirror images share an entry of the table
    int table_bits;
    double win;  // a won game is worth this and the depth left
};

struct Counts {
    std::uint64_t nodes = 0, leaves = 0, cutoffs = 0, dropped = 0, estimated = 0;
};

struct Window {
    double alpha, beta;

    Window flipped() const { return {-beta, -alpha}; }
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Window full{-infinity, infinity};

// A visit as it was made, for drawing: `nodes` is the size of what was searched below it, itself included.
struct Record {
    std::int32_t parent, ply;
    Action action;      // that led here from a position; of a branch, the column it landed in
    std::int32_t kind;  // 0 position, 1 chance
    std::int32_t depth;
    double alpha, beta, value;
    std::uint64_t nodes;
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
        : board_(rules), plan_(plan), root_(root), hero_(root.turn), table_(plan.table_bits) {}

    // Looks ahead to a depth. `poll(nodes)` is called every 1,024 nodes and may throw; so may the node limit. Visits of
    // up to `record_plies` moves from the root are recorded, none if it is negative.
    double look(int depth, Window whole, std::uint64_t node_limit, Poll& poll, int record_plies) {
        whole_ = whole;
        node_limit_ = node_limit;
        poll_ = &poll;
        record_plies_ = record_plies;
        records_.clear();
        root_moves_.clear();
        if (lines_.size() < static_cast<std::size_t>(depth) + 2) {
            lines_.resize(depth + 2);
            nodes_by_ply_.resize(depth + 2, 0);
            killers_.resize(depth + 2, {-1, -1});
        }
        return visit(root_, depth, whole, 0, -1, -1);
    }

    const std::vector<Action>& line() const { return lines_[0]; }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    const std::vector<Record>& records() const { return records_; }
    const std::vector<std::uint64_t>& nodes_by_ply() const { return nodes_by_ply_; }
    const Counts& counts() const { return counts_; }

private:
    static constexpr Action no_move = -1;
    static constexpr int max_actions = word_bits<Word256> + 2;  // a cell each, or two a column and the call of a draw

    // -- one visit: count, stop, record, judge leaves, remember, step ---------------------------------------------

    double visit(const Position<Word>& position, int depth, Window window, int ply, Action action, int parent) {
        enter(ply);
        if (ply > 0) ++counts_.dropped;
        const std::uint64_t before = counts_.nodes;
        const int record = open_record(parent, ply, action, 0, depth, window);
        lines_[ply].clear();
        double value;
        if (!leaf(position, depth, ply > 0, value)) value = remembered(position, depth, window, ply, record);
        close_record(record, value, counts_.nodes - before + 1);
        return value;
    }

    double visit_chance(const Position<Word>& position, int aim, int depth, Window window, int ply, int parent) {
        enter(ply + 1);
        const std::uint64_t before = counts_.nodes;
        const int record = open_record(parent, ply + 1, aim, 1, depth, window);
        const double value = chance(position, aim, depth, window, ply, record);
        lines_[ply + 1].clear();
        close_record(record, value, counts_.nodes - before + 1);
        return value;
    }

    // A chance belongs to the ply of the positions that it leads to.
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

    double remembered(const Position<Word>& position, int depth, Window window, int ply, int record) {
        if (!plan_.remembers) return noted(position, depth, window, ply, record);
        bool flipped = false;
        const Position<Word> key = canonical(position, flipped);
        {
            const auto& entry = table_.at(key, depth);
            if (entry.holds(key, depth) && settles(entry.bound, entry.value, window)) {
                if (entry.move != no_move) lines_[ply].assign(1, mirrored_if(flipped, entry.move));
                counts_.estimated += entry.estimated;
                return entry.value;
            }
        }
        const std::uint64_t estimated = counts_.estimated;
        const double value = noted(position, depth, window, ply, record);
        const Action move = lines_[ply].empty() ? no_move : mirrored_if(flipped, lines_[ply].front());
        table_.at(key, depth).put(key, depth, value, bound_of(value, window), move, counts_.estimated > estimated);
        if (move != no_move) table_.at(key, any_depth).put(key, any_depth, value, Bound::none, move, true);
        return value;
    }

    double noted(const Position<Word>& position, int depth, Window window, int ply, int record) {
        const double value = step(position, depth, window, ply, record);
        if (plan_.killers && !lines_[ply].empty() && value >= window.beta) {
            auto& kept = killers_[depth];
            const Action move = lines_[ply].front();
            if (kept[0] != move) kept = {move, kept[0]};
        }
        return value;
    }

    // -- the steps ------------------------------------------------------------------------------------------------

    double step(const Position<Word>& position, int depth, Window window, int ply, int record) {
        switch (plan_.algorithm) {
            case Algorithm::minimax:
            case Algorithm::expectiminimax:
                return minimax(position, depth, ply, record);
            case Algorithm::alphabeta_hard:
                return alphabeta_hard(position, depth, window, ply, record);
            case Algorithm::pvs:
                return pvs(position, depth, window, ply, record);
            case Algorithm::expectimax:
                return position.turn == hero_ ? minimax(position, depth, ply, record)
                                              : mean(position, depth, ply, record);
            case Algorithm::shallow:
            case Algorithm::shallow_equal:
            case Algorithm::alphabeta:
            case Algorithm::star1:
            case Algorithm::star2:
                return pruning(position, depth, window, ply, record);
        }
        throw std::invalid_argument("an algorithm without a twin");
    }

    double minimax(const Position<Word>& position, int depth, int ply, int record) {
        double best = -infinity;
        for_each_move(position, depth, [&](Action move, bool) {
            const double value = try_move(position, move, depth - 1, full, ply, record);
            if (value > best) best = improve(value, move, ply);
            return true;
        });
        return best;
    }

    double pruning(const Position<Word>& position, int depth, Window window, int ply, int record) {
        const Window whole = position.turn == hero_ ? whole_ : whole_.flipped();
        const bool deep = plan_.algorithm != Algorithm::shallow && plan_.algorithm != Algorithm::shallow_equal;
        double best = -infinity;
        for_each_move(position, depth, [&](Action move, bool last) {
            const double have = std::max(best, whole.alpha);
            const Window reply = deep ? Window{std::max(window.alpha, have), window.beta} : Window{have, whole.beta};
            const double value = try_move(position, move, depth - 1, reply, ply, record);
            if (value > best) best = improve(value, move, ply);
            return !cut(plan_.algorithm == Algorithm::shallow ? best > window.beta : best >= window.beta, last);
        });
        return best;
    }

    double alphabeta_hard(const Position<Word>& position, int depth, Window window, int ply, int record) {
        double best = window.alpha;
        for_each_move(position, depth, [&](Action move, bool last) {
            const double value = try_move(position, move, depth - 1, {best, window.beta}, ply, record);
            if (value > best) best = improve(value, move, ply);
            return !cut(best >= window.beta, last);
        });
        return std::min(best, window.beta);
    }

    double pvs(const Position<Word>& position, int depth, Window window, int ply, int record) {
        double best = -infinity;
        bool first = true;
        for_each_move(position, depth, [&](Action move, bool last) {
            const double alpha = std::max(window.alpha, best);
            double value;
            if (first || alpha == -infinity) {
                value = try_move(position, move, depth - 1, {alpha, window.beta}, ply, record);
            } else {
                value = try_move(position, move, depth - 1, {alpha, std::nextafter(alpha, infinity)}, ply, record);
                if (alpha < value && value < window.beta) {
                    value = try_move(position, move, depth - 1, {alpha, window.beta}, ply, record);
                }
            }
            first = false;
            if (value > best) best = improve(value, move, ply);
            return !cut(best >= window.beta, last);
        });
        return best;
    }

    // Expectimax at the opponent's positions: the plain mean over his moves.
    double mean(const Position<Word>& position, int depth, int ply, int record) {
        double total = 0;
        int moves = 0;
        for_each_move(position, depth, [&](Action move, bool) {
            total += try_move(position, move, depth - 1, full, ply, record);
            ++moves;
            return true;
        });
        return total / moves;
    }

    // -- chances --------------------------------------------------------------------------------------------------

    struct Branch {
        int column;
        double probability;
        Position<Word> position;
    };

    double chance(const Position<Word>& position, int aim, int depth, Window window, int ply, int record) {
        Branch branches[3];
        int count = 0, total = 0;
        position.for_each_landing(board_, aim, [&](int column, int weight) {
            branches[count++] = {column, static_cast<double>(weight), position.after_landing(board_, column)};
            total += weight;
        });
        for (int n = 0; n < count; ++n) branches[n].probability /= total;
        if (plan_.algorithm != Algorithm::pvs && plan_.algorithm != Algorithm::star1 &&
            plan_.algorithm != Algorithm::star2) {
            double mean = 0;
            for (int n = 0; n < count; ++n) {
                mean += branches[n].probability *
                        -visit(branches[n].position, depth, full, ply + 1, branches[n].column, record);
            }
            return mean;
        }
        const Window whole = position.turn == hero_ ? whole_ : whole_.flipped();
        double at_most[3]{whole.beta, whole.beta, whole.beta};
        if (plan_.algorithm == Algorithm::star2) {
            for (int n = 0; n < count; ++n) {
                const Branch& branch = branches[n];
                if (depth == 0 || branch.position.outcome(board_)) break;
                double others = 0;
                for (int m = 0; m < count; ++m) {
                    if (m != n) others += branches[m].probability * at_most[m];
                }
                if (others + branch.probability * whole.beta <= window.alpha) {
                    return others + branch.probability * whole.beta;
                }
                const Window enough{-whole.beta, -(window.alpha - others) / branch.probability};
                const Action reply = first_move(branch.position, depth);
                const double found = try_move(branch.position, reply, depth - 1, enough, ply + 1, record);
                at_most[n] = std::min(whole.beta, -found);
                const double bound = others + branch.probability * at_most[n];
                if (bound <= window.alpha) return bound;
            }
        }
        double known = 0;
        for (int n = 0; n < count; ++n) {
            double rest_high = 0, rest_low = 0;
            for (int m = n + 1; m < count; ++m) {
                rest_high += branches[m].probability * at_most[m];
                rest_low += branches[m].probability * whole.alpha;
            }
            double alpha = (window.alpha - known - rest_high) / branches[n].probability;
            double beta = (window.beta - known - rest_low) / branches[n].probability;
            if (!(alpha < beta)) alpha = -infinity, beta = infinity;  // rounding has closed the window
            const double value =
                -visit(branches[n].position, depth, Window{alpha, beta}.flipped(), ply + 1, branches[n].column, record);
            known += branches[n].probability * value;
            // Rounding must not turn a bound on one side into one on the other.
            if (value <= alpha) return std::min(known + rest_high, window.alpha);
            if (value >= beta) return std::max(known + rest_low, window.beta);
        }
        return known;
    }

    // -- moves ----------------------------------------------------------------------------------------------------

    // The value of a move to the side that makes it.
    double try_move(const Position<Word>& position, Action move, int depth, Window window, int ply, int record) {
        double value;
        if (!position.is_drop(board_, move)) {
            value = -visit(position.after(board_, move), depth, window.flipped(), ply + 1, move, record);
        } else if (board_.drifts) {
            value = visit_chance(position, move, depth, window, ply, record);
        } else {
            value = -visit(position.after_landing(board_, move), depth, window.flipped(), ply + 1, move, record);
        }
        if (ply == 0) note_root_move(move, value, window);
        return value;
    }

    // Calls `visit(move, is_last)` for the legal moves in order, favourites first, until it says no.
    template <class Visit>
    void for_each_move(const Position<Word>& position, int depth, Visit&& visit) {
        Action moves[max_actions];
        const int count = list_moves(position, depth, moves);
        for (int n = 0; n < count; ++n) {
            if (!visit(moves[n], n + 1 == count)) return;
        }
    }

    Action first_move(const Position<Word>& position, int depth) {
        Action moves[max_actions];
        list_moves(position, depth, moves);
        return moves[0];
    }

    int list_moves(const Position<Word>& position, int depth, Action* moves) {
        int count = 0;
        const Word taken = position.occupied();
        if (!board_.gravity) {
            for (Action action : plan_.order) {
                if (!(taken & board_.cell(action % board_.width, action / board_.width))) moves[count++] = action;
            }
        } else {
            const Word landing = board_.landing(taken);
            for (Action action : plan_.order) {
                if (action >= board_.width) break;
                if (landing & board_.columns[action]) moves[count++] = action;
            }
            if (board_.pop_rule != PopRule::none) count = append_pops(position, !landing, moves, count);
        }
        if (plan_.killers || plan_.remembers) favour(position, depth, moves, count);
        return count;
    }

    // Pops, and the call of a draw, stand behind all drops in every order.
    int append_pops(const Position<Word>& position, bool full_board, Action* moves, int count) {
        bool may_pop[max_actions]{};
        bool any = false;
        position.for_each_pop(board_, [&](int column) { may_pop[column] = any = true; });
        for (Action action : plan_.order) {
            if (action >= board_.width && action < 2 * board_.width && may_pop[action - board_.width]) {
                moves[count++] = action;
            }
        }
        if (any && full_board && board_.pop_rule == PopRule::own) moves[count++] = 2 * board_.width;
        return count;
    }

    // Puts the move of the table first, then the killers.
    void favour(const Position<Word>& position, int depth, Action* moves, int count) {
        int front = 0;
        const auto bring_forward = [&](Action favourite) {
            for (int n = front; n < count; ++n) {
                if (moves[n] != favourite) continue;
                for (int m = n; m > front; --m) moves[m] = moves[m - 1];
                moves[front++] = favourite;
                return;
            }
        };
        if (plan_.remembers) {
            bool flipped = false;
            const Position<Word> key = canonical(position, flipped);
            const auto& entry = table_.at(key, any_depth);
            if (entry.holds(key, any_depth)) bring_forward(mirrored_if(flipped, entry.move));
        }
        if (plan_.killers) {
            for (Action killer : killers_[depth]) {
                if (killer != no_move) bring_forward(killer);
            }
        }
    }

    double improve(double value, Action move, int ply) {
        lines_[ply].assign(1, move);
        lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
        return value;
    }

    bool cut(bool enough, bool last) {
        if (enough && !last) ++counts_.cutoffs;
        return enough;
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

    // -- memory ---------------------------------------------------------------------------------------------------

    // Where a position keeps the move last found best in it, at whatever depth.
    static constexpr int any_depth = -1;

    static Bound bound_of(double value, Window window) {
        return value <= window.alpha ? Bound::upper : value >= window.beta ? Bound::lower : Bound::exact;
    }

    static bool settles(Bound bound, double value, Window window) {
        return bound == Bound::exact || (bound == Bound::lower && value >= window.beta) ||
               (bound == Bound::upper && value <= window.alpha);
    }

    Position<Word> canonical(const Position<Word>& position, bool& flipped) const {
        if (!plan_.mirrors) return position;
        Position<Word> mirror = position;
        for (int side = 0; side < 2; ++side) mirror.stones[side] = board_.mirrored(position.stones[side]);
        flipped = mirror.stones < position.stones;
        return flipped ? mirror : position;
    }

    Action mirrored_if(bool flipped, Action move) const {
        if (!flipped || (board_.gravity && move == 2 * board_.width)) return move;  // the call of a draw has no side
        const int row = move / board_.width, column = move % board_.width;
        return row * board_.width + board_.width - 1 - column;
    }

    // -- recording ------------------------------------------------------------------------------------------------

    int open_record(int parent, int ply, Action action, int kind, int depth, Window window) {
        if (ply > record_plies_) return -1;
        records_.push_back({parent, ply, action, kind, depth, window.alpha, window.beta, 0, 0});
        return static_cast<int>(records_.size()) - 1;
    }

    void close_record(int record, double value, std::uint64_t nodes) {
        if (record < 0) return;
        records_[record].value = value;
        records_[record].nodes = nodes;
    }

    const Board<Word> board_;
    const Plan plan_;
    const Position<Word> root_;
    const int hero_;
    Table<Word> table_;
    Counts counts_;
    std::vector<std::vector<Action>> lines_;      // by ply
    std::vector<std::array<Action, 2>> killers_;  // by depth left
    std::vector<RootMove> root_moves_;
    std::vector<Record> records_;
    std::vector<std::uint64_t> nodes_by_ply_;
    int record_plies_ = -1;
    Window whole_ = full;
    std::uint64_t node_limit_ = 0;
    Poll* poll_ = nullptr;
};

}  // namespace fourcast
