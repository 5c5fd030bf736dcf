// The search for the score of one position by null windows.
#pragma once

#include <functional>

#include "solver/first_line/search.hpp"

namespace fourcast::first_line::inline FOURCAST_BUILD {

// Narrows the range of the score until it is known. `check`: see FirstLineSearch.
template <class Word, KnownShape S, class Observer, class Check>
void search_score(FirstLineWindows& windows, FirstLineSearch<Word, S, Observer>& search, Node<Word> root,
                  Check&& check) {
    search.check = std::cref(check);  // a reference takes no memory from the heap
    while (!windows.is_settled()) {
        const std::uint64_t before = search.nodes;
        const int test = windows.next();
        search.look_up(root);
        const int score = search.search_child(root, test);
        windows.add_result(test, score, search.nodes - before);
    }
}

}  // namespace fourcast::first_line::inline FOURCAST_BUILD
