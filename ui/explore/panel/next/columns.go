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
	number, w := o.number, numbers{loss: leastLoss}
	if v.Theme.Unit() > 0 {
		number = v.Theme.CostWidth(0)
	}
	for _, r := range o.visible() {
		w.price = max(w.price, style.Width(v.Theme.Cost(r.Price)))
		w.effect = max(w.effect, style.Width(o.effects[r.Op].Brief()))
		if v.Advice.Verdict == nil {
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

// The headings of the numbers.
const price, then, loss = "price", "then", "loss"

// headed are widths that have room for their headings.
func (n numbers) headed() numbers {
	return numbers{max(n.price, len(price)), max(n.then, len(then)), max(n.loss, len(loss)), n.effect}
}

// columns gives every column what it needs, and the rest to names and effects, which lose
// their names where the rest is small; where it is too small, the column of the bound
// goes, and then that of the loss.
func (o *Operations) columns(v *layer.View, width int) columns {
	if width < narrow {
		return o.narrowColumns(v, width)
	}
	wide := o.wide.headed()
	k := columns{mode: len("TAN "), price: wide.price + gap}
	if !v.Concealed && (v.Advice.Verdict != nil || o.wide.then > 0) {
		// a loss is seldom wider than a price with its sign
		k.then, k.loss = wide.then+gap, max(wide.loss, wide.price+1)+gap
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

// leastLoss is the room that a loss has before one is known: nothing moves when it appears.
const leastLoss = len("+12")

// none is the width of a column that is left out.
const none = -1

// narrowColumns are those of a list beside the pictures: what is done, its effect in a word, its
// price, and what it loses. A mode that all have is left out. No number is ever cut. Losses that are
// hidden keep their room, but for an effect. Where the shortest names need room, headings lose
// theirs, and stand above what is left of it; then the effect goes, the loss, and the price.
func (o *Operations) narrowColumns(v *layer.View, width int) columns {
	k := columns{}
	if slices.ContainsFunc(o.rows, func(r model.Choice) bool { return r.Op.Mode != model.MUL }) {
		k.mode = len("TAN ")
	}
	rest := func(n numbers) int {
		k.price, k.loss = n.price+1, n.loss+1
		return width - 1 - k.mode - k.price - k.loss
	}
	ways := []numbers{o.wide.headed(), o.wide, o.now}
	if v.Concealed {
		ways = []numbers{{price: max(o.wide.price, len(price)), loss: none}}
	}
	if hidden(v) {
		ways = append(ways, numbers{price: o.now.price, loss: none})
	}
	for _, n := range ways {
		if least := rest(n) - oneWord - 1; o.effectFits(v, least) {
			k.what = min(least, max(o.widest, least-mostEffect))
			k.effect = least + oneWord - k.what
			return k
		}
	}
	now := o.now.headed()
	for _, n := range []numbers{ways[0], now, {price: now.price, loss: none}, {price: none, loss: none}} {
		if k.what = max(1, rest(n)); k.what >= tightName {
			break
		}
	}
	return k
}

// hidden reports whether no loss is shown.
func hidden(v *layer.View) bool { return v.Silent || v.Advice.Verdict == nil }

// effectFits reports whether the eliminations that are shown have names of at most so many cells
// that need no cut. Preaccumulations have the room of the effect, too: a word would say nothing.
func (o *Operations) effectFits(v *layer.View, width int) bool {
	return width >= tightName && !slices.ContainsFunc(o.visible(), func(r model.Choice) bool {
		return !r.Op.IsAccumulation() &&
			strings.Contains(layer.ShortOpName(v.Theme, o.state, r.Op, width), v.Theme.Signs.Cut)
	})
}

// Columns is the heading above price, then and loss.
func (o *Operations) Columns(v *layer.View, width int) string {
	k := o.columns(v, width)
	head := ""
	if k.price > 0 {
		head = v.Theme.Right(price, max(k.price, len(price)+1))
	}
	if k.then > 0 {
		head += v.Theme.Right(then, k.then)
	}
	if k.loss > 0 {
		heading := loss
		if hidden(v) {
			heading = ""
		}
		head += v.Theme.Right(heading, max(k.loss, len(loss)+1))
	}
	return head
}
