// The exact solver as Python holds it.
#include <nanobind/stl/pair.h>

#include <memory>
#include <mutex>

#include "border.hpp"
#include "solver.hpp"

namespace fourcast {
namespace {

using exact::Geometry;
using exact::Range;
using exact::State;

// Why it stopped (-1 if it did not), between what the score lies, and the nodes it took.
using Solved = std::tuple<int, int, int, std::uint64_t>;

// A solver on a board of some word.
class AnySolver {
public:
    virtual ~AnySolver() = default;
    virtual Solved solve(const Parcel& parcel, bool weak, bool trust_bounds, Patience& patience) = 0;
    virtual void clear() = 0;
};

template <class Word, int K>
class SolverOn final : public AnySolver {
public:
    SolverOn(const Rules& rules, std::size_t megabytes)
        : board_(rules), geometry_(rules.width, rules.height, rules.connect), table_(rules.bits(), megabytes) {}

    Solved solve(const Parcel& parcel, bool weak, bool trust_bounds, Patience& patience) override {
        exact::Solver<Word, K, Patience> solver(geometry_, table_, patience);
        solver.trust_bounds(trust_bounds);
        Range range{-board_.width * board_.height, board_.width * board_.height};
        try {
            patience(1);
            solver.solve(state_of(parcel), range, weak);
            return {-1, range.low, range.high, solver.nodes()};
        } catch (const StopSearch& end) {
            return {static_cast<int>(end.reason), range.low, range.high, solver.nodes()};
        }
    }

    void clear() override { table_.clear(); }

private:
    State<Word> state_of(const Parcel& parcel) const {
        const Position<Word> position = unpack<Word>(parcel);
        const Word own = position.stones[position.turn], other = position.stones[1 - position.turn];
        return {own, other, board_.mirrored(own), board_.mirrored(other),
                board_.width * board_.height - popcount(own | other)};
    }

    const Board<Word> board_;
    const Geometry<Word, K> geometry_;
    exact::TableFor<Word> table_;
};

// A solver with its memory. Calls from several threads take turns; `stop` ends the one that is under way.
class Solver {
public:
    Solver(const Rules& rules, std::size_t megabytes) : solver_(make(rules, megabytes)) {}

    Solved solve(const Parcel& parcel, bool weak, bool trust_bounds, double seconds) {
        return solve_many({parcel}, weak, trust_bounds, seconds, nb::none()).front();
    }

    std::vector<Solved> solve_many(const std::vector<Parcel>& parcels, bool weak, bool trust_bounds, double seconds,
                                   nb::object progress) {
        Breath breath(std::move(progress));
        Patience patience(seconds, stop_);
        nb::gil_scoped_release unlocked;
        const std::lock_guard<std::mutex> turn(mutex_);
        std::vector<Solved> solved;
        solved.reserve(parcels.size());
        for (const Parcel& parcel : parcels) {
            solved.push_back(solver_->solve(parcel, weak, trust_bounds, patience));
            breath(solved.size());
        }
        return solved;
    }

    void stop() { stop_ = true; }
    void go_on() { stop_ = false; }

    void clear() {
        nb::gil_scoped_release unlocked;
        const std::lock_guard<std::mutex> turn(mutex_);
        solver_->clear();
    }

private:
    template <class Word>
    static std::unique_ptr<AnySolver> make_on(const Rules& rules, std::size_t megabytes) {
        if (rules.connect == 4) return std::make_unique<SolverOn<Word, 4>>(rules, megabytes);
        return std::make_unique<SolverOn<Word, 0>>(rules, megabytes);
    }

    static std::unique_ptr<AnySolver> make(const Rules& rules, std::size_t megabytes) {
        if (rules.bits() <= word_bits<Word64>) return make_on<Word64>(rules, megabytes);
        if (rules.bits() <= word_bits<Word128>) return make_on<Word128>(rules, megabytes);
        throw std::invalid_argument("the board does not fit the solver");
    }

    std::unique_ptr<AnySolver> solver_;
    std::mutex mutex_;
    std::atomic<bool> stop_{false};
};

}  // namespace

void bind_solver(nb::module_& module) {
    module.attr("MOST_SOLVER_BITS") = word_bits<Word128>;
    nb::class_<Solver>(module, "Solver")
        .def(nb::init<const Rules&, std::size_t>(), "rules"_a, "megabytes"_a)
        .def("solve", &Solver::solve, "position"_a, nb::kw_only(), "weak"_a, "trust_bounds"_a, "seconds"_a)
        .def("solve_many", &Solver::solve_many, "positions"_a, nb::kw_only(), "weak"_a, "trust_bounds"_a, "seconds"_a,
             "progress"_a.none())
        .def("stop", &Solver::stop)
        .def("go_on", &Solver::go_on)
        .def("clear", &Solver::clear);
}

}  // namespace fourcast
