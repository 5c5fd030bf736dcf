// The values of late positions with AVX-512: the children of a node all at once, each column in a lane of its own.
// WindowSearch::value is the definition, one child after the other; both visit the same nodes in the same order, and both
// round in the same way.
//
// A node takes less time than the memory takes to answer, and few entries of the table are in a cache. Therefore the children
// of all children that are to be searched are made, and their buckets requested, before the first of them is searched.
#pragma once

#include "solver/lanes.hpp"
#include "solver/margin/expected_games.hpp"
#include "solver/margin/expected_table.hpp"
#include "stop.hpp"

#ifdef FOURCAST_HAS_LANES

namespace fourcast::inline FOURCAST_BUILD {

// A game of lines on a board of at most eight columns in a word of 64 bits. `Connect` and `Height` are those of the board if
// they are known when compiling, or 0.
template <int Connect, int Height>
class LaneGame : public LineGame<Word64> {
public:
    static constexpr bool has_lanes = true;

    using LineGame<Word64>::LineGame;

    // The children of a node by column. What belongs to a column that is full has no meaning.
    struct alignas(64) Children {
        Word64 own[Lanes::count], other[Lanes::count], bucket[Lanes::count];  // the keys and their buckets
        double gain[Lanes::count], high[Lanes::count];  // `high`: the most that the side that moved gets
        LaneSet landing;                                // the columns that are not full
        LaneSet open;                                   // of them, those whose value does not follow from the bounds

        ReducedKey<Word64> key(int column) const { return {own[column], other[column], 0}; }
    };

    // See LineGame::visit_landings. `table_bits`: of the table in which the buckets are.
    [[gnu::always_inline]] void list(const Node& node, int table_bits, Children& children) const {
        const Lanes none(Word64{0}), one(Word64{1});
        const Lanes cell =
            Lanes(board_.landing(node.own | node.other)) & Lanes(_mm512_loadu_si512(board_.columns.data()));
        const Lanes own(node.other), other = Lanes(node.own) | cell;
        Lanes own_live = none, other_live = none, lines = none, own_count = none, other_count = none;
#pragma GCC unroll 4
        for (int d = 0; d < 4; ++d) {
            const int step = this->step(d);
            const Lanes run = runs(other, step), open(node.own_open[d]);
            const Lanes own_open = Lanes(node.other_open[d]).without(through(cell, step));
            const Lanes other_open = open.without(run);
            lines = lines + cell_counts(open & run);
            own_count = own_count + cell_counts(own_open);
            other_count = other_count + cell_counts(other_open);
            own_live = own_live | covered(own_open, step);
            other_live = other_live | covered(other_open, step);
        }
        if (board_.goal == Goal::first_line) {
            const LaneSet is_over = not_empty(lines);
            lines = min(lines, one);
            own_count = select(is_over, none, min(own_count, one));
            other_count = select(is_over, none, min(other_count, one));
        }
        children.landing = not_empty(cell);
        children.open = children.landing & not_empty(own_count | other_count);
        _mm512_store_pd(children.gain, _mm512_cvtepi64_pd(lines));
        _mm512_store_pd(children.high, _mm512_cvtepi64_pd(lines + other_count));
        const Lanes dead = own.without(own_live) | other.without(other_live);
        set_keys(own | dead, other | dead, table_bits, children);
    }

    // The position after a disc has landed in a column that is not full, if it is not over.
    [[gnu::always_inline]] Node after(const Node& node, int column) const {
        const Word64 cell = board_.landing(node.own | node.other) & board_.columns[column];
        const std::array<Word64, 4>& through = through_[lowest_bit(cell)];
        Node after{node.other, node.own | cell, node.other_open, node.own_open};
        for (int d = 0; d < 4; ++d) {
            after.own_open[d] &= ~through[d];
            after.other_open[d] &= ~board_.run_starts(after.other, step(d), Connect ? Connect : board_.connect);
        }
        return after;
    }

private:
    int step(int direction) const {
        constexpr std::array<int, 4> known{1, Height + 1, Height, Height + 2};
        return Height ? known[direction] : board_.steps[direction];
    }

    // See LineGame::key and ReducedKey::bucket.
    [[gnu::always_inline]] void set_keys(Lanes own, Lanes other, int table_bits, Children& children) const {
        if (has_images_) {
            const Lanes image = mirrored(own), other_image = mirrored(other);
            const LaneSet is_smaller = _mm512_cmplt_epu64_mask(image, own),
                          is_same = _mm512_cmpeq_epu64_mask(image, own);
            other = _mm512_mask_min_epu64(other, is_same, other, other_image);
            own = select(is_smaller, image, own);
            other = select(is_smaller, other_image, other);
        }
        const Lanes mixed = mixed_lanes(mixed_lanes(own) ^ other);
        _mm512_store_si512(children.own, own);
        _mm512_store_si512(children.other, other);
        _mm512_store_si512(children.bucket, times(mixed, golden_multiplier) >> (64 - table_bits));
    }

    // See `mix`.
    [[gnu::always_inline]] static Lanes mixed_lanes(Lanes numbers) {
        const Lanes product = times(numbers, mix_multiplier);
        return product ^ (product >> 32);
    }

    [[gnu::always_inline]] Lanes mirrored(Lanes set) const {
        Lanes image(Word64{0});
        for (int left = 0, right = board_.width - 1; left <= right; ++left, --right) {
            const Lanes column(board_.columns[left] | board_.columns[left] << 1);
            const int shift = (right - left) * board_.stride;
            image = image | ((set & column) << shift) | ((set >> shift) & column);
        }
        return image;
    }

