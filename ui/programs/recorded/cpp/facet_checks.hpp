// The request of facet measure, runs of the program, and the checks of its modules.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "facet_modules.hpp"

namespace facet {

// -- the request, and running ---------------------------------------------------

struct Request {
  unsigned long long seed;
  int repeat;
  bool structure, trust;
  std::vector<std::size_t> batches;
  double deadline = 0;  // seconds since 1970; 0 for none
  bool unlimited = false;
  std::vector<double> seconds;  // that methods take, as predicted
};

static double elapsed() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Says what is done, on standard error: at most a line each two seconds, and one for each
// new kind of work.
static void say(const std::string& what, const std::string& detail = "") {
  static std::string before;
  static double last = 0;
  double now = elapsed();
  if (what == before && now - last < 2) return;
  before = what, last = now;
  std::fprintf(stderr, "facet: %s%s\n", what.c_str(), detail.c_str());
  std::fflush(stderr);
}

static std::string seconds(double s) {
  char text[32];
  std::snprintf(text, sizeof text, s >= 2 ? "%.0f s" : "%.1f s", std::max(0.0, s));
  return text;
}
static std::string about(double s) { return ", about " + seconds(s) + " to go"; }

// The time that a request may take: until the deadline that it names, or some times of what
// the dense modes of its program take; all parts of the work ask it how much is left.
struct Budget {
  double begin = elapsed(), total = least;
  bool given, unlimited;
  explicit Budget(const Request& r) : given(r.deadline > 0), unlimited(r.unlimited) {
    if (given) total = r.deadline - std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
  // Where no deadline is given, the total is by what dense modes take.
  void suits(double dense) {
    if (!given) total = std::max({least, std::min(120.0, 5 * dense), 2 * dense});
  }
  // Where no deadline is given, what was done till now does not count.
  void starts() {
    if (!given) begin = elapsed();
  }
  // Seconds until a share of the time is over.
  double left(double share = 1) const { return unlimited ? INFINITY : share * total - (elapsed() - begin); }
  static constexpr double least = 30;
};

static std::mt19937_64 random_numbers;
static double normal() { return std::normal_distribution<double>()(random_numbers); }
static double uniform() { return std::uniform_real_distribution<double>()(random_numbers); }
static Matrix random_matrix(std::size_t rows, std::size_t cols) {
  Matrix m(rows, cols);
  for (double& x : m.a) x = normal();
  return m;
}

static std::string program_name() { return Place{named().file}.name(); }

// First run of the program.
static Recording once(const Request& r, std::map<std::string, Vector> shifts = {}) {
  std::srand(unsigned(r.seed));
  static const pid_t process = getpid();
  Recording recording = run(named().program, program_name(), std::move(shifts));
  if (getpid() != process) _exit(0);  // what the program has forked is not measured
  return recording;
}

// Runs it once more, and lets nobody see what it prints.
static Recording again(const Request& r, std::map<std::string, Vector> shifts = {}) {
  struct Quiet {
    int saved[2];
    Quiet() {
      std::fflush(nullptr);
      int nowhere = open("/dev/null", O_WRONLY);
      for (int k : {0, 1}) saved[k] = dup(k + 1), dup2(nowhere, k + 1);
      close(nowhere);
    }
    ~Quiet() {
      std::fflush(nullptr);
      for (int k : {0, 1}) dup2(saved[k], k + 1), close(saved[k]);
    }
  } quiet;
  return once(r, std::move(shifts));
}

// -- checks -----------------------------------------------------------------------

// How far a derivative may be from differences: as much as these are from each other,
// within limits; and how far an adjoint may be from its tangent.
const double exact = 1e-6, rough = 1e-3, dual = 1e-7;
const std::size_t most_entries = 4000000;  // of a seed or result that is timed

struct Check {
  std::string module, argument, kind, where;
  double error, tolerance;
  std::string hint = "";  // what is wrong about it, if that can be said
  bool ok() const { return error <= tolerance; }
};

static double norm(const Vector& a) { return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0)); }
static double largest(const Vector& a) {
  double m = 0;
  for (double x : a) m = std::max(m, std::abs(x));
  return m;
}

