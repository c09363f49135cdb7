package app

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// dialogs lays help, totals and questions over the panels.
type dialogs struct {
	screen  *screen
	table   Commands
	solver  layer.Solver
	leading *leading
}

// perform lays something over the panels.
func (d *dialogs) perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent) {
	switch i := i.(type) {
	case intent.AskCommand:
		d.screen.where.push(overlay.NewPalette(d.named(v), i.Line, "").Past(d.screen.record.Past()))
	case intent.AskKeys:
		d.screen.where.push(overlay.NewKeys(v.Keymap, i.Text))
	case intent.AskText:
		d.screen.where.push(overlay.NewPrompt(i.Title, i.Text, i.Proposal, i.Accept).ForNumbers(i.Number))
	case intent.AskLabel:
		d.screen.where.push(overlay.NewLabels())
	case intent.AskMark:
		d.screen.where.push(overlay.Bookmarks{})
	case intent.AskNote:
		step, _ := d.screen.shown.session.Step(d.screen.shown.session.Cursor())
		d.screen.where.push(overlay.NewPrompt(fmt.Sprintf("note on step %d", d.screen.shown.session.Depth()),
			step.Note, "",
			func(text string) intent.Intent { return intent.Annotate{Text: text} }))
	case intent.AskSave:
		d.screen.where.push(overlay.NewPalette(d.table, "save ", documents.Stem(v.Dag().Name)+".seq"))
	case intent.AskFigure:
		d.screen.where.push(overlay.NewPalette(d.table, "figure ",
			documents.Stem(v.Dag().Name)+"-"+style.Count(int64(d.screen.shown.session.Depth()))+".svg"))
	case intent.ShowHelp:
		d.screen.where.push(overlay.NewHelp(d.commands(v), i.Glossary, i.Sought))
	case intent.ShowTotals:
		d.screen.where.push(&overlay.Summary{})
		cmd = d.screen.proof.wantIfDone()
	case intent.ShowPattern:
		if p, why := overlay.NewPattern(v); why != "" {
			more = layer.Say(why)
		} else {
			d.screen.where.push(p)
		}
	}
	return cmd, more
}

// named are the commands of the palette: those of who leads, and the registry's that are
// not called the same.
func (d *dialogs) named(v *layer.View) Commands {
	if !d.leading.leads() {
		return d.table
	}
	own := slices.DeleteFunc(slices.Clone(layer.Bindings(d.leading.by, v)), func(c layer.Command) bool {
		return c.Name == "" || c.Meaning() == nil && c.Parse == nil
	})
	slices.SortStableFunc(own, func(a, b layer.Command) int {
		// what takes an argument goes before a key of the same name
		rank := func(c layer.Command) int {
			if c.Parse != nil || c.Intent != nil {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	for _, c := range d.table {
		if !slices.ContainsFunc(own, func(o layer.Command) bool { return o.Called(c.Name) }) {
			own = append(own, c)
		}
	}
	return own
}

// commands are those that the help tells: of who leads, the registry's, and those of the
// page of the solver and of the panels, as if these had the keys.
func (d *dialogs) commands(v *layer.View) []layer.Command {
	as := *v
	var all []layer.Command
	if d.leading.leads() {
		all = layer.Bindings(d.leading.by, &as)
	}
	all = append(all, d.table...)
	as.Focus = intent.Solver
	if d.solver != nil {
		all = append(all, layer.Bindings(d.solver, &as)...)
	}
	for _, p := range []layer.Layer{d.screen.pictures.dag, &d.screen.shown.next, &d.screen.shown.history} {
		all = append(all, layer.Bindings(p, &as)...)
	}
	return slices.DeleteFunc(all, func(c layer.Command) bool {
		return c.Keys.Help().Desc == "" || !d.leading.leader().Offers(&c)
	})
}

// dialogCommands are the commands that open dialogs.
func dialogCommands() []layer.Command {
	return layer.Of([]layer.Command{
		noteCommand().On("n").Help(groupStep, "note on this step"),
		layer.Named("totals", "totals and check of the sequence so far", intent.ShowTotals{}).On("t").
			Help(groupStep, "totals and check of the sequence so far"),
		layer.Named("pattern", "which entries of the selected Jacobian can be non-zero",
			intent.ShowPattern{}),
	}, intent.History)
}

// searchCommands are the commands that find something.
func searchCommands() []layer.Command {
	return []layer.Command{
		labelCommand().On("/").Help(groupFind, "go to a label").Foot("go to").Early(),
		layer.Named("command", "type a command", intent.AskCommand{}).Hide().On(":").
			Help(groupFind, "command, or an operation as in a file").Foot("command").Early().Always(),
	}
}

// helpCommands are the commands that explain.
func helpCommands() []layer.Command {
	return []layer.Command{
		layer.Command{Name: "help", Args: "a word", Does: "all keys, or those with a word",
			Intent: intent.ShowHelp{}, Example: intent.ShowHelp{},
			Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
				return intent.ShowHelp{Sought: arg}, nil
			}}.On("?").Help(groupKeep, "this help").Foot("help").Always(),
		{Name: "keys", Args: "a key or a word",
			Does: "find a command of any layer by name or key, and try it", Intent: intent.AskKeys{},
			Example: intent.AskKeys{},
			Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
				return intent.AskKeys{Text: arg}, nil
			}},
		layer.Named("glossary", "glossary: face, fill, absorb, merge, loss (? Tab)",
			intent.ShowHelp{Glossary: true}),
	}
}

// noteCommand asks for the note by its key, and takes it from the palette.
func noteCommand() layer.Command {
	return layer.Command{Name: "note", Args: "a text", Does: "note on the current step; empty removes it",
		Intent: intent.AskNote{}, Example: intent.Annotate{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			return intent.Annotate{Text: arg}, nil
		}}
}

// labelCommand asks for the label by its key, and takes it from the palette.
func labelCommand() layer.Command {
	return layer.Command{Name: "select", Args: "a label", Does: "go to a label", Intent: intent.AskLabel{},
		Example: intent.Select{},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			if all := overlay.Labels(s, arg); arg != "" && len(all) > 0 {
				return all[0].Intent, nil
			}
			return nil, fmt.Errorf("there is no label %s", style.Printable(arg))
		},
		Write: func(v *layer.View, i intent.Intent) (string, bool) {
			x, is := i.(intent.Select)
			if !is || x.Target == (intent.Selection{}) || !x.Target.Exists(v.State()) {
				return "", false
			}
			return overlay.LabelOf(v, x.Target), true
		}}.Hide()
}
