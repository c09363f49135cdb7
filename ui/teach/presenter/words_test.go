package presenter

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// said are the texts for readers, by where they stand.
func said(t *testing.T) map[string]string {
	out := make(map[string]string)
	for _, name := range lessons.Names() {
		text, err := lessons.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		out["lesson "+name] = string(text)
	}
	files, _ := filepath.Glob("../../../docs/*.md")
	for _, file := range append(files, "../../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[file] = string(text)
	}
	for _, term := range style.Glossary(mono) {
		out["glossary: "+term.Name] = strings.Join(term.Lines[:], " ")
	}
	return out
}

// Rule 2.2 is the paper's product, which every elimination computes, and nothing else is
// called so.
func TestRule22IsTheProduct(t *testing.T) {
	sentence, rule, product := regexp.MustCompile(`[^.!?]*(?:\d\.\d[^.!?]*)+[.!?]`),
		regexp.MustCompile(`Rules? (\d\.\d, )*2\.2`), regexp.MustCompile(`\b[Pp]roduct|three cases`)
	named := regexp.MustCompile(`\b2\.(1-|2)`) // alone, or in a range
	found := 0
	for where, text := range said(t) {
		for _, s := range sentence.FindAllString(strings.Join(strings.Fields(text), " ")+".", -1) {
			if rule.MatchString(s) {
				if found++; !product.MatchString(s) {
					t.Errorf("%s: it is the product: %q", where, s)
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("%d sentences name it", found)
	}
	for _, name := range []string{"bat", "lion", "hierarchy", "diamond"} {
		s := model.NewState(uitest.Sample(t, name))
		for !s.Done() {
			for _, c := range s.Operations() {
				o := layer.Foresee(s, c)
				if got := named.MatchString(o.Rules()); got == c.Op.IsAccumulation() {
					t.Fatalf("%s: %v %v has %s", name, c.Op.Mode, layer.OpName(mono, s, c.Op), o.Rules())
				}
			}
			best, _ := model.Cheapest(s.Operations())
			s, _, _ = s.Apply(best.Op)
		}
	}
}

// Tangents come before adjoints, on every screen, in every table and figure, in the
// narration and in plain mode: a reader of "2/4" need not ask which is which.
func TestTangentsComeFirst(t *testing.T) {
	tangent, adjoint := regexp.MustCompile(`\btangents? (cost:? )?\d|\bT \d`),
		regexp.MustCompile(`\badjoints? (cost:? )?\d|\bA \d`)
	var files []string
	for _, pattern := range []string{"../../*/testdata/*.txt", "../../*/*/testdata/*.txt",
		"../../*/*/*/testdata/*.txt", "../../cli/command/testdata/script/*.txtar"} {
		some, _ := filepath.Glob(pattern)
		files = append(files, some...)
	}
	rows := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for k, row := range strings.Split(plainText(string(text)), "\n") {
			a, b := tangent.FindStringIndex(row), adjoint.FindStringIndex(row)
			if a != nil && b != nil {
				if rows++; b[0] < a[0] {
					t.Errorf("%s:%d: %s", file, k+1, row)
				}
			}
		}
	}
	if rows < 40 {
		t.Errorf("%d rows of %d files name both", rows, len(files))
	}
	g := uitest.Sample(t, "bat")
	totals := layer.NewTotals(g, model.NewState(g))
	for k, m := range totals.Methods() {
		if want := []string{"dense tangent", "dense adjoint", "sparse tangent",
			"sparse adjoint"}[k]; m.Name != want {
			t.Errorf("method %d is %s", k, m.Name)
		}
	}
}
