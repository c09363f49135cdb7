package store

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/ui/files"
)

// Saved describes a saved session.
type Saved struct {
	Path      string    `json:"-"`
	Discarded bool      `json:"-"` // Restore can bring it back
	Dag       string    `json:"dag"`
	Print     string    `json:"dag_fingerprint"` // empty in files of the first release
	When      time.Time `json:"saved"`
	Steps     int       `json:"steps"` // up to the cursor
	All       int       `json:"all_steps"`
	Spent     int64     `json:"spent"` // up to the cursor
	Complete  bool      `json:"complete"`
}

type savedFile struct {
	Saved
	Session json.RawMessage `json:"session"`
}

// pending is a snapshot of a session to be saved.
type pending struct {
	about    Saved
	content  *session.Snapshot
	revision uint64
}

func newPending(s *session.Session, print string) *pending {
	state := s.State()
	return &pending{Saved{
		Dag: s.Dag().Name, Print: print, When: time.Now().UTC(),
		Steps: s.Depth(), All: s.Steps(), Spent: int64(state.Spent()), Complete: state.Done(),
	}, s.Snapshot(), s.Revision()}
}

// follow dates a snapshot behind all that is saved in a folder, so that the session that was saved last
// is the latest one where the clock was set back, too. Dates of files are looked at, not
// their content; dated gives the file its date.
func (p *pending) follow(folder string) {
	p.about.When = p.about.When.Truncate(dateStep)
	for _, path := range filesIn(folder) {
		if info, err := os.Stat(path); err == nil && !info.ModTime().Before(p.about.When) {
			p.about.When = info.ModTime().UTC().Truncate(dateStep).Add(dateStep)
		}
	}
}

// dateStep is between the dates of two sessions.
const dateStep = time.Millisecond

// dated gives a session's file its date.
func dated(path string, when time.Time) { _ = os.Chtimes(path, time.Time{}, when) }

// write writes the content of the session's file.
func (p *pending) write(w io.Writer) error {
	about, err := json.Marshal(p.about)
	if err != nil {
		return err
	}
	out := limited{w, format.MaxBytes}
	if _, err := fmt.Fprintf(&out, `%s,"session":`, about[:len(about)-1]); err != nil {
		return err
	}
	if err := p.content.Write(&out); err != nil {
		return err
	}
	_, err = out.Write([]byte("}"))
	return err
}

// limited refuses what would not be read back.
type limited struct {
	io.Writer
	left int
}

func (l *limited) Write(text []byte) (int, error) {
	if l.left -= len(text); l.left < 0 {
		return 0, fmt.Errorf("it has more than %d MB, which would not be read back",
			format.MaxBytes/1_000_000)
	}
	return l.Writer.Write(text)
}

// Load opens a saved session. If its dag is one of known, the session shares that.
func Load(path string, known ...*model.Dag) (*session.Session, error) {
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the saved session cannot be read: %w", err)
	}
	return files.LoadSession(content, known...)
}

// Load opens a saved session of this directory, including discarded ones. It refuses any
// other path: on a server, a guest could otherwise read any file by its path.
func (d Directory) Load(path string, known ...*model.Dag) (*session.Session, error) {
	if !d.has(path) {
		return nil, fmt.Errorf("%s is not a saved session: :sessions lists them", path)
	}
	return Load(path, known...)
}

// has reports whether a path is that of a session of this directory.
func (d Directory) has(path string) bool {
	dir := filepath.Dir(path)
	return d.dir != "" && (dir == d.sessions() || dir == d.discarded())
}

// List returns the saved sessions of all dags, the latest first, without files that
// cannot be read.
func (d Directory) List() []Saved { return listed(filesIn(d.sessions())) }

// Empty reports whether no session is saved here, as in a first session. It reads no file.
func (d Directory) Empty() bool { return len(filesIn(d.sessions())) == 0 }

// Latest finds the last saved session of this dag. Most files are not opened: their names
// hold the dag's fingerprint.
func (d Directory) Latest(g *model.Dag) (Saved, bool) {
	print := fingerprint(g)
	all := listed(filesIn(d.sessions(), "-"+print+"-"))
	if saved, ok := first(slices.DeleteFunc(all, func(s Saved) bool { return s.Print != print })); ok {
		return saved, true
	}
	for _, saved := range d.List() {
		if saved.Print != "" || saved.Dag != g.Name {
			continue
		}
		if s, err := Load(saved.Path); err == nil && fingerprint(s.Dag()) == print {
			return saved, true
		}
	}
	return Saved{}, false
}

// LatestOfAll finds the last saved session of any dag.
func (d Directory) LatestOfAll() (Saved, bool) { return first(d.List()) }

func first(all []Saved) (Saved, bool) {
	if len(all) == 0 {
		return Saved{}, false
	}
	return all[0], true
}

// listed reads the descriptions of sessions from their files, the latest first.
func listed(paths []string) []Saved {
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(b, a) })
	var all []Saved
	for _, path := range paths {
		content, err := files.ReadFile(path)
		if err != nil {
			continue
		}
		var f savedFile
		if json.Unmarshal(content, &f) == nil && len(f.Session) > 0 {
			f.Path = path
			all = append(all, f.Saved)
		}
	}
	slices.SortStableFunc(all, func(a, b Saved) int { return b.When.Compare(a.When) })
	return all
}
