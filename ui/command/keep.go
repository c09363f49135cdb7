package command

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// check refuses flags that cannot be meant together, and files that cannot be
// written, before a search that may take hours.
func (p Program) check(c *cobra.Command, s solving) error {
	for _, group := range [][]string{{"json", "log", "tui"}, {"tui", "out"}, {"tui", "certificate"}} {
		if err := shell.OneAlone(c, group...); err != nil {
			return err
		}
	}
	for _, flag := range []struct{ name, file string }{{"out", s.out}, {"certificate", s.proof}} {
		switch {
		case flag.file == "":
			continue
		case flag.file == shell.Stdin:
			return fmt.Errorf("--%s would mix with the result on standard output: name a file", flag.name)
		case s.options.Method.CostOnly():
			return fmt.Errorf("%s gives only a cost, no sequence: leave out --%s", s.options.Method, flag.name)
		}
		if err := p.shell.Files.Check(flag.file, *s.force); err != nil {
			return shell.Forced(err)
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
		return fmt.Errorf("%s: no sequence was found, so no file is written: give it more time, or a --start", shell.Called(r.File))
	}
	if s.out != "" {
		if err := p.shell.Store(s.out, r.sequenceFile(), *s.force); err != nil {
			return err
		}
	}
	if s.proof != "" {
		proof, err := certify(ctx, g, end)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(r.File), err)
		}
		return p.shell.Store(s.proof, proof, *s.force)
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
		return nil, fmt.Errorf("the cost does not fit into 64 bits: there is nothing to prove")
	}
	proof, err := planner.Certify(ctx, g, end)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = certificate.Write(style.EscapedJSON(&text), proof)
	return text.Bytes(), err
}
