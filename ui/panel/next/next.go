// Package next is the list of the operations that are possible: a row for each
// mode, with its price and what it does. It knows nothing of the session.
package next

import (
	"context"
	"slices"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Ordering is how the list of next operations is sorted.
type Ordering uint8

// byLoss is by position as long as losses are not known, or are hidden.
const (
	byLoss Ordering = iota
	byPosition
	byPrice
	byFill
)

var orderingNames = [...]string{"loss", "position", "price", "fill"}

func (o Ordering) String() string { return orderingNames[o] }

// Orderings is how many there are.
const Orderings = Ordering(len(orderingNames))

// OrderingNames lists their names.
func OrderingNames() []string { return orderingNames[:] }

// ParseOrdering is the ordering of that name, if there is one.
func ParseOrdering(text string) (Ordering, bool) {
	at := slices.Index(orderingNames[:], text)
	return Ordering(max(at, 0)), at >= 0
}

// Operations lists every operation that is possible now, one row for each mode.
type Operations struct {
	List
	Order Ordering // that is wanted
	// Shared is what other explorers list, too; nil for none.
	Shared *Shared
	known  *listed
	about  knownKey
	wide   struct{ price, then, loss, effect int } // the widest so far: columns never become narrower
	top    int                                     // the first row shown
	told   Ordering                                // the last that the title told

	cache drawnKey
	lines []string
	shown int // rows shown last
}

// knownKey is what is known about.
type knownKey struct {
	of    *model.State
	in    *style.Theme
	order Ordering
}

type drawnKey struct {
	seen          layer.CacheKey
	width, height int
	top           int
	order         Ordering
}

// Current tells whether the list is that of a state, in the order that is wanted.
func (n *Operations) Current(s *model.State) bool { return n.state == s && n.List.order == n.Order }

// Refresh lists the operations of the state at the cursor, or has no rows until
// somebody else has listed them.
func (n *Operations) Refresh(c *layer.View) {
	s := c.State()
	if n.judged && c.Advice.Verdict == nil { // losses are hidden again, and so is what they tell by an order
		n.List = List{}
	}
	fresh := !n.Current(s)
	switch {
	case !fresh:
	case Small(s, n.Order):
		n.List = n.knows(c).of(s, func() List {
			return Make(context.Background(), s, n.Order, func(o model.Op) string { return layer.OpName(c.Theme, s, o) })
		})
	case n.state != s:
		n.List = List{}
	}
	if n.state == s && n.List.order == byLoss && !n.judged && !n.held && (fresh || len(n.rows) <= soonJudged) {
		n.judge(c.Advice.Verdict)
	}
}

// Begin is the row that a newcomer to the state does best to look at first, where the
// losses of all rows are known: the selected one if it loses nothing, else one at the same
// junction or the first.
func (n *Operations) Begin(c *layer.View) (intent.Selection, bool) {
	n.Refresh(c)
	if !n.judged || len(n.rows) == 0 {
		return intent.Selection{}, false
	}
	begin := n.rows[0].Op
	for _, r := range n.rows {
		if v, _ := c.Advice.Verdict(r.Op); v.Regret > 0 {
			break
		}
		switch at := intent.AtOp(r.Op); {
		case at == c.Sel:
			return at, true
		case begin == n.rows[0].Op && c.Sel.Kind == intent.OnFace && !r.Op.IsAccumulation() && n.state.Target(r.Op.U) == n.state.Target(c.Sel.Face.U):
			begin = r.Op
		}
	}
	return intent.AtOp(begin), true
}

// effect is what an operation does, with names and without.
type effect struct{ full, outcome, brief string }

// consequence says what a row would do, when it is first asked for: a large dag
// has thousands of rows and a screen shows forty.
func (n *Operations) consequence(c *layer.View, choice model.Choice) effect {
	return n.knows(c).effect(choice.Op, func() effect {
		t := c.Theme
		out := effect{full: "face"}
		if choice.Op.IsAccumulation() {
			out.full = style.WordOf(model.Accumulated).Paint(t)
		}
		out.outcome, out.brief = out.full, out.full
		if n.state.Faces() <= manyFaces {
			o := layer.Foresee(n.state, choice)
			out = effect{o.Effect(t), o.Outcome(t), o.Brief(t)}
		}
		return out
	})
}

// knows is what is known of the state at the cursor.
func (n *Operations) knows(c *layer.View) *listed {
	if about := (knownKey{c.State(), c.Theme, n.Order}); n.known == nil || n.about != about {
		n.known, n.about = n.Shared.of(c, n.Order), about
	}
	return n.known
}

// in is the fullest way to tell it in so many cells.
func (e effect) in(t *style.Theme, width int) string {
	for _, text := range []string{e.full, e.outcome, layer.CutWords(t, e.outcome, width)} {
		if style.Width(text) <= width {
			return t.Left(text, width)
		}
	}
	return t.Left(layer.CutWords(t, e.brief, width), width)
}

// At is the row that is selected, -1 if none is.
func (n *Operations) At(c *layer.View) int {
	n.Refresh(c)
	return slices.IndexFunc(n.rows, func(r model.Choice) bool { return intent.AtOp(r.Op) == c.Sel })
}

// Step gives the selection by rows further down. Without a selected row it
// starts from the first that has to do with what is selected.
func (n *Operations) Step(c *layer.View, by int) (intent.Selection, bool) {
	at := n.At(c)
	n.held = true
	if len(n.rows) == 0 {
		return intent.Selection{}, false
	}
	if at < 0 {
		s := c.State()
		at = slices.IndexFunc(n.rows, func(r model.Choice) bool { return c.Sel.Exists(s) && c.Sel.Touches(s, r.Op) })
		return intent.AtOp(n.rows[max(at, 0)].Op), true
	}
	return intent.AtOp(n.rows[max(0, min(len(n.rows)-1, at+by))].Op), true
}

// row gives the operation in a row of the list's content.
func (n *Operations) row(y int) (intent.Selection, bool) {
	at := n.top + y
	if at < 0 || at >= len(n.rows) || y >= n.shown {
		return intent.Selection{}, false
	}
	return intent.AtOp(n.rows[at].Op), true
}

// Title is what stands in the frame: how many there are, or as much of it as
// leaves room for the headings of the columns.
func (n *Operations) Title(c *layer.View, room, height int) string {
	title := n.fullTitle(c)
	more := n.more(c, height)
	if more != "" {
		more = "  " + more
	}
	if style.Width(title+more) > room {
		title = "next"
	}
	return title + more
}

func (n *Operations) fullTitle(c *layer.View) string {
	n.Refresh(c)
	if n.state == nil {
		return "next"
	}
	order := n.List.order
	switch {
	case n.all == 0 && c.State().Done(): // nothing is in any order: the title stays what it was
		return "next: by " + n.told.String()
	case order == byLoss && !n.judged:
		order = byPosition
	}
	n.told = order
	return "next: " + style.Count(int64(n.all)) + " by " + order.String()
}

// columns are the widths of a list of this width; gap is between two of them, wider
// than the blank between thousands.
type columns struct{ what, effect, price, then, loss int }

const (
	gap = 2
	// mostEffect is the room that an effect without names can claim from long names:
	// that of the longest word.
	mostEffect = len("preaccumulate")
	// leastName is what a name is cut to before a column of numbers goes, fairName
	// before an effect is.
	leastName, fairName = 16, 32
)

// measure finds out how wide the numbers of some rows are, and the words for their
// effects.
func (n *Operations) measure(c *layer.View, a layer.Advice, rows []model.Choice) {
	n.wide.price = max(n.wide.price, n.number, style.Width("price"))
	for _, r := range rows {
		n.wide.effect = max(n.wide.effect, style.Width(n.consequence(c, r).brief))
	}
	if a.Verdict == nil {
		return
	}
	n.wide.then, n.wide.loss = max(n.wide.then, style.Width("then")), max(n.wide.loss, style.Width("loss"))
	for _, r := range rows {
		if v, ok := a.Verdict(r.Op); ok {
			then, loss := verdictText(c.Theme, v)
			n.wide.then, n.wide.loss = max(n.wide.then, style.Width(then)), max(n.wide.loss, style.Width(loss))
		}
	}
}

// columns gives every column what it needs, and what is left to names and effects,
// which are told without names where that is little; where it is too little, the
// bound goes, and then the loss.
func (n *Operations) columns(width int, advised bool) columns {
	k := columns{price: n.wide.price + gap}
	if advised {
		k.then, k.loss = n.wide.then+gap, n.wide.loss+gap
	}
	name := max(12, n.widest)
	for _, drop := range []*int{nil, &k.then, &k.loss} {
		if drop != nil {
			*drop = 0
		}
		rest := width - len(" TAN ") - 1 - k.price - k.then - k.loss - 1
		need := n.wide.effect + 1
		if rest-need < min(name, fairName) { // the words that follow the first are cut
			need = min(need, mostEffect+1)
		}
		if k.effect = max(need, rest-name); rest-k.effect >= min(name, leastName) {
			k.what = rest - k.effect
			return k
		}
		k.what = max(8, rest-k.effect)
	}
	return k
}

// View draws the rows around the selected one.
func (n *Operations) View(c *layer.View, a layer.Advice, width, height int) []string {
	n.Refresh(c)
	key := drawnKey{c.CacheKey, width, height, n.top, n.Order}
	if n.cache == key && n.lines != nil {
		return n.lines
	}
	n.scroll(n.At(c), height)
	n.measure(c, a, n.rows[min(n.top, len(n.rows)):min(n.top+height, len(n.rows))])
	k := n.columns(width, a.Verdict != nil)
	n.lines = n.lines[:0:0]
	for at := n.top; at < len(n.rows) && len(n.lines) < height; at++ {
		n.lines = append(n.lines, n.line(c, a, n.rows[at], k, width))
	}
	if len(n.rows) == 0 {
		n.lines = append(n.lines, n.nothing(c))
	}
	n.shown = len(n.lines)
	n.cache = drawnKey{c.CacheKey, width, height, n.top, n.Order}
	return n.lines
}

func (n *Operations) nothing(c *layer.View) string {
	if n.state == nil {
		return " Listing the operations" + c.Theme.Signs.Cut
	}
	if c.State().Done() {
		return " Nothing: the sequence is complete. t shows totals and proof."
	}
	return " Nothing."
}

// scroll keeps the selected row in sight.
func (n *Operations) scroll(at, height int) {
	if at >= 0 {
		margin := min(1, (height-1)/2)
		n.top = max(min(n.top, at-margin), at+margin-height+1)
	}
	n.top = max(0, min(n.top, len(n.rows)-height))
}

// more tells how many rows are hidden above and below.
func (n *Operations) more(c *layer.View, height int) string {
	above, below := n.top, len(n.rows)-n.top-height
	t := c.Theme
	switch {
	case above > 0 && below > 0:
		return t.Signs.Up + style.Count(int64(above)) + " " + t.Signs.Down + style.Count(int64(below))
	case above > 0:
		return t.Signs.Up + style.Count(int64(above))
	case below > 0:
		return t.Signs.Down + style.Count(int64(below))
	}
	return ""
}

// Columns is the heading above price, then and loss.
func (n *Operations) Columns(c *layer.View, a layer.Advice, width int) string {
	k := n.columns(width, a.Verdict != nil)
	head := c.Theme.Right("price", k.price)
	if k.then > 0 {
		head += c.Theme.Right("then", k.then)
	}
	if k.loss > 0 {
		head += c.Theme.Right("loss", k.loss)
	}
	return head
}

func (n *Operations) line(c *layer.View, a layer.Advice, choice model.Choice, k columns, width int) string {
	t, s, o := c.Theme, n.state, choice.Op
	selected := intent.AtOp(o) == c.Sel
	sign, role := " ", style.Plain
	switch {
	case selected:
		sign, role = t.Signs.Cursor, style.Selected
	case c.Sel.Exists(s) && c.Sel.Touches(s, o):
		sign = t.Signs.Dot
	}
	what := layer.ShortOpName(t, s, o, k.what)
	line := t.Paint(role, sign) + t.Paint(layer.ModeRole(o.Mode), o.Mode.String()) + " " +
		t.Paint(role, t.Left(t.ClipMiddle(what, k.what), k.what)) + " " +
		n.consequence(c, choice).in(t, k.effect) + t.Paint(role, t.Right(style.Number(choice.Price), k.price))
	if k.then+k.loss > 0 {
		line += n.verdict(c, a.Verdict, o, k)
	}
	return t.Left(line, width)
}

func (n *Operations) verdict(c *layer.View, judge func(model.Op) (layer.Verdict, bool), o model.Op, k columns) string {
	t := c.Theme
	if judge == nil {
		return style.Blank(k.then + k.loss)
	}
	v, ok := judge(o)
	if !ok {
		return style.Blank(k.then + k.loss)
	}
	then, loss := verdictText(t, v)
	role := style.Bad
	if loss == "0" {
		role = style.Good
	}
	return t.Right(then, k.then) + t.Paint(role, t.Right(loss, k.loss))
}

// verdictText writes what an operation leads to, and what it loses where that is
// known.
func verdictText(t *style.Theme, v layer.Verdict) (then, loss string) {
	then = style.Number(v.Then)
	if !v.Exact {
		then = t.Signs.AtLeast + then
	}
	switch {
	case v.HasRegret && v.Regret == 0:
		loss = "0"
	case v.HasRegret:
		loss = "+" + style.Number(v.Regret)
	}
	return then, loss
}

var (
	_ layer.Layer   = (*Operations)(nil)
	_ layer.Clicker = (*Operations)(nil)
)

// Draw draws the list.
func (n *Operations) Draw(s *layer.View, b layer.Box) layer.Drawn {
	rows := n.View(s, s.Advice, b.Width, b.Height)
	columns := n.Columns(s, s.Advice, b.Width)
	return layer.Drawn{Title: n.Title(s, b.Outer-style.Width(columns)-9, b.Height), Right: columns, Rows: rows}
}

// Bindings choose a row; left and right step, since a presenter's clicker may send
// these.
func (n *Operations) Bindings(v *layer.View) []layer.Command {
	all := layer.Rows(func(by int) []intent.Intent {
		sel, ok := n.Step(v, by)
		switch {
		case ok:
			return []intent.Intent{intent.Select{Target: sel}}
		case !n.Current(v.State()):
			return layer.Say("The list of operations is not ready yet.")
		}
		return layer.Say("No operation is left: u goes back, t shows the totals.")
	})
	all[0] = all[0].As("in the list").Help(layer.ArrowKeys, "select; ← → undo, redo")
	return append(all, layer.Means(intent.Undo{}, "left"), layer.Means(intent.Redo{}, "right"))
}

// Click selects a row.
func (n *Operations) Click(_ *layer.View, _, y int) (intent.Intent, bool) {
	sel, ok := n.row(y)
	return intent.Select{Target: sel}, ok
}

// Wheel chooses another row.
func (n *Operations) Wheel(s *layer.View, by int) (intent.Intent, bool) {
	sel, ok := n.Step(s, by)
	return intent.Select{Target: sel}, ok
}
