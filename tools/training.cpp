// The compiled part of learn_ordering.py: samples what each move of a position costs the first-line solver. `make training`
// builds it, for the machine that it runs on.
#include <nanobind/ndarray.h>

#include <limits>
#include <random>

#include "bind/bridge.hpp"
#include "solver/first_line/score_search.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {
namespace {

using Discs = std::array<std::uint64_t, 2>;  // of the side to move, of the other side

// The observer of the search of a single move: ends it at a node limit.
struct NodeLimit {
    struct Exceeded {};

    std::uint64_t max_nodes = 0;

    void on_node(std::uint64_t nodes) const {
        if (nodes > max_nodes) throw Exceeded{};
    }
    static void on_moves(const auto&, const auto&, int) {}
};

struct Samples {
    std::vector<Discs> positions;
    // What it took to show that the score is above alpha, by column: -1 for a move that needs no search, the maximum for
    // one that does not show it, or not within that.
    std::vector<std::vector<std::int64_t>> costs;
    std::vector<std::uint64_t> visits;  // positions to choose from, by the number of empty cells
};

// Samples positions of a search at random. Each move of a sample is searched by itself, with an empty table.
class CostSampler {
public:
    CostSampler(const Geometry<Word64, KnownShape{4}>& geometry, const MoveOrdering<Word64, KnownShape{4}>& ordering,
                std::vector<double> probabilities, std::vector<std::uint64_t> max_nodes, std::uint64_t seed)
        : geometry_(geometry),
          probabilities_(std::move(probabilities)),
          max_nodes_(std::move(max_nodes)),
          random_(seed),
          table_(geometry.bits(), 1),
          search_(geometry, ordering, table_) {
        samples.visits.resize(probabilities_.size());
        search_.check = [] {};
    }

    void on_moves(const SolverState<Word64>& state, std::span<const Move<Word64>> moves, int alpha) {
        if (moves.size() < 2) return;
        ++samples.visits[state.empty_cells];
        if (std::uniform_real_distribution<>()(random_) >= probabilities_[state.empty_cells]) return;
        std::vector<std::int64_t> costs(geometry_.width, -1);
        for (const auto& move : moves) {
            costs[geometry_.column_of(move.node->cell)] = cost_of(*move.node, alpha, max_nodes_[state.empty_cells]);
        }
        samples.positions.push_back({state.own, state.other});
        samples.costs.push_back(std::move(costs));
    }

    Samples samples;

private:
    std::int64_t cost_of(const Node<Word64>& child, int alpha, std::uint64_t max_nodes) {
        table_.clear();
        const std::uint64_t before = search_.nodes;
        search_.observer.max_nodes = before + max_nodes;
        int score = -no_bound;
        try {
            score = search_.search_child(child, alpha);
        } catch (const NodeLimit::Exceeded&) {
        }
        return static_cast<std::int64_t>(score > alpha ? std::min(search_.nodes - before, max_nodes) : max_nodes);
    }

    const Geometry<Word64, KnownShape{4}>& geometry_;
    const std::vector<double> probabilities_;
    const std::vector<std::uint64_t> max_nodes_;
    std::mt19937_64 random_;
    SolverTable<Word64> table_;
    FirstLineSearch<Word64, KnownShape{4}, NodeLimit> search_;
};

// The observer of the main search.
struct SamplingObserver {
    CostSampler* sampler = nullptr;

    static void on_node(std::uint64_t) {}
    void on_moves(const auto& state, const auto& moves, int alpha) const { sampler->on_moves(state, moves, alpha); }
};

using LineWeightArray = nb::ndarray<const std::int8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// For boards of up to 64 bits with lines of four.
class TrainingSolver {
public:
    TrainingSolver(int width, int height, int table_mb, const std::array<int, 4>& threat_weights,
                   const LineWeightArray& line_weights, int min_weighted_cells)
        : geometry_(rules(width, height)),
          ordering_(geometry_, settings(geometry_, threat_weights, line_weights, min_weighted_cells)),
          table_(geometry_.bits(), static_cast<std::size_t>(table_mb)) {}

    // Searches a position, with an empty table and at most `max_nodes`. A position with n empty cells is sampled with
    // probabilities[n], and each of its moves searched with at most max_move_nodes[n].
    std::tuple<std::vector<Discs>, std::vector<std::vector<std::int64_t>>, std::vector<std::uint64_t>> sample(
        const Discs& position, const std::vector<double>& probabilities,
        const std::vector<std::uint64_t>& max_move_nodes, std::uint64_t seed, std::uint64_t max_nodes) {
        const std::size_t count = static_cast<std::size_t>(geometry_.width) * geometry_.height + 1;
        if (probabilities.size() != count || max_move_nodes.size() != count) {
            throw std::invalid_argument("a probability and a limit for every number of empty cells are needed");
        }
        const StopRequests no_requests{0};
        StopCheck check(std::numeric_limits<double>::infinity(), no_requests, 0, report_to(nb::none()));
        nb::gil_scoped_release no_gil;
        table_.clear();
        CostSampler sampler(geometry_, ordering_, probabilities, max_move_nodes, seed);
        FirstLineSearch<Word64, KnownShape{4}, SamplingObserver> search(geometry_, ordering_, table_);
        search.observer.sampler = &sampler;
        const auto root = search.root(position[0], position[1]);
        if (root.score) return {{}, {}, sampler.samples.visits};
        FirstLineWindows windows({root.node.at_least(), root.node.at_most()}, false);
        stop_reason_of([&] {
            search_score(windows, search, root.node, [&] {
                if (search.nodes >= max_nodes) throw StopSearch{StopReason::nodes};
                check();
            });
        });
        return {sampler.samples.positions, sampler.samples.costs, sampler.samples.visits};
    }

private:
    static Rules rules(int width, int height) {
        const Rules rules{width, height, 4, Goal::first_line, true, PopRule::none, false, {}, {}};
        if (rules.bits() > word_bits<Word64>) throw std::invalid_argument("the board is too large for training");
        return rules;
    }

    static Settings settings(const Rules& rules, const std::array<int, 4>& threat_weights,
                             const LineWeightArray& line_weights, int min_weighted_cells) {
        const auto& [wanted, unwanted, next, centre] = threat_weights;
        return {rules,
                0,
                {wanted, unwanted, next, centre},
                min_weighted_cells,
                {line_weights.data(), line_weights.data() + line_weights.size()}};
    }

    const Geometry<Word64, KnownShape{4}> geometry_;
    const MoveOrdering<Word64, KnownShape{4}> ordering_;
    SolverTable<Word64> table_;
};

}  // namespace
}  // namespace fourcast::first_line::inline FOURCAST_BUILD

NB_MODULE(_training, module) {
    using namespace fourcast;
    using first_line::TrainingSolver;
    nb::class_<TrainingSolver>(module, "TrainingSolver")
        .def(nb::init<int, int, int, const std::array<int, 4>&, const first_line::LineWeightArray&, int>(), "width"_a,
             "height"_a, "table_mb"_a, nb::kw_only(), "threat_weights"_a, "line_weights"_a, "min_weighted_cells"_a)
        .def("sample", &TrainingSolver::sample, "position"_a, nb::kw_only(), "probabilities"_a, "max_move_nodes"_a,
             "seed"_a, "max_nodes"_a);
}
