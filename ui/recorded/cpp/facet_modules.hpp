// Modules of a numerical program, marked for facet. C++17, and no other library.
//
// A module is a function of vectors with its derivatives beside it:
//
//   #include "facet_modules.hpp"
//   using facet::Matrix, facet::Value, facet::Vector;
//
//   const auto step = facet::Module("step", {"u", "p"}, [](const Vector& u, const Vector& p) { ... })
//       .tangent("u", [](const Vector& u, const Vector& p, const Matrix& V) { ... })   // F'(u) V: V has a column for each tangent
//       .adjoint("u", [](const Vector& u, const Vector& p, const Matrix& W) { ... })   // W F'(u): W has a row for each adjoint
//       .jacobian("p", [](const Vector& u, const Vector& p) { ... });                  // or the Jacobian itself, where it is cheap
//
//   void heat() {
//     Value u = facet::input("u", Vector(20, 1.0)), p = facet::input("p", Vector(20, 0.3));
//     for (int n = 0; n < 10; ++n) u = step(u, p);
//     facet::output("u", u);
//   }
//   FACET_PROGRAM(heat)
//
// What modules and inputs give are values: modules take them, and nothing else does,
// so that no dependence is lost. u.look() is a copy to print or to test.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include "facet_matrix.hpp"
namespace facet {

// What is wrong with a program, as one sentence that begins with file and line.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Place {
  std::string file;
  int line = 0;
  std::string name() const { return file.substr(file.find_last_of("/\\") + 1); }
  std::string text() const { return name() + ":" + std::to_string(line); }
};

class Recording;

// An array that modules take and give, and that nothing else can be done with.
class Value {
 public:
  Value() : array_(std::make_shared<Vector>()) {}
  std::size_t size() const { return array_->size(); }
  Vector look() const { return *array_; }  // a copy, to print or to test: what is computed from it is lost to facet

 private:
  Value(std::shared_ptr<const Vector> array, int vertex, const Recording* of) : array_(std::move(array)), vertex_(vertex), of_(of) {}
  std::shared_ptr<const Vector> array_;
  int vertex_ = -1;
  const Recording* of_ = nullptr;
  friend class Recording;
  friend class Argument;
};

// What is given to a module for a vector: a value, or a vector that stays what it is.
class Argument {
 public:
  Argument(const Value& v) : array(v.array_), vertex(v.vertex_), of(v.of_), isValue(true) {}
  Argument(Vector v) : array(std::make_shared<Vector>(std::move(v))) {}
  std::shared_ptr<const Vector> array;
  int vertex = -1;
  const Recording* of = nullptr;
  bool isValue = false;
};

enum Kind { tangent, adjoint, jacobian };

// What is the same for modules of all signatures.
struct Core {
  std::string name;
  Place place;
  std::vector<std::string> arguments;
  std::map<int, Place> marked[3];  // by kind and argument
  virtual ~Core() = default;
};

using Given = std::vector<const Vector*>;  // by argument, or by operand; null where an argument is no value

// One call of a module.
struct Call {
  std::shared_ptr<const Core> core;
  Place place;
  std::size_t rows = 0;
  std::vector<std::size_t> columns;  // by argument; 0 where it is no value
  virtual ~Call() = default;
  virtual Vector run(const Given&) const = 0;
  virtual Matrix carry(Kind, int argument, const Given&, const Matrix* seed) const = 0;
  // The first argument that is no value and another one in a call of the same module;
  // -1. What cannot be compared is the same, or with strict another one.
  virtual int differs(const Call&, bool strict) const = 0;

  Vector value(const Given& given) const {
    Vector y = guarded([&] { return run(given); });
    if (rows != 0 && y.size() != rows)
      throw Mistake(core->place.text() + ": module " + core->name + " gave " + std::to_string(rows) + " entries and gives " + std::to_string(y.size()) + " for the same arguments: a module's sizes must not change");
    return y;
  }

