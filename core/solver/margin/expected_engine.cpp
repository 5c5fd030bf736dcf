// The solver of games with drifting drops for every board. This file is compiled once for each build.
#include "solver/margin/expected_engine.hpp"

#include "solver/margin/expected_search.hpp"

namespace fourcast::inline FOURCAST_BUILD {
namespace {

template <class Word>
class BoardEngine final : public ExpectedEngine {
public:
    BoardEngine(const Rules& rules, std::size_t table_mb) : board_(rules), table_(board_, table_mb) {}

    ExpectedResult solve(const Position<Word256>& wide, const MarginOptions& options, StopCheck& check) override {
        const Position<Word> position{
            {narrowed(wide.stones[0]), narrowed(wide.stones[1])}, wide.pops, wide.turn, wide.drawn};
        ExpectedSearch<Word> search(board_, table_, check, options);
        Range<double> range = search.possible(position);
        const int stopped = stop_reason_of([&] { search.solve(position, range); });
        return {stopped, range.low, range.high, search.nodes()};
    }

    void clear() override { table_.clear(); }

private:
    static Word narrowed(Word256 set) { return from_limbs<Word>(to_limbs(set)); }

    const Board<Word> board_;
    typename ExpectedSearch<Word>::Table table_;
};

}  // namespace

std::unique_ptr<ExpectedEngine> make_expected_in_build(const Rules& rules, std::size_t table_mb) {
    if (rules.bits() <= word_bits<Word64>) return std::make_unique<BoardEngine<Word64>>(rules, table_mb);
    if (rules.bits() <= word_bits<Word128>) return std::make_unique<BoardEngine<Word128>>(rules, table_mb);
    return std::make_unique<BoardEngine<Word256>>(rules, table_mb);
}

}  // namespace fourcast::inline FOURCAST_BUILD

#ifndef __AVX2__
namespace fourcast {

#ifdef FOURCAST_HAS_VECTOR_BUILDS
namespace avx2 {
std::unique_ptr<ExpectedEngine> make_expected_in_build(const Rules& rules, std::size_t table_mb);
}
namespace avx512 {
std::unique_ptr<ExpectedEngine> make_expected_in_build(const Rules& rules, std::size_t table_mb);
}
#endif

std::unique_ptr<ExpectedEngine> make_expected_engine(const Rules& rules, std::size_t table_mb,
                                                     [[maybe_unused]] Build build) {
#ifdef FOURCAST_HAS_VECTOR_BUILDS
    if (build == Build::avx512) return avx512::make_expected_in_build(rules, table_mb);
    if (build == Build::avx2) return avx2::make_expected_in_build(rules, table_mb);
#endif
    return portable::make_expected_in_build(rules, table_mb);
}

}  // namespace fourcast
#endif
