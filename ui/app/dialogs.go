package app

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/documents"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/registry"
	"facet/ui/style"
)

// dialogs lays help, totals and questions over the panels.
type dialogs struct {
	*screen
	table   registry.Commands
	solver  layer.Solver
	leading *leading
}

// Perform lays something over the panels.
func (d *dialogs) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.AskCommand:
		d.push(overlay.NewPalette(d.named(v), i.Line, ""))
	case intent.AskText:
		d.push(overlay.NewPrompt(i.Title, i.Text, i.Proposal, i.Accept))
	case intent.AskLabel:
		d.push(overlay.NewLabels())
	case intent.AskNote:
		step, _ := d.session.Step(d.session.Cursor())
		d.push(overlay.NewPrompt(fmt.Sprintf("note on step %d", d.session.Depth()), step.Note, "",
			func(text string) intent.Intent { return intent.Annotate{Text: text} }))
	case intent.AskSave:
		d.push(overlay.NewPalette(d.table, "save ", documents.Stem(v.Dag().Name)+".seq"))
	case intent.AskFigure:
		d.push(overlay.NewPalette(d.table, "figure ", documents.Stem(v.Dag().Name)+"-"+style.Count(int64(d.session.Depth()))+".svg"))
	case intent.ShowHelp:
		d.push(overlay.NewHelp(d.commands(v), i.Glossary))
	case intent.ShowTotals:
		d.push(&overlay.Summary{})
		cmd = d.proof.wantIfDone()
	default:
		return nil, nil, false
	}
	return cmd, nil, true
}

// named are the commands of the palette: those of who leads, and the registry's that are
// not called the same.
func (d *dialogs) named(v *layer.View) registry.Commands {
	if !d.leading.leads() {
		return d.table
	}
	own := slices.DeleteFunc(d.leading.by.Bindings(v), func(c layer.Command) bool { return c.Name == "" || c.Intent == nil && c.Parse == nil })
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
		all = d.leading.by.Bindings(&as)
	}
	all = append(all, d.table...)
	as.Focus = intent.Solver
	if d.solver != nil {
		all = append(all, d.solver.Bindings(&as)...)
	}
	for _, p := range []layer.Layer{d.pictures.dag, &d.next, &d.history} {
		all = append(all, p.Bindings(&as)...)
	}
	offers, chooses := d.leading.by.(layer.Offers)
	return slices.DeleteFunc(all, func(c layer.Command) bool { return c.Keys.Help().Desc == "" || chooses && !offers.Offers(&c) })
}
