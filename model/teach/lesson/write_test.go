package lesson_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
	"facet/model/session"
	"facet/model/teach/lesson"
)

// tree writes what a session's steps are, whatever the order they were taken in.
func tree(s *session.Session) string {
	var all []string
	for id := 1; id <= s.Steps(); id++ {
		var names []string
		for _, k := range s.Path(id) {
			step, _ := s.Step(k)
			names = append(names, strings.Join(step.Lines, ";"))
		}
		step, _ := s.Step(id)
		all = append(all, strings.Join(names, " > ")+" # "+strings.Join(strings.Fields(step.Note), " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// A session with branches, coarser moves and notes comes back from the lesson that
// is made of it.
func TestWrittenLessonsAreRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		g := modeltest.Random(t, rng, 7)
		s := session.New(g)
		for range 40 {
			switch choices := s.State().Operations(); {
			case rng.IntN(4) == 0 || len(choices) == 0:
				_ = s.Goto(rng.IntN(s.Steps() + 1))
			case rng.IntN(3) == 0:
				tape := model.NewTape(s.State())
				var ops []model.Op
				for range 1 + rng.IntN(3) {
					if c := tape.State().Operations(); len(c) > 0 {
						op := c[rng.IntN(len(c))].Op
						if _, err := tape.Do(op); err != nil {
							t.Fatal(err)
						}
						ops = append(ops, op)
					}
				}
				_, _ = s.Do("a move `of` several", ops...)
			case rng.IntN(3) == 0:
				e := junction.Elimination{J: rng.IntN(len(g.Vertices))}
				if plan, err := e.Plan(s.State()); err == nil {
					_, _ = s.Do(e.Line(g), plan.Ops...)
				}
			default:
				_, _ = s.Do("", choices[rng.IntN(len(choices))].Op)
			}
			if rng.IntN(3) == 0 {
				_ = s.Annotate(s.Cursor(), strings.Repeat("# a note: `with` *signs* \n", rng.IntN(9)))
			}
		}
		_ = s.Annotate(0, "")
		if s.Steps() == 0 { // of which no lesson is made
			continue
		}
		text, err := lesson.Write(s, lesson.About{Title: "Back to step 3: `*` [x](y) #", Author: "A: \"B\"",
			Dag: "it"})
		if err != nil {
			t.Fatal(err)
		}
		l, mistakes := lesson.Read(text)
		if len(mistakes) > 0 {
			t.Fatalf("%v\n%s", mistakes, text)
		}
		c, mistakes := lesson.Play(l, func(string) (*model.Dag, error) { return g, nil })
		if len(mistakes) > 0 {
			t.Fatalf("%v\n%s", mistakes, text)
		}
		if l.Title != "Back to step 3: `*` [x](y) #" || l.Author != `A: "B"` {
			t.Fatalf("title %q, author %q", l.Title, l.Author)
		}
		if got, want := tree(c.Scenes[0]), tree(s); got != want {
			t.Fatalf("came back as\n%s\nwant\n%s\nfrom\n%s", got, want, text)
		}
	}
}

// What a session may hold and a lesson must not have is left out.
func TestWrittenLessonsAreHarmless(t *testing.T) {
	s := session.New(modeltest.Sample(t, "composition"))
	if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
		t.Fatal(err)
	}
	_ = s.Annotate(1, "\x1b[31mred\u202e\xff\n```\n# heading")
	_ = s.Annotate(0, "Dag: evil\n\n```facet")
	text, err := lesson.Write(s, lesson.About{Title: "\x1b]0;x\x07", Dag: "composition"})
	if err != nil {
		t.Fatal(err)
	}
	l, mistakes := lesson.Read(text)
	if len(mistakes) > 0 || l.Title != "]0;x" || l.Chapters[0].Subject.Dag != "composition" {
		t.Fatalf("%v\n%s", mistakes, text)
	}
}
