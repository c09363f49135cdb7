package code

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest/extent"
	"facet/model/programs/source"
	"facet/model/programs/source/sourcetest"
)

// after is a context that ends when it has been asked so many times.
type after struct {
	context.Context
	left int
}

func (a *after) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// forty are the shipped functions, one whose products get other signs than their factors
// have, and random ones.
func forty(t *testing.T) []*source.Program {
	t.Helper()
	var all []*source.Program
	read := func(name, text string) {
		p, err := source.Read(name, []byte(text), "")
		switch {
		case err == nil:
			all = append(all, p)
		case !strings.HasSuffix(err.Error(), "a division by zero"):
			t.Fatalf("%v\n%s", err, text)
		}
	}
	files, err := filepath.Glob("../../../samples/code/*.go")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d samples, %v", len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "doc.go" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read(file, string(text))
	}
	for _, text := range scalar {
		read("f.go", "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\n"+text)
	}
	rng := rand.New(rand.NewPCG(4, 40))
	read("bells.go", bells(rng, 30))
	for len(all) < 40 {
		text := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\n" +
			sourcetest.Random(rng, "F", 20+rng.IntN(60))
		if len(all)%3 == 0 {
			text = NewBranching(rng).Text
		}
		read("f.go", text)
	}
	return all
}

// bells is a sum of products of so many bell curves, by twos. Its derivatives are made of
// products whose signs are not those of their factors.
func bells(rng *rand.Rand, n int) string {
	var a, m strings.Builder
	for range n {
		fmt.Fprintf(&a, "%.3f, ", 4*rng.Float64()-2)
		fmt.Fprintf(&m, "%.3f, ", 0.3+2.7*rng.Float64())
	}
	return fmt.Sprintf(`package p

import "math"

var a, m = [%[1]d]float64{%[2]s}, [%[1]d]float64{%[3]s}

func Bells(x, y float64) (s float64) {
	var v [%[1]d]float64
	for i := range v {
		v[i] = a[i]*math.Exp(-m[i]*(x*x+y*y)) - 2*a[i]*math.Exp(-m[i]*y*y)
	}
	for i := range v {
		for j := range i {
			s += a[(7*i+3*j)%%%[1]d] * v[i] * v[j]
		}
	}
	return s
}
`, n, a.String(), m.String())
}

// tasksOf are the products with the Jacobian of a function, and its second derivatives where it
// has one result.
func tasksOf(t *testing.T, p *source.Program) map[string]*Task {
	t.Helper()
	all := make(map[string]*Task)
	for k, name := range Products {
		task, err := NewTask(p, Options{Product: Product(k), FastMath: k > 0 && len(p.Outputs)%2 == 0})
		if err != nil && strings.HasSuffix(err.Error(), "nothing to eliminate") {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all[name] = task
	}
	if first := all[Products[Whole]]; first != nil && len(p.Outputs) == 1 {
		second, err := NewSecond(carried(t, first), Options{})
		if err != nil {
			t.Fatal(err)
		}
		all["hessian"] = second
	}
	return all
}

func backwardsOn(t *testing.T, task *Task) []model.Op {
	t.Helper()
	back := task.Dag.Topological()
	var order []int
	for k := range back {
		order = append(order, back[len(back)-1-k])
	}
	plan, err := junction.InOrder(t.Context(), task.Dag, order)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Ops
}

// mostQuestions is how many questions of one code contexts end at; where there are more, they
// end at each so many.
var mostQuestions = extent.Of(4, 60)

// TestStoppedPassesLeaveRightCode: wherever the time for tidying ends, the code is right. A pass
// that gave products another sign was stopped before the one that carries it over.
func TestStoppedPassesLeaveRightCode(t *testing.T) {
	stops, codes := 0, 0
	for _, p := range forty(t) {
		for name, task := range tasksOf(t, p) {
			raw, err := NewUntil(t.Context(), &after{t.Context(), 0}, task, backwardsOn(t, task))
			if err != nil {
				t.Fatal(err)
			}
			const many = 1 << 40
			whole := &after{t.Context(), many}
			copied(raw).tidy(whole)
			questions := many - whole.left
			var last []node // most stops leave code that is compared already
			for n := 0; n <= questions; n += 1 + questions/mostQuestions {
				j := copied(raw)
				j.tidy(&after{t.Context(), n})
				if stops++; slices.Equal(j.graph.nodes, last) {
					continue
				}
				codes, last = codes+1, slices.Clone(j.graph.nodes)
				for _, language := range []string{"go", "c"} {
					if _, err := j.Write(Origin{},
						Form{Language: language, Layout: Layout(n % 3)}); err != nil {
						t.Fatalf("%s of %s, stopped at question %d: %v", name, p.File, n, err)
					}
				}
			}
		}
	}
	t.Logf("%d stops leave %d codes", stops, codes)
}
