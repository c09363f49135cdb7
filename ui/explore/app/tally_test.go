package app

import (
	"fmt"

	"facet/ui/draw/picture"
	"facet/ui/draw/picture/scene"
)

// tally sums up what pictures look like on a walk: how many there are, what moved, and how
// easily their lines are followed.
type tally struct {
	lived, strayed                  int // vertices
	pictures                        int
	crossings, bends, width, height int
	zooms                           [picture.ZoomBoxes + 1]int
}

// see adds a picture as it is shown.
func (n *tally) see(l *picture.Layout, z picture.Zoom) {
	n.pictures++
	n.zooms[z]++
	if z < picture.ZoomLabels {
		return
	}
	s := l.Scene(z, nil)
	b := l.Bounds(z, false)
	n.width, n.height = n.width+b.Width, n.height+b.Height
	for k, line := range s.Lines {
		n.bends += max(0, len(line.Points)-2)
		for _, other := range s.Lines[:k] {
			n.crossings += crossings(line.Points, other.Points)
		}
	}
}

func (n *tally) String() string {
	return fmt.Sprintf("%d pictures, %d vertices lived on, %d moved; %d crossings, %d bends, width %d, height %d, Z0 to Z3: %v",
		n.pictures, n.lived, n.strayed, n.crossings, n.bends, n.width, n.height, n.zooms[picture.ZoomOverview:])
}

// crossings counts where the upright parts of one line cross the level ones of another.
func crossings(a, b []scene.Point) (count int) {
	for k := 1; k < len(a); k++ {
		for i := 1; i < len(b); i++ {
			upright, level := [2]scene.Point{a[k-1], a[k]}, [2]scene.Point{b[i-1], b[i]}
			if upright[0].X != upright[1].X {
				upright, level = level, upright
			}
			x, y := upright[0].X, level[0].Y
			if x == upright[1].X && y == level[1].Y && level[0].X != level[1].X &&
				min(level[0].X, level[1].X) < x && x < max(level[0].X, level[1].X) &&
				min(upright[0].Y, upright[1].Y) < y && y < max(upright[0].Y, upright[1].Y) {
				count++
			}
		}
	}
	return count
}
