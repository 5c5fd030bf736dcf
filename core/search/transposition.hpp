// The transposition table of the textbook searches: the C++ implementation of src/fourcast/algorithms/transposition.py.
//
// A value answers for one remaining depth: of another depth, it answers another question.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "search/table_entry.hpp"

namespace fourcast {

template <class Word, class Entry>
class TranspositionTable {
public:
    // At most 2^bits entries. With `mirror_keys`, a position and its mirror image share an entry.
    TranspositionTable(const Board<Word>& board, bool mirror_keys, int bits)
        : board_(board),
          mirror_keys_(mirror_keys),
          max_buckets_(std::max<std::size_t>((std::size_t{1} << bits) / bucket_size, 1)),
          left_(board.columns[0] | board.cell(0, board.height - 1) << 1),
          middle_(board.width % 2 ? left_ << (board.width / 2 * board.stride) : Word{0}) {}
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;

    ~TranspositionTable() {
        if (!memory_.block) return;
        const std::lock_guard lock(spare_.mutex);
        spare_.memory = std::move(memory_);
    }

    // A position at a depth, or its mirror image.
    struct Key : Entry::Key {
        std::uint64_t hash;
        bool is_mirrored;
    };

    // The key of a position. Its bucket is loaded into the cache meanwhile.
    [[gnu::always_inline]] Key find_key(const Position<Word>& position, int depth) {
        if (!memory_.block) allocate();
        Key key{Entry::Key::of(board_, position, depth), 0, false};
        if (mirror_keys_) {
            const auto mirror = key.mirrored(board_, [this](Word cells) { return mirrored(cells); });
            if (mirror < static_cast<const typename Entry::Key&>(key)) key = {mirror, 0, true};
        }
        key.hash = key.Entry::Key::hash();
        __builtin_prefetch(&bucket_of(key.hash));
        return key;
    }

    // The entry of a key, null if there is none.
    const Entry* find(const Key& key) const {
        const Entry& entry = place_of(key, key.hash);
        return entry.is_empty() ? nullptr : &entry;
    }

    // The best move of the last search of a position, of any depth; `entry` is that of the key.
    Action best_move(const Key& key, const Entry* entry) const {
        if (!key.is_of_any_depth()) entry = find(of_any_depth(key));
        return entry ? mirrored_move(entry->stored().move, key.is_mirrored) : no_move;
    }

    void put(const Key& key, Stored stored) {
        stored.move = mirrored_move(stored.move, key.is_mirrored);
        write(key, key.hash, stored);
        if (!key.is_of_any_depth() && stored.move != no_move) {
            const Key any = of_any_depth(key);
            write(any, any.hash, stored);
        }
    }

    std::size_t used() const { return used_; }

    // A move in the mirror image; the same in both directions.
    Action mirrored_move(Action move, bool is_mirrored) const {
        if (!is_mirrored || move == no_move) return move;
        if (board_.gravity && move == 2 * board_.width) return move;  // the call of a draw
        const int row = move / board_.width, column = move % board_.width;
        return row * board_.width + board_.width - 1 - column;
    }

private:
    static constexpr std::size_t line = 64;  // bytes of the cache
    static constexpr std::size_t bucket_size = std::max<std::size_t>(line / sizeof(Entry), 1), first_buckets = 256;
    using Bucket = std::array<Entry, bucket_size>;

    // Room for all buckets that a table may have; the system provides its pages when they are first used. The next
    // table reuses that of the last one: pages take longer to provide than a small search to fill them.
    struct Memory {
        std::unique_ptr<void, decltype(&std::free)> block{nullptr, &std::free};
        Bucket* buckets = nullptr;
        std::size_t size = 0;
    };
    struct Spare {
        std::mutex mutex;
        Memory memory;
    };
    inline static Spare spare_;

    void allocate() {
        {
            const std::lock_guard lock(spare_.mutex);
            if (spare_.memory.size == max_buckets_) memory_ = std::exchange(spare_.memory, {});
        }
        if (!memory_.block) {
            std::size_t bytes = max_buckets_ * sizeof(Bucket) + line;
            memory_.block.reset(std::malloc(bytes));
            if (!memory_.block) throw std::bad_alloc();
            void* start = memory_.block.get();
            memory_.buckets = static_cast<Bucket*>(std::align(line, max_buckets_ * sizeof(Bucket), start, bytes));
            memory_.size = max_buckets_;
        }
        clear(std::min(first_buckets, max_buckets_));
    }

    // Empties the table and sets its size.
    void clear(std::size_t buckets) {
        std::fill_n(memory_.buckets, buckets, Bucket{});
        mask_ = buckets - 1;
        used_ = 0;
    }

    // A search starts with a small table, which the cache holds.
    [[gnu::noinline]] void grow() {
        const std::vector<Bucket> old(memory_.buckets, memory_.buckets + mask_ + 1);
        clear(std::min(4 * (mask_ + 1), max_buckets_));
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket) {
                if (entry.is_empty()) continue;
                place_of(entry.key(), entry.key().hash()) = entry;
                ++used_;
            }
        }
    }

    Bucket& bucket_of(std::uint64_t hash) const { return memory_.buckets[hash & mask_]; }

    // The entry of a key, or the empty one where it belongs: the first in its bucket or in those after it.
    Entry& place_of(const typename Entry::Key& key, std::uint64_t hash) const {
        for (;; ++hash) {
            for (Entry& entry : bucket_of(hash)) {
                if (entry.holds(key) || entry.is_empty()) return entry;
            }
        }
    }

    void write(const typename Entry::Key& key, std::uint64_t hash, Stored stored) {
        Entry* place = &place_of(key, hash);
        if (!place->is_empty()) {
            if (stored.move == no_move) stored.move = place->stored().move;
        } else if (used_ < (mask_ + 1) * bucket_size * 3 / 4) {
            ++used_;
        } else if (mask_ + 1 < max_buckets_) {
            grow();
            return write(key, hash, stored);
        } else {  // a quarter stays empty: place_of ends there
            const auto is_shallower = [](const Entry& one, const Entry& other) {
                return !one.is_empty() && (other.is_empty() || one.depth() < other.depth());
            };
            place = &*std::min_element(bucket_of(hash).begin(), bucket_of(hash).end(), is_shallower);
            if (place->is_empty()) return;
        }
        *place = Entry(key, stored);
    }

    static Key of_any_depth(const Key& key) {
        if (key.is_of_any_depth()) return key;
        const auto any = key.without_depth();
        return {any, any.hash(), key.is_mirrored};
    }

    // The mirror image, guards included: the first column becomes the last.
    Word mirrored(Word cells) const {
        Word image = cells & middle_;
        Word column = left_;
        for (int shift = (board_.width - 1) * board_.stride; shift > 0; shift -= 2 * board_.stride) {
            image |= (cells & column) << shift | (cells >> shift & column);
            column = column << board_.stride;
        }
        return image;
    }

    const Board<Word>& board_;
    const bool mirror_keys_;
    const std::size_t max_buckets_;
    const Word left_;    // the first column with its guard
    const Word middle_;  // the middle column, if there is one
    Memory memory_;
    std::size_t mask_ = 0, used_ = 0;
};

}  // namespace fourcast
