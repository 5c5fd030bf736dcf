// The turns and mirrors of a board that change no game on it.
#pragma once

#include <utility>
#include <vector>

#include "board.hpp"

namespace fourcast {

// In each of the three basic ones all cells of a column, of a row or of a diagonal move by the same distance:
//
//     mirror: columns change places     flip: rows change places     transpose: (column, row) becomes (row, column)
//
// The others are these one after another. With gravity only the mirror is left; only a square can be transposed.
template <class Word>
class Symmetries {
public:
    explicit Symmetries(const Board<Word>& board) : gravity_(board.gravity), square_(board.width == board.height) {
        const int width = board.width, height = board.height;
        for (int column = 0; column < width; ++column) {
            mirror_.push_back({board.columns[column], (width - 1 - 2 * column) * board.stride});
        }
        for (int row = 0; row < height; ++row) {
            Part part{Word{0}, height - 1 - 2 * row};
            for (int column = 0; column < width; ++column) part.cells |= board.cell(column, row);
            flip_.push_back(part);
        }
        for (int ahead = 1 - width; square_ && ahead < width; ++ahead) {  // row − column
            Part part{Word{0}, ahead * (board.stride - 1)};
            for (int column = 0; column < width; ++column) {
                const int row = column + ahead;
                if (row >= 0 && row < height) part.cells |= board.cell(column, row);
            }
            transpose_.push_back(part);
        }
    }

    // Turns two sets of cells alike, so that positions that are images of each other become the same.
    void settle(Word& own, Word& other) const {
        Pair least{own, other};
        const auto consider = [&](const Pair& image) { least = std::min(least, image); };
        const auto with_mirror = [&](const Pair& image) {
            consider(image);
            consider(moved(image, mirror_));
        };
        const auto with_flip = [&](const Pair& image) {
            with_mirror(image);
            with_mirror(moved(image, flip_));
        };
        if (gravity_) {
            with_mirror(least);
        } else {
            const Pair as_it_is = least;
            with_flip(as_it_is);
            if (square_) with_flip(moved(as_it_is, transpose_));
        }
        own = least.first;
        other = least.second;
    }

private:
    struct Part {  // cells, and how far they move
        Word cells;
        int shift;
    };
    using Pair = std::pair<Word, Word>;

    static Word moved(Word set, const std::vector<Part>& parts) {
        Word result{0};
        for (const Part& part : parts) {
            const Word cells = set & part.cells;
            result |= part.shift >= 0 ? cells << part.shift : cells >> -part.shift;
        }
        return result;
    }

    static Pair moved(const Pair& pair, const std::vector<Part>& parts) {
        return {moved(pair.first, parts), moved(pair.second, parts)};
    }

    const bool gravity_, square_;
    std::vector<Part> mirror_, flip_, transpose_;
};

}  // namespace fourcast
