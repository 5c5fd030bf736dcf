// The exact solver for every board. This file is compiled twice: for any machine, and for those with AVX2.
#include "solver/first_line/engine.hpp"

#include <random>

#include "solver/first_line/thread_pool.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {
namespace {

// Other threads are let in once a search has taken this many nodes: most are over before a thread has started.
constexpr std::uint64_t long_search = 1 << 14;

// Takes samples by chance.
template <class Word>
class Note final : public Student<Word> {
public:
    Note(const Curriculum& curriculum, Studied& studied)
        : curriculum_(curriculum), studied_(studied), dice_(curriculum.seed) {
        studied_.seen.resize(curriculum.chances.size());
    }

    bool wants(int empty_cells) override {
        ++studied_.seen[empty_cells];
        return std::uniform_real_distribution<>()(dice_) < curriculum_.chances[empty_cells];
    }
    std::uint64_t most_nodes(int empty_cells) override { return curriculum_.most_nodes[empty_cells]; }
    void see(const State<Word>& state, std::span<const std::int64_t> costs) override {
        studied_.samples.push_back({{to_limbs(state.own), to_limbs(state.other)}, {costs.begin(), costs.end()}});
    }

private:
    const Curriculum& curriculum_;
    Studied& studied_;
    std::mt19937_64 dice_;
};

template <class Word, int K>
class EngineOn final : public Engine {
public:
    explicit EngineOn(const Settings& settings)
        : geometry_(settings.width, settings.height, settings.connect),
          order_(geometry_, settings),
          table_(settings.width * (settings.height + 1), settings.megabytes) {}

    void solve(std::span<const Question> questions, std::span<Answer> answers, const Wanted& wanted,
               Watch& watch) override {
        const auto make_search = [&] {
            Search<Word, K> search(geometry_, order_, table_);
            search.trust_bounds = wanted.trust_bounds;
            return search;
        };
        Crew<Word, K>(questions.size(), wanted.threads, watch).run(make_search, [&](std::size_t n, Member& member) {
            answers[n] = solve_one(questions[n], wanted, member);
        });
    }

    Studied study(const Question& question, const Curriculum& curriculum, std::uint64_t nodes, Watch& watch) override {
        Studied studied;
        Note<Word> note(curriculum, studied);
        TableFor<Word> small(geometry_.width * (geometry_.height + 1), 1);
        Search<Word, K> apart(geometry_, order_, small);
        apart.poll = [](std::uint64_t) {};
        const auto make_search = [&] {
            Search<Word, K> search(geometry_, order_, table_);
            search.student = &note;
            search.apart = &apart;
            return search;
        };
        const int most = geometry_.width * geometry_.height;
        Crew<Word, K>(1, 1, watch).run(make_search, [&](std::size_t, Member& member) {
            solve_one(question, {false, true, 1, -most, most, nodes}, member);
        });
        return studied;
    }

    void clear() override { table_.clear(); }

private:
    using Member = typename Crew<Word, K>::Member;

    Answer solve_one(const Question& question, const Wanted& wanted, Member& member) {
        Search<Word, K>& search = member.search;
        const Word own = from_limbs<Word>(question.own), other = from_limbs<Word>(question.other);
        const int cells = geometry_.width * geometry_.height - popcount(own | other);
        const auto exactly = [](int score) { return Answer{score, score, -1, 0}; };
        if (geometry_.has_line(own)) return {0, 0, impossible, 0};
        if (geometry_.has_line(other)) return exactly(-((cells + 2) / 2));
        if (cells == 0) return exactly(0);
        if (geometry_.threats(own, own | other) & geometry_.landing(own | other)) return exactly((cells + 1) / 2);

        const State<Word> state{own, other, geometry_.mirrored(own), geometry_.mirrored(other), cells};
        Node<Word> root;
        int score;
        bool same_side;
        if (!search.settle(state, geometry_.threats(other, own | other), root, score, same_side)) return exactly(score);
        search.set_key(root);
        search.narrow(root);
        const auto in_window = [&](int bound) { return std::clamp(bound, wanted.lowest, wanted.highest); };
        const Range range{in_window(same_side ? root.lower : -root.upper),
                          in_window(same_side ? root.upper : -root.lower)};
        Joint<Word> joint{Hunt(range, wanted.weak), root, same_side};
        const std::uint64_t before = search.nodes;
        const int stopped = look_for_score(joint, wanted.nodes, member);
        const Range known = joint.hunt.range();
        return {known.low, known.high, stopped, search.nodes - before + joint.nodes_of_helpers};
    }

    // With the others of the crew, if it takes long. Why it ended before the score was found, or -1.
    int look_for_score(Joint<Word>& joint, std::uint64_t most_nodes, Member& member) {
        const struct Leave {
            Member& member;
            Joint<Word>& joint;
            ~Leave() { member.withdraw(joint); }
        } leave{member, joint};
        const std::uint64_t before = member.search.nodes;
        try {
            member.poll();  // a stop asked for, or a time already up, ends the easiest search too
            take_part(joint.hunt, member.search, joint.root, joint.same_side, [&](std::uint64_t visited) {
                const std::uint64_t nodes = visited - before;
                if (nodes + joint.nodes_of_helpers >= most_nodes) throw StopSearch{StopReason::nodes};
                member.poll();
                if (nodes > long_search) member.offer(joint);
            });
        } catch (const StopSearch& end) {
            return static_cast<int>(end.reason);
        }
        return -1;
    }

    const Geometry<Word, K> geometry_;
    const Order<Word, K> order_;
    TableFor<Word> table_;
};

template <class Word>
std::unique_ptr<Engine> make_on(const Settings& settings) {
    if (settings.connect == 4) return std::make_unique<EngineOn<Word, 4>>(settings);
    return std::make_unique<EngineOn<Word, 0>>(settings);
}

}  // namespace

std::unique_ptr<Engine> build_engine(const Settings& settings) {
    if (settings.width * (settings.height + 1) <= word_bits<Word64>) return make_on<Word64>(settings);
    return make_on<Word128>(settings);
}

}  // namespace fourcast::exact::inline FOURCAST_BUILD

#ifndef __AVX2__
namespace fourcast::exact {

#ifdef FOURCAST_HAS_AVX2_BUILD
namespace avx2 {
std::unique_ptr<Engine> build_engine(const Settings& settings);
}
#endif

std::unique_ptr<Engine> make_engine(const Settings& settings, [[maybe_unused]] bool plain) {
#ifdef FOURCAST_HAS_AVX2_BUILD
    if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return avx2::build_engine(settings);
#endif
    return plain::build_engine(settings);
}

}  // namespace fourcast::exact
#endif
