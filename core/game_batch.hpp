// Many games of the same rules, played move by move together: the vectorised environment.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "position.hpp"

namespace fourcast {

// Random numbers of one word of state: splitmix64.
struct SmallRandom {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t mixed = state += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return mixed ^ (mixed >> 31);
    }

    // A number from 0 to `count` − 1.
    int below(int count) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(count) >> 32); }
};

constexpr std::int8_t no_winner_yet = -2;  // of a game that goes on; a draw is -1

template <class Word>
class GameBatch {
public:
    GameBatch(const Rules& rules, std::size_t count, std::array<int, 2> pops, int repetitions, std::uint64_t seed)
        : board(rules), start_{{}, pops, 0, false}, repetitions_(repetitions), random{seed}, games(count) {
        for (std::size_t n = 0; n < count; ++n) restart(n);
    }

    struct Game {
        Position<Word> position;
        std::vector<Position<Word>> earlier;  // only where positions can repeat
    };

    void restart(std::size_t n) {
        games[n].position = start_;
        games[n].earlier.clear();
    }

    // Plays an action; returns the winner, -1 for a draw, `no_winner_yet`. An illegal action loses.
    std::int8_t play(std::size_t n, std::int64_t number) {
        Position<Word>& position = games[n].position;
        if (!is_legal(position, number)) return static_cast<std::int8_t>(1 - position.turn);
        const auto action = static_cast<Action>(number);
        if (board.pop_rule == PopRule::own) games[n].earlier.push_back(position);
        position = after(position, action);
        if (const auto end = position.outcome(board, true)) return static_cast<std::int8_t>(end->winner);
        return occurred(games[n]) >= repetitions_ ? -1 : no_winner_yet;
    }

    // Any legal action, -1 if there is none.
    Action random_action(std::size_t n) {
        const Position<Word>& position = games[n].position;
        int count = 0;
        position.for_each_action(board, [&](Action) { ++count; });
        if (count == 0) return -1;
        int chosen = random.below(count);
        Action result = -1;
        position.for_each_action(board, [&](Action action) {
            if (chosen-- == 0) result = action;
        });
        return result;
    }

    // The numbers that `observe` writes.
    std::size_t plane_cells() const {
        return static_cast<std::size_t>(board.height * board.width * (board.pop_rule == PopRule::limited ? 4 : 2));
    }
    std::size_t action_count() const {
        if (!board.gravity) return static_cast<std::size_t>(board.height * board.width);
        if (board.pop_rule == PopRule::none) return static_cast<std::size_t>(board.width);
        return static_cast<std::size_t>(2 * board.width + (board.pop_rule == PopRule::own));
    }

    // The planes of a player, cell by cell from the top row, and a 1 for every action if the game goes on.
    void observe(std::size_t n, int player, bool goes_on, std::span<std::int8_t> planes, std::span<std::int8_t> mask) {
        const Position<Word>& position = games[n].position;
        const bool has_pops = board.pop_rule == PopRule::limited;
        const Word own = position.stones[player], other = position.stones[1 - player];
        std::int8_t* cell = planes.data();
        for (int row = board.height - 1; row >= 0; --row) {
            Word bit = board.cell(0, row);
            for (int column = 0; column < board.width; ++column, bit = bit << board.stride) {
                *cell++ = static_cast<bool>(own & bit);
                *cell++ = static_cast<bool>(other & bit);
                if (has_pops) {
                    *cell++ = plane_value(position.pops[player]);
                    *cell++ = plane_value(position.pops[1 - player]);
                }
            }
        }
        std::fill(mask.begin(), mask.end(), std::int8_t{0});
        if (goes_on) position.for_each_action(board, [&](Action action) { mask[action] = 1; });
    }

    const Board<Word> board;

private:
    const Position<Word> start_;
    const int repetitions_;  // occurrences of a position that end the game as a draw

public:
    SmallRandom random;
    std::vector<Game> games;

private:
    static std::int8_t plane_value(int pops) { return static_cast<std::int8_t>(std::min(pops, 127)); }

    bool is_legal(const Position<Word>& position, std::int64_t number) const {
        bool legal = false;
        position.for_each_action(board, [&](Action action) { legal |= action == number; });
        return legal;
    }

    Position<Word> after(const Position<Word>& position, Action action) {
        if (!position.is_drop(board, action)) return position.after(board, action);
        if (!board.drifts) return position.after_landing(board, action);
        int total = 0;
        position.for_each_landing(board, action, [&](int, int weight) { total += weight; });
        int chosen = random.below(total), landed = -1;
        position.for_each_landing(board, action, [&](int column, int weight) {
            if (landed < 0 && chosen < weight) landed = column;
            chosen -= weight;
        });
        return position.after_landing(board, landed);
    }

    int occurred(const Game& game) const {
        int times = 1;
        for (const Position<Word>& position : game.earlier) times += position == game.position;
        return times;
    }
};

}  // namespace fourcast
