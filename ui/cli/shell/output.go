package shell

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"facet/ui/draw/style"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// Outlet is a writer that remembers its first error (a full disk, a closed standard
// output), so that a command that prints line by line need not check every write.
type Outlet struct {
	io.Writer
	Failed error // the first error
}

func (o *Outlet) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if err != nil && o.Failed == nil {
		o.Failed = fmt.Errorf("cannot write the result: %w", files.Reason(err))
	}
	return n, err
}

// OutFlag adds --out to a command with a result.
func OutFlag(c *cobra.Command) *string {
	return c.Flags().StringP("out", "o", "", "write to this file instead of standard output")
}

// Put writes to the file, or to Out where the name is empty or "-". Only the content of a
// file is held in memory until it is complete.
func (s Shell) Put(file string, force bool, write func(io.Writer) error) error {
	if file == "" || file == Stdin {
		out := bufio.NewWriterSize(s.Data, 1<<16)
		return cmp.Or(write(out), out.Flush())
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return err
	}
	return s.Store(file, content.Bytes(), force)
}

// ForceFlag adds --force to a command that writes files.
func ForceFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("force", false, "replace a file that exists")
}

// Forced adds to the error about an existing file that --force replaces it.
func Forced(err error) error {
	var exists *files.Exists
	if errors.As(err, &exists) {
		return fmt.Errorf("%w, or replace it with --force", err)
	}
	return err
}

// Store writes a file, even after an interruption.
func (s Shell) Store(file string, content []byte, force bool) error {
	_, err := s.Files.Write(context.Background(), file, content, force)
	return Forced(err)
}

// JSONFlag adds --json to a command that reports.
func JSONFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("json", false, "print one JSON object")
}

// WriteJSON prints one value as JSON. A cost beyond 64 bits is 9223372036854775807.
func WriteJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(style.EscapedJSON(w))
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
