package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/planner/certificate"

	"github.com/spf13/cobra"
)

// check refuses flags that cannot be meant together, and files that cannot be
// written, before a search that may take hours.
func (s solving) check(c *cobra.Command) error {
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
		if _, err := os.Stat(filepath.Dir(flag.file)); err != nil {
			return fmt.Errorf("cannot write %s: %w", flag.file, reason(err))
		}
		if info, err := os.Stat(flag.file); err == nil && info.IsDir() {
			return fmt.Errorf("cannot write %s: it is a directory, not a file", flag.file)
		}
	}
	return nil
}

// keep writes the files that the flags name.
func (s solving) keep(ctx context.Context, g *model.Dag, end planner.Snapshot, r result) error {
	switch {
	case s.out == "" && s.proof == "":
		return nil
	case !end.HasIncumbent:
		return fmt.Errorf("%s: no sequence was found, so no file is written: give it more time, or a --start", called(r.File))
	}
	if s.out != "" {
		if err := format.WriteFile(s.out, r.sequenceFile()); err != nil {
			return err
		}
	}
	if s.proof != "" {
		if err := certify(ctx, s.proof, g, end); err != nil {
			return fmt.Errorf("%s: %w", called(r.File), err)
		}
	}
	return nil
}

// interruptedProof is how long the proof of an interrupted run may take: what
// was reached by then is worth a proof too, but nobody wants to wait for it.
const interruptedProof = 5 * time.Second

// certify writes the proof of what a run has come to.
func certify(ctx context.Context, file string, g *model.Dag, end planner.Snapshot) error {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), interruptedProof)
		defer cancel()
		ctx = late
	}
	if end.Incumbent.Cost.IsSaturated() {
		return fmt.Errorf("the cost is beyond what 64 bits can hold: there is nothing to prove")
	}
	proof, err := planner.Certify(ctx, g, end)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := certificate.Write(&text, proof); err != nil {
		return err
	}
	return format.WriteFile(file, text.Bytes())
}
