// What derivatives and products of a recording take.
#pragma once
#include <chrono>
#include <ctime>

#include "facet_checks.hpp"

namespace facet {

// -- patterns -----------------------------------------------------------------------

// Finds which entries of Jacobians can be other than 0, once for calls that are alike.
static void find_structures(Recording& recording) {
  const std::size_t largest = 30000000;  // entries of a Jacobian that is looked at
  std::map<std::string, std::vector<std::pair<const Call*, std::shared_ptr<Structure>>>> found;
  auto look = [&](const Edge& e, const Given& here) -> std::shared_ptr<Structure> {
    if (!e.declares() && e.rows() * e.columns() > largest) return nullptr;
    std::vector<Sparse> at;
    try {
      for (int point = 0; point < 3; ++point) {
        std::vector<Vector> near;
        for (const Vector* a : here) near.push_back(*a);
        Given given;
        for (Vector& a : near) {
          if (point > 0)
            for (double& x : a) x = x * (1 + 0.01 * uniform()) + 1e-3 * uniform();
          given.push_back(&a);
        }
        if (e.declares()) {
          at.push_back(e.declared(given));
          continue;
        }
        const Matrix m = e.whole() ? e.full(given) : e.derive(tangent, given, identity(e.columns()));
        std::vector<std::vector<std::size_t>> entries(m.rows);
        for (std::size_t n = 0; n < m.a.size(); ++n)
          if (m.a[n] != 0) entries[n / m.cols].push_back(n % m.cols);
        at.push_back(facet::sparse(m, Pattern(entries, m.cols)));
      }
    } catch (const Mistake&) {
      return nullptr;  // the other points are outside of where the module is defined
    }
    const Pattern pattern = at[0].pattern | at[1].pattern;
    if ((pattern | at[2].pattern) != pattern) return nullptr;
    bool unit = pattern.isSingle();
    for (const Sparse& m : at) unit = unit && m.a.size() == pattern.size() && std::all_of(m.a.begin(), m.a.end(), [](double x) { return x == 1; });
    return std::make_shared<Structure>(pattern, unit);
  };
  for (int j = 0; j < int(recording.vertices.size()); ++j) {
    for (std::size_t k = 0; k < recording.vertices[j].operands.size(); ++k) {
      Edge e = recording.edge(j, k);
      auto& before = found[e.key()];
      auto like = std::find_if(before.begin(), before.end(), [&](auto& b) { return b.first->differs(*e.call, true) < 0; });
      if (like == before.end()) like = before.insert(before.end(), {e.call, look(e, recording.arrays(j))});
      recording.vertices[j].structures.push_back(like->second);
    }
  }
}

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

// What a look at the clock takes, at least: were another program given the processor meanwhile, all
// that is short would seem to take nothing.
static double clock_takes() {
  static const double seconds = [] {
    const int looks = 10;
    double least = INFINITY;
    for (int n = 0; n < 50; ++n) {
      double begin = now();
      for (int k = 0; k < looks; ++k) now();
      least = std::min(least, (now() - begin) / (looks + 1));
    }
    return least;
  }();
  return seconds;
}

// Rounds forwards and backwards: so many, and more where they are short, until f has enough.
template <class F> static void rounds(int repeat, F f) {
  double end = now() + 0.15 * (repeat - 1);
  for (int done = 0; (done < repeat || now() < end) && f(done % 2 == 0, done); ++done) {
  }
}

// What is timed first where there is little time: one seed of each kind of call, some seeds
// and the largest number, then other numbers, then other calls of the same kind.
enum Rank { first, second, largest_number, others, same };

// Times many things in turns, each again and again; the least counts. What there is no time
// for has none.
struct Stopwatch {
  struct Item {
    std::function<void()> work;
    double number = 1;         // of seeds
    std::vector<Item*> fewer;  // of the same call with fewer seeds, ascending
    Rank rank = others;
    double least = INFINITY;
    int times = 1;  // one after another between two looks at the clock
    bool warm = false;  // carried out before, since a driver has just made what it works with

