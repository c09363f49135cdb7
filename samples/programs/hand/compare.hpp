// Runs the driver of a C++ program beside what was written by hand, in turns, both with the
// values, and compares their blocks. compare.py includes the program, the driver and the
// code by hand in front of it, which has
//
//   namespace hand {
//   Jacobian one(const std::vector<Vector>& inputs);   // ways(): each of these
//   std::map<std::pair<std::string, std::string>, Matrix> blocks(const Jacobian&);
//   }
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace compare {

using Blocks = std::map<std::pair<std::string, std::string>, Matrix>;

inline double now(bool processor) {
  timespec t;
  clock_gettime(processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

template <class R> Blocks dense(const R& r, long) {
  Blocks all;
  for (auto& [key, block] : r.blocks) all[key] = block;
  return all;
}
template <class R> auto dense(const R& r, int) -> decltype(r.sparse, Blocks()) {
  Blocks all = dense(r, 0L);
  for (auto& [key, block] : r.sparse) all[key] = facet::dense(block);
  return all;
}

// The largest difference, relative to the largest entry of a block.
inline double off(const Blocks& a, const Blocks& b) {
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (auto& [key, block] : a) {
    auto other = b.find(key);
    if (other == b.end() || other->second.a.size() != block.a.size()) return INFINITY;
    double most = 1;
    for (double x : block.a) most = std::max(most, std::abs(x));
    for (std::size_t k = 0; k < block.a.size(); ++k) worst = std::max(worst, std::abs(block.a[k] - other->second.a[k]) / most);
  }
  return worst;
}

// Prints the least seconds of the driver, and those of each way.
inline int run(void (*program)(), bool processor) {
  facet::Program recorded(program);
  auto ways = hand::ways();
  const Blocks wanted = dense(jacobian(recorded, recorded.inputs), 0);
  for (auto way : ways)
    if (double far = off(wanted, hand::blocks(way(recorded.inputs))); !(far <= 1e-9)) {
      std::fprintf(stderr, "the blocks by hand are off from the driver's by %g\n", far);
      return 1;
    }
  std::vector<double> least(ways.size() + 1, INFINITY);
  for (double end = now(false) + 6; now(false) < end;)
    for (std::size_t k = 0; k < least.size(); ++k) {
      double begin = now(processor);
      if (k == 0)
        jacobian(recorded, recorded.inputs);
      else
        ways[k - 1](recorded.inputs);
      least[k] = std::min(least[k], now(processor) - begin);
    }
  for (double seconds : least) std::printf("%.9g\n", seconds);
  return 0;
}

}  // namespace compare

int main(int count, char** words) { return compare::run(facet::named().program, count > 1 && std::strcmp(words[1], "--processor") == 0); }
