package figure

import (
	"context"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/samples"
	"facet/ui/draw/picture/scene"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

var look = flag.String("look", "", "write all figures into this folder, to be looked at")

// walk is a sample with its stored optimal sequence.
func walk(t testing.TB, name string) Walk {
	t.Helper()
	g := uitest.Sample(t, name)
	text, err := os.ReadFile(filepath.Join("testdata", name+".seq"))
	if errors.Is(err, os.ErrNotExist) {
		text, err = os.ReadFile(filepath.Join("..", "..", "draw", "picture", "testdata", name+".seq"))
	}
	if err != nil {
		t.Fatal(err)
	}
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(string(text)))
	if err != nil || !end.Done() {
		t.Fatalf("%s: the sequence is not complete: %v", name, err)
	}
	w := Walk{Dag: g}
	for _, o := range ops {
		w.Steps = append(w.Steps, Step{Ops: []model.Op{o}})
	}
	return w
}

// moments are the states whose figures are golden: the start, the middle with its marks,
// the end.
func moments(w Walk) map[string]int {
	return map[string]int{"start": 0, "middle": len(w.Steps) / 2, "end": len(w.Steps)}
}

func draw(t testing.TB, w Walk, after int) *Figure {
	t.Helper()
	w.After = after
	f, err := w.Figure(context.Background(), Request{Last: true, Next: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// written is the figure in a form, as the golden has it.
func written(t testing.TB, f *Figure, form string) string {
	t.Helper()
	text, err := f.As(context.Background(), form, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// inFull is the sample whose figures are whole in testdata; of the others testdata has digests.
const inFull = "bat"

// SVG and TikZ of every sample at three states are the reviewed ones. To review them: go
// test ./ui/explore/figure -look FOLDER.
func TestFiguresAreThoseThatWereLookedAt(t *testing.T) {
	var digests strings.Builder
	for _, name := range samples.Names() {
		w := walk(t, name)
		for _, moment := range []string{"start", "middle", "end"} {
			f := draw(t, w, moments(w)[moment])
			f.did, f.next = "", "" // the words are tested elsewhere
			for _, form := range []string{SVG, TikZ} {
				text, file := written(t, f, form), name+"-"+moment+"."+form
				if *look != "" {
					keep(t, file, f, form)
				}
				if form == SVG {
					wellFormed(t, file, text)
				}
				if name == inFull {
					uitest.Golden(t, file, strings.TrimSuffix(text, "\n"))
				}
				fmt.Fprintf(&digests, "%x  %7d %s\n", sha256.Sum256([]byte(text)), len(text), file)
			}
		}
	}
	uitest.Golden(t, "digests", strings.TrimSuffix(digests.String(), "\n"))
}

// keep writes a figure as a file that can be opened.
func keep(t *testing.T, file string, f *Figure, form string) {
	t.Helper()
	text, err := f.As(context.Background(), form, Options{Alone: true})
	if err == nil {
		err = os.WriteFile(filepath.Join(*look, strings.Replace(file, ".tikz", ".tex", 1)), []byte(text),
			0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// wellFormed parses a text as XML and returns all of its character data.
func wellFormed(t *testing.T, name, text string) string {
	t.Helper()
	var words strings.Builder
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String()
		}
		if err != nil {
			t.Fatalf("%s is no XML: %v\n%s", name, err, text)
		}
		if chars, ok := token.(xml.CharData); ok {
			words.Write(chars)
			words.WriteByte('\n')
		}
	}
}

// Every vertex and every edge with its costs appears in each form, as on the screen.
func TestNothingIsLeftOut(t *testing.T) {
	for _, name := range samples.Names() {
		w := walk(t, name)
		f := draw(t, w, len(w.Steps)/2)
		words := wellFormed(t, name, f.svg(Options{}))
		tex, err := f.tikz(Options{})
		if err != nil {
			t.Fatal(err)
		}
		edges := 0
		for _, p := range f.panels {
			g := p.layout.Graph()
			edges += len(g.Edges)
			for _, v := range g.Vertices {
				if !strings.Contains(words, "\n"+v.Label+"\n") {
					t.Errorf("%s: the SVG has no %s", name, v.Label)
				}
				if !strings.Contains(tex, texLabel(v.Label)) {
					t.Errorf("%s: the TikZ has no %s", name, texLabel(v.Label))
				}
			}
			for _, e := range g.Edges {
				if e.Label != "" && (!strings.Contains(words, "\n"+e.Label+"\n") ||
					!strings.Contains(tex, texCost(e.Label))) {
					t.Errorf("%s: the costs %s are missing", name, e.Label)
				}
			}
		}
		if got := strings.Count(tex, `\draw[edge`); got != edges {
			t.Errorf("%s: the TikZ has %d edges, the pictures have %d", name, got, edges)
		}
	}
}

// What is selected, changed, new or removed is distinguished without colour: by widths,
// dashes and signs.
func TestMarksDifferWithoutColour(t *testing.T) {
	w := walk(t, "hierarchy")
	text := draw(t, w, 6).svg(Options{Theme: style.Mono})
	for _, mark := range []string{
		`class="next" fill="none" stroke="#000" stroke-width="3.6"`, `class="star"`, `stroke-dasharray="1 4"`,
		`class="free"`, `class="full"`, `class="related ring"`,
	} {
		if !strings.Contains(text, mark) {
			t.Errorf("no %s in it", mark)
		}
	}
	if strings.Contains(text, "prefers-color-scheme") {
		t.Error("a theme was asked for, and the figure follows the page")
	}
}

// A figure without marks has the graph and nothing else.
func TestMarksAreAskedFor(t *testing.T) {
	w := walk(t, "bat")
	w.After = 3
	f, err := w.Figure(context.Background(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	for _, sign := range []string{`class="star"`, `class="gone"`, `class="next"`} {
		if text := f.svg(Options{Theme: style.Light}); strings.Contains(text, sign) {
			t.Errorf("there is %s in it", sign)
		}
	}
}

// What the last step removed is drawn from vertex to vertex or not at all: no figure of a
// later step has pieces of lines that begin or end in the void.
func TestNoStrayParts(t *testing.T) {
	for _, name := range []string{"bat", "lion", "newton1", "hierarchy"} {
		w := walk(t, name)
		for after := range len(w.Steps) + 1 {
			for _, p := range draw(t, w, after).panels {
				d := p.shapes(Options{})
				boxes := d.scene.Boxes
				for _, g := range d.removedBoxes() {
					half := float64(style.Width(g.Label)+1) / 2
					boxes = append(boxes, scene.Box{X: g.At.X - half, Y: g.At.Y - 0.5, Width: 2 * half,
						Height: 1})
				}
				var ends []scene.Point
				for _, l := range d.removedLines() {
					ends = append(ends, l.Points[0], l.Points[len(l.Points)-1])
				}
				for _, end := range ends {
					near := slices.ContainsFunc(boxes, func(b scene.Box) bool {
						return end.X >= b.X-1 && end.X <= b.X+b.Width+1 && end.Y >= b.Y-1.5 &&
							end.Y <= b.Y+b.Height+1.5
					})
					if !near {
						t.Errorf("%s after %d: a removed line of the %v ends in the open at %v", name, after,
							d.kind, end)
					}
				}
			}
		}
	}
}
