package cppad

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

// graphOf is a graph of one variable x (node 1) with an operator and its usages.
func graphOf(define, constants, usages, dependents string) string {
	return fmt.Sprintf(`{"function_name":"f","op_define_vec":[1,[%s]],"n_dynamic_ind":0,"n_variable_ind":1,
"constant_vec":%s,
"op_usage_vec":%s,
"dependent_vec":%s}`, define, constants, usages, dependents)
}

// TestRefusals: what cannot be read is named by its line, in one sentence.
func TestRefusals(t *testing.T) {
	const sin, sum = `{"op_code":1,"name":"sin","n_arg":1}`, `{"op_code":1,"name":"sum"}`
	with := func(name, usage string) string {
		return graphOf(`{"op_code":1,"name":"`+name+`"}`, "[0,[]]", "[1,["+usage+"]]", "[1,[2]]")
	}
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the file is cut off"},
		{"{", "line 1: the file is cut off"},
		{"{\n}", `the graph has no "function_name", which every AD graph of CppAD has`},
		{`{"a":1}`,
			`line 1: "a" is no member of an AD graph: they are function_name, op_define_vec, n_dynamic_ind, n_variable_ind, constant_vec, op_usage_vec, dependent_vec`},
		{`{"function_name":"a"}`, `the graph has no "op_define_vec", which every AD graph of CppAD has`},
		{`{"function_name":"a","function_name":"a"}`, `line 1: the member "function_name" is there twice`},
		{`{"function_name":"a`, "line 1: the file is cut off"},
		{`{"function_name":[[[`, "line 1: the file is cut off"},
		{`{"function_name":}`, `line 1: "}" has no place there`},
		{`{"function_name" "a"}`, `line 1: "a" has no place there`},
		{`{"function_name":"a" 1}`, `line 1: "1" has no place there`},
		{graphOf(sin, "[0,[]]", "[1,[[1,1]]]", "[1,[2]]") + "x", `line 4: something follows the object`},
		{graphOf(`{"op_code":1,"name":"sine","n_arg":1}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			`line 1: there is no operator "sine": they are abs, acos, acosh, add, asin, asinh, atan, atanh, atom,`},
		{graphOf(`{"op_code":2,"name":"sin","n_arg":1}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			"line 1: op_code is 2, and should be 1"},
		{graphOf(`{"op_code":1,"name":"sin","n_arg":2}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			"line 1: the definition of sin has n_arg 2, and should have 1"},
		{graphOf(`{"op_code":1,"name":"sin"}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			"line 1: the definition of sin has n_arg 0, and should have 1"},
		{graphOf(`{"op_code":1,"name":"sum","n_arg":2}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			"line 1: the definition of sum has n_arg, which stands in its usages"},
		{graphOf(`{"op_code":1,"arity":2}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			`line 1: "arity" does not belong to a definition: it has op_code, name and n_arg`},
		{graphOf(`{"n_arg":1}`, "[0,[]]", "[0,[]]", "[1,[1]]"),
			"line 1: a definition has an op_code and a name"},
		{graphOf(sin, "[1,[x]]", "[0,[]]", "[1,[1]]"), `line 2: "x" has no place there`},
		{graphOf(sin, "[1,[nan]]", "[0,[]]", "[1,[1]]"), `line 2: "nan" has no place there`},
		{graphOf(sin, "[1,[1e999]]", "[0,[]]", "[1,[1]]"),
			`line 2: a constant should be a number of double precision, and not "1e999"`},
		{graphOf(sin, "[2,[1]]", "[0,[]]", "[1,[1]]"), "line 2: there are 1 constants, and should be 2"},
		{graphOf(sin, "[0,[1]]", "[0,[]]", "[1,[1]]"),
			"line 2: there are more than 0 constants, which is their number"},
		{graphOf(sin, "[999999999,[1]]", "[0,[]]", "[1,[1]]"),
			"line 2: how many constants there are is 999999999, and should be from 0 to 8000000"},
		{graphOf(sin, "[0,[]]", "[1,[[2,1]]]", "[1,[1]]"),
			"line 3: the op_code 2 is not defined: there are 1"},
		{graphOf(sin, "[0,[]]", "[1,[[1,2]]]", "[1,[1]]"),
			"line 3: an argument is node 2, and up to here there are 1"},
		{graphOf(sin, "[0,[]]", "[1,[[1,0]]]", "[1,[1]]"),
			"line 3: an argument is 0, and should be from 1 to 16000000"},
		{graphOf(sin, "[0,[]]", "[1,[[1,1,1]]]", "[1,[1]]"),
			`line 3: the usage of sin goes on with "1" behind its 1 arguments`},
		{graphOf(sin, "[0,[]]", "[1,[[1,-1]]]", "[1,[1]]"),
			"line 3: an argument should be a whole number from 0, and not -1"},
		{graphOf(sum, "[0,[]]", "[1,[[1,2,1,[1]]]]", "[1,[1]]"),
			"line 3: n_result of sum is 2, and should be 1"},
		{graphOf(sum, "[0,[]]", "[1,[[1,1,0,[]]]]", "[1,[1]]"),
			"line 3: n_arg of sum is 0, and should be from 1 to 8000000"},
		{with("comp_lt", "[1,1,2,[1,1]]"), "line 3: n_result of comp_lt is 1, and should be 0"},
		{with("print", `[1,"a",0,2,[1,1]]`), `line 3: there is "0" where a text belongs`},
		{with("discrete", `[1,"floor",1,1,[1]]`),
			`line 3: the discrete function "floor" is called: only its program knows its derivatives`},
		{with("atom", `[1,"reciprocal",1,1,[1]]`),
			`line 3: the atomic function "reciprocal" is called: only its program knows its derivatives`},
		{with("atom4", `[1,"lin_ode",3,1,1,[1]]`),
			`line 3: the atomic function "lin_ode" is called: only its program knows its derivatives`},
		{graphOf(sin, "[0,[]]", "[0,[]]", "[0,[]]"),
			"line 4: there are no dependent variables, which would have derivatives"},
		{graphOf(sin, "[0,[]]", "[0,[]]", "[1,[2]]"),
			"line 4: a dependent variable is node 2, and up to here there are 1"},
		{strings.Replace(graphOf(sin, "[0,[]]", "[0,[]]", "[1,[1]]"), `"n_variable_ind":1`,
			`"n_variable_ind":0`, 1),
			"line 1: n_variable_ind is 0: there is no variable, by which there would be derivatives"},
		{strings.Replace(graphOf(sin, "[0,[]]", "[0,[]]", "[1,[1]]"), `"n_variable_ind":1`,
			`"n_variable_ind":1000000000`, 1),
			"line 1: n_variable_ind is 1000000000, and should be from 0 to 100000"},
		{graphOf(sin, "[0,[]]", "[100002,["+chain(100_002)+"]]", "[1,[2]]"),
			"line 3: the graph comes to more than 100000 constants and operations"},
		{graphOf(sin, "[0]", "[0,[]]", "[1,[1]]"),
			"line 2: the list of constants is missing behind their number"},
		{graphOf(sin, "[0,[],1]", "[0,[]]", "[1,[1]]"), `line 2: "1" stands behind the constants`},
		{graphOf(sin, "[1,[{}]]", "[0,[]]", "[1,[1]]"),
			"line 2: a constant should be a number of double precision, and not an object"},
		{graphOf(sin, "[0,[]]", "[1,[[1]]]", "[1,[1]]"),
			"line 3: a usage of sin has 0 arguments, and is cut off"},
		{graphOf(sum, "[0,[]]", "[1,[[1,1,1]]]", "[1,[1]]"),
			"line 3: a usage of sum has 0 arguments, and is cut off"},
		{graphOf(sum, "[0,[]]", "[1,[[1,1,1,[1],1]]]", "[1,[1]]"),
			`line 3: the usage of sum goes on with "1" behind its arguments`},
		{strings.Repeat("[", 100), "line 1: there is a list where an object belongs"},
		{`{"function_name":` + strings.Repeat("[", 100), "line 1: values are nested more than 64 deep"},
		{"{\x1b]0;x\a", `line 1: "\x1b" has no place there`},
		{"{\x00", "the file has NUL bytes: it is not text, or it is cut off"},
	} {
		_, err := Read(t.Context(), "f.json", []byte(c.text), false)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || len(err.Error()) > 400 {
			t.Errorf("%.300q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// chain is n usages of operator 1, each of the node before it.
func chain(n int) string {
	var b strings.Builder
	for k := range n {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "[1,%d]", 1+k)
	}
	return b.String()
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

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
}

// TestValues: the program has the values that the evaluator takes from the file by itself,
// bit for bit, also of the weighted sum.
func TestValues(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) != 10 {
		t.Fatal(paths, err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, weighted := range []bool{false, true} {
			p, err := Read(t.Context(), path, text, weighted)
			if err != nil {
				t.Error(path, err)
				continue
			}
			of := evaluateGraph(string(text), weighted && len(p.Params) > 0 &&
				p.Params[len(p.Params)-1].Name == "w")
			for range 50 {
				x := make([]float64, len(p.Inputs))
				for k := range x {
					x[k] = 4*rng.Float64() - 2
				}
				if got, want := values(p, x), of(x); !same(got, want) {
					t.Errorf("%s at %v: %v, want %v", path, x, got, want)
				}
			}
		}
	}
}

// A graph of 100 000 operations is read, and reading ends with its context.
func TestLargeGraphs(t *testing.T) {
	const n = 99_990
	text := graphOf(`{"op_code":1,"name":"sin","n_arg":1}`, "[0,[]]", fmt.Sprintf("[%d,[%s]]", n, chain(n)),
		fmt.Sprintf("[1,[%d]]", n+1))
	p, err := Read(t.Context(), "f.json", []byte(text), false)
	if err != nil || len(p.Nodes) != n+1 {
		t.Fatal(err)
	}
	if got, want := values(p, []float64{1}), evaluateGraph(text, false)([]float64{1}); !same(got, want) {
		t.Error(got, want)
	}
	stopped, stop := context.WithCancelCause(t.Context())
	stop(errors.New("it takes too long"))
	if _, err := Read(stopped, "f.json", []byte(text), false); err == nil ||
		err.Error() != "reading the graph was stopped: it takes too long" {
		t.Error(err)
	}
}

// FuzzRead: any text is read, with the values that the evaluator finds, or refused in one
// sentence.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.json")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(graphOf(`{"op_code":1,"name":"sum"}`, "[1,[-.5]]", "[1,[[1,1,3,[1,2,1]]]]", "[1,[3]]"))
	f.Add(graphOf(`{"op_code":1,"name":"`+strings.Repeat("\x16", 26)+`"}`, "[0,[]]", "[0,[]]", "[1,[1]]"))
	f.Fuzz(func(t *testing.T, text string) {
		for _, weighted := range []bool{false, true} {
			p, err := Read(t.Context(), "f.json", []byte(text), weighted)
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
			of := evaluateGraph(text, weighted && len(p.Params) > 0 && p.Params[len(p.Params)-1].Name == "w")
			got, want := values(p, x), of(x)
			for k := range got {
				// Products with 0 are 0 in a program, whatever the other factor is.
				if finite := !math.IsNaN(want[k]) && !math.IsInf(want[k], 0); finite && got[k] != want[k] {
					t.Errorf("%v, want %v", got, want)
				}
			}
		}
	})
}
