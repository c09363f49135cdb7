// Package next is the panel that lists the possible operations: a row for each mode, with
// its price and effect. It knows nothing of the session.
package next

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
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

// Orderings is the number of orderings.
const Orderings = Ordering(len(orderingNames))

// OrderingNames lists the names of the orderings.
func OrderingNames() []string { return orderingNames[:] }

// ParseOrdering is the ordering with this name; false for an unknown name.
func ParseOrdering(text string) (Ordering, bool) {
	at := slices.Index(orderingNames[:], text)
	return Ordering(max(at, 0)), at >= 0
}

// Operations lists every operation that is possible now, one row for each mode.
type Operations struct {
	layer.Plain
	List
	Order   Ordering            // the order that the user wants
	effects map[model.Op]effect // as far as they were asked for
	about   effectsKey
	wide    numbers  // the widest so far: columns do not become narrower while there is room
	now     numbers  // of the rows that are shown
	top     int      // the first row shown
	told    Ordering // the last order that the title named
	stepped bool     // the state was left by a step forward
	// before are the losses that were known last, in a state before this one.
	before map[model.Op]model.Cost

	shown int // number of rows that are shown
}

// numbers are the widths of numbers, and of effects without names.
type numbers struct{ price, then, loss, effect int }

// effectsKey is what effects are about: a state, in the words of a theme.
type effectsKey struct {
	of *model.State
	in *style.Theme
}

// Current reports whether the list is that of a state, in the wanted order.
func (o *Operations) Current(s *model.State) bool { return o.state == s && o.List.order == o.Order }

// Refresh lists the operations of the state at the cursor. A long list has no rows until
// the background job has made it.
func (o *Operations) Refresh(v *layer.View) {
	s, hidden := v.State(), v.Silent || v.Concealed
	if o.state == s && (o.judged && v.Advice.Verdict == nil || o.kept && hidden) {
		// losses are hidden again, and with them their order
		o.List, o.before = List{}, nil
	}
	fresh := !o.Current(s)
	switch {
	case !fresh:
	case Small(s, o.Order):
		o.List = Make(context.Background(), s, o.Order, func(op model.Op) string {
			return layer.OpName(v.Theme, s, op)
		})
	case o.state != s:
		o.List = List{}
	}
	if o.state != s || o.List.order != byLoss || o.judged || v.Silent { // one may be known all the same
		return
	}
	if o.judge(v.Advice.Verdict, !o.held && (fresh || len(o.rows) <= soonJudged)); fresh && !o.judged &&
		o.stepped {
		o.held = true
		if o.kept = o.before != nil && !hidden; o.kept {
			o.sort(o.before)
		}
	}
	o.stepped = o.stepped && !fresh
}

// Stepped says that the state that comes next is reached by a step from the listed one.
// Rows that both have keep their order then, also when the losses become known: a user who
// carries out one operation after the other does what was seen.
func (o *Operations) Stepped() {
	if o.stepped = true; o.losses != nil {
		o.before = o.losses
	}
}

// Sorted sorts the rows anew that had kept their places, and reports whether there are any.
func (o *Operations) Sorted() bool {
	if !o.held || o.judged || o.losses == nil || o.List.order != byLoss {
		return false
	}
	o.List = List{}
	return true
}

// Guess is the operation to select after a step: sel if it lost nothing before the step,
// else the first one that did not; false where nothing is known.
func (o *Operations) Guess(v *layer.View, sel intent.Selection) (intent.Selection, bool) {
	o.Refresh(v)
	if !o.kept {
		return sel, false
	}
	good := func(r model.Choice) bool {
		loss, known := o.before[r.Op]
		return known && loss == 0
	}
	if at := slices.IndexFunc(o.rows, func(r model.Choice) bool {
		return intent.AtOp(r.Op) == sel && good(r)
	}); at >= 0 {
		return sel, true
	}
	if at := slices.IndexFunc(o.rows, good); at >= 0 {
		return intent.AtOp(o.rows[at].Op), true
	}
	return sel, false
}