  bool has(int a) const { return has(tangent, a) || has(adjoint, a) || has(jacobian, a); }
  bool has(Kind kind, int a) const { return core->marked[kind].count(a) > 0; }

  // derive is F' V or W F' for an argument, by what the module has for it.
  Matrix derive(Kind kind, int a, const Given& given, const Matrix& seed) const {
    Kind other = kind == tangent ? adjoint : tangent;
    if (has(kind, a)) return checked(kind, a, given, &seed, kind == tangent ? rows : seed.rows, kind == tangent ? seed.cols : columns[a]);
    Matrix whole = has(jacobian, a) ? full(a, given) : derive(other, a, given, identity(other == tangent ? columns[a] : rows));
    return kind == tangent ? product(whole, seed) : product(seed, whole);
  }

  // full is F', of a module that has a function for it.
  Matrix full(int a, const Given& given) const { return checked(jacobian, a, given, nullptr, rows, columns[a]); }

 private:
  Matrix checked(Kind kind, int a, const Given& given, const Matrix* seed, std::size_t r, std::size_t c) const {
    Matrix m = guarded([&] { return carry(kind, a, given, seed); });
    static const char* const words[] = {"tangent", "adjoint", "Jacobian"};
    auto shape = [](std::size_t i, std::size_t k) { return std::to_string(i) + "x" + std::to_string(k); };
    if (m.rows != r || m.cols != c || m.a.size() != r * c)
      throw Mistake(core->marked[kind].at(a).text() + ": the " + words[kind] + " of " + core->name + " for " + core->arguments[a] + " gives shape " + shape(m.rows, m.cols) + ", and " + shape(r, c) + " is wanted");
    return m;
  }

  template <class F> auto guarded(F f) const -> decltype(f()) {
    busy() = this;
    auto failed = [&](const std::string& what) { return Mistake(core->place.text() + ": an exception in module " + core->name + ", called at " + place.text() + ": " + what); };
    try {
      auto result = f();
      busy() = nullptr;
      return result;
    } catch (const Mistake&) {
      throw;
    } catch (const std::exception& e) {
      throw failed(e.what());
    } catch (...) {
      throw failed("it is no std::exception");
    }
  }

 public:
  static const Call*& busy() {  // the call that is carried out
    static const Call* call = nullptr;
    return call;
  }
};

// Columns (rows) that share no row (column), taken together.
struct Coloring {
  bool rows;
  std::size_t count = 0;
  Matrix seeds;
  Coloring(const Matrix& pattern, bool rows) : rows(rows), height_(pattern.rows), width_(pattern.cols) {
    std::size_t lines = rows ? pattern.rows : pattern.cols;
    std::vector<std::vector<std::size_t>> entries(lines);
    for (std::size_t r = 0; r < pattern.rows; ++r)
      for (std::size_t c = 0; c < pattern.cols; ++c)
        if (pattern(r, c) != 0) entries[rows ? r : c].push_back(rows ? c : r);
    std::vector<std::size_t> order(lines), color(lines);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return entries[a].size() > entries[b].size(); });
    std::vector<std::vector<bool>> taken;
    for (std::size_t line : order) {
      std::size_t k = 0;
      while (k < taken.size() && std::any_of(entries[line].begin(), entries[line].end(), [&](std::size_t e) { return taken[k][e]; })) ++k;
      if (k == taken.size()) taken.emplace_back(rows ? pattern.cols : pattern.rows);
      for (std::size_t e : entries[line]) taken[k][e] = true;
      color[line] = k;
    }
    count = taken.size();
    seeds = rows ? Matrix(count, lines) : Matrix(lines, count);
    for (std::size_t line = 0; line < lines; ++line) {
      (rows ? seeds(color[line], line) : seeds(line, color[line])) = 1;
      for (std::size_t e : entries[line]) at_.push_back(rows ? std::array<std::size_t, 3>{line, e, color[line]} : std::array<std::size_t, 3>{e, line, color[line]});
    }
  }
  bool saves() const { return count < (rows ? height_ : width_); }
  Matrix expand(const Matrix& compressed) const {
    Matrix m(height_, width_);
    for (auto [r, c, k] : at_) m(r, c) = rows ? compressed(k, c) : compressed(r, k);
    return m;
  }

 private:
  std::size_t height_, width_;
  std::vector<std::array<std::size_t, 3>> at_;
};

