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
//       .jacobian("p", [](const Vector& u, const Vector& p) { ... });                  // or the Jacobian itself, where it is cheap: a Matrix or a Sparse
//
//   void heat() {
//     Value u = facet::input("u", Vector(20, 1.0)), p = facet::input("p", Vector(20, 0.3));
//     for (int n = 0; n < 10; ++n) u = step(u, p);
//     facet::output("u", u);
//   }
//   FACET_PROGRAM(heat)
//
// What derivatives of a call share is made once: by .prepare(...), or in the module, which
// then returns std::pair(std::move(result), std::move(saved)). A derivative takes const T& behind V or W for what
// was prepared or saved, and facet::Result for what the module returned. A mark of several
// arguments that takes std::vector<Matrix> (a tangent) or returns it (an adjoint) is joint.
//
// What modules and inputs give are values: modules take them, and nothing else does,
// so that no dependence is lost. u.look() is a copy to print or to test.
#pragma once
#include <algorithm>
#include <any>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
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
#include <typeinfo>
#include <utility>
#include <vector>
#include <variant>
#include "facet_matrix.hpp"
namespace facet {

#include "facet_pack.hpp"
#define FACET_ONCE __attribute__((noinline)) inline  // what is compiled once

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
  template <std::size_t N> Argument(const std::array<double, N>& v) : Argument(Vector(v.begin(), v.end())) {}
  std::shared_ptr<const Vector> array;
  int vertex = -1;
  const Recording* of = nullptr;
  bool isValue = false;
};

enum Kind { tangent, adjoint, jacobian };

using Whole = std::variant<Matrix, Sparse>;  // a Jacobian, as its function gives it

// Pointers one after another; few stand in place, for calls of a microsecond.
template <class T> class Pointers {
 public:
  Pointers() = default;
  Pointers(std::initializer_list<T*> all) : Pointers(all.size()) { std::copy(all.begin(), all.end(), size_ > few_.size() ? many_.data() : few_.data()); }
  explicit Pointers(std::size_t n) : size_(n) {
    if (n > few_.size()) many_.resize(n);
  }
  void push_back(T* p) {
    if (size_ < few_.size()) {
      few_[size_] = p;
    } else {
      if (size_ == few_.size()) many_.assign(few_.begin(), few_.end());
      many_.push_back(p);
    }
    ++size_;
  }
  std::size_t size() const { return size_; }
  T* const* begin() const { return size_ > few_.size() ? many_.data() : few_.data(); }
  T* const* end() const { return begin() + size_; }
  T* operator[](std::size_t k) const { return begin()[k]; }
  T*& operator[](std::size_t k) { return (size_ > few_.size() ? many_.data() : few_.data())[k]; }

 private:
  std::size_t size_ = 0;
  std::array<T*, 6> few_{};
  std::vector<T*> many_;
};

using Given = Pointers<const Vector>;   // by argument, or by operand; null where an argument is no value
using Arrays = const Vector* const*;   // likewise, by argument
using Seeds = Pointers<const Matrix>;  // likewise; null where there are none

// What a module returned, for derivatives that ask for it.
struct Result {
  const Vector& vector;
  operator const Vector&() const { return vector; }
  double operator[](std::size_t i) const { return vector[i]; }
  std::size_t size() const { return vector.size(); }
};

struct Call;
struct Point;

// What a mark is asked for: the seeds by its own arguments, and where what it gives belongs.
// What it gives may have memory already, which it keeps, or be there, and is added to.
struct Asked {
  const Matrix* const* seeds;  // null where a joint tangent has none
  Matrix* const* made;         // one, or by the arguments of an adjoint; null where that is not wanted
  Point* point;                // null where derivatives share nothing
  const Call& call;
  const std::vector<int>& served;  // the mark's arguments
  bool own;                        // nobody else reads the seeds
  bool adds;                       // to the one that is wanted
  inline std::size_t entries(std::size_t k) const;  // of one of them
  std::size_t count(Kind kind) const {              // seeds
    for (std::size_t k = 0; k < served.size(); ++k)
      if (seeds[k] != nullptr) return kind == adjoint ? seeds[k]->rows : seeds[k]->cols;
    return 0;
  }
};

// Seeds as joint tangents take them. What nobody else reads is lent: nothing is copied but a
// matrix that is there twice.
struct Lent {
  std::vector<Matrix> all;
  const Asked& of;
  explicit Lent(const Asked& ask) : all(ask.served.size()), of(ask) {
    for (std::size_t k = 0; k < all.size(); ++k)
      if (of.seeds[k] == nullptr)
        all[k] = Matrix(of.entries(k), of.count(tangent));
      else if (lends(k))
        all[k] = std::move(const_cast<Matrix&>(*of.seeds[k]));
      else
        all[k] = of.own ? all[at(k)] : *of.seeds[k];
  }
  Lent(const Lent&) = delete;
  ~Lent() {
    for (std::size_t k = 0; k < all.size(); ++k)
      if (of.seeds[k] != nullptr && lends(k)) const_cast<Matrix&>(*of.seeds[k]) = std::move(all[k]);
  }

 private:
  std::size_t at(std::size_t k) const { return std::size_t(std::find(of.seeds, of.seeds + k, of.seeds[k]) - of.seeds); }
  bool lends(std::size_t k) const { return of.own && at(k) == k; }
};

// Where a call is computed, with what its derivatives share there. What is prepared is made when
// a derivative asks for it. The arrays and the result belong to others, and stay as they are.
struct Point {
  const Call& of;
  Given arrays;                    // by argument; those that are values
  const Vector* result = nullptr;  // null where nothing is computed
  std::any saved, prepared;
  const std::string* what = nullptr;  // the derivative that asks

  explicit Point(const Call& call) : of(call) {}
  bool at(Arrays given) const {
    for (std::size_t k = 0; k < arrays.size(); ++k)
      if (arrays[k] != given[k]) return false;
    return result != nullptr;
  }
  // compute brings it where its call is computed with other arrays; what was saved lends its memory.
  inline void compute(Vector& y, Arrays given);
  inline void prepare();
  template <class T> decltype(auto) extra();
  using Clock = double (*)();
  static Clock& clock() {  // what measures sets it: drivers alone read none
    static Clock seconds = nullptr;
    return seconds;
  }
  static double& spent() {  // seconds of what was prepared
    static double seconds = 0;
    return seconds;
  }

 private:
  bool preparing = false;
};

// A function of a module, as its calls carry it out: one call through a pointer, into which the
// function itself is compiled.
template <class... Rest> struct Work {
  void (*run)(const void* function, const Call&, Arrays, Rest...) = nullptr;
  std::shared_ptr<const void> function;
  bool sized = false;  // what it makes has the shape that is wanted, by its types
  bool adds = false;   // where it is asked to; else what it makes is added
  bool loops = false;  // over the columns (rows), for all that it is given
  void operator()(const Call& call, Arrays given, Rest... rest) const { run(function.get(), call, given, rest...); }
};

// What is the same for modules of all signatures.
struct Core {
  std::string name;
  Place place;
  std::vector<std::string> arguments;
  Work<Vector&, std::any&> value;
  std::vector<Work<const Asked&>> derivatives[2];  // by argument
  std::map<int, Place> marked[3];  // by kind and argument
  std::vector<std::vector<int>> served[2];   // the arguments that the tangent or adjoint of an argument is for: several where it is joint
  std::set<int> declares;                    // arguments whose Jacobian's function gives a Sparse: its pattern is known
  bool saves = false, shares = false;
  Place prepares;
  const std::type_info* prepared = &typeid(void);  // what it makes
  virtual ~Core() = default;
};

// One call of a module. What is read whenever it is carried out stands together, at its end.
struct Call {
  Place place;
  std::vector<std::size_t> columns;  // by argument; 0 where it is no value
  std::vector<std::size_t> entries;  // likewise; of vectors that are no values, too
  std::vector<int> places;           // by argument: which operand it is; -1 where it is no value
  mutable Point here{*this};         // of a run
  std::shared_ptr<const Core> core;
  std::size_t rows = 0;
  std::size_t vectors = 0;  // arguments up to the last vector
  bool straight = false;    // the operands are these
  virtual ~Call() = default;
  virtual Whole carryWhole(int argument, Arrays, Point*) const = 0;
  virtual std::any make(Arrays, Point&) const = 0;  // what is prepared
  // The first argument that is no value and another one in a call of the same module;
  // -1. What cannot be compared is the same, or with strict another one.
  virtual int differs(const Call&, bool strict) const = 0;
  virtual std::string constants() const = 0;  // whole numbers and text among the arguments
  // What calls of a module with equal sizes have in common.
  std::string kind() const {
    std::string text = core->place.text() + " " + std::to_string(rows);
    for (std::size_t n : columns) text += "," + std::to_string(n);
    return text;
  }

