package cover

import (
	"cmp"
	"slices"

	"facet/planner/bound/paths"
)

// extended is the extended form of the relaxation for paths that have been opened:
// those that inequalities have something to say about. An open path has a variable for
// each of its options: y = 1 if the path is derived with it. The programme is the
// dual of the relaxation, so a variable is a row of it and a constraint is a
// column, which can be added while it runs:
//
//	sum of y over the options of the whole path                >= 1
//	sum of y over the options of a subpath - those that use it >= 0
//	x of the resource - y                                          >= 0
//	an inequality: (what it subtracts) - (what it adds up)            >= -1
type extended struct {
	paths        []opened
	at           map[*paths.Path]int32 // by open path: its number
	inequalities []inequalityColumn
	known        map[paths.Inequality]bool
	seen         []view // by number in the pool
	size         int    // options of all open paths
}

// opened is a path with the rows of its options and the columns that make it
// pay for them (-1 for free options).
type opened struct {
	*paths.Path
	places    []paths.Place
	row, pays []int32
}

// inequalityColumn is an inequality with its column.
type inequalityColumn struct {
	paths.Inequality
	column int
}

// roomy is how many options all open paths may have together: the programme's
// effort grows with the square of those in use.
const roomy = 12000

// openAlso opens a path, unless it is open, and gives its number; -1 if there is
// no room for it.
func (p *programme) openAlso(w *paths.Path) int32 {
	if n, known := p.extended.at[w]; known {
		return n
	}
	size := 0
	for _, subpath := range w.Subpaths {
		size += len(p.Options(subpath))
	}
	if p.extended.size+size > roomy {
		return -1
	}
	p.extended.size += size
	n := int32(len(p.extended.paths))
	p.extended.at[w] = n
	p.openPath(w)
	return n
}

func (p *programme) openPath(w *paths.Path) {
	o := opened{Path: w, places: p.Places(w)}
	o.row, o.pays = make([]int32, len(o.places)), make([]int32, len(o.places))
	for n := range o.places {
		o.row[n] = p.addRow(0)
	}
	use := make(map[int32][]int32, len(w.Subpaths))
	sign := make(map[int32][]float64, len(w.Subpaths))
	n := 0
	for _, s := range w.Subpaths {
		for _, opt := range p.Options(s) {
			use[s], sign[s] = append(use[s], o.row[n]), append(sign[s], 1)
			for _, part := range [...]int32{opt.Left, opt.Right} {
				if part >= 0 {
					use[part], sign[part] = append(use[part], o.row[n]), append(sign[part], -1)
				}
			}
			n++
		}
	}
	for _, s := range w.Subpaths {
		gain := 0.0
		if s == w.Root() {
			gain = 1
		}
		p.lp.AddColumn(gain, use[s], sign[s])
	}
	n = 0
	for _, s := range w.Subpaths {
		for _, opt := range p.Options(s) {
			o.pays[n] = -1
			if opt.Resource >= 0 {
				o.pays[n] = int32(p.lp.AddColumn(0, []int32{p.rowOf(opt.Resource), o.row[n]},
					[]float64{1, -1}))
			}
			n++
		}
	}
	p.extended.paths = append(p.extended.paths, o)
}

// addViolated adds the inequalities that are violated most, at most limit of them, and
// reports how many it added. Paths that they are about are opened.
func (s *solver) addViolated(limit int) int {
	s.read()
	const least = 1e-3
	var all []paths.Violation
	seen := s.programme.extended.seen
	for a := range seen {
		for b := range seen {
			if a != b {
				all = paths.Compare(all, seen[a].fusions, seen[b].fusions, int32(a), int32(b), least)
			}
		}
		if s.stop() {
			return 0
		}
	}
	slices.SortStableFunc(all, func(x, y paths.Violation) int { return cmp.Compare(y.By, x.By) })
	n := 0
	for _, v := range all {
		if n == limit {
			break
		}
		r := v.Inequality
		if r.A, r.B = s.programme.openAlso(s.programme.paths[v.A]),
			s.programme.openAlso(s.programme.paths[v.B]); r.A < 0 || r.B < 0 {
			continue
		}
		if !s.programme.extended.known[r] {
			s.programme.extended.known[r] = true
			s.programme.addInequality(r)
			n++
		}
	}
	return n
}

// terms lists the options that the inequality adds up, and those that it subtracts.
func (e *extended) terms(r paths.Inequality) (plus, minus []paths.Term) {
	return r.Terms(e.paths[r.A].places, e.paths[r.B].places)
}

func (p *programme) addInequality(r paths.Inequality) {
	plus, minus := p.extended.terms(r)
	net := make(map[int32]float64)
	var rows []int32
	count := func(list []paths.Term, by float64) {
		for _, c := range list {
			path := r.A
			if c.Second {
				path = r.B
			}
			row := p.extended.paths[path].row[c.Option]
			if _, seen := net[row]; !seen {
				rows = append(rows, row)
			}
			net[row] += by
		}
	}
	count(plus, -1)
	count(minus, 1)
	coefficients := make([]float64, len(rows))
	for n, row := range rows {
		coefficients[n] = net[row]
	}
	p.extended.inequalities = append(p.extended.inequalities,
		inequalityColumn{r, p.lp.AddColumn(-1, rows, coefficients)})
}
