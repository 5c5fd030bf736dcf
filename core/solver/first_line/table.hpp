// The solver's memory: bounds of the exact score by position. No two positions are ever mistaken for each other.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "solver/first_line/lines.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fourcast::exact::inline FOURCAST_BUILD {

// What is known about a position: the score lies between the bounds; the column of the best move, or -1.
struct Known {
    int lower, upper, move;
};

// An entry is one 64-bit word, read and written whole:
//
//     63 ────────────── 21 20 ── 16 15 ─ 12 11 ── 6 5 ── 0
//            tag (43)      work (5)  move (4) upper (6) lower (6)       scores are kept with 31 added
//
// The key of a position (at most 64 bits) is mixed by a function that can be undone. Its low bits choose the bucket and
// all its other bits are the tag, so that bucket and tag together are the whole key.
class Table64 {
public:
    using Key = Word64;
    static constexpr int tag_bits = 43;

    Table64(int key_bits, std::size_t megabytes) : key_bits_(key_bits) {
        bucket_bits_ = std::max(4, key_bits - tag_bits);
        while ((std::size_t{sizeof(Bucket)} << (bucket_bits_ + 1)) <= megabytes << 20) ++bucket_bits_;
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

    // The mixed key: what all the other calls take.
    Word64 mix(Word64 key) const {
        const Word64 mask = key_bits_ == 64 ? ~Word64{0} : (Word64{1} << key_bits_) - 1;
        key = (key * 0x9e3779b97f4a7c15) & mask;
        key ^= key >> (key_bits_ / 2);
        key = (key * 0xd6e8feb86659fd93) & mask;
        key ^= key >> (key_bits_ / 2);
        return key;
    }

    void prefetch(Word64 mixed) const { __builtin_prefetch(&bucket(mixed)); }

    bool find(Word64 mixed, Known& known) const {
        const Word64 tag = mixed >> bucket_bits_ << 21;
        for (const auto& slot : bucket(mixed).entries) {
            const Word64 entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag && (entry & 0xfff) != 0) {
                known = {static_cast<int>(entry & 63) - 31, static_cast<int>(entry >> 6 & 63) - 31,
                         static_cast<int>(entry >> 12 & 15) - 1};
                return true;
            }
        }
        return false;
    }

    // Keeps what is found in place of what is known about the position, else of what was the least work.
    void put(Word64 mixed, Known known, int work) {
        const Word64 tag = mixed >> bucket_bits_ << 21;
        std::atomic<Word64>* place = nullptr;
        Word64 least = ~Word64{0};
        for (auto& slot : bucket(mixed).entries) {
            const Word64 entry = slot.load(std::memory_order_relaxed);
            if ((entry & tag_mask) == tag) {
                place = &slot;
                break;
            }
            const Word64 its_work = entry >> 16 & 31;
            if (its_work < least) {
                least = its_work;
                place = &slot;
            }
        }
        const int move = known.move < 15 ? known.move + 1 : 0;  // beyond 15 columns some moves are not kept
        place->store(tag | static_cast<Word64>(std::min(work, 31)) << 16 | static_cast<Word64>(move) << 12 |
                         static_cast<Word64>(known.upper + 31) << 6 | static_cast<Word64>(known.lower + 31),
                     std::memory_order_relaxed);
    }

private:
    struct Bucket {
        std::atomic<Word64> entries[4];
    };
    static constexpr Word64 tag_mask = ~((Word64{1} << 21) - 1);

    Bucket& bucket(Word64 mixed) const { return buckets_[mixed & ((std::size_t{1} << bucket_bits_) - 1)]; }

    int key_bits_, bucket_bits_;
    std::unique_ptr<Bucket[], decltype(&std::free)> buckets_{nullptr, &std::free};
};

// For boards of up to 128 bits: the whole key is kept, too long to be written in one piece, so that a bucket is locked
// while it is read or written.
class Table128 {
public:
    using Key = Word128;

    Table128(int, std::size_t megabytes) {
        while ((sizeof(Bucket) << (bucket_bits_ + 1)) <= megabytes << 20) ++bucket_bits_;
        buckets_ = std::make_unique<Bucket[]>(std::size_t{1} << bucket_bits_);
    }

    void clear() {
        for (std::size_t n = 0; n < std::size_t{1} << bucket_bits_; ++n) {
            const Lock lock(buckets_[n]);
            for (Entry& entry : buckets_[n].entries) entry = {};
        }
    }

    Word128 mix(Word128 key) const { return key; }

    void prefetch(Word128 key) const { __builtin_prefetch(&bucket(key)); }

    bool find(Word128 key, Known& known) const {
        Bucket& home = bucket(key);
        const Lock lock(home);
        for (const Entry& entry : home.entries) {
            if (entry.is(key)) {
                known = {entry.lower, entry.upper, entry.move};
                return true;
            }
        }
        return false;
    }

    void put(Word128 key, Known known, int work) {
        Bucket& home = bucket(key);
        const Lock lock(home);
        Entry* place = home.entries;
        for (Entry& entry : home.entries) {
            if (entry.is(key)) {
                place = &entry;
                break;
            }
            if (entry.work < place->work) place = &entry;
        }
        *place = {static_cast<Word64>(key),
                  static_cast<Word64>(key >> 64),
                  static_cast<std::int8_t>(known.lower),
                  static_cast<std::int8_t>(known.upper),
                  static_cast<std::int8_t>(known.move),
                  static_cast<std::uint8_t>(std::min(work, 255)),
                  true};
    }

private:
    struct Entry {
        Word64 low, high;
        std::int8_t lower, upper, move;
        std::uint8_t work;
        bool used;

        bool is(Word128 key) const {
            return used && low == static_cast<Word64>(key) && high == static_cast<Word64>(key >> 64);
        }
    };
    struct alignas(128) Bucket {
        std::atomic<bool> locked;
        Entry entries[5];
    };

    class Lock {
    public:
        explicit Lock(Bucket& bucket) : bucket_(bucket) {
            while (bucket_.locked.exchange(true, std::memory_order_acquire)) {
            }
        }
        ~Lock() { bucket_.locked.store(false, std::memory_order_release); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        Bucket& bucket_;
    };

    Bucket& bucket(Word128 key) const {
        Word64 mixed = static_cast<Word64>(key) ^ static_cast<Word64>(key >> 64) * 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
        return buckets_[(mixed ^ mixed >> 32) & ((std::size_t{1} << bucket_bits_) - 1)];
    }

    int bucket_bits_ = 4;
    std::unique_ptr<Bucket[]> buckets_;
};

template <class Word>
using TableFor = std::conditional_t<word_bits<Word> == 64, Table64, Table128>;

}  // namespace fourcast::exact::inline FOURCAST_BUILD
