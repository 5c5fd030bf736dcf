// Python bindings of batches of games.
#include <nanobind/ndarray.h>

#include <memory>
#include <variant>

#include "bind/bridge.hpp"
#include "game_batch.hpp"

namespace fourcast {
namespace {

template <class Number>
using Column = nb::ndarray<Number, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<std::int8_t, nb::numpy, nb::c_contig, nb::device::cpu>;
using GameTuple = std::tuple<EncodedPosition, std::vector<EncodedPosition>>;
using AnyBatch = std::variant<std::unique_ptr<GameBatch<Word64>>, std::unique_ptr<GameBatch<Word128>>,
                              std::unique_ptr<GameBatch<Word256>>>;

// For one thread at a time.
class Batch {
    template <class Work>
    auto visit(Work&& work) {
        return std::visit([&](auto& batch) { return work(*batch); }, batch_);
    }

    template <class Array>
    void check(const Array& array) const {
        if (array.size() != count_) throw std::invalid_argument("an array needs one number for each game");
    }

public:
    Batch(const Rules& rules, std::size_t count, const std::array<int, 2>& pops, int repetitions, std::uint64_t seed)
        : batch_(with_board(rules,
                            [&]<class Word>(const Board<Word>&) -> AnyBatch {
                                return std::make_unique<GameBatch<Word>>(rules, count, pops, repetitions, seed);
                            })),
          count_(count) {
        if (count == 0) throw std::invalid_argument("a batch needs at least one game");
    }

    // Starts the marked games again.
    void restart(const Column<const bool>& marked) {
        check(marked);
        visit([&](auto& batch) {
            for (std::size_t n = 0; n < count_; ++n) {
                if (marked(n)) batch.restart(n);
            }
        });
    }

    // Plays an action in each marked game, and writes its winner.
    void play(const Column<const std::int64_t>& actions, const Column<const bool>& marked,
              const Column<std::int8_t>& winners) {
        check(actions), check(marked), check(winners);
        visit([&](auto& batch) {
            for (std::size_t n = 0; n < count_; ++n) {
                if (marked(n)) winners(n) = batch.play(n, actions(n));
            }
        });
    }

    void random_actions(const Column<std::int64_t>& actions) {
        check(actions);
        visit([&](auto& batch) {
            for (std::size_t n = 0; n < count_; ++n) actions(n) = batch.random_action(n);
        });
    }

    void turns(const Column<std::int8_t>& turns) {
        check(turns);
        visit([&](auto& batch) {
            for (std::size_t n = 0; n < count_; ++n) turns(n) = static_cast<std::int8_t>(batch.games[n].position.turn);
        });
    }

    void observe(const Column<const std::int8_t>& players, const Column<const bool>& going_on, const Bytes& planes,
                 const Bytes& masks) {
        check(players), check(going_on);
        visit([&](auto& batch) {
            const std::size_t cells = batch.plane_cells(), actions = batch.action_count();
            if (planes.size() != count_ * cells || masks.size() != count_ * actions) {
                throw std::invalid_argument("planes or masks have a wrong shape");
            }
            for (std::size_t n = 0; n < count_; ++n) {
                if (players(n) != 0 && players(n) != 1) throw std::invalid_argument("a player is 0 or 1");
                batch.observe(n, players(n), going_on(n), {planes.data() + n * cells, cells},
                              {masks.data() + n * actions, actions});
            }
        });
    }

    EncodedPosition position(std::size_t n) {
        if (n >= count_) throw std::out_of_range("there is no such game");
        return visit([&](auto& batch) { return encode(batch.games[n].position); });
    }

    // The state of the random numbers, and every game with its earlier positions.
    std::tuple<std::uint64_t, std::vector<GameTuple>> state() {
        return visit([&](auto& batch) {
            std::vector<GameTuple> games;
            for (const auto& game : batch.games) {
                std::vector<EncodedPosition> earlier;
                for (const auto& position : game.earlier) earlier.push_back(encode(position));
                games.emplace_back(encode(game.position), std::move(earlier));
            }
            return std::tuple{batch.random.state, std::move(games)};
        });
    }

    void set_state(std::uint64_t random, const std::vector<GameTuple>& games) {
        if (games.size() != count_) throw std::invalid_argument("wrong number of games");
        visit([&]<class Word>(GameBatch<Word>& batch) {
            batch.random.state = random;
            for (std::size_t n = 0; n < count_; ++n) {
                const auto& [position, earlier] = games[n];
                batch.games[n] = {decode<Word>(position), {}};
                for (const EncodedPosition& one : earlier) batch.games[n].earlier.push_back(decode<Word>(one));
            }
        });
    }

private:
    AnyBatch batch_;
    std::size_t count_;
};

}  // namespace

void bind_batch(nb::module_& module) {
    nb::class_<Batch>(module, "GameBatch")
        .def(nb::init<const Rules&, std::size_t, const std::array<int, 2>&, int, std::uint64_t>(), "rules"_a,
             nb::kw_only(), "count"_a, "pops"_a, "repetitions"_a, "seed"_a)
        .def("restart", &Batch::restart, "marked"_a)
        .def("play", &Batch::play, "actions"_a, "marked"_a, "winners"_a)
        .def("random_actions", &Batch::random_actions, "actions"_a)
        .def("turns", &Batch::turns, "turns"_a)
        .def("observe", &Batch::observe, "players"_a, "going_on"_a, "planes"_a, "masks"_a)
        .def("position", &Batch::position, "n"_a)
        .def("state", &Batch::state)
        .def("set_state", &Batch::set_state, "random"_a, "games"_a);
}

}  // namespace fourcast
