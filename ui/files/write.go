package files

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Exists is the error of Write for a file that would be overwritten.
type Exists struct {
	Name string // of the file, as the user typed it
	Free string // a similar name that is free
}

func (e *Exists) Error() string {
	return fmt.Sprintf("%s exists: choose another name, %s is free", e.Name, e.Free)
}

// Write writes content into a file so that no program ever sees a part of it, and returns
// when the content is on the disk. Symbolic links are followed and kept.
func (d *Disk) Write(ctx context.Context, name string, content []byte, replace bool) (string, error) {
	return d.WriteBy(ctx, name, whole(content), replace)
}

// whole writes content in one piece.
func whole(content []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(content); return err }
}

// WriteBy is Write of what a function writes, which is never in memory as a whole.
func (d *Disk) WriteBy(ctx context.Context, name string, write func(io.Writer) error, replace bool) (string,
	error) {
	if ctx.Err() != nil {
		return "", fmt.Errorf("interrupted: %s was not written", name)
	}
	path, info, err := d.target(name)
	if err != nil {
		return "", fmt.Errorf("cannot write %s: %w", name, err)
	}
	if info != nil && !replace && !d.wrote(path, info) {
		return "", &Exists{name, d.free(name)}
	}
	perm := fs.FileMode(0o666)
	if info != nil {
		err = replaceFile(path, write, perm, info.Mode().Perm())
	} else {
		err = createFile(path, write, perm)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return "", &Exists{name, d.free(name)}
	case err != nil:
		return "", fmt.Errorf("cannot write %s: %w", name, Reason(err))
	}
	d.remember(path)
	return path, nil
}

// Check returns the error that Write would have, so that hours of work are not done in
// vain.
func (d *Disk) Check(name string, replace bool) error {
	path, info, err := d.target(name)
	if err == nil {
		err = takesFiles(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, Reason(err))
	}
	if info != nil && !replace && !d.wrote(path, info) {
		return &Exists{name, d.free(name)}
	}
	return nil
}

// takesFiles returns why no file can be made in a folder: it makes one and takes it away.
func takesFiles(folder string) error {
	f, err := os.CreateTemp(folder, ".facet-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// target is the file that a name leads to through links, and its present info; nil where
// it does not exist.
func (d *Disk) target(name string) (string, fs.FileInfo, error) {
	if name == "" || strings.HasSuffix(name, string(filepath.Separator)) {
		return "", nil, errors.New("give a file name")
	}
	path := d.Path(name)
	for range 40 { // the number of links that the system follows
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil, nil
		case err != nil:
			return "", nil, Reason(err)
		case info.Mode()&fs.ModeSymlink != 0:
			next, err := os.Readlink(path)
			if err != nil {
				return "", nil, Reason(err)
			}
			if !filepath.IsAbs(next) {
				next = filepath.Join(filepath.Dir(path), next)
			}
			path = next
			continue
		case info.IsDir():
			return "", nil, errors.New("it is a directory, not a file")
		case !info.Mode().IsRegular():
			return "", nil, fmt.Errorf("it is %s, not a file", special(info.Mode()))
		case info.Mode().Perm()&0o200 == 0:
			return "", nil, errors.New("it is write-protected")
		}
		return path, info, nil
	}
	return "", nil, errors.New("its links form a cycle")
}

// wrote reports whether a file is unchanged since it was written through this library.
func (d *Disk) wrote(path string, info fs.FileInfo) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	last, ok := d.written[absolute(path)]
	return ok && os.SameFile(last, info) && last.ModTime().Equal(info.ModTime()) && last.Size() == info.Size()
}

func (d *Disk) remember(path string) {
	info, err := os.Stat(path)
	if err != nil {
		return
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.written == nil {
		d.written = make(map[string]fs.FileInfo)
	}
	d.written[absolute(path)] = info
}

func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// free is a free name similar to the given one: bat-2.seq for bat.seq.
func (d *Disk) free(name string) string {
	folder, base := filepath.Split(name)
	end := filepath.Ext(base)
	stem := strings.TrimSuffix(base, end)
	if cut, ok := strings.CutSuffix(stem, ".line"); ok {
		stem, end = cut, ".line"+end
	}
	n := 2
	if at := strings.LastIndexByte(stem, '-'); at > 0 {
		if k, err := strconv.Atoi(stem[at+1:]); err == nil && k > 1 && k < 1<<30 {
			stem, n = stem[:at], k+1
		}
	}
	for {
		proposal := fmt.Sprintf("%s%s-%d%s", folder, stem, n, end)
		if _, err := os.Lstat(d.Path(proposal)); err != nil {
			return proposal
		}
		n++
	}
}

// Replace writes content into a file of the program's own, replacing an existing one. It
// returns when the content is on the disk.
func Replace(path string, content []byte, perm fs.FileMode) error {
	return ReplaceBy(path, whole(content), perm)
}

// ReplaceBy is Replace by what a function writes.
func ReplaceBy(path string, write func(io.Writer) error, perm fs.FileMode) error {
	return replaceFile(path, write, perm, perm)
}

func replaceFile(path string, write func(io.Writer) error, create, keep fs.FileMode) error {
	temporary, err := writeBeside(path, write, create)
	if err != nil {
		return err
	}
	if create != keep {
		err = os.Chmod(temporary, keep)
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// createFile is replaceFile for a file that must not exist.
func createFile(path string, write func(io.Writer) error, perm fs.FileMode) error {
	temporary, err := writeBeside(path, write, perm)
	if err != nil {
		return err
	}
	err = os.Link(temporary, path) // unlike a rename, a link never replaces a file
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, missing := os.Lstat(path); errors.Is(missing, fs.ErrNotExist) { // a file system without links
			err = os.Rename(temporary, path)
		}
	}
	_ = os.Remove(temporary)
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// temporaryPrefix begins the names of files that are being written.
const temporaryPrefix = ".facet-"

// Temporary reports whether name is that of a file being written.
func Temporary(name string) bool { return strings.HasPrefix(name, temporaryPrefix) }

// writeBeside writes a new file in the folder of path and waits until it is on the disk.
func writeBeside(path string, write func(io.Writer) error, perm fs.FileMode) (temporary string, err error) {
	temporary = filepath.Join(filepath.Dir(path), temporaryPrefix+rand.Text())
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return "", err
	}
	buffer := bufio.NewWriterSize(file, 1<<16)
	if err = write(buffer); err == nil {
		err = buffer.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(temporary)
		return "", err
	}
	return temporary, nil
}

// syncFolder makes a new name durable. The error of file systems that cannot sync a
// folder is ignored.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil // a folder that may be written but not read cannot be synced
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) &&
		!errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
