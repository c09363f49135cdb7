package scene_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/scene"
)

// graph is a random one in which vertex i stands on layer i/4, and one without its last edges
// and vertex.
func graph(seed uint64) (g, next layout.Graph) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range 20 {
		g.Vertices = append(g.Vertices, layout.Vertex{Key: i, Label: fmt.Sprint("v", i), Layer: i / 4,
			Shape: layout.Shape(i % 3), Mark: layout.Mark(i % 4), Detail: []string{"n=1"}})
		for range min(i/4*4, 2) {
			e := layout.Edge{From: rng.IntN(i / 4 * 4), To: i}
			if len(g.Edges) == 0 || g.Edges[len(g.Edges)-1] != e {
				g.Edges = append(g.Edges, e)
			}
		}
	}
	next = g.Clone()
	next.Vertices = next.Vertices[:19]
	for last := len(next.Edges) - 1; next.Edges[last].To == 19; last-- {
		next.Edges = next.Edges[:last]
	}
	return g, next
}

// meets reports whether an upright or level part of a line runs through a box.
func meets(b scene.Box, p, q scene.Point) bool {
	const inside = 0.6 // more than a frame
	return max(p.X, q.X) > b.X+inside && min(p.X, q.X) < b.X+b.Width-inside &&
		max(p.Y, q.Y) > b.Y+inside && min(p.Y, q.Y) < b.Y+b.Height-inside
}

// Boxes stand apart and in the scene; lines are upright and level, lead from the lower side of
// one box to the upper side of another, and through no third.
func TestLinesLeadAroundBoxes(t *testing.T) {
	for seed := range uint64(10) {
		g, _ := graph(seed)
		sk := layout.NewSkeleton(g, nil, true)
		layout.Order(context.Background(), sk)
		for z := layout.ZoomLabels; z <= layout.ZoomBoxes; z++ {
			at := fmt.Sprintf("seed %d, %v", seed, z)
			s := scene.Of(sk, layout.First(context.Background(), z, sk), false)
			for i, b := range s.Boxes {
				if b.X < -1 || b.X+b.Width > s.Width+1 || b.Y < -1 || b.Y+b.Height > s.Height+1 {
					t.Errorf("%s: %s stands outside", at, b.Vertex.Label)
				}
				for _, other := range s.Boxes[:i] {
					if b.Y == other.Y && b.X < other.X+other.Width && other.X < b.X+b.Width {
						t.Errorf("%s: %s stands on %s", at, b.Vertex.Label, other.Vertex.Label)
					}
				}
			}
			for _, l := range s.Lines {
				from, to := s.Boxes[l.Edge.From], s.Boxes[l.Edge.To]
				first, last := l.Points[0], l.Points[len(l.Points)-1]
				if math.Abs(first.Y-from.Y-from.Height) > 1e-9 || first.X < from.X || first.X > from.X+from.Width ||
					math.Abs(last.Y-to.Y) > 1e-9 || last.X < to.X || last.X > to.X+to.Width {
					t.Errorf("%s: %v leads from %v to %v", at, l.Edge, first, last)
				}
				for k := 1; k < len(l.Points); k++ {
					p, q := l.Points[k-1], l.Points[k]
					if p.X != q.X && p.Y != q.Y {
						t.Errorf("%s: %v is oblique", at, l.Edge)
					}
					for _, b := range s.Boxes {
						if meets(b, p, q) {
							t.Errorf("%s: %v leads through %s", at, l.Edge, b.Vertex.Label)
						}
					}
				}
			}
		}
	}
}

// What a step removed stands where it stood.
func TestRemoved(t *testing.T) {
	for seed := range uint64(10) {
		g, next := graph(seed)
		sk := layout.NewSkeleton(g, nil, true)
		layout.Order(context.Background(), sk)
		after := layout.NewSkeleton(next, sk, true)
		tr := layout.OrderRows(context.Background(), after, layout.First(context.Background(), layout.ZoomRows, sk),
			nil)
		for z := layout.ZoomLabels; z <= layout.ZoomBoxes; z++ {
			at := fmt.Sprintf("seed %d, %v", seed, z)
			before := layout.First(context.Background(), z, sk)
			s := scene.Of(after, before.Step(context.Background(), after, tr), false)
			for _, l := range s.Removed.Lines {
				if l.Edge.To != 19 {
					t.Errorf("%s: %v was not removed", at, l.Edge)
				}
			}
			if removed := len(g.Edges) - len(next.Edges); len(s.Removed.Lines) != removed ||
				len(s.Removed.Boxes) != 1 || s.Removed.Boxes[0].Label != "v19" {
				t.Errorf("%s: %d edges are removed, and shown are %+v", at, removed, s.Removed)
			}
		}
	}
}

// A scattered graph has straight lines.
func TestCoarse(t *testing.T) {
	g, _ := graph(1)
	sk := layout.NewSkeleton(g, nil, false)
	s := scene.Of(sk, layout.Scatter(sk), true)
	for _, l := range s.Lines {
		if len(l.Points) != 2 {
			t.Errorf("%v has %d points", l.Edge, len(l.Points))
		}
	}
}