    bool timed() const { return std::isfinite(least); }
    // Seconds that it takes about, and rather more, by what fewer seeds took; 0 where that
    // is not known.
    double expected() const {
      std::vector<const Item*> some;
      for (auto* f : fewer)
        if (f->timed()) some.push_back(f);
      if (some.empty()) return 0;
      const Item& b = *some.back();
      if (some.size() < 2) return b.least * number / b.number;
      const Item& a = *some[some.size() - 2];
      return 1.3 * (b.least + std::max(0.0, b.least - a.least) / (b.number - a.number) * (number - b.number));
    }
    void carry_out() {
      if (warm) work();
      double begin = now();
      for (int n = 0; n < times; ++n) work();
      least = std::min(least, std::max(1e-10, (now() - begin - clock_takes()) / times));
      if (least * times < 2e-5) times = int(std::min(100.0, std::ceil(2e-5 / least)));
    }
  };
  std::vector<std::unique_ptr<Item>> items;
  Budget& budget;

  explicit Stopwatch(Budget& budget) : budget(budget) {}
  Item* add(std::function<void()> work, double number = 1, std::vector<Item*> fewer = {}, Rank rank = others) {
    items.push_back(std::make_unique<Item>(Item{std::move(work), number, std::move(fewer), rank}));
    return items.back().get();
  }
  // Work that is the same in every program, to compare the processor's speed at two times.
  Item* reference() {
    Item* item = add([m = random_matrix(48, 48)] { product(m, m); }, 1, {}, first);
    item->warm = true;
    return item;
  }
  // The rank of one of several numbers of seeds, ascending.
  static Rank rank(std::size_t at, std::size_t count, bool once) { return once ? at == 0 ? first : at == 1 ? second : at + 1 == count ? largest_number : others : same; }

