// Move ordering: by the threats that a move makes, by how few replies it leaves, by how central it is, by what cut off
// lately and, for boards with trained weights, by the lines through its cell and through the cell above.
#pragma once

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "solver/first_line/engine.hpp"
#include "solver/first_line/node.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The trained weights of a board, summed up so that they are read fast.
//
// A weight belongs to one line of four through a cell, and to one content of its other three cells. All lines through a
// cell along one direction lie in a window of up to six other cells, along a row or a diagonal:
//
//     offset          −3 −2 −1  0 +1 +2 +3
//     window           a  b  c [x] d  e  f         cut at the edge of the board: for x in column 1 of a row, c d e f
//     lines, place 0           [x] d  e  f         place: how many cells of the line come before x
//                  1        c  [x] d  e
//                  2     b  c  [x] d
//                  3  a  b  c  [x]
//
// The content of a window is a number in base 3, with a digit for each of its cells in the order of their bits: 0 empty, 1
// own disc, 2 the other side's. For every content, the weights of the up to four lines are added up in advance. The digit of
// a cell is its rank among the bits of the window, so that two bit extractions (own discs, other discs) give the content.
//
// Weights are stored for the left half of the board. A cell of the right half uses those of its mirror image, with the
// offsets running from right to left.
class LineWeights {
public:
    // Throws std::invalid_argument if the weights are of another board.
    explicit LineWeights(const Settings& settings) : width_(settings.rules.width), height_(settings.rules.height) {
        if (settings.line_weights.empty()) return;
        const std::size_t count = std::size_t{2} * 2 * ((width_ + 1) / 2) * height_ * directions * 4 * 27;
        if (settings.line_weights.size() != count || settings.rules.connect != 4 || settings.rules.bits() > 64) {
            throw std::invalid_argument("the line weights are of another board");
        }
        for (int bits = 0; bits < 64; ++bits) {
            for (int n = 0; n < max_window; ++n) ternary_[bits] += (bits >> n & 1) * power_of_3[n];
        }
        windows_.resize(std::size_t{2} * 2 * word_bits<Word64>);
        for (int above = 0; above < 2; ++above) {
            for (int parity = 0; parity < 2; ++parity) {
                for (int column = 0; column < width_; ++column) {
                    for (int row = 0; row < height_; ++row) add_windows(settings, above, parity, column, row);
                }
            }
        }
    }

    bool is_empty() const { return windows_.empty(); }

    // The sum of the weights of all lines through a cell. `above`: 0 if it is the cell of the move, 1 if it is the cell
    // above. `parity`: of the number of empty cells.
    [[gnu::always_inline]] int sum(int above, int parity, int cell, Word64 own, Word64 other) const {
        int total = 0;
        for (const LineWindow& window : windows_[index(above, parity, cell)]) {
            const int content = ternary_[extract(own, window)] + 2 * ternary_[extract(other, window)];
            total += sums_[window.first + content];
        }
        return total;
    }

private:
    static constexpr int directions = 3, max_window = 6;
    static constexpr std::array<int, max_window + 1> power_of_3{1, 3, 9, 27, 81, 243, 729};

    struct LineWindow {
        Word64 cells = 0;
        std::size_t first = 0;  // of its sums, one for each content
    };

    static int contents_of(const LineWindow& window) { return power_of_3[popcount(window.cells)]; }

    static std::size_t index(int above, int parity, int cell) {
        return static_cast<std::size_t>((above * 2 + parity) * word_bits<Word64> + cell);
    }

    static int extract(Word64 discs, const LineWindow& window) {
#ifdef __BMI2__
        return static_cast<int>(_pext_u64(discs, window.cells));
#else
        int bits = 0, n = 0;
        for (Word64 rest = window.cells; rest; rest &= rest - 1, ++n) bits |= (discs >> lowest_bit(rest) & 1) << n;
        return bits;
#endif
    }

    // The windows of a cell, one for each direction.
    void add_windows(const Settings& settings, int above, int parity, int column, int row) {
        const bool is_mirrored = 2 * column > width_ - 1;
        const int left = is_mirrored ? width_ - 1 - column : column;
        const int cell = ((above * 2 + parity) * ((width_ + 1) / 2) + left) * height_ + row;
        for (int direction = 0; direction < directions; ++direction) {
            const int slope = direction == 0 ? 0 : direction == 1 ? -1 : 1;
            const auto bit_at = [&](int offset) {  // 0 if it is not on the board
                const int c = is_mirrored ? column - offset : column + offset, r = row + offset * slope;
                const bool is_on_board = c >= 0 && c < width_ && r >= 0 && r < height_;
                return is_on_board ? Word64{1} << (c * (height_ + 1) + r) : Word64{0};
            };
            LineWindow& window = windows_[index(above, parity, column * (height_ + 1) + row)][direction];
            for (int offset = -3; offset <= 3; ++offset) {
                if (offset != 0) window.cells |= bit_at(offset);
            }
            window.first = sums_.size();
            sums_.resize(sums_.size() + contents_of(window));
            for (int place = 0; place < 4; ++place) {
                std::array<int, 3> digits{};  // of the other cells of the line, in the window's content
                bool is_line = true;
                for (int n = 0, offset = -place; n < 3; ++n, ++offset) {
                    if (offset == 0) ++offset;
                    const Word64 bit = bit_at(offset);
                    is_line = is_line && bit;
                    digits[n] = popcount(window.cells & (bit - 1));
                }
                if (is_line)
                    add_line(window, digits,
                             &settings.line_weights[((cell * directions + direction) * 4 + place) * 27]);
            }
        }
    }

