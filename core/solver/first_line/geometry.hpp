// The board as the first-line solver sees it: Board with rows by parity, and faster lines of four.
#pragma once

#include "board.hpp"
#include "solver/first_line/lines.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// K is the length of a line if it is known when compiling, else 0.
template <class Word, int K>
struct Geometry : Board<Word> {
    static constexpr int bits = word_bits<Word>;

    using Board<Word>::width, Board<Word>::height, Board<Word>::stride, Board<Word>::cells;

    Word guards{0};
    Word good{0};  // rows r with r ≡ height (mod 2), counted from 1: see bounds.hpp
    Word bad{0};   // the other rows
    VectorSteps vector_steps;
    std::array<std::uint8_t, bits> column_of_bit{}, row_of_bit{};

    explicit Geometry(const Rules& rules) : Board<Word>(rules), vector_steps(stride) {
        for (int column = 0; column < width; ++column) {
            for (int row = 1; row <= height; ++row) {
                const int bit = column * stride + row - 1;
                column_of_bit[bit] = static_cast<std::uint8_t>(column);
                row_of_bit[bit] = static_cast<std::uint8_t>(row);
                ((row - height) % 2 == 0 ? good : bad) |= Word{1} << bit;
            }
            guards |= this->cell(column, height);
        }
    }

    // Of the lowest cell of a set. Rows count from 1.
    int column_of(Word set) const { return column_of_bit[lowest_bit(set)]; }
    int row_of(Word set) const { return row_of_bit[lowest_bit(set)]; }

    // The cells at or above the lowest cell of a set, in each column. Subtracting a column's cells x from its guard bit G
    // gives G − x, which is −x among the column's bits; x | −x is everything from the lowest bit of x upwards.
    Word upwards(Word set) const { return (set | (guards - set)) & cells; }

    // The lowest cell of a set in each column.
    Word lowest(Word set) const { return set & (guards - set); }

    bool has_line(Word stones) const {
        if constexpr (K == 4 && bits == 64) {
            return has_four(stones, vector_steps);
        } else {
            return has_run(stones, 0) || has_flat_line(stones);
        }
    }

    // Lines along rows and diagonals only.
    bool has_flat_line(Word stones) const { return has_run(stones, 1) || has_run(stones, 2) || has_run(stones, 3); }

    // The empty cells that would complete a line of `stones`.
    Word threats(Word stones, Word occupied) const {
        if constexpr (K == 4 && bits == 64) {
            return completing_four(stones, vector_steps) & cells & ~occupied;
        } else {
            return Board<Word>::threats(stones, occupied, length());
        }
    }

private:
    int length() const { return K ? K : this->connect; }

    bool has_run(Word stones, int direction) const {
        return static_cast<bool>(this->run_starts(stones, this->steps[direction], length()));
    }
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
