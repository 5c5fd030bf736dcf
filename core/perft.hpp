// Counting games and positions: the twin of src/fourcast/rules/perft.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "position.hpp"

namespace fourcast {

struct Census {
    std::vector<std::uint64_t> positions;  // after n moves
    std::vector<std::uint64_t> ended;      // games that were over after n moves, for every ply but the last
    std::vector<std::uint64_t> chances;    // chance nodes between move n - 1 and move n
};

// Walks every line of play of at most `depth` moves. `poll(nodes)` is called now and then; what it throws ends the walk.
template <class Word, class Poll>
class CensusWalk {
public:
    CensusWalk(const Board<Word>& board, int depth, Poll& poll) : board_(board), depth_(depth), poll_(poll) {
        result_.positions.assign(depth + 1, 0);
        result_.ended.assign(depth, 0);
        result_.chances.assign(depth + 1, 0);
    }

    Census run(const Position<Word>& start) {
        result_.positions[0] = 1;
        if (depth_ > 0) expand(start, 0);
        return std::move(result_);
    }

private:
    // The positions of the last ply are counted without being made: nobody asks what stands there.
    void expand(const Position<Word>& position, int ply) {
        if ((++expanded_ & 0xffff) == 0) poll_(result_.positions[depth_]);
        if (position.outcome(board_, ply > 0)) {
            ++result_.ended[ply];
            return;
        }
        const bool last = ply + 1 == depth_;
        std::uint64_t following = 0, chances = 0;
        position.for_each_action(board_, [&](Action action) {
            if (!position.is_drop(board_, action)) {
                ++following;
                if (!last) expand(position.after(board_, action), ply + 1);
                return;
            }
            if (board_.drifts) ++chances;
            position.for_each_landing(board_, action, [&](int column, int) {
                ++following;
                if (!last) expand(position.after_landing(board_, column), ply + 1);
            });
        });
        result_.positions[ply + 1] += following;
        result_.chances[ply + 1] += chances;
    }

    const Board<Word>& board_;
    const int depth_;
    Poll& poll_;
    Census result_;
    std::uint64_t expanded_ = 0;
};

// How many different positions can stand after exactly 0, 1, … `depth` moves. A layer is a sorted vector; the next one
// is sorted and thinned whenever it has doubled, so it never holds more than twice its distinct positions and a little.
template <class Word, class Poll>
std::vector<std::uint64_t> distinct(const Board<Word>& board, const Position<Word>& start, int depth, Poll& poll) {
    std::vector<Position<Word>> layer{start}, next;
    std::vector<std::uint64_t> counts{1};
    std::uint64_t expanded = 0, total = 1;
    // Sorting and moving a large layer take seconds, so they poll as well.
    std::uint64_t touched = 0;
    const auto breathe = [&] {
        if ((++touched & 0xffff) == 0) poll(total + next.size());
    };
    const auto thin = [&] {
        std::sort(next.begin(), next.end(), [&](const auto& a, const auto& b) { return breathe(), a < b; });
        next.erase(std::unique(next.begin(), next.end()), next.end());
    };
    const auto make_room = [&](std::size_t most) {
        most += 1024;  // what a single position adds
        if (next.capacity() >= most) return;
        std::vector<Position<Word>> larger;
        larger.reserve(most);
        for (const Position<Word>& position : next) {
            breathe();
            larger.push_back(position);
        }
        next.swap(larger);
    };
    for (int ply = 0; ply < depth; ++ply) {
        next.clear();
        std::size_t thin_at = 1 << 20;
        make_room(thin_at);
        for (const Position<Word>& position : layer) {
            if ((++expanded & 0xfff) == 0) poll(total + next.size());
            if (position.outcome(board)) continue;
            position.for_each_action(board, [&](Action action) {
                if (!position.is_drop(board, action)) {
                    next.push_back(position.after(board, action));
                } else {
                    position.for_each_landing(
                        board, action, [&](int column, int) { next.push_back(position.after_landing(board, column)); });
                }
            });
            if (next.size() >= thin_at) {
                thin();
                thin_at = std::max(thin_at, 2 * next.size());
                make_room(thin_at);
            }
        }
        thin();
        layer.swap(next);
        counts.push_back(layer.size());
        total += layer.size();
    }
    return counts;
}

}  // namespace fourcast
