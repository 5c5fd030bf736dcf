// The border: what Python may call. Values come over as plain numbers, and only src/fourcast/native imports this.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "perft.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fourcast {
namespace {

// A position on its way: the discs of both players, whose turn, the pop-outs left, whether a draw was called.
using Parcel = std::tuple<Limbs, Limbs, int, std::array<int, 2>, bool>;

template <class Word>
Position<Word> unpack(const Parcel& parcel) {
    const auto& [first, second, turn, pops, drawn] = parcel;
    return {{from_limbs<Word>(first), from_limbs<Word>(second)}, pops, turn, drawn};
}

template <class Word>
Parcel pack(const Position<Word>& position) {
    return {to_limbs(position.stones[0]), to_limbs(position.stones[1]), position.turn, position.pops, position.drawn};
}

constexpr int most_bits = word_bits<Word256>;

// Calls `work` with the board in the narrowest word that holds it.
template <class Work>
auto on_board(const Rules& rules, Work&& work) {
    if (rules.bits() <= word_bits<Word64>) return work(Board<Word64>(rules));
    if (rules.bits() <= word_bits<Word128>) return work(Board<Word128>(rules));
    if (rules.bits() <= word_bits<Word256>) return work(Board<Word256>(rules));
    throw std::invalid_argument("the board does not fit the native engine");
}

// Lets Python breathe during long work done without its lock: now and then it handles signals (Ctrl-C) and reports
// progress. An exception raised there, by either, ends the work.
class Breath {
public:
    explicit Breath(nb::object progress, std::chrono::milliseconds interval = std::chrono::milliseconds(100))
        : interval_(interval), progress_(std::move(progress)) {}

    void operator()(std::uint64_t nodes) {
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + interval_;
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none()) progress_(nodes);
    }

private:
    using Clock = std::chrono::steady_clock;
    std::chrono::milliseconds interval_;
    nb::object progress_;
    Clock::time_point next_ = Clock::now() + interval_;
};

// What a search asks now and then: whether its time is up, whether it was told to stop, whether Ctrl-C was pressed.
class Patience {
public:
    Patience(double seconds, const std::atomic<bool>& stop) : stop_(stop), limited_(seconds < infinity) {
        if (limited_)
            deadline_ =
                Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    void operator()(std::uint64_t nodes) {
        if (stop_.load(std::memory_order_relaxed)) throw StopSearch{StopReason::asked};
        if (limited_ && Clock::now() >= deadline_) throw StopSearch{StopReason::time};
        if ((nodes & 0xffff) == 0) breath_(nodes);
    }

private:
    using Clock = std::chrono::steady_clock;
    const std::atomic<bool>& stop_;
    const bool limited_;
    Clock::time_point deadline_{};
    Breath breath_{nb::none(), std::chrono::milliseconds(10)};
};

using FoundMove = std::tuple<Action, double, int>;
using FoundRecord = std::tuple<int, int, Action, int, int, double, double, double, std::uint64_t>;

// What a look found: why it stopped (-1 if it did not), the value, the best line, the moves of the root.
using Look = std::tuple<int, double, std::vector<Action>, std::vector<FoundMove>>;

// A search on a board of some word.
class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual Look look(int depth, Window whole, std::uint64_t nodes, Patience& patience, int record_plies) = 0;
    virtual const Counts& counts() const = 0;
    virtual const std::vector<std::uint64_t>& nodes_by_ply() const = 0;
    virtual const std::vector<Record>& records() const = 0;
};

template <class Word>
class SearchOn final : public AnySearch {
public:
    SearchOn(const Rules& rules, const Plan& plan, const Parcel& parcel) : search_(rules, plan, unpack<Word>(parcel)) {}

    Look look(int depth, Window whole, std::uint64_t nodes, Patience& patience, int record_plies) override {
        const double value = search_.look(depth, whole, nodes, patience, record_plies);
        std::vector<FoundMove> moves;
        for (const RootMove& found : search_.root_moves()) {
            moves.emplace_back(found.action, found.value, static_cast<int>(found.bound));
        }
        return {-1, value, search_.line(), std::move(moves)};
    }

    const Counts& counts() const override { return search_.counts(); }
    const std::vector<std::uint64_t>& nodes_by_ply() const override { return search_.nodes_by_ply(); }
    const std::vector<Record>& records() const override { return search_.records(); }

private:
    Search<Word, Patience> search_;
};

// A search as Python holds it. `stop` may be called from any thread.
class Searcher {
public:
    Searcher(const Rules& rules, const Plan& plan, const Parcel& parcel)
        : search_(on_board(rules, [&]<class Word>(const Board<Word>&) -> std::unique_ptr<AnySearch> {
              return std::make_unique<SearchOn<Word>>(rules, plan, parcel);
          })) {}

    Look look(int depth, double alpha, double beta, std::uint64_t nodes, double seconds, int record_plies) {
        Patience patience(seconds, stop_);
        nb::gil_scoped_release unlocked;
        try {
            patience(1);
            return search_->look(depth, {alpha, beta}, nodes, patience, record_plies);
        } catch (const StopSearch& end) {
            return {static_cast<int>(end.reason), 0, {}, {}};
        }
    }

    void stop() { stop_ = true; }

    std::array<std::uint64_t, 5> counts() const {
        const Counts& counts = search_->counts();
        return {counts.nodes, counts.leaves, counts.cutoffs, counts.dropped, counts.estimated};
    }

    std::vector<std::uint64_t> nodes_by_ply() const { return search_->nodes_by_ply(); }

