// How work is told to end before it is done: by an exception that says why.
#pragma once

namespace fourcast {

enum class StopReason { time, nodes, asked };

struct StopSearch {
    StopReason reason;
};

}  // namespace fourcast
