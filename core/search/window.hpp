// The values that can still matter to a search, and what a value that was found among them says.
#pragma once

#include <cstdint>
#include <limits>

namespace fourcast {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Window {
    double alpha, beta;

    Window flipped() const { return {-beta, -alpha}; }
};

constexpr Window full{-infinity, infinity};

enum class Bound : std::uint8_t { none, exact, lower, upper };

inline Bound bound_of(double value, Window window) {
    return value <= window.alpha ? Bound::upper : value >= window.beta ? Bound::lower : Bound::exact;
}

// Whether a value that is bound so is all that a window asks for.
inline bool settles(Bound bound, double value, Window window) {
    return bound == Bound::exact || (bound == Bound::lower && value >= window.beta) ||
           (bound == Bound::upper && value <= window.alpha);
}

}  // namespace fourcast
