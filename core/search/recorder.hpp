// Recording the visits of a search, for drawing its tree: the C++ implementation of src/fourcast/trace/record.py.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"
#include "search/window.hpp"

namespace fourcast {

// A visit. `nodes` is the size of the subtree that was searched, itself included.
struct Record {
    std::int32_t parent, ply;
    Action action;      // the move that led here; of a branch of a chance node, the column in which the disc landed
    std::int32_t kind;  // 0 position, 1 chance
    std::int32_t depth;
    double alpha, beta, value;
    std::uint64_t nodes;
};

class Recorder {
public:
    // Records visits up to `plies` moves from the root, none if it is negative.
    void start(int plies) {
        plies_ = plies;
        records_.clear();
    }

    bool is_recorded(int ply) const { return ply <= plies_; }

    // Index of the new record, -1 if the visit is not recorded.
    int open(int parent, int ply, Action action, int kind, int depth, Window window) {
        if (!is_recorded(ply)) return -1;
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
