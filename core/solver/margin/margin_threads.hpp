// One position by several threads. All of them search the same null window and share the tables; the first result ends the
// round, and the others give up theirs.
#pragma once

#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/margin/margin_search.hpp"

namespace fourcast {

// A MarginSearch that other threads join if it takes long. With a limit of nodes it stays alone, so that every call with
// the same limit searches the same nodes.
template <class Word>
class ThreadedMarginSearch {
public:
    using Table = MarginTables<Word>;

    ThreadedMarginSearch(const Board<Word>& board, Table& tables, StopCheck& check, const MarginOptions& options)
        : board_(board),
          tables_(tables),
          check_(check),
          options_(options),
          is_alone_(options.threads == 1 || options.max_nodes != no_limit),
          first_(board, tables, check, with_max_nodes(options, is_alone_ ? options.max_nodes : min_shared_nodes)) {}

    std::uint64_t nodes() const { return first_.nodes() + worker_nodes_; }

    Range<int> possible(const Position<Word>& position) const { return first_.possible(position); }

    // As MarginSearch::solve.
    void solve(const Position<Word>& position, Range<int>& range) {
        try {
            first_.solve(position, range);
        } catch (const StopSearch& stop) {
            if (is_alone_ || stop.reason != StopReason::nodes) throw;
            solve_together(position, range);
        }
    }

private:
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
    // Most positions are solved sooner than threads have started.
    static constexpr std::uint64_t min_shared_nodes = 1 << 13;

    static MarginOptions with_max_nodes(MarginOptions options, std::uint64_t max_nodes) {
        options.max_nodes = max_nodes;
        return options;
    }

    // What the threads share; all but `round` is guarded by the mutex.
    struct Rounds {
        MarginWindows windows;
        int test = windows.next();  // of the current round
        StopRequests round = 0;     // its number; a new one ends the searches of the last one
        bool is_over = false;
        int running = 0;  // workers
        std::exception_ptr error = nullptr;
        std::mutex mutex{};
        std::condition_variable changed{};

        void end() {
            is_over = true;
            ++round;
        }
    };

    // The calling thread only waits and calls the stop check.
    void solve_together(const Position<Word>& position, Range<int>& range) {
        Rounds rounds{{range, options_.weak}};
        std::exception_ptr stop;
        {
            std::vector<std::jthread> threads;
            std::unique_lock<std::mutex> lock(rounds.mutex);
            threads.reserve(static_cast<std::size_t>(options_.threads));
            try {
                for (int n = 1; n <= options_.threads; ++n) {
                    threads.emplace_back([this, n, &position, &rounds] { work(n, position, rounds); });
                    ++rounds.running;
                }
            } catch (const std::system_error&) {  // fewer threads if the system has no more
            } catch (...) {
                rounds.end();
                lock.unlock();
                throw;
            }
            if (threads.empty()) return solve_alone(position, range);
            while (!rounds.changed.wait_for(lock, std::chrono::milliseconds(5), [&] { return !rounds.running; })) {
                if (stop) continue;
                lock.unlock();
                try {
                    check_();
                } catch (...) {
                    stop = std::current_exception();
                }
                lock.lock();
                if (stop) rounds.end();
            }
            lock.unlock();
        }
        range = rounds.windows.range();
        if (rounds.error) std::rethrow_exception(rounds.error);
        try {
            if (stop) std::rethrow_exception(stop);
        } catch (const StopSearch&) {
            if (!rounds.windows.is_settled()) throw;
        }
    }

    void solve_alone(const Position<Word>& position, Range<int>& range) {
        MarginSearch<Word> search(board_, tables_, check_, with_max_nodes(options_, no_limit));
        try {
            search.solve(position, range);
        } catch (...) {
            worker_nodes_ += search.nodes();
            throw;
        }
        worker_nodes_ += search.nodes();
    }

    void work(int number, const Position<Word>& position, Rounds& rounds) {
        std::unique_lock<std::mutex> lock(rounds.mutex, std::defer_lock);
        try {
            StopCheck check(no_seconds, rounds.round, 0, [](std::uint64_t) { return false; });
            MarginOptions options = with_max_nodes(options_, no_limit);
            options.worker = number;
            MarginSearch<Word> search(board_, tables_, check, options);  // for all rounds: its histories go on
            lock.lock();
            while (!rounds.is_over) {
                const int test = rounds.test;
                const std::uint64_t round = rounds.round, before = search.nodes();
                lock.unlock();
                check.ignore_until(round);
                int result = 0;
                const bool is_stopped = stop_reason_of([&] { result = search.search(position, test); }) >= 0;
                lock.lock();
                worker_nodes_ += search.nodes() - before;
                if (is_stopped || rounds.round != round) continue;
                rounds.windows.add_result(test, result);
                if (rounds.windows.is_settled()) {
                    rounds.end();
                } else {
                    rounds.test = rounds.windows.next();
                    ++rounds.round;
                }
            }
        } catch (...) {
            if (!lock.owns_lock()) lock.lock();
            rounds.error = std::current_exception();
            rounds.end();
        }
        --rounds.running;
        rounds.changed.notify_all();
    }

    static constexpr double no_seconds = std::numeric_limits<double>::infinity();

    const Board<Word>& board_;
    Table& tables_;
    StopCheck& check_;
    const MarginOptions options_;
    const bool is_alone_;
    MarginSearch<Word> first_;
    std::uint64_t worker_nodes_ = 0;  // guarded by the mutex of the rounds while threads run
};

}  // namespace fourcast
