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
  bool structure, look, trust;  // look: for structure where a mark returns a Sparse
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
static std::string about(double s) { return s < 0.1 ? "" : ", about " + seconds(s) + " to go"; }

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
const double much = 1e-5;   // of a value: where a step changes it by more, smaller ones may be needed
const double least = 1e-6;  // beside the value: of a derivative below, differences are noise
const std::size_t most_entries = 4000000;  // of a seed or result that is timed

struct Check {
  std::string module, argument, kind, where;
  double error, tolerance;
  std::string hint = "";  // what is wrong about it, if that can be said
  bool ok() const { return error <= tolerance; }
};

static double norm(const Vector& a) { return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0)); }
static bool is_finite(const Vector& a) {
  return std::all_of(a.begin(), a.end(), [](double x) { return std::isfinite(x); });
}
static double largest(const Vector& a) {
  double m = 0;
  for (double x : a) m = std::max(m, std::abs(x));
  return m;
}

// The size in the middle of those of entries that are not 0, which may be of several units.
static double typical(const Vector& a) {
  Vector some;
  for (double x : a)
    if (x != 0) some.push_back(std::abs(x));
  std::sort(some.begin(), some.end());
  return some.empty() ? 1 : some[some.size() / 2];
}
// How large each entry is, so that those of other units count as much as the others. What
// is nothing beside the others is taken to be as large as they are.
static Vector sizes(Vector a) {
  const double size = typical(a);
  for (double& x : a)
    if ((x = std::abs(x)) <= 1e-9 * size) x = size;
  return a;
}

// What makes entries of results count alike, by what they are and how they change: one that is 0
// here would hide all others. An entry that is small only because others cancelled in it does not
// count more than ten million times as much.
static Vector weights(Vector a, const std::vector<Vector>& changes) {
  const double most = largest(a);
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] = std::abs(a[k]);
    for (const Vector& c : changes) a[k] = std::fmax(a[k], std::abs(c[k]));
    a[k] = most > 0 ? 1 / std::max(a[k], 1e-7 * most) : 1;
  }
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

static Matrix as_column(const Vector& v) {
  Matrix m(v.size(), 1);
  m.a = v;
  return m;
}

using ByArgument = std::function<Vector(const Vector&)>;
// The value of an edge's call as a function of the edge's argument.
static ByArgument by_argument(const Edge& e, const Given& arrays) {
  return [=](const Vector& a) {
    Given there = arrays;
    there[e.at] = &a;
    return e.value(there);
  };
}

static const char* const words[] = {"tangent", "adjoint", "jacobian"};

// Which mark an edge's derivatives are made by first.
static Kind made_by(const Edge& e) { return e.has(tangent) ? tangent : e.whole() ? jacobian : adjoint; }
// Where a mark of some kinds stands, the first that is there; where the module does, if there is none.
static const Place& placed(const Edge& e, std::initializer_list<Kind> kinds) {
  for (Kind kind : kinds)
    for (int a : e.arguments())
      if (auto at = e.call->core->marked[kind].find(a); at != e.call->core->marked[kind].end()) return at->second;
  return e.call->core->place;
}

// Says so if a vector is some times what it should be.
static std::string multiple(const Vector& got, const Vector& want) {
  double size = std::inner_product(want.begin(), want.end(), want.begin(), 0.0), factor = size > 0 ? std::inner_product(got.begin(), got.end(), want.begin(), 0.0) / size : 1;
  Vector rest = got;
  for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= factor * want[k];
  if (std::abs(factor - 1) <= 1e-3 || norm(rest) > 1e-5 * norm(got)) return "";
  if (std::abs(factor) < 1e-5) return "it is missing: it is 0, and should not be";
  char text[64];
  std::snprintf(text, sizeof text, "it is %.4g times what it should be", factor);
  return text;
}

// Central differences of value along a direction as large as the array, with several steps: smaller ones, too, where
// the last change the value so much that they do not agree, as beside a nearly singular matrix.
static std::vector<Vector> differences(const ByArgument& value, const Vector& array, const Vector& direction, std::vector<double> steps) {
  std::vector<Vector> found;
  double change = 0, size = 0;
  const double last = steps.back();
  for (int n = 0; n < 4; ++n) steps.push_back(steps.back() / 10);
  for (double h : steps) {
    if (h < last && (found.size() < 2 || norm(minus(found.back(), found[found.size() - 2])) <= rough * norm(found.back()) || change <= much * size)) break;
    Vector up = array, down = array;
    for (std::size_t k = 0; k < array.size(); ++k) up[k] += h * direction[k], down[k] -= h * direction[k];
    try {
      up = value(up);
      Vector d = minus(up, value(down));
      change = norm(d), size = norm(up);
      for (double& x : d) x /= 2 * h;
      found.push_back(d);
    } catch (const Mistake&) {  // outside of where the module is defined
    }
  }
  return found;
}

