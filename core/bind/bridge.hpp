// What crosses the border to Python, and how long work is done on this side of it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "position.hpp"
#include "stop.hpp"

namespace fourcast {

namespace nb = nanobind;
using namespace nb::literals;

// A position on its way: the discs of both players, whose turn, the pop-outs left, whether a draw was called.
using Parcel = std::tuple<Limbs, Limbs, int, std::array<int, 2>, bool>;

template <class Word>
Position<Word> unpack(const Parcel& parcel) {
    const auto& [first, second, turn, pops, drawn] = parcel;
    return {{from_limbs<Word>(first), from_limbs<Word>(second)}, pops, turn, drawn};
}

template <class Word>
Parcel pack(const Position<Word>& position) {
    return {to_limbs(position.stones[0]), to_limbs(position.stones[1]), position.turn, position.pops, position.drawn};
}

constexpr int most_bits = word_bits<Word256>;

// Calls `work` with the board in the narrowest word that holds it.
template <class Work>
auto on_board(const Rules& rules, Work&& work) {
    if (rules.bits() <= word_bits<Word64>) return work(Board<Word64>(rules));
    if (rules.bits() <= word_bits<Word128>) return work(Board<Word128>(rules));
    if (rules.bits() <= word_bits<Word256>) return work(Board<Word256>(rules));
    throw std::invalid_argument("the board does not fit the native engine");
}

// Lets Python breathe during long work done without its lock: now and then it handles signals (Ctrl-C) and reports
// progress. An exception raised there, by either, ends the work; a progress that answers True stops it.
class Breath {
public:
    explicit Breath(nb::object progress, std::chrono::milliseconds interval = std::chrono::milliseconds(100))
        : interval_(interval), progress_(std::move(progress)) {}

    void operator()(std::uint64_t nodes) {
        const auto now = Clock::now();
        if (now < next_) return;
        next_ = now + interval_;
        nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none() && progress_(nodes).ptr() == Py_True) throw StopSearch{StopReason::asked};
    }

private:
    using Clock = std::chrono::steady_clock;
    std::chrono::milliseconds interval_;
    nb::object progress_;
    Clock::time_point next_ = Clock::now() + interval_;
};

// A moment so many seconds from now; more than a clock can add is no limit.
class Deadline {
public:
    explicit Deadline(double seconds) : limited_(seconds < longest) {
        if (limited_)
            at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    bool is_over() const { return limited_ && Clock::now() >= at_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr double longest = 1e9;
    bool limited_;
    Clock::time_point at_{};
};

// What a search asks now and then: whether its time is up, whether it was told to stop, whether Ctrl-C was pressed.
class Patience {
public:
    Patience(double seconds, std::function<bool()> told_to_stop, nb::object progress = nb::none())
        : told_to_stop_(std::move(told_to_stop)),
          deadline_(seconds),
          breath_(std::move(progress), std::chrono::milliseconds(10)) {}

    void operator()(std::uint64_t nodes) {
        if (told_to_stop_()) throw StopSearch{StopReason::asked};
        if (deadline_.is_over()) throw StopSearch{StopReason::time};
        if ((nodes & 0xfff) == 0) breath_(done);
    }

    std::uint64_t done = 0;  // what progress is told

private:
    const std::function<bool()> told_to_stop_;
    const Deadline deadline_;
    Breath breath_;
};

}  // namespace fourcast
