// Which null windows to search to find a score: "is it above this?", until the range of possible scores is one number.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fourcast {

template <class Number>
struct Range {
    Number low, high;
};

// The range of possible scores, and how results narrow it. If `weak`, only win, draw and loss are told apart.
class NullWindows {
public:
    NullWindows(Range<int> range, bool weak) : range_(range), weak_(weak) {}

    Range<int> range() const { return range_; }

    bool is_settled() const { return range_.low >= range_.high || (weak_ && (range_.low > 0 || range_.high < 0)); }

protected:
    // A search of the window at `test` returns a lower bound of the score if it is above, else an upper bound.
    void narrow(int test, int result) {
        if (result > test) {
            range_.low = std::max(range_.low, result);
        } else {
            range_.high = std::min(range_.high, result);
        }
    }

    Range<int> range_;

private:
    const bool weak_;
};

// For games of the first line. Early wins and losses are quickly found, because the search cannot go deep: they come
// first, from both ends inwards, as long as they are cheap. Then from the middle outwards, by one at a time.
class FirstLineWindows : public NullWindows {
public:
    using NullWindows::NullWindows;

    // The next test. Not to be called when the score is settled.
    int next() {
        if (from_ends_) {
            const int win = range_.high - step, loss = range_.low + step;
            const bool can_win = win > 0 && win >= range_.low, can_lose = loss < 0 && loss < range_.high;
            if (can_win && (win_is_next_ || !can_lose)) return win;
            if (can_lose) return loss;
            from_ends_ = false;
        }
        if (range_.low > 0) return range_.low;
        if (range_.high < 0) return range_.high - 1;
        return range_.high > 0 ? 0 : -1;
    }

    void add_result(int test, int result, std::uint64_t nodes) {
        narrow(test, result);
        win_is_next_ = !win_is_next_;
        if (nodes > max_cheap_nodes) from_ends_ = false;
    }

private:
    static constexpr int step = 2;
    static constexpr std::uint64_t max_cheap_nodes = 1000;

    bool from_ends_ = true, win_is_next_ = true;
};

// For games of margins: first who wins, then outwards in growing steps, but at most half of the range.
class MarginWindows : public NullWindows {
public:
    using NullWindows::NullWindows;

    int next() {
        if (range_.low <= 0 && range_.high > 0) return 0;
        if (range_.low < 0 && range_.high == 0) return -1;
        const int ahead = std::min(step_, (range_.high - range_.low + 1) / 2);
        step_ *= 2;
        return range_.low >= 0 ? range_.low + ahead - 1 : range_.high - ahead;
    }

    void add_result(int test, int result) { narrow(test, result); }

private:
    int step_ = 1;
};

}  // namespace fourcast