// How large each entry is, so that those of other units count as much as the others. What
// is nothing beside the others is taken to be as large as they are.
static Vector sizes(Vector a) {
  Vector some;
  for (double& x : a)
    if ((x = std::abs(x)) > 0) some.push_back(x);
  std::sort(some.begin(), some.end());
  double typical = some.empty() ? 1 : some[some.size() / 2];
  for (double& x : a)
    if (x <= 1e-9 * typical) x = typical;
  return a;
}

// What makes entries of results count alike; an entry that is small only because others
// cancelled in it does not count more than ten million times as much.
static Vector weights(Vector a) {
  double most = largest(a);
  for (double& x : a) x = most > 0 ? 1 / std::max(std::abs(x), 1e-7 * most) : 1;
  return a;
}

// The rows of a matrix, or the entries of a vector, each times its weight.
static Vector weighed(Vector a, const Vector& weights) {
  std::size_t columns = weights.empty() ? 1 : a.size() / weights.size();
  for (std::size_t k = 0; k < a.size(); ++k) a[k] *= weights[k / columns];
  return a;
}
static Vector minus(Vector a, const Vector& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] -= b[k];
  return a;
}
static double off(const Vector& got, const Vector& want, double floor) { return norm(minus(got, want)) / std::max({norm(got), norm(want), floor}); }
static Vector column(const Matrix& m, std::size_t k) {
  Vector v(m.rows);
  for (std::size_t i = 0; i < m.rows; ++i) v[i] = m(i, k);
  return v;
}

// Says so if a vector is some times what it should be.
static std::string multiple(const Vector& got, const Vector& want) {
  double size = std::inner_product(want.begin(), want.end(), want.begin(), 0.0), factor = size > 0 ? std::inner_product(got.begin(), got.end(), want.begin(), 0.0) / size : 1;
  Vector rest = got;
  for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= factor * want[k];
  if (std::abs(factor - 1) <= 1e-3 || norm(rest) > 1e-5 * norm(got)) return "";
  char text[64];
  std::snprintf(text, sizeof text, "it is %.4g times what it should be", factor);
  return text;
}

// Central differences of value along a direction as large as the array, with several steps.
static std::vector<Vector> differences(const std::function<Vector(const Vector&)>& value, const Vector& array, const Vector& direction, bool light) {
  std::vector<Vector> found;
  for (double h : light ? std::vector<double>{1e-4, 1e-5} : std::vector<double>{3e-3, 1e-3, 1e-4, 1e-5, 1e-6}) {
    Vector up = array, down = array;
    for (std::size_t k = 0; k < array.size(); ++k) up[k] += h * direction[k], down[k] -= h * direction[k];
    try {
      Vector d = minus(value(up), value(down));
      for (double& x : d) x /= 2 * h;
      found.push_back(d);
    } catch (const Mistake&) {  // outside of where the module is defined
    }
  }
  return found;
}

// Values that a check of an edge takes, its derivatives counted as some: thoroughly, with
// three directions and five steps, or lightly, with one direction and two steps.
const double thorough = 40, light_check = 8;

// A module whose values are coarse, in words.
static std::string& coarse_module() {
  static std::string text;
  return text;
}
// Why a module's values may be too coarse for differences; empty where they are not.
static std::string coarse(const Vector& tangent, const Vector& base, const std::function<Vector(double)>& moved) {
  try {
    if (norm(tangent) > 1e-3 * norm(base) && moved(1e-10) == base) return "its result does not change when the argument changes by 1e-10: it rounds, or computes with single precision (float)";
  } catch (const Mistake&) {  // outside of where the module is defined
  }
  return "";
}

