// Carries out what facet measure asks of a C++ program, beside which it is compiled:
//
//   program ANSWER measure|methods SEED REPEAT STRUCTURE TRUST BATCHES DENSE...
//
// ANSWER is a file for JSON with "error", one sentence, or what was found.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <random>
#include <sstream>
#include <thread>

#include "facet_modules.hpp"

namespace facet {
using Blocks = std::map<std::pair<std::string, std::string>, Matrix>;
using Driver = std::pair<std::string, std::function<Blocks(Program&)>>;
std::vector<Driver> drivers();  // of the methods that are carried out
void tick();                    // between their lines
}  // namespace facet

// -- memory: what is held, and the most ---------------------------------------

static long held = 0, most = 0;

void* operator new(std::size_t n) {
  auto* p = static_cast<std::max_align_t*>(std::malloc(n + sizeof(std::max_align_t)));
  if (p == nullptr) throw std::bad_alloc();
  std::memcpy(p, &n, sizeof n);
  held += long(n);
  most = std::max(most, held);
  return p + 1;
}
void operator delete(void* p) noexcept {
  if (p == nullptr) return;
  auto* begin = static_cast<std::max_align_t*>(p) - 1;
  std::size_t n;
  std::memcpy(&n, begin, sizeof n);
  held -= long(n);
  std::free(begin);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

namespace facet {

// -- the request, and running ---------------------------------------------------

struct Request {
  unsigned long long seed;
  int repeat;
  bool structure, trust;
  std::vector<std::size_t> batches;
  std::vector<std::string> dense;
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
  bool ok() const { return error <= tolerance; }
};

static double norm(const Vector& a) { return std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0)); }
static double largest(const Vector& a) {
  double m = 0;
  for (double x : a) m = std::max(m, std::abs(x));
  return m;
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

// Central differences of value along a direction, with several steps.
static std::vector<Vector> differences(const std::function<Vector(const Vector&)>& value, const Vector& array, const Vector& direction) {
  double scale = std::max(1e-3, largest(array)) / std::max(1e-300, largest(direction));
  std::vector<Vector> found;
  for (double h : {3e-3, 1e-3, 1e-4, 1e-5, 1e-6}) {
    h *= scale;
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

static void check_edge(std::vector<Check>& checks, const Edge& e, const Given& arrays) {
  const Core& m = *e.call->core;
  std::string where = m.place.text(), label = e.label();
  Vector base = e.value(arrays), twice = e.value(arrays);
  for (std::size_t k = 0; k < base.size(); ++k)
    if (std::abs(base[k] - twice[k]) > 1e-9 * std::abs(base[k]))
      throw Mistake(where + ": module " + m.name + " gives other values when it is called again with the same arguments: it must depend on its arguments alone");
  const Vector& array = *arrays[e.at];
  Matrix V = random_matrix(e.columns(), std::min<std::size_t>(3, e.columns())), W = random_matrix(std::min<std::size_t>(3, e.rows()), e.rows());
  Matrix TV = e.derive(tangent, arrays, V), WF = e.derive(adjoint, arrays, W);
  double floor = 1e-9 * norm(base) / std::max(norm(array), 1e-3) + 1e-300, worst = 0, tolerance = exact;
  auto value = [&](const Vector& a) {
    Given moved = arrays;
    moved[e.at] = &a;
    return e.value(moved);
  };
  for (std::size_t k = 0; k < V.cols; ++k) {
    auto found = differences(value, array, column(V, k));
    if (found.size() < 2) throw Mistake(where + ": module " + m.name + " cannot be evaluated near its argument " + label + ": choose another point");
    double error = INFINITY, spread = INFINITY;
    for (auto& f : found) error = std::min(error, off(column(TV, k), f, floor));
    for (std::size_t n = 1; n < found.size(); ++n) spread = std::min(spread, off(found[n - 1], found[n], floor));
    double allowed = std::min(rough, std::max(exact, 30 * spread));
    if (!(error - allowed < worst - tolerance)) worst = error, tolerance = allowed;
  }
  auto place = [&](Kind kind) {
    for (int a : e.arguments())
      if (auto at = m.marked[kind].find(a); at != m.marked[kind].end()) return at->second.text();
    return where;
  };
  Kind kind = e.has(tangent) ? tangent : e.whole() ? jacobian : adjoint;
  static const char* const words[] = {"tangent", "adjoint", "jacobian"};
  checks.push_back({m.name, label, words[kind], place(kind), worst, tolerance});
  auto scale = [](const Matrix& a, const Matrix& b) { return std::max({norm(product(a, b).a), 1e-3 * norm(a.a) * norm(b.a), 1e-300}); };
  if (e.has(adjoint)) checks.push_back({m.name, label, "adjoint", place(adjoint), norm(minus(product(W, TV).a, product(WF, V).a)) / std::max(scale(W, TV), scale(WF, V)), dual});
  if (e.whole() && kind == tangent) {
    Matrix J = e.full(arrays);
    checks.push_back({m.name, label, "jacobian", place(jacobian), std::max(off(product(J, V).a, TV.a, floor), off(product(W, J).a, WF.a, floor)), dual});
  }
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
    for (double& x : direction.a) {
      x *= std::max(1e-3, largest(array));
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
    checks.push_back({name, s.name, "program", s.place.text(), off(dot, d, 1e-7 * norm(*recording.vertices[s.at].array) + 1e-300), rough});
  }
  return "";
}

// -- times --------------------------------------------------------------------------

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Rounds forwards and backwards: so many, and more where they are short.
template <class F> static void rounds(int repeat, F f) {
  double end = now() + 0.15 * (repeat - 1);
  for (int done = 0; done < repeat || now() < end; ++done) f(done % 2 == 0);
}

// Times many things in turns, each again and again; the least counts.
struct Stopwatch {
  struct Item {
    std::function<void()> work;
    double least = INFINITY;
  };
  std::vector<std::unique_ptr<Item>> items;

  Item* add(std::function<void()> work) {
    items.push_back(std::make_unique<Item>(Item{std::move(work)}));
    return items.back().get();
  }
  void run(int repeat) {
    for (int k = 0; k < (repeat > 1 ? 2 : 1); ++k)
      for (auto& item : items) item->work();
    rounds(repeat, [&](bool forwards) {
      for (std::size_t k = 0; k < items.size(); ++k) {
        Item& item = *items[forwards ? k : items.size() - 1 - k];
        double begin = now();
        item.work();
        item.least = std::min(item.least, now() - begin);
      }
    });
  }
};

using Items = std::vector<Stopwatch::Item*>;
using Numbers = std::vector<std::size_t>;

// Derivatives that are measured together.
struct Group {
  std::vector<std::pair<Edge, Given>> at;
  std::set<std::size_t> columns[2];  // numbers of tangents and adjoints that can occur
  Numbers timed[2], used[2];
  std::vector<Items> items[2];  // by the calls that are timed
  Items whole[2];
};

template <class T> static std::vector<T> spread(const std::vector<T>& all, std::size_t n) {
  std::vector<T> some;
  for (std::size_t q = 0; q < std::min(n, all.size()); ++q) some.push_back(all[all.size() <= n ? q : std::size_t(std::lround(double(q) * double(all.size() - 1) / double(n - 1)))]);
  return some;
}

static Numbers sorted(std::set<std::size_t> all) { return Numbers(all.begin(), all.end()); }

// All that a recording is timed for, and what can occur in its dag.
struct Times {
  const Request& request;
  const Recording& recording;
  Stopwatch watch;
  std::map<std::pair<std::size_t, std::size_t>, Matrix> seeds;
  std::vector<Group> groups;
  std::vector<std::vector<int>> group_of;  // by vertex and operand
  std::vector<std::pair<std::array<std::size_t, 3>, Stopwatch::Item*>> products;

  Times(const Request& request, const Recording& recording) : request(request), recording(recording) {
    auto size = [&](int j) { return recording.vertices[j].array->size(); };
    int n = int(recording.vertices.size());
    std::vector<std::set<int>> behind(n), before(n);  // from which columns, rows can come
    for (int j = 0; j < n; ++j) {
      behind[j].insert(j);
      for (int i : recording.vertices[j].operands) behind[j].insert(behind[i].begin(), behind[i].end());
    }
    for (int j = n - 1; j >= 0; --j) {
      before[j].insert(j);
      for (int i : recording.vertices[j].operands) before[i].insert(before[j].begin(), before[j].end());
    }
    std::size_t ends[2] = {0, 0};
    for (auto& s : recording.sources) ends[0] += size(s.second);
    for (auto& s : recording.sinks) ends[1] += size(s.at);
    std::map<std::string, int> numbers;
    for (int j = 0; j < n; ++j) {
      group_of.emplace_back();
      for (std::size_t k = 0; k < recording.vertices[j].operands.size(); ++k) {
        Edge e = recording.edge(j, k);
        int g = numbers.emplace(e.key(), int(groups.size())).first->second;
        if (g == int(groups.size())) groups.emplace_back();
        group_of[j].push_back(g);
        groups[g].at.emplace_back(e, recording.arrays(j));
        for (int i : behind[recording.vertices[j].operands[k]]) groups[g].columns[0].insert(size(i));
        for (int i : before[j]) groups[g].columns[1].insert(size(i));
      }
    }
    for (Group& g : groups) add_group(g, ends);
    std::set<std::array<std::size_t, 3>> found;
    for (int j = 0; j < n; ++j)
      for (int i : behind[j])
        for (int k : before[j])
          if (i != j && k != j && size(i) <= ends[0] && size(k) <= ends[1] && std::max({size(i) * size(j), size(j) * size(k), size(i) * size(k)}) <= most_entries) found.insert({size(i), size(j), size(k)});
    std::vector<std::array<std::size_t, 3>> some(found.begin(), found.end());
    std::stable_sort(some.begin(), some.end(), [](auto& a, auto& b) { return a[0] * a[1] * a[2] < b[0] * b[1] * b[2]; });
    some = spread(some, 14);
    found = {some.begin(), some.end()};
    found.insert({1, 1, 1}), found.insert({48, 48, 48});
    for (auto& t : found) {
      const Matrix &l = seed(t[2], t[1]), &r = seed(t[1], t[0]);
      products.emplace_back(t, watch.add([&] { product(l, r); }));
    }
    watch.run(request.repeat);
  }

  const Matrix& seed(std::size_t rows, std::size_t cols) {
    auto at = seeds.find({rows, cols});
    if (at == seeds.end()) at = seeds.emplace(std::make_pair(rows, cols), random_matrix(rows, cols)).first;
    return at->second;
  }

  void add_group(Group& g, const std::size_t ends[2]) {
    const Edge& e = g.at[0].first;
    std::vector<std::pair<Edge, Given>*> chosen;
    for (std::size_t k : std::set<std::size_t>{0, g.at.size() / 2, g.at.size() - 1}) chosen.push_back(&g.at[k]);
    for (Kind kind : {tangent, adjoint}) {
      // More than a dense mode takes are of no use.
      std::size_t most = std::max<std::size_t>(1, std::min(ends[kind], most_entries / std::max(e.rows(), e.columns())));
      std::set<std::size_t> some{std::min(ends[kind], most)}, timed{1, most};
      for (std::size_t k : g.columns[kind]) some.insert(std::min(k, most));
      g.used[kind] = spread(sorted(some), 5);
      timed.insert(g.used[kind].begin(), g.used[kind].end());
      for (std::size_t k : request.batches)
        if (k <= most) timed.insert(k);
      g.timed[kind] = sorted(timed);
      for (auto* call : chosen) {
        g.items[kind].emplace_back();
        for (std::size_t k : g.timed[kind]) {
          const Matrix& s = kind == tangent ? seed(e.columns(), k) : seed(k, e.rows());
          g.items[kind].back().push_back(watch.add([=, &s] { call->first.derive(kind, call->second, s); }));
        }
        if (e.rows() * e.columns() <= most_entries) g.whole[kind].push_back(watch.add([=] { call->first.by(kind, call->second); }));
      }
    }
  }
};

// -- the answer --------------------------------------------------------------------

struct Json {
  std::ostringstream out;
  Json() { out.precision(17); }
  static std::string text(const std::string& s) {
    std::string all = "\"";
    for (unsigned char c : s) {
      char code[8];
      if (c == '"' || c == '\\')
        all += '\\', all += char(c);
      else if (c < 0x20)
        std::snprintf(code, sizeof code, "\\u%04x", c), all += code;
      else
        all += char(c);
    }
    return all + "\"";
  }
  Json& operator<<(const std::string& s) { return out << text(s), *this; }
  Json& operator<<(double x) { return out << (std::isfinite(x) ? x : std::numeric_limits<double>::max()), *this; }
  Json& operator<<(bool b) { return out << (b ? "true" : "false"), *this; }
  Json& operator<<(int n) { return out << n, *this; }
  Json& operator<<(long n) { return out << n, *this; }
  Json& operator<<(std::size_t n) { return out << n, *this; }
  // raw text
  Json& operator<<(const char* s) { return out << s, *this; }
  template <class T, class F> Json& list(const T& all, F f) {
    out << "[";
    bool later = false;
    for (auto& a : all) out << (later ? "," : ""), f(a), later = true;
    out << "]";
    return *this;
  }
};

static double mean_least(const Items& items) {
  double sum = 0;
  for (auto* i : items) sum += i->least;
  return sum / double(items.size());
}

static void write_group(Json& j, const Group& g) {
  const Edge& e = g.at[0].first;
  double spread = 0;
  for (auto& calls : g.items) {
    double least = INFINITY, longest = 0;
    for (auto& items : calls) {
      double sum = 0;
      for (auto* i : items) sum += i->least;
      least = std::min(least, sum), longest = std::max(longest, sum);
    }
    spread = std::max(spread, longest / std::max(least, 1e-12) - 1);
  }
  j << "{\"module\":" << e.call->core->name << ",\"argument\":" << e.label() << ",\"where\":" << e.call->core->place.text() << ",\"calls\":" << g.at.size() << ",\"rows\":" << e.rows() << ",\"columns\":" << e.columns()
    << ",\"spread\":" << spread << ",\"whole\":" << e.whole();
  static const char* const words[][5] = {{"tangent", "tangents_used", "by_tangents", "column_colors"}, {"adjoint", "adjoints_used", "by_adjoints", "row_colors"}};
  for (Kind kind : {tangent, adjoint}) {
    j << ",\"" << words[kind][0] << "\":[";
    for (std::size_t k = 0; k < g.timed[kind].size(); ++k) {
      Items same;
      for (auto& items : g.items[kind]) same.push_back(items[k]);
      j << (k > 0 ? ",[" : "[") << g.timed[kind][k] << "," << mean_least(same) << "]";
    }
    j << "],\"" << words[kind][1] << "\":";
    j.list(g.used[kind], [&](std::size_t k) { j << k; });
    if (!g.whole[kind].empty()) j << ",\"" << words[kind][2] << "\":" << mean_least(g.whole[kind]);
    if (e.structure != nullptr)
      for (auto& c : *e.structure)
        if (c.rows == (kind == adjoint)) j << ",\"" << words[kind][3] << "\":" << c.count;
  }
  j << "}";
}

static void measure(Json& j, const Request& r) {
  Recording recording = once(r);
  std::vector<Check> checks;
  std::vector<std::string> warnings;
  std::set<std::string> seen;
  for (auto& name : recording.unused) warnings.push_back("no output depends on the input " + name + ": it is left out");
  for (int v = 0; v < int(recording.vertices.size()); ++v)
    for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) {
      Edge e = recording.edge(v, k);
      const Core& m = *e.call->core;
      for (int a : e.arguments())
        if (!e.call->has(a))
          throw Mistake(m.place.text() + ": module " + m.name + " has no tangent, adjoint or Jacobian for its argument " + m.arguments[a] + ", which depends on the inputs: add .tangent(\"" + m.arguments[a] + "\", ...) and .adjoint(\"" + m.arguments[a] + "\", ...)");
      if (seen.insert(e.key()).second && m.place.name() != "facet_modules.hpp") check_edge(checks, e, recording.arrays(v));
    }
  auto right = [&] { return std::all_of(checks.begin(), checks.end(), [](auto& c) { return c.ok(); }); };
  if (right())  // wrong modules make a wrong program
    if (auto note = check_program(checks, r, recording); !note.empty()) warnings.push_back(note);
  j << "{\"checks\":";
  j.list(checks, [&](const Check& c) {
    j << "{\"module\":" << c.module << ",\"argument\":" << c.argument << ",\"kind\":" << c.kind << ",\"where\":" << c.where << ",\"error\":" << c.error << ",\"tolerance\":" << c.tolerance << ",\"ok\":" << c.ok() << "}";
  });
  j << ",\"versions\":{\"C++\":" << std::string(__VERSION__) << "},\"warnings\":";
  j.list(warnings, [&](const std::string& w) { j << w; });
  if (right() || r.trust) {
    if (r.structure) recording.findStructures(uniform);
    Times times(r, recording);
    j << ",\"groups\":";
    j.list(times.groups, [&](const Group& g) { write_group(j, g); });
    j << ",\"products\":";
    j.list(times.products, [&](auto& p) { j << "[" << p.first[0] << "," << p.first[1] << "," << p.first[2] << "," << p.second->least << "]"; });
    j << ",\"vertices\":";
    j.list(recording.vertices, [&](const Vertex& v) {
      j << "{\"id\":" << v.id << ",\"size\":" << v.array->size() << ",\"function\":" << v.function << ",\"output\":" << v.output << ",\"line\":" << v.place.line << ",\"file\":" << v.place.name();
      if (v.call != nullptr) j << ",\"module\":" << v.call->core->name << ",\"call\":" << v.call->place.line;
      j << "}";
    });
    j << ",\"edges\":[";
    bool later = false;
    for (std::size_t v = 0; v < recording.vertices.size(); ++v)
      for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) {
        const auto& d = recording.vertices[v].derivatives[k];
        j << (later ? ",{" : "{") << "\"source\":" << recording.vertices[v].operands[k] << ",\"target\":" << v << ",\"group\":" << times.group_of[v][k] << ",\"argument\":" << recording.edge(int(v), k).label()
          << ",\"tangent\":" << d[0] << ",\"adjoint\":" << d[1] << ",\"by_tangents\":" << d[2] << ",\"by_adjoints\":" << d[3] << "}";
        later = true;
      }
    j << "]";
  }
  j << "}";
}

// -- methods -----------------------------------------------------------------------

static std::vector<double> ticks;
void tick() { ticks.push_back(now()); }

// All unit tangents through the whole dag, or all unit adjoints back.
static Blocks dense(const Recording& r, bool backwards) {
  auto size = [&](int at) { return r.vertices[at].array->size(); };
  std::vector<int> begin, end;
  for (auto& s : r.sources) (backwards ? end : begin).push_back(s.second);
  for (auto& s : r.sinks) (backwards ? begin : end).push_back(s.at);
  std::size_t total = 0, done = 0;
  for (int at : begin) total += size(at);
  std::map<int, Matrix> dots;
  std::map<int, int> left;
  for (int at : begin) {
    Matrix& m = dots[at] = backwards ? Matrix(total, size(at)) : Matrix(size(at), total);
    for (std::size_t k = 0; k < size(at); ++k) (backwards ? m(done + k, k) : m(k, done + k)) = 1;
    done += size(at);
  }
  std::vector<std::array<int, 3>> edges;  // target, source, operand
  for (int j = 0; j < int(r.vertices.size()); ++j)
    for (std::size_t k = 0; k < r.vertices[j].operands.size(); ++k) {
      edges.push_back({j, r.vertices[j].operands[k], int(k)});
      ++left[backwards ? j : r.vertices[j].operands[k]];
    }
  std::sort(edges.begin(), edges.end());
  if (backwards) std::reverse(edges.begin(), edges.end());
  tick();
  for (auto& [j, i, k] : edges) {
    int a = backwards ? j : i, b = backwards ? i : j;
    Matrix made = r.edge(j, std::size_t(k)).derive(backwards ? adjoint : tangent, r.arrays(j), dots[a]);
    tick();
    if (dots.count(b) > 0)
      add(dots[b], made);
    else
      dots[b] = std::move(made);
    if (--left[a] == 0 && std::find(end.begin(), end.end(), a) == end.end()) dots.erase(a);
    tick();
  }
  Blocks blocks;
  done = 0;
  for (int at : begin) {
    for (int b : end) {
      const Matrix& m = dots[b];
      Matrix part = backwards ? Matrix(size(at), size(b)) : Matrix(size(b), size(at));
      for (std::size_t i = 0; i < part.rows; ++i)
        for (std::size_t k = 0; k < part.cols; ++k) part(i, k) = backwards ? m(done + i, k) : m(i, done + k);
      blocks[{r.vertices[backwards ? at : b].id, r.vertices[backwards ? b : at].id}] = std::move(part);
    }
    done += size(at);
  }
  tick();
  return blocks;
}

// The largest difference of two Jacobians relative to the largest entry of the second.
static double difference(const Blocks& blocks, const Blocks& wanted) {
  double most = 0, worst = 0;
  for (auto& [key, b] : wanted) most = std::max(most, largest(b.a));
  for (auto* all : {&blocks, &wanted})
    for (auto& [key, b] : *all) {
      auto x = blocks.find(key), y = wanted.find(key);
      worst = std::max(worst, largest(x == blocks.end() ? y->second.a : y == wanted.end() ? x->second.a : minus(x->second.a, y->second.a)));
    }
  return worst / std::max(most, 1e-300);
}

static void methods(Json& j, const Request& r) {
  std::srand(unsigned(r.seed));
  Program program(named().program, r.structure, program_name());
  std::vector<Driver> all = drivers();
  for (auto& name : r.dense) all.emplace_back(name, [backwards = name == "dense adjoint"](Program& p) { return dense(p.recording, backwards); });
  Blocks wanted;
  std::vector<double> differ, whole(all.size(), INFINITY);
  std::vector<long> peaks;
  std::vector<std::vector<double>> lines(all.size());
  ticks.reserve(1 << 20);
  for (auto& method : all) {
    ticks.clear();
    long before = most = held;
    Blocks blocks = method.second(program);
    peaks.push_back(most - before);
    if (wanted.empty()) wanted = blocks;
    differ.push_back(difference(blocks, wanted));
  }
  wanted.clear();
  rounds(r.repeat, [&](bool forwards) {
    for (std::size_t n = 0; n < all.size(); ++n) {
      std::size_t k = forwards ? n : all.size() - 1 - n;
      ticks.clear();
      all[k].second(program);
      lines[k].resize(ticks.size() - 1, INFINITY);
      for (std::size_t t = 1; t < ticks.size(); ++t) lines[k][t - 1] = std::min(lines[k][t - 1], ticks[t] - ticks[t - 1]);
      whole[k] = std::min(whole[k], ticks.back() - ticks.front());
    }
  });
  j << "{\"methods\":[";
  for (std::size_t k = 0; k < all.size(); ++k) {
    j << (k > 0 ? ",{" : "{") << "\"name\":" << all[k].first << ",\"relative_difference\":" << differ[k] << ",\"peak_bytes\":" << peaks[k] << ",\"whole_seconds\":" << whole[k] << ",\"lines\":";
    j.list(lines[k], [&](double s) { j << "{\"seconds\":" << s << "}"; });
    j << "}";
  }
  j << "]}";
}

// -- main --------------------------------------------------------------------------

static const char* answer = nullptr;

static void put(const std::string& text) {
  std::string part = std::string(answer) + ".part";
  std::ofstream(part) << text;
  std::rename(part.c_str(), answer);
}

// What ends a process at once is said in the answer, with the module that did it.
static void crashed(int number) {
  const char* what = number == SIGFPE ? "a division of whole numbers by 0" : number == SIGABRT ? "abort" : "a segmentation fault (an index out of range, or a recursion without end)";
  const Call* call = Call::busy();
  std::string text = call == nullptr ? program_name() + ":1: the program ends with " + what + " outside of modules" : call->core->place.text() + ": " + what + " in module " + call->core->name + ", called at " + call->place.text();
  put("{\"error\":" + Json::text(text) + "}");
  _exit(1);
}

// Ends this process and what it started when its parent is gone.
static void end_with(pid_t parent) {
  while (getppid() == parent) std::this_thread::sleep_for(std::chrono::seconds(1));
  kill(0, SIGKILL);
}

static int begin(int count, char** words) {
  if (count < 8) return 2;
  answer = words[1];
  static char stack[1 << 16];  // for a handler, where there is no other
  stack_t own{};
  own.ss_sp = stack, own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_handler = crashed, action.sa_flags = SA_ONSTACK | int(SA_RESETHAND);
  for (int n : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) sigaction(n, &action, nullptr);
  std::thread(end_with, getppid()).detach();
  operator delete(operator new(32000000));  // the allocator keeps the memory of large arrays from here on, as in a longer run
  Request r{std::strtoull(words[3], nullptr, 10), std::atoi(words[4]), words[5][0] == '1', words[6][0] == '1', {}, {words + 8, words + count}};
  std::istringstream batches(words[7]);
  for (std::size_t k; batches >> k;) r.batches.push_back(k);
  random_numbers.seed(r.seed);
  Json j;
  try {
    if (named().program == nullptr) throw Mistake("the program is not named: end it with FACET_PROGRAM(function)");
    (std::string(words[2]) == "methods" ? methods : measure)(j, r);
    put(j.out.str());
  } catch (const Mistake& m) {
    put("{\"error\":" + Json::text(m.what()) + "}");
  } catch (const std::bad_alloc&) {
    put("{\"error\":" + Json::text(program_name() + ":1: there is not enough memory for the program's derivatives: make it smaller") + "}");
  }
  return 0;
}

}  // namespace facet

int main(int count, char** words) {
  int status = facet::begin(count, words);
  std::fflush(nullptr);
  _exit(status);  // the thread is still there
}
