// Exact values of official PopOut, where games may go on for ever: retrograde analysis, from finished games backwards.
//
// Every position, reachable or not, has its place in one array. A position is seen from the side to move. A column is a
// number with a 1 above its top disc; below it 1 is a disc of the side to move and 0 one of the other, the bottom lowest:
//
//     empty 1 = 1     own disc 11 = 3     own at the bottom, the other's on top 101 = 5     at most 2^(H+1) − 1
//
//     drop       the 1 moves up and the disc takes its place         take the top disc away: the other way round
//     pop        shift down by one                                   push in at the bottom: shift up, set bit 0
//     other side's view: turn every bit below the topmost 1
//
// The columns, each less 1, are the digits of the position's index.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "position.hpp"
#include "stop.hpp"

namespace fourcast {

template <class Word>
class PopOut {
public:
    struct Verdict {
        int value;  // 1 if the side to move wins, -1 if it loses, 0 otherwise
        int plies;  // until then; -1 if nobody wins
    };

    // `calls`: on a full board a draw may be called instead of a pop.
    PopOut(const Board<Word>& board, std::size_t megabytes, bool calls)
        : board_(board), calls_(calls), base_((std::uint64_t{2} << board.height) - 1) {
        const std::uint64_t room = (megabytes << 20) / sizeof(Fate);
        std::uint64_t weight = 1;
        for (int column = 0; column < board.width; ++column) {
            weights_.push_back(weight);
            if (base_ > room / weight) throw std::invalid_argument("the positions do not fit in the memory allowed");
            weight *= base_;
        }
        positions_ = weight;
        clear();
    }

    void clear() {
        fates_.reset(static_cast<Fate*>(std::calloc(positions_, sizeof(Fate))));
        if (!fates_) throw std::bad_alloc();
        layer_ = before_the_first;
        cursor_ = nodes_ = 0;
        spread_ = done_ = false;
    }

    // Positions looked at so far.
    std::uint64_t nodes() const { return nodes_; }

    // Decides all positions. What the poll throws leaves the work so that the next call goes on with it.
    //
    // First every finished game is found, and the moves of every other position are counted. Then layer after layer: the
    // positions decided in `layer_` plies decide those that lead to them. A lost one makes a won one of each; a won one
    // takes a move from each, and one without any left is lost. Who wins does so as soon as he can, who loses as late, so
    // the layers count the plies. What is never decided is a draw: neither side can force the other out of it.
    template <class Poll>
    void decide(Poll& poll, std::uint64_t most_nodes) {
        const std::uint64_t nodes_allowed = most_nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + most_nodes;
        while (!done_) {
            if (nodes_ >= nodes_allowed) throw StopSearch{StopReason::nodes};
            poll(0);
            const std::uint64_t end = std::min(positions_, cursor_ + block);
            if (layer_ == before_the_first) {
                for (; cursor_ < end; ++cursor_) fates_[cursor_] = first_fate(cursor_);
                nodes_ = cursor_;
            } else {
                const Fate won = decided | victory | layer_, lost = decided | layer_;
                for (; cursor_ < end; ++cursor_) {
                    if (fates_[cursor_] == won || fates_[cursor_] == lost) spread(cursor_, fates_[cursor_] == won);
                }
            }
            if (cursor_ == positions_) next_layer();
        }
    }

    // What is known by now; of an undecided position only after `decide` that it is a draw.
    Verdict verdict(const Position<Word>& position) const {
        const Fate fate = fates_[index_of(position)];
        if (!(fate & decided)) return {0, -1};
        return {fate & victory ? 1 : -1, fate & most_plies};
    }

    bool knows(const Position<Word>& position) const { return done_ || fates_[index_of(position)] & decided; }

private:
    // 1 and whether the side to move wins and in how many plies (14 bits); or 0 and how many of its moves are not known to
    // lose. A move that never will is among them: to call a draw, or to have none in a game that is drawn.
    using Fate = std::uint16_t;
    static constexpr Fate decided = 1 << 15, victory = 1 << 14, most_plies = victory - 1;
    static constexpr Fate before_the_first = most_plies;
    static constexpr std::uint64_t block = 1 << 14;  // positions between two looks at the clock

    void next_layer() {
        cursor_ = 0;
        if (layer_ == before_the_first) {
            layer_ = 0;
        } else {
            done_ = !spread_;
            ++layer_;
        }
        spread_ = false;
    }

    Fate first_fate(std::uint64_t index) const {
        Position<Word> position;
        int moves = 0;
        bool room = false;
        for (int column = 0; column < board_.width; ++column) {
            const std::uint64_t discs = index % base_ + 1;
            index /= base_;
            const int height = std::bit_width(discs) - 1;
            const std::uint64_t full = (std::uint64_t{1} << height) - 1;
            position.stones[0] |= Word(discs & full) << (column * board_.stride);
            position.stones[1] |= Word(~discs & full) << (column * board_.stride);
            moves += height < board_.height;
            room |= height < board_.height;
            moves += height > 0 && discs & 1;
        }
        if (board_.has_line(position.stones[1])) return decided;  // the other side has just moved, so it comes first
        if (board_.has_line(position.stones[0])) return decided | victory;
        return static_cast<Fate>(moves + (!room && (calls_ || moves == 0)));
    }

    // Tells the positions from which the other side could have moved here.
    void spread(std::uint64_t index, bool won) {
        ++nodes_;
        std::uint64_t seen = 0;  // by the other side
        std::uint64_t rest = index;
        for (std::uint64_t weight : weights_) {
            seen += (other_view(rest % base_ + 1) - 1) * weight;
            rest /= base_;
        }
        for (std::uint64_t weight : weights_) {
            const std::uint64_t discs = other_view(index % base_ + 1), top = std::bit_floor(discs);
            index /= base_;
            const std::uint64_t without = seen - (discs - 1) * weight;
            // Its own disc is on top: it may have been dropped. Taking the 1 away leaves its 1 to mark the top.
            if (discs & top >> 1) tell(without + ((discs & ~top) - 1) * weight, won);
            // There is room: its own disc may have been popped.
            if (discs < std::uint64_t{1} << board_.height) tell(without + (discs << 1) * weight, won);
        }
    }

    void tell(std::uint64_t index, bool won) {
        Fate& fate = fates_[index];
        if (fate & decided) return;
        if (won && --fate > 0) return;
        fate = static_cast<Fate>(decided | (won ? 0 : victory) | (layer_ + 1));
        spread_ = true;
    }

    std::uint64_t index_of(const Position<Word>& position) const {
        std::uint64_t index = 0;
        for (int column = 0; column < board_.width; ++column) {
            const auto discs_of = [&](int player) {
                const Word discs = position.stones[player] & board_.columns[column];
                return to_limbs(discs >> (column * board_.stride))[0];
            };
            const std::uint64_t own = discs_of(position.turn), all = own | discs_of(1 - position.turn);
            index += ((own | (all + 1)) - 1) * weights_[column];
        }
        return index;
    }

    static std::uint64_t other_view(std::uint64_t discs) { return discs ^ (std::bit_floor(discs) - 1); }

    const Board<Word>& board_;
    const bool calls_;
    const std::uint64_t base_;
    std::vector<std::uint64_t> weights_;  // of the columns in an index
    std::uint64_t positions_ = 0, nodes_ = 0;
    std::unique_ptr<Fate[], decltype(&std::free)> fates_{nullptr, &std::free};
    std::uint64_t cursor_ = 0;
    Fate layer_ = before_the_first;
    bool spread_ = false, done_ = false;
};

}  // namespace fourcast
