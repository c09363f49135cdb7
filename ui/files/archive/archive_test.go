package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/samples"
)

func bat(t testing.TB) *model.Dag {
	t.Helper()
	content, err := samples.Open("bat")
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read("bat", bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// found is what branch and bound finds behind the first steps of a sequence.
func found(t testing.TB, g *model.Dag, start ...model.Op) Found {
	t.Helper()
	state, _, err := model.Replay(model.NewState(g), start)
	if err != nil {
		t.Fatal(err)
	}
	run, err := planner.Start(context.Background(), state, planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return Found{Start: start, Options: run.Options(), End: end, Incumbents: run.Incumbents(0)}
}

// write is a run with its certificate in one file, as version 2 had it.
func write(t testing.TB, g *model.Dag, f Found) []byte {
	t.Helper()
	content, err := Write(g, f)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(content, &whole); err != nil {
		t.Fatal(err)
	}
	whole["version"] = 2
	if proof := Prove(context.Background(), g, f); proof != nil {
		whole["runs"].([]any)[0].(map[string]any)["proof"] = json.RawMessage(proof)
	}
	if content, err = json.Marshal(whole); err != nil {
		t.Fatal(err)
	}
	return content
}

// The certificate lies in a file of its own, so that a run is read without it.
func TestProofsOfTheirOwn(t *testing.T) {
	g := bat(t)
	f := found(t, g)
	content, err := Write(g, f)
	if err != nil {
		t.Fatal(err)
	}
	proof := Prove(context.Background(), g, f)
	for name, c := range map[string]struct {
		proof []byte
		bound model.Cost
	}{"with it": {proof, 32}, "without": {nil, 0}, "with half of it": {proof[:len(proof)/2], 0}} {
		runs := Read(context.Background(), g, content, c.proof)
		if len(runs) != 1 || runs[0].End.Incumbent.Cost != 32 || runs[0].End.Bound != c.bound ||
			runs[0].End.Proven != (c.bound > 0) {
			t.Errorf("%s: %+v", name, runs)
		}
	}
}

// Results are read back with their proof, also those of a run that began in the middle.
func TestRoundTrip(t *testing.T) {
	g := bat(t)
	for _, start := range [][]model.Op{nil, {model.Accumulate(0, model.TAN)}} {
		f := found(t, g, start...)
		runs := Read(context.Background(), g, write(t, g, f), nil)
		if len(runs) != 1 {
			t.Fatalf("%d runs", len(runs))
		}
		r := runs[0]
		total := r.End.Incumbent.Cost
		for _, o := range start {
			state := model.NewState(g)
			price, err := state.Price(o)
			if err != nil {
				t.Fatal(err)
			}
			total = total.Add(price)
		}
		if total != 32 || !r.End.Proven || r.End.Bound != r.End.Incumbent.Cost ||
			r.Start != place(model.NewState(g), start) {
			t.Errorf("%+v", r)
		}
	}
}

// A file may state anything: what is false is not read, and a bound without a valid
// certificate is none.
func TestNothingIsBelieved(t *testing.T) {
	g := bat(t)
	f := found(t, g)
	honest := write(t, g, f)
	change := func(edit func(r map[string]any)) []byte {
		var whole map[string]any
		if err := json.Unmarshal(honest, &whole); err != nil {
			t.Fatal(err)
		}
		edit(whole["runs"].([]any)[0].(map[string]any))
		content, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	last := func(r map[string]any) map[string]any {
		all := r["incumbents"].([]any)
		return all[len(all)-1].(map[string]any)
	}
	for name, content := range map[string][]byte{
		"nothing": nil, "half": honest[:len(honest)/2], "another": []byte(`{"facet":"session"}`),
		"empty":       []byte(`{"facet":"runs","version":2,"runs":[{}]}`),
		"a price":     change(func(r map[string]any) { last(r)["cost"] = 31 }),
		"a sequence":  change(func(r map[string]any) { last(r)["ops"] = last(r)["ops"].([]any)[1:] }),
		"none":        change(func(r map[string]any) { r["incumbents"] = nil }),
		"a time":      change(func(r map[string]any) { last(r)["time"] = -1 }),
		"a method":    change(func(r map[string]any) { r["method"] = "\x1b[2J" }),
		"a source":    change(func(r map[string]any) { last(r)["source"] = "\x1b[2J" }),
		"a start":     change(func(r map[string]any) { r["start"] = []string{"ACC TAN (9 9)"} }),
		"another dag": []byte(strings.Replace(string(honest), "(-1 1)", "(0 2)", 1)),
	} {
		if runs := Read(context.Background(), g, content, nil); len(runs) != 0 {
			t.Errorf("%s: %+v", name, runs)
		}
	}
	for name, content := range map[string][]byte{
		"no certificate": change(func(r map[string]any) { delete(r, "proof") }),
		"a higher bound": change(func(r map[string]any) { r["proof"].(map[string]any)["bound"] = 36 }),
		"another's":      change(func(r map[string]any) { r["proof"].(map[string]any)["dag"] = "0" }),
		"the first release's": []byte(strings.Replace(string(change(func(r map[string]any) {
			delete(r, "proof")
			r["bound"] = 32
			r["proven"] = true
		})), `"version":2`, `"version":1`, 1)),
		"an empty proof": change(func(r map[string]any) {
			r["proof"].(map[string]any)["leaves"] = []any{map[string]any{"denominator": 1}}
		}),
	} {
		runs := Read(context.Background(), g, content, nil)
		if len(runs) != 1 || runs[0].End.Proven || runs[0].End.Bound != 0 ||
			runs[0].End.Incumbent.Cost != 32 {
			t.Errorf("%s: %+v", name, runs)
		}
	}
}

// An expensive sequence with a low bound is read as a sequence, not as an optimum.
func TestForgedOptimum(t *testing.T) {
	g := bat(t)
	run, err := planner.Start(context.Background(), model.NewState(g),
		planner.Options{Method: planner.SparseAdjoint, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	end.Bound, end.Proven = end.Incumbent.Cost, true
	runs := Read(context.Background(), g,
		write(t, g, Found{Options: run.Options(), End: end, Incumbents: run.Incumbents(0)}), nil)
	if len(runs) != 1 || runs[0].End.Proven || runs[0].End.Bound > 32 {
		t.Errorf("%+v", runs)
	}
}

func FuzzRead(f *testing.F) {
	g := bat(f)
	f.Add(write(f, g, found(f, g)))
	f.Add([]byte(`{"facet":"runs","version":1,"runs":[{"method":"GreedyLocalCost","bounding":"cover","opening":"vertex","incumbents":[{"ops":["ACC TAN (0 1)"]}]}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, r := range Read(context.Background(), g, content, nil) {
			if best := r.End.Incumbent.Cost; r.End.Bound > best || r.Start == (Position{}) && best < 32 {
				t.Errorf("%+v", r)
			}
		}
	})
}