  Vector value(Arrays given) const {
    Vector y;
    std::any saved;
    value(y, given, saved);
    return y;
  }
  void value(Vector& y, Arrays given, std::any& saved) const {
    guarded([&] { core->value(*this, given, y, saved); });
    if (rows != 0 && y.size() != rows) misfit(y.size());
  }
  // runs makes the value of a run, whose derivatives share what is saved and prepared here, as long
  // as the arrays and the value are there.
  void runs(Vector& y, Arrays given) const {
    if (core->shares) return here.compute(y, given);
    std::any none;
    value(y, given, none);
  }
  // at calls f with the point, where derivatives share something: that of the run, or one of its own.
  template <class F> void at(Arrays given, const F& f) const {
    if (!core->shares) return f(nullptr);
    if (here.at(given)) return f(&here);
    Vector y;
    Point other(*this);
    other.compute(y, given);
    f(&other);
  }

  bool has(int a) const { return has(tangent, a) || has(adjoint, a) || has(jacobian, a); }
  bool has(Kind kind, int a) const { return kind == jacobian ? core->marked[kind].count(a) > 0 : !core->served[kind][a].empty(); }

  // carried asks the mark that an argument has.
  void carried(Kind kind, int a, Arrays given, const Matrix* const* seeds, Matrix* const* made, bool own, bool adds) const {
    at(given, [&](Point* p) { carried(core->derivatives[kind][a], kind, a, given, Asked{seeds, made, p, *this, core->served[kind][a], own, adds}); });
  }
  // Likewise, with the mark and what it is asked for.
  void carried(const Work<const Asked&>& mark, Kind kind, int a, Arrays given, const Asked& ask) const {
    if (ask.adds && !mark.adds) {
      thread_local Matrix more;
      Pointers<Matrix> made(ask.served.size());
      std::size_t at = 0;
      while (ask.made[at] == nullptr) ++at;
      made[at] = &more;
      carried(mark, kind, a, given, Asked{ask.seeds, made.begin(), ask.point, *this, ask.served, ask.own, false});
      return add(*ask.made[at], more);
    }
    guarded([&] { mark(*this, given, ask); }, kind, a);
    if (mark.sized) return;
    if (kind == adjoint) {
      for (std::size_t n = 0; n < ask.served.size(); ++n)
        if (ask.made[n] != nullptr) fits(kind, ask.served[n], *ask.made[n], ask.seeds[0]->rows, columns[ask.served[n]]);
      return;
    }
    std::size_t n = 0;
    while (ask.seeds[n] == nullptr) ++n;
    fits(kind, ask.served[n], *ask.made[0], rows, ask.seeds[n]->cols);
  }
  // derive makes or adds F' V or W F' for an argument, by what the module has for it.
  void derive(Matrix& made, Kind kind, int a, Arrays given, const Matrix& seed, bool adds = false) const {
    if (has(kind, a)) {
      const std::vector<int>& served = core->served[kind][a];
      const std::size_t at = std::find(served.begin(), served.end(), a) - served.begin();
      Seeds seeds(served.size());
      Pointers<Matrix> all(served.size());
      seeds[kind == tangent ? at : 0] = &seed, all[kind == tangent ? 0 : at] = &made;
      return carried(kind, a, given, seeds.begin(), all.begin(), false, adds);  // other threads may read the seed
    }
    auto times = [&](const Matrix& l, const Matrix& r) { adds ? addProduct(made, l, r) : product(made, l, r); };
    if (has(jacobian, a)) {
      const Whole m = whole(a, given);
      if (auto s = std::get_if<Sparse>(&m)) {
        Matrix more = kind == tangent ? product(*s, seed) : product(seed, *s);
        adds ? add(made, more) : void(made = std::move(more));
      } else {
        kind == tangent ? times(std::get<Matrix>(m), seed) : times(seed, std::get<Matrix>(m));
      }
      return;
    }
    const Kind other = kind == tangent ? adjoint : tangent;
    Matrix m;
    derive(m, other, a, given, identity(other == tangent ? columns[a] : rows));
    kind == tangent ? times(m, seed) : times(seed, m);
  }

  // tangents makes or adds the sum of F' V over arguments; a null V is none. Nobody else reads them.
  void tangents(Matrix& sum, const Seeds& seeds, Arrays given, bool adds) const {
    Matrix* const made = &sum;
    Seeds left = seeds;
    for (std::size_t a = 0; a < seeds.size(); ++a) {
      if (left[a] == nullptr) continue;
      if (has(tangent, int(a))) {
        const std::vector<int>& served = core->served[tangent][a];
        Seeds some(served.size());
        for (std::size_t k = 0; k < served.size(); ++k) some[k] = std::exchange(left[served[k]], nullptr);
        carried(tangent, int(a), given, some.begin(), &made, true, adds);
      } else {
        derive(sum, tangent, int(a), given, *seeds[a], adds);
      }
      adds = true;
    }
  }
  // adjoints makes W F' by arguments, for those that are not null.
  void adjoints(Pointers<Matrix> left, Arrays given, const Matrix& W) const {
    const Matrix* seed = &W;
    for (std::size_t a = 0; a < left.size(); ++a) {
      if (left[a] == nullptr) continue;
      if (has(adjoint, int(a))) {
        const std::vector<int>& served = core->served[adjoint][a];
        Pointers<Matrix> some(served.size());
        for (std::size_t k = 0; k < served.size(); ++k) some[k] = std::exchange(left[served[k]], nullptr);
        carried(adjoint, int(a), given, &seed, some.begin(), false, false);
      } else if (byTangents(int(a))) {
        backwards(left, int(a), given, W);
      } else {
        derive(*left[a], adjoint, int(a), given, W);
      }
    }
  }
  // serves reports whether one call serves several of the arguments that are values.
  bool serves(Kind kind) const {
    auto several = [&](Kind of, auto counts) {
      for (const std::vector<int>& all : core->served[of])
        if (std::count_if(all.begin(), all.end(), [&](int b) { return columns[b] > 0 && counts(b); }) > 1) return true;
      return false;
    };
    return several(kind, [](int) { return true; }) || (kind == adjoint && several(tangent, [&](int b) { return byTangents(b); }));
  }

  // prepare makes what is prepared.
  void prepare(Arrays given) const {
    if (core->prepares.line > 0) at(given, [&](Point* p) { guarded([&] { p->prepare(); }); });
  }

  // whole is F', of a module that has a function for it.
  Whole whole(int a, Arrays given) const {
    Whole m;
    at(given, [&](Point* p) { guarded([&] { m = carryWhole(a, given, p); }, jacobian, a); });
    std::visit([&](const auto& f) { fits(jacobian, a, f, rows, columns[a]); }, m);
    if (auto s = std::get_if<Sparse>(&m); s != nullptr && (s->rows != s->pattern.rows() || s->cols != s->pattern.cols()))
      throw Mistake(core->marked[jacobian].at(a).text() + ": the Jacobian of " + core->name + " for " + core->arguments[a] + " is of another shape than its pattern: make it by facet::Sparse m(pattern)");
    return m;
  }

 private:
  // byTangents reports whether adjoints of an argument are made from a joint tangent.
  bool byTangents(int a) const { return has(tangent, a) && !has(adjoint, a) && !has(jacobian, a) && core->served[tangent][a].size() > 1; }
  // backwards makes adjoints from one call of a joint tangent, for all of its arguments that are wanted.
  void backwards(Pointers<Matrix>& left, int a, Arrays given, const Matrix& W) const {
    const std::vector<int>& served = core->served[tangent][a];
    auto wanted = [&](int b) { return left[b] != nullptr && byTangents(b); };
    std::size_t total = 0, from = 0;
    for (int b : served) total += wanted(b) ? columns[b] : 0;
    std::vector<Matrix> units(served.size());
    Seeds seeds(served.size());
    for (std::size_t k = 0; k < served.size(); ++k)
      if (wanted(served[k])) units[k] = facet::seeds(columns[served[k]], total, 0, from), seeds[k] = &units[k], from += columns[served[k]];
    Matrix all;
    Matrix* made = &all;
    carried(tangent, a, given, seeds.begin(), &made, true, false);
    const Matrix m = product(W, all);
    from = 0;
    for (int b : served)
      if (wanted(b)) part(*std::exchange(left[b], nullptr), m, 0, m.rows, from, from + columns[b]), from += columns[b];
  }

