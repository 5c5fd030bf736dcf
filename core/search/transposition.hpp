// What a search remembers of positions it has seen: the twin of src/fourcast/search/memory.py.
#pragma once

#include <optional>

#include "search/ordering.hpp"
#include "search/table.hpp"

namespace fourcast {

// With `mirrors`, a position and its mirror image share an entry.
template <class Word>
class Memory {
public:
    Memory(const Board<Word>& board, bool mirrors, int table_bits)
        : board_(board), mirrors_(mirrors), table_(table_bits) {}

    // A position as the table keeps it.
    struct Key {
        Position<Word> position;
        bool flipped;  // it is the mirror image that is kept
    };

    struct Known {
        double value;
        Action move;
        bool estimated;
    };

    Key key_of(const Position<Word>& position) const {
        if (!mirrors_) return {position, false};
        Position<Word> mirror = position;
        for (int side = 0; side < 2; ++side) mirror.stones[side] = board_.mirrored(position.stones[side]);
        if (mirror.stones < position.stones) return {mirror, true};
        return {position, false};
    }

    // What is known at a depth, if that is all the window asks for.
    std::optional<Known> answer(const Key& key, int depth, Window window) {
        const auto& entry = table_.at(key.position, depth);
        if (!entry.holds(key.position, depth) || !settles(entry.bound, entry.value, window)) return std::nullopt;
        return Known{entry.value, as_seen(key, entry.move), entry.estimated};
    }

    void keep(const Key& key, int depth, const Known& found, Bound bound) {
        const Action move = as_seen(key, found.move);
        table_.at(key.position, depth).put(key.position, depth, found.value, bound, move, found.estimated);
        if (move == no_move) return;
        table_.at(key.position, any_depth).put(key.position, any_depth, found.value, Bound::none, move, true);
    }

    // The move last found best here, at whatever depth: what to try first.
    Action best_move(const Position<Word>& position) {
        const Key key = key_of(position);
        const auto& entry = table_.at(key.position, any_depth);
        return entry.holds(key.position, any_depth) ? as_seen(key, entry.move) : no_move;
    }

private:
    // Where a position keeps the move last found best in it.
    static constexpr int any_depth = -1;

    // From the kept position to the one that was asked about, and back.
    Action as_seen(const Key& key, Action move) const {
        if (!key.flipped || move == no_move) return move;
        if (board_.gravity && move == 2 * board_.width) return move;  // the call of a draw has no side
        const int row = move / board_.width, column = move % board_.width;
        return row * board_.width + board_.width - 1 - column;
    }

    const Board<Word>& board_;
    const bool mirrors_;
    Table<Word> table_;
};

}  // namespace fourcast
