// The board of the exact solver: first line wins, discs fall. Sets of cells as in rules.hpp, seen from the side to move.
#pragma once

#include <array>

#include "solver/first_line/lines.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {

// Everything about the shape that the solver asks for. K is the length of a line if it is known when compiling, else 0.
template <class Word, int K>
struct Geometry {
    static constexpr int bits = word_bits<Word>;
    static constexpr int max_width = bits / 2;  // a column has a cell and its guard at least

    int width, height, connect, stride;
    Steps steps;
    Word bottom{0}, cells{0}, guards{0};
    Word good{0};  // rows r with r ≡ height (mod 2), counted from 1: the follower's rows
    Word bad{0};   // the other rows
    std::array<Word, max_width> columns{};
    std::array<std::uint8_t, bits> column_of_bit{}, row_of_bit{};

    Geometry(int w, int h, int k) : width(w), height(h), connect(k), stride(h + 1), steps(stride) {
        for (int column = 0; column < width; ++column) {
            for (int row = 1; row <= height; ++row) {
                const int bit = column * stride + row - 1;
                const Word cell = Word{1} << bit;
                column_of_bit[bit] = static_cast<std::uint8_t>(column);
                row_of_bit[bit] = static_cast<std::uint8_t>(row);
                columns[column] |= cell;
                ((row - height) % 2 == 0 ? good : bad) |= cell;
            }
            bottom |= Word{1} << (column * stride);
            guards |= Word{1} << (column * stride + height);
            cells |= columns[column];
        }
    }

    int length() const { return K ? K : connect; }

    // Of the lowest cell of a set.
    int column_of(Word cell) const { return column_of_bit[lowest_bit(cell)]; }
    int row_of(Word cell) const { return row_of_bit[lowest_bit(cell)]; }

    // The cell of each open column that a disc falls to.
    Word landing(Word taken) const { return (taken + bottom) & cells; }

    // The cells at or above the lowest of a set in each column. Taking a column's cells x from its guard bit G gives
    // G − x, which is −x among the column's bits; x | −x is everything from the lowest bit of x upwards.
    Word upwards(Word set) const { return (set | (guards - set)) & cells; }

    // The lowest cell of a set in each column.
    Word lowest(Word set) const { return set & (guards - set); }

    Word mirrored(Word set) const {
        Word image{0};
        for (int column = 0; column < width; ++column) {
            image |= (set >> (column * stride) & columns[0]) << ((width - 1 - column) * stride);
        }
        return image;
    }

    // A cell of a column, mirrored.
    Word mirrored_cell(Word cell, int column) const {
        const int shift = (width - 1 - 2 * column) * stride;
        return shift >= 0 ? cell << shift : cell >> -shift;
    }

    bool has_line(Word stones) const {
        if constexpr (K == 4 && bits == 64) {
            return has_four(stones, steps);
        } else {
            return has_run(stones, 1) || has_flat_line(stones);
        }
    }

    // Lines along rows and diagonals only.
    bool has_flat_line(Word stones) const {
        return has_run(stones, stride) || has_run(stones, stride - 1) || has_run(stones, stride + 1);
    }

    // The empty cells that would complete a line of `stones`.
    Word threats(Word stones, Word taken) const {
        if constexpr (K == 4 && bits == 64) {
            return completing_four(stones, steps) & cells & ~taken;
        } else {
            const Word found = completing(stones, 1) | completing(stones, stride) | completing(stones, stride - 1) |
                               completing(stones, stride + 1);
            return found & cells & ~taken;
        }
    }

private:
    // Whether a line can go by this step at all: on high boards its ends would lie further apart than the board is long.
    bool fits(int step) const { return (length() - 1) * step < bits; }

    bool has_run(Word stones, int step) const {
        if (!fits(step)) return false;
        Word run = stones;
        for (int n = 1; n < length(); ++n) run &= run >> step;
        return static_cast<bool>(run);
    }

    // Along a step, `after[n]` are the cells that follow n discs in a row and `before[n]` those that precede n of them;
    // a cell with n discs on one side and length − 1 − n on the other completes a line.
    Word completing(Word stones, int step) const {
        Word after[16], before[16], found{0};
        if (!fits(step)) return found;
        after[0] = before[0] = cells;
        for (int n = 1; n < length(); ++n) {
            after[n] = (after[n - 1] & stones) << step;
            before[n] = (before[n - 1] & stones) >> step;
        }
        for (int n = 0; n < length(); ++n) found |= after[n] & before[length() - 1 - n];
        return found;
    }
};

}  // namespace fourcast::exact::inline FOURCAST_BUILD
