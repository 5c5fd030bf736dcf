// The tables of the first-line solver: bounds of the exact score by position. No two positions are ever confused.
#pragma once

#include <bit>
#include <optional>
#include <type_traits>

#include "bucket_table.hpp"
#include "mix.hpp"
#include "solver/first_line/geometry.hpp"
#include "word_table.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// The score lies between the bounds. `move` is the column of the best move, or -1.
struct ScoreBounds {
    std::int8_t lower, upper, move;
};

// For boards of up to 64 bits. The value of an entry:
//
//     15 ──── 12 11 ──── 6 5 ──── 0
//      move + 1  upper + 31 lower + 31
class Table64 : private WordTable {
public:
    using WordTable::WordTable, WordTable::Key, WordTable::clear, WordTable::key_of, WordTable::prefetch;

    bool find(Key key, ScoreBounds& bounds) const {
        const int value = WordTable::find(key);
        if (!value) return false;
        bounds.lower = static_cast<std::int8_t>((value & 63) - 31);
        bounds.upper = static_cast<std::int8_t>((value >> 6 & 63) - 31);
        bounds.move = static_cast<std::int8_t>((value >> 12) - 1);
        return true;
    }

    [[gnu::always_inline]] void put(Key key, ScoreBounds bounds, int work) {
        const int move = bounds.move < 15 ? bounds.move + 1 : 0;  // moves to columns beyond the 15th are not stored
        const int value = move << 12 | (bounds.upper + 31) << 6 | (bounds.lower + 31);
        WordTable::put(key, static_cast<std::uint16_t>(value), work);
    }
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
};

// The table of a board. Late positions, which are most of all, have one of their own that stays in the second-level cache:
// up to a fifth faster in spite of some more nodes. Boards with long keys have none, because index and tag must hold the key.
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

    // `empty_cells`: those of the position.
    [[gnu::always_inline]] void prefetch(Key key, int empty_cells) const {
        if (is_stored(empty_cells)) part_of(*this, empty_cells).prefetch(key);
    }
    [[gnu::always_inline]] bool find(Key key, int empty_cells, ScoreBounds& bounds) const {
        return is_stored(empty_cells) && part_of(*this, empty_cells).find(key, bounds);
    }
    [[gnu::always_inline]] void put(Key key, int empty_cells, ScoreBounds bounds, int work) {
        if (is_stored(empty_cells)) part_of(*this, empty_cells).put(key, bounds, work);
    }

private:
    // With fewer empty cells, searching again is as fast as the table.
    static constexpr int min_stored_cells = 5;
    // Of 18 to 26 cells and 256 to 1024 KB, these were fastest on medium and hard openings of 7×6, on a processor with 1 MB of
    // second-level cache and with nothing of the large table in any cache at first.
    static constexpr int min_early_cells = 24;
    static constexpr std::size_t late_bytes = 1024 << 10;
    static constexpr int max_late_key_bits =
        WordTable::tag_bits + std::countr_zero(late_bytes / WordTable::bucket_bytes);

    static bool is_stored(int empty_cells) { return empty_cells >= min_stored_cells; }

    // One of the tables of `self`, which may be constant.
    [[gnu::always_inline]] static auto& part_of(auto& self, int empty_cells) {
        return self.late_table_ && empty_cells < min_early_cells ? *self.late_table_ : self.table_;
    }

    Table table_;
    std::optional<Table> late_table_;
};

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
