// The rules of a game, as Python passes them; src/fourcast/rules/rules.py is the definition.
#pragma once

#include <array>
#include <vector>

namespace fourcast {

enum class Goal { first_line, most_lines, run_points };
enum class PopRule { none, limited, own };

struct Rules {
    int width, height, connect;
    Goal goal;
    bool gravity;
    PopRule pop_rule;
    bool drifts;
    std::array<int, 3> drift;      // weights: aimed column, left, right
    std::vector<int> run_weights;  // points added by every start of a run of n discs, by n

    // Columns × (rows + 1): one guard bit a column.
    int bits() const { return width * (height + 1); }
};

}  // namespace fourcast
