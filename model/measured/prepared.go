package measured

import (
	"slices"

	"facet/model"
)

// Kinds of marks that ask for what is prepared.
const (
	tangentMark = iota
	adjointMark
	jacobianMark
	kindsOfMarks
)

// asks are what is prepared that an edge's marks ask for, by their kinds: numbers in the report.
type asks [kindsOfMarks][]int

// asking is what the marks of all edges ask for; nil where that is not known.
func asking(r *Report) (all []asks) {
	for _, e := range r.Edges {
		if e.Asks == nil {
			return nil
		}
		var a asks
		for kind, name := range []string{"tangent", "adjoint", "jacobian"} {
			for k, q := range r.Prepared {
				if slices.Contains(e.Asks[name], q.Module) {
					a[kind] = append(a[kind], k)
				}
			}
		}
		all = append(all, a)
	}
	return all
}

// making says for which calls, by vertices, something is prepared.
type making map[[2]int]bool

func (m making) add(vertex int, asked []int) {
	for _, k := range asked {
		m[[2]int{k, vertex}] = true
	}
}

// times is how often each of what is prepared is made: once for a call that asks for it, as far as calls do
// not share it, and with the values. Where it is not known who asks, all do.
func (p *Program) times(m making) []int {
	times := make([]int, len(p.Report.Prepared))
	for at := range m {
		times[at[0]]++
	}
	for k, q := range p.Report.Prepared {
		if times[k] = min(times[k], q.Times); q.InValues || p.asks == nil {
			times[k] = q.Times
		}
	}
	return times
}

// preparing is how often each of what is prepared is made where a method makes some calls.
func (p *Program) preparing(calls []Call) []int {
	made := making{}
	for _, c := range calls {
		if p.asks == nil {
			break
		}
		for _, e := range c.Edges {
			kind := tangentMark
			switch {
			case c.Whole && p.Report.Groups[p.Of[e]].Whole:
				kind = jacobianMark
			case c.Mode == model.ADJ:
				kind = adjointMark
			}
			made.add(p.Report.Edges[e].Target, p.asks[e][kind])
		}
	}
	return p.times(made)
}

// seconds is what it takes to prepare so often what no value takes.
func (p *Program) seconds(times []int) float64 {
	takes := 0.0
	for k, q := range p.Report.Prepared {
		if !q.InValues {
			takes += float64(times[k]) * q.Seconds
		}
	}
	return takes
}

// PreparedAtLeast is what every sequence prepares: what an edge's marks of all kinds ask for.
func (p *Program) PreparedAtLeast() float64 {
	made := making{}
	for e, all := range p.asks {
		every := slices.DeleteFunc(slices.Clone(all[tangentMark]), func(k int) bool {
			return !slices.Contains(all[adjointMark], k) || p.Report.Groups[p.Of[e]].Whole &&
				!slices.Contains(all[jacobianMark], k)
		})
		made.add(p.Report.Edges[e].Target, every)
	}
	return p.seconds(p.times(made))
}