using Structure = std::vector<Coloring>;  // of columns, then of rows; without those that save nothing

// The elemental from one vertex to another: a module by some of its arguments.
struct Edge {
  const Call* call;
  std::vector<std::vector<int>> operands;  // the arguments that each operand is
  std::size_t at;                          // the operand
  const Structure* structure = nullptr;

  const std::vector<int>& arguments() const { return operands[at]; }
  std::size_t rows() const { return call->rows; }
  std::size_t columns() const { return call->columns[arguments()[0]]; }
  bool has(Kind kind) const { return any([&](int a) { return call->has(kind, a); }); }
  bool whole() const { return !any([&](int a) { return !call->has(jacobian, a); }); }
  std::string label() const {
    std::string text;
    for (int a : arguments()) text += (text.empty() ? "" : ", ") + call->core->arguments[a];
    return text;
  }
  // What edges of equal costs and structure have in common.
  std::string key() const {
    std::string text = call->core->name + " " + call->core->place.text() + " " + label() + " " + std::to_string(call->rows);
    for (std::size_t n : call->columns) text += "," + std::to_string(n);
    return text;
  }

  Vector value(const Given& arrays) const { return call->value(given(arrays)); }
  Matrix derive(Kind kind, const Given& arrays, const Matrix& seed) const {
    return sum([&](int a) { return call->derive(kind, a, given(arrays), seed); });
  }
  Matrix full(const Given& arrays) const {
    return sum([&](int a) { return call->full(a, given(arrays)); });
  }
  // F' by tangents (adjoints): one for each column (row), or for each color.
  Matrix by(Kind kind, const Given& arrays) const {
    if (whole()) return full(arrays);
    if (structure != nullptr)
      for (const Coloring& c : *structure)
        if (c.rows == (kind == adjoint)) return c.expand(derive(kind, arrays, c.seeds));
    return derive(kind, arrays, identity(kind == tangent ? columns() : rows()));
  }

 private:
  template <class F> bool any(F f) const { return std::any_of(arguments().begin(), arguments().end(), f); }
  template <class F> Matrix sum(F f) const {
    Matrix m = f(arguments()[0]);
    for (std::size_t k = 1; k < arguments().size(); ++k) add(m, f(arguments()[k]));
    return m;
  }
  Given given(const Given& arrays) const {
    Given g(call->columns.size(), nullptr);
    for (std::size_t k = 0; k < operands.size(); ++k)
      for (int a : operands[k]) g[a] = arrays[k];
    return g;
  }
};

struct Vertex {
  std::string id;
  std::shared_ptr<const Vector> array;
  std::shared_ptr<Call> call;               // none of an input
  std::vector<int> operands;                // vertices, each once
  std::vector<std::vector<int>> arguments;  // of the call, that each operand is
  Place place;
  std::string output, function;
  std::vector<std::array<std::string, 4>> derivatives;  // functions by operand: tangent, adjoint, by tangents, by adjoints
  std::vector<std::shared_ptr<Structure>> structures;   // by operand, where they were found
};

// The dag of one run.
class Recording {
 public:
  std::vector<Vertex> vertices;
  std::vector<std::pair<std::string, int>> sources;
  struct Sink {
    std::string name;
    int at;
    Place place;
  };
  std::vector<Sink> sinks;
  std::vector<std::string> unused;  // inputs that no output depends on
  std::map<std::string, Vector> shifts;
  std::map<std::string, std::array<int, 3>> functions;  // vertex, operand, and which; -1 and 0 for values

