package command

import (
	"bytes"
	"context"
	"fmt"

	"facet/planner/certificate"
	"facet/ui/cli/shell"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

func verifyCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "verify FILE PROOF",
		Short: "Check a certificate and say what it proves",
		Long: `Check a certificate of facet solve --certificate for its dag. facet replays the
sequence, checks it numerically, and recomputes the lower bound in exact arithmetic,
without using the solver. PROOF may be - for standard input. Check a certificate of
classic mode with --classic.

` + shell.FileHelp,
		Args:              shell.Exactly("a FILE", "a PROOF"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if args[0] == shell.Stdin && args[1] == shell.Stdin {
			return fmt.Errorf("FILE and PROOF cannot both be standard input")
		}
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		proof, err := readProof(c.Context(), s, args[1])
		if err != nil {
			return err
		}
		verdict, err := certificate.VerifyContext(c.Context(), g, proof)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[1]), err)
		}
		_, err = fmt.Fprintln(s.Out, verdict)
		return err
	}
	return c
}

func readProof(ctx context.Context, s shell.Shell, file string) (*certificate.Certificate, error) {
	in, err := s.Files.Read(ctx, files.Proof, file)
	if err != nil {
		return nil, err
	}
	c, err := certificate.Read(bytes.NewReader(in.Content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return c, nil
}
