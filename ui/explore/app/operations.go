package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/panel/narration"
)

// step changes the session, and has the record say what was done.
func (on *screen) step(v *layer.View, i intent.Intent) (said []intent.Intent) {
	s := on.shown.session
	before, revision := s.Cursor(), s.Revision()
	behind := on.whole.of == s && on.whole.revision == revision
	if _, is := i.(intent.Undo); is && behind {
		i = intent.GoTo{Step: on.whole.from}
	}
	switch i := i.(type) {
	case intent.DoSelected:
		said = on.doSelected(v, i.Rule)
	case intent.Carry:
		said = on.carry(v, i)
	case intent.Mark:
		said = on.mark(i)
	case intent.Annotate:
		said = layer.Report(s.Annotate(s.Cursor(), i.Text))
	default:
		said = on.travel(i)
	}
	if c, is := i.(intent.Carry); is && c.Part {
		if !behind || !on.many { // a long sequence comes in parts
			on.whole = stretch{of: s, from: before}
		}
		on.whole.revision = s.Revision()
	}
	if s.Revision() != revision {
		on.record.Stepped(s, i, before)
	}
	return said
}

// travel goes to another step.
func (on *screen) travel(i intent.Intent) (said []intent.Intent) {
	s := on.shown.session
	switch i := i.(type) {
	case intent.Undo:
		if !s.Undo() {
			text := "This is the start: there is nothing to undo."
			if len(s.Line()) > 0 {
				text += " PgDn or {ctrl+r:redo} goes forward again."
			}
			return layer.Refuse(text)
		}
	case intent.Redo:
		if s.Depth() == 0 && len(s.Line()) == 0 {
			return layer.Refuse("There are no steps yet, and so none to redo: Enter carries out the selected operation.")
		}
		if !s.Redo() {
			return layer.Refuse("This is the last step of the branch: there is nothing to redo. {u:undo} goes back.")
		}
	case intent.JumpTo:
		said = layer.Report(s.Jump(i.Depth))
	case intent.GoTo:
		said = layer.Report(s.Goto(i.Step))
	}
	on.shown.selectNext()
	return said
}

// mark sets or removes a bookmark.
func (on *screen) mark(i intent.Mark) []intent.Intent {
	s := on.shown.session
	switch {
	case i.Off && !s.RemoveMark(i.Letter):
		return layer.Refuse("There is no bookmark " + style.Printable(i.Letter) + ".")
	case i.Off:
		return layer.Say("The bookmark " + style.Printable(i.Letter) + " is removed.")
	}
	if err := s.SetMark(i.Letter); err != nil {
		return layer.Report(err)
	}
	return layer.Say(fmt.Sprintf("Step %d has the bookmark %s: {':bookmarks} and the letter come back here.",
		s.Depth(), strings.ToLower(i.Letter)))
}

// selects selects something; without a target the first row of the list.
func (on *screen) selects(i intent.Select) []intent.Intent {
	shown := &on.shown
	if i.Target == (intent.Selection{}) {
		shown.selectNear(0)
		return nil
	}
	shown.sel, shown.unasked = i.Target, false
	if w := on.where.window; i.Target.Kind == intent.OnVertex || w.Focus == intent.Dag ||
		w.Focus == intent.LineDag {
		shown.chosen = shown.sel // not a row of the list, which is an operation
	}
	if i.Near {
		return on.pictures.near()
	}
	return nil
}

// doSelected carries out the selected operation, which has to be one of the rule where that is
// named.
func (on *screen) doSelected(v *layer.View, rule int) []intent.Intent {
	switch kind := v.Sel.Kind; {
	case rule == 2, rule == 0 && kind == intent.OnFace && !v.State().Done():
		return on.eliminate(v)
	case rule == 3, kind == intent.OnElement && !v.State().Done():
		return on.preaccumulate(v)
	}
	return layer.Refuse(narration.NoOperation(v))
}

