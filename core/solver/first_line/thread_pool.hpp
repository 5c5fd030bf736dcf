// Several threads at one batch of questions: each takes the next one, and who finds none left helps with a long search.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/first_line/engine.hpp"
#include "solver/first_line/score_search.hpp"

namespace fourcast::exact::inline FOURCAST_BUILD {

// The search of one question. Threads without a question of their own may take part once it is offered.
template <class Word>
struct Joint {
    Hunt hunt;
    const Node<Word> root;
    const bool same_side;
    std::atomic<std::uint64_t> nodes_of_helpers{0};
    int helpers = 0;  // this and the next belong to the crew
    bool is_offered = false;
};

// The threads of one call. The first is the one that called: it alone watches, and others are started only when there is
// work for them.
template <class Word, int K>
class Crew {
public:
    using OneSearch = Search<Word, K>;

    Crew(std::size_t questions, int threads, Watch& watch) : questions_(questions), threads_(threads), watch_(watch) {}

    // One thread with its search.
    class Member {
    public:
        Member(Crew& crew, OneSearch&& its_search, bool is_first)
            : search(std::move(its_search)), crew_(crew), is_first_(is_first) {}

        // To be called now and then. Throws StopSearch when all work is to end.
        void poll() {
            if (const int reason = crew_.stopped_.load(std::memory_order_relaxed); reason >= 0)
                throw StopSearch{static_cast<StopReason>(reason)};
            if (is_first_) crew_.look_up();
        }

        // To be called now and then in a long search: lets others take part if there are any at leisure.
        void offer(Joint<Word>& joint) {
            if (!joint.is_offered && crew_.offer(joint)) search.crowd = crew_.crowd_.get();
        }

        // To be called before a joint search goes out of sight, however it ended.
        void withdraw(Joint<Word>& joint) noexcept {
            search.crowd = nullptr;
            if (joint.is_offered) crew_.withdraw(joint);
        }

        OneSearch search;

    private:
        friend Crew;
        Crew& crew_;
        const bool is_first_;
    };

    // Calls `answer(number, member)` for every question. Each thread makes a search for itself.
    template <class MakeSearch, class Answer>
    void run(const MakeSearch& make_search, const Answer& answer) {
        work_of_others_ = [&] {
            try {
                Member member(*this, make_search(), false);
                work(member, answer);
            } catch (...) {
                end(std::current_exception());
            }
        };
        try {
            if (questions_ > 1) start_others();
            Member first(*this, make_search(), true);
            work(first, answer);
        } catch (...) {
            end(std::current_exception());
        }
        others_.clear();  // waits for them
        if (fault_) std::rethrow_exception(fault_);
        watch_.answered(questions_);
    }

private:
    template <class Answer>
    void work(Member& member, const Answer& answer) {
        do {
            for (std::size_t n; (n = next_.fetch_add(1, std::memory_order_relaxed)) < questions_;) {
                answer(n, member);
                if (done_.fetch_add(1) + 1 == questions_) wake_all();
                if (member.is_first_) watch_.answered(done_.load(std::memory_order_relaxed));
            }
        } while (help(member));
    }

    // Waits for a search that is on offer, and takes part in it. False when there will be none any more.
    bool help(Member& member) {
        std::unique_lock<std::mutex> turn(mutex_);
        ++idle_;
        const auto offered = [&] {
            return std::find_if(offers_.begin(), offers_.end(),
                                [](Joint<Word>* joint) { return joint->hunt.goes_on(); });
        };
        const auto is_over = [&] { return done_ == questions_ || fault_; };
        const auto has_news = [&] { return is_over() || offered() != offers_.end(); };
        while (!changed_.wait_for(turn, std::chrono::milliseconds(5), has_news)) {
            turn.unlock();
            look_up_from(member);
            turn.lock();
        }
        --idle_;
        if (is_over()) return false;
        Joint<Word>& joint = **offered();
        ++joint.helpers;
        std::rotate(offers_.begin(), offers_.begin() + 1, offers_.end());  // the next one helps with another
        turn.unlock();
        take_part_in(joint, member);
        turn.lock();
        --joint.helpers;
        changed_.notify_all();
        return true;
    }

    void take_part_in(Joint<Word>& joint, Member& member) noexcept {
        std::uint64_t told = member.search.nodes;
        const auto tell = [&](std::uint64_t visited) {
            joint.nodes_of_helpers.fetch_add(visited - told, std::memory_order_relaxed);
            told = visited;
        };
        member.search.crowd = crowd_.get();
        try {
            take_part(joint.hunt, member.search, joint.root, joint.same_side, [&](std::uint64_t visited) {
                tell(visited);
                member.poll();
            });
        } catch (const StopSearch&) {
        } catch (...) {
            end(std::current_exception());
        }
        tell(member.search.nodes);
        member.search.crowd = nullptr;
    }

    void look_up_from(Member& member) {
        try {
            member.poll();
        } catch (const StopSearch&) {  // those who have a question see it too, and answer with what they know
        }
    }

    void look_up() {
        watch_.answered(done_.load(std::memory_order_relaxed));
        try {
            watch_.searching();
        } catch (const StopSearch& end) {
            stopped_.store(static_cast<int>(end.reason), std::memory_order_relaxed);
            throw;
        }
    }

    bool offer(Joint<Word>& joint) {
        start_others();
        if (idle_ == 0) return false;
        const std::lock_guard<std::mutex> turn(mutex_);
        offers_.push_back(&joint);
        joint.is_offered = true;
        changed_.notify_all();
        return true;
    }

    void withdraw(Joint<Word>& joint) {
        joint.hunt.call_off();
        std::unique_lock<std::mutex> turn(mutex_);
        std::erase(offers_, &joint);
        changed_.wait(turn, [&] { return joint.helpers == 0; });
    }

    // Fewer than wanted where the system has no more to give. Only the first thread comes here before it is done.
    void start_others() {
        if (started_) return;
        started_ = true;
        if (threads_ == 1) return;
        crowd_ = std::make_unique<Crowd>();
        try {
            while (static_cast<int>(others_.size()) < threads_ - 1) others_.emplace_back(work_of_others_);
        } catch (const std::system_error&) {
        }
    }

    // Ends all work because of a fault.
    void end(std::exception_ptr fault) {
        const std::lock_guard<std::mutex> turn(mutex_);
        if (!fault_) fault_ = std::move(fault);
        stopped_.store(static_cast<int>(StopReason::asked), std::memory_order_relaxed);
        next_.store(questions_, std::memory_order_relaxed);
        changed_.notify_all();
    }

    void wake_all() {
        const std::lock_guard<std::mutex> turn(mutex_);
        changed_.notify_all();
    }

    const std::size_t questions_;
    const int threads_;
    Watch& watch_;
    std::atomic<std::size_t> next_{0}, done_{0};
    std::atomic<int> stopped_{-1};  // why, once all work is to end
    std::atomic<int> idle_{0};
    std::mutex mutex_;
    std::condition_variable changed_;  // all questions answered, a search on offer, a helper gone, a fault
    std::vector<Joint<Word>*> offers_;
    std::exception_ptr fault_;
    std::unique_ptr<Crowd> crowd_;
    bool started_ = false;
    std::function<void()> work_of_others_;
    std::vector<std::jthread> others_;
};

}  // namespace fourcast::exact::inline FOURCAST_BUILD
