package command_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/generate"
	"facet/model/modeltest/extent"
	"facet/ui/cli/command"
	"facet/ui/uitest/whole"
)

// asked is a context that ends at a question. Work is counted in bytes that are allocated,
// between two questions and after the last.
type asked struct {
	context.Context
	done chan struct{}
	last int

	mu        sync.Mutex
	questions int
	at, most  uint64
	called    []func()
}

func (a *asked) Done() <-chan struct{} { return a.done }

func (a *asked) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := allocated()
	if a.questions++; a.questions <= a.last {
		a.most, a.at = max(a.most, now-a.at), now
	}
	if a.questions < a.last {
		return nil
	}
	if a.questions == a.last {
		close(a.done)
		for _, call := range a.called {
			go call()
		}
	}
	return context.Canceled
}

// AfterFunc is how contexts that are made of this one end with it.
func (a *asked) AfterFunc(call func()) (stop func() bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.called = append(a.called, call)
	return func() bool { return false }
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// heavyDags are files on which searches, bounds and patterns take long.
func heavyDags(t *testing.T) []string {
	t.Helper()
	costs := generate.Elementals{MaxSize: 10, Seed: 1}
	make := func(g *model.Dag, err error) *model.Dag {
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	var names []string
	for _, of := range []struct {
		name string
		dag  *model.Dag
	}{ // those that take least are first: short tests take two
		{"layered", make(generate.Layered(9, 6, 4, costs))},
		{"chain", make(generate.Chain(163, costs))},
		{"dense", make(generate.Layered(8, 10, 10, costs))},
		{"banded", make(generate.Banded(1500, 24, 25, 25))},
		{"stencil", make(generate.Stencil([]int{40, 40}, 8, 2, 0))},
		{"long", make(generate.Chain(3000, costs))},
	} {
		var text bytes.Buffer
		if err := format.WriteGraphML(&text, of.dag); err != nil {
			t.Fatal(err)
		}
		names = append(names, save(t, of.name+".xml", text.String()))
	}
	const triangle = `<graphml><graph edgedefault="directed"><node id="a"><data key="size">5000</data></node>` +
		`<node id="b"><data key="size">5000</data></node><node id="c"><data key="size">5000</data></node>` +
		`<edge source="a" target="b"><data key="tangent_cost">4</data><data key="adjoint_cost">5</data>` +
		`<data key="pattern">band 5000 0</data></edge>` +
		`<edge source="b" target="c"><data key="tangent_cost">1</data><data key="adjoint_cost">2</data>` +
		`<data key="pattern">band 5000 0</data></edge></graph></graphml>`
	names = append(names, save(t, "triangle.xml", triangle))
	var body strings.Builder
	for k := range 300 {
		fmt.Fprintf(&body, "\tv%d := v%d*v%d + x[%d]\n", k+2, k+1, k*7/9, k%8)
	}
	names = append(names, save(t, "function.go",
		"package f\n\nfunc F(x [8]float64) float64 {\n\tv0, v1 := x[0], x[1]\n"+body.String()+"\treturn v301\n}\n"))
	return names
}

func save(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Whatever a command does with whatever dag, it asks its context again before it has done
// much, and does not do much when that has ended. Questions to contexts that it has made of
// this one are not counted: ranges and code ask these. Each command and dag is tried at one of three
// questions, and at all with -tags long.
func TestCommandsEndWithTheirContext(t *testing.T) {
	files := heavyDags(t)
	if testing.Short() {
		files = files[:2]
	}
	for n, args := range []string{
		"solve --workers 1", "solve --workers 1 --certificate PROOF --force", "solve --makespan 3",
		"solve --peak 5000",
		"front --time none", "ranges --time none --workers 1", "schedule --time none", "compare --workers 1",
		"cost",
		"show", "show --pattern whole", "convert --to json", "figure --as svg",
		"code --language python --time none",
	} {
		for m, file := range files {
			for k, last := range []int{1, 10, 40} {
				if (n+m+k)%extent.Of(3, 1) > 0 {
					continue
				}
				t.Run(fmt.Sprint(args, " ", filepath.Base(file), " ", last), func(t *testing.T) {
					words := strings.Fields(strings.Replace(args, "PROOF",
						filepath.Join(t.TempDir(), "proof"), 1))
					a := &asked{Context: context.Background(), done: make(chan struct{}), last: last,
						at: allocated()}
					program := command.Program{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard,
						Features: whole.Features()}
					program.Run(a, append(words, file))
					a.mu.Lock() // what ended with the context may ask it still
					defer a.mu.Unlock()
					rest := uint64(0)
					if a.questions >= last {
						rest = allocated() - a.at
					}
					const most = 64 << 20
					others := words[0] == "ranges" || words[0] == "code"
					if a.most > most && !others || rest > most {
						t.Errorf("%d bytes are allocated between two of %d questions, %d afterwards", a.most,
							a.questions, rest)
					}
				})
			}
		}
	}
}
