package picture

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a picture with its file: with colours where it has some, of which it is the
// same text without them, else plain.
func golden(t *testing.T, name string, c *Canvas) {
	t.Helper()
	text, plain := "", c.String()
	for _, row := range c.Rows(paint) {
		text += strings.TrimRight(row, " ") + "\n"
	}
	file := filepath.Join("testdata", name+".txt")
	if text != plain {
		file = filepath.Join("testdata", name+".ansi")
		if bare := ansi.Strip(text); bare != plain {
			t.Errorf("%s without colours is\n%s\nand plain\n%s", name, bare, plain)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs from its golden file; it is now\n%s", file, text)
	}
}

// paint is a theme with one colour per state.
func paint(c Class, text string) string {
	colour := map[State]int{Related: 36, Selected: 33, Newborn: 32, Removed: 90, Previewed: 35}[c.State]
	if c.Part == MarkSign && colour == 0 {
		colour = 34
	}
	if colour == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", colour, text)
}

// key returns the key of the vertex with the given label.
func key(l *Layout, label string) int {
	for _, v := range l.graph.Vertices {
		if v.Label == label {
			return v.Key
		}
	}
	panic("no vertex " + label)
}

func TestGolden(t *testing.T) {
	dag := must(place(batDag().Graph()))
	line := newLine(batDag())
	first := must(place(line.graph()))
	face := RefEdge(key(first, "1,3"), key(first, "3,5"))
	selected := View{Zoom: ZoomRows, Selected: []Ref{face},
		Related: []Ref{RefEdge(key(first, "-1,1"), key(first, "1,3"))},
		Preview: &Preview{Label: "1,3,5", Layer: line.rows.Path(6),
			Parents: []int{face.Edge.From, face.Edge.To}}}

	golden(t, "bat-boxes-selected",
		dag.Render(View{Zoom: ZoomBoxes, Selected: []Ref{RefVertex(key(dag, "3"))}}))
	for z := ZoomOverview; z <= ZoomBoxes; z++ {
		golden(t, fmt.Sprintf("bat-%v", z), dag.Render(View{Zoom: z}))
		golden(t, fmt.Sprintf("bat-line-%v", z), first.Render(View{Zoom: z}))
	}
	golden(t, "bat-line-preview", first.Render(selected))
	ascii := selected
	ascii.ASCII = true
	golden(t, "bat-line-preview-ascii", first.Render(ascii))

	var u, v *path
	for _, f := range line.faces() {
		if f[0].label == "1,3" && f[1].label == "3,5" {
			u, v = f[0], f[1]
		}
	}
	born := line.eliminate(u, v)
	next := must(first.Step(context.Background(), line.graph()))
	after := View{Zoom: ZoomRows, Newborn: []int{born}, Removed: []EdgeKey{face.Edge}}
	golden(t, "bat-line-after", next.Render(after))
	after.ASCII = true
	golden(t, "bat-line-after-ascii", next.Render(after))

	flow := must(place(openfoamDag().Graph()))
	golden(t, "openfoam-Z2", flow.Render(View{Zoom: ZoomRows}))
	golden(t, "openfoam-Z0", flow.Render(View{Zoom: ZoomOverview, Width: 60, Height: 20}))
	part := View{Zoom: ZoomRows, Width: 40, Height: 16, Selected: []Ref{RefVertex(key(flow, "HbyA"))}}
	part = flow.Hold(part, RefVertex(key(flow, "HbyA")), Point{20, 8})
	golden(t, "openfoam-window", flow.Render(part))
}