// Tangent against differences, adjoint by dot products, Jacobian against both; base is the
// value.
static void check_edge(std::vector<Check>& checks, const Edge& e, const Given& arrays, const Vector& base, bool light) {
  const Core& m = *e.call->core;
  std::string where = m.place.text(), label = e.label();
  Vector twice = e.value(arrays);
  for (std::size_t k = 0; k < base.size(); ++k)
    if (std::abs(base[k] - twice[k]) > 1e-9 * std::abs(base[k]))
      throw Mistake(where + ": module " + m.name + " gives other values when it is called again with the same arguments: it must depend on its arguments alone");
  const Vector& array = *arrays[e.at];
  Matrix V = random_matrix(e.columns(), std::min<std::size_t>(light ? 1 : 3, e.columns())), W = random_matrix(std::min<std::size_t>(3, e.rows()), e.rows());
  const Vector entries = sizes(array), weigh = weights(base);
  V.a = weighed(V.a, entries);
  for (std::size_t i = 0; i < W.rows; ++i)
    for (std::size_t j = 0; j < W.cols; ++j) W(i, j) *= weigh[j];
  Matrix TV = e.derive(tangent, arrays, V), WF = e.derive(adjoint, arrays, W);
  auto line = [&](Kind wanted) {
    for (Kind kind : {wanted, jacobian, tangent, adjoint})
      for (int a : e.arguments())
        if (auto at = m.marked[kind].find(a); at != m.marked[kind].end()) return at->second.text() + ": the " + (kind == tangent ? "tangent" : kind == adjoint ? "adjoint" : "Jacobian") + " of " + m.name + " for " + label;
    return where + ": a derivative of " + m.name + " for " + label;
  };
  for (Kind kind : {tangent, adjoint})
    for (double x : (kind == tangent ? TV : WF).a)
      if (!std::isfinite(x)) throw Mistake(line(kind) + " has entries that are no finite numbers (NaN or infinite), where the values are finite: look for a division by 0, or start at another point");
  double floor = 1e-9 * std::max(1.0, norm(weighed(base, weigh))), worst = 0, tolerance = 0;
  std::string hint;
  auto value = [&](const Vector& a) {
    Given moved = arrays;
    moved[e.at] = &a;
    return e.value(moved);
  };
  for (std::size_t k = 0; k < V.cols; ++k) {
    auto found = differences(value, array, column(V, k), light);
    if (found.size() < 2) throw Mistake(where + ": module " + m.name + " cannot be evaluated near its argument " + label + ": choose another point");
    double error = INFINITY, spread = INFINITY;
    if (hint.empty()) hint = multiple(column(TV, k), found[found.size() - (light ? 1 : 2)]);
    for (auto& f : found) {
      f = weighed(f, weigh);
      error = std::min(error, off(weighed(column(TV, k), weigh), f, floor));
    }
    for (std::size_t n = 1; n < found.size(); ++n) spread = std::min(spread, off(found[n - 1], found[n], floor));
    double allowed = std::min(rough, std::max(exact, 30 * spread));
    if (!(error * tolerance < worst * allowed)) worst = error, tolerance = allowed;  // the one nearest to what it is allowed
  }
  auto place = [&](Kind kind) {
    for (int a : e.arguments())
      if (auto at = m.marked[kind].find(a); at != m.marked[kind].end()) return at->second.text();
    return where;
  };
  Kind kind = e.has(tangent) ? tangent : e.whole() ? jacobian : adjoint;
  static const char* const words[] = {"tangent", "adjoint", "jacobian"};
  checks.push_back({m.name, label, words[kind], place(kind), worst, tolerance, hint.empty() ? coarse(column(TV, 0), base, [&](double h) {
      Vector moved = array;
      for (std::size_t k = 0; k < moved.size(); ++k) moved[k] += h * V(k, 0);
      return value(moved);
    }) : hint});
  if (checks.back().hint.find("changes") != std::string::npos) coarse_module() = "module " + m.name + ": " + checks.back().hint;
  auto scale = [](const Matrix& a, const Matrix& b) { return std::max({norm(product(a, b).a), 1e-3 * norm(a.a) * norm(b.a), 1e-300}); };
  if (e.has(adjoint)) checks.push_back({m.name, label, "adjoint", place(adjoint), norm(minus(product(W, TV).a, product(WF, V).a)) / std::max(scale(W, TV), scale(WF, V)), dual, multiple(product(WF, V).a, product(W, TV).a)});
  if (e.whole() && kind == tangent) {
    Matrix J = e.full(arrays);
    checks.push_back({m.name, label, "jacobian", place(jacobian), std::max(off(weighed(product(J, V).a, weigh), weighed(TV.a, weigh), floor), off(product(W, J).a, WF.a, floor)), dual});
  }
}

