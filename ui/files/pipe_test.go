//go:build unix

package files

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// awaited is a context that ends when its end is awaited.
type awaited struct {
	context.Context
	end context.CancelFunc
}

func (a awaited) Done() <-chan struct{} {
	a.end()
	return a.Context.Done()
}

// A pipe is neither opened in the explorer nor replaced by a file. Scripts may read one,
// and can be interrupted while no program writes into it.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes:", err)
	}
	explorer, script := &Disk{}, &Disk{Pipes: true}
	for _, d := range []*Disk{explorer, script} {
		if _, err := d.Write(context.Background(), pipe, []byte("x"), true); err == nil ||
			err.Error() != "cannot write "+pipe+": it is a pipe, not a file" {
			t.Error(err)
		}
	}
	if _, err := explorer.Open(context.Background(), pipe); err == nil ||
		err.Error() != "cannot read "+pipe+": it is a pipe, not a file" {
		t.Error(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("it is %v %v", info, err)
	}

	interrupted := func(name string) {
		ctx, interrupt := context.WithCancel(context.Background())
		if _, err := script.Open(awaited{ctx, interrupt}, name); err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Error(err)
		}
	}
	interrupted(pipe) // no program writes into it
	writer, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	interrupted(pipe) // no program closes it
	writer.Close()

	go func() {
		if w, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
			_, _ = io.WriteString(w, "1 2 3 4")
			w.Close()
		}
	}()
	in, err := script.Open(context.Background(), pipe)
	if err != nil || in.Kind != Dag || string(in.Content) != "1 2 3 4" {
		t.Error(in, err)
	}
}

// Reading an endless standard input can be cancelled.
func TestStandardInput(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	d := &Disk{Stdin: r}
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	if _, err := d.Open(ctx, Standard); err == nil ||
		err.Error() != "interrupted before standard input ended" {
		t.Error(err)
	}
}
