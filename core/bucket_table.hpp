// A hash table of fixed size, for solvers: from positions to what is known about them. Keys are stored whole, so that no
// two positions are ever confused.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "zeroed_memory.hpp"

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
        memory_.emplace(sizeof(Bucket) << bits_);
        buckets_ = static_cast<Bucket*>(memory_->start());
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

    // For tables of one thread: several keys at once, by their buckets.
    int bits() const { return bits_; }
    void prefetch_bucket(std::size_t n) const { __builtin_prefetch(&buckets_[n]); }

    // What is stored for the key in its bucket; any value if there is nothing. Without branches: which entry holds a key, if
    // one does, cannot be predicted.
    [[gnu::always_inline]] const Value& find_in_bucket(std::size_t n, const Key& key, bool& is_found) const {
        const Entry* found = buckets_[n].entries;
        is_found = false;
        for (const Entry& entry : buckets_[n].entries) {
            const bool holds = (entry.work != 0) & (static_cast<const Key&>(entry) == key);
            found = holds ? &entry : found;
            is_found |= holds;
        }
        return found->value;
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

    int bits_ = 4;
    std::optional<ZeroedMemory> memory_;
    Bucket* buckets_;
};

}  // namespace fourcast
