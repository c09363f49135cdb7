package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"facet/model/session"
	"facet/ui/files"
)

// Discard moves a saved session to another folder: it is no longer proposed, and Restore
// brings it back.
func (d Directory) Discard(s Saved) error {
	if _, err := d.move(s, d.sessions(), d.discarded()); err != nil {
		return fmt.Errorf("the saved session cannot be discarded: %w", err)
	}
	return nil
}

// Discarded lists the discarded sessions, the latest first.
func (d Directory) Discarded() []Saved {
	all := listed(filesIn(d.discarded()))
	for k := range all {
		all[k].Discarded = true
	}
	return all
}

// Restore brings back a discarded session.
func (d Directory) Restore(s Saved) (Saved, error) {
	path, err := d.move(s, d.discarded(), d.sessions())
	if err != nil {
		return s, fmt.Errorf("the session cannot be restored: %w", err)
	}
	s.Path, s.Discarded = path, false
	return s, nil
}

// Delete removes a saved session for good. The caller asks the user before.
func (d Directory) Delete(s Saved) error {
	if !d.has(s.Path) {
		return fmt.Errorf("%s is not a saved session: choose one of :sessions", s.Path)
	}
	if err := os.Remove(s.Path); err != nil {
		return fmt.Errorf("the session cannot be deleted: %w", files.Reason(err))
	}
	return nil
}

// move moves a session's file from one folder of the directory to another.
func (d Directory) move(s Saved, from, to string) (string, error) {
	if !d.has(s.Path) || filepath.Dir(s.Path) != from {
		return "", fmt.Errorf("%s is not in the folder of sessions", s.Path)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return "", files.Reason(err)
	}
	path := filepath.Join(to, filepath.Base(s.Path))
	if _, err := os.Lstat(path); err == nil { // never replace another session
		path = filepath.Join(to, time.Now().UTC().Format("20060102T150405.000000000-")+filepath.Base(s.Path))
	}
	if err := os.Rename(s.Path, path); err != nil {
		return "", files.Reason(err)
	}
	return path, nil
}

// asideOf is the other name of a session's file.
func asideOf(path string) string { return strings.TrimSuffix(path, ".json") + ".superseded.json" }

// supersede removes the file from which a session was resumed, if what was written now holds
// all of it. Another explorer may have written to that file meanwhile: the file is renamed
// first, then compared, and renamed back if it holds more. It is a session under either
// name, in case the program is killed in between.
func (d Directory) supersede(path string, now *session.Snapshot) {
	aside := asideOf(path)
	if os.Rename(path, aside) != nil {
		return
	}
	var old savedFile
	content, err := files.ReadFile(aside)
	if err == nil && json.Unmarshal(content, &old) == nil && now.Holds(old.Session) {
		_ = os.Remove(aside)
		return
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		_ = os.Rename(aside, path)
	} else { // another explorer has written the whole file again
		_ = os.Remove(aside)
	}
}
