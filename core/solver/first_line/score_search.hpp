// The search for the score of one position: null windows, searched by one thread or by several together.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "solver/first_line/search.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// What the threads that search for one score share. All of them search the same window; the first result ends the round,
// and the others give up theirs.
class ScoreSearch {
public:
    struct Round {
        int test, number;
    };

    ScoreSearch(Range<int> range, bool weak) : windows_(range, weak) {}

    // The next round; nothing if the score is known or the search was cancelled.
    std::optional<Round> next() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (windows_.is_settled() || round_ == cancelled) return std::nullopt;
        return Round{windows_.next(), round_.load(std::memory_order_relaxed)};
    }

    void add_result(Round round, int score, std::uint64_t nodes) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (is_over(round)) return;
        windows_.add_result(round.test, score, nodes);
        round_.store(round.number + 1, std::memory_order_relaxed);
    }

    Range<int> range() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return windows_.range();
    }

    bool is_running() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return !windows_.is_settled() && round_ != cancelled;
    }

    bool is_over(Round round) const { return round.number != round_.load(std::memory_order_relaxed); }

    void cancel() {
        const std::lock_guard<std::mutex> lock(mutex_);
        round_.store(cancelled, std::memory_order_relaxed);
    }

private:
    static constexpr int cancelled = -1;

    std::mutex mutex_;
    FirstLineWindows windows_;
    std::atomic<int> round_{0};
};

// One thread of a score search, until the score is known or the search is cancelled. `check` is called every 256 nodes.
template <class Word, KnownShape S, class Observer, class Check>
void run_rounds(ScoreSearch& shared, FirstLineSearch<Word, S, Observer>& search, MoveChild<Word> root, Check&& check) {
    struct RoundOver {};
    while (const auto round = shared.next()) {
        const std::uint64_t before = search.nodes;
        const auto check_round = [&] {
            check();
            if (shared.is_over(*round)) throw RoundOver{};
        };
        search.check = std::cref(check_round);  // a reference takes no memory from the heap
        try {
            search.look_up(root.node);
            const int score = search.search_child(root, round->test);
            shared.add_result(*round, score, search.nodes - before);
        } catch (const RoundOver&) {
        }
    }
}

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
