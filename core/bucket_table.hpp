// The memory of the variants' solvers: a value by key, of a fixed size. Keys are kept whole, so that no two positions are
// ever mistaken for each other.
#pragma once

#include <bit>
#include <cstdlib>
#include <memory>
#include <new>

#include "solver/margin/reduced_key.hpp"

namespace fourcast {

template <class Word, class Value>
class FutureTable {
public:
    explicit FutureTable(std::size_t megabytes) {
        while ((sizeof(Bucket) << (bits_ + 1)) <= megabytes << 20) ++bits_;
        buckets_.reset(static_cast<Bucket*>(std::calloc(std::size_t{1} << bits_, sizeof(Bucket))));
        if (!buckets_) throw std::bad_alloc();
    }

    void clear() { std::fill_n(buckets_.get(), std::size_t{1} << bits_, Bucket{}); }

    const Value* find(const Key<Word>& key) const {
        for (const Entry& entry : bucket(key).entries) {
            if (entry.holds(key)) return &entry.value;
        }
        return nullptr;
    }

    // Keeps a value in place of what is known of the key, else of what was the least work (in nodes).
    void put(const Key<Word>& key, const Value& value, std::uint64_t nodes) {
        Bucket& here = bucket(key);
        Entry* place = here.entries;
        for (Entry& entry : here.entries) {
            if (entry.holds(key)) {
                place = &entry;
                break;
            }
            if (entry.work < place->work) place = &entry;
        }
        *place = {key.own, key.other, value, key.pops, static_cast<std::uint8_t>(1 + std::bit_width(nodes))};
    }

private:
    struct Entry {
        Word own, other;
        Value value;
        std::uint32_t pops;
        std::uint8_t work;  // 0 while the entry is empty

        bool holds(const Key<Word>& key) const {
            return work && own == key.own && other == key.other && pops == key.pops;
        }
    };
    struct Bucket {
        Entry entries[4];
    };

    Bucket& bucket(const Key<Word>& key) const { return buckets_[key.hash() >> (64 - bits_)]; }

    int bits_ = 4;
    std::unique_ptr<Bucket[], decltype(&std::free)> buckets_{nullptr, &std::free};
};

}  // namespace fourcast
