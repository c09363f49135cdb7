package ranges

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"

	"facet/model"
	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
)

// Feature adds facet ranges, and :ranges in the explorer.
func Feature() feature.Feature {
	return feature.Feature{
		Explorer: func(layer.Surroundings) layer.Part {
			return layer.Part{
				Commands: func(h layer.Host) []layer.Command {
					return []layer.Command{layer.Named("ranges",
						"in which intervals of costs and sizes a sequence stays optimal",
						layer.Act{Of: intent.Judges | intent.Searches, Do: shower{h}.show}).
						Known("sensitivity")}
				},
				Tables: []*layer.Table{keysOfList()},
			}
		},
		Shell: func(s shell.Shell) []*cobra.Command { return []*cobra.Command{command(s)} },
	}
}

// Names of the jobs in the background.
const (
	rangesJob job.Name = "the ranges"
	lookJob   job.Name = "the ranges so far"
)

// shower shows the ranges of the sequence on the screen if that is complete, else of
// an optimal one.
type shower struct{ host layer.Host }

// show starts the search and shows ranges as they are found.
func (p shower) show(v *layer.View) (tea.Cmd, []intent.Intent) {
	switch {
	case v.Concealed:
		return nil, layer.Refuse("Ranges are hidden while you solve the puzzle.")
	case v.Preview != "":
		return nil, layer.Refuse("Esc leaves the preview first.")
	}
	g, ops, name := v.Dag(), []model.Op(nil), "an optimal sequence"
	if v.State().Done() {
		ops, name = []model.Op{}, "your sequence"
		for _, step := range v.Steps.Line()[:v.Steps.Depth()] {
			ops = append(ops, step.Ops...)
		}
	}
	s := NewSearch()
	l := NewList(g, name, s.Stop)
	work := layer.Begin(p.host.Jobs(), rangesJob, func(ctx context.Context) struct{} {
		s.Run(ctx, g, ops)
		return struct{}{}
	}, func(struct{}) (tea.Cmd, []intent.Intent) { return nil, nil })
	return tea.Batch(work, p.look(s, l)), []intent.Intent{layer.Over{Layer: l}}
}

// look waits for more ranges, as long as the list is on the screen.
func (p shower) look(s *Search, l *List) tea.Cmd {
	return layer.Begin(p.host.Jobs(), lookJob, s.Look, func(found Progress) (tea.Cmd, []intent.Intent) {
		if p.host.Top() != l {
			s.Stop()
			return nil, nil
		}
		if l.Take(found); found.Over() {
			return nil, nil
		}
		return p.look(s, l), nil
	})
}
