package app

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// delayed is an explorer whose jobs end when the test lets them.
type delayed struct {
	*driver
	jobs []tea.Cmd
}

// send sends a message and keeps what is to be done.
func (d *delayed) send(msg tea.Msg) {
	_, cmd := d.m.Update(msg)
	d.later(cmd)
}

func (d *delayed) later(cmd tea.Cmd) {
	if cmd != nil {
		d.jobs = append(d.jobs, cmd)
	}
}

// finish ends the first of the jobs.
func (d *delayed) finish() {
	job := d.jobs[0]
	d.jobs = d.jobs[1:]
	switch msg := job().(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.later(cmd)
		}
	default:
		d.send(msg)
	}
}

// The same keys lead to the same screen, however late layouts come: at once, after one more
// message, or at random. Once there is a picture there is always one, and a small one is there
// from the first frame on.
func TestPicturesAreAFunctionOfTheKeys(t *testing.T) {
	compares(t)
	large := random(t, 60, 180)
	dags := map[string]*model.Dag{"bat": sample(t, "bat"), "openfoam": sample(t, "openfoam"), "large": large}
	if extent.Full {
		dags["newton2"], dags["newton10"] = sample(t, "newton2"), sample(t, "newton10")
	}
	for name, g := range dags {
		var want []string
		for _, delay := range []string{"at once", "after one message", "at random"} {
			rng := rand.New(rand.NewPCG(1, 2))
			o := testOptions(g, style.Mono, false)
			o.Shared = nil
			d := &delayed{driver: &driver{t, New(o)}}
			t.Cleanup(func() { _ = d.m.Close() })
			d.later(d.m.Init())
			d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
			seen := g != large
			look := func() {
				t.Helper()
				if there := !strings.Contains(d.screen(), "Drawing the picture"); seen && !there {
					t.Fatalf("%s, %s: there is no picture:\n%s", name, delay, d.screen())
				} else if there {
					seen = true
				}
			}
			rest := func() {
				for look(); len(d.jobs) > 0; look() {
					d.finish()
				}
			}
			rest()
			var got []string
			for n := range 4 {
				for k := range 3 { // keys in a row
					d.send(Intents{intent.Carry{Ops: []model.Op{cheapest(d.m.screen.shown.state(), n+k)}}})
					look()
					switch delay {
					case "at once":
						rest()
					case "after one message":
						if len(d.jobs) > 1 {
							d.finish()
						}
					default:
						for len(d.jobs) > 0 && rng.IntN(2) == 0 {
							d.finish()
							look()
						}
					}
				}
				rest()
				got = append(got, d.screen())
			}
			if want == nil {
				want = got
			}
			for n := range want {
				if got[n] != want[n] {
					t.Fatalf("%s, %s, after %d steps:\n%s\nand at once:\n%s", name, delay, 3*n+3, got[n],
						want[n])
				}
			}
		}
	}
}

// cheapest is the cheapest operation after the first few in the list.
func cheapest(s *model.State, from int) model.Op {
	all := s.Operations()
	all = all[from%len(all):]
	best := all[0]
	for _, c := range all {
		if c.Price < best.Price {
			best = c
		}
	}
	return best.Op
}

// Pictures do not depend on what was looked at before: a step that is reached at once shows what
// it shows where one step after the other was looked at, and who goes back and forth sees it
// again, on the way back, too.
func TestPicturesDoNotDependOnTheWayThere(t *testing.T) {
	compares(t)
	for _, name := range []string{"bat", "hierarchy", "newton2", "openfoam"} {
		g := sample(t, name)
		run := optimalRun(t, name, g)
		run = run[:len(run)/2]
		all := Intents{}
		for _, step := range run {
			all = append(all, step)
		}
		places := func(d *driver) string {
			now := d.m.screen.pictures.Now
			text := ""
			for _, l := range []*picture.Layout{now.Dag, now.Line} {
				for _, v := range l.Graph().Vertices {
					at, _ := l.Position(picture.RefVertex(v.Key), picture.ZoomLabels, false)
					text += fmt.Sprint(v.Label, at)
				}
			}
			return text
		}
		begin := func() *driver {
			o := testOptions(g, style.Mono, false)
			o.Shared = nil
			return start(t, o, 120, 40)
		}
		slow, fast := begin(), begin()
		texts := func() string {
			return slow.m.screen.pictures.line.Text() + slow.m.screen.pictures.dag.Text()
		}
		var seen []string
		for _, step := range run {
			slow.send(Intents{intent.Select{Target: intent.AtOp(step.(intent.Carry).Ops[0])}})
			seen = append(seen, texts())
			slow.send(Intents{step})
		}
		fast.send(all)
		if a, b := places(slow), places(fast); a != b {
			t.Errorf("%s: step by step\n%s\nat once\n%s", name, a, b)
		}
		want := places(slow)
		for k := len(run) - 1; k >= 0; k-- {
			if slow.press("u"); texts() != seen[k] {
				t.Errorf("%s, step %d:\n%s\nwas\n%s", name, k, texts(), seen[k])
			}
		}
		for range run {
			slow.press("ctrl+r")
		}
		slow.press("u", "f", "u", "2", "u", "ctrl+r", "f", "1", "ctrl+r", "ctrl+r")
		if got := places(slow); got != want {
			t.Errorf("%s: after going back and forth\n%s\nbefore\n%s", name, got, want)
		}
	}
}
