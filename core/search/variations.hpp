// The principal variations of a search.
#pragma once

#include <algorithm>
#include <vector>

#include "search/ordering.hpp"

namespace fourcast {

// The principal variation of the node at each ply of the path that is searched.
class Variations {
public:
    void resize(std::size_t plies) {
        if (moves_.size() < plies) moves_.resize(plies), lengths_.resize(plies);
    }

    void clear(int ply) { lengths_[ply] = 0; }

    void set(int ply, Action move) {
        reserve(ply, 1);
        moves_[ply][0] = move;
        lengths_[ply] = move != no_move;
    }

    // The move, then the variation of the position after it.
    void improve(int ply, Action move) {
        const int rest = lengths_[ply + 1];
        reserve(ply, rest + 1);
        moves_[ply][0] = move;
        std::copy_n(moves_[ply + 1].begin(), rest, moves_[ply].begin() + 1);
        lengths_[ply] = rest + 1;
    }

    Action best_move(int ply) const { return lengths_[ply] ? moves_[ply][0] : no_move; }
    std::vector<Action> line(int ply) const { return {moves_[ply].begin(), moves_[ply].begin() + lengths_[ply]}; }

private:
    void reserve(int ply, int length) {
        if (static_cast<int>(moves_[ply].size()) < length) moves_[ply].resize(2 * length + 8);
    }

    std::vector<std::vector<Action>> moves_;
    std::vector<int> lengths_;
};

}  // namespace fourcast
