package paths

import (
	"errors"
	"math"
	"slices"
)

// Table lists the derivations of stretches, each stretch once however many
// words it is part of. A stretch is a path of letters and has a number; the
// parts of a stretch have smaller numbers than the stretch itself, so going
// through numbers in ascending order is a dynamic programme over all words.
type Table struct {
	*Catalogue
	first   []int32 // by stretch and one more: where its options begin
	options []Option
	ends    []ends
	single  []int32          // by letter: the stretch of this letter alone, or -1
	longer  map[uint64]int32 // by stretch and letter: the stretch that the letter continues
	used    []bool           // by stretch, false between calls
	row     []int32          // work: the stretches that end at the present letter
}

// ends are the vertices of the dag from which and to which a stretch leads.
type ends struct{ from, to int32 }

// Option is one way to derive a stretch: buy the item and derive the parts. A
// part is a stretch, or -1 where there is none: the letter whose tangent or
// adjoint is applied is no part.
type Option struct {
	Item        int32 // its number, or Free
	Left, Right int32
}

// Word is a maximal path of letters in a table.
type Word struct {
	Letters   []int32
	Stretches []int32 // those that its derivations can contain, ascending; the word itself is the last
}

// Root is the stretch of the whole word.
func (w *Word) Root() int32 { return w.Stretches[len(w.Stretches)-1] }

// ErrFull tells that a table has no room for another word.
var ErrFull = errors.New("the table of derivations is full")

// NewTable gives an empty table whose items are numbered by the catalogue.
func NewTable(c *Catalogue) *Table {
	t := &Table{Catalogue: c, first: []int32{0}, longer: make(map[uint64]int32)}
	t.single = slices.Repeat([]int32{-1}, len(c.Graph.Letters))
	return t
}

// Stretches is how many stretches the table has.
func (t *Table) Stretches() int { return len(t.ends) }

// Options lists the ways to derive a stretch: none if it needs a dropped item.
// The slice belongs to the table.
func (t *Table) Options(stretch int32) []Option {
	return t.options[t.first[stretch]:t.first[stretch+1]]
}

// Ends are the vertices of the dag from which and to which a stretch leads.
func (t *Table) Ends(stretch int32) (from, to int32) {
	return t.ends[stretch].from, t.ends[stretch].to
}

// Costs of parts of the table in bytes, indices and the growth of slices
// included.
const (
	optionBytes  = 15
	stretchBytes = 60
	itemBytes    = 110
	placeBytes   = 5
)

// Bytes is about how much memory the table takes.
func (t *Table) Bytes() int64 {
	return int64(len(t.options))*optionBytes + int64(len(t.ends))*stretchBytes + int64(len(t.Items))*itemBytes
}

// Bytes is about how much memory the word takes besides its table's.
func (w *Word) Bytes() int64 { return int64(len(w.Stretches)+len(w.Letters)) * placeBytes }

// Add gives the word of these letters, a maximal path, which are copied. The
// word is nil if it cannot be derived without a dropped item: then nothing
// costs less than the ceiling. The error is ErrFull if the options of all
// stretches together are more than can be numbered.
func (t *Table) Add(letters []int32) (*Word, error) {
	k := len(letters)
	if len(t.options)+k*k*k/6+2*k*k > math.MaxInt32 {
		return nil, ErrFull
	}
	grid := t.grid(letters)
	root := grid[k-1]
	if len(t.Options(root)) == 0 {
		return nil, nil
	}
	return &Word{slices.Clone(letters), t.reachable(root, grid)}, nil
}

// grid gives the stretches of all parts of a path: [l,r) is at l*k+r-1.
func (t *Table) grid(letters []int32) []int32 {
	k := len(letters)
	t.row = slices.Grow(t.row[:0], k*k)[:k*k]
	grid := t.row
	for r := 1; r <= k; r++ {
		for l := r - 1; l >= 0; l-- {
			grid[l*k+r-1] = t.stretch(letters, grid, l, r)
		}
	}
	return grid
}

// stretch finds [l,r), or lists its options; those of its parts are there.
func (t *Table) stretch(letters, grid []int32, l, r int) int32 {
	k, z := len(letters), letters[r-1]
	if r == l+1 {
		if s := t.single[z]; s >= 0 {
			return s
		}
		t.single[z] = int32(len(t.ends))
		if t.Graph.Letters[z].Jacobian {
			t.options = append(t.options, Option{Free, -1, -1})
		} else {
			t.option(Item{Kind: Acc, Z: z}, -1, -1)
		}
		return t.close(letters[l], z)
	}
	key := uint64(grid[l*k+r-2])<<32 | uint64(z)
	if s, known := t.longer[key]; known {
		return s
	}
	t.longer[key] = int32(len(t.ends))
	from, to := t.Graph.Letters[letters[l]].From, t.Graph.Letters[z].To
	if left := grid[l*k+r-2]; t.derivable(left) {
		t.option(Item{Kind: Tan, Z: z, A: from}, left, -1)
	}
	if right := grid[(l+1)*k+r-1]; t.derivable(right) {
		t.option(Item{Kind: Adj, Z: letters[l], B: to}, -1, right)
	}
	for m := l + 1; m < r; m++ {
		left, right := grid[l*k+m-1], grid[m*k+r-1]
		if t.derivable(left) && t.derivable(right) {
			t.option(Item{Kind: Mul, A: from, J: t.Graph.Letters[letters[m]].From, B: to}, left, right)
		}
	}
	return t.close(letters[l], z)
}

func (t *Table) derivable(stretch int32) bool { return t.first[stretch] < t.first[stretch+1] }

func (t *Table) option(it Item, left, right int32) {
	if n := t.Number(it); n != Dropped {
		t.options = append(t.options, Option{n, left, right})
	}
}

// close ends the list of options of a new stretch.
func (t *Table) close(head, tail int32) int32 {
	t.first = append(t.first, int32(len(t.options)))
	t.ends = append(t.ends, ends{t.Graph.Letters[head].From, t.Graph.Letters[tail].To})
	t.used = append(t.used, false)
	return int32(len(t.ends) - 1)
}

// reachable lists the stretches of a path that derivations of the whole can
// contain, ascending.
func (t *Table) reachable(root int32, grid []int32) []int32 {
	k := int(math.Sqrt(float64(len(grid))) + 0.5)
	t.used[root] = true
	count := 0
	for l := range k { // the whole before its parts: long stretches first
		for r := k; r > l; r-- {
			s := grid[l*k+r-1]
			if !t.used[s] {
				continue
			}
			count++
			for _, o := range t.Options(s) {
				if o.Left >= 0 {
					t.used[o.Left] = true
				}
				if o.Right >= 0 {
					t.used[o.Right] = true
				}
			}
		}
	}
	list := make([]int32, 0, count)
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

// AtMost is how many bytes a word of so many letters can add to a table.
func AtMost(letters int) int64 {
	k := int64(letters)
	return (k*k*k/6+k*k)*(optionBytes+itemBytes) + k*k/2*(stretchBytes+placeBytes)
}
