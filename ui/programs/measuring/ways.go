package measuring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/files"
)

// way is a driver that is carried out.
type way struct {
	name   string
	driver *driver.Driver
	origin code.Origin
	takes  float64 // seconds, predicted
	bound  float64 // seconds, of the calls of every sequence; 0 where none is known
	ops    []model.Op
	late   bool // there was no time to fuse its calls
}

// rank orders ways: one that holds too much, or was late, is behind all others.
func (w way) rank(most model.Cost) float64 {
	if w.driver.Memory.Peak > most || w.late {
		return math.Inf(1)
	}
	return w.takes
}

// The names of the way that --plan chooses, and of the planner's sequence where a mode is
// faster.
const (
	plan     = "plan"
	sequence = "sequence"
)

// ways are the plan, the sparse modes and the modes that are no sequences. With --plan
// best the plan is the fastest of all.
func (m *measuring) ways(ctx context.Context, p *measured.Program) ([]way, error) {
	limit := m.time.planning(time.Now(), planTimeOf(len(p.Dag.Edges), denses(p)))
	if m.plan == "best" {
		text := ""
		if limit > 0 {
			text = ", at most " + limit.Round(time.Millisecond).String()
		}
		fmt.Fprintf(m.shell.Err, "facet: planning%s\n", text)
	}
	within, cancel := shell.Within(ctx, limit) // of which modes and drivers are a part
	defer cancel()
	all, err := m.sequences(ctx, within, p.Dag)
	if err != nil {
		return nil, err
	}
	most := m.most()
	all, room := withModes(within, p, all, most)
	for k := range all {
		all[k].origin.Again = m.again()
	}
	if m.plan != "best" {
		return all, nil
	}
	if err := m.fused(within, p, all, room, limit); err != nil {
		return nil, err
	}
	best := slices.MinFunc(all, func(a, b way) int { return cmp.Compare(a.rank(most), b.rank(most)) })
	if best.rank(most) >= all[0].rank(most) {
		return all, nil
	}
	all[0].name = sequence
	chosen := best
	chosen.name = plan
	chosen.origin.Proof, chosen.bound = "", all[0].bound
	chosen.origin.How = fmt.Sprintf("%s, which is cheaper here than the best sequence (%s): %s", best.name,
		all[0].origin.How, noSequence(best.name))
	// A mode that is the plan is carried out once.
	all = slices.DeleteFunc(all, func(w way) bool { return w.driver == chosen.driver })
	return append([]way{chosen}, all...), nil
}

// withModes adds the modes that are no sequences, fuses all drivers, and predicts what they take.
// The shortest come first; where the time is over then, a sparse mode is late.
// room is how many entries a fused driver may hold.
func withModes(ctx context.Context, p *measured.Program, all []way, most model.Cost) (_ []way,
	room model.Cost) {
	for _, mode := range driver.Modes {
		if d := driver.NewMode(p.Dag, mode); d != nil {
			all = append(all, way{name: mode, driver: d, origin: code.Origin{How: mode + " mode"}})
		}
	}
	room = roomOf(all, most)
	order := make([]*way, len(all))
	for k := range all {
		order[k] = &all[k]
	}
	slices.SortStableFunc(order, func(a, b *way) int { return cmp.Compare(len(a.ops), len(b.ops)) })
	for _, w := range order {
		if w.late = w.ops != nil && w != &all[0] && ctx.Err() != nil; !w.late {
			w.driver.Fuse(room, p.Costs)
			w.takes = p.Takes(w.driver.Operations(), w.driver.Moves())
		}
	}
	return all, room
}

// noise is how far apart the times of one driver may be.
const noise = 0.05

// byClock is the way whose driver is written: the plan, or what took less time when all were
// carried out, which is said. The first method is the plan, and methods are of these ways.
func (r *result) byClock(ways []way) way {
	best := 0
	for k, m := range r.Methods {
		if m.Measured < r.Methods[best].Measured {
			best = k
		}
	}
	took, least := r.Methods[0].Measured, r.Methods[best].Measured
	if least >= (1-noise)*took {
		return ways[0]
	}
	chosen := ways[best]
	r.Faster = fmt.Sprintf("%s took %s where the plan took %s", chosen.name, style.Seconds(least),
		style.Seconds(took))
	chosen.origin.How = fmt.Sprintf("%s, which took %s where the plan took %s (%s)", chosen.name,
		style.Seconds(least), style.Seconds(took), ways[0].says())
	chosen.origin.Proof = ""
	return chosen
}

// says is how a way was found, and what is proved of it.
func (w way) says() string {
	if w.origin.Proof == "" {
		return w.origin.How
	}
	return w.origin.How + ", " + w.origin.Proof
}

// denses is how many seconds the faster dense mode takes twice, as predicted: the other one,
// which may take a thousand times as long, is not waited for.
func denses(p *measured.Program) float64 {
	seconds := math.Inf(1)
	for _, backwards := range []bool{false, true} {
		d := driver.NewDense(p.Dag, backwards)
		seconds = min(seconds, 2*p.Takes(d.Operations(), d.Moves()))
	}
	return seconds
}

