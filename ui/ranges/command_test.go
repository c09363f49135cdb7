package ranges

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/uitest"
)

// run carries out facet ranges.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	c := command(shell.Shell{Out: &out, Data: &out, Err: &out,
		Files: &files.Disk{Stdin: strings.NewReader("")}})
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetArgs(append(args, "--time", "0", "--workers", "1"))
	err := c.ExecuteContext(t.Context())
	return out.String(), err
}

// The intervals of a sequence are a table for people, and the same in JSON and in CSV.
func TestCommand(t *testing.T) {
	table, err := run(t, "bat")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"bat: the sequence costs 32, which is optimal\n",
		"T  -1->1    2     0    2",
		"\nT, A: cost of a tangent, an adjoint; n: size of a vector.\n", "Robustness: "} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is missing:\n%s", want, table)
		}
	}
	text, err := run(t, "--json", "bat")
	if err != nil {
		t.Fatal(err)
	}
	var object struct {
		Cost    int64
		Optimal bool
		Ranges  []struct {
			Edge, Vertex, What string
			Value, From        int64
			To                 *int64
			Proved             bool
		}
		Sequence []shell.Operation
	}
	if err := json.Unmarshal([]byte(text), &object); err != nil || object.Cost != 32 || !object.Optimal ||
		len(object.Sequence) == 0 {
		t.Fatalf("%v: %+v", err, object)
	}
	if text, err = run(t, "--csv", "bat"); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != len(object.Ranges)+1 {
		t.Fatalf("%v, %d rows for %d ranges", err, len(rows), len(object.Ranges))
	}
	for k, r := range object.Ranges {
		if row := rows[k+1]; row[0] != r.Edge || row[1] != r.Vertex || row[2] != r.What || !r.Proved ||
			r.From > r.Value || r.To != nil && *r.To < r.Value || (row[5] == "") != (r.To == nil) {
			t.Errorf("%v in CSV, in JSON %+v", row, r)
		}
	}
}

// A sequence that is not the best has intervals, too, with what it costs above the optimum.
func TestCommandWithASequence(t *testing.T) {
	g := uitest.Sample(t, "lion")
	end, err := planner.Solve(t.Context(), model.NewState(g),
		planner.Options{Method: planner.SparseAdjoint, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	text, err := model.FormatSequence(model.NewState(g), end.Incumbent.Ops)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "plan.txt")
	if _, err := (&files.Disk{}).Write(t.Context(), file, []byte(text), false); err != nil {
		t.Fatal(err)
	}
	said, err := run(t, "--sequence", file, "--ascii", "--width", "60", "--within", "10", "lion")
	if err != nil || !strings.HasPrefix(said, "lion: the sequence costs "+end.Incumbent.Cost.String()) {
		t.Errorf("%v: %s", err, said)
	}
	if classic, err := run(t, "--classic", "--csv", "lion"); err != nil ||
		strings.Contains(classic, "tangent_cost") {
		t.Errorf("%v: %s", err, classic)
	}
}

// What cannot be done is one sentence, before anything is searched.
func TestCommandRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"--json --csv lion": "--json and --csv exclude each other: choose one",
		"--within -1 lion":  "--within is -1: choose a percentage from 0 to 10000",
		"--width 39 lion":   "--width is 39: choose at least 40 columns",
		"--sequence - -":    "FILE and --sequence cannot both be standard input",
		"lion x":            `ranges takes a FILE only, "x" is too much: see ranges --help`,
	} {
		if _, err := run(t, strings.Fields(args)...); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
}
