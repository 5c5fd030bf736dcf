// The geometry of a board in a word: cells, columns, lines and threats.
#pragma once

#include <algorithm>

#include "rules.hpp"
#include "word.hpp"

namespace fourcast {

// Bits of a board 4 wide and 3 high, guards in brackets. A guard is never set, so that no shift by a step runs on from
// one column into the next.
//
//     [3] [7] [11] [15]
//      2   6   10   14
//      1   5    9   13
//      0   4    8   12
template <class Word>
struct Board : Rules {
    static constexpr int max_width = word_bits<Word> / 2;  // a column has at least a cell and its guard

    int stride;                              // bits of a column
    std::array<int, 4> steps;                // to the next cell: up, right, down and right, up and right
    Word bottom{0};                          // the bottom row
    Word guards{0};                          // the guards of all columns
    std::array<Word, 2> alternate_bottom{};  // its cells in even and in odd columns
    Word cells{0};                           // every cell
    std::array<Word, max_width> columns{};

    constexpr explicit Board(const Rules& rules)
        : Rules(rules), stride(height + 1), steps{1, clipped(stride), clipped(stride - 1), clipped(stride + 1)} {
        // So that runs up to seven need no check.
        if (!run_weights.empty()) run_weights.resize(std::max<std::size_t>(run_weights.size(), 8));
        for (int column = 0; column < width; ++column) {
            for (int row = 0; row < height; ++row) columns[column] |= cell(column, row);
            bottom |= cell(column, 0);
            guards |= cell(column, height);
            alternate_bottom[column % 2] |= cell(column, 0);
            cells |= columns[column];
        }
    }

    constexpr Word cell(int column, int row) const { return Word{1} << (column * stride + row); }

    // The lowest empty cell of every column that is not full: adding 1 at the bottom of a column carries up to it.
    Word landing(Word occupied) const { return (occupied + bottom) & cells; }

    // The cells at or above the lowest cell of a set, in each column. Subtracting a column's cells x from its guard bit G
    // gives G − x, which is −x among the column's bits; x | −x is everything from the lowest bit of x upwards.
    Word upwards(Word set) const { return (set | (guards - set)) & cells; }

    // The mirror image of cells and guards: the first column becomes the last.
    Word mirrored(Word set) const {
        Word image{0};
        for (int left = 0, right = width - 1; left <= right; ++left, --right) {
            const Word column = columns[left] | columns[left] << 1;
            const int shift = (right - left) * stride;
            image |= (set & column) << shift | (set >> shift & column);
        }
        return image;
    }

    // The cells that start a run of `length` along a step.
    static Word run_starts(Word stones, int step, int length) {
        for (int n = 1; n < length; ++n) stones &= stones >> step;
        return stones;
    }

    // `length`, here and below, is `connect` or a constant equal to it.
    bool has_line(Word stones, int length) const {
        if (length == 4 && 2 * steps[3] < word_bits<Word>) {
            for (int step : steps) {
                const Word pairs = stones & stones >> step;
                if (pairs & pairs >> (2 * step)) return true;
            }
            return false;
        }
        for (int step : steps) {
            if (run_starts(stones, step, length)) return true;
        }
        return false;
    }
    bool has_line(Word stones) const { return has_line(stones, connect); }

    int count_lines(Word stones) const { return count_lines(stones, stones); }

    // Along columns the discs of `upright` count, along rows and diagonals those of `stones`.
    [[gnu::always_inline]] int count_lines(Word upright, Word stones) const {
        if (connect == 4 && 2 * steps[3] < word_bits<Word>) {
            return count_fours(upright, steps[0]) + count_fours(stones, steps[1]) + count_fours(stones, steps[2]) +
                   count_fours(stones, steps[3]);
        }
        int lines = popcount(run_starts(upright, steps[0], connect));
        for (int n = 1; n < 4; ++n) lines += popcount(run_starts(stones, steps[n], connect));
        return lines;
    }

    int run_points(Word stones) const { return run_points(stones, stones); }

