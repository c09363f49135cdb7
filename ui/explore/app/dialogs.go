package app

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/comparison"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// dialogs lays help, totals and questions over the panels.
type dialogs struct {
	screen  *screen
	table   Commands
	leading *leading
}

// help is the intent to see all keys, or those with a text, or what the words mean.
func (d *dialogs) help(glossary bool, sought string) intent.Intent {
	return layer.Lay(intent.Adjusts, func(v *layer.View) layer.Layer {
		return overlay.NewHelp(d.commands(v), glossary, sought)
	})
}

// palette asks for a command.
func (d *dialogs) palette(v *layer.View, i intent.AskCommand) layer.Layer {
	if i.Proposal != "" {
		return overlay.NewPalette(d.table, i.Line, i.Proposal)
	}
	return overlay.NewPalette(d.named(v), i.Line, "").Past(d.screen.record.Past())
}

// note asks for a note on the step at the cursor.
func (d *dialogs) note(*layer.View) layer.Layer {
	s := d.screen.shown.session
	step, _ := s.Step(s.Cursor())
	return overlay.NewPrompt(intent.AskText{Title: fmt.Sprintf("note on step %d", s.Depth()), Text: step.Note,
		Accept: func(text string) intent.Intent { return intent.Annotate{Text: text} }})
}

// totals shows the totals and the check of the sequence so far.
func (d *dialogs) totals(*layer.View) (tea.Cmd, []intent.Intent) {
	d.screen.where.push(&overlay.Summary{})
	return d.screen.proof.wantIfDone(), nil
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
	if solver := d.screen.options.Solver; solver != nil {
		all = append(all, layer.Bindings(solver, &as)...)
	}
	for _, p := range []layer.Layer{d.screen.pictures.dag, &d.screen.shown.next, &d.screen.shown.history} {
		all = append(all, layer.Bindings(p, &as)...)
	}
	return slices.DeleteFunc(all, func(c layer.Command) bool {
		return c.Keys.Help().Desc == "" || !d.leading.leader().Offers(&c)
	})
}

// showCommands are the commands that show something over the panels.
func (d *dialogs) showCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Command{Name: "note", Args: "a text", Does: "note on the current step; empty removes it",
			Intent: layer.Lay(intent.Edits, d.note),
			Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
				return intent.Annotate{Text: arg}, nil
			}}.On("n").Help(groupStep, "note on this step"),
		layer.Named("totals", "totals and check of the sequence so far",
			layer.Act{Of: intent.Looks, Do: d.totals}).On("t").
			Listed(groupStep),
		layer.Named("pattern", "which entries of the selected Jacobian can be non-zero",
			overlay.ShowPattern()),
	}, intent.History)
}

// searchCommands are the commands that find something.
func (d *dialogs) searchCommands() []layer.Command {
	return []layer.Command{
		layer.Command{Name: "select", Args: "a label", Does: "go to a label",
			Intent: layer.Lay(intent.Looks, func(*layer.View) layer.Layer { return overlay.NewLabels() }),
			Parse: func(v *layer.View, arg string) (intent.Intent, error) {
				if all := overlay.Labels(v, arg); arg != "" && len(all) > 0 {
					return all[0].Intent, nil
				}
				return nil, fmt.Errorf("there is no label %s", style.Printable(arg))
			}}.Hide().On("/").Help(groupFind, "go to a label").Foot("go to").Early(),
		layer.Named("command", "type a command", intent.AskCommand{}).Hide().On(":").
			Help(groupFind, "command, or an operation as in a file").Foot("command").Early().Always(),
	}
}

// helpCommands are the commands that explain.
func (d *dialogs) helpCommands() []layer.Command {
	keys := func(text string) intent.Intent {
		return layer.Lay(intent.Adjusts, func(v *layer.View) layer.Layer {
			return overlay.NewKeys(v.Keymap, text)
		})
	}
	return []layer.Command{
		layer.Command{Name: "help", Args: "a word", Does: "all keys, or those with a word",
			Intent: d.help(false, ""),
			Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
				return d.help(false, arg), nil
			}}.On("?").Help(groupKeep, "this help").Foot("help").Always(),
		{Name: "keys", Args: "a key or a word",
			Does: "find a command of any layer by name or key, and try it", Intent: keys(""),
			Parse: func(_ *layer.View, arg string) (intent.Intent, error) { return keys(arg), nil }},
		layer.Named("glossary", "glossary: face, fill, absorb, merge, loss (? Tab)", d.help(true, "")),
	}
}

// compare has the methods find their sequences, once for each dag.
func (on *screen) compare(v *layer.View) (tea.Cmd, []intent.Intent) {
	hidden := func(v *layer.View) bool { return v.Concealed && v.Rivals == nil }
	switch {
	case hidden(v):
		return nil, layer.Refuse("The comparison is hidden while you solve the puzzle.")
	case on.compared.of == v.Dag():
		return nil, on.showWays(v)
	}
	root, _ := on.shown.session.StateAt(0)
	return layer.Begin(on.jobs, comparisonJob, func(ctx context.Context) compared {
		return compared{root.Dag(), comparison.Methods(ctx, root)}
	}, func(found compared) (tea.Cmd, []intent.Intent) {
		if v := on.shown.view(); v.Dag() != found.of || hidden(v) {
			return nil, nil
		}
		on.compared = found
		return nil, on.showWays(on.shown.view())
	}), layer.Say("Computing the comparison" + v.Theme.Signs.Cut)
}

func (on *screen) showWays(v *layer.View) []intent.Intent {
	if v.Preview != "" || on.where.top() != nil {
		return nil
	}
	advice, hidden := func(int) layer.Advice { return layer.Advice{} }, false
	solver, found := on.options.Solver, on.compared.found
	if solver != nil && v.Rivals == nil { // who leads with rivals has the solver rest
		found = slices.Concat(found, solver.Found())
		if advice, hidden = solver.Advice, !solver.Hints(); hidden {
			advice = nil
		}
	}
	on.where.push(comparison.NewList(comparison.Of(v, found, advice), hidden))
	return layer.Say("")
}

// compareCommands are the command of the comparison.
func (on *screen) compareCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("ways", "compare branches, greedy, classical modes, optimum",
			layer.Act{Of: intent.Judges | intent.Searches, Do: on.compare}).
			Known("compare").On("B").Help(groupStep, "compare branches, methods, optimum"),
	}, intent.History)
}
