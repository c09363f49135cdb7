package graphviz

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"facet/ui/draw/picture"

	"github.com/goccy/go-graphviz"
)

// random returns the edges of a dag with n vertices in which edges prefer near
// vertices.
func random(seed uint64, n, m int) []picture.EdgeKey {
	rng := rand.New(rand.NewPCG(seed, 1))
	seen := map[picture.EdgeKey]bool{}
	var edges []picture.EdgeKey
	for try := 0; len(edges) < m && try < 20*m; try++ {
		from := rng.IntN(n - 1)
		e := picture.EdgeKey{From: from, To: min(n-1, from+1+rng.IntN(max(2, n/3)))}
		if !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	return edges
}

// ours counts the crossings in our picture of a dag, cell by cell.
func ours(t *testing.T, n int, edges []picture.EdgeKey) int {
	keys := make([]int, n)
	for i := range keys {
		keys[i] = i
	}
	rows, err := picture.Layers(keys, edges)
	if err != nil {
		t.Fatal(err)
	}
	var g picture.Graph
	for _, k := range keys {
		g.Vertices = append(g.Vertices, picture.Vertex{Key: k, Label: fmt.Sprint("v", k), Layer: rows[k]})
	}
	for _, e := range edges {
		g.Edges = append(g.Edges, picture.Edge{From: e.From, To: e.To})
	}
	l, err := picture.New(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	c := l.Render(picture.View{Zoom: picture.ZoomRows})
	count := 0
	for y := range c.Height {
		for x := range c.Width {
			if c.Under(x, y).Kind == picture.OnEdge {
				count++
			}
		}
	}
	return count
}

type point struct{ x, y float64 }

// dots lays a dag out with dot and counts how often its curves cross.
func dots(t *testing.T, edges []picture.EdgeKey) int {
	ctx := context.Background()
	g, err := graphviz.New(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var text strings.Builder
	text.WriteString("digraph {\n")
	for _, e := range edges {
		fmt.Fprintf(&text, "v%d -> v%d [arrowhead=none];\n", e.From, e.To)
	}
	text.WriteString("}\n")
	parsed, err := graphviz.ParseBytes([]byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	defer parsed.Close()
	var out bytes.Buffer
	if err := g.Render(ctx, parsed, graphviz.Format("plain"), &out); err != nil {
		t.Fatal(err)
	}
	var curves [][]point
	var ends [][2]string
	for _, line := range strings.Split(out.String(), "\n") {
		f := strings.Fields(line)
		if len(f) < 4 || f[0] != "edge" {
			continue
		}
		n, _ := strconv.Atoi(f[3])
		var control []point
		for k := range n {
			x, _ := strconv.ParseFloat(f[4+2*k], 64)
			y, _ := strconv.ParseFloat(f[5+2*k], 64)
			control = append(control, point{x, y})
		}
		curves = append(curves, polyline(control))
		ends = append(ends, [2]string{f[1], f[2]})
	}
	if len(curves) != len(edges) {
		t.Fatalf("dot drew %d of %d edges", len(curves), len(edges))
	}
	count := 0
	for i := range curves {
		for j := range i {
			count += meet(curves[i], curves[j])
		}
	}
	return count
}

// polyline samples a chain of cubic Bezier curves.
func polyline(c []point) []point {
	line := []point{c[0]}
	for k := 0; k+3 < len(c); k += 3 {
		for s := 1; s <= 16; s++ {
			t := float64(s) / 16
			u := 1 - t
			a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
			line = append(line, point{a*c[k].x + b*c[k+1].x + d*c[k+2].x + e*c[k+3].x,
				a*c[k].y + b*c[k+1].y + d*c[k+2].y + e*c[k+3].y})
		}
	}
	return line
}

func meet(p, q []point) int {
	side := func(a, b, c point) float64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }
	count := 0
	for i := 1; i < len(p); i++ {
		for j := 1; j < len(q); j++ {
			a, b, c, d := p[i-1], p[i], q[j-1], q[j]
			if side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0 {
				count++
			}
		}
	}
	return count
}

func TestCrossingsAgainstDot(t *testing.T) {
	const limit = 1.15
	for _, size := range [][2]int{{20, 30}, {30, 45}, {40, 60}, {60, 100}} {
		mine, theirs := 0, 0
		for seed := range uint64(8) {
			edges := random(seed, size[0], size[1])
			mine += ours(t, size[0], edges)
			theirs += dots(t, edges)
		}
		ratio := float64(mine) / float64(theirs)
		t.Logf("%d vertices, %d edges: %d crossings of ours, %d of dot's, ratio %.2f", size[0], size[1], mine,
			theirs, ratio)
		if ratio > limit {
			t.Errorf("%d vertices, %d edges: %.2f times the crossings of dot's", size[0], size[1], ratio)
		}
	}
}
