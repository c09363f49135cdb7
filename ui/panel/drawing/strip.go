package drawing

import (
	"math/bits"
	"slices"
	"strings"

	"facet/ui/layer"
	"facet/ui/picture"
	"facet/ui/style"
)

// leastSplit is from how many rows on a panel can be split, leastStrip how many rows
// its second window has at least, one more where there is room; so many things are
// shared among the two.
const (
	leastSplit = 6
	leastStrip = 2
	roomySplit = 10
	mostShared = 6
)

// split gives a window of its own, above or below, to what was just done where no
// window can show it beside what is selected, or to the far end of that. What is in
// the other window stays in its cells unless the new one would hide it. The second
// view is the zero View where there is nothing to split.
func (p *Panel) split(c *layer.View, l *picture.Layout, v picture.View) (rest, strip picture.View, below bool) {
	all := slices.Concat(p.todo(c), p.marks(c).changed())
	all = all[:min(len(all), mostShared)]
	if p.panned || v.Zoom == picture.ZoomOverview {
		return v, strip, false
	}
	var near, far []picture.Ref
	height := 0
	for ; height == 0; all = all[:len(all)-1] { // what comes first matters more
		if len(all) == 0 || showsAll(l, v, all) {
			return v, strip, false
		}
		near, far, height = share(l, v, all)
	}
	strip = v
	strip.Height = height
	strip = l.Reveal(strip, far[0], far[1:]...)
	rest = v
	rest.Height -= height + 1
	lower := rest
	lower.Y += height + 1
	at, _ := l.Position(far[0], v.Zoom, v.ASCII)
	switch upper := showsAll(l, rest, near); {
	case upper && !showsAll(l, lower, near), upper && at.Y >= v.Y+v.Height/2:
		below = true
	case !upper && !showsAll(l, lower, near):
		below = at.Y >= v.Y+v.Height/2
	}
	if !below {
		rest = lower
	}
	if !showsAll(l, rest, near) {
		rest = l.Reveal(rest, near[0], near[1:]...)
	}
	return rest, strip, below
}

// share says what of several things each of two windows shows, and how high the
// second one is: as low as it can be, and with what the panel does not show now,
// rather than other things. The first thing is in the first window. The height is 0
// where two windows cannot show all.
func share(l *picture.Layout, v picture.View, all []picture.Ref) (near, far []picture.Ref, height int) {
	if v.Height < leastSplit {
		return nil, nil, 0
	}
	least := leastStrip
	if v.Height >= roomySplit {
		least++
	}
	if v.Zoom == picture.ZoomBoxes {
		least += 2
	}
	divide := func(mask int) (near, far []picture.Ref) {
		for k, ref := range all {
			if mask>>k&1 == 0 {
				near = append(near, ref)
			} else {
				far = append(far, ref)
			}
		}
		return near, far
	}
	hidden := 0
	for k, ref := range all {
		if k > 0 && !l.Shows(v, ref) {
			hidden |= 1 << k
		}
	}
	boxes := make([]picture.Rect, len(all))
	for k, ref := range all {
		boxes[k] = l.Around(v, ref)
	}
	for height = least; height <= v.Height/2; height++ {
		best := 0
		for mask := 2; mask < 1<<len(all); mask += 2 {
			var upper, lower picture.Rect
			for k, box := range boxes {
				if mask>>k&1 == 0 {
					upper = upper.And(box)
				} else {
					lower = lower.And(box)
				}
			}
			if max(upper.Width, lower.Width) <= v.Width && upper.Height < v.Height-height && lower.Height <= height &&
				(best == 0 || bits.OnesCount(uint(mask^hidden)) < bits.OnesCount(uint(best^hidden))) {
				best = mask
			}
		}
		if best > 0 {
			near, far = divide(best)
			return near, far, height
		}
	}
	return nil, nil, 0
}

// drawing is a picture as it is to be drawn: whatever it depends on is in it.
type drawing struct {
	render func() *picture.Canvas
	of     *picture.Layout
	view   picture.View
	whole  bool // it is of and view, nothing else
}

// draw says how to draw the windows of the panel, one above the other.
func (p *Panel) draw(c *layer.View, l *picture.Layout, v picture.View) drawing {
	if p.view = v; p.travels(l) {
		p.views, p.away = []picture.View{v}, ""
		p.mark(c, l, &v)
		from := p.from
		return drawing{render: func() *picture.Canvas { return from.layout.Travel(from.view, l, v, from.part, frames+1) }}
	}
	rest, strip, below := p.split(c, l, v)
	p.views, p.away = []picture.View{rest}, ""
	p.mark(c, l, &rest)
	upper := func() *picture.Canvas {
		canvas := l.Render(rest)
		inset(canvas, l, rest)
		return canvas
	}
	if far := slices.DeleteFunc(p.marks(c).changed(), func(ref picture.Ref) bool { return l.Shows(rest, ref) }); len(far) > 0 && v.Zoom != picture.ZoomOverview {
		p.away = p.pointTo(c, l, rest, far[0])
	}
	if strip.Height == 0 {
		return drawing{render: upper, of: l, view: rest, whole: true}
	}
	p.views = append(p.views, strip)
	p.mark(c, l, &strip)
	strip.Preview = nil
	line := "─"
	if v.ASCII {
		line = "-"
	}
	rule := strings.Repeat(line, 2) + " "
	if p.away != "" {
		rule += p.away + " "
	}
	rule += strings.Repeat(line, max(0, v.Width-style.Width(rule)))
	p.view.X, p.view.Y = rest.X, rest.Y
	if p.away = ""; below {
		return drawing{render: func() *picture.Canvas { return upper().Above(rule, l.Render(strip)) }}
	}
	p.view.Y -= strip.Height + 1
	return drawing{render: func() *picture.Canvas { return l.Render(strip).Above(rule, upper()) }}
}

// Windows is what of the picture the panel shows: one part, or two.
func (p *Panel) Windows() []picture.View { return p.views }

// Shows tells whether one of the windows of the panel shows a thing.
func (p *Panel) Shows(l *picture.Layout, ref picture.Ref) bool {
	return slices.ContainsFunc(p.views, func(v picture.View) bool { return l.Shows(v, ref) })
}
