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
    constexpr Word256(int value) : low(static_cast<Word128>(value)) {}
    constexpr Word256(Word128 low_half, Word128 high_half) : low(low_half), high(high_half) {}

    constexpr explicit operator bool() const { return low != 0 || high != 0; }
    constexpr auto operator<=>(const Word256&) const = default;

    friend constexpr Word256 operator&(Word256 a, Word256 b) { return {a.low & b.low, a.high & b.high}; }
    friend constexpr Word256 operator|(Word256 a, Word256 b) { return {a.low | b.low, a.high | b.high}; }
    constexpr Word256 operator~() const { return {~low, ~high}; }
    constexpr Word256& operator&=(Word256 b) { return *this = *this & b; }
    constexpr Word256& operator|=(Word256 b) { return *this = *this | b; }

    friend constexpr Word256 operator+(Word256 a, Word256 b) {
        const Word128 low = a.low + b.low;
        return {low, a.high + b.high + (low < a.low ? 1 : 0)};
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

// A word as it is exchanged with Python: four 64-bit limbs, lowest first.
using Limbs = std::array<std::uint64_t, 4>;

template <class Word>
constexpr Word from_limbs(const Limbs& limbs) {
    if constexpr (word_bits<Word> == 64) {
        return limbs[0];
    } else if constexpr (word_bits<Word> == 128) {
        return static_cast<Word128>(limbs[1]) << 64 | limbs[0];
    } else {
        return {static_cast<Word128>(limbs[1]) << 64 | limbs[0], static_cast<Word128>(limbs[3]) << 64 | limbs[2]};
    }
}

template <class Word>
constexpr Limbs to_limbs(Word cells) {
    if constexpr (word_bits<Word> == 64) {
        return {cells, 0, 0, 0};
    } else if constexpr (word_bits<Word> == 128) {
        return {static_cast<Word64>(cells), static_cast<Word64>(cells >> 64), 0, 0};
    } else {
        return {static_cast<Word64>(cells.low), static_cast<Word64>(cells.low >> 64), static_cast<Word64>(cells.high),
                static_cast<Word64>(cells.high >> 64)};
    }
}

}  // namespace fourcast
