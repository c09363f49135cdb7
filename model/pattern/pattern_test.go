package pattern_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model/pattern"
	"facet/model/pattern/patterntest"
)

// plain is a pattern as a table of booleans: what everything here is compared with.
type plain [][]bool

func read(t testing.TB, text string, rows, columns int64) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Parse(text, rows, columns)
	if err != nil {
		t.Fatalf("%s: it %v", text, err)
	}
	return p
}

func plainOf(p *pattern.Pattern) plain {
	all := make(plain, p.Rows())
	for r := range all {
		all[r] = make([]bool, p.Columns())
		spans := p.Row(int64(r), nil)
		for k := 0; k < len(spans); k += 2 {
			for c := spans[k]; c < spans[k+1]; c++ {
				all[r][c] = true
			}
		}
	}
	return all
}

func (a plain) times(b plain) plain {
	out := make(plain, len(a))
	for r := range a {
		out[r] = make([]bool, len(b[0]))
		for m, has := range a[r] {
			for c := range b[m] {
				out[r][c] = out[r][c] || has && b[m][c]
			}
		}
	}
	return out
}

func (a plain) union(b plain) plain {
	out := make(plain, len(a))
	for r := range a {
		out[r] = slices.Clone(a[r])
		for c := range b[r] {
			out[r][c] = out[r][c] || b[r][c]
		}
	}
	return out
}

func (a plain) common(b plain) plain {
	out := make(plain, len(a))
	for r := range a {
		out[r] = slices.Clone(a[r])
		for c := range b[r] {
			out[r][c] = out[r][c] && b[r][c]
		}
	}
	return out
}

func (a plain) transposed() plain {
	out := make(plain, len(a[0]))
	for c := range out {
		for r := range a {
			out[c] = append(out[c], a[r][c])
		}
	}
	return out
}

// colors follows the words of the definition, column by column.
func (a plain) colors() (count int, of []int) {
	n := len(a[0])
	meets := func(c, d int) bool {
		return slices.ContainsFunc(a, func(row []bool) bool { return row[c] && row[d] })
	}
	order, degree := make([]int, n), make([]int, n)
	for c := range n {
		order[c] = c
		for d := range n {
			if c != d && meets(c, d) {
				degree[c]++
			}
		}
	}
	slices.SortStableFunc(order, func(c, d int) int { return cmp.Compare(degree[d], degree[c]) })
	of = make([]int, n)
	for c := range of {
		of[c] = -1
	}
	for _, c := range order {
		color := 0
		for slices.ContainsFunc(order, func(d int) bool { return d != c && of[d] == color && meets(c, d) }) {
			color++
		}
		of[c] = color
		count = max(count, color+1)
	}
	return count, of
}

func (a plain) entries() (n int64) {
	for _, row := range a {
		for _, has := range row {
			if has {
				n++
			}
		}
	}
	return n
}

// Random patterns: text, product, sum, transposed, multiplications and colours as from
// tables of booleans, with a table that remembers and without.
func TestRandomPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		size := 1 + r.IntN(9)
		if n%50 == 0 {
			size = 60 + r.IntN(80) // rows as bits of several words
		}
		pick := func() int { return 1 + r.IntN(size) }
		i, j, k := pick(), pick(), pick()
		q, p := read(t, patterntest.Text(r, j, i), int64(j), int64(i)),
			read(t, patterntest.Text(r, k, j), int64(k), int64(j))
		s := read(t, patterntest.Text(r, k, j), int64(k), int64(j))
		if n%2 == 0 {
			table := pattern.NewTable()
			p, q, s = table.Intern(p), table.Intern(q), table.Intern(s)
		}
		a, b, c := plainOf(p), plainOf(q), plainOf(s)
		product, sum := p.Times(q), p.Union(s)
		for _, check := range []struct {
			what string
			got  *pattern.Pattern
			want plain
		}{
			{"product", product, a.times(b)},
			{"sum", sum, a.union(c)},
			{"common entries", pattern.Common(p, s), a.common(c)},
			{"transposed", p.Transposed(), a.transposed()},
			{"meeting", product.Meeting(), a.times(b).transposed().times(a.times(b))},
			{"product of a sum", sum.Times(q), a.union(c).times(b)},
			{"product of a product", p.Times(q.Times(q.Transposed())), a.times(b.times(b.transposed()))},
		} {
			if fmt.Sprint(plainOf(check.got)) != fmt.Sprint(check.want) ||
				check.got.Entries() != check.want.entries() {
				t.Fatalf("%s of %s and %s: %v, want %v", check.what, p.Text(), q.Text(), plainOf(check.got),
					check.want)
			}
			colors, of := check.want.colors()
			if got := check.got.Colors(); got != int64(colors) {
				t.Fatalf("%s of %s and %s has %d colours, want %d", check.what, p.Text(), q.Text(), got,
					colors)
			}
			if got := fmt.Sprint(check.got.ColorOfColumns()); got != fmt.Sprint(of) {
				t.Fatalf("%s of %s and %s has colours %s, want %v", check.what, p.Text(), q.Text(), got, of)
			}
			if rows, _ := check.want.transposed().colors(); check.got.RowColors() != int64(rows) {
				t.Fatalf("%s of %s and %s has %d colours of rows, want %d", check.what, p.Text(), q.Text(),
					check.got.RowColors(), rows)
			}
			again := read(t, pattern.FromRows(check.got.Columns(), columnsOf(check.want)).
				Text(), check.got.Rows(), check.got.Columns())
			if again.Equal(check.got) == check.got.IsUnit() {
				t.Fatalf("%s is written as %s", check.got.Text(), again.Text())
			}
			if check.got.MostInRow() > int64(colors) {
				t.Fatalf("%s: %d colours are fewer than %d entries of a row", check.got.Text(), colors,
					check.got.MostInRow())
			}
		}
		if product.IsUnit() != (p.IsUnit() && q.IsUnit()) || sum.IsUnit() {
			t.Fatalf("%s times %s is unit: %v", p.Text(), q.Text(), product.IsUnit())
		}
		want := int64(0)
		for m := range b {
			var left, right int64
			for _, row := range a {
				if row[m] {
					left++
				}
			}
			for _, has := range b[m] {
				if has {
					right++
				}
			}
			want += left * right
		}
		if got := p.Multiplications(q); got != want {
			t.Fatalf("%s times %s takes %d multiplications, want %d", p.Text(), q.Text(), got, want)
		}
		if again := read(t, product.Text(), int64(k), int64(i)); !again.Equal(product) {
			t.Fatalf("%s is read back as %s", product.Text(), again.Text())
		}
	}
}

