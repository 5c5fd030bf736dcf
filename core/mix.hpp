// The hash function of every table of the core.
#pragma once

#include <cstdint>

namespace fourcast {

constexpr std::uint64_t golden_multiplier = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
constexpr std::uint64_t mix_multiplier = 0xd6e8feb86659fd93;

// Adds the upper half of a number of `bits` bits to the lower half. Invertible: different numbers stay different.
constexpr std::uint64_t fold(std::uint64_t x, int bits = 64) { return x ^ x >> bits / 2; }

// One round of mixing. Invertible, too, because the multiplier is odd.
constexpr std::uint64_t mix(std::uint64_t x, std::uint64_t multiplier = mix_multiplier, int bits = 64) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return fold((x * multiplier) & mask, bits);
}

}  // namespace fourcast
