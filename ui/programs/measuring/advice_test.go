package measuring

import (
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/model/modeltest/extent"
	"facet/ui/programs/recorded"
)

var record = flag.Bool("record", false, "measure the programs of testdata/naive again")

// recordedProgram is a program as it was measured once; -record measures it again.
func recordedProgram(t *testing.T, program string) *measured.Program {
	t.Helper()
	file := filepath.Join("testdata", "naive", strings.TrimSuffix(filepath.Base(program), ".py")+".json")
	if *record {
		r, err := recorded.Python{}.Runner(io.Discard).Measure(t.Context(), recorded.Request{Program: program,
			Repeat: 5, Batches: []int{1, 4, 16, 64}, Look: true, Processor: true})
		if err != nil {
			t.Fatal(err)
		}
		r.Checks, r.Versions = nil, nil
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r measured.Report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	p, err := measured.New(&r, measured.Origin{File: filepath.Base(program), Language: "python",
		Structure: r.Structure})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Programs with the marks that come to mind first get the advice that makes them fast, the largest
// gain first; those whose marks are as the page says get none.
func TestAdvice(t *testing.T) {
	extent.NoRace(t)
	for program, want := range map[string][]string{
		"testdata/naive/dae.py":     {"@step.prepare"},
		"testdata/naive/grid.py":    nil, // it has patterns without being asked
		"testdata/naive/cascade.py": {"@tank.prepare"},
		"testdata/naive/truss.py": {"in one call", `@displace.adjoint("a", "f", joint=True)`,
			"np.add.at"},
		"testdata/naive/advdiff.py": {"csr_matrix((entries, indices, indptr)"},
		"testdata/naive/epidemic.py": {`@step.adjoint("x", "p", joint=True)`,
			"(adjoint by x, p) compute stages", "an np.empty that is filled"},
		"testdata/naive/queue.py": {"many small calls",
			"W @ P - W is computed with the same W",
			"compute q / (1 + q) (line 44), and so does the module",
			"each row of its adjoint by P is an outer product, made and added 60 times"},
		"testdata/naive/rays.py": {"refract: its Jacobian by q is put together anew",
			"(jacobian by c, q) compute slopes"},
		"../../../samples/programs/reactor.py": nil,
		"../../../samples/programs/newton.py":  nil,
	} {
		t.Run(filepath.Base(program), func(t *testing.T) {
			p := recordedProgram(t, program)
			best, err := classicalBest(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			sparse := []string{"grid.py", "advdiff.py", "rays.py"}
			if slices.Contains(sparse, filepath.Base(program)) != p.Dag.HasPatterns() {
				t.Errorf("patterns were looked for: %v", p.Dag.HasPatterns())
			}
			r := newResult(p)
			r.advise(best, measured.Run{})
			for k, a := range r.Advice {
				t.Logf("%.0f %% %s", 100*a.Share, a.Text)
				if k < len(want) && !strings.Contains(a.Text, want[k]) {
					t.Errorf("advice %d is %q, and %q is wanted", k+1, a.Text, want[k])
				}
			}
			if len(r.Advice) < len(want) || want == nil && len(r.Advice) > 0 {
				t.Errorf("%d pieces of advice, and %d are wanted", len(r.Advice), len(want))
			}
		})
	}
}
