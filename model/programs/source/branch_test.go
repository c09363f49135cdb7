package source_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"facet/model/programs/source"
)

// TestBranchesOnValues: what a function with branches on values gives is what Go gives.
func TestBranchesOnValues(t *testing.T) {
	for _, c := range []struct {
		text string
		want func(x, y float64) float64
	}{
		{"if x < y { return x*x }\n return y", func(x, y float64) float64 {
			if x < y {
				return x * x
			}
			return y
		}},
		{"if x > 0 && y > 0 || x < -1 { return x/y }\n return x*y", func(x, y float64) float64 {
			if x > 0 && y > 0 || x < -1 {
				return x / y
			}
			return x * y
		}},
		{"switch { case x < 0: x = -x; fallthrough; case y < 1: x *= 2; default: x = 1 }\n return x*y",
			func(x, y float64) float64 {
				switch {
				case x < 0:
					x = -x
					fallthrough
				case y < 1:
					x *= 2
				default:
					x = 1
				}
				return x * y
			}},
		{"switch x { case 0: return 7; case 1, y: return x*x }\n return x", func(x, y float64) float64 {
			switch x {
			case 0:
				return 7
			case 1, y:
				return x * x
			}
			return x
		}},
		// A table: which entry it is depends on a value.
		{"a := [4]float64{1, 2*y, 3, 5*y}\n i := 0\n for i < 3 && x > float64(i)/2 { i++ }\n a[i] += x\n return a[i]*x + a[0]", func(x, y float64) float64 {
			a := [4]float64{1, 2 * y, 3, 5 * y}
			i := 0
			for i < 3 && x > float64(i)/2 {
				i++
			}
			a[i] += x
			return a[i]*x + a[0]
		}},
		{"s := 0.0\n for i := range 40 { if x*float64(i) > y+3 { break }\n if y > float64(i)/7 { continue }\n s += x/float64(i+1) }\n return s", func(x, y float64) float64 {
			s := 0.0
			for i := range 40 {
				if x*float64(i) > y+3 {
					break
				}
				if y > float64(i)/7 {
					continue
				}
				s += x / float64(i+1)
			}
			return s
		}},
		// Early returns from nested branches: 2^30 ways, but they meet.
		{"for i := range 30 { if x > float64(i)/5 { if y > float64(i)/3 { return x*y*float64(i) } } }\n return x", func(x, y float64) float64 {
			for i := range 30 {
				if x > float64(i)/5 {
					if y > float64(i)/3 {
						return x * y * float64(i)
					}
				}
			}
			return x
		}},
		{"p := &x\n if x < y { p = &y }\n *p *= 3\n return x - y", func(x, y float64) float64 {
			p := &x
			if x < y {
				p = &y
			}
			*p *= 3
			return x - y
		}},
		{"f := math.Sin\n if x < y { f = math.Cos }\n ok := x > 0 && y > 0\n if !ok != (x < 1) { return f(x) }\n return f(y)", func(x, y float64) float64 {
			f := math.Sin
			if x < y {
				f = math.Cos
			}
			ok := x > 0 && y > 0
			if !ok != (x < 1) {
				return f(x)
			}
			return f(y)
		}},
		{"a := []float64{x}\n if x > y { a = append(a, y, 2) } else { a = append(a, x*y) }\n s := 0.0\n for _, v := range a { s = s*x + v }\n return s", func(x, y float64) float64 {
			a := []float64{x}
			if x > y {
				a = append(a, y, 2)
			} else {
				a = append(a, x*y)
			}
			s := 0.0
			for _, v := range a {
				s = s*x + v
			}
			return s
		}},
		{"m := map[string]float64{\"a\": x}\n if x > y { m[\"b\"] = y*x } else { delete(m, \"a\") }\n v, ok := m[\"b\"]\n if ok { return v }\n return m[\"a\"] + float64(len(m)) + y", func(x, y float64) float64 {
			m := map[string]float64{"a": x}
			if x > y {
				m["b"] = y * x
			} else {
				delete(m, "a")
			}
			v, ok := m["b"]
			if ok {
				return v
			}
			return m["a"] + float64(len(m)) + y
		}},
		{"s := y\n func() { if x < 0 { return }\n defer func() { s *= 2 }()\n if y < 0 { s = x; return }\n s += x }()\n return s", func(x, y float64) float64 {
			s := y
			func() {
				if x < 0 {
					return
				}
				defer func() { s *= 2 }()
				if y < 0 {
					s = x
					return
				}
				s += x
			}()
			return s
		}},
		{"if math.IsNaN(x) || math.IsInf(y, 1) { return 5 }\n if math.IsInf(x, 0) { return y }\n return x + y", func(x, y float64) float64 {
			if math.IsNaN(x) || math.IsInf(y, 1) {
				return 5
			}
			if math.IsInf(x, 0) {
				return y
			}
			return x + y
		}},
		{"type v struct { a [2]float64; n int }\n s := v{[2]float64{x, y}, 1}\n if x > y { s = v{[2]float64{y, x}, 0} } else if x == y { s.a[s.n] = 4 }\n if (s == v{[2]float64{y, x}, 0}) { return s.a[0] }\n return s.a[s.n] / s.a[1-s.n]", func(x, y float64) float64 {
			type v struct {
				a [2]float64
				n int
			}
			s := v{[2]float64{x, y}, 1}
			if x > y {
				s = v{[2]float64{y, x}, 0}
			} else if x == y {
				s.a[s.n] = 4
			}
			if (s == v{[2]float64{y, x}, 0}) {
				return s.a[0]
			}
			return s.a[s.n] / s.a[1-s.n]
		}},
		{"i := 0\nagain: x = x/2 + 1\n if i++; i < 9 && x > y { goto again }\n return x",
			func(x, y float64) float64 {
				i := 0
			again:
				x = x/2 + 1
				if i++; i < 9 && x > y {
					goto again
				}
				return x
			}},
		{"var f func(v float64, n int) float64\n f = func(v float64, n int) float64 { if n == 0 || v > 3 { return v }\n if v > y { return f(v*2, n-1) + v }\n return f(v+1, n-1) }\n return f(x, 6)", func(x, y float64) float64 {
			var f func(v float64, n int) float64
			f = func(v float64, n int) float64 {
				if n == 0 || v > 3 {
					return v
				}
				if v > y {
					return f(v*2, n-1) + v
				}
				return f(v+1, n-1)
			}
			return f(x, 6)
		}},
		{"if x > 0 { if x < -5 { panic(\"never\") }\n x = x * x }\n return x + y",
			func(x, y float64) float64 {
				if x > 0 {
					x = x * x
				}
				return x + y
			}},
	} {
		text := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y float64) float64 { " +
			c.text + " }\n"
		p, err := source.Read("f.go", []byte(text), "")
		if strings.Contains(text, "never") { // that no value is there for both is not known
			if err == nil || !strings.HasSuffix(err.Error(),
				"the function panics here for some inputs: return math.NaN() in its place, or write one function for each branch") {
				t.Errorf("%v", err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if len(p.Nodes) > 3000 {
			t.Errorf("%s: %d nodes", c.text, len(p.Nodes))
		}
		some := []float64{-3, -1.5, -1, 0, math.Copysign(0, -1), 0.3, 0.5, 1, 1.7, 2, 4, 6.5, math.Inf(1),
			math.Inf(-1), math.NaN(), 1e-300}
		for _, x := range some {
			for _, y := range some {
				got, want := p.Eval([]float64{x, y})[p.Outputs[0]], c.want(x, y)
				if got != want && !(math.IsNaN(got) && math.IsNaN(want)) &&
					!strings.Contains(fmt.Sprint(x, y), "Inf") {
					t.Errorf("%s at %v, %v: %v, want %v", c.text, x, y, got, want)
				}
			}
		}
	}
}

// TestWhatBranchesCannotDo: each is refused with its place and a way out.
func TestWhatBranchesCannotDo(t *testing.T) {
	for _, c := range [][2]string{
		{"for x < 10 { x *= 2 }\n return x",
			"line 3, column 33: a loop that ends by a value: how often it turns depends on the inputs, give it a constant bound of at most 256"},
		{"for { if x > 9 { return x }\n x *= 2 }", "line 3, column 38: a loop that ends by a value: "},
		{"if x < 1 { return x }\n return x * F(x-1)",
			"line 4, column 13: a recursion that ends by a value: how deep it goes depends on the inputs, write it as a loop with a constant bound"},
		{"if x < 1 { return x }\n return F(x-2) * F(x-1)",
			"line 4, column 9: a recursion that ends by a value: "},
		{"if x < 0 { panic(\"negative\") }\n return x",
			"line 3, column 40: the function panics here for some inputs: return math.NaN() in its place, or write one function for each branch"},
		{"a := [2]float64{1, x}\n i := 0\n if x > 1 { i = 2 }\n return a[i]",
			"line 6, column 11: the index is 2, the array has 2 entries"},
	} {
		_, err := source.Read("f.go", []byte("package p\n\nfunc F(x float64) float64 { "+c[0]+" }\n"), "")
		if err == nil || !strings.HasPrefix(err.Error(), c[1]) {
			t.Errorf("%s:\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// TestManyBranches: ten times as many branches take about ten times as many operations.
func TestManyBranches(t *testing.T) {
	for _, body := range []string{
		"\tif x > %d { if y > %[1]d { return x * %[1]d } }\n",
		"\tif x > %d && y < %[1]d { x += y } else if x < -%[1]d { y *= 2 }\n",
		"\tswitch { case x < %d: x++; case x < y: y--; default: x *= 1.5 }\n",
	} {
		count := func(n int) int {
			var b strings.Builder
			for k := range n {
				fmt.Fprintf(&b, body, k+1)
			}
			p, err := source.Read("f.go",
				[]byte("package p\n\nfunc F(x, y float64) float64 {\n"+b.String()+"\treturn x + y\n}\n"), "")
			if err != nil {
				t.Fatal(err)
			}
			return len(p.Nodes)
		}
		if few, many := count(15), count(150); many > 12*few {
			t.Errorf("%q: %d nodes for 15, %d for 150", body, few, many)
		}
	}
}

// TestMethods: a method is a function of its receiver.
func TestMethods(t *testing.T) {
	text := "package p\n\ntype T struct{ a, b float64 }\n\nfunc (t T) F(x float64) float64 { return t.a*x + t.b }\n\nfunc (t *T) G(x float64) float64 { return t.a * x }\n\nfunc H(x float64) float64 { return x }\n"
	p, err := source.Read("f.go", []byte(text), "T.F")
	if err != nil || p.Name != "TF" || p.Call != "T.F" || p.Eval([]float64{2, 3, 5})[p.Outputs[0]] != 13 {
		t.Errorf("%v %v", p, err)
	}
	if _, err := source.Read("f.go", []byte(text), "T.G"); err == nil ||
		!strings.HasPrefix(err.Error(), "T.G has a pointer as its receiver") {
		t.Error(err)
	}
}
