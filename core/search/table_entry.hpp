// Entries of the transposition table. The whole position is stored, so that no two are ever confused.
#pragma once

#include <compare>
#include <cstdint>

#include "mix.hpp"
#include "search/ordering.hpp"
#include "search/window.hpp"

namespace fourcast {

// What is stored for a position at a remaining depth.
struct Stored {
    double value;
    int depth;  // at least 1
    Action move;
    Bound bound;
    bool estimated;  // whether the value depends on an evaluation, so that more depth might change it
};

template <class Word>
std::uint64_t mix_word(std::uint64_t mixed, Word word) {
    for (int n = 0; n < word_bits<Word>; n += 64) mixed = mix(mixed ^ static_cast<std::uint64_t>(word >> n));
    return mixed;
}

// The discs of player 0, and a bit on top of every column, in its guard if it is full. On a board 3 wide and 2 high,
// after x in the first column, and o and x in the second:
//
//     position    cells
//                  . 1 .    guards
//      . x .       1 1 .
//      x o .       1 . 1
template <class Word>
Word columns_of(const Board<Word>& board, const Position<Word>& position) {
    return position.stones[0] | (position.occupied() + board.bottom);
}

// An entry in two words, for games in which every move drops a disc where it was aimed at, so that the discs tell the
// side to move and, in one search, the depth; and for values that are whole numbers.
//
//     bits of `data` (0: empty)     63 … 20          19 … 11    10 … 3    2 … 1    0
//                                   value, signed    depth      move      bound    estimated
template <class Word>
class DropEntry {
public:
    static constexpr int max_depth = 511;

    struct Key {
        Word cells;

        static Key of(const Board<Word>& board, const Position<Word>& position, int) {
            return {columns_of(board, position)};
        }
        bool is_of_any_depth() const { return true; }
        Key without_depth() const { return *this; }

        auto operator<=>(const Key&) const = default;
        std::uint64_t hash() const { return mix_word(0, cells); }

        template <class Mirror>
        Key mirrored(const Board<Word>&, Mirror&& mirror) const {
            return {mirror(cells)};
        }
    };

    DropEntry() = default;
    DropEntry(const Key& key, const Stored& stored)
        : key_(key),
          data_(static_cast<std::uint64_t>(static_cast<std::int64_t>(stored.value)) << 20 |
                static_cast<std::uint64_t>(stored.depth) << 11 | static_cast<std::uint64_t>(stored.move & 255) << 3 |
                static_cast<std::uint64_t>(stored.bound) << 1 | static_cast<std::uint64_t>(stored.estimated)) {}

    bool is_empty() const { return data_ == 0; }
    bool holds(const Key& key) const { return key_ == key; }
    Key key() const { return key_; }
    int depth() const { return data_ >> 11 & 511; }
    Stored stored() const {
        const auto value = static_cast<double>(static_cast<std::int64_t>(data_) >> 20);
        const Action move = static_cast<std::int8_t>(data_ >> 3);
        return {value, depth(), move, static_cast<Bound>(data_ >> 1 & 3), (data_ & 1) != 0};
    }

private:
    Key key_{};
    std::uint64_t data_ = 0;
};

// An entry for any game. Discs and pop-outs left tell the depth, except where pop-outs are not counted: there a position
// has an entry for each depth, and one of depth 0 with its last best move.
template <class Word>
class AnyEntry {
public:
    static constexpr int max_depth = 32767;

    // With gravity, `rest` has the side to move and the pop-outs left; without, the discs of player 1.
    struct Key {
        Word cells, rest;
        int depth;

        static Key of(const Board<Word>& board, const Position<Word>& position, int depth) {
            if (!board.gravity) return {position.stones[0], position.stones[1], 0};
            const auto pops =
                static_cast<std::uint64_t>(position.pops[0]) << 32 | static_cast<std::uint64_t>(position.pops[1]);
            if (board.pop_rule != PopRule::own) depth = 0;
            return {columns_of(board, position), Word{pops << 1 | static_cast<std::uint64_t>(position.turn)}, depth};
        }
        bool is_of_any_depth() const { return depth == 0; }
        Key without_depth() const { return {cells, rest, 0}; }

        auto operator<=>(const Key&) const = default;
        std::uint64_t hash() const {
            return mix(mix_word(mix_word(0, cells), rest) ^ static_cast<std::uint64_t>(depth));
        }

        template <class Mirror>
        Key mirrored(const Board<Word>& board, Mirror&& mirror) const {
            return {mirror(cells), board.gravity ? rest : mirror(rest), depth};
        }
    };

    AnyEntry() = default;
    AnyEntry(const Key& key, const Stored& stored)
        : cells_(key.cells),
          rest_(key.rest),
          value_(stored.value),
          key_depth_(static_cast<std::int16_t>(key.depth)),
          depth_(static_cast<std::int16_t>(stored.depth)),
          move_(static_cast<std::int16_t>(stored.move)),
          bound_(stored.bound),
          estimated_(stored.estimated) {}

    bool is_empty() const { return depth_ == 0; }
    bool holds(const Key& key) const { return cells_ == key.cells && rest_ == key.rest && key_depth_ == key.depth; }
    Key key() const { return {cells_, rest_, key_depth_}; }
    int depth() const { return depth_; }
    Stored stored() const { return {value_, depth_, move_, bound_, estimated_}; }

private:
    Word cells_{0}, rest_{0};
    double value_ = 0;
    std::int16_t key_depth_ = 0, depth_ = 0, move_ = 0;
    Bound bound_ = Bound::none;
    bool estimated_ = false;
};

}  // namespace fourcast
