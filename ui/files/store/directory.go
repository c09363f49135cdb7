package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/files"
)

// Directory is the folder that everything is kept in.
type Directory struct {
	dir  string
	most int // sessions, 0 for any number
	told *reporter
}

// reporter is who is told what goes wrong. Directories can be compared.
type reporter struct{ tell func(error) }

// Open finds the folder by the environment: $XDG_STATE_HOME/facet, else
// ~/.local/state/facet. It is made when something is first saved.
func Open(env func(name string) string) (Directory, error) {
	dir, err := Folder(env, "")
	return Directory{dir: dir}, err
}

// Folder is a folder within that of Open.
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

// Limited is the same directory with a limit on the number of sessions, so that
// guests of a server cannot fill its disk. Sessions that exist stay and are saved.
func (p Directory) Limited(sessions int) Directory {
	p.most = sessions
	return p
}

// Reporting is the same directory, for users who shall not see where it lies: what goes
// wrong is told in full to somebody else, and to the user without paths.
func (p Directory) Reporting(told func(error)) Directory {
	p.told = &reporter{told}
	return p
}

// writeFile replaces a file of the directory as a whole.
func (p Directory) writeFile(path string, content []byte) error {
	err := writeFile(path, content)
	if err == nil || p.told == nil {
		return err
	}
	p.told.tell(err)
	return fmt.Errorf("the server cannot write it: %w", errors.Unwrap(err))
}

// full is the error where one session more would exceed the limit.
func (p Directory) full() error {
	if p.most == 0 || len(filesIn(p.sessions()))+len(filesIn(p.discarded())) < p.most {
		return nil
	}
	return errors.New(already(p.most, "session") + ": delete some with :sessions")
}

// already says that there are so many.
func already(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is saved already"
	}
	return fmt.Sprintf("%d %ss are saved already", n, what)
}

// Tidy removes files that were being written when a program was killed. No other
// program may be writing into the directory.
func (p Directory) Tidy() error {
	return filepath.WalkDir(p.dir, func(path string, e fs.DirEntry, err error) error {
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

func (p Directory) sessions() string { return filepath.Join(p.dir, "sessions") }

// Discarded sessions are moved to this folder, and deleted only by Delete.
func (p Directory) discarded() string { return filepath.Join(p.dir, "discarded") }

// fingerprint tells dags apart in the names of files.
func fingerprint(g *model.Dag) string { return g.Fingerprint()[:16] }

// fileName makes a dag's name harmless as part of a file's name.
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

// filesIn lists the files of a folder whose names have all the parts.
func filesIn(dir string, parts ...string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var paths []string
	for _, e := range entries {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(e.Name(), part) }) && filepath.Ext(e.Name()) == ".json" {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}
