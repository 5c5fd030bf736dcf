// From "is the score above this?" to the score: which windows to ask for, and several threads that ask together.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "solver/first_line/search.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {

// What is known of a score: it lies between the two.
struct Range {
    int low, high;
};

// The order in which windows are asked for. Wins and losses that come soon are found fast, since the search cannot go deep
// then: these come first, from both ends inwards, as long as they are cheap. Then from the middle outwards.
class Windows {
public:
    Windows(Range range, bool weak) : range_(range), weak_(weak) {}

    Range range() const { return range_; }

    bool settled() const { return range_.low >= range_.high || (weak_ && (range_.low > 0 || range_.high < 0)); }

    // The next window: is the score above this? Not to be called when all is settled.
    int next() {
        if (from_ends_) {
            const int win = range_.high - step, loss = range_.low + step;
            const bool can_win = win > 0 && win >= range_.low, can_lose = loss < 0 && loss < range_.high;
            if (can_win && (losing_ || !can_lose)) return win;
            if (can_lose) return loss;
            from_ends_ = false;
        }
        if (range_.low > 0) return std::min(range_.low + outwards_, range_.high - 1);
        if (range_.high < 0) return std::max(range_.high - 1 - outwards_, range_.low);
        return range_.high > 0 ? 0 : -1;
    }

    void learn(int test, int score, std::uint64_t nodes) {
        const bool was_drawish = range_.low <= 0 && range_.high >= 0;
        if (score > test) {
            range_.low = std::max(range_.low, score);
        } else {
            range_.high = std::min(range_.high, score);
        }
        if (from_ends_) {
            losing_ = !losing_;
            if (nodes > cheap) from_ends_ = false;
        } else if (!was_drawish) {
            ++outwards_;
        }
    }

private:
    static constexpr int step = 2;
    static constexpr std::uint64_t cheap = 1000;  // nodes

    Range range_;
    const bool weak_;
    bool from_ends_ = true, losing_ = true;
    int outwards_ = 0;
};

// What the threads that look for one score share. A question is asked in rounds: the first answer ends the round.
class Hunt {
public:
    struct Question {
        int test, round;
    };

    Hunt(Range range, bool weak) : windows_(range, weak) {}

    // The next question; nothing if the score is known, or the hunt was called off.
    std::optional<Question> next() {
        const std::lock_guard<std::mutex> turn(mutex_);
        if (windows_.settled() || round_ == called_off) return std::nullopt;
        return Question{windows_.next(), round_.load(std::memory_order_relaxed)};
    }

    void answer(Question question, int score, std::uint64_t nodes) {
        const std::lock_guard<std::mutex> turn(mutex_);
        if (is_over(question)) return;
        windows_.learn(question.test, score, nodes);
        round_.store(question.round + 1, std::memory_order_relaxed);
    }

    Range range() {
        const std::lock_guard<std::mutex> turn(mutex_);
        return windows_.range();
    }

    bool goes_on() {
        const std::lock_guard<std::mutex> turn(mutex_);
        return !windows_.settled() && round_ != called_off;
    }

    bool is_over(Question question) const { return question.round != round_.load(std::memory_order_relaxed); }

    void call_off() {
        const std::lock_guard<std::mutex> turn(mutex_);
        round_.store(called_off, std::memory_order_relaxed);
    }

private:
    static constexpr int called_off = -1;

    std::mutex mutex_;
    Windows windows_;
    std::atomic<int> round_{0};
};

// One thread of a hunt, until the score is known or the hunt is called off. The search asks `watch` now and then.
template <class Word, int K, class OnPoll>
void take_part(Hunt& hunt, Search<Word, K>& search, Node<Word> root, bool same_side, OnPoll&& watch) {
    struct Over {};
    while (const auto question = hunt.next()) {
        const std::uint64_t before = search.nodes;
        search.poll = [&](std::uint64_t nodes) {
            watch(nodes);
            if (hunt.is_over(*question)) throw Over{};
        };
        try {
            search.look_up(root);
            const int score =
                same_side ? search.search(root, question->test) : -search.search(root, -question->test - 1);
            hunt.answer(*question, score, search.nodes - before);
        } catch (const Over&) {
        }
    }
}

}  // namespace fourcast::exact::inline FOURCAST_BUILD