  static Recording*& current() {
    static Recording* recording = nullptr;
    return recording;
  }
  // The first mistake counts, also where the program catches it.
  static Mistake mistake(const Place& place, const std::string& text) {
    Mistake m(place.text() + ": " + text);
    if (first().empty()) first() = m.what();
    return m;
  }
  static std::string& first() {
    static std::string text;
    return text;
  }
  static Recording& running(const Place& place, const std::string& who) {
    if (current() == nullptr) throw mistake(place, who + " is called outside of the program that FACET_PROGRAM names");
    return *current();
  }

  Value source(const std::string& name, Vector array, const Place& place) {
    for (auto& [other, at] : sources)
      if (other == name) throw mistake(place, "the input " + name + " is named twice: give each a name of its own");
    if (auto shift = shifts.find(name); shift != shifts.end())
      for (std::size_t k = 0; k < array.size() && k < shift->second.size(); ++k) array[k] += shift->second[k];
    Vertex v;
    v.id = name, v.array = fit(std::move(array), "the input " + name, place), v.place = place;
    sources.emplace_back(name, append(std::move(v)));
    return give(sources.back().second);
  }

  Value record(std::shared_ptr<Call> call, const std::vector<Argument>& arguments, Vector result, std::string id = "") {
    const Place& at = call->place;
    Vertex v;
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      if (!arguments[a].isValue || arguments[a].vertex < 0) continue;
      std::size_t k = std::find(v.operands.begin(), v.operands.end(), arguments[a].vertex) - v.operands.begin();
      if (k == v.operands.size()) v.operands.push_back(arguments[a].vertex), v.arguments.emplace_back();
      v.arguments[k].push_back(int(a));
    }
    auto array = fit(std::move(result), "what " + call->core->name + " returns, called in line " + std::to_string(at.line) + ",", call->core->place);
    if (v.operands.empty()) return Value(array, -1, this);  // of constants alone
    if (id.empty()) id = call->core->name + "." + std::to_string(++counts_[call->core->name]);
    call->rows = array->size();
    v.id = id, v.array = array, v.call = call, v.place = call->core->place.name() == Place{__FILE__}.name() ? at : call->core->place;
    return give(append(std::move(v)));
  }

  void sink(const std::string& name, const Value& value, const Place& place);
  void finish(const std::string& program);

  Edge edge(int target, std::size_t operand) const {
    const Vertex& v = vertices[target];
    return {v.call.get(), v.arguments, operand, operand < v.structures.size() ? v.structures[operand].get() : nullptr};
  }
  Given arrays(int target) const {
    Given all;
    for (int i : vertices[target].operands) all.push_back(vertices[i].array.get());
    return all;
  }
  // Finds which entries of Jacobians can be other than 0, once for calls that are alike.
  void findStructures(const std::function<double()>& uniform);

 private:
  std::map<std::string, int> counts_;
  std::set<std::string> ids_;

  Value give(int at) { return Value(vertices[at].array, at, this); }
  int append(Vertex v) {
    std::string name = v.id;
    for (int k = 2; !ids_.insert(name).second; ++k) name = v.id + "_" + std::to_string(k);
    v.id = name;
    vertices.push_back(std::move(v));
    return int(vertices.size()) - 1;
  }
  std::shared_ptr<const Vector> fit(Vector array, const std::string& what, const Place& place) {
    if (array.empty()) throw mistake(place, what + " has no entries: a value has at least one");
    for (double x : array)
      if (!std::isfinite(x)) throw mistake(place, what + " has entries that are no finite numbers: start at another point");
    return std::make_shared<Vector>(std::move(array));
  }
  std::string function(std::string name, int vertex, int operand, int which) {
    for (char& c : name)
      if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) c = '_';
    if (name[0] >= '0' && name[0] <= '9') name = "_" + name;
    while (functions.count(name) > 0) name += "_";
    functions[name] = {vertex, operand, which};
    return name;
  }
};

