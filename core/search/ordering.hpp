// Move ordering: the C++ implementation of src/fourcast/algorithms/ordering.py.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "position.hpp"

namespace fourcast {

constexpr Action no_move = -1;
constexpr int max_actions = word_bits<Word256> + 2;  // one for each cell; or two for each column and the call of a draw

// The legal moves of an unfinished position in the given order of all actions, with preferred moves first.
template <class Word>
class MoveList {
public:
    // `order`: all cells; or all drops, all pop-outs and the call of a draw. Preferred moves need not be legal.
    MoveList(const Board<Word>& board, const std::vector<Action>& order, const Position<Word>& position,
             std::span<const Action> preferred) {
        const Action *action = order.data(), width = board.width;
        if (!board.gravity) {
            const auto cell = [&](Action move) { return board.cell(move % width, move / width); };
            Word empty = board.cells & ~position.occupied();
            for (Action move : preferred) {
                if (move != no_move) take(empty, cell(move), move);
            }
            for (Action move : order) add(empty & cell(move), move);
            return;
        }
        Word drops = board.landing(position.occupied()), pops = position.poppable(board);
        bool may_call_draw = board.pop_rule == PopRule::own && pops && !drops;
        const auto take_call = [&] {
            if (may_call_draw) moves_[count_++] = 2 * width;
            may_call_draw = false;
        };
        for (Action move : preferred) {
            if (move == no_move) continue;
            if (move < width) {
                take(drops, board.columns[move], move);
            } else if (move < 2 * width) {
                take(pops, board.columns[move - width], move);
            } else {
                take_call();
            }
        }
        for (int n = 0; n < width; ++n) add(drops & board.columns[action[n]], action[n]);
        if (pops) {
            for (int n = width; n < 2 * width; ++n) add(pops & board.columns[action[n] - width], action[n]);
        }
        take_call();
    }

    const Action* begin() const { return moves_; }
    const Action* end() const { return moves_ + count_; }
    Action front() const { return moves_[0]; }
    Action back() const { return moves_[count_ - 1]; }
    int size() const { return count_; }

private:
    // Adds a move if the set has its cell. Without a branch: which columns are full is unpredictable.
    void add(Word set, Action move) {
        moves_[count_] = move;
        count_ += set ? 1 : 0;
    }

    // The same, and removes the cell from the set.
    void take(Word& set, Word cells, Action move) {
        add(set & cells, move);
        set &= ~cells;
    }

    Action moves_[max_actions + 1];
    int count_ = 0;
};

// Killer moves: the last two that caused a cutoff, by remaining depth.
class KillerMoves {
public:
    void resize(std::size_t depths) {
        if (moves_.size() < depths) moves_.resize(depths, {no_move, no_move});
    }

    void add(int depth, Action move) {
        auto& last = moves_[depth];
        if (move != no_move && last[0] != move) last = {move, last[0]};
    }

    const std::array<Action, 2>& at(int depth) const { return moves_[depth]; }

private:
    std::vector<std::array<Action, 2>> moves_;
};

}  // namespace fourcast