// How far a derivative is off from differences, and how far these allow it to be.
struct Verdict {
  double error = INFINITY, allowed = rough;
};
// Differences are coarse beside a small derivative: values may be off by 1e-13 of the largest one, where an iteration
// ends, and steps are 1e-3 of an argument. Entries that are 0, as of what is at rest, have large weights.
static Verdict judge(const Vector& got, const std::vector<Vector>& found, const Vector& weigh, double floor, const Vector& base = {}) {
  Verdict v;
  const Vector wanted = weighed(got, weigh);
  double spread = INFINITY, least = INFINITY;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const Vector f = weighed(found[n], weigh);
    v.error = std::min(v.error, off(wanted, f, floor));
    least = std::min(least, norm(f));
    if (n > 0) spread = std::min(spread, off(weighed(found[n - 1], weigh), f, floor));
  }
  const double noise = 1e-10 * largest(base) * norm(weigh);
  const double coarse = std::max(norm(wanted), least) <= noise ? 2 : std::min(30 * rough, noise / std::max(norm(wanted), floor));
  v.allowed = std::max(std::min(rough, std::max(exact, 30 * spread)), coarse);
  return v;
}

// Whether a derivative along a direction is, entry by entry, that of one side of a kink.
static bool kinked(const ByArgument& value, const Vector& array, const Vector& direction, const Vector& got) {
  const double h = 1e-6;
  try {
    Vector up = array, down = array, here = value(array);
    for (std::size_t k = 0; k < array.size(); ++k) up[k] += h * direction[k], down[k] -= h * direction[k];
    Vector above = minus(value(up), here), below = minus(here, value(down)), nearer = above;
    for (std::size_t k = 0; k < got.size(); ++k) {
      above[k] /= h, below[k] /= h;
      nearer[k] = std::abs(got[k] - above[k]) < std::abs(got[k] - below[k]) ? above[k] : below[k];
    }
    return off(above, below, 1e-300) > rough && off(got, nearer, 1e-300) < rough;
  } catch (const Mistake&) {  // outside of where the module is defined
    return false;
  }
}

// A point beside an array, in which no entry is 0 and none is the same as another.
static Vector moved(Vector a) {
  const double size = typical(a);
  for (double& x : a) x += (x < 0 ? -1 : 1) * (0.01 * std::abs(x) + 1e-3 * size) * (0.5 + uniform());
  return a;
}

// Random rows that make the entries of a result count alike.
static Matrix random_rows(const Vector& weigh) {
  Matrix W = random_matrix(std::min<std::size_t>(3, weigh.size()), weigh.size());
  for (std::size_t i = 0; i < W.rows; ++i)
    for (std::size_t k = 0; k < W.cols; ++k) W(i, k) *= weigh[k];
  return W;
}

// How far W (F' V) and (W F') V are from each other.
static double apart_from(const Matrix& W, const Matrix& TV, const Matrix& WF, const Matrix& V, const Vector& base) {
  const double nothing = std::max(1e-7 * norm(W.a) * largest(base), 1e-300);  // beside values of that size: rounding
  auto scale = [&](const Matrix& a, const Matrix& b) { return std::max({norm(product(a, b).a), 1e-3 * norm(a.a) * norm(b.a), nothing}); };
  return norm(minus(product(W, TV).a, product(WF, V).a)) / std::max(scale(W, TV), scale(WF, V));
}

// Values that a check of an edge takes, its derivatives counted as some: thoroughly, with
// three directions and five steps, or lightly, with one direction and two steps; and beside the
// point of a call, with one direction and four steps.
const double thorough = 40, light_check = 8, beside_check = 12;

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

// Whether an adjoint is all that there is, of which tangents are made.
static bool alone(const Edge& e) { return made_by(e) == adjoint; }

