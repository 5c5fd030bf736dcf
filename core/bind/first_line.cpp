// Python bindings of the first-line solver.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bind/bridge.hpp"
#include "solver/first_line/engine.hpp"

namespace fourcast {
namespace {

using namespace first_line;

// A row for each position: the discs of the side to move, low and high 64 bits, and those of the other side.
using Rows = nb::ndarray<const std::uint64_t, nb::numpy, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

using LineWeightArray = nb::ndarray<const std::int8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
using Column = nb::ndarray<Number, nb::numpy, nb::ndim<1>>;

// For each position the range of the score, why its search stopped (-1 if it is complete), and its nodes.
using ResultColumns =
    std::tuple<Column<std::int16_t>, Column<std::int16_t>, Column<std::int8_t>, Column<std::uint64_t>>;

// The same of one position.
using Result = std::tuple<int, int, int, std::uint64_t>;

// None is no limit.
using Seconds = std::optional<double>;
using MaxNodes = std::optional<std::uint64_t>;
using Window = std::optional<std::pair<int, int>>;

template <class Number, class Field>
Column<Number> column_of(const std::vector<SolverResult>& results, Field SolverResult::* field) {
    auto* const numbers = new Number[results.size()];
    const nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
    for (std::size_t n = 0; n < results.size(); ++n) numbers[n] = static_cast<Number>(results[n].*field);
    return Column<Number>(numbers, {results.size()}, owner);
}

// A solver with its table. Any number of threads may call it; `stop` ends the calls that are running.
class FirstLineSolver {
public:
    FirstLineSolver(const Rules& rules, std::size_t table_mb, const std::array<int, 4>& threat_weights,
                    const LineWeightArray& line_weights, int min_weighted_cells, bool portable)
        : board_(rules) {
        if (rules.bits() > word_bits<Word128>) throw std::invalid_argument("the board is too large for the solver");
        engine_ = make_engine({rules,
                               table_mb,
                               {threat_weights[0], threat_weights[1], threat_weights[2], threat_weights[3]},
                               min_weighted_cells,
                               {line_weights.data(), line_weights.data() + line_weights.size()}},
                              portable);
    }

    ResultColumns solve_many(const Rows& rows, bool weak, bool static_bounds, int threads, int min_score, int max_score,
                             double seconds, std::uint64_t max_nodes, nb::object progress) {
        std::vector<SolverPosition> positions(rows.shape(0));
        for (std::size_t n = 0; n < positions.size(); ++n) {
            const std::uint64_t* const row = rows.data() + 4 * n;
            positions[n] = {{row[0], row[1], 0, 0}, {row[2], row[3], 0, 0}};
        }
        std::vector<SolverResult> results(positions.size());
        run(positions, results, {weak, static_bounds, threads, min_score, max_score, max_nodes}, seconds,
            std::move(progress));
        return {column_of<std::int16_t>(results, &SolverResult::low),
                column_of<std::int16_t>(results, &SolverResult::high),
                column_of<std::int8_t>(results, &SolverResult::stopped),
                column_of<std::uint64_t>(results, &SolverResult::nodes)};
    }

    // One position: the discs of both players and who is to move. Without arrays, which would take longer than an easy
    // position.
    Result solve(const nb::tuple& stones, int turn, bool weak, Seconds seconds, MaxNodes max_nodes, int threads,
                 Window window, nb::object progress) {
        const SolverPosition position{limbs_of(stones[turn]), limbs_of(stones[1 - turn])};
        SolverResult result;
        run({&position, 1}, {&result, 1}, options(weak, max_nodes, threads, window), seconds, std::move(progress));
        return {result.low, result.high, result.stopped, result.nodes};
    }

