// ExtendedConnect4's stored bounds, which are not sound: the C++ implementation of use_old_bounds in
// src/fourcast/algorithms/transposition.py.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "search/transposition.hpp"
#include "stop.hpp"

namespace fourcast {

// The values that the last finished search found for positions, as bounds of the next one.
template <class Word>
class OldBounds {
public:
    // A search that would store the values of more than `max_positions` ends.
    OldBounds(const Position<Word>& root, std::size_t max_positions) : root_(root), max_positions_(max_positions) {}

    void start_search() { values_.clear(); }
    void finish_search() { last_.swap(values_); }

    // The part of the window that the last value of a position leaves.
    Window narrow(const Position<Word>& position, Window window) const {
        const auto old = last_.find(position);
        if (old == last_.end() || position == root_) return window;
        if (position.turn == root_.turn) return {window.alpha, std::min(window.beta, old->second)};
        return {std::max(window.alpha, old->second), window.beta};
    }

    void put(const Position<Word>& position, double value) {
        values_[position] = value;
        if (values_.size() > max_positions_) throw StopSearch{StopReason::memory};
    }

private:
    struct Hash {
        std::size_t operator()(const Position<Word>& position) const {
            return mix_word(mix_word(0, position.stones[0]), position.stones[1]);
        }
    };
    using Values = std::unordered_map<Position<Word>, double, Hash>;

    const Position<Word> root_;
    const std::size_t max_positions_;
    Values last_, values_;
};

}  // namespace fourcast
