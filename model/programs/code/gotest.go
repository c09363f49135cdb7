package code

import (
	"cmp"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
)

// testPoints is at how many points a written test compares.
const testPoints = 3

// WriteTest writes a Go test of the code, for the package of the function: it compares the
// values with those of the function, and the Jacobian with differences, at points of a
// domain at which differences settle. The error says that there are none.
func (j *Jacobian) WriteTest(o Origin, f Form, in Domain, seed uint64) ([]byte, error) {
	points := j.testPoints(in, seed)
	if len(points) == 0 {
		return nil,
			fmt.Errorf("differences of %s settle nowhere with inputs %s: choose others by --range [NAME=]LOW,HIGH",
				j.Program.Name, in.Words())
	}
	p := j.Program
	var b strings.Builder
	fmt.Fprintf(&b, "%s\npackage %s\n\nimport (\n\"math\"\n\"testing\"\n)\n\n",
		goDialect(false, new(goNeeds)).comments(j.head(o)...), p.Package)
	name := "Test" + j.Name()
	if unicode.IsLower([]rune(j.Name())[0]) { // which would be no test
		name = "Test_" + j.Name()
	}
	fmt.Fprintf(&b,
		"// %s compares %s with the function and its differences at %d points.\nfunc %s(t *testing.T) {\n",
		name, j.Name(), len(points), name)
	var set, args strings.Builder
	k := 0
	for n, port := range p.Params {
		fmt.Fprintf(&set, "var p%d %s\n", n, port.Type)
		for _, entry := range port.Entries {
			fmt.Fprintf(&set, "p%d%s = x[%d]\n", n, entry, k)
			k++
		}
		fmt.Fprintf(&args, "p%d, ", n)
	}
	var names, values []string
	for n, port := range p.Results {
		names = append(names, fmt.Sprintf("r%d", n))
		for _, entry := range port.Entries {
			values = append(values, fmt.Sprintf("r%d%s", n, entry))
		}
	}
	call := strings.TrimSuffix(args.String(), ", ")
	fmt.Fprintf(&b, "function := func(x []float64) []float64 {\n%s%s := %s(%s)\nreturn []float64{%s}\n}\n",
		set.String(), strings.Join(names, ", "), cmp.Or(p.Call, p.Name), call, strings.Join(values, ", "))
	fmt.Fprintf(&b,
		"code := func(x []float64) (values, jacobian []float64) {\n%s%s, entries := %s(%s)\nreturn []float64{%s}, entries[:]\n}\n", set.String(), strings.Join(names, ", "), j.Name(), call, strings.Join(values, ", "))
	b.WriteString("// Which result by which input each entry is; what is not listed is zero.\nat := [][2]int{")
	for _, e := range j.Stored(f.Layout) {
		if e < 0 {
			b.WriteString("{-1, -1}, ")
		} else {
			fmt.Fprintf(&b, "{%d, %d}, ", j.Entries[e].Output, j.Entries[e].Input)
		}
	}
	b.WriteString("}\nfor _, x := range [][]float64{\n")
	for _, x := range points {
		var all []string
		for _, v := range x {
			all = append(all, strconv.FormatFloat(v, 'g', -1, 64))
		}
		fmt.Fprintf(&b, "{%s},\n", strings.Join(all, ", "))
	}
	var by []string
	for _, i := range j.Task.independent {
		by = append(by, strconv.Itoa(i))
	}
	fmt.Fprintf(&b, `} {
	want := function(x)
	values, jacobian := code(x)
	for r := range want {
		if math.Abs(values[r]-want[r]) > 1e-12*(1+math.Abs(want[r])) {
			t.Errorf("result %%d is %%v, want %%v at %%v", r, values[r], want[r], x)
		}
	}
	for _, i := range []int{%s} {
		entries := make([]float64, len(want))
		for k, e := range at {
			if e[1] == i {
				entries[e[0]] = jacobian[k]
			}
		}
		central := func(h float64) []float64 {
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[i], down[i] = x[i]+h, x[i]-h
			d := function(up)
			for r, v := range function(down) {
				d[r] = (d[r] - v) / (up[i] - down[i])
			}
			return d
		}
		h := %g * (0.1 + math.Abs(x[i]))
		wide, near := central(h), central(h/2)
		for r := range want {
			if d := (4*near[r] - wide[r]) / 3; math.Abs(entries[r]-d) > %g*(1+math.Abs(d)) {
				t.Errorf("the derivative of result %%d by input %%d is %%v, differences give %%v at %%v", r, i, entries[r], d, x)
			}
		}
	}
}
}
`, strings.Join(by, ", "), testStep, testTolerance)
	return format.Source([]byte(b.String()))
}

// How written tests take differences, and how far derivatives may be from them.
const (
	testStep      = 1e-3
	testTolerance = 1e-5
)

// testPoints draws points at which differences of two widths agree.
func (j *Jacobian) testPoints(in Domain, seed uint64) (points [][]float64) {
	p := j.Program
	drawn, _, _ := in.Points(p, rand.New(rand.NewPCG(seed, 2)), 100)
	for _, x := range drawn {
		settles := true
		for _, i := range j.Task.independent {
			h := testStep * (0.1 + math.Abs(x[i]))
			a, b := j.richardson(x, i, h), j.richardson(x, i, h/4)
			for r := range a {
				settles = settles && math.Abs(a[r]-b[r]) <= testTolerance/10*(1+math.Abs(a[r]))
			}
			if !settles {
				break
			}
		}
		if settles {
			if points = append(points, x); len(points) == testPoints {
				break
			}
		}
	}
	return points
}

// richardson are extrapolated central differences of all results.
func (j *Jacobian) richardson(x []float64, i int, h float64) []float64 {
	p := j.Program
	at := func(off float64) []float64 {
		y := append([]float64(nil), x...)
		y[i] += off
		return p.Eval(y)
	}
	up, down, near, back := at(h), at(-h), at(h/2), at(-h/2)
	all := make([]float64, len(p.Outputs))
	for r, v := range p.Outputs {
		all[r] = (4*(near[v]-back[v])/h - (up[v]-down[v])/(2*h)) / 3
	}
	return all
}
