// The expansion of a node with AVX-512: all moves at once, the move of each column in a lane of its own. expansion.hpp is the
// definition, one move after the other; both list the same children.
#pragma once

#include <type_traits>

#include "solver/first_line/expansion.hpp"
#include "solver/lanes.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

#ifdef FOURCAST_HAS_LANES

template <KnownShape S>
class LaneExpansion : public Expansion<Word64, S> {
public:
    using State = SolverState<Word64>;
    using Node = first_line::Node<Word64>;

    using Expansion<Word64, S>::Expansion;

    // These are functions of Expansion.

    [[gnu::always_inline]] int open_moves(const Node& node, Node* children, Move<Word64>* open_moves, int alpha,
                                          SettledMoves<Word64>& settled, bool need_keys) const {
        const Lanes moves = moves_of(node.safe);
        Position position{Lanes(node.other), Lanes(node.own) | moves};
        const Lanes made = threats(position);

        // Forced moves, in all lanes at once.
        Nodes nodes;
        LaneSet open, same_side, playing = not_empty(moves);
        Lanes threats_now = made;
        int empty_cells = node.empty_cells - 1;
        for (bool is_answer = true;; is_answer = !is_answer, --empty_cells) {
            const Lanes landing = landing_in(position);
            LaneSet is_lost;
            const Lanes safe = answers(landing, threats_now, is_lost);
            const int win = is_answer ? empty_cells / 2 : -(empty_cells / 2);
            if (empty_cells <= 2) {
                for (; playing; playing.remove(playing.first())) {
                    const int lane = playing.first();
                    if (settled.add(is_lost.contains(lane) ? win : 0, moves[lane], alpha)) return 0;
                }
                break;
            }
            if (is_lost = is_lost & playing; is_lost) {
                if (settled.add(win, moves[is_lost.first()], alpha)) return 0;
                playing = playing & ~is_lost;
            }
            const LaneSet has_choice = playing & has_several(safe);
            nodes.set(has_choice, position, landing, threats_now, safe, empty_cells);
            open = open | has_choice;
            if (!is_answer) same_side = same_side | has_choice;
            playing = playing & ~has_choice;
            if (!playing) break;
            position = {position.other, position.own | safe};
            threats_now = threats(position);
        }
        if (!open) return 0;

        LaneSet is_mirrored;
        if (need_keys) {
            const Lanes key = nodes.position.own + nodes.position.occupied(), image = mirrored(key);
            is_mirrored = _mm512_cmplt_epu64_mask(image, key);
            const Lanes keys = select(is_mirrored, image, key);
            for (LaneSet rest = open; rest; rest.remove(rest.first())) {
                const int lane = rest.first();
                children[lane].key = table_.key_of(keys[lane]);
                table_.prefetch(children[lane].key, static_cast<int>(nodes.empty_cells[lane]));
            }
        }

        const Lanes lower = nodes.lower();
        const Lanes upper = static_bounds_ ? min(nodes.upper(), upper_bounds(nodes, open)) : nodes.upper();
        const LaneSet cuts_off = open & ((same_side & is_above(lower, alpha)) | (~same_side & is_below(upper, -alpha)));
        if (cuts_off) {
            const int lane = cuts_off.first();
            const int score = static_cast<int>(same_side.contains(lane) ? lower[lane] : -upper[lane]);
            settled.add(score, moves[lane], alpha);
            return 0;
        }
        int count = 0;
        for (LaneSet rest = open; rest; rest.remove(rest.first())) {
            const int lane = rest.first();
            Node& child = children[lane];
            child.lower = static_cast<int>(lower[lane]);
            child.upper = static_cast<int>(upper[lane]);
            child.same_side = same_side.contains(lane);
            child.cell = moves[lane];
            if (child.at_most() <= alpha) {
                settled.add(child.at_most(), child.cell, alpha);
                continue;
            }
            child.own = nodes.position.own[lane];
            child.other = nodes.position.other[lane];
            child.threats = nodes.threats[lane];
            child.safe = nodes.safe[lane];
            child.made = made[lane];
            child.empty_cells = static_cast<int>(nodes.empty_cells[lane]);
            child.table_move = -1;
            child.is_mirrored = is_mirrored.contains(lane);
            open_moves[count++].node = &child;
        }
        return count;
    }

    Word64 two_move_win(const State& state, Word64 cells) const {
        const Lanes moves = moves_of(cells);
        const Position position{Lanes(state.other), Lanes(state.own) | moves};
        LaneSet is_lost;
        answers(landing_in(position), threats(position), is_lost);
        is_lost = is_lost & not_empty(moves);
        return is_lost ? moves[is_lost.first()] : 0;
    }

