// Visits as they were made, for drawing: the twin of src/fourcast/trace/recording.py.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"
#include "search/window.hpp"

namespace fourcast {

// A visit; `nodes` is the size of what was searched below it, itself included.
struct Record {
    std::int32_t parent, ply;
    Action action;      // that led here from a position; of a branch, the column it landed in
    std::int32_t kind;  // 0 position, 1 chance
    std::int32_t depth;
    double alpha, beta, value;
    std::uint64_t nodes;
};

class Recorder {
public:
    // Visits of up to so many moves from the root are recorded, none if it is negative.
    void start(int plies) {
        plies_ = plies;
        records_.clear();
    }

    // The number of the record, -1 if there is none.
    int open(int parent, int ply, Action action, int kind, int depth, Window window) {
        if (ply > plies_) return -1;
        records_.push_back({parent, ply, action, kind, depth, window.alpha, window.beta, 0, 0});
        return static_cast<int>(records_.size()) - 1;
    }

    void close(int record, double value, std::uint64_t nodes) {
        if (record < 0) return;
        records_[record].value = value;
        records_[record].nodes = nodes;
    }

    const std::vector<Record>& records() const { return records_; }

private:
    int plies_ = -1;
    std::vector<Record> records_;
};

}  // namespace fourcast