func columnsOf(a plain) [][]int64 {
	all := make([][]int64, len(a))
	for r, row := range a {
		for c, has := range row {
			if has {
				all[r] = append(all[r], int64(c))
			}
		}
	}
	return all
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text          string
		rows, columns int64
		want          string // as rows
	}{
		{"dense", 2, 3, "rows 0-2;0-2"},
		{" diagonal ", 2, 2, "rows 0;1"},
		{"band 1 0", 3, 3, "rows 0;0-1;1-2"},
		{"band -1 1", 3, 3, "rows 1;2;"},
		{"band 0 1", 3, 2, "rows 0-1;1;"},
		{"rows 2 0-1;;1", 3, 3, "rows 0-2;;1"},
		{"block 2 of diagonal", 4, 4, "rows 0-1;0-1;2-3;2-3"},
		{"block 2 of rows 1;0 1", 4, 4, "rows 2-3;2-3;0-3;0-3"},
	} {
		p := read(t, c.text, c.rows, c.columns)
		if want := read(t, c.want, c.rows, c.columns); !p.Equal(want) {
			t.Errorf("%s: %v, want %v", c.text, plainOf(p), plainOf(want))
		}
	}
	if p := read(t, "select 4 0-1 4", 4, 5); !p.IsUnit() || p.Text() != "select 4 0-1 4" {
		t.Errorf("%s", p.Text())
	}
	for _, c := range []struct{ text, want string }{
		{"", "a pattern is dense, diagonal"},
		{"Dense", "a pattern is dense, diagonal"},
		{"identity 3", "takes nothing behind it"},
		{"identity", "is 2 x 3: use a pattern such as"},
		{"band 1", "write band L U"},
		{"band 1 x", `"x" is no number of diagonals`},
		{"band -1 -1", "has no diagonal"},
		{"rows 0", "lists 1 rows, but its Jacobian has 2"},
		{"rows 0;3", "row 1 wrong: column 3 does not exist: there are 3, from 0 to 2"},
		{"rows 0;-1", `row 1 wrong: "-1" is no column`},
		{"rows 0;2-1", `"2-1" is no column`},
		{"select 1", "selects 1 entries, but its Jacobian has 2 rows"},
		{"select 1 9", "column 9 does not exist"},
		{"block 2 of dense", "both must be multiples"},
		{"block 0 of dense", "write block B of PATTERN"},
		{"block 1 of block 1 of dense", "a block of blocks"},
		{"block 1 of band 1", "block pattern that is band 1"},
	} {
		if _, err := pattern.Parse(c.text, 2, 3); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := pattern.Parse("diagonal", 2e9, 2e9); err == nil ||
		!strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("a diagonal of 2e9: %v", err)
	}
	if p := read(t, "dense", 2e9, 2e9); p.Colors() != 2e9 || p.Entries() != 4e18 || p.Bytes() > 1000 {
		t.Errorf("dense of 2e9: %d colours, %d entries, %d bytes", p.Colors(), p.Entries(), p.Bytes())
	}
}

// stencil is the pattern of one explicit step on a grid, five points each.
func stencil(t testing.TB, n int) *pattern.Pattern {
	rows := make([][]int64, n*n)
	for x := range n {
		for y := range n {
			for _, d := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if u, v := x+d[0], y+d[1]; u >= 0 && v >= 0 && u < n && v < n {
					rows[x*n+y] = append(rows[x*n+y], int64(u*n+v))
				}
			}
		}
	}
	return pattern.FromRows(int64(n*n), rows)
}

// BenchmarkPowers computes what planning forty steps of 10 000 unknowns asks for.
func BenchmarkPowers(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	scattered := make([][]int64, 10_000)
	for r := range scattered {
		for range 5 {
			scattered[r] = append(scattered[r], random.Int64N(10_000))
		}
	}
	for name, step := range map[string]*pattern.Pattern{"grid": stencil(b, 100),
		"scattered": pattern.FromRows(10_000, scattered)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				table := pattern.NewTable()
				p := table.Intern(step)
				powers := []*pattern.Pattern{p}
				for range 39 {
					powers = append(powers, powers[len(powers)-1].Times(p))
				}
				colors, work, bytes := int64(0), int64(0), int64(0)
				for k, q := range powers {
					colors += q.Colors() + q.RowColors()
					bytes += q.Bytes()
					for _, s := range powers[:40-k-1] {
						work += q.Multiplications(s) & 7
						q.Times(s)
					}
				}
				b.ReportMetric(float64(colors), "colours")
				b.ReportMetric(float64(bytes)/1e6, "MB")
			}
		})
	}
}