// Begin is the best row for a newcomer to look at first, once the losses of all rows are
// known: the selected one if it loses nothing, else one at the same junction or the
// first.
func (o *Operations) Begin(v *layer.View) (intent.Selection, bool) {
	o.Refresh(v)
	if o.losses == nil || len(o.rows) == 0 {
		return intent.Selection{}, false
	}
	first := slices.MinFunc(o.rows, func(a, b model.Choice) int {
		return cmp.Compare(o.losses[a.Op], o.losses[b.Op])
	}).Op
	begin := first
	for _, r := range o.rows {
		if o.losses[r.Op] > 0 {
			continue
		}
		switch at := intent.AtOp(r.Op); {
		case at == v.Sel:
			return at, true
		case begin == first && v.Sel.Kind == intent.OnFace && !r.Op.IsAccumulation() &&
			o.state.Target(r.Op.U) == o.state.Target(v.Sel.Face.U):
			begin = r.Op
		}
	}
	return intent.AtOp(begin), true
}

// effect is what an operation does, with names and without.
type effect struct{ full, outcome, brief string }

// know computes the effects of the rows that are shown: a large dag has thousands of rows, of
// which a screen shows forty.
func (o *Operations) know(v *layer.View) {
	if about := (effectsKey{v.State(), v.Theme}); o.about != about || len(o.effects) >= mostEffects {
		o.effects, o.about = make(map[model.Op]effect), about
	}
	for _, r := range o.visible() {
		if _, known := o.effects[r.Op]; !known {
			o.effects[r.Op] = o.consequence(v.Theme, r)
		}
	}
}

// consequence is the effect of a row.
func (o *Operations) consequence(t *style.Theme, choice model.Choice) effect {
	if o.state.Faces() <= manyFaces {
		outlook := layer.Foresee(o.state, choice)
		return effect{outlook.Effect(t), outlook.Outcome(t), outlook.Brief(t)}
	}
	e := effect{full: "face"}
	if choice.Op.IsAccumulation() {
		e.full = style.WordOf(model.Accumulated).Paint(t)
	}
	e.outcome, e.brief = e.full, e.full
	return e
}

// visible are the rows that are shown.
func (o *Operations) visible() []model.Choice { return o.rows[o.top : o.top+o.shown] }

// mostEffects is how many effects are kept.
const mostEffects = 500

// in is the fullest form that fits into width cells; one without names before one that is
// cut.
func (e effect) in(t *style.Theme, width int) string {
	for _, text := range []string{e.full, e.outcome, e.brief, layer.CutWords(t, e.full, width),
		layer.CutWords(t, e.outcome, width)} {
		if style.Width(text) <= width {
			return t.Left(text, width)
		}
	}
	return t.Left(layer.CutWords(t, e.brief, width), width)
}

// At is the row that is selected, -1 if none is.
func (o *Operations) At(v *layer.View) int {
	o.Refresh(v)
	return slices.IndexFunc(o.rows, func(r model.Choice) bool { return intent.AtOp(r.Op) == v.Sel })
}

// Step selects the row by rows further down. Without a selected row it starts from the
// first that concerns the selection.
func (o *Operations) Step(v *layer.View, by int) (intent.Selection, bool) {
	at := o.At(v)
	o.held = true
	if len(o.rows) == 0 {
		return intent.Selection{}, false
	}
	if at < 0 {
		s := v.State()
		at = slices.IndexFunc(o.rows, func(r model.Choice) bool {
			return v.Sel.Exists(s) && v.Sel.Touches(s, r.Op)
		})
		return intent.AtOp(o.rows[max(at, 0)].Op), true
	}
	return intent.AtOp(o.rows[max(0, min(len(o.rows)-1, at+by))].Op), true
}

// row is the operation in a row of the list's content.
func (o *Operations) row(y int) (intent.Selection, bool) {
	at := o.top + y
	if at < 0 || at >= len(o.rows) || y >= o.shown {
		return intent.Selection{}, false
	}
	return intent.AtOp(o.rows[at].Op), true
}

