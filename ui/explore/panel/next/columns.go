package next

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// numbers are the widths of numbers, and of effects without names.
type numbers struct{ price, then, loss, effect int }

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
		w.effect = max(w.effect, style.Width(o.effects[r.Op].Brief()))
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
