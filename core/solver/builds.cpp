#include "solver/builds.hpp"

namespace fourcast {

std::vector<Build> available_builds() {
    std::vector<Build> builds{Build::portable};
#ifdef FOURCAST_HAS_VECTOR_BUILDS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
        builds.push_back(Build::avx2);
        if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vpopcntdq")) {
            builds.push_back(Build::avx512);
        }
    }
#endif
    return builds;
}

}  // namespace fourcast
