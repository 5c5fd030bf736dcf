// The transposition table of the textbook searches: by position and depth, the whole position kept, so that no two are
// ever mistaken for each other.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "position.hpp"
#include "window.hpp"

namespace fourcast {

template <class Word>
class Table {
public:
    struct Entry {
        Position<Word> position;
        double value;
        std::int32_t tag;  // depth + 2; 0 while the entry is empty
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

    // A power of two of entries. Nothing is allocated before it is used, and the system gives zeroed pages on demand.
    explicit Table(int bits) : mask_((std::size_t{1} << bits) - 1) {}

    // The one place where a position and a depth may stand. What comes last stays.
    Entry& at(const Position<Word>& position, int depth) {
        if (!entries_) {
            entries_.reset(static_cast<Entry*>(std::calloc(mask_ + 1, sizeof(Entry))));
            if (!entries_) throw std::bad_alloc();
        }
        return entries_[hash(position, depth) & mask_];
    }

private:
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
    std::unique_ptr<Entry[], decltype(&std::free)> entries_{nullptr, &std::free};
};

}  // namespace fourcast
