// The solver of games with drifting drops as the rest of the program sees it: one interface to all board sizes and builds.
#pragma once

#include <cstdint>
#include <memory>

#include "position.hpp"
#include "solver/builds.hpp"
#include "solver/margin/margin_bounds.hpp"
#include "stop.hpp"

namespace fourcast {

// The expected margin lies between `low` and `high`. `stopped` is the reason why they are not equal, or -1.
struct ExpectedResult {
    int stopped;
    double low, high;
    std::uint64_t nodes;
};

class ExpectedEngine {
public:
    virtual ~ExpectedEngine() = default;
    // A position that is not over, on any board: in the widest word.
    virtual ExpectedResult solve(const Position<Word256>& position, const MarginOptions& options, StopCheck& check) = 0;
    virtual void clear() = 0;
};

std::unique_ptr<ExpectedEngine> make_expected_engine(const Rules& rules, std::size_t table_mb, Build build);

}  // namespace fourcast