// Tangent against differences, adjoint by dot products, Jacobian against both; base is the
// value. Gives whether the derivative and the differences are exactly 0.
static bool check_edge(std::vector<Check>& checks, const Edge& e, const Given& arrays, const Vector& base, bool light) {
  const Core& m = *e.call->core;
  std::string where = m.place.text(), label = e.label();
  Vector twice = e.value(arrays);
  for (std::size_t k = 0; k < base.size(); ++k)
    if (std::abs(base[k] - twice[k]) > 1e-9 * std::abs(base[k]))
      throw Mistake(where + ": module " + m.name + " gives other values when it is called again with the same arguments: it must depend on its arguments alone");
  const Vector& array = *arrays[e.at];
  Matrix V = random_matrix(e.columns(), std::min<std::size_t>(light ? 1 : 3, e.columns()));
  V.a = weighed(V.a, sizes(array));
  const ByArgument value = by_argument(e, arrays);
  std::vector<std::vector<Vector>> all;  // differences, by columns
  std::vector<Vector> right;
  for (std::size_t k = 0; k < V.cols; ++k) {
    all.push_back(differences(value, array, column(V, k), light ? std::vector<double>{1e-4, 1e-5} : std::vector<double>{3e-3, 1e-3, 1e-4, 1e-5, 1e-6}));
    if (all[k].size() < 2) throw Mistake(where + ": module " + m.name + " cannot be evaluated near its argument " + label + ": choose another point");
    right.push_back(all[k][all[k].size() - (light ? 1 : 2)]);
  }
  const Vector weigh = weights(base, right);
  const Matrix W = random_rows(weigh);
  Matrix TV = e.derive(tangent, arrays, V), WF = e.derive(adjoint, arrays, W);
  for (Kind kind : {tangent, adjoint})
    for (double x : (kind == tangent ? TV : WF).a)
      if (!std::isfinite(x)) throw Mistake(placed(e, {kind, jacobian, tangent, adjoint}).text() + ": the " + (e.has(kind) ? words[kind] : made_by(e) == jacobian ? "Jacobian" : words[made_by(e)]) + " of " + m.name + " for " + label + " has entries that are no finite numbers (NaN or infinite), where the values are finite: look for a division by 0, or start at another point");
  double floor = least * std::max(1.0, norm(weighed(base, weigh))), worst = 0, tolerance = 0;
  std::string hint;
  bool kink = false, zero = largest(TV.a) == 0;
  for (std::size_t k = 0; k < V.cols; ++k) {
    if (hint.empty()) hint = multiple(column(TV, k), right[k]);
    const auto [error, allowed] = judge(column(TV, k), all[k], weigh, floor, base);
    zero = zero && largest(all[k].back()) == 0;
    kink = kink || (error > allowed && kinked(value, array, column(V, k), column(TV, k)));
    if (!(error * tolerance < worst * allowed)) worst = error, tolerance = allowed;  // the one nearest to what it is allowed
  }
  const Kind kind = made_by(e);
  checks.push_back({m.name, label, kink && worst > tolerance ? "kink" : alone(e) ? "adjoint alone" : words[kind], placed(e, {kind}).text(), worst, tolerance, hint.empty() ? coarse(column(TV, 0), base, [&](double h) {
      Vector moved = array;
      for (std::size_t k = 0; k < moved.size(); ++k) moved[k] += h * V(k, 0);
      return value(moved);
    }) : hint});
  if (checks.back().hint.find("changes") != std::string::npos) coarse_module() = "module " + m.name + ": " + checks.back().hint;
  if (e.has(adjoint)) checks.push_back({m.name, label, alone(e) ? "adjoint alone" : "adjoint", placed(e, {adjoint}).text(), apart_from(W, TV, WF, V, base), dual, multiple(product(WF, V).a, product(W, TV).a)});
  if (e.whole() && kind == tangent) {
    Matrix J = e.full(arrays);
    checks.push_back({m.name, label, "jacobian", placed(e, {jacobian}).text(), std::max(off(weighed(product(J, V).a, weigh), weighed(TV.a, weigh), floor), off(product(W, J).a, WF.a, floor)), dual});
  }
  return zero;
}

// Which call of its module a vertex is, in words.
static std::string nth(const Recording& recording, int v) {
  int number = 0, all = 0;
  for (int k = 0; k < int(recording.vertices.size()); ++k)
    if (recording.vertices[k].call != nullptr && recording.vertices[k].call->core == recording.vertices[v].call->core) ++all, number += k <= v;
  return "it is so for its call in line " + std::to_string(recording.vertices[v].call->place.line) + ", number " + std::to_string(number) + " of " + std::to_string(all);
}

