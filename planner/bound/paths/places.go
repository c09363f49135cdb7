package paths

// Place is where an option of a path belongs: it derives the subpath between
// positions L and R, and joins parts at position Split, or none if that is -1.
// Position 0 is before the first vertex.
type Place struct{ L, R, Split int32 }

// Places lists the places of a path's options: those of its first subpath, then
// those of its second, and so on.
func (t *Table) Places(w *Path) []Place {
	at := make(map[int32]int32, len(w.Vertices)+1)
	for n, z := range w.Vertices {
		at[t.Graph.Vertices[z].From] = int32(n)
	}
	at[t.Graph.Vertices[w.Vertices[len(w.Vertices)-1]].To] = int32(len(w.Vertices))
	var all []Place
	for _, s := range w.Subpaths {
		from, to := t.Ends(s)
		for _, o := range t.Options(s) {
			p := Place{at[from], at[to], -1}
			if t.IsLink(s) {
				all = append(all, p)
				continue
			}
			if o.Left >= 0 {
				_, join := t.Ends(o.Left)
				p.Split = at[join]
			} else if o.Right >= 0 {
				join, _ := t.Ends(o.Right)
				p.Split = at[join]
			}
			all = append(all, p)
		}
	}
	return all
}

// Term is an option of one of an inequality's paths, by its position in their places.
type Term struct {
	Second bool // of path B, not A
	Option int32
}

// Terms lists the options that the inequality adds up, and those that it subtracts; a
// and b are the places of its paths.
func (i Inequality) Terms(a, b []Place) (plus, minus []Term) {
	if i.Side == Prefix {
		plus = fused(plus, a, false, func(p Place) bool { return p.L == i.I && p.Split == i.S })
		plus = fused(plus, b, true, func(p Place) bool { return p.L < i.I && p.Split == i.S })
		minus = fused(minus, b, true, func(p Place) bool { return p.R == i.S && p.Split == i.I })
		return plus, minus
	}
	ka, kb := a[len(a)-1].R, b[len(b)-1].R // the last subpath is the whole path
	plus = fused(plus, a, false, func(p Place) bool { return p.R == ka-i.I && p.Split == ka-i.S })
	plus = fused(plus, b, true, func(p Place) bool { return p.R > kb-i.I && p.Split == kb-i.S })
	minus = fused(minus, b, true, func(p Place) bool { return p.L == kb-i.S && p.Split == kb-i.I })
	return plus, minus
}

// fused appends the options whose place fits.
func fused(list []Term, places []Place, second bool, fits func(Place) bool) []Term {
	for o, p := range places {
		if p.Split >= 0 && fits(p) {
			list = append(list, Term{second, int32(o)})
		}
	}
	return list
}

// A Violation is an inequality that how often paths use their options breaks, and by
// how much.
type Violation struct {
	Inequality
	By float64
}

// Fusions sums up how often a path is fused where.
type Fusions struct {
	Vertices []int32
	behind   [][]float64 // by left end and split: fused at the split behind [l,split)
	before   [][]float64 // by right end and split: fused at the split before [split,r)
}

// NewFusions gives the sums for a path, all zero.
func NewFusions(w *Path) *Fusions {
	k := len(w.Vertices) + 1
	return &Fusions{w.Vertices, square(k), square(k)}
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	all := make([]float64, n*n)
	for k := range rows {
		rows[k] = all[k*n : (k+1)*n]
	}
	return rows
}

// Read takes over how often each option is used.
func (f *Fusions) Read(places []Place, use func(option int) float64) {
	for k := range f.behind {
		clear(f.behind[k])
		clear(f.before[k])
	}
	for n, at := range places {
		if at.Split >= 0 {
			y := use(n)
			f.behind[at.L][at.Split] += y
			f.before[at.R][at.Split] += y
		}
	}
}

// Compare appends the inequalities for paths a and b, in this order, that are broken by
// more than least.
func Compare(all []Violation, fa, fb *Fusions, a, b int32, least float64) []Violation {
	ka, kb := len(fa.Vertices), len(fb.Vertices)
	for s := 1; s < min(ka, kb) && fa.Vertices[s-1] == fb.Vertices[s-1]; s++ {
		longer := 0.0
		for i := 1; i < s; i++ {
			longer += fb.behind[i-1][s]
			if by := fa.behind[i][s] + longer - fb.before[s][i] - 1; by > least {
				all = append(all, Violation{Inequality{Prefix, a, b, int32(s), int32(i)}, by})
			}
		}
	}
	for s := 1; s < min(ka, kb) && fa.Vertices[ka-s] == fb.Vertices[kb-s]; s++ {
		longer := 0.0
		for i := 1; i < s; i++ {
			longer += fb.before[kb-i+1][kb-s]
			if by := fa.before[ka-i][ka-s] + longer - fb.behind[kb-s][kb-i] - 1; by > least {
				all = append(all, Violation{Inequality{Suffix, a, b, int32(s), int32(i)}, by})
			}
		}
	}
	return all
}
