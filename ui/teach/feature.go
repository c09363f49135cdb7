// Package teach is the wing of teaching: lessons, puzzles, the tour, and a class over ssh.
package teach

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"

	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/teach/author"
	"facet/ui/teach/class"
	"facet/ui/teach/lesson"
	"facet/ui/teach/puzzle"
	"facet/ui/teach/sshd"
	"facet/ui/teach/tour"
)

// Feature is what the wing adds to the program.
func Feature() feature.Feature {
	return feature.Feature{
		Explorer: func(around layer.Surroundings) layer.Part {
			return layer.Part{
				Commands:  []layer.Command{author.Command()},
				Performer: func(h layer.Host) layer.Performer { return performers{author.New(h), puzzle.NewSharer(h)} },
				Sources:   []layer.Source{lesson.LibraryIn(around).Source(), puzzle.LibraryIn(around).Source(), tour.Source()},
				Tables:    append(class.Tables(), append(puzzle.Tables(), lesson.Table())...),
			}
		},
		Shell: func(s shell.Shell) []*cobra.Command {
			c := commands{s}
			return []*cobra.Command{c.lessonCommand(), c.puzzleCommand(), sshd.Command(s)}
		},
	}
}

// performers carry out the wing's own intents: each what is its own.
type performers []layer.Performer

// Perform has the first carry an intent out whose it is.
func (p performers) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, ok bool) {
	for _, one := range p {
		if cmd, more, ok = one.Perform(v, i); ok {
			return cmd, more, ok
		}
	}
	return nil, nil, false
}

// commands are the wing's commands of the command line.
type commands struct{ shell shell.Shell }
