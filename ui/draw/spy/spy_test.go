package spy

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model/pattern"
	"facet/model/pattern/patterntest"
	"facet/ui/draw/style"
)

func parsed(t *testing.T, text string, rows, columns int64) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Parse(text, rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The drawing says of each entry whether it can be non-zero: read again from its runes,
// it is the pattern.
func TestTextIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		rows, columns := 1+rng.IntN(20), 1+rng.IntN(20)
		p := parsed(t, patterntest.Text(rng, rows, columns), int64(rows), int64(columns))
		for _, ascii := range []bool{false, true} {
			plot := FitText(p, 20, 20, ascii)
			if plot.Scale() != "" {
				t.Fatalf("%d x %d is scaled: %s", rows, columns, plot.Scale())
			}
			drawn := plot.Text()
			for r := range rows {
				for c := range columns {
					var has bool
					if ascii {
						has = drawn[r][1+c] == 'x'
					} else {
						cell := []rune(drawn[r/4])[1+c/2]
						bit := [4][2]rune{{1, 8}, {2, 16}, {4, 32}, {64, 128}}[r%4][c%2]
						has = cell != ' ' && (cell-0x2800)&bit != 0
					}
					if has != p.Has(int64(r), int64(c)) {
						t.Fatalf("%s, ascii %t: row %d, column %d is %t\n%s", p.Text(), ascii, r, c, has,
							strings.Join(drawn, "\n"))
					}
				}
			}
		}
	}
}

// What does not fit is scaled in both directions alike, and says so; a matrix with few
// rows keeps them.
func TestScaled(t *testing.T) {
	for _, c := range []struct {
		text          string
		rows, columns int64
		ascii         bool
		scale         string
		drawn         []string
	}{
		{"diagonal", 400, 400, false, "scaled: 1 dot = 25 x 25 entries",
			[]string{"│⠑⢄      │", "│  ⠑⢄    │", "│    ⠑⢄  │", "│      ⠑⢄│"}},
		{"diagonal", 4, 4, true, "", []string{"|x...|", "|.x..|", "|..x.|", "|...x|"}},
		{"band 0 0", 2, 1600, true, "scaled: 1 x = 1 x 200 entries", []string{"|x.......|", "|x.......|"}},
		{"dense", 1 << 30, 1 << 30, true, "scaled: 1 x = 268 435 456 x 134 217 728 entries",
			slices.Repeat([]string{"|xxxxxxxx|"}, 4)},
	} {
		plot := FitText(parsed(t, c.text, c.rows, c.columns), 4, 8, c.ascii)
		if got := plot.Text(); plot.Scale() != c.scale || !slices.Equal(got, c.drawn) {
			t.Errorf("%s of %d x %d: %s\n%s", c.text, c.rows, c.columns, plot.Scale(),
				strings.Join(got, "\n"))
		}
	}
}

func TestSparsity(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"band 1 1", "1198 of 160 000 entries, 3 colours"},
		{"diagonal", "400 of 160 000 entries, 1 colour"},
		{"identity", "400 of 160 000 entries, all 1: a selection"},
		{"dense", "dense"},
	} {
		if got := Sparsity(parsed(t, c.text, 400, 400)); got != c.want {
			t.Errorf("%s: %q", c.text, got)
		}
	}
}

// Rectangles cover the entries, each once; an SVG is well-formed, and TeX gets no more
// than it can set.
func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		rows, columns := 1+rng.IntN(30), 1+rng.IntN(30)
		p := parsed(t, patterntest.Text(rng, rows, columns), int64(rows), int64(columns))
		seen := make(map[[2]int64]int)
		for _, r := range Fit(p, 100, 100).rectangles() {
			for row := r.top; row < r.bottom; row++ {
				for column := r.left; column < r.right; column++ {
					seen[[2]int64{row, column}]++
				}
			}
		}
		for r := range p.Rows() {
			for c := range p.Columns() {
				if n := seen[[2]int64{r, c}]; n != 0 != p.Has(r, c) || n > 1 {
					t.Fatalf("%s: %d rectangles at %d, %d", p.Text(), n, r, c)
				}
			}
		}
	}
	text := SVG("F'(a<b)", parsed(t, "band 40 3", 3000, 3000), style.Auto)
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if !strings.Contains(text, "scaled: 1 dot = 7 x 7 entries") {
		t.Error("the SVG does not say that it is scaled")
	}
	wild := "rows " +
		strings.TrimSuffix(strings.Repeat(strings.TrimSuffix(strings.Repeat("0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 ", 1), " ")+";;", 3000), ";;") + ";"
	if n := strings.Count(TikZ("F'", parsed(t, wild, 6000, 6000), func(s string) string {
		return s
	}), "\\fill"); n > 6000 {
		t.Errorf("%d commands for TeX", n)
	}
}
