package measuring

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"facet/model"
	"facet/model/code"
	"facet/planner"
	"facet/ui/files"
)

// way is a sequence that is carried out.
type way struct {
	name   string
	ops    []model.Op
	origin code.Origin
}

// plan is the name of the way that --plan chooses.
const plan = "plan"

// ways are the plan and the sparse modes.
func (m *measuring) ways(ctx context.Context, g *model.Dag) ([]way, error) {
	first, err := m.planned(ctx, g)
	if err != nil {
		return nil, err
	}
	all := []way{first}
	for _, s := range []struct {
		name   string
		method planner.Method
	}{{"sparse tangent", planner.SparseTangent}, {"sparse adjoint", planner.SparseAdjoint}} {
		w, err := solved(ctx, g, planner.Options{Method: s.method})
		if err != nil {
			return nil, err
		}
		w.name = s.name
		all = append(all, w)
	}
	return all, nil
}

// planned is the sequence of --plan.
func (m *measuring) planned(ctx context.Context, g *model.Dag) (way, error) {
	if m.plan == "best" {
		w, err := solved(ctx, g, planner.Options{Time: time.Duration(m.limit), Seed: m.request.Seed})
		w.name = plan
		return w, err
	}
	in, err := m.shell.Files.Read(ctx, files.Sequence, m.plan)
	if err != nil {
		return way{}, err
	}
	text, err := in.Sequence()
	if err != nil {
		return way{}, err
	}
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(withoutPrices(text)))
	if err != nil {
		return way{}, fmt.Errorf("%s: %w", m.plan, err)
	}
	if !end.Done() {
		return way{}, fmt.Errorf("%s: the sequence is not complete: %d faces and %d Jacobians are left", m.plan, end.Faces(), end.Lacking())
	}
	return way{plan, ops, code.Origin{How: "a sequence of " + m.plan}}, model.Prove(g, ops)
}

var price = regexp.MustCompile(`(?m)\)[ \t]+[0-9]+[ \t]*(#.*)?$`)

// withoutPrices takes the prices from a sequence: they were measured at another
// time, and operations of other prices are the same operations.
func withoutPrices(text string) string { return price.ReplaceAllString(text, ")") }

// solved lets the planner find a sequence.
func solved(ctx context.Context, g *model.Dag, o planner.Options) (way, error) {
	run, err := planner.Start(ctx, model.NewState(g), o)
	if err != nil {
		return way{}, err
	}
	end, err := run.Wait()
	switch {
	case err != nil:
		return way{}, err
	case ctx.Err() != nil:
		return way{}, fmt.Errorf("stopped while a plan was looked for: nothing is written")
	case !end.HasIncumbent:
		return way{}, fmt.Errorf("no plan was found: allow more --time")
	}
	origin := code.Origin{Cost: int64(end.Incumbent.Cost), Bound: int64(end.Bound), How: end.Method.String(), Proof: "optimal, proved"}
	if end.Bound < end.Incumbent.Cost {
		origin.Proof = fmt.Sprintf("at most %.1f %% above the best", 100*end.Gap())
	}
	return way{ops: end.Incumbent.Ops, origin: origin}, nil
}
