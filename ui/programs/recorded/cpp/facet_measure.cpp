// Carries out what facet measure asks of a C++ program, beside which it is compiled:
//
//   program ANSWER measure|methods SEED REPEAT STRUCTURE TRUST BATCHES PROCESSOR
//
// ANSWER is a file for JSON with "error", one sentence, or what was found.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <thread>

#include "facet_times.hpp"

namespace facet {
using Blocks = std::map<std::pair<std::string, std::string>, Matrix>;
using Driver = std::pair<std::string, std::function<Blocks(Program&)>>;
std::vector<Driver> drivers();  // of the methods that are carried out
void tick();                    // between their lines
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
  auto wrong = [&](const std::string& name) { return std::any_of(checks.begin(), checks.end(), [&](auto& c) { return c.module == name && !c.ok(); }); };
  for (int v = 0; v < int(recording.vertices.size()); ++v)
    if (const Call* call = recording.vertices[v].call.get(); call != nullptr && call->core->place.name() != "facet_modules.hpp" && !wrong(call->core->name)) {
      std::string key = "all of " + call->core->place.text() + " " + std::to_string(call->rows);
      for (std::size_t n : call->columns) key += "," + std::to_string(n);
      if (seen.insert(key).second) check_shared(checks, recording, v);
    }
  auto right = [&] { return std::all_of(checks.begin(), checks.end(), [](auto& c) { return c.ok(); }); };
  if (right())  // wrong modules make a wrong program
    if (auto note = check_program(checks, r, recording); !note.empty()) warnings.push_back(note);
  j << "{\"fingerprint\":[\"\"," << recording.fingerprint() << "],\"checks\":";
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
    j << ",\"joints\":";
    j.list(times.joints, [&](auto& one) {
      const JointGroup& g = one.second;
      j << "{\"kind\":" << std::string(g.kind == tangent ? "tangent" : "adjoint") << ",\"module\":" << recording.vertices[g.vertices[0]].call->core->name << ",\"vertices\":";
      j.list(g.vertices, [&](int v) { j << v; }) << ",\"used\":";
      j.list(g.used, [&](std::size_t k) { j << k; }) << ",\"samples\":[";
      for (std::size_t k = 0; k < g.timed.size(); ++k) j << (k > 0 ? ",[" : "[") << g.timed[k] << "," << g.items[k]->least << "]";
      j << "]}";
    });
    j << ",\"prepared\":";
    j.list(times.prepared, [&](const PreparedGroup& g) { j << "{\"module\":" << g.core->name << ",\"where\":" << g.core->prepares.text() << ",\"times\":" << g.times << ",\"seconds\":" << g.seconds << "}"; });
    j << ",\"vertices\":";
    j.list(recording.vertices, [&](const Vertex& v) {
      j << "{\"id\":" << v.id << ",\"size\":" << v.array->size() << ",\"function\":" << v.function << ",\"output\":" << v.output << ",\"line\":" << v.place.line << ",\"file\":" << v.place.name();
      j << ",\"joint_tangent\":" << v.joint[tangent] << ",\"joint_adjoint\":" << v.joint[adjoint];
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

static std::vector<double> ticks, spent;  // what is prepared is a line of its own
void tick() { ticks.push_back(now()), spent.push_back(Point::spent()); }

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

static void fingerprint(Json& j, const Request& r) { j << "{\"fingerprint\":[\"\"," << once(r).fingerprint() << "]}"; }

static void methods(Json& j, const Request& r) {
  std::srand(unsigned(r.seed));
  Program program(named().program, r.structure, program_name());
  std::vector<Driver> all = drivers();
  Blocks wanted;
  std::vector<double> differ, whole(all.size(), INFINITY), prepared(all.size(), INFINITY);
  std::vector<long> peaks;
  std::vector<std::vector<double>> lines(all.size());
  ticks.reserve(1 << 20);
  for (auto& method : all) {
    ticks.clear();
    long before = held;
    most = before;
    Blocks blocks = method.second(program);
    peaks.push_back(most.load() - before);
    if (wanted.empty()) wanted = blocks;
    differ.push_back(difference(blocks, wanted));
  }
  wanted.clear();
  rounds(r.repeat, [&](bool forwards) {
    for (std::size_t n = 0; n < all.size(); ++n) {
      std::size_t k = forwards ? n : all.size() - 1 - n;
      ticks.clear(), spent.clear();
      program.begin();
      all[k].second(program);
      lines[k].resize(ticks.size() - 1, INFINITY);
      for (std::size_t t = 1; t < ticks.size(); ++t) lines[k][t - 1] = std::min(lines[k][t - 1], ticks[t] - ticks[t - 1] - (spent[t] - spent[t - 1]));
      prepared[k] = std::min(prepared[k], spent.back() - spent.front());
      whole[k] = std::min(whole[k], ticks.back() - ticks.front());
    }
  });
  j << "{\"methods\":[";
  for (std::size_t k = 0; k < all.size(); ++k) {
    j << (k > 0 ? ",{" : "{") << "\"name\":" << all[k].first << ",\"relative_difference\":" << differ[k] << ",\"peak_bytes\":" << peaks[k] << ",\"whole_seconds\":" << whole[k] << ",\"prepared_seconds\":" << prepared[k] << ",\"lines\":";
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
  Request r{std::strtoull(words[3], nullptr, 10), std::atoi(words[4]), words[5][0] == '1', words[6][0] == '1', {}};
  std::istringstream batches(words[7]);
  for (std::size_t k; batches >> k;) r.batches.push_back(k);
  processor = count > 8 && words[8][0] == '1';
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
