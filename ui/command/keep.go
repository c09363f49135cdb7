package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/door"
	"facet/ui/terminal"

	"github.com/spf13/cobra"
)

// check refuses flags that cannot be meant together, and files that cannot be
// written, before a search that may take hours.
func (p Program) check(c *cobra.Command, s solving) error {
	for _, group := range [][]string{{"json", "log", "tui"}, {"tui", "out"}, {"tui", "certificate"}} {
		if err := oneAlone(c, group...); err != nil {
			return err
		}
	}
	for _, flag := range []struct{ name, file string }{{"out", s.out}, {"certificate", s.proof}} {
		switch {
		case flag.file == "":
			continue
		case flag.file == stdin:
			return fmt.Errorf("--%s would mix with the result on standard output: name a file", flag.name)
		case s.options.Method.CostOnly():
			return fmt.Errorf("%s has a cost and no sequence: leave out --%s", s.options.Method, flag.name)
		}
		if err := p.files.Check(flag.file, *s.force); err != nil {
			return forced(err)
		}
	}
	return nil
}

// keep writes the files that the flags name.
func (p Program) keep(ctx context.Context, s solving, g *model.Dag, end planner.Snapshot, r result) error {
	switch {
	case s.out == "" && s.proof == "":
		return nil
	case !end.HasIncumbent:
		return fmt.Errorf("%s: no sequence was found, so no file is written: give it more time, or a --start", called(r.File))
	}
	if s.out != "" {
		if err := p.store(s.out, r.sequenceFile(), *s.force); err != nil {
			return err
		}
	}
	if s.proof != "" {
		proof, err := certify(ctx, g, end)
		if err != nil {
			return fmt.Errorf("%s: %w", called(r.File), err)
		}
		return p.store(s.proof, proof, *s.force)
	}
	return nil
}

// interruptedProof is how long the proof of an interrupted run may take: what
// was reached by then is worth a proof too, but nobody wants to wait for it.
const interruptedProof = 5 * time.Second

// certify gives the proof of what a run has come to, as the content of a file.
func certify(ctx context.Context, g *model.Dag, end planner.Snapshot) ([]byte, error) {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), interruptedProof)
		defer cancel()
		ctx = late
	}
	if end.Incumbent.Cost.IsSaturated() {
		return nil, fmt.Errorf("the cost is beyond what 64 bits can hold: there is nothing to prove")
	}
	proof, err := planner.Certify(ctx, g, end)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = certificate.Write(terminal.JSON(&text), proof)
	return text.Bytes(), err
}

func forceFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("force", false, "replace a file that exists")
}

// forced says what to do about a file that exists.
func forced(err error) error {
	var exists *door.Exists
	if errors.As(err, &exists) {
		return fmt.Errorf("%w, or replace it with --force", err)
	}
	return err
}

// store writes a file, also after an interruption.
func (p Program) store(file string, content []byte, force bool) error {
	_, err := p.files.Write(context.Background(), file, content, force)
	return forced(err)
}
