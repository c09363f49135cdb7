package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/files"
)

// Directory is the folder in which everything is saved.
type Directory struct {
	dir  string
	most int // the most sessions, 0 for any number
	told *reporter
}

// reporter receives errors in full. It is a pointer in Directory, so that directories can
// be compared.
type reporter struct{ tell func(error) }

// Open finds the folder by the environment: $XDG_STATE_HOME/facet, else
// ~/.local/state/facet. The first save creates it.
func Open(env func(name string) string) (Directory, error) {
	dir, err := Folder(env, "")
	return Directory{dir: dir}, err
}

// Folder is a folder within the one of Open.
func Folder(env func(name string) string, name string) (string, error) {
	if dir := env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "facet", name), nil
	}
	if home := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "facet", name), nil
	}
	return "", fmt.Errorf("nothing can be saved: set XDG_STATE_HOME or HOME to a folder")
}

// At is the state directory in a given folder.
func At(dir string) Directory { return Directory{dir: dir} }

// Limited is the same directory with a limit on the number of sessions, so that guests of
// a server cannot fill its disk. Existing sessions stay and continue to be saved.
func (d Directory) Limited(sessions int) Directory {
	d.most = sessions
	return d
}

// Reporting is the same directory, for users who must not see where it is: told receives
// errors in full, and the user gets them without paths.
func (d Directory) Reporting(told func(error)) Directory {
	d.told = &reporter{told}
	return d
}

// writeFile replaces a file of the directory as a whole.
func (d Directory) writeFile(path string, content []byte) error {
	return d.writeBy(path, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// writeBy is writeFile of what a function writes.
func (d Directory) writeBy(path string, write func(io.Writer) error) error {
	err := writeFile(path, write)
	if err == nil || d.told == nil {
		return err
	}
	d.told.tell(err)
	return fmt.Errorf("the server cannot write it: %w", errors.Unwrap(err))
}

// full is the error where one more session would exceed the limit.
func (d Directory) full() error {
	if d.most == 0 || len(filesIn(d.sessions()))+len(filesIn(d.discarded())) < d.most {
		return nil
	}
	return errors.New(already(d.most, "session") + ": delete some with :sessions")
}

// already says that n of something exist.
func already(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is saved already"
	}
	return fmt.Sprintf("%d %ss are saved already", n, what)
}

// Tidy removes the temporary files of programs that were killed while they wrote. No
// other program may be writing into the directory.
func (d Directory) Tidy() error {
	return filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.Type().IsRegular() && files.Temporary(e.Name()):
			return os.Remove(path)
		}
		return nil
	})
}

func (d Directory) sessions() string { return filepath.Join(d.dir, "sessions") }

// discarded is the folder of discarded sessions; only Delete removes a session for good.
func (d Directory) discarded() string { return filepath.Join(d.dir, "discarded") }

// fingerprint identifies a dag in names of files.
func fingerprint(g *model.Dag) string { return g.Fingerprint()[:16] }

// fileName makes a dag's name safe as part of a file's name.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '_'
	}, name)
	if len(safe) > 40 {
		safe = safe[:40]
	}
	if safe == "" {
		safe = "dag"
	}
	return safe
}

// filesIn lists the files of a folder whose names contain all parts.
func filesIn(dir string, parts ...string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var paths []string
	for _, e := range entries {
		if !slices.ContainsFunc(parts, func(part string) bool {
			return !strings.Contains(e.Name(), part)
		}) && filepath.Ext(e.Name()) == ".json" {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}
