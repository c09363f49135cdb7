package edit_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/edit"
	"facet/model/modeltest"
	"facet/model/pattern/patterntest"
	"facet/model/session"
)

// text is all of a session, with its dag.
func text(t *testing.T, s *session.Session) string {
	t.Helper()
	all, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// wander takes random steps, with branches and notes.
func wander(t *testing.T, rng *rand.Rand, s *session.Session, steps int) {
	t.Helper()
	for n := range steps {
		if rng.IntN(4) == 0 {
			_ = s.Goto(rng.IntN(s.Steps() + 1))
		}
		all := s.State().Operations()
		if len(all) == 0 {
			continue
		}
		if _, err := s.Do("", all[rng.IntN(len(all))].Op); err != nil {
			t.Fatal(err)
		}
		if rng.IntN(3) == 0 {
			_ = s.Annotate(s.Cursor(), fmt.Sprint("note ", n))
		}
	}
}

// anyID is mostly that of a vertex.
func anyID(rng *rand.Rand, g *model.Dag) string {
	if len(g.Vertices) == 0 || rng.IntN(12) == 0 {
		return []string{"", "new", "a b", "x;y", "ü", "\x1b[31m", strings.Repeat("long", 40), "#",
			"(1,2)"}[rng.IntN(9)]
	}
	return g.Vertices[rng.IntN(len(g.Vertices))].ID
}

// anyEdge is mostly the ends of an edge.
func anyEdge(rng *rand.Rand, g *model.Dag) (string, string) {
	if len(g.Edges) == 0 || rng.IntN(5) == 0 {
		return anyID(rng, g), anyID(rng, g)
	}
	e := g.Edges[rng.IntN(len(g.Edges))]
	return g.Vertices[e.Source].ID, g.Vertices[e.Target].ID
}

func anyNumber(rng *rand.Rand) int64 {
	return []int64{rng.Int64N(9), rng.Int64N(9), 1, -1, 0, math.MaxInt64, math.MaxInt64 - 1}[rng.IntN(7)]
}

// anyEdit is often impossible.
func anyEdit(rng *rand.Rand, g *model.Dag) edit.Edit {
	from, to := anyEdge(rng, g)
	cost := func() model.Cost { return model.Cost(anyNumber(rng)) }
	switch rng.IntN(14) {
	case 0, 1:
		return edit.AddVertex{ID: fmt.Sprint("v", rng.IntN(30)), Size: anyNumber(rng)}
	case 2, 3:
		e := edit.AddEdge{From: anyID(rng, g), To: anyID(rng, g), Jacobian: rng.IntN(3) == 0}
		if e.Model = rng.IntN(4) > 0; e.Model {
			e.Tangent, e.Adjoint = cost(), cost()
		}
		return e
	case 4:
		return edit.DeleteVertex{ID: anyID(rng, g)}
	case 5:
		return edit.DeleteEdge{From: from, To: to}
	case 6:
		return edit.SetSize{ID: anyID(rng, g), Size: anyNumber(rng)}
	case 7:
		return edit.SetCosts{From: from, To: to, Tangent: cost(), Adjoint: cost()}
	case 8:
		return edit.SetJacobian{From: from, To: to, Set: edit.Switch(rng.IntN(3))}
	case 9:
		return edit.SetModel{From: from, To: to, Set: edit.Switch(rng.IntN(3))}
	case 10, 11:
		return edit.SetPattern{From: from, To: to, Pattern: anyPattern(rng, g, from, to)}
	case 12:
		return edit.Rename{ID: anyID(rng, g), To: []string{fmt.Sprint("r", rng.IntN(30)),
			anyID(rng, g)}[rng.IntN(2)]}
	}
	return edit.RenameDag{Name: anyID(rng, g)}
}

// anyPattern mostly fits the edge, if there is one.
func anyPattern(rng *rand.Rand, g *model.Dag, from, to string) string {
	i, hasFrom := g.Find(from)
	j, hasTo := g.Find(to)
	if !hasFrom || !hasTo || rng.IntN(6) == 0 || max(g.Vertices[i].Size, g.Vertices[j].Size) > 50 {
		return []string{"", "diagonal", "band 1 1", "band -1 0", "select 0", "rows 0;0", "Band 1 1",
			"a;b # \"c", "dense"}[rng.IntN(9)]
	}
	return strings.TrimSpace(patterntest.Text(rng, int(g.Vertices[j].Size), int(g.Vertices[i].Size)))
}

// A hundred random edits, taken back and done again on the way, leave the dag and the
// session as they were; what is impossible changes nothing.
func TestAHundredEditsLeaveAllAsItWas(t *testing.T) {
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 23))
		g := modeltest.Random(t, rng, 8)
		if seed%2 == 0 {
			g = modeltest.Curved(t, rng, g)
		}
		if seed%3 == 0 {
			g = modeltest.Patterned(t, rng, g)
		}
		s := session.New(g)
		wander(t, rng, s, 12)
		before := text(t, s)
		d := edit.Draw(s)
		seen := []string{text(t, d.Session())}
		if seen[0] != before {
			t.Fatalf("seed %d: the copy is another session:\n%s\n%s", seed, before, seen[0])
		}
		at, done := 0, 0
		for done < 100 {
			switch rng.IntN(6) {
			case 0:
				if d.Undo() != (at > 0) {
					t.Fatalf("seed %d: undo at edit %d", seed, at)
				}
				at = max(0, at-1)
			case 1:
				if d.Redo() != (at < len(seen)-1) {
					t.Fatalf("seed %d: redo at edit %d of %d", seed, at, len(seen)-1)
				}
				at = min(len(seen)-1, at+1)
			default:
				e := anyEdit(rng, d.Dag())
				done++
				if err := d.Do(e); err != nil {
					if strings.TrimSpace(err.Error()) == "" {
						t.Fatalf("seed %d: %s is impossible without a reason", seed, e)
					}
					break
				}
				at++
				seen = append(seen[:at], text(t, d.Session()))
				if _, err := model.NewDraft("", d.Dag().Vertices, d.Dag().Edges); err != nil {
					t.Fatalf("seed %d: %s made %v", seed, e, err)
				}
			}
			if now := text(t, d.Session()); now != seen[at] {
				t.Fatalf("seed %d: edit %d came back different:\n%s\n%s", seed, at, seen[at], now)
			}
		}
		for d.Undo() {
		}
		if text(t, d.Session()) != before || d.Dag().Fingerprint() != g.Fingerprint() ||
			text(t, s) != before {
			t.Fatalf("seed %d: after all undos something is different", seed)
		}
	}
}

