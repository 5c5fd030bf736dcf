// The exact solvers of the variants as Python holds them: one face for games of margins, of luck, and without end.
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "bind/bridge.hpp"
#include "solver/margin/expected_search.hpp"
#include "solver/margin/margin_search.hpp"
#include "solver/popout.hpp"

namespace fourcast {
namespace {

// Why it stopped (-1 if it did not), between what the value lies, and the nodes it took.
using Solved = std::tuple<int, double, double, std::uint64_t>;

struct Wish {
    bool weak, trust_bounds;
    std::uint64_t nodes;
};

class AnySolver {
public:
    virtual ~AnySolver() = default;
    virtual Solved solve(const Parcel& parcel, const Wish& wish, Patience& patience) = 0;
    virtual void clear() = 0;

    // Until the game is decided, where a solver knows; else -1.
    virtual int plies(const Parcel&) const { return -1; }
};

// Games that come to an end. Number is what their values are: whole without luck, real with it.
template <class Word, template <class, class> class Search, class Number>
class ForwardSolver final : public AnySolver {
public:
    ForwardSolver(const Rules& rules, std::size_t megabytes) : board_(rules), table_(megabytes) {}

    Solved solve(const Parcel& parcel, const Wish& wish, Patience& patience) override {
        const auto position = unpack<Word>(parcel);
        if (const auto outcome = position.outcome(board_)) {
            const double value = Values<Word>(board_).end(position, *outcome);
            return {-1, value, value, 0};
        }
        Search<Word, Patience> search(board_, table_, patience, wish.nodes);
        const auto [least, most] = search.reach(position);
        Between<Number> range{static_cast<Number>(least), static_cast<Number>(most)};
        int stopped = -1;
        try {
            if constexpr (std::is_integral_v<Number>) {
                search.trust_bounds(wish.trust_bounds);
                search.solve(position, range, wish.weak);
            } else {
                search.solve(position, range);
            }
        } catch (const StopSearch& end) {
            stopped = static_cast<int>(end.reason);
        }
        return {stopped, range.low, range.high, search.nodes()};
    }

    void clear() override { table_.clear(); }

private:
    const Board<Word> board_;
    typename Search<Word, Patience>::Table table_;
};

// Games without end: all positions at once, the first time one is asked for. Those that fit any memory fit 64 bits.
class PopOutSolver final : public AnySolver {
public:
    PopOutSolver(const Rules& rules, std::size_t megabytes, bool calls)
        : board_(rules), game_(board_, megabytes, calls) {}

    Solved solve(const Parcel& parcel, const Wish& wish, Patience& patience) override {
        const auto position = unpack<Word64>(parcel);
        if (const auto outcome = position.outcome(board_)) {
            const double value = Values<Word64>(board_).end(position, *outcome);
            return {-1, value, value, 0};
        }
        const std::uint64_t before = game_.nodes();
        int stopped = -1;
        try {
            game_.decide(patience, wish.nodes);
        } catch (const StopSearch& end) {
            stopped = static_cast<int>(end.reason);
        }
        const std::uint64_t nodes = game_.nodes() - before;
        if (!game_.knows(position)) return {stopped, -1, 1, nodes};
        const double value = game_.verdict(position).value;
        return {-1, value, value, nodes};
    }

    void clear() override { game_.clear(); }

    int plies(const Parcel& parcel) const override {
        const auto position = unpack<Word64>(parcel);
        return position.drawn ? -1 : game_.verdict(position).plies;
    }

private:
    const Board<Word64> board_;
    PopOut<Word64> game_;
};

// A solver with its memory. Calls from several threads take turns; `stop` ends those that are under way.
class VariantSolver {
public:
    VariantSolver(const Rules& rules, std::size_t megabytes, bool calls) : solver_(make(rules, megabytes, calls)) {}

    std::vector<Solved> solve_many(const std::vector<Parcel>& parcels, bool weak, bool trust_bounds, double seconds,
                                   std::uint64_t nodes, nb::object progress) {
        const auto told_to_stop = [this, before = stops_.load()] {
            return stops_.load(std::memory_order_relaxed) != before;
        };
        Patience patience(seconds, told_to_stop, std::move(progress));
        nb::gil_scoped_release unlocked;
        std::vector<Solved> solved;
        solved.reserve(parcels.size());
        std::unique_lock<std::mutex> turn(mutex_, std::defer_lock);
        try {
            while (!turn.try_lock()) {
                patience(0);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        } catch (const StopSearch& end) {
            const double most = std::numeric_limits<double>::infinity();
            solved.assign(parcels.size(), {static_cast<int>(end.reason), -most, most, 0});
            return solved;
        }
        for (const Parcel& parcel : parcels) {
            solved.push_back(solver_->solve(parcel, {weak, trust_bounds, nodes}, patience));
            patience.done = solved.size();
        }
        return solved;
    }

    int plies(const Parcel& parcel) {
        nb::gil_scoped_release unlocked;
        const std::lock_guard<std::mutex> turn(mutex_);
        return solver_->plies(parcel);
    }

    void stop() { stops_.fetch_add(1, std::memory_order_relaxed); }

    void clear() {
        nb::gil_scoped_release unlocked;
        const std::lock_guard<std::mutex> turn(mutex_);
        solver_->clear();
    }

private:
    template <class Word>
    static std::unique_ptr<AnySolver> make_on(const Rules& rules, std::size_t megabytes) {
        if (rules.drifts) return std::make_unique<ForwardSolver<Word, ExpectedSearch, double>>(rules, megabytes);
        return std::make_unique<ForwardSolver<Word, MarginSearch, int>>(rules, megabytes);
    }

    static std::unique_ptr<AnySolver> make(const Rules& rules, std::size_t megabytes, bool calls) {
        if (rules.pop_rule == PopRule::own) {
            if (rules.drifts) throw std::invalid_argument("with unlimited pop-outs and luck nothing need ever end");
            if (rules.bits() > word_bits<Word64>) throw std::invalid_argument("the positions fit no memory");
            return std::make_unique<PopOutSolver>(rules, megabytes, calls);
        }
        if (rules.bits() <= word_bits<Word64>) return make_on<Word64>(rules, megabytes);
        if (rules.bits() <= word_bits<Word128>) return make_on<Word128>(rules, megabytes);
        if (rules.bits() <= word_bits<Word256>) return make_on<Word256>(rules, megabytes);
        throw std::invalid_argument("the board does not fit the solver");
    }

    std::unique_ptr<AnySolver> solver_;
    std::mutex mutex_;
    std::atomic<std::uint64_t> stops_{0};
};

}  // namespace

void bind_variant_solvers(nb::module_& module) {
    nb::class_<VariantSolver>(module, "VariantSolver")
        .def(nb::init<const Rules&, std::size_t, bool>(), "rules"_a, "megabytes"_a, nb::kw_only(), "calls"_a)
        .def("solve_many", &VariantSolver::solve_many, "positions"_a, nb::kw_only(), "weak"_a, "trust_bounds"_a,
             "seconds"_a, "nodes"_a, "progress"_a.none())
        .def("plies", &VariantSolver::plies, "position"_a)
        .def("stop", &VariantSolver::stop)
        .def("clear", &VariantSolver::clear);
}

}  // namespace fourcast