  // Times all, with so many rounds as far as there is time; dense says what dense modes take
  // once all was carried out.
  void run(int repeat, const std::function<double()>& dense) {
    std::vector<Item*> order;
    for (auto& item : items) order.push_back(item.get());
    std::stable_sort(order.begin(), order.end(), [](Item* a, Item* b) { return a->rank < b->rank; });
    double begin = elapsed(), once;
    std::size_t done = 0;
    for (Item* item : order) {
      say("timing derivatives for the first time", ", " + std::to_string(++done) + " of " + std::to_string(items.size()) + " calls");
      if (budget.left(0.95) > item->expected()) item->carry_out();
    }
    once = elapsed() - begin;
    budget.suits(dense());
    rounds(repeat, [&](bool forwards, int round) {
      if (budget.left(0.95) < once) {
        if (round < repeat) say("finishing what is measured", ", after " + std::to_string(round) + " of " + std::to_string(repeat) + " rounds: one takes " + seconds(once));
        return false;
      }
      if (round < repeat) say("timing", ": round " + std::to_string(round + 1) + " of " + std::to_string(repeat) + about(std::min(once * (repeat - round), budget.left(0.95))));
      double begins = elapsed();
      for (std::size_t k = 0; k < items.size(); ++k) {
        Item& item = *items[forwards ? k : items.size() - 1 - k];
        if (item.timed()) item.carry_out();
      }
      once = elapsed() - begins;
      return true;
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
  bool whole_modes = true;  // all columns of all inputs go through at once
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
  Stopwatch::Item* speed = nullptr;
  std::vector<std::pair<std::size_t, Stopwatch::Item*>> sparse;  // products, by multiplications
  std::vector<std::pair<std::size_t, Stopwatch::Item*>> compressions, moves;  // by entries
  std::vector<std::pair<std::size_t, Stopwatch::Item*>> joins;                // by rows
  std::map<const Call*, Vector> results;
  std::vector<Stopwatch::Item*> values;  // by vertex, one of those that are alike; null of inputs

  Times(const Request& request, const Recording& recording, Budget& budget) : request(request), recording(recording), watch(budget) {
    auto size = [&](int j) { return recording.vertices[j].array->size(); };
    int n = int(recording.vertices.size());
    std::vector<std::set<std::size_t>> behind(n), before(n);  // sizes of vertices from which columns, rows can come to each
    auto adds = [&](std::set<std::size_t>& all, const std::set<std::size_t>& others, int of) {
      all.insert(others.begin(), others.end());
      all.insert(size(of));
    };
    for (int j = 0; j < n; ++j)
      for (int i : recording.vertices[j].operands) adds(behind[j], behind[i], i);
    for (int j = n - 1; j >= 0; --j)
      for (int i : recording.vertices[j].operands) adds(before[i], before[j], j);
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
        int i = recording.vertices[j].operands[k];
        adds(groups[g].columns[0], behind[i], i);
        adds(groups[g].columns[1], before[j], j);
      }
    }
    count_colors(ends);
    for (Group& g : groups) add_group(g, ends);
    for (int j = 0; j < n; ++j) add_joints(j);
    add_values();
    std::set<std::array<std::size_t, 3>> found;
    for (int j = 0; j < n; ++j)
      for (std::size_t i : behind[j])
        for (std::size_t k : before[j])
          if (i <= ends[0] && k <= ends[1] && std::max({i * size(j), size(j) * k, i * k}) <= most_entries) found.insert({i, size(j), k});
    std::vector<std::array<std::size_t, 3>> some(found.begin(), found.end());
    std::stable_sort(some.begin(), some.end(), [](auto& a, auto& b) { return a[0] * a[1] * a[2] < b[0] * b[1] * b[2]; });
    some = spread(some, 14);
    found = {some.begin(), some.end()};
    found.insert({1, 1, 1}), found.insert({48, 48, 48});
    for (auto& t : found) {
      const Matrix &l = seed(t[2], t[1]), &r = seed(t[1], t[0]);
      products.emplace_back(t, watch.add([&] { product(l, r); }, 1, {}, t[0] == t[1] && t[1] == t[2] && (t[0] == 1 || t[0] == 48) ? first : others));
    }
    add_sparse();
    speed = watch.reference();
    watch.run(request.repeat, [&] { return dense(); });
    for (auto& p : products)
      if (p.second->rank == first && !p.second->timed()) p.second->carry_out();
    complete(budget);
    for (int j = 0; j < n; ++j) add_prepared(j);
  }

  // About what the dense modes take, of what was timed.
  double dense() const {
    double total = 0;
    for (auto& g : groups)
      for (auto& rows : g.items) {
        double longest = 0;
        for (auto& row : rows)
          for (auto* i : row)
            if (i->timed()) longest = std::max(longest, i->least);
        total += double(g.at.size()) * longest;
      }
    return total;
  }

  // Every kind of call has to be timed for one number of seeds at least.
  void complete(const Budget& budget) const {
    for (auto& g : groups)
      for (Kind kind : {tangent, adjoint}) {
        bool timed = false;
        for (auto& row : g.items[kind])
          for (auto* i : row) timed = timed || i->timed();
        if (!timed)
          throw Mistake(program_name() + ":1: there was no time to measure the " + (kind == tangent ? "tangent" : "adjoint") + " of " + g.at[0].first.call->core->name + " for " + g.at[0].first.label() + ": " + (budget.given ? "give it more --time" : "allow more by --time"));
      }
  }
  std::string untimed() const {
    auto late = std::count_if(watch.items.begin(), watch.items.end(), [](auto& i) { return !i->timed(); });
    return late == 0 ? "" : std::to_string(late) + " of " + std::to_string(watch.items.size()) + " calls";
  }

  // Where Jacobians are sparse, numbers of colors occur, and not of columns.
  void count_colors(const std::size_t ends[2]) {
    for (Kind kind : {tangent, adjoint}) {
      std::size_t most = 0;
      each_sparse([&](const Edge& e) { most = std::max(most, e.structure->saves[kind] ? e.structure->colors(kind) : 1); });
      for (Group& g : groups) {
        if (most == 0) continue;
        g.columns[kind].clear(), g.whole_modes = false;
        for (std::size_t f : {1, 2, 4, 8, 16}) g.columns[kind].insert(std::min(ends[kind], most * f));
      }
    }
  }
  template <class F> void each_sparse(F f) const {
    std::set<const Structure*> seen;
    for (const Group& g : groups)
      for (auto& [e, arrays] : g.at)
        if (e.structure != nullptr && e.structure->sparse() && seen.insert(e.structure).second) f(e);
  }
  static Sparse random_sparse(const Pattern& p) {
    Sparse m(p);
    for (double& x : m.a) x = normal();
    return m;
  }

  // Products of sparse Jacobians, of edges and of what these give; and how seeds are put
  // together by colors, and the result is taken apart.
  void add_sparse() {
    std::vector<std::pair<Pattern, Pattern>> seen;  // each kind of product once: small ones would outweigh others
    for (int l = 0; l < int(recording.vertices.size()); ++l)
      for (std::size_t n = 0; n < recording.vertices[l].operands.size(); ++n) {
        Edge f = recording.edge(l, n);
        int j = recording.vertices[l].operands[n];
        for (std::size_t k = 0; k < recording.vertices[j].operands.size(); ++k) {
          Edge e = recording.edge(j, k);
          if (f.structure == nullptr || e.structure == nullptr || !f.structure->sparse() || !e.structure->sparse() || sparse.size() > 12) continue;
          const Pattern& left = f.structure->pattern;
          Pattern right = e.structure->pattern;
          Sparse l, r;
          for (int power = 0; power < 8; ++power) {  // powers have more entries
            if (std::find(seen.begin(), seen.end(), std::pair(left, right)) != seen.end()) break;
            seen.emplace_back(left, right);
            std::size_t count = 0;
            for (auto c : left.columns()) count += right.starts()[c + 1] - right.starts()[c];
            if (count > 20000000) break;
            Pattern made = left * right;
            if (power == 0)
              l = random_sparse(left), r = random_sparse(right);
            else
              r = product(l, r, right);
            sparse.emplace_back(count, watch.add([l, r, made] { product(l, r, made); }));
            sparse.back().second->warm = true;
            if (left.rows() != left.cols()) break;
            right = made;
          }
        }
      }
    int seen_patterns = 0;
    each_sparse([&](const Edge& e) {
      const Pattern& step = e.structure->pattern;
      if (step.cols() > 10000 || ++seen_patterns > 4) return;  // colors take long there
      Pattern p = step;
      for (int power = 0; power < 4; ++power) {
        const Pattern right = p;
        if (step.rows() == step.cols()) p = step * p;  // of a product
        const std::size_t colors = p.columnColors().count;
        if (2 * colors > p.cols() || std::max(p.size(), p.rows() * colors) > most_entries) break;
        compressions.emplace_back(right.size() + right.rows() * colors + p.size(), watch.add([p, m = random_sparse(right), &made = seed(p.rows(), colors)] { squeeze(p, m), apart(p, made); }));
        if (step.rows() != step.cols()) break;
      }
    });
    for (std::size_t n : {4, 48, 200, 400}) moves.emplace_back(n * n, watch.add([m = random_matrix(n, n), &o = seed(n, n)]() mutable { add(m, o); }));
    for (std::size_t n : {16, 256, 1024}) joins.emplace_back(n, watch.add([m = Matrix(), &o = seed(n, 8)]() mutable { beside(m, {&o}); }));
  }

  // runs makes the value of a call, as drivers do: its derivatives find what is saved.
  void runs(const Edge& e, const Given& arrays) { e.runs(results[e.call], arrays); }

  void add_joints(int j) {
    const Vertex& v = recording.vertices[j];
    for (Kind kind : {tangent, adjoint}) {
      if (v.joint[kind].empty()) continue;
      Edge e = recording.edge(j, 0);
      JointGroup& g = joints[std::to_string(kind) + " " + v.call->kind()];
      g.kind = kind;
      g.vertices.push_back(j);
      if (!g.items.empty()) continue;
      std::set<std::size_t> timed, used;
      for (int k : group_of[j]) timed.insert(groups[k].timed[kind].begin(), groups[k].timed[kind].end()), used.insert(groups[k].used[kind].begin(), groups[k].used[kind].end());
      g.timed = sorted(timed), g.used = sorted(used);
      Given arrays = recording.arrays(j);
      runs(e, arrays);
      for (std::size_t k : g.timed) {
        Seeds seeds;
        for (std::size_t n = 0; n < v.operands.size(); ++n) seeds.push_back(&seed(recording.edge(j, n).columns(), k));
        const Matrix& W = seed(k, e.rows());
        g.items.push_back(watch.add([=, &W, made = std::vector<Matrix>(1)]() mutable {  // what is made keeps its memory, as in drivers
          if (kind == tangent)
            e.tangents(made[0], arrays, seeds);
          else
            e.adjoints(made, arrays, W);
        }, double(k), g.items, Stopwatch::rank(g.items.size(), g.timed.size(), true)));
      }
    }
  }

  // What derivatives share is left as it is.
  void add_values() {
    std::map<std::string, Stopwatch::Item*> alike;
    for (int j = 0; j < int(recording.vertices.size()); ++j) {
      values.push_back(nullptr);
      if (recording.vertices[j].call == nullptr) continue;
      const Edge e = recording.edge(j, 0);
      Stopwatch::Item*& item = alike[e.key()];
      if (item == nullptr) item = watch.add([e, arrays = recording.arrays(j), y = Vector(), saved = std::any()]() mutable { e.call->value(y, e.given(arrays.begin()).begin(), saved); });
      values.back() = item;
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
    for (int k = 0; k < std::min(request.repeat, 5) && (k == 0 || watch.budget.left() > 2 * least); ++k) {
      runs(e, recording.arrays(j));
      double before = Point::spent();
      e.prepare(recording.arrays(j));
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
    for (std::size_t k : std::set<std::size_t>{0, g.at.size() / 2, g.at.size() - 1}) chosen.push_back(&g.at[k]), runs(g.at[k].first, g.at[k].second);
    for (Kind kind : {tangent, adjoint}) {
      // More than a dense mode takes are of no use.
      std::size_t most = std::max<std::size_t>(1, std::min(ends[kind], most_entries / std::max(e.rows(), e.columns())));
      std::set<std::size_t> some, timed{1, most};
      if (g.whole_modes) some.insert(std::min(ends[kind], most));
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
          Items& row = g.items[kind].back();
          row.push_back(watch.add([=, &s, made = Matrix()]() mutable { call->first.derive(made, kind, call->second, s, call->first.addsInPlace(kind) && !made.a.empty()); }, double(k), row, Stopwatch::rank(row.size(), g.timed[kind].size(), call == chosen[0])));
        }
        if (e.structure != nullptr && e.structure->sparse())  // as drivers ask for it
          g.whole[kind].push_back(watch.add([=] { call->first.sparse(kind, call->second, call->first.structure->pattern); }, double(e.structure->colors(kind)), e.whole() ? Items{} : g.items[kind].back(), call == chosen[0] ? others : same));
        else if (e.rows() * e.columns() <= most_entries)
          g.whole[kind].push_back(watch.add([=] { call->first.by(kind, call->second); }, double(std::max(kind == tangent ? e.columns() : e.rows(), g.timed[kind].back())), e.whole() ? Items{} : g.items[kind].back(), call == chosen[0] ? others : same));
      }
    }
  }
};

}  // namespace facet
