package figure

import (
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/samples"
)

// Greedy's sequence for one Newton step is written as in the paper's Example 7, the last
// line with its merge.
func TestTableIsThePapers(t *testing.T) {
	w := walk(t, "newton1")
	w.Steps = nil
	s := model.NewState(w.Dag)
	for _, line := range []string{
		"ACC TAN (-1 2)", "ELI TAN (-1 2)(2 3)", "ACC TAN (0 2)", "ELI TAN (0 2)(2 3)", "ACC TAN (-1 3)",
		"ACC TAN (-1 1)", "ELI TAN (-1 1)(1 3)",
	} {
		o, _, err := model.ParseOp(s, line)
		if err == nil {
			s, _, err = s.Apply(o)
		}
		if err != nil {
			t.Fatal(line, err)
		}
		w.Steps = append(w.Steps, Step{Ops: []model.Op{o}})
	}
	w.After = len(w.Steps)
	got, err := w.Table(Markdown, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| 1 | F'(-1,2) := Ḟ(-1,2)·I₁₀ | 2000 | 2000 |", "| F'(-1,2,3) := Ḟ(2,3)·F'(-1,2) | 8000 | 10 000 |",
		"| F'(0,2) := Ḟ(0,2)·I₁₀ | 2000 | 12 000 |",
		"| F'(0,2,3) := Ḟ(2,3)·F'(0,2) | 8000 | 20 000 |", "| F'(-1,1) := Ḟ(-1,1)·I₁₀ | 20 000 | 40 000 |",
		"| 10 000 | 50 000 |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// Every operation of every sample is in the table with its number, the last sum is the
// total, and every row has the same number of columns.
func TestTablesAreComplete(t *testing.T) {
	number := regexp.MustCompile(`^\| ([0-9]+) \|`)
	for _, name := range samples.Names() {
		w := walk(t, name)
		w.After = len(w.Steps)
		text, err := w.Table(Markdown, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(strings.TrimSpace(text), "\n")[4:]
		numbered := 0
		for _, row := range rows {
			if strings.Count(row, "|") != 5 {
				t.Errorf("%s: %s", name, row)
			}
			if number.MatchString(row) {
				numbered++
			}
		}
		if numbered != len(w.Steps) {
			t.Errorf("%s: %d of %d operations", name, numbered, len(w.Steps))
		}
		tex, err := w.Table(LaTeX, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(tex, `\\`+"\n") - 1; got != len(rows) {
			t.Errorf("%s: %d rows in LaTeX, %d in Markdown", name, got, len(rows))
		}
	}
}

// Notes and names contain no markup.
func TestTablesAreText(t *testing.T) {
	text, err := hostileWalk(t).Table(Markdown, []string{"", ""})
	if err != nil {
		t.Fatal(err)
	}
	if bad := regexp.MustCompile("[^\\\\][<*_`]|\x1b").FindString(text); bad != "" {
		t.Errorf("%q in\n%s", bad, text)
	}
}
