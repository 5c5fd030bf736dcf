// Python bindings of the first-line solver.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bind/bridge.hpp"
#include "bind/builds.hpp"
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
    // `column_order`: of the moves among which `best_move` chooses.
    FirstLineSolver(const Rules& rules, std::size_t table_mb, const std::array<int, 4>& threat_weights,
                    const LineWeightArray& line_weights, int min_weighted_cells, std::vector<int> column_order,
                    const std::string& build)
        : board_(rules), column_order_(std::move(column_order)) {
        if (rules.bits() > word_bits<Word128>) throw std::invalid_argument("the board is too large for the solver");
        engine_ = make_engine({rules,
                               table_mb,
                               {threat_weights[0], threat_weights[1], threat_weights[2], threat_weights[3]},
                               min_weighted_cells,
                               {line_weights.data(), line_weights.data() + line_weights.size()}},
                              build_named(build));
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
        const SolverPosition position = read(stones, turn);
        SolverResult result;
        run({&position, 1}, {&result, 1}, options(weak, max_nodes, threads, window), seconds, std::move(progress));
        return to_python(result);
    }

    // The columns of the legal moves, and the results of the positions after them.
    std::vector<std::pair<int, Result>> solve_moves(const nb::tuple& stones, int turn, bool weak, Seconds seconds,
                                                    MaxNodes max_nodes, int threads, Window window,
                                                    nb::object progress) {
        const SolverPosition position = read(stones, turn);
        std::vector<int> columns;
        std::vector<SolverPosition> positions;
        for (int column = 0; column < board_.width && !is_over(position); ++column) {
            if (const auto after = play(position, column)) {
                columns.push_back(column);
                positions.push_back(*after);
            }
        }
        std::vector<SolverResult> results(positions.size());
        run(positions, results, options(weak, max_nodes, threads, window), seconds, std::move(progress));
        std::vector<std::pair<int, Result>> moves;
        for (std::size_t n = 0; n < results.size(); ++n) moves.push_back({columns[n], to_python(results[n])});
        return moves;
    }

    // The first column, in the solver's order, whose move is worth as much as the position; -1 if the game is over or the
    // call was stopped. And the result of the position, with the nodes of all searches. To test whether a move is worth that
    // costs less than to score it, and the last one needs no test.
    std::pair<int, Result> best_move(const nb::tuple& stones, int turn, Seconds seconds, int threads,
                                     nb::object progress) {
        const SolverPosition position = read(stones, turn);
        SolverResult whole;
        int best = -1;
        run_without_gil(seconds, std::move(progress), [&](StopCheck& check) {
            const auto solve = [&](const SolverPosition& one, SolverResult& result, Window window) {
                engine_->solve({&one, 1}, {&result, 1}, options(false, std::nullopt, threads, window), check);
            };
            solve(position, whole, std::nullopt);
            if (whole.stopped != -1 || is_over(position)) return;
            const auto last = std::find_if(column_order_.rbegin(), column_order_.rend(),
                                           [&](int column) { return play(position, column).has_value(); });
            for (const int column : column_order_) {
                const auto after = play(position, column);
                if (!after) continue;
                SolverResult test{-whole.low, -whole.low, -1, 0};
                if (column != *last) solve(*after, test, std::pair{-whole.low, 1 - whole.low});
                whole.nodes += test.nodes;
                if (test.stopped != -1) return;
                if (test.high == -whole.low) {
                    best = column;
                    return;
                }
            }
        });
        refuse_impossible({&whole, 1});
        return {best, to_python(whole)};
    }

    void stop() { ++stop_requests_; }

    void clear() {
        nb::gil_scoped_release no_gil;
        engine_->clear();
    }

