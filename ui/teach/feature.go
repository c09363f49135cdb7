// Package teach is the wing of teaching: lessons, puzzles, the tour, and a class over ssh.
package teach

import (
	"errors"

	"github.com/spf13/cobra"

	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	"facet/ui/teach/author"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/teach/sshd"
	"facet/ui/teach/tour"
)

// Feature is what the wing adds to the program.
func Feature() feature.Feature {
	return feature.Feature{
		Explorer: func(around layer.Surroundings) layer.Part {
			return layer.Part{
				Commands: func(layer.Host) []layer.Command { return []layer.Command{author.Command()} },
				Sources: []layer.Source{presenter.LibraryIn(around).Source(), puzzle.LibraryIn(around).
					Source(), tour.Source()},
				Tables: append(class.Tables(), append(puzzle.Tables(), presenter.Table())...),
			}
		},
		Shell: func(s shell.Shell) []*cobra.Command {
			c := commands{s}
			return []*cobra.Command{c.lessonCommand(), c.puzzleCommand(), sshd.Command(s)}
		},
	}
}

// commands are the wing's commands of the command line.
type commands struct{ shell shell.Shell }

// place is where results of the user are kept; nil for nowhere, and the error says why.
func (p commands) place() (*store.Directory, error) {
	if p.shell.Getenv == nil {
		return nil, errors.New("nothing is kept here")
	}
	place, err := store.Open(p.shell.Getenv)
	if err != nil {
		return nil, err
	}
	return &place, nil
}
