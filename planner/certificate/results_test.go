package certificate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/format"
	"facet/planner/certificate"
	"facet/samples"
)

const results = "../../docs/results"

// Every certificate of docs/results proves an optimum, the one that
// docs/results.md states: of the dag beside it, or of the sample of its name.
func TestPublishedResults(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(results, "..", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(results, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no results", err)
	}
	kinds := make(map[string]bool)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		sample, classic := strings.CutSuffix(name, "_classic")
		text, err := os.ReadFile(filepath.Join(results, name+".xml"))
		if err != nil {
			if text, err = samples.Open(sample); err != nil {
				t.Fatal(err)
			}
		}
		g, err := format.Read(name, strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if classic {
			g = g.Classic()
		}
		proof, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := certificate.Read(proof)
		proof.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		collectKinds(c.Proof, kinds)
		v, err := certificate.Verify(g, c)
		if err != nil || !v.Optimal {
			t.Errorf("%s: %s, error %v", name, v, err)
		}
		stated := false
		for line := range strings.Lines(string(doc)) {
			plain := strings.ReplaceAll(line, " ", "")
			mentioned := strings.Contains(line, name+".xml") || strings.Contains(line, "/"+name+".json")
			stated = stated || mentioned && strings.Contains(plain, "**"+v.Cost.String()+"**")
		}
		if !stated {
			t.Errorf("%s: docs/results.md does not state %s", name, v.Cost)
		}
	}
	for _, kind := range []string{"packing", "shares", "chain", "inequality", "fixing", "branching", "presolve"} {
		if !kinds[kind] {
			t.Errorf("no certificate of docs/results is an example of %s", kind)
		}
	}
}

// collectKinds notes of what kinds the parts of a proof are.
func collectKinds(p *certificate.Proof, kinds map[string]bool) {
	switch {
	case p.Resource != nil:
		kinds["branching"] = true
		collectKinds(p.Selected, kinds)
		collectKinds(p.Forbidden, kinds)
		return
	case p.Packing != nil:
		kinds["packing"] = true
		return
	case p.Rest != nil:
		kinds["fixing"] = true
		collectKinds(p.Rest, kinds)
	}
	for _, w := range p.Leaf.Paths {
		kinds["shares"] = kinds["shares"] || len(w.Prices) > 0
		kinds["chain"] = kinds["chain"] || w.Rest
		kinds["presolve"] = kinds["presolve"] || w.Like != nil
	}
	kinds["inequality"] = kinds["inequality"] || len(p.Leaf.Inequalities) > 0
}