    // Adds the 27 weights of a line to the sums of its window.
    void add_line(const LineWindow& window, const std::array<int, 3>& digits, const std::int8_t* weights) {
        for (int content = 0; content < contents_of(window); ++content) {
            const auto digit = [&](int n) { return content / power_of_3[digits[n]] % 3; };
            sums_[window.first + content] += weights[digit(0) + 3 * digit(1) + 9 * digit(2)];
        }
    }

    int width_, height_;
    std::array<std::uint16_t, 64> ternary_{};
    std::vector<std::array<LineWindow, directions>> windows_;
    std::vector<std::int16_t> sums_;
};

// Which moves cut off lately, by cell, side to move and phase of the game; part of a move's priority. Each thread has its
// own. Values move a sixteenth of the way to the end of their range at a time: slower ones save almost nothing.
template <class Word>
class CutoffHistory {
public:
    // Between -64 and 64.
    int priority(int empty_cells, Word cell) const { return values_[row(empty_cells)][lowest_bit(cell)] / 16; }

    // `failures`: the moves that were tried before.
    [[gnu::always_inline]] void add_cutoff(int empty_cells, Word cell, Word failures) {
        auto& values = values_[row(empty_cells)];
        auto& value = values[lowest_bit(cell)];
        value = static_cast<std::int16_t>(value + (limit - value) / rate);
        for (; failures; failures &= failures - 1) {
            auto& failed = values[lowest_bit(failures)];
            failed = static_cast<std::int16_t>(failed - (limit + failed) / rate);
        }
    }

private:
    static constexpr int limit = 1024, rate = 16, phase_cells = 8;

    static int row(int empty_cells) { return empty_cells / phase_cells * 2 + empty_cells % 2; }

    std::array<std::array<std::int16_t, word_bits<Word>>, word_bits<Word> / phase_cells * 2> values_{};
};

// The priority of each move of a node.
template <class Word, KnownShape S>
class MoveOrdering {
public:
    MoveOrdering(GeometryReference<Word, S> geometry, const Settings& settings)
        : g_(geometry),
          weights_(settings.threat_weights),
          min_weighted_cells_(settings.min_weighted_cells),
          line_weights_(settings) {
        for (int column = 0; column < g_->width; ++column) {
            centre_[column] = weights_.centre * (g_->width - std::abs(2 * column - (g_->width - 1)));
        }
    }

    // What the priorities of all moves of a position depend on.
    struct Context {
        Word own, other, landing, counted, wanted;
        int parity;
        bool use_line_weights;
    };

    Context context(const Node<Word>& node) const {
        const Word occupied = node.occupied();
        // A new threat counts unless it is at or above a threat of the other side.
        return {node.own,
                node.other,
                g_->landing(occupied),
                ~(g_->upwards(node.threats) | g_->threats(node.own, occupied)),
                node.empty_cells % 2 == 0 ? g_->bad : g_->good,
                node.empty_cells % 2,
                !line_weights_.is_empty() && node.empty_cells >= min_weighted_cells_};
    }

    // Of the move to a child, which lands in a column.
    int priority(const Context& context, const Node<Word>& child, int column) const {
        const Word cell = child.cell, added = child.made & context.counted;
        int sum = weights_.wanted * popcount(added & context.wanted) +
                  weights_.unwanted * popcount(added & ~context.wanted) +
                  weights_.next * popcount(added & context.landing << 1) + centre_[column] -
                  reply_weight * popcount(child.safe);
        if constexpr (S.connect == 4 && word_bits<Word> == 64) {
            if (context.use_line_weights) {
                const int bit = lowest_bit(cell);
                sum += line_weights_.sum(0, context.parity, bit, context.own, context.other);
                if (g_->row_of(cell) < g_->height) {
                    sum += line_weights_.sum(1, context.parity, bit + 1, context.own, context.other);
                }
            }
        }
        return sum;
    }

private:
    // Chosen from 15 to 50: from 30 on medium and hard openings have fewer nodes (3 to 6 %), from 35 on the empty 7×6 board more.
    static constexpr int reply_weight = 30;

    const GeometryReference<Word, S> g_;
    const ThreatWeights weights_;
    const int min_weighted_cells_;
    const LineWeights line_weights_;
    int centre_[Geometry<Word, S>::max_width];
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
