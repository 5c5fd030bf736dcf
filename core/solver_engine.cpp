// The exact solver for every board. This file is compiled twice: for any machine, and for those with AVX2.
#include "solver_engine.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <random>
#include <system_error>

#include "solver_hunt.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {
namespace {

// More threads are called once a search has taken this many nodes: most are over before a thread has started.
constexpr std::uint64_t long_search = 1 << 14;

// Up to so many threads that do the same work: fewer where the system has no more to give.
template <class Work>
void start_threads(std::vector<std::jthread>& threads, int number, const Work& work) {
    try {
        while (static_cast<int>(threads.size()) < number) threads.emplace_back(work);
    } catch (const std::system_error&) {
    }
}

// Takes samples by chance.
template <class Word>
class Note final : public Student<Word> {
public:
    Note(const Curriculum& curriculum, Studied& studied)
        : curriculum_(curriculum), studied_(studied), dice_(curriculum.seed) {
        studied_.seen.resize(curriculum.chances.size());
    }

    bool wants(int empty_cells) override {
        ++studied_.seen[empty_cells];
        return std::uniform_real_distribution<>()(dice_) < curriculum_.chances[empty_cells];
    }
    std::uint64_t most_nodes(int empty_cells) override { return curriculum_.most_nodes[empty_cells]; }
    void shuffle(std::span<int> moves) override { std::shuffle(moves.begin(), moves.end(), dice_); }
    void see(const State<Word>& state, std::span<const std::int64_t> costs) override {
        studied_.samples.push_back({{to_limbs(state.own), to_limbs(state.other)}, {costs.begin(), costs.end()}});
    }

private:
    const Curriculum& curriculum_;
    Studied& studied_;
    std::mt19937_64 dice_;
};

template <class Word, int K>
class EngineOn final : public Engine {
public:
    explicit EngineOn(const Settings& settings)
        : geometry_(settings.width, settings.height, settings.connect),
          order_(geometry_, settings),
          table_(settings.width * (settings.height + 1), settings.megabytes) {}

    void solve(std::span<const Question> questions, std::span<Answer> answers, const Wanted& wanted,
               Watch& watch) override {
        if (wanted.threads > 1 && questions.size() > 1) {
            share_out(questions, answers, wanted, watch);
            return;
        }
        Search<Word, K> search(geometry_, order_, table_);
        search.trust_bounds = wanted.trust_bounds;
        for (std::size_t n = 0; n < questions.size(); ++n) {
            answers[n] = solve_one(questions[n], wanted, search, [&] { watch.searching(); });
            watch.answered(n + 1);
        }
    }

    Studied study(const Question& question, const Curriculum& curriculum, std::uint64_t nodes, Watch& watch) override {
        Studied studied;
        Note<Word> note(curriculum, studied);
        Search<Word, K> search(geometry_, order_, table_);
        search.student = &note;
        const int most = geometry_.width * geometry_.height;
        solve_one(question, {false, true, 1, -most, most, nodes}, search, [&] { watch.searching(); });
        return studied;
    }

    void clear() override { table_.clear(); }

private:
    // Every thread takes the next question until there is none left. The first one also watches.
    void share_out(std::span<const Question> questions, std::span<Answer> answers, const Wanted& wanted, Watch& watch) {
        std::atomic<std::size_t> next{0};
        std::atomic<int> stopped{-1};
        std::mutex mutex;
        std::condition_variable one_more;
        std::size_t done = 0;
        Wanted alone = wanted;
        alone.threads = 1;
        const auto work = [&](auto&& on_poll) {
            Search<Word, K> search(geometry_, order_, table_);
            search.trust_bounds = wanted.trust_bounds;
            const auto poll = [&] {
                if (const int reason = stopped.load(std::memory_order_relaxed); reason >= 0)
                    throw StopSearch{static_cast<StopReason>(reason)};
                on_poll();
            };
            for (std::size_t n; (n = next.fetch_add(1, std::memory_order_relaxed)) < questions.size();) {
                answers[n] = solve_one(questions[n], alone, search, poll);
                const std::lock_guard<std::mutex> turn(mutex);
                ++done;
                one_more.notify_one();
            }
        };
        const auto look_up_from_work = [&] {
            std::size_t count;
            {
                const std::lock_guard<std::mutex> turn(mutex);
                count = done;
            }
            watch.answered(count);
            try {
                watch.searching();
            } catch (const StopSearch& end) {
                stopped.store(static_cast<int>(end.reason), std::memory_order_relaxed);
                throw;
            }
        };
        std::vector<std::jthread> others;
        try {
            start_threads(others, wanted.threads - 1, [&] { work([] {}); });
            work(look_up_from_work);
            for (;;) {  // the others may still be at their last questions
                std::unique_lock<std::mutex> turn(mutex);
                if (one_more.wait_for(turn, std::chrono::milliseconds(5), [&] { return done == questions.size(); }))
                    break;
                turn.unlock();
                try {
                    look_up_from_work();
                } catch (const StopSearch&) {  // the others have been told, and answer with what they know
                }
            }
            watch.answered(questions.size());
        } catch (...) {
            next.store(questions.size(), std::memory_order_relaxed);
            stopped.store(static_cast<int>(StopReason::asked), std::memory_order_relaxed);
            throw;
        }
    }