private:
    static Result to_python(const SolverResult& result) {
        return {result.low, result.high, result.stopped, result.nodes};
    }

    SolverPosition read(const nb::tuple& stones, int turn) const {
        return {limbs_of(stones[turn], board_.bits()), limbs_of(stones[1 - turn], board_.bits())};
    }

    bool is_over(const SolverPosition& position) const {
        return board_.has_line(from_limbs<Word128>(position.own)) ||
               board_.has_line(from_limbs<Word128>(position.other));
    }

    // The position after a drop; nothing if the column is full.
    std::optional<SolverPosition> play(const SolverPosition& position, int column) const {
        const auto own = from_limbs<Word128>(position.own), other = from_limbs<Word128>(position.other);
        const Word128 cell = board_.landing(own | other) & board_.columns[column];
        if (!cell) return std::nullopt;
        return SolverPosition{position.other, to_limbs(own | cell)};
    }

    SolveOptions options(bool weak, MaxNodes max_nodes, int threads, Window window) const {
        const int cells = board_.width * board_.height;
        const auto [min_score, max_score] = window.value_or(std::pair{-cells, cells});
        return {weak, true, threads, min_score, max_score, max_nodes.value_or(~std::uint64_t{0})};
    }

    void run(std::span<const SolverPosition> positions, std::span<SolverResult> results, const SolveOptions& options,
             Seconds seconds, nb::object progress) {
        run_without_gil(seconds, std::move(progress),
                        [&](StopCheck& check) { engine_->solve(positions, results, options, check); });
        refuse_impossible(results);
    }

    template <class Work>
    void run_without_gil(Seconds seconds, nb::object progress, const Work& work) {
        StopCheck check(seconds.value_or(std::numeric_limits<double>::infinity()), stop_requests_,
                        stop_requests_.load(), report_to(std::move(progress)));
        nb::gil_scoped_release no_gil;
        work(check);
    }

    static void refuse_impossible(std::span<const SolverResult> results) {
        for (std::size_t n = 0; n < results.size(); ++n) {
            if (results[n].stopped == impossible) {
                throw std::invalid_argument("Board " + std::to_string(n) +
                                            " has a line of the side to move: the game was over before.");
            }
        }
    }

    const Board<Word128> board_;
    const std::vector<int> column_order_;
    std::unique_ptr<Engine> engine_;
    StopRequests stop_requests_{0};
};

}  // namespace

void bind_first_line_solver(nb::module_& module) {
    module.attr("MAX_FIRST_LINE_BITS") = word_bits<Word128>;
    nb::list builds;
    for (const Build build : available_builds()) builds.append(name_of(build));
    module.attr("SOLVER_BUILDS") = nb::tuple(builds);
    nb::class_<FirstLineSolver>(module, "FirstLineSolver")
        .def(nb::init<const Rules&, std::size_t, const std::array<int, 4>&, const LineWeightArray&, int,
                      std::vector<int>, const std::string&>(),
             "rules"_a, "table_mb"_a, nb::kw_only(), "threat_weights"_a, "line_weights"_a, "min_weighted_cells"_a,
             "column_order"_a, "build"_a)
        .def("solve_many", &FirstLineSolver::solve_many, "rows"_a, nb::kw_only(), "weak"_a, "static_bounds"_a,
             "threads"_a, "min_score"_a, "max_score"_a, "seconds"_a, "max_nodes"_a, "progress"_a.none())
        .def("solve", &FirstLineSolver::solve, "stones"_a, "turn"_a, "weak"_a, "seconds"_a.none(), "max_nodes"_a.none(),
             "threads"_a, "window"_a.none(), "progress"_a.none())
        .def("solve_moves", &FirstLineSolver::solve_moves, "stones"_a, "turn"_a, "weak"_a, "seconds"_a.none(),
             "max_nodes"_a.none(), "threads"_a, "window"_a.none(), "progress"_a.none())
        .def("best_move", &FirstLineSolver::best_move, "stones"_a, "turn"_a, "seconds"_a.none(), "threads"_a,
             "progress"_a.none())
        .def("stop", &FirstLineSolver::stop)
        .def("clear", &FirstLineSolver::clear);
}

}  // namespace fourcast