// Derivatives are right beside the point of the first call, where no entry is 0, and at those of
// others, or beside them where an entry is 0: what is wrong by a factor that is 0 in the run, or
// in some calls alone, shows there. Gives whether it is so; nothing stays true where derivatives
// and differences are exactly 0 here, too.
static bool check_beside(std::vector<Check>& checks, const Recording& recording, int v, std::size_t operand, bool first, bool zero, bool& nothing) {
  const Edge e = recording.edge(v, operand);
  const Core& m = *e.call->core;
  const Given arrays = recording.arrays(v);
  const bool zeros = std::any_of(arrays.begin(), arrays.end(), [](const Vector* a) { return std::count(a->begin(), a->end(), 0.0) > 0; });
  std::vector<Vector> near;
  for (const Vector* a : arrays) near.push_back(first || zeros ? moved(*a) : *a);
  Given given;
  for (const Vector& a : near) given.push_back(&a);
  const ByArgument value = by_argument(e, given);
  Matrix V = random_matrix(e.columns(), 1);
  V.a = weighed(V.a, sizes(near[e.at]));
  try {
    const Vector base = value(near[e.at]);
    auto found = differences(value, near[e.at], V.a, {1e-3, 1e-4, 1e-5, 1e-6});
    found.erase(std::remove_if(found.begin(), found.end(), [](const Vector& f) { return !is_finite(f); }), found.end());
    if (!is_finite(base) || found.size() < 2) return true;  // that a module is not defined here is no mistake of its derivatives
    const Vector weigh = weights(base, {found[found.size() - 2]});
    const Matrix TV = e.derive(tangent, given, V), W = random_rows(weigh);
    nothing = nothing && largest(TV.a) == 0 && std::all_of(found.begin(), found.end(), [](const Vector& f) { return largest(f) == 0; });
    auto [error, allowed] = judge(TV.a, found, weigh, least * std::max(1.0, norm(weighed(base, weigh))), base);
    if (error > allowed && kinked(value, near[e.at], V.a, TV.a)) return true;
    Kind kind = made_by(e);
    if (double wrong = e.has(adjoint) && error <= allowed ? apart_from(W, TV, e.derive(adjoint, given, W), V, base) : 0; wrong > dual) error = wrong, allowed = dual, kind = adjoint;
    const bool shared = m.shares && first && !zero;
    const Place& where = !shared ? placed(e, {kind}) : m.prepares.line > 0 ? m.prepares : m.place;
    std::string hint = !coarse_module().empty() ? coarse_module() : !first ? nth(recording, v) + (zeros ? ", with entries moved away from 0" : "") : zero ? "it is so where no entry of the arguments is 0: at the point of the run there is nothing to compare" : "it is so beside the point of the run";
    const bool right = error <= allowed;
    if (!right || first) checks.push_back({m.name, e.label(), m.shares && (right || shared) ? "shared" : right ? "beside" : alone(e) ? "adjoint alone" : words[kind], where.text(), error, allowed, right || shared ? "" : hint});
    return right;
  } catch (const Mistake&) {
    return true;  // outside of where the module is defined
  }
}

// Joint derivatives are the sum of others; and those of a run, which share what was made once,
// are the same when they are asked for again.
static void check_shared(std::vector<Check>& checks, const Recording& recording, int v) {
  const Call& call = *recording.vertices[v].call;
  const Core& m = *call.core;
  Given arrays = recording.arrays(v);
  std::vector<Edge> edges;
  std::string label;
  for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) edges.push_back(recording.edge(v, k)), label += (k > 0 ? ", " : "") + edges[k].label();
  std::vector<Matrix> V;
  Seeds seeds;
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
    edges[0].adjoints(got, arrays, W);
    double error = 0;
    for (std::size_t k = 0; k < edges.size(); ++k) error = std::max(error, off(got[k].a, edges[k].derive(adjoint, arrays, W).a, 1e-300));
    checks.push_back({m.name, label, "joint adjoint", place(adjoint), error, dual});
  }
  if (!m.shares) return;
  Vector y;
  edges[0].runs(y, arrays);
  const Matrix before = whole(arrays);
  for (auto& e : edges) e.derive(adjoint, arrays, W);
  checks.push_back({m.name, label, "kept", m.prepares.line > 0 ? m.prepares.text() : m.place.text(), off(whole(arrays).a, before.a, 1e-300), dual});
  call.here.result = nullptr;
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

