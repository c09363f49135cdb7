package next

import (
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// know computes the effects of the rows that are shown: a large dag has thousands of rows, of
// which a screen shows forty.
func (o *Operations) know(v *layer.View) {
	if about := (effectsKey{v.State(), v.Theme}); o.about != about || len(o.effects) >= mostEffects {
		o.effects, o.about = make(map[model.Op]layer.Effects), about
	}
	for _, r := range o.visible() {
		if _, known := o.effects[r.Op]; !known {
			o.effects[r.Op] = o.Last.effect(v.Theme, o.state, r)
		}
	}
}

// consequence is the effect of an operation.
func consequence(t *style.Theme, s *model.State, choice model.Choice) layer.Effects {
	switch {
	case s.Faces() <= manyFaces:
		outlook := layer.Foresee(s, choice)
		return outlook.Effects(t)
	case choice.Op.IsAccumulation():
		return layer.Effects{style.WordOf(model.Accumulated).Paint(t)}
	}
	return layer.Effects{"face"}
}

// mostEffects is how many effects are kept.
const mostEffects = 500

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
	switch word, _, _ := strings.Cut(o.effects[op].Brief(), ","); {
	case room > k.what || k.effect == 0:
	case width < narrow && k.effect < mostEffect:
		line += " " + t.Left(word, k.effect)
	default:
		line += " " + t.Left(o.effects[op].Fit(t, k.effect), k.effect)
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
