// Monte-Carlo tree search (UCT) as in src/fourcast/algorithms/mcts.py, which is the definition. With the same random
// numbers it makes the same playouts, as long as the tree is not full.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "position.hpp"
#include "search/python_random.hpp"
#include "stop.hpp"

namespace fourcast {

struct MctsSpec {
    double exploration;     // the weight of exploration against the mean result
    int max_depth;          // of the tree; -1: no limit
    std::size_t max_edges;  // moves in the tree; when it is full, playouts start from its leaves
};

struct MctsCounts {
    std::uint64_t playouts = 0, moves = 0, depth = 0;
};

// A move in the tree. The nodes after it are adjacent: one, or one for each column that the disc may drift into.
struct MctsEdge {
    std::uint32_t visits = 0;
    std::int32_t total = 0;      // of the results for the player who made the move: 1, 0 or -1
    std::uint32_t children = 0;  // index of the first; 0: there are none yet, for the root is nobody's child
    Action action = 0;
};

template <class Word>
class Mcts {
public:
    // The game is not over at `root`.
    Mcts(const Rules& rules, const MctsSpec& spec, const Position<Word>& root, const PythonRandom& moves,
         const PythonRandom& landings)
        : board_(rules), spec_(spec), root_(root), random_(moves), landings_(landings), nodes_(1) {
        add_edges(nodes_[0], root_);
    }

    // Makes playouts. Throws StopSearch between two of them when `check` does.
    void run(std::uint64_t playouts, StopCheck& check) {
        for (std::uint64_t n = 0; n < playouts; ++n) {
            if (n % playouts_between_checks == 0) check();
            playout();
        }
    }

    void playout() {
        Position<Word> position = root_;
        std::uint32_t node = 0;
        path_.clear();
        while (static_cast<int>(path_.size()) != spec_.max_depth && has_edges(nodes_[node], position)) {
            const std::uint32_t index = choose_edge(nodes_[node]);
            path_.push_back({position.turn, index});
            const int branch = play(position, edges_[index].action);
            if (edges_[index].children == 0) {
                edges_[index].children = static_cast<std::uint32_t>(nodes_.size());
                nodes_.resize(nodes_.size() + (board_.drifts ? max_branches : 1));
            }
            node = edges_[index].children + static_cast<std::uint32_t>(branch);
            if (!nodes_[node].is_added) {
                nodes_[node].is_added = true;
                break;
            }
        }
        counts_.moves += path_.size();
        counts_.depth = std::max<std::uint64_t>(counts_.depth, path_.size());
        const int winner = play_out(position);
        for (const auto& [player, index] : path_) {
            ++edges_[index].visits;
            edges_[index].total += winner < 0 ? 0 : winner == player ? 1 : -1;
        }
        ++counts_.playouts;
    }

    const MctsCounts& counts() const { return counts_; }

    // The moves of the root in the order in which they were tried.
    std::vector<MctsEdge> root_edges() const {
        const auto [first, last] = tried(nodes_[0]);
        return {edges_.begin() + first, edges_.begin() + last};
    }

    // The most visited moves, up to the first chance node.
    std::vector<Action> pv() const {
        std::vector<Action> moves;
        for (std::uint32_t node = 0;;) {
            const auto [first, last] = tried(nodes_[node]);
            if (first == last) return moves;
            const auto has_fewer = [](const MctsEdge& a, const MctsEdge& b) { return a.visits < b.visits; };
            const MctsEdge& edge = *std::max_element(edges_.begin() + first, edges_.begin() + last, has_fewer);
            moves.push_back(edge.action);
            if (board_.drifts && root_.is_drop(board_, edge.action)) return moves;
            node = edge.children;
        }
    }

private:
    static constexpr std::uint64_t playouts_between_checks = 64;
    static constexpr int max_branches = 3;
    static constexpr std::int16_t unknown = -1;

    struct Node {
        std::uint32_t first = 0;            // its edges are adjacent, those that were tried before the others
        std::uint32_t visits = 0;           // the sum of those of its edges
        std::int16_t edge_count = unknown;  // 0 if the game is over
        bool is_added = false;              // whether a playout has reached it
    };

    struct Step {
        int player;
        std::uint32_t edge;
    };

    struct Range {
        std::uint32_t first, last;
    };

    // The edges of a node that were tried: every visit tries another one until there is none.
    static Range tried(const Node& node) {
        const auto count = static_cast<std::uint32_t>(std::max<std::int16_t>(node.edge_count, 0));
        return {node.first, node.first + std::min(node.visits, count)};
    }

    // Whether a playout can go on in the tree. Edges are made when it first does.
    bool has_edges(Node& node, const Position<Word>& position) {
        if (node.edge_count == unknown) {
            if (edges_.size() >= spec_.max_edges) return false;
            if (position.outcome(board_, true)) {
                node.edge_count = 0;
            } else {
                add_edges(node, position);
            }
        }
        return node.edge_count > 0;
    }

    void add_edges(Node& node, const Position<Word>& position) {
        node.first = static_cast<std::uint32_t>(edges_.size());
        position.for_each_action(board_, [&](Action action) { edges_.push_back({.action = action}); });
        node.edge_count = static_cast<std::int16_t>(edges_.size() - node.first);
    }

