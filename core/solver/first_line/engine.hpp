// The exact solver as the rest of the program sees it: one interface over every board size and both builds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stop.hpp"
#include "word.hpp"

namespace fourcast::exact {

// How much a move is worth trying first, by what it does.
struct MoveWeights {
    int threat_wanted;  // a new threat in a row of the parity that serves the mover in the end
    int threat_other;   // a new threat elsewhere
    int threat_soon;    // on top of that, if it lies right above a cell that can be played now
    int centre;         // times twice the columns to the nearer side
};

struct Settings {
    int width, height, connect;
    std::size_t megabytes;
    MoveWeights weights;
    // What was learned about lines of four on this board, or nothing: for the move's cell and for the one above, for an
    // even and an odd number of empty cells, for each column of the left half, each row, three directions, four places of
    // the cell in the line, and 27 contents of its other cells (0 empty, 1 own, 2 other side's, in base 3).
    std::vector<std::int8_t> lessons;
};

// A position to solve, seen from the side to move.
struct Question {
    Limbs own, other;
};

// Between what the score lies; why the search stopped before that was one number, or -1; or `impossible`, for a position
// in which the side to move has a line already.
constexpr int impossible = -2;
struct Answer {
    int low, high;
    int stopped;
    std::uint64_t nodes;
};

struct Wanted {
    bool weak;          // only who wins
    bool trust_bounds;  // false for tests: search without the static bounds
    int threads;
    int lowest, highest;  // the window: scores are told apart only within it
    std::uint64_t nodes;  // for each question at most, give or take a few hundred
};

// How a search is looked into, to learn in which order moves should be tried: by the number of empty cells, the chance of
// a look at a position, and how many nodes a single move may cost there.
struct Curriculum {
    std::vector<double> chances;
    std::vector<std::uint64_t> most_nodes;
    std::uint64_t seed;
};

// What each move of a position costs, by column: see Student in solver.hpp.
struct Sample {
    Question position;
    std::vector<std::int64_t> costs;
};

// The samples of a search, and how many positions there were to choose from, by the number of empty cells.
struct Studied {
    std::vector<Sample> samples;
    std::vector<std::uint64_t> seen;
};

// Called now and then by the thread that asked. To end the work it throws StopSearch, which is
// answered with what is known by then, or anything else, which goes through to the caller.
class Watch {
public:
    virtual ~Watch() = default;
    virtual void searching() = 0;
    virtual void answered(std::size_t questions) = 0;
};

// Questions may be asked from several threads at once: they share one table.
class Engine {
public:
    virtual ~Engine() = default;
    // The answers in the order of the questions. The threads share them out, and search the last ones together.
    virtual void solve(std::span<const Question> questions, std::span<Answer> answers, const Wanted& wanted,
                       Watch& watch) = 0;
    // Solves a question, or as much of it as so many nodes allow, and looks into the search on the way.
    virtual Studied study(const Question& question, const Curriculum& curriculum, std::uint64_t nodes,
                          Watch& watch) = 0;
    virtual void clear() = 0;
};

// The fastest build that this machine can run, or the plain one.
std::unique_ptr<Engine> make_engine(const Settings& settings, bool plain);

}  // namespace fourcast::exact
