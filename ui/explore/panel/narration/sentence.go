package narration

import (
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// told is a sentence about an operation: what it is and costs, and what it does, with
// shorter forms for when names do not fit, and facts about it, the formula first.
type told struct {
	label   string                 // doneLabel, nextLabel or redoLabel
	head    func(width int) string // in at most width cells if possible; 0 for no limit
	effects layer.Effects
	tail    string
	why     layer.Reason   // why it loses; empty where it does not, or that is not known
	loses   string         // "loses 1. ", before the reason
	facts   func() account // worked out where they are shown
}

// The labels: of what a step did, of what Enter does, and of the step that redo would take.
const (
	doneLabel = "done"
	nextLabel = "next"
	redoLabel = "redo"
)

// plainly is a sentence with only one form.
func plainly(label, text string, facts account) told {
	return told{label: label, effects: layer.Effects{""}, facts: func() account { return facts },
		head: func(int) string { return text }}
}

// forms are the sentence from its fullest form to its shortest: why says more than what, and
// what more than names.
func (x told) forms(t *style.Theme) (all []string) {
	head := x.head(0)
	if lost := x.reason(t); lost != "" {
		for _, effect := range x.effects {
			all = append(all, head+effect+lost)
		}
		all = append(all, head+strings.TrimLeft(lost, " "))
	}
	for _, effect := range x.effects {
		all = append(all, head+effect+x.tail)
	}
	return all
}

// fit shortens the effect, then the head. Where the effect has only one form, its end is
// cut: the counts of an elimination of a vertex or an edge say less than its name and
// cost.
func (x told) fit(t *style.Theme, width int) string {
	for _, text := range x.forms(t) {
		if style.Width(text) <= width {
			return text
		}
	}
	// The price is never cut; names are, and then words at the end.
	room := width - style.Width(x.tail)
	head := x.head(max(leastHead, room-style.Width(x.effects.Brief())))
	return head + layer.CutWords(t, x.effects.Brief(), room-style.Width(head)) + x.tail
}

// reason is the tail with the short reason of the loss; empty where there is none.
func (x told) reason(t *style.Theme) string {
	if x.why.Text == "" || x.tail == "" {
		return ""
	}
	return x.tail + ". " + t.Text(style.Printable(x.why.Brief))
}

// leastHead is the least width of an operation with its price.
const leastHead = 40

// because is the reason of a loss in a row of its own.
func (x told) because(t *style.Theme, width int) string {
	room := width - indent - style.Width(x.loses)
	return t.Left(style.Blank(indent)+t.Paint(style.Bad, x.loses)+t.Clip(x.why.Fit(t, room), room), width)
}

// whole is the sentence with the whole reason of a loss, for readers of words.
func (x told) whole(t *style.Theme, width int) string {
	reason := x.why
	if x.why = (layer.Reason{}); reason.Text == "" {
		return x.fit(t, width)
	}
	return x.fit(t, width) + "; " + x.loses + t.Text(style.Printable(reason.Text))
}