  static std::size_t held(const Matrix& m) { return m.rows * m.cols; }
  static std::size_t held(const Sparse& m) { return m.pattern.size(); }
  template <class M> void fits(Kind kind, int a, const M& m, std::size_t r, std::size_t c) const {
    if (m.rows != r || m.cols != c || m.a.size() != held(m)) misfit(kind, a, m, r, c);
  }
  [[noreturn]] FACET_ONCE void misfit(std::size_t entries) const {
    throw Mistake(core->place.text() + ": module " + core->name + " gave " + std::to_string(rows) + " entries and gives " + std::to_string(entries) + " for the same arguments: a module's sizes must not change");
  }
  template <class M> [[noreturn]] FACET_ONCE void misfit(Kind kind, int a, const M& m, std::size_t r, std::size_t c) const {
    static const char* const advice[] = {"a row for each entry of the result, and a column for each column of V", "a row for each row of W, and a column for each entry of the argument", "a row for each entry of the result, and a column for each entry of the argument"};
    auto shape = [](std::size_t i, std::size_t k) { return std::to_string(i) + "x" + std::to_string(k); };
    std::string what = core->marked[kind].at(a).text() + ": " + derivative(kind, a);
    if (m.rows != r || m.cols != c)
      throw Mistake(what + " gives shape " + shape(m.rows, m.cols) + ", and " + shape(r, c) + " is wanted: " + (m.rows == c && m.cols == r ? "it seems to be transposed, for it has " : "it has ") + advice[kind]);
    throw Mistake(what + " has shape " + shape(r, c) + ", and " + std::to_string(m.a.size()) + " entries: do not resize a");
  }
  std::string derivative(int kind, int a) const {
    static const char* const words[] = {"the tangent", "the adjoint", "the Jacobian"};
    return words[kind] + (" of " + core->name + " for " + core->arguments[a]);
  }

  // guarded names what threw an exception: the module, or its derivative of a kind for an
  // argument.
  template <class F> void guarded(const F& f, int kind = -1, int a = -1) const {
    busy() = this;
    try {
      f();
      busy() = nullptr;
    } catch (...) {
      failed(kind, a);
    }
  }
  // failed passes on what was thrown.
  [[noreturn]] FACET_ONCE void failed(int kind, int a) const {
    auto said = [&](const std::string& what) {
      if (kind < 0) return Mistake(core->place.text() + ": an exception in module " + core->name + ", called at " + place.text() + ": " + what);
      return Mistake(core->marked[kind].at(a).text() + ": an exception in " + derivative(kind, a) + ", called at " + place.text() + ": " + what);
    };
    try {
      throw;
    } catch (const Mistake&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw said("there is not enough memory (std::bad_alloc): look for a size that is wrong, or make the program smaller");
    } catch (const std::exception& e) {
      throw said(e.what());
    } catch (...) {
      throw said("what was thrown is no std::exception, and says nothing: throw std::runtime_error");
    }
  }

 public:
  static const Call*& busy() {  // the call that is carried out
    static const Call* call = nullptr;
    return call;
  }
};

inline std::size_t Asked::entries(std::size_t k) const { return call.entries[served[k]]; }

// inPacks calls f for the columns (rows) of all seeds, some at a time.
template <class Lines, std::size_t N, class F> void inPacks(const Asked& ask, std::size_t count, const F& f) {
  auto pass = [&](auto zero, std::size_t from, std::size_t k) {
    thread_local std::array<std::vector<decltype(zero)>, N> all;
    auto& in = all;
    for (std::size_t n = 0; n < N; ++n)
      if (ask.seeds[n] == nullptr) {
        in[n].assign(ask.entries(n), zero);
      } else {
        in[n].resize(Lines::size(*ask.seeds[n]));
        Lines::load(*ask.seeds[n], from, k, in[n]);
      }
    f(in, from, k);
  };
  // The last ones begin where they fill a pack; some are computed twice then.
  for (std::size_t from = 0; from < count;) {
    const std::size_t left = count - from;
    auto some = [&](auto zero) {
      const std::size_t size = decltype(zero)::size;
      pass(zero, count < size ? 0 : std::min(from, count - size), std::min(size, count));
      from += size;
    };
    if (left > 4)
      some(Pack<8>());
    else if (left > 2)
      some(Pack<4>());
    else
      some(Pack<2>());
  }
}

// Which entries of an elemental can be other than 0.
struct Structure {
  Pattern pattern;
  bool unit;      // all are 1, one in each row
  bool saves[2];  // columns (rows) are taken together
  Structure(const Pattern& p, bool unit) : pattern(p), unit(unit), saves{p.columnColors().count < p.cols(), p.rowColors().count < p.rows()} {}
  std::size_t colors(Kind kind) const { return kind == tangent ? pattern.columnColors().count : pattern.rowColors().count; }
  // As drivers hold it.
  bool sparse() const { return pattern.rows() * pattern.cols() >= 4096 && pattern.size() * 4 <= pattern.rows() * pattern.cols(); }
  // The pattern, as dags have it; empty where it is dense.
  std::string text() const {
    if (unit) {
      std::string all = "select";
      for (auto c : pattern.columns()) all += " " + std::to_string(c);
      return all;
    }
    if (pattern.size() == pattern.rows() * pattern.cols()) return "";
    return pattern.isDiagonal() ? "diagonal" : pattern.text();
  }
};

// The elemental from one vertex to another: a module by some of its arguments.
struct Edge {
  const Call* call;
  const std::vector<std::vector<int>>* operands;  // the arguments that each operand is
  std::size_t at;                                 // the operand
  const Structure* structure = nullptr;

  const std::vector<int>& arguments() const { return (*operands)[at]; }
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
  std::string key() const { return call->core->name + " " + label() + " " + call->kind(); }

