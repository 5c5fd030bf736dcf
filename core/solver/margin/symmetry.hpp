// The symmetries of a board: rotations and reflections that change no game on it.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "board.hpp"

namespace fourcast {

// Every symmetry is a combination of three basic ones. In each of these, all cells of a column, of a row or of a diagonal
// move by the same distance:
//
//     mirror: reverse the columns     flip: reverse the rows     transpose: (column, row) becomes (row, column)
//
// With gravity there is only the mirror; only a square can be transposed.
template <class Word>
class Symmetries {
public:
    explicit Symmetries(const Board<Word>& board) {
        const int width = board.width, height = board.height;
        Moves mirror, flip, transpose;
        for (int column = 0; column < width; ++column) {
            mirror.push_back({board.columns[column], (width - 1 - 2 * column) * board.stride});
        }
        for (int row = 0; row < height; ++row) flip.push_back({board.bottom << row, height - 1 - 2 * row});
        for (int diagonal = 1 - width; diagonal < width; ++diagonal) {  // row − column
            Word cells{0};
            for (int column = 0; column < width; ++column) {
                const int row = column + diagonal;
                if (row >= 0 && row < height) cells |= board.cell(column, row);
            }
            transpose.push_back({cells, diagonal * (board.stride - 1)});
        }
        basic_.push_back(mirror);
        if (!board.gravity) basic_.push_back(flip);
        if (!board.gravity && width == height) basic_.push_back(transpose);
    }

    // Replaces two sets of cells by their least image, which is the same for all images of a position.
    void normalise(Word& own, Word& other) const {
        Image images[8], least{own, other};
        images[0] = least;
        int count = 1;
        for (const Moves& moves : basic_) {
            for (int n = 0; n < count; ++n) {
                images[count + n] = {moved(images[n].own, moves), moved(images[n].other, moves)};
                least = std::min(least, images[count + n]);
            }
            count *= 2;
        }
        own = least.own;
        other = least.other;
    }

private:
    struct Image {
        Word own, other;

        auto operator<=>(const Image&) const = default;
    };
    struct Move {
        Word cells;
        int shift;  // of all of them
    };
    using Moves = std::vector<Move>;

    static Word moved(Word set, const Moves& moves) {
        Word result{0};
        for (const Move& move : moves) {
            const Word cells = set & move.cells;
            result |= move.shift >= 0 ? cells << move.shift : cells >> -move.shift;
        }
        return result;
    }

    std::vector<Moves> basic_;
};

}  // namespace fourcast
