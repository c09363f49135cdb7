package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
)

// Run is the verified part of a saved run: each of its sequences is complete and correct
// and has the stated cost.
type Run struct {
	Name    string   // under which it was saved, if the caller says so
	Start   Position // the state from which it started
	Options planner.Options
	// End has the best sequence. Its bound, and whether it is optimal, are what a
	// certificate proves, 0 and false without one.
	End        planner.Snapshot
	Incumbents []planner.Incumbent
}

// Position identifies a state by the operations that lead to it from the fresh line dag,
// whose Position is zero.
type Position [sha256.Size]byte

// After is the position after one more operation, given as a line of a sequence.
func (p Position) After(line string) Position {
	return sha256.Sum256(append(p[:], line...))
}

// Read returns the verified runs in a file; proof is the file with the certificate of the
// only run in it, nil for none. When ctx ends, it returns what was checked by then.
func Read(ctx context.Context, g *model.Dag, content, proof []byte) []Run {
	var f file
	if json.Unmarshal(content, &f) != nil || f.Facet != "runs" || f.Ver < 1 || f.Ver > version {
		return nil
	}
	var runs []Run
	for _, r := range f.Runs {
		if f.Ver > 2 {
			r.Proof = proof
		}
		if ctx.Err() != nil {
			break
		}
		if run, err := r.check(ctx, g); err == nil {
			runs = append(runs, run)
		}
	}
	return runs
}

// check replays and proves everything that the file states about a run.
func (r runFile) check(ctx context.Context, g *model.Dag) (Run, error) {
	out := Run{End: planner.Snapshot{Phase: planner.Finished, Elapsed: max(0, r.Elapsed)}}
	var err error
	if out.Options.Method, err = planner.ParseMethod(r.Method); err != nil {
		return out, err
	}
	if out.Options.Bound, err = planner.ParseBound(r.Bounding); err != nil {
		return out, err
	}
	if out.Options.WarmStart, err = planner.ParseWarmStart(r.Opening); err != nil {
		return out, err
	}
	before, start, err := model.ReadSequence(model.NewState(g),
		strings.NewReader(strings.Join(r.Start, "\n")))
	if err != nil {
		return out, err
	}
	out.Start = place(model.NewState(g), before)
	for k, i := range r.Incumbents[max(0, len(r.Incumbents)-mostIncumbents):] {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		ops, err := i.check(g, start, before)
		if err != nil {
			return out, err
		}
		if last := len(out.Incumbents) - 1; k > 0 && (i.Cost >= out.Incumbents[last].Cost ||
			i.Time < out.Incumbents[last].Time) {
			return out, fmt.Errorf("the sequences are not one better than the other")
		}
		out.Incumbents = append(out.Incumbents, planner.Incumbent{Time: i.Time, Cost: i.Cost,
			Source: i.Source, Ops: ops})
	}
	if len(out.Incumbents) == 0 {
		return out, fmt.Errorf("there is no sequence")
	}
	best := out.Incumbents[len(out.Incumbents)-1]
	out.End.Method, out.End.Incumbent, out.End.HasIncumbent, out.End.Incumbents = out.Options.Method, best,
		true, len(out.Incumbents)
	r.bound(g, start, &out)
	return out, nil
}

// Verdict checks a certificate and says in a sentence what it proves of the dag.
func Verdict(g *model.Dag, text []byte) (string, error) {
	c, err := certificate.Read(bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	v, err := certificate.Verify(g, c)
	return v.String(), err
}

// place is the position to which operations lead.
func place(state *model.State, ops []model.Op) Position {
	var p Position
	_, _ = model.Walk(state, ops, func(before *model.State, o model.Op, price model.Cost) {
		p = p.After(model.OpName(before, o) + " " + price.String())
	})
	return p
}

// check returns the operations of a sequence if they complete the state, have the stated
// cost and, together with those before, compute the Jacobian of random matrices.
func (i incumbentFile) check(g *model.Dag, start *model.State, before []model.Op) ([]model.Op, error) {
	ops, end, err := model.ReadSequence(start, strings.NewReader(strings.Join(i.Ops, "\n")))
	switch {
	case err != nil:
		return nil, err
	case !end.Done() || end.Spent() != start.Spent().Add(i.Cost) || i.Cost.IsSaturated() || i.Time < 0 ||
		i.Time > 1000*time.Hour:
		return nil, fmt.Errorf("the sequence is not what it says")
	case !planner.IsKnown(i.Source):
		return nil, fmt.Errorf("there is no such source")
	}
	return ops, model.Prove(g, slices.Concat(before, ops))
}

// bound sets the bound that the certificate proves.
func (r runFile) bound(g *model.Dag, start *model.State, out *Run) {
	if len(r.Proof) == 0 {
		return
	}
	proof, err := certificate.Read(bytes.NewReader(r.Proof))
	if err != nil {
		return
	}
	verdict, err := certificate.Verify(g, proof)
	if err != nil || verdict.Bound <= start.Spent() {
		return
	}
	out.End.Bound = verdict.Bound - start.Spent()
	out.End.BoundSource = r.From
	if r.From == planner.FromNothing || !planner.IsKnown(r.From) {
		out.End.BoundSource = planner.FromCover
	}
	out.End.Proven = out.End.Bound >= out.End.Incumbent.Cost
}
