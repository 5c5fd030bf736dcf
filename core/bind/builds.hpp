// The builds of the solvers by the names that Python uses.
#pragma once

#include <stdexcept>
#include <string>

#include "solver/builds.hpp"

namespace fourcast {

// In the order of `Build`.
constexpr const char* build_names[] = {"portable", "avx2", "avx512"};

inline const char* name_of(Build build) { return build_names[static_cast<int>(build)]; }

// One that this machine can run.
inline Build build_named(const std::string& name) {
    for (const Build build : available_builds()) {
        if (name_of(build) == name) return build;
    }
    throw std::invalid_argument("this machine cannot run the build '" + name + "' of the solver");
}

}  // namespace fourcast
