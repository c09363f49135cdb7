package script_test

import (
	"context"
	"strings"
	"testing"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/script"
	"facet/ui/uitest"
)

// written is the script of a record; the string says why there is none.
func written(t *testing.T, r *script.Record) (lines []string, none string) {
	t.Helper()
	content, none := r.Script("it.txt")
	if none != "" {
		return nil, none
	}
	text, err := content.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), ""
}

// Steps stand in the script as what came of a key; what only looks does not, and neither does
// what a lesson or another user did.
func TestRecord(t *testing.T) {
	s, r := session.New(uitest.Sample(t, "bat")), &script.Record{Begun: "bat"}
	if _, none := written(t, r); none != "Nothing was done yet that a script could do again." {
		t.Error(none)
	}
	if row := r.Row(style.Make(style.Mono, true, 0)); !strings.Contains(row, "stands here") {
		t.Error(row)
	}
	do := func(key string, i intent.Intent, change func()) {
		before := s.Cursor()
		r.Begin(key, "select (-1,1)")
		change()
		r.Stepped(s, i, before)
		r.End(script.Typed("typed", i), false)
	}
	first := s.State().Operations()[0].Op
	do("enter", intent.DoSelected{}, func() { _, _ = s.Do("", first) })
	do("u", intent.Undo{}, func() { s.Undo() })
	do("", intent.GoTo{Step: 1}, func() { _ = s.Goto(1) })
	do("", intent.GoTo{Step: 1}, func() {}) // where it stands already
	do("n", intent.Annotate{Text: "two\n lines"}, func() {})
	do("m", intent.Mark{Letter: "a"}, func() {})
	do("m", intent.Mark{Letter: "a", Off: true}, func() {})
	do("home", intent.JumpTo{}, func() { _ = s.Goto(0) })
	do("Z", intent.Redo{}, func() { s.Redo() })
	whole := intent.Carry{Ops: []model.Op{s.State().Operations()[0].Op}, Title: "vertex 1"}
	do("V", whole, func() { _, _ = s.Do(whole.Title, whole.Ops...) })
	now := s.State()
	next, _, err := now.Apply(now.Operations()[0].Op)
	if err != nil {
		t.Fatal(err)
	}
	each := intent.Carry{Ops: []model.Op{now.Operations()[0].Op, next.Operations()[0].Op}, Each: true}
	do("a", each, func() {
		for _, o := range each.Ops {
			_, _ = s.Do("", o)
		}
	})
	last := s.Line()[s.Depth()-2:]
	r.Pause = true
	do("", intent.Undo{}, func() { s.Undo() })
	r.Pause = false
	r.Begin("?", "")
	r.End(script.Typed("help", intent.Back{}), false)
	lines, _ := written(t, r)
	step, _ := s.Step(1)
	want := []string{"# facet --script it.txt bat", step.Lines[0], "undo", "step 1", "note two lines",
		"mark a", "unmark a", "jump 0", "redo", "vertex 1"}
	for _, step := range last {
		want = append(want, step.Lines...)
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q, not %q", lines, want)
	}
	if r.Last() != "help" || r.Key() != "?" || !strings.HasSuffix(r.Row(style.Make(style.Mono, true, 0)),
		"help") {
		t.Errorf("%q %q %q", r.Last(), r.Key(), r.Row(style.Make(style.Mono, true, 0)))
	}
}

// A record that is not whole says so and writes nothing.
func TestRecordsHaveAnEnd(t *testing.T) {
	s, r := session.New(uitest.Sample(t, "bat")), &script.Record{}
	for range 10_000 {
		r.Stepped(s, intent.Undo{}, 0)
	}
	if lines, none := written(t, r); len(lines) != 10_001 || none != "" {
		t.Errorf("%d lines: %s", len(lines), none)
	}
	r.Stepped(s, intent.Undo{}, 0)
	if _, none := written(t, r); !strings.HasPrefix(none, "More than 10 000 commands were given") {
		t.Error(none)
	}
	if n := len(r.Past()); n > 50 {
		t.Errorf("the palette brings %d commands back", n)
	}
}

// What searches stands in a script as a comment, a question not at all, and what is refused
// neither; what depends on the selection has it before, once.
func TestWhatAScriptLeavesOut(t *testing.T) {
	s := session.New(uitest.Sample(t, "bat"))
	v := &layer.View{Theme: style.Make(style.Mono, true, 0), Steps: s}
	r := &script.Record{}
	press := func(line string, of intent.Effect, refused bool) {
		r.Begin("k", "select 2")
		act := layer.Act{Line: line, Of: of}
		r.End(script.Behind(v, nil, []intent.Intent{act}, false), refused)
	}
	press("search", intent.Searches, false)
	press("save-as", intent.Writes, false)
	press("save a.seq", intent.Writes, true)
	press("save a.seq", intent.Writes, false)
	own := &layer.Command{Layer: "puzzle", Name: "hint"}
	for range 2 {
		r.Begin("h", "select 2")
		r.End(script.Behind(v, own, nil, false), false)
	}
	r.Begin("h", "select 2")
	r.End(script.Behind(v, own, nil, true), false) // on a page over the panels
	lines, _ := written(t, r)
	if got := strings.Join(lines[1:], "|"); got != "# search|save a.seq|select 2|puzzle.hint|puzzle.hint" {
		t.Error(got)
	}
}
