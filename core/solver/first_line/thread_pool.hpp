// The threads of one call: they divide up the positions, and then help with long searches.
//
//     solving ──no position left──▶ waiting ──a search is shared──▶ helping
//        ▲                            │  ▲                            │
//        │                            │  └──────the search ends───────┘
//      start                          └──all positions are solved, or an error──▶ end
//
// A worker shares its search once it has become long and another worker waits. When the search ends, it is withdrawn, and
// its owner waits until the helpers have left it.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/first_line/engine.hpp"
#include "solver/first_line/score_search.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The search of one position, which other workers may join.
template <class Word>
struct SharedSearch {
    ScoreSearch score;
    const MoveChild<Word> root;
    std::atomic<std::uint64_t> helper_nodes{0};
    int helpers = 0;  // this and the next are guarded by the pool's mutex
    bool is_shared = false;
};

// The first thread is the calling one. It alone calls the stop check. Others are started only when there is work for them.
template <class Word, KnownShape S>
class ThreadPool {
public:
    ThreadPool(std::size_t positions, int threads, StopCheck& check)
        : positions_(positions), threads_(threads), check_(check) {}

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

        // To be called regularly in a long search: lets waiting workers join it.
        void share(SharedSearch<Word>& shared) {
            if (shared.is_shared) return;
            pool.start_threads();
            if (pool.waiting_ == 0) return;
            const std::lock_guard<std::mutex> lock(pool.mutex_);
            pool.shared_.push_back(&shared);
            shared.is_shared = true;
            pool.changed_.notify_all();
        }

        // To be called before a search is destroyed, however it ended.
        void withdraw(SharedSearch<Word>& shared) noexcept {
            if (!shared.is_shared) return;
            shared.score.cancel();
            std::unique_lock<std::mutex> lock(pool.mutex_);
            std::erase(pool.shared_, &shared);
            pool.changed_.wait(lock, [&] { return shared.helpers == 0; });
        }
    };

    // Calls `solve(index, worker)` for every position. Each thread has its own search, which `make_search` points to.
    template <class MakeSearch, class Solve>
    void run(const MakeSearch& make_search, const Solve& solve) {
        const auto work = [&](bool is_first) {
            try {
                const auto search = make_search();
                Worker worker{*this, is_first, *search};
                const std::uint64_t start_threads_at = search->nodes + min_alone;
                do {
                    for (std::size_t n; (n = next_.fetch_add(1, std::memory_order_relaxed)) < positions_;) {
                        if (is_first && search->nodes + n > start_threads_at) start_threads();
                        solve(n, worker);
                        if (solved_.fetch_add(1) + 1 < positions_) continue;
                        const std::lock_guard<std::mutex> lock(mutex_);
                        changed_.notify_all();
                    }
                } while (help(worker));
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
    // Nodes and positions after which the others are started: most calls take less time than starting a thread.
    static constexpr std::uint64_t min_alone = 1 << 10;

    // Waits for a shared search and joins it. Returns false when all work is done.
    bool help(Worker& worker) {
        std::unique_lock<std::mutex> lock(mutex_);
        ++waiting_;
        const auto find_shared = [&] {
            return std::find_if(shared_.begin(), shared_.end(),
                                [](SharedSearch<Word>* shared) { return shared->score.is_running(); });
        };
        const auto is_done = [&] { return solved_ == positions_ || error_; };
        const auto can_go_on = [&] { return is_done() || find_shared() != shared_.end(); };
        while (!changed_.wait_for(lock, std::chrono::milliseconds(5), can_go_on)) {
            lock.unlock();
            stop_reason_of([&] { worker.check(); });  // the workers that solve a position see it too, and end
            lock.lock();
        }
        --waiting_;
        if (is_done()) return false;
        SharedSearch<Word>& shared = **find_shared();
        ++shared.helpers;
        std::rotate(shared_.begin(), shared_.begin() + 1, shared_.end());  // so that the next worker helps with another
        lock.unlock();
        join(shared, worker);
        lock.lock();
        --shared.helpers;
        changed_.notify_all();
        return true;
    }

    void join(SharedSearch<Word>& shared, Worker& worker) noexcept {
        std::uint64_t counted = worker.search.nodes;
        const auto count_nodes = [&] {
            shared.helper_nodes.fetch_add(worker.search.nodes - counted, std::memory_order_relaxed);
            counted = worker.search.nodes;
        };
        try {
            stop_reason_of([&] {
                run_rounds(shared.score, worker.search, shared.root, [&] {
                    count_nodes();
                    worker.check();
                });
            });
        } catch (...) {
            fail(std::current_exception());
        }
        count_nodes();
    }

    // Starts fewer threads than wanted if the system has no more. Only the first thread calls this before they run.
    void start_threads() {
        if (is_started_ || threads_ == 1) return;
        is_started_ = true;
        try {
            while (static_cast<int>(others_.size()) < threads_ - 1) others_.emplace_back(thread_main_);
        } catch (const std::system_error&) {
        }
    }

    // Ends all work because of an error.
    void fail(std::exception_ptr error) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!error_) error_ = std::move(error);
        stop_reason_.store(static_cast<int>(StopReason::request), std::memory_order_relaxed);
        next_.store(positions_, std::memory_order_relaxed);
        changed_.notify_all();
    }

    const std::size_t positions_;
    const int threads_;
    StopCheck& check_;
    std::atomic<std::size_t> next_{0}, solved_{0};
    std::atomic<int> stop_reason_{-1};  // once all work has to end
    std::atomic<int> waiting_{0};
    std::mutex mutex_;
    std::condition_variable changed_;  // all positions solved, a search shared, a helper gone, an error
    std::vector<SharedSearch<Word>*> shared_;
    std::exception_ptr error_;
    bool is_started_ = false;
    std::function<void()> thread_main_;
    std::vector<std::jthread> others_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
