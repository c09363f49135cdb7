// C code by CasADi: values and the entries of the Jacobian, after common
// subexpressions.
#include <casadi/casadi.hpp>

#include "program.hpp"

int main() {
  using casadi::SX;
  Program p = readProgram();
  SX x = SX::sym("x", p.inputs.size());
  std::vector<SX> in;
  for (size_t k = 0; k < p.inputs.size(); ++k) in.push_back(x(k));
  std::vector<SX> out = carriedOut(p, in);
  SX jacobian = SX::jacobian(SX::vertcat(out), x);
  for (auto e : p.entries) out.push_back(jacobian(e.first, e.second));
  casadi::Function f("casadi_f", {x}, {SX::vertcat(out)}, casadi::Dict{{"cse", true}});
  casadi::CodeGenerator g("casadi.c");
  g.add(f);
  std::cout << g.dump();
}
