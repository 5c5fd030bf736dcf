// The window of a search: the values that can still change its result, and what a value found in it means.
#pragma once

#include <cstdint>
#include <limits>

namespace fourcast {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Window {
    double alpha, beta;

    Window flipped() const { return {-beta, -alpha}; }
};

constexpr Window full_window{-infinity, infinity};

enum class Bound : std::uint8_t { none, exact, lower, upper };

inline Bound bound_of(double value, Window window) {
    return value <= window.alpha ? Bound::upper : value >= window.beta ? Bound::lower : Bound::exact;
}

// Whether a value with such a bound answers a search with this window.
inline bool is_sufficient(Bound bound, double value, Window window) {
    return bound == Bound::exact || (bound == Bound::lower && value >= window.beta) ||
           (bound == Bound::upper && value <= window.alpha);
}

}  // namespace fourcast
