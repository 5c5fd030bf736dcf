// Reduced keys: what of a position matters for the rest of its game. Positions that differ only in discs without further
// effect share an entry of the solver's table.
#pragma once

#include <cstdint>

#include "mix.hpp"
#include "position.hpp"
#include "solver/margin/symmetry.hpp"

namespace fourcast {

// Positions with the same key have the same remaining margin: what the side to move can still win or lose.
//
// A disc that can no longer make a difference to its owner is *dead*. It is in both sets, and only fills its cell.
//
//     own  other
//      0     0     empty
//      1     0     a disc of the side to move
//      0     1     a disc of the other side
//      1     1     a dead disc of either side
template <class Word>
struct ReducedKey {
    Word own{0}, other{0};
    std::uint32_t pops = 0;  // if any pop-outs are left: 1, the side to move, the pop-outs of both (10 bits each)

    ReducedKey() = default;
    ReducedKey(Word own, Word other, std::uint32_t pops) : own(own), other(other), pops(pops) {}

    // Without branches: see BucketTable::find_in_bucket.
    [[gnu::always_inline]] bool operator==(const ReducedKey& key) const {
        return !((own ^ key.own) | (other ^ key.other) | Word{pops ^ key.pops});
    }

    std::size_t bucket(int bits) const {
        std::uint64_t mixed = pops * golden_multiplier;
        for (const Word& set : {own, other}) {
            const Limbs limbs = to_limbs(set);
            for (int n = 0; n < word_bits<Word> / 64; ++n) mixed = mix(mixed ^ limbs[n]);
        }
        return mixed * golden_multiplier >> (64 - bits);  // the high bits are mixed best
    }
};

template <class Word>
class KeyReducer {
public:
    explicit KeyReducer(const Board<Word>& board)
        : board_(board),
          symmetries_(board),
          pops_are_symmetric_(board.width % 2 == 1),
          drift_is_symmetric_(!board.drifts || board.drift[1] == board.drift[2]) {}

    bool has_pops(const Position<Word>& position) const {
        return board_.pop_rule == PopRule::limited && (position.pops[0] || position.pops[1]);
    }

    ReducedKey<Word> key(const Position<Word>& position) const {
        Word own = position.stones[position.turn], other = position.stones[1 - position.turn];
        std::uint32_t pops = 0;
        bool is_symmetric = drift_is_symmetric_;
        if (has_pops(position)) {
            // A pop moves discs, so that any of them may count again. The columns in which a side may pop depend on which
            // side it is.
            pops = 1u << 21 | static_cast<std::uint32_t>(position.turn) << 20 |
                   static_cast<std::uint32_t>(position.pops[0]) << 10 | static_cast<std::uint32_t>(position.pops[1]);
            is_symmetric = is_symmetric && pops_are_symmetric_;
        } else {
            const Word dead = (own & ~live(own, other)) | (other & ~live(other, own));
            own |= dead;
            other |= dead;
        }
        if (is_symmetric) symmetries_.normalise(own, other);
        return {own, other, pops};
    }

    // The cells of `own` that can still make a difference if no disc ever moves.
    Word live(Word own, Word other) const {
        return own & (board_.goal == Goal::run_points ? in_open_runs(own, other) : in_open_windows(own, other));
    }

private:
    // The cells of all lines that are incomplete and can still be completed. They follow from the occupied cells and the
    // live discs alone: a line is open to a side if all its occupied cells hold live discs of that side.
    Word in_open_windows(Word own, Word other) const {
        const Word available = board_.cells & ~other;
        const int length = board_.connect;
        Word result{0};
        for (int step : board_.steps) {
            const Word open = board_.run_starts(available, step, length) & ~board_.run_starts(own, step, length);
            result |= board_.covered(open, step, length);
        }
        return result;
    }

    // The discs of all runs with an empty cell at an end: no other run can grow. A disc in none of them has no empty
    // neighbour, and neither has any disc of its runs, so that no later run reaches it.
    Word in_open_runs(Word own, Word other) const {
        const Word empty = board_.cells & ~(own | other);
        Word result{0};
        for (int step : board_.steps) {
            for (Word run = own & (empty << step); run; run = own & (run << step)) result |= run;
            for (Word run = own & (empty >> step); run; run = own & (run >> step)) result |= run;
        }
        return result;
    }

    const Board<Word>& board_;
    const Symmetries<Word> symmetries_;
    const bool pops_are_symmetric_, drift_is_symmetric_;
};

}  // namespace fourcast