// roomOf is how many entries a fused driver may hold: as many as the largest of all that
// are carried out.
func roomOf(all []way, most model.Cost) (room model.Cost) {
	for _, w := range all {
		if peak := w.driver.Memory.Peak; peak <= most {
			room = max(room, peak)
		}
	}
	return room
}

// noSequence is why a mode can cost less than every sequence.
func noSequence(mode string) string {
	seeds, ends := "tangents", "inputs"
	if strings.HasSuffix(mode, "adjoint") {
		seeds, ends = "adjoints", "outputs"
	}
	return fmt.Sprintf("it is no elimination sequence, for the %s of all %s go through each module in one call", seeds, ends)
}

// again is the command that makes the plan's driver again.
func (m *measuring) again() string {
	words := []string{"facet", "measure", m.request.Program, "--plan", m.plan}
	add := func(on bool, more ...string) {
		if on {
			words = append(words, more...)
		}
	}
	add(m.request.Structure, "--structure")
	add(m.request.Seed != 0, "--seed", strconv.FormatUint(m.request.Seed, 10))
	add(m.request.Processor, "--processor")
	add(m.request.Trust, "--trust")
	add(m.cpp.Path != "", "--cxx", m.cpp.Path)
	for _, f := range m.cpp.Flags {
		words = append(words, "--cxx-flag="+f)
	}
	return strings.Join(append(words, "--driver", cmp.Or(m.driver, "FILE")), " ")
}

// The classical modes.
const (
	denseTangent  = "dense tangent"
	denseAdjoint  = "dense adjoint"
	sparseTangent = "sparse tangent"
	sparseAdjoint = "sparse adjoint"
)

// sequences are the plan and the sparse modes. Where the planner finds none in its time, as
// on a machine that does much else, the cheaper mode is the plan.
func (m *measuring) sequences(ctx, within context.Context, g *model.Dag) ([]way, error) {
	var modes []way
	for _, s := range []struct {
		name   string
		method planner.Method
	}{{sparseTangent, planner.SparseTangent}, {sparseAdjoint, planner.SparseAdjoint}} {
		w, err := solved(ctx, g, planner.Options{Method: s.method})
		if err != nil {
			return nil, err
		}
		w.name = s.name
		modes = append(modes, w)
	}
	first, err := m.planned(ctx, g, half(within))
	if errors.Is(err, errNothing) {
		first = slices.MinFunc(modes, func(a, b way) int { return cmp.Compare(a.driver.Cost, b.driver.Cost) })
		first.name = plan
		first.driver, err = driver.New(g, first.ops)
	}
	return append([]way{first}, modes...), err
}

// planned is the sequence of --plan, the best that is found within a limit.
func (m *measuring) planned(ctx context.Context, g *model.Dag, limit time.Duration) (way, error) {
	if m.plan == "best" {
		w, err := solved(ctx, g, planner.Options{Time: limit, Seed: m.request.Seed})
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
		return way{}, fmt.Errorf("%s: the sequence is not complete: %d faces and %d Jacobians are left",
			m.plan, end.Faces(), end.Lacking())
	}
	if err := model.Prove(g, ops); err != nil {
		return way{}, err
	}
	d, err := driver.New(g, ops)
	return way{name: plan, driver: d, origin: code.Origin{How: "a sequence of " + m.plan}}, err
}

var price = regexp.MustCompile(`(?m)(\)(?:\+[0-9]+)?)[ \t]+[0-9]+[ \t]*(?:#.*)?$`)

// withoutPrices takes the prices from a sequence: they were measured at another
// time, and operations of other prices are the same operations.
func withoutPrices(text string) string { return price.ReplaceAllString(text, "$1") }

var (
	errStopped = errors.New("there was no time to find a sequence")
	errNothing = errors.New("no plan was found: allow more --time")
)

// isInterrupted reports whether the user has stopped facet; that --time is over is no interruption.
func isInterrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// proofOf says what is proved of a plan. Of a cost that does not fit into 64 bits nothing is.
func proofOf(end planner.Snapshot) string {
	switch {
	case end.Incumbent.Cost.IsSaturated():
		return "not proved: its cost does not fit into 64 bits"
	case end.Bound < end.Incumbent.Cost:
		return "at most " + style.Percent(end.Gap()) + " above the best"
	}
	return proved
}

// solved lets the planner find a sequence: the best one until its time, or all of --time, is over.
func solved(ctx context.Context, g *model.Dag, o planner.Options) (way, error) {
	r, err := planner.Solve(ctx, model.NewState(g), o)
	if !isInterrupted(ctx) {
		err = r.IgnoreStop(err)
	}
	switch {
	case errors.Is(err, planner.ErrStopped):
		return way{}, errStopped
	case errors.Is(err, planner.ErrNothing):
		return way{}, errNothing
	case err != nil:
		return way{}, err
	}
	origin := code.Origin{Cost: int64(r.Incumbent.Cost), Bound: int64(r.Bound), How: r.Method.String(),
		Proof: proofOf(r.Snapshot)}
	d, err := driver.New(g, r.Incumbent.Ops)
	return way{driver: d, origin: origin, ops: r.Incumbent.Ops}, err
}
