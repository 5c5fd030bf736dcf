// Values of rows of cells, for evaluations that are updated disc by disc.
//
// Every cell lies in four rows: one in each direction, from edge to edge. Evaluations are sums over rows, so that a
// disc changes four terms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "search/eval.hpp"

namespace fourcast {

// The value of a position and the complete lines of both players, in one number, so that one addition adds all three:
//
//     bits 63 … 54          53 … 44               43 … 0
//     lines of player 1     lines of player 0     value, signed
//
// There are fewer than 1,024 lines on a board of 256 bits, and no value reaches 2^43.
struct Sums {
    std::uint64_t bits = 0;

    static Sums of(std::int64_t value, std::uint64_t first_lines, std::uint64_t second_lines) {
        return {static_cast<std::uint64_t>(value) + (first_lines << 44) + (second_lines << 54)};
    }

    std::int64_t value() const { return static_cast<std::int64_t>(bits << 20) >> 20; }
    bool has_lines() const { return lines() != 0; }
    bool has_line(int player) const { return lines() >> (10 * player) & 1023; }

    Sums operator+(Sums other) const { return {bits + other.bits}; }
    Sums operator-(Sums other) const { return {bits - other.bits}; }

private:
    std::uint64_t lines() const { return (bits - static_cast<std::uint64_t>(value())) >> 44; }
};

// What is in the cells of a row, as a number. A row of no cells is 0. With another cell at its end, row r becomes 3r +
// 1 if the cell is empty, 3r + 2 if it has a disc of player 0, 3r + 3 if it has one of player 1:
//
//     x . o    0 → 2 → 7 → 24
//
// So an empty row of n cells is (3^n - 1) / 2, and a disc in a cell with k cells after it adds 3^k or 2 · 3^k.
using Row = std::uint16_t;

constexpr int max_rows = 46;  // on a board of 8 × 8
constexpr int max_row = 8;    // cells: there are 9,841 rows up to this length
constexpr std::array<int, max_row + 2> powers_of_3{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};
constexpr Row empty_row(int cells) { return static_cast<Row>((powers_of_3[cells] - 1) / 2); }

class RowValues {
public:
    // What values depend on. `length`: cells of the longest row.
    struct Key {
        Eval eval;
        int player, connect, length;
        bool gravity;
        std::vector<int> run_weights;

        bool operator==(const Key&) const = default;
    };

    explicit RowValues(const Key& key) : key_(key), values_(empty_row(key.length + 1)) {
        Contents contents;
        evaluate(0, 0, contents);
    }

    // The values for a key. They take longer to compute than a small search, and are kept for the next ones.
    static std::shared_ptr<const RowValues> find(const Key& key) {
        static std::mutex mutex;
        static std::list<std::shared_ptr<const RowValues>> recent;
        const std::lock_guard lock(mutex);
        const auto has_key = [&](const auto& values) { return values->key_ == key; };
        auto known = std::find_if(recent.begin(), recent.end(), has_key);
        if (known == recent.end()) {
            if (recent.size() == max_recent) recent.pop_back();
            known = recent.insert(recent.end(), std::make_shared<const RowValues>(key));
        }
        recent.splice(recent.begin(), recent, known);
        return recent.front();
    }

    const Sums* data() const { return values_.data(); }

private:
    static constexpr std::size_t max_recent = 16;

    using Contents = std::array<Row, max_row>;  // of the cells of a row: 0 empty, 1 player 0, 2 player 1

    // Computes the values of all rows that begin with a given one. A row has the value of the row without its last cell
    // and that of all that ends in the last cell.
    void evaluate(int row, int cells, Contents& contents) {
        if (cells > 0) values_[row] = values_[(row - 1) / 3] + value_at_end(contents, cells);
        if (cells == key_.length) return;
        for (Row content = 0; content < 3; ++content) {
            contents[cells] = content;
            evaluate(3 * row + 1 + content, cells + 1, contents);
        }
    }

    // The value of the line, the pair of cells or the runs that end in the last cell.
    Sums value_at_end(const Contents& contents, int cells) const {
        std::array<int, 2> discs{};  // of both players in the last n cells
        std::int64_t value = 0, lines[2]{};
        for (int n = 1; n <= cells; ++n) {
            const Row content = contents[cells - n];
            if (content) ++discs[content - 1];
            const int own = discs[key_.player], others = discs[1 - key_.player];
            if (key_.eval.kind == EvalKind::filled_runs) value += key_.run_weights[n] * ((others == 0) - (own == 0));
            if (n == key_.connect) {
                value += value_of_line(own, others);
                for (int player = 0; player < 2; ++player) lines[player] = discs[player] == n;
            }
            if (key_.eval.kind == EvalKind::neighbours && n == 2 && content) {
                const int pair = contents[cells - 1] == content ? key_.eval.neighbours[0]
                                 : contents[cells - 1]          ? 0
                                 : key_.gravity                 ? key_.eval.neighbours[2]
                                                                : key_.eval.neighbours[1];
                value += content - 1 == key_.player ? pair : -pair;
            }
        }
        return Sums::of(value, lines[0], lines[1]);
    }

    std::int64_t value_of_line(int own, int others) const {
        const int complete = (own == key_.connect) - (others == key_.connect), open = (others == 0) - (own == 0);
        switch (key_.eval.kind) {
            case EvalKind::potential_lines:
                return open;
            case EvalKind::lines_and_potential:
                return complete + open;
            case EvalKind::neighbours:
                return std::int64_t{key_.eval.neighbours[3]} * complete;
            case EvalKind::quadruplets:
                return others == 0 ? key_.eval.own_lines[own] : own == 0 ? key_.eval.other_lines[others] : 0;
            case EvalKind::line_counts:
                return others == 0 ? key_.eval.own_lines[own] : own == 0 ? -key_.eval.own_lines[others] : 0;
            default:
                return 0;
        }
    }

    const Key key_;
    std::vector<Sums> values_;
};

}  // namespace fourcast
