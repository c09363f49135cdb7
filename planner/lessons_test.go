package planner_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/teach/lesson"
	"facet/planner"
	"facet/planner/certificate"
	"facet/samples/lessons"
)

func lessonDag(name string) (*model.Dag, error) {
	text, err := lessons.Dag(name)
	if err != nil {
		return nil, err
	}
	return format.Read(name, bytes.NewReader(text))
}

// claims checks what is said of a state and of the step that led to it: "6000 are
// lost", "80 000 is the best".
type claims struct {
	*testing.T
	known map[claimed]model.Cost // best totals
}

// claimed is a state by its dag, which it keeps alive so that no other gets its address,
// and by what there is to see of it.
type claimed struct {
	dag          *model.Dag
	state, spent string
}

var (
	lost    = regexp.MustCompile(`(\d[\d ]*) (?:is|are|was|were) lost`)
	isBest  = regexp.MustCompile(`(\d[\d ]*) is the best`)
	bestIs  = regexp.MustCompile(`[Tt]he best is (\d[\d ]*\d|\d)`)
	numeral = strings.NewReplacer(" ", "")
)

// best is the least total that can be had from a state.
func (c *claims) best(s *model.State) model.Cost {
	if s.Done() {
		return s.Spent()
	}
	key := claimed{s.Dag(), fmt.Sprint(s), s.Spent().String()}
	if _, ok := c.known[key]; !ok {
		got := solve(c.T, s, planner.Options{Workers: 1})
		if !got.Proven {
			c.Fatalf("%s is not solved", key.state)
		}
		c.known[key] = s.Spent() + got.Incumbent.Cost
	}
	return c.known[key]
}

func (c *claims) check(where string, line int, text string, before, after *model.State) (checked int) {
	c.Helper()
	number := func(digits string) model.Cost {
		n, err := strconv.ParseInt(numeral.Replace(digits), 10, 64)
		if err != nil {
			c.Fatal(err)
		}
		return model.Cost(n)
	}
	for _, m := range lost.FindAllStringSubmatch(text, -1) {
		checked++
		if loss := c.best(after) - c.best(before); loss != number(m[1]) {
			c.Errorf("%s, line %d: %q, but it is %s", where, line, m[0], loss)
		}
	}
	for _, m := range append(isBest.FindAllStringSubmatch(text, -1),
		bestIs.FindAllStringSubmatch(text, -1)...) {
		checked++
		if best := c.best(after); best != number(m[1]) {
			c.Errorf("%s, line %d: %q, but it is %s", where, line, m[0], best)
		}
	}
	return checked
}

// Whatever the lessons say of losses and of the best that is left is true, and so
// are the goals of their puzzles: nothing is better.
func TestLessonsTellTheTruth(t *testing.T) {
	c := claims{T: t, known: make(map[claimed]model.Cost)}
	checked := 0
	for _, name := range lessons.Names() {
		text, err := lessons.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		l, mistakes := lesson.Read(text)
		if len(mistakes) > 0 {
			t.Fatal(mistakes)
		}
		course, mistakes := lesson.Play(l, lessonDag)
		if len(mistakes) > 0 {
			t.Fatal(mistakes)
		}
		for _, p := range course.Pages {
			switch p.Kind {
			case lesson.PagePlace, lesson.PageStep:
				checked += c.checkStep(course, p.Scene, p.Step, name, p.Line, p.Note)
			case lesson.PageCompare:
				for _, lane := range p.Compared.Columns {
					for k, note := range lane.Notes {
						checked += c.checkStep(course, p.Scene, lane.Steps[k], name, p.Line, note)
					}
				}
			case lesson.PagePuzzle:
				if p.Quest.Goal.Kind == lesson.GoalTotal && c.best(p.Quest.At) != p.Quest.Goal.Total {
					t.Errorf("%s, line %d: the best is %s, not %s", name, p.Line, c.best(p.Quest.At),
						p.Quest.Goal.Total)
				}
				for _, r := range p.Quest.Replies {
					after, _, err := r.At.Apply(r.Op)
					if err != nil {
						t.Fatal(err)
					}
					checked += c.check(name, p.Line, r.Text, r.At, after)
				}
			}
		}
	}
	if checked < 25 {
		t.Errorf("only %d claims were found", checked)
	}
}

func (c *claims) checkStep(course *lesson.Course, scene, step int, name string, line int, note string) int {
	s := course.Scenes[scene]
	after, _ := s.StateAt(step)
	before := after
	if path := s.Path(step); len(path) > 0 {
		parent := 0
		if len(path) > 1 {
			parent = path[len(path)-2]
		}
		before, _ = s.StateAt(parent)
	}
	return c.check(name, line, note, before, after)
}