    // The columns of the legal moves, and the results of the positions after them.
    std::vector<std::pair<int, Result>> solve_moves(const nb::tuple& stones, int turn, bool weak, Seconds seconds,
                                                    MaxNodes max_nodes, int threads, Window window,
                                                    nb::object progress) {
        const auto own = from_limbs<Word128>(limbs_of(stones[turn]));
        const auto other = from_limbs<Word128>(limbs_of(stones[1 - turn]));
        const bool is_over = board_.has_line(own) || board_.has_line(other);
        std::vector<int> columns;
        std::vector<SolverPosition> positions;
        for (int column = 0; column < board_.width && !is_over; ++column) {
            const Word128 cell = board_.landing(own | other) & board_.columns[column];
            if (!cell) continue;
            columns.push_back(column);
            positions.push_back({to_limbs(other), to_limbs(own | cell)});
        }
        std::vector<SolverResult> results(positions.size());
        run(positions, results, options(weak, max_nodes, threads, window), seconds, std::move(progress));
        std::vector<std::pair<int, Result>> moves;
        for (std::size_t n = 0; n < results.size(); ++n) {
            const SolverResult& result = results[n];
            moves.push_back({columns[n], {result.low, result.high, result.stopped, result.nodes}});
        }
        return moves;
    }

    void stop() { ++stop_requests_; }

    void clear() {
        nb::gil_scoped_release no_gil;
        engine_->clear();
    }

private:
    // A set of cells as Python has it.
    Limbs limbs_of(nb::handle cells) const {
        if (board_.bits() <= word_bits<Word64>) return {nb::cast<std::uint64_t>(cells), 0, 0, 0};
        const nb::object bytes = cells.attr("to_bytes")(2 * sizeof(std::uint64_t), "little");
        Limbs limbs{};
        std::memcpy(limbs.data(), nb::cast<nb::bytes>(bytes).c_str(), 2 * sizeof(std::uint64_t));
        return limbs;
    }

    SolveOptions options(bool weak, MaxNodes max_nodes, int threads, Window window) const {
        const int cells = board_.width * board_.height;
        const auto [min_score, max_score] = window.value_or(std::pair{-cells, cells});
        return {weak, true, threads, min_score, max_score, max_nodes.value_or(~std::uint64_t{0})};
    }

    void run(std::span<const SolverPosition> positions, std::span<SolverResult> results, const SolveOptions& options,
             Seconds seconds, nb::object progress) {
        StopCheck check(seconds.value_or(std::numeric_limits<double>::infinity()), stop_requests_,
                        stop_requests_.load(), report_to(std::move(progress)));
        {
            nb::gil_scoped_release no_gil;
            engine_->solve(positions, results, options, check);
        }
        for (std::size_t n = 0; n < results.size(); ++n) {
            if (results[n].stopped == impossible) {
                throw std::invalid_argument("Board " + std::to_string(n) +
                                            " has a line of the side to move: the game was over before.");
            }
        }
    }

    const Board<Word128> board_;
    std::unique_ptr<Engine> engine_;
    StopRequests stop_requests_{0};
};

}  // namespace

void bind_first_line_solver(nb::module_& module) {
    module.attr("MAX_FIRST_LINE_BITS") = word_bits<Word128>;
    nb::class_<FirstLineSolver>(module, "FirstLineSolver")
        .def(nb::init<const Rules&, std::size_t, const std::array<int, 4>&, const LineWeightArray&, int, bool>(),
             "rules"_a, "table_mb"_a, nb::kw_only(), "threat_weights"_a, "line_weights"_a, "min_weighted_cells"_a,
             "portable"_a)
        .def("solve_many", &FirstLineSolver::solve_many, "rows"_a, nb::kw_only(), "weak"_a, "static_bounds"_a,
             "threads"_a, "min_score"_a, "max_score"_a, "seconds"_a, "max_nodes"_a, "progress"_a.none())
        .def("solve", &FirstLineSolver::solve, "stones"_a, "turn"_a, "weak"_a, "seconds"_a.none(), "max_nodes"_a.none(),
             "threads"_a, "window"_a.none(), "progress"_a.none())
        .def("solve_moves", &FirstLineSolver::solve_moves, "stones"_a, "turn"_a, "weak"_a, "seconds"_a.none(),
             "max_nodes"_a.none(), "threads"_a, "window"_a.none(), "progress"_a.none())
        .def("stop", &FirstLineSolver::stop)
        .def("clear", &FirstLineSolver::clear);
}

}  // namespace fourcast
