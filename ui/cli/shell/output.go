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
	"strings"

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

// Put writes to the file, or to Out where the name is empty or "-".
func (s Shell) Put(file string, force bool, write func(io.Writer) error) error {
	if file == "" || file == Stdin {
		out := bufio.NewWriterSize(s.Data, 1<<16)
		return cmp.Or(write(out), out.Flush())
	}
	return s.StoreBy(file, write, force)
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

// Writable says why the file of a flag cannot be written beside a result, before work is done
// in vain. An empty name is that of no file.
func (s Shell) Writable(flag, file string, force bool) error {
	switch file {
	case "":
		return nil
	case Stdin:
		return fmt.Errorf("--%s would mix with the result on standard output: name a file", flag)
	}
	return Forced(s.Files.Check(file, force))
}

// Store writes a file, even after an interruption.
func (s Shell) Store(file string, content []byte, force bool) error {
	_, err := s.Files.Write(context.Background(), file, content, force)
	return Forced(err)
}

// StoreBy is Store of what a function writes, which is never in memory as a whole.
func (s Shell) StoreBy(file string, write func(io.Writer) error, force bool) error {
	_, err := s.Files.WriteBy(context.Background(), file, write, force)
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

// WriteJSONList is WriteJSON of a value with an empty list called name in it, which the
// elements that each gives take the place of: one after the other, for there may be
// hundreds of thousands.
func WriteJSONList(w io.Writer, value any, name string, each func(element func(any)) error) error {
	var text bytes.Buffer
	if err := WriteJSON(&text, value); err != nil {
		return err
	}
	head, tail, found := strings.Cut(text.String(), "\n  \""+name+"\": []") // texts in it have no line breaks
	if !found {
		return fmt.Errorf("there is no empty list %s", name)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "%s\n  %q: [", head, name)
	sign, end := "", ""
	var failed error
	err := each(func(element any) {
		var one bytes.Buffer
		if err := WriteJSON(&one, element); err != nil {
			failed = err
		}
		fmt.Fprintf(out, "%s\n    %s", sign, strings.ReplaceAll(strings.TrimSuffix(one.String(), "\n"), "\n",
			"\n    "))
		sign, end = ",", "\n  "
	})
	fmt.Fprintf(out, "%s]%s", end, tail)
	return cmp.Or(err, failed, out.Flush())
}