func (on *screen) eliminate(v *layer.View) []intent.Intent {
	s, sel := v.State(), v.Sel
	if sel.Kind != intent.OnFace || !sel.Exists(s) {
		return layer.Refuse(narration.NoFace(v))
	}
	if len(s.Choices(sel.Face)) == 0 {
		return layer.Refuse(narration.NoJacobian(v))
	}
	return on.carry(v, intent.Carry{Ops: []model.Op{model.Eliminate(sel.Face, sel.Mode)}})
}

// preaccumulate takes the selected vertex of the line dag; of a face the side
// without Jacobian, u before v.
func (on *screen) preaccumulate(v *layer.View) []intent.Intent {
	s, sel := v.State(), v.Sel
	if s.Done() {
		return layer.Refuse(narration.NoOperation(v))
	}
	if !sel.Exists(s) || sel.Kind == intent.OnVertex {
		return layer.Refuse("No edge is selected: select one in the dag (1), or a row of the list.")
	}
	if sel.Kind == intent.OnFace {
		z := sel.Face.U
		if s.HasJacobian(z) {
			z = sel.Face.V
		}
		sel = intent.AtElement(s, z)
	}
	if s.HasJacobian(sel.Z) {
		return layer.Refuse(narration.AlreadyThere(v, sel.Z))
	}
	return on.carry(v, intent.Carry{Ops: []model.Op{model.Accumulate(sel.Z, sel.Mode)}})
}

// nextMode selects the next mode of the selected operation.
func (on *screen) nextMode(v *layer.View) (tea.Cmd, []intent.Intent) {
	choices := v.Sel.Choices(v.State())
	switch len(choices) {
	case 0:
		return nil, layer.Refuse("No operation is selected: select a row of the list to change its mode.")
	case 1:
		return nil, layer.Refuse(narration.OnlyMode(v.State(), choices[0]))
	}
	at := slices.IndexFunc(choices, func(c model.Choice) bool { return c.Op.Mode == v.Sel.Mode })
	on.shown.sel.Mode, on.shown.unasked = choices[(at+1)%len(choices)].Op.Mode, false
	return nil, nil
}

// carry does operations; the narration tells what happened.
func (on *screen) carry(v *layer.View, i intent.Carry) []intent.Intent {
	s := on.shown.session
	if i.Each {
		ids, err := s.Ahead(i.Ops...)
		if len(ids) > 0 {
			_ = s.Goto(ids[len(ids)-1]) // it exists
		}
		return layer.Report(err)
	}
	near := 0
	if !on.many {
		near = on.shown.next.At(v)
	}
	changes, err := s.Do(i.Title, i.Ops...)
	if err == nil && !on.many {
		on.shown.next.Stepped()
		on.shown.selectAfter(changes, near)
	}
	return layer.Report(err)
}

// doCommands are the commands that carry operations out.
func (on *screen) doCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("do", "carry out the selected operation", intent.DoSelected{}).On("enter").
			Listed(groupDo).Foot("carry out").Early(),
		layer.Named("eliminate", "eliminate the selected face", intent.DoSelected{Rule: 2}).Unless(done).
			On("e").
			Listed(groupDo).Foot("eliminate"),
		layer.Named("preaccumulate", "preaccumulate the selected Jacobian", intent.DoSelected{Rule: 3}).
			Unless(done).On("a").Listed(groupDo).Foot("preaccumulate"),
		layer.Named("mode", "next mode of the selected operation",
			layer.Act{Of: intent.Looks, Do: on.nextMode}).On("m").
			Listed(groupDo).Foot("mode").Early(),
		typedCommand("acc", "preaccumulate, as in acc tan (0 1)"),
		typedCommand("eli", "eliminate a face, as in eli (0 1)(1 2)"),
	}, intent.Next)
}