// The table of the lesson on greedy methods.
func TestLessonOnGreedy(t *testing.T) {
	text, err := lessons.Open("greedy")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		called, dag   string
		fill, optimum model.Cost
		row           string
	}{
		{"Lion", "lion", 18, 16, "| Lion | 18 | 16 | 13 % |"},
		{"Bat", "bat", 36, 32, "| Bat | 36 | 32 | 13 % |"},
		{"one Newton step", "newton1", 80000, 74000, "| one Newton step | 80 000 | 74 000 | 8 % |"},
		{"two Newton steps", "newton2", 162000, 150000, "| two Newton steps | 162 000 | 150 000 | 8 % |"},
		{"a chain", "chain", 2290, 802, "| a chain of six | 2290 | 802 | 186 % |"},
		{"OpenFOAM", "openfoam", 93684949672415, 4912999465,
			"| OpenFOAM | 93 684 949 672 415 | 4 912 999 465 | 1 906 779 % |"},
	} {
		g, err := lessonDag(c.dag)
		if err != nil {
			t.Fatal(err)
		}
		if got := solve(t, model.NewState(g), planner.Options{Method: planner.GreedyMinFill,
			Workers: 1}); got.Incumbent.Cost != c.fill {
			t.Errorf("%s: minimum fill makes %s, not %s", c.called, got.Incumbent.Cost, c.fill)
		}
		if got := solve(t, model.NewState(g), planner.Options{Workers: 1}); got.Incumbent.Cost != c.optimum ||
			!got.Proven {
			t.Errorf("%s: the optimum is %s, not %s", c.called, got.Incumbent.Cost, c.optimum)
		}
		if !strings.Contains(string(text), c.row) {
			t.Errorf("the lesson does not say %q", c.row)
		}
	}
	g, err := lessonDag("chain")
	if err != nil {
		t.Fatal(err)
	}
	if got := solve(t, model.NewState(g), planner.Options{Method: planner.GreedyLocalCost,
		Workers: 1}); got.Incumbent.Cost != 1131 {
		t.Errorf("the chain by cheapest faces costs %s", got.Incumbent.Cost)
	}
}

// written is the certificate of a dag in classic mode, without blanks.
func written(t *testing.T, name string) string {
	t.Helper()
	g, err := lessonDag(name)
	if err != nil {
		t.Fatal(err)
	}
	g = g.Classic()
	proof, err := planner.Certify(t.Context(), g, solve(t, model.NewState(g), planner.Options{Workers: 1}))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := certificate.Write(&b, proof); err != nil {
		t.Fatal(err)
	}
	return tight.Replace(b.String())
}

var tight = strings.NewReplacer(" ", "", "\n", "")

// The certificates that the lesson on bounds reads aloud are those that are written.
func TestLessonOnBounds(t *testing.T) {
	text, err := lessons.Open("bounds")
	if err != nil {
		t.Fatal(err)
	}
	said, lion := tight.Replace(string(text)), written(t, "lion")
	const paths = `{"edges":[0,1,3],"prices":[0,2,1,3,2,6,3,6]},{"edges":[0,2],"prices":[4,2]},{"edges":[0,1,4],"prices":[5,1,6,2]}`
	if !strings.Contains(lion, paths) || !strings.Contains(said, paths) {
		t.Errorf("Lion's paths are others:\n%s", lion)
	}
	const resources = `"resources":[["MUL",0,1,2],["MUL",1,2,3],["MUL",0,1,3],["MUL",0,2,3],["MUL",0,1,4],["MUL",1,2,4],["MUL",0,2,4]]`
	if !strings.Contains(lion, resources) {
		t.Errorf("Lion's resources are others:\n%s", lion)
	}

	// Vertices by position: -1, 0, 1, ... 6; edges in the order of the dag.
	bat := written(t, "bat")
	for _, part := range []string{
		`"resources":[["MUL",0,2,4],["MUL",2,4,6],["MUL",0,2,6],["MUL",0,4,6],["MUL",0,2,5],["MUL",1,3,4],["MUL",3,4,6],["MUL",1,3,6],["MUL",1,4,6],` +
			`["MUL",1,3,7],["MUL",2,4,5],["MUL",0,4,5],["MUL",2,4,7],["MUL",0,2,7],["MUL",0,4,7],["MUL",3,4,5],["MUL",1,3,5],["MUL",1,4,5],["MUL",3,4,7],["MUL",1,4,7]]`,
		`"paths":[{"edges":[0,2,7],"prices":[0,2,1,2,2,4,3,4]},{"edges":[0,3],"prices":[4,2]},` +
			`{"edges":[1,4,7],"prices":[5,2,6,2,7,4,8,4]},{"edges":[1,5],"prices":[9,2]},` +
			`{"edges":[0,2,6],"prices":[10,1,11,2]},{"edges":[0,2,8],"prices":[12,1,13,2,14,2]},` +
			`{"edges":[1,4,6],"prices":[15,1,16,2,17,2]},{"edges":[1,4,8],"prices":[18,1,19,2]}]`,
	} {
		if !strings.Contains(bat, part) {
			t.Errorf("Bat's certificate does not have\n%s\nbut is\n%s", part, bat)
		}
	}
}
