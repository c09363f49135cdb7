package store

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/ui/files"
)

// Saved tells about a session that was saved.
type Saved struct {
	Path      string    `json:"-"`
	Discarded bool      `json:"-"` // it was thrown away, and can be brought back
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

// pending is a session as it was handed over to be saved.
type pending struct {
	about    Saved
	content  *session.Snapshot
	revision uint64
}

func newPending(s *session.Session, print string) *pending {
	state := s.State()
	return &pending{Saved{
		Dag: s.Dag().Name, Print: print, When: time.Now().UTC().Truncate(time.Second),
		Steps: s.Depth(), All: s.Steps(), Spent: int64(state.Spent()), Complete: state.Done(),
	}, s.Snapshot(), s.Revision()}
}

// encode writes the content of the session's file.
func (p *pending) encode() ([]byte, error) {
	text, err := p.content.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedFile{p.about, text})
}

// Load opens a saved session, on a dag that is known where it has the same.
func Load(path string, known ...*model.Dag) (*session.Session, error) {
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the saved session cannot be read: %w", err)
	}
	return files.LoadSession(content, known...)
}

// Load opens a saved session of this directory, also one that was put aside. A path
// that leads anywhere else is refused: where users are strangers, a path is all
// they need to read what is not theirs.
func (p Directory) Load(path string, known ...*model.Dag) (*session.Session, error) {
	if !p.has(path) {
		return nil, fmt.Errorf("%s is not a saved session: :sessions lists them", path)
	}
	return Load(path, known...)
}

// has tells that a path is that of a session of this directory.
func (p Directory) has(path string) bool {
	dir := filepath.Dir(path)
	return p.dir != "" && (dir == p.sessions() || dir == p.discarded())
}

// List gives the saved sessions of all dags, the latest first. Files that
// cannot be read are left out.
func (p Directory) List() []Saved { return listed(filesIn(p.sessions())) }

// Latest finds the session of this dag that was saved last. Most files of the
// folder are never opened: their names hold the dag's fingerprint.
func (p Directory) Latest(g *model.Dag) (Saved, bool) {
	print := fingerprint(g)
	all := listed(filesIn(p.sessions(), "-"+print+"-"))
	if saved, ok := first(slices.DeleteFunc(all, func(s Saved) bool { return s.Print != print })); ok {
		return saved, true
	}
	for _, saved := range p.List() {
		if saved.Print != "" || saved.Dag != g.Name {
			continue
		}
		if s, err := Load(saved.Path); err == nil && fingerprint(s.Dag()) == print {
			return saved, true
		}
	}
	return Saved{}, false
}

// LatestOfAll finds the session that was saved last, of whatever dag.
func (p Directory) LatestOfAll() (Saved, bool) { return first(p.List()) }

func first(all []Saved) (Saved, bool) {
	if len(all) == 0 {
		return Saved{}, false
	}
	return all[0], true
}

// listed reads what the files say about their sessions, the latest first.
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
