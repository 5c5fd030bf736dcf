// The first-line solver for every board. This file is compiled once for each build.
#include "solver/first_line/engine.hpp"

#include "solver/first_line/thread_pool.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {
namespace {

template <class Word, KnownShape S>
class BoardEngine final : public Engine {
public:
    explicit BoardEngine(const Settings& settings)
        : geometry_(settings.rules), ordering_(geometry_, settings), table_(settings.rules.bits(), settings.table_mb) {}

    void solve(std::span<const SolverPosition> positions, std::span<SolverResult> results, const SolveOptions& options,
               StopCheck& check) override {
        ThreadPool<Word, S> pool(positions.size(), options.threads, check);
        pool.run([&] { return take_search(options.static_bounds); },
                 [&](std::size_t n, Worker& worker) { results[n] = solve_one(positions[n], options, worker); });
    }

    void clear() override {
        table_.clear();
        const std::lock_guard<std::mutex> lock(mutex_);
        idle_searches_.clear();
    }

private:
    using Search = FirstLineSearch<Word, S>;
    using Worker = typename ThreadPool<Word, S>::Worker;

    std::mutex mutex_;
    std::vector<std::unique_ptr<Search>> idle_searches_;  // guarded by the mutex

    // Keeps a search for the next call: making one takes longer than solving an easy position.
    struct IdleReturn {
        BoardEngine* engine;  // nothing if it is not to be kept
        void operator()(Search* search) const {
            std::unique_ptr<Search> owned(search);
            if (!engine) return;
            const std::lock_guard<std::mutex> lock(engine->mutex_);
            engine->idle_searches_.push_back(std::move(owned));
        }
    };

    std::unique_ptr<Search, IdleReturn> take_search(bool static_bounds) {
        if (static_bounds) {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!idle_searches_.empty()) {
                Search* const search = idle_searches_.back().release();
                idle_searches_.pop_back();
                return {search, IdleReturn{this}};
            }
        }
        return {new Search(geometry_, ordering_, table_, static_bounds), IdleReturn{static_bounds ? this : nullptr}};
    }

    SolverResult solve_one(const SolverPosition& position, const SolveOptions& options, Worker& worker) {
        const Word own = from_limbs<Word>(position.own), other = from_limbs<Word>(position.other);
        if (geometry_.has_line(own)) return {0, 0, impossible, 0};
        const SolverRoot<Word> root = worker.search.root(own, other);
        if (root.score) return {*root.score, *root.score, -1, 0};
        const auto in_window = [&](int bound) { return std::clamp(bound, options.min_score, options.max_score); };
        const Range<int> range{in_window(root.node.at_least()), in_window(root.node.at_most())};
        FirstLineWindows windows(range, options.weak);
        std::atomic<std::uint64_t> helper_nodes{0};
        const std::uint64_t before = worker.search.nodes;
        const auto count_nodes = [&] { return worker.search.nodes - before + helper_nodes; };
        const auto check = [&] {
            const std::uint64_t nodes = count_nodes();
            if (nodes >= options.max_nodes) throw StopSearch{StopReason::nodes};
            worker.check();
            worker.start_threads(nodes);
        };
        worker.search.helper_nodes = &helper_nodes;
        const int stopped = stop_reason_of([&] {
            worker.check();  // so that even the shortest search is stopped if there is no time left
            search_score(windows, worker.search, root.node, check);
        });
        return {windows.range().low, windows.range().high, stopped, count_nodes()};
    }

    const Geometry<Word, S> geometry_;
    const MoveOrdering<Word, S> ordering_;
    SolverTable<Word> table_;
};

template <class Word, KnownShape S>
std::unique_ptr<Engine> make(const Settings& settings) {
    return std::make_unique<BoardEngine<Word, S>>(settings);
}

}  // namespace

std::unique_ptr<Engine> make_in_build(const Settings& settings) {
    const Rules& rules = settings.rules;
    const bool is_narrow = rules.bits() <= word_bits<Word64>, is_four = rules.connect == 4;
    if (is_four && rules.width == 7 && rules.height == 6) return make<Word64, KnownShape{4, 7, 6}>(settings);
#ifdef FOURCAST_HAS_LANES
    if (is_narrow && is_four && rules.width <= Lanes::count) {
        return make<Word64, KnownShape{.connect = 4, .max_width = Lanes::count}>(settings);
    }
#endif
    if (is_narrow && is_four) return make<Word64, KnownShape{4}>(settings);
    if (is_narrow) return make<Word64, KnownShape{}>(settings);
    if (is_four) return make<Word128, KnownShape{4}>(settings);
    return make<Word128, KnownShape{}>(settings);
}

}  // namespace fourcast::first_line::inline FOURCAST_BUILD

#ifndef __AVX2__
namespace fourcast::first_line {

#ifdef FOURCAST_HAS_VECTOR_BUILDS
namespace avx2 {
std::unique_ptr<Engine> make_in_build(const Settings& settings);
}
namespace avx512 {
std::unique_ptr<Engine> make_in_build(const Settings& settings);
}
#endif

std::unique_ptr<Engine> make_engine(const Settings& settings, [[maybe_unused]] Build build) {
#ifdef FOURCAST_HAS_VECTOR_BUILDS
    if (build == Build::avx512) return avx512::make_in_build(settings);
    if (build == Build::avx2) return avx2::make_in_build(settings);
#endif
    return portable::make_in_build(settings);
}

}  // namespace fourcast::first_line
#endif
