package app

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// The first picture, and the one that 0 asks for, is the largest zoom at which all of it
// fits, or the overview: a newcomer who sees one lone vertex knows nothing.
func TestFirstPicturesAreWhole(t *testing.T) {
	compares(t)
	dags := map[string]*model.Dag{"openfoam": sample(t, "openfoam"), "70": random(t, 40, 70),
		"300": random(t, 120, 300)}
	for name, g := range dags {
		for _, size := range sizes[:extent.Of(1, 3)] {
			d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
			for k, keys := range [][]string{nil, {"2"}, {"+", "+", "0"}, {"1"}, {"+"}} {
				if d.press(keys...); k == 4 {
					d.command("zoom auto")
				}
				screen := d.screen()
				for _, p := range d.m.Pictures() {
					l, v := p.Layout(d.m.screen.pictures.Now), p.Shown()
					if !l.Fits(v.Zoom, v.Width, v.Height, false) || strings.Contains(screen, "a part:") {
						t.Errorf("%s in %v after %v: only a part of the %v is shown:\n%s", name, size, keys,
							p.Kind, screen)
					}
				}
			}
		}
	}
}

// Notes stand in the history as text where there is room, all of them.
func TestNotesStandInTheHistory(t *testing.T) {
	note := "This product is absorbed by the edge beside it, and that saves a product later."
	for _, size := range []picture.Point{{X: 80, Y: 24}, {X: 100, Y: 60}, {X: 120, Y: 40}} {
		d := start(t, testOptions(sample(t, "bat").Classic(), style.Mono, false), size.X, size.Y)
		d.press("enter", "n").typing(note).press("enter", "enter")
		if size.X == 80 {
			d.press("3") // it is a page there
		}
		d.press("u") // the note of another step would be told beneath the panels
		d.press("u")
		var inside []string
		for _, a := range d.m.screen.where.division.Areas {
			if x, y, w, h := a.Inner(); a.Panel == intent.History {
				for _, row := range strings.Split(d.screen(), "\n")[y : y+h] {
					cells := []rune(row)
					inside = append(inside, strings.Trim(string(cells[x:min(x+w, len(cells))]), "✎ "))
				}
			}
		}
		if got := strings.Join(strings.Fields(strings.Join(inside, " ")), " "); !strings.Contains(got, note) {
			t.Errorf("%v: the note is not in the history:\n%s", size, d.screen())
		}
	}
}

// A complete sequence that is carried out at once, as the solver's is, opens the page of
// totals as the last step by hand does, also where it ends at the step it began at. Behind that
// page the explorer goes on.
func TestSequencesAtOnceEndWithTheTotals(t *testing.T) {
	g := sample(t, "bat").Classic()
	d := start(t, testOptions(g, style.Mono, false), 80, 24)
	all := Intents{intent.GoTo{}}
	for _, step := range optimalSteps(t, "bat --classic", g) {
		all = append(all, step)
	}
	for range 2 {
		d.send(all)
		for _, want := range []string{"Complete in", "total 22", "✓ checked", "yours          22"} {
			if !strings.Contains(d.screen(), want) {
				t.Errorf("no %q:\n%s", want, d.screen())
			}
		}
		d.press("esc")
	}
	if d.press("2", "up"); strings.Contains(d.screen(), "✓ checked") ||
		!strings.Contains(d.screen(), "line dag") {
		t.Errorf("the explorer is not usable behind the last page:\n%s", d.screen())
	}
}

// Each zoom level says what it shows, and the help says it of all, as of the words of
// header and list, on the first page that one key opens.
func TestWhatTheScreenSaysIsExplained(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	for _, want := range []string{"Z3: a box", "Z2: a framed row", "Z1: bare labels", "Z0: the whole"} {
		key := "-"
		if strings.HasPrefix(want, "Z3") { // the line dag begins with bare labels
			key = "+"
			d.press("+")
		}
		d.screen() // the level that is shown is known
		if d.press(key); !strings.Contains(d.screen(), want) {
			t.Errorf("%s does not say %q:\n%s", key, want, d.screen())
		}
	}
	d.press("?")
	for _, word := range []string{"spent", "at least", "best", "proved", "dense, sparse", "(T)", "(A)",
		"faces left", "price", "then", "loss", ":=  +=", "Z0  Z1", "Z2  Z3"} {
		if !strings.Contains(d.screen(), word) {
			t.Errorf("the help does not say what %q is:\n%s", word, d.screen())
		}
	}
	d.press("esc")
	if d.command("help in the list"); !strings.Contains(d.screen(), "; ← → PgUp PgDn step; ctrl+d a page") {
		t.Errorf("the help does not say what arrow keys do in a panel:\n%s", d.screen())
	}
	d.press("esc")
	for _, key := range []string{"Enter carry out", "u undo", "Tab panel", ": command", "? help"} {
		if !strings.Contains(d.screen(), key) {
			t.Errorf("no %q in the key line:\n%s", key, d.screen())
		}
	}
}
