package page

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

func searched(t *testing.T, name string, o planner.Options) *Tree {
	t.Helper()
	o.Tree, o.Workers, o.WarmStart = true, 1, planner.WarmNothing
	run, err := planner.Start(t.Context(), model.NewState(uitest.Sample(t, name)), o)
	if err != nil {
		t.Fatal(err)
	}
	<-run.Done()
	r := &Tree{Spent: 100}
	r.Show(run.Tree())
	return r
}

// Every kind of node says why it is what it is, in costs of the whole sequence.
func TestSentences(t *testing.T) {
	r := searched(t, "lion", planner.Options{Bound: planner.BoundPacking})
	seen := make(map[planner.NodeState]string)
	th := style.Make(style.Mono, true, termenv.Ascii)
	for n := range r.Of.Nodes {
		r.Chosen = n
		seen[r.Of.Nodes[n].State] = r.Sentence(th)
	}
	for s, want := range map[planner.NodeState]string{
		planner.NodeCut:       " is not below 116: cut.",
		planner.NodeSeen:      " or less: seen before.",
		planner.NodeExpanded:  ". Its moves lead to ",
		planner.NodeComplete:  ": complete for 118, the best then.",
		planner.NodeIncumbent: ": complete for 116, the best so far.",
	} {
		if !strings.Contains(seen[s], want) {
			t.Errorf("of a node that is %s: %q", NodeWord(s), seen[s])
		}
	}
}

// What is only counted is said with its counts, also where all children are.
func TestOnlyCounted(t *testing.T) {
	r := searched(t, "bat", planner.Options{Bound: planner.BoundPacking})
	th := style.Make(style.Mono, true, termenv.Ascii)
	counted := 0
	for n := range r.Of.Nodes {
		node := &r.Of.Nodes[n]
		if node.Below == nil {
			continue
		}
		counted++
		r.Chosen = n
		if text := r.Sentence(th); node.Count == 0 && !strings.Contains(text, "only counted: ") {
			t.Error(text)
		}
	}
	rows, hidden := r.Draw(th, 80, 20)
	if counted == 0 || len(rows) != 20 || hidden == "" {
		t.Errorf("%d nodes count, %d rows, hidden %q", counted, len(rows), hidden)
	}
	for _, row := range rows {
		if style.Width(row) > 80 {
			t.Errorf("%d cells: %s", style.Width(row), row)
		}
	}
}

// Rows are chosen, folded and unfolded; at the end the node that was taken last is chosen again.
func TestFold(t *testing.T) {
	r := searched(t, "lion", planner.Options{Bound: planner.BoundSimple})
	all := len(r.rows())
	r.Move(-1 << 20)
	if r.Chosen != 0 || !r.Mine {
		t.Fatalf("node %d is chosen", r.Chosen)
	}
	r.Fold()
	if got := r.rows(); len(got) != 1 || got[0].folded != 170 {
		t.Errorf("%+v below a folded root", got)
	}
	r.Fold()
	if got := len(r.rows()); got != all {
		t.Errorf("%d rows, %d before", got, all)
	}
	r.Move(1)
	if r.Chosen != 1 {
		t.Errorf("node %d is chosen", r.Chosen)
	}
	r.Move(1 << 20)
	if r.Mine || r.Chosen != int(r.Of.Last) {
		t.Errorf("node %d is chosen at the end", r.Chosen)
	}
}