// What derivatives share belongs to the point where they are wanted, and joint ones are the
// sum of others.
static void check_shared(std::vector<Check>& checks, const Recording& recording, int v) {
  const Call& call = *recording.vertices[v].call;
  const Core& m = *call.core;
  Given arrays = recording.arrays(v);
  std::vector<Edge> edges;
  std::string label;
  for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) edges.push_back(recording.edge(v, k)), label += (k > 0 ? ", " : "") + edges[k].label();
  std::vector<Matrix> V;
  Seeds seeds;
  std::vector<std::size_t> all(edges.size());
  std::iota(all.begin(), all.end(), std::size_t(0));
  for (std::size_t k = 0; k < edges.size(); ++k) {
    V.push_back(random_matrix(edges[k].columns(), 1));
    V[k].a = weighed(V[k].a, sizes(*arrays[k]));
  }
  for (auto& s : V) seeds.push_back(&s);
  Matrix W = random_matrix(2, edges[0].rows());
  auto whole = [&](const Given& at) {
    Matrix sum = edges[0].derive(tangent, at, V[0]);
    for (std::size_t k = 1; k < edges.size(); ++k) add(sum, edges[k].derive(tangent, at, V[k]));
    return sum;
  };
  auto place = [&](Kind kind) {
    for (Kind of : {kind, tangent})
      for (std::size_t a = 0; a < m.arguments.size(); ++a)
        if (m.served[of][a].size() > 1) return m.marked[of].at(int(a)).text();
    return m.place.text();
  };
  if (call.serves(tangent)) {
    Matrix sum;
    edges[0].tangents(sum, arrays, seeds);
    checks.push_back({m.name, label, "joint tangent", place(tangent), off(sum.a, whole(arrays).a, 1e-300), dual});
  }
  if (call.serves(adjoint)) {
    std::vector<Matrix> got;
    edges[0].adjoints(got, arrays, W, all.data(), all.size());
    double error = 0;
    for (std::size_t k : all) error = std::max(error, off(got[k].a, edges[k].derive(adjoint, arrays, W).a, 1e-300));
    checks.push_back({m.name, label, "joint adjoint", place(adjoint), error, dual});
  }
  if (!m.shares) return;
  std::string where = m.prepares.line > 0 ? m.prepares.text() : m.place.text();
  Matrix before = whole(arrays);
  std::vector<Vector> near;
  for (const Vector* a : arrays) {
    near.push_back(*a);
    double typical = norm(*a) / std::sqrt(double(a->size()));
    for (double& x : near.back()) x = x * (1 + 0.01 * uniform()) + 1e-3 * typical * uniform();
  }
  auto moved = [&](double h) {
    std::vector<Vector> at = near;
    Given given;
    for (std::size_t k = 0; k < at.size(); ++k) {
      for (std::size_t i = 0; i < at[k].size(); ++i) at[k][i] += h * V[k].a[i];
      given.push_back(&at[k]);
    }
    return edges[0].value(given);
  };
  try {
    Vector base = moved(0);
    const Vector weigh = weights(base);
    Given given;
    for (Vector& a : near) given.push_back(&a);
    Vector there = weighed(whole(given).a, weigh);
    double floor = 1e-9 * std::max(1.0, norm(weighed(base, weigh))), error = INFINITY, spread = INFINITY;
    Vector last;
    for (double h : {1e-4, 1e-5, 1e-6}) {
      Vector d = minus(moved(h), moved(-h));
      for (double& x : d) x /= 2 * h;
      d = weighed(d, weigh);
      error = std::min(error, off(there, d, floor));
      if (!last.empty()) spread = std::min(spread, off(last, d, floor));
      last = d;
    }
    checks.push_back({m.name, label, "shared", where, error, std::min(rough, std::max(exact, 30 * spread))});
  } catch (const Mistake&) {
    return;  // the other point is outside of where the module is defined
  }
  whole(arrays);
  for (auto& e : edges) e.derive(adjoint, arrays, W);
  checks.push_back({m.name, label, "kept", where, off(whole(arrays).a, before.a, 1e-300), dual});
}

