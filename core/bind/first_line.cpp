// The exact solver as Python holds it.
#include <nanobind/ndarray.h>

#include <memory>

#include "bind/bridge.hpp"
#include "solver/first_line/engine.hpp"

namespace fourcast {
namespace {

// A row for each position: the discs of the side to move, low and high 64 bits, and those of the other side.
using Rows = nb::ndarray<const std::uint64_t, nb::numpy, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

using Lessons = nb::ndarray<const std::int8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
using Column = nb::ndarray<Number, nb::numpy, nb::ndim<1>>;

// For each position between what the score lies, why its search stopped (-1 if it did not), and its nodes.
using Solved = std::tuple<Column<std::int16_t>, Column<std::int16_t>, Column<std::int8_t>, Column<std::uint64_t>>;

template <class Number, class Read>
Column<Number> column_of(const std::vector<exact::Answer>& answers, Read&& read) {
    auto* const numbers = new Number[answers.size()];
    const nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
    for (std::size_t n = 0; n < answers.size(); ++n) numbers[n] = static_cast<Number>(read(answers[n]));
    return Column<Number>(numbers, {answers.size()}, owner);
}

// Ends the work at a deadline, when told to stop, and at Ctrl-C; reports how many positions are done.
class Attention final : public exact::Watch {
public:
    Attention(double seconds, const std::atomic<std::uint64_t>& stops, nb::object progress)
        : deadline_(seconds),
          stops_(stops),
          stops_before_(stops),
          breath_(std::move(progress), std::chrono::milliseconds(10)) {}

    void searching() override {
        if (stops_.load(std::memory_order_relaxed) != stops_before_) throw StopSearch{StopReason::asked};
        if (deadline_.is_over()) throw StopSearch{StopReason::time};
        breath_(answered_);
    }

    void answered(std::size_t questions) override { answered_ = questions; }

private:
    const Deadline deadline_;
    const std::atomic<std::uint64_t>& stops_;
    const std::uint64_t stops_before_;
    std::size_t answered_ = 0;
    Breath breath_;
};

// A solver with its memory, for calls from any number of threads. `stop` ends those that are under way.
class Solver {
public:
    Solver(const Rules& rules, std::size_t megabytes, const std::array<int, 4>& weights, const Lessons& lessons,
           bool plain)
        : cells_(static_cast<std::size_t>(rules.width) * rules.height),
          engine_(exact::make_engine(settings(rules, megabytes, weights, lessons), plain)) {}

    Solved solve_many(const Rows& rows, bool weak, bool trust_bounds, int threads, int lowest, int highest,
                      double seconds, std::uint64_t nodes, nb::object progress) {
        std::vector<exact::Question> questions(rows.shape(0));
        for (std::size_t n = 0; n < questions.size(); ++n) {
            const std::uint64_t* const row = rows.data() + 4 * n;
            questions[n] = {{row[0], row[1], 0, 0}, {row[2], row[3], 0, 0}};
        }
        std::vector<exact::Answer> answers(questions.size());
        Attention attention(seconds, stops_, std::move(progress));
        {
            nb::gil_scoped_release unlocked;
            engine_->solve(questions, answers, {weak, trust_bounds, threads, lowest, highest, nodes}, attention);
        }
        for (std::size_t n = 0; n < answers.size(); ++n) {
            if (answers[n].stopped == exact::impossible) {
                throw std::invalid_argument("Board " + std::to_string(n) +
                                            " has a line of the side to move: its game was over before.");
            }
        }
        return {column_of<std::int16_t>(answers, [](const auto& answer) { return answer.low; }),
                column_of<std::int16_t>(answers, [](const auto& answer) { return answer.high; }),
                column_of<std::int8_t>(answers, [](const auto& answer) { return answer.stopped; }),
                column_of<std::uint64_t>(answers, [](const auto& answer) { return answer.nodes; })};
    }

    // The discs of both sides in each sample, what its moves cost by column, and how many positions there were to choose
    // from by the number of empty cells.
    std::tuple<std::vector<std::array<std::uint64_t, 2>>, std::vector<std::vector<std::int64_t>>,
               std::vector<std::uint64_t>>
    study(const std::array<std::uint64_t, 2>& discs, const std::vector<double>& chances,
          const std::vector<std::uint64_t>& most_nodes, std::uint64_t seed, std::uint64_t nodes) {
        if (chances.size() != most_nodes.size() || chances.size() != cells_ + 1) {
            throw std::invalid_argument("a chance and a limit for every number of empty cells are needed");
        }
        Attention attention(std::numeric_limits<double>::infinity(), stops_, nb::none());
        exact::Studied studied;
        {
            nb::gil_scoped_release unlocked;
            studied = engine_->study({{discs[0], 0, 0, 0}, {discs[1], 0, 0, 0}}, {chances, most_nodes, seed}, nodes,
                                     attention);
        }
        std::vector<std::array<std::uint64_t, 2>> positions;
        std::vector<std::vector<std::int64_t>> costs;
        for (const auto& sample : studied.samples) {
            positions.push_back({sample.position.own[0], sample.position.other[0]});
            costs.push_back(sample.costs);
        }
        return {positions, costs, studied.seen};
    }

    void stop() { stops_.fetch_add(1, std::memory_order_relaxed); }

    void clear() {
        nb::gil_scoped_release unlocked;
        engine_->clear();
    }

private:
    static exact::Settings settings(const Rules& rules, std::size_t megabytes, const std::array<int, 4>& weights,
                                    const Lessons& lessons) {
        if (rules.bits() > word_bits<Word128>) throw std::invalid_argument("the board does not fit the solver");
        const std::size_t expected = std::size_t{2} * 2 * ((rules.width + 1) / 2) * rules.height * 3 * 4 * 27;
        if (lessons.size() != 0 && (lessons.size() != expected || rules.connect != 4 || rules.bits() > 64)) {
            throw std::invalid_argument("the lessons are for another board");
        }
        return {rules.width,
                rules.height,
                rules.connect,
                megabytes,
                {weights[0], weights[1], weights[2], weights[3]},
                {lessons.data(), lessons.data() + lessons.size()}};
    }

    const std::size_t cells_;
    std::unique_ptr<exact::Engine> engine_;
    std::atomic<std::uint64_t> stops_{0};
};

}  // namespace

void bind_solver(nb::module_& module) {
    module.attr("MOST_SOLVER_BITS") = word_bits<Word128>;
    nb::class_<Solver>(module, "Solver")
        .def(nb::init<const Rules&, std::size_t, const std::array<int, 4>&, const Lessons&, bool>(), "rules"_a,
             "megabytes"_a, nb::kw_only(), "weights"_a, "lessons"_a, "plain"_a)
        .def("solve_many", &Solver::solve_many, "rows"_a, nb::kw_only(), "weak"_a, "trust_bounds"_a, "threads"_a,
             "lowest"_a, "highest"_a, "seconds"_a, "nodes"_a, "progress"_a.none())
        .def("study", &Solver::study, "discs"_a, nb::kw_only(), "chances"_a, "most_nodes"_a, "seed"_a, "nodes"_a)
        .def("stop", &Solver::stop)
        .def("clear", &Solver::clear);
}

}  // namespace fourcast