// The name of a module, or the arguments that a mark is for, "u" or {"u", "v"}; and
// where they stand.
struct Names {
  std::vector<std::string> all;
  Place place;
  Names(const char* name, const char* file = __builtin_FILE(), int line = __builtin_LINE()) : all{name}, place{file, line} {}
  Names(std::initializer_list<std::string> names, const char* file = __builtin_FILE(), int line = __builtin_LINE()) : all(names), place{file, line} {}
};

template <class F> struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class C, class... A> struct Signature<R (C::*)(A...) const> { using type = Vector(A...); };
template <class R, class... A> struct Signature<R (*)(A...)> { using type = Vector(A...); };

template <class T, class = void> struct Comparable : std::false_type {};
template <class T> struct Comparable<T, std::void_t<decltype(bool(std::declval<const T&>() == std::declval<const T&>()))>> : std::bool_constant<!std::is_pointer_v<T>> {};

template <class S> class Module;

// A function of vectors that returns a vector, with derivatives.
template <class... A> class Module<Vector(A...)> {
  static_assert(((!std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>)&&...), "a module does not write to its arguments: take const Vector&");
  template <class T> using Given1 = std::conditional_t<std::is_same_v<std::decay_t<T>, Vector>, Argument, std::decay_t<T>>;
  using Derivative = std::function<Matrix(A..., const Matrix&)>;

  struct Functions : Core {
    std::function<Vector(A...)> value;
    std::map<int, Derivative> derivatives[2];
    std::map<int, std::function<Matrix(A...)>> jacobians;
  };

  struct CallOf : Call {
    std::tuple<std::decay_t<A>...> own;
    template <class T> static const T& pick(const T& own, const Vector* given) {
      if constexpr (std::is_same_v<T, Vector>)
        return given != nullptr ? *given : own;
      else
        return own;
    }
    template <class F, std::size_t... I, class... Seed> auto with(const F& f, const Given& given, std::index_sequence<I...>, const Seed&... seed) const {
      return f(pick(std::get<I>(own), given[I])..., seed...);
    }
    const Functions& functions() const { return static_cast<const Functions&>(*core); }
    Vector run(const Given& given) const override { return with(functions().value, given, std::index_sequence_for<A...>()); }
    Matrix carry(Kind kind, int argument, const Given& given, const Matrix* seed) const override {
      if (kind == facet::jacobian) return with(functions().jacobians.at(argument), given, std::index_sequence_for<A...>());
      return with(functions().derivatives[kind].at(argument), given, std::index_sequence_for<A...>(), *seed);
    }
    int differs(const Call& other, bool strict) const override { return differ(static_cast<const CallOf&>(other), strict, std::index_sequence_for<A...>()); }
    template <std::size_t... I> int differ(const CallOf& other, bool strict, std::index_sequence<I...>) const {
      int found = -1;
      auto look = [&](int a, const auto& x, const auto& y) {
        bool equal = !strict;
        if constexpr (Comparable<std::decay_t<decltype(x)>>::value) equal = x == y;
        if (found < 0 && this->columns[a] == 0 && !equal) found = a;
      };
      (look(int(I), std::get<I>(own), std::get<I>(other.own)), ...);
      return found;
    }
  };

 public:
  template <class F> Module(const Names& name, std::initializer_list<const char*> arguments, F function) : functions_(std::make_shared<Functions>()) {
    functions_->name = name.all[0], functions_->place = name.place, functions_->value = std::move(function);
    functions_->arguments.assign(arguments.begin(), arguments.end());
    if (arguments.size() != sizeof...(A))
      Recording::mistake(name.place, "the module " + functions_->name + " has " + std::to_string(sizeof...(A)) + " arguments, and " + std::to_string(arguments.size()) + " names for them");
    functions_->arguments.resize(sizeof...(A), "?");
  }

  // tangent marks the function that gives F' V for an argument.
  Module& tangent(const Names& names, Derivative f) {
    mark(facet::tangent, names, functions_->derivatives[0], f);
    return *this;
  }
  // adjoint marks the function that gives W F' for an argument.
  Module& adjoint(const Names& names, Derivative f) {
    mark(facet::adjoint, names, functions_->derivatives[1], f);
    return *this;
  }
  // jacobian marks the function that gives F' for an argument.
  Module& jacobian(const Names& names, std::function<Matrix(A...)> f) {
    mark(facet::jacobian, names, functions_->jacobians, f);
    return *this;
  }

  // A call: values, and what stays as it is. It gives a value.
  Value operator()(Given1<A>... arguments, const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    return call({file, line}, "", std::move(arguments)...);
  }
  Value call(const Place& place, const std::string& id, Given1<A>... arguments) const {
    Recording& recording = Recording::running(place, functions_->name);
    std::vector<Argument> given{described(arguments)...};
    for (const Argument& a : given)
      if (a.isValue && a.of != &recording) throw Recording::mistake(place, functions_->name + " is given a value that is empty, or of another run: begin with input(...)");
    auto c = std::make_shared<CallOf>();
    c->core = functions_, c->place = place, c->own = {plain(std::move(arguments))...};
    Given values;
    for (const Argument& a : given) {
      c->columns.push_back(a.vertex >= 0 ? a.array->size() : 0);
      values.push_back(a.vertex >= 0 ? a.array.get() : nullptr);
    }
    return recording.record(c, given, c->value(values), id);
  }

  // plain function: for other modules to call.
  Vector value(A... arguments) const { return functions_->value(arguments...); }

 private:
  std::shared_ptr<Functions> functions_;

  static const Argument& described(const Argument& a) { return a; }
  template <class T> static Argument described(const T&) { return Argument(Vector()); }
  static Vector plain(Argument&& a) { return *a.array; }
  template <class T> static T&& plain(T&& t) { return std::forward<T>(t); }

  template <class Table, class F> void mark(Kind kind, const Names& names, Table& table, const F& f) {
    static const char* const words[] = {"tangent", "adjoint", "jacobian"};
    for (const std::string& name : names.all) {
      auto& all = functions_->arguments;
      int a = int(std::find(all.begin(), all.end(), name) - all.begin());
      std::string list;
      for (auto& other : all) list += (list.empty() ? "" : ", ") + other;
      if (a == int(all.size()))
        Recording::mistake(names.place, functions_->name + " has no argument " + name + ": it has " + list);
      else if (!table.emplace(a, f).second)
        Recording::mistake(names.place, functions_->name + " has a " + words[kind] + " for " + name + " already: keep one");
      else
        functions_->marked[kind][a] = names.place;
    }
  }
};