// Title is the title of the frame: the number of operations, shortened to leave room for
// the headings of the columns.
func (o *Operations) Title(v *layer.View, room, height int) string {
	title := o.fullTitle(v)
	more := o.more(v, height)
	if more != "" {
		more = "  " + more
	}
	count, _, _ := strings.Cut(title, " by ")
	for _, title := range []string{title, count} {
		if style.Width(title+more) <= room {
			return title + more
		}
	}
	return "next" + more
}

func (o *Operations) fullTitle(v *layer.View) string {
	switch {
	case o.state == nil:
		return "next"
	case o.ended(v):
		return "next: by " + o.told.String()
	case o.kept:
		return "next: " + style.Count(int64(o.all)) + " as before"
	}
	return "next: " + style.Count(int64(o.all)) + " by " + o.told.String()
}

// ended reports whether nothing is left to be done.
func (o *Operations) ended(v *layer.View) bool { return o.all == 0 && v.State().Done() }

// tell notes the order that the title names. An empty list has none: the title stays as it was.
func (o *Operations) tell(v *layer.View) {
	switch {
	case o.state == nil || o.ended(v):
	case o.List.order == byLoss && !o.judged && !o.kept:
		o.told = byPosition
	default:
		o.told = o.List.order
	}
}

// columns are the widths of the list's columns; gap is the space between two of them,
// wider than the blank between thousands.
type columns struct{ mode, what, effect, price, then, loss int }

const (
	gap = 2
	// mostEffect is the most cells that an effect without names may take from long names:
	// those of the longest word.
	mostEffect = len("preaccumulate")
	// leastName is the width to which a name is cut before a column of numbers goes;
	// fairName is that before an effect goes.
	leastName, fairName = 16, 32
)

// measure computes the widths of the numbers of the rows that are shown, and of their effects.
func (o *Operations) measure(v *layer.View) {
	number, w := o.number, numbers{price: style.Width("price")}
	if v.Theme.Unit() > 0 {
		number = v.Theme.CostWidth(0)
	}
	if v.Advice.Verdict != nil {
		w.then, w.loss = style.Width("then"), style.Width("loss")
	}
	for _, r := range o.visible() {
		w.price = max(w.price, style.Width(v.Theme.Cost(r.Price)))
		w.effect = max(w.effect, style.Width(o.effects[r.Op].brief))
		if w.loss == 0 {
			continue
		}
		if verdict, ok := v.Advice.Verdict(r.Op); ok {
			then, loss := verdictText(v.Theme, verdict)
			w.then, w.loss = max(w.then, style.Width(then)), max(w.loss, style.Width(loss))
		}
	}
	o.now, o.wide = w, numbers{max(o.wide.price, w.price, number), max(o.wide.then, w.then),
		max(o.wide.loss, w.loss), max(o.wide.effect, w.effect)}
}

