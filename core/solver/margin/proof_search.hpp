// Exact margins of games that fill the board, by depth-first proof-number search. It goes deep where a proof seems near, which
// suits tests that one long sequence of forced moves decides. Small positions are left to fill_search.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "solver/margin/fill_search.hpp"

namespace fourcast {

// How far a test is from its answer. `proof`: about how many positions must still be shown to be above the test or not, to
// show that the margin is above it; `disproof`: to show that it is not. 0 and `infinite`, or the reverse, is the answer.
struct ProofNumbers {
    std::uint32_t proof, disproof;

    static constexpr std::uint32_t infinite = (1 << 24) - 1;
    static ProofNumbers of_answer(bool above) { return above ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0}; }
};

// Proof numbers of positions that have no answer yet. They only guide the search: it does not matter if two positions share
// an entry. An entry is read and written whole, so that threads need no lock.
//
//     63 ───── 48 47 ────── 24 23 ──────── 0
//      check (16)  proof (24)  disproof (24)      all zero while the entry is empty
class ProofTable {
public:
    explicit ProofTable(std::size_t max_bytes) {
        while ((sizeof(Bucket) << (bucket_bits_ + 1)) <= max_bytes) ++bucket_bits_;
        memory_.emplace(sizeof(Bucket) << bucket_bits_);
        buckets_ = static_cast<Bucket*>(memory_->start());
    }

    void clear() {
        for (std::size_t n = 0; n < std::size_t{1} << bucket_bits_; ++n) {
            for (auto& entry : buckets_[n].entries) entry.store(0, std::memory_order_relaxed);
        }
    }

    static std::uint64_t hash(std::uint64_t position_hash, int test) {
        return mix(position_hash + static_cast<std::uint64_t>(test) * mix_multiplier) * golden_multiplier;
    }

    bool find(std::uint64_t hash, ProofNumbers& numbers) const {
        for (const auto& slot : bucket(hash).entries) {
            const std::uint64_t entry = slot.load(std::memory_order_relaxed);
            if (!entry || entry >> 48 != check(hash)) continue;
            numbers = numbers_of(entry);
            return true;
        }
        return false;
    }

    // Replaces what is stored for the position or, if there is nothing, the entry with the smallest numbers.
    void put(std::uint64_t hash, const ProofNumbers& numbers) {
        std::atomic<std::uint64_t>* place = nullptr;
        std::uint32_t least_sum = ~std::uint32_t{0};
        for (auto& slot : bucket(hash).entries) {
            const std::uint64_t entry = slot.load(std::memory_order_relaxed);
            if (!entry || entry >> 48 == check(hash)) {
                place = &slot;
                break;
            }
            const ProofNumbers stored = numbers_of(entry);
            if (stored.proof + stored.disproof < least_sum) {
                least_sum = stored.proof + stored.disproof;
                place = &slot;
            }
        }
        place->store(check(hash) << 48 | std::uint64_t{numbers.proof} << 24 | numbers.disproof,
                     std::memory_order_relaxed);
    }

private:
    struct Bucket {
        std::atomic<std::uint64_t> entries[8];
    };

    static std::uint64_t check(std::uint64_t hash) { return hash & 0xffff; }
    static ProofNumbers numbers_of(std::uint64_t entry) {
        return {static_cast<std::uint32_t>(entry >> 24 & ProofNumbers::infinite),
                static_cast<std::uint32_t>(entry & ProofNumbers::infinite)};
    }
    Bucket& bucket(std::uint64_t hash) const { return buckets_[hash >> (64 - bucket_bits_)]; }

    int bucket_bits_ = 4;
    std::optional<ZeroedMemory> memory_;
    Bucket* buckets_;
};

template <class Word>
class ProofSearch {
public:
    // `is_shared`: whether other threads use the table for the same test at the same time.
    ProofSearch(const Board<Word>& board, ProofTable& table, FillSearch<Word>& fill_search, NodeCounter& count_node,
                bool is_shared)
        : board_(board), table_(table), fill_search_(fill_search), count_node_(count_node), is_shared_(is_shared) {
        const auto rows = static_cast<std::size_t>(board.width * board.height + 1);
        children_.resize(rows * static_cast<std::size_t>(board.width));
        numbers_.resize(children_.size());
    }

    // A bound of the final margin of the side to move: a lower bound if it is above `test`, else an upper bound.
    int search(Word own, Word other, int test) {
        const Node root = fill_search_.make_root(own, other, test);
        if (root.low > test) return root.low;
        if (root.high <= test) return root.high;
        ProofNumbers numbers{1, 1};
        return search(root, test, {ProofNumbers::infinite, ProofNumbers::infinite}, numbers);
    }

private:
    using Node = typename FillSearch<Word>::Node;
    using Child = typename FillSearch<Word>::Child;

