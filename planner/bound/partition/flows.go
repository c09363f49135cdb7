package partition

import (
	"facet/model"
	"facet/model/maxflow"
)

// flows packs paths from the sources forward, or from the sinks backward, as many as
// there can be for each window, and gives the amounts that stand in vertices before it,
// or behind it. Each window has paths of its own: those of the window before are led on
// or around as far as possible, and the others give way.
//
// The network leads backwards, from the window to where paths begin: what is searched
// for more paths is then little more than what lies behind the last narrow place.
func (p *parts) flows(direction int, cuts []int, check func() error) ([]map[int32]model.Cost, error) {
	const begin, before = 0, 1 // where all paths begin, and the windows before
	n := int32(len(p.in.Size))
	net := maxflow.New(2 + 2*int(n))
	leave := func(i int32) int32 { return 2 + 2*i }
	enter := func(i int32) int32 { return 3 + 2*i }
	for i := range n {
		net.Connect(leave(i), enter(i), p.in.Size[i])
		if len(p.out[1-direction][i]) == 0 {
			net.Connect(enter(i), begin, model.Saturated)
		}
	}
	windows := len(cuts) - 1
	at := make([]map[int32]model.Cost, windows)
	for turn := range windows {
		if err := check(); err != nil {
			return nil, err
		}
		w := turn
		if direction == backward {
			w = windows - 1 - turn
		}
		region := p.order[cuts[w]:cuts[w+1]]
		window, arcs := net.Add(), make(map[int32]int32)
		for _, i := range p.sideOf(direction, cuts[w], cuts[w+1]) {
			arcs[i] = net.Connect(window, leave(i), model.Saturated)
		}
		net.Flow(window, before, model.Saturated)
		net.Flow(window, begin, model.Saturated)
		at[w] = make(map[int32]model.Cost, len(arcs))
		for i, arc := range arcs {
			if amount := net.Carries(arc); amount > 0 {
				at[w][i] = amount
			}
		}
		net.Connect(window, before, model.Saturated)
		for _, j := range region {
			for _, z := range p.out[1-direction][j] {
				net.Connect(enter(j), leave(p.far(z, 1-direction)), model.Saturated)
			}
		}
	}
	return at, nil
}