using Directions = std::map<int, Vector>;                // of the inputs, by vertices
static const double differences_of_programs[] = {1e-5, 1e-6};  // steps: what holds with one of them holds
static const double falls = 0.1;                         // what is off by so much less with the smaller step is off by the step

static Directions direction(const Recording& recording) {
  Directions along;
  for (auto& [source, at] : recording.sources) {
    const Vector& array = *recording.vertices[at].array;
    along[at] = weighed(random_matrix(array.size(), 1).a, sizes(array));
  }
  return along;
}

static Mistake lost(const Call& call, const std::string& argument) {
  return Mistake(call.place.text() + ": the argument " + argument + " depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module");
}

// How all vertices change along a direction of the inputs, by differences of the whole program;
// a note where that cannot be said.
static std::vector<Vector> turned(const Request& r, const Recording& recording, const Directions& along, double h, std::string& note) {
  std::map<std::string, Vector> up, down;
  char step[32];
  std::snprintf(step, sizeof step, "%g", h);
  for (auto& [source, at] : recording.sources)
    for (double x : along.at(at)) up[source].push_back(h * x), down[source].push_back(-h * x);
  Recording above, below;
  try {
    above = again(r, up), below = again(r, down);
  } catch (const Mistake& m) {
    throw Mistake(std::string(m.what()) + " (with inputs that differ by a factor of " + step + " from the program's)");
  }
  std::string argument;
  const Call* call = alike(recording, above) ? changed(recording, above, argument) : nullptr;
  if (call == nullptr && alike(recording, below)) call = changed(recording, below, argument);
  if (call != nullptr) throw lost(*call, argument);
  std::vector<Vector> changes;
  if (!alike(recording, above) || !alike(recording, below)) {
    note = program_name() + " takes another way through its modules when its inputs change by a factor of " + step + ": the dag is that of this run alone";
    return changes;
  }
  for (std::size_t k = 0; k < recording.vertices.size(); ++k) {
    changes.push_back(minus(*above.vertices[k].array, *below.vertices[k].array));
    for (double& x : changes.back()) x /= 2 * h;
  }
  return changes;
}

// How far the derivatives of a call are from how its result changes along a direction, and the
// largest of what they add up, to which that is relative, so that nothing is made of what cancels.
// What is wrong about one argument is added to the checks, where these are wanted.
static std::pair<double, double> call_error(const Recording& recording, int j, const std::vector<Vector>& changes, std::vector<Check>* blamed = nullptr) {
  const Vertex& v = recording.vertices[j];
  const Given arrays = recording.arrays(j);
  const Vector weigh = weights(*v.array, {changes[j]});
  const Matrix W = random_rows(weigh);
  auto seen = [&](const Vector& d) { return product(W, as_column(d)).a; };
  const double floor = 1e-5 * std::max(1.0, norm(weighed(*v.array, weigh)));
  std::pair<double, double> worst{0, 1};
  for (Kind kind : {tangent, adjoint}) {
    Vector rest = seen(changes[j]);
    double scale = std::max(norm(rest), floor);
    for (std::size_t k = 0; k < v.operands.size(); ++k) {
      const Edge e = recording.edge(j, k);
      const Vector& d = changes[v.operands[k]];
      const bool forwards = kind == tangent ? e.has(tangent) || e.whole() : !(e.has(adjoint) || e.whole());
      Vector one;
      if (forwards) {
        Matrix V(d.size(), 2);
        for (std::size_t i = 0; i < d.size(); ++i) V(i, 0) = d[i], V(i, 1) = uniform() < 0.5 ? d[i] : -d[i];
        const Matrix both = product(W, e.derive(tangent, arrays, V));
        one = column(both, 0), scale = std::max({scale, norm(one), norm(column(both, 1))});
      } else {
        Matrix rows = e.derive(adjoint, arrays, W);
        one = product(rows, as_column(d)).a;
        for (std::size_t i = 0; i < rows.a.size(); ++i) rows.a[i] *= d[i % d.size()];
        scale = std::max({scale, norm(one), norm(rows.a)});
      }
      rest = minus(rest, one);
      if (blamed == nullptr || largest(d) == 0) continue;
      std::vector<Vector> found = differences(by_argument(e, arrays), *arrays[k], d, {1e-4, 1e-5, 1e-6});
      for (Vector& f : found) f = seen(f);
      const auto [error, allowed] = judge(one, found, Vector(one.size(), 1.0), std::max(floor, 1e-3 * scale));
      if (found.size() < 2 || error <= allowed) continue;
      const Core& m = *e.call->core;
      const Kind named = forwards ? tangent : adjoint, own = m.marked[named].count(e.arguments()[0]) > 0 ? named : jacobian;
      blamed->push_back({m.name, e.label(), own == adjoint ? "adjoint alone" : words[own], placed(e, {own}).text(), error, allowed, coarse_module().empty() ? nth(recording, j) : coarse_module()});
      return {error, 1};
    }
    if (norm(rest) / scale > worst.first / worst.second) worst = {norm(rest), scale};
  }
  return worst;
}

