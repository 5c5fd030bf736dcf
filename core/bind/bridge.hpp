// What all bindings share: positions and rules from Python, and stop checks that let Python run.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "position.hpp"
#include "stop.hpp"

namespace fourcast {

namespace nb = nanobind;
using namespace nb::literals;

// A position in Python: the discs of both players, the side to move, the pop-outs left, whether a draw was called.
using EncodedPosition = std::tuple<Limbs, Limbs, int, std::array<int, 2>, bool>;

template <class Word>
Position<Word> decode(const EncodedPosition& encoded) {
    const auto& [first, second, turn, pops, drawn] = encoded;
    return {{from_limbs<Word>(first), from_limbs<Word>(second)}, pops, turn, drawn};
}

template <class Word>
EncodedPosition encode(const Position<Word>& position) {
    return {to_limbs(position.stones[0]), to_limbs(position.stones[1]), position.turn, position.pops, position.drawn};
}

// A set of cells of Python, on a board of at most 128 bits.
inline Limbs limbs_of(nb::handle cells, int bits) {
    if (bits <= word_bits<Word64>) return {nb::cast<std::uint64_t>(cells), 0, 0, 0};
    const nb::object bytes = cells.attr("to_bytes")(2 * sizeof(std::uint64_t), "little");
    Limbs limbs{};
    std::memcpy(limbs.data(), nb::cast<nb::bytes>(bytes).c_str(), 2 * sizeof(std::uint64_t));
    return limbs;
}

constexpr int max_bits = word_bits<Word256>;

// Calls `work` with the board in the narrowest word that holds it.
template <class Work>
auto with_board(const Rules& rules, Work&& work) {
    if (rules.bits() <= word_bits<Word64>) return work(Board<Word64>(rules));
    if (rules.bits() <= word_bits<Word128>) return work(Board<Word128>(rules));
    if (rules.bits() <= word_bits<Word256>) return work(Board<Word256>(rules));
    throw std::invalid_argument("the board is too large for the native engine");
}

// The lock of a searcher while a method runs. Throws if another thread has it.
inline std::unique_lock<std::mutex> lock_for_one_thread(std::mutex& mutex) {
    std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
    if (!lock) throw std::runtime_error("this search is running in another thread");
    return lock;
}

// Work without the GIL takes it now and then: to handle signals (Ctrl-C) and to report progress. Exceptions raised by
// either end the work; a progress function that returns True stops it.
inline StopCheck::Report report_to(nb::object progress) {
    return [progress = std::move(progress)](std::uint64_t done) {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return !progress.is_none() && progress(done).ptr() == Py_True;
    };
}

}  // namespace fourcast