// Each impossible edit says why, and changes nothing.
func TestImpossibleEdits(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	print := g.Fingerprint()
	for line, want := range map[string]string{
		"vertex 3":                       "there is a vertex 3 already: choose another name",
		`vertex ""`:                      "the name of a vertex is empty: type at least one letter or digit",
		`vertex "a\x1bb"`:                `the name "a\x1bb" of a vertex has signs that no terminal shows: use letters and digits`,
		"vertex 9 0":                     "a size of 0 is impossible: a vector has at least 1 entry",
		"vertex 9 9223372036854775808":   "9223372036854775808 is too large for a size: the largest is 9223372036854775806",
		"vertex 9 two":                   "two is no whole number for a size",
		"vertex":                         "vertex needs name size",
		"edge 1 3 2/4":                   "edge (1,3) is there already: change its costs instead",
		"edge 3 -1 2/4":                  "the graph has a cycle 3 -> -1 -> 1 -> 3: a dag must not lead back",
		"edge 1 1 2/4":                   "edge (1,1) is a self loop: a variable cannot be made from itself",
		"edge 1 9 2/4":                   "the dag has no vertex 9",
		"edge 1 5 2":                     "2 are no costs: write tangent/adjoint, as in 3/6",
		"edge 1 5 2/-4":                  "a cost of -4 is impossible: costs are whole numbers from 0",
		"edge 1 5 2/9223372036854775807": "9223372036854775807 is too large for a cost: the largest is 9223372036854775806",
		"size 3 0":                       "a size of 0 is impossible: a vector has at least 1 entry",
		"size 9 1":                       "the dag has no vertex 9",
		"cost 3 1 2/4":                   "there is no edge (3,1): (1,3) leads the other way",
		"cost -1 0 2/4":                  "there is no edge (-1,0): connect the two first",
		"model 1 3":                      "edge (1,3) has no Jacobian, so that it needs its model: give it the Jacobian first",
		"jacobian 1 3 off":               "",
		"jacobian 1 3 maybe":             "maybe is neither on nor off",
		"delete 9":                       "the dag has no vertex 9",
		"delete 1 5":                     "there is no edge (1,5): connect the two first",
		"rename 3 4":                     "there is a vertex 4 already: choose another name",
		"rename 3 3":                     "vertex 3 is called so already",
		"name \" \"":                     "the name of the dag is empty: type at least one letter or digit",
		"paint 3":                        "paint is no edit: there are vertex, edge, cost, size, jacobian, model, pattern, delete, rename, name",
		"pattern 1 3":                    "pattern needs i j PATTERN",
		"pattern 3 1 dense":              "there is no edge (3,1): (1,3) leads the other way",
		"pattern 1 3 wide":               `the pattern of edge (1,3) is "wide": a pattern is dense, diagonal, identity, band L U, rows ..., select ... or block B of one of these`,
		"pattern -1 1 diagonal":          "the pattern of edge (-1,1) is diagonal, but its Jacobian is 1 x 2: use a pattern such as band 0 0, rows or select",
		`rename 3 "4`:                    `a quoted name is not closed: "4`,
	} {
		e, err := edit.Parse(line)
		if err == nil {
			_, err = e.Apply(g)
		}
		switch {
		case err == nil && want != "":
			t.Errorf("%s is possible, and should be: %s", line, want)
		case err != nil && err.Error() != want:
			t.Errorf("%s\n  says  %s\n  wants %s", line, err, want)
		}
	}
	for e, want := range map[edit.Edit]string{
		edit.AddVertex{ID: "9",
			Size: math.MaxInt64}: "vertex 9 cannot have size 9223372036854775807: the largest is one less",
		edit.SetSize{ID: "3",
			Size: -2}: "vertex 3 cannot have size -2: a vector has at least 1 entry",
		edit.AddEdge{From: "1",
			To: "5"}: "edge (1,5) has neither a Jacobian nor a model: give costs as 3/6, or j for a Jacobian",
		edit.SetCosts{From: "1", To: "3",
			Tangent: -1}: "edge (1,3) cannot cost -1: costs are whole numbers from 0",
		edit.SetCosts{From: "1", To: "3",
			Tangent: model.Saturated}: "edge (1,3) cannot cost so much: the largest cost is 9223372036854775806",
	} {
		if _, err := e.Apply(g); err == nil || err.Error() != want {
			t.Errorf("%s says %v", e, err)
		}
	}
	if g.Fingerprint() != print {
		t.Error("the dag has changed")
	}
}

