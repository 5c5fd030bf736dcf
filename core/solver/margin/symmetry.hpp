// The symmetries of a board: rotations and reflections that change no game on it.
#pragma once

#include <utility>
#include <vector>

#include "board.hpp"

namespace fourcast {

// There are three basic ones. In each, all cells of a column, of a row or of a diagonal move by the same distance:
//
//     mirror: reverse the columns     flip: reverse the rows     transpose: (column, row) becomes (row, column)
//
// The others are combinations of these. With gravity there is only the mirror; only a square can be transposed.
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

    // Replaces two sets of cells by their least image, which is the same for all images of a position.
    void normalise(Word& own, Word& other) const {
        const Pair original{own, other};
        Pair least = original;
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
            with_mirror(original);
        } else {
            with_flip(original);
            if (square_) with_flip(moved(original, transpose_));
        }
        own = least.first;
        other = least.second;
    }

private:
    struct Part {  // cells that move by the same distance
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
