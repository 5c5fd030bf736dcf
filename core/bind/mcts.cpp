// Python bindings of Monte-Carlo tree search.
#include "search/mcts.hpp"

#include <memory>
#include <variant>

#include "bind/bridge.hpp"

namespace fourcast {
namespace {

using RandomState = std::array<std::uint32_t, PythonRandom::words + 1>;
using EdgeTuple = std::tuple<Action, std::uint32_t, std::int32_t>;
using AnyMcts =
    std::variant<std::unique_ptr<Mcts<Word64>>, std::unique_ptr<Mcts<Word128>>, std::unique_ptr<Mcts<Word256>>>;

template <class Work>
auto with_mcts(const AnyMcts& any, Work&& work) {
    return std::visit([&](const auto& mcts) { return work(*mcts); }, any);
}

// For one thread at a time, except for `stop`.
class MctsSearcher {
public:
    MctsSearcher(const Rules& rules, const EncodedPosition& position, double exploration, int max_depth,
                 std::size_t max_edges, const RandomState& moves, const RandomState& landings)
        : mcts_(with_board(rules, [&]<class Word>(const Board<Word>&) -> AnyMcts {
              return std::make_unique<Mcts<Word>>(rules, MctsSpec{exploration, max_depth, max_edges},
                                                  decode<Word>(position), PythonRandom(moves), PythonRandom(landings));
          })) {}

    // Why the playouts were stopped, -1 if all were made.
    int run(std::uint64_t playouts, double seconds) {
        const auto lock = lock_for_one_thread(mutex_);
        StopCheck check(seconds, stop_requests_, 0, report_to(nb::none()));
        nb::gil_scoped_release no_gil;
        return stop_reason_of([&] { with_mcts(mcts_, [&](auto& mcts) { mcts.run(playouts, check); }); });
    }

    // One playout, even after a request to stop.
    void playout() {
        const auto lock = lock_for_one_thread(mutex_);
        with_mcts(mcts_, [](auto& mcts) { mcts.playout(); });
    }

    void stop() { ++stop_requests_; }

    std::array<std::uint64_t, 3> counts() const {
        const auto lock = lock_for_one_thread(mutex_);
        const MctsCounts counts = with_mcts(mcts_, [](auto& mcts) { return mcts.counts(); });
        return {counts.playouts, counts.moves, counts.depth};
    }

    std::vector<EdgeTuple> root_edges() const {
        const auto lock = lock_for_one_thread(mutex_);
        std::vector<EdgeTuple> edges;
        for (const MctsEdge& edge : with_mcts(mcts_, [](auto& mcts) { return mcts.root_edges(); })) {
            edges.emplace_back(edge.action, edge.visits, edge.total);
        }
        return edges;
    }

    std::vector<Action> pv() const {
        const auto lock = lock_for_one_thread(mutex_);
        return with_mcts(mcts_, [](auto& mcts) { return mcts.pv(); });
    }

private:
    mutable std::mutex mutex_;
    const AnyMcts mcts_;
    StopRequests stop_requests_{0};
};

}  // namespace

void bind_mcts(nb::module_& module) {
    nb::class_<MctsSearcher>(module, "MctsSearcher")
        .def(nb::init<const Rules&, const EncodedPosition&, double, int, std::size_t, const RandomState&,
                      const RandomState&>(),
             "rules"_a, "position"_a, nb::kw_only(), "exploration"_a, "max_depth"_a, "max_edges"_a, "moves_state"_a,
             "landings_state"_a)
        .def("run", &MctsSearcher::run, "playouts"_a, "seconds"_a)
        .def("playout", &MctsSearcher::playout)
        .def("stop", &MctsSearcher::stop)
        .def("counts", &MctsSearcher::counts)
        .def("root_edges", &MctsSearcher::root_edges)
        .def("pv", &MctsSearcher::pv);
}

}  // namespace fourcast
