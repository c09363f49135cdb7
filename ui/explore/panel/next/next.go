// Package next is the panel that lists the possible operations: a row for each mode, with
// its price and effect. It knows nothing of the session.
package next

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Operations lists every operation that is possible now, one row for each mode.
type Operations struct {
	layer.Plain
	List
	Order   Ordering                   // the order that the user wants
	Last    *Last                      // that others make, too
	effects map[model.Op]layer.Effects // as far as they were asked for
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
		o.List = o.Last.make(v.Theme, s, o.Order)
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

// Good is what to select where the losses are known, or right after a step those of the state
// before: sel if it loses nothing, else an operation at the same junction that does not, or the
// first one; false where nothing is known.
func (o *Operations) Good(v *layer.View, sel intent.Selection) (good intent.Selection, known bool) {
	o.Refresh(v)
	losses, near := o.losses, false
	if losses == nil && o.kept {
		losses = o.before
	}
	for _, r := range o.rows {
		if loss, judged := losses[r.Op]; !judged || loss > 0 {
			continue
		}
		at := intent.AtOp(r.Op)
		if at == sel {
			return sel, true
		}
		beside := sel.Kind == intent.OnFace && !r.Op.IsAccumulation() &&
			o.state.Target(r.Op.U) == o.state.Target(sel.Face.U)
		if !known || beside && !near {
			good, known, near = at, true, beside
		}
	}
	return good, known
}

// Judged reports whether the losses of all rows are known.
func (o *Operations) Judged() bool { return o.losses != nil }

// visible are the rows that are shown.
func (o *Operations) visible() []model.Choice { return o.rows[o.top : o.top+o.shown] }

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
	more := layer.Hidden(v.Theme, o.top, height, len(o.rows))
	if more != "" {
		more = "  " + more
	}
	count, _, _ := strings.Cut(title, " by ")
	for _, title := range []string{title, count, "next"} {
		if style.Width(title+more) <= room {
			return title + more
		}
	}
	return "next"
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

// Fit shows the rows around the selected one.
func (o *Operations) Fit(v *layer.View, b layer.Box) {
	if at := o.At(v); at >= 0 { // with a row above and below it
		margin := min(1, (b.Height-1)/2)
		o.top = layer.Scroll(o.top, at-margin, b.Height, len(o.rows))
		o.top = layer.Scroll(o.top, at+margin, b.Height, len(o.rows))
	}
	o.top = layer.Scroll(o.top, o.top, b.Height, len(o.rows))
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

var _ layer.Layer = (*Operations)(nil)

// Draw draws the list.
func (o *Operations) Draw(v *layer.View, b layer.Box) layer.Drawn {
	rows := o.lines(v, b.Width)
	columns := o.Columns(v, b.Width)
	return layer.Drawn{Title: o.Title(v, b.Outer-style.Width(columns)-8, b.Height), Right: columns,
		Rows: rows}
}

// Bindings choose a row; left and right step too, since a presenter's clicker may send
// these.
func (o *Operations) Bindings(v *layer.View) []layer.Command {
	all := layer.Rows(o.shown, func(by int) []intent.Intent {
		sel, ok := o.Step(v, by)
		switch {
		case ok:
			return []intent.Intent{intent.Select{Target: sel}}
		case !o.Current(v.State()):
			return layer.Say("The list of operations is not ready yet.")
		}
		return layer.Say("No operation is left: {u:undo} goes back, {t:totals} shows the totals.")
	})
	all[0] = all[0].As("in the list").Help(layer.ArrowKeys, "select; ← → PgUp PgDn step; ctrl+d a page")
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