    template <class OnPoll>
    Answer solve_one(const Question& question, const Wanted& wanted, Search<Word, K>& search, OnPoll&& on_poll) {
        const Word own = from_limbs<Word>(question.own), other = from_limbs<Word>(question.other);
        const int cells = geometry_.width * geometry_.height - popcount(own | other);
        const auto exactly = [](int score) { return Answer{score, score, -1, 0}; };
        if (geometry_.has_line(other)) return exactly(-((cells + 2) / 2));
        if (cells == 0) return exactly(0);
        if (geometry_.threats(own, own | other) & geometry_.landing(own | other)) return exactly((cells + 1) / 2);

        const State<Word> state{own, other, geometry_.mirrored(own), geometry_.mirrored(other), cells};
        Node<Word> root;
        int score;
        bool same_side;
        if (!search.settle(state, geometry_.threats(other, own | other), root, score, same_side)) return exactly(score);
        search.set_key(root);
        search.narrow(root);
        const auto in_window = [&](int bound) { return std::clamp(bound, wanted.lowest, wanted.highest); };
        Hunt hunt(
            Range{in_window(same_side ? root.lower : -root.upper), in_window(same_side ? root.upper : -root.lower)},
            wanted.weak);
        const std::uint64_t before = search.nodes;
        std::atomic<std::uint64_t> nodes_of_others{0};
        int stopped = -1;
        const auto check = [&](std::uint64_t visited) {
            if (visited >= wanted.nodes) throw StopSearch{StopReason::nodes};
            on_poll();
        };
        try {
            on_poll();  // a stop asked for, or a time already up, ends the easiest search too
            if (wanted.threads > 1) {
                hunt_together(hunt, search, root, same_side, wanted, check, nodes_of_others);
            } else {
                take_part(hunt, search, root, same_side, [&](std::uint64_t visited) { check(visited - before); });
            }
        } catch (const StopSearch& end) {
            stopped = static_cast<int>(end.reason);
        }
        const Range range = hunt.range();
        return {range.low, range.high, stopped, nodes_of_others + search.nodes - before};
    }

    template <class Check>
    void hunt_together(Hunt& hunt, Search<Word, K>& first, const Node<Word>& root, bool same_side, const Wanted& wanted,
                       Check&& check, std::atomic<std::uint64_t>& nodes_of_others) {
        Crowd crowd;
        const std::uint64_t before = first.nodes;
        std::vector<std::jthread> others;
        const auto call_others = [&] {
            first.crowd = &crowd;
            start_threads(others, wanted.threads - 1, [&] {
                Search<Word, K> search(geometry_, order_, table_);
                search.trust_bounds = wanted.trust_bounds;
                search.crowd = &crowd;
                std::uint64_t told = 0;
                const auto tell = [&](std::uint64_t visited) {
                    nodes_of_others.fetch_add(visited - told, std::memory_order_relaxed);
                    told = visited;
                };
                take_part(hunt, search, root, same_side, tell);
                tell(search.nodes);
            });
        };
        try {
            take_part(hunt, first, root, same_side, [&](std::uint64_t visited) {
                if (visited - before > long_search && others.empty()) call_others();
                check(visited - before + nodes_of_others.load(std::memory_order_relaxed));
            });
        } catch (...) {
            first.crowd = nullptr;
            hunt.call_off();
            throw;
        }
        first.crowd = nullptr;
    }

    const Geometry<Word, K> geometry_;
    const Order<Word, K> order_;
    TableFor<Word> table_;
};

template <class Word>
std::unique_ptr<Engine> make_on(const Settings& settings) {
    if (settings.connect == 4) return std::make_unique<EngineOn<Word, 4>>(settings);
    return std::make_unique<EngineOn<Word, 0>>(settings);
}

}  // namespace

std::unique_ptr<Engine> build_engine(const Settings& settings) {
    if (settings.width * (settings.height + 1) <= word_bits<Word64>) return make_on<Word64>(settings);
    return make_on<Word128>(settings);
}

}  // namespace fourcast::exact::inline FOURCAST_BUILD

#ifndef __AVX2__
namespace fourcast::exact {

#ifdef FOURCAST_HAS_AVX2_BUILD
namespace avx2 {
std::unique_ptr<Engine> build_engine(const Settings& settings);
}
#endif

std::unique_ptr<Engine> make_engine(const Settings& settings, [[maybe_unused]] bool plain) {
#ifdef FOURCAST_HAS_AVX2_BUILD
    if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return avx2::build_engine(settings);
#endif
    return plain::build_engine(settings);
}

}  // namespace fourcast::exact
#endif
