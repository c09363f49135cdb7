// What drivers that are carried out have in common with what measures them.
#pragma once
#include "facet_modules.hpp"

namespace facet {

struct Blocks {
  BlockList<Matrix> dense;
  BlockList<Sparse> sparse;
};
template <class R> auto taken(R r, int) -> decltype(r.sparse, Blocks()) { return {std::move(r.blocks), std::move(r.sparse)}; }
template <class R> Blocks taken(R r, long) { return {std::move(r.blocks), {}}; }

// The methods come by themselves, with their numbers among those that are asked for: some may not
// have been compiled.
bool carries(int number, const char* method, std::function<Blocks(Program&)> driver);
void tick();  // between their lines

}  // namespace facet
