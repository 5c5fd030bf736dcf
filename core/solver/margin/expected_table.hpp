// The table of the search of expected margins: values, or bounds of them, by position.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>

#include "bucket_table.hpp"
#include "solver/builds.hpp"
#include "solver/margin/reduced_key.hpp"
#include "solver/null_windows.hpp"

namespace fourcast::inline FOURCAST_BUILD {

// A value, or bounds of it, in nine bytes without alignment: an entry of the table is 32 bytes long on 64-bit boards. Bounds
// are rounded outwards to single precision; a value is stored as it is.
class StoredExpectation {
public:
    StoredExpectation() = default;
    explicit StoredExpectation(double value) : is_exact_(true) { std::memcpy(bytes_, &value, sizeof bytes_); }
    explicit StoredExpectation(Range<double> range) : is_exact_(range.low == range.high) {
        if (is_exact_) {
            std::memcpy(bytes_, &range.low, sizeof bytes_);
        } else {
            const float rounded[2]{round(range.low, -1), round(range.high, 1)};
            std::memcpy(bytes_, rounded, sizeof bytes_);
        }
    }

    bool is_exact() const { return is_exact_; }

    // If it is exact.
    double value() const {
        double value;
        std::memcpy(&value, bytes_, sizeof bytes_);
        return value;
    }

    Range<double> range() const {
        if (is_exact_) return {value(), value()};
        float rounded[2];
        std::memcpy(rounded, bytes_, sizeof bytes_);
        return {rounded[0], rounded[1]};
    }

private:
    static float round(double value, int direction) {
        const auto nearest = static_cast<float>(value);
        const bool is_outside = direction < 0 ? nearest <= value : nearest >= value;
        return is_outside ? nearest : std::nextafter(nearest, direction * std::numeric_limits<float>::infinity());
    }

    bool is_exact_;
    unsigned char bytes_[8];
};

template <class Word>
using ExpectedTable = BucketTable<ReducedKey<Word>, StoredExpectation, 2, NoLock>;

}  // namespace fourcast::inline FOURCAST_BUILD
