// Python bindings of the textbook searches.
#include "search/search.hpp"

#include <memory>
#include <variant>

#include "bind/bridge.hpp"

namespace fourcast {
namespace {

using MoveTuple = std::tuple<Action, double, int>;
using RecordTuple = std::tuple<int, int, Action, int, int, double, double, double, std::uint64_t>;

// Why the search stopped (-1 if it is complete), the value, the principal variation, the moves of the root.
using ResultTuple = std::tuple<int, double, std::vector<Action>, std::vector<MoveTuple>>;

template <class Word>
using DropSearch = std::unique_ptr<Search<Word, DropEntry<Word>>>;
template <class Word>
using GeneralSearch = std::unique_ptr<Search<Word, AnyEntry<Word>>>;

// A search in a word of any size.
using AnySearch = std::variant<DropSearch<Word64>, DropSearch<Word128>, DropSearch<Word256>, GeneralSearch<Word64>,
                               GeneralSearch<Word128>, GeneralSearch<Word256>>;

template <class Word>
AnySearch make_search(const Rules& rules, const SearchSpec& spec, const Position<Word>& position) {
    const bool only_drops = rules.gravity && rules.pop_rule == PopRule::none;
    const bool has_means = rules.drifts || spec.algorithm == Algorithm::expectimax;
    if (only_drops && !has_means) return std::make_unique<Search<Word, DropEntry<Word>>>(rules, spec, position);
    return std::make_unique<Search<Word, AnyEntry<Word>>>(rules, spec, position);
}

template <class Work>
auto with_search(const AnySearch& any, Work&& work) {
    return std::visit([&](const auto& search) { return work(*search); }, any);
}

// For one thread at a time, except for `stop`.
class Searcher {
public:
    Searcher(const Rules& rules, const SearchSpec& spec, const EncodedPosition& position)
        : search_(with_board(rules, [&]<class Word>(const Board<Word>&) -> AnySearch {
              return make_search(rules, spec, decode<Word>(position));
          })) {}

    ResultTuple search(int depth, double alpha, double beta, std::uint64_t max_nodes, double seconds,
                       int record_plies) {
        const auto lock = lock_for_one_thread(mutex_);
        StopCheck check(seconds, stop_requests_, 0, report_to(nb::none()));
        nb::gil_scoped_release no_gil;
        return with_search(search_, [&](auto& search) -> ResultTuple {
            try {
                check();
                const double value = search.search(depth, {alpha, beta}, max_nodes, check, record_plies);
                std::vector<MoveTuple> moves;
                for (const RootMove& move : search.root_moves()) {
                    moves.emplace_back(move.action, move.value, static_cast<int>(move.bound));
                }
                return {-1, value, search.pv(), std::move(moves)};
            } catch (const StopSearch& stop) {
                return {static_cast<int>(stop.reason), 0, {}, {}};
            }
        });
    }

    void stop() { ++stop_requests_; }

    std::array<std::uint64_t, 5> counts() const {
        const auto lock = lock_for_one_thread(mutex_);
        const SearchCounts counts = with_search(search_, [](auto& search) { return search.counts(); });
        return {counts.nodes, counts.leaves, counts.cutoffs, counts.moves, counts.estimated};
    }

    std::vector<std::uint64_t> nodes_by_ply() const {
        const auto lock = lock_for_one_thread(mutex_);
        return with_search(search_, [](auto& search) { return search.nodes_by_ply(); });
    }

    std::vector<RecordTuple> records() const {
        const auto lock = lock_for_one_thread(mutex_);
        return with_search(search_, [](auto& search) {
            std::vector<RecordTuple> records;
            for (const Record& r : search.records()) {
                records.emplace_back(r.parent, r.ply, r.action, r.kind, r.depth, r.alpha, r.beta, r.value, r.nodes);
            }
            return records;
        });
    }

private:
    mutable std::mutex mutex_;
    const AnySearch search_;
    StopRequests stop_requests_{0};
};

double evaluate_position(const Rules& rules, const SearchSpec& spec, const EncodedPosition& position, int player) {
    return with_board(rules, [&]<class Word>(const Board<Word>& board) {
        RunningEval<Word> eval(board, spec.eval, player);
        eval.start(decode<Word>(position));
        return eval.value(decode<Word>(position), eval.sums());
    });
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<SearchSpec>(module, "SearchSpec")
        .def(
            "__init__",
            [](SearchSpec* self, int algorithm, int evaluation, std::array<int, 4> neighbours,
               std::vector<int> own_lines, std::vector<int> other_lines, int complete_line, int terminal,
               std::vector<Action> order, bool killers, int table, bool mirror_keys, int table_bits, double win) {
                new (self) SearchSpec{static_cast<Algorithm>(algorithm),
                                      {static_cast<EvalKind>(evaluation), neighbours, std::move(own_lines),
                                       std::move(other_lines), complete_line},
                                      static_cast<TerminalValue>(terminal),
                                      std::move(order),
                                      killers,
                                      static_cast<TableMode>(table),
                                      mirror_keys,
                                      table_bits,
                                      win};
            },
            nb::kw_only(), "algorithm"_a, "evaluation"_a, "neighbours"_a, "own_lines"_a, "other_lines"_a,
            "complete_line"_a, "terminal"_a, "order"_a, "killers"_a, "table"_a, "mirror_keys"_a, "table_bits"_a,
            "win"_a);

    nb::class_<Searcher>(module, "Searcher")
        .def(nb::init<const Rules&, const SearchSpec&, const EncodedPosition&>(), "rules"_a, "spec"_a, "position"_a)
        .def("search", &Searcher::search, nb::kw_only(), "depth"_a, "alpha"_a, "beta"_a, "max_nodes"_a, "seconds"_a,
             "record_plies"_a)
        .def("stop", &Searcher::stop)
        .def("counts", &Searcher::counts)
        .def("nodes_by_ply", &Searcher::nodes_by_ply)
        .def("records", &Searcher::records);

    module.def("evaluate", &evaluate_position, "rules"_a, "spec"_a, "position"_a, "player"_a);
}

}  // namespace fourcast
