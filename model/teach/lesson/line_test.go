package lesson_test

import (
	"fmt"
	"strings"
	"testing"
)

// The lines of the explorer and its scripts are lines of a lesson: whole vertices and edges,
// several operations as one step, notes, and ways along the steps.
func TestLinesOfScripts(t *testing.T) {
	c := course(t,
		front+"# A\n```facet\nnote Where it starts.\nvertex 1  # The first.\nnote And more.\nundo # Back.\n"+
			"ELI (1 2)(2 4); ELI (0 1)(1 2) # Two.\nundo\nredo\njump 0\njump 1\nfront (0,1)\nback (2,3)\ntotal 11\n```\n")
	var got []string
	for _, p := range c.Pages {
		step, _ := c.Scenes[0].Step(p.Step)
		got = append(got, fmt.Sprintf("%d %s: %s", len(c.Scenes[0].Path(p.Step)), step.Title, p.Note))
	}
	want := []string{"0 : Where it starts.", "1 vertex 1: The first. And more.", "0 : Back.",
		"1 ELI MUL (1 2)(2 4) 1: Two.",
		"0 : ", "1 ELI MUL (1 2)(2 4) 1: ", "0 : ", "1 ELI MUL (1 2)(2 4) 1: ", "2 front (0,1): ",
		"3 back (2,3): "}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// A vertex in a sequence of a comparison, in one step and in the state of a puzzle's goal is
// the same line.
func TestLinesInOtherBlocks(t *testing.T) {
	c := course(t,
		front+"# A\n```compare\na:\nvertex 1\nvertex 2\ntotal 12\nb:\nvertex 2\nvertex 1\ntotal 12\n```\n"+
			"```puzzle\ngoal: state\n  vertex 1\n  ELI (0 1 2)(2 3)\n```\n```facet together: both\nvertex 2\nvertex 1\ntotal 12\n```\n")
	if n := len(c.Pages); n != 4 || len(c.Pages[0].Compared.Columns[0].Steps) != 2 ||
		c.Pages[1].Quest.Target.Spent() != 10 {
		t.Errorf("%d pages: %+v", n, c.Pages)
	}
	if step, _ := c.Scenes[0].Step(c.Pages[3].Step); step.Title != "both" || step.Spent != 12 {
		t.Errorf("%+v", step)
	}
}