// A vertex that is named gets its size and its costs; a dag grows from nothing, by lines.
func TestBatByLines(t *testing.T) {
	all, err := edit.ParseAll(`
name bat          # after the wing
vertex -1 2; vertex 0 2
:vertex 1
vertex 2; vertex 3; vertex 4; vertex 5 2; vertex 6
edge -1 1 2/4; edge 0 2 2/4; edge 1 3 1/2; edge 1 4 1/2; edge 2 3 1/2; edge (2,6) 1/2
edge 3 4 1/2; edge 3 5 2/4; edge 3 6 1/1
cost 3 6 1/2
`)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := model.NewDraft("new", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := edit.Draw(session.New(empty))
	for _, e := range all {
		if err := d.Do(e); err != nil {
			t.Fatal(err)
		}
	}
	bat := modeltest.Sample(t, "bat")
	if d.Dag().Fingerprint() != bat.Fingerprint() || d.Dag().Name != bat.Name {
		t.Errorf("%+v\n%+v", d.Dag(), bat)
	}
}

// Steps are carried over as far as they are possible, and it is told where they stop; they
// come back when the change is taken back by another one.
func TestStepsAreCarriedOver(t *testing.T) {
	s := session.New(modeltest.Sample(t, "bat"))
	for _, line := range []string{"ACC TAN (-1 1)", "ELI TAN (-1 1)(1 3)", "ELI TAN (-1 1)(1 4)",
		"ACC TAN (0 2)"} {
		op, _, err := model.ParseOp(s.State(), line)
		if err == nil {
			_, err = s.Do("", op)
		}
		if err != nil {
			t.Fatal(line, err)
		}
	}
	d := edit.Draw(s)
	do := func(line string) {
		t.Helper()
		e, err := edit.Parse(line)
		if err == nil {
			err = d.Do(e)
		}
		if err != nil {
			t.Fatal(line, err)
		}
	}
	wants := func(steps int, cost model.Cost, why string) {
		t.Helper()
		c := d.Carried()
		got := ""
		if c.Why != nil {
			got = c.Step + ": " + c.Why.Error()
		}
		if c.All != 4 || c.Steps != steps || got != why || d.Session().State().Spent() != cost || d.Session().
			Cursor() != c.Cursor || d.Session().Depth() != steps {
			t.Errorf("%+v %s, spent %s; want %d steps for %s, %s", c, got, d.Session().State().Spent(), steps,
				cost, why)
		}
	}
	wants(4, 12, "")
	do("rename 1 one")
	do("cost -1 one 3/4")
	wants(4, 14, "")
	do("vertex new; ")
	do("delete one 4")
	wants(2, 8, "ELI TAN (-1 1)(1 4) 2: ELI TAN (-1 1)(1 4) is not possible any more")
	do("edge one 4 5/9")
	wants(4, 22, "")
	do("jacobian one 4")
	do("model one 4")
	wants(2, 8, "ELI TAN (-1 1)(1 4) 2: TAN needs the tangent of (one,4), which has none in the input")
	do("delete 0")
	wants(2, 8, "ELI TAN (-1 1)(1 4) 2: TAN needs the tangent of (one,4), which has none in the input")
	do("delete one")
	wants(0, 0, "ACC TAN (-1 1) 4: ACC TAN (-1 1) is not possible any more")
}

// A pattern is set, follows the sizes of its ends while it fits, and is refused with what
// to do where it does not; without patterns the dag is that of before.
func TestPatterns(t *testing.T) {
	bat := modeltest.Sample(t, "bat")
	d := edit.Draw(session.New(bat))
	do := func(line string) error {
		t.Helper()
		all, err := edit.ParseAll(line)
		if err != nil {
			t.Fatal(line, err)
		}
		for _, e := range all {
			if err := d.Do(e); err != nil {
				return err
			}
		}
		return nil
	}
	wants := func(from, to, text string) {
		t.Helper()
		g := d.Dag()
		i, _ := g.Find(from)
		for _, k := range g.Out(i) {
			if e := g.Edges[k]; g.Vertices[e.Target].ID == to && e.PatternText() != text {
				t.Errorf("the pattern of (%s,%s) is %q, not %q", from, to, e.PatternText(), text)
			}
		}
	}
	if err := do(`pattern -1 1 band 0 0; size 1 2; pattern 1 3 rows 1; size 3 3; size 5 3`); err == nil ||
		!strings.Contains(err.Error(),
			"vertex 3 cannot have size 3: the pattern of edge (1,3) lists 1 rows") {
		t.Fatal(err)
	}
	wants("-1", "1", "band 0 0")
	wants("1", "3", "rows 1")
	if err := do(`pattern 1 3 dense; size 3 3; size 5 3; pattern 1 3 "rows 0;;0-1"; pattern 3 5 diagonal`); err != nil {
		t.Fatal(err)
	}
	wants("1", "3", "rows 0;;0-1")
	err := do("size 5 4")
	if want := "vertex 5 cannot have size 4: the pattern of edge (3,5) is diagonal, but its Jacobian is 4 x 3: use a pattern such as band 0 0, rows or select. Type pattern 3 5 dense first, or another pattern"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if err := do("size -1 7"); err != nil {
		t.Fatal(err)
	}
	wants("-1", "1", "band 0 0")
	if err := do("pattern -1 1 dense; pattern 3 5 dense; pattern 1 3 dense"); err != nil || d.Dag().
		HasPatterns() {
		t.Errorf("patterns stay: %v", err)
	}
	for d.Undo() {
	}
	if d.Dag().Fingerprint() != bat.Fingerprint() {
		t.Error("undo did not lead back")
	}
}

// Edits are read as they are written.
func TestEditsAreReadAsTheyAreWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 3000 {
		g := modeltest.Sample(t, "bat")
		e := anyEdit(rng, g)
		if _, err := e.Apply(g); err != nil {
			continue
		}
		back, err := edit.Parse(e.String())
		if err != nil || back != e {
			t.Fatalf("%#v is written as %s and read as %#v, %v", e, e, back, err)
		}
		compared++
	}
	modeltest.Counted(t, "edits", compared, 1000)
}

