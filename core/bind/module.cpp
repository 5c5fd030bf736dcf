// The Python module _core, imported only by src/fourcast/native. Rules and perft are bound here, searches and solvers in
// the other files of this folder.
#include <limits>

#include "bind/bridge.hpp"
#include "perft.hpp"

namespace fourcast {

void bind_search(nb::module_& module);
void bind_mcts(nb::module_& module);
void bind_first_line_solver(nb::module_& module);
void bind_general_solver(nb::module_& module);
void bind_batch(nb::module_& module);
void bind_boards(nb::module_& module);

namespace {

// Counts without the GIL and without a time limit.
template <class Count>
auto count(nb::object progress, const Count& count_with) {
    const StopRequests none{0};
    StopCheck check(std::numeric_limits<double>::infinity(), none, 0, report_to(std::move(progress)));
    nb::gil_scoped_release no_gil;
    return count_with(check);
}

auto count_tree(const Rules& rules, const EncodedPosition& position, int depth, nb::object progress) {
    return count(std::move(progress), [&](StopCheck& check) {
        return with_board(rules, [&]<class Word>(const Board<Word>& board) {
            const TreeCounts counts = Perft<Word>(board, depth, check).run(decode<Word>(position));
            return std::tuple{counts.positions, counts.ended, counts.chances};
        });
    });
}

std::vector<std::uint64_t> distinct_positions(const Rules& rules, const EncodedPosition& position, int depth,
                                              nb::object progress) {
    return count(std::move(progress), [&](StopCheck& check) {
        return with_board(rules, [&]<class Word>(const Board<Word>& board) {
            return distinct(board, decode<Word>(position), depth, check);
        });
    });
}

std::vector<Action> actions(const Rules& rules, const EncodedPosition& position) {
    return with_board(rules, [&]<class Word>(const Board<Word>& board) {
        std::vector<Action> result;
        decode<Word>(position).for_each_action(board, [&](Action action) { result.push_back(action); });
        return result;
    });
}

// The positions after an action, each with its weight and the column in which the disc landed (-1 if none was dropped).
std::vector<std::tuple<int, int, EncodedPosition>> successors(const Rules& rules, const EncodedPosition& position,
                                                              Action action) {
    return with_board(rules, [&]<class Word>(const Board<Word>& board) {
        std::vector<std::tuple<int, int, EncodedPosition>> result;
        decode<Word>(position).for_each_successor(board, action,
                                                  [&](const Position<Word>& after, int column, int weight) {
                                                      result.emplace_back(weight, column, encode(after));
                                                  });
        return result;
    });
}

// The winner, the ending and the scores; nothing if the game is not over.
using OutcomeTuple = std::tuple<int, int, std::array<int, 2>>;

std::optional<OutcomeTuple> outcome(const Rules& rules, const EncodedPosition& position) {
    return with_board(rules, [&]<class Word>(const Board<Word>& board) {
        std::optional<OutcomeTuple> result;
        if (const auto end = decode<Word>(position).outcome(board)) {
            result.emplace(end->winner, static_cast<int>(end->ending), end->scores);
        }
        return result;
    });
}

std::array<int, 2> scores(const Rules& rules, const EncodedPosition& position) {
    return with_board(rules,
                      [&]<class Word>(const Board<Word>& board) { return decode<Word>(position).scores(board); });
}

}  // namespace
}  // namespace fourcast

NB_MODULE(_core, module) {
    using namespace fourcast;
    nb::set_leak_warnings(false);  // Python caches rules until the program ends
    module.attr("MAX_BITS") = max_bits;

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

    module.def("count_tree", &count_tree, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("distinct", &distinct_positions, "rules"_a, "position"_a, "depth"_a, "progress"_a.none());
    module.def("actions", &actions, "rules"_a, "position"_a);
    module.def("successors", &successors, "rules"_a, "position"_a, "action"_a);
    module.def("outcome", &outcome, "rules"_a, "position"_a);
    module.def("scores", &scores, "rules"_a, "position"_a);
    bind_search(module);
    bind_mcts(module);
    bind_first_line_solver(module);
    bind_general_solver(module);
    bind_batch(module);
    bind_boards(module);
}
