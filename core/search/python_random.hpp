// The random numbers of Python's random.Random: the generator MT19937, continued from a state of Python's, and the
// functions of it that src/fourcast/algorithms/mcts.py calls. With the same numbers both engines make the same playouts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace fourcast {

class PythonRandom {
public:
    static constexpr std::size_t words = 624;

    // `state`: random.Random().getstate()[1], the words and the index of the next one.
    explicit PythonRandom(const std::array<std::uint32_t, words + 1>& state) : next_(state[words]) {
        std::copy_n(state.begin(), words, state_.begin());
    }

    // A whole number below `n`: random.Random.choice and randrange.
    int below(int n) {
        const int shift = 32 - std::bit_width(static_cast<unsigned>(n));
        for (;;) {
            const std::uint32_t number = next() >> shift;
            if (number < static_cast<std::uint32_t>(n)) return static_cast<int>(number);
        }
    }

    // A number from 0 to 1, 1 excluded: random.Random.random.
    double uniform() {
        const std::uint32_t high = next() >> 5, low = next() >> 6;
        return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
    }

private:
    std::uint32_t next() {
        if (next_ >= words) advance();
        std::uint32_t y = state_[next_++];
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c5680;
        y ^= y << 15 & 0xefc60000;
        return y ^ y >> 18;
    }

    void advance() {
        constexpr std::size_t middle = 397;
        for (std::size_t n = 0; n < words; ++n) {
            const std::uint32_t y = (state_[n] & 0x80000000) | (state_[(n + 1) % words] & 0x7fffffff);
            state_[n] = state_[(n + middle) % words] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
        }
        next_ = 0;
    }

    std::array<std::uint32_t, words> state_;
    std::size_t next_;
};

}  // namespace fourcast
