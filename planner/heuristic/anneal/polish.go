package anneal

import (
	"math"
	"slices"
)

const (
	near        = 1.03 // windows are looked for in orders up to this times the best
	windowShare = 50   // checks of windows' solvers for each chunk of proposals: they take about as long
)

// polished is an order with what windows save in it.
type polished struct {
	order  []int32
	price  float64 // of the order
	gains  *gains
	lowest float64 // with the best windows
}

// polish looks for windows in the cheapest order of the cycle, if it is not far from the
// best, and then for more of them in the best order, to which that one may have become.
// What they save is little beside what another valley may save, so they have a part of
// their share alone while cycles are short. A cheaper order begins anew even where its windows
// do not save as much yet: those of the other were looked for for longer.
func (w *worker) polish(part float64) error {
	if _, best := w.Best.Get(); w.windows == nil || w.least > near*best {
		return nil
	}
	work := int(part * float64(w.proposals/chunk*windowShare))
	w.proposals = 0
	p := polished{order: slices.Clone(w.kept), price: w.least, gains: newGains(w.junctions)}
	if err := w.improve(&p, work/2); err != nil {
		return err
	}
	if w.top.gains == nil || p.lowest < w.top.lowest || p.price < w.top.price {
		w.top = p
	}
	return w.improve(&w.top, work/2)
}

// improve looks for windows of an order, and reports it with the best of them. What was
// found before an error is reported, too.
func (w *worker) improve(p *polished, work int) error {
	if _, err := w.order.try(p.order, math.Inf(1), w.Check); err != nil {
		return err
	}
	stopped := w.windows.improve(w.order, p.gains, work)
	windows := p.gains.choose()
	p.lowest = p.price
	for k := range windows {
		p.lowest -= windows[k].gain
	}
	if w.Best.lower(p.lowest) && w.Improved != nil {
		if err := w.Improved(Found{Order: p.order, Windows: windows, Price: p.lowest}); err != nil {
			return err
		}
	}
	return stopped
}
