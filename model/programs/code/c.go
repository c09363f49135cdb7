package code

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"facet/model/programs/source"
)

// cWords may not be used as names: keywords of C and C++, what math.h and
// compilers define without asking, and what the code itself calls.
var cWords = wordsOf(`
auto break case char const continue default do double else enum extern float for goto if inline
int long register restrict return short signed sizeof static struct switch typedef union
unsigned void volatile while _Bool _Complex _Imaginary alignas alignof and and_eq asm bitand
bitor bool catch char8_t char16_t char32_t class compl concept consteval constexpr constinit
const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export false friend
mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
reinterpret_cast requires static_assert static_cast template this thread_local throw true try
typeid typename using virtual wchar_t xor xor_eq size_t NULL NAN INFINITY HUGE HUGE_VAL
HUGE_VALF HUGE_VALL DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS MAXFLOAT X_TLOSS signgam errno
linux unix i386 near far small interface min max I complex M_E M_LOG2E M_LOG10E M_LN2 M_LN10
M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 y0 y1 yn j0 j1 jn gamma lgamma
tgamma isnan isinf isfinite isnormal signbit fpclassify std`)

// cFunction is the name in math.h of a function of package math.
func cFunction(name string) string {
	switch name {
	case "Abs", "Max", "Min", "Mod":
		return "f" + strings.ToLower(name)
	}
	return strings.ToLower(name)
}

// cFloat is the type of C's numbers.
func cFloat(single bool) string {
	if single {
		return "float"
	}
	return "double"
}

// cDialect is C99 that is C++, too.
func cDialect(single bool) dialect {
	float, suffix := cFloat(single), ""
	if single {
		suffix = "f"
	}
	taken := make(map[string]bool)
	for _, function := range source.Functions() {
		name := cFunction(function)
		taken[name], taken[name+"f"], taken[name+"l"] = true, true, true
	}
	return dialect{
		reserved: func(name string) bool {
			return cWords[name] || taken[name] || strings.HasPrefix(name, "__") ||
				strings.HasPrefix(name, "_") && name != strings.ToLower(name)
		},
		letter:  cLetter,
		declare: func(name, expr string) string { return "const " + float + " " + name + " = " + expr + ";" },
		remark:  cRemark,
		comment: cRemark,
		test:    func(name, expr string) string { return "const int " + name + " = " + expr + ";" },
		choose: func(name, condition, yes, no string) string {
			if strings.ContainsAny(condition, " !") {
				condition = "(" + condition + ")"
			}
			return "const " + float + " " + name + " = " + condition + " ? " + yes + " : " + no + ";"
		},
		number: func(c float64) string {
			switch {
			case math.IsNaN(c):
				return "NAN"
			case math.IsInf(c, 1):
				return "INFINITY"
			case math.IsInf(c, -1):
				return "(-INFINITY)"
			case c == 0 && math.Signbit(c):
				return "(-0.0" + suffix + ")"
			case c < 0:
				return strings.TrimSuffix(decimal(c), ")") + suffix + ")"
			}
			return decimal(c) + suffix
		},
		call: func(fn string, args []string) string {
			return cFunction(fn) + suffix + "(" + strings.Join(args, ", ") + ")"
		},
	}
}

func cLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// CName is the function's name in C, which has fewer letters than Go.
func (j *Jacobian) CName() string { return identifier(j.Name(), cLetter) }

// cRemark keeps a comment on its line: a backslash at its end, also written as
// ??/, would take the next one in.
func cRemark(text string) string {
	return "// " + strings.NewReplacer(`\`, "/", "??", "? ?").Replace(Unbroken(text))
}

// writeC writes one header of C99, which is C++ as well.
func (j *Jacobian) writeC(o Origin, f Form, all []*listing) []byte {
	s, d := all[0].shape, all[0].dialect
	body := all[0].body()
	var b strings.Builder
	b.WriteString(d.comments(append(j.head(o), "")...))
	name := j.CName()
	guard := "FACET_" + strings.ToUpper(name) + "_H"
	fmt.Fprintf(&b, "#ifndef %s\n#define %s\n\n#include <math.h>\n#include <stddef.h>\n\n", guard, guard)
	if f.Layout == CSR && len(s.entries) > 0 {
		for _, list := range []struct {
			of      string
			numbers []int
		}{{"Rows", s.starts}, {"Columns", s.columns}} {
			fmt.Fprintf(&b, "static const int %s%s[%d] = {%s};\n", s.name, list.of, len(list.numbers),
				listed(list.numbers))
		}
		b.WriteString("\n")
	}
	if f.Batch || len(s.entries) > 0 {
		b.WriteString(cRestrict)
	}
	b.WriteString(d.comments(slices.Concat(j.says(o, s, f), []string{""}, wrapped(s.overlapSays()))...))
	fmt.Fprintf(&b, "static inline void %s(%s) {\n%s\n}\n", name, cParams(s, f, false),
		strings.Join(indented(body, "  "), "\n"))
	if f.Batch {
		body := all[1].body()
		b.WriteString(cBatch + d.comments(append(batchSays(all[1].shape),
			"Compile it with -O3 -fno-math-errno, so that the loop becomes vector code.")...))
		fmt.Fprintf(&b,
			"static inline void %sBatch(size_t points, %s) {\n  FACET_VECTOR\n  for (size_t point = 0; point < points; ++point) {\n%s\n  }\n}\n",
			name, cParams(all[1].shape, f, true), strings.Join(indented(body, "    "), "\n"))
	}
	b.WriteString("\n#endif\n")
	return []byte(b.String())
}

const cBatch = `
#ifndef FACET_VECTOR
#if defined(__clang__)
#define FACET_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FACET_VECTOR _Pragma("GCC ivdep")
#else
#define FACET_VECTOR
#endif
#endif

`

// cRestrict declares what says that an array overlaps no other.
const cRestrict = `#ifndef FACET_RESTRICT
#if defined(__GNUC__)
#define FACET_RESTRICT __restrict__
#elif defined(_MSC_VER)
#define FACET_RESTRICT __restrict
#else
#define FACET_RESTRICT
#endif
#endif

`

// cParams is the list of parameters and of places for the results. The Jacobian overlaps no
// other array, so that what is stored in it leaves what is loaded from others as it was.
func cParams(s *shape, f Form, batch bool) string {
	float := cFloat(f.Single)
	var all []string
	add := func(p *port, qualifier string, isResult bool) {
		switch isJacobian := len(s.entries) > 0 && p == &s.results[len(s.results)-1]; {
		case batch || isJacobian:
			all = append(all, qualifier+float+" *FACET_RESTRICT "+p.Name)
		case !p.Scalar():
			all = append(all, qualifier+float+" "+p.Name+"["+strconv.Itoa(len(p.Entries))+"]")
		case isResult:
			all = append(all, float+" *"+p.Name)
		default:
			all = append(all, float+" "+p.Name)
		}
	}
	for i := range s.params {
		add(&s.params[i], "const ", false)
	}
	for i := range s.results {
		add(&s.results[i], "", true)
	}
	return strings.Join(all, ", ")
}
