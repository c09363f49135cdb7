package solver

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/ui/draw/style"

	"github.com/muesli/termenv"
)

// Start, stop, pause, apply, follow, preview and everything else in any order,
// with resizing in between: no panic, no goroutine is left, every screen fits,
// the total is the sum of the steps, and every complete sequence is right.
func TestRandomKeys(t *testing.T) {
	t.Chdir(t.TempDir()) // keys can save sequences
	keys := []string{
		"4", "t", "t", "t", ".", ".", " ", "b", "b", "b", "p", "p", "x", "x", "g", "h", "4", "4", "4", "A",
		"A", "F", "K", "c", "o", "l", "enter", "enter", "enter",
		"up", "down", "left", "right", "home", "end", "esc", "esc", "esc", "u", "u", "u", "ctrl+r", "pgup",
		"pgdown", " ", "<", ">",
		"e", "a", "m", "t", "tab", "1", "2", "3", "f", "+", "?", "V", "[", "]", "j", "k",
	}
	lines := []string{"solve bound=simple", "solve bound=none start=none", "solve method=GreedyLocalCost",
		"solve method=ChainDP",
		"solve workers=2 bound=packing", "solve method=DenseTangent", "solve method=VertexElimination",
		"pace 50", "pace full", "stop", "apply", "preview", "follow", "hint",
		"solve memory=2MB bound=simple", "hints off", "hints on", "solve workers=0", "solve x", "greedy",
		"pause"}
	sizes := [][2]int{{80, 24}, {120, 40}, {200, 60}, {72, 20}, {60, 15}, {100, 30}, {1, 1}}
	for k, name := range []string{"bat", "openfoam", "newton2", "hierarchy", "chain", "face"} {
		run := func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 11))
			o := setting{g: sample(t, name), w: 120, h: 40,
				theme: style.Make(style.Dark, k%2 == 1, termenv.ANSI256)}
			if k == 3 {
				o.g = o.g.Classic()
			}
			o.solver.Planner, o.solver.Archive = planner.Options{Workers: 1 + k%2}, &memory{}
			d := open(t, o)
			for step := range extent.Of(40, 400) {
				if rng.IntN(25) == 0 && !d.sees("preview:") {
					d.press("esc", "esc")
					d.command(lines[rng.IntN(len(lines))])
				} else {
					d.press(keys[rng.IntN(len(keys))])
				}
				if rng.IntN(20) == 0 {
					storm(d, rng, sizes)
				}
				if rng.IntN(5) == 0 {
					d.send(polledMsg{}) // no time passes while a job computes
				}
				d.right(step)
			}
		}
		t.Run(name, func(t *testing.T) { synctest.Test(t, run) })
	}
}

func storm(d *driver, rng *rand.Rand, sizes [][2]int) {
	for range 1 + rng.IntN(6) {
		size := sizes[rng.IntN(len(sizes))]
		d.w, d.h = size[0], size[1]
		d.send(tea.WindowSizeMsg{Width: d.w, Height: d.h})
		d.check()
	}
}

// right checks the session and what is shown about it.
func (d *driver) right(step int) {
	d.t.Helper()
	s := d.m.Session()
	var sum model.Cost
	for _, k := range s.Line()[:s.Depth()] {
		sum = sum.Add(k.Cost)
	}
	if sum != s.State().Spent() {
		d.t.Fatalf("key %d: the steps add up to %d, the state says %d", step, sum, s.State().Spent())
	}
	if s.State().Done() {
		if err := model.Prove(s.Dag(), s.Ops()); err != nil {
			d.t.Fatalf("key %d: %v", step, err)
		}
	}
	a := d.solver.Advice(s.Cursor())
	if a.HasBest && a.HasAtLeast && a.Best < a.AtLeast {
		d.t.Fatalf("key %d: the best completion %d lies below the bound %d", step, a.Best, a.AtLeast)
	}
	for _, l := range d.solver.Losses() {
		if l.Least < 0 || l.Most < l.Least {
			d.t.Fatalf("key %d: step %d lost between %d and %d", step, l.Step, l.Least, l.Most)
		}
	}
	live := 0
	for _, r := range d.solver.study.runs {
		if r.phase == working && r.purpose == toCompare {
			live++
		}
	}
	if live > 1 {
		d.t.Fatalf("key %d: %d runs at once", step, live)
	}
}
