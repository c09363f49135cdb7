package certificate

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
)

// matrix is which entries of a Jacobian can be non-zero: of each row the spans of columns,
// pairs of the first and of the one behind the last, ascending and apart.
type matrix struct {
	rows    [][]int32
	columns int32
	unit    bool

	entries       int64
	inRow, inCol  []int32 // how many entries each row and column has
	count, across int64   // colours of columns and of rows; 0 where they are not known yet
}

// matrices makes each matrix once, however many paths have it.
type matrices struct {
	dag      *model.Dag
	spend    func(int64) error // is told of steps; its error ends the check
	known    map[uint64][]*matrix
	products map[[2]*matrix]*matrix
	edges    []*matrix // by edge; nil where it has not been read
	room     int64     // how many more numbers may be kept
}

// mostNumbers is how many numbers all patterns of paths may have together.
const mostNumbers = 1 << 26

func newMatrices(g *model.Dag, spend func(int64) error) *matrices {
	return &matrices{
		dag: g, spend: spend, known: make(map[uint64][]*matrix), products: make(map[[2]*matrix]*matrix),
		edges: make([]*matrix, len(g.Edges)), room: mostNumbers,
	}
}

// of is the pattern of an edge.
func (m *matrices) of(edge int) (*matrix, error) {
	if m.edges[edge] != nil {
		return m.edges[edge], nil
	}
	e := &m.dag.Edges[edge]
	rows, columns := int64(m.dag.Size(e.Target)), int64(m.dag.Size(e.Source))
	if max(rows, columns) > mostNumbers {
		return nil, errLarge
	}
	if err := m.spend(rows + columns); err != nil {
		return nil, err
	}
	out := &matrix{columns: int32(columns), unit: e.Pattern.IsUnit()}
	for r := range rows {
		out.rows = append(out.rows, same(out.rows, e.Pattern.Row(r, nil)))
	}
	var err error
	m.edges[edge], err = m.keep(out)
	return m.edges[edge], err
}

var errLarge = fmt.Errorf("the patterns of its paths are too large to be checked")

// same is the row, or the last one if it is the same.
func same(rows [][]int32, row []int32) []int32 {
	if n := len(rows); n > 0 && slices.Equal(rows[n-1], row) {
		return rows[n-1]
	}
	return row
}

// keep counts the entries, and gives the matrix that is the same if there is one.
func (m *matrices) keep(x *matrix) (*matrix, error) {
	numbers := int64(len(x.rows))*4 + int64(x.columns)
	hash, change := uint64(len(x.rows)), make([]int32, x.columns+1)
	x.inRow = make([]int32, len(x.rows))
	for r, row := range x.rows {
		if r == 0 || len(row) > 0 && &row[0] != lastOf(x.rows[r-1]) {
			numbers += int64(len(row))
		}
		for k := 0; k < len(row); k += 2 {
			x.inRow[r] += row[k+1] - row[k]
			change[row[k]]++
			change[row[k+1]]--
			hash = (hash ^ uint64(row[k])<<32 ^ uint64(row[k+1])) * 0x9e3779b97f4a7c15
		}
		x.entries += int64(x.inRow[r])
		hash = (hash ^ 1) * 0x9e3779b97f4a7c15
		hash ^= hash >> 31
	}
	if err := m.spend(numbers); err != nil {
		return nil, err
	}
	for _, known := range m.known[hash] {
		if known.columns == x.columns && known.unit == x.unit &&
			slices.EqualFunc(known.rows, x.rows, slices.Equal) {
			return known, nil
		}
	}
	if m.room -= numbers; m.room < 0 {
		return nil, errLarge
	}
	n := int32(0)
	for c := range x.columns {
		n += change[c]
		change[c] = n
	}
	x.inCol = change[:x.columns]
	m.known[hash] = append(m.known[hash], x)
	return x, nil
}

func lastOf(row []int32) *int32 {
	if len(row) == 0 {
		return nil
	}
	return &row[0]
}

// times is the pattern of the product of two matrices, left behind right.
func (m *matrices) times(left, right *matrix) (*matrix, error) {
	name := [2]*matrix{left, right}
	if known := m.products[name]; known != nil {
		return known, nil
	}
	out := &matrix{columns: right.columns, unit: left.unit && right.unit}
	var spans []int32
	numbers := int64(0)
	for r, row := range left.rows {
		if r > 0 && len(row) > 0 && lastOf(row) == lastOf(left.rows[r-1]) {
			out.rows = append(out.rows, out.rows[r-1])
			continue
		}
		spans = spans[:0]
		steps := int64(0)
		for k := 0; k < len(row); k += 2 {
			for at := row[k]; at < row[k+1]; at++ {
				steps++
				if at == row[k] || lastOf(right.rows[at]) != lastOf(right.rows[at-1]) {
					spans = united(spans, right.rows[at])
				}
			}
		}
		if err := m.spend(steps + 8*int64(len(spans))); err != nil {
			return nil, err
		}
		out.rows = append(out.rows, same(out.rows, joined(spans)))
		if numbers += int64(len(out.rows[r])); numbers > mostNumbers {
			return nil, errLarge
		}
	}
	kept, err := m.keep(out)
	m.products[name] = kept
	return kept, err
}

