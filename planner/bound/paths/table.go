package paths

import (
	"errors"
	"math"
	"slices"

	"facet/planner/linegraph"
)

// Table lists the derivations of subpaths, each subpath once however many
// paths it is part of. A subpath is a path of vertices and has a number; the
// parts of a subpath have smaller numbers than the subpath itself, so going
// through numbers in ascending order is a dynamic programme over all paths.
type Table struct {
	*Catalogue
	first   []int32 // by subpath and one more: where its options begin
	options []Option
	ends    []ends
	single  []int32          // by vertex: the subpath of this vertex alone, or -1
	longer  map[uint64]int32 // by subpath and vertex: the subpath that the vertex continues
	used    []bool           // by subpath, false between calls
	sparse  *sparse          // nil without patterns
	row     []int32          // work: the subpaths that end at the present vertex
}

// ends are the vertices of the dag from which and to which a subpath leads.
type ends struct{ from, to int32 }

// Option is one way to derive a subpath: select the resource and derive the parts. A
// part is a subpath, or -1 where there is none: the vertex whose tangent or
// adjoint is applied is no part.
type Option struct {
	Resource    int32 // its number, or Free
	Left, Right int32
}

// Path is a maximal path of vertices in a table.
type Path struct {
	Vertices []int32
	Subpaths []int32 // those that its derivations can contain, ascending; the path itself is the last
}

// Root is the subpath of the whole path.
func (p *Path) Root() int32 { return p.Subpaths[len(p.Subpaths)-1] }

// errFull is the error of a table that has no room for another path.
var errFull = errors.New("the table of derivations is full")

// NewTable gives an empty table whose resources are numbered by the catalogue.
func NewTable(c *Catalogue) *Table {
	t := &Table{Catalogue: c, first: []int32{0}, longer: make(map[uint64]int32)}
	t.single = slices.Repeat([]int32{-1}, len(c.Graph.Vertices))
	if c.Graph.HasPatterns() {
		t.sparse = &sparse{}
	}
	return t
}

// Subpaths is how many subpaths the table has.
func (t *Table) Subpaths() int { return len(t.ends) }

// Options lists the ways to derive a subpath: none if it needs a dropped resource.
// The slice belongs to the table.
func (t *Table) Options(subpath int32) []Option {
	return t.options[t.first[subpath]:t.first[subpath+1]]
}

// Ends are the vertices of the dag from which and to which a subpath leads.
func (t *Table) Ends(subpath int32) (from, to int32) {
	return t.ends[subpath].from, t.ends[subpath].to
}

// Costs of parts of the table in bytes, indices and the growth of slices
// included.
const (
	optionBytes   = 15
	subpathBytes  = 60
	resourceBytes = 110
	placeBytes    = 5
)

// Bytes is about how much memory the table takes.
func (t *Table) Bytes() int64 {
	return int64(len(t.options))*optionBytes + int64(len(t.ends))*subpathBytes +
		int64(len(t.Resources))*resourceBytes
}

// Bytes is about how much memory the path takes besides its table's.
func (p *Path) Bytes() int64 { return int64(len(p.Subpaths)+len(p.Vertices)) * placeBytes }

// Add gives the path of these vertices, a maximal path, which are copied. The
// path is nil if it cannot be derived without a dropped resource: then nothing
// costs less than the cutoff. The error is errFull if the options of all
// subpaths together are more than can be numbered.
func (t *Table) Add(vertices []int32) (*Path, error) {
	k := len(vertices)
	if most, _ := t.Most(k); int64(len(t.options))+most+int64(k*k) > math.MaxInt32 {
		return nil, errFull
	}
	grid := t.grid(vertices)
	root := grid[k-1]
	if len(t.Options(root)) == 0 {
		return nil, nil
	}
	return &Path{slices.Clone(vertices), t.reachable(root, grid)}, nil
}

// grid gives the subpaths of all parts of a path: [l,r) is at l*k+r-1.
func (t *Table) grid(vertices []int32) []int32 {
	k := len(vertices)
	t.row = slices.Grow(t.row[:0], k*k)[:k*k]
	grid := t.row
	for r := 1; r <= k; r++ {
		for l := r - 1; l >= 0; l-- {
			grid[l*k+r-1] = t.subpath(vertices, grid, l, r)
		}
	}
	return grid
}

