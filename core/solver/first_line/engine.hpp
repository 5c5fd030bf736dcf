// The first-line solver as the rest of the program sees it: one interface to all board sizes and builds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rules.hpp"
#include "solver/builds.hpp"
#include "stop.hpp"
#include "word.hpp"

namespace fourcast::first_line {

// Weights of move ordering.
struct ThreatWeights {
    int wanted;    // a new threat in a row of the parity that helps the mover in the end
    int unwanted;  // a new threat elsewhere
    int next;      // added if the threat is right above a cell that can be played now
    int centre;    // times the number of columns to the nearer edge, counted double
};

struct Settings {
    Rules rules;
    std::size_t table_mb;
    ThreatWeights threat_weights;
    // With fewer empty cells, line weights are not used: the subtree is so small that reading them takes longer than they
    // save.
    int min_weighted_cells;
    // The trained weights of lines of four on this board, or nothing: for the cell of a move and the cell above, for an
    // even and an odd number of empty cells, for each column of the left half, each row, three directions, four places of
    // the cell in the line, and 27 contents of its other cells. See LineWeights in ordering.hpp.
    std::vector<std::int8_t> line_weights;
};

// A position to solve, seen from the side to move.
struct SolverPosition {
    Limbs own, other;
};

// The score lies between `low` and `high`. `stopped` is the reason why they are not equal, or -1; or `impossible`, if the
// side to move has a line already.
struct SolverResult {
    int low, high;
    int stopped;
    std::uint64_t nodes;
};
constexpr int impossible = -2;

struct SolveOptions {
    bool weak;           // only win, draw and loss
    bool static_bounds;  // false in tests: search without the static bounds
    int threads;
    int min_score, max_score;  // the window: scores outside it are reported as its ends
    std::uint64_t max_nodes;   // for each position, accurate to a few hundred for each thread
};

// Several threads may call an engine at the same time: they share one table.
class Engine {
public:
    virtual ~Engine() = default;
    // Writes the results in the order of the positions. The threads divide them up, and search the last ones together.
    // `check` is called by the calling thread only, with the number of positions solved as `done`. When it throws
    // StopSearch, the results are what is known by then; other exceptions reach the caller.
    virtual void solve(std::span<const SolverPosition> positions, std::span<SolverResult> results,
                       const SolveOptions& options, StopCheck& check) = 0;
    virtual void clear() = 0;
};

std::unique_ptr<Engine> make_engine(const Settings& settings, Build build);

}  // namespace fourcast::first_line