  Vector value(const Given& arrays) const { return call->value(given(arrays.begin()).begin()); }
  void runs(Vector& y, const Given& arrays) const { call->runs(y, given(arrays.begin()).begin()); }
  Matrix derive(Kind kind, const Given& arrays, const Matrix& seed) const {
    Matrix m;
    derive(m, kind, arrays, seed);
    return m;
  }
  void derive(Matrix& made, Kind kind, const Given& arrays, const Matrix& seed, bool adds = false) const {
    const Given all = given(arrays.begin());
    for (int a : arguments()) call->derive(made, kind, a, all.begin(), seed, std::exchange(adds, true));
  }
  void prepare(const Given& arrays) const { call->prepare(given(arrays.begin()).begin()); }
  // F' of a module that has functions for it.
  Matrix full(const Given& arrays) const {
    Matrix sum;
    for (int a : arguments()) {
      Matrix m = std::visit([](auto&& f) { return dense(std::move(f)); }, call->whole(a, given(arrays.begin()).begin()));
      sum.a.empty() ? void(sum = std::move(m)) : add(sum, m);
    }
    return sum;
  }
  // declares reports whether these functions say the pattern.
  bool declares() const { return !any([&](int a) { return !call->has(jacobian, a) || call->core->declares.count(a) == 0; }); }
  Sparse declared(const Given& arrays) const {
    Sparse m = std::get<Sparse>(call->whole(arguments()[0], given(arrays.begin()).begin()));
    for (std::size_t k = 1; k < arguments().size(); ++k) add(m, std::get<Sparse>(call->whole(arguments()[k], given(arrays.begin()).begin())));
    return m;
  }
  // F' with a pattern, by its functions, or by tangents (adjoints): one for each color.
  Sparse sparse(Kind kind, const Given& arrays, const Pattern& p) const {
    if (!whole()) return kind == tangent ? apart(p, derive(tangent, arrays, seeds(p))) : apartRows(p, derive(adjoint, arrays, rowSeeds(p)));
    try {
      Sparse m;
      for (int a : arguments()) {
        Sparse part = std::visit([&](auto&& f) { return facet::sparse(std::move(f), p); }, call->whole(a, given(arrays.begin()).begin()));
        if (a == arguments()[0])
          m = std::move(part);
        else
          add(m, part, p);
      }
      return m;
    } catch (const std::domain_error& e) {
      throw Mistake(call->core->marked[jacobian].at(arguments()[0]).text() + ": the Jacobian of " + call->core->name + " for " + label() + " has another pattern than when it was measured: " + e.what());
    }
  }
  // The sum of F' V over operands; a null V is none. Nobody else reads them.
  void tangents(Matrix& made, const Given& arrays, const Seeds& seeds, bool adds = false) const { call->tangents(made, given(seeds.begin()), given(arrays.begin()).begin(), adds); }
  // addsInPlace reports whether derivatives are added as they are computed.
  bool addsInPlace(Kind kind) const { return arguments().size() == 1 && call->core->derivatives[kind][arguments()[0]].adds; }
  // W F' by operands, for those that are not null.
  void adjoints(const Pointers<Matrix>& made, const Given& arrays, const Matrix& W) const {
    Pointers<Matrix> by(call->columns.size());
    std::vector<Matrix> more;  // of operands that are several arguments
    auto each = [&](auto f) {
      for (std::size_t n = 0; n < made.size(); ++n)
        for (std::size_t k = 0; made[n] != nullptr && k < (*operands)[n].size(); ++k) f(n, k, (*operands)[n][k]);
    };
    each([&](std::size_t n, std::size_t k, int a) {
      if (k > 0) more.resize(call->columns.size());
      by[a] = k == 0 ? made[n] : &more[a];
    });
    call->adjoints(by, given(arrays.begin()).begin(), W);
    each([&](std::size_t n, std::size_t k, int a) {
      if (k > 0) add(*made[n], more[a]);
    });
  }
  void adjoints(std::vector<Matrix>& made, const Given& arrays, const Matrix& W) const {
    made.resize(operands->size());
    Pointers<Matrix> all;
    for (Matrix& m : made) all.push_back(&m);
    adjoints(all, arrays, W);
  }
  // F' by tangents (adjoints): one for each column (row), or for each color.
  Matrix by(Kind kind, const Given& arrays) const {
    if (whole()) return full(arrays);
    if (structure != nullptr && structure->saves[kind]) return dense(sparse(kind, arrays, structure->pattern));
    return derive(kind, arrays, identity(kind == tangent ? columns() : rows()));
  }

  // given has what is listed by operands by arguments.
  template <class T> Pointers<T> given(T* const* listed) const {
    Pointers<T> g(call->columns.size());
    for (std::size_t a = 0; a < call->places.size(); ++a)
      if (call->places[a] >= 0) g[a] = listed[call->places[a]];
    return g;
  }

 private:
  template <class F> bool any(F f) const { return std::any_of(arguments().begin(), arguments().end(), f); }
};

struct Vertex {
  std::string id;
  std::shared_ptr<const Vector> array;
  std::shared_ptr<Call> call;               // none of an input
  std::vector<int> operands;                // vertices, each once
  std::vector<std::vector<int>> arguments;  // of the call, that each operand is
  Place place;
  std::string output, function, joint[2];  // functions of drivers: the value, joint tangents and adjoints
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
  std::vector<Vertex> unused;  // inputs that no output depends on
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
    call->places.assign(arguments.size(), -1);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      if (!arguments[a].isValue || arguments[a].vertex < 0) continue;
      std::size_t k = std::find(v.operands.begin(), v.operands.end(), arguments[a].vertex) - v.operands.begin();
      if (k == v.operands.size()) v.operands.push_back(arguments[a].vertex), v.arguments.emplace_back();
      v.arguments[k].push_back(int(a)), call->places[a] = int(k);
    }
    call->straight = v.operands.size() == call->vectors;
    for (std::size_t a = 0; a < call->vectors; ++a) call->straight = call->straight && call->places[a] == int(a);
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
    return {v.call.get(), &v.arguments, operand, operand < v.structures.size() ? v.structures[operand].get() : nullptr};
  }
  Given arrays(int target) const {
    Given all;
    for (int i : vertices[target].operands) all.push_back(vertices[i].array.get());
    return all;
  }
  // Digits that stand for the run: modules, sizes, and arguments without rounding.
  std::string fingerprint() const {
    unsigned long long h = 14695981039346656037ull;  // FNV-1a
    auto mix = [&](const std::string& text) {
      for (unsigned char c : text + "\n") h = (h ^ c) * 1099511628211ull;
    };
    for (const Vertex& v : vertices) {
      mix(v.id + " " + std::to_string(v.array->size()));
      for (std::size_t k = 0; k < v.operands.size(); ++k)
        for (int a : v.arguments[k]) mix(std::to_string(v.operands[k]) + " " + std::to_string(a));
      if (v.call != nullptr) mix(v.call->constants());
    }
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", h);
    return digits;
  }
  // Whether a mark returns a Sparse, whose pattern is taken as it is.
  bool declaresSparse() const {
    for (std::size_t j = 0; j < vertices.size(); ++j)
      for (std::size_t k = 0; k < vertices[j].operands.size(); ++k)
        if (edge(j, k).declares()) return true;
    return false;
  }

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
template <class R, class C, class... A> struct Signature<R (C::*)(A...) const> {
  using type = Vector(A...);
  using parameters = std::tuple<std::decay_t<A>...>;
  using returned = R;
};
template <class R, class... A> struct Signature<R (*)(A...)> : Signature<R (std::tuple<A...>::*)(A...) const> {};

// How many numbers a type has: a std::array<double, N>, or as many as there are, a Vector.
template <class T> struct Reals {
  static constexpr bool are = std::is_same_v<T, Vector>, fixed = false;
  static constexpr std::size_t count = 0;
};
template <std::size_t N> struct Reals<std::array<double, N>> {
  static constexpr bool are = true, fixed = true;
  static constexpr std::size_t count = N;
};

template <class T> const T& few(const double* from) { return *reinterpret_cast<const T*>(from); }
// put puts what a module or a derivative gave where it belongs.
inline Vector vector(Vector all) { return all; }
template <std::size_t N> Vector vector(const std::array<double, N>& all) { return Vector(all.begin(), all.end()); }
inline void put(Vector& to, Vector&& all) { to = std::move(all); }
template <std::size_t N> void put(Vector& to, const std::array<double, N>& all) {
  if (to.size() != N) to.resize(N);
  std::copy_n(all.data(), N, to.data());
}

// keep puts what a module saves where it saved the like before.
template <class T> void keep(std::any& to, T&& all) {
  if constexpr (std::is_move_assignable_v<T>)
    if (T* there = std::any_cast<T>(&to)) {
      *there = std::move(all);
      return;
    }
  to = std::move(all);
}

template <class T> struct IsPair : std::false_type {};
template <class T, class U> struct IsPair<std::pair<T, U>> : std::true_type {};

inline void Point::compute(Vector& y, Arrays given) {
  if (arrays.size() != of.vectors) arrays = Given(of.vectors);
  for (std::size_t k = 0; k < arrays.size(); ++k) arrays[k] = given[k];
  result = nullptr, prepared.reset();
  of.value(y, given, saved);
  result = &y;
}
inline void Point::prepare() {
  if (prepared.has_value() || preparing) return;
  preparing = true;
  const std::string* asks = std::exchange(what, nullptr);
  const double begin = clock() ? clock()() : 0;
  try {
    prepared = of.make(arrays.begin(), *this);
  } catch (...) {
    preparing = false, what = asks;
    throw;
  }
  preparing = false, what = asks;
  if (clock()) spent() += clock()() - begin;
}

// What a derivative asks for behind V or W, by its type.
template <class T> decltype(auto) Point::extra() {
  if constexpr (std::is_same_v<T, Result>) {
    return Result{*result};
  } else {
    if (of.core->prepares.line > 0 && *of.core->prepared == typeid(T)) {  // nothing is prepared for what was saved
      prepare();
      if (const T* p = std::any_cast<T>(&prepared)) return static_cast<const T&>(*p);
    }
    if (const T* s = std::any_cast<T>(&saved)) return static_cast<const T&>(*s);
    throw Mistake((what == nullptr ? "what prepares " + of.core->name : *what) + " asks for something that its module neither prepares nor saves: let it take what .prepare(...) returns, by const reference");
  }
}

