// What the side to move can at most get if the other side follows it: for games that fill the board.
//
// P is to move, Q is the other side; discs fall and nothing can be popped. Rows count from 1 at the bottom; H is the
// height. GOOD rows are those with r ≡ H (mod 2), so the top row is one; BAD rows are the others.
//
// Let the number of empty cells be even when P is to move. The next cell of a column is in a GOOD row if an odd number of
// its cells are empty; call it an *odd* cell. Q follows:
//   - where P plays in a column with an even rest (a BAD cell), Q plays on top of him (a GOOD cell);
//   - where P takes an odd cell, Q takes another one. The rests add up to an even number, so the odd cells are even in
//     number, and there is another. Both columns have an even rest from then on.
// So at every turn of P the rests that are odd are those that were odd at first and have not been played in, and P never
// gets a GOOD cell that cannot be played now. When the board is full Q has at least those, and P at most all others: more
// discs never score less, so P's final margin is at most what the board is worth if it is filled so.
#pragma once

#include "solver/values.hpp"

namespace fourcast {

template <class Word>
class Following {
public:
    explicit Following(const Board<Word>& board) : board_(board), values_(board) {
        for (int row = board.height - 1; row >= 0; row -= 2) good_ |= board.bottom << row;
    }

    // P's final margin is at most this.
    int most(Word p, Word q) const {
        const Word empty = board_.cells & ~(p | q), followed = empty & good_ & ~board_.landing(p | q);
        return values_.score(p | (empty & ~followed)) - values_.score(q | followed);
    }

private:
    const Board<Word>& board_;
    const Values<Word> values_;
    Word good_{0};
};

}  // namespace fourcast