// Dags of long ago are made anew.
func TestLongDrawings(t *testing.T) {
	g := modeltest.Newton(t, 50)
	d := edit.Draw(session.New(g))
	var prints []string
	for n := range 250 {
		prints = append(prints, d.Dag().Fingerprint())
		if err := d.Do(edit.SetSize{ID: g.Vertices[n%len(g.Vertices)].ID, Size: int64(20 + n)}); err != nil {
			t.Fatal(err)
		}
	}
	for n := len(prints) - 1; n >= 0; n-- {
		if d.Undo(); d.Dag().Fingerprint() != prints[n] {
			t.Fatalf("dag %d is different", n)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{`pattern 3 5 "rows 0;0"`, "pattern 1 3 band 0 0", "vertex 4 2",
		"edge 1 3 2/4 j", "cost 1 3 2/4", "delete (1,3)", `rename 3 "a;b"`, "size 3 2; model 1 3 off # why",
		"name x"} {
		f.Add(line)
	}
	g := modeltest.Sample(f, "bat")
	f.Fuzz(func(t *testing.T, line string) {
		all, err := edit.ParseAll(line)
		if err != nil {
			return
		}
		for _, e := range all {
			back, err := edit.Parse(e.String())
			if err != nil || back != e {
				t.Fatalf("%#v is written as %s and read as %#v, %v", e, e, back, err)
			}
			r, err := e.Apply(g)
			if err != nil {
				continue
			}
			if _, err := model.NewDraft("", r.Dag.Vertices, r.Dag.Edges); err != nil {
				t.Fatalf("%s made %v", e, err)
			}
		}
	})
}
