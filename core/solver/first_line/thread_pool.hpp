// The threads of one call: they divide up the positions, and then help with searches that still run.
//
//     solving ──no position left──▶ idle ──a search is split──▶ helping
//        ▲                          │  ▲                          │
//        │                          │  └────no move left──────────┘
//      start                        └──all positions are solved, or an error──▶ end
#pragma once

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/first_line/engine.hpp"
#include "solver/first_line/score_search.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The first thread is the calling one. It alone calls the stop check. Others are started only when there is work for them.
template <class Word, KnownShape S>
class ThreadPool {
public:
    ThreadPool(std::size_t positions, int threads, StopCheck& check)
        : positions_(positions), max_others_(static_cast<std::size_t>(threads - 1)), check_(check) {}

    // One thread with its search.
    struct Worker {
        ThreadPool& pool;
        const bool is_first;
        FirstLineSearch<Word, S>& search;

        // To be called regularly. Throws StopSearch when all work has to end.
        void check() {
            int reason = pool.stop_reason_.load(std::memory_order_relaxed);
            if (reason < 0 && is_first) {
                pool.check_.done = pool.solved_.load(std::memory_order_relaxed);
                reason = stop_reason_of(pool.check_);
                if (reason >= 0) pool.stop_reason_.store(reason, std::memory_order_relaxed);
            }
            if (reason >= 0) throw StopSearch{static_cast<StopReason>(reason)};
        }

        // To be called regularly, with the nodes of the search so far.
        void start_threads(std::uint64_t nodes) {
            if (is_first) pool.start_threads(nodes);
        }
    };

    // Calls `solve(index, worker)` for every position. Each thread has its own search, which `make_search` points to.
    template <class MakeSearch, class Solve>
    void run(const MakeSearch& make_search, const Solve& solve) {
        const bool has_others = max_others_ > 0;
        const auto work = [&, has_others](bool is_first) {
            try {
                const auto search = make_search();
                search->splits = has_others ? &splits_ : nullptr;
                Worker worker{*this, is_first, *search};
                const std::uint64_t before = search->nodes;
                for (std::size_t n; (n = next_.fetch_add(1, std::memory_order_relaxed)) < positions_;) {
                    if (is_first) start_threads(search->nodes - before + n);
                    solve(n, worker);
                    if (solved_.fetch_add(1) + 1 == positions_) splits_.notify_all();
                }
                help(worker);
            } catch (...) {
                fail(std::current_exception());
            }
        };
        thread_main_ = [&] { work(false); };
        work(true);
        others_.clear();  // joins them
        if (error_) std::rethrow_exception(error_);
    }

private:
    // A thread is started after so many nodes and positions: most calls take less time than that.
    static constexpr std::uint64_t work_per_thread = 1 << 10;

    // Helps with splits until all positions are solved.
    void help(Worker& worker) {
        const auto is_done = [this] { return solved_ == positions_ || has_failed_; };
        // When work has to end, the threads that solve positions see it too, and end. This check is made while there is
        // nothing to do for milliseconds: whatever runs then is long enough for all threads.
        const auto check = [&] {
            worker.start_threads(max_others_ * work_per_thread);
            stop_reason_of([&] { worker.check(); });
        };
        while (Split<Word>* const split = splits_.wait_for_split(is_done, check)) {
            std::atomic<std::uint64_t>& helper_nodes = split->helper_nodes;
            worker.search.helper_nodes = &helper_nodes;
            std::uint64_t counted = worker.search.nodes;
            const auto count_nodes = [&] {
                helper_nodes.fetch_add(worker.search.nodes - counted, std::memory_order_relaxed);
                counted = worker.search.nodes;
            };
            const auto check_and_count = [&] {
                count_nodes();
                worker.start_threads(helper_nodes.load(std::memory_order_relaxed));
                worker.check();
            };
            worker.search.check = std::cref(check_and_count);
            stop_reason_of([&] { worker.search.help(*split, count_nodes); });
        }
    }

    // Starts the threads that so much work is worth. Only the first thread calls this.
    void start_threads(std::uint64_t work) {
        const std::uint64_t wanted = std::min<std::uint64_t>(max_others_, work / work_per_thread);
        try {
            while (others_.size() < wanted) others_.emplace_back(thread_main_);
        } catch (const std::system_error&) {
            max_others_ = others_.size();  // the system has no more
        }
    }

    // Ends all work because of an error.
    void fail(std::exception_ptr error) {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!error_) error_ = std::move(error);
        }
        stop_reason_.store(static_cast<int>(StopReason::request), std::memory_order_relaxed);
        next_.store(positions_, std::memory_order_relaxed);
        has_failed_ = true;
        splits_.notify_all();
    }

    const std::size_t positions_;
    std::size_t max_others_;  // threads beside the first one
    StopCheck& check_;
    std::atomic<std::size_t> next_{0}, solved_{0};
    std::atomic<int> stop_reason_{-1};  // once all work has to end
    SplitList<Word> splits_;
    std::atomic<bool> has_failed_{false};
    std::mutex mutex_;
    std::exception_ptr error_;  // guarded by the mutex
    std::function<void()> thread_main_;
    std::vector<std::jthread> others_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
