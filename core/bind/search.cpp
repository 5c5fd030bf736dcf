// The searches as Python holds them.
#include <memory>
#include <mutex>

#include "bind/bridge.hpp"
#include "search/search.hpp"

namespace fourcast {
namespace {

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

// A search as Python holds it: for one thread at a time, but `stop` may be called from any.
class Searcher {
public:
    Searcher(const Rules& rules, const Plan& plan, const Parcel& parcel)
        : search_(on_board(rules, [&]<class Word>(const Board<Word>&) -> std::unique_ptr<AnySearch> {
              return std::make_unique<SearchOn<Word>>(rules, plan, parcel);
          })) {}

    Look look(int depth, double alpha, double beta, std::uint64_t nodes, double seconds, int record_plies) {
        const auto turn = alone();
        Patience patience(seconds, [this] { return stop_.load(std::memory_order_relaxed); });
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
        const auto turn = alone();
        const Counts& counts = search_->counts();
        return {counts.nodes, counts.leaves, counts.cutoffs, counts.dropped, counts.estimated};
    }

    std::vector<std::uint64_t> nodes_by_ply() const {
        const auto turn = alone();
        return search_->nodes_by_ply();
    }

    std::vector<FoundRecord> records() const {
        const auto turn = alone();
        std::vector<FoundRecord> found;
        for (const Record& r : search_->records()) {
            found.emplace_back(r.parent, r.ply, r.action, r.kind, r.depth, r.alpha, r.beta, r.value, r.nodes);
        }
        return found;
    }

private:
    std::unique_lock<std::mutex> alone() const {
        std::unique_lock<std::mutex> turn(mutex_, std::try_to_lock);
        if (!turn) throw std::runtime_error("this search is under way in another thread");
        return turn;
    }

    mutable std::mutex mutex_;
    std::unique_ptr<AnySearch> search_;
    std::atomic<bool> stop_{false};
};

double evaluate_position(const Rules& rules, const Plan& plan, const Parcel& parcel, int player) {
    return on_board(rules, [&]<class Word>(const Board<Word>& board) {
        return evaluate(board, plan.eval, unpack<Word>(parcel), player);
    });
}

}  // namespace

void bind_search(nb::module_& module) {
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
}

}  // namespace fourcast
