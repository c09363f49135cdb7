package narration

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// theDone describes the step at a depth of the line.
func theDone(v *layer.View, depth int) told {
	t := v.Theme
	if depth == 0 {
		return plainly(doneLabel, "nothing yet: this is the start", nil)
	}
	line := v.Steps.Line()
	step := line[depth-1]
	lost := ""
	if loss := v.Losses.Text(t, step.ID); loss != "" {
		lost = "  " + t.Paint(style.Bad, "lost "+loss)
	}
	why, _ := v.Losses.Why(step.ID)
	before, ok := v.Before(line, depth)
	after, changes := v.State(), v.Steps.Changes()
	if depth < v.Steps.Depth() {
		if after, changes = nil, nil; ok && !layer.Expensive(before, step.Ops) {
			after, changes, _ = model.Replay(before, step.Ops)
		}
	}
	if !ok || len(changes) != 1 {
		x := coarse(v, line, depth, layer.Joint(t, before, after, changes), before)
		x.label, x.tail, x.why = doneLabel, lost, why
		return x
	}
	o := layer.Outlook{Choice: model.Choice{Op: step.Ops[0], Price: step.Cost}, Before: before, After: after,
		Change: changes[0]}
	x := operation(v, &o)
	x.label, x.tail, x.why = doneLabel, lost, why
	return x
}

// theNext describes what Enter does: the selected operation. Where none is selected it
// describes the step that redo would take, and says so; else what is selected. In a
// lesson or a preview the next step is the one ahead.
func theNext(v *layer.View) told {
	t, s := v.Theme, v.State()
	line, depth := v.Steps.Line(), v.Steps.Depth()
	o, ok := v.Outlook()
	led := v.Led || v.Preview != ""
	if depth < len(line) && (led || !ok) {
		label := redoLabel
		if led {
			label = nextLabel
		}
		ahead := line[depth]
		recorded := len(ahead.Ops) > 0 && (!ok || o.Choice.Op == ahead.Ops[0])
		if recorded && len(ahead.Ops) > 1 {
			var after *model.State
			var changes []model.Change
			if !layer.Expensive(s, ahead.Ops) {
				after, changes, _ = model.Replay(s, ahead.Ops)
			}
			x := coarse(v, line, depth+1, layer.Joint(t, s, after, changes), s)
			x.label = label
			return x
		}
		if recorded && !ok {
			foreseen := layer.Foresee(s, model.Choice{Op: ahead.Ops[0], Price: ahead.Cost})
			x := operation(v, &foreseen)
			x.facts = func() account {
				_, about := aboutThing(v, s)
				return about
			}
			x.label = label
			return x
		}
	}
	if !ok {
		text, about := aboutThing(v, s)
		return plainly(nextLabel, text, about)
	}
	x := operation(v, o)
	x.label = nextLabel
	if depth < len(line) && len(line[depth].Ops) > 1 {
		about := x.facts
		x.facts = func() account {
			return append(about(),
				redoLabel+": "+layer.StepName(v, line, depth+1)+" for "+t.Cost(line[depth].Cost))
		}
	}
	if v.Advice.Why != nil {
		x.why, _ = v.Advice.Why(o.Choice.Op)
		verdict, _ := v.Advice.Verdict(o.Choice.Op)
		x.loses = "loses " + v.Theme.Cost(verdict.Regret) + ". "
	}
	return x
}

// coarse describes a step of several operations by their joint effect; before is the state that
// it starts from, nil where that is not known.
func coarse(v *layer.View, line []session.Step, depth int, effects layer.Effects,
	before *model.State) told {
	step := line[depth-1]
	head := layer.StepName(v, line, depth) + price(v.Theme, step.Cost)
	return told{effects: effects, head: func(int) string { return head },
		facts: func() account { return within(v, before, step.Ops) }}
}

// mostWithin is the most operations of one step that are named.
const mostWithin = 8

// within names the operations of a step.
func within(v *layer.View, before *model.State, ops []model.Op) account {
	if before == nil || layer.Expensive(before, nil) {
		return nil
	}
	var all []string
	_, _ = model.Walk(before, ops[:min(len(ops), mostWithin)],
		func(s *model.State, o model.Op, _ model.Cost) {
			all = append(all, o.Mode.String()+" "+layer.OpName(v.Theme, s, o))
		})
	if more := len(ops) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return account{strings.Join(all, ", ")}
}

func price(t *style.Theme, c model.Cost) string {
	return " for " + t.Paint(style.Strong, t.Cost(c)) + ": "
}

// operation describes an operation in words.
func operation(v *layer.View, o *layer.Outlook) told {
	t, op := v.Theme, o.Choice.Op
	mode, cost := t.Paint(layer.ModeRole(op.Mode), op.Mode.String())+" ", price(t, o.Choice.Price)
	return told{effects: o.Effects(t), head: func(width int) string {
		if width == 0 {
			return mode + layer.OpName(t, o.Before, op) + cost
		}
		return mode + layer.ShortOpName(t, o.Before, op, width-style.Width(mode+cost)) + cost
	}, facts: func() account { return formula(v, o) }}
}
