package compiled_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"facet/model/programs/source"
)

// rival is C code of another tool, that computes the values and the entries of a
// Jacobian from x into r, one after another.
type rival struct {
	name   string
	text   string // declarations
	call   string // statements
	counts        // of the text
}

// counts are the multiplications and the divisions of code. Doubling is none.
type counts struct{ multiply, divide int }

func (c counts) String() string { return fmt.Sprintf("%d+%d", c.multiply, c.divide) }

// tools are the programs of testdata/peers that compile here, each with what its
// library is called.
type tools map[string]string

func findTools(t *testing.T) tools {
	all := make(tools)
	dir := t.TempDir()
	for name, library := range map[string]string{"casadi": "-lcasadi", "cppadcg": "-lcppad_lib",
		"adolc": "-ladolc"} {
		program := filepath.Join(dir, name)
		build := exec.Command("g++", "-O1", "-o", program, filepath.Join("testdata", "peers", name+".cpp"),
			library, "-ldl", "-lpthread")
		if out, err := build.CombinedOutput(); err != nil {
			t.Logf("%s is left out: %.300s", name, out)
			continue
		}
		all[name] = program
	}
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", "import sympy").
			Run() == nil {
			all["sympy"] = path
			break
		}
	}
	return all
}

// without reports whether a way is left out.
func without(way string) bool {
	return slices.Contains(strings.Split(*leftOut, ","), way)
}

// run gives a tool a text and takes what it prints; nothing where it fails or
// takes longer than a minute and a half.
func (o tools) run(t *testing.T, name, text string, args ...string) string {
	if o[name] == "" || without(name) {
		return ""
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, o[name], args...)
	c.Stdin = strings.NewReader(text)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Logf("%s: %v", name, err)
		return ""
	}
	return string(out)
}

// rivals has all tools write code of the same operations.
func (c *contest) rivals(t *testing.T, all tools) []rival {
	var found []rival
	list := c.operations()
	if text := all.run(t, "casadi", list); text != "" {
		found = append(found, rival{"CasADi", text,
			"const double *arg[] = {x}; double *res[] = {r}; casadi_f(arg, res, 0, 0, 0);", countsOf(text)})
	}
	if text := all.run(t, "cppadcg", list); text != "" {
		forward, reverse, _ := strings.Cut(text, "static void cppadcg_reverse")
		reverse = "static void cppadcg_reverse" + reverse
		mode, text := "forward", forward
		if countsOf(reverse).multiply < countsOf(forward).multiply { // its best
			mode, text = "reverse", reverse
		}
		found = append(found, rival{"CppADCodeGen", text, "cppadcg_" + mode + "(x, r);", countsOf(text)})
	}
	if text := all.run(t, "sympy", "", "-c", c.python()); text != "" &&
		!strings.Contains(text, "Derivative(") && !strings.Contains(text, "Subs(") {
		text = "static void sympy_f(const double *x, double *r) {\n" + text + "}\n"
		found = append(found, rival{"sympy", text, "sympy_f(x, r);", countsOf(text)})
	}
	for name, reverse := range map[string]bool{"forward": false, "backward": true} {
		if text := c.symbolicCode(reverse); text != "" {
			text = "static void symbolic_" + name + "(const double *x, double *r) {\n" + text + "}\n"
			found = append(found, rival{name, text, "symbolic_" + name + "(x, r);", countsOf(text)})
		}
	}
	return found
}

var (
	doubled   = regexp.MustCompile(`\b2(\.0*(e\+00)?)? ?\*|\* ?2(\.0*(e\+00)?)?[^\d.]`)
	squares   = regexp.MustCompile(`casadi_sq\(|pow\([^()]*, 2(\.0*)?\)`)
	pointers  = regexp.MustCompile(`(const )?(casadi_real|casadi_int|double|int|char) ?\*+`)
	fractions = regexp.MustCompile(`\d\.0/\d+\.0`) // constants of sympy
	comments  = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	doing     = regexp.MustCompile(`(?m)^.*\b[avrx]+\d*(\[\d+\])? ?=.*$`)
)

// countsOf counts in the lines of C that compute.
func countsOf(text string) counts {
	text = comments.ReplaceAllString(text, "")
	text = strings.Join(doing.FindAllString(text, -1), "\n")
	text = pointers.ReplaceAllString(text, "")
	squared, divided := squares.FindAllString(text, -1),
		strings.Count(text, "/")-len(fractions.FindAllString(text, -1))
	return counts{len(squared) + strings.Count(doubled.ReplaceAllString(text, ""), "*"), divided}
}

