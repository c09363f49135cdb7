package programs

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"facet/model"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/ui/cli/shell"
	"facet/ui/programs/compiled"

	"github.com/spf13/cobra"
)

// writing makes the code of sequences for a task, of each one once.
type writing struct {
	task  *code.Task
	seed  maphash.Seed
	rated map[uint64]rating // by the hash of the operations: few junctions have few orders
	least uint64            // of these
	code  *code.Jacobian    // of the least
}

// rating is what is known of a sequence's code.
type rating struct {
	weight int64
	cost   model.Cost
}

// newWriting begins with no sequence.
func newWriting(t *code.Task) *writing {
	return &writing{task: t, seed: maphash.MakeSeed(), rated: make(map[uint64]rating)}
}

// hash tells sequences apart.
func (w *writing) hash(ops []model.Op) uint64 {
	var h maphash.Hash
	h.SetSeed(w.seed)
	for _, o := range ops {
		maphash.WriteComparable(&h, o)
	}
	return h.Sum64()
}

// weight prefers the sequence whose code multiplies least. Common subexpressions are
// computed once, so that is not always the plan with the fewest products. Where units are
// counted, the plan's cost decides.
func (w *writing) weight(ctx context.Context) weight {
	if w.task.Options.CountUnits {
		return nil
	}
	return func(late context.Context, ops []model.Op) (int64, model.Cost, error) {
		key := w.hash(ops)
		if r, ok := w.rated[key]; ok {
			return r.weight, r.cost, nil
		}
		j, err := code.NewUntil(ctx, late, w.task, ops)
		if err != nil {
			return 0, 0, err
		}
		r := rating{j.Counts().Weight(), model.Cost(j.Products)}
		w.rated[key] = r
		if w.code == nil || r.weight < w.rated[w.least].weight {
			w.code, w.least = j, key
		}
		return r.weight, r.cost, nil
	}
}

// made is the code of a sequence.
func (w *writing) made(ctx, late context.Context, ops []model.Op) (*code.Jacobian, error) {
	if w.code != nil && w.least == w.hash(ops) {
		return w.code, nil
	}
	return code.NewUntil(ctx, late, w.task, ops)
}

// planned finds a sequence for a task and applies it.
func (c coder) planned(cmd *cobra.Command, program *source.Program, s coding) (*code.Jacobian, code.Origin,
	error) {
	if quickNames[s.order] == "" && s.order != bestOrder {
		s.task.CountUnits = true // sequences in files are of the dag with all operations
	}
	task, err := code.NewTask(program, s.task)
	if err != nil {
		return nil, code.Origin{}, err
	}
	jacobian, origin, err := c.carriedOut(cmd, task, s)
	if err != nil || !s.second {
		return jacobian, origin, err
	}
	if task, err = code.NewSecond(jacobian, s.task); err != nil {
		return nil, code.Origin{}, err
	}
	return c.carriedOut(cmd, task, s)
}

func (c coder) carriedOut(cmd *cobra.Command, task *code.Task, s coding) (*code.Jacobian, code.Origin,
	error) {
	if s.options.Time = s.beforeCheck(); s.second {
		s.options.Work /= 2
		if !task.IsSecond() {
			s.options.Time /= 2 // the rest is for the Hessian
		}
	}
	writing := newWriting(task)
	made, err := c.inOrder(cmd, task.Dag, s.order, s.options, writing.weight(cmd.Context()))
	if err != nil {
		return nil, code.Origin{}, err
	}
	late, cancel := shell.Within(cmd.Context(), s.beforeCheck())
	defer cancel()
	defer c.begin("tidying the code").end()
	jacobian, err := writing.made(cmd.Context(), late, made.ops)
	if late.Err() != nil {
		made.origin.Varies = cmp.Or(made.origin.Varies, "The time for tidying the code ended")
	}
	if err == nil && s.measure && task.IsSecond() == s.second {
		return c.fastest(cmd.Context(), task, jacobian, made, s)
	}
	return jacobian, made.origin, err
}

// fastest chooses among plans and orders of lines by the clock.
func (c coder) fastest(ctx context.Context, task *code.Task, first *code.Jacobian, of choice,
	s coding) (*code.Jacobian, code.Origin, error) {
	defer c.begin("measuring").end()
	jacobians, forms, hows := []*code.Jacobian{}, []code.Form{}, []candidate{}
	add := func(j *code.Jacobian, from candidate) {
		for _, order := range []code.LineOrder{code.FewHeld, code.InSequence} {
			f := s.form
			f.Order = order
			jacobians, forms, hows = append(jacobians, j), append(forms, f), append(hows, from)
		}
	}
	add(first, candidate{how: of.origin.How})
	for _, near := range of.near[:min(len(of.near), mostMeasured-1)] {
		j, err := code.New(ctx, task, near.Ops)
		if err != nil {
			return nil, code.Origin{}, err
		}
		add(j, near)
	}
	took, err := compiled.Fastest(ctx, jacobians, forms)
	if err != nil {
		return nil, code.Origin{}, err
	}
	best := 0
	for k := range took {
		if took[k] < took[best] {
			best = k
		}
	}
	origin := of.origin
	if jacobians[best] != first {
		origin.Cost, origin.How = int64(hows[best].Cost), hows[best].how
	}
	origin.Clock = fmt.Sprintf("Of %d ways to write it, it took the least time here: %.0f ns, others took up to %.0f ns", len(took), took[best], slices.Max(took))
	origin.Varies = cmp.Or(origin.Varies, "The clock chose")
	s.chosen.Order = forms[best].Order
	return jacobians[best], origin, nil
}
