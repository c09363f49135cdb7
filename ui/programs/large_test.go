package programs

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/functions"
)

// BenchmarkLargeForms reads, differentiates and writes functions of nearly 100 000
// operations in the forms of other tools: steps of Lorenz's equations by Euler's rule.
func BenchmarkLargeForms(b *testing.B) {
	const steps = 7000
	for name, text := range map[string]string{"lorenz.nl": lorenzProblem(steps),
		"lorenz.json": lorenzGraph(steps)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if text := codeOf(b, name, text); len(text) < 1<<20 {
					b.Fatalf("the code has %d bytes", len(text))
				}
			}
		})
	}
}

// TestLorenz: the two forms are one function, with the same Jacobian.
func TestLorenz(t *testing.T) {
	for name, text := range map[string]string{"lorenz.nl": lorenzProblem(extent.Of(2, 20)),
		"lorenz.json": lorenzGraph(extent.Of(2, 20))} {
		if n := strings.Count(string(codeOf(t, name, text)), "  jacobian["); n != 15 {
			t.Errorf("%s: %d entries are stored, want 3 times 5", name, n)
		}
	}
}

// codeOf is what facet code writes of a file.
func codeOf(t testing.TB, name, text string) []byte {
	t.Helper()
	p, err := functions.Program(t.Context(), &files.Input{Name: name, Content: []byte(text)}, "", false)
	if err != nil {
		t.Fatal(err)
	}
	task, err := code.NewTask(p, code.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWriting(task)
	c := coder{shell.Shell{Err: io.Discard}}
	made, err := c.searched(t.Context(), task.Dag, planner.Options{Time: codeTime, Work: codeTime,
		Workers: 1}, w.weight(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	j, err := w.made(t.Context(), t.Context(), made.ops)
	if err != nil {
		t.Fatal(err)
	}
	written, err := j.Write(code.Origin{}, code.Form{Language: "c"})
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// lorenzProblem is an .nl file with a defined variable for each number of each step.
func lorenzProblem(steps int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"g3 1 1 0\n 5 2 1 0 2\n 2 1\n 0 0\n 5 5 5\n 0 0 0 1\n 0 0 0 0 0\n 10 5\n 0 0\n %d 0 0 0 0\n", 3*steps)
	x, y, z := "v0", "v1", "v2"
	for k := range steps {
		next := [3]string{}
		for i, text := range []string{
			fmt.Sprintf("o2\nv3\no1\n%s\n%s\n", y, x), fmt.Sprintf("o1\no2\n%s\no1\nv4\n%s\n%s\n", x, z, y),
			fmt.Sprintf("o1\no2\n%s\n%s\no2\nn2.6\n%s\n", x, y, z),
		} {
			next[i] = fmt.Sprintf("v%d", 5+3*k+i)
			fmt.Fprintf(&b, "V%s 0 0\no0\n%s\no2\nn0.01\n%s", next[i][1:], []string{x, y, z}[i], text)
		}
		x, y, z = next[0], next[1], next[2]
	}
	all := "0 0\n1 0\n2 0\n3 0\n4 0\n"
	fmt.Fprintf(&b, "O0 0\n%s\nC0\n%s\nC1\n%s\nr\n4 0\n4 0\nb\n%sJ0 5\n%sJ1 5\n%sG0 5\n%s", x, y, z,
		strings.Repeat("3\n", 5), all, all, all)
	return b.String()
}

// lorenzGraph is the same as a graph of CppAD, whose numbers count from 1: independent
// variables, then constants, then operations.
func lorenzGraph(steps int) string {
	const add, sub, mul = 1, 2, 3
	const h, beta = 6, 7
	var usages []string
	op := func(code, a, b int) int {
		usages = append(usages, fmt.Sprintf("[ %d, %d, %d ]", code, a, b))
		return beta + len(usages)
	}
	x, y, z := 1, 2, 3
	for range steps {
		dx := op(mul, 4, op(sub, y, x))
		dy := op(sub, op(mul, x, op(sub, 5, z)), y)
		dz := op(sub, op(mul, x, y), op(mul, beta, z))
		x, y, z = op(add, x, op(mul, h, dx)), op(add, y, op(mul, h, dy)), op(add, z, op(mul, h, dz))
	}
	return fmt.Sprintf(`{ "function_name":"lorenz",
"op_define_vec":[ 3, [ { "op_code":1, "name":"add", "n_arg":2 }, { "op_code":2, "name":"sub", "n_arg":2 }, { "op_code":3, "name":"mul", "n_arg":2 } ] ],
"n_dynamic_ind":0, "n_variable_ind":5, "constant_vec":[ 2, [ 0.01, 2.6 ] ],
"op_usage_vec":[ %d, [ %s ] ],
"dependent_vec":[ 3, [ %d, %d, %d ] ] }
`, len(usages), strings.Join(usages, ",\n"), x, y, z)
}

// TestLongSequences: what costs least is weighed first, and what there is no work for is
// left out.
func TestLongSequences(t *testing.T) {
	of := func(cost model.Cost, operations int) candidate {
		return candidate{Plan: junction.Plan{Ops: make([]model.Op, operations), Cost: cost}}
	}
	all := []candidate{of(9, 600), of(3, 500), of(5, 500), of(7, 500)}
	weighed := 0
	by := func(_ context.Context, ops []model.Op) (int64, model.Cost, error) {
		weighed++
		return int64(len(ops)), 2, nil
	}
	for work, want := range map[int]int{1: 1, 1000: 2, 1499: 2, 1500: 3, 0: 4} {
		weighed = 0
		best, err := chosen(t.Context(), append([]candidate{}, all...), 0, time.Duration(work)*perOperation,
			by)
		if err != nil || weighed != want || best.origin.Cost != 2 || &best.ops[0] != &all[1].Ops[0] {
			t.Errorf("with work for %d operations, %d sequences are weighed, want %d: %+v %v", work, weighed,
				want, best.origin, err)
		}
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	weighed = 0
	if _, err := chosen(late, append([]candidate{}, all...), 0, 0, by); err != nil || weighed != 1 {
		t.Errorf("after the end, %d sequences are weighed, want 1: %v", weighed, err)
	}
}