// operations lists the function for the programs of testdata/peers.
func (c *contest) operations() string {
	var b strings.Builder
	for k, n := range c.p.Nodes {
		x := [2]source.Value{-1, -1}
		copy(x[:], n.Args)
		switch word := [...]string{source.Add: "+", source.Sub: "-", source.Mul: "*", source.Div: "/",
			source.Neg: "neg", source.Call: n.Func, source.Identity: "same"}[n.Kind]; n.Kind {
		case source.Input:
			fmt.Fprintf(&b, "in %v\n", c.point[slices.Index(c.p.Inputs, source.Value(k))])
		case source.Constant:
			fmt.Fprintf(&b, "const %v\n", n.Const)
		default:
			fmt.Fprintf(&b, "%s %d %d\n", word, x[0], x[1])
		}
	}
	for _, o := range c.p.Outputs {
		fmt.Fprintf(&b, "out %d\n", o)
	}
	for _, e := range c.best.Entries {
		fmt.Fprintf(&b, "entry %d %d\n", e.Output, e.Input)
	}
	return b.String()
}

// python has sympy differentiate the operations, take common subexpressions out and
// print C.
func (c *contest) python() string {
	var b strings.Builder
	b.WriteString("from sympy import *\nv = {}\n")
	for k, n := range c.p.Nodes {
		arg := func(i int) string { return fmt.Sprintf("v[%d]", n.Args[i]) }
		expr := ""
		switch n.Kind {
		case source.Input:
			expr = fmt.Sprintf("Symbol('x%d', positive=True)", slices.Index(c.p.Inputs, source.Value(k)))
		case source.Constant:
			expr = fmt.Sprintf("Float(%v)", n.Const)
			if n.Const == math.Trunc(n.Const) {
				expr = fmt.Sprintf("Integer(%d)", int64(n.Const))
			}
		case source.Add, source.Sub, source.Mul, source.Div:
			expr = arg(0) + [...]string{source.Add: " + ", source.Sub: " - ", source.Mul: " * ",
				source.Div: " / "}[n.Kind] + arg(1)
		case source.Neg:
			expr = "-" + arg(0)
		case source.Identity:
			expr = arg(0)
		case source.Call:
			name := map[string]string{"Pow": "Pow", "Abs": "Abs"}[n.Func]
			if name == "" {
				name = strings.ToLower(n.Func)
			}
			expr = name + "(" + arg(0)
			if len(n.Args) > 1 {
				expr += ", " + arg(1)
			}
			expr += ")"
		}
		fmt.Fprintf(&b, "v[%d] = %s\n", k, expr)
	}
	fmt.Fprintf(&b, "y = Matrix([%s])\nx = [%s]\nj = y.jacobian(x)\nentries = list(y)",
		joined(c.p.Outputs, "v[%d]"), joined(c.p.Inputs, "v[%d]"))
	for _, e := range c.best.Entries {
		fmt.Fprintf(&b, " + [j[%d, %d]]", e.Output, e.Input)
	}
	b.WriteString(`
names, rest = cse(entries, symbols=numbered_symbols('v'), optimizations=None)
for k in range(len(x)):
    print("const double x%d = x[%d];" % (k, k))
for s, e in names:
    print("const double %s = %s;" % (s, ccode(e)))
for k, e in enumerate(rest):
    print("r[%d] = %s;" % (k, ccode(e)))
`)
	return b.String()
}

func joined(all []source.Value, format string) string {
	text := make([]string, len(all))
	for k, v := range all {
		text[k] = fmt.Sprintf(format, v)
	}
	return strings.Join(text, ", ")
}

// raceInC builds the race of the files in a folder.
func raceInC(t *testing.T, dir string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("gcc",
		append(append([]string{"-std=gnu99", "-O3", "-march=native", "-fno-math-errno", "-o", "race"},
			files...), "-lm")...)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	return filepath.Join(dir, "race")
}

// A race is run in turns, each of so many rounds: what slows the machine down for a while, or a
// place in memory, is then not that of one language alone.
const turns, rounds = 5, 80

// inTurns runs programs that print, way by way, the nanoseconds that it takes and the numbers
// that it gives. The least times count.
func inTurns(t *testing.T, programs ...string) (took map[string]float64, gives map[string][]float64) {
	took, gives = make(map[string]float64), make(map[string][]float64)
	for n := range turns * len(programs) {
		out, err := exec.Command(programs[n%len(programs)]).Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out) {
			words := strings.Fields(string(line))
			var numbers []float64
			for _, w := range words[1:] {
				v, err := strconv.ParseFloat(w, 64)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, v)
			}
			way := strings.ReplaceAll(words[0], "-", " ")
			if ns, has := took[way]; !has || numbers[0] < ns {
				took[way] = numbers[0]
			}
			gives[way] = numbers[1:]
		}
	}
	return took, gives
}

// sameNumbers compares what a way gives with another.
func sameNumbers(t *testing.T, function, way string, got, want []float64) {
	for k := range want {
		if !(math.Abs(got[k]-want[k]) <= 1e-9*(1+math.Abs(want[k]))) {
			t.Errorf("%s by %s: number %d is %v, another way says %v", function, way, k, got[k], want[k])
			return
		}
	}
}