    Word64 defence(const Node& node, std::uint64_t& nodes) const {
        const Lanes moves = moves_of(node.safe);
        const Position position{Lanes(node.other), Lanes(node.own) | moves};
        LaneSet is_lost, rest = not_empty(moves);
        const Lanes safe = answers(landing_in(position), threats(position), is_lost);
        if (is_lost = is_lost & rest; is_lost) return moves[is_lost.first()];
        for (int lane = rest.first();;) {
            rest.remove(lane);
            ++nodes;
            const Word64 cell = moves[lane];
            const Word64 win = two_move_win({node.other, node.own | cell, node.empty_cells - 1}, safe[lane]);
            if (!win) return cell;
            if (!rest) return 0;
            const int column = g_->column_of(win);
            lane = win & node.safe && rest.contains(column) ? column : rest.first();
        }
    }

private:
    // Seen from the side to move.
    struct Position {
        Lanes own, other;
        Lanes occupied() const { return own | other; }
    };

    struct Nodes {
        Position position{Lanes(Word64{0}), Lanes(Word64{0})};
        Lanes landing{Word64{0}}, threats{Word64{0}}, safe{Word64{0}}, empty_cells{Word64{0}};

        void set(LaneSet lanes, const Position& at, Lanes land, Lanes threat, Lanes moves, int cells) {
            position = {select(lanes, at.own, position.own), select(lanes, at.other, position.other)};
            landing = select(lanes, land, landing);
            threats = select(lanes, threat, threats);
            safe = select(lanes, moves, safe);
            empty_cells = select(lanes, Lanes(static_cast<Word64>(cells)), empty_cells);
        }

        // See Expansion::play_forced. At least three cells are empty.
        Lanes lower() const { return -((empty_cells - Lanes(Word64{2})) >> 1); }
        Lanes upper() const { return (empty_cells - Lanes(Word64{1})) >> 1; }
    };

    [[gnu::always_inline]] Lanes moves_of(Word64 cells) const {
        return Lanes(cells) & Lanes(_mm512_loadu_si512(g_->columns.data()));
    }

    // See Board::mirrored.
    [[gnu::always_inline]] Lanes mirrored(Lanes set) const {
        Lanes image(Word64{0});
        for (int left = 0, right = g_->width - 1; left <= right; ++left, --right) {
            const Lanes column(g_->columns[left] | g_->columns[left] << 1);
            const int shift = (right - left) * g_->stride;
            image = image | ((set & column) << shift) | ((set >> shift) & column);
        }
        return image;
    }

    [[gnu::always_inline]] Lanes landing_in(const Position& position) const {
        return (position.occupied() + Lanes(g_->bottom)) & Lanes(g_->cells);
    }

    // The moves that do not lose at once, and the lanes that have none.
    [[gnu::always_inline]] static Lanes answers(Lanes landing, Lanes threats, LaneSet& is_lost) {
        const Lanes forced = landing & threats, quiet = landing.without(threats >> 1);
        const Lanes safe = _mm512_mask_and_epi64(quiet, not_empty(forced), quiet, forced);
        is_lost = has_several(forced) | is_empty(safe);
        return safe;
    }

    // The threats of the side that has just moved.
    [[gnu::always_inline]] Lanes threats(const Position& position) const {
        const Lanes discs = position.other;
        Lanes result = (discs << 1) & (discs << 2) & (discs << 3);
        for (int n = 1; n < 4; ++n) result = result | gaps(discs, g_->steps[n]);
        return (result & Lanes(g_->cells)).without(position.occupied());
    }

    // See Board::gaps_in_fours.
    [[gnu::always_inline]] static Lanes gaps(Lanes discs, int step) {
        const Lanes after = discs << step, before = discs >> step;
        return (after & (discs << (2 * step)) & (before | (discs << (3 * step)))) |
               (before & (discs >> (2 * step)) & (after | (discs >> (3 * step))));
    }

    [[gnu::always_inline]] static Lanes fours(Lanes discs, int step) {
        const Lanes pairs = discs & (discs >> step);
        return pairs & (pairs >> (2 * step));
    }

    [[gnu::always_inline]] Lanes flat_fours(Lanes discs) const {
        return fours(discs, g_->steps[1]) | fours(discs, g_->steps[2]) | fours(discs, g_->steps[3]);
    }
    [[gnu::always_inline]] LaneSet has_line(Lanes discs) const {
        return not_empty(flat_fours(discs) | fours(discs, g_->steps[0]));
    }
    [[gnu::always_inline]] LaneSet has_flat_line(Lanes discs) const { return not_empty(flat_fours(discs)); }

