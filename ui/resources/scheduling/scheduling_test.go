package scheduling

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/uitest"

	"github.com/spf13/cobra"
)

// run carries out a command.
func run(t *testing.T, of func(shell.Shell) *cobra.Command, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	c := of(shell.Shell{Out: &out, Data: &out, Err: &out, Files: &files.Disk{Stdin: strings.NewReader("")}})
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetArgs(append(args, "--time", "0"))
	err := c.ExecuteContext(t.Context())
	return out.String(), err
}

// In a schedule a machine does one thing at a time, an operation takes as long as it costs, and
// the end is no earlier than the lower bound.
func TestSchedule(t *testing.T) {
	for _, args := range []string{"--machines 1 lion", "--machines 2 lion", "--machines 3 bat",
		"--machines 4 --split newton1", "--machines 2 --classic lion"} {
		text, err := run(t, ScheduleCommand, append(strings.Fields(args), "--json")...)
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		var r report
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		type span struct{ start, end model.Cost }
		busy := make(map[int][]span)
		var end, cost model.Cost
		for _, o := range r.Operations {
			all := o.Pieces
			if len(all) == 0 {
				all = []piece{{Machine: o.Machine, Start: o.Start, End: o.End}}
				if o.End-o.Start != o.Cost {
					t.Errorf("%s: %s %s takes %s and costs %s", args, o.Op, o.Target, o.End-o.Start, o.Cost)
				}
			}
			for _, p := range all {
				for _, other := range busy[p.Machine] {
					if p.Start < other.end && other.start < p.End {
						t.Errorf("%s: machine %d does two things at %s", args, p.Machine, p.Start)
					}
				}
				busy[p.Machine] = append(busy[p.Machine], span{p.Start, p.End})
				end = max(end, p.End)
			}
			cost += o.Cost
		}
		if end != r.Makespan || cost != r.Cost || r.Makespan < r.LowerBound || len(busy) > r.Machines ||
			r.Optimal != (r.Makespan == r.LowerBound) {
			t.Errorf("%s: %d machines until %s: %+v", args, len(busy), end, r)
		}
	}
}

// The chart has a row for each machine; the order and the chart go to files, which are not
// replaced unasked.
func TestScheduleFiles(t *testing.T) {
	dir := t.TempDir()
	sequence, figure := filepath.Join(dir, "order.seq"), filepath.Join(dir, "chart.svg")
	args := []string{"--machines", "2", "--ascii", "--width", "60", "--out", sequence, "--figure", figure,
		"bat"}
	said, err := run(t, ScheduleCommand, args...)
	if err != nil || !strings.Contains(said, "m0 |") || !strings.Contains(said, "m1 |") {
		t.Fatalf("%v: %s", err, said)
	}
	for file, want := range map[string]string{sequence: "ACC ", figure: "<svg"} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v: %s", err, text)
		}
	}
	if _, err = run(t, ScheduleCommand, args...); err == nil ||
		!strings.HasSuffix(err.Error(), "replace it with --force") {
		t.Errorf("%v", err)
	}
	if said, err = run(t, ScheduleCommand, "--steps", "--sequence", sequence, "bat"); err != nil ||
		!strings.Contains(said, "makespan: 16, optimal (cost 32 on 2 machines") {
		t.Errorf("%v: %s", err, said)
	}
}

// No point of the front is worse than another in all three, and all are within the bounds.
func TestFront(t *testing.T) {
	text, err := run(t, FrontCommand, "--json", "lion")
	if err != nil {
		t.Fatal(err)
	}
	var f front
	if err := json.Unmarshal([]byte(text), &f); err != nil || len(f.Points) == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	for k, p := range f.Points {
		if p.Cost < f.CostBound || p.Peak < f.PeakBound || p.Makespan < f.MakespanBound ||
			len(p.Sequence) == 0 {
			t.Errorf("%+v is below the bounds of %+v", p, f)
		}
		for n, o := range f.Points {
			if n != k && o.Cost <= p.Cost && o.Peak <= p.Peak && o.Makespan <= p.Makespan {
				t.Errorf("%+v is no better than %+v", p, o)
			}
		}
	}
	var csv, table strings.Builder
	if err := f.writeCSV(&csv); err != nil || strings.Count(csv.String(), "\n") != len(f.Points)+1 {
		t.Errorf("%v: %s", err, &csv)
	}
	f.write(&table)
	if text := table.String(); !strings.Contains(text, "lower bounds") ||
		strings.Contains(text, "\npeak ") != (len(f.Points) > 1) {
		t.Error(text)
	}
	f.Points = append(f.Points, point{Cost: 2 * f.Points[0].Cost, Peak: 1, Makespan: 1})
	f.plot(&table)
	if text := table.String(); !strings.Contains(text, " at cost ") {
		t.Error(text)
	}
}

// Searches for a short makespan and within a budget of memory print what they found, and keep it.
func TestObjectives(t *testing.T) {
	g := uitest.Sample(t, "lion")
	for flags, want := range map[string]string{
		"--makespan 2":        "\nmakespan on 2 machines: 10\nlower bound: 10\noptimum: proven\n",
		"--peak 9":            "\npeak memory: 9 entries of Jacobians, of at most 9\ncost: 17\n",
		"--makespan 2 --json": `"makespan": 10,`,
		"--peak 9 --json":     `"feasible": true,`,
		"--peak 3":            "lion: no sequence holds at most 3 entries",
		"--makespan -1":       "--makespan is -1: ",
	} {
		var out bytes.Buffer
		c, kept := &cobra.Command{}, filepath.Join(t.TempDir(), "kept.seq")
		o, asJSON := NewObjective(c), shell.JSONFlag(c)
		err := c.ParseFlags(strings.Fields(flags))
		if err == nil {
			err = o.Check(c)
		}
		if err == nil {
			err = o.Solve(t.Context(), shell.Shell{Out: &out, Data: &out, Files: &files.Disk{}}, "lion", g,
				feature.SolveOptions{Planner: planner.Options{Workers: 1}, JSON: *asJSON, Out: kept})
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v", flags, err)
			}
			continue
		}
		if text, err := os.ReadFile(kept); err != nil || !strings.Contains(out.String(), want) ||
			!strings.HasPrefix(string(text), "# lion ") {
			t.Errorf("%s: %v, %s\n%s", flags, err, text, &out)
		}
	}
}

// What cannot be done is one sentence, before anything is searched.
func TestRefusals(t *testing.T) {
	for args, want := range map[string]string{
		"--machines 0 lion":     "--machines is 0: ",
		"--width 39 lion":       "--width is 39: choose a number of columns from 40 to 10000",
		"--sequence - -":        "FILE and --sequence cannot both be standard input",
		"--out - lion":          "--out would mix with the result on standard output: name a file",
		"--figure f.png lion":   `--figure is "f.png": end the name with one of .svg, .tikz, .tex`,
		"--peak many lion":      "invalid argument \"many\" for \"--peak\" flag: ",
		"--machines 2 --peak 3": "schedule needs a FILE: see schedule --help",
	} {
		if _, err := run(t, ScheduleCommand, strings.Fields(args)...); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
	if _, err := run(t, FrontCommand, "--json", "--csv", "lion"); err == nil ||
		err.Error() != "--json and --csv exclude each other: choose one" {
		t.Errorf("%v", err)
	}
}
