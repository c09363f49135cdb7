package partition

import (
	"testing"

	"facet/model"
	"facet/model/maxflow"
)

// TestFlowsAreLargest: the flows to what is before each window, and behind it, are as large as the
// smallest cut that parts it from the sources, or the sinks.
func TestFlowsAreLargest(t *testing.T) {
	for n, p := range randomParts(t) {
		in, cuts := p.in, p.cuts(1+n%4)
		for direction := range 2 {
			all, err := p.flows(direction, cuts, never)
			if err != nil {
				t.Fatal(err)
			}
			for w, at := range all {
				inside := func(i int32) bool {
					return !p.isEnd(i) && int(p.place[i]) >= cuts[w] && int(p.place[i]) < cuts[w+1]
				}
				passed := func(i int32) bool {
					return len(p.out[1-direction][i]) == 0 || !p.isEnd(i) &&
						(int(p.place[i]) < cuts[w]) == (direction == forward) && !inside(i)
				}
				net := maxflow.New(2 + 2*len(in.Size))
				for i := range int32(len(in.Size)) {
					if !passed(i) {
						continue
					}
					net.Connect(2+2*i, 3+2*i, in.Size[i])
					if len(p.out[1-direction][i]) == 0 {
						net.Connect(0, 2+2*i, model.Saturated)
					}
					for _, z := range p.out[direction][i] {
						if to := p.far(z, direction); inside(to) {
							net.Connect(3+2*i, 1, model.Saturated)
						} else if passed(to) {
							net.Connect(3+2*i, 2+2*to, model.Saturated)
						}
					}
				}
				sum := model.Cost(0)
				for _, amount := range at {
					sum += amount
				}
				if want := net.Flow(0, 1, model.Saturated); sum != want {
					t.Fatalf("dag %d, direction %d, window %d: %s of %s", n, direction, w, sum, want)
				}
			}
		}
	}
}
