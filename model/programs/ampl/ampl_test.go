package ampl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/model/programs/source"
)

// head is the header of a problem.
func head(variables, constraints, objectives, entries, gradient, defined int) string {
	return fmt.Sprintf("g3 1 1 0\n %d %d %d 0 0\n 0 0\n 0 0\n 0 0 0\n 0 0 0 1\n 0 0 0 0 0\n %d %d\n 0 0\n %d 0 0 0 0\n", variables, constraints, objectives, entries, gradient, defined)
}

// lined writes words as lines.
func lined(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n" }

// TestRefusals: what cannot be read is named by its line, in one sentence.
func TestRefusals(t *testing.T) {
	one := head(1, 0, 1, 0, 1, 0)
	con := head(2, 1, 0, 1, 0, 0)
	end := "b\n3\nk0\nG0 1\n0 0\n"
	objective := func(words string) string { return one + "O0 0\n" + lined(words) + end }
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file ends where the first line of an .nl file should be: it is cut off"},
		{"g3 1 1 0\n",
			"line 1: the file ends where the header's line of variables, constraints and objectives should be: it is cut off"},
		{"3\n", `line 1: "3" does not begin a text .nl file: that is g and a number, as in "g3 1 1 0"`},
		{"b3 1 1 0\n\x00\x01",
			"line 1: this is a binary .nl file, which depends on the machine: write it as text (in AMPL: write gNAME;)"},
		{"g3 1 1 0\n 1 0\n",
			"line 2: number 3 in the header's line of variables, constraints and objectives is missing"},
		{"g3 1 1 0\n 1 0 x\n",
			`line 2: number 3 in the header's line of variables, constraints and objectives is "x", which is no whole number from 0`},
		{"g3 1 1 0\n -1 0 1\n",
			`line 2: number 1 in the header's line of variables, constraints and objectives is "-1", which is no whole number from 0`},
		{head(0, 1, 0, 0, 0, 0),
			"line 2: the header says that there are no variables, by which there would be derivatives"},
		{head(1, 0, 0, 0, 0, 0),
			"line 2: the header says that there are no objectives and no constraints, which would have derivatives"},
		{head(1e9, 1, 0, 0, 0, 0),
			"line 2: the header says 1000000000 variables, more than the 100000 that are read"},
		{head(1, 1, 0, 0, 0, 1e9),
			"line 2: the header says 1000000000 defined variables, more than the 100000 that are read"},
		{one, "line 10: there is no b segment, of the variables' bounds: the file is cut off"},
		{one + "b\n3\n",
			"line 12: the header says 1 nonzeros for the G segments, and they have 0: the file is cut off, or its header is of another one"},
		{one + "b\n", "line 11: the file ends where the bounds of variable 0 should be: it is cut off"},
		{one + "b\n7\n", `line 12: "7" is no sort of bounds: they are 0 to 4`},
		{one + "b\n0 1\n", "line 12: a bound of variable 0 is missing"},
		{one + "b\n3\nb\n7\n", `line 14: "7" is no sort of bounds: they are 0 to 4`},
		{con + "r\n5 1 2\n",
			`line 12: constraint 0 and variable "2" complement each other, and such a condition has no derivatives`},
		{con + "L0\no30\n", `line 11: constraint "0" is a logical one, which has no derivatives`},
		{con + "C1\nn0\n", "line 11: the number of the constraint is 1, and should be at most 0"},
		{con + "O0 0\nn0\n", "line 11: there is no objective 0: the header says that there are none"},
		{con + "J0 1\n2 1\n", "line 12: the variable's number is 2, and should be at most 1"},
		{con + "J0 1\n1 1 1\n", `line 12: "1" is too much in this line`},
		{con + "J0 1\n1 x\n", `line 12: the coefficient is "x", which is no number of double precision`},
		{con + "J0 1\n1 1e999\n",
			`line 12: the coefficient is "1e999", which is no number of double precision`},
		{con + "J0 1\n1 nan\n", `line 12: the coefficient is "nan", which is no number of double precision`},
		{con + "J0 1\n1 0x1p3\n",
			`line 12: the coefficient is "0x1p3", which is no number of double precision`},
		{con + "k1\n", "line 11: the file ends where a column should be: it is cut off"},
		{con + "k2\n", "line 11: there are 2 columns, and should be one less than the 2 variables"},
		{con + "Q0\n",
			`line 11: "Q0" begins no segment of an .nl file: they begin with C, L, O, V, F, S, b, r, k, x, d, J or G`},
		{con + "V2 0 0\nn0\n", "line 11: the number of the defined variable is 2, and should be at most 1"},
		{con + "V1 0 0\nn0\n", "line 11: v1 is a variable of the problem, and has no definition"},
		{con + "C0\nn1\nC0\nn1\n", "line 13: there is a second segment C0: the first one is in line 11"},
		{con + "S9 1 a\n", "line 11: the sort of the suffix is 9, and should be at most 7"},
		{one + "O0 2\nn1\n",
			"line 11: what the objective is, 0 to minimize or 1 to maximize, is 2, and should be at most 1"},
		{objective("v1"), "line 12: there is no variable v1: the header says 1, and 0 defined ones"},
		{head(1, 0, 1, 0, 1, 1) + "O0 0\nv1\n",
			"line 12: the defined variable v1 is used before its V segment"},
		{objective("o0 v0"), `line 14: "b" is no expression: it should begin with o, v or n`},
		{objective("o99 v0"), "line 12: there is no operator o99: those of an .nl file are o0 to o78"},
		{objective("o57 v0 n1"),
			"line 12: operator o57 (round) is not read: it has no derivatives, or they are not known"},
		{objective("o22 v0 n1"), "line 14: a condition stands where a number should be"},
		{objective("o0 o22 v0 n1 v0"),
			"line 12: operand 1 of o0 (plus) is a condition, and should be a number"},
		{objective("o54 0"), "line 13: an operator has no operands"},
		{objective("o54 x"), `line 13: the number of operands is "x", which is no whole number from 0`},
		{objective("o64 1 n1 v0"), "line 13: a piecewise linear term has 1 slope: it has two or more"},
		{objective("o64 3 n1 n1 n2 n0 n3 v0"), "line 17: the breakpoint 0 is below the one before it, 1"},
		{objective("o64 2 n1 v0 n2 v0"), `line 15: "v0" is no number, which a slope or a breakpoint is`},
		{objective("h5:abcde"), "line 12: a text stands in an expression, which has no derivatives"},
		{one + "F0 1 -1 bessel\nO0 0\nf0 1\nv0\n",
			`line 13: the imported function "bessel" is called: only its program knows its derivatives`},
		{one + "O0 0\n" + strings.Repeat("o16\n", 99_990) + "v0\n" + end, "the file is read"},
		{one + "O0 0\n" + strings.Repeat("o41\n", 100_001) + "v0\n" + end,
			"line 100012: the problem comes to more than 100000 operations"},
		{one + "O0 0\n\x1b]0;x\a\n",
			`line 12: "\x1b]0;x\a" is no expression: it should begin with o, v or n`},
		{"\xff\xfeg\x003\x00", "the file is in UTF-16: save it as UTF-8"},
	} {
		_, err := Read(t.Context(), "f.nl", []byte(c.text), false)
		if c.want == "the file is read" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%.300q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// values are those of a program's results.
func values(p *source.Program, x []float64) []float64 {
	v := p.Eval(x)
	var all []float64
	for _, o := range p.Outputs {
		all = append(all, v[o])
	}
	return all
}

// TestValues: the program has the values that the evaluator takes from the file by itself,
// bit for bit, also of the Lagrangian.
func TestValues(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.nl")
	if err != nil || len(paths) != 12 {
		t.Fatal(paths, err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, lagrangian := range []bool{false, true} {
			p, err := Read(t.Context(), path, text, lagrangian)
			if err != nil {
				t.Error(path, err)
				continue
			}
			of := evaluateNL(string(text), lagrangian)
			for range 50 {
				x := make([]float64, len(p.Inputs))
				for k := range x {
					if x[k] = 4*rng.Float64() - 2; rng.IntN(4) == 0 {
						x[k] = 0 // which a condition may ask for
					}
				}
				if got, want := values(p, x), of(x); !same(got, want) {
					t.Errorf("%s at %v: %v, want %v", path, x, got, want)
				}
			}
		}
	}
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
}

// The program has its file's name, and says how to reach its numbers.
func TestProgram(t *testing.T) {
	text, err := os.ReadFile("testdata/hs71.nl")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"hs-071 (a).nl": "Hs071A", "1.nl": "Function",
		"func.nl": "Func", "": "Function"} {
		if p, err := Read(t.Context(), file, text, false); err != nil || p.Name != want {
			t.Errorf("%q: %v %v", file, p, err)
		}
	}
	p, err := Read(t.Context(), "a/func.nl", text, true)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, port := range append(p.Params, p.Results...) {
		names = append(names, port.Name+" "+port.Type)
	}
	if got := strings.Join(names,
		", "); got != "x [4]float64, sigma float64, lambda [2]float64, lagrangian float64" ||
		p.Package != "funcs" {
		t.Error(got, p.Package)
	}
}

// A problem of 100 000 operations is read, whatever its depth is, and reading ends with its
// context.
func TestLargeProblems(t *testing.T) {
	const n = 49_000
	var b strings.Builder
	b.WriteString(head(n, 0, 1, 0, n, 0) + "O0 0\n")
	for k := range n - 1 {
		fmt.Fprintf(&b, "o0\no41\nv%d\n", k)
	}
	b.WriteString("v0\nb\n" + strings.Repeat("3\n", n) + fmt.Sprintf("G0 %d\n", n))
	for k := range n {
		fmt.Fprintf(&b, "%d 0\n", k)
	}
	p, err := Read(t.Context(), "f.nl", []byte(b.String()), false)
	if err != nil || len(p.Nodes) < 2*n {
		t.Fatal(err)
	}
	x := make([]float64, n)
	for k := range x {
		x[k] = float64(k)
	}
	if got, want := values(p, x), evaluateNL(b.String(), false)(x); !same(got, want) {
		t.Error(got, want)
	}
	stopped, stop := context.WithCancelCause(t.Context())
	stop(errors.New("it takes too long"))
	if _, err := Read(stopped, "f.nl", []byte(b.String()), false); err == nil ||
		err.Error() != "reading the file was stopped: it takes too long" {
		t.Error(err)
	}
}

// FuzzRead: any text is read, with the values that the evaluator finds, or refused in one
// sentence.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.nl")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, words := range []string{"o35 v0 n1 n2", "o35 o21 o34 v0 o13 v0 v0 n2", "o0 v0 n1",
		"o54 3 v0 v0 n2", "o64 2 n1 n0 n2 v0", "o35 o22 v0 n1 n2 v0", "o35 o34 o70 2 n0 o24 v0 v0 n2 v0",
		"f0 1 v0", "o5 v0 n0.5"} {
		f.Add(head(1, 0, 1, 0, 1, 0) + "O0 0\n" + lined(words) + "b\n3\nk0\nG0 1\n0 2\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lagrangian := range []bool{false, true} {
			p, err := Read(t.Context(), "f.nl", []byte(text), lagrangian)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\x1b\u202e") || len(err.Error()) > 400 {
					t.Errorf("no sentence: %q", err)
				}
				continue
			}
			x := make([]float64, len(p.Inputs))
			for k := range x {
				x[k] = 0.3 + 0.7*float64(k%3)
			}
			got, want := values(p, x), evaluateNL(text, lagrangian)(x)
			for k := range got {
				// Products with 0 are 0 in a program, whatever the other factor is.
				if finite := !math.IsNaN(want[k]) && !math.IsInf(want[k], 0); finite && got[k] != want[k] {
					t.Errorf("%v, want %v", got, want)
				}
			}
		}
	})
}