// subpath finds [l,r), or lists its options; those of its parts are there.
func (t *Table) subpath(vertices, grid []int32, l, r int) int32 {
	k, z := len(vertices), vertices[r-1]
	if r == l+1 {
		if s := t.single[z]; s >= 0 {
			return s
		}
		t.single[z] = int32(len(t.ends))
		if t.Graph.Vertices[z].Jacobian {
			t.options = append(t.options, Option{Free, -1, -1})
		} else {
			t.option(Resource{Kind: Acc, Z: z}, -1, -1)
		}
		return t.close(vertices[l], z)
	}
	key := uint64(grid[l*k+r-2])<<32 | uint64(z)
	if s, known := t.longer[key]; known {
		return s
	}
	if t.sparse != nil {
		s := t.sparseSubpath(vertices, grid, l, r)
		t.longer[key] = s
		return s
	}
	t.longer[key] = int32(len(t.ends))
	from, to := t.Graph.Vertices[vertices[l]].From, t.Graph.Vertices[z].To
	if left := grid[l*k+r-2]; t.derivable(left) {
		t.option(Resource{Kind: Tan, Z: z, A: from}, left, -1)
	}
	if right := grid[(l+1)*k+r-1]; t.derivable(right) {
		t.option(Resource{Kind: Adj, Z: vertices[l], B: to}, -1, right)
	}
	for m := l + 1; m < r; m++ {
		left, right := grid[l*k+m-1], grid[m*k+r-1]
		if t.derivable(left) && t.derivable(right) {
			t.option(Resource{Kind: Mul, A: from, J: t.Graph.Vertices[vertices[m]].From, B: to}, left, right)
		}
	}
	return t.close(vertices[l], z)
}

func (t *Table) derivable(subpath int32) bool { return t.first[subpath] < t.first[subpath+1] }

func (t *Table) option(resource Resource, left, right int32) {
	if n := t.number(resource); n != Dropped {
		t.options = append(t.options, Option{n, left, right})
	}
}

// close ends the list of options of a new subpath.
func (t *Table) close(head, tail int32) int32 {
	if t.sparse != nil && head == tail {
		t.sparse.add(t.Graph.Vertices[head].Pattern, false)
	}
	return t.closeAt(ends{t.Graph.Vertices[head].From, t.Graph.Vertices[tail].To})
}

func (t *Table) closeAt(at ends) int32 {
	t.first = append(t.first, int32(len(t.options)))
	t.ends = append(t.ends, at)
	t.used = append(t.used, false)
	return int32(len(t.ends) - 1)
}

// reachable lists the subpaths of a path that derivations of the whole can
// contain, ascending.
func (t *Table) reachable(root int32, grid []int32) []int32 {
	k := int(math.Sqrt(float64(len(grid))) + 0.5)
	t.used[root] = true
	count := 0
	for l := range k { // the whole before its parts: long subpaths first
		for r := k; r > l; r-- {
			s := grid[l*k+r-1]
			if !t.used[s] {
				continue
			}
			count++
			for _, o := range t.Options(s) {
				if o.Left >= 0 {
					t.use(o.Left)
				}
				if o.Right >= 0 {
					t.use(o.Right)
				}
			}
		}
	}
	list := t.usedLinks(count)
	for l := range k {
		for r := l + 1; r <= k; r++ {
			if s := grid[l*k+r-1]; t.used[s] {
				list = append(list, s)
				t.used[s] = false
			}
		}
	}
	slices.Sort(list)
	return list
}

// Most is how many options and subpaths a path of so many vertices can have.
func (t *Table) Most(vertices int) (options, subpaths int64) {
	k := int64(vertices)
	options, subpaths = k*k*k/6+k*k, k*k/2
	if t.sparse != nil {
		options *= linegraph.MostLevels
		subpaths += options // links
	}
	return options, subpaths
}

// AtMost is how many bytes a path of so many vertices can add to the table.
func (t *Table) AtMost(vertices int) int64 {
	options, subpaths := t.Most(vertices)
	return options*(optionBytes+resourceBytes) + subpaths*(subpathBytes+placeBytes)
}
