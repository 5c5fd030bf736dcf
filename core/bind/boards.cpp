// Boards and lists of drops of games without pop-outs and drift, as NumPy and users have them. What is not valid is left
// to Python, which says why; src/fourcast/solver/boards.py is the definition.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <variant>

#include "bind/bridge.hpp"

namespace fourcast {
namespace {

// Integers of any size, one board [row, column] after another, the top row first: 0 empty, 1 first player, 2 second.
using Boards = nb::ndarray<nb::numpy, nb::ro, nb::ndim<3>, nb::device::cpu>;
using SingleBoard = nb::ndarray<nb::numpy, nb::ro, nb::ndim<2>, nb::device::cpu>;

using Rows = nb::ndarray<std::uint64_t, nb::numpy, nb::shape<-1, 4>>;

// The discs of both players, and the side to move, as a position of Python has them.
using Discs = std::tuple<nb::tuple, int>;

template <class Word>
struct BothSides {
    Word first{0}, second{0};

    bool first_moves() const { return popcount(first) == popcount(second); }
};

template <class Word>
nb::object to_python(Word cells) {
    const Limbs limbs = to_limbs(cells);
    if (!limbs[1]) return nb::int_(limbs[0]);
    return nb::int_(limbs[1]) << nb::int_(64) | nb::int_(limbs[0]);
}

template <class Word>
Discs encode(const BothSides<Word>& sides) {
    return {nb::make_tuple(to_python(sides.first), to_python(sides.second)), sides.first_moves() ? 0 : 1};
}

// A board of an array, of which it knows where its numbers are.
template <class Number>
struct BoardView {
    const Number* cells;
    std::int64_t row_stride, column_stride;

    Number at(int row, int column) const { return cells[row * row_stride + column * column_stride]; }
};

template <class Word, class Number>
std::optional<BothSides<Word>> read_cells(const Board<Word>& board, const BoardView<Number>& view) {
    BothSides<Word> sides;
    for (int column = 0; column < board.width; ++column) {
        for (int row = 0; row < board.height; ++row) {
            const Number player = view.at(board.height - 1 - row, column);
            if (player == 0) continue;
            if (player != 1 && player != 2) return std::nullopt;
            (player == 1 ? sides.first : sides.second) |= board.cell(column, row);
        }
    }
    const Word occupied = sides.first | sides.second;
    if (board.gravity && (occupied & ~board.bottom & ~(occupied << 1))) return std::nullopt;
    const int lead = popcount(sides.first) - popcount(sides.second);
    if (lead != 0 && lead != 1) return std::nullopt;
    return sides;
}

// Calls `work` with a pointer to the numbers of an array.
template <class Array, class Work>
auto with_numbers(const Array& array, Work&& work) {
    switch (array.itemsize()) {
        case 1:
            return work(static_cast<const std::int8_t*>(array.data()));
        case 2:
            return work(static_cast<const std::int16_t*>(array.data()));
        case 4:
            return work(static_cast<const std::int32_t*>(array.data()));
        default:
            return work(static_cast<const std::int64_t*>(array.data()));
    }
}

class BoardReader {
public:
    explicit BoardReader(const Rules& rules) : board_(make_board(rules)) {}

    // The position of a game that goes on; nothing if the array is not one.
    std::optional<Discs> read_board(const SingleBoard& array) const {
        return std::visit(
            [&]<class Word>(const Board<Word>& board) -> std::optional<Discs> {
                if (!has_shape(board, array.shape(0), array.shape(1))) return std::nullopt;
                const auto sides = with_numbers(array, [&]<class Number>(const Number* numbers) {
                    return read_cells(board, BoardView<Number>{numbers, array.stride(0), array.stride(1)});
                });
                if (!sides || has_line(board, sides->first) || has_line(board, sides->second)) return std::nullopt;
                return encode(*sides);
            },
            board_);
    }

    // For each board a row as the first-line solver takes it, and the number of boards before the first that no game has.
    std::pair<Rows, std::size_t> read_boards(const Boards& array) const {
        const std::size_t count = array.shape(0);
        auto* const rows = new std::uint64_t[4 * count];
        const nb::capsule owner(rows, [](void* p) noexcept { delete[] static_cast<std::uint64_t*>(p); });
        const std::size_t valid = std::visit(
            [&](const auto& board) {
                if (!has_shape(board, array.shape(1), array.shape(2))) return std::size_t{0};
                return with_numbers(array, [&](const auto* numbers) { return read_rows(board, array, numbers, rows); });
            },
            board_);
        return {Rows(rows, {count, 4}, owner), valid};
    }

