package cover

import (
	"facet/planner/bound/paths"
	"facet/planner/bound/simplex"
)

// view is how a word of the pool is fused by what the relaxation buys.
type view struct {
	places  []paths.Place
	fusions *paths.Fusions
}

// read looks at all words of the pool. Open ones have variables for it; for the
// others some way to derive them is found: where it breaks a rule the word is
// opened, and the programme may know a better one.
func (s *solver) read() {
	s.readPrices()
	for n, w := range s.words {
		if n == len(s.flow.seen) {
			s.flow.seen = append(s.flow.seen, view{s.Places(w), paths.NewFusions(w)})
		}
		v := &s.flow.seen[n]
		if at, open := s.flow.at[w]; open {
			row := s.flow.words[at].row
			v.fusions.Read(v.places, func(option int) float64 { return s.lp.Price(int(row[option])) })
			continue
		}
		use, ok := s.whole(w)
		if !ok {
			use = s.parts(w)
		}
		v.fusions.Read(v.places, func(option int) float64 { return use[option] })
		if n%16 == 15 && s.stop() {
			return
		}
	}
}

// whole derives the word with items that are bought as a whole; ok is false if
// they do not suffice.
func (s *solver) whole(w *paths.Word) (use []float64, ok bool) {
	const bought = 1 - 1e-6
	total := 0
	pick := make(map[int32]int, len(w.Stretches)) // by stretch: its option, counted through the word
	part := make(map[int32]paths.Option, len(w.Stretches))
	for _, stretch := range w.Stretches {
		for k, o := range s.Options(stretch) {
			if _, made := pick[stretch]; made {
				continue
			}
			if o.Item >= 0 && s.price(o.Item) < bought {
				continue
			}
			_, left := pick[o.Left]
			_, right := pick[o.Right]
			if (o.Left < 0 || left) && (o.Right < 0 || right) {
				pick[stretch], part[stretch] = total+k, o
			}
		}
		total += len(s.Options(stretch))
	}
	if _, ok = pick[w.Root()]; !ok {
		return nil, false
	}
	use = make([]float64, total)
	pending := []int32{w.Root()}
	for len(pending) > 0 {
		stretch := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		use[pick[stretch]] = 1
		for _, next := range [...]int32{part[stretch].Left, part[stretch].Right} {
			if next >= 0 {
				pending = append(pending, next)
			}
		}
	}
	return use, true
}

// price is how much of an item the relaxation buys.
func (p *programme) price(item int32) float64 {
	if r := p.row[item]; r >= 0 {
		return p.lp.Price(int(r))
	}
	return 0
}

// parts derives the word, as far as it can, with what the relaxation buys of the
// items: a small programme with a variable for each option that is to be had.
func (s *solver) parts(w *paths.Word) []float64 {
	lp := simplex.New()
	row := make(map[int32]int32, len(w.Stretches))
	for _, stretch := range w.Stretches {
		limit := 0.0
		if stretch == w.Root() {
			limit = 1
		}
		row[stretch] = int32(lp.AddRow(limit))
	}
	var columns []int
	for _, stretch := range w.Stretches {
		for _, o := range s.Options(stretch) {
			if o.Item >= 0 && s.price(o.Item) < 1e-9 {
				columns = append(columns, -1)
				continue
			}
			rows, coefficients := []int32{row[stretch]}, []float64{-1}
			gain := 0.0
			if stretch == w.Root() {
				gain, coefficients[0] = 1, 1
			}
			for _, part := range [...]int32{o.Left, o.Right} {
				if part >= 0 {
					rows, coefficients = append(rows, row[part]), append(coefficients, 1)
				}
			}
			if o.Item >= 0 {
				rows, coefficients = append(rows, int32(lp.AddRow(s.price(o.Item)))), append(coefficients, 1)
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