    [[gnu::always_inline]] Lanes lowest(Lanes sets) const { return sets & (Lanes(g_->guards) - sets); }
    [[gnu::always_inline]] Lanes upwards(Lanes sets) const {
        return (sets | (Lanes(g_->guards) - sets)) & Lanes(g_->cells);
    }

    // The upper bounds of StaticBounds, with the same names.
    [[gnu::always_inline]] Lanes upper_bounds(const Nodes& nodes, LaneSet open) const {
        const Lanes one(Word64{1}), guards(g_->guards), none(static_cast<Word64>(no_bound));
        const Lanes p = nodes.position.own, q = nodes.position.other, landing = nodes.landing;
        const Lanes empty = Lanes(g_->cells).without(p | q), threats = nodes.threats.without(landing);
        const Lanes good = lowest(threats & Lanes(g_->good)), blocked = upwards(good);
        const Lanes reach = (landing | (empty & Lanes(g_->bad))).without(blocked);
        const Lanes bad = lowest((threats & Lanes(g_->bad)).without(blocked));
        const LaneSet is_odd = not_empty(nodes.empty_cells & one), lines = has_line(p | reach);

        // An even number of empty cells, and no line: the good threats block, or Q claims a line.
        const LaneSet is_even = open & ~is_odd, is_followed = is_even & ~lines;
        Lanes bound = select(is_followed, -(sum(good, blocked) >> 1), none);
        if (LaneSet claims = is_followed & is_empty(good); claims) {
            claims = claims & has_flat_line(q | (empty & Lanes(g_->good)).without(landing));
            for (; claims; claims.remove(claims.first())) {
                const int lane = claims.first();
                const Word64 claimed = static_cast<Word64>(-bounds_.owned_line(q[lane], empty[lane], landing[lane]));
                bound = select(static_cast<__mmask8>(1 << lane), Lanes(claimed), bound);
            }
        }
        // With a line: two of the bad threats may block.
        for (LaneSet pairs = is_even & lines & has_several(bad); pairs; pairs.remove(pairs.first())) {
            const int lane = pairs.first();
            const int with_two = bounds_.template add_blocks<2>(p[lane], empty[lane], landing[lane], reach[lane],
                                                                good[lane], bad[lane], 0);
            bound = select(static_cast<__mmask8>(1 << lane), Lanes(static_cast<Word64>(with_two)), bound);
        }
        // An odd number: one of the bad threats blocks.
        const Lanes below = landing | (empty & Lanes(g_->good));
        Lanes blocks = bad;
        for (LaneSet rest = open & is_odd & not_empty(blocks); rest; rest = rest & not_empty(blocks)) {
            const Lanes block = blocks & -blocks;
            blocks = blocks & (blocks - one);
            const Lanes guard = guards.without(guards - block), column = guard - (guard >> g_->height);
            const Lanes with_block = reach.without(column) | (below & column & (block - one));
            const Lanes from_block = cell_counts(column & -block) + one;
            const Lanes value = -((sum(good.without(column), blocked.without(column)) + from_block) >> 1);
            bound = select(rest & ~has_line(p | with_block), min(bound, value), bound);
        }
        // If all empty cells do not complete a line, P cannot win, whatever Q does.
        const LaneSet is_open = is_above(bound, 0);
        return select(is_open & ~has_line(p | empty), Lanes(Word64{0}), bound);
    }

    // Of the blocks at good rows: H − r + 1 cells from the threat upwards, and the one below it.
    [[gnu::always_inline]] static Lanes sum(Lanes good, Lanes blocked) {
        return cell_counts(blocked) + cell_counts(good);
    }

    using Expansion<Word64, S>::g_, Expansion<Word64, S>::bounds_, Expansion<Word64, S>::table_,
        Expansion<Word64, S>::static_bounds_;
};

template <class Word, KnownShape S>
constexpr bool fits_lanes = word_bits<Word> == 64 && S.connect == 4 && S.max_width > 0 && S.max_width <= Lanes::count;

template <class Word, KnownShape S>
using FastestExpansion = std::conditional_t<fits_lanes<Word, S>, LaneExpansion<S>, Expansion<Word, S>>;

#else

template <class Word, KnownShape S>
using FastestExpansion = Expansion<Word, S>;

#endif

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