template <class F> Module(const Names&, std::initializer_list<const char*>, F) -> Module<typename Signature<F>::type>;

// input is a source of the program, in the order of the calls.
inline Value input(const std::string& name, Vector array, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return Recording::running({file, line}, "input").source(name, std::move(array), {file, line});
}

// output is a sink of the program.
inline void output(const std::string& name, const Value& value, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  Recording::running({file, line}, "output").sink(name, value, {file, line});
}

// part is count entries of a value from the first one on, as a module.
inline Value part(const Value& value, std::size_t first, std::size_t count, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static const auto module = Module("part", {"value", "first", "count"}, [](const Vector& x, std::size_t first, std::size_t count) { return Vector(x.begin() + first, x.begin() + first + count); })
    .tangent("value", [](const Vector&, std::size_t first, std::size_t count, const Matrix& V) {
      Matrix m(count, V.cols);
      std::copy_n(V.a.begin() + first * V.cols, m.a.size(), m.a.begin());
      return m;
    })
    .adjoint("value", [](const Vector& x, std::size_t first, std::size_t count, const Matrix& W) {
      Matrix m(W.rows, x.size());
      for (std::size_t r = 0; r < W.rows; ++r) std::copy_n(W.a.begin() + r * count, count, m.a.begin() + r * x.size() + first);
      return m;
    });
  if (first > value.size() || count > value.size() - first) throw Recording::mistake({file, line}, "a part from " + std::to_string(first) + " with " + std::to_string(count) + " entries is not in a value with " + std::to_string(value.size()));
  return module.call({file, line}, "", value, first, count);
}

