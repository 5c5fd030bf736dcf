// Which move to try first: by the threats it makes, by how central it is and, where lessons are at hand, by what was
// learned about the lines through its cell and through the cell above.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "solver/first_line/geometry.hpp"
#include "solver/first_line/engine.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace fourcast::exact::inline FOURCAST_BUILD {

// What was learned, ready to be read fast.
//
// A lesson is about one line of four through a cell, and says what a move there is worth for each content of its other
// three cells. All lines along one direction lie in a window of up to six other cells,
//
//     ─3 ─2 ─1 [cell] +1 +2 +3        along a row or a diagonal, cut at the edge of the board
//
// so their lessons are added up beforehand for every content of the window: two sets of bits, own discs and the other
// side's, read as a number in base 3.
class Lessons {
public:
    Lessons(const Settings& settings) : width_(settings.width), height_(settings.height) {
        if (settings.lessons.empty()) return;
        for (int code = 0; code < 64; ++code) {
            int power = 1;
            for (int n = 0; n < 6; ++n, power *= 3) ternary_[code] += (code >> n & 1) * power;
        }
        windows_.resize(std::size_t{2} * 2 * word_bits<Word64>);
        for (int above = 0; above < 2; ++above) {
            for (int side = 0; side < 2; ++side) {
                for (int column = 0; column < width_; ++column) {
                    for (int row = 0; row < height_; ++row) add_windows(settings, above, side, column, row);
                }
            }
        }
    }

    bool any() const { return !windows_.empty(); }

    // What a move to a cell is worth by the lines through the cell, or through one above a move's cell; `side` is the
    // parity of the empty cells.
    int worth(int above, int side, int cell, Word64 own, Word64 other) const {
        int sum = 0;
        for (const Window& window : windows_[index(above, side, cell)]) {
            const int content = ternary_[gather(own, window)] + 2 * ternary_[gather(other, window)];
            sum += worths_[window.first + content];
        }
        return sum;
    }

private:
    static constexpr int directions = 3, contents = 729;

    struct Window {
        Word64 cells = 0;
        std::size_t first = 0;  // of its worths; those of an empty window are 0
    };

    static std::size_t index(int above, int side, int cell) {
        return static_cast<std::size_t>((above * 2 + side) * word_bits<Word64> + cell);
    }

    static int gather(Word64 discs, const Window& window) {
#ifdef __BMI2__
        return static_cast<int>(_pext_u64(discs, window.cells));
#else
        int code = 0, n = 0;
        for (Word64 rest = window.cells; rest; rest &= rest - 1, ++n) code |= (discs >> lowest_bit(rest) & 1) << n;
        return code;
#endif
    }

    // Lessons are kept for the left half of the board: cells of the right half are read in the mirror.
    void add_windows(const Settings& settings, int above, int side, int column, int row) {
        const bool in_mirror = 2 * column > width_ - 1;
        const int left = in_mirror ? width_ - 1 - column : column;
        const auto is_on_board = [&](int offset, int slope) {
            const int c = left + offset, r = row + offset * slope;
            return c >= 0 && c < width_ && r >= 0 && r < height_;
        };
        for (int direction = 0; direction < directions; ++direction) {
            const int slope = direction == 0 ? 0 : direction == 1 ? -1 : 1;
            Window& window = windows_[index(above, side, column * (height_ + 1) + row)][direction];
            std::array<int, 7> place{};  // of the cell at an offset of -3 to 3 among the window's cells
            for (int offset = -3; offset <= 3; ++offset) {
                if (offset == 0 || !is_on_board(offset, slope)) continue;
                const int real_column = in_mirror ? width_ - 1 - (left + offset) : left + offset;
                window.cells |= Word64{1} << (real_column * (height_ + 1) + row + offset * slope);
            }
            for (int offset = -3; offset <= 3; ++offset) {  // bits are gathered from the lowest upwards
                if (offset == 0 || !is_on_board(offset, slope)) continue;
                const int rank = popcount(window.cells) - 1;
                int before = 0;
                for (int other = -3; other <= 3; ++other)
                    before += other < offset && other && is_on_board(other, slope);
                place[offset + 3] = in_mirror ? rank - before : before;
            }
            window.first = worths_.size();
            worths_.resize(worths_.size() + contents);
            for (int content = 0; content < contents; ++content) {
                std::array<int, 6> digits{};
                for (int n = 0, rest = content; n < 6; ++n, rest /= 3) digits[n] = rest % 3;
                int sum = 0;
                for (int start = 0; start < 4; ++start) {  // the cell is the line's first, second, third or last
                    int state = 0, power = 1;
                    bool is_line = true;
                    for (int n = 0; n < 4 && is_line; ++n) {
                        const int offset = n - start;
                        if (offset == 0) continue;
                        is_line = is_on_board(offset, slope);
                        if (is_line) state += digits[place[offset + 3]] * power;
                        power *= 3;
                    }
                    if (!is_line) continue;
                    const int half = (width_ + 1) / 2;
                    const int cell = ((above * 2 + side) * half + left) * height_ + row;
                    sum += settings.lessons[((cell * directions + direction) * 4 + start) * 27 + state];
                }
                worths_[window.first + content] = static_cast<std::int16_t>(sum);
            }
        }
    }

    int width_, height_;
    std::array<std::uint16_t, 64> ternary_{};
    std::vector<std::array<Window, directions>> windows_;
    std::vector<std::int16_t> worths_;
};

// How much each move of a node is worth trying first.
template <class Word, int K>
class Order {
public:
    Order(const Geometry<Word, K>& geometry, const Settings& settings)
        : g_(geometry), weights_(settings.weights), lessons_(settings) {
        for (int column = 0; column < g_.width; ++column) {
            centre_[column] = weights_.centre * (g_.width - std::abs(2 * column - (g_.width - 1)));
        }
    }

    // Of one position: what all its moves are measured by.
    struct Outlook {
        Word own, other, landing, counted, wanted;
        int side;
        bool learned;
    };

    // `threats` are the other side's.
    Outlook outlook(Word own, Word other, Word landing, Word threats, int empty_cells) const {
        // Nothing at or above a threat of the other side is worth a thing, nor is a threat that was there before.
        return {own,
                other,
                landing,
                ~(g_.upwards(threats) | g_.threats(own, own | other)),
                empty_cells % 2 == 0 ? g_.bad : g_.good,
                empty_cells % 2,
                lessons_.any() && empty_cells >= least_learned};
    }

    // `threats` are those of the side that moves, after its move.
    int worth(const Outlook& outlook, Word cell, int column, Word threats) const {
        const Word fresh = threats & outlook.counted;
        int sum = weights_.threat_wanted * popcount(fresh & outlook.wanted) +
                  weights_.threat_other * popcount(fresh & ~outlook.wanted) +
                  weights_.threat_soon * popcount(fresh & outlook.landing << 1) + centre_[column];
        if constexpr (K == 4 && word_bits<Word> == 64) {
            if (outlook.learned) {
                const int bit = lowest_bit(cell);
                sum += lessons_.worth(0, outlook.side, bit, outlook.own, outlook.other);
                if (g_.row_of(cell) < g_.height) {
                    sum += lessons_.worth(1, outlook.side, bit + 1, outlook.own, outlook.other);
                }
            }
        }
        return sum;
    }

private:
    // With fewer empty cells what lies below is so small that reading takes longer than it saves.
    static constexpr int least_learned = 22;

    const Geometry<Word, K>& g_;
    const MoveWeights weights_;
    const Lessons lessons_;
    int centre_[Geometry<Word, K>::max_width];
};

}  // namespace fourcast::exact::inline FOURCAST_BUILD
