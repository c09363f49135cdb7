// Carries out what facet measure asks of a C++ program, beside which it is compiled:
//
//   program ANSWER measure|methods SEED REPEAT STRUCTURE TRUST BATCHES PROCESSOR DEADLINE UNLIMITED MEMORY SECONDS...
//
// ANSWER is a file for JSON with "error", one sentence, or what was found.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <thread>

#include "facet_methods.hpp"
#include "facet_times.hpp"

namespace facet {
using Driver = std::pair<std::string, std::function<Blocks(Program&)>>;
// The methods that are carried out, by their numbers.
static std::map<int, Driver>& drivers() {
  static std::map<int, Driver> all;
  return all;
}
bool carries(int number, const char* method, std::function<Blocks(Program&)> driver) {
  drivers()[number] = {method, std::move(driver)};
  return true;
}
}  // namespace facet

// -- memory: what is held, and the most ---------------------------------------

static std::atomic<long> held{0}, most{0};  // threads of the program allocate, too

void* operator new(std::size_t n) {
  auto* p = static_cast<std::max_align_t*>(std::malloc(n + sizeof(std::max_align_t)));
  if (p == nullptr) throw std::bad_alloc();
  std::memcpy(p, &n, sizeof n);
  long now = held += long(n);
  if (now > most) most = now;
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

// The mean time of calls, of those that were timed; infinite for none.
static double mean_least(const Items& items) {
  double sum = 0, count = 0;
  for (auto* i : items)
    if (i->timed()) sum += i->least, ++count;
  return count > 0 ? sum / count : INFINITY;
}

static void write_group(Json& j, const Group& g) {
  const Edge& e = g.at[0].first;
  double spread = 0;
  for (auto& calls : g.items) {
    double least = INFINITY, longest = 0;
    for (auto& items : calls) {
      double sum = 0;
      for (auto* i : items) sum += i->least;
      if (std::isfinite(sum)) least = std::min(least, sum), longest = std::max(longest, sum);
    }
    if (longest > 0) spread = std::max(spread, longest / std::max(least, 1e-12) - 1);
  }
  j << "{\"module\":" << e.call->core->name << ",\"argument\":" << e.label() << ",\"where\":" << e.call->core->place.text() << ",\"calls\":" << g.at.size() << ",\"rows\":" << e.rows() << ",\"columns\":" << e.columns()
    << ",\"spread\":" << spread << ",\"whole\":" << e.whole();
  static const char* const words[][5] = {{"tangent", "tangents_used", "by_tangents", "column_colors"}, {"adjoint", "adjoints_used", "by_adjoints", "row_colors"}};
  for (Kind kind : {tangent, adjoint}) {
    j << ",\"" << words[kind][0] << "\":[";
    bool later = false;
    for (std::size_t k = 0; k < g.timed[kind].size(); ++k) {
      Items same;
      for (auto& items : g.items[kind]) same.push_back(items[k]);
      if (double mean = mean_least(same); std::isfinite(mean)) j << (later ? ",[" : "[") << g.timed[kind][k] << "," << mean << "]", later = true;
    }
    j << "],\"" << words[kind][1] << "\":";
    j.list(g.used[kind], [&](std::size_t k) { j << k; });
    if (std::isfinite(mean_least(g.whole[kind]))) j << ",\"" << words[kind][2] << "\":" << mean_least(g.whole[kind]);
    const int a = e.arguments()[0];
    const bool has = e.has(kind);
    j << ",\"" << words[kind][0] << "_mark\":";
    j.list(has ? e.call->core->served[kind][a] : std::vector<int>(), [&](int b) { j << e.call->core->arguments[b]; });
    j << ",\"" << words[kind][0] << "_loops\":" << (has && e.call->core->derivatives[kind][a].loops);
    if (e.structure != nullptr && e.structure->saves[kind]) j << ",\"" << words[kind][3] << "\":" << e.structure->colors(kind);
  }
  j << "}";
}

// The patterns of edges, each once.
struct Patterns {
  std::vector<std::string> texts;
  std::map<const Structure*, int> numbers;
  explicit Patterns(const Recording& recording) {
    for (auto& v : recording.vertices)
      for (auto& s : v.structures) {
        if (s == nullptr || numbers.count(s.get()) > 0) continue;
        const std::string text = s->text();
        auto at = std::find(texts.begin(), texts.end(), text);
        numbers[s.get()] = text.empty() ? -1 : int(at - texts.begin());
        if (!text.empty() && at == texts.end()) texts.push_back(text);
      }
  }
  int of(const Edge& e) const { return e.structure == nullptr ? -1 : numbers.at(e.structure); }
};

static void measure(Json& j, const Request& r) {
  Budget budget(r);
  say("running " + program_name());
  double begin = elapsed();
  Recording recording = once(r);
  const double took = elapsed() - begin;
  budget.starts();
  std::vector<Check> checks;
  std::vector<std::string> warnings, unchecked;
  bool lightly = false;
  std::set<std::string> zeros;             // edges whose derivatives are 0 at the point of the run
  std::map<std::string, double> takes;     // seconds of a value, by edge
  std::set<std::string> seen;
  std::map<std::string, std::vector<std::pair<int, std::size_t>>> alike;  // edges, by what they have in common
  for (auto& v : recording.unused) warnings.push_back("no output depends on the input " + v.id + ": it is left out");
  for (int v = 0; v < int(recording.vertices.size()); ++v)
    for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) {
      Edge e = recording.edge(v, k);
      const Core& m = *e.call->core;
      for (int a : e.arguments())
        if (!e.call->has(a))
          throw Mistake(m.place.text() + ": module " + m.name + " has no tangent, adjoint or Jacobian for its argument " + m.arguments[a] + ", which depends on the inputs: add .tangent(\"" + m.arguments[a] + "\", ...) and .adjoint(\"" + m.arguments[a] + "\", ...)");
      if (m.place.name() == "facet_modules.hpp") continue;
      alike[e.key()].emplace_back(v, k);
      if (!seen.insert(e.key()).second) continue;
      double begins = elapsed();
      Vector base = e.value(recording.arrays(v));
      double value = takes[e.key()] = elapsed() - begins;
      bool light = thorough * value > budget.left(0.5);
      if (light && light_check * value > budget.left(0.5)) {
        unchecked.push_back(m.name + " by " + e.label());
        continue;
      }
      lightly = lightly || light;
      say("checking derivatives", ": " + m.name + " by " + e.label() + about((light ? light_check : thorough) * value));
      const bool zero = check_edge(checks, e, recording.arrays(v), base, light);
      if (zero) zeros.insert(e.key());
    }
  if (lightly) warnings.push_back("for lack of time, derivatives were checked along one direction each");
  for (auto& [key, all] : alike) {
    const Edge first = recording.edge(all[0].first, all[0].second);
    if (std::any_of(checks.begin(), checks.end(), [&](auto& c) { return c.module == first.call->core->name && !c.ok(); })) continue;
    const double one = beside_check * takes[key];
    if (one > budget.left(0.5)) {
      unchecked.push_back(first.call->core->name + " by " + first.label() + " beside the point of the run");
      continue;
    }
    std::set<std::size_t> some{0};
    if (3 * one <= 0.1 * budget.left(0.5)) some.insert({all.size() / 2, all.size() - 1});
    if (double(all.size()) * one <= 0.05 * budget.left(0.5))
      for (std::size_t n = 0; n < all.size(); ++n) some.insert(n);
    bool nothing = zeros.count(key) > 0;
    for (std::size_t n : some)
      if (!check_beside(checks, recording, all[n].first, all[n].second, n == 0, zeros.count(key) > 0, nothing)) break;
    if (nothing) warnings.push_back("the derivative of " + first.call->core->name + " by " + first.label() + " is exactly 0 wherever it was looked at, and so are differences: there was nothing to compare");
  }
  auto wrong = [&](const std::string& name) { return std::any_of(checks.begin(), checks.end(), [&](auto& c) { return c.module == name && !c.ok(); }); };
  for (int v = 0; v < int(recording.vertices.size()); ++v)
    if (const Call* call = recording.vertices[v].call.get(); call != nullptr && call->core->place.name() != "facet_modules.hpp" && !wrong(call->core->name)) {
      if (!seen.insert(call->kind()).second || !(call->core->shares || call->serves(tangent) || call->serves(adjoint))) continue;
      if (budget.left(0.55) <= 0) {
        unchecked.push_back("what derivatives of " + call->core->name + " share");
        continue;
      }
      say("checking what derivatives share", ": " + call->core->name);
      check_shared(checks, recording, v);
    }
  auto right = [&] { return std::all_of(checks.begin(), checks.end(), [](auto& c) { return c.ok(); }); };
  if (right()) {  // wrong modules make a wrong program
    if (budget.left(0.6) > 4 * took) {
      say("checking the whole program", ": three more runs" + about(3 * took));
      if (auto note = check_program(checks, r, recording); !note.empty()) warnings.push_back(note);
    } else {
      unchecked.push_back("the whole program");
    }
  } else {
    unchecked.push_back("the whole program, since a module fails");
  }
  j << "{\"fingerprint\":[\"\"," << recording.fingerprint() << "],\"checks\":";
  j.list(checks, [&](const Check& c) {
    j << "{\"module\":" << c.module << ",\"argument\":" << c.argument << ",\"kind\":" << c.kind << ",\"where\":" << c.where << ",\"error\":" << c.error << ",\"tolerance\":" << c.tolerance << ",\"ok\":" << c.ok() << ",\"hint\":" << c.hint << "}";
  });
  j << ",\"versions\":{\"C++\":" << std::string(__VERSION__) << "},\"warnings\":";
  j.list(warnings, [&](const std::string& w) { j << w; });
  j << ",\"unchecked\":";
  j.list(unchecked, [&](const std::string& w) { j << w; });
  if (right() || r.trust) {
    const bool structure = r.structure || (r.look && recording.declaresSparse());
    j << ",\"structure\":" << structure;
    if (structure) {
      say("finding patterns of Jacobians");
      find_structures(recording);
    }
    Times times(r, recording, budget);
    j << ",\"untimed\":" << times.untimed() << ",\"dense_seconds\":" << times.dense() << ",\"groups\":";
    j.list(times.groups, [&](const Group& g) { write_group(j, g); });
    j << ",\"reference\":" << (times.speed->timed() ? times.speed->least : 0) << ",\"products\":";
    times.products.erase(std::remove_if(times.products.begin(), times.products.end(), [](auto& p) { return !p.second->timed(); }), times.products.end());
    for (auto one = times.joints.begin(); one != times.joints.end();)
      one = std::any_of(one->second.items.begin(), one->second.items.end(), [](auto* i) { return i->timed(); }) ? std::next(one) : times.joints.erase(one);
    j.list(times.products, [&](auto& p) { j << "[" << p.first[0] << "," << p.first[1] << "," << p.first[2] << "," << p.second->least << "]"; });
    auto timed = [&](const char* name, const auto& all) {
      std::vector<std::pair<std::size_t, Stopwatch::Item*>> some;
      std::copy_if(all.begin(), all.end(), std::back_inserter(some), [](auto& p) { return p.second->timed(); });
      j << ",\"" << name << "\":";
      j.list(some, [&](auto& p) { j << "[" << p.first << "," << p.second->least << "]"; });
    };
    timed("sparse_products", times.sparse), timed("compressions", times.compressions), timed("moves", times.moves), timed("joins", times.joins);
    j << ",\"patterns\":";
    const Patterns patterns(recording);
    j.list(patterns.texts, [&](const std::string& text) { j << text; });
    j << ",\"joints\":";
    j.list(times.joints, [&](auto& one) {
      const JointGroup& g = one.second;
      j << "{\"kind\":" << std::string(g.kind == tangent ? "tangent" : "adjoint") << ",\"module\":" << recording.vertices[g.vertices[0]].call->core->name << ",\"vertices\":";
      j.list(g.vertices, [&](int v) { j << v; }) << ",\"used\":";
      j.list(g.used, [&](std::size_t k) { j << k; }) << ",\"samples\":[";
      bool more = false;
      for (std::size_t k = 0; k < g.timed.size(); ++k)
        if (g.items[k]->timed()) j << (more ? ",[" : "[") << g.timed[k] << "," << g.items[k]->least << "]", more = true;
      j << "]}";
    });
    j << ",\"prepared\":";
    j.list(times.prepared, [&](const PreparedGroup& g) { j << "{\"module\":" << g.core->name << ",\"where\":" << g.core->prepares.text() << ",\"times\":" << g.times << ",\"seconds\":" << g.seconds << "}"; });
    j << ",\"vertices\":";
    j.list(recording.vertices, [&](const Vertex& v) {
      int place = 0;  // among the outputs, from 1
      for (std::size_t k = 0; k < recording.sinks.size(); ++k)
        if (&recording.vertices[recording.sinks[k].at] == &v) place = int(k) + 1;
      j << "{\"id\":" << v.id << ",\"size\":" << v.array->size() << ",\"function\":" << v.function << ",\"output\":" << v.output << ",\"place\":" << place << ",\"line\":" << v.place.line << ",\"file\":" << v.place.name();
      j << ",\"joint_tangent\":" << v.joint[tangent] << ",\"joint_adjoint\":" << v.joint[adjoint];
      if (v.call != nullptr) j << ",\"module\":" << v.call->core->name << ",\"call\":" << v.call->place.line;
      if (auto* i = times.values[std::size_t(&v - recording.vertices.data())]; i != nullptr && i->timed()) j << ",\"seconds\":" << i->least;
      j << "}";
    });
    j << ",\"edges\":[";
    bool later = false;
    for (std::size_t v = 0; v < recording.vertices.size(); ++v)
      for (std::size_t k = 0; k < recording.vertices[v].operands.size(); ++k) {
        const auto& d = recording.vertices[v].derivatives[k];
        j << (later ? ",{" : "{") << "\"source\":" << recording.vertices[v].operands[k] << ",\"target\":" << v << ",\"pattern\":" << patterns.of(recording.edge(int(v), k)) << ",\"group\":" << times.group_of[v][k] << ",\"argument\":" << recording.edge(int(v), k).label()
          << ",\"tangent\":" << d[0] << ",\"adjoint\":" << d[1] << ",\"by_tangents\":" << d[2] << ",\"by_adjoints\":" << d[3] << ",\"part\":" << recording.edge(int(v), k).addsInPlace(adjoint) << "}";
        later = true;
      }
    j << "]";
  }
  j << "}";
}