// Whether two runs took the same way through their modules.
static bool alike(const Recording& a, const Recording& b) {
  if (a.vertices.size() != b.vertices.size()) return false;
  for (std::size_t k = 0; k < a.vertices.size(); ++k) {
    const Vertex &v = a.vertices[k], &w = b.vertices[k];
    if (v.id != w.id || v.array->size() != w.array->size() || v.operands != w.operands) return false;
  }
  return true;
}

// A call with an argument that differs between two runs although it is no value.
static const Call* changed(const Recording& a, const Recording& b, std::string& argument) {
  for (std::size_t k = 0; k < a.vertices.size(); ++k) {
    const Call* call = a.vertices[k].call.get();
    if (call == nullptr) continue;
    if (int n = call->differs(*b.vertices[k].call, false); n >= 0) {
      argument = call->core->arguments[n] + " of " + call->core->name;
      return call;
    }
  }
  return nullptr;
}

// Runs the program again: it has to repeat itself, and to depend on its inputs through
// modules alone. Gives a warning, or nothing.
static std::string check_program(std::vector<Check>& checks, const Request& r, const Recording& recording) {
  std::string name = program_name(), argument;
  Recording repeated = again(r);
  if (!alike(recording, repeated)) throw Mistake(name + ":1: the program takes another way when it is run again: give its random numbers a seed");
  if (auto* call = changed(recording, repeated, argument))
    throw Mistake(call->place.text() + ": the argument " + argument + " is another one when the program is run again: give its random numbers a seed");
  const double h = 1e-5;
  std::map<int, Matrix> dots;
  std::map<std::string, Vector> up, down;
  for (auto& [source, at] : recording.sources) {
    const Vector& array = *recording.vertices[at].array;
    Matrix direction = random_matrix(array.size(), 1);
    direction.a = weighed(direction.a, sizes(array));
    for (double x : direction.a) {
      up[source].push_back(h * x), down[source].push_back(-h * x);
    }
    dots[at] = direction;
  }
  Recording above, below;
  try {
    above = again(r, up), below = again(r, down);
  } catch (const Mistake& m) {
    throw Mistake(std::string(m.what()) + " (with inputs that differ by a factor of 1e-05 from the program's)");
  }
  const Call* call = alike(recording, above) ? changed(recording, above, argument) : nullptr;
  if (call == nullptr && alike(recording, below)) call = changed(recording, below, argument);
  if (call != nullptr)
    throw Mistake(call->place.text() + ": the argument " + argument + " depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module");
  if (!alike(recording, above) || !alike(recording, below))
    return name + " takes another way through its modules when its inputs change by a factor of 1e-05: the dag is that of this run alone";
  for (int j = 0; j < int(recording.vertices.size()); ++j)
    for (std::size_t k = 0; k < recording.vertices[j].operands.size(); ++k)
      if (auto dot = dots.find(recording.vertices[j].operands[k]); dot != dots.end()) {
        Matrix t = recording.edge(j, k).derive(tangent, recording.arrays(j), dot->second);
        if (dots.count(j) > 0)
          add(dots[j], t);
        else
          dots[j] = t;
      }
  for (auto& s : recording.sinks) {
    Vector d = minus(*above.vertices[s.at].array, *below.vertices[s.at].array);
    for (double& x : d) x /= 2 * h;
    Vector dot = dots.count(s.at) > 0 ? dots[s.at].a : Vector(d.size());
    const Vector& value = *recording.vertices[s.at].array;
    const Vector weigh = weights(value);
    checks.push_back({name, s.name, "program", s.place.text(), off(weighed(dot, weigh), weighed(d, weigh), 1e-7 * std::max(1.0, norm(weighed(value, weigh)))), rough, coarse_module()});
  }
  return "";
}

}  // namespace facet
