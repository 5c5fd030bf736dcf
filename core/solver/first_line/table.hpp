// The tables of the first-line solver: bounds of the exact score by position. No two positions are ever confused.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>

#include "bucket_table.hpp"
#include "mix.hpp"
#include "solver/first_line/geometry.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The score lies between the bounds. `move` is the column of the best move, or -1.
struct ScoreBounds {
    std::int8_t lower, upper, move;
};

// For boards of up to 64 bits. An entry is one word, read and written whole, so that threads need no lock:
//
//     63 ────────────── 21 20 ── 16 15 ─ 12 11 ── 6 5 ── 0
//            tag (43)      work (5)  move (4) upper (6) lower (6)       bounds are stored plus 31
//
// The key of a position (at most 64 bits) is mixed by an invertible function. Its low bits choose the bucket and all its
// other bits are the tag, so that bucket and tag together are the whole key.
class Table64 {
public:
    using Key = Word64;
    static constexpr int tag_bits = 43, bucket_bytes = 32;

    // The largest table of at most `max_bytes`; larger only if the keys need it.
    Table64(int key_bits, std::size_t max_bytes) : key_bits_(key_bits) {
        bucket_bits_ = std::max(4, key_bits - tag_bits);
        while ((std::size_t{sizeof(Bucket)} << (bucket_bits_ + 1)) <= max_bytes) ++bucket_bits_;
        const std::size_t bytes = sizeof(Bucket) << bucket_bits_;
        const std::size_t page = std::size_t{2} << 20;
        buckets_.reset(static_cast<Bucket*>(std::aligned_alloc(page, (bytes + page - 1) / page * page)));
        if (!buckets_) throw std::bad_alloc();
#ifdef __linux__
        madvise(buckets_.get(), bytes, MADV_HUGEPAGE);
#endif
        clear();
    }

    void clear() {
        for (std::size_t n = 0; n < std::size_t{1} << bucket_bits_; ++n) {
            for (auto& entry : buckets_[n].entries) entry.store(0, std::memory_order_relaxed);
        }
    }

    // The key of a position, as the other functions take it.
    Key key_of(Word64 position) const {
        return mix(mix(position, golden_multiplier, key_bits_), mix_multiplier, key_bits_);
    }

    // A number other than 0 that is almost always different for different positions.
    static Word64 id_of(Key key) { return key | 1; }

    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

    bool find(Key key, ScoreBounds& bounds) const {
        const Word64 tag = key >> bucket_bits_ << tag_shift;
        for (const auto& slot : bucket(key).entries) {
            const Word64 entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag && (entry & 0xfff) != 0) {
                bounds.lower = static_cast<std::int8_t>((entry & 63) - 31);
                bounds.upper = static_cast<std::int8_t>((entry >> 6 & 63) - 31);
                bounds.move = static_cast<std::int8_t>((entry >> 12 & 15) - 1);
                return true;
            }
        }
        return false;
    }

    // Replaces what is stored for the position or, if there is nothing, the entry with the least work.
    void put(Key key, ScoreBounds bounds, int work) {
        const Word64 tag = key >> bucket_bits_ << tag_shift;
        std::atomic<Word64>* place = nullptr;
        Word64 least_work = ~Word64{0};
        for (auto& slot : bucket(key).entries) {
            const Word64 entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag) {
                place = &slot;
                break;
            }
            const Word64 entry_work = entry >> 16 & 31;
            if (entry_work < least_work) {
                least_work = entry_work;
                place = &slot;
            }
        }
        const int move = bounds.move < 15 ? bounds.move + 1 : 0;  // moves to columns beyond the 15th are not stored
        place->store(tag | static_cast<Word64>(std::min(work, 31)) << 16 | static_cast<Word64>(move) << 12 |
                         static_cast<Word64>(bounds.upper + 31) << 6 | static_cast<Word64>(bounds.lower + 31),
                     std::memory_order_relaxed);
    }

private:
    struct Bucket {
        std::atomic<Word64> entries[4];
    };
    static_assert(sizeof(Bucket) == bucket_bytes);
    static constexpr int tag_shift = 64 - tag_bits;
    static constexpr Word64 tag_mask = ~((Word64{1} << tag_shift) - 1);

    Bucket& bucket(Key key) const { return buckets_[key & ((std::size_t{1} << bucket_bits_) - 1)]; }

    int key_bits_, bucket_bits_;
    std::unique_ptr<Bucket[], decltype(&std::free)> buckets_{nullptr, &std::free};
};

// Two words, because a Word128 would be padded to 32 bytes in an entry.
struct Key128 {
    Word64 low, high;

    bool operator==(const Key128&) const = default;

    std::size_t bucket(int bits) const {
        return mix(fold(low ^ high * golden_multiplier)) & ((std::size_t{1} << bits) - 1);
    }
};

// For boards of up to 128 bits. A bucket is five entries and a lock: two cache lines.
class Table128 : public BucketTable<Key128, ScoreBounds, 5, SpinLock> {
public:
    using Key = Key128;

    Table128(int, std::size_t max_bytes) : BucketTable(max_bytes >> 20) {}

    static Key key_of(Word128 position) { return {static_cast<Word64>(position), static_cast<Word64>(position >> 64)}; }
    static Word64 id_of(const Key& key) { return mix(key.low ^ key.high * golden_multiplier) | 1; }
};

// The table of a board. Late positions, which are most of all, have one of their own that stays in the second-level cache:
// a fifth faster in spite of some more nodes. Boards with long keys have none, because index and tag must hold the key.
template <class Word>
class SolverTable {
public:
    using Table = std::conditional_t<word_bits<Word> == 64, Table64, Table128>;
    using Key = typename Table::Key;

    SolverTable(int key_bits, std::size_t table_mb) : table_(key_bits, table_mb << 20) {
        if (key_bits <= max_late_key_bits) late_table_.emplace(key_bits, late_bytes);
    }

    void clear() {
        table_.clear();
        if (late_table_) late_table_->clear();
    }

    Key key_of(Word position) const { return table_.key_of(position); }

    // The table of positions with so many empty cells.
    Table& of(int empty_cells) { return late_table_ && empty_cells < min_early_cells ? *late_table_ : table_; }

private:
    // Of 18, 20, 22 and 24 cells, 256, 512 and 1024 KB, these were fastest on medium and hard openings of 7×6.
    static constexpr int min_early_cells = 20;
    static constexpr std::size_t late_bytes = 512 << 10;
    static constexpr int max_late_key_bits = Table64::tag_bits + std::countr_zero(late_bytes / Table64::bucket_bytes);

    Table table_;
    std::optional<Table> late_table_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