// united adds a row to spans in any order. One that touches the last of them makes it longer,
// so that the rows of a band or a triangle stay one span.
func united(spans, row []int32) []int32 {
	for k := 0; k < len(row); k += 2 {
		if n := len(spans); n > 0 && row[k] <= spans[n-1] && row[k+1] >= spans[n-2] {
			spans[n-2], spans[n-1] = min(spans[n-2], row[k]), max(spans[n-1], row[k+1])
		} else {
			spans = append(spans, row[k], row[k+1])
		}
	}
	return spans
}

// joined is a union of spans.
func joined(spans []int32) []int32 {
	pairs := make([][2]int32, 0, len(spans)/2)
	for k := 0; k < len(spans); k += 2 {
		pairs = append(pairs, [2]int32{spans[k], spans[k+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	var out []int32
	for _, p := range pairs {
		if n := len(out); n > 0 && p[0] <= out[n-1] {
			out[n-1] = max(out[n-1], p[1])
		} else {
			out = append(out, p[0], p[1])
		}
	}
	return out
}

func (x *matrix) isDense() bool { return x.entries == int64(len(x.rows))*int64(x.columns) }

// multiplications is how many the sparse product of two matrices takes.
func multiplications(left, right *matrix) model.Cost {
	var sum model.Cost
	for j, n := range left.inCol {
		sum = sum.Add(model.Cost(n).Times(model.Cost(right.inRow[j])))
	}
	return sum
}

// transposed lists the entries by column.
func (m *matrices) transposed(x *matrix) (*matrix, error) {
	if err := m.spend(2 * x.entries); err != nil {
		return nil, err
	}
	if x.entries > mostNumbers {
		return nil, errLarge
	}
	out := &matrix{columns: int32(len(x.rows)), rows: make([][]int32, x.columns)}
	for r, row := range x.rows {
		for k := 0; k < len(row); k += 2 {
			for c := row[k]; c < row[k+1]; c++ {
				if n := len(out.rows[c]); n > 0 && out.rows[c][n-1] == int32(r) {
					out.rows[c][n-1]++
				} else {
					out.rows[c] = append(out.rows[c], int32(r), int32(r)+1)
				}
			}
		}
	}
	return m.keep(out)
}

// colors is the number of colours of the columns. Two columns meet if they have entries in
// one row. Columns come in the order of falling degree, which is how many others they meet,
// ties by the lower one; each takes the smallest colour of no column that it meets.
func (m *matrices) colors(x *matrix) (int64, error) {
	if x.count == 0 {
		turned, err := m.transposed(x)
		if err != nil {
			return 0, err
		}
		if x.count, err = m.greedy(x, turned, x); err != nil {
			return 0, err
		}
	}
	return x.count, nil
}

// rowColors is the same of rows.
func (m *matrices) rowColors(x *matrix) (int64, error) {
	if x.across == 0 {
		turned, err := m.transposed(x)
		if err != nil {
			return 0, err
		}
		if x.across, err = m.greedy(turned, x, turned); err != nil {
			return 0, err
		}
	}
	return x.across, nil
}

// greedy colours the columns of x; left times right says which of them meet.
func (m *matrices) greedy(x, left, right *matrix) (int64, error) {
	if x.isDense() {
		return int64(x.columns), nil
	}
	meets, err := m.times(left, right)
	if err != nil {
		return 0, err
	}
	if err := m.spend(2 * meets.entries); err != nil {
		return 0, err
	}
	order := make([]int32, x.columns)
	for c := range order {
		order[c] = int32(c)
	}
	// A column with entries meets itself; one without comes last, and takes colour 1.
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(max(1, meets.inRow[b]), max(1, meets.inRow[a]))
	})
	color, taken, most := make([]int32, x.columns), make([]int32, x.columns+2), int32(1)
	for _, c := range order {
		for k := 0; k < len(meets.rows[c]); k += 2 {
			for d := meets.rows[c][k]; d < meets.rows[c][k+1]; d++ {
				if d != c {
					taken[color[d]] = c + 1
				}
			}
		}
		color[c] = 1
		for taken[color[c]] == c+1 {
			color[c]++
		}
		most = max(most, color[c])
	}
	return int64(most), nil
}