    // The windows that contain a cell. Bits shifted out of a word are no windows, however far the shift.
    [[gnu::always_inline]] Lanes through(Lanes cell, int step) const {
        if constexpr (Connect == 4) {
            cell = cell | (cell >> step);
            return cell | (cell >> (2 * step));
        }
        Lanes result = cell;
        for (int n = 1; n < board_.connect; ++n) result = cell | (result >> step);
        return result;
    }

    // See Board::covered.
    [[gnu::always_inline]] Lanes covered(Lanes starts, int step) const {
        if constexpr (Connect == 4) {
            starts = starts | (starts << step);
            return starts | (starts << (2 * step));
        }
        Lanes result = starts;
        for (int n = 1; n < board_.connect; ++n) result = starts | (result << step);
        return result;
    }

    // See Board::run_starts.
    [[gnu::always_inline]] Lanes runs(Lanes discs, int step) const {
        if constexpr (Connect == 4) {
            discs = discs & (discs >> step);
            return discs & (discs >> (2 * step));
        }
        Lanes result = discs;
        for (int n = 1; n < board_.connect; ++n) result = discs & (result >> step);
        return result;
    }
};

template <class Game>
class LaneValues {
public:
    using Node = typename Game::Node;

    LaneValues(const Board<Word64>& board, const Game& game, ExpectedTable<Word64>& table, NodeCounter& count_node)
        : board_(board), game_(game), table_(table), count_node_(count_node) {}

    double value(const Node& node) {
        Children children;
        request(node, children);
        return value(node, children);
    }

private:
    using Children = typename Game::Children;

    // A position that is to be searched, with its children.
    struct Opened {
        Node node;
        Children children;
    };

    void request(const Node& node, Children& children) const {
        game_.list(node, table_.bits(), children);
        for (LaneSet rest = children.open; rest; rest.remove(rest.first())) {
            table_.prefetch_bucket(children.bucket[rest.first()]);
        }
    }

    // Of such late positions the table has values only, unless a search with windows has used it before one without, as in a
    // test: then it has bounds of some, which are not used.
    double value(const Node& node, Children& children) {
        count_node_();
        const __m512d gain = _mm512_load_pd(children.gain);
        __m512d high = _mm512_load_pd(children.high);
        LaneSet known;
        for (LaneSet rest = children.open; rest; rest.remove(rest.first())) {
            const int column = rest.first();
            bool is_found;
            const StoredExpectation& stored =
                table_.find_in_bucket(children.bucket[column], children.key(column), is_found);
            is_found &= stored.is_exact();
            const LaneSet lane = static_cast<__mmask8>(is_found << column);
            known = known | lane;
            high = _mm512_mask_sub_pd(high, lane, gain, _mm512_set1_pd(stored.value()));
        }
        _mm512_store_pd(children.high, high);
        const LaneSet unknown = children.open & ~known;
        if (!unknown) return _mm512_mask_reduce_max_pd(children.landing, means(children));
        return search(node, children, unknown);
    }

    double search(const Node& node, Children& children, LaneSet unknown) {
        Opened opened[Lanes::count];
        for (LaneSet rest = unknown; rest; rest.remove(rest.first())) {
            Opened& child = opened[rest.first()];
            child.node = game_.after(node, rest.first());
            request(child.node, child.children);
        }
        double best = -std::numeric_limits<double>::infinity();
        alignas(64) double mean[Lanes::count];
        _mm512_store_pd(mean, means(children));
        for (LaneSet rest = children.landing; rest; rest.remove(rest.first())) {
            const int aim = rest.first();
            if (mean[aim] <= best) continue;
            bool is_changed = false;
            const int columns[]{aim, aim - 1, aim + 1};
            for (int n = 0; n < 3; ++n) {
                const int column = columns[n];
                if (column < 0 || !unknown.contains(column) || !board_.drift[n]) continue;
                const std::uint64_t before = count_node_.nodes;
                const double value = this->value(opened[column].node, opened[column].children);
                table_.put(children.key(column), StoredExpectation(value),
                           1 + std::bit_width(count_node_.nodes - before));
                children.high[column] = children.gain[column] - value;
                unknown.remove(column);
                is_changed = true;
            }
            if (is_changed) _mm512_store_pd(mean, means(children));
            best = std::max(best, mean[aim]);
        }
        return best;
    }

    // The mean of `high` for a drop aimed at each column. The summands come in the order of WindowSearch::move, and what is
    // added for a column that is full, or beyond the edge, is 0: sums are rounded as they are there.
    [[gnu::always_inline]] __m512d means(const Children& children) const {
        const __m512d aimed = _mm512_set1_pd(board_.drift[0]), left = _mm512_set1_pd(board_.drift[1]),
                      right = _mm512_set1_pd(board_.drift[2]);
        const __mmask8 has_left = static_cast<__mmask8>(children.landing << 1),
                       has_right = static_cast<__mmask8>(children.landing >> 1);
        const __m512i high = _mm512_castpd_si512(_mm512_load_pd(children.high));
        const __m512d from_left = _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(has_left, high, high, 7));
        const __m512d from_right = _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(has_right, high, high, 1));
        __m512d sum = aimed * _mm512_castsi512_pd(high), total = aimed;
        sum = sum + left * from_left;
        sum = sum + right * from_right;
        total = _mm512_mask_add_pd(total, has_left, total, left);
        total = _mm512_mask_add_pd(total, has_right, total, right);
        return sum / total;
    }

    const Board<Word64>& board_;
    const Game& game_;
    ExpectedTable<Word64>& table_;
    NodeCounter& count_node_;
};

}  // namespace fourcast::inline FOURCAST_BUILD

#endif
