package panel

import (
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Needs are the sizes of both pictures for the whole run that is known, by zoom level;
// zero where they are not known or so large that only a part is shown.
type Needs struct {
	Dag, Line [picture.ZoomBoxes + 1]picture.Point
}

// Of are the sizes of one picture.
func (n *Needs) Of(p intent.Panel) *[picture.ZoomBoxes + 1]picture.Point {
	if p == intent.Dag {
		return &n.Dag
	}
	return &n.Line
}

// With are sizes that are enough for both.
func (n Needs) With(m Needs) Needs {
	for z := range n.Dag {
		n.Dag[z] = picture.Point{X: max(n.Dag[z].X, m.Dag[z].X), Y: max(n.Dag[z].Y, m.Dag[z].Y)}
		n.Line[z] = picture.Point{X: max(n.Line[z].X, m.Line[z].X), Y: max(n.Line[z].Y, m.Line[z].Y)}
	}
	return n
}

// Form is how a window is divided.
type Form uint8

// There are four forms: both pictures or the one in front, and the rest beneath or at the right.
// A window is divided by fixed shares, the rest beneath, where the sizes of the pictures are not
// known, or so large that a part is shown.
const (
	Shares Form = iota
	Apart       // both pictures beside each other, the rest beneath
	Single      // the picture in front, beneath it the list where there is room for one
	Beside      // both pictures, the rest at their right
	Aside       // the picture in front, the rest at its right
)

// Right reports whether list and sentences stand at the right of the pictures.
func (f Form) Right() bool { return f == Beside || f == Aside }

// both reports whether both pictures are shown.
func (f Form) both() bool { return f == Apart || f == Beside }

// Sizes of what is not a picture.
const (
	// leastRight is the least width of a column at the right of pictures, mostRight the
	// width that it gets where there is room.
	leastRight, mostRight = 27, 38
	// comfortableRight and comfortableBelow are the width and the height that a list keeps
	// where a picture could be wider for what may come, by mostSpare cells at most.
	comfortableRight, comfortableBelow, mostSpare = 29, 9, 40
	// breath is how much wider than needed pictures are beside a column that is wide enough.
	breath = 4
	// leastList is the least height of a list below pictures, its frame included.
	leastList = 6
	// toldBeneath are the rows of the sentences below pictures.
	toldBeneath = 3
	// toldRows is the least height of the sentences in a column: three rows for what was done,
	// five for what comes next, and their titles.
	toldRows = 11
	// newborn is the width on a side of the line dag in which stands what would be born.
	newborn = 12
	// leastTold is their height beside what a leader says.
	leastTold = 8
)

// Largest is the largest picture that a window has room for beside the list.
func (w Window) Largest() picture.Point {
	return picture.Point{X: w.Width - leastRight - 2, Y: w.Height - w.HeaderRows() - 1 - 2}
}

// HasLabels reports whether a picture can be shown with labels beside the list.
func (w Window) HasLabels(of intent.Panel) bool {
	size, room := w.Needs.Of(of)[picture.ZoomLabels], w.Largest()
	return size.X > 0 && size.X <= room.X && size.Y <= room.Y
}

// Lead is what a leader says in the place of list and history.
type Lead struct {
	Rows  int  // at the whole width; 0 for none
	Aside bool // it may stand at the right of the pictures
}

// Room is a part of a window that is divided, of so many rows: what it gives pictures, and could
// give them without another shape.
type Room struct {
	Window
	height int
	lead   Lead
}

// plan is a form with the sizes of its parts.
type plan struct {
	form      Form
	dag, line picture.Zoom
	upper     int // height of the pictures
	left      int // width of the pictures; of the first one where there are two
	middle    int // width of the second one
}

// choose finds the form in which the picture that matters most is largest: both pictures
// with labels if possible, else the one in front. lead is what a leader says there in place of the list.
func (r Room) choose() plan {
	none := plan{form: Shares}
	if r.large() || r.Single || r.Needs.Of(r.Front)[picture.ZoomLabels] == (picture.Point{}) {
		return none
	}
	list := leastList
	if r.lead.Rows > 0 {
		list = r.lead.Rows
	}
	below, aside := r.height-toldBeneath-list, r.lead.Rows == 0 || r.lead.Aside
	best := none
	kept := func(p plan) bool { return r.Kept != Shape{} && p.shape(r.Front) == r.Kept }
	better := func(p plan) {
		if r.cramps(p) && !kept(p) {
			return
		}
		if best == none || !kept(best) && (kept(p) || r.worth(p) > r.worth(best)) {
			best = p
		}
	}
	for line := picture.ZoomLabels; line <= picture.ZoomBoxes; line++ {
		l := r.Needs.Line[line]
		for dag := picture.ZoomLabels; dag <= picture.ZoomBoxes; dag++ {
			d := r.Needs.Dag[dag]
			if l.X == 0 || d.X == 0 {
				continue
			}
			high := max(l.Y, d.Y)
			if l.X+d.X+4 <= r.Width && high+2 <= below {
				better(plan{Apart, dag, line, high + 2, d.X + 2, l.X + 2})
			}
			if aside && l.X+d.X+4+leastRight <= r.Width && high+2 <= r.height {
				better(plan{Beside, dag, line, high + 2, d.X + 2, l.X + 2})
			}
		}
	}
	if best.form != Shares && best.zoom(r.Front) > picture.ZoomOverview && (kept(best) || r.Kept.front == 0) {
		return best
	}
	for zoom := picture.ZoomLabels; zoom <= picture.ZoomBoxes; zoom++ {
		n := r.Needs.Of(r.Front)[zoom]
		if n.X == 0 {
			continue
		}
		one := plan{dag: zoom, line: zoom, upper: n.Y + 2, left: n.X + 2}
		if aside && n.X+2+leastRight <= r.Width && n.Y+2 <= r.height {
			one.form = Aside
			better(one)
		}
		one.form = Single
		if one.upper--; n.X <= r.Width && (n.Y+1 <= below || n.Y+1 <= r.height-toldBeneath &&
			r.lead.Rows == 0 &&
			best == none) {
			better(one)
		}
	}
	return best
}

// cramps reports whether a plan has boxes, which are worth little more than frames, at the
// cost of the list beneath.
func (r Room) cramps(p plan) bool {
	boxes, list := p.dag == picture.ZoomBoxes || p.line == picture.ZoomBoxes, r.wantsBelow()
	if r.Listed > 0 {
		list = min(list, r.Listed+2)
	}
	return boxes && r.lead.Rows == 0 && !p.form.Right() && r.height-toldBeneath-p.upper < list
}

// Shape is how a window is divided, without sizes: a form, the picture in front where only
// one is shown, counted from 1, and the zoom levels.
type Shape struct {
	form      Form
	front     intent.Panel
	dag, line picture.Zoom
}

func (p plan) shape(front intent.Panel) Shape {
	s := Shape{form: p.form, dag: p.dag, line: p.line}
	if !p.form.both() {
		s.front = front + 1
	}
	return s
}

// Shape is how the window is divided.
func (r Room) Shape() Shape {
	return r.choose().shape(r.Front)
}

// WholeRoom is the room of a window in which nothing is enlarged or said at length, by the
// largest picture that there is room for.
func WholeRoom(largest picture.Point) Room {
	return Room{Window{Width: largest.X + leastRight + 2, Front: intent.LineDag}, largest.Y + 2, Lead{}}
}

// Worth says how well a window can show pictures of some sizes: both of them, then that in
// front as large as possible, then a list with some rows; but frames are as good as boxes,
// and how large the other picture is matters less than that nothing moves.
func (r Room) Worth(n Needs) int {
	r.Needs = n
	return r.value(r.choose())
}

// ShowsMore reports whether a window shows both pictures of some sizes, and only one of other
// sizes, or with labels only the former.
func (r Room) ShowsMore(n, other Needs) bool {
	return r.Worth(n)/worthBoth > r.Worth(other)/worthBoth || r.Worth(n) > 0 && r.Worth(other) == 0
}

func (r Room) value(p plan) (value int) {
	if p.form == Shares {
		return 0
	}
	value = 10 * int(min(p.zoom(r.Front), picture.ZoomRows))
	if p.form.Right() || r.comfortable(p) {
		value++
	}
	if p.form.both() {
		value += worthBoth
	}
	return value
}

// worthBoth is more than any zoom level is worth.
const worthBoth = 100

// Shown are the zoom levels at which pictures of some sizes are shown; 0 for one that is not.
func (r Room) Shown(n Needs) (dag, line picture.Zoom) {
	r.Needs = n
	p := r.choose()
	switch {
	case p.form == Shares:
		return 0, 0
	case p.form.both():
		return p.dag, p.line
	case r.Front == intent.Dag:
		return p.dag, 0
	}
	return 0, p.line
}

// Lines are the lines of a picture above a list with some rows, above the least one, and
// beside one; only those of the list that there is where pictures of some sizes are shown.
func (r Room) Lines(n Needs) []int {
	most := r.height - 2
	if most <= 0 {
		return nil
	}
	above := most - comfortableBelow - toldBeneath
	r.Needs = n
	switch p := r.choose(); {
	case p.form.Right():
		return []int{most}
	case p.form != Shares && r.comfortable(p):
		return []int{above}
	}
	return []int{above, most - leastList - toldBeneath, most}
}

// Spare is how many cells wider pictures of some sizes may become so that the window shows
// them as well, in the sense of Worth, with a comfortable list.
func (r Room) Spare(n Needs) (dag, line int) {
	worth := r.Worth(n)
	fits := func(d, l int) bool {
		m := r
		m.Needs = n
		for z := picture.ZoomLabels; z <= picture.ZoomBoxes; z++ {
			m.Needs.Dag[z].X += d
			m.Needs.Line[z].X += l
		}
		p := m.choose()
		return r.value(p) >= worth && r.comfortable(p)
	}
	for line < mostSpare && fits(0, line+1) {
		line++
	}
	for dag < mostSpare && fits(dag+1, line) {
		dag++
	}
	return dag, line
}

// comfortable reports whether a plan leaves more than the least room for the list.
func (r Room) comfortable(p plan) bool {
	if p.form.Right() {
		return p.left+p.middle+comfortableRight <= r.Width
	}
	return r.height-toldBeneath-p.upper >= comfortableBelow
}

// Holds reports whether the window can be divided in the same shape for pictures of other
// sizes.
func (r Room) Holds(n Needs) bool {
	shape := r.Shape()
	if shape.form == Shares {
		return false
	}
	if z := (plan{dag: shape.dag, line: shape.line}).zoom(r.Front); n.Of(r.Front)[z] == (picture.Point{}) {
		return false
	}
	r.Kept, r.Needs = shape, r.Needs.With(n)
	return r.Shape() == shape
}

// zoom is the level of the picture in front.
func (p plan) zoom(front intent.Panel) picture.Zoom {
	if front == intent.Dag {
		return p.dag
	}
	return p.line
}

// worth orders plans: a picture with frames is worth much more than one with bare labels,
// and boxes little more, less than frames in the other picture; forms with the list beneath
// are the roomier ones.
func (p plan) worth(front intent.Panel) int {
	value := 100 * [...]int{0, 0, 100, 160, 164}[p.zoom(front)]
	if p.form.both() {
		value += 100 * [...]int{0, 0, 10, 16, 17}[p.dag+p.line-p.zoom(front)]
	}
	return value + [...]int{Apart: 60, Beside: 40, Aside: 30, Single: 20, Shares: 0}[p.form]
}

// worth is that of a plan in the window: a comfortable list is worth more than frames in the
// other picture.
func (r Room) worth(p plan) int {
	value := p.worth(r.Front)
	if p.form.both() && r.comfortable(p) {
		value += 700
	}
	return value
}

// rightWidth is the width of the column at the right, of a form that has one.
func (r Room) rightWidth() int {
	p := r.choose()
	if !p.form.Right() {
		return 0
	}
	_, right := r.columns(p)
	return right
}

// columns are the widths of the pictures and of the column at their right: what is more
// than needed goes to the column first, but for what pictures may grow by before they move.
func (r Room) columns(p plan) (pictures, right int) {
	rest := r.Width - p.left - p.middle
	if r.Said == 0 && r.lead.Rows == 0 { // texts need their width more
		rest = max(rest-breath, leastRight)
	}
	right = min(mostRight, rest)
	return r.Width - right, right
}

// divide places the panels of a form that was chosen by the pictures' needs; nil for the
// other form. In a form with a column at the right the sentences are one of its panels.
func (r Room) divide(top int) []Area {
	p := r.choose()
	box := style.Box
	switch p.form {
	case Apart:
		lower := max(r.height-toldBeneath-p.upper, 0)
		if spare := lower - r.wantsBelow(); spare > 0 { // pictures may breathe, too
			p.upper += spare
			lower -= spare
		}
		spare := r.Width - p.left - p.middle
		left := p.left + max(0, min(spare*2/5, spare-2*newborn))
		out := []Area{{intent.Dag, box, 0, top, left, p.upper},
			{intent.LineDag, box, left, top, r.Width - left, p.upper}}
		if r.lead.Rows > 0 || lower == 0 {
			return out
		}
		return append(out, r.lower(top+p.upper, max(2, lower-r.Below))...)
	case Beside, Aside:
		pictures, right := r.columns(p)
		var out []Area
		if p.form == Aside {
			out = []Area{{r.Front, box, 0, top, pictures, r.height}}
		} else {
			left := p.left + (2*(pictures-p.left-p.middle)+4)/5
			out = []Area{{intent.Dag, box, 0, top, left, r.height},
				{intent.LineDag, box, left, top, pictures - left, r.height}}
		}
		return append(out, r.column(pictures, top, right)...)
	case Single:
		list := r.height - toldBeneath - p.upper
		switch {
		case r.lead.Rows > 0:
			return []Area{{r.Front, style.Rule, 0, top, r.Width, r.height - toldBeneath - r.lead.Rows}}
		case list < leastList:
			return []Area{{r.Front, style.Rule, 0, top, r.Width, r.height - toldBeneath - r.Below}}
		}
		if spare := list - r.wantsBelow(); spare > 0 {
			list -= spare
		}
		at := r.height - toldBeneath - list
		return []Area{{r.Front, style.Rule, 0, top, r.Width, at}, {r.list(), style.Rule, 0, top + at, r.Width,
			max(2, list-r.Below)}}
	}
	return nil
}

// list is what stands in the place of the list where there is room for one: the history
// while it has the keys, so that the picture stays where it is.
func (w Window) list() intent.Panel {
	if w.Focus == intent.History {
		return intent.History
	}
	return intent.Next
}

// silent reports whether a large picture takes the rows of the sentences, too: with them it
// would have to be smaller.
func (w Window) silent(height, told int) bool {
	return w.Large && !w.Single && w.largest(height) > w.largest(height-told)
}

// largest is the largest level with labels at which the picture in front can be shown in
// so many rows of the whole width, its title included; 0 for none.
func (w Window) largest(height int) (best picture.Zoom) {
	for zoom := picture.ZoomLabels; zoom <= picture.ZoomBoxes; zoom++ {
		if n := w.Needs.Of(w.Front)[zoom]; n.X > 0 && n.X <= w.Width && n.Y <= height-1 {
			best = zoom
		}
	}
	return best
}

// largeIsLess reports whether a large picture, with what a leader says beneath it in so many
// of height rows, has no room for labels, which it has beside the list.
func (r Room) largeIsLess(said int) bool {
	if r.Single || said == 0 || r.lead.Rows > 0 {
		return false
	}
	r.Large = false
	p := r.choose()
	return p.form != Shares && p.zoom(r.Front) > picture.ZoomOverview &&
		r.largest(r.height-toldBeneath-said) == 0
}

// wantsBelow is the height that list and history are given where the pictures leave more.
func (r Room) wantsBelow() int {
	if r.lead.Rows > 0 {
		return r.lead.Rows
	}
	return max(10, r.height*3/10)
}

// column places list or text, and the sentences, at the right of the pictures.
func (r Room) column(x, top, width int) []Area {
	told := max(toldRows, r.Told+2)
	if r.Said > 0 {
		told = leastTold
	}
	told = max(min(told, r.height-r.Said-leastList), min(leastTold, r.height/2))
	if r.lead.Rows > 0 {
		return []Area{{intent.Text, style.Box, x, top, width, r.height - told},
			{intent.Told, style.Box, x, top + r.height - told, width, told}}
	}
	said := max(0, min(r.Said, r.height-told-leastList+1))
	upper := r.height - told - said
	out := []Area{{r.list(), style.Box, x, top, width, upper}}
	if upper >= 22 { // there is room for the steps, too
		list := upper * 3 / 5
		out = []Area{{intent.Next, style.Box, x, top, width, list}, {intent.History, style.Box, x, top + list,
			width, upper - list}}
	}
	if said > 0 {
		out = append(out, Area{intent.Text, style.Box, x, top + upper, width, said})
		upper += said
	}
	return append(out, Area{intent.Told, style.Box, x, top + upper, width, told})
}
