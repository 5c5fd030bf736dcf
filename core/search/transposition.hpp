// The transposition table of the textbook searches: the C++ implementation of src/fourcast/algorithms/transposition.py.
//
// Entries are found by position and remaining depth: a value of another depth answers another question. The whole position
// is stored, so that no two are ever confused.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "mix.hpp"
#include "search/ordering.hpp"
#include "search/window.hpp"

namespace fourcast {

// A hash of a position and, where values depend on it, the remaining depth.
template <class Word>
std::size_t hash_of(const Position<Word>& position, int depth = 0) {
    const auto mix_twice = [](std::uint64_t x) { return mix(mix(fold(x))); };
    std::uint64_t mixed = golden_multiplier * static_cast<std::uint64_t>(depth + 2);
    for (const Word& side : position.stones) {
        for (std::uint64_t limb : to_limbs(side)) mixed = mix_twice(mixed ^ limb);
    }
    mixed ^= static_cast<std::uint64_t>(position.turn) << 1 | static_cast<std::uint64_t>(position.drawn);
    return mix_twice(mixed ^ static_cast<std::uint64_t>(position.pops[0]) << 32 ^
                     static_cast<std::uint64_t>(position.pops[1]) << 8);
}

template <class Word>
class TranspositionTable {
public:
    // 2^bits entries; nothing is allocated before the first use. With `mirror_keys`, a position and its mirror image share
    // an entry.
    TranspositionTable(const Board<Word>& board, bool mirror_keys, int bits)
        : board_(board), mirror_keys_(mirror_keys), mask_((std::size_t{1} << bits) - 1) {}
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;

    ~TranspositionTable() {
        const std::lock_guard lock(spare_.mutex);
        if (entries_) {
            spare_.entries = std::move(entries_);
            spare_.mask = mask_;
        }
    }

    // A position as the table stores it.
    struct TableKey {
        Position<Word> position;
        bool is_mirrored;
    };

    struct TableValue {
        double value;
        Action move;
        bool estimated;  // whether the value depends on an evaluation, so that more depth might change it
    };

    TableKey key_of(const Position<Word>& position) const {
        if (!mirror_keys_) return {position, false};
        Position<Word> mirror = position;
        for (int side = 0; side < 2; ++side) mirror.stones[side] = board_.mirrored(position.stones[side]);
        if (mirror.stones < position.stones) return {mirror, true};
        return {position, false};
    }

    // The stored value, if it answers a search with this depth and window.
    std::optional<TableValue> find(const TableKey& key, int depth, Window window) {
        const TableEntry& entry = slot(key.position, depth);
        if (!entry.holds(key.position, depth) || !is_sufficient(entry.bound, entry.value, window)) return std::nullopt;
        return TableValue{entry.value, mirrored_for(key, entry.move), entry.estimated};
    }

    void put(const TableKey& key, int depth, const TableValue& found, Bound bound) {
        const Action move = mirrored_for(key, found.move);
        write(key.position, depth, {found.value, move, found.estimated}, bound);
        if (move != no_move) write(key.position, any_depth, {found.value, move, true}, Bound::none);
    }

    // The best move of the last search of this position, of any depth.
    Action best_move(const Position<Word>& position) {
        const TableKey key = key_of(position);
        const TableEntry& entry = slot(key.position, any_depth);
        return entry.holds(key.position, any_depth) ? mirrored_for(key, entry.move) : no_move;
    }

private:
    // Under this depth, a position has its last best move.
    static constexpr int any_depth = -1;

    struct TableEntry {
        Position<Word> position;
        double value;
        std::int32_t tag;          // depth + 2; 0 while the entry is empty
        std::uint32_t generation;  // of the table that wrote it
        Action move;
        Bound bound;
        bool estimated;

        bool holds(const Position<Word>& sought, int depth) const { return tag == depth + 2 && position == sought; }
    };
    using Entries = std::unique_ptr<TableEntry[], decltype(&std::free)>;

    // The memory of the last table, reused by the next one: the system takes longer to provide zeroed pages than a small
    // search to fill them. Its entries are of an earlier generation, and count as empty.
    struct Spare {
        std::mutex mutex;
        Entries entries{nullptr, &std::free};
        std::size_t mask = 0;
        std::uint32_t generations = 0;
    };
    inline static Spare spare_;

    void allocate() {
        const std::lock_guard lock(spare_.mutex);
        generation_ = ++spare_.generations;  // 0 is that of unused memory: there are never 2^32 tables
        if (spare_.entries && spare_.mask == mask_) {
            entries_ = std::move(spare_.entries);
        } else {
            entries_.reset(static_cast<TableEntry*>(std::calloc(mask_ + 1, sizeof(TableEntry))));
            if (!entries_) throw std::bad_alloc();
        }
    }

    // The table is direct-mapped: every position and depth has one slot, and the last entry written stays.
    TableEntry& slot(const Position<Word>& position, int depth) {
        if (!entries_) allocate();
        TableEntry& entry = entries_[hash_of(position, depth) & mask_];
        if (entry.generation != generation_) {
            entry.generation = generation_;
            entry.tag = 0;
        }
        return entry;
    }

    void write(const Position<Word>& position, int depth, const TableValue& found, Bound bound) {
        slot(position, depth) = {position, found.value, depth + 2, generation_, found.move, bound, found.estimated};
    }

    // Translates a move between the position and its key; the same in both directions.
    Action mirrored_for(const TableKey& key, Action move) const {
        if (!key.is_mirrored || move == no_move) return move;
        if (board_.gravity && move == 2 * board_.width) return move;  // the call of a draw
        const int row = move / board_.width, column = move % board_.width;
        return row * board_.width + board_.width - 1 - column;
    }

    const Board<Word>& board_;
    const bool mirror_keys_;
    const std::size_t mask_;
    std::uint32_t generation_ = 0;
    Entries entries_{nullptr, &std::free};
};

}  // namespace fourcast
