package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"facet/model/format"
	"facet/samples"
	"facet/ui/draw/style"
)

// Standard is the name of standard input.
const Standard = "-"

// Disk is the library of the user's own files. It is safe for concurrent use.
type Disk struct {
	Stdin io.Reader // what "-" reads; nil if there is no standard input
	Home  string    // what a leading ~ means; empty for no home
	Pipes bool      // whether pipes and devices may be read, as in scripts
	// Function reads dags of functions; nil where no wing does.
	Function FunctionReader

	mutex   sync.Mutex
	written map[string]fs.FileInfo // files written through this library, by path
}

// Samples lists the names that Open knows without a file.
func (d *Disk) Samples() []string { return samples.Names() }

// Missing is the error of Open for a name that is neither a file nor a sample.
type Missing struct {
	Name string
	Also []string // similar names
}

func (m *Missing) Error() string {
	known := fmt.Sprintf(" (%s)", strings.Join(samples.Names(), ", "))
	if near := style.DidYouMean(m.Name, slices.Concat(samples.Names(), m.Also)); near != "" {
		known = near
	}
	return fmt.Sprintf("cannot read %s: there is no such file and no such sample%s", m.Name, known)
}

// Open reads a file of any kind, or a sample where no file has the name.
func (d *Disk) Open(ctx context.Context, name string) (*Input, error) {
	switch {
	case name == "":
		return nil,
			fmt.Errorf("the FILE has an empty name: give a path, - for standard input, or the name of a sample")
	case name == Standard && d.Stdin != nil:
		return d.standard(ctx)
	}
	if _, err := os.Stat(d.Path(name)); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if !slices.Contains(samples.Names(), name) {
			return nil, &Missing{Name: name}
		}
		content, err := samples.Open(name)
		return &Input{Name: name, Kind: Dag, Content: content}, err
	}
	return d.file(ctx, "", name)
}

// Read reads a file that is meant to be of a kind.
func (d *Disk) Read(ctx context.Context, kind Kind, name string) (*Input, error) {
	switch {
	case name == "":
		return nil, fmt.Errorf("the %s has an empty name: give a path", kind)
	case name == Standard && d.Stdin != nil:
		return d.standard(ctx)
	}
	return d.file(ctx, "the "+kind.String()+" ", name)
}

// file reads a file, which messages call what it is.
func (d *Disk) file(ctx context.Context, what, name string) (*Input, error) {
	path := d.Path(name)
	content, err := d.read(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s%s: %w", what, name, err)
	}
	return &Input{Name: name, Kind: kindOf(name, content), Path: path, Content: content,
		function: d.Function}, nil
}

// Path expands a leading ~ as a shell does.
func (d *Disk) Path(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok && d.Home != "" {
		return filepath.Join(d.Home, rest)
	}
	return name
}

func (d *Disk) standard(ctx context.Context) (*Input, error) {
	const name = "standard input"
	type read struct {
		content []byte
		err     error
	}
	done := make(chan read, 1)
	go func() { // it ends when its input ends, or with the program
		content, err := io.ReadAll(io.LimitReader(d.Stdin, format.MaxBytes+1))
		done <- read{content, err}
	}()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("interrupted before %s ended", name)
	case r := <-done:
		if r.err == nil && len(r.content) > format.MaxBytes {
			r.err = tooLarge()
		}
		if r.err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, Reason(r.err))
		}
		return &Input{Name: name, Kind: kindOf(name, r.content), Content: r.content, function: d.Function},
			nil
	}
}

// read returns the content of a file. It ends with the context, even while it waits for a
// pipe.
func (d *Disk) read(ctx context.Context, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Reason(err)
	}
	if err := d.readable(info); err != nil {
		return nil, err
	}
	file, err := open(ctx, path, info)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		if err := d.readable(info); err != nil { // it may be another file by now
			return nil, err
		}
	}
	stop := context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	content, err := readAll(ctx, file)
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case err != nil:
		return nil, Reason(err)
	case len(content) > format.MaxBytes:
		return nil, tooLarge()
	}
	return content, nil
}

// ReadFile reads a file that the program itself has written: no pipe, no device.
func ReadFile(path string) ([]byte, error) { return new(Disk).read(context.Background(), path) }

// readAll reads in parts, so that reading from a slow disk can be cancelled.
func readAll(ctx context.Context, file io.Reader) ([]byte, error) {
	var content bytes.Buffer
	for ctx.Err() == nil && content.Len() <= format.MaxBytes {
		n, err := io.CopyN(&content, file, 1<<20)
		if errors.Is(err, io.EOF) {
			return content.Bytes(), nil
		}
		if err != nil || n == 0 {
			return nil, err
		}
	}
	return content.Bytes(), ctx.Err()
}

func tooLarge() error {
	return fmt.Errorf("the file is larger than %d MB: make it smaller, a dag coarser",
		format.MaxBytes/1_000_000)
}

// readable refuses directories, files that are too large, and, unless Pipes is set, pipes
// and devices.
func (d *Disk) readable(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("it is a directory, not a file")
	case info.Mode().IsRegular() && info.Size() > format.MaxBytes:
		return tooLarge()
	case !info.Mode().IsRegular() && !d.Pipes:
		return fmt.Errorf("it is %s, not a file", special(info.Mode()))
	}
	return nil
}

// special names the kind of a file that is not regular.
func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode.IsDir():
		return "a directory"
	}
	return "something else"
}

// open opens a file for reading. Opening a pipe blocks until a program writes to it; when
// the context ends, open opens the other end itself.
func open(ctx context.Context, path string, info fs.FileInfo) (*os.File, error) {
	if info.Mode()&fs.ModeNamedPipe == 0 {
		file, err := os.Open(path)
		return file, Reason(err)
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(path)
		done <- opened{file, err}
	}()
	for {
		select {
		case o := <-done:
			return o.file, Reason(o.err)
		case <-ctx.Done():
			if writer, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				writer.Close()
			}
			select {
			case o := <-done:
				if o.file != nil {
					o.file.Close()
				}
				return nil, errors.New("interrupted")
			case <-time.After(time.Millisecond):
			}
		}
	}
}

// Reason is the error of a file without path and system call, since the message names the
// file already; nil for nil.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