inline void Recording::sink(const std::string& name, const Value& value, const Place& place) {
  for (auto& s : sinks)
    if (s.name == name) throw mistake(place, "the output " + name + " is named twice: give each a name of its own");
  if (value.of_ != this) throw mistake(place, "the output " + name + " is empty, or of another run");
  if (value.vertex_ < 0) throw mistake(place, "the output " + name + " depends on no input");
  sinks.push_back({name, value.vertex_, place});
}

// finish keeps what leads from an input to an output, and names the functions.
inline void Recording::finish(const std::string& program) {
  static const auto same = Module("output", {"value"}, [](const Vector& x) { return x; })
    .tangent("value", [](const Vector&, const Matrix& V) { return V; })
    .adjoint("value", [](const Vector&, const Matrix& W) { return W; });
  if (!first().empty()) throw Mistake(first());
  if (sources.empty()) throw Mistake(program + ":1: the program names no inputs: begin with Value u = facet::input(\"u\", ...)");
  if (sinks.empty()) throw Mistake(program + ":1: the program names no outputs: end with facet::output(\"u\", u)");
  std::set<int> used;
  for (auto& v : vertices) used.insert(v.operands.begin(), v.operands.end());
  for (auto& s : sinks) {
    const Vertex& v = vertices[s.at];
    if (used.count(s.at) > 0 || !v.output.empty() || v.operands.empty()) s.at = same.call(s.place, s.name, give(s.at)).vertex_;
    vertices[s.at].output = s.name;
  }
  std::set<int> needed;
  for (auto& s : sinks) needed.insert(s.at);
  for (int j = int(vertices.size()) - 1; j >= 0; --j)
    if (needed.count(j) > 0) needed.insert(vertices[j].operands.begin(), vertices[j].operands.end());
  std::map<int, int> places;
  std::vector<Vertex> kept;
  for (int j : needed) {
    places[j] = int(kept.size());
    kept.push_back(std::move(vertices[j]));
    for (int& i : kept.back().operands) i = places[i];
  }
  vertices = std::move(kept);
  std::vector<std::pair<std::string, int>> left;
  for (auto& [name, at] : sources) {
    if (needed.count(at) > 0)
      left.emplace_back(name, places[at]);
    else
      unused.push_back(name);
  }
  sources = std::move(left);
  for (auto& s : sinks) s.at = places[s.at];
  static const char* const words[] = {"_tangent_", "_adjoint_", "_by_tangents_", "_by_adjoints_"};
  for (int j = 0; j < int(vertices.size()); ++j) {
    Vertex& v = vertices[j];
    if (!v.operands.empty()) v.function = function(v.id, j, -1, 0);
    for (std::size_t k = 0; k < v.operands.size(); ++k) {
      v.derivatives.emplace_back();
      for (int which = 0; which < 4; ++which) v.derivatives[k][which] = function(v.id + words[which] + v.call->core->arguments[v.arguments[k][0]], j, int(k), which);
    }
  }
}

