// Sets of cells: the machine words that hold a board. A board uses the narrowest one it fits in.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace fourcast {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;

// Two 128-bit halves, for boards as large as 15 × 15. Only the operators that bitboards need.
struct Word256 {
    Word128 low = 0;
    Word128 high = 0;

    constexpr Word256() = default;
    constexpr Word256(Word128 low_half, Word128 high_half = 0) : low(low_half), high(high_half) {}

    constexpr explicit operator bool() const { return low != 0 || high != 0; }
    constexpr explicit operator Word64() const { return static_cast<Word64>(low); }
    constexpr auto operator<=>(const Word256&) const = default;

    friend constexpr Word256 operator&(Word256 a, Word256 b) { return {a.low & b.low, a.high & b.high}; }
    friend constexpr Word256 operator|(Word256 a, Word256 b) { return {a.low | b.low, a.high | b.high}; }
    friend constexpr Word256 operator^(Word256 a, Word256 b) { return {a.low ^ b.low, a.high ^ b.high}; }
    constexpr Word256 operator~() const { return {~low, ~high}; }
    constexpr Word256& operator&=(Word256 b) { return *this = *this & b; }
    constexpr Word256& operator|=(Word256 b) { return *this = *this | b; }

    friend constexpr Word256 operator+(Word256 a, Word256 b) {
        const Word128 low = a.low + b.low;
        return {low, a.high + b.high + (low < a.low ? 1 : 0)};
    }

    friend constexpr Word256 operator-(Word256 a, Word256 b) {
        return {a.low - b.low, a.high - b.high - (a.low < b.low ? 1 : 0)};
    }

    // Shifts of 0 to 255.
    friend constexpr Word256 operator<<(Word256 a, int n) {
        if (n == 0) return a;
        if (n >= 128) return {0, a.low << (n - 128)};
        return {a.low << n, (a.high << n) | (a.low >> (128 - n))};
    }
    friend constexpr Word256 operator>>(Word256 a, int n) {
        if (n == 0) return a;
        if (n >= 128) return {a.high >> (n - 128), 0};
        return {(a.low >> n) | (a.high << (128 - n)), a.high >> n};
    }
};

template <class Word>
inline constexpr int word_bits = sizeof(Word) * 8;

constexpr int popcount(Word64 cells) { return std::popcount(cells); }
constexpr int popcount(Word128 cells) {
    return popcount(static_cast<Word64>(cells)) + popcount(static_cast<Word64>(cells >> 64));
}
constexpr int popcount(Word256 cells) { return popcount(cells.low) + popcount(cells.high); }

// Index of the lowest bit of a non-empty set.
constexpr int lowest_bit(Word64 cells) { return std::countr_zero(cells); }
constexpr int lowest_bit(Word128 cells) {
    const auto low = static_cast<Word64>(cells);
    return low ? lowest_bit(low) : 64 + lowest_bit(static_cast<Word64>(cells >> 64));
}
constexpr int lowest_bit(Word256 cells) { return cells.low ? lowest_bit(cells.low) : 128 + lowest_bit(cells.high); }

// Calls `visit` with the index of every bit of a set, in ascending order.
template <class Word, class Visit>
constexpr void for_each_bit(Word cells, Visit&& visit) {
    while (cells) {
        const int bit = lowest_bit(cells);
        visit(bit);
        cells &= ~(Word{1} << bit);
    }
}

// A word as it is exchanged with Python: four 64-bit limbs, lowest first.
using Limbs = std::array<std::uint64_t, 4>;

template <class Word>
constexpr Word from_limbs(const Limbs& limbs) {
    Word cells{0};
    for (int n = 0; n < word_bits<Word> / 64; ++n) cells |= Word{limbs[n]} << (64 * n);
    return cells;
}

template <class Word>
constexpr Limbs to_limbs(Word cells) {
    Limbs limbs{};
    for (int n = 0; n < word_bits<Word> / 64; ++n) limbs[n] = static_cast<Word64>(cells >> (64 * n));
    return limbs;
}

}  // namespace fourcast
