// The board of the exact solver: first line wins, discs fall. Sets of cells as in rules.hpp, seen from the side to move.
#pragma once

#include <array>

#include "word.hpp"

namespace fourcast::exact {

constexpr int max_width = 64;  // of 128 bits, two a column

// Everything about the shape that the solver asks for. K is the length of a line if it is known when compiling, else 0.
template <class Word, int K>
struct Geometry {
    int width, height, connect, stride;
    Word bottom{0}, cells{0}, guards{0};
    Word good{0};  // rows r with r ≡ height (mod 2), counted from 1: the follower's rows
    Word bad{0};   // the other rows
    std::array<Word, max_width> columns{};

    Geometry(int w, int h, int k) : width(w), height(h), connect(k), stride(h + 1) {
        for (int column = 0; column < width; ++column) {
            for (int row = 0; row < height; ++row) {
                const Word cell = Word{1} << (column * stride + row);
                columns[column] |= cell;
                ((row + 1 - height) % 2 == 0 ? good : bad) |= cell;
            }
            bottom |= Word{1} << (column * stride);
            guards |= Word{1} << (column * stride + height);
            cells |= columns[column];
        }
    }

    int length() const { return K ? K : connect; }

    int column_of(Word cell) const {
        int column = 0;
        while (!(columns[column] & cell)) ++column;
        return column;
    }

    // The cells at or above the lowest of a set in each column. Taking a column's cells x from its guard bit G gives
    // G − x, which is −x among the column's bits; x | −x is everything from the lowest bit of x upwards.
    Word upwards(Word set) const { return (set | (guards - set)) & cells; }

    // The lowest cell of a set in each column.
    Word lowest(Word set) const { return set & (guards - set); }

    bool has_line(Word stones) const {
        const int steps[4] = {1, stride, stride - 1, stride + 1};
        for (int step : steps) {
            Word run = stones;
            if constexpr (K == 4) {
                run &= run >> step;
                run &= run >> (2 * step);
            } else {
                for (int n = 1; n < length(); ++n) run &= run >> step;
            }
            if (run) return true;
        }
        return false;
    }

    // Lines along rows and diagonals only.
    bool has_flat_line(Word stones) const {
        const int steps[3] = {stride, stride - 1, stride + 1};
        for (int step : steps) {
            Word run = stones;
            for (int n = 1; n < length(); ++n) run &= run >> step;
            if (run) return true;
        }
        return false;
    }

    // The empty cells that would complete a line of `stones`.
    //
    // Along a step, `after[n]` are the cells that follow n discs in a row and `before[n]` those that precede n of them;
    // a cell with n discs on one side and length − 1 − n on the other completes a line.
    Word threats(Word stones, Word taken) const {
        Word found{0};
        if constexpr (K == 4) {
            found = (stones << 1) & (stones << 2) & (stones << 3);
            const int steps[3] = {stride, stride - 1, stride + 1};
            for (int step : steps) {
                const Word after2 = (stones << step) & (stones << (2 * step));
                const Word before2 = (stones >> step) & (stones >> (2 * step));
                found |= after2 & ((stones << (3 * step)) | (stones >> step));
                found |= before2 & ((stones >> (3 * step)) | (stones << step));
            }
        } else {
            const int steps[4] = {1, stride, stride - 1, stride + 1};
            for (int step : steps) {
                Word after[16], before[16];
                after[0] = before[0] = cells;
                for (int n = 1; n < length(); ++n) {
                    after[n] = (after[n - 1] & stones) << step;
                    before[n] = (before[n - 1] & stones) >> step;
                }
                for (int n = 0; n < length(); ++n) found |= after[n] & before[length() - 1 - n];
            }
        }
        return found & cells & ~taken;
    }
};

}  // namespace fourcast::exact