inline void Recording::findStructures(const std::function<double()>& uniform) {
  const std::size_t largest = 30000000;  // entries of a Jacobian that is looked at
  std::map<std::string, std::vector<std::pair<const Call*, std::shared_ptr<Structure>>>> found;
  auto look = [&](const Edge& e, const Given& here) -> std::shared_ptr<Structure> {
    if (e.whole() || e.rows() * e.columns() > largest) return nullptr;
    std::vector<Matrix> full;
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
        full.push_back(e.derive(tangent, given, identity(e.columns())));
      }
    } catch (const Mistake&) {
      return nullptr;  // the other points are outside of where the module is defined
    }
    Matrix pattern(e.rows(), e.columns());
    for (std::size_t n = 0; n < pattern.a.size(); ++n) {
      pattern.a[n] = full[0].a[n] != 0 || full[1].a[n] != 0;
      if (full[2].a[n] != 0 && pattern.a[n] == 0) return nullptr;
    }
    auto structure = std::make_shared<Structure>();
    for (bool rows : {false, true})
      if (Coloring c(pattern, rows); c.saves()) structure->push_back(std::move(c));
    return structure;
  };
  for (int j = 0; j < int(vertices.size()); ++j) {
    for (std::size_t k = 0; k < vertices[j].operands.size(); ++k) {
      Edge e = edge(j, k);
      auto& before = found[e.key()];
      auto like = std::find_if(before.begin(), before.end(), [&](auto& b) { return b.first->differs(*e.call, true) < 0; });
      if (like == before.end()) like = before.insert(before.end(), {e.call, look(e, arrays(j))});
      vertices[j].structures.push_back(like->second);
    }
  }
}

// run runs a program and gives its recording.
inline Recording run(void (*program)(), const std::string& name, std::map<std::string, Vector> shifts = {}) {
  struct Current {
    Recording* before;
    ~Current() { Recording::current() = before; }
  };
  Recording recording;
  recording.shifts = std::move(shifts);
  Current restored{std::exchange(Recording::current(), &recording)};
  auto failed = [&](const char* what) { return Mistake(name + ":1: the program ends with an exception: " + what); };
  try {
    program();
  } catch (const Mistake&) {
    throw;
  } catch (const std::exception& e) {
    throw failed(e.what());
  } catch (...) {
    throw failed("it is no std::exception");
  }
  recording.finish(name);
  return recording;
}

// Program is a program that was run once. It has the functions that a driver of its
// dag calls. With structure it finds the Jacobians' structures, as facet measure
// --structure does.
class Program {
 public:
  Recording recording;
  std::vector<Vector> inputs;

  explicit Program(void (*program)(), bool structure = false, const std::string& name = "program") : recording(run(program, name)) {
    for (auto& [input, at] : recording.sources) inputs.push_back(*recording.vertices[at].array);
    unsigned long long x = 88172645463325252ull;
    if (structure) recording.findStructures([x]() mutable { x ^= x << 13, x ^= x >> 7, x ^= x << 17; return double(x >> 11) / 9007199254740992.0; });
  }
  Vector value(const char* function, const Given& arrays) {
    auto [target, operand, which] = find(function);
    return recording.edge(target, 0).value(arrays);
  }
  Matrix derivative(const char* function, const Given& arrays, const Matrix& seed = Matrix()) {
    auto [target, operand, which] = find(function);
    Edge e = recording.edge(target, std::size_t(operand));
    return which >= 2 ? e.by(which == 2 ? tangent : adjoint, arrays) : e.derive(which == 0 ? tangent : adjoint, arrays, seed);
  }

 private:
  const std::array<int, 3>& find(const char* function) {
    auto at = recording.functions.find(function);
    if (at == recording.functions.end()) throw Mistake(std::string("the program has no function ") + function + ": its driver is of another run");
    return at->second;
  }
};

// The program that FACET_PROGRAM names.
struct Named {
  void (*program)() = nullptr;
  std::string file;
};
inline Named& named() {
  static Named it;
  return it;
}
inline bool name(void (*program)(), const char* file) {
  named() = {program, file};
  return true;
}
inline int plain(void (*program)(), const char* file) {
  try {
    run(program, Place{file, 1}.name());
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}

}  // namespace facet

// FACET_PROGRAM(function) names the program. It is the main function, unless
// FACET_LIBRARY is defined, as facet measure does.
#ifdef FACET_LIBRARY
#define FACET_PROGRAM(function) [[maybe_unused]] static const bool facet_named = facet::name(function, __FILE__);
#else
#define FACET_PROGRAM(function) \
  int main() { return facet::plain(function, __FILE__); }
#endif
