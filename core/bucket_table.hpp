// A hash table of fixed size, for solvers: from positions to what is known about them. Keys are stored whole, so that no
// two positions are ever confused.
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>

namespace fourcast {

// For tables of one thread.
struct NoLock {
    void lock() {}
    void unlock() {}
};

// A lock in one byte, for tables that threads share. All zero when free.
struct SpinLock {
    std::atomic<bool> is_locked;

    void lock() {
        while (is_locked.exchange(true, std::memory_order_acquire)) {
        }
    }
    void unlock() { is_locked.store(false, std::memory_order_release); }
};

// A key chooses its bucket, of 2^bits, by `bucket(bits)`. Any entry of a bucket may hold it. Locking: NoLock or SpinLock.
template <class Key, class Value, int Entries, class Locking>
class BucketTable {
public:
    explicit BucketTable(std::size_t table_mb) {
        while ((sizeof(Bucket) << (bits_ + 1)) <= table_mb << 20) ++bits_;
        const std::size_t alignment = table_mb < min_huge_mb ? cache_lines : huge_page;
        std::size_t bytes = (sizeof(Bucket) << bits_) + alignment;
        memory_.reset(std::calloc(1, bytes));  // the system provides its pages when they are first used
        if (!memory_) throw std::bad_alloc();
        void* start = memory_.get();
        buckets_ = static_cast<Bucket*>(std::align(alignment, sizeof(Bucket) << bits_, start, bytes));
#ifdef __linux__
        if (alignment == huge_page) madvise(buckets_, sizeof(Bucket) << bits_, MADV_HUGEPAGE);
#endif
    }

    void clear() {
        for (Bucket* bucket = buckets_; bucket != buckets_ + (std::size_t{1} << bits_); ++bucket) {
            const std::lock_guard<Locking> lock(*bucket);
            std::fill_n(bucket->entries, Entries, Entry{});
        }
    }

    void prefetch(const Key& key) const { __builtin_prefetch(&buckets_[key.bucket(bits_)]); }

    bool find(const Key& key, Value& value) const {
        Bucket& bucket = buckets_[key.bucket(bits_)];
        const std::lock_guard<Locking> lock(bucket);
        for (const Entry& entry : bucket.entries) {
            if (entry.holds(key)) {
                value = entry.value;
                return true;
            }
        }
        return false;
    }

    // Replaces what is stored for the key or, if there is nothing, the entry with the least work. `work`: 1 to 255.
    void put(const Key& key, const Value& value, int work) {
        Bucket& bucket = buckets_[key.bucket(bits_)];
        const std::lock_guard<Locking> lock(bucket);
        Entry* place = bucket.entries;
        for (Entry& entry : bucket.entries) {
            if (entry.holds(key)) {
                place = &entry;
                break;
            }
            if (entry.work < place->work) place = &entry;
        }
        *place = {key, static_cast<std::uint8_t>(work), value};
    }

private:
    struct Entry : Key {    // a base, not a member: the other fields use its padding
        std::uint8_t work;  // 0 while the entry is empty
        Value value;

        bool holds(const Key& key) const { return work && static_cast<const Key&>(*this) == key; }
    };
    struct Bucket : Locking {
        Entry entries[Entries];
    };

    static constexpr std::size_t cache_lines = 128;  // two, the size of the usual buckets
    // Random access to a large table waits longer for the addresses of small pages than for the buckets.
    static constexpr std::size_t huge_page = std::size_t{2} << 20, min_huge_mb = 16;

    int bits_ = 4;
    std::unique_ptr<void, decltype(&std::free)> memory_{nullptr, &std::free};
    Bucket* buckets_;
};

}  // namespace fourcast
