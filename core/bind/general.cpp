// Python bindings of the general solver, for every game but those of the first line: margins, expected margins, and
// games that may never end.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "bind/bridge.hpp"
#include "bind/builds.hpp"
#include "solver/margin/expected_engine.hpp"
#include "solver/margin/margin_threads.hpp"
#include "solver/popout.hpp"

namespace fourcast {
namespace {

// Why the search stopped (-1 if it is complete), the range of the value, the nodes, and the plies until the game is
// decided if the solver knows them (else -1).
using ResultTuple = std::tuple<int, double, double, std::uint64_t, int>;

using Window = std::optional<std::pair<int, int>>;

// The solver of one kind of game.
class GeneralBackend {
public:
    virtual ~GeneralBackend() = default;
    // `window`: margins outside it may be given as its ends.
    virtual ResultTuple solve(const EncodedPosition& position, const MarginOptions& options, const Window& window,
                              StopCheck& check) = 0;
    virtual void clear() = 0;
};

// The result for a position that is over.
template <class Word>
std::optional<ResultTuple> terminal_result(const Board<Word>& board, const Position<Word>& position) {
    const auto outcome = position.outcome(board);
    if (!outcome) return std::nullopt;
    const double value = SolverValues<Word>(board).terminal_value(position, *outcome);
    return ResultTuple{-1, value, value, 0, -1};
}

// Games that end, without chance.
template <class Word>
class MarginBackend final : public GeneralBackend {
public:
    MarginBackend(const Rules& rules, std::size_t table_mb) : board_(rules), table_(board_, table_mb) {}

    ResultTuple solve(const EncodedPosition& encoded, const MarginOptions& options, const Window& window,
                      StopCheck& check) override {
        const auto position = decode<Word>(encoded);
        if (const auto result = terminal_result(board_, position)) return *result;
        ThreadedMarginSearch<Word> search(board_, table_, check, options);
        auto range = search.possible(position);
        if (window) {
            for (int* bound : {&range.low, &range.high}) *bound = std::clamp(*bound, window->first, window->second);
        }
        const int stopped = stop_reason_of([&] { search.solve(position, range); });
        return {stopped, double(range.low), double(range.high), search.nodes(), -1};
    }

    void clear() override { table_.clear(); }

private:
    const Board<Word> board_;
    typename ThreadedMarginSearch<Word>::Table table_;
};

// Games with drifting drops that end.
class ExpectedBackend final : public GeneralBackend {
public:
    ExpectedBackend(const Rules& rules, std::size_t table_mb, Build build)
        : board_(rules), engine_(make_expected_engine(rules, table_mb, build)) {}

    ResultTuple solve(const EncodedPosition& encoded, const MarginOptions& options, const Window&,
                      StopCheck& check) override {
        const auto position = decode<Word256>(encoded);
        if (const auto result = terminal_result(board_, position)) return *result;
        const ExpectedResult result = engine_->solve(position, options, check);
        return {result.stopped, result.low, result.high, result.nodes, -1};
    }

    void clear() override { engine_->clear(); }

private:
    const Board<Word256> board_;
    std::unique_ptr<ExpectedEngine> engine_;
};

// Official PopOut: the first call solves all positions.
class PopOutBackend final : public GeneralBackend {
public:
    PopOutBackend(const Rules& rules, std::size_t table_mb, bool draw_calls)
        : board_(rules), analysis_(board_, table_mb, draw_calls) {}

    ResultTuple solve(const EncodedPosition& encoded, const MarginOptions& options, const Window&,
                      StopCheck& check) override {
        const auto position = decode<Word64>(encoded);
        if (const auto result = terminal_result(board_, position)) return *result;
        const std::uint64_t before = analysis_.nodes();
        const int stopped = stop_reason_of([&] { analysis_.run(check, options.max_nodes); });
        const std::uint64_t nodes = analysis_.nodes() - before;
        const auto known = analysis_.value(position);
        if (!known) return {stopped, -1, 1, nodes, -1};
        const double value = known->value;
        return {-1, value, value, nodes, known->plies};
    }

    void clear() override { analysis_.clear(); }

private:
    const Board<Word64> board_;
    PopOutAnalysis analysis_;
};

// A solver with its table. Calls from several threads take turns; `stop` ends those that run or wait.
class GeneralSolver {
public:
    // `build`: one that this machine can run. Only drifting drops have several.
    GeneralSolver(const Rules& rules, std::size_t table_mb, bool draw_calls, const std::string& build)
        : backend_(make_backend(rules, table_mb, draw_calls, build_named(build))) {}

    std::vector<ResultTuple> solve_many(const std::vector<EncodedPosition>& positions, bool weak, bool static_bounds,
                                        std::uint64_t turn_nodes, int threads, double seconds, std::uint64_t max_nodes,
                                        const Window& window, nb::object progress) {
        StopCheck check(seconds, stop_requests_, stop_requests_.load(), report_to(std::move(progress)));
        nb::gil_scoped_release no_gil;
        std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
        const int stopped = stop_reason_of([&] {
            while (!lock.try_lock()) {
                check();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
        if (stopped >= 0) {
            const double infinity = std::numeric_limits<double>::infinity();
            return {positions.size(), {stopped, -infinity, infinity, 0, -1}};
        }
        std::vector<ResultTuple> results;
        for (const EncodedPosition& position : positions) {
            results.push_back(
                backend_->solve(position, {weak, static_bounds, turn_nodes, max_nodes, threads}, window, check));
            check.done = results.size();
        }
        return results;
    }

    void stop() { ++stop_requests_; }

    void clear() {
        nb::gil_scoped_release no_gil;
        const std::lock_guard<std::mutex> lock(mutex_);
        backend_->clear();
    }

private:
    static std::unique_ptr<GeneralBackend> make_backend(const Rules& rules, std::size_t table_mb, bool draw_calls,
                                                        Build build) {
        if (rules.pop_rule == PopRule::own) {
            if (rules.drifts) throw std::invalid_argument("games with unlimited pop-outs and drift are not solved");
            if (rules.bits() > word_bits<Word64>) throw std::invalid_argument("the positions do not fit in any memory");
            return std::make_unique<PopOutBackend>(rules, table_mb, draw_calls);
        }
        return with_board(rules, [&]<class Word>(const Board<Word>&) -> std::unique_ptr<GeneralBackend> {
            if (rules.drifts) return std::make_unique<ExpectedBackend>(rules, table_mb, build);
            return std::make_unique<MarginBackend<Word>>(rules, table_mb);
        });
    }

    std::unique_ptr<GeneralBackend> backend_;
    std::mutex mutex_;
    StopRequests stop_requests_{0};
};

}  // namespace

void bind_general_solver(nb::module_& module) {
    nb::class_<GeneralSolver>(module, "GeneralSolver")
        .def(nb::init<const Rules&, std::size_t, bool, const std::string&>(), "rules"_a, "table_mb"_a, nb::kw_only(),
             "draw_calls"_a, "build"_a)
        .def("solve_many", &GeneralSolver::solve_many, "positions"_a, nb::kw_only(), "weak"_a, "static_bounds"_a,
             "turn_nodes"_a, "threads"_a, "seconds"_a, "max_nodes"_a, "window"_a.none(), "progress"_a.none())
        .def("stop", &GeneralSolver::stop)
        .def("clear", &GeneralSolver::clear);
}

}  // namespace fourcast
