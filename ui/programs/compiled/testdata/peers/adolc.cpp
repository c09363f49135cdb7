// The time of a Jacobian by ADOL-C's driver, from a tape, in nanoseconds.
#include <adolc/adolc.h>

#include <chrono>

#include "program.hpp"

int main() {
  Program p = readProgram();
  size_t n = p.inputs.size(), m = p.outputs.size();
  std::vector<double> point = p.point, value(m);
  trace_on(1);
  std::vector<adouble> x(n);
  for (size_t k = 0; k < n; ++k) x[k] <<= point[k];
  std::vector<adouble> y = carriedOut(p, x);
  for (size_t k = 0; k < m; ++k) y[k] >>= value[k];
  trace_off();
  double** jacobian = myalloc2(m, n);
  double least = 1e99;
  for (int round = 0; round < 25; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 40; ++k) {
      point[0] += 1e-13;
      ::function(1, m, n, point.data(), value.data());
      ::jacobian(1, m, n, point.data(), jacobian);
    }
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count() / 40);
  }
  std::cout << least << "\n";
}
