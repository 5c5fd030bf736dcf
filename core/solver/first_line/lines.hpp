// Lines of four in one 64-bit word, the innermost operations of the solver: all four directions at once with AVX2, one
// after another without. Both give the same sets.
#pragma once

#include "word.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

// The solver is compiled twice, with and without AVX2, in two namespaces.
#ifdef __AVX2__
#define FOURCAST_BUILD avx2
#else
#define FOURCAST_BUILD portable
#endif

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The steps of a board, as AVX2 needs them.
struct VectorSteps {
    alignas(32) std::uint64_t by[4];

    explicit VectorSteps(int stride)
        : by{1, static_cast<std::uint64_t>(stride), static_cast<std::uint64_t>(stride - 1),
             static_cast<std::uint64_t>(stride + 1)} {}
};

#ifdef __AVX2__

inline bool has_four(Word64 stones, const VectorSteps& steps) {
    const __m256i one = _mm256_load_si256(reinterpret_cast<const __m256i*>(steps.by));
    __m256i run = _mm256_set1_epi64x(static_cast<long long>(stones));
    run = _mm256_and_si256(run, _mm256_srlv_epi64(run, one));
    run = _mm256_and_si256(run, _mm256_srlv_epi64(run, _mm256_add_epi64(one, one)));
    return !_mm256_testz_si256(run, run);
}

// The cells, occupied or not, that complete a line of four.
inline Word64 completing_four(Word64 stones, const VectorSteps& steps) {
    const __m256i one = _mm256_load_si256(reinterpret_cast<const __m256i*>(steps.by));
    const __m256i two = _mm256_add_epi64(one, one), three = _mm256_add_epi64(two, one);
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

#else

// On high boards, a line of four along a step can be longer than the word. (AVX2 shifts by 64 or more give 0.)
inline bool fits(std::uint64_t step) { return 3 * step < word_bits<Word64>; }

inline bool has_four(Word64 stones, const VectorSteps& steps) {
    for (const std::uint64_t step : steps.by) {
        if (!fits(step)) continue;
        const Word64 pairs = stones & stones >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

inline Word64 completing_four(Word64 stones, const VectorSteps& steps) {
    Word64 result = 0;
    for (const std::uint64_t step : steps.by) {
        if (!fits(step)) continue;
        const Word64 after = stones << step, before = stones >> step;
        result |= after & stones << 2 * step & (before | stones << 3 * step);
        result |= before & stones >> 2 * step & (after | stones >> 3 * step);
    }
    return result;
}

#endif

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
