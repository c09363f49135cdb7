package drawing

import (
	"math/bits"
	"slices"
	"strings"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// leastSplit is the least height of a panel that can be split; leastStrip is the least
// height of its second window, one more where there is room; mostShared is the most
// things that are divided between the two.
const (
	leastSplit = 6
	leastStrip = 2
	roomySplit = 10
	mostShared = 6
)

// split adds a second window, above or below, for what was just done where no single
// window can show it together with the selection, or for the far end of the selection.
// The first window keeps its cells unless the second would hide what it shows. strip is
// the zero View where the panel is not split.
func (p *Panel) split(v *layer.View, l *picture.Layout, view picture.View) (rest, strip picture.View,
	below bool) {
	all := slices.Concat(p.todo(v), p.marks(v).changed())
	if p.near.shows() { // what is not near is not in the picture
		all = slices.DeleteFunc(all, func(ref picture.Ref) bool {
			_, there := l.Position(ref, view.Zoom, view.ASCII)
			return !there
		})
	}
	all = all[:min(len(all), mostShared)]
	if p.panned || view.Zoom == picture.ZoomOverview {
		return view, strip, false
	}
	var near, far []picture.Ref
	height := 0
	for ; height == 0; all = all[:len(all)-1] { // what comes first matters more
		if len(all) == 0 || showsAll(l, view, all) {
			return view, strip, false
		}
		near, far, height = share(l, view, all)
	}
	strip = view
	strip.Height = height
	strip = l.Reveal(strip, far[0], far[1:]...)
	rest = view
	rest.Height -= height + 1
	lower := rest
	lower.Y += height + 1
	at, _ := l.Position(far[0], view.Zoom, view.ASCII)
	switch upper := showsAll(l, rest, near); {
	case upper && !showsAll(l, lower, near), upper && at.Y >= view.Y+view.Height/2:
		below = true
	case !upper && !showsAll(l, lower, near):
		below = at.Y >= view.Y+view.Height/2
	}
	if !below {
		rest = lower
	}
	if !showsAll(l, rest, near) {
		rest = l.Reveal(rest, near[0], near[1:]...)
	}
	return rest, strip, below
}

// share divides several things between two windows, and chooses the height of the second:
// as low as possible, and preferably with things that the panel does not show now. The
// first thing is in the first window. The height is 0 where two windows cannot show all.
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
			if max(upper.Width, lower.Width) <= v.Width && upper.Height < v.Height-height &&
				lower.Height <= height &&
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

// scene is what the rows of a panel show: equal scenes of a layout are drawn as equal
// canvases.
type scene struct {
	rest, strip picture.View                     // strip has no height where the panel is not split
	rule        string                           // between the two
	below       bool                             // the strip is
	from        struct{ layout *picture.Layout } // nil: nothing is under way
}

// like reports whether another scene of the same layout looks the same.
func (s *scene) like(o *scene) bool {
	return s.rule == o.rule && s.below == o.below && s.rest.Equal(o.rest) && s.strip.Equal(o.strip)
}

// canvas draws the scene.
func (s *scene) canvas(l *picture.Layout) *picture.Canvas {
	canvas := l.Render(s.rest)
	inset(canvas, l, s.rest)
	switch {
	case s.strip.Height == 0:
		return canvas
	case s.below:
		return canvas.Above(s.rule, l.Render(s.strip))
	}
	return l.Render(s.strip).Above(s.rule, canvas)
}

// compose makes the scene of the panel: its windows, one above the other.
func (p *Panel) compose(v *layer.View, l *picture.Layout, view picture.View) scene {
	p.view = view
	rest, strip, below := p.split(v, l, view)
	p.views, p.away = []picture.View{rest}, ""
	p.mark(v, l, &rest)
	if far := slices.DeleteFunc(p.marks(v).changed(), func(ref picture.Ref) bool {
		return l.Shows(rest, ref)
	}); len(far) > 0 && view.Zoom != picture.ZoomOverview {
		p.away = pointTo(v, l, rest, far[0])
	}
	if strip.Height == 0 {
		return scene{rest: rest}
	}
	p.views = append(p.views, strip)
	p.mark(v, l, &strip)
	strip.Preview = nil
	line := "─"
	if view.ASCII {
		line = "-"
	}
	rule := strings.Repeat(line, 2) + " "
	if p.away != "" {
		rule += p.away + " "
	}
	rule += strings.Repeat(line, max(0, view.Width-style.Width(rule)))
	p.view.X, p.view.Y = rest.X, rest.Y
	if p.away = ""; !below {
		p.view.Y -= strip.Height + 1
	}
	return scene{rest: rest, strip: strip, rule: rule, below: below}
}

// Windows are the parts of the picture that the panel shows: one, or two.
func (p *Panel) Windows() []picture.View { return p.views }

// Shows reports whether one of the windows of the panel shows a thing.
func (p *Panel) Shows(l *picture.Layout, ref picture.Ref) bool {
	return slices.ContainsFunc(p.views, func(v picture.View) bool { return l.Shows(v, ref) })
}
