// Eight words of 64 bits that are handled at once, by AVX-512.
#pragma once

#include <bit>
#include <cstdint>

#include "solver/builds.hpp"
#include "word.hpp"

#ifdef FOURCAST_HAS_LANES

namespace fourcast::inline FOURCAST_BUILD {

// A set of lanes.
class LaneSet {
public:
    LaneSet() = default;
    LaneSet(__mmask8 bits) : bits_(bits) {}

    explicit operator bool() const { return bits_ != 0; }
    operator __mmask8() const { return bits_; }
    LaneSet operator~() const { return static_cast<__mmask8>(~bits_); }
    friend LaneSet operator&(LaneSet a, LaneSet b) { return static_cast<__mmask8>(a.bits_ & b.bits_); }
    friend LaneSet operator|(LaneSet a, LaneSet b) { return static_cast<__mmask8>(a.bits_ | b.bits_); }

    bool contains(int lane) const { return bits_ >> lane & 1; }
    int first() const { return std::countr_zero(static_cast<unsigned>(bits_)); }
    void add(int lane) { bits_ = static_cast<__mmask8>(bits_ | 1 << lane); }
    void remove(int lane) { bits_ = static_cast<__mmask8>(bits_ & ~(1 << lane)); }

private:
    __mmask8 bits_ = 0;
};

// Sets of cells, one in each lane, or numbers.
class Lanes {
public:
    static constexpr int count = 8;

    Lanes() = default;
    Lanes(__m512i words) : words_(words) {}
    explicit Lanes(Word64 word) : words_(_mm512_set1_epi64(static_cast<long long>(word))) {}

    Word64 operator[](int lane) const { return static_cast<Word64>(words_[lane]); }
    operator __m512i() const { return words_; }

    friend Lanes operator&(Lanes a, Lanes b) { return _mm512_and_si512(a, b); }
    friend Lanes operator|(Lanes a, Lanes b) { return _mm512_or_si512(a, b); }
    friend Lanes operator^(Lanes a, Lanes b) { return _mm512_xor_si512(a, b); }
    friend Lanes operator+(Lanes a, Lanes b) { return _mm512_add_epi64(a, b); }
    friend Lanes operator-(Lanes a, Lanes b) { return _mm512_sub_epi64(a, b); }
    Lanes operator-() const { return Lanes(Word64{0}) - *this; }
    Lanes operator<<(int n) const { return _mm512_slli_epi64(words_, static_cast<unsigned>(n)); }
    Lanes operator>>(int n) const { return _mm512_srli_epi64(words_, static_cast<unsigned>(n)); }
    Lanes without(Lanes other) const { return _mm512_andnot_si512(other, words_); }

private:
    __m512i words_;
};

// The lanes whose sets are not empty, are empty, or have several cells.
inline LaneSet not_empty(Lanes sets) { return _mm512_test_epi64_mask(sets, sets); }
inline LaneSet is_empty(Lanes sets) { return _mm512_testn_epi64_mask(sets, sets); }
inline LaneSet has_several(Lanes sets) { return _mm512_test_epi64_mask(sets, sets - Lanes(Word64{1})); }

// The number of cells in each lane.
inline Lanes cell_counts(Lanes sets) { return _mm512_popcnt_epi64(sets); }

inline Lanes times(Lanes numbers, Word64 factor) { return _mm512_mullo_epi64(numbers, Lanes(factor)); }

// `chosen` in some lanes, `other` in the others.
inline Lanes select(LaneSet lanes, Lanes chosen, Lanes other) { return _mm512_mask_mov_epi64(other, lanes, chosen); }

// Of signed numbers.
inline Lanes min(Lanes a, Lanes b) { return _mm512_min_epi64(a, b); }
inline LaneSet is_above(Lanes numbers, int limit) { return _mm512_cmpgt_epi64_mask(numbers, _mm512_set1_epi64(limit)); }
inline LaneSet is_below(Lanes numbers, int limit) { return _mm512_cmplt_epi64_mask(numbers, _mm512_set1_epi64(limit)); }

}  // namespace fourcast::inline FOURCAST_BUILD

#endif
