// Ending work early: at a deadline, on request, for want of memory, or when the caller's progress function says so.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace fourcast {

enum class StopReason { time, nodes, request, memory };

// Thrown to end a search.
struct StopSearch {
    StopReason reason;
};

// Does the work and returns why it was stopped, or -1.
template <class Work>
int stop_reason_of(Work&& work) {
    try {
        work();
    } catch (const StopSearch& stop) {
        return static_cast<int>(stop.reason);
    }
    return -1;
}

// Number of requests to stop. A check is made for those that came after it.
using StopRequests = std::atomic<std::uint64_t>;

// What every search calls regularly. Throws StopSearch, or what `report` throws, when the work has to end.
class StopCheck {
public:
    // Gets the amount of work done; returns true to end it, or throws. Handles Python's signals, too.
    using Report = std::function<bool(std::uint64_t done)>;

    // `handled`: the number of requests that concern earlier work.
    StopCheck(double seconds, const StopRequests& requests, std::uint64_t handled, Report report)
        : requests_(requests), handled_(handled), report_(std::move(report)) {
        // A limit beyond what the clock can represent does not limit.
        if (seconds < max_seconds) {
            deadline_ = start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        }
    }

    void operator()() {
        if (requests_.load(std::memory_order_relaxed) != handled_) throw StopSearch{StopReason::request};
        const auto now = Clock::now();
        if (now >= deadline_) throw StopSearch{StopReason::time};
        if (now < next_report_) return;
        next_report_ = now + report_interval;
        if (report_(done)) throw StopSearch{StopReason::request};
    }

    // Ignores the first `handled` requests from now on.
    void ignore_until(std::uint64_t handled) { handled_ = handled; }

    std::uint64_t done = 0;  // reported next

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double max_seconds = 1e9;
    static constexpr std::chrono::milliseconds report_interval{10};

    const StopRequests& requests_;
    std::uint64_t handled_;
    const Report report_;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point deadline_ = Clock::time_point::max();
    Clock::time_point next_report_ = start_ + report_interval;
};

// Counts the nodes of a search; calls the check every 256 nodes, because on large boards a node takes long.
struct NodeCounter {
    StopCheck& check;
    std::uint64_t max_nodes;
    std::uint64_t nodes = 0;

    void operator()() {
        if ((++nodes & 255) == 0) check();
        if (nodes > max_nodes) throw StopSearch{StopReason::nodes};
    }
};

}  // namespace fourcast
