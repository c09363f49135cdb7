package command

import (
	"fmt"

	"facet/model"
	"facet/ui/cli/shell"
	"facet/ui/explore/figure"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// sequenceFlags say which dag and which sequence are meant, and how far it is
// carried out.
type sequenceFlags struct {
	file    *string
	after   *int
	classic *bool
}

func (q *sequenceFlags) add(c *cobra.Command) {
	q.classic = shell.ClassicFlag(c)
	q.file = c.Flags().String("sequence", "", "the sequence: a file, or - for standard input")
}

// addAfter adds the flag that says where on the way to stop.
func (q *sequenceFlags) addAfter(c *cobra.Command) {
	q.after = c.Flags().Int("after", 0,
		"draw the state after this many steps (default: all; for a session, up to its current step)")
}

// walk reads FILE and the sequence.
func (q *sequenceFlags) walk(c *cobra.Command, s shell.Shell, file string) (figure.Walk, error) {
	if file == shell.Stdin && *q.file == shell.Stdin {
		return figure.Walk{}, fmt.Errorf("FILE and --sequence cannot both be standard input")
	}
	w, given, err := q.steps(c, s, file)
	switch {
	case err != nil || !c.Flags().Changed("after"):
		return w, err
	case *q.after < 0:
		return w, fmt.Errorf("--after is %d: choose a number of steps from 0", *q.after)
	case !given && *q.after > 0:
		return w, fmt.Errorf("--after %d needs a sequence: name one with --sequence, or give a session",
			*q.after)
	case *q.after > len(w.Steps):
		return w, fmt.Errorf("--after is %d, but the sequence has %d steps", *q.after, len(w.Steps))
	}
	w.After = *q.after
	return w, nil
}

// steps gives the walk to the end of the sequence, or to where a session stands,
// and reports whether there is a sequence at all.
func (q *sequenceFlags) steps(c *cobra.Command, s shell.Shell, file string) (figure.Walk, bool, error) {
	in, err := s.Open(c, file)
	if err != nil {
		return figure.Walk{}, false, err
	}
	isSession := in.Kind == files.Session
	if isSession && *q.classic {
		return figure.Walk{}, false, fmt.Errorf("%s is a session and has its own dag: leave out --classic",
			in.Name)
	}
	if isSession && *q.file == "" {
		kept, err := in.Session()
		if err != nil {
			return figure.Walk{}, false, err
		}
		return figure.Along(kept), true, nil
	}
	w := figure.Walk{}
	if w.Dag, err = in.Dag(c.Context()); err != nil {
		return w, false, err
	}
	if *q.classic {
		w.Dag = w.Dag.Classic()
	}
	if !c.Flags().Changed("sequence") {
		return w, false, nil
	}
	text, err := s.Files.Read(c.Context(), files.Sequence, *q.file)
	if err != nil {
		return w, false, err
	}
	steps, err := text.Steps(model.NewState(w.Dag))
	if err != nil {
		return w, false, err
	}
	return walkOf(w.Dag, steps), true, nil
}

// walkOf is the walk along all steps of a sequence.
func walkOf(g *model.Dag, steps []files.Step) figure.Walk {
	w := figure.Walk{Dag: g, After: len(steps)}
	for _, step := range steps {
		w.Steps = append(w.Steps, figure.Step{Ops: []model.Op{step.Op}, Note: step.Note})
	}
	return w
}
