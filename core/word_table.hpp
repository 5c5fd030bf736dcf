// A hash table of single words, for solvers: from positions of at most 64 bits to 16 bits of what is known about them. An
// entry is read and written whole, so that threads need no lock, and no two positions are ever confused.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "mix.hpp"
#include "zeroed_memory.hpp"

namespace fourcast {

//     63 ─────────────────── 21 20 ──── 16 15 ──── 0
//              tag (43)          work (5)  value (16)      all zero while the entry is empty
//
// The key of a position is mixed by an invertible function. Its low bits choose the bucket and all its other bits are the
// tag, so that bucket and tag together are the whole key.
class WordTable {
public:
    using Key = std::uint64_t;
    static constexpr int tag_bits = 43, bucket_bytes = 32;

    // The largest table of at most `max_bytes`; larger only if the keys need it. `key_bits`: of a position, before it is
    // mixed.
    WordTable(int key_bits, std::size_t max_bytes)
        : key_bits_(key_bits), bucket_bits_(std::max(4, key_bits - tag_bits)) {
        // Four entries a bucket: more buckets than this would stay empty.
        while ((sizeof(Bucket) << (bucket_bits_ + 1)) <= max_bytes && bucket_bits_ < key_bits - 2) ++bucket_bits_;
        memory_.emplace(sizeof(Bucket) << bucket_bits_);
        buckets_ = static_cast<Bucket*>(memory_->start());
    }

    void clear() {
        for (std::size_t n = 0; n < std::size_t{1} << bucket_bits_; ++n) {
            for (auto& entry : buckets_[n].entries) entry.store(0, std::memory_order_relaxed);
        }
    }

    // The key of a position, as the other functions take it.
    Key key_of(std::uint64_t position) const {
        return mix(mix(position, golden_multiplier, key_bits_), mix_multiplier, key_bits_);
    }

    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

    // The value stored for a position; 0 if there is none.
    std::uint16_t find(Key key) const {
        const std::uint64_t tag = key >> bucket_bits_ << tag_shift;
        for (const auto& slot : bucket(key).entries) {
            const std::uint64_t entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag && static_cast<std::uint16_t>(entry))
                return static_cast<std::uint16_t>(entry);
        }
        return 0;
    }

    // Replaces what is stored for the position or, if there is nothing, the entry with the least work. `value` is not 0.
    void put(Key key, std::uint16_t value, int work) {
        const std::uint64_t tag = key >> bucket_bits_ << tag_shift;
        std::atomic<std::uint64_t>* place = nullptr;
        std::uint64_t least_work = ~std::uint64_t{0};
        for (auto& slot : bucket(key).entries) {
            const std::uint64_t entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag) {
                place = &slot;
                break;
            }
            const std::uint64_t entry_work = entry >> 16 & max_work;
            if (entry_work < least_work) {
                least_work = entry_work;
                place = &slot;
            }
        }
        place->store(tag | static_cast<std::uint64_t>(std::min(work, max_work)) << 16 | value,
                     std::memory_order_relaxed);
    }

private:
    struct Bucket {
        std::atomic<std::uint64_t> entries[4];
    };
    static_assert(sizeof(Bucket) == bucket_bytes);
    static constexpr int tag_shift = 64 - tag_bits;
    static constexpr int max_work = 31;
    static constexpr std::uint64_t tag_mask = ~((std::uint64_t{1} << tag_shift) - 1);

    Bucket& bucket(Key key) const { return buckets_[key & ((std::size_t{1} << bucket_bits_) - 1)]; }

    int key_bits_, bucket_bits_;
    std::optional<ZeroedMemory> memory_;
    Bucket* buckets_;
};

}  // namespace fourcast
