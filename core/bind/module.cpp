// The module that only src/fourcast/native imports: the rules here, searches and solvers in files of their own.
#include "bind/bridge.hpp"
#include "perft.hpp"

namespace fourcast {

void bind_search(nb::module_& module);
void bind_solver(nb::module_& module);
void bind_variant_solvers(nb::module_& module);

namespace {

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
    nb::set_leak_warnings(false);  // rules are cached until the program ends
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
    bind_search(module);
    bind_solver(module);
    bind_variant_solvers(module);
}
