// A position and its moves: the C++ implementation of src/fourcast/rules/position.py, which is the definition.
#pragma once

#include <optional>

#include "board.hpp"

namespace fourcast {

// A move as a small number, in the order in which moves are listed:
//   with gravity: drop in column c = c; pop of column c = width + c; call of a draw = 2 · width
//   without:      cell at (column, row) = row · width + column
using Action = int;

enum class Ending { line, full_board, no_action };

struct Outcome {
    int winner;  // 0, 1, or -1 for a draw
    Ending ending;
    std::array<int, 2> scores;
};

template <class Word>
struct Position {
    std::array<Word, 2> stones{};
    std::array<int, 2> pops{};
    int turn = 0;
    bool drawn = false;

    auto operator<=>(const Position&) const = default;

    Word occupied() const { return stones[0] | stones[1]; }

    // The bottom discs that the side to move may pop.
    Word poppable(const Board<Word>& board) const {
        switch (board.pop_rule) {
            case PopRule::none:
                return Word{0};
            case PopRule::limited:
                return pops[turn] ? occupied() & board.alternate_bottom[turn] : Word{0};
            default:
                return stones[turn] & board.bottom;
        }
    }

    // Every action of the side to move, in ascending order, whether or not the game is over.
    template <class Visit>
    void for_each_action(const Board<Word>& board, Visit&& visit) const {
        const Word discs = occupied();
        if (!board.gravity) {
            for (int row = 0; row < board.height; ++row) {
                for (int column = 0; column < board.width; ++column) {
                    if (!(discs & board.cell(column, row))) visit(row * board.width + column);
                }
            }
            return;
        }
        const Word landing = board.landing(discs), removable = poppable(board);
        for (int column = 0; column < board.width; ++column) {
            if (landing & board.columns[column]) visit(column);
        }
        if (!removable) return;
        for (int column = 0; column < board.width; ++column) {
            if (removable & board.columns[column]) visit(board.width + column);
        }
        if (board.pop_rule == PopRule::own && !landing) visit(2 * board.width);
    }

    // Every column in which a drop aimed at a column may land, with its weight: one column if there is no drift.
    template <class Visit>
    void for_each_landing(const Board<Word>& board, int aim, Visit&& visit) const {
        if (!board.drifts) return visit(aim, 1);
        const Word landing = board.landing(occupied());
        const std::array<int, 3> columns{aim, aim - 1, aim + 1};
        for (int n = 0; n < 3; ++n) {
            const int column = columns[n];
            if (board.drift[n] && column >= 0 && column < board.width && landing & board.columns[column]) {
                visit(column, board.drift[n]);
            }
        }
    }

    bool is_drop(const Board<Word>& board, Action action) const { return board.gravity && action < board.width; }

    // The position after an action without chance: a placement, a pop or the call of a draw.
    Position after(const Board<Word>& board, Action action) const {
        if (!board.gravity) return with_disc(board.cell(action % board.width, action / board.width));
        if (action < 2 * board.width) return without_bottom(board, action - board.width);
        Position next = *this;
        next.turn = 1 - turn;
        next.drawn = true;
        return next;
    }

    // The position after a drop has landed in a column.
    Position after_landing(const Board<Word>& board, int column) const {
        return with_disc(board.landing(occupied()) & board.columns[column]);
    }

    // Calls `visit(position, column, weight)` for every position after an action: the column in which the disc landed, -1
    // if none was dropped, and the weight among the columns in which it may land.
    template <class Visit>
    void for_each_successor(const Board<Word>& board, Action action, Visit&& visit) const {
        if (!is_drop(board, action)) return visit(after(board, action), -1, 1);
        for_each_landing(board, action,
                         [&](int column, int weight) { visit(after_landing(board, column), column, weight); });
    }

    // `unfinished_before`: the game was not over before the last move, so that without pop-outs only the player who has
    // just moved can have a line.
    std::optional<Outcome> outcome(const Board<Word>& board, bool unfinished_before = false) const {
        if (board.goal == Goal::first_line) {
            // A pop can complete lines of both sides: then the player who has just moved wins.
            const int players = unfinished_before && board.pop_rule == PopRule::none ? 1 : 2;
            for (int n = 0; n < players; ++n) {
                const int player = n == 0 ? 1 - turn : turn;
                if (board.has_line(stones[player])) return Outcome{player, Ending::line, {1 - player, player}};
            }
        }
        if (drawn) return Outcome{-1, Ending::full_board, scores(board)};
        if (occupied() != board.cells || poppable(board)) return std::nullopt;
        const auto points = scores(board);
        const int winner = points[0] == points[1] ? -1 : points[0] > points[1] ? 0 : 1;
        return Outcome{winner, board.pop_rule == PopRule::limited ? Ending::no_action : Ending::full_board, points};
    }

    std::array<int, 2> scores(const Board<Word>& board) const {
        switch (board.goal) {
            case Goal::most_lines:
                return {board.count_lines(stones[0]), board.count_lines(stones[1])};
            case Goal::run_points:
                return {board.run_points(stones[0]), board.run_points(stones[1])};
            default: {
                const bool first = board.has_line(stones[0]), second = board.has_line(stones[1]);
                if (first && second) return {turn, 1 - turn};
                return {first, second};
            }
        }
    }

    // The position after a disc in a cell.
    Position with_disc(Word cell) const {
        Position next = *this;
        next.stones[turn] |= cell;
        next.turn = 1 - turn;
        return next;
    }

private:
    Position without_bottom(const Board<Word>& board, int column) const {
        const Word cells = board.columns[column];
        Position next = *this;
        for (Word& side : next.stones) side = (side & ~cells) | (((side & cells) >> 1) & cells);
        if (board.pop_rule == PopRule::limited) --next.pops[turn];
        next.turn = 1 - turn;
        return next;
    }
};

}  // namespace fourcast
