// Which move is tried first: the twin of src/fourcast/search/order.py.
#pragma once

#include <array>
#include <vector>

#include "position.hpp"

namespace fourcast {

constexpr Action no_move = -1;
constexpr int max_actions = word_bits<Word256> + 2;  // a cell each, or two a column and the call of a draw

// The legal moves of an unfinished position in a given order of all actions, favourites first.
template <class Word>
class MoveList {
public:
    MoveList(const Board<Word>& board, const std::vector<Action>& order, const Position<Word>& position) {
        const Word taken = position.occupied();
        if (!board.gravity) {
            for (Action action : order) {
                if (!(taken & board.cell(action % board.width, action / board.width))) moves_[count_++] = action;
            }
            return;
        }
        const Word landing = board.landing(taken);
        for (Action action : order) {
            if (action >= board.width) break;
            if (landing & board.columns[action]) moves_[count_++] = action;
        }
        if (board.pop_rule != PopRule::none) append_pops(board, order, position, !landing);
    }

    // Puts a move first, if it is one of these, but behind those that were brought forward before.
    void bring_forward(Action favourite) {
        for (int n = favourites_; n < count_; ++n) {
            if (moves_[n] != favourite) continue;
            for (int m = n; m > favourites_; --m) moves_[m] = moves_[m - 1];
            moves_[favourites_++] = favourite;
            return;
        }
    }

    const Action* begin() const { return moves_; }
    const Action* end() const { return moves_ + count_; }
    Action front() const { return moves_[0]; }
    Action back() const { return moves_[count_ - 1]; }
    int size() const { return count_; }

private:
    // Pops, and the call of a draw, stand behind all drops in every order.
    void append_pops(const Board<Word>& board, const std::vector<Action>& order, const Position<Word>& position,
                     bool full_board) {
        bool may_pop[max_actions]{};
        bool any = false;
        position.for_each_pop(board, [&](int column) { may_pop[column] = any = true; });
        for (Action action : order) {
            if (action >= board.width && action < 2 * board.width && may_pop[action - board.width]) {
                moves_[count_++] = action;
            }
        }
        if (any && full_board && board.pop_rule == PopRule::own) moves_[count_++] = 2 * board.width;
    }

    Action moves_[max_actions];
    int count_ = 0;
    int favourites_ = 0;
};

// The last two moves that cut off, by the depth left.
class Killers {
public:
    void make_room(std::size_t depths) {
        if (kept_.size() < depths) kept_.resize(depths, {no_move, no_move});
    }

    void note(int depth, Action move) {
        auto& kept = kept_[depth];
        if (kept[0] != move) kept = {move, kept[0]};
    }

    const std::array<Action, 2>& at(int depth) const { return kept_[depth]; }

private:
    std::vector<std::array<Action, 2>> kept_;
};

}  // namespace fourcast
