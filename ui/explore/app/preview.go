package app

import (
	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
)

// preview is a sequence that is looked at before it is taken, as a layer: it is shown on
// a session of its own, so that looking at it changes nothing until it is applied.
type preview struct {
	layer.Plain
	screen *screen
	seen   intent.Preview
	user   *session.Session // the user's session meanwhile; nil while nothing is previewed
	drawn  *drawing.Pictures
	sel    intent.Selection
	focus  intent.Panel
}

// open reports whether something is previewed.
func (p *preview) open() bool { return p.user != nil }

// previewTable are the keys of a preview.
func previewTable() *layer.Table {
	return &layer.Table{Layer: "preview", Rows: []layer.Row{
		{"apply", "A enter", "apply the sequence"}, {"leave", "esc", "leave the preview"},
		{"step", "pgdown right down", "one step forward"}, {"back", "pgup left up", "one step back"}}}
}

// Bindings apply it, leave it, and step through it.
func (p *preview) Bindings(*layer.View) []layer.Command {
	keys := previewTable()
	return []layer.Command{
		keys.Do("apply", p.apply).Foot("apply"),
		keys.Do("leave", func() []intent.Intent {
			p.close()
			return layer.Say("Back. Nothing has changed.")
		}).Foot("leave it"),
		keys.Means("step", intent.Redo{}).Foot("step"),
		keys.Means("back", intent.Undo{}).Foot("back"),
		layer.Mention("play", "play"),
	}
}

// Draw is what stands before the keys in the foot.
func (p *preview) Draw(v *layer.View, b layer.Box) layer.Drawn {
	return layer.Drawn{Title: v.Theme.Paint(style.Selected,
		" preview: "+v.Theme.Clip(style.Printable(p.seen.Title), b.Width/3)+" ")}
}

// Allows to look around, and to step through it.
func (*preview) Allows() intent.Effect {
	return intent.All &^ (intent.Edits | intent.Opens | intent.Judges)
}

// Refuses says what can be done.
func (p *preview) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(p.Allows()) {
		return ""
	}
	return "This is only a preview: {A:preview.apply} applies it, {Esc:preview.leave} goes back."
}

// apply takes the sequence over as steps of the user's session.
func (p *preview) apply() []intent.Intent {
	p.close()
	intents := []intent.Intent{intent.GoTo{Step: p.seen.From}}
	for _, op := range p.seen.Ops {
		intents = append(intents, intent.Carry{Ops: []model.Op{op}, Part: true})
	}
	p.screen.where.leaveSolver()
	return append(intents, layer.Say("Applied "+style.Plural(len(p.seen.Ops), "operation",
		"operations")+": {u:undo} takes them back.")...)
}

// show shows a sequence without taking it.
func (p *preview) show(seen intent.Preview) []intent.Intent {
	p.close()
	if _, ok := p.screen.shown.session.StateAt(seen.From); !ok {
		return layer.Refuse("The step where this sequence starts no longer exists.")
	}
	other := session.New(p.screen.shown.dag())
	before, err := other.Ahead(p.screen.shown.session.OpsTo(seen.From)...)
	if err == nil && len(before) > 0 {
		err = other.Goto(before[len(before)-1])
	}
	if err != nil {
		return layer.Report(err)
	}
	if _, err := other.Ahead(seen.Ops...); err != nil {
		return layer.Refuse(layer.Sentence("this sequence does not fit here: " + err.Error()))
	}
	p.seen, p.user, p.drawn, p.sel, p.focus = seen, p.screen.shown.session, p.screen.pictures.Pictures,
		p.screen.shown.sel, p.screen.where.window.Focus
	p.screen.swap(other, drawing.NewPictures(p.screen.shown.dag(), p.screen.pictures.layouts))
	p.screen.where.leaveSolver()
	p.screen.shown.selectNext()
	return layer.Say("")
}

// close goes back to the user's session.
func (p *preview) close() {
	if !p.open() {
		return
	}
	p.screen.swap(p.user, p.drawn)
	p.user, p.drawn = nil, nil
	p.screen.shown.sel = p.sel
	p.screen.where.focusOn(p.focus)
}
