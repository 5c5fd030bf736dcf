// Tests of games that fill the board, by one search or two: moves in a fixed order (fill_search.hpp), and proof numbers
// (proof_search.hpp). On games of lines either may take a hundred times as long as the other, and which one is not known
// beforehand. So each gets a turn, then each one twice as long, until one has the answer. They share the table of bounds, and
// the proof numbers stay in theirs: a turn finds there most of what the last one had found out.
//
//     nodes               4 M     4 M     8 M     8 M    16 M   …
//     thread 1, 3, …     fixed  proofs   fixed  proofs   fixed       (height odd; if it is even, the reverse)
//     thread 2, 4, …     fixed   fixed  proofs   fixed  proofs
#pragma once

#include <cstdint>
#include <optional>

#include "solver/margin/fill_search.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "solver/margin/proof_search.hpp"

namespace fourcast {

template <class Word>
class FillSolver {
public:
    // `proofs`: where it is nothing, moves are searched in a fixed order only.
    FillSolver(const Board<Word>& board, FillTable<Word>& table, ProofTable* proofs, NodeCounter& count_node,
               const MarginOptions& options)
        : options_(options),
          count_node_(count_node),
          fixed_order_(board, table, count_node, options.static_bounds, options.worker),
          is_proof_first_(board.height % 2 == 0),
          is_even_worker_(options.worker > 0 && options.worker % 2 == 0) {
        if (proofs && options.turn_nodes) {
            proof_numbers_.emplace(board, *proofs, fixed_order_, count_node, options.worker > 0);
        }
    }

    // Whether proof numbers help in a game. They do not for points: nearly all positions take longer.
    static bool uses_proof_numbers(const Rules& rules) { return rules.goal == Goal::most_lines; }

    // A bound of the final margin of the side to move: a lower bound if it is above `test`, else an upper bound.
    int search(Word own, Word other, int test) {
        if (!proof_numbers_) return fixed_order_.search(own, other, test);
        for (int turn = 0;; ++turn) {
            const bool by_proofs = is_proof_first_ != (turn > 0 && (turn + is_even_worker_) % 2 == 1);
            const std::uint64_t nodes = options_.turn_nodes << turn / 2;
            if (const auto result = take_turn(by_proofs, nodes, own, other, test)) return *result;
        }
    }

private:
    // Nothing if there is no answer after so many nodes.
    std::optional<int> take_turn(bool by_proofs, std::uint64_t nodes, Word own, Word other, int test) {
        const bool is_last = options_.max_nodes - count_node_.nodes <= nodes;
        const struct Turn {
            NodeCounter& count_node;
            const std::uint64_t max_nodes;
            ~Turn() { count_node.max_nodes = max_nodes; }
        } turn{count_node_, options_.max_nodes};
        if (!is_last) count_node_.max_nodes = count_node_.nodes + nodes;
        try {
            return by_proofs ? proof_numbers_->search(own, other, test) : fixed_order_.search(own, other, test);
        } catch (const StopSearch& stop) {
            if (is_last || stop.reason != StopReason::nodes) throw;
            return std::nullopt;
        }
    }

    const MarginOptions& options_;
    NodeCounter& count_node_;
    FillSearch<Word> fixed_order_;
    std::optional<ProofSearch<Word>> proof_numbers_;
    // On boards of even height proof numbers are mostly faster, on boards of odd height the fixed order is.
    const bool is_proof_first_;
    const bool is_even_worker_;
};

}  // namespace fourcast