    // Searches until the test is answered, or a number reaches its limit. The result is a bound if the test is answered.
    int search(const Node& node, int test, const ProofNumbers& limits, ProofNumbers& numbers) {
        const int empty_cells = popcount(board_.cells & ~(node.own | node.other));
        if (empty_cells <= max_small) {
            const int result = fill_search_.search(node, test);
            numbers = ProofNumbers::of_answer(result > test);
            return result;
        }
        count_node_();
        const std::uint64_t before = count_node_.nodes;
        const auto row = static_cast<std::size_t>(empty_cells * board_.width);
        Child* const children = &children_[row];
        ProofNumbers* const child_numbers = &numbers_[row];
        int best = -FillSearch<Word>::unbounded;
        int count = list_children(node, empty_cells, children, child_numbers, test, best);
        while (best <= test && count) {
            numbers = combine(child_numbers, count);
            if (numbers.proof >= limits.proof || numbers.disproof >= limits.disproof) {
                table_.put(hash(node, test), numbers);
                return 0;
            }
            int first = 0;
            std::uint32_t second_least = ProofNumbers::infinite;
            for (int n = 1; n < count; ++n) {
                if (child_numbers[n].disproof < child_numbers[first].disproof) {
                    second_least = child_numbers[first].disproof;
                    first = n;
                } else {
                    second_least = std::min(second_least, child_numbers[n].disproof);
                }
            }
            // The child is searched until it is no longer the most promising one by a quarter, or this node reaches a limit.
            const ProofNumbers child_limits{
                std::min(limits.disproof - numbers.disproof + child_numbers[first].proof, ProofNumbers::infinite),
                std::min(limits.proof, second_least + 1 + second_least / 4)};
            if (is_shared_) {  // while it is searched, it seems further away to the other threads
                const auto [proof, disproof] = child_numbers[first];
                table_.put(hash(children[first], -test - 1),
                           {proof, std::min(disproof + disproof / 2 + 8, ProofNumbers::infinite - 1)});
            }
            const int result = -search(children[first], -test - 1, child_limits, child_numbers[first]);
            const auto remove = [&](int n) {
                --count;
                children[n] = children[count];
                child_numbers[n] = child_numbers[count];
            };
            if (!child_numbers[first].proof || !child_numbers[first].disproof) {
                best = std::max(best, result);
                remove(first);
            }
            for (int n = 0; n < count && best <= test;) {  // what the search has found out about the others
                fill_search_.look_up(children[n]);
                if (FillSearch<Word>::is_settled(children[n], test, best)) {
                    remove(n);
                } else {
                    table_.find(hash(children[n], -test - 1), child_numbers[n]);
                    ++n;
                }
            }
        }
        fill_search_.store(node, test, best, before);
        numbers = ProofNumbers::of_answer(best > test);
        return best;
    }

    // The margin is above the test if it is after one move, so that the easiest is chosen; it is not if it is after none.
    // Many positions below this one are reached by several moves: of all proofs but the largest, half is counted.
    static ProofNumbers combine(const ProofNumbers* children, int count) {
        std::uint32_t least = ProofNumbers::infinite - 1, most = 0;
        std::uint64_t sum = 0;
        for (int n = 0; n < count; ++n) {
            least = std::min(least, children[n].disproof);
            most = std::max(most, children[n].proof);
            sum += children[n].proof;
        }
        const std::uint64_t disproof = most + (sum - most) / 2;
        return {least, static_cast<std::uint32_t>(std::min<std::uint64_t>(disproof, ProofNumbers::infinite - 1))};
    }

    // The children that are not settled, and their numbers: those of the table, or first ones by their priorities.
    int list_children(const Node& node, int empty_cells, Child* children, ProofNumbers* numbers, int test, int& best) {
        ProofNumbers stored;
        const int count = fill_search_.list_children(node, empty_cells, children, test, best, [&](Child& child) {
            child.key = fill_search_.key_of(child.own, child.other);
            fill_search_.look_up(child);
            return table_.find(hash(child, -test - 1), stored);
        });
        int best_priority = std::numeric_limits<int>::min();
        for (int n = 0; n < count; ++n) best_priority = std::max(best_priority, children[n].priority);
        for (int n = 0; n < count && best <= test; ++n) {
            const std::uint64_t child_hash = hash(children[n], -test - 1);
            if (table_.find(child_hash, numbers[n])) continue;
            const int distance = best_priority - children[n].priority;
            numbers[n] = {1, static_cast<std::uint32_t>(1 + std::min(distance, max_distance))};
            table_.put(child_hash, numbers[n]);
        }
        return count;
    }

    std::uint64_t hash(const Node& node, int test) const {
        return ProofTable::hash(FillSearch<Word>::Table::hash(node.key), test);
    }

    // Chosen by the time that random positions of 7×6, 6×6 and 8×5 took.
    static constexpr int max_small = 20, max_distance = 100;

    const Board<Word>& board_;
    ProofTable& table_;
    FillSearch<Word>& fill_search_;
    NodeCounter& count_node_;
    const bool is_shared_;
    std::vector<Child> children_;        // a row for every number of empty cells
    std::vector<ProofNumbers> numbers_;  // of the children
};

}  // namespace fourcast
