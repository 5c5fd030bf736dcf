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
// So at every turn of P the rests that are odd are those that were odd at first and have not been played in. When the
// board is full P has every BAD cell that is empty now, Q every GOOD one that is not odd, and the odd cells are shared: P
// takes one and Q one, in turn, until they are gone. Whatever P does, he ends with at most what that small game of sharing
// is worth to him. Not to play it at all but give P every odd cell, and Q none, is a weaker bound that is cheaper.
#pragma once

#include <limits>

#include "values.hpp"

namespace fourcast {

template <class Word>
class Following {
public:
    explicit Following(const Board<Word>& board) : board_(board), values_(board) {
        for (int row = board.height - 1; row >= 0; row -= 2) good_ |= board.bottom << row;
    }

    // P's final margin is at most this.
    int cheap(Word p, Word q) const {
        const Word empty = board_.cells & ~(p | q), landing = board_.landing(p | q);
        const Word followed = empty & good_ & ~landing;
        return values_.score(p | (empty & ~followed)) - values_.score(q | followed);
    }

    // The same with the odd cells shared, where they are few.
    int sharp(Word p, Word q) const {
        const Word empty = board_.cells & ~(p | q), odd = board_.landing(p | q) & good_;
        if (popcount(odd) > 4) return std::numeric_limits<int>::max();
        return shared(p | (empty & ~good_), q | (empty & good_ & ~odd), odd);
    }

private:
    int shared(Word p, Word q, Word odd) const {
        if (!odd) return values_.score(p) - values_.score(q);
        int best = std::numeric_limits<int>::min();
        each(odd, [&](Word taken) {
            int reply = std::numeric_limits<int>::max();
            each(odd & ~taken,
                 [&](Word answer) { reply = std::min(reply, shared(p | taken, q | answer, odd & ~(taken | answer))); });
            best = std::max(best, reply);
        });
        return best;
    }

    // The cells of a set that has at most one in each column.
    template <class Visit>
    void each(Word set, Visit&& visit) const {
        for (const Word& column : board_.columns) {
            if (const Word cell = set & column) visit(cell);
        }
    }

    const Board<Word>& board_;
    const Values<Word> values_;
    Word good_{0};
};

}  // namespace fourcast
