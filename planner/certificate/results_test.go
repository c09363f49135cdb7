package certificate_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/planner/certificate"
	"facet/samples"
)

const results = "../../docs/results"

// kinds are those of the parts of proofs: there is an example of each.
var kinds = []string{"packing", "prices", "chain", "inequality", "fixing", "branching", "presolve"}

// Every certificate of docs/results is of the present format and proves an optimum,
// the one that docs/results.md states: of the dag beside it, or of the sample of its
// name.
func TestPublishedResults(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(results, "..", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, file := range filesOf(t, results) {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		c, v := verified(t, file)
		collectKinds(c.Proof, found)
		stated := false
		for line := range strings.Lines(string(doc)) {
			plain := strings.ReplaceAll(line, " ", "")
			mentioned := strings.Contains(line, name+".xml") || strings.Contains(line, "/"+name+".json")
			stated = stated || mentioned && strings.Contains(plain, "**"+v.Cost.String()+"**")
		}
		if !stated {
			t.Errorf("%s: docs/results.md does not state %s", name, v.Cost)
		}
		if text, written := content(t, file), rewritten(t, c); text != written {
			t.Errorf("%s is not as a certificate is written today", file)
		}
	}
	for _, kind := range kinds {
		if !found[kind] {
			t.Errorf("no certificate of docs/results is an example of %s", kind)
		}
	}
}

func filesOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no certificates in ", folder, err)
	}
	return files
}

func content(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// dagOf is the dag of a certificate: NAME_classic is about the dag NAME in classic
// mode, which is in docs/results or a sample.
func dagOf(t *testing.T, file string) *model.Dag {
	t.Helper()
	name, classic := strings.CutSuffix(strings.TrimSuffix(filepath.Base(file), ".json"), "_classic")
	text, err := os.ReadFile(filepath.Join(results, name+".xml"))
	if err != nil {
		text, err = samples.Open(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read(name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if classic {
		return g.Classic()
	}
	return g
}

// verified reads a certificate, which has to prove an optimum.
func verified(t *testing.T, file string) (*certificate.Certificate, certificate.Verdict) {
	t.Helper()
	c, err := certificate.Read(strings.NewReader(content(t, file)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	v, err := certificate.Verify(dagOf(t, file), c)
	if err != nil || !v.Optimal {
		t.Errorf("%s: %s, error %v", file, v, err)
	}
	return c, v
}

func rewritten(t *testing.T, c *certificate.Certificate) string {
	t.Helper()
	var text strings.Builder
	if err := certificate.Write(&text, c); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// collectKinds notes of what kinds the parts of a proof are.
func collectKinds(p *certificate.Proof, found map[string]bool) {
	switch {
	case p.Resource != nil:
		found["branching"] = true
		collectKinds(p.Selected, found)
		collectKinds(p.Forbidden, found)
		return
	case p.Packing != nil:
		found["packing"] = true
		return
	case p.Rest != nil:
		found["fixing"] = true
		collectKinds(p.Rest, found)
	}
	for _, path := range p.Leaf.Paths {
		found["prices"] = found["prices"] || len(path.Prices) > 0
		found["chain"] = found["chain"] || path.Rest
		found["presolve"] = found["presolve"] || path.Like != nil
	}
	found["inequality"] = found["inequality"] || len(p.Leaf.Inequalities) > 0
}
