// Package comparison lists complete sequences beside each other: the branches of a
// session, greedy, the classical modes, runs and the best known, each with its total, its
// number of operations and the step at which it first differs from the sequence on
// the screen. It changes nothing: an intent goes to a sequence or previews it.
package comparison

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// candidate is a sequence, or a total, in the list.
type candidate struct {
	name  string
	cost  model.Cost
	steps int // number of operations; 0 for a total without a sequence
	// parts is the first step at which it differs from the sequence on the screen; 0
	// where it does not differ or has no sequence.
	parts   int
	note    string
	open    bool          // not complete: cost is what was spent so far
	intent  intent.Intent // goes to the sequence or previews it; nil where there is none
	current bool          // it is the line on the screen
}

// methodTime limits each method. On all but the largest dags they need milliseconds.
const methodTime = 5 * time.Second

// Methods runs the fast methods of the planner. Call it in the background.
func Methods(ctx context.Context, root *model.State) []layer.Complete {
	var all []layer.Complete
	for _, m := range []struct {
		method planner.Method
		name   string
	}{{planner.GreedyMinFill, "greedy minimum fill"}, {planner.SparseTangent, "sparse tangent"},
		{planner.SparseAdjoint, "sparse adjoint"}} {
		r, err := planner.Solve(ctx, root, planner.Options{Method: m.method, Workers: 1, Time: methodTime})
		if err == nil && len(r.Incumbent.Ops) > 0 {
			all = append(all, layer.Complete{Name: m.name, Cost: r.Incumbent.Cost, Ops: r.Incumbent.Ops})
		}
	}
	return all
}

// Best is the cheapest of some sequences; false where there is none.
func Best(all []layer.Complete) (best layer.Method, ok bool) {
	for _, f := range all {
		if !ok || f.Cost < best.Cost {
			best, ok = layer.Method{Name: f.Name, Cost: f.Cost}, true
		}
	}
	return best, ok
}

// mostBranches is the number of branches shown, the most recent ones.
const mostBranches = 40

// Of lists the candidates, the cheapest complete one first: found are those of methods and runs,
// and advice returns what is known about the state after a step; it is nil where the best known
// must not be shown.
func Of(v *layer.View, found []layer.Complete, advice func(step int) layer.Advice) []candidate {
	line := v.Steps.Line()
	all := branches(v, line, advice)
	for _, c := range slices.Concat(found, v.Rivals) {
		all = append(all, sequence(v.Theme, line, c))
	}
	for _, m := range v.Totals.Methods()[:2] {
		all = append(all, candidate{name: m.Name, cost: m.Cost, note: "cost only"})
	}
	if advice != nil {
		all = append(all, best(v, line, advice)...)
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(boolean(a.open)-boolean(b.open), cmp.Compare(a.cost, b.cost),
			boolean(b.current)-boolean(a.current))
	})
	return all
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// best lists the best known completions of the start and of the state on the screen.
func best(v *layer.View, line []session.Step, advice func(step int) layer.Advice) []candidate {
	var all []candidate
	for _, depth := range slices.Compact([]int{0, v.Steps.Depth()}) {
		at, spent := 0, model.Cost(0)
		if depth > 0 {
			at, spent = line[depth-1].ID, line[depth-1].Spent
		}
		a := advice(at)
		if !a.HasBest || depth > 0 && v.State().Done() {
			continue
		}
		name := "best known"
		if a.Optimal {
			name = layer.Optimum
		}
		if depth > 0 {
			name += fmt.Sprintf(" from step %d", depth)
		}
		known := layer.Complete{Name: name, Cost: spent.Add(a.Best)}
		if len(a.Ops) > 0 {
			known.Ops = slices.Concat(opsOf(line[:depth]), a.Ops)
		}
		all = append(all, sequence(v.Theme, line, known))
	}
	return all
}

func opsOf(line []session.Step) []model.Op {
	var ops []model.Op
	for _, step := range line {
		ops = append(ops, step.Ops...)
	}
	return ops
}

// sequence is a candidate that begins at the start. Its preview begins where it leaves
// the sequence on the screen.
func sequence(t *style.Theme, line []session.Step, c layer.Complete) candidate {
	w := candidate{name: c.Name, cost: c.Cost, steps: len(c.Ops), note: c.Note}
	if c.Ops == nil {
		w.note = cmp.Or(c.Note, "its sequence is not available")
		return w
	}
	shared, at, rest := 0, 0, c.Ops
	for _, step := range line {
		if len(step.Ops) > len(rest) || !slices.Equal(step.Ops, rest[:len(step.Ops)]) {
			break
		}
		shared, at, rest = shared+1, step.ID, rest[len(step.Ops):]
	}
	if len(rest) == 0 {
		w.note = strings.TrimSuffix("same as yours, "+c.Note, ", ")
		w.intent = intent.JumpTo{Depth: shared}
		return w
	}
	w.parts = shared + 1
	w.intent = intent.Preview{From: at, Ops: rest, Title: c.Name + ", " + t.Cost(c.Cost)}
	return w
}

// branches lists the ends of the session's branches, first that of the line on the
// screen.
func branches(v *layer.View, line []session.Step, advice func(step int) layer.Advice) []candidate {
	on := make(map[int]bool)
	for _, step := range line {
		on[step.ID] = true
	}
	var all []candidate
	if len(line) > 0 {
		end := line[len(line)-1]
		all = append(all, ended(v, "yours", end, len(opsOf(line)), advice))
		all[0].current, all[0].intent = true, intent.JumpTo{Depth: len(line)}
		if depth := v.Steps.Depth(); depth < len(line) {
			all[0].note += fmt.Sprintf("; you are at step %d", depth)
		}
	}
	for _, leaf := range slices.Backward(v.Steps.Leaves()) {
		if on[leaf.ID] || len(all) > mostBranches {
			continue
		}
		path := v.Steps.Path(leaf.ID)
		ops := 0
		for _, id := range path {
			step, _ := v.Steps.Step(id)
			ops += len(step.Ops)
		}
		w := ended(v, fmt.Sprintf("your branch %d", len(all)), leaf, ops, advice)
		w.parts = slices.IndexFunc(path, func(id int) bool { return !on[id] }) + 1
		w.intent = intent.GoTo{Step: leaf.ID}
		if leaf.Note != "" {
			w.note += ", " + v.Theme.Signs.Note + " " + style.Printable(leaf.Note)
		}
		all = append(all, w)
	}
	return all
}

// ended is the candidate that a branch of the session makes, given its last step.
func ended(v *layer.View, name string, end session.Step, ops int,
	advice func(step int) layer.Advice) candidate {
	w := candidate{name: name, cost: end.Spent, steps: ops, note: "complete"}
	if st, ok := v.Steps.StateAt(end.ID); ok && !st.Done() {
		w.open, w.note = true, "so far"
		if advice != nil {
			if a := advice(end.ID); a.HasBest {
				w.note = "so far, then " + v.Theme.Cost(end.Spent.Add(a.Best))
			} else if a.HasAtLeast {
				w.note = "so far, then " + v.Theme.Signs.AtLeast + v.Theme.Cost(end.Spent.Add(a.AtLeast))
			}
		}
	}
	return w
}