// -- methods -----------------------------------------------------------------------

static std::vector<double> ticks, spent;  // what is prepared is a line of its own
void tick() { ticks.push_back(now()), spent.push_back(Point::spent()); }

// The largest difference of two Jacobians relative to the largest entry of the second.
static double difference(const Blocks& blocks, const Blocks& wanted) {
  double most = 0, worst = 0;
  std::set<std::pair<std::string, std::string>> keys;
  for (auto* all : {&blocks, &wanted}) {
    for (auto& [key, b] : all->dense) keys.insert(key), most = all == &wanted ? std::max(most, largest(b.a)) : most;
    for (auto& [key, b] : all->sparse) keys.insert(key), most = all == &wanted ? std::max(most, largest(b.a)) : most;
  }
  for (auto& key : keys) {
    auto x = blocks.sparse.find(key), y = wanted.sparse.find(key);
    bool left = x != blocks.sparse.end(), right = y != wanted.sparse.end();
    if (left && right) {
      Sparse negative = y->second;
      for (double& v : negative.a) v = -v;
      add(negative, x->second);
      worst = std::max(worst, largest(negative.a));
      continue;
    }
    auto of = [&](const Blocks& all, bool is_sparse) -> Vector {
      if (is_sparse) return dense(all.sparse.at(key)).a;
      return all.dense.count(key) > 0 ? all.dense.at(key).a : Vector();
    };
    Vector a = of(blocks, left), b = of(wanted, right);
    worst = std::max(worst, largest(a.empty() ? b : b.empty() ? a : minus(a, b)));
  }
  return worst / std::max(most, 1e-300);
}

