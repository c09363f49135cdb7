package cover

import (
	"facet/planner/bound/paths"
	"facet/planner/bound/simplex"
)

// view is how a path of the pool is fused by the relaxation's solution.
type view struct {
	places  []paths.Place
	fusions *paths.Fusions
}

// read looks at all paths of the pool. Open ones have variables for it; for the
// others some way to derive them is found: where it breaks an inequality the path is
// opened, and the programme may know a better one.
func (s *solver) read() {
	s.programme.readPrices()
	for n, w := range s.programme.paths {
		if n == len(s.programme.extended.seen) {
			s.programme.extended.seen = append(s.programme.extended.seen,
				view{s.programme.Places(w), paths.NewFusions(w)})
		}
		v := &s.programme.extended.seen[n]
		if at, open := s.programme.extended.at[w]; open {
			row := s.programme.extended.paths[at].row
			v.fusions.Read(v.places, func(option int) float64 {
				return s.programme.lp.Price(int(row[option]))
			})
			continue
		}
		use, ok := s.whole(w)
		if !ok {
			use = s.parts(w)
		}
		v.fusions.Read(v.places, func(option int) float64 { return use[option] })
		if s.count(w, 1) {
			return
		}
	}
}

// whole derives the path with resources whose value is one; ok is false if
// they do not suffice.
func (s *solver) whole(w *paths.Path) (use []float64, ok bool) {
	const bought = 1 - 1e-6
	total := 0
	pick := make(map[int32]int, len(w.Subpaths)) // by subpath: its option, counted through the path
	part := make(map[int32]paths.Option, len(w.Subpaths))
	for _, subpath := range w.Subpaths {
		for k, o := range s.programme.Options(subpath) {
			if _, made := pick[subpath]; made {
				continue
			}
			if o.Resource >= 0 && s.programme.price(o.Resource) < bought {
				continue
			}
			_, left := pick[o.Left]
			_, right := pick[o.Right]
			if (o.Left < 0 || left) && (o.Right < 0 || right) {
				pick[subpath], part[subpath] = total+k, o
			}
		}
		total += len(s.programme.Options(subpath))
	}
	if _, ok = pick[w.Root()]; !ok {
		return nil, false
	}
	use = make([]float64, total)
	pending := []int32{w.Root()}
	for len(pending) > 0 {
		subpath := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		use[pick[subpath]] = 1
		for _, next := range [...]int32{part[subpath].Left, part[subpath].Right} {
			if next >= 0 {
				pending = append(pending, next)
			}
		}
	}
	return use, true
}

// price is the value of a resource in the relaxation.
func (p *programme) price(resource int32) float64 {
	if r := p.row[resource]; r >= 0 {
		return p.lp.Price(int(r))
	}
	return 0
}

// parts derives the path, as far as it can, with the relaxation's values of the
// resources: a small programme with a variable for each option that is available.
func (s *solver) parts(w *paths.Path) []float64 {
	lp := simplex.New()
	row := make(map[int32]int32, len(w.Subpaths))
	for _, subpath := range w.Subpaths {
		limit := 0.0
		if subpath == w.Root() {
			limit = 1
		}
		row[subpath] = int32(lp.AddRow(limit))
	}
	var columns []int
	for _, subpath := range w.Subpaths {
		for _, o := range s.programme.Options(subpath) {
			if o.Resource >= 0 && s.programme.price(o.Resource) < 1e-9 {
				columns = append(columns, -1)
				continue
			}
			rows, coefficients := []int32{row[subpath]}, []float64{-1}
			gain := 0.0
			if subpath == w.Root() {
				gain, coefficients[0] = 1, 1
			}
			for _, part := range [...]int32{o.Left, o.Right} {
				if part >= 0 {
					rows, coefficients = append(rows, row[part]), append(coefficients, 1)
				}
			}
			if o.Resource >= 0 {
				rows, coefficients = append(rows, int32(lp.AddRow(s.programme.price(o.Resource)))),
					append(coefficients, 1)
			}
			columns = append(columns, lp.AddColumn(gain, rows, coefficients))
		}
	}
	lp.Solve(1000, s.stop)
	use := make([]float64, len(columns))
	for n, column := range columns {
		if column >= 0 {
			use[n] = lp.Value(column)
		}
	}
	return use
}
