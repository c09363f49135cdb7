package change_test

import (
	"regexp"
	"strings"
	"testing"

	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"
)

// A chain that is drawn vertex by vertex and edge by edge is drawn as a chain: its edges
// are straight.
func TestAChainIsStraight(t *testing.T) {
	for _, lines := range [][]string{
		{"vertex a 2", "vertex b 3", "vertex c 1", "vertex d 1", "edge a b 1/2", "edge b c 1/2",
			"edge c d 2/2"},
		{"vertex a 2", "vertex b 3", "edge a b 1/2", "vertex c 1", "edge b c 1/2", "vertex d 1",
			"edge c d 2/2"},
		{"vertex a", "vertex b", "vertex c", "vertex d", "edge c d", "edge b c", "edge a b"},
	}[:extent.Of(1, 3)] {
		for _, size := range [][2]int{{80, 24}, {120, 40}}[:extent.Of(1, 2)] {
			d := open(t, modeltest.Sample(t, "bat"), "new", size[0], size[1], change.Environment{})
			for _, line := range lines {
				d.Command(line)
			}
			columns := make(map[int]bool)
			for _, p := range d.app.Pictures() {
				if p.Kind != intent.Dag {
					continue
				}
				for row := range strings.SplitSeq(p.Text(), "\n") {
					for _, at := range label.FindAllStringIndex(row, -1) {
						columns[len([]rune(row[:at[0]]))] = true
					}
				}
			}
			if len(columns) != 1 {
				t.Errorf("%v: not a chain:\n%s", lines, d.Screen())
			}
		}
	}
}

// label is the label of one of the vertices a to d.
var label = regexp.MustCompile(`[a-d] n=\d`)

// Where a size is asked for, c connects: a number begins with no letter. As part of a name
// it is a letter.
func TestLettersAreNoSizes(t *testing.T) {
	d := open(t, modeltest.Sample(t, "bat"), "new", 80, 24, change.Environment{})
	d.Wants("The dag is empty: there is", "The line dag is empty", "the dag has no edge yet")
	if d.Sees("complete") || d.Sees("classic") {
		t.Errorf("an empty dag is no complete sequence:\n%s", d.Screen())
	}
	d.Press("a", "c", "enter").Wants("vertex c of size 1")
	d.Press("a", "enter", "enter").Wants("size of vertex")
	d.Press("c").Wants("an edge from 1 to where?")
	d.Press("left", "enter").Wants("new edge (1,c)")
	d.Press("3", "/", "6", "enter").Wants("2 vertices, 1 edge ")
	d.Press("enter", "7", "/", "8", "enter").Wants("tangent 7, adjoint 8")
	d.Press("enter", "x").Wants("2 vertices, 0 edges")
}