const int directions = 3;  // along which a driver's Jacobian is compared with differences

// The call whose derivatives do not have for unit seeds what they have for others, in words; empty
// where there is none.
static std::string culprit(const Recording& recording, const std::vector<Vector>& changes) {
  for (int j = 0; j < int(recording.vertices.size()); ++j)
    for (std::size_t k = 0; k < recording.vertices[j].operands.size(); ++k) {
      const Edge e = recording.edge(j, k);
      const Given arrays = recording.arrays(j);
      for (Kind kind : {tangent, adjoint}) {
        const std::size_t n = kind == tangent ? e.columns() : e.rows();
        if (e.call->core->place.name() == "facet_modules.hpp" || !(e.has(kind) || e.whole()) || n * std::max(e.rows(), e.columns()) > most_entries) continue;
        const Matrix d = as_column(changes[recording.vertices[j].operands[k]]);
        const Matrix W = random_matrix(1, e.rows()), all = e.derive(kind, arrays, identity(n));
        const Matrix whole = product(product(W, all), d);
        const Matrix one = kind == tangent ? product(W, e.derive(tangent, arrays, d)) : product(e.derive(adjoint, arrays, W), d);
        if (off(whole.a, one.a, std::max(1e-3 * norm(all.a) * norm(d.a) * norm(W.a) / double(e.rows()), 1e-300)) > dual)
          return std::string(": the ") + (kind == tangent ? "tangent" : "adjoint") + " of " + e.call->core->name + " for " + e.label() + " is another for " + std::to_string(n) + " unit seeds at once than for one; " + nth(recording, j);
      }
    }
  return "";
}