    std::vector<FoundRecord> records() const {
        std::vector<FoundRecord> found;
        for (const Record& r : search_->records()) {
            found.emplace_back(r.parent, r.ply, r.action, r.kind, r.depth, r.alpha, r.beta, r.value, r.nodes);
        }
        return found;
    }

private:
    std::unique_ptr<AnySearch> search_;
    std::atomic<bool> stop_{false};
};

double evaluate_position(const Rules& rules, const Plan& plan, const Parcel& parcel, int player) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        return evaluate(board, plan.eval, unpack<Word>(parcel), player);
    });
}

std::tuple<std::vector<std::uint64_t>, std::vector<std::uint64_t>, std::vector<std::uint64_t>> census(
    const Rules& rules, const Parcel& parcel, int depth, nb::object progress) {
    Breath breath(std::move(progress));
    nb::gil_scoped_release unlocked;
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        Census result = CensusWalk<Word, Breath>(board, depth, breath).run(unpack<Word>(parcel));
        return std::tuple{result.positions, result.ended, result.chances};
    });
}

std::vector<std::uint64_t> distinct_positions(const Rules& rules, const Parcel& parcel, int depth,
                                              nb::object progress) {
    Breath breath(std::move(progress));
    nb::gil_scoped_release unlocked;
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        return distinct(board, unpack<Word>(parcel), depth, breath);
    });
}

std::vector<Action> actions(const Rules& rules, const Parcel& parcel) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        std::vector<Action> found;
        unpack<Word>(parcel).for_each_action(board, [&](Action action) { found.push_back(action); });
        return found;
    });
}

// What may follow an action: weight, column it landed in, position.
std::vector<std::tuple<int, int, Parcel>> follow(const Rules& rules, const Parcel& parcel, Action action) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        const auto position = unpack<Word>(parcel);
        std::vector<std::tuple<int, int, Parcel>> found;
        if (!position.is_drop(board, action)) {
            found.emplace_back(1, -1, pack(position.after(board, action)));
        } else {
            position.for_each_landing(board, action, [&](int column, int weight) {
                found.emplace_back(weight, column, pack(position.after_landing(board, column)));
            });
        }
        return found;
    });
}

std::optional<std::tuple<int, int, std::array<int, 2>>> outcome(const Rules& rules, const Parcel& parcel) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        std::optional<std::tuple<int, int, std::array<int, 2>>> answer;
        if (const auto found = unpack<Word>(parcel).outcome(board)) {
            answer.emplace(found->winner, static_cast<int>(found->ending), found->scores);
        }
        return answer;
    });
}

std::array<int, 2> scores(const Rules& rules, const Parcel& parcel) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) { return unpack<Word>(parcel).scores(board); });
}

}  // namespace
}  // namespace fourcast

NB_MODULE(_core, module) {
    using namespace fourcast;
    module.attr("MOST_BITS") = most_bits;

    nb::class_<Rules>(module, "Rules")
        .def(
            "__init__",
            [](Rules* self, int width, int height, int connect, int goal, bool gravity, int pop_rule,
               std::optional<std::array<int, 3>> drift, std::vector<int> run_weights) {
                new (self) Rules{width,
                                 height,
                                 connect,
                                 static_cast<Goal>(goal),
                                 gravity,
                                 static_cast<PopRule>(pop_rule),
                                 drift.has_value(),
                                 drift.value_or(std::array<int, 3>{}),
                                 std::move(run_weights)};
            },
            nb::kw_only(), "width"_a, "height"_a, "connect"_a, "goal"_a, "gravity"_a, "pop_rule"_a, "drift"_a.none(),
            "run_weights"_a);

    nb::class_<Plan>(module, "Plan")
        .def(
            "__init__",
            [](Plan* self, int algorithm, int evaluation, std::array<int, 4> neighbours, std::vector<int> own_lines,
               std::vector<int> other_lines, int complete_line, int ends, std::vector<Action> order, bool killers,
               bool remembers, bool mirrors, int table_bits, double win) {
                new (self) Plan{static_cast<Algorithm>(algorithm),
                                {static_cast<EvalKind>(evaluation), neighbours, std::move(own_lines),
                                 std::move(other_lines), complete_line},
                                static_cast<Ends>(ends),
                                std::move(order),
                                killers,
                                remembers,
                                mirrors,
                                table_bits,
                                win};
            },
            nb::kw_only(), "algorithm"_a, "evaluation"_a, "neighbours"_a, "own_lines"_a, "other_lines"_a,
            "complete_line"_a, "ends"_a, "order"_a, "killers"_a, "remembers"_a, "mirrors"_a, "table_bits"_a, "win"_a);

    nb::class_<Searcher>(module, "Searcher")
        .def(nb::init<const Rules&, const Plan&, const Parcel&>(), "rules"_a, "plan"_a, "position"_a)
        .def("look", &Searcher::look, nb::kw_only(), "depth"_a, "alpha"_a, "beta"_a, "nodes"_a, "seconds"_a,
             "record_plies"_a)
        .def("stop", &Searcher::stop)
        .def("counts", &Searcher::counts)
        .def("nodes_by_ply", &Searcher::nodes_by_ply)
        .def("records", &Searcher::records);

    module.def("evaluate", &evaluate_position, "rules"_a, "plan"_a, "position"_a, "player"_a);
    module.def("census", &census, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("distinct", &distinct_positions, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("actions", &actions, "rules"_a, "position"_a);
    module.def("follow", &follow, "rules"_a, "position"_a, "action"_a);
    module.def("outcome", &outcome, "rules"_a, "position"_a);
    module.def("scores", &scores, "rules"_a, "position"_a);
}
