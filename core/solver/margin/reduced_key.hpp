// What of a position matters for the rest of its game: the key under which solvers remember positions.
#pragma once

#include <compare>
#include <cstdint>

#include "position.hpp"
#include "solver/margin/symmetry.hpp"

namespace fourcast {

// Positions with the same key have the same future: what is still to be won and lost, seen from the side to move.
//
// A disc that can no longer make a difference for its owner is *dead*, and stands in both sets: it only fills its cell.
//
//     own  other
//      0     0     empty
//      1     0     a disc of the side to move
//      0     1     a disc of the other side
//      1     1     a dead disc of either
template <class Word>
struct Key {
    Word own{0}, other{0};
    std::uint32_t pops = 0;  // while there are any: 1, whose turn, the pop-outs left to both (10 bits each)

    bool operator==(const Key&) const = default;

    std::uint64_t hash() const {
        std::uint64_t mixed = pops * 0x9e3779b97f4a7c15;
        for (const Word& set : {own, other}) {
            const Limbs limbs = to_limbs(set);
            for (int n = 0; n < word_bits<Word> / 64; ++n) {
                mixed = (mixed ^ limbs[n]) * 0xd6e8feb86659fd93;
                mixed ^= mixed >> 32;
            }
        }
        return mixed * 0x9e3779b97f4a7c15;  // the high bits are the well mixed ones
    }
};

template <class Word>
class Future {
public:
    explicit Future(const Board<Word>& board)
        : board_(board),
          symmetries_(board),
          pops_mirror_(board.width % 2 == 1),
          drift_mirrors_(!board.drifts || board.drift[1] == board.drift[2]) {}

    bool pops_left(const Position<Word>& position) const {
        return board_.pop_rule == PopRule::limited && (position.pops[0] || position.pops[1]);
    }

    Key<Word> key(const Position<Word>& position) const {
        Word own = position.stones[position.turn], other = position.stones[1 - position.turn];
        Key<Word> key;
        bool mirrors = drift_mirrors_;
        if (pops_left(position)) {
            // A pop moves discs, so any of them may count again; and whose columns are whose depends on the turn.
            key.pops = 1u << 21 | static_cast<std::uint32_t>(position.turn) << 20 |
                       static_cast<std::uint32_t>(position.pops[0]) << 10 |
                       static_cast<std::uint32_t>(position.pops[1]);
            mirrors = mirrors && pops_mirror_;
        } else {
            const Word dead = (own & ~live(own, other)) | (other & ~live(other, own));
            own |= dead;
            other |= dead;
        }
        if (mirrors) symmetries_.settle(own, other);
        key.own = own;
        key.other = other;
        return key;
    }

    // The cells of `own` that can still make a difference, if no disc ever moves.
    Word live(Word own, Word other) const {
        return own & (board_.goal == Goal::run_points ? in_open_runs(own, other) : in_open_windows(own, other));
    }

private:
    // The cells of all windows that are not complete and can still become so. Which they are can be told from the taken
    // cells and the live discs alone: a window is open to a side if all its taken cells are live discs of that side.
    Word in_open_windows(Word own, Word other) const {
        const Word room = board_.cells & ~other;
        Word found{0};
        for (int step : board_.steps) {
            const Word open =
                board_.run_starts(room, step, board_.connect) & ~board_.run_starts(own, step, board_.connect);
            Word covered = open;
            for (int n = 1; n < board_.connect; ++n) covered = open | covered << step;
            found |= covered;
        }
        return found;
    }

    // The discs of all runs with an empty cell at an end: no other run can grow. A disc that is in none of them has no
    // empty neighbour, and neither has any disc of its runs, so that no later run reaches it.
    Word in_open_runs(Word own, Word other) const {
        const Word empty = board_.cells & ~(own | other);
        Word found{0};
        for (int step : board_.steps) {
            for (Word run = own & (empty << step); run; run = own & (run << step)) found |= run;
            for (Word run = own & (empty >> step); run; run = own & (run >> step)) found |= run;
        }
        return found;
    }

    const Board<Word>& board_;
    const Symmetries<Word> symmetries_;
    const bool pops_mirror_, drift_mirrors_;
};

}  // namespace fourcast