template <class T, class = void> struct Comparable : std::false_type {};
template <class T> struct Comparable<T, std::void_t<decltype(bool(std::declval<const T&>() == std::declval<const T&>()))>> : std::bool_constant<!std::is_pointer_v<T>> {};

template <class S> class Module;

// A function of vectors that returns a vector, with derivatives.
template <class... A> class Module<Vector(A...)> {
  static_assert(((!std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>)&&...), "a module does not write to its arguments: take const Vector&");
  template <class T> using Given1 = std::conditional_t<Reals<std::decay_t<T>>::are, Argument, std::decay_t<T>>;
  using Matrices = std::vector<Matrix>;

  struct Functions : Core {
    std::function<Vector(A...)> plain;
    std::size_t count = 0;  // of the result's numbers, where its type says it
    std::map<int, std::function<Whole(A..., Point*)>> jacobians;
    std::function<std::any(A..., Point&)> prepare;
  };

  struct CallOf : Call {
    std::tuple<std::decay_t<A>...> own;
    template <class T> static const T& pick(const T& own, Arrays given, std::size_t a) {
      if constexpr (Reals<T>::fixed)
        return given[a] != nullptr ? few<T>(given[a]->data()) : own;
      else if constexpr (Reals<T>::are)
        return given[a] != nullptr ? *given[a] : own;
      else
        return own;
    }
    template <class F, std::size_t... I, class... Seed> auto with(const F& f, Arrays given, std::index_sequence<I...>, Seed&... seed) const {
      return f(pick(std::get<I>(own), given, I)..., seed...);
    }
    const Functions& functions() const { return static_cast<const Functions&>(*core); }
    Whole carryWhole(int argument, Arrays given, Point* p) const override { return with(functions().jacobians.at(argument), given, std::index_sequence_for<A...>(), p); }
    std::any make(Arrays given, Point& p) const override { return with(functions().prepare, given, std::index_sequence_for<A...>(), p); }
    int differs(const Call& other, bool strict) const override { return differ(static_cast<const CallOf&>(other), strict, std::index_sequence_for<A...>()); }
    std::string constants() const override { return std::apply([](const auto&... a) { return (exact(a) + ... + std::string()); }, own); }
    template <class T> static std::string exact(const T& a) {
      if constexpr (std::is_integral_v<T>)
        return std::to_string(a) + ",";
      else if constexpr (std::is_convertible_v<T, std::string>)
        return std::string(a) + ",";
      else
        return ",";
    }
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
    functions_->name = name.all[0], functions_->place = name.place;
    using R = std::invoke_result_t<F, A...>;
    functions_->count = Reals<R>::count;
    if constexpr (IsPair<R>::value) {
      functions_->count = Reals<std::decay_t<decltype(std::declval<R>().first)>>::count;
      functions_->saves = functions_->shares = true;
      functions_->plain = [function](A... a) { return vector(function(a...).first); };
      functions_->value = work<Vector&, std::any&>([function](A... a, Vector& y, std::any& saved) {
        auto both = function(a...);
        put(y, std::move(both.first)), keep(saved, std::move(both.second));
      });
    } else {
      functions_->plain = [function](A... a) { return vector(function(a...)); };
      functions_->value = work<Vector&, std::any&>([function](A... a, Vector& y, std::any&) { put(y, function(a...)); });
    }
    functions_->arguments.assign(arguments.begin(), arguments.end());
    if (arguments.size() != sizeof...(A))
      Recording::mistake(name.place, "the module " + functions_->name + " has " + std::to_string(sizeof...(A)) + " arguments, and " + std::to_string(arguments.size()) + " names for them");
    functions_->arguments.resize(sizeof...(A), "?");
    for (Kind kind : {facet::tangent, facet::adjoint}) functions_->derivatives[kind].resize(sizeof...(A)), functions_->served[kind].resize(sizeof...(A));
  }

  // tangent marks the function that gives F' V for an argument; one that takes a vector of
  // matrices gives the sum over several.
  template <class F> Module& tangent(const Names& names, const F& f) { return derivative<facet::tangent>(names, f); }
  template <std::size_t N, class F> Module& tangent(const Names& names, const Each<N, F>& each) { return eachColumn<N>(names, each.f), *this; }
  // adjoint marks the function that gives W F' for an argument; one that returns a vector of
  // matrices gives them for several.
  template <class F> Module& adjoint(const Names& names, const F& f) { return derivative<facet::adjoint>(names, f); }
  template <std::size_t N, class F> Module& adjoint(const Names& names, const Each<N, F>& each) { return eachRow<N>(names, each.f), *this; }
  // jacobian marks the function that gives F' for an argument: a Matrix, or a Sparse, whose
  // pattern is that at all points.
  template <class F> Module& jacobian(const Names& names, F f) {
    std::function<Whole(A..., Point*)> made;
    using Returned = std::decay_t<typename Signature<F>::returned>;
    static_assert(std::is_convertible_v<Returned, Matrix> || std::is_same_v<Returned, Sparse>, "a Jacobian's function returns a facet::Matrix or a facet::Sparse");
    if constexpr (std::is_invocable_v<F, A...>)
      made = [f](A... a, Point*) -> Whole { return f(a...); };
    else
      made = [f](A... a, Point* p) -> Whole { return asking<sizeof...(A)>(f, p, a...); }, functions_->shares = true;
    mark(facet::jacobian, names, [&](int a) {
      functions_->jacobians[a] = made;
      if (std::is_same_v<Returned, Sparse>) functions_->declares.insert(a);
    });
    return *this;
  }
  // prepare marks the function that makes what derivatives share, once for each call. It
  // takes the module's arguments, and a facet::Result or what is saved if it asks for these.
  template <class F> Module& prepare(F f, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (functions_->prepares.line > 0) Recording::mistake({file, line}, functions_->name + " has a prepare already: keep one");
    functions_->shares = true, functions_->prepares = {file, line};
    functions_->prepared = &typeid(std::decay_t<typename Signature<F>::returned>);
    functions_->prepare = [f](A... a, Point& p) -> std::any { return asking<sizeof...(A)>(f, &p, a...); };
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
    std::size_t n = 0;
    (suits<std::decay_t<A>>(place, given[n++]), ...);
    auto c = std::make_shared<CallOf>();
    c->core = functions_, c->place = place, c->own = {plain<std::decay_t<A>>(std::move(arguments))...};
    n = 0, ((++n, c->vectors = Reals<std::decay_t<A>>::are ? n : c->vectors), ...);
    Given values;
    for (const Argument& a : given) {
      c->columns.push_back(a.vertex >= 0 ? a.array->size() : 0), c->entries.push_back(a.array->size());
      values.push_back(a.vertex >= 0 ? a.array.get() : nullptr);
    }
    return recording.record(c, given, c->value(values.begin()), id);
  }

  // plain function: for other modules to call.
  Vector value(A... arguments) const {
    return functions_->plain(arguments...);
  }

 private:
  // work is a function of the arguments and of what stands behind them. What it is compiled into is
  // small, and runs for each seed: compilers are asked for their best.
  template <class... Rest, class F> static Work<Rest...> work(const F& f) {
    return {[](const void* function, const Call& call, Arrays given, Rest... rest) FACET_FAST { static_cast<const CallOf&>(call).with(*static_cast<const F*>(function), given, std::index_sequence_for<A...>(), rest...); }, std::make_shared<const F>(f)};
  }

  // asking calls a function with what it asks for behind so many arguments.
  template <std::size_t N, class F, class... G> static auto asking(const F& f, Point* p, const G&... given) {
    return withExtras<N, F>(p, [&](const auto&... all) { return f(given..., all...); });
  }
  // withExtras calls g with what a function asks for.
  template <std::size_t N, class F, class G> static auto withExtras(Point* p, const G& g) {
    return withExtras<N, F>(p, g, std::make_index_sequence<std::tuple_size_v<typename Signature<F>::parameters> - N>());
  }
  template <std::size_t N, class F, class G, std::size_t... I> static auto withExtras([[maybe_unused]] Point* p, const G& g, std::index_sequence<I...>) {
    return g(p->extra<std::tuple_element_t<N + I, typename Signature<F>::parameters>>()...);
  }

  // Marks of functions for one column (row) of a few numbers.
  template <class F> static constexpr std::size_t lines() {
    if constexpr (std::is_invocable_r_v<Matrix, F, A..., const Matrix&>)
      return 0;
    else if constexpr (std::tuple_size_v<typename Signature<F>::parameters> < sizeof...(A))
      return 0;
    else
      return leading<typename Signature<F>::parameters>(std::make_index_sequence<std::tuple_size_v<typename Signature<F>::parameters> - sizeof...(A)>());
  }
  template <class P, std::size_t... I> static constexpr std::size_t leading(std::index_sequence<I...>) {
    std::size_t n = 0;
    ((Reals<std::tuple_element_t<sizeof...(A) + I, P>>::fixed && n == I ? ++n : n), ...);
    return n;
  }
  template <class F> void fewColumns(const Names& names, const F& f) {
    constexpr std::size_t N = lines<F>();
    using Parameters = typename Signature<F>::parameters;
    functions_->shares = functions_->shares || std::tuple_size_v<Parameters> > sizeof...(A) + N;
    counted<N>(names);
    fewColumns<Parameters>(names, f, std::make_index_sequence<N>());
  }
  template <class P, class F, std::size_t... I> void fewColumns(const Names& names, const F& f, std::index_sequence<I...>) {
    constexpr std::size_t N = sizeof...(I);
    marked(facet::tangent, names, [f, fits = sized(names)](A... a, const Asked& ask) {
      fits.asks(ask.point);
      std::tuple<std::tuple_element_t<sizeof...(A) + I, P>...> all{};
      auto load = [&](const Matrix* V, std::size_t k, auto& v) {
        if (V == nullptr) return;
        fits(v.size(), V->rows);
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = (*V)(i, k);
      };
      Matrix& m = *ask.made[0];
      const std::size_t count = ask.count(facet::tangent);
      withExtras<sizeof...(A) + N, F>(ask.point, [&](const auto&... extra) {
        for (std::size_t k = 0; k < count; ++k) {
          (load(ask.seeds[I], k, std::get<I>(all)), ...);
          const auto got = f(a..., std::get<I>(all)..., extra...);
          if (k == 0) m.shape(got.size(), count);
          for (std::size_t i = 0; i < got.size(); ++i) m(i, k) = got[i];
        }
      });
    }, N > 1, suit(names, {std::tuple_element_t<sizeof...(A) + I, P>().size()...}, Reals<std::decay_t<typename Signature<F>::returned>>::count));
  }
  template <class F> void fewRows(const Names& names, const F& f) {
    using Parameters = typename Signature<F>::parameters;
    using Row = std::tuple_element_t<sizeof...(A), Parameters>;
    using Returned = std::decay_t<typename Signature<F>::returned>;
    functions_->shares = functions_->shares || std::tuple_size_v<Parameters> > sizeof...(A) + 1;
    constexpr std::size_t N = Reals<Returned>::fixed ? 1 : std::tuple_size_v<Returned>;
    counted<N>(names);
    std::vector<std::size_t> given;
    if constexpr (Reals<Returned>::fixed)
      given = {Reals<Returned>::count};
    else
      std::apply([&](const auto&... row) { given = {row.size()...}; }, Returned());
    marked(facet::adjoint, names, [f, fits = sized(names)](A... a, const Asked& ask) {
      fits.asks(ask.point);
      const Matrix& W = *ask.seeds[0];
      fits(Reals<Row>::count, W.cols);
      withExtras<sizeof...(A) + 1, F>(ask.point, [&](const auto&... extra) {
        for (std::size_t k = 0; k < W.rows; ++k) {
          const auto got = f(a..., few<Row>(W.a.data() + k * W.cols), extra...);
          std::size_t n = 0;
          auto take = [&](const auto& row) {
            Matrix* m = ask.made[n++];
            if (m == nullptr) return;
            if (k == 0) m->shape(W.rows, row.size());
            std::copy_n(row.data(), row.size(), m->a.data() + k * row.size());
          };
          if constexpr (N == 1 && Reals<Returned>::fixed)
            take(got);
          else
            std::apply([&](const auto&... row) { (take(row), ...); }, got);
        }
      });
    }, N > 1, suit(names, given, Reals<Row>::count));
  }
  // suit reports whether columns (rows) have the sizes of the arguments and of the result, by
  // their types; where some are vectors, each call looks.
  bool suit(const Names& names, const std::vector<std::size_t>& given, std::size_t result) const {
    constexpr std::size_t counts[] = {Reals<std::decay_t<A>>::count...};
    const auto& all = functions_->arguments;
    bool known = functions_->count > 0;
    auto compare = [&](std::size_t got, std::size_t want, const std::string& what) {
      if (want > 0 && got != want) Recording::mistake(names.place, "this derivative of " + functions_->name + " has " + std::to_string(got) + " numbers for " + what + ", which has " + std::to_string(want));
    };
    compare(result, functions_->count, "the result");
    for (std::size_t k = 0; k < names.all.size(); ++k) {
      const std::size_t a = std::find(all.begin(), all.end(), names.all[k]) - all.begin();
      if (a == all.size()) continue;  // marked says so
      known = known && counts[a] > 0;
      compare(given[std::min(k, given.size() - 1)], counts[a], names.all[k]);
    }
    return known;
  }

  template <Kind kind, class F> Module& derivative(const Names& names, const F& f) {
    constexpr std::size_t N = sizeof...(A) + 1;
    constexpr bool loops = true;
    if constexpr (lines<F>() > 0) {
      if constexpr (kind == facet::tangent)
        fewColumns(names, f);
      else
        fewRows(names, f);
    } else if constexpr (std::is_invocable_r_v<Matrix, F, A..., const Matrix&>) {
      marked(kind, names, [f](A... a, const Asked& ask) { *ask.made[0] = f(a..., *ask.seeds[0]); }, false, false, false, loops);
    } else if constexpr (std::is_invocable_v<F, A..., const Asked&>) {
      marked(kind, names, f, false, true, true);
    } else {
      using Parameters = typename Signature<F>::parameters;
      static_assert(std::tuple_size_v<Parameters> >= N, "a derivative takes the arguments of its module, and then const Matrix& (V or W)");
      using Seed = std::tuple_element_t<N - 1, Parameters>;
      using Returned = std::decay_t<typename Signature<F>::returned>;
      constexpr bool many = std::is_same_v<Seed, Matrices>;
      static_assert(many || std::is_same_v<Seed, Matrix>, "a derivative takes the arguments of its module, and then const Matrix& (V or W), or const std::vector<Matrix>& in a joint tangent");
      static_assert(std::is_same_v<Returned, Matrix> || std::is_same_v<Returned, Matrices>, "a derivative returns a Matrix, or a std::vector<Matrix> in a joint adjoint");
      functions_->shares = functions_->shares || std::tuple_size_v<Parameters> > N;
      std::string what = names.place.text() + ": this derivative of " + functions_->name;
      constexpr bool joint = many || std::is_same_v<Returned, Matrices>;
      if (joint && many != (kind == facet::tangent)) Recording::mistake(names.place, "a joint tangent takes const std::vector<Matrix>&, and returns a Matrix; a joint adjoint takes const Matrix&, and returns std::vector<Matrix>");
      marked(kind, names, [f, what](A... a, const Asked& ask) {
        if (ask.point != nullptr) ask.point->what = &what;
        if constexpr (many && std::is_same_v<Returned, Matrix>)
          *ask.made[0] = asking<N>(f, ask.point, a..., Lent(ask).all);
        else if constexpr (!joint)
          *ask.made[0] = asking<N>(f, ask.point, a..., *ask.seeds[0]);
        else if constexpr (!many) {
          Matrices all = asking<N>(f, ask.point, a..., *ask.seeds[0]);
          if (all.size() != ask.served.size())
            throw Mistake(ask.call.core->marked[facet::adjoint].at(ask.served[0]).text() + ": the adjoint of " + ask.call.core->name + " is joint for " + std::to_string(ask.served.size()) + " arguments, and returns " + std::to_string(all.size()) + " matrices");
          for (std::size_t k = 0; k < all.size(); ++k)
            if (ask.made[k] != nullptr) *ask.made[k] = std::move(all[k]);
        }
      }, joint, false, false, loops);
    }
    return *this;
  }

  // What a function for one column (row) asks for behind it, whatever type that has.
  struct Extra {
    Point* p;
    template <class T, class = std::enable_if_t<!std::is_same_v<T, Result>>> operator const T&() const { return p->extra<T>(); }
    operator Result() const { return p->extra<Result>(); }
  };
  template <std::size_t> using Line = const std::vector<Pack<8>>&;
  template <std::size_t> using Asks = const Extra&;
  static constexpr std::size_t mostAsked = 3;
  template <class F, std::size_t... I, std::size_t... E> static constexpr bool takes(std::index_sequence<I...>, std::index_sequence<E...>) { return std::is_invocable_v<F, A..., Line<I>..., Asks<E>...>; }
  // asked is how many things a function asks for behind so many columns (rows); more than mostAsked where it takes others.
  template <class F, std::size_t E = 0, class I> static constexpr std::size_t asked(I lines) {
    if constexpr (E > mostAsked || takes<F>(lines, std::make_index_sequence<E>()))
      return E;
    else
      return asked<F, E + 1>(lines);
  }
  template <class F, class L, std::size_t... I> static auto one(const F& f, const Extra& x, const L& lines, std::index_sequence<I...> all, const std::decay_t<A>&... a) {
    return one(f, x, lines, all, std::make_index_sequence<asked<F>(all)>(), a...);
  }
  template <class F, class L, std::size_t... I, std::size_t... E> static auto one(const F& f, [[maybe_unused]] const Extra& x, const L& lines, std::index_sequence<I...>, std::index_sequence<E...>, const std::decay_t<A>&... a) {
    return f(a..., lines[I]..., (static_cast<void>(E), x)...);
  }
  // asks reports whether a function takes so many columns (rows), and asks for something.
  template <class F, std::size_t N> static constexpr bool asks() {
    constexpr std::size_t count = asked<F>(std::make_index_sequence<N>());
    static_assert(count <= mostAsked, "facet::each<N> wants a function of the module's arguments and then of one column for each of N arguments (tangent) or of one row (adjoint): const auto&, or const std::vector<T>& of a template");
    return count > 0;
  }
  template <class R> static constexpr auto isRow(int) -> decltype(std::declval<const R&>().size(), std::declval<const R&>()[0], true) { return true; }
  template <class R> static constexpr bool isRow(long) { return false; }
  // What a function for one column (row) gives has to be of one size.
  auto sized(const Names& names) const {
    return Sized{names.place.text() + ": this derivative of " + functions_->name};
  }
  struct Sized {
    std::string what;
    void asks(Point* p) const {
      if (p != nullptr) p->what = &what;
    }
    void operator()(std::size_t got, std::size_t want) const {
      if (got != want) misfit(got, want);
    }
    [[noreturn]] FACET_ONCE void misfit(std::size_t got, std::size_t want) const { throw Mistake(what + " gives " + std::to_string(got) + " entries, and then " + std::to_string(want)); }
  };
  template <std::size_t N> void counted(const Names& names) const {
    if (N > 1 && names.all.size() != N) Recording::mistake(names.place, "this derivative of " + functions_->name + " is a mark for " + std::to_string(N) + " arguments: name as many");
  }
  // Marks of functions for one column (row).
  template <std::size_t N, class F> void eachColumn(const Names& names, const F& f) {
    functions_->shares = asks<F, N>() || functions_->shares;
    counted<N>(names);
    marked(facet::tangent, names, [f, fits = sized(names)](A... a, const Asked& ask) {
      Matrix& m = *ask.made[0];
      const std::size_t count = ask.count(facet::tangent);
      fits.asks(ask.point);
      inPacks<Columns, N>(ask, count, [&](const auto& lines, std::size_t from, std::size_t k) {
        const auto all = one(f, Extra{ask.point}, lines, std::make_index_sequence<N>(), a...);
        static_assert(isRow<std::decay_t<decltype(all)>>(0), "the tangent of facet::each returns a column, as a std::vector or a std::array of numbers");
        if (from == 0) m.shape(all.size(), count);
        fits(all.size(), m.rows);
        Columns::store(all, from, k, m);
      });
    }, N > 1);
  }
  template <std::size_t N, class F> void eachRow(const Names& names, const F& f) {
    functions_->shares = asks<F, 1>() || functions_->shares;
    counted<N>(names);
    marked(facet::adjoint, names, [f, fits = sized(names)](A... a, const Asked& ask) {
      const std::size_t count = ask.seeds[0]->rows;
      fits.asks(ask.point);
      inPacks<Rows, 1>(ask, count, [&](const auto& lines, std::size_t from, std::size_t k) {
        const auto got = one(f, Extra{ask.point}, lines, std::index_sequence<0>(), a...);
        std::size_t n = 0;
        auto take = [&](const auto& row) {
          Matrix* m = ask.made[n++];
          if (m == nullptr) return;
          if (from == 0) m->shape(count, row.size());
          fits(row.size(), m->cols);
          Rows::store(row, from, k, *m);
        };
        if constexpr (N == 1) {
          static_assert(isRow<std::decay_t<decltype(got)>>(0), "the adjoint of facet::each returns a row, as a std::vector or a std::array of numbers; for rows of N arguments, which are a std::tuple, write facet::each<N>");
          take(got);
        } else {
          static_assert(std::tuple_size_v<std::decay_t<decltype(got)>> == N, "the adjoint of facet::each<N> returns a std::tuple or a std::array of N rows");
          std::apply([&](const auto&... row) { (take(row), ...); }, got);
        }
      });
    }, N > 1);
  }
  // marked marks a function for each of some arguments, or a joint one for all at once.
  template <class F> void marked(Kind kind, const Names& names, const F& f, bool joint, bool sized = false, bool adds = false, bool loops = false) {
    std::vector<int> all;
    auto made = work<const Asked&>(f);
    made.sized = sized, made.adds = adds, made.loops = loops;
    mark(kind, names, [&](int a) { functions_->derivatives[kind][a] = made, functions_->served[kind][a] = {a}, all.push_back(a); });
    if (joint)
      for (int a : all) functions_->served[kind][a] = all;
  }

  std::shared_ptr<Functions> functions_;

  static const Argument& described(const Argument& a) { return a; }
  template <class T> static Argument described(const T&) { return Argument(Vector()); }
  template <class T> static T plain(Given1<T>&& given) {
    if constexpr (Reals<T>::fixed) {
      T t;
      std::copy_n(given.array->begin(), t.size(), t.begin());
      return t;
    } else if constexpr (Reals<T>::are) {
      return *given.array;
    } else {
      return std::move(given);
    }
  }
  template <class T> void suits(const Place& place, const Argument& given) const {
    if constexpr (Reals<T>::fixed)
      if (given.array->size() != Reals<T>::count) throw Recording::mistake(place, functions_->name + " takes " + std::to_string(Reals<T>::count) + " numbers where it is given " + std::to_string(given.array->size()));
  }

  template <class F> void mark(Kind kind, const Names& names, const F& put) {
    static const char* const words[] = {"tangent", "adjoint", "jacobian"};
    for (const std::string& name : names.all) {
      auto& all = functions_->arguments;
      int a = int(std::find(all.begin(), all.end(), name) - all.begin());
      std::string list;
      for (auto& other : all) list += (list.empty() ? "" : ", ") + other;
      if (a == int(all.size()))
        Recording::mistake(names.place, functions_->name + " has no argument " + name + ": it has " + list);
      else if (functions_->marked[kind].count(a) > 0)
        Recording::mistake(names.place, functions_->name + " has a " + words[kind] + " for " + name + " already: keep one");
      else
        functions_->marked[kind][a] = names.place, put(a);
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

// part is count entries of a value from the first one on, as a module. Its adjoints are added in place.
struct Slice {
  const double* first;
  std::size_t count;
};
inline Vector vector(const Slice& s) { return Vector(s.first, s.first + s.count); }
inline void put(Vector& to, const Slice& s) { to.assign(s.first, s.first + s.count); }
inline Value part(const Value& value, std::size_t first, std::size_t count, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static const auto module = Module("part", {"value", "first", "count"}, [](const Vector& x, std::size_t first, std::size_t count) { return Slice{x.data() + first, count}; })
    .tangent("value", [](const Vector&, std::size_t first, std::size_t count, const Asked& ask) {
      const Matrix& V = *ask.seeds[0];
      Matrix& m = *ask.made[0];
      if (!ask.adds) m.shape(count, V.cols), m.a.assign(m.a.size(), 0.0);
      for (std::size_t k = 0; k < m.a.size(); ++k) m.a[k] += V.a[first * V.cols + k];
    })
    .adjoint("value", [](const Vector& x, std::size_t first, std::size_t count, const Asked& ask) {
      const Matrix& W = *ask.seeds[0];
      Matrix& m = *ask.made[0];
      if (!ask.adds) m.shape(W.rows, x.size()), m.a.assign(m.a.size(), 0.0);
      for (std::size_t r = 0; r < W.rows; ++r)
        for (std::size_t k = 0; k < count; ++k) m(r, first + k) += W(r, k);
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
  std::vector<std::pair<std::string, int>> left;
  for (auto& [name, at] : sources) {
    if (needed.count(at) > 0)
      left.emplace_back(name, places[at]);
    else
      unused.push_back(std::move(vertices[at]));
  }
  vertices = std::move(kept);
  sources = std::move(left);
  for (auto& s : sinks) s.at = places[s.at];
  static const char* const words[] = {"_tangent_", "_adjoint_", "_by_tangents_", "_by_adjoints_"};
  for (int j = 0; j < int(vertices.size()); ++j) {
    Vertex& v = vertices[j];
    if (!v.operands.empty()) v.function = function(v.id, j, -1, 0);
    for (Kind kind : {tangent, adjoint})
      if (v.operands.size() > 1 && v.call->serves(kind)) v.joint[kind] = function(v.id + (kind == tangent ? "_tangents" : "_adjoints"), j, -1, kind);
    for (std::size_t k = 0; k < v.operands.size(); ++k) {
      v.derivatives.emplace_back();
      for (int which = 0; which < 4; ++which) v.derivatives[k][which] = function(v.id + words[which] + v.call->core->arguments[v.arguments[k][0]], j, int(k), which);
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

// A function that a driver calls: of a vertex, or of an edge. What most calls read stands in a line
// of the processor's cache.
class alignas(64) Function {
  const Call* call_;
  bool straight_, alone_, single_;        // as the call; the mark is for one argument; it serves the call at once
  int which_, argument_;                  // 0 a tangent, 1 an adjoint, 2 and 3 F' by these; the first argument
  const Work<const Asked&>* derivative_;  // its mark
  const std::vector<int>* served_;        // the mark's arguments
  std::vector<int> operands_;             // that these are
  Edge edge_;

  static constexpr std::size_t most = 16;
  using List = std::initializer_list<const Vector*>;
  Kind kind() const { return which_ % 2 == 0 ? tangent : adjoint; }
  // by calls f with the arrays by arguments.
  template <class F> auto by(const List& arrays, const F& f) const {
    if (straight_) return f(arrays.begin());
    return f(edge_.given(arrays.begin()).begin());
  }
  // carried asks the mark of the first argument.
  void carried(const List& arrays, const Matrix* const* seeds, Matrix* const* made, bool own, bool adds) const {
    by(arrays, [&](Arrays given) {
      call_->at(given, [&](Point* p) { call_->carried(*derivative_, kind(), argument_, given, Asked{seeds, made, p, *call_, *served_, own, adds}); });
    });
  }

 public:
  Function(const Edge& e, int which) : call_(e.call), straight_(e.call->straight), which_(which), argument_(e.arguments()[0]), edge_(e) {
    const Core& core = *call_->core;
    derivative_ = &core.derivatives[kind()][argument_], served_ = &core.served[kind()][argument_];
    alone_ = served_->size() == 1 && e.arguments().size() == 1;
    std::size_t values = 0;
    for (int a : *served_) values += call_->places[a] >= 0 ? 1 : 0, operands_.push_back(call_->places[a]);
    single_ = values == e.operands->size() && operands_.size() <= most;
    for (auto& all : *e.operands) single_ = single_ && all.size() == 1;
  }

  // Drivers have many lines that call these: they are compiled once.
  FACET_ONCE void value(Vector& made, const List& arrays) const {
    by(arrays, [&](Arrays given) { call_->runs(made, given); });
  }
  FACET_ONCE Matrix& derivative(Matrix& made, const List& arrays, const Matrix& seed, bool adds = false) const {
    const Matrix* one = &seed;
    Matrix* all = &made;
    if (alone_)
      carried(arrays, &one, &all, false, adds);
    else if (edge_.arguments().size() > 1)
      edge_.derive(made, kind(), arrays, seed, adds);
    else
      by(arrays, [&](Arrays given) { call_->derive(made, kind(), argument_, given, seed, adds); });
    return made;
  }
  FACET_ONCE Matrix& whole(Matrix& made, const List& arrays) const { return made = edge_.by(kind(), arrays); }
  FACET_ONCE Sparse sparse(const List& arrays, const Pattern& p) const { return edge_.sparse(kind(), arrays, p); }
  FACET_ONCE Matrix& tangents(Matrix& made, const List& arrays, const std::initializer_list<const Matrix*>& seeds, bool adds = false) const {
    if (!single_) return edge_.tangents(made, arrays, seeds, adds), made;
    const Matrix* some[most];
    Matrix* one = &made;
    for (std::size_t k = 0; k < operands_.size(); ++k) some[k] = operands_[k] < 0 ? nullptr : seeds.begin()[operands_[k]];
    carried(arrays, some, &one, true, adds);
    return made;
  }
  // adjoints makes each matrix where it belongs, or in the list where that is null.
  FACET_ONCE void adjoints(std::vector<Matrix>& list, const std::initializer_list<Matrix*>& made, const List& arrays, const Matrix& seed, const std::initializer_list<std::size_t>& wanted) const {
    auto at = [&](std::size_t k) {
      Matrix* m = made.begin()[k];
      if (m != nullptr) return m;
      if (list.size() < made.size()) list.resize(made.size());
      return &list[k];
    };
    if (!single_ || wanted.size() != arrays.size()) {
      Pointers<Matrix> all(arrays.size());
      for (std::size_t k = 0; k < made.size(); ++k) all[wanted.begin()[k]] = at(k);
      return edge_.adjoints(all, arrays, seed);
    }
    Matrix* some[most];
    const Matrix* one = &seed;
    for (std::size_t k = 0; k < operands_.size(); ++k) some[k] = operands_[k] < 0 ? nullptr : at(std::size_t(operands_[k]));
    carried(arrays, &one, some, false, false);
  }
};

// Program is a program that was run once. It has the functions that a driver of its
// dag calls.
class Program {
 public:
  Recording recording;
  std::vector<Vector> inputs;

  explicit Program(void (*program)(), const std::string& name = "program") : recording(run(program, name)) {
    operator delete(operator new(32000000));  // the C library keeps the memory of large arrays from here on: a driver makes many
    for (auto& [input, at] : recording.sources) inputs.push_back(*recording.vertices[at].array);
    fingerprint_ = recording.fingerprint();
    for (auto& v : recording.vertices)
      if (v.call != nullptr && v.call->core->shares) sharing_.push_back(v.call.get());
  }
  Program(const Program&) = delete;

  // functions are those with these names, which are looked up once.
  const Function* functions(const std::vector<std::string>& names) {
    std::vector<Function>& all = known_[&names];
    if (all.empty())
      for (const std::string& name : names) {
        auto at = recording.functions.find(name);
        if (at == recording.functions.end()) throw Mistake("the program has no function " + name + ": its driver is of another run");
        auto [target, operand, which] = at->second;
        all.push_back(Function(recording.edge(target, std::size_t(std::max(operand, 0))), which));
      }
    return all.data();
  }
  // begin begins a run of a driver: arrays that stand where those of an earlier one stood are others.
  // A driver says which run it was made for.
  void begin(const char* run = "") {
    if (*run != 0 && run != fingerprint_) throw Mistake("the driver is of another run of the program, with other modules, sizes or arguments: make it again, with facet measure and facet code");
    for (const Call* call : sharing_) call->here.result = nullptr;
  }

  // takes refuses inputs of other sizes than those of the run.
  void takes(const std::vector<Vector>& given) const {
    std::size_t n = 0;
    for (auto& [name, at] : recording.sources) {
      const std::size_t size = recording.vertices[at].array->size(), has = n < given.size() ? given[n].size() : 0;
      ++n;
      if (has != size) throw Mistake("the input " + name + " (number " + std::to_string(n) + ") is given with " + std::to_string(has) + " entries, and the program was run with " + std::to_string(size) + ": drivers hold for the sizes of the run");
    }
  }

 private:
  std::vector<const Call*> sharing_;  // whose derivatives share something
  std::string fingerprint_;
  std::map<const void*, std::vector<Function>> known_;
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
