// The border: what Python may call. Values come over as plain numbers, and only src/fourcast/native imports this.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <stdexcept>
#include <tuple>

#include "perft.hpp"

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

// Lets Python breathe during long work done without its lock: every tenth of a second it handles signals (Ctrl-C) and
// reports progress. An exception raised there, by either, ends the work.
class Breath {
public:
    explicit Breath(nb::object progress) : progress_(std::move(progress)) {}

    void operator()(std::uint64_t nodes) {
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + interval;
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none()) progress_(nodes);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr auto interval = std::chrono::milliseconds(100);
    nb::object progress_;
    Clock::time_point next_ = Clock::now() + interval;
};

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

    module.def("census", &census, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("distinct", &distinct_positions, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("actions", &actions, "rules"_a, "position"_a);
    module.def("follow", &follow, "rules"_a, "position"_a, "action"_a);
    module.def("outcome", &outcome, "rules"_a, "position"_a);
    module.def("scores", &scores, "rules"_a, "position"_a);
}
