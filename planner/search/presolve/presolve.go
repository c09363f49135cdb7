package presolve

import (
	"fmt"
	"slices"

	"facet/model"
)

// Step is one junction that was eliminated.
type Step struct {
	Junction int  // j, a position in the dag's vertices
	Into     int  // p, or s in the mirror image: the vertex that stands for j from now on
	Mirrored bool // S(j) = {Into}
	Cost     model.Cost

	direct map[int32]bool // neighbours of j on its other side that Into had an edge to
	paths  []path         // paths L p j R that pay for the step
}

// Reduction is a beginning of sequences: the operations that lead from a state
// to a smaller one.
type Reduction struct {
	Start, End *model.State
	Ops        []model.Op
	Steps      []Step
	Cost       model.Cost // of Ops
	Junctions  int        // left in End
}

// Reduce eliminates junctions of the state by the rule as long as it fits one, or
// until stop, which may be nil, says so: what has been done by then is a reduction as well. States
// with models, and those that are the line dag of no dag any more, are left as they are.
//
// The rule is proved for costs that are linear in the sizes; where they are not,
// it does nothing.
func Reduce(stop func() bool, s *model.State) (*Reduction, error) {
	return reduce(stop, s, site.fits)
}

func reduce(stop func() bool, s *model.State, fits func(site) bool) (*Reduction, error) {
	r := &Reduction{Start: s, End: s}
	n, ok := newNet(s)
	if !ok || !s.Dag().IsLinear() {
		return r, nil
	}
	for again := true; again; {
		again = false
		for j := range n.size {
			if stop != nil && stop() {
				break
			}
			for _, mirrored := range [...]bool{false, true} {
				if at, ok := (view{n, mirrored}).site(int32(j)); ok && fits(at) {
					r.eliminate(at)
					again = true
					break
				}
			}
		}
	}
	r.Junctions = n.junctions()
	if len(r.Ops) == 0 {
		return r, nil
	}
	end, _, err := model.Replay(s, r.Ops)
	if err != nil {
		return nil, fmt.Errorf("the reduction cannot be replayed: %w", err)
	}
	for _, step := range r.Steps {
		r.Cost = r.Cost.Add(step.Cost)
	}
	if paid := end.Spent(); !paid.IsSaturated() && paid-s.Spent() != r.Cost {
		return nil, fmt.Errorf("the reduction costs %s, not %s", paid-s.Spent(), r.Cost)
	}
	r.End = end
	return r, nil
}

// Text says what the reduction has done of a total: "142 of 295 paid by
// reduction, 19 junctions left".
func (r *Reduction) Text(total model.Cost) string {
	plural := "s"
	if r.Junctions == 1 {
		plural = ""
	}
	return fmt.Sprintf("%s of %s paid by reduction, %d junction%s left", r.Cost, total, r.Junctions, plural)
}

func (r *Reduction) eliminate(s site) {
	step := Step{Junction: int(s.j), Into: int(s.p), Mirrored: s.mirrored, direct: make(map[int32]bool),
		paths: s.payers()}
	for _, e := range s.behind(s.p) {
		step.direct[s.far(e)] = true
	}
	for _, e := range slices.Clone(s.behind(s.j)) {
		face := model.Face{U: s.z.z, V: e.z}
		if s.mirrored {
			face = model.Face{U: e.z, V: s.z.z}
		}
		r.Ops = append(r.Ops, model.Eliminate(face, model.MUL))
		step.Cost = step.Cost.Add(s.size[s.p].Times(s.size[s.j]).Times(s.size[s.far(e)]))
		if s.mirrored {
			s.product(e.from, s.z.to)
		} else {
			s.product(s.z.from, e.to)
		}
		s.remove(e)
	}
	s.remove(s.z)
	r.Steps = append(r.Steps, step)
}

// payers are the paths L p j R of the rule, as paths of the whole dag
// from a source to a sink, with amounts that add up to N.
func (s site) payers() []path {
	need := s.sum()
	onward, _ := s.carry(s.next(s.j), need)
	right := onward.paths()
	left := []path{{amount: need}}
	if !s.source(s.p) {
		back, _ := s.mirror().carry(s.mirror().next(s.p), need)
		left = back.paths()
	}
	var paths []path
	for len(left) > 0 && len(right) > 0 {
		l, r := &left[0], &right[0]
		amount := min(l.amount, r.amount)
		path := path{amount: amount}
		for k := len(l.vertices) - 1; k >= 0; k-- {
			path.vertices = append(path.vertices, l.vertices[k])
		}
		path.vertices = append(append(path.vertices, s.p, s.j), r.vertices...)
		if s.mirrored {
			for a, b := 0, len(path.vertices)-1; a < b; a, b = a+1, b-1 {
				path.vertices[a], path.vertices[b] = path.vertices[b], path.vertices[a]
			}
		}
		paths = append(paths, path)
		if l.amount -= amount; l.amount == 0 {
			left = left[1:]
		}
		if r.amount -= amount; r.amount == 0 {
			right = right[1:]
		}
	}
	return paths
}