// Compares a driver's Jacobian with differences of the whole program; says why it could not.
static std::string check_driver(const Request& r, const Recording& recording, const Blocks& blocks, const std::string& name) {
  double worst = INFINITY;
  std::vector<double> before;
  std::vector<Vector> last;  // changes along a direction
  std::vector<Directions> all;
  for (int k = 0; k < directions; ++k) all.push_back(direction(recording));
  for (double h : differences_of_programs) {
    double most = 0;
    std::size_t number = 0;
    for (const Directions& along : all) {
      std::string note;
      const std::vector<Vector> changes = turned(r, recording, along, h, note);
      if (!note.empty()) return note;
      last = changes;
      for (auto& s : recording.sinks) {
        const Vertex& v = recording.vertices[s.at];
        Vector got(v.array->size());
        for (auto& [source, d] : along) {
          const std::pair<std::string, std::string> key{s.name, recording.vertices[source].id};
          const Matrix along_one = as_column(d);
          Matrix part;
          if (source == s.at) part = along_one;
          if (auto b = blocks.dense.find(key); b != blocks.dense.end()) part = product(b->second, along_one);
          if (auto b = blocks.sparse.find(key); b != blocks.sparse.end()) part = product(b->second, along_one);
          for (std::size_t i = 0; i < part.a.size(); ++i) got[i] += part.a[i];
        }
        const Vector weigh = weights(*v.array, {changes[s.at]});
        const double rest = norm(weighed(minus(got, changes[s.at]), weigh));
        const bool falling = number < before.size() && rest <= falls * before[number];
        if (number >= before.size()) before.push_back(rest);
        ++number;
        if (!falling) most = std::max(most, off(weighed(got, weigh), weighed(changes[s.at], weigh), 1e-7 * std::max(1.0, norm(weighed(*v.array, weigh)))));
      }
    }
    worst = std::min(worst, most);
    if (worst <= rough) return "";
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.1g", worst);
  if (!r.trust) throw Mistake(program_name() + ":1: the Jacobian of " + name + " is off from differences of the whole program by " + text + ", and 0.001 is allowed" + culprit(recording, last) + ": correct it, or go on with --trust");
  return std::string("it is off from differences of the whole program by ") + text + ", and trusted";
}

static void fingerprint(Json& j, const Request& r) {
  say("running " + program_name());
  j << "{\"fingerprint\":[\"\"," << once(r).fingerprint() << "]}";
}

static void methods(Json& j, const Request& r) {
  Budget budget(r);
  std::srand(unsigned(r.seed));
  std::vector<Driver> given, all;
  std::vector<double> expected;
  for (auto& [number, driver] : drivers()) given.push_back(driver), expected.push_back(number < int(r.seconds.size()) ? r.seconds[std::size_t(number)] : 0);
  say("running " + program_name(), " once more, to carry out " + std::to_string(given.size()) + " methods");
  double begin = elapsed();
  Program program(named().program, program_name());
  const double took = elapsed() - begin;
  budget.starts();
  for (double& e : expected) e += took;
  budget.suits(2 * *std::max_element(expected.begin(), expected.end()));
  Blocks wanted;
  std::string note;  // why differences do not say that the plan is right
  std::vector<double> differ, takes;
  std::vector<long> peaks;
  std::vector<bool> late;
  ticks.reserve(1 << 20);
  double ahead = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    ahead += 1.2 * expected[k];
    late.push_back(k > 0 && budget.left(0.95) < ahead + 1.2 * expected[k]);
    if (late[k]) {
      ahead -= 1.2 * expected[k];
      continue;
    }
    say("carrying methods out", ": " + given[k].first + ", " + std::to_string(k + 1) + " of " + std::to_string(given.size()));
    ticks.clear();
    long before = held;
    most = before;
    Blocks blocks = given[k].second(program);
    peaks.push_back(most.load() - before);
    if (k == 0) {
      wanted = blocks;
      note = "there was no time to compare it with differences of the whole program";
      if (budget.left(0.95) > ahead + 2.2 * directions * took) {
        say("comparing the plan's Jacobian with differences of the whole program", ": " + std::to_string(2 * directions) + " more runs");
        note = check_driver(r, program.recording, blocks, given[k].first);
      }
    }
    differ.push_back(difference(blocks, wanted));
    all.push_back(given[k]), takes.push_back(expected[k]);
  }
  wanted = Blocks();
  const double longest = *std::max_element(takes.begin(), takes.end());
  std::vector<double> whole(all.size(), INFINITY), prepared(all.size(), INFINITY);
  std::vector<std::vector<double>> lines(all.size());
  Stopwatch watch(budget);
  Stopwatch::Item* speed = watch.reference();
  double once = 0;
  rounds(r.repeat, [&](bool forwards, int round) {
    if (round > 0 && budget.left(0.95) < once) return false;
    if (round < r.repeat) say("timing methods", ": round " + std::to_string(round + 1) + " of " + std::to_string(r.repeat));
    double begins = elapsed();
    speed->carry_out();
    for (std::size_t n = 0; n < all.size(); ++n) {
      std::size_t k = forwards ? n : all.size() - 1 - n;
      // Short ones several times, as long as that is little beside the longest, for which there may be one round only.
      for (int turn = std::max(1, std::min(r.repeat, int(0.05 * longest / std::max(takes[k], 1e-6)))); turn > 0; --turn) {
        ticks.clear(), spent.clear();
        program.begin();
        all[k].second(program);
        lines[k].resize(ticks.size() - 1, INFINITY);
        for (std::size_t t = 1; t < ticks.size(); ++t) lines[k][t - 1] = std::min(lines[k][t - 1], std::max(0.0, ticks[t] - ticks[t - 1] - clock_takes() - (spent[t] - spent[t - 1])));
        prepared[k] = std::min(prepared[k], spent.back() - spent.front());
        whole[k] = std::min(whole[k], ticks.back() - ticks.front() - double(ticks.size() - 1) * clock_takes());
      }
    }
    once = elapsed() - begins;
    return true;
  });
  j << "{\"methods\":[";
  for (std::size_t n = 0, k = 0; n < given.size(); ++n) {
    j << (n > 0 ? ",{" : "{") << "\"name\":" << given[n].first;
    if (late[n]) {
      j << ",\"late\":true}";
      continue;
    }
    if (n == 0) j << ",\"unchecked\":" << note;
    j << ",\"relative_difference\":" << differ[k] << ",\"peak_bytes\":" << peaks[k] << ",\"whole_seconds\":" << whole[k] << ",\"prepared_seconds\":" << prepared[k] << ",\"lines\":";
    j.list(lines[k], [&](double s) { j << "{\"seconds\":" << s << "}"; });
    j << "}";
    ++k;
  }
  j << "],\"reference\":" << (speed->timed() ? speed->least : 0) << "}";
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

// Ends this process and what it started when its parent is gone, and removes the folder of
// the request.
static void end_with(pid_t parent) {
  while (getppid() == parent) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::filesystem::path folder = std::filesystem::path(answer).parent_path();
  std::error_code ignored;
  if (folder.filename().string().rfind("facet-measure-", 0) == 0) std::filesystem::remove_all(folder, ignored);
  kill(0, SIGKILL);
}

static int begin(int count, char** words) {
  if (count < 8) return 2;
  answer = words[1], Point::clock() = now;
  static char stack[1 << 16];  // for a handler, where there is no other
  stack_t own{};
  own.ss_sp = stack, own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  struct sigaction action {};
  action.sa_handler = crashed, action.sa_flags = SA_ONSTACK | int(SA_RESETHAND);
  for (int n : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) sigaction(n, &action, nullptr);
  std::thread(end_with, getppid()).detach();
  operator delete(operator new(32000000));  // the allocator keeps the memory of large arrays from here on, as in a longer run
  Request r{std::strtoull(words[3], nullptr, 10), std::atoi(words[4]), words[5][0] == '1', words[5][0] == 'l', words[6][0] == '1', {}, 0, false, {}};
  std::istringstream batches(words[7]);
  for (std::size_t k; batches >> k;) r.batches.push_back(k);
  processor = count > 8 && words[8][0] == '1';
  if (count > 9) r.deadline = std::atof(words[9]);
  r.unlimited = count > 10 && words[10][0] == '1';
  const rlim_t memory = count > 11 ? rlim_t(std::atoll(words[11])) : 0;  // bytes that may be allocated; 0 for any number
  if (const rlimit bound{memory, memory}; memory > 0) setrlimit(RLIMIT_DATA, &bound);
  for (int k = 12; k < count; ++k) r.seconds.push_back(std::atof(words[k]));
  random_numbers.seed(r.seed);
  Json j;
  try {
    if (named().program == nullptr) throw Mistake("the program is not named: end it with FACET_PROGRAM(function)");
    std::string what = words[2];
    (what == "methods" ? methods : what == "fingerprint" ? fingerprint : measure)(j, r);
    put(j.out.str());
  } catch (const Mistake& m) {
    put("{\"error\":" + Json::text(m.what()) + "}");
  } catch (const std::bad_alloc&) {
    put("{\"error\":" + Json::text(program_name() + ":1: there is not enough memory for the program's derivatives: make it smaller, or allow more by --memory") + "}");
  }
  return 0;
}

}  // namespace facet

int main(int count, char** words) {
  int status = facet::begin(count, words);
  std::fflush(nullptr);
  _exit(status);  // the thread is still there
}
