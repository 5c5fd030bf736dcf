// The transposition table of the textbook searches: by position and depth, the whole position kept, so that no two are
// ever mistaken for each other.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "position.hpp"
#include "search/window.hpp"

namespace fourcast {

template <class Word>
class Table {
public:
    struct Entry {
        Position<Word> position;
        double value;
        std::int32_t tag;      // depth + 2; 0 while the entry is empty
        std::uint32_t season;  // that of the table that wrote it
        Action move;
        Bound bound;
        bool estimated;  // whether an evaluation had a part in the value

        bool holds(const Position<Word>& sought, int depth) const { return tag == depth + 2 && position == sought; }

        void put(const Position<Word>& where, int depth, double found, Bound what, Action best, bool is_estimate) {
            position = where;
            value = found;
            tag = depth + 2;
            move = best;
            bound = what;
            estimated = is_estimate;
        }
    };

    // A power of two of entries. Nothing is allocated before it is used.
    explicit Table(int bits) : mask_((std::size_t{1} << bits) - 1) {}
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    ~Table() {
        const std::lock_guard lock(spare().mutex);
        if (entries_) {
            spare().entries = std::move(entries_);
            spare().mask = mask_;
        }
    }

    // The one place where a position and a depth may stand. What comes last stays.
    Entry& at(const Position<Word>& position, int depth) {
        if (!entries_) begin();
        Entry& entry = entries_[hash(position, depth) & mask_];
        if (entry.season != season_) {
            entry.season = season_;
            entry.tag = 0;
        }
        return entry;
    }

private:
    using Entries = std::unique_ptr<Entry[], decltype(&std::free)>;

    // The memory of the last table is kept for the next: the system takes longer to give zeroed pages than a small search
    // to fill them. What stands there is of another season, which is as good as nothing.
    struct Spare {
        std::mutex mutex;
        Entries entries{nullptr, &std::free};
        std::size_t mask = 0;
        std::uint32_t seasons = 0;
    };

    static Spare& spare() {
        static Spare kept;
        return kept;
    }

    void begin() {
        const std::lock_guard lock(spare().mutex);
        season_ = ++spare().seasons;  // 0 is that of memory nobody has written to: 2^32 tables are never made
        if (spare().entries && spare().mask == mask_) {
            entries_ = std::move(spare().entries);
        } else {
            entries_.reset(static_cast<Entry*>(std::calloc(mask_ + 1, sizeof(Entry))));
            if (!entries_) throw std::bad_alloc();
        }
    }

    static std::size_t hash(const Position<Word>& position, int depth) {
        std::uint64_t mixed = 0x9e3779b97f4a7c15 * static_cast<std::uint64_t>(depth + 2);
        for (const Word& side : position.stones) {
            for (std::uint64_t limb : to_limbs(side)) mixed = mix(mixed ^ limb);
        }
        mixed ^= static_cast<std::uint64_t>(position.turn) << 1 | static_cast<std::uint64_t>(position.drawn);
        return mix(mixed ^ static_cast<std::uint64_t>(position.pops[0]) << 32 ^
                   static_cast<std::uint64_t>(position.pops[1]) << 8);
    }

    static std::uint64_t mix(std::uint64_t x) {
        x ^= x >> 32;
        x *= 0xd6e8feb86659fd93;
        x ^= x >> 32;
        x *= 0xd6e8feb86659fd93;
        return x ^ x >> 32;
    }

    std::size_t mask_;
    std::uint32_t season_ = 0;
    Entries entries_{nullptr, &std::free};
};

}  // namespace fourcast
