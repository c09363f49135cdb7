// A function as a list of operations, read from standard input, and carried out
// with the numbers of a peer.
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Node {
  std::string op;
  int a = -1, b = -1;
  double c = 0;
};

struct Program {
  std::vector<Node> nodes;
  std::vector<int> inputs, outputs;
  std::vector<double> point;
  std::vector<std::pair<int, int>> entries;  // of the Jacobian: output, input
};

inline Program readProgram() {
  Program p;
  std::string word;
  while (std::cin >> word) {
    Node n;
    if (word == "out") {
      std::cin >> n.a;
      p.outputs.push_back(n.a);
      continue;
    }
    if (word == "entry") {
      std::cin >> n.a >> n.b;
      p.entries.push_back({n.a, n.b});
      continue;
    }
    n.op = word;
    if (word == "in") {
      std::cin >> n.c;
      p.inputs.push_back(p.nodes.size());
      p.point.push_back(n.c);
    } else if (word == "const") {
      std::cin >> n.c;
    } else {
      std::cin >> n.a >> n.b;
    }
    p.nodes.push_back(n);
  }
  return p;
}

template <class T>
T call(const std::string& f, const T& a, const T& b) {
  using namespace std;
  if (f == "Sin") return sin(a);
  if (f == "Cos") return cos(a);
  if (f == "Tan") return tan(a);
  if (f == "Sqrt") return sqrt(a);
  if (f == "Exp") return exp(a);
  if (f == "Log") return log(a);
  if (f == "Tanh") return tanh(a);
  if (f == "Atan") return atan(a);
  if (f == "Erf") return erf(a);
  if (f == "Abs") return fabs(a);
  if (f == "Pow") return pow(a, b);
  throw std::runtime_error("there is no " + f);
}

template <class T>
std::vector<T> carriedOut(const Program& p, const std::vector<T>& x) {
  std::vector<T> v(p.nodes.size());
  size_t at = 0;
  for (size_t k = 0; k < v.size(); ++k) {
    const Node& n = p.nodes[k];
    if (n.op == "in") v[k] = x[at++];
    else if (n.op == "const") v[k] = n.c;
    else if (n.op == "+") v[k] = v[n.a] + v[n.b];
    else if (n.op == "-") v[k] = v[n.a] - v[n.b];
    else if (n.op == "*") v[k] = v[n.a] * v[n.b];
    else if (n.op == "/") v[k] = v[n.a] / v[n.b];
    else if (n.op == "neg") v[k] = -v[n.a];
    else if (n.op == "same") v[k] = v[n.a];
    else {
      // an exponent that is a constant stays one
      if (n.op == "Pow" && p.nodes[n.b].op == "const") v[k] = pow(v[n.a], T(p.nodes[n.b].c));
      else v[k] = call(n.op, v[n.a], n.b < 0 ? v[n.a] : v[n.b]);
    }
  }
  std::vector<T> y;
  for (int o : p.outputs) y.push_back(v[o]);
  return y;
}
