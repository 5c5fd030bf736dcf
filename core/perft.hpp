// Counting lines of play and positions: the C++ implementation of src/fourcast/rules/perft.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "position.hpp"
#include "stop.hpp"

namespace fourcast {

// By the number of moves n.
struct TreeCounts {
    std::vector<std::uint64_t> positions;  // after n moves
    std::vector<std::uint64_t> ended;      // games that were over after n moves, for every ply but the last
    std::vector<std::uint64_t> chances;    // chance nodes between move n - 1 and move n
};

// Counts every line of play of at most `depth` moves.
template <class Word>
class Perft {
public:
    Perft(const Board<Word>& board, int depth, StopCheck& check) : board_(board), depth_(depth), check_(check) {
        result_.positions.assign(depth + 1, 0);
        result_.ended.assign(depth, 0);
        result_.chances.assign(depth + 1, 0);
    }

    TreeCounts run(const Position<Word>& start) {
        result_.positions[0] = 1;
        if (depth_ > 0) expand(start, 0);
        return std::move(result_);
    }

private:
    // The positions of the last ply are counted, not made.
    void expand(const Position<Word>& position, int ply) {
        if ((++expanded_ & 0xffff) == 0) {
            check_.done = result_.positions[depth_];
            check_();
        }
        if (position.outcome(board_, ply > 0)) {
            ++result_.ended[ply];
            return;
        }
        const bool last = ply + 1 == depth_;
        std::uint64_t successors = 0, chances = 0;
        position.for_each_action(board_, [&](Action action) {
            if (!position.is_drop(board_, action)) {
                ++successors;
                if (!last) expand(position.after(board_, action), ply + 1);
                return;
            }
            if (board_.drifts) ++chances;
            position.for_each_landing(board_, action, [&](int column, int) {
                ++successors;
                if (!last) expand(position.after_landing(board_, column), ply + 1);
            });
        });
        result_.positions[ply + 1] += successors;
        result_.chances[ply + 1] += chances;
    }

    const Board<Word>& board_;
    const int depth_;
    StopCheck& check_;
    TreeCounts result_;
    std::uint64_t expanded_ = 0;
};

// The number of distinct positions after exactly 0, 1, … `depth` moves. A layer is a sorted vector. The next layer is
// sorted and made unique whenever it has doubled, so that it never holds much more than twice its distinct positions.
template <class Word>
std::vector<std::uint64_t> distinct(const Board<Word>& board, const Position<Word>& start, int depth,
                                    StopCheck& check) {
    std::vector<Position<Word>> layer{start}, next;
    std::vector<std::uint64_t> counts{1};
    std::uint64_t operations = 0, total = 1;
    // Called for every comparison and copy, too: sorting and moving a large layer take seconds.
    const auto count_operation = [&] {
        if ((++operations & 0xfff) != 0) return;
        check.done = total + next.size();
        check();
    };
    const auto make_unique = [&] {
        std::sort(next.begin(), next.end(), [&](const auto& a, const auto& b) { return count_operation(), a < b; });
        next.erase(std::unique(next.begin(), next.end()), next.end());
    };
    const auto reserve = [&](std::size_t size) {
        size += 1024;  // more than the successors of a single position
        if (next.capacity() >= size) return;
        std::vector<Position<Word>> larger;
        larger.reserve(size);
        for (const Position<Word>& position : next) {
            count_operation();
            larger.push_back(position);
        }
        next.swap(larger);
    };
    for (int ply = 0; ply < depth; ++ply) {
        next.clear();
        std::size_t limit = 1 << 20;
        reserve(limit);
        for (const Position<Word>& position : layer) {
            count_operation();
            if (position.outcome(board)) continue;
            position.for_each_action(board, [&](Action action) {
                position.for_each_successor(board, action,
                                            [&](const Position<Word>& after, int, int) { next.push_back(after); });
            });
            if (next.size() >= limit) {
                make_unique();
                limit = std::max(limit, 2 * next.size());
                reserve(limit);
            }
        }
        make_unique();
        layer.swap(next);
        counts.push_back(layer.size());
        total += layer.size();
    }
    return counts;
}

}  // namespace fourcast
