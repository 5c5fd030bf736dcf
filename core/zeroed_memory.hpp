// Memory for tables: zero, aligned, and provided by the system when it is first used.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fourcast {

// From 4 MB on in huge pages: random access to a large table waits longer for the addresses of small pages than for the
// buckets.
class ZeroedMemory {
public:
    explicit ZeroedMemory(std::size_t bytes) {
        const bool is_huge = bytes >= min_huge_bytes;
        const std::size_t alignment = is_huge ? huge_page : cache_lines;
        std::size_t space = bytes + alignment;
        memory_.reset(std::calloc(1, space));
        if (!memory_) throw std::bad_alloc();
        start_ = memory_.get();
        std::align(alignment, bytes, start_, space);
#ifdef __linux__
        if (is_huge) madvise(start_, bytes, MADV_HUGEPAGE);
#endif
    }

    void* start() const { return start_; }

private:
    static constexpr std::size_t cache_lines = 128;  // two, the size of the usual buckets
    static constexpr std::size_t huge_page = std::size_t{2} << 20, min_huge_bytes = 2 * huge_page;

    std::unique_ptr<void, decltype(&std::free)> memory_{nullptr, &std::free};
    void* start_;
};

}  // namespace fourcast
