// C code by CppADCodeGen: values and the entries of the Jacobian in forward and
// in reverse mode, as two functions.
#include <cppad/cg.hpp>

#include "program.hpp"

using CGD = CppAD::cg::CG<double>;
using ADCG = CppAD::AD<CGD>;

int main() {
  Program p = readProgram();
  std::vector<ADCG> x(p.inputs.size());
  for (size_t k = 0; k < x.size(); ++k) x[k] = p.point[k];
  CppAD::Independent(x);
  CppAD::ADFun<CGD> fun(x, carriedOut(p, x));
  std::vector<std::set<size_t>> pattern(p.outputs.size());
  std::vector<size_t> row, col;
  for (auto e : p.entries) {
    pattern[e.first].insert(e.second);
    row.push_back(e.first);
    col.push_back(e.second);
  }
  for (std::string mode : {"forward", "reverse"}) {
    CppAD::cg::CodeHandler<double> handler;
    std::vector<CGD> at(x.size());
    handler.makeVariables(at);
    std::vector<CGD> out = fun.Forward(0, at), entries(p.entries.size());
    CppAD::sparse_jacobian_work work;
    if (mode == "forward") fun.SparseJacobianForward(at, pattern, row, col, entries, work);
    else fun.SparseJacobianReverse(at, pattern, row, col, entries, work);
    out.insert(out.end(), entries.begin(), entries.end());
    CppAD::cg::LanguageC<double> language("double");
    CppAD::cg::LangCDefaultVariableNameGenerator<double> names("r");
    std::ostringstream code;
    handler.generateCode(code, language, out, names);
    std::cout << "static void cppadcg_" << mode << "(const double *x, double *r) {\n"
              << language.generateTemporaryVariableDeclaration() << code.str() << "}\n";
  }
}
