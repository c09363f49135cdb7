package layer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// steps is a session of a sample with its first n operations.
func steps(t *testing.T, sample string, n int) *session.Session {
	t.Helper()
	s := session.New(uitest.Sample(t, sample))
	for range n {
		if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// view sees a session with the selection of an operation that is possible next.
func view(s *session.Session, op int) *layer.View {
	v := &layer.View{Theme: plain(), Steps: s}
	if all := s.State().Operations(); op < len(all) {
		v.Sel = intent.AtOp(all[op].Op)
	}
	return v
}

// The outlook is that of the selected operation, worked out once for a state and a selection.
func TestOutlook(t *testing.T) {
	s := steps(t, "bat", 3)
	for k, c := range s.State().Operations() {
		v := view(s, k)
		o, ok := v.Outlook()
		if !ok || o.Choice != c || o.After.Spent() != s.State().Spent().Add(c.Price) {
			t.Fatalf("%v: %+v", c, o)
		}
		if again, _ := v.Outlook(); again.After != o.After {
			t.Error("it is worked out twice")
		}
		next := view(s, k)
		next.Remember(v)
		if kept, _ := next.Outlook(); kept.After != o.After {
			t.Error("it is not remembered")
		}
		z, born := o.Born()
		if born && (!o.After.IsLive(z) || int(z) < s.State().Born() || o.FillSize() < 1) || !born &&
			o.FillSize() != 0 && !strings.Contains(o.Effect(plain()), "merge") {
			t.Errorf("%v: born is %v, %t, %d faces", c, z, born, o.FillSize())
		}
		for _, z := range o.Concerned() {
			if !s.State().IsLive(z) || z == c.Op.U || z == c.Op.V {
				t.Errorf("%v concerns %v", c, z)
			}
			if name := o.Name(z); name != layer.Name(s.State(), z) {
				t.Errorf("it is named %s", name)
			}
			if full := o.InFull(); full.Name(z) != s.State().Name(z) {
				t.Errorf("in full it is named %s", full.Name(z))
			}
		}
	}
	v := view(s, 0)
	v.Sel = intent.AtVertex(0)
	if _, ok := v.Outlook(); ok {
		t.Error("a vertex of the dag does something")
	}
	if o := layer.Foresee(s.State(), model.Choice{Op: model.Op{U: model.NoZ, V: model.NoZ}}); o.After != nil {
		t.Error("what is impossible has an outlook")
	}
}

// What several operations did is counted by kind.
func TestCounts(t *testing.T) {
	s := model.NewState(uitest.Sample(t, "bat").Classic())
	var all []model.Change
	for !s.Done() {
		after, change, err := s.Apply(s.Operations()[0].Op)
		if err != nil {
			t.Fatal(err)
		}
		s, all = after, append(all, change)
	}
	fills, absorbs := 0, 0
	for _, c := range all {
		for _, e := range c.Events {
			switch e.Kind {
			case model.Born:
				fills++
			case model.Absorbed:
				absorbs++
			}
		}
	}
	got := layer.Counts(plain(), all)
	if !strings.Contains(got, fmt.Sprintf("fill %d", fills)) ||
		!strings.Contains(got, fmt.Sprintf("absorb %d", absorbs)) || !strings.Contains(got, " vertices") {
		t.Errorf("%d fills, %d absorbed: %s", fills, absorbs, got)
	}
	if one := layer.Foresee(model.NewState(uitest.Sample(t, "bat")),
		model.NewState(uitest.Sample(t, "bat")).Operations()[0]); one.Effects(plain()).Brief() == "" {
		t.Error("one operation does nothing")
	}
	if text := layer.CutWords(plain(), "fill (1,4), remove (1,2), merge", 22); text != "fill (1,4)"+plain().Signs.Cut {
		t.Errorf("cut it is %s", text)
	}
}

// What several operations remove is named, as much of it as there is room for, and counted where
// there is none.
func TestJointEffects(t *testing.T) {
	before := model.NewState(uitest.Sample(t, "lion").Classic())
	after, all := before, []model.Change(nil)
	for _, name := range []string{"(1,2)→(2,3)", "(1,2)→(2,4)", "(0,1)→(1,2)"} {
		for _, c := range after.Operations() {
			if after.FaceName(c.Op.Face()) != name {
				continue
			}
			next, change, err := after.Apply(c.Op)
			if err != nil {
				t.Fatal(err)
			}
			after, all = next, append(all, change)
		}
	}
	joint := layer.Joint(plain(), before, after, all)
	for width, want := range map[int]string{40: "fill, absorb, remove (2,3) (1,2) (2,4)",
		37: "fill, absorb, remove (2,3) and 2 more", 36: "fill, absorb, remove 3 vertices",
		30: "fill, absorb" + plain().Signs.Cut} {
		if got := joint.Fit(plain(), width); got != want {
			t.Errorf("%d cells: %s", width, got)
		}
	}
	if got := layer.Joint(plain(), nil, after, all); len(got) != 1 || got.Brief() != joint.Brief() {
		t.Errorf("without the state before: %q", got)
	}
}

// The totals of a large dag are pending at first; the best method is the cheapest of those that
// are known, and among equals one that is a sequence.
func TestTotals(t *testing.T) {
	for _, name := range []string{"bat", "lion", "newton1"} {
		g := uitest.Sample(t, name)
		all := layer.NewTotals(g, model.NewState(g))
		for _, m := range all.Methods() {
			if m.Cost < all.Best().Cost || layer.NumberWidth(m.Cost) > all.NumberWidth {
				t.Errorf("%s: %v beside %v, %d cells", name, m, all.Best(), all.NumberWidth)
			}
		}
		if early := layer.EarlyTotals(g, model.NewState(g)); early != all && early.CompressedTangent == nil {
			t.Errorf("%s: %+v", name, early)
		}
		pending := all
		pending.Pending = true
		if len(pending.Methods()) != 2 {
			t.Errorf("pending are %v", pending.Methods())
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	g := uitest.Sample(t, "lion")
	if _, err := layer.AllTotals(ctx, g, model.NewState(g)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if g.Classic(); !layer.NewTotals(g.Classic(), model.NewState(g.Classic())).Classic {
		t.Error("all Jacobians are there, and it is not classic")
	}
}

// A sequence is proved by numbers where it is complete, and refused where it is not.
func TestProof(t *testing.T) {
	s := session.New(uitest.Sample(t, "lion"))
	for !s.State().Done() {
		if p := layer.Prove(s.Dag(), s.Ops()); p.Verdict != layer.Fails || p.Err == nil {
			t.Fatalf("after %d operations: %+v", s.Depth(), p)
		}
		if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
			t.Fatal(err)
		}
	}
	if p := layer.Prove(s.Dag(), s.Ops()); p.Verdict != layer.Holds || p.Memory == (model.Memory{}) {
		t.Errorf("%+v", p)
	}
}

// A step has the name of its operation as the list writes it, or its title with the number of
// its operations.
func TestStepNames(t *testing.T) {
	s := steps(t, "bat", 2)
	ops := s.State().Operations()
	if _, err := s.Do("two at once", ops[0].Op); err != nil {
		t.Fatal(err)
	}
	v := view(s, 0)
	line := s.Line()
	for depth := 1; depth <= len(line); depth++ {
		before, ok := v.Before(line, depth)
		op := line[depth-1].Ops[0]
		if want := op.Mode.String() + " " + layer.OpName(plain(), before, op); !ok ||
			layer.StepName(v, line, depth) != want {
			t.Errorf("step %d is named %s, not %s", depth, layer.StepName(v, line, depth), want)
		}
	}
	fresh := session.New(s.Dag())
	if _, err := fresh.Do("greedy", s.Ops()...); err != nil {
		t.Fatal(err)
	}
	if got := layer.StepName(view(fresh, 0), fresh.Line(), 1); got != "greedy, 3 operations" {
		t.Errorf("it is named %s", got)
	}
	if width := v.SpentWidth(); width < 5 || width < style.Width(style.Number(s.State().Spent())) {
		t.Errorf("%d cells for what was spent", width)
	}
	if v.Edge(0, 1) != "("+v.ID(0)+","+v.ID(1)+")" {
		t.Errorf("an edge is written %s", v.Edge(0, 1))
	}
	if layer.Expensive(s.State(), s.Ops()) || !layer.Expensive(s.State(), make([]model.Op, 1000)) {
		t.Error("what takes long to be carried out is not known")
	}
}

// The planner's sentences have the names of the screen.
func TestNamesInSentences(t *testing.T) {
	var names layer.Names
	for _, classic := range []bool{true, false} {
		g := uitest.Sample(t, "bat")
		if classic {
			g = g.Classic()
		}
		s := model.NewState(g)
		for _, c := range s.Operations() {
			name, bare := names.Op(s, c.Op), layer.OpName(plain(), s, c.Op)
			if want := c.Op.Mode.String() + " " + bare; classic && name != bare || !classic && name != want {
				t.Errorf("%s is named %s", bare, name)
			}
			if !c.Op.IsAccumulation() && names.Face(s, c.Op.Face()) != bare {
				t.Errorf("the face %s is named %s", bare, names.Face(s, c.Op.Face()))
			}
			if !strings.Contains(bare, strings.Trim(names.Vertex(s, c.Op.U), "()")) {
				t.Errorf("%s is about %s", bare, names.Vertex(s, c.Op.U))
			}
		}
	}
	if got := (layer.Names{Theme: plain()}).Number(12345); got != "12 345" {
		t.Errorf("a number is written %s", got)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{"": "", "what is wrong": "What is wrong.", "Ends.": "Ends.",
		"a.json is empty": "a.json is empty.", "v1 is no vertex": "v1 is no vertex.",
		"two\nlines \x1b[2J": "Two lines"} {
		if got := layer.Sentence(text); !strings.HasPrefix(got, want) || strings.ContainsAny(got, "\n\x1b") {
			t.Errorf("%q: %q", text, got)
		}
	}
	for ago, want := range map[time.Duration]string{-time.Hour: "dated ahead of the clock", 0: "just now",
		90 * time.Second: "1 minute ago", 3 * time.Hour: "3 hours ago", 47 * time.Hour: "47 hours ago",
		49 * time.Hour: "2 days ago"} {
		if got := layer.Ago(ago); got != want {
			t.Errorf("%v: %s", ago, got)
		}
	}
	if got := layer.Short(strings.Repeat("ö", 300)); got != strings.Repeat("ö", 200)+"..." ||
		layer.Short("ö") != "ö" {
		t.Errorf("short: %s", got)
	}
	for most, want := range map[int]int{0: 1, 1: 1, 2: 2, 9: 3} {
		rows := layer.Wrap(plain(), "one two three four", 9, most, style.Bad)
		if len(rows) != want || len(rows) < 3 && !strings.HasSuffix(rows[len(rows)-1], plain().Signs.Cut) {
			t.Errorf("at most %d rows: %q", most, rows)
		}
		for _, row := range rows {
			if style.Width(row) > 9 {
				t.Errorf("%q is too wide", row)
			}
		}
	}
	if rows := layer.Wrap(plain(), "", 9, 3, style.Bad); len(rows) != 1 {
		t.Errorf("nothing takes %d rows", len(rows))
	}
}

// Errors are said as sentences; no error is nothing to say, and a warning stays.
func TestSaid(t *testing.T) {
	if layer.Report(nil) != nil || layer.Warn(nil) != nil {
		t.Error("no error is said")
	}
	wrong := errors.New("the disk is full")
	if got := layer.Report(wrong)[0]; got != (intent.Say{Text: "The disk is full.", As: intent.Refusal}) {
		t.Errorf("%v", got)
	}
	if got := layer.Warn(wrong)[0]; got != (intent.Say{Text: "The disk is full.", As: intent.Warning}) {
		t.Errorf("%v", got)
	}
}

// The pattern is that of the Jacobian which the selection is about; there is none in a dag
// without patterns.
func TestPattern(t *testing.T) {
	if name, p := view(steps(t, "bat", 0), 0).Pattern(); name != "" || p != nil {
		t.Errorf("bat has the pattern %s", name)
	}
}
