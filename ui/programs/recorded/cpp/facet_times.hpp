// What derivatives and products of a recording take.
#pragma once
#include <chrono>
#include <ctime>

#include "facet_checks.hpp"

namespace facet {

// -- times --------------------------------------------------------------------------

static bool processor = false;  // its time, and not the clock's
static double now() {
  if (processor) {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

// A call's derivatives by all arguments at once.
struct JointGroup {
  Kind kind;
  std::vector<int> vertices;
  std::vector<std::size_t> timed, used;
  std::vector<Stopwatch::Item*> items;
};

// What derivatives of a module's calls share.
struct PreparedGroup {
  const Core* core;
  int times = 0;
  double seconds = 0;
  int timed = 0;
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
  std::map<std::string, JointGroup> joints;
  std::vector<PreparedGroup> prepared;

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
    for (int j = 0; j < n; ++j) add_joints(j);
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
    for (int j = 0; j < n; ++j) add_prepared(j);
  }

  void add_joints(int j) {
    const Vertex& v = recording.vertices[j];
    for (Kind kind : {tangent, adjoint}) {
      if (v.joint[kind].empty()) continue;
      Edge e = recording.edge(j, 0);
      std::string key = std::to_string(kind) + " " + v.call->core->place.text() + " " + std::to_string(v.call->rows);
      for (std::size_t n : v.call->columns) key += "," + std::to_string(n);
      JointGroup& g = joints[key];
      g.kind = kind;
      g.vertices.push_back(j);
      if (!g.items.empty()) continue;
      std::set<std::size_t> timed, used;
      for (int k : group_of[j]) timed.insert(groups[k].timed[kind].begin(), groups[k].timed[kind].end()), used.insert(groups[k].used[kind].begin(), groups[k].used[kind].end());
      g.timed = sorted(timed), g.used = sorted(used);
      Given arrays = recording.arrays(j);
      std::vector<std::size_t> all(v.operands.size());
      std::iota(all.begin(), all.end(), std::size_t(0));
      for (std::size_t k : g.timed) {
        std::vector<const Matrix*> seeds;
        for (std::size_t n : all) seeds.push_back(&seed(recording.edge(j, n).columns(), k));
        const Matrix& W = seed(k, e.rows());
        g.items.push_back(watch.add([=, &W] {
          if (kind == tangent)
            e.tangents(arrays, seeds);
          else
            e.adjoints(arrays, W, all);
        }));
      }
    }
  }

  void add_prepared(int j) {
    const Call* call = recording.vertices[j].call.get();
    if (call == nullptr || call->core->prepares.line == 0) return;
    auto at = std::find_if(prepared.begin(), prepared.end(), [&](auto& g) { return g.core == call->core.get(); });
    if (at == prepared.end()) at = prepared.insert(at, {call->core.get()});
    ++at->times;
    if (at->timed > 2) return;
    double least = INFINITY;
    Edge e = recording.edge(j, 0);
    for (int k = 0; k < std::min(request.repeat, 5); ++k) {
      call->forget();
      e.value(recording.arrays(j));
      double before = Point::spent();
      e.derive(tangent, recording.arrays(j), seed(e.columns(), 1));
      least = std::min(least, Point::spent() - before);
    }
    at->seconds = (at->seconds * at->timed + least) / (at->timed + 1);
    ++at->timed;
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

}  // namespace facet
