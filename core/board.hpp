// The rules of a game as they come over the border, and the geometry of its board in a word.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "word.hpp"

namespace fourcast {

enum class Goal { first_line, most_lines, run_points };
enum class PopRule { none, limited, own };

struct Rules {
    int width, height, connect;
    Goal goal;
    bool gravity;
    PopRule pop_rule;
    bool drifts;
    std::array<int, 3> drift;      // weights: aimed column, left, right
    std::vector<int> run_weights;  // what every start of a run of n discs adds to the run points

    // Columns × (rows + 1): one guard bit a column.
    int bits() const { return width * (height + 1); }
};

// Bits of a board 4 wide and 3 high, guards in brackets. A guard is never set, so that no shift by a step runs on from
// one column into the next.
//
//     [3] [7] [11] [15]
//      2   6   10   14
//      1   5    9   13
//      0   4    8   12
template <class Word>
struct Board : Rules {
    int stride;                // bits a column takes
    std::array<int, 4> steps;  // to the next cell: up, right, down and right, up and right
    Word bottom{0};            // the bottom row
    Word cells{0};             // every cell
    std::vector<Word> columns;

    explicit Board(const Rules& rules)
        : Rules(rules), stride(height + 1), steps{1, within(stride), within(stride - 1), within(stride + 1)} {
        for (int column = 0; column < width; ++column) {
            Word column_cells{0};
            for (int row = 0; row < height; ++row) column_cells |= cell(column, row);
            columns.push_back(column_cells);
            bottom |= cell(column, 0);
            cells |= column_cells;
        }
    }

    // A board of one column may be as high as the word is long. Its lines stand upright; a shift by the longest step there
    // is finds no others.
    static int within(int step) { return std::min(step, word_bits<Word> - 1); }

    Word cell(int column, int row) const { return Word{1} << (column * stride + row); }

    // The lowest empty cell of every column with room: adding 1 at the bottom of a column carries up to it.
    Word landing(Word occupied) const { return (occupied + bottom) & cells; }

    // The same cells seen in a mirror: the first column becomes the last.
    Word mirrored(Word set) const {
        Word result{0};
        for (int column = 0; column < width; ++column) {
            const int shift = (width - 1 - 2 * column) * stride;
            const Word part = set & columns[column];
            result |= shift >= 0 ? part << shift : part >> -shift;
        }
        return result;
    }

    // The cells that start a run of `length` along a step.
    static Word run_starts(Word stones, int step, int length) {
        for (int n = 1; n < length; ++n) stones &= stones >> step;
        return stones;
    }

    bool has_line(Word stones) const {
        if (connect == 4 && 2 * steps[3] < word_bits<Word>) {
            for (int step : steps) {
                const Word twos = stones & stones >> step;
                if (twos & twos >> (2 * step)) return true;
            }
            return false;
        }
        for (int step : steps) {
            if (run_starts(stones, step, connect)) return true;
        }
        return false;
    }

    int count_lines(Word stones) const {
        int lines = 0;
        for (int step : steps) lines += popcount(run_starts(stones, step, connect));
        return lines;
    }

    int run_points(Word stones) const {
        int points = 0;
        for (int step : steps) {
            Word starts = stones;
            for (std::size_t length = 1; starts; ++length) {
                points += run_weights[length] * popcount(starts);
                starts &= starts >> step;
            }
        }
        return points;
    }
};

}  // namespace fourcast
