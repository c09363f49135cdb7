package solver

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest/extent"
	"facet/model/session"
)

// rows are the operations of the list in its order, as the screen has them.
func (d *driver) rows() []model.Op {
	var all []model.Op
	for _, c := range d.m.Words(78).Operations {
		all = append(all, c.Op)
	}
	return all
}

// selected is the operation that Enter carries out.
func (d *driver) selected() model.Op {
	v := d.m.Words(78).View
	c, _ := v.Sel.Op(v.State())
	return c.Op
}

// randomState is a session on a random small dag, a few random operations on.
func randomState(t *testing.T, rng *rand.Rand) *session.Session {
	t.Helper()
	g, err := generate.Random(6+rng.IntN(3), 10+rng.IntN(4), generate.Elementals{MaxSize: 3, Jacobians: 0.7,
		Bare: 0.5, Seed: rng.Uint64()})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(g)
	for range rng.IntN(4) {
		all := s.State().Operations()
		if _, err := s.Do("", all[rng.IntN(len(all))].Op); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// After a step the rows are in the order of the losses that were known before it, and keep
// their places, whatever becomes known meanwhile. What Enter carries out was selected on the
// screen before; a moment after the selection has moved by itself, it is what was selected
// until then. In the end the selection stands on an operation that loses nothing.
func TestEnterTwiceDoesWhatWasSeen(t *testing.T) {
	extent.NoRace(t)
	for k := range extent.Of(3, 12) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), 3))
			now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
			d := open(t, setting{session: randomState(t, rng), w: 120, h: 40, now: func() time.Time {
				return now
			}})
			calm := func() { synctest.Wait(); d.quiet() }
			calm()
			for step := 0; !d.m.Session().State().Done() && step < 12; step++ {
				now = now.Add(time.Minute)
				want, losses := d.selected(), d.losses()
				d.send(keyMsg("enter"))
				if done := d.m.Session().Ops(); done[len(done)-1] != want {
					t.Fatalf("step %d carried out %v, and %v was selected", step, done[len(done)-1], want)
				}
				if d.m.Session().State().Done() {
					break
				}
				first, there := d.selected(), d.rows()
				if losses != nil && !slices.IsSortedFunc(there, func(a, b model.Op) int {
					return cmp.Compare(losses[a], losses[b])
				}) {
					t.Fatalf("step %d: the rows\n%v\nare not in the order of the losses that were known:\n%v",
						step, there, losses)
				}
				calm()
				if now := d.rows(); !slices.Equal(now, there) {
					t.Fatalf("step %d: the rows\n%v\nchange places to\n%v\nas the losses become known", step,
						there, now)
				}
				if v, ok := d.solver.Advice(d.m.Session().Cursor()).Verdict(d.selected()); !ok ||
					v.Regret > 0 {
					t.Fatalf("step %d: the selection stands on a loss of %v", step, v.Regret)
				}
				if rng.IntN(2) == 0 { // at once, before it is seen that the selection moved
					d.send(keyMsg("enter"))
					if done := d.m.Session().Ops(); done[len(done)-1] != first {
						t.Fatalf("step %d: the second Enter carried out %v, and the screen had shown %v",
							step, done[len(done)-1], first)
					}
					calm()
				}
			}
		})
	}
}

// losses are those of the rows; nil where not all are known.
func (d *driver) losses() map[model.Op]model.Cost {
	all := make(map[model.Op]model.Cost)
	verdict := d.solver.Advice(d.m.Session().Cursor()).Verdict
	if verdict == nil {
		return nil
	}
	for _, o := range d.rows() {
		v, ok := verdict(o)
		if !ok || !v.HasRegret {
			return nil
		}
		all[o] = v.Regret
	}
	return all
}

// The order of the list is the same before and after a run of the solver, at the start and
// after steps, and o sorts it anew where it had kept its places.
func TestARunLeavesTheListAlone(t *testing.T) {
	for _, name := range []string{"lion", "bat", "hierarchy", "newton1"} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, setting{g: sample(t, name), w: 120, h: 40})
			calm := func() { synctest.Wait(); d.quiet() }
			calm()
			for step := range 3 {
				before := d.rows()
				d.press("b")
				d.until("the end of the run", func() bool {
					r := d.solver.study.run()
					return r != nil && r.depth == step && !r.live()
				})
				calm()
				if now := d.rows(); !slices.Equal(now, before) {
					t.Errorf("%s, step %d: the list was\n%v\nand is\n%v", name, step, before, now)
				}
				d.press("enter")
				calm()
			}
			d.press("o")
			losses := d.losses()
			if !slices.IsSortedFunc(d.rows(), func(a, b model.Op) int {
				return cmp.Compare(losses[a], losses[b])
			}) || !d.sees("by loss") {
				t.Errorf("%s: o does not sort by loss:\n%s", name, d.m.View())
			}
		})
	}
}
