package lesson_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/teach/lesson"
)

// open gives the samples of the model's tests.
func open(t testing.TB) lesson.Open {
	return func(name string) (*model.Dag, error) {
		switch name {
		case "lion", "bat", "composition", "newton1", "hierarchy":
			return modeltest.Sample(t, name), nil
		}
		return nil, fmt.Errorf("no sample is called %q", name)
	}
}

func read(t testing.TB, text string) *lesson.Lesson {
	t.Helper()
	l, mistakes := lesson.Read([]byte(text))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	return l
}

func play(t testing.TB, text string) *lesson.Course {
	t.Helper()
	c, mistakes := lesson.Play(read(t, text), open(t))
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	return c
}

// outline writes the pages of a course, one a line.
func outline(c *lesson.Course) string {
	var b strings.Builder
	for _, p := range c.Pages {
		fmt.Fprintf(&b, "%d %s", p.Chapter+1, [...]string{"", "prose", "place", "step", "compare",
			"puzzle"}[p.Kind])
		switch p.Kind {
		case lesson.PageProse:
			fmt.Fprintf(&b, " %d blocks", len(p.Blocks))
		case lesson.PagePlace, lesson.PageStep:
			s := c.Scenes[p.Scene]
			step, _ := s.Step(p.Step)
			fmt.Fprintf(&b, " scene %d at %d spent %s: %s", p.Scene, step.Depth, step.Spent, step.Title)
			if next, _ := s.Step(p.Next); p.Next > 0 {
				fmt.Fprintf(&b, " | then %s", next.Title)
			}
			if p.Back {
				b.WriteString(" | back")
			}
			if p.Note != "" {
				b.WriteString(" # " + p.Note)
			}
		case lesson.PageCompare:
			fmt.Fprintf(&b, " %s %s, %s %s, part after %d", p.Compared.Columns[0].Name,
				p.Compared.Columns[0].Spent,
				p.Compared.Columns[1].Name, p.Compared.Columns[1].Spent, p.Compared.Parting)
		case lesson.PagePuzzle:
			fmt.Fprintf(&b, " goal %d %s, %d hints", p.Quest.Goal.Kind, p.Quest.Goal.Total,
				len(p.Quest.Hints))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestPages(t *testing.T) {
	text, err := os.ReadFile("testdata/lion.md")
	if err != nil {
		t.Fatal(err)
	}
	c := play(t, string(text))
	const want = `1 prose 2 blocks
2 prose 1 blocks
2 place scene 1 at 0 spent 0:  | then ELI MUL (0 1)(1 2) 2 # Junction 1 has two faces, junction 2 has two.
2 step scene 1 at 1 spent 2: ELI MUL (0 1)(1 2) 2 | then ELI MUL (0 1)(1 4) 2 # Fill: (0,1,2) is a new vertex for the path (0,1,2). (0,1) stays, because it has another face.
2 step scene 1 at 2 spent 4: ELI MUL (0 1)(1 4) 2 | then ELI MUL (0 1 2)(2 3) 6 # Now (0,1) has no faces left and is removed.
2 prose 1 blocks
2 step scene 1 at 3 spent 10: ELI MUL (0 1 2)(2 3) 6 | then ELI MUL (0 1 2)(2 4) 2
2 step scene 1 at 4 spent 12: ELI MUL (0 1 2)(2 4) 2 # Absorbed by (0,1,4), which also runs from 0 to 4.
3 place scene 1 at 0 spent 0:  | then ELI MUL (1 2)(2 4) 1 | back # Start again from step 0: take one face of each vertex in turn.
3 step scene 1 at 1 spent 1: ELI MUL (1 2)(2 4) 1 | then ELI MUL (0 1)(1 2) 2 # The edge (1,4) absorbs the product. It costs 1 instead of 2.
3 step scene 1 at 2 spent 3: ELI MUL (0 1)(1 2) 2 | then ELI MUL (0 1)(1 2 4)+(1 4) 2
3 step scene 1 at 3 spent 5: ELI MUL (0 1)(1 2 4)+(1 4) 2 | then ELI MUL (0 1 2)(2 3) 6
3 step scene 1 at 4 spent 11: ELI MUL (0 1 2)(2 3) 6
3 place scene 1 at 1 spent 1: ELI MUL (1 2)(2 4) 1 | then ELI MUL (1 2)(2 3) 3 | back # Back to step 1: what if vertex 2 is finished first?
3 step scene 1 at 2 spent 4: ELI MUL (1 2)(2 3) 3 | then ELI MUL (0 1)(1 2 3) 6 # Now vertex 2 is eliminated as a whole ...
3 step scene 1 at 3 spent 10: ELI MUL (0 1)(1 2 3) 6 | then ELI MUL (0 1)(1 2 4)+(1 4) 2
3 step scene 1 at 4 spent 12: ELI MUL (0 1)(1 2 4)+(1 4) 2 # ... and that costs 1 too much.
4 compare vertices 12, edges 11, part after 1
5 prose 1 blocks
5 puzzle goal 1 22, 1 hints
`
	if got := outline(c); got != want {
		t.Errorf("pages are\n%s", got)
	}
}
