// Nodes that several threads search together: "young brothers wait". One thread searches the first move of a node alone.
// If that does not cut off, most likely no other does, so that all have to be searched anyway: if another thread is idle,
// the node is split, and both take moves from it until none is left or a score above alpha ends it.
//
//     owner   ── first move ──┬── move ── move ──┬── waits, or helps within ──┬── goes on
//                             │                  │ no move left               │
//     helper  ── idle ────────┴── move ──────────┴── move ────────────────────┴── idle
//
// A split is *within* another if it was made by the search of one of its moves; when the outer one is over, so are those
// within. An owner that waits for its helpers helps only within its own split, so that it never waits for anything else.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "solver/first_line/node.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// Tells the processor that a loop waits for another thread.
inline void pause_thread() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// What is known of the moves of a node.
template <class Word>
struct MoveResults {
    int best;
    Word best_cell;  // of a move that was searched; none if the best score needed no search
    Word failures;   // the moves that were searched and did not cut off
};

// A node that its owner has split.
template <class Word>
struct Split {
    Split* const outer;                        // the split that it is within, or nothing
    std::atomic<std::uint64_t>& helper_nodes;  // of the position that is solved
    const int alpha, empty_cells;

    // These are guarded by the mutex of the list.
    MoveResults<Word> results;
    std::span<Move<Word>> moves;  // those that no thread has taken
    int unfinished = 0;           // moves that were taken and have no score

    std::atomic<bool> is_over{false};
    std::atomic<bool> needs_inner{false};  // whether its owner waits for a split within it
    std::atomic<int> helpers{0};

    bool is_within(const Split* other) const { return outer && (outer == other || outer->is_within(other)); }

    // Whether this split or one that it is within is over.
    bool has_ended() const { return is_over.load(std::memory_order_relaxed) || (outer && outer->has_ended()); }
};

// The splits of all searches of a call, which idle threads may join, and the moves of each.
template <class Word>
class SplitList {
public:
    // Whether a thread waits for a split like one within `outer`, which may be nothing.
    bool needs_split(const Split<Word>* outer) const {
        if (idle_.load(std::memory_order_relaxed) > count_.load(std::memory_order_relaxed)) return true;
        for (; outer; outer = outer->outer) {
            if (outer->needs_inner.load(std::memory_order_relaxed)) return true;
        }
        return false;
    }

    void add(Split<Word>& split) {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            splits_.push_back(&split);
            update_count();
            added_.fetch_add(1, std::memory_order_relaxed);
        }
        for (auto* outer = split.outer; outer; outer = outer->outer) {
            outer->needs_inner.store(false, std::memory_order_relaxed);
        }
        changed_.notify_one();
    }

    // From now on nobody joins the split.
    void remove(const Split<Word>& split) {
        const std::lock_guard<std::mutex> lock(mutex_);
        erase(split);
    }

    // Waits until all helpers have left the split. Meanwhile `help(inner)` is called for splits within it, which have been
    // joined. `check` is called regularly, and may throw.
    template <class Help, class Check>
    void wait_for_helpers(Split<Word>& split, const Help& help, const Check& check) {
        const auto is_inner = [&](const Split<Word>& other) { return other.is_within(&split); };
        std::uint64_t looked_at = 0;  // how many splits had been added
        for (int spins = 1; split.helpers.load(std::memory_order_acquire) > 0; ++spins) {
            if (const std::uint64_t added = added_.load(std::memory_order_relaxed); added != looked_at) {
                std::unique_lock<std::mutex> lock(mutex_);
                if (Split<Word>* const inner = join(is_inner)) {
                    lock.unlock();
                    help(*inner);
                    continue;
                }
                looked_at = added;
            }
            split.needs_inner.store(true, std::memory_order_relaxed);
            if (spins % spins_per_check == 0) {
                check();
                std::this_thread::yield();
            }
            pause_thread();
        }
    }

    // Waits for a split and joins it; nothing if `is_done()`. `check` is called regularly, and may throw.
    template <class IsDone, class Check>
    Split<Word>* wait_for_split(const IsDone& is_done, const Check& check) {
        const struct Idle {
            std::atomic<int>& threads;
            explicit Idle(std::atomic<int>& count) : threads(count) { threads.fetch_add(1, std::memory_order_relaxed); }
            ~Idle() { threads.fetch_sub(1, std::memory_order_relaxed); }
        } idle(idle_);
        // A thread that sleeps takes longer to wake up than most splits take.
        for (int spins = 0; spins < max_spins && count_.load(std::memory_order_relaxed) == 0 && !is_done(); ++spins) {
            pause_thread();
        }
        using Clock = std::chrono::steady_clock;
        constexpr std::chrono::milliseconds interval{5};
        auto next_check = Clock::now() + interval;
        std::unique_lock<std::mutex> lock(mutex_);
        while (!is_done()) {
            if (Split<Word>* const split = join([](const Split<Word>&) { return true; })) return split;
            changed_.wait_until(lock, next_check);
            if (Clock::now() < next_check) continue;
            lock.unlock();
            check();
            lock.lock();
            next_check = Clock::now() + interval;
        }
        return nullptr;
    }

    void leave(Split<Word>& split) { split.helpers.fetch_sub(1, std::memory_order_release); }

    // To be called when waiting threads may be done.
    void notify_all() {
        const std::lock_guard<std::mutex> lock(mutex_);
        changed_.notify_all();
    }

    // The move to search next; nothing if there is none.
    Node<Word>* take_move(Split<Word>& split) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (split.moves.empty() || split.has_ended()) return nullptr;
        move_best_to_front(split.moves);
        Node<Word>* const child = split.moves.front().node;
        split.moves = split.moves.subspan(1);
        if (split.moves.empty()) erase(split);
        ++split.unfinished;
        return child;
    }

    // Adds the score of a move, and returns the moves that did not cut off before. `refutation`: the cell that refuted the
    // move, or none.
    Word add_score(Split<Word>& split, const Node<Word>& child, int score, Word refutation) {
        const std::lock_guard<std::mutex> lock(mutex_);
        --split.unfinished;
        const Word failures = split.results.failures;
        if (score > split.alpha) {
            split.is_over.store(true, std::memory_order_relaxed);
        } else {
            prefer(refutation, split.moves);
            split.results.failures |= child.cell;
        }
        if (score > split.results.best) {
            split.results.best = score;
            split.results.best_cell = child.cell;
        }
        return failures;
    }

    // What is known of a split that all helpers have left; nothing if a thread gave up a move.
    std::optional<MoveResults<Word>> results(const Split<Word>& split) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const bool is_complete = split.results.best > split.alpha || (split.moves.empty() && split.unfinished == 0);
        return is_complete ? std::optional(split.results) : std::nullopt;
    }

private:
    static constexpr int max_spins = 1 << 14, spins_per_check = 1 << 10;

    void erase(const Split<Word>& split) {
        std::erase(splits_, &split);
        update_count();
    }

    void update_count() { count_.store(static_cast<int>(splits_.size()), std::memory_order_relaxed); }

    template <class Fits>
    Split<Word>* join(const Fits& fits) {
        for (Split<Word>* const split : splits_) {
            if (split->has_ended() || !fits(*split)) continue;
            split->helpers.fetch_add(1, std::memory_order_relaxed);
            return split;
        }
        return nullptr;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Split<Word>*> splits_;  // those with a move left
    // Read at many nodes: not in the cache line of the mutex.
    alignas(64) std::atomic<int> count_{0};  // of the splits with a move left
    std::atomic<int> idle_{0};               // threads in wait_for_split
    std::atomic<std::uint64_t> added_{0};    // splits so far
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