// Refuses inputs that no value depends on, and that change values none the less.
static void check_unused(const Request& r, const Recording& recording) {
  if (recording.unused.empty()) return;
  std::map<std::string, Vector> shifts;
  std::string names, argument;
  for (const Vertex& v : recording.unused) {
    Vector& shift = shifts[v.id] = weighed(random_matrix(v.array->size(), 1).a, sizes(*v.array));
    for (double& x : shift) x *= 1e-3;
    names += (names.empty() ? "" : ", ") + v.id;
  }
  const Recording moved = again(r, shifts);
  bool same = alike(recording, moved);
  if (const Call* call = same ? changed(recording, moved, argument) : nullptr) throw lost(*call, argument);
  for (std::size_t k = 0; same && k < recording.vertices.size(); ++k) same = off(*recording.vertices[k].array, *moved.vertices[k].array, 1e-300) <= 1e-9;
  if (!same) throw Mistake(recording.unused[0].place.text() + (shifts.size() == 1 ? ": the input " : ": one of the inputs ") + names + " changes what modules give, and is no argument of theirs, so that facet would lose the dependence: give it to them in place of look(), or of a global variable");
}

// Runs the program again: it has to repeat itself, and to depend on its inputs through modules
// alone; and what each call gives has to change as its derivatives say. Gives a warning, or
// nothing.
static std::string check_program(std::vector<Check>& checks, const Request& r, const Recording& recording) {
  std::string name = program_name(), argument, note;
  Recording repeated = again(r);
  if (!alike(recording, repeated)) throw Mistake(name + ":1: the program takes another way when it is run again: give its random numbers a seed");
  if (auto* call = changed(recording, repeated, argument))
    throw Mistake(call->place.text() + ": the argument " + argument + " is another one when the program is run again: give its random numbers a seed");
  check_unused(r, recording);
  const Directions along = direction(recording);
  std::vector<double> errors(recording.vertices.size(), 0.0), before(errors), worst;
  std::vector<Vector> changes;
  int wrong = -1;
  for (double h : differences_of_programs) {
    if (h != differences_of_programs[0] && wrong < 0) break;
    changes = turned(r, recording, along, h, note);
    if (!note.empty()) return note;
    wrong = -1;
    for (int j = 0; j < int(errors.size()); ++j) {
      if (recording.vertices[j].operands.empty() || (h != differences_of_programs[0] && errors[j] <= rough)) continue;
      const auto [rest, scale] = call_error(recording, j, changes);
      const bool falling = h != differences_of_programs[0] && rest <= falls * before[j];
      errors[j] = falling ? std::min(rest / scale, rough) : rest / scale, before[j] = rest;
      if (errors[j] > rough && wrong < 0) wrong = j;
    }
  }
  const std::size_t many = checks.size();
  if (wrong >= 0) call_error(recording, wrong, changes, &checks);
  if (checks.size() > many) return "";
  worst = errors;  // of what a vertex depends on
  for (std::size_t j = 0; j < worst.size(); ++j)
    for (int i : recording.vertices[j].operands) worst[j] = std::max(worst[j], worst[i]);
  std::string where = coarse_module();
  if (where.empty() && wrong >= 0) where = "it begins with " + recording.vertices[wrong].call->core->name + ", called in line " + std::to_string(recording.vertices[wrong].call->place.line);
  for (auto& s : recording.sinks) checks.push_back({name, s.name, "program", s.place.text(), worst[s.at], rough, worst[s.at] > rough ? where : ""});
  return "";
}

}  // namespace facet
