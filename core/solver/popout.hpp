// Exact values of official PopOut, whose games may never end: retrograde analysis, from finished games backwards.
//
// Every position, reachable or not, has an entry in one array. A position is seen from the side to move. A column is a
// number with a 1 above its top disc; below it, 1 is a disc of the side to move and 0 one of the other side, the bottom
// disc lowest:
//
//     empty 1 = 1     own disc 11 = 3     own disc below the other's 101 = 5     at most 2^(H+1) − 1
//
//     drop       the topmost 1 moves up, the disc takes its place    undone: remove the top disc
//     pop        shift down by one                                   undone: shift up, set bit 0
//     other side's view: invert every bit below the topmost 1
//
// The columns, each minus 1, are the digits of the position's index.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "position.hpp"
#include "stop.hpp"

namespace fourcast {

// In 64 bits: larger boards have too many positions for any memory.
class PopOutAnalysis {
public:
    struct PopOutValue {
        int value;  // 1 if the side to move wins, -1 if it loses, 0 otherwise
        int plies;  // until then; -1 if neither player wins
    };

    // `draw_calls`: whether a draw may be called on a full board instead of a pop.
    PopOutAnalysis(const Board<Word64>& board, std::size_t table_mb, bool draw_calls)
        : board_(board), draw_calls_(draw_calls), base_((std::uint64_t{2} << board.height) - 1) {
        const std::uint64_t max_positions = (table_mb << 20) / sizeof(Status);
        for (int column = 0; column < board.width; ++column) {
            weights_.push_back(positions_);
            if (base_ > max_positions / positions_) {
                throw std::invalid_argument("the positions do not fit in the memory allowed");
            }
            positions_ *= base_;
        }
        clear();
    }

    void clear() {
        status_.reset(static_cast<Status*>(std::calloc(positions_, sizeof(Status))));
        if (!status_) throw std::bad_alloc();
        layer_ = initial_layer;
        cursor_ = nodes_ = 0;
        layer_grew_ = is_complete_ = false;
    }

    // Positions expanded so far.
    std::uint64_t nodes() const { return nodes_; }

    // Decides all positions. If it is stopped, the next call continues.
    //
    // First every finished game is found, and the moves of every other position are counted. Then layer by layer: the
    // positions decided in `layer_` plies decide their predecessors. A lost position makes each of them won. A won one
    // takes a move from each of them, and a position without any move left is lost. The winner wins as soon as possible,
    // the loser loses as late as possible, so the layers count the plies. Positions that are never decided are draws:
    // neither side can be forced to leave them.
    void run(StopCheck& check, std::uint64_t max_nodes) {
        const std::uint64_t node_limit = max_nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + max_nodes;
        while (!is_complete_) {
            if (nodes_ >= node_limit) throw StopSearch{StopReason::nodes};
            check();
            const std::uint64_t end = std::min(positions_, cursor_ + block);
            if (layer_ == initial_layer) {
                for (; cursor_ < end; ++cursor_) status_[cursor_] = initial_status(cursor_);
                nodes_ = cursor_;
            } else {
                const Status won = decided | victory | layer_, lost = decided | layer_;
                for (; cursor_ < end; ++cursor_) {
                    if (status_[cursor_] == won || status_[cursor_] == lost) expand(cursor_, status_[cursor_] == won);
                }
            }
            if (cursor_ < positions_) continue;
            cursor_ = 0;
            is_complete_ = layer_ != initial_layer && !layer_grew_;
            layer_ = layer_ == initial_layer ? 0 : layer_ + 1;
            layer_grew_ = false;
        }
    }

    // Nothing if it is not known yet.
    std::optional<PopOutValue> value(const Position<Word64>& position) const {
        const Status status = status_[index_of(position)];
        if (status & decided) return PopOutValue{status & victory ? 1 : -1, status & max_plies};
        if (is_complete_) return PopOutValue{0, -1};
        return std::nullopt;
    }

private:
    // Decided: 1, whether the side to move wins (1 bit), and in how many plies (14 bits). Undecided: 0 and the number of
    // its moves not known to lose. A draw counts as a move that never loses: one that may be called, or that of a full
    // board without moves.
    using Status = std::uint16_t;
    static constexpr Status decided = 1 << 15, victory = 1 << 14, max_plies = victory - 1;
    static constexpr Status initial_layer = max_plies;
    static constexpr std::uint64_t block = 1 << 14;  // positions between two stop checks

    Status initial_status(std::uint64_t index) const {
        Position<Word64> position;
        int moves = 0;
        bool is_full = true;
        for (int column = 0; column < board_.width; ++column) {
            const std::uint64_t discs = index % base_ + 1;
            index /= base_;
            const int height = std::bit_width(discs) - 1;
            const std::uint64_t all = (std::uint64_t{1} << height) - 1;
            position.stones[0] |= (discs & all) << (column * board_.stride);
            position.stones[1] |= (~discs & all) << (column * board_.stride);
            is_full &= height == board_.height;
            moves += (height < board_.height) + (height > 0 && discs & 1);
        }
        if (board_.has_line(position.stones[1])) return decided;  // of the side that has just moved: it counts first
        if (board_.has_line(position.stones[0])) return decided | victory;
        return static_cast<Status>(moves + (is_full && (draw_calls_ || moves == 0)));
    }

    // Updates the positions from which the other side can have moved here.
    void expand(std::uint64_t index, bool won) {
        ++nodes_;
        std::uint64_t other_index = 0;  // of the position in the other side's view
        std::uint64_t rest = index;
        for (std::uint64_t weight : weights_) {
            other_index += (other_view(rest % base_ + 1) - 1) * weight;
            rest /= base_;
        }
        for (std::uint64_t weight : weights_) {
            const std::uint64_t discs = other_view(index % base_ + 1), top = std::bit_floor(discs);
            index /= base_;
            const std::uint64_t others = other_index - (discs - 1) * weight;  // the other columns
            // Its own disc is on top, and may have been dropped. Without the topmost 1, the disc's 1 marks the top.
            if (discs & top >> 1) update_predecessor(others + ((discs & ~top) - 1) * weight, won);
            // The column is not full: its own disc may have been popped.
            if (discs < std::uint64_t{1} << board_.height) update_predecessor(others + (discs << 1) * weight, won);
        }
    }

    void update_predecessor(std::uint64_t index, bool won) {
        Status& status = status_[index];
        if (status & decided) return;
        if (won && --status > 0) return;
        status = static_cast<Status>(decided | (won ? 0 : victory) | (layer_ + 1));
        layer_grew_ = true;
    }

    std::uint64_t index_of(const Position<Word64>& position) const {
        std::uint64_t index = 0;
        for (int column = 0; column < board_.width; ++column) {
            const auto discs_of = [&](int player) {
                return (position.stones[player] & board_.columns[column]) >> (column * board_.stride);
            };
            const std::uint64_t own = discs_of(position.turn), all = own | discs_of(1 - position.turn);
            index += ((own | (all + 1)) - 1) * weights_[column];
        }
        return index;
    }

    static std::uint64_t other_view(std::uint64_t discs) { return discs ^ (std::bit_floor(discs) - 1); }

    const Board<Word64>& board_;
    const bool draw_calls_;
    const std::uint64_t base_;
    std::vector<std::uint64_t> weights_;  // of the columns in an index
    std::uint64_t positions_ = 1, nodes_ = 0;
    std::unique_ptr<Status[], decltype(&std::free)> status_{nullptr, &std::free};
    std::uint64_t cursor_ = 0;
    Status layer_ = initial_layer;
    bool layer_grew_ = false, is_complete_ = false;
};

}  // namespace fourcast
