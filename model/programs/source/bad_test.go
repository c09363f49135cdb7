package source_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"facet/model/programs/code"
	"facet/model/programs/source"
)

// TestBadSources: what cannot be taken is named by line and column, in one
// sentence.
func TestBadSources(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1, column 1: expected 'package', found 'EOF'"},
		{"func F(x float64) float64 { return x }", "no package"},
		{"F:func F(x float64) float64 { return x", "line 3, column 37: expected '}', found 'EOF'"},
		{"F:func F(x float64) float64 {}", "line 3, column 28: missing return"},
		{"F:func F(x float64) float64 { for x < 10 { x *= 2 }\n return x }",
			"line 3, column 33: a loop that ends by a value: how often it turns depends on the inputs, give it a constant bound of at most 256"},
		{"F:func F(x float64) float64 { for { x *= 2 } }",
			"line 3, column 35: the function comes to more than 100000 operations"},
		{"F:func F(x float64) float64 { for i := 0; i >= 0; i++ { x += 1 }\n return x }",
			"line 3, column 55: the function comes to more than 100000 operations"},
		{"F:func F(x float64) float64 { for i := 0; i < 10000000; i++ { }\n return x }",
			"line 3, column 55: carrying the function out takes more than 10000000 steps: give it fewer turns or smaller arrays"},
		{"F:func F(x float64) float64 { return G(x) }", "line 3, column 36: undefined: G"},
		{"M:func F(x float64) float64 { return math.Gamma(x) }",
			"line 5, column 36: math.Gamma cannot be taken: derivatives are known of Abs,"},
		{"M:func F(x float64) float64 { return math.Nothing(x) }",
			"line 5, column 41: undefined: math.Nothing"},
		{"P:func F(x float64) float64 { fmt.Println(x); return x }",
			"line 5, column 29: fmt.Println cannot be taken: only functions of math and of the package itself are carried out"},
		{"F:func F(x float64) float64 { return F(x - 1) }",
			"line 3, column 36: calls are nested more than 1000 deep: F may call itself"},
		{"F:func F(x float64) float64 { return G(x) }\nfunc G(x float64) float64 { return F(x) }",
			"line 4, column 36: calls are nested more than 1000 deep: F may call itself"},
		{"F:func F(x float64) float64 { return x / 0 }", "line 3, column 36: a division by zero"},
		{"F:func F(x float64) float64 { z := 1.0 - 1.0\n return x / z }",
			"line 4, column 9: a division by zero"},
		{"F:func F(x float64) float64 { n := 0\n return x * float64(3/n) }",
			"line 4, column 21: a division by zero"},
		{"F:func F(x float64) { }", "line 3, column 1: function F returns nothing: let it return float64s"},
		{"F:func F() float64 { return 1 }", "F"},
		{"F:func F(x float32) float32 { return x }",
			"line 3, column 8: x is of type float32: parameters and results are float64, or arrays and structs of it, of 1 to 10000 entries"},
		{"F:func F(x []float64) float64 { return x[0] }",
			"line 3, column 8: x is of type []float64: parameters and results are float64, or arrays and structs of it, of 1 to 10000 entries"},
		{"F:func F(x float64, n int) float64 { return x * float64(n) }",
			"line 3, column 19: n is of type int: parameters and results are float64, or arrays and structs of it, of 1 to 10000 entries"},
		{"F:type T struct { a float64; name string }\nfunc F(x T) float64 { return x.a }",
			"line 4, column 8: x is of type T, and x.name is of type string: parameters and results are float64"},
		{"F:func F(x ...float64) float64 { return x[0] }",
			"line 3, column 1: function F takes any number of arguments: give it a fixed number"},
		{"F:func F[T any](x T) T { return x }",
			"line 3, column 1: function F is generic: write it for float64"},
		{"F:func F(x float64) float64", "line 3, column 1: function F has no body"},
		{"F:type T struct{}\nfunc (T) F(x float64) float64 { return x }",
			"F is a method, and functions are read: name its type as well, as in --function T.F, or write func F(v T) float64 { return v.F() }"},
		{"F:func F(x float64) float64 { y := x\n return x }", "line 3, column 29: declared and not used: y"},
		{"F:func F(x float64) float64 { x := x\n return x }",
			"line 3, column 31: no new variables on left side of :="},
		{"F:func F(x float64) float64 { a := [2]float64{x, x}\n return a[2] }",
			"line 4, column 11: invalid argument: index 2 out of bounds [0:2]"},
		{"F:func F(x float64) float64 { a := [2]float64{x, x}\n i := 3\n return a[i] }",
			"line 5, column 11: the index is 3, the array has 2 entries"},
		{"F:func F(x float64) float64 { go F(x); return x }",
			"line 3, column 29: goroutines, channels and select cannot be taken"},
		{"F:func F(x float64) float64 { defer F(x); return x }",
			"line 3, column 41: calls are nested more than 1000 deep: F may call itself"},
		{"F:func F(x float64) float64 { return float64(int(x)) }",
			"line 3, column 44: a conversion of a value to int: the result jumps with the inputs, which has no derivative"},
		{"F:func F(x float64) float64 { return real(complex(x, 0)) }",
			"line 3, column 41: complex cannot be taken"},
		{"F:func F(x float64) (y float64) { x += true; return }",
			"line 3, column 33: invalid operation: x += true"},
		{"F:func F(x float64) float64 { for i := range 200000 { x = x*x + float64(i) }\n return x }",
			"line 3, column 57: the function comes to more than 100000 operations"},
		{"F:func F(x float64) float64 { panic(x) }",
			"line 3, column 29: the function panics here, whatever the inputs are"},
		{"F:func F(x, /* odd\n place */ y float64) float64 { return x < y }",
			"line 4, column 39: cannot use x < y"},
		{"F:var c = 2.0\nfunc set(x float64) { c = x }\nfunc F(x float64) float64 { return c * x }",
			"line 4, column 23: function set may change the variable c of the package, so that its value is not known: make it a parameter or a constant"},
		{"F:var c [2]float64\nfunc set() *float64 { return &c[1] }\nfunc F(x float64) float64 { return c[1] * x }", "line 4, column 31: function set may change"},
		{"F:var c = []float64{1}\nfunc set() { d := c; d[0] = 2 }\nfunc F(x float64) float64 { return c[0] * x }", "line 4, column 19: function set may change"},
		{"F:var c float64\nfunc F(x float64) float64 { c += x; return c }",
			"line 4, column 29: a variable of the package is changed: its value at the next call is not known, make it a parameter"},
		{"F:var c = []float64{1, 2}\nfunc F(x float64) float64 { d := c[1:]; d[0] = x; return c[1] }",
			"line 4, column 43: a variable of the package is changed"},
		{"F:func F(x float64) float64 { var a [9000][9000][9000]float64\n return a[0][0][0] + x }",
			"line 3, column 33: a value of type [9000][9000][9000]float64 has more than 1000000 entries"},
		{"F:func F(x float64) float64 { a := make([]float64, 1<<40)\n return a[0] + x }",
			"line 3, column 34: a value of type [1099511627776]float64 has more than 1000000 entries"},
		{"F:func F(x float64) float64 { a := append([]float64{x}, x)\n b := append(a, x)\n return a[0] + b[0] }", "line 5, column 11: a slice is used after more was appended to it: Go does not say whether both share memory, copy it first"},
		{"F:func F(x float64) float64 { a := append([]float64{x}, x)\n return float64(cap(a)) * x }",
			"line 4, column 17: the capacity after append cannot be taken: Go does not say what it is"},
		{"F:func F(x float64) float64 { var a []float64\n return a[0] + x }",
			"line 4, column 11: the index is 0, the slice has 0 entries"},
		{"F:func F(x float64) float64 { var p *float64\n return *p + x }",
			"line 4, column 9: a nil pointer is followed"},
		{"F:func F(x float64) float64 { var f func(float64) float64\n return f(x) }",
			"line 4, column 9: a nil function is called, which panics"},
		{"F:func F(x float64) float64 { m := map[string]float64{\"a\": x}\n for _, v := range m { x += v }\n return x }", "line 4, column 2: a range over a map or a text cannot be taken: a map has no order, use an array"},
		{"F:func F(x float64) float64 { k, n := -1, 1\n return x * float64(n<<k) }",
			"line 4, column 21: a shift by -1: it cannot be negative"},
		{"F:func F(x float64) float64 { return min(x, 2) + float64(float32(x)) }",
			"line 3, column 56: a conversion to float32 cannot be taken"},
		{"F:func init() {}\nfunc main() {}", "there is no function in it"},
		{"O:func F(x float64) float64 { return x * float64(len(os.Args)) }",
			"line 5, column 52: package \"os\" cannot be taken: only math is known"},
		{"F:func F(x float64) float64 { f := func() float64 { x *= 2; return 1 }\n return x + f() }",
			"line 4, column 13: a variable is read and this call changes it in one expression: Go does not say which comes first, give the call a statement of its own"},
		{"F:type s struct{ a, b float64 }\nfunc (s *s) set() float64 { s.a = 2; return 1 }\nfunc F(x float64) (float64, float64) { v := s{x, x}\n return v.a, v.set() }", "line 6, column 14: a variable is read and this call changes it"},
		{"F:func F(x float64) float64 { x <<= 2; return x }", "line 3, column 29: "},
		{"F:func F(x \x1b[31m float64) float64 { return x }", "line 3, column 10: "},
	} {
		text := c.text
		for head, full := range map[string]string{"F:": "package p\n\n",
			"M:": "package p\n\nimport \"math\"\n\n", "O:": "package p\n\nimport \"os\"\n\n",
			"P:": "package p\n\nimport \"fmt\"\n\n"} {
			if rest, is := strings.CutPrefix(text, head); is {
				text = full + rest
				break
			}
		}
		p, err := source.Read("f.go", []byte(text), "")
		if c.want == "F" { // nothing depends on anything
			if err == nil {
				_, err = code.Dag(p)
			}
			if err == nil || !strings.Contains(err.Error(), "nothing to eliminate") {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if c.want == "no package" {
			c.want = "line 1, column 1: expected 'package', found 'func'"
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestLongSource: 10^5 lines are taken, or refused with a sentence.
func TestLongSource(t *testing.T) {
	body := strings.Repeat("\tx++\n", 100_100)
	_, err := source.Read("f.go", []byte("package p\n\nfunc F(x float64) float64 {\n"+body+"\treturn x\n}\n"),
		"")
	if err == nil || !strings.HasSuffix(err.Error(), "the function comes to more than 100000 operations") {
		t.Errorf("%v", err)
	}
}

// TestShapes: equal expressions are there once, nothing is there that no result
// needs, and results are sinks of the dag.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		text            string
		vertices, edges int
	}{
		{"func F(x, y float64) float64 { return (x*y) + (y*x) }", 4, 3},            // one product, used twice
		{"func F(x, y float64) float64 { z := x * y; _ = z; return x + y }", 3, 2}, // z is dead
		{"func F(x float64) (float64, float64) { return x, x * x }", 3, 2},
		{"func F(x float64) (float64, float64) { y := x * x; return y, y + 1 }", 4, 3},
		{"func F(x float64) float64 { return 1*x + 0 }", 2, 1},
		{"func g(x float64) float64 { return x * x }\nfunc F(x float64) float64 { return g(x) + g(x) }", 3,
			2},
	} {
		p, err := source.Read("f.go", []byte("package p\n\n"+c.text), "F")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		g, err := code.Dag(p)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if len(g.Vertices) != c.vertices || len(g.Edges) != c.edges {
			t.Errorf("%s: %d vertices and %d edges, want %d and %d", c.text, len(g.Vertices), len(g.Edges),
				c.vertices, c.edges)
		}
		for i := range g.Vertices {
			for _, o := range p.Outputs {
				if g.Vertices[i].ID == p.Nodes[o].Name && !g.IsSink(i) {
					t.Errorf("%s: a result is no sink", c.text)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package p\n\nimport \"math\"\n\nfunc F(x, y float64) float64 { return math.Sin(x*y) / (2 + x) }")
	f.Add("package p\n\nfunc F(x [3]float64) (y [2]float64) { for i := range 3 { y[i%2] += x[i] }; return }")
	f.Add("package p\n\nfunc sq(x float64) float64 { return x * x }\nfunc F(x float64) float64 { const n = 3; for i := 0; i < n; i++ { x = sq(x) - 1 }; return x }")
	f.Add("package p\n\nvar a [9000][9000][9000]float64\n\nfunc F(x float64) (y float64) { a[0][0][0] = x; s := append([]float64{x}, a[1][1][:]...); s = append(s, s...); return s[len(s)-1] }")
	f.Add("package p\n\nconst s = \"aaaaaaaaaaaaaaaa\"\nconst t = s + s + s + s\n\nfunc F(x float64) float64 { m := map[string]float64{s: x}; goto b; b: switch t { case s: x++ }; for i := range len(t) { m[t[i:]] += x }; return m[s] }")
	f.Fuzz(func(t *testing.T, text string) {
		ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer stop()
		p, err := source.Package{Files: []source.File{{Name: "f.go", Text: []byte(text)}}}.Read(ctx, "")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		if len(p.Nodes) > 2000 {
			return
		}
		if _, err := code.Dag(p); err == nil {
			p.Eval(make([]float64, len(p.Inputs)))
		}
	})
}

// TestDoubledSources: what grows beyond all memory in few lines is refused before
// the type checker writes it out.
func TestDoubledSources(t *testing.T) {
	for _, c := range []struct{ first, next, use string }{
		{"const a0 = \"aaaaaaaaaaaaaaaa\"", "const a%d = a%d + a%[2]d", "float64(len(a40)) * x"},
		{"type a0 struct{ u, v float64 }", "type a%d struct{ u, v a%d }", "x * a40{}.v.u"},
		{"func a0[T any](x float64) float64 { return x }",
			"func a%d[T any](x float64) float64 { return a%d[[2]T](x) + a%[2]d[[3]T](x) }", "a40[int](x)"},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "package p\n\nfunc F(x float64) float64 { return %s }\n%s\n", c.use, c.first)
		for k := range 40 {
			fmt.Fprintf(&b, c.next+"\n", k+1, k)
		}
		_, err := source.Read("f.go", []byte(b.String()), "F")
		if err == nil || !strings.HasSuffix(err.Error(),
			"stands for too much, as it is doubled again and again: write it smaller") {
			t.Errorf("%s: %v", c.next, err)
		}
	}
}

// TestReadingStops: a function that takes long is given up when the context ends.
func TestReadingStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	text := "package p\n\nfunc F(x float64) float64 { for range 1000000 { x += 0 }\n return x }"
	_, err := source.Package{Files: []source.File{{Name: "f.go", Text: []byte(text)}}}.Read(ctx, "")
	if !errors.Is(err, context.Canceled) ||
		err.Error() != "reading the function was stopped: context canceled" {
		t.Errorf("%v", err)
	}
}

// TestOnlyWhatIsNeededIsRead: the rest of a file may be what it likes, and a branch
// that is not taken may print and panic.
func TestOnlyWhatIsNeededIsRead(t *testing.T) {
	text := `package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() { fmt.Println(F(1)); http.ListenAndServe(os.Args[1], undefined) }

func init() { os.Exit(1) }

func Show(x []float64) { fmt.Println(x) }

func F(x float64) float64 {
	const n = 3
	if n < 0 {
		panic(fmt.Sprintf("%d", n))
	}
	return G(x, n)
}
`
	other := "package main\n\nimport \"math\"\n\nfunc G(x float64, n int) float64 { return math.Sin(x) * float64(n) }\n\nfunc broken() { return 1 }\n"
	p, err := source.Package{Files: []source.File{{Name: "f.go", Text: []byte(text)},
		{Name: "g.go", Text: []byte(other)}}}.Read(context.Background(), "")
	if err != nil || p.Name != "F" || len(p.Excerpt) != 2 ||
		strings.Contains(string(p.Excerpt[0].Text)+string(p.Excerpt[1].Text), "broken") {
		t.Errorf("%v, %v", p, err)
	}
}