// stepCommands are the commands that go along the steps.
func (on *screen) stepCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("undo", "one step back", intent.Undo{}).Known("back").Unless(noStepBack).
			On("u", "z", "pgup").Help(groupStep, "undo, one step back").Foot("undo").Early(),
		layer.Named("redo", "one step forward", intent.Redo{}).Unless(noStepAhead).
			On("ctrl+r", "Z", "pgdown").Help(groupStep, "redo, one step forward"),
		jumpCommand(),
		stepCommand(),
		branchCommand(),
		layer.Named("bookmarks", "bookmarks: a letter goes to its step, or marks this one",
			layer.Lay(intent.Moves, func(*layer.View) layer.Layer { return overlay.Bookmarks{} })).
			On("'").Help(groupStep, "and a letter: go to its bookmark, or mark this step"),
		layer.Textual("mark", "a letter", "mark the current step with a letter",
			func(text string) intent.Intent { return intent.Mark{Letter: text} }),
		layer.Textual("unmark", "a letter", "remove the bookmark of a letter",
			func(text string) intent.Intent { return intent.Mark{Letter: text, Off: true} }),
	}, intent.History)
}

// typedCommand is an operation as it stands in a sequence file.
func typedCommand(name, does string) layer.Command {
	return layer.Command{Name: name, Args: "as in a file", Does: does,
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			ops, err := model.ParseStep(s.State(), name+" "+arg)
			if err == nil && len(ops) == 0 {
				err = fmt.Errorf("an operation is missing")
			}
			if err != nil {
				return nil, err
			}
			return intent.Carry{Ops: ops}, nil
		}}
}

func jumpCommand() layer.Command {
	return layer.Command{Name: "jump", Args: "n",
		Does: "go to step n of the sequence, 0 is its start, or to the bookmark of a letter",
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			for _, m := range s.Steps.Marks() {
				if m.Letter == arg {
					return intent.GoTo{Step: m.Step}, nil
				}
			}
			n, err := strconv.Atoi(arg)
			if line := len(s.Steps.Line()); err != nil || n < 0 || n > line {
				return nil, fmt.Errorf("jump needs a step from 0 to %d, or the letter of a bookmark", line)
			}
			return intent.JumpTo{Depth: n}, nil
		}}
}

// stepCommand goes to a step on any branch, by the number that says when it was made.
func stepCommand() layer.Command {
	return layer.Command{Name: "step", Args: "n",
		Does: "go to the step that was made as the n-th, on any branch",
		Parse: func(v *layer.View, arg string) (intent.Intent, error) {
			n, err := strconv.Atoi(arg)
			if _, there := v.Steps.Step(n); err != nil || !there {
				return nil, fmt.Errorf("step needs a number from 0 to %d", v.Steps.Steps())
			}
			return intent.GoTo{Step: n}, nil
		}}.Hide()
}

func branchCommand() layer.Command {
	offers := func(s *layer.View) []layer.Offer {
		var all []layer.Offer
		for k, leaf := range s.Steps.Leaves() {
			does := fmt.Sprintf("%s, total %s", style.Plural(leaf.Depth, "step", "steps"),
				s.Theme.Cost(leaf.Spent))
			if k < 20 { // to look at each of many would take too long
				if st, _ := s.Steps.StateAt(leaf.ID); st.Done() {
					does += ", complete"
				}
			}
			all = append(all, layer.Offer{Text: fmt.Sprintf("branch %d", k+1), Does: does + ", ends with " +
				style.Printable(leaf.Title),
				Intent: intent.GoTo{Step: leaf.ID}})
		}
		return all
	}
	return layer.Command{Name: "branch", Args: "n", Does: "go to the end of another branch",
		Offers: offers,
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			all := offers(s)
			n, err := strconv.Atoi(arg)
			if err != nil || n < 1 || n > len(all) {
				return nil, fmt.Errorf("there are branches 1 to %d", len(all))
			}
			return all[n-1].Intent, nil
		}}
}

func done(s *layer.View) string {
	if s.State().Done() {
		return "the sequence is complete"
	}
	return ""
}

func noStepBack(s *layer.View) string {
	if s.Steps.Depth() == 0 {
		return "this is the start"
	}
	return ""
}

func noStepAhead(s *layer.View) string {
	if s.Steps.Depth() == len(s.Steps.Line()) {
		return "this is the last step"
	}
	return ""
}