    // A random move that was not tried yet, else the one with the highest upper confidence bound.
    std::uint32_t choose_edge(Node& node) {
        const auto count = static_cast<std::uint32_t>(node.edge_count);
        const std::uint32_t visits = node.visits++;
        if (visits < count) return choose_untried(node, visits);
        const double log_visits = std::log(static_cast<double>(visits));
        std::uint32_t best = node.first;
        double highest = -std::numeric_limits<double>::infinity();
        for (std::uint32_t index = node.first; index < node.first + count; ++index) {
            const MctsEdge& edge = edges_[index];
            const double mean = static_cast<double>(edge.total) / edge.visits;
            const double bound = mean + spec_.exploration * std::sqrt(log_visits / edge.visits);
            if (bound > highest) highest = bound, best = index;
        }
        return best;
    }

    // The untried edges stay in the order of the rules.
    std::uint32_t choose_untried(const Node& node, std::uint32_t tried) {
        const auto first = edges_.begin() + node.first + tried;
        const auto chosen = first + random_.below(static_cast<int>(node.edge_count - tried));
        std::rotate(first, chosen, chosen + 1);
        return node.first + tried;
    }

    // Plays random moves to the end of the game; returns the winner, -1 for a draw.
    int play_out(Position<Word>& position) {
        if (board_.gravity && board_.pop_rule == PopRule::none && !board_.drifts) return drop_out(position);
        for (;;) {
            if (const auto outcome = position.outcome(board_, true)) return outcome->winner;
            play(position, random_action(position));
            ++counts_.moves;
        }
    }

    // The same, faster, where all moves are drops that do not drift: the open cells are a list, which gets shorter.
    int drop_out(Position<Word>& position) {
        if (const auto outcome = position.outcome(board_, true)) return outcome->winner;
        const Word landing = board_.landing(position.occupied());
        int open = 0;
        for (int column = 0; column < board_.width; ++column) {
            if (landing & board_.columns[column]) open_cells_[open++] = landing & board_.columns[column];
        }
        while (open > 0) {
            const int chosen = random_.below(open);
            const int player = position.turn;
            Word& cell = open_cells_[chosen];
            position.stones[player] |= cell;
            position.turn = 1 - player;
            ++counts_.moves;
            if (board_.goal == Goal::first_line && board_.has_line(position.stones[player])) return player;
            cell = cell << 1;
            if (!(cell & board_.cells)) {
                std::copy(&cell + 1, &open_cells_[open], &cell);
                --open;
            }
        }
        return position.outcome(board_, true)->winner;
    }

    // Makes a move; returns which of the possible landings it was.
    int play(Position<Word>& position, Action action) {
        if (!position.is_drop(board_, action)) {
            position = position.after(board_, action);
            return 0;
        }
        if (!board_.drifts) {
            position = position.after_landing(board_, action);
            return 0;
        }
        return play_drifting(position, action);
    }

    // As Chance.sample, which draws a number even where there is one landing only.
    int play_drifting(Position<Word>& position, Action aim) {
        std::array<int, max_branches> columns{}, upper{};  // sums of the weights up to each
        int count = 0, total = 0, divisor = 0;
        position.for_each_landing(board_, aim, [&](int column, int weight) {
            columns[count] = column;
            upper[count++] = total += weight;
            divisor = std::gcd(divisor, weight);
        });
        const double drawn = landings_.uniform() * (total / divisor);
        int branch = 0;
        while (branch < count - 1 && upper[branch] / divisor <= drawn) ++branch;
        position = position.after_landing(board_, columns[branch]);
        return branch;
    }

    Action random_action(const Position<Word>& position) {
        if (!board_.gravity) {
            actions_.clear();
            position.for_each_action(board_, [&](Action action) { actions_.push_back(action); });
            return actions_[random_.below(static_cast<int>(actions_.size()))];
        }
        const Word landing = board_.landing(position.occupied()), removable = position.poppable(board_);
        const int drops = popcount(landing), pops = popcount(removable);
        const bool may_call = board_.pop_rule == PopRule::own && !landing && pops > 0;
        const int chosen = random_.below(drops + pops + may_call);
        if (chosen < drops) return nth_column(landing, chosen);
        if (chosen < drops + pops) return board_.width + nth_column(removable, chosen - drops);
        return 2 * board_.width;
    }

    // The column of the nth cell of a set with at most one cell in each column.
    int nth_column(Word set, int n) const {
        int before = 0, cells = 0;  // without branches, which could not be predicted
        for (int column = 0; column < board_.width; ++column) {
            cells += static_cast<bool>(set & board_.columns[column]);
            before += cells <= n;
        }
        return before;
    }

    const Board<Word> board_;
    const MctsSpec spec_;
    const Position<Word> root_;
    PythonRandom random_, landings_;
    MctsCounts counts_;
    std::vector<Node> nodes_;
    std::vector<MctsEdge> edges_;
    std::vector<Step> path_;
    std::vector<Action> actions_;
    std::array<Word, Board<Word>::max_width + 1> open_cells_;
};

}  // namespace fourcast