    // The position after drops given by one digit for each column; nothing if they are not moves of a game.
    std::optional<Discs> play_drops(std::string_view columns) const {
        return std::visit(
            [&]<class Word>(const Board<Word>& board) -> std::optional<Discs> {
                if (!board.gravity) return std::nullopt;
                BothSides<Word> sides;
                Word last{0};
                for (const char digit : columns) {
                    const int column = digit - '1';
                    if (column < 0 || column > 8 || column >= board.width) return std::nullopt;
                    last = board.landing(sides.first | sides.second) & board.columns[column];
                    if (!last) return std::nullopt;
                    sides = {sides.second, sides.first | last};
                }
                // The second one has moved last. A line stays, so that one of an earlier move is still there.
                if (has_line(board, sides.first) || has_line(board, sides.second ^ last)) return std::nullopt;
                return encode(columns.size() % 2 ? BothSides<Word>{sides.second, sides.first} : sides);
            },
            board_);
    }

private:
    using AnyBoard = std::variant<Board<Word64>, Board<Word128>>;

    static AnyBoard make_board(const Rules& rules) {
        if (rules.bits() > word_bits<Word128> || rules.pop_rule != PopRule::none || rules.drifts) {
            throw std::invalid_argument("these rules have positions that a board does not tell");
        }
        if (rules.bits() <= word_bits<Word64>) return Board<Word64>(rules);
        return Board<Word128>(rules);
    }

    static bool has_shape(const Rules& rules, std::size_t rows, std::size_t columns) {
        return rows == static_cast<std::size_t>(rules.height) && columns == static_cast<std::size_t>(rules.width);
    }

    template <class Word>
    static bool has_line(const Board<Word>& board, Word discs) {
        return board.goal == Goal::first_line && board.has_line(discs);
    }

    template <class Word, class Number>
    static std::size_t read_rows(const Board<Word>& board, const Boards& array, const Number* numbers,
                                 std::uint64_t* rows) {
        for (std::size_t n = 0; n < array.shape(0); ++n, rows += 4) {
            const Number* const first_cell = numbers + static_cast<std::int64_t>(n) * array.stride(0);
            auto sides = read_cells(board, BoardView<Number>{first_cell, array.stride(1), array.stride(2)});
            if (!sides) return n;
            if (!sides->first_moves()) std::swap(sides->first, sides->second);
            if (has_line(board, sides->first)) return n;
            const Limbs own = to_limbs(sides->first), other = to_limbs(sides->second);
            std::copy_n(own.begin(), 2, rows);
            std::copy_n(other.begin(), 2, rows + 2);
        }
        return array.shape(0);
    }

    const AnyBoard board_;
};

// A row for each position. Positions are tuples of Python: rules, discs of both players, side to move, and more.
Rows encode_rows(const nb::list& positions, int bits) {
    auto* const rows = new std::uint64_t[4 * positions.size()];
    const nb::capsule owner(rows, [](void* p) noexcept { delete[] static_cast<std::uint64_t*>(p); });
    std::uint64_t* row = rows;
    for (const nb::handle item : positions) {
        const auto position = nb::cast<nb::tuple>(item);
        const auto stones = nb::cast<nb::tuple>(position[1]);
        const int turn = nb::cast<int>(position[2]);
        for (const int side : {turn, 1 - turn}) {
            const Limbs limbs = limbs_of(stones[side], bits);
            *row++ = limbs[0];
            *row++ = limbs[1];
        }
    }
    return Rows(rows, {positions.size(), 4}, owner);
}

}  // namespace

void bind_boards(nb::module_& module) {
    module.def("encode_rows", &encode_rows, "positions"_a, "bits"_a);
    nb::class_<BoardReader>(module, "BoardReader")
        .def(nb::init<const Rules&>(), "rules"_a)
        .def("read_board", &BoardReader::read_board, "array"_a)
        .def("read_boards", &BoardReader::read_boards, "array"_a)
        .def("play_drops", &BoardReader::play_drops, "columns"_a);
}

}  // namespace fourcast