    // `upright` and `stones` as above. Runs of two to four are counted without a branch: how long the longest is cannot be predicted.
    [[gnu::always_inline]] int run_points(Word upright, Word stones) const {
        int points = run_weights[1] * 4 * popcount(stones);
        if (2 * steps[3] >= word_bits<Word>) {
            points += points_of_runs(run_starts(upright, steps[0], 2), steps[0], 2);
            for (int n = 1; n < 4; ++n) points += points_of_runs(run_starts(stones, steps[n], 2), steps[n], 2);
            return points;
        }
        std::array<Word, 4> fives{};
        points += points_of_short_runs(upright, steps[0], fives[0]);
        for (int n = 1; n < 4; ++n) points += points_of_short_runs(stones, steps[n], fives[n]);
        if (fives[0] | fives[1] | fives[2] | fives[3]) {
            for (int n = 0; n < 4; ++n) points += points_of_long_runs(fives[n], steps[n]);
        }
        return points;
    }

    // The empty cells that would complete a line of `stones`.
    Word threats(Word stones, Word occupied, int length) const {
        const bool fours = length == 4 && 3 * steps[3] < word_bits<Word>;
        Word result{0};
        for (int step : steps) result |= fours ? gaps_in_fours(stones, step) : gaps(stones, step, length);
        return result & cells & ~occupied;
    }
    Word threats(Word stones, Word occupied) const { return threats(stones, occupied, connect); }

    // The cells of every window of `length` cells along a step, given the first cell of each.
    static Word covered(Word starts, int step, int length) {
        Word result = starts;
        for (int n = 1; n < length; ++n) result = starts | result << step;
        return result;
    }

private:
    static int count_fours(Word stones, int step) {
        const Word pairs = stones & stones >> step;
        return popcount(pairs & pairs >> (2 * step));
    }

    // Of runs of two to four along a step. `fives`: the starts of longer ones.
    int points_of_short_runs(Word stones, int step, Word& fives) const {
        const Word twos = stones & stones >> step, fours = twos & twos >> (2 * step);
        fives = fours & fours >> step;
        return run_weights[2] * popcount(twos) + run_weights[3] * popcount(twos & stones >> (2 * step)) +
               run_weights[4] * popcount(fours);
    }

    // Of runs of five and more.
    int points_of_long_runs(Word fives, int step) const {
        const Word sixes = fives & fives >> step, sevens = sixes & sixes >> step;
        return run_weights[5] * popcount(fives) + run_weights[6] * popcount(sixes) + points_of_runs(sevens, step, 7);
    }

    // Of runs of at least this length. `starts`: where runs of this length start.
    int points_of_runs(Word starts, int step, std::size_t length) const {
        int points = 0;
        for (; starts; ++length) {
            points += run_weights[length] * popcount(starts);
            starts &= starts >> step;
        }
        return points;
    }

    // A board of one column may be as high as the word is long: all its lines are vertical, and a shift by the longest
    // step possible finds no others.
    static constexpr int clipped(int step) { return std::min(step, word_bits<Word> - 1); }

    // The cell without a disc of every window with exactly one such cell. Windows are known by their first cell, and
    // grow by a cell at a time.
    static Word gaps(Word stones, int step, int length) {
        Word no_gap = stones, one_gap = ~stones, next = stones;
        for (int n = 1; n < length; ++n) {
            next = next >> step;
            one_gap = (one_gap & next) | (no_gap & ~next);
            no_gap &= next;
        }
        return covered(one_gap, step, length) & ~stones;
    }

    // The same for lines of four in fewer operations (cells with discs may be among them): two discs on one side, and a
    // third beside them or on the other side.
    static Word gaps_in_fours(Word stones, int step) {
        const Word after = stones << step, before = stones >> step;
        return (after & stones << (2 * step) & (before | stones << (3 * step))) |
               (before & stones >> (2 * step) & (after | stones >> (3 * step)));
    }
};

}  // namespace fourcast
