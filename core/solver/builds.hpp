// The builds of the solvers: for all machines, with AVX2, and with AVX-512. Each is the same source, compiled in a namespace
// of its own; which one runs is chosen when the program runs.
#pragma once

#include <vector>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#define FOURCAST_BUILD avx512
#define FOURCAST_HAS_LANES
#elif defined(__AVX2__)
#include <immintrin.h>
#define FOURCAST_BUILD avx2
#else
#define FOURCAST_BUILD portable
#endif

namespace fourcast {

// The instructions that a solver is compiled for.
enum class Build { portable, avx2, avx512 };

// Those that this machine can run, the fastest last.
std::vector<Build> available_builds();

}  // namespace fourcast