// columns gives every column what it needs, and the rest to names and effects, which lose
// their names where the rest is small; where it is too small, the column of the bound
// goes, and then that of the loss.
func (o *Operations) columns(v *layer.View, width int) columns {
	advised := v.Advice.Verdict != nil
	if width < narrow { // names need the room more than losses that are hidden
		return o.narrowColumns(v, width, advised && !v.Silent)
	}
	k := columns{mode: len("TAN "), price: o.wide.price + gap}
	if advised {
		k.then, k.loss = o.wide.then+gap, o.wide.loss+gap
	}
	name := max(12, o.widest)
	for _, drop := range []*int{nil, &k.then, &k.loss} {
		if drop != nil {
			*drop = 0
		}
		rest := width - len(" TAN ") - 1 - k.price - k.then - k.loss - 1
		need := o.wide.effect + 1
		if rest-need < min(name, fairName) { // all words after the first are cut
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

// narrow is the width below which a row has the first word of the effect only.
const narrow = 48

// tightName is the width of the shortest forms of names: where they have less beside the
// pictures, the loss goes, and then the price. Both stand in the sentences, too.
const tightName = 6

// oneWord is the width of the first word of an effect.
const oneWord = len("absorb")

// narrowColumns are those of a list beside the pictures: what is done, its price, and what it
// loses. A mode that all have is left out. No number is ever cut: the room comes from the names,
// from the effect where the short names need it, and then from the loss.
func (o *Operations) narrowColumns(v *layer.View, width int, advised bool) columns {
	k := columns{price: o.wide.price + 1}
	if slices.ContainsFunc(o.rows, func(r model.Choice) bool { return r.Op.Mode != model.MUL }) {
		k.mode = len("TAN ")
	}
	if advised {
		k.loss = o.wide.loss + 1
	}
	rest := func() int { return width - 1 - k.mode - k.price - k.loss }
	for _, less := range []func(){func() { k.price, k.loss = o.now.price+1, min(k.loss, o.now.loss+1) },
		func() { k.loss = 0 }, func() { k.price = 0 }} {
		if rest() < tightName {
			less()
		}
	}
	k.what = max(1, rest())
	if least := rest() - oneWord - 1; o.effectFits(v, least) {
		k.what = min(least, max(o.widest, least-mostEffect))
		k.effect = rest() - k.what - 1
	}
	return k
}

// effectFits reports whether the eliminations that are shown have names of at most so many cells
// that need no cut. Of preaccumulations alone a word would say nothing.
func (o *Operations) effectFits(v *layer.View, width int) bool {
	any := false
	for _, r := range o.visible() {
		if r.Op.IsAccumulation() {
			continue
		}
		if any = true; strings.Contains(layer.ShortOpName(v.Theme, o.state, r.Op, width), v.Theme.Signs.Cut) {
			return false
		}
	}
	return any
}

// Fit shows the rows around the selected one.
func (o *Operations) Fit(v *layer.View, b layer.Box) {
	o.scroll(o.At(v), b.Height)
	o.shown = max(0, min(b.Height, len(o.rows)-o.top))
	o.know(v)
	o.measure(v)
	o.tell(v)
}

// lines are the rows that are shown.
func (o *Operations) lines(v *layer.View, width int) []string {
	if len(o.rows) == 0 {
		return []string{o.nothing(v, width)}
	}
	k := o.columns(v, width)
	lines := make([]string, 0, o.shown)
	for _, choice := range o.visible() {
		lines = append(lines, o.line(v, choice, k, width))
	}
	return lines
}

// nothing says why the list is empty, in the fullest sentence that fits.
func (o *Operations) nothing(v *layer.View, width int) string {
	if o.state == nil {
		return " Listing the operations" + v.Theme.Signs.Cut
	}
	if v.State().Done() {
		for _, text := range []string{" Nothing: the sequence is complete. t shows totals and check.",
			" Nothing: the sequence is complete."} {
			if style.Width(text) <= width {
				return text
			}
		}
		return " Nothing: complete."
	}
	return " Nothing."
}

// scroll keeps the selected row visible.
func (o *Operations) scroll(at, height int) {
	if at >= 0 {
		margin := min(1, (height-1)/2)
		o.top = max(min(o.top, at-margin), at+margin-height+1)
	}
	o.top = max(0, min(o.top, len(o.rows)-height))
}

// more says how many rows are hidden above and below.
func (o *Operations) more(v *layer.View, height int) string {
	above, below := o.top, len(o.rows)-o.top-height
	t := v.Theme
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
func (o *Operations) Columns(v *layer.View, width int) string {
	k := o.columns(v, width)
	head := v.Theme.Right("price", k.price)
	if k.then > 0 {
		head += v.Theme.Right("then", k.then)
	}
	if k.loss > 0 {
		loss := "loss"
		if v.Silent { // its room stays: nothing moves when the losses are shown
			loss = ""
		}
		head += v.Theme.Right(loss, k.loss)
	}
	return head
}

func (o *Operations) line(v *layer.View, choice model.Choice, k columns, width int) string {
	t, s, op := v.Theme, o.state, choice.Op
	selected := intent.AtOp(op) == v.Sel
	sign, role := " ", style.Plain
	switch {
	case selected:
		sign, role = t.Signs.Cursor, style.Selected
	case v.Sel.Exists(s) && v.Sel.Touches(s, op):
		sign = t.Signs.Dot
	}
	room := k.what
	if op.IsAccumulation() && width < narrow && k.effect > 0 && k.effect < mostEffect {
		// its name says all that a word could
		room += 1 + k.effect
	}
	what := layer.ShortOpName(t, s, op, room)
	mode := ""
	if k.mode > 0 {
		mode = t.Paint(layer.ModeRole(op.Mode), op.Mode.String()) + " "
	}
	line := t.Paint(role, sign) + mode + t.Paint(role, t.Left(what, room))
	switch word, _, _ := strings.Cut(o.effects[op].brief, ","); {
	case room > k.what || k.effect == 0:
	case width < narrow && k.effect < mostEffect:
		line += " " + t.Left(word, k.effect)
	default:
		line += " " + o.effects[op].in(t, k.effect)
	}
	if k.price > 0 {
		line += t.Paint(role, t.Right(t.Cost(choice.Price), k.price))
	}
	if k.then+k.loss > 0 {
		line += o.verdict(v, op, k)
	}
	return t.Left(line, width)
}

func (o *Operations) verdict(v *layer.View, op model.Op, k columns) string {
	t := v.Theme
	if v.Advice.Verdict == nil {
		return style.Blank(k.then + k.loss)
	}
	verdict, ok := v.Advice.Verdict(op)
	if !ok {
		return style.Blank(k.then + k.loss)
	}
	then, loss := verdictText(t, verdict)
	if v.Silent {
		if loss = ""; verdict.Exact {
			then = ""
		}
	}
	role := style.Bad
	if loss == "0" {
		role = style.Good
	}
	return t.Right(then, k.then) + t.Paint(role, t.Right(loss, k.loss))
}

// verdictText writes what an operation leads to, and its loss where that is known.
func verdictText(t *style.Theme, v layer.Verdict) (then, loss string) {
	then = t.Cost(v.Then)
	if !v.Exact {
		then = t.Signs.AtLeast + then
	}
	switch {
	case v.HasRegret && v.Regret == 0:
		loss = "0"
	case v.HasRegret:
		loss = "+" + t.Cost(v.Regret)
	}
	return then, loss
}

var _ layer.Layer = (*Operations)(nil)

// Draw draws the list.
func (o *Operations) Draw(v *layer.View, b layer.Box) layer.Drawn {
	rows := o.lines(v, b.Width)
	columns := o.Columns(v, b.Width)
	return layer.Drawn{Title: o.Title(v, b.Outer-style.Width(columns)-9, b.Height), Right: columns,
		Rows: rows}
}

// Bindings choose a row; left and right step too, since a presenter's clicker may send
// these.
func (o *Operations) Bindings(v *layer.View) []layer.Command {
	all := layer.Rows(func(by int) []intent.Intent {
		sel, ok := o.Step(v, by)
		switch {
		case ok:
			return []intent.Intent{intent.Select{Target: sel}}
		case !o.Current(v.State()):
			return layer.Say("The list of operations is not ready yet.")
		}
		return layer.Say("No operation is left: {u:undo} goes back, {t:totals} shows the totals.")
	})
	all[0] = all[0].As("in the list").Help(layer.ArrowKeys, "select; ← → undo, redo")
	return append(all, layer.Means(intent.Undo{}, "left"), layer.Means(intent.Redo{}, "right"))
}

// Click selects a row.
func (o *Operations) Click(_ *layer.View, _, y int) (intent.Intent, bool) {
	sel, ok := o.row(y)
	return intent.Select{Target: sel}, ok
}

// Wheel chooses another row.
func (o *Operations) Wheel(v *layer.View, by int) (intent.Intent, bool) {
	sel, ok := o.Step(v, by)
	return intent.Select{Target: sel}, ok
}
