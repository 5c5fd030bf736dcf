// Move ordering: the C++ implementation of src/fourcast/algorithms/ordering.py.
#pragma once

#include <array>
#include <vector>

#include "position.hpp"

namespace fourcast {

constexpr Action no_move = -1;
constexpr int max_actions = word_bits<Word256> + 2;  // one for each cell; or two for each column and the call of a draw

// The legal moves of an unfinished position in the given order of all actions, with preferred moves first.
template <class Word>
class MoveList {
public:
    MoveList(const Board<Word>& board, const std::vector<Action>& order, const Position<Word>& position) {
        const Word discs = position.occupied();
        if (!board.gravity) {
            for (Action action : order) {
                if (!(discs & board.cell(action % board.width, action / board.width))) moves_[count_++] = action;
            }
            return;
        }
        const Word landing = board.landing(discs);
        for (Action action : order) {
            if (action >= board.width) break;
            if (landing & board.columns[action]) moves_[count_++] = action;
        }
        // Pops and the call of a draw come after all drops in every order.
        const Word removable = position.poppable(board);
        if (!removable) return;
        for (Action action : order) {
            if (action < board.width || action >= 2 * board.width) continue;
            if (removable & board.columns[action - board.width]) moves_[count_++] = action;
        }
        if (board.pop_rule == PopRule::own && !landing) moves_[count_++] = 2 * board.width;
    }

    // Moves a legal move to the front, but behind those preferred before.
    void prefer(Action move) {
        for (int n = preferred_; n < count_; ++n) {
            if (moves_[n] != move) continue;
            for (int m = n; m > preferred_; --m) moves_[m] = moves_[m - 1];
            moves_[preferred_++] = move;
            return;
        }
    }

    const Action* begin() const { return moves_; }
    const Action* end() const { return moves_ + count_; }
    Action front() const { return moves_[0]; }
    Action back() const { return moves_[count_ - 1]; }
    int size() const { return count_; }

private:
    Action moves_[max_actions];
    int count_ = 0;
    int preferred_ = 0;
};

// Killer moves: the last two that caused a cutoff, by remaining depth.
class KillerMoves {
public:
    void resize(std::size_t depths) {
        if (moves_.size() < depths) moves_.resize(depths, {no_move, no_move});
    }

    void add(int depth, Action move) {
        auto& last = moves_[depth];
        if (last[0] != move) last = {move, last[0]};
    }

    const std::array<Action, 2>& at(int depth) const { return moves_[depth]; }

private:
    std::vector<std::array<Action, 2>> moves_;
};

}  // namespace fourcast
