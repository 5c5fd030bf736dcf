// The board as the first-line solver sees it: Board with rows by parity, and lines of four by vector instructions where the
// machine has them.
#pragma once

#include "board.hpp"
#include "solver/builds.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

#ifdef __AVX2__

// Lines of four in one 64-bit word, all four directions at once. `steps`: those of the board.
inline __m256i load_steps(const std::array<int, 4>& steps) {
    return _mm256_cvtepi32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(steps.data())));
}

inline bool has_four(Word64 stones, const std::array<int, 4>& steps) {
    const __m256i one = load_steps(steps);
    __m256i run = _mm256_set1_epi64x(static_cast<long long>(stones));
    run = _mm256_and_si256(run, _mm256_srlv_epi64(run, one));
    run = _mm256_and_si256(run, _mm256_srlv_epi64(run, _mm256_add_epi64(one, one)));
    return !_mm256_testz_si256(run, run);
}

// The cells, occupied or not, that complete a line of four.
inline Word64 completing_four(Word64 stones, const std::array<int, 4>& steps) {
    const __m256i one = load_steps(steps), two = _mm256_add_epi64(one, one), three = _mm256_add_epi64(two, one);
    const __m256i all = _mm256_set1_epi64x(static_cast<long long>(stones));
    const __m256i after = _mm256_sllv_epi64(all, one), before = _mm256_srlv_epi64(all, one);
    const __m256i after_two = _mm256_and_si256(after, _mm256_sllv_epi64(all, two));
    const __m256i before_two = _mm256_and_si256(before, _mm256_srlv_epi64(all, two));
    const __m256i result =
        _mm256_or_si256(_mm256_and_si256(after_two, _mm256_or_si256(before, _mm256_sllv_epi64(all, three))),
                        _mm256_and_si256(before_two, _mm256_or_si256(after, _mm256_srlv_epi64(all, three))));
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(result), _mm256_extracti128_si256(result, 1));
    return static_cast<Word64>(_mm_cvtsi128_si64(half) | _mm_extract_epi64(half, 1));
}

#endif

// What of a board is known when compiling; 0 is not known.
struct KnownShape {
    int connect = 0, width = 0, height = 0;
    int max_width = width;
};

template <class Word, KnownShape S>
struct Geometry : Board<Word> {
    using Board<Word>::width, Board<Word>::height, Board<Word>::stride, Board<Word>::cells, Board<Word>::steps,
        Board<Word>::guards;

    Word good{0};  // rows r with r ≡ height (mod 2), counted from 1: see bounds.hpp
    Word bad{0};   // the other rows
    std::array<std::uint8_t, word_bits<Word>> column_of_bit{}, row_of_bit{};

    constexpr explicit Geometry(const Rules& rules) : Board<Word>(rules) {
        for (int column = 0; column < width; ++column) {
            for (int row = 1; row <= height; ++row) {
                const int bit = column * stride + row - 1;
                column_of_bit[bit] = static_cast<std::uint8_t>(column);
                row_of_bit[bit] = static_cast<std::uint8_t>(row);
                ((row - height) % 2 == 0 ? good : bad) |= Word{1} << bit;
            }
        }
    }

    // Of the lowest cell of a set. Rows count from 1.
    int column_of(Word set) const { return column_of_bit[lowest_bit(set)]; }
    int row_of(Word set) const { return row_of_bit[lowest_bit(set)]; }

    // The lowest cell of a set in each column: see Board::upwards.
    Word lowest(Word set) const { return set & (guards - set); }

    // Lines along rows and diagonals only.
    bool has_flat_line(Word stones) const {
        for (int direction : {1, 2, 3}) {
            if (this->run_starts(stones, steps[direction], length())) return true;
        }
        return false;
    }

    bool has_line(Word stones) const {
#ifdef __AVX2__
        if constexpr (S.connect == 4 && word_bits<Word> == 64) return has_four(stones, steps);
#endif
        return Board<Word>::has_line(stones, length());
    }

    // The empty cells that would complete a line of `stones`.
    Word threats(Word stones, Word occupied) const {
#ifdef __AVX2__
        if constexpr (S.connect == 4 && word_bits<Word> == 64)
            return completing_four(stones, steps) & cells & ~occupied;
#endif
        return Board<Word>::threats(stones, occupied, length());
    }

private:
    int length() const { return S.connect ? S.connect : this->connect; }
};

// A reference to a geometry. To one that is known when compiling it is a constant, so that shifts and masks are part of the
// instructions: searches of 7×6 are 1.07 to 1.1 times as fast. A constant needs the vectors of GCC 12's library.
#ifdef __cpp_lib_constexpr_vector
constexpr bool has_constant_geometry = true;
#else
constexpr bool has_constant_geometry = false;
#endif

template <class Word, KnownShape S>
class GeometryReference {
public:
    GeometryReference(const Geometry<Word, S>& geometry) : geometry_(&geometry) {}
    GeometryReference(Geometry<Word, S>&&) = delete;  // a temporary one

    const Geometry<Word, S>* operator->() const {
        if constexpr (has_constant_geometry && S.width != 0) {
            return &constant<>;
        } else {
            return geometry_;
        }
    }

private:
    // A template, so that it exists only if it is used.
    template <KnownShape Known = S>
    static constexpr Geometry<Word, Known> constant{
        Rules{Known.width, Known.height, Known.connect, Goal::first_line, true, PopRule::none, false, {}, {}}};

    const Geometry<Word, S>* geometry_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
